//! What became of each message in a run, as rows: made when they are asked for.

use super::result::RunResult;
use super::words::Status;
use crate::config::Config;
use crate::error::Result;
use crate::history::{History, PartKind};
use crate::host::patch::Patch;
use crate::host::view::{Mixed, View};
use crate::read::message::Role;
use crate::reduce::plan::{Edit, EditAction};
use crate::shape::{shapes, words};

words! {
    /// What became of a message.
    pub enum Fate {
        /// It stays as it was.
        Kept => "kept",
        /// A summary stands for it.
        Summarized => "summarized",
        /// A tool result, a medium or a written text in it became a line.
        Cleared => "cleared",
        /// A tool result in it kept its ends.
        Clipped => "clipped",
        /// A tool result in it was written shorter, and nothing of it is lost.
        Condensed => "condensed",
        /// The history was repaired here.
        Repaired => "repaired",
    }
}

shapes! {
    /// What became of one message.
    pub struct ResultRow {
        /// Index of the message in the list before the run.
        pub index: usize,
        /// Its role.
        pub role: Role,
        /// The tools that it calls, or whose results it holds; empty if there are none.
        pub tool: String,
        /// Its tokens before the run.
        pub tokens_before: u64,
        /// Its tokens after the run; 0 if it is gone.
        pub tokens_after: u64,
        /// What became of it.
        pub fate: Fate,
        /// Why, as a sentence; empty if it stays as it was.
        pub why: String,
    }
}

impl RunResult {
    /// A row for each message of the list before the run. `messages` is that list, and `patch` what
    /// the run handed over, if it was applied.
    ///
    /// # Errors
    /// As [`History::extend`], and `InvalidPatch` if the patch does not fit.
    pub fn rows<V: View>(&self, messages: &V, patch: &Patch) -> Result<Vec<ResultRow>> {
        let config = Config {
            dialect: Some(self.report.dialect),
            ..self.config.clone()
        };
        let before = History::of(config.clone(), messages)?;
        // Edits alone first: splices move the others.
        let edited = Patch {
            ops: patch.ops.clone(),
            splices: Vec::new(),
        };
        let edited = edited.messages(messages)?;
        let after = History::of(config, &Mixed::List(&edited))?;
        let is_gone = |index: usize| {
            patch
                .splices
                .iter()
                .any(|splice| (splice.start..splice.start + splice.delete_count).contains(&index))
        };
        let row = |index: usize| {
            let edits = self.edits.iter().filter(|edit| edit.message == index);
            let (mut fate, mut why) = (Fate::Kept, String::new());
            let drops = |edit: &Edit| edit.action == EditAction::DropThinking;
            if is_gone(index) && !edits.clone().any(drops) {
                fate = if self.status == Status::Repaired {
                    Fate::Repaired
                } else {
                    Fate::Summarized
                };
                why.clone_from(&self.reason);
            } else if let Some(edit) = edits.max_by_key(|edit| edit.tokens_saved) {
                fate = match edit.action {
                    EditAction::CutResult => Fate::Clipped,
                    EditAction::ShortenResult => Fate::Condensed,
                    _ => Fate::Cleared,
                };
                why = super::explain::why(edit.reason).to_owned();
            } else if before.message_tokens(index) != after.message_tokens(index) {
                (fate, why) = (Fate::Repaired, self.reason.clone());
            }
            let mut tools: Vec<&str> = Vec::new();
            for part in before.parts_of(index) {
                let name = before.symbol(part.name);
                let is_tool = matches!(part.kind, PartKind::ToolCall | PartKind::ToolResult);
                if is_tool && !name.is_empty() && !tools.contains(&name) {
                    tools.push(name);
                }
            }
            ResultRow {
                index,
                role: before.role(index).unwrap_or(Role::Other),
                tool: tools.join(", "),
                tokens_before: before.message_tokens(index),
                tokens_after: if fate == Fate::Summarized || is_gone(index) {
                    0
                } else {
                    after.message_tokens(index)
                },
                fate,
                why,
            }
        };
        Ok((0..before.len()).map(row).collect())
    }
}
