//! qwen-code's courses. 0.24.4 summarises the whole history and brings recent files and images back (Q-40..Q-51); the seed era
//! summarised what lay before a cut.
//!
//! The list handed over ends with the message about to be sent, where there is one. Unlike upstream prose is no summary
//! and what the end of the list still needs stays: the prompt, or a call with its results.

use super::action::{RestoredFile, Turn, WantedFile};
use super::course::{Begun, Memory, Pending};
use super::default::{no_summary_because, noop, FAILURES_MAX};
use super::report::Report;
use super::summarize::{summarize, Plan, Span};
use crate::history::{History, PartKind};
use crate::policy::is_image;
use crate::split::{closed_at_or_before, find_split_point, protected_head};
use crate::thresholds::thresholds;
use crate::transcript::Detail;
use crate::units::{tokens_from_chars, utf16_len};
use crate::view::View;

mod remind;
mod restore;

pub(super) use remind::reminders;
pub(super) use restore::attachments;

/// Forced runs in the hard tier before it gives up. Source: Q-51.
const RESCUES_MAX: u32 = 3;

pub(super) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> Begun {
    let (mut report, reached) = measure(&history, &turn);
    let force = turn.activity.force;
    if history.len() < 2 {
        // before any hook.
        return noop(None, report, "fewer than two messages");
    }
    report.rescue = report.tokens_hard.is_some_and(|hard| report.tokens_used >= hard);
    if report.rescue && !force && memory.rescues >= RESCUES_MAX {
        return noop(None, report, "at the hard limit, and three rescues did not get below it; force to try again");
    }
    if memory.failures >= FAILURES_MAX && !force && !report.rescue {
        //
        return noop(None, report, "three summaries in a row failed; force to try again");
    }
    let Some(trigger) = reached else { return noop(None, report, "below the trigger") };
    let head = protected_head(&history);
    let (split, record_end) = open_end(&history);
    if split <= head {
        return noop(None, report, "nothing but the open end of the history");
    }
    report.trigger = trigger;
    report.split = Some(split);
    report.tokens_pending = history.tokens_between(split, record_end);
    let files = restore::files(&history, messages, head, split);
    let images = restore::images(&history, messages, head, split);
    let span = Span { head, split, record_end };
    let plan = Plan { history, messages, told: None, span, edits: &[], turn, report, detail: Detail::Capped, files, images };
    Begun { trigger: Some(trigger), step: summarize(plan) }
}

/// The first: a ladder of its own, the cut, the 5 % guard. Unlike upstream a forced run keeps a call that waits.
pub(super) fn begin_seed<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> Begun {
    let (mut report, reached) = measure(&history, &turn);
    if history.is_empty() {
        return noop(None, report, "the history is empty");
    }
    if memory.failures >= FAILURES_MAX && !turn.activity.force {
        return noop(None, report, "three summaries in a row failed; force to try again");
    }
    let Some(trigger) = reached else { return noop(None, report, "below the trigger") };
    let cut = find_split_point(&history);
    let head = protected_head(&history);
    report.trigger = trigger;
    report.split = Some(cut.index);
    report.split_reason = Some(cut.reason);
    if let Some(reason) = no_summary_because(&history, cut, head) {
        return noop(None, report, reason);
    }
    let span = Span { head, split: cut.index, record_end: cut.index };
    let plan = Plan { history, messages, told: None, span, edits: &[], turn, report, detail: Detail::Capped, files: Vec::new(), images: Vec::new() };
    Begun { trigger: Some(trigger), step: summarize(plan) }
}

/// The report, and what sets the run off if anything does.
fn measure(history: &History, turn: &Turn) -> (Report, Option<&'static str>) {
    let config = history.config();
    let used = turn.used_tokens(history, 1.0);
    let rungs = config.context_window.map(|window| thresholds(config, window));
    let trigger = rungs.map_or(0, |rungs| rungs.auto.ceil() as u64);
    let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
    report.tokens_hard = rungs.map(|rungs| rungs.hard.ceil() as u64);
    let images = || history.parts().iter().filter(|part| part.kind == PartKind::NestedMedia && is_image(history, part)).count() as u64;
    let reached = if turn.payload_overflow {
        Some("payload_overflow")
    } else if turn.activity.force {
        Some("manual")
    } else if rungs.is_some() && used >= trigger {
        Some("token_limit")
    } else if config.image_trigger_count > 0 && images() >= config.image_trigger_count {
        Some("image_overflow")
    } else {
        None
    };
    (report, reached)
}

/// Where the end begins that must stay, and where the record for the summariser ends: a call with its results is told and
/// stays; a call without, or the user's prompt, only stays.
fn open_end(history: &History) -> (usize, usize) {
    let length = history.len();
    let last = history.messages()[length - 1];
    if last.has_result {
        let split = closed_at_or_before(history, length - 1);
        return (split, length);
    }
    if last.is_user_turn || last.has_call {
        let split = closed_at_or_before(history, length - 1);
        return (split, split);
    }
    let split = closed_at_or_before(history, length);
    (split, split)
}

/// Tokens of what is brought back. Source: Q-47, a quarter of its chars, rounded up.
fn attachment_tokens(text: &str) -> u64 {
    tokens_from_chars(utf16_len(text) as u64, 4.0)
}

/// Whether the first request may follow the conversation as it was last sent.
pub(super) fn shares_prefix(pending: &Pending, directive_tokens: u64) -> bool {
    let config = pending.history.config();
    let turn = &pending.turn;
    let fits = |used: u64| {
        config.context_window.is_none_or(|window| used.saturating_add(directive_tokens).saturating_add(config.max_summary_tokens) <= window)
    };
    turn.prefix_cached && !turn.payload_overflow && turn.prompt_tokens.is_some_and(fits)
}

/// A file that was not brought back whole.
fn reference(file: &RestoredFile, wanted: &WantedFile) -> String {
    let why = match &file.text {
        Some(text) => format!("{} chars, above {}", utf16_len(text), wanted.max_chars),
        None => "not found, or no text".to_owned(),
    };
    format!("- {} ({why})", crate::media::sanitize_label(&wanted.path, 1_024))
}
