//! The steps of a run, as gemini-cli's `compress()` takes them (G-22..G-38): the hook, the
//! threshold, tool results cut to a budget, the cut of the history, the summary, the check. The
//! host hands over the curated history.

use super::{GeminiCli, SPEC, truncate};
use conspectus::inner::compactor::asks::Run;
use conspectus::inner::compactor::contract::{
    BELOW_TRIGGER, CompactArgs, EMPTY_HISTORY, Ending, FixedReason, NO_CUT, NOTHING_NEW, Report,
    TranscriptSource,
};
use conspectus::inner::compactor::draft::{Draft, End, Flow};
use conspectus::inner::compactor::model::summarize::Span;
use conspectus::inner::compactor::stages::begin::{FAILURES_MAX, Sizes, Strategy, trigger_name};
use conspectus::inner::compactor::stages::unread;
use conspectus::inner::compactor::state::memory::{Memory, RunEnd};
use conspectus::inner::compactor::step::SummaryPolicy;
use conspectus::inner::compactor::store::offload;
use conspectus::inner::compactor::store::{Kept, Storing};
use conspectus::inner::cut::split::find_split_point_less;
use conspectus::inner::host::item::Budget;
use conspectus::inner::notes::transcript::TranscriptDetail;
use conspectus::inner::reduce::plan::lowered;
use conspectus::inner::{Policy, PresetSpec};
use conspectus::{
    Application, Config, ConfiguredHistory, Dialect, Edit, Item, ReasonCode, Result, Role,
};
use serde_json::Value;
use std::borrow::Cow;
use std::ops::ControlFlow::{Break, Continue};

impl SummaryPolicy for GeminiCli {
    fn spec(&self) -> &'static PresetSpec {
        &SPEC
    }

    /// Updates gemini-cli's `hasFailedCompressionAttempt` after a run (G-27). A result that is larger
    /// than before counts as a failed attempt, and so do three failures of another kind in a row; not
    /// if a person forced the run.
    fn learn(&self, config: &Config, memory: &mut Memory, ended: &RunEnd) {
        let counts = !ended.forced || config.tuning.application == Application::Agent;
        match ended.status {
            Ending::Compressed => {
                memory.failed_attempt = false;
                memory.failures = 0;
            }
            Ending::FailedInflatedTokenCount => {
                memory.failed_attempt |= counts;
            }
            _ => {}
        }
        if ended.status.failed() {
            memory.failures = memory.failures.saturating_add(1);
        }
        // The original refuses fewer answers. A model that is refused again and again is not asked
        // before every request (B-30).
        memory.failed_attempt |= memory.failures >= FAILURES_MAX && counts;
    }
}

impl Policy for GeminiCli {
    /// The sizes of a run. G-24: exactly at the threshold it compacts.
    fn measure(
        &self,
        history: &ConfiguredHistory,
        turn: &mut CompactArgs,
        _memory: &Memory,
    ) -> Result<Sizes> {
        let trigger = history.config().trigger.of(window_of(history)? as f64);
        let (used, trigger) = (turn.compared_tokens(history), trigger.ceil() as u64);
        let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
        report.trigger = trigger_name(turn);
        Ok(Sizes {
            need: if turn.force || used >= trigger {
                Strategy::Compact
            } else {
                Strategy::None
            },
            report,
            room: None,
        })
    }

    /// Ends the run below the threshold. G-23: the hook fires first. If all messages are the agent's,
    /// the decision is left to the steps that read them.
    fn quick_check(&self, d: &mut Draft<'_>) -> Flow {
        if only_agent(&d.history) {
            return Continue(());
        }
        over(d)
    }

    fn stages(&self, d: &mut Draft<'_>) -> Flow {
        steps(d)
    }

    fn begin(
        &self,
        this: &'static dyn Policy,
        history: ConfiguredHistory,
        messages: &Item<'_>,
        turn: CompactArgs,
        memory: &Memory,
    ) -> Result<Run> {
        let given = turn.clone();
        let mut draft = Draft::new(this, Cow::Owned(history), *messages, given, memory)?;
        let flow = looks(&mut draft);
        if flow.is_break() {
            return Ok(draft.end(flow));
        }
        let trigger = Some(draft.report.trigger);
        let results = offload::too_long(&draft.history, messages);
        let run = if results.is_empty() {
            let flow = steps(&mut draft);
            draft.end(flow)
        } else {
            let storing = Storing::new(draft.history.into_owned(), turn, memory, after_results);
            storing.cut(draft.report, messages, results, &truncate::TOOL_OUTPUT)?
        };
        Ok(Run { trigger, ..run })
    }
}

fn window_of(history: &ConfiguredHistory) -> Result<u64> {
    Ok(history.config().window()?.unwrap_or(u64::MAX))
}

fn over(d: &Draft<'_>) -> Flow {
    if d.need == Strategy::None {
        Break(End::Hooked(BELOW_TRIGGER))
    } else {
        Continue(())
    }
}

/// Whether a history holds messages of the agent only.
fn only_agent(history: &ConfiguredHistory) -> bool {
    history
        .messages()
        .iter()
        .all(|entry| entry.role == Role::Assistant)
}

/// What comes before the results are cut.
fn looks(d: &mut Draft<'_>) -> Flow {
    if d.history.is_empty() || curates_to_nothing(&d.history, &d.messages) {
        // G-22: both counts are 0, even if forced.
        let size = &mut d.report.size;
        (size.before, size.after, size.used) = (0, 0, 0);
        return Break(End::Nothing(EMPTY_HISTORY));
    }
    over(d)
}

/// Whether curating would leave nothing of a Gemini history: it holds only messages of the agent,
/// and all of them are invalid.
fn curates_to_nothing(history: &ConfiguredHistory, messages: &Item<'_>) -> bool {
    let is_read = |message: Item<'_>| {
        message.says("role", "model")
            && !Dialect::Gemini.lacks_list(&message)
            && Budget::default().any(&message, &mut |_| false).is_ok()
    };
    let is_invalid = |message: Item<'_>| {
        let parts = message.list("parts");
        parts.is_some_and(|parts| parts.items().any(|part| !is_valid_part(&part)))
    };
    history.dialect() == Dialect::Gemini
        && only_agent(history)
        && messages.items().all(is_read)
        && messages.items().any(is_invalid)
}

/// Whether a part of an answer is valid (G-41). One without keys is not, and neither is one with an
/// empty text and nothing else.
pub fn is_valid_part(part: &Item<'_>) -> bool {
    if part.is_null() || part.is_empty() {
        return false;
    }
    let is_payload = |name: &str, _| !matches!(name, "text" | "thought" | "callIndex");
    let is_empty_text = part.string("text").is_some_and(|text| text.is_empty());
    !part.is_object() || part.any_field(is_payload) || !is_empty_text || part.is_set("thought")
}

fn after_results(
    history: ConfiguredHistory,
    messages: &Value,
    turn: CompactArgs,
    memory: &Memory,
    kept: &Kept,
) -> Result<Run> {
    let messages = &Item::from(&messages);
    let mut draft = Draft::new(&super::PRESET, Cow::Owned(history), *messages, turn, memory)?;
    draft.edits.clone_from(&kept.cuts);
    draft.report.stored.clone_from(&kept.stored);
    let flow = steps(&mut draft);
    Ok(draft.end(flow))
}

/// The steps after the tool results were cut (G-27..G-31).
fn steps(d: &mut Draft<'_>) -> Flow {
    if (d.memory.failed_attempt || d.turn.failed_before) && !d.turn.force {
        // G-27: no model is asked. The run reports a reduction only if something was cut.
        d.nothing_if(d.edits.is_empty(), GAVE_UP)?;
        return Break(End::Edits);
    }
    // G-28: the cut is looked for in the history as it is after cutting results.
    d.cut_at(find_split_point_less(
        &d.history,
        &offload::saved_chars(&d.edits),
    ));
    let Span { head, split, .. } = d.span;
    d.nothing_if(split <= head, NO_CUT)?;
    // The original tells its own summary again, before every request until the user speaks (B-30).
    let ours = d.ours();
    if !d.turn.force && unread::is_only_summary(&d.history, &d.messages, (head, split, &[]), &ours)
    {
        d.nothing_if(d.edits.is_empty(), NOTHING_NEW)?;
        return Break(End::Edits);
    }
    // G-29: the original results if they fit the window, else the cut ones.
    let window = window_of(&d.history).unwrap_or(u64::MAX);
    let fits = d.history.tokens_between(head, split) < window;
    d.report.memory.input = if fits || d.edits.is_empty() {
        TranscriptSource::Original
    } else {
        d.summarized_list = truncated(&d.history, &d.messages, &d.edits);
        TranscriptSource::Truncated
    };
    Break(End::Summary(TranscriptDetail::Full))
}

const GAVE_UP: FixedReason = (
    ReasonCode::SummarizerOff,
    "an earlier attempt failed and no result is left to truncate; force to try again",
);

fn truncated(history: &ConfiguredHistory, messages: &Item<'_>, cuts: &[Edit]) -> Option<Value> {
    lowered(history, cuts, messages)
        .apply(&messages.to_value().ok()?)
        .ok()
}
