//! Building block: from a cut to a summary request, or to the embedded summary.

use super::action::{SummaryRequest, Turn, WantedFile};
use super::ask::{self, Record};
use super::fit;
use super::install::{self, with_cleared};
use super::judge;
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

/// An embedded snapshot may take this fraction of what it replaces. Chosen here: far enough below 1 to be worth it.
const EMBEDDED_FRACTION: f64 = 0.25;
/// And no more chars than this: about 5,000 tokens, where model-made summaries end (quality of 0.8-6.4 % of the source).
const EMBEDDED_CHARS: usize = 20_000;

/// Where a history is cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    /// Messages in front that stay.
    pub head: usize,
    /// The first message behind the summary.
    pub split: usize,
    /// Where the record ends that the summariser reads.
    pub record_end: usize,
}

/// What a course found out before a summary is made.
pub(crate) struct Plan<'a, V> {
    /// Whose way it goes.
    pub system: &'static System,
    pub history: History,
    pub messages: &'a V,
    /// The messages as the summariser is to read them, if they differ (G-29).
    pub told: Option<&'a Value>,
    pub span: Span,
    /// What is cleared or cut, anywhere.
    pub edits: &'a [Edit],
    pub turn: Turn,
    pub report: Report,
    pub detail: Detail,
    pub files: Vec<WantedFile>,
    pub images: Vec<Value>,
    /// Lines in front of the record: what is known of it without a model.
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
        asked: Box::default(),
        last_request: None,
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
    let asked = judge::asked(&pending, &record, previous.as_ref().map(|(_, snapshot)| snapshot));
    let mut pending = Pending { asked: Box::new(asked), ..pending };
    let config = pending.history.config();
    if update::by_deltas(config) {
        if let Some((_, previous)) = &previous {
            return update::ask(pending, previous, request, record);
        }
    }
    let directive = tokens_from_chars(utf16_len(&request.system) as u64, 4.0);
    let shares = (pending.system.shares_prefix)(&pending, directive);
    if shares {
        pending.asked = Box::new(judge::asked_of_all(&pending, messages, previous.as_ref()));
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

/// The user's last request, if the cut would hide it: it is restated after the summary (P3).
fn latest_request<V: View>(history: &History, messages: &V, split: usize) -> Option<String> {
    let last = (0..history.len()).rev().find(|index| history.is_user_turn(*index))?;
    if last >= split || !history.config().restate_request {
        return None;
    }
    let message = messages.at(last)?;
    let texts: Vec<String> =
        history.parts_of(last).iter().filter(|part| part.kind == PartKind::Text).map(|part| value_text(part.path.resolve(&message))).collect();
    // A former summary message carries its own restated request; quoting it whole would nest.
    let text = texts.join("\n");
    (!text.trim().is_empty() && !text.starts_with(snapshot::PREAMBLE)).then_some(text)
}
