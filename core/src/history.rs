//! The ledger: what each message and part of a conversation measures, and which calls belong to which results.
//!
//! It keeps sizes, hashes and short identifiers, never the conversation. Appending a message costs that message; totals,
//! prefix sums and the split point are then a look-up.

mod identity;
mod pairs;
mod read;
mod symbols;
mod totals;
mod usage;

use crate::config::Config;
use crate::dialect::Dialect;
use crate::error::Result;
use crate::estimate::{Counts, Estimator, Meter, Scale};
use crate::message::Role;
use crate::path::Path;
use crate::view::{Kind, View};
use crate::Error;
pub use identity::content_hash;
pub(crate) use identity::list_hash;
use pairs::Pairs;
pub(crate) use read::{argument_rank, PATH_RANKS};
use symbols::Symbols;
pub use totals::{Loose, RoleTotal, ToolTotal, Totals};
use xxhash_rust::xxh3::Xxh3;

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

/// Two sums of the same tokens differ by less: they were rounded on the way. Chosen here, far below any token.
const TOKENS_ALIKE: f64 = 1e-3;

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

    /// Tokens of what surrounds the messages, as [`Config::overhead_tokens`], counted once: under
    /// [`Estimator::Host`](crate::estimate::Estimator::Host) its texts are among the [`wanted_texts`](Self::wanted_texts) until they are counted.
    ///
    /// # Errors
    /// `TooDeep` past the depth limit.
    pub fn overhead_tokens<V: View>(&mut self, value: &V) -> Result<u64> {
        Meter { scale: &self.scale, counts: &mut self.counts }.overhead_tokens(value)
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

    /// Whether message `index` is still the one that was read: same role, parts, ids and sizes, and where text is read, as many
    /// tokens. (Text of the same length and tokens passes; see [`content_hash`] for the full check.)
    pub fn matches<V: View>(&self, index: usize, message: &V) -> bool {
        let Some(known) = self.messages.get(index) else { return false };
        // The fingerprint is made of lengths: tokens need not be counted for it.
        let mut probe = Self::new(self.config.of_lengths());
        probe.dialect = Some(self.dialect());
        if probe.append(message).is_err() || probe.messages[0].fingerprint != known.fingerprint {
            return false;
        }
        if !matches!(self.config.estimator, Estimator::Instant | Estimator::Exact) {
            return true;
        }
        let mut probe = Self::new(self.config.clone());
        probe.dialect = Some(self.dialect());
        let known_tokens = self.tokens_unrounded(index, index + 1);
        probe.append(message).is_ok() && (probe.tokens_unrounded(0, 1) - known_tokens).abs() < TOKENS_ALIKE
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
