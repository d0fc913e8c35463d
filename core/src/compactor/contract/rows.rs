//! What happened to each message in a run, as rows that are built on demand.

use super::result::RunResult;
use super::turn::is_within;
use super::words::Status;
use crate::check::repair::call_id;
use crate::check::validate::parts_of;
use crate::history::PartKind;
use crate::read::message::{Body, Part};
use crate::shape::{shapes, words};
use crate::{
    Config, ConfiguredHistory, Dialect, EditAction, EditReason, Item, Patch, Result, Role,
};
use serde_json::Value;

words! {
    /// What happened to a message.
    pub enum RowAction {
        /// It's unchanged.
        Kept => "kept",
        /// A summary replaced it.
        Summarized => "summarized",
        /// A tool result, media item or written text became a placeholder.
        Cleared => "cleared",
        /// A tool result keeps its start and end.
        Truncated => "truncated",
        /// A tool result is shorter, without loss.
        Condensed => "condensed",
        /// It was repaired.
        Repaired => "repaired",
    }
}

shapes! {
    /// What happened to one message.
    pub struct ResultRow {
        /// Index of the message before the run.
        pub index: usize,
        /// The message's role.
        pub role: Role,
        /// The tools it calls, or whose results it contains; may be empty.
        pub tool: String,
        /// The ids of its calls and results.
        pub call_ids: Vec<String>,
        /// Tokens before the run.
        pub tokens_before: u64,
        /// Tokens after the run; 0 if removed.
        pub tokens_after: u64,
        /// What happened to the message.
        pub action: RowAction,
        /// The reason as a sentence; empty if unchanged.
        pub reason: String,
    }
}

/// Why a repair moved or dropped a message in a run that does more.
const MOVED: &str = "the result was moved to its call";
const DROPPED: &str = "the message was dropped: the provider would reject it";

impl RunResult {
    /// Returns a row for each message of the list before the run. `messages` is that list, and
    /// `patch` the patch of the run, if it was applied.
    ///
    /// # Errors
    /// As [`History::extend`](crate::History::extend), and `InvalidPatch` if the patch does not fit.
    pub fn rows(&self, messages: &Item<'_>, patch: &Patch) -> Result<Vec<ResultRow>> {
        let config = self.config.clone().with_dialect(Some(self.report.dialect));
        let newest = config.newest_results();
        let before = ConfiguredHistory::of(config.clone(), messages)?;
        // Edits alone first: splices move the others.
        let edited = Patch {
            ops: patch.ops.clone(),
            ..Patch::default()
        };
        let edited = edited.messages(messages)?;
        let list = Item::from(&edited);
        let after = ConfiguredHistory::of(config.clone(), list)?;
        let moved_to = |index: usize| moved(patch, self.report.dialect, &list.at(index)?);
        let tokens_of = |message: &Value| {
            let history = ConfiguredHistory::of(config.clone(), std::slice::from_ref(message));
            history.map_or(0, |history| history.message_tokens(0))
        };
        let action = |index: usize| {
            let edits = self.edits.iter().filter(|edit| edit.message == index);
            let mut splices = patch.splices.iter();
            let is_spliced =
                splices.any(|it| (it.start..it.start + it.delete_count).contains(&index));
            let moved = is_spliced.then(|| moved_to(index)).flatten();
            let is_gone = is_spliced && moved.is_none();
            let tokens = match moved {
                Some(message) => tokens_of(message),
                None if is_gone => 0,
                None => after.message_tokens(index),
            };
            let mut own = edits.clone();
            if is_gone && !own.any(|edit| edit.action == EditAction::DropThinking) {
                match self.status {
                    Status::Summarized => (RowAction::Summarized, self.reason.clone(), 0),
                    Status::Repaired => (RowAction::Repaired, self.reason.clone(), 0),
                    _ => (RowAction::Repaired, DROPPED.to_owned(), 0),
                }
            } else if let Some(edit) = edits.max_by_key(|edit| edit.tokens_saved) {
                let why = super::plan::why(edit.reason, newest);
                (RowAction::of(edit.action), why, tokens)
            } else if is_spliced {
                (RowAction::Repaired, MOVED.to_owned(), tokens)
            } else if before.message_tokens(index) != tokens {
                (RowAction::Repaired, self.reason.clone(), tokens)
            } else {
                (RowAction::Kept, String::new(), tokens)
            }
        };
        let edits = self.edits.iter();
        let changed: Vec<Place<'_>> = edits.map(|it| (it.message, it.path.as_str())).collect();
        rows(&before, messages, &changed, action)
    }
}

impl RowAction {
    fn of(action: EditAction) -> Self {
        match action {
            EditAction::CutResult => Self::Truncated,
            EditAction::ShortenResult => Self::Condensed,
            _ => Self::Cleared,
        }
    }
}

/// Returns the message with the tool results of `message` that a splice inserts: they were moved.
/// `None` if it has no results, or if no splice does.
pub fn moved<'p>(patch: &'p Patch, dialect: Dialect, message: &Item<'_>) -> Option<&'p Value> {
    let results = |message: &Item<'_>| -> Vec<String> {
        let parts = parts_of(dialect, message).unwrap_or_default();
        let is_result = |part: &&Part<'_>| matches!(part.body, Body::ToolResult { .. });
        let results = parts.iter().filter(is_result);
        results.filter_map(call_id).collect()
    };
    let own = results(message);
    let mut inserted = patch.splices.iter().flat_map(|splice| &splice.insert);
    inserted.find(|it| !own.is_empty() && results(&Item::from(*it)) == own)
}

/// A message, and the pointer of a part in it.
type Place<'a> = (usize, &'a str);

/// Builds a row for each message. `action` returns its action, the reason, and its tokens
/// afterwards. `changed` lists the parts that change.
fn rows<'v>(
    history: &ConfiguredHistory,
    messages: &Item<'v>,
    changed: &[Place<'_>],
    action: impl Fn(usize) -> (RowAction, String, u64),
) -> Result<Vec<ResultRow>> {
    let row = |index: usize| {
        let (action, why, tokens_after) = action(index);
        let mut tools: Vec<&str> = Vec::new();
        for part in history.parts_of(index) {
            let name = history.symbol(part.name);
            let is_tool = matches!(part.kind, PartKind::ToolCall | PartKind::ToolResult);
            if is_tool && !name.is_empty() && !tools.contains(&name) {
                tools.push(name);
            }
        }
        let mut call_ids = Vec::new();
        if let Some(message) = messages.at(index).filter(|_| !tools.is_empty()) {
            let is_whole = matches!(
                action,
                RowAction::Kept | RowAction::Summarized | RowAction::Repaired
            );
            let parts = parts_of(history.dialect(), &message)?;
            let changes = |part: &Part<'_>| {
                let path = part.path.to_string();
                let mut own = changed.iter().filter(|(message, _)| *message == index);
                own.any(|(_, place)| is_within(place, &path))
            };
            let listed = parts.iter().filter(|part| is_whole || changes(part));
            call_ids.extend(listed.filter_map(call_id));
        }
        Ok(ResultRow {
            index,
            role: history.role(index).unwrap_or(Role::Other),
            tool: tools.join(", "),
            call_ids,
            tokens_before: history.message_tokens(index),
            tokens_after,
            action,
            reason: why,
        })
    };
    (0..history.len()).map(row).collect()
}

/// Returns a row for each message of a list, with the action that a plan, passed as data, has for
/// it.
///
/// # Errors
/// As [`History::extend`](crate::History::extend).
pub fn plan_rows(config: Config, messages: &Item<'_>, plan: &Value) -> Result<Vec<ResultRow>> {
    let newest = config.newest_results();
    let history = ConfiguredHistory::of(config, messages)?;
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let edits = plan["edits"].as_array().map_or(&[][..], Vec::as_slice);
    let reason = plan["reason"].as_str().unwrap_or_default();
    let summary = &plan["summary"];
    let span = number(&summary["start"])..number(&summary["end"]);
    let stays: Vec<u64> = summary["pinned"]
        .as_array()
        .into_iter()
        .flatten()
        .map(number)
        .collect();
    let action = |index: usize| {
        let (place, tokens) = (index as u64, history.message_tokens(index));
        if span.contains(&place) && !stays.contains(&place) {
            return (RowAction::Summarized, reason.to_owned(), 0);
        }
        let edits = edits
            .iter()
            .filter(|edit| number(&edit["message"]) == place);
        let saved: u64 = edits
            .clone()
            .map(|edit| number(&edit["tokens_saved"]))
            .sum();
        let Some(edit) = edits.max_by_key(|edit| number(&edit["tokens_saved"])) else {
            return (RowAction::Kept, String::new(), tokens);
        };
        let action = EditAction::ALL
            .into_iter()
            .find(|it| edit["action"] == it.name());
        let why = EditReason::ALL
            .into_iter()
            .find(|it| edit["reason"] == it.name());
        let why = why.map(|why| super::plan::why(why, newest));
        (
            action.map_or(RowAction::Cleared, RowAction::of),
            why.unwrap_or_default(),
            tokens.saturating_sub(saved),
        )
    };
    let changed: Vec<Place<'_>> = edits
        .iter()
        .map(|edit| {
            (
                number(&edit["message"]) as usize,
                edit["path"].as_str().unwrap_or_default(),
            )
        })
        .collect();
    rows(&history, messages, &changed, action)
}
