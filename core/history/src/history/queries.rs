//! Look-ups in a history. Nothing here reads a message.

use super::pairs::Pairs;
use super::{History, HistoryOptions, MessageEntry, PartEntry, PartKind};
use crate::measure::Scale;
use crate::read::dialect::Dialect;
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use serde_json::Value;

impl History {
    /// Returns the media inside the tool result at `part` or attached to it.
    pub fn nested_media(&self, part: usize) -> impl DoubleEndedIterator<Item = &PartEntry> {
        let result = self.parts[part].path;
        let rest = &self.parts[part + 1..];
        // Most results have none. Then the message need not be found.
        let may_have = rest
            .first()
            .is_some_and(|entry| entry.path.is_under(&result));
        let end = if may_have {
            self.messages[self.message_of(part)].parts().end - part - 1
        } else {
            0
        };
        let count = rest[..end]
            .iter()
            .take_while(|entry| entry.path.is_under(&result))
            .count();
        rest[..count]
            .iter()
            .filter(|entry| entry.kind == PartKind::NestedMedia)
    }

    /// The dialect of the messages: the given one, else the detected one. A list of plain texts
    /// counts as `openai_chat`.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or(Dialect::PLAIN)
    }

    /// What the options say of the conversation itself.
    pub fn options(&self) -> &HistoryOptions {
        &self.options
    }

    /// The host's key for our own messages.
    pub fn signing_key(&self) -> Option<&str> {
        self.options.measuring.signing_key()
    }

    /// Returns true if a signed thinking block is bound to everything before it.
    pub fn binds_thinking(&self) -> bool {
        self.options.measuring.binds(self.dialect())
    }

    /// Returns the number of messages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Returns true if the history is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// Chars of all messages. The measure says how media count.
    #[must_use]
    pub fn chars(&self) -> u64 {
        self.chars_before(self.len())
    }

    /// Chars of the first `index` messages.
    #[must_use]
    pub fn chars_before(&self, index: usize) -> u64 {
        let index = index.min(self.len());
        if index > self.first_read() {
            self.sums[index].chars
        } else {
            0
        }
    }

    /// Estimated tokens of the first `index` messages.
    fn tokens_before(&self, index: usize) -> f64 {
        let index = index.min(self.len());
        if index > self.first_read() {
            self.sums[index].tokens
        } else {
            0.0
        }
    }

    /// Estimated tokens of all messages, rounded up once.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens_between(0, self.len())
    }

    /// Estimated tokens of messages `start..end`, rounded up once.
    #[must_use]
    pub fn tokens_between(&self, start: usize, end: usize) -> u64 {
        self.tokens_unrounded(start, end).ceil() as u64
    }

    /// As [`tokens_between`](Self::tokens_between), but not rounded, so that results can be added.
    pub fn tokens_unrounded(&self, start: usize, end: usize) -> f64 {
        self.tokens_before(end) - self.tokens_before(start.min(end))
    }

    /// Estimated tokens of one message, rounded up.
    #[must_use]
    pub fn message_tokens(&self, index: usize) -> u64 {
        self.tokens_between(index, index + 1)
    }

    /// The number of media in all messages.
    #[must_use]
    pub fn media(&self) -> u64 {
        let read = self.read_messages().iter();
        read.map(|entry| u64::from(entry.media)).sum()
    }

    /// Tokens of the media in all messages.
    #[must_use]
    pub fn media_tokens(&self) -> u64 {
        let read = self.read_messages().iter();
        read.map(|entry| entry.media_tokens).sum()
    }

    /// The messages that the provider reads.
    pub(super) fn read_messages(&self) -> &[MessageEntry] {
        &self.messages[self.first_read()..]
    }

    /// Returns the role of message `index`; `None` if the index is out of range.
    #[must_use]
    pub fn role(&self, index: usize) -> Option<Role> {
        self.messages.get(index).map(|entry| entry.role)
    }

    /// Returns true if message `index` is a user turn: it has the role `user` and contains no tool
    /// result.
    #[must_use]
    pub fn is_user_turn(&self, index: usize) -> bool {
        self.messages
            .get(index)
            .is_some_and(|entry| entry.is_user_turn)
    }

    /// A message that holds one text, in the shape of its neighbours: where the contents of all
    /// messages are lists of parts, its own is one too. Some hosts join messages and fail on a text
    /// among lists; none is known that fails on a text where there are others.
    pub fn text_message(&self, role: Role, text: &str) -> Value {
        self.dialect().shaped_message(self.is_listed(), role, text)
    }

    /// Whether the contents of all messages are lists of parts.
    pub fn is_listed(&self) -> bool {
        let mut listed = self
            .parts
            .iter()
            .filter_map(|part| part.path.is_listed("content"))
            .peekable();
        listed.peek().is_some() && listed.all(|is_listed| is_listed)
    }

    /// Whether a cut before message `index` is safe. It must not separate a call from its result,
    /// must not remove a call that still waits for its result, and must not leave a result at the
    /// start of the kept part.
    #[must_use]
    pub fn is_closed_boundary(&self, index: usize) -> bool {
        self.pairs.is_closed(index, &self.messages) && !self.opens_loop_midway(index)
    }

    /// Returns true if a cut before message `index` would fall inside an open tool loop that began
    /// with a signed thinking block, and the kept messages would not begin with a thinking block.
    /// Providers that sign thinking reject such a list. The open loop is the one since the last
    /// user turn.
    pub fn opens_loop_midway(&self, index: usize) -> bool {
        let begins_with_thought = || {
            self.parts_of(index)
                .first()
                .is_some_and(|part| part.kind == PartKind::Thought)
        };
        // If no call stays, the kept part holds only the final answer of the loop, which is
        // allowed.
        let calls = self.last_call.is_some_and(|call| call >= index);
        // Bound thoughts go behind any cut, wherever it is, so none has to begin the loop.
        calls
            && !self.binds_thinking()
            && self
                .open_thought
                .is_some_and(|thought| index > thought as usize)
            && !begins_with_thought()
    }

    pub fn scale(&self) -> Scale {
        self.scale
    }

    pub fn messages(&self) -> &[MessageEntry] {
        &self.messages
    }

    pub fn parts(&self) -> &[PartEntry] {
        &self.parts
    }

    pub fn parts_of(&self, index: usize) -> &[PartEntry] {
        &self.parts[self.messages[index].parts()]
    }

    /// Returns the index after the last part of a message.
    /// The index of a message's first part; past the end, the number of parts.
    pub fn first_part(&self, index: usize) -> usize {
        self.messages
            .get(index)
            .map_or(self.parts.len(), |entry| entry.first_part as usize)
    }

    /// The indices of the results in a message, among all parts.
    pub fn results_in(&self, index: usize) -> impl Iterator<Item = usize> {
        (self.first_part(index)..self.first_part(index + 1))
            .filter(|part| self.parts[*part].kind == PartKind::ToolResult)
    }

    /// The last message of the model.
    pub fn last_answer(&self) -> Option<usize> {
        let is_answer = |entry: &MessageEntry| entry.role == Role::Assistant;
        self.messages.iter().rposition(is_answer)
    }

    /// The name of a part's tool, made safe to show.
    pub fn tool_label(&self, part: usize) -> String {
        sanitize_label(self.symbol(self.parts[part].name), 80)
    }

    /// The tokens of a part's media and, if it is a result, of the media that follow it.
    pub fn all_media_tokens(&self, part: usize) -> u64 {
        let nested = self.nested_media(part).map(|medium| medium.media_tokens);
        self.parts[part].media_tokens + nested.sum::<u64>()
    }

    /// How many parts the messages from `first` up to `end` hold.
    pub fn parts_between(&self, first: usize, end: usize) -> usize {
        self.first_part(end).saturating_sub(self.first_part(first))
    }

    /// The index of the message that holds part `part`.
    pub fn message_of(&self, part: usize) -> usize {
        self.messages
            .partition_point(|entry| (entry.first_part as usize) <= part)
            - 1
    }

    /// The chars before each message, and of all messages.
    pub fn prefix_chars(&self) -> Vec<u64> {
        (0..=self.len())
            .map(|index| self.chars_before(index))
            .collect()
    }

    pub fn user_turns(&self) -> &[u32] {
        &self.user_turns
    }

    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    pub fn leading_systems(&self) -> usize {
        self.leading_systems
    }

    pub fn last_compaction(&self) -> Option<usize> {
        self.last_compaction
    }

    /// Returns the index of the first message that the provider reads: the last one in which it
    /// compacted the history itself, else 0. Earlier messages have no size, and changing them would
    /// save nothing.
    pub fn first_read(&self) -> usize {
        self.last_compaction.unwrap_or(0)
    }

    /// Whether the provider reads the message that holds part `part`.
    pub fn is_read(&self, part: usize) -> bool {
        !self.is_empty() && part >= self.first_part(self.first_read())
    }

    pub fn symbol(&self, id: u32) -> &str {
        self.symbols.text(id)
    }
}
