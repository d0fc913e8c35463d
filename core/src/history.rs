//! The ledger: what each message and part of a conversation measures, and which calls belong to which results.
//!
//! It keeps sizes, hashes and short identifiers, never the conversation. Appending a message costs that message; totals,
//! prefix sums and the split point are then a look-up.

mod pairs;
mod symbols;
mod totals;
mod usage;

use crate::config::Config;
use crate::dialect::Dialect;
use crate::error::Result;
use crate::estimate::{json_chars, Counts, Escapes, Measure, Meter, Scale, Size};
use crate::media::detail_of;
use crate::message::{Body, MediaPlace, Part, Role};
use crate::path::Path;
use crate::view::{Kind, Text, View, ViewExt};
use crate::Error;
use pairs::Pairs;
use symbols::Symbols;
pub use totals::{Loose, RoleTotal, ToolTotal, Totals};
use xxhash_rust::xxh3::{xxh3_64, Xxh3};

/// What a part is, in the ledger's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// Text.
    Text,
    /// Reasoning.
    Thought,
    /// Media as a part of the message itself.
    Media,
    /// Media inside or beside a tool result.
    NestedMedia,
    /// A tool call.
    ToolCall,
    /// A tool result.
    ToolResult,
    /// Unknown.
    Opaque,
}

/// One part's line in the ledger.
#[derive(Debug, Clone)]
pub(crate) struct PartEntry {
    pub kind: PartKind,
    /// For nested media: inside the output of its result.
    pub in_output: bool,
    pub beside_text: bool,
    pub is_error: bool,
    /// A result whose output is one of our placeholders.
    pub is_cleared: bool,
    pub signed: bool,
    pub path: Path,
    /// Chars of content, media left out.
    pub chars: u64,
    /// Estimated tokens of content, media left out.
    pub tokens: f64,
    /// Media counted in this entry.
    pub media: u32,
    /// What they cost.
    pub media_tokens: u64,
    /// Chars of a result's output (what clearing would remove), or of a call's arguments.
    pub output_chars: u64,
    /// Tool name or MIME type, in [`History::symbol`].
    pub name: u32,
    /// Key argument of a call, in [`History::symbol`].
    pub detail: u32,
    /// Hash of the call id; 0 without one.
    pub id: u64,
    /// The other half of a call/result pair, as an index of parts.
    pub partner: Option<u32>,
}

/// One message's line in the ledger.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MessageEntry {
    pub role: Role,
    pub first_part: u32,
    pub part_count: u32,
    pub chars: u64,
    pub tokens: f64,
    pub media: u32,
    pub media_tokens: u64,
    pub has_call: bool,
    pub has_result: bool,
    pub is_user_turn: bool,
    /// An item in which the provider itself compacted what stands before it.
    pub is_compaction: bool,
    /// Where messages in a row are one turn: of the same answer as the message before it.
    pub continues_answer: bool,
    /// As before, and not to be parted from it: after reasoning, or a call of the same batch.
    pub joins_previous: bool,
    /// As before, and the answer held reasoning up to here.
    pub reasoned: bool,
    pub fingerprint: u64,
}

/// The ledger of one conversation. See the module.
#[derive(Debug, Clone)]
pub struct History {
    config: Config,
    scale: Scale,
    dialect: Option<Dialect>,
    messages: Vec<MessageEntry>,
    parts: Vec<PartEntry>,
    /// `prefix_chars[i]`: chars of the first `i` messages.
    prefix_chars: Vec<u64>,
    prefix_tokens: Vec<f64>,
    /// Indices of fresh user turns, ascending.
    user_turns: Vec<u32>,
    pairs: Pairs,
    symbols: Symbols,
    /// Tokens of the texts read, under the estimators that read them.
    counts: Counts,
    media: u64,
    media_tokens: u64,
    reports: usage::Reports,
    /// First message since the last user turn with a thought that is signed and binds the loop it opens.
    open_thought: Option<u32>,
    /// How many system messages lead the list.
    leading_systems: usize,
    /// The last message in which the provider itself compacted the history.
    last_compaction: Option<usize>,
    /// The last message with a tool call.
    last_call: Option<usize>,
}

impl History {
    /// An empty ledger that measures as `config` says.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            dialect: config.dialect,
            scale: config.scale(),
            config,
            messages: Vec::new(),
            parts: Vec::new(),
            prefix_chars: vec![0],
            prefix_tokens: vec![0.0],
            user_turns: Vec::new(),
            pairs: Pairs::default(),
            symbols: Symbols::default(),
            counts: Counts::default(),
            media: 0,
            media_tokens: 0,
            reports: usage::Reports::default(),
            open_thought: None,
            leading_systems: 0,
            last_compaction: None,
            last_call: None,
        }
    }

    /// A ledger of a whole list.
    ///
    /// # Errors
    /// As [`extend`](Self::extend).
    pub fn of<V: View>(config: Config, messages: &V) -> Result<Self> {
        let mut history = Self::new(config);
        history.extend(messages)?;
        Ok(history)
    }

    /// A ledger of a whole list, with the counts of the lists before it: only texts that are new are counted.
    pub(crate) fn counted<V: View>(config: Config, messages: &V, counts: &mut Counts) -> Result<Self> {
        let mut history = Self::new(config);
        history.counts = std::mem::take(counts);
        history.counts.next_round();
        let read = history.extend(messages);
        *counts = std::mem::take(&mut history.counts);
        read.map(|()| history)
    }

    /// Texts that were read under [`Estimator::Host`](crate::estimate::Estimator::Host) and that the host has not counted, each once. Hand their counts to
    /// [`provide_counts`](Self::provide_counts), then forget the messages that held them ([`truncate`](Self::truncate)) and read them again.
    pub fn wanted_texts(&mut self) -> Vec<String> {
        self.counts.take_wanted()
    }

    /// The host's counts of the texts that [`wanted_texts`](Self::wanted_texts) gave, in that order.
    ///
    /// # Errors
    /// `InvalidConfig` at `/tokenizer` if there are more or fewer, or one is no whole number from 0.
    pub fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        self.counts.provide(counts)
    }

    /// Takes in one message.
    ///
    /// # Errors
    /// `InvalidMessages` or `TooDeep`, with a path from the list (`/7/parts/0`). The ledger is then as it was.
    pub fn append<V: View>(&mut self, message: &V) -> Result<()> {
        let index = self.messages.len();
        let first_part = self.parts.len();
        let told = if self.dialect.is_none() { Dialect::of_message(message) } else { None };
        let dialect = told.unwrap_or_else(|| self.dialect());
        match self.read(dialect, message, first_part) {
            Ok(entry) => {
                self.dialect = self.dialect.or(told);
                self.commit(entry, index);
                Ok(())
            }
            Err(error) => {
                self.parts.truncate(first_part);
                Err(error.under(&index.to_string()))
            }
        }
    }

    /// Takes in every message of a list, in order.
    ///
    /// # Errors
    /// `InvalidMessages` if this is not a list, else as [`append`](Self::append). Nothing is taken in then.
    pub fn extend<V: View>(&mut self, messages: &V) -> Result<()> {
        if messages.kind() != Kind::Array {
            let found = crate::dialect::kind_name(messages.kind());
            return Err(Error::new(crate::ErrorKind::InvalidMessages, "", format!("messages must be a list, found {found}")));
        }
        let start = self.messages.len();
        let dialect = self.dialect;
        self.messages.reserve(messages.len());
        self.parts.reserve(messages.len() + messages.len() / 2);
        self.prefix_chars.reserve(messages.len());
        self.prefix_tokens.reserve(messages.len());
        let mut failure = None;
        messages.for_each(&mut |_, message| {
            if failure.is_none() {
                failure = self.append(&message).err();
            }
        });
        if let Some(error) = failure {
            self.truncate(start);
            self.dialect = dialect;
            return Err(error);
        }
        Ok(())
    }

    /// Forgets everything from message `length` on.
    pub fn truncate(&mut self, length: usize) {
        if length >= self.messages.len() {
            return;
        }
        let first_part = self.messages[length].first_part as usize;
        self.media -= self.messages[length..].iter().map(|entry| u64::from(entry.media)).sum::<u64>();
        self.media_tokens -= self.messages[length..].iter().map(|entry| entry.media_tokens).sum::<u64>();
        if length == 0 {
            // An empty ledger knows no more about the dialect than a new one.
            self.dialect = self.config.dialect;
        }
        let pairs_stay = self.pairs.forget(length, first_part, &self.messages, &self.parts);
        self.messages.truncate(length);
        self.parts.truncate(first_part);
        self.leading_systems = self.leading_systems.min(length);
        if self.last_compaction.is_some_and(|index| index >= length) {
            self.last_compaction = self.messages.iter().rposition(|entry| entry.is_compaction);
        }
        if self.last_call.is_some_and(|index| index >= length) {
            self.last_call = self.messages.iter().rposition(|entry| entry.has_call);
        }
        self.prefix_chars.truncate(length + 1);
        self.prefix_tokens.truncate(length + 1);
        self.reports.truncate(length, self.prefix_tokens[length]);
        let turns = self.user_turns.partition_point(|turn| (*turn as usize) < length);
        let loses_turn = turns < self.user_turns.len();
        self.user_turns.truncate(turns);
        if loses_turn || self.open_thought.is_some_and(|thought| thought as usize >= length) {
            self.open_thought = None;
            for index in self.user_turns.last().map_or(0, |turn| *turn as usize)..length {
                self.note_thought(index);
            }
        }
        if !pairs_stay {
            self.pair_again();
        }
    }

    /// Pairs everything from the start: what was taken away had answered older calls.
    fn pair_again(&mut self) {
        self.pairs = Pairs::default();
        self.pairs.bind_names(self.dialect == Some(Dialect::Gemini));
        for part in &mut self.parts {
            part.partner = None;
        }
        for index in 0..self.messages.len() {
            self.pairs.take_in(index, &self.messages, &mut self.parts);
        }
    }

    /// Whether message `index` is still the one that was read: same role, parts, ids and sizes. (Text of the same length
    /// passes; see [`content_hash`] for the full check.)
    pub fn matches<V: View>(&self, index: usize, message: &V) -> bool {
        let Some(known) = self.messages.get(index) else { return false };
        // The fingerprint is made of lengths: tokens need not be counted for it.
        let mut probe = Self::new(self.config.of_lengths());
        probe.dialect = Some(self.dialect());
        probe.append(message).is_ok() && probe.messages[0].fingerprint == known.fingerprint
    }

    /// The dialect: given, detected, or the one that plain text lists read as.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::OpenaiChat)
    }

    /// The options it measures by.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Number of messages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Chars of all messages, media at their estimate (as the measure says).
    #[must_use]
    pub fn chars(&self) -> u64 {
        self.chars_before(self.len())
    }

    /// Chars of the first `index` messages.
    #[must_use]
    pub fn chars_before(&self, index: usize) -> u64 {
        self.prefix_chars[index.min(self.len())]
    }

    /// Estimated tokens of all messages, rounded up once.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens_between(0, self.len())
    }

    /// Estimated tokens of messages `start..end`, rounded up once.
    #[must_use]
    pub fn tokens_between(&self, start: usize, end: usize) -> u64 {
        let end = end.min(self.len());
        (self.prefix_tokens[end] - self.prefix_tokens[start.min(end)]).ceil() as u64
    }

    /// As before, not rounded: for sums.
    pub(crate) fn tokens_unrounded(&self, start: usize, end: usize) -> f64 {
        self.prefix_tokens[end.min(self.len())] - self.prefix_tokens[start.min(end).min(self.len())]
    }

    /// Estimated tokens of one message, rounded up.
    #[must_use]
    pub fn message_tokens(&self, index: usize) -> u64 {
        self.tokens_between(index, index + 1)
    }

    /// Media in all messages.
    #[must_use]
    pub fn media(&self) -> u64 {
        self.media
    }

    /// What the media of all messages cost, in tokens.
    #[must_use]
    pub fn media_tokens(&self) -> u64 {
        self.media_tokens
    }

    /// The role of message `index`.
    #[must_use]
    pub fn role(&self, index: usize) -> Option<Role> {
        self.messages.get(index).map(|entry| entry.role)
    }

    /// Whether message `index` is a user's own turn: role user, no tool result in it.
    #[must_use]
    pub fn is_user_turn(&self, index: usize) -> bool {
        self.messages.get(index).is_some_and(|entry| entry.is_user_turn)
    }

    /// Whether cutting before message `index` parts no call from its result, loses no call that still waits for its
    /// result, and does not start the kept part with a result.
    #[must_use]
    pub fn is_closed_boundary(&self, index: usize) -> bool {
        self.pairs.is_closed(index, &self.messages) && !self.opens_loop_midway(index)
    }

    /// Whether what is kept from message `index` on would begin inside the open tool loop (the one since the last user turn),
    /// opened by a signed thought, with something other than a thought: providers that sign thoughts refuse that.
    pub(crate) fn opens_loop_midway(&self, index: usize) -> bool {
        let begins_with_thought = || self.parts_of(index).first().is_some_and(|part| part.kind == PartKind::Thought);
        // A loop of which nothing but the answer stays is no loop.
        let calls = self.last_call.is_some_and(|call| call >= index);
        calls && self.open_thought.is_some_and(|thought| index > thought as usize && index < self.len()) && !begins_with_thought()
    }

    /// Calls that no result answers.
    #[must_use]
    pub fn unanswered_calls(&self) -> usize {
        self.pairs.open().len()
    }

    /// Results that answer no call.
    #[must_use]
    pub fn orphan_results(&self) -> usize {
        self.pairs.orphans().len()
    }

    /// A hash over the shapes of the first `length` messages; equal histories have equal hashes.
    #[must_use]
    pub fn fingerprint(&self, length: usize) -> u64 {
        let mut hash = Xxh3::new();
        for entry in &self.messages[..length.min(self.len())] {
            hash.update(&entry.fingerprint.to_le_bytes());
        }
        hash.digest()
    }

    pub(crate) fn scale(&self) -> Scale {
        self.scale
    }

    pub(crate) fn messages(&self) -> &[MessageEntry] {
        &self.messages
    }

    pub(crate) fn parts(&self) -> &[PartEntry] {
        &self.parts
    }

    pub(crate) fn parts_of(&self, index: usize) -> &[PartEntry] {
        let entry = &self.messages[index];
        &self.parts[entry.first_part as usize..(entry.first_part + entry.part_count) as usize]
    }

    /// The message that holds part `part`.
    pub(crate) fn message_of(&self, part: usize) -> usize {
        self.messages.partition_point(|entry| (entry.first_part as usize) <= part) - 1
    }

    pub(crate) fn prefix_chars(&self) -> &[u64] {
        &self.prefix_chars
    }

    pub(crate) fn user_turns(&self) -> &[u32] {
        &self.user_turns
    }

    pub(crate) fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    pub(crate) fn leading_systems(&self) -> usize {
        self.leading_systems
    }

    pub(crate) fn last_compaction(&self) -> Option<usize> {
        self.last_compaction
    }

    pub(crate) fn symbol(&self, id: u32) -> &str {
        self.symbols.text(id)
    }

    fn read<V: View>(&mut self, dialect: Dialect, message: &V, first_part: usize) -> Result<MessageEntry> {
        let scale = self.scale;
        let mut failure = None;
        let mut tokens = 0.0;
        let mut is_compaction = false;
        let (parts, symbols) = (&mut self.parts, &mut self.symbols);
        let mut meter = Meter { scale: &scale, counts: &mut self.counts };
        let role = dialect.read(message, &mut |part| {
            let path = part.path;
            is_compaction |= matches!(&part.body, Body::Opaque(whole) if is_compacted(whole));
            match entry_of(part, &mut meter, symbols, &mut tokens) {
                Ok(entry) => parts.push(entry),
                Err(error) if failure.is_none() => {
                    failure = Some(Error::new(error.kind(), format!("{path}{}", error.path()), error.message()));
                }
                Err(_) => {}
            }
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        own_up_media(&mut parts[first_part..], scale.measure);
        let read = &parts[first_part..];
        let media: u32 = read.iter().map(|part| part.media).sum();
        let media_tokens: u64 = read.iter().map(|part| part.media_tokens).sum();
        let has_result = read.iter().any(|part| part.kind == PartKind::ToolResult);
        let chars = match scale.measure {
            Measure::JsonChars => json_chars(message)?,
            Measure::ContentJsonChars => content_json_chars(message)?,
            _ => read.iter().map(|part| part.chars).sum::<u64>() + scale.media_chars(media, media_tokens),
        };
        let previous = self.messages.last().filter(|entry| dialect.joins_turns() && role == Role::Assistant && entry.role == Role::Assistant);
        let has_call = read.iter().any(|part| part.kind == PartKind::ToolCall);
        Ok(MessageEntry {
            role,
            first_part: first_part as u32,
            part_count: read.len() as u32,
            chars,
            tokens: tokens + media_tokens as f64 + self.config.message_overhead_tokens as f64,
            media,
            media_tokens,
            has_call,
            has_result,
            is_user_turn: role == Role::User && !has_result,
            is_compaction,
            continues_answer: previous.is_some(),
            joins_previous: previous.is_some_and(|entry| entry.reasoned || (entry.has_call && has_call)),
            reasoned: previous.is_some_and(|entry| entry.reasoned) || read.iter().any(|part| part.kind == PartKind::Thought),
            fingerprint: fingerprint(role, read),
        })
    }

    fn commit(&mut self, entry: MessageEntry, index: usize) {
        self.prefix_chars.push(self.chars() + entry.chars);
        self.prefix_tokens.push(self.prefix_tokens[index] + entry.tokens);
        self.media += u64::from(entry.media);
        self.media_tokens += entry.media_tokens;
        if entry.is_user_turn {
            self.user_turns.push(index as u32);
        }
        if entry.role == Role::System && self.leading_systems == index {
            self.leading_systems += 1;
        }
        if entry.is_compaction {
            self.last_compaction = Some(index);
        }
        if entry.has_call {
            self.last_call = Some(index);
        }
        self.messages.push(entry);
        self.pairs.bind_names(self.dialect == Some(Dialect::Gemini));
        self.pairs.take_in(index, &self.messages, &mut self.parts);
        self.note_thought(index);
    }

    fn note_thought(&mut self, index: usize) {
        let signed = || self.parts_of(index).iter().any(|part| part.kind == PartKind::Thought && part.signed);
        if self.messages[index].is_user_turn {
            self.open_thought = None;
        } else if self.open_thought.is_none() && self.dialect().binds_thoughts() && signed() {
            self.open_thought = Some(index as u32);
        }
    }
}

/// An opaque item by which a provider says that it compacted what stands before (Responses items, Anthropic blocks).
fn is_compacted<V: View>(part: &V) -> bool {
    part.get("type").is_some_and(|kind| kind.is_str("compaction") || kind.is_str("compaction_summary"))
}

/// C-1: a message's string, or the JSON of its list of blocks.
fn content_json_chars<V: View>(message: &V) -> Result<u64> {
    match message.get("content").or_else(|| message.get("parts")) {
        Some(content) if content.kind() == Kind::String => Ok(content.len() as u64),
        Some(content) => json_chars(&content),
        None => Ok(0),
    }
}

/// The walk over a result counts media it meets; the dialect emits most of them as entries of their own. What is left
/// (data URLs inside text, blocks of unknown shape) stays with the result.
fn own_up_media(parts: &mut [PartEntry], measure: Measure) {
    let mut result = None;
    for index in 0..parts.len() {
        match parts[index].kind {
            PartKind::ToolResult => result = Some(index),
            // The whole part is walked under `PartJsonChars`, media beside the output included.
            PartKind::NestedMedia if parts[index].in_output || measure == Measure::PartJsonChars => {
                if let Some(holder) = result {
                    let cost = parts[index].media_tokens;
                    let holder = &mut parts[holder];
                    holder.media = holder.media.saturating_sub(1);
                    // The walk knows no detail level: with the last medium, what is left of its price goes too.
                    holder.media_tokens = if holder.media == 0 { 0 } else { holder.media_tokens.saturating_sub(cost) };
                }
            }
            _ => {}
        }
    }
}

fn entry_of<V: View>(part: Part<V>, meter: &mut Meter<'_>, symbols: &mut Symbols, tokens: &mut f64) -> Result<PartEntry> {
    let scale = meter.scale;
    let mut entry = PartEntry {
        kind: PartKind::Opaque,
        in_output: false,
        beside_text: false,
        is_error: false,
        is_cleared: false,
        signed: false,
        path: part.path,
        chars: 0,
        tokens: 0.0,
        media: 0,
        media_tokens: 0,
        output_chars: 0,
        name: 0,
        detail: 0,
        id: 0,
        partner: None,
    };
    // Under measures that count parts as JSON, anything but text and media is the part as written.
    let exact = matches!(scale.measure, Measure::PartJsonChars | Measure::OutputChars);
    let size: Size = match &part.body {
        Body::Text(text) => {
            entry.kind = PartKind::Text;
            meter.string(text)
        }
        Body::Thought { content, signed } => {
            entry.kind = PartKind::Thought;
            entry.signed = *signed;
            meter.content(content)?
        }
        Body::Media(media) => {
            entry.kind = if media.place == MediaPlace::TopLevel { PartKind::Media } else { PartKind::NestedMedia };
            entry.in_output = media.place == MediaPlace::InOutput;
            entry.beside_text = media.beside_text;
            entry.name = media.mime.as_deref().map_or(0, |mime| symbols.intern(mime));
            entry.output_chars = media.data.as_ref().map_or(0, |data| data.len() as u64);
            let media_tokens = scale.medium(media.data.as_ref(), detail_of(&media.whole));
            Size { media: 1, media_tokens, ..Size::default() }
        }
        Body::ToolCall { id, name, args, whole } => {
            entry.kind = PartKind::ToolCall;
            entry.id = id.as_ref().map_or(0, id_hash);
            entry.name = name.as_ref().map_or(0, |name| symbols.intern_view(name));
            entry.detail = args.as_ref().and_then(key_argument).map_or(0, |detail| symbols.intern(&detail));
            let size = args.as_ref().map_or(Ok(Size::default()), |args| meter.content(args))?;
            entry.output_chars = size.chars;
            if exact {
                meter.json(whole, Escapes::Counted)?
            } else {
                size.plus(name.as_ref().map_or(Size::default(), |name| meter.string(name)))
            }
        }
        Body::ToolResult { id, name, output, is_error, whole } => {
            entry.kind = PartKind::ToolResult;
            entry.id = id.as_ref().map_or(0, id_hash);
            entry.name = name.as_ref().map_or(0, |name| symbols.intern_view(name));
            entry.is_error = *is_error;
            let size = match (scale.measure, &output) {
                (Measure::PartJsonChars, _) => meter.json(whole, Escapes::Counted)?,
                (_, Some(output)) => meter.content(output)?,
                (_, None) => Size::default(),
            };
            let text = output.as_ref().map(|output| sole_string(output).unwrap_or_else(|| output.clone()));
            entry.output_chars = text.as_ref().filter(|text| text.kind() == Kind::String).map_or(size.chars, |text| text.len() as u64);
            entry.is_cleared = text.as_ref().map_or_else(|| is_blanked(whole), holds_placeholder);
            if scale.measure == Measure::OutputChars {
                Size { media: size.media, media_tokens: size.media_tokens, ..scale.output_chars(output.as_ref()) }
            } else {
                size
            }
        }
        // a text beside nested media is a text.
        Body::Opaque(whole) => match whole.get("text").filter(|text| scale.measure == Measure::OutputChars && text.kind() == Kind::String) {
            Some(text) => meter.string(&text),
            None => meter.json(whole, if exact { Escapes::Counted } else { Escapes::Ignored })?,
        },
    };
    entry.chars = size.chars;
    entry.media = size.media;
    entry.media_tokens = size.media_tokens;
    entry.tokens = scale.tokens(size);
    *tokens += entry.tokens;
    Ok(entry)
}

/// The string of `{output: "..."}`, `{error: "..."}` and the like: an object with one field that is a string.
fn sole_string<V: View>(output: &V) -> Option<V> {
    if output.kind() != Kind::Object || output.len() != 1 {
        return None;
    }
    let mut found = None;
    output.for_each(&mut |_, value| found = Some(value));
    found.filter(|value| value.kind() == Kind::String)
}

/// Longest placeholder that is recognised, in chars; longer outputs are never read for it, so no tool can dodge clearing
/// of a large output by printing the marker (B-16).
const PLACEHOLDER_CHARS: usize = 300;

/// A placeholder, or a list of one block that holds nothing but one: how some dialects write a text output.
fn holds_placeholder<V: View>(output: &V) -> bool {
    match output.kind() {
        Kind::Array if output.len() == 1 => {
            output.at(0).is_some_and(|block| ["text", "stdout"].iter().any(|key| block.get(key).is_some_and(|text| is_placeholder(&text))))
        }
        _ => is_placeholder(output),
    }
}

/// A computer's output whose screenshot was cleared: the dialect gives no output for it.
fn is_blanked<V: View>(whole: &V) -> bool {
    let url = whole.get("output").and_then(|output| output.get("image_url"));
    url.is_some_and(|url| url.is_str(crate::dialect::BLANK_SCREENSHOT))
}

fn is_placeholder<V: View>(text: &V) -> bool {
    text.kind() == Kind::String
        && text.len() <= PLACEHOLDER_CHARS
        && text.text(32, |text| {
            let text = text.to_str();
            text.starts_with("[Old tool result cleared") || text.starts_with("[Old tool result content cleared")
        })
}

/// The argument that says what a call was about: a path, else a command, else a pattern. At most 80 chars, made safe.
///
/// OpenAI's arguments are JSON text; they are not parsed for this.
fn key_argument<V: View>(args: &V) -> Option<String> {
    let mut best: Option<(usize, V)> = None;
    args.for_each(&mut |key, value| {
        let rank = key.and_then(|key| argument_rank(key.name)).filter(|_| value.kind() == Kind::String);
        if let Some(rank) = rank.filter(|rank| best.as_ref().is_none_or(|(known, _)| rank < known)) {
            best = Some((rank, value));
        }
    });
    let (_, value) = best?;
    let label = value.text(160, |text| {
        let text = text.to_str();
        let end = text.char_indices().nth(160).map_or(text.len(), |(end, _)| end);
        crate::media::sanitize_label(&text[..end], 80)
    });
    Some(label).filter(|label| !label.is_empty())
}

/// How well an argument of this name tells what a call is about, best first; spelled in any case (`file_path`, `filePath`).
pub(crate) fn argument_rank(name: &str) -> Option<usize> {
    const NAMES: [&str; 15] = [
        "filepath",
        "path",
        "absolutepath",
        "filename",
        "notebookpath",
        "targetfile",
        "file",
        "dirpath",
        "command",
        "cmd",
        "pattern",
        "query",
        "url",
        "name",
        "description",
    ];
    let letters = || name.bytes().filter(|byte| *byte != b'_' && *byte != b'-').map(|byte| byte.to_ascii_lowercase());
    NAMES.iter().position(|known| letters().eq(known.bytes()))
}

/// Arguments of a rank below this name a file.
pub(crate) const PATH_RANKS: usize = 8;

fn id_hash<V: View>(id: &V) -> u64 {
    // 0 means "no id".
    id.text(usize::MAX, |text| xxh3_64(text.to_str().as_bytes())).max(1)
}

fn fingerprint(role: Role, parts: &[PartEntry]) -> u64 {
    // In one piece: a hasher that takes pieces costs more to set up than most messages to hash.
    let mut bytes = [0u8; FINGERPRINT_BYTES];
    let mut length = 0;
    let mut hash: Option<Xxh3> = None;
    let mut take = |piece: &[u8]| {
        if length + piece.len() > FINGERPRINT_BYTES {
            hash.get_or_insert_with(Xxh3::new).update(&bytes[..length]);
            length = 0;
        }
        bytes[length..length + piece.len()].copy_from_slice(piece);
        length += piece.len();
    };
    take(role.name().as_bytes());
    for part in parts {
        take(&[part.kind as u8, u8::from(part.is_error)]);
        for number in [part.chars, u64::from(part.media), part.output_chars, part.id] {
            take(&number.to_le_bytes());
        }
    }
    match hash {
        None => xxh3_64(&bytes[..length]),
        Some(mut hash) => {
            hash.update(&bytes[..length]);
            hash.digest()
        }
    }
}

/// Room for a role and six parts.
const FINGERPRINT_BYTES: usize = 224;

/// A hash over everything in a message, text included: the full check behind `verify: "hash"`.
///
/// # Errors
/// `TooDeep` past the depth limit.
pub fn content_hash<V: View>(message: &V) -> Result<u64> {
    let mut hash = Xxh3::new();
    hash_into(message, &mut hash, 0)?;
    Ok(hash.digest())
}

fn hash_into<V: View>(value: &V, hash: &mut Xxh3, depth: usize) -> Result<()> {
    if depth > crate::view::MAX_DEPTH {
        return Err(crate::view::too_deep());
    }
    hash.update(&[value.kind() as u8]);
    hash.update(&(value.len() as u64).to_le_bytes());
    match value.kind() {
        Kind::Bool | Kind::Number => hash.update(&value.number().to_bits().to_le_bytes()),
        Kind::String => value.text(usize::MAX, |text| match text {
            // Hash the UTF-16 form in all languages, so that equal text has equal hashes whatever the host stores.
            Text::Utf8(text) => text.encode_utf16().for_each(|unit| hash.update(&unit.to_le_bytes())),
            Text::Utf16(units) => units.iter().for_each(|unit| hash.update(&unit.to_le_bytes())),
        }),
        _ => {}
    }
    let mut failure = None;
    let mut index = 0usize;
    value.for_each(&mut |key, child| {
        if let Some(key) = key {
            hash.update(key.name.as_bytes());
        }
        if failure.is_none() {
            let failed = hash_into(&child, hash, depth + 1).err();
            failure = failed.map(|error| error.under(&key.map_or_else(|| index.to_string(), |key| key.name.to_owned())));
        }
        index += 1;
    });
    failure.map_or(Ok(()), Err)
}
