//! Results that may be cleared one day, with running sums: what clearing some of them would free is
//! then a look-up.

use super::{History, PartKind};

/// What is taken for a placeholder, in tokens. Chosen here: most take 15 to 35.
const PLACEHOLDER_TOKENS: f64 = 30.0;
/// Sums are integers, in millionths of a token, so that appending and reading again yield equal
/// sums.
const MICROS: f64 = 1_000_000.0;

/// A tool result that is neither an error nor already cleared, is of a tool that may be cleared,
/// and takes more tokens than a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clearable {
    pub part: u32,
    pub message: u32,
    /// What those before it free, and what they free with it.
    before: u64,
    after: u64,
}

/// What some results that follow each other free together, in tokens.
pub fn freed_tokens(results: &[Clearable]) -> f64 {
    let micros = results
        .first()
        .zip(results.last())
        .map_or(0, |(first, last)| last.after - first.before);
    micros as f64 / MICROS
}

impl History {
    /// All results that may be cleared one day, in order, of what the provider reads.
    pub fn clearable(&self) -> &[Clearable] {
        let unread = self.first_read();
        let first = self
            .clearable
            .partition_point(|result| (result.message as usize) < unread);
        &self.clearable[first..]
    }

    /// Whether the options let results of this tool be cleared.
    pub fn may_clear(&self, tool: &str) -> bool {
        let clearing = &self.options.clearing;
        let is_in = |tools: &Vec<String>| tools.iter().any(|name| name == tool);
        clearing.tools.as_ref().is_none_or(is_in)
            && !clearing.exclude_tools.as_ref().is_some_and(is_in)
    }

    /// Takes in the results of a message that was just read and paired.
    pub(super) fn note_clearable(&mut self, index: usize) {
        for part in self.messages[index].parts() {
            let entry = &self.parts[part];
            if entry.kind != PartKind::ToolResult
                || entry.is_error
                || entry.is_cleared
                || !self.may_clear(self.symbol(entry.name))
            {
                continue;
            }
            let freed = entry.tokens + self.all_media_tokens(part) as f64 - PLACEHOLDER_TOKENS;
            if freed > 0.0 {
                let before = self.clearable.last().map_or(0, |last| last.after);
                let after = before + (freed * MICROS).round() as u64;
                self.clearable.push(Clearable {
                    part: part as u32,
                    message: index as u32,
                    before,
                    after,
                });
            }
        }
    }

    /// Forgets the results in messages at index `length` or later.
    pub(super) fn forget_clearable(&mut self, length: usize) {
        let stay = self
            .clearable
            .partition_point(|result| (result.message as usize) < length);
        self.clearable.truncate(stay);
    }
}
