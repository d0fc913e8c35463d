//! gencode's course: is it needed, does clearing suffice, else a summary of all but the newest messages (C-3..C-6).
//!
//! Unlike upstream, clearing that does not suffice is not repeated for ever (B-23), indices speak of the list as it is now, so
//! a second run loses nothing (B-24), no call is parted from its result (B-25), and the provider's count is that of the
//! last call (B-35).

use super::action::Turn;
use super::course::{Begun, Memory, Pending, Step};
use super::default::{no_summary_because, noop, trigger_name, FAILURES_MAX};
use super::install::clear_only;
use super::report::Report;
use super::summarize::{summarize, Plan, Span};
use crate::activity::{activity, Limits};
use crate::history::History;
use crate::message::Role;
use crate::need::{need, Known, Strategy};
use crate::plan::Edit;
use crate::policy;
use crate::session::summary_text;
use crate::snapshot::{escape_tags, message_text, with_request, Snapshot};
use crate::split::{find_split_point, protected_head, SplitPoint};
use crate::transcript::Detail;
use crate::view::View;
use serde_json::Value;

pub(super) fn begin<V: View>(history: History, messages: &V, turn: Turn, memory: &Memory) -> Begun {
    let (report, strategy) = measure(&history, &turn);
    if let Some(reason) = nothing_to_do(&history, &turn, strategy) {
        return noop(None, report, reason);
    }
    let edits = if history.config().prune { policy::prune(&history).0 } else { Vec::new() };
    let cut = find_split_point(&history);
    let run = Run { history, messages, turn, report, edits, cut, detail: Detail::Capped };
    reduce(run, strategy, memory)
}

/// What a course by thresholds and a tail found out.
pub(super) struct Run<'a, V> {
    pub history: History,
    pub messages: &'a V,
    pub turn: Turn,
    pub report: Report,
    pub edits: Vec<Edit>,
    pub cut: SplitPoint,
    pub detail: Detail,
}

/// The report, and what the ladder asks for; a forced run always a summary.
pub(super) fn measure(history: &History, turn: &Turn) -> (Report, Strategy) {
    let known = Known { usage_tokens: turn.prompt_tokens, overhead_tokens: turn.overhead_tokens };
    let found = history.config().context_window.map(|window| need(history, window, known));
    let used = found.map_or_else(|| turn.used_tokens(history, 1.0), |found| found.tokens_used);
    let trigger = found.map_or(0, |found| found.tokens_trigger.ceil() as u64);
    let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
    report.trigger = trigger_name(turn);
    let strategy = if turn.activity.force { Strategy::Compact } else { found.map_or(Strategy::None, |found| found.strategy) };
    (report, strategy)
}

pub(super) fn nothing_to_do(history: &History, turn: &Turn, strategy: Strategy) -> Option<&'static str> {
    if history.is_empty() {
        return Some("the history is empty");
    }
    (strategy == Strategy::None && !turn.activity.force).then_some("below the trigger")
}

/// Clears, or summarises what lies before the cut, or does what is left to do.
pub(super) fn reduce<V: View>(run: Run<'_, V>, strategy: Strategy, memory: &Memory) -> Begun {
    let Run { history, messages, turn, mut report, edits, cut, detail } = run;
    let hook = Some(report.trigger);
    let worn_out = memory.failures >= FAILURES_MAX && !turn.activity.force;
    if strategy == Strategy::Prune || (worn_out && !edits.is_empty()) {
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    if worn_out {
        return noop(None, report, "three summaries in a row failed; force to try again");
    }
    let head = protected_head(&history);
    report.split = Some(cut.index);
    report.split_reason = Some(cut.reason);
    if let Some(reason) = no_summary_because(&history, cut, head) {
        if edits.is_empty() {
            return noop(None, report, reason);
        }
        return Begun { trigger: hook, step: Step::Settle(Box::new(clear_only(history, &edits, messages, &turn, report))) };
    }
    let span = Span { head, split: cut.index, record_end: cut.index };
    let plan = Plan { history, messages, told: None, span, edits: &edits, turn, report, detail, files: Vec::new(), images: Vec::new() };
    Begun { trigger: hook, step: summarize(plan) }
}

/// What is known of the span without a model, for the summariser to build on (C-5): lines in front of the record.
pub(super) fn known<V: View>(history: &History, messages: &V, head: usize, end: usize) -> String {
    let found = activity(history, messages, head, end, Limits::default());
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            text.push_str(&format!("{title}:\n"));
            lines.iter().for_each(|line| text.push_str(&format!("- {}\n", escape_tags(line))));
            text.push('\n');
        }
    };
    list("Files changed", found.files_modified);
    let uses = found.tools_used.iter().map(|tool| format!("{} ({} times): {}", tool.tool, tool.count, tool.notable_uses.join("; ")));
    list("Tools used", uses.collect());
    list("Decisions", found.key_decisions);
    text
}

/// The summary as a second system message where the list has a first (C-6), else as the user's, and found again by its
/// preamble. What follows begins with the user, or is answered by one, so that roles alternate.
pub(super) fn summary_messages(pending: &Pending, snapshot: &Snapshot, bridge: &str) -> Vec<Value> {
    let (history, config) = (&pending.history, pending.history.config());
    let dialect = history.dialect();
    let request = pending.latest_request.as_deref();
    let agent_follows = super::install::agent_follows(history, pending.split);
    if history.leading_systems() == 0 {
        let mut messages = vec![dialect.text_message(Role::User, &message_text(snapshot, request))];
        if !agent_follows {
            messages.push(dialect.text_message(Role::Assistant, &config.acknowledgement));
        }
        return messages;
    }
    let text = summary_text(pending.split - pending.head, &snapshot.render());
    let mut messages = vec![dialect.text_message(Role::System, &with_request(text, request))];
    if agent_follows || pending.split == history.len() {
        messages.push(dialect.text_message(Role::User, bridge));
    }
    messages
}
