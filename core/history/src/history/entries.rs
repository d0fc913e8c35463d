//! The entries of a history: one for each message and one for each part.

use crate::host::path::Path;
use crate::read::message::Role;
use std::ops::Range;

/// The kind of a part, as a history stores it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartKind {
    /// A text that the model reads.
    Text,
    /// Reasoning of the model.
    Thought,
    /// A medium that is a part of the message itself.
    Media,
    /// A media item inside a tool result, or attached to one.
    NestedMedia,
    /// A request to run a tool.
    ToolCall,
    /// The answer to a tool call.
    ToolResult,
    /// A part of an unknown type.
    #[default]
    Opaque,
}

/// The entry for one part.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PartEntry {
    pub kind: PartKind,
    /// For nested media: true inside the output of its result, false if attached next to the
    /// output.
    pub in_output: bool,
    pub beside_text: bool,
    /// Whether this is a medium that the model made while it thought.
    pub is_thought: bool,
    pub is_error: bool,
    /// Whether this is a result whose output is a placeholder that this crate wrote.
    pub is_cleared: bool,
    /// Whether its shape is unknown, or it contains values that are not plain data or nested too
    /// deeply.
    pub is_unread: bool,
    /// Whether this is a text that a host put into a message of the user.
    pub is_attached: bool,
    pub signed: bool,
    pub path: Path,
    /// Chars of the content, without media.
    pub chars: u64,
    /// Estimated tokens of the content, without media.
    pub tokens: f64,
    /// The share of `tokens` in a user or system text that is a summary written by conspectus.
    pub summary_tokens: f64,
    /// How many media this entry counts.
    pub media: u32,
    /// Tokens of these media.
    pub media_tokens: u64,
    /// Chars of a result's output (which clearing would remove), or of a call's arguments.
    pub output_chars: u64,
    /// The tool's name or the MIME type, as a number for [`History::symbol`](crate::history::History::symbol).
    pub name: u32,
    /// The key argument of a call, as a number for [`History::symbol`](crate::history::History::symbol).
    pub detail: u32,
    /// Hash of the call id; 0 without an id.
    pub id: u64,
    /// Index of the part that is the other half of the pair of call and result.
    pub partner: Option<u32>,
}

impl MessageEntry {
    /// The indices of its parts.
    pub fn parts(&self) -> Range<usize> {
        self.first_part as usize..(self.first_part + self.part_count) as usize
    }
}

impl PartEntry {
    /// Whether this is a thinking block with a provider's signature.
    pub fn is_signed_thought(&self) -> bool {
        self.kind == PartKind::Thought && self.signed
    }

    /// The provider does not read the part.
    pub fn weigh_nothing(&mut self) {
        (self.chars, self.tokens, self.summary_tokens) = (0, 0.0, 0.0);
        (self.media, self.media_tokens) = (0, 0);
    }
}

/// The entry for one message.
#[derive(Debug, Clone, Copy)]
pub struct MessageEntry {
    pub role: Role,
    pub first_part: u32,
    pub part_count: u32,
    /// The number of symbols that were stored before this message was read.
    pub symbols_before: u32,
    pub chars: u64,
    pub tokens: f64,
    pub media: u32,
    pub media_tokens: u64,
    pub has_call: bool,
    pub has_result: bool,
    pub is_user_turn: bool,
    /// Whether the message contains an item in which the provider itself compacted everything
    /// before it.
    pub is_compaction: bool,
    /// Whether the message belongs to the same answer as the message before it. Only in dialects
    /// that join consecutive messages.
    pub continues_answer: bool,
    /// Whether it also must not be separated from the message before it: that one holds reasoning,
    /// or both hold calls of one batch.
    pub joins_previous: bool,
    /// Whether the answer holds reasoning in this message or before it.
    pub reasoned: bool,
}
