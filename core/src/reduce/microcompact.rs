//! `microcompact`: old tool results and media are cleared, the newest of each kind kept. Source: Q-60..Q-67.
//!
//! Three kinds, each with its own `keep_results`: results of clearable tools, media nested in other tools' results, and
//! media in user messages. Beyond the source: results that the model has not read yet (after its last message) are never
//! cleared, errors are kept, and nothing is replaced by something longer.

use super::saving::Saving;
use crate::config::PlaceholderStyle;
use crate::history::{History, PartEntry, PartKind};
use crate::read::media::{sanitize_label, sanitize_mime};
use crate::read::message::Role;
use crate::reduce::plan::{nested_media, Edit, EditAction, EditReason};
use serde::Serialize;

/// When the conversation was last active, as the host knows it.
///
/// ```
/// use conspectus::Activity;
///
/// let idle_for_an_hour = Activity { now_ms: Some(3_600_000.0), last_activity_ms: Some(0.0), force: false };
/// assert!(!idle_for_an_hour.force);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Activity {
    /// Now, in milliseconds of the host's clock.
    pub now_ms: Option<f64>,
    /// The last activity, by the same clock.
    pub last_activity_ms: Option<f64>,
    /// Clear regardless of time and size.
    pub force: bool,
}

/// What set it off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ClearTrigger {
    /// Nothing did.
    None,
    /// The idle time.
    Idle,
    /// The size of all results.
    Size,
    /// The host.
    Force,
}

/// What was cleared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MicrocompactReport {
    /// What set it off.
    pub trigger: ClearTrigger,
    /// Results cleared.
    pub tool_results: u64,
    /// Results whose nested media were dropped.
    pub nested_media: u64,
    /// Top-level media cleared.
    pub media: u64,
    /// Estimated tokens saved.
    pub tokens_saved: u64,
    /// Key arguments (paths, commands) of the results cleared, in order, without repeats: what a read cache must forget.
    pub cleared: Vec<String>,
    /// Results cleared whose call named nothing.
    pub cleared_unnamed: u64,
}

/// The kinds, in the order of Q-61.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tool,
    NestedMedia,
    Media,
}

/// Edits that clear what is old, and what they come to.
///
/// ```
/// use conspectus::{lower, microcompact, Activity, Config, History};
/// use serde_json::json;
///
/// let mut messages = vec![json!({ "role": "user", "content": "Read all files." })];
/// for file in 0..9 {
///     let call = json!({ "id": format!("c{file}"), "type": "function", "function": { "name": "read_file", "arguments": "{}" } });
///     messages.push(json!({ "role": "assistant", "content": null, "tool_calls": [call] }));
///     messages.push(json!({ "role": "tool", "tool_call_id": format!("c{file}"), "content": "line\n".repeat(400) }));
/// }
/// messages.push(json!({ "role": "assistant", "content": "Done." }));
/// let history = History::of(Config::default(), &messages)?;
/// let (edits, report) = microcompact(&history, Activity { force: true, ..Activity::default() });
/// assert_eq!(report.tool_results, 4);
/// let shorter = lower(&history, &edits, &messages).apply_to(&messages)?;
/// assert_eq!(shorter.len(), messages.len());
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn microcompact(history: &History, activity: Activity) -> (Vec<Edit>, MicrocompactReport) {
    let trigger = trigger(history, activity);
    let mut report =
        MicrocompactReport { trigger, tool_results: 0, nested_media: 0, media: 0, tokens_saved: 0, cleared: Vec::new(), cleared_unnamed: 0 };
    let mut edits = Vec::new();
    if trigger == ClearTrigger::None {
        return (edits, report);
    }
    let candidates = candidates(history);
    let reason = match trigger {
        ClearTrigger::Idle => EditReason::Idle,
        ClearTrigger::Size => EditReason::Size,
        ClearTrigger::Force | ClearTrigger::None => EditReason::Forced,
    };
    let mut size = SizeGoal::of(history, &candidates, trigger);
    for kind in [Kind::Tool, Kind::NestedMedia, Kind::Media] {
        let of_kind: Vec<usize> = candidates.iter().filter(|(found, _)| *found == kind).map(|(_, part)| *part).collect();
        let old = of_kind.len().saturating_sub(history.config().keep_results as usize);
        for part in &of_kind[..old] {
            if size.reached() {
                break;
            }
            if let Some(edit) = edit(history, kind, *part, reason) {
                // A cleared result no longer counts; media never did.
                size.freed(if kind == Kind::Tool { history.parts()[*part].output_chars } else { 0 });
                report.count(kind, &edit);
                edits.push(edit);
            }
        }
    }
    edits.sort_by_key(|edit| edit.part);
    (edits, report)
}

fn trigger(history: &History, activity: Activity) -> ClearTrigger {
    let config = history.config();
    if activity.force {
        return ClearTrigger::Force;
    }
    if config.idle_minutes < 0.0 {
        return ClearTrigger::None;
    }
    if let (Some(now), Some(last)) = (activity.now_ms, activity.last_activity_ms) {
        // NaN compares false: unlike the source (B-20), a broken time never clears.
        if now - last >= config.idle_minutes * 60_000.0 {
            return ClearTrigger::Idle;
        }
    }
    let clearable: u64 =
        candidates(history).iter().filter(|(kind, _)| *kind == Kind::Tool).map(|(_, part)| history.parts()[*part].output_chars).sum();
    if config.max_result_chars > 0 && clearable > config.max_result_chars {
        return ClearTrigger::Size;
    }
    ClearTrigger::None
}

/// The size trigger clears oldest first until half its limit is left (Q-66); the others clear all that is old.
struct SizeGoal {
    left: Option<u64>,
    goal: u64,
}

impl SizeGoal {
    fn of(history: &History, candidates: &[(Kind, usize)], trigger: ClearTrigger) -> Self {
        let total = candidates.iter().filter(|(kind, _)| *kind == Kind::Tool).map(|(_, part)| history.parts()[*part].output_chars).sum();
        Self { left: (trigger == ClearTrigger::Size).then_some(total), goal: history.config().max_result_chars / 2 }
    }

    fn reached(&self) -> bool {
        self.left.is_some_and(|left| left <= self.goal)
    }

    fn freed(&mut self, chars: u64) {
        self.left = self.left.map(|left| left.saturating_sub(chars));
    }
}

/// Everything that may be cleared, in order: read by the model, not an error, and holding something.
fn candidates(history: &History) -> Vec<(Kind, usize)> {
    let Some(last_read) = history.messages().iter().rposition(|entry| entry.role == Role::Assistant) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, entry) in history.messages()[..last_read].iter().enumerate() {
        let first = entry.first_part as usize;
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            let has_media = || nested_media(history, first + offset).next().is_some();
            match part.kind {
                PartKind::ToolResult if part.is_error || part.is_cleared => {}
                PartKind::ToolResult if clearable(history, part) && (part.output_chars > 0 || has_media()) => {
                    found.push((Kind::Tool, first + offset))
                }
                PartKind::ToolResult if has_media() => found.push((Kind::NestedMedia, first + offset)),
                PartKind::Media if entry.role == Role::User => found.push((Kind::Media, first + offset)),
                _ => {}
            }
        }
    }
    // A cleared result is as short as its placeholder: it no longer takes one of the places that are kept (Q-64).
    found.retain(|(kind, part)| *kind != Kind::Tool || shrinks(history, *part));
    found
}

/// By the history's own yardstick: qwen-code sizes a result by its output string, so one that has none never shrinks (Q-65).
fn shrinks(history: &History, part: usize) -> bool {
    Saving::of_clearing(history, part, &result_placeholder(history, &history.parts()[part])).is_gain()
}

fn clearable(history: &History, part: &PartEntry) -> bool {
    history.config().clearable_tools.as_ref().is_none_or(|tools| tools.iter().any(|tool| tool == history.symbol(part.name)))
}

fn edit(history: &History, kind: Kind, part: usize, reason: EditReason) -> Option<Edit> {
    let entry = &history.parts()[part];
    let (action, text, saving) = match kind {
        Kind::Tool => {
            let text = result_placeholder(history, entry);
            let saving = Saving::of_clearing(history, part, &text);
            (EditAction::ClearResult, text, saving)
        }
        Kind::NestedMedia => {
            let kept: Vec<String> = nested_media(history, part)
                .filter(|medium| medium.in_output)
                .map(|medium| crate::read::media::placeholder(Some(history.symbol(medium.name))))
                .collect();
            let (count, tokens) = (nested_media(history, part).count(), nested_media(history, part).map(|medium| medium.media_tokens).sum());
            (EditAction::DropNestedMedia, String::new(), Saving::of_media(history, count as u32, tokens, &kept.concat()))
        }
        Kind::Media => {
            let mime = sanitize_mime(history.symbol(entry.name));
            let mime = if mime.is_empty() { "application/octet-stream" } else { &mime };
            let text = format!("[Old inline media cleared: {mime}]");
            let saving = Saving::of_media(history, 1, entry.media_tokens, &text);
            (EditAction::ReplaceMedia, text, saving)
        }
    };
    let tool = sanitize_label(history.symbol(if kind == Kind::Media { 0 } else { entry.name }), 80);
    saving.is_gain().then(|| saving.edit(history, part, action, reason, text, tool))
}

pub(crate) fn result_placeholder(history: &History, entry: &PartEntry) -> String {
    match history.config().placeholder {
        // Seed document of gencode, layer 1.
        PlaceholderStyle::Short => "[Old tool result cleared]".to_owned(),
        // Q-63.
        PlaceholderStyle::Plain => "[Old tool result content cleared]".to_owned(),
        PlaceholderStyle::Informative => {
            let tool = sanitize_label(history.symbol(entry.name), 80);
            let mut what = if tool.is_empty() { "tool".to_owned() } else { tool };
            let detail = history.symbol(entry.detail);
            if !detail.is_empty() {
                what.push(' ');
                what.push_str(detail);
            }
            format!("[Old tool result cleared: {what}, {} chars]", entry.output_chars)
        }
    }
}

impl MicrocompactReport {
    fn count(&mut self, kind: Kind, edit: &Edit) {
        match kind {
            Kind::Tool => self.tool_results += 1,
            Kind::NestedMedia => self.nested_media += 1,
            Kind::Media => self.media += 1,
        }
        self.tokens_saved += edit.tokens_saved;
        if kind == Kind::Tool {
            if edit.detail.is_empty() {
                self.cleared_unnamed += 1;
            } else if !self.cleared.contains(&edit.detail) {
                self.cleared.push(edit.detail.clone());
            }
        }
    }
}
