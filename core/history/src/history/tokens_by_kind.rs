//! What tokens are spent on, kept as running sums.

use super::{History, PartEntry, PartKind};
use crate::read::message::Role;

/// Tokens by what they are spent on, not rounded.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Spent {
    pub system: f64,
    pub user: f64,
    pub assistant: f64,
    pub reasoning: f64,
    pub tool_calls: f64,
    pub tool_results: f64,
    pub media: f64,
    pub other: f64,
    pub summary: f64,
}

impl Spent {
    /// Adds one message. `overhead` is the tokens of a message in addition to those of its parts.
    pub fn add(&mut self, role: Role, parts: &[PartEntry], overhead: u64) {
        self.other += overhead as f64;
        for part in parts {
            // A medium in a thought stays as long as the thought does.
            *match part.kind {
                PartKind::Thought => &mut self.reasoning,
                _ => &mut self.media,
            } += part.media_tokens as f64;
            self.summary += part.summary_tokens;
            *self.slot(part.kind, role) += part.tokens - part.summary_tokens;
        }
    }

    fn slot(&mut self, kind: PartKind, role: Role) -> &mut f64 {
        match (kind, role) {
            (PartKind::Text, Role::System) => &mut self.system,
            (PartKind::Text, Role::User) => &mut self.user,
            (PartKind::Text, Role::Assistant) => &mut self.assistant,
            (PartKind::Thought, _) => &mut self.reasoning,
            (PartKind::ToolCall, _) => &mut self.tool_calls,
            (PartKind::ToolResult, _) => &mut self.tool_results,
            (PartKind::Media | PartKind::NestedMedia, _) => &mut self.media,
            (PartKind::Text | PartKind::Opaque, _) => &mut self.other,
        }
    }
}

impl History {
    /// What messages `start..end` are spent on. From the start of what the provider reads it is
    /// a look-up, else a sum.
    pub fn spent(&self, start: usize, end: usize) -> Spent {
        let end = end.min(self.len());
        if end <= self.first_read() {
            return Spent::default();
        }
        if start <= self.first_read() {
            return self.sums[end].spent;
        }
        let mut spent = Spent::default();
        for index in start..end {
            spent.add(
                self.messages[index].role,
                self.parts_of(index),
                self.options.measuring.message_overhead_tokens,
            );
        }
        spent
    }
}
