//! `microcompact`: old tool results and media are cleared, and the newest of each kind are kept.
//! Source: qwen-code's microcompaction.
//!
//! There are three kinds: results of tools that may be cleared, media inside the results of other
//! tools, and media in messages of the user. Of each kind the newest `keep_tool_results` are kept. Other
//! than in qwen-code:
//!
//! - results after the model's last message are never cleared, since the model has not read them
//!   yet;
//! - results that are errors are kept;
//! - nothing is replaced by something longer.

use super::saving::Saving;
use crate::history::{History, PartKind};
use crate::read::media::{placeholder, sanitize_mime};
use crate::read::message::Role;
use crate::reduce::placeholder::result_placeholder;
use crate::reduce::plan::{Edit, EditAction, EditReason, in_order};
use crate::shape::{shapes, words};
use std::collections::BTreeSet;

/// The start of the text that replaces a cleared image or file. Source: qwen-code.
pub const MEDIA_CLEARED: &str = "[Old inline media cleared: ";

/// When the conversation was last active, by the host's clock. Without both times, only the size of
/// the results and `force` count.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Activity {
    /// The time now, in milliseconds of the host's clock.
    pub now_ms: Option<f64>,
    /// The time of the last activity, in milliseconds of the same clock.
    pub last_activity_ms: Option<f64>,
    /// Whether to clear regardless of time and size.
    pub force: bool,
}

words! {
    /// Why content was cleared.
    pub enum ClearTrigger {
        /// Nothing is cleared.
        None => "none",
        /// The conversation was idle for `idle_minutes`.
        Idle => "idle",
        /// The results exceed `max_result_chars`.
        Size => "size",
        /// Your application forced it.
        Force => "force",
    }
}

shapes! {
    /// Counts of cleared content.
    pub struct MicrocompactReport as "ClearDetails": Eq {
        /// Why content was cleared.
        pub trigger: ClearTrigger,
        /// Cleared results.
        pub tool_results: u64,
        /// Results that lost their media and kept their text.
        pub nested_media: u64,
        /// Cleared media in user messages.
        pub media: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
        /// Paths or commands of cleared results. Remove them from your cache of read files.
        pub cleared: Vec<String>,
        /// Cleared results of calls without a path or command.
        pub cleared_unnamed: u64,
    }
}

/// The three kinds, in the order in which they are cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClearKind {
    Tool,
    NestedMedia,
    Media,
}

/// Something that may be cleared.
struct ClearCandidate {
    kind: ClearKind,
    part: usize,
    /// What a result of a tool becomes, and what that saves.
    cleared: Option<(String, Saving)>,
}

/// Returns the edits that clear old results and media, and a report. Without an idle time, a size
/// or an explicit request that triggers clearing, the edits are empty.
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
/// let history = History::of(Config::builder().keep_tool_results(5).build()?, &messages)?;
/// let (edits, report) = microcompact(&history, Activity { force: true, ..Activity::default() });
/// assert_eq!(report.tool_results, 4);
/// let shorter = lower(&history, &edits, &messages).apply_to(&messages)?;
/// assert_eq!(shorter.len(), messages.len());
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn microcompact(history: &History, activity: Activity) -> (Vec<Edit>, MicrocompactReport) {
    clear_but(history, activity, history.options().clearing.keep_results)
}

/// Like [`microcompact`], but keeps the `newest` results of each kind.
pub fn clear_but(
    history: &History,
    activity: Activity,
    newest: u64,
) -> (Vec<Edit>, MicrocompactReport) {
    let candidates = candidates(history);
    // Chars of the results of tools.
    let chars = |candidate: &ClearCandidate| match candidate.kind {
        ClearKind::Tool => history.parts()[candidate.part].output_chars,
        _ => 0,
    };
    let mut left: u64 = candidates.iter().map(chars).sum();
    let trigger = trigger(history, activity, left);
    let mut report = MicrocompactReport {
        trigger,
        tool_results: 0,
        nested_media: 0,
        media: 0,
        tokens_saved: 0,
        cleared: Vec::new(),
        cleared_unnamed: 0,
    };
    let mut edits = Vec::new();
    let reason = match trigger {
        ClearTrigger::None => return (edits, report),
        ClearTrigger::Idle => EditReason::Idle,
        ClearTrigger::Size => EditReason::Size,
        ClearTrigger::Force => EditReason::Forced,
    };
    // If size is the trigger, the oldest results are cleared until half of the limit is left;
    // otherwise all old ones are cleared. The limit counts results of clearable tools only.
    let goal = history.options().clearing.max_result_chars / 2;
    let newest = usize::try_from(newest).unwrap_or(usize::MAX);
    let mut named = BTreeSet::new();
    for kind in [ClearKind::Tool, ClearKind::NestedMedia, ClearKind::Media] {
        let of_kind: Vec<&ClearCandidate> = candidates
            .iter()
            .filter(|candidate| candidate.kind == kind)
            .collect();
        let old = of_kind.len().saturating_sub(newest);
        for candidate in &of_kind[..old] {
            if trigger == ClearTrigger::Size && left <= goal {
                break;
            }
            let part = candidate.part;
            let found = match &candidate.cleared {
                Some((text, saving)) => {
                    let action = EditAction::ClearResult;
                    Some(saving.edit(history, part, action, reason, text.clone()))
                }
                None => media_edit(history, part, reason),
            };
            if let Some(edit) = found {
                left = left.saturating_sub(chars(candidate));
                report.count(kind, &edit, &mut named);
                edits.push(edit);
            }
        }
    }
    in_order(&mut edits);
    (edits, report)
}

fn trigger(history: &History, activity: Activity, clearable: u64) -> ClearTrigger {
    let clearing = &history.options().clearing;
    if activity.force {
        return ClearTrigger::Force;
    }
    if clearing.idle_minutes < 0.0 {
        return ClearTrigger::None;
    }
    if let (Some(now), Some(last)) = (activity.now_ms, activity.last_activity_ms) {
        // A comparison with NaN is false, so a broken time never clears anything.
        if now - last >= clearing.idle_minutes * 60_000.0 {
            return ClearTrigger::Idle;
        }
    }
    if clearing.max_result_chars > 0 && clearable > clearing.max_result_chars {
        return ClearTrigger::Size;
    }
    ClearTrigger::None
}

/// Returns everything that may be cleared, in order: content that the model has read, without
/// errors and empty results.
fn candidates(history: &History) -> Vec<ClearCandidate> {
    let Some(last_read) = history.last_answer() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let read = history.messages()[..last_read].iter().enumerate();
    for (index, entry) in read.skip(history.first_read()) {
        let first = history.first_part(index);
        for (part, entry_of_part) in (first..).zip(history.parts_of(index)) {
            let has_media = || history.nested_media(part).next().is_some();
            let mut push = |kind: ClearKind, cleared: Option<(String, Saving)>| {
                found.push(ClearCandidate {
                    kind,
                    part,
                    cleared,
                })
            };
            match entry_of_part.kind {
                PartKind::ToolResult if entry_of_part.is_error || entry_of_part.is_cleared => {}
                PartKind::ToolResult
                    if history.may_clear(history.symbol(entry_of_part.name))
                        && (entry_of_part.output_chars > 0 || has_media()) =>
                {
                    // A result that was cleared before takes none of the `keep_results` places: a
                    // placeholder cannot shrink.
                    if let Some(cleared) = cleared(history, part) {
                        push(ClearKind::Tool, Some(cleared));
                    }
                }
                PartKind::ToolResult if has_media() => push(ClearKind::NestedMedia, None),
                PartKind::Media if entry.role == Role::User => push(ClearKind::Media, None),
                _ => {}
            }
        }
    }
    found
}

/// Returns the edit that removes the media item of a part, or all media of a result.
pub fn drop_media(history: &History, part: usize) -> Option<Edit> {
    media_edit(history, part, EditReason::Payload)
}

/// What a result becomes, and what that saves; `None` if that is nothing. It is measured as the
/// history is measured: with the unit `output_chars`, a result without an output string has no size
/// and never shrinks.
fn cleared(history: &History, part: usize) -> Option<(String, Saving)> {
    let text = result_placeholder(history, part);
    let saving = Saving::of_clearing(history, part, &text);
    saving.is_gain().then_some((text, saving))
}

/// The edit that clears the media item of a part, or all media of a result.
fn media_edit(history: &History, part: usize, reason: EditReason) -> Option<Edit> {
    let entry = &history.parts()[part];
    let (action, text, saving) = if entry.kind == PartKind::ToolResult {
        let nested = || history.nested_media(part);
        let kept: String = nested()
            .filter(|medium| medium.in_output)
            .map(|medium| placeholder(Some(history.symbol(medium.name))))
            .collect();
        let tokens = nested().map(|medium| medium.media_tokens).sum();
        let saving = Saving::of_media(history, nested().count() as u32, tokens, &kept);
        (EditAction::DropNestedMedia, String::new(), saving)
    } else {
        let mime = sanitize_mime(history.symbol(entry.name));
        let mime = if mime.is_empty() {
            "application/octet-stream"
        } else {
            &mime
        };
        let text = format!("{MEDIA_CLEARED}{mime}]");
        let saving = Saving::of_media(history, 1, entry.media_tokens, &text);
        (EditAction::ReplaceMedia, text, saving)
    };
    saving
        .is_gain()
        .then(|| saving.edit(history, part, action, reason, text))
}

impl MicrocompactReport {
    /// Counts an edit. `named` are the paths and commands so far.
    fn count(&mut self, kind: ClearKind, edit: &Edit, named: &mut BTreeSet<String>) {
        match kind {
            ClearKind::Tool => self.tool_results += 1,
            ClearKind::NestedMedia => self.nested_media += 1,
            ClearKind::Media => self.media += 1,
        }
        self.tokens_saved += edit.tokens_saved;
        if kind == ClearKind::Tool {
            if edit.detail.is_empty() {
                self.cleared_unnamed += 1;
            } else if named.insert(edit.detail.clone()) {
                self.cleared.push(edit.detail.clone());
            }
        }
    }
}
