//! Building block: from a cut to the request for a summary, or to the embedded summary.

use super::action::{SummaryRequest, Turn, WantedFile};
use super::ask::{self, Record};
use super::fit;
use super::install::{self, with_cleared};
use super::report::Report;
use super::step::{Pending, Phase, Saved, Step, System, NOT_COUNTED};
use super::update;
use crate::config::Summarizer;
use crate::history::{History, PartKind};
use crate::host::units::{tokens_from_chars, utf16_len};
use crate::host::view::View;
use crate::notes::snapshot;
use crate::notes::transcript::{value_text, Detail};
use crate::notes::{embedded, facts};
use crate::reduce::plan::{lower_marked, Edit};
use serde_json::Value;

/// An embedded summary may take this fraction of the chars that it replaces. Chosen here: far enough below 1 to be worth it.
const EMBEDDED_FRACTION: f64 = 0.25;
/// Longest embedded summary, in chars. Chosen here: about 5,000 tokens, which summaries made by a model rarely exceed.
const EMBEDDED_CHARS: usize = 20_000;

/// Which messages are summarised.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    /// How many messages stay in front of the summary.
    pub head: usize,
    /// Index of the first message that is kept after the summary.
    pub split: usize,
    /// Where the transcript ends that the summariser reads.
    pub record_end: usize,
}

/// What a system has decided before the summary is made.
pub(crate) struct Plan<'a, V> {
    pub system: &'static System,
    pub history: History,
    pub messages: &'a V,
    /// The messages that the summariser reads, if they differ from `messages`.
    pub told: Option<&'a Value>,
    pub span: Span,
    /// Everything that is cleared or cut. Only the edits in kept messages take effect.
    pub edits: &'a [Edit],
    pub turn: Turn,
    pub report: Report,
    pub detail: Detail,
    pub files: Vec<WantedFile>,
    pub images: Vec<Value>,
    /// Lines in front of the transcript: what is known of the messages without a model.
    pub known: String,
}

pub(crate) fn summarize<V: View>(plan: Plan<'_, V>) -> Step {
    let Plan { system, history, messages, told, span, edits, turn, report, detail, files, images, known } = plan;
    let Span { head, split, record_end } = span;
    let previous = snapshot::find_previous(&history, messages, split);
    let kept: Vec<Edit> = edits.iter().filter(|edit| edit.message >= split).cloned().collect();
    let pending = Pending {
        system,
        latest_request: latest_request(&history, messages, split),
        kept_ops: lower_marked(&history, &kept, messages, turn.pruned_at.as_ref()).ops,
        kept_saving: Saved::of(&kept),
        report: with_cleared(report, &kept),
        head,
        split,
        previous: previous.is_some(),
        history,
        turn,
        phase: Phase::Summary { record: None },
        files,
        images,
    };
    let config = pending.history.config();
    if config.summarize == Summarizer::Embedded {
        let span_chars = pending.history.chars_before(split) - pending.history.chars_before(head);
        let limit = ((span_chars as f64 * EMBEDDED_FRACTION) as usize).min(EMBEDDED_CHARS);
        let kept_tokens = fit::kept_tokens(&pending.history, head, split, &kept);
        let goal = fit::goal_tokens(config, pending.turn.overhead_tokens, pending.report.size.weight);
        let fits = |snapshot: &snapshot::Snapshot| {
            let meets = |goal: u64| install::summary_tokens(&pending, snapshot).is_ok_and(|tokens| kept_tokens + tokens <= goal as f64);
            utf16_len(&snapshot.render()) <= limit && goal.is_none_or(meets)
        };
        let facts = facts::extract(&pending.history, messages, head, split, previous.as_ref().map(|(index, _)| *index));
        let snapshot = embedded::embedded(&facts, previous.as_ref().map(|(_, snapshot)| snapshot), fits);
        return update::stand(pending, snapshot, NOT_COUNTED);
    }
    let (request, record) = match told {
        Some(told) => request(&pending, &told, record_end, previous.as_ref(), detail, &known),
        None => request(&pending, messages, record_end, previous.as_ref(), detail, &known),
    };
    let verifies = config.second_call;
    if update::by_deltas(config) {
        if let Some((_, previous)) = &previous {
            return update::ask(pending, previous, request, record);
        }
    }
    let directive = tokens_from_chars(utf16_len(&request.system) as u64, 4.0);
    let shares = (pending.system.shares_prefix)(&pending, directive);
    let mut pending = pending;
    if shares {
        let shared = ask::shared_request(&pending);
        pending.phase = Phase::Shared { cold: Box::new(request) };
        return Step::Summarize(Box::new(pending), Box::new(shared));
    }
    pending.phase = Phase::Summary { record: verifies.then_some(record) };
    Step::Summarize(Box::new(pending), Box::new(request))
}

fn request<V: View>(
    pending: &Pending,
    messages: &V,
    end: usize,
    previous: Option<&(usize, snapshot::Snapshot)>,
    detail: Detail,
    known: &str,
) -> (SummaryRequest, String) {
    ask::summary_request(pending, Record { messages, end, previous, detail, known })
}

/// The user's last request, if the cut would hide it. It is restated after the summary, so that the agent keeps its task.
fn latest_request<V: View>(history: &History, messages: &V, split: usize) -> Option<String> {
    let last = (0..history.len()).rev().find(|index| history.is_user_turn(*index))?;
    if last >= split || !history.config().restate_request {
        return None;
    }
    let message = messages.at(last)?;
    let texts: Vec<String> =
        history.parts_of(last).iter().filter(|part| part.kind == PartKind::Text).map(|part| value_text(part.path.resolve(&message))).collect();
    // An earlier summary is no request of the user. To restate it would put one summary into another.
    let text = texts.join("\n");
    (!text.trim().is_empty() && !text.starts_with(snapshot::PREAMBLE)).then_some(text)
}
