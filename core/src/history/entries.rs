//! The lines of the ledger: one a message, one a part.

use crate::host::path::Path;
use crate::read::message::Role;

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
}
