//! [`History`]: the sizes of the messages and parts of a conversation, and which result answers
//! which call.
//!
//! A history stores sizes, hashes and short identifiers, not the conversation itself. Appending a
//! message takes time proportional to its size. Totals, prefix sums and the split point are then
//! look-ups.

mod clearable;
mod entries;
mod identity;
mod key_argument;
mod options;
mod pairs;
mod queries;
mod read;
mod symbols;
mod tokens_by_kind;
mod totals;
mod usage;

use crate::error::{Error, ErrorKind, Result};
use crate::host::item::Item;
pub use crate::host::item::{CONTENT_FIELDS, READ_FIELDS};
pub use crate::host::item::{Copied, CopyBuilder};
use crate::measure::{Counts, Meter, Scale};
use crate::read::dialect::{
    Dialect, Votes, acts, any_understood, has_foreign_content, is_plain, unknown, vote,
};
use crate::read::message::Role;
pub use clearable::{Clearable, freed_tokens};
pub use entries::PartKind;
pub use entries::{MessageEntry, PartEntry};
pub use identity::content_hash;
pub use identity::{
    content_hashes, each_read, full_hash, full_hashes, hash_of_hashes, id_hash, list_hash,
    value_hash,
};
pub use key_argument::{PATH_RANKS, argument_rank};
pub use options::{Clearing, Cutting, HostsOwn, Measuring};
pub use options::{HistoryOptions, PlaceholderStyle, PruneRule, SplitRule};
use pairs::Pairs;
use std::cell::OnceCell;
use std::sync::Arc;
use symbols::Symbols;
pub use tokens_by_kind::Spent;
pub use totals::{OpenCall, RoleTotal, ToolTotal, Totals};

/// The sizes of the messages and parts of one conversation, and its pairs of calls and results.
#[derive(Debug, Clone)]
pub struct History {
    options: Arc<HistoryOptions>,
    scale: Scale,
    dialect: Option<Dialect>,
    /// What each message says of the dialect; empty if it was given.
    votes: Votes,
    /// The dialect of a list in which no message indicates one, if the caller knows it.
    expected: Option<Dialect>,
    /// How many messages were read before the dialect was known.
    plain_until: usize,
    messages: Vec<MessageEntry>,
    parts: Vec<PartEntry>,
    /// `sums[i]`: of the first `i` messages.
    sums: Vec<Sums>,
    /// Indices of the user turns, ascending: messages of the user without a tool result.
    user_turns: Vec<u32>,
    pairs: Pairs,
    symbols: Symbols,
    /// The token counts of the texts that were read, under the estimators that read text.
    counts: Counts,
    reports: usage::Reports,
    /// The first message since the last user turn that contains a signed thinking block, if the
    /// dialect binds the tool loop to such a block.
    open_thought: Option<u32>,
    /// The number of system messages at the start of the list.
    leading_systems: usize,
    /// The last message in which the provider itself compacted the history.
    last_compaction: Option<usize>,
    /// The last message with a tool call.
    last_call: Option<usize>,
    /// Results that may be cleared one day.
    clearable: Vec<Clearable>,
    /// Indices of the parts of unknown shape, or with values that are not plain data or nested too
    /// deeply. Ascending.
    unread: Vec<u32>,
}

/// Sums over messages. They start over at each message in which the provider itself compacted the
/// history.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    chars: u64,
    tokens: f64,
    spent: Spent,
}

/// The messages of a list, beginning at index `from`.
fn each_from<'v>(messages: &Item<'v>, from: usize) -> impl Iterator<Item = Item<'v>> {
    let list = *messages;
    (from..list.len()).filter_map(move |index| list.at(index))
}

impl History {
    /// Returns an empty history that measures as `options` specify. A `Config` can be passed.
    #[must_use]
    pub fn new(options: impl Into<HistoryOptions>) -> Self {
        let options = options.into();
        Self {
            dialect: options.measuring.dialect,
            scale: options.measuring.scale,
            options: Arc::new(options),
            votes: Votes::default(),
            expected: None,
            plain_until: 0,
            messages: Vec::new(),
            parts: Vec::new(),
            sums: vec![Sums::default()],
            user_turns: Vec::new(),
            pairs: Pairs::default(),
            symbols: Symbols::default(),
            counts: Counts::default(),
            reports: usage::Reports::default(),
            open_thought: None,
            leading_systems: 0,
            last_compaction: None,
            last_call: None,
            clearable: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// Reads a complete list of messages, measured as `options` specify.
    ///
    /// ```
    /// use conspectus::{Config, Dialect, History};
    /// use serde_json::json;
    ///
    /// let messages = json!([
    ///     { "role": "user", "content": "Fix the login test." },
    ///     { "role": "assistant", "content": "I will look at it." },
    /// ]);
    /// let history = History::of(Config::default(), &messages)?;
    /// assert_eq!((history.len(), history.dialect()), (2, Dialect::OpenaiChat));
    /// assert!(history.tokens() > 0);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`extend`](Self::extend).
    pub fn of<'v>(
        options: impl Into<HistoryOptions>,
        messages: impl Into<Item<'v>>,
    ) -> Result<Self> {
        let messages = &messages.into();
        let mut history = Self::new(options);
        history.extend(messages)?;
        Ok(history)
    }

    /// As [`of`](Self::of), for work that asks for parts and measures texts itself: sizes are
    /// guessed from lengths, and no text is counted.
    pub fn of_parts<'v>(
        options: impl Into<HistoryOptions>,
        messages: impl Into<Item<'v>>,
    ) -> Result<Self> {
        let options = options.into();
        let mut history = Self::of(options.of_lengths(), messages)?;
        history.scale = options.measuring.scale;
        history.options = Arc::new(options);
        Ok(history)
    }

    /// The lengths of a list that would be read as `self` is, with tokens guessed from them. No
    /// text is read.
    pub fn of_lengths(&self, messages: &Item<'_>, chars_per_token: f64) -> Result<Self> {
        let mut options = self.options.of_lengths();
        options.measuring.scale.chars_per_token = chars_per_token;
        let mut lengths = Self::new(options);
        lengths.expected = self.expected;
        lengths.extend_from(messages, 0)?;
        Ok(lengths)
    }

    /// Replaces the messages read so far by those of a list. The caller guarantees that the first
    /// `known` messages are unchanged. Only new texts are counted. Returns the number of messages
    /// that were not read again: `known`, or 0 if the dialect changes.
    pub fn read_again(&mut self, messages: &Item<'_>, known: usize) -> Result<usize> {
        let known = if self.changes_dialect(known, messages, known) {
            0
        } else {
            known
        };
        self.truncate(known);
        if known == 0 {
            self.counts.next_round();
        }
        self.extend_from(messages, known)?;
        Ok(known)
    }

    /// The dialect that messages speak for by shapes of its own, if one does.
    pub fn detected_dialect(&self) -> Option<Dialect> {
        self.votes.among(false)
    }

    /// Says in which dialect a list is read of which no message speaks for one.
    pub fn expect_dialect(&mut self, dialect: Option<Dialect>) {
        self.expected = dialect;
    }

    /// The texts that were read under [`Estimator::Host`](crate::measure::Estimator::Host) and that
    /// the host has not counted yet, each once. Give their counts to
    /// [`provide_counts`](Self::provide_counts). Then forget the messages that hold them
    /// ([`truncate`](Self::truncate)) and read them again.
    pub fn wanted_texts(&mut self) -> Vec<String> {
        self.counts.take_uncounted()
    }

    /// Takes the host's counts of the texts that [`wanted_texts`](Self::wanted_texts) gave, in the
    /// same order.
    ///
    /// # Errors
    /// `InvalidOption` at `/tokenizer` if there are more or fewer counts than texts, or if a count
    /// is not a whole number of at least 0.
    pub fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        self.counts.provide(counts)
    }

    /// Returns the tokens of a request's content outside its messages, as `Config::overhead_tokens`
    /// does, with each text counted once. Under
    /// [`Estimator::Host`](crate::measure::Estimator::Host), its texts are among the
    /// [`wanted_texts`](Self::wanted_texts) until the host has counted them.
    ///
    /// # Errors
    /// `TooDeep` if the value is nested deeper than the limit.
    pub fn overhead_tokens<'v>(&mut self, value: impl Into<Item<'v>>) -> Result<u64> {
        let value = &value.into();
        Meter {
            scale: &self.scale,
            counts: &mut self.counts,
        }
        .overhead_tokens(value)
    }

    /// Appends one message.
    ///
    /// ```
    /// use conspectus::{Config, History};
    /// use serde_json::json;
    ///
    /// let mut history = History::new(Config::default());
    /// history.append(&json!({ "role": "user", "content": "Hi" }))?;
    /// assert_eq!(history.append(&json!({ "role": 7 })).unwrap_err().path(), "/1/role");
    /// assert_eq!(history.len(), 1);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidMessages` or `TooDeep`, with a path relative to the list (`/7/parts/0`).
    /// `UnknownDialect` if the dialect is neither set nor known, and the message matches none. The
    /// history is then unchanged.
    pub fn append<'v>(&mut self, message: impl Into<Item<'v>>) -> Result<()> {
        self.counts.forget_beyond(self.parts.len());
        self.take_in(&message.into())
    }

    /// As [`append`](Self::append), with all counts kept.
    pub fn take_in(&mut self, message: &Item<'_>) -> Result<()> {
        let index = self.messages.len();
        if self.options.measuring.dialect.is_none() {
            self.votes.push(vote(message));
        }
        let taken = self.read_in(message, &|| false);
        if taken.is_err() {
            self.votes.truncate(index);
        }
        taken
    }

    /// As [`take_in`](Self::take_in), for a message whose vote was already counted. `or_understood`
    /// returns whether a later message is understood.
    fn read_in(&mut self, message: &Item<'_>, or_understood: &dyn Fn() -> bool) -> Result<()> {
        let index = self.messages.len();
        let first_part = self.parts.len();
        let told = self
            .dialect
            .or_else(|| self.votes.leading())
            .or(self.expected);
        let is_measured = || {
            let understood = |index| !self.parts_of(index).iter().all(|part| part.is_unread);
            has_foreign_content(message) && ((0..index).any(understood) || or_understood())
        };
        let is_sure = self.options.measuring.dialect.is_some()
            || self.expected.is_some()
            || self.votes.among(false).is_some()
            || self.votes.get(index).is_some();
        if !is_sure && !is_plain(message) && !is_measured() {
            return Err(unknown(message).under(&index.to_string()));
        }
        let dialect = told.unwrap_or_else(|| self.dialect());
        let symbols = self.symbols.len();
        let read = match self.read(dialect, message, first_part) {
            // It may be the result of a call that was read, which a text would be parted from.
            Ok(entry)
                if entry.role == Role::Other
                    && self.last_call.is_some()
                    && message.string_at("role").is_some_and(|role| acts(&role)) =>
            {
                Err(unknown(message).under("role"))
            }
            read => read,
        };
        match read {
            Ok(entry) => {
                if self.dialect.is_none() {
                    (self.dialect, self.plain_until) = (told, index + usize::from(told.is_none()));
                }
                self.commit(entry, index);
                Ok(())
            }
            Err(error) => {
                self.parts.truncate(first_part);
                self.symbols.truncate(symbols);
                Err(error.under(&index.to_string()))
            }
        }
    }

    /// Appends every message of a list, in order.
    ///
    /// # Errors
    /// `InvalidMessages` if `messages` is not a list, else as [`append`](Self::append). The history
    /// is then unchanged.
    pub fn extend<'v>(&mut self, messages: impl Into<Item<'v>>) -> Result<()> {
        self.extend_from(&messages.into(), 0)
    }

    /// As [`extend`](Self::extend), beginning at index `from` of the list.
    fn extend_from(&mut self, messages: &Item<'_>, from: usize) -> Result<()> {
        if !messages.is_list() {
            let found = crate::read::dialect::kind_name(messages.kind());
            let cure = if found == "a string" {
                ": parse it, if it is JSON"
            } else {
                ""
            };
            return Err(Error::new(
                ErrorKind::InvalidMessages,
                "",
                format!("messages must be a list, found {found}{cure}"),
            ));
        }
        let start = self.messages.len();
        self.counts.forget_beyond(self.parts.len() + messages.len());
        self.messages.reserve(messages.len());
        self.parts.reserve(messages.len() + messages.len() / 2);
        self.sums.reserve(messages.len());
        if self.options.measuring.dialect.is_none() {
            // All of them speak before the first is read.
            each_from(messages, from).for_each(|message| self.votes.push(vote(&message)));
        }
        let understood = OnceCell::new();
        let or_understood = || *understood.get_or_init(|| any_understood(messages, from));
        let read = each_from(messages, from)
            .try_for_each(|message| self.read_in(&message, &or_understood));
        if read.is_err() {
            self.votes.truncate(start);
            self.truncate(start);
        }
        read
    }

    /// Returns true if a list of the first `known` messages, followed by `rest` beginning at index
    /// `start`, would be read in another dialect than the known messages were.
    pub fn changes_dialect(&self, known: usize, rest: &Item<'_>, start: usize) -> bool {
        if self.options.measuring.dialect.is_some() || known == 0 {
            return false;
        }
        let news = each_from(rest, start).map(|message| vote(&message));
        let told = self.votes.leading_with(known, news).or(self.expected);
        told != self.dialect
            || (self.plain_until > 0 && told.is_some_and(|told| told != Dialect::PLAIN))
    }

    /// Forgets all but the first `length` messages. Does nothing if there are at most that many.
    ///
    /// ```
    /// use conspectus::{Config, History};
    /// use serde_json::json;
    ///
    /// let mut history = History::of(Config::default(), &json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]))?;
    /// history.truncate(1);
    /// assert_eq!(history.len(), 1);
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub fn truncate(&mut self, length: usize) {
        if length >= self.messages.len() {
            return;
        }
        let first_part = self.messages[length].first_part as usize;
        self.votes.truncate(length);
        self.plain_until = self.plain_until.min(length);
        let is_expected = self.expected.is_some() && length > 0;
        if self.options.measuring.dialect.is_none()
            && self.votes.leading().is_none()
            && !is_expected
        {
            // The dialect of messages that are gone must be detected again, as in a ledger that
            // never read them.
            (self.dialect, self.plain_until) = (None, length);
        }
        self.symbols
            .truncate(self.messages[length].symbols_before as usize);
        self.forget_clearable(length);
        let pairs_stay = self
            .pairs
            .forget(length, first_part, &self.messages, &mut self.parts);
        self.messages.truncate(length);
        self.parts.truncate(first_part);
        let unread = self
            .unread
            .partition_point(|part| (*part as usize) < first_part);
        self.unread.truncate(unread);
        self.leading_systems = self.leading_systems.min(length);
        if self.last_compaction.is_some_and(|index| index >= length) {
            self.last_compaction = self.messages.iter().rposition(|entry| entry.is_compaction);
        }
        if self.last_call.is_some_and(|index| index >= length) {
            self.last_call = self.messages.iter().rposition(|entry| entry.has_call);
        }
        self.sums.truncate(length + 1);
        self.reports.truncate(length, self.sums[length].tokens);
        let turns = self
            .user_turns
            .partition_point(|turn| (*turn as usize) < length);
        let loses_turn = turns < self.user_turns.len();
        self.user_turns.truncate(turns);
        if loses_turn
            || self
                .open_thought
                .is_some_and(|thought| thought as usize >= length)
        {
            self.open_thought = None;
            for index in self.user_turns.last().map_or(0, |turn| *turn as usize)..length {
                self.note_thought(index);
            }
        }
        if !pairs_stay {
            self.pair_again();
        }
    }

    /// Pairs all calls and results again from the start. Needed if the forgotten messages held
    /// results of older calls.
    fn pair_again(&mut self) {
        self.pairs = Pairs::default();
        self.pairs.bind_names(self.dialect().traits().binds_names);
        for part in &mut self.parts {
            part.partner = None;
        }
        for index in 0..self.messages.len() {
            self.pairs.take_in(index, &self.messages, &mut self.parts);
        }
    }

    fn commit(&mut self, entry: MessageEntry, index: usize) {
        // The provider reads nothing of what stands before its own summary.
        let mut sums = if entry.is_compaction {
            self.last_compaction = Some(index);
            Sums::default()
        } else {
            self.sums[index]
        };
        sums.chars += entry.chars;
        sums.tokens += entry.tokens;
        sums.spent.add(
            entry.role,
            &self.parts[entry.parts()],
            self.options.measuring.message_overhead_tokens,
        );
        self.sums.push(sums);
        if entry.is_user_turn {
            self.user_turns.push(index as u32);
        }
        if entry.role == Role::System && self.leading_systems == index {
            self.leading_systems += 1;
        }
        if entry.has_call {
            self.last_call = Some(index);
        }
        self.messages.push(entry);
        self.pairs.bind_names(self.dialect().traits().binds_names);
        self.pairs.take_in(index, &self.messages, &mut self.parts);
        self.note_thought(index);
        self.note_clearable(index);
        let first = self.messages[index].first_part as usize;
        let unread = (first..self.parts.len()).filter(|part| self.parts[*part].is_unread);
        self.unread.extend(unread.map(|part| part as u32));
    }

    /// Returns the number of parts that are not understood (of unknown shape, or with values that
    /// are not plain data or nested too deeply), their tokens, and the path of the first. `None` if
    /// all are understood.
    pub fn unread(&self) -> Option<(usize, u64, String)> {
        let first = *self.unread.first()? as usize;
        let tokens = |part: &u32| {
            let part = &self.parts[*part as usize];
            part.tokens + part.media_tokens as f64
        };
        Some((
            self.unread.len(),
            self.unread.iter().map(tokens).sum::<f64>().ceil() as u64,
            format!("/{}{}", self.message_of(first), self.parts[first].path),
        ))
    }

    /// Returns the path of the first part that is not understood, if parts of unknown shape occur
    /// in more than half of the messages and the parts that are not understood take more than half
    /// of the tokens.
    pub fn mostly_unread(&self) -> Option<String> {
        let (_, tokens, path) = self.unread()?;
        let parts = self.unread.iter().map(|part| *part as usize);
        let mut messages: Vec<usize> = parts
            .filter(|part| self.parts[*part].kind == PartKind::Opaque)
            .map(|part| self.message_of(part))
            .collect();
        messages.dedup();
        (tokens * 2 > self.tokens() && messages.len() * 2 > self.len()).then_some(path)
    }

    fn note_thought(&mut self, index: usize) {
        let signed = || {
            self.parts_of(index)
                .iter()
                .any(|part| part.is_signed_thought())
        };
        if self.messages[index].is_user_turn {
            self.open_thought = None;
        } else if self.open_thought.is_none() && self.dialect().binds_thoughts() && signed() {
            self.open_thought = Some(index as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn message(number: usize) -> Value {
        let text = format!(
            "message {number}: {}",
            "a text that is long enough to be kept ".repeat(6)
        );
        json!({ "role": "model", "parts": [{ "functionCall": { "name": format!("tool_{number}"), "args": { "path": format!("src/{number}.rs"), "text": text } } }] })
    }

    #[test]
    fn what_is_kept_of_messages_that_are_gone_does_not_grow() {
        let mut history = History::new(HistoryOptions::default());
        let mut most = (0, 0, 0);
        for turn in 0..20_000 {
            history.append(&message(turn)).expect("readable");
            most = (
                most.0.max(history.symbols.len()),
                most.1.max(history.counts.text_count()),
                most.2.max(history.parts.len()),
            );
            if history.len() == 40 {
                history.truncate(turn % 40);
            }
        }
        // A name, a path and a text for each of 40 messages; counts are forgotten late.
        assert_eq!((most.0, most.2), (80, 40));
        assert!(most.1 < 1_000, "{} counts are kept for 40 texts", most.1);
    }

    #[test]
    fn a_list_that_slides_forgets_its_start() {
        let mut history = History::new(HistoryOptions::default());
        for turn in 0..600 {
            let window: Vec<Value> = (turn..turn + 20).map(message).collect();
            history
                .read_again(&Item::from(&window), 0)
                .expect("readable");
        }
        assert_eq!(history.symbols.len(), 40);
        assert!(
            history.counts.text_count() <= 40,
            "{} counts are kept for 20 texts",
            history.counts.text_count()
        );
    }
}
