//! The steps of a run: of `qwen-code` (Q-40..Q-51), and of `qwen-code-seed`.
//!
//! If a message is about to be sent, it is the last one of the list that the host hands over.

use super::restore::{self, is_image};
use super::{QwenCode, QwenCodeSeed, SEED_SPEC, SPEC};
use conspectus::inner::compactor::contract::Ending;
use conspectus::inner::compactor::contract::{BELOW_TRIGGER, FixedReason, Report};
use conspectus::inner::compactor::draft::{Draft, End, Flow};
use conspectus::inner::compactor::stages::begin::{Sizes, Strategy};
use conspectus::inner::compactor::stages::finish_summary::reminders;
use conspectus::inner::compactor::state::memory::{Memory, RunEnd};
use conspectus::inner::compactor::step::{AwaitingSummary, SummaryPolicy};
use conspectus::inner::cut::split::closed_at_or_before;
use conspectus::inner::history::PartKind;
use conspectus::inner::notes::transcript::TranscriptDetail;
use conspectus::inner::{Policy, PresetSpec};
use conspectus::{
    CompactArgs, Config, ConfiguredHistory, ReasonCode, RestoredFile, Result, Trigger,
    find_split_point,
};
use serde_json::Value;
use std::ops::ControlFlow::Break;

/// It gives up after this number of runs at the hard limit that did not get below it. Source: Q-51.
const RESCUES_MAX: u32 = 3;

/// Tokens of the window that are kept free in addition to input and output. Source: Q-45.
const MARGIN_TOKENS: u64 = 1_024;

const TOO_FEW: FixedReason = (ReasonCode::TooFewMessages, "fewer than two messages");
const GAVE_UP: FixedReason = (
    ReasonCode::SummarizerOff,
    "at the hard limit, and three runs didn't get below it; force to try again",
);
const OPEN_END: FixedReason = (
    ReasonCode::OpenEnd,
    "nothing but the open end of the history",
);

impl SummaryPolicy for QwenCode {
    fn spec(&self) -> &'static PresetSpec {
        &SPEC
    }

    /// Whether the first request may be sent after the conversation as it was last sent.
    fn shares_prefix(&self, pending: &AwaitingSummary, directive_tokens: u64) -> bool {
        let config = pending.history.config();
        let turn = &pending.turn;
        let fits = |used: u64| {
            config.context_window.is_none_or(|window| {
                used.saturating_add(directive_tokens)
                    .saturating_add(config.max_summary_tokens)
                    <= window
            })
        };
        turn.prefix_cached && !turn.payload_overflow && turn.prompt_tokens.is_some_and(fits)
    }

    /// The most tokens of a summary: no more than the window leaves.
    fn output_budget(
        &self,
        pending: &AwaitingSummary,
        window: u64,
        input_tokens: u64,
    ) -> Option<u64> {
        let config = pending.history.config();
        Some(
            config
                .max_summary_tokens
                .min(
                    window
                        .saturating_sub(input_tokens)
                        .saturating_sub(MARGIN_TOKENS),
                )
                .max(1),
        )
    }

    /// What follows the summary: reminders, then files as they are now, then images.
    fn attachments(
        &self,
        pending: &mut AwaitingSummary,
        files: &[RestoredFile],
    ) -> Option<Vec<Value>> {
        let mut attachments = reminders(pending);
        attachments.extend(restore::attachments(pending, files));
        Some(attachments)
    }

    /// Updates the counts of failures after a run. A forced run that fails does not count. Runs
    /// at the hard limit have a count of their own.
    fn learn(&self, _config: &Config, memory: &mut Memory, ended: &RunEnd) {
        if ended.status.applied() {
            memory.rescues = 0;
        } else if ended.rescue && ended.status.failed() {
            memory.rescues = memory.rescues.saturating_add(1);
        }
        memory.count(ended);
    }

    /// The numbers 6 and 7 mean other failures than in gemini-cli.
    fn status_number(&self, ending: Ending) -> u32 {
        match ending {
            Ending::FailedOutputTruncated => 6,
            Ending::FailedSummarizer => 7,
            _ => ending.number(),
        }
    }
}

impl Policy for QwenCode {
    fn measure(
        &self,
        history: &ConfiguredHistory,
        turn: &mut CompactArgs,
        _memory: &Memory,
    ) -> Result<Sizes> {
        Ok(sizes(history, turn))
    }

    fn quick_check(&self, d: &mut Draft<'_>) -> Flow {
        // before any hook.
        d.nothing_if(d.history.len() < 2, TOO_FEW)?;
        let size = d.report.size;
        d.report.system.rescue = size.hard.is_some_and(|hard| size.used >= hard);
        let rescues = d.report.system.rescue && !d.turn.force;
        d.nothing_if(rescues && d.memory.rescues >= RESCUES_MAX, GAVE_UP)?;
        if !d.report.system.rescue {
            //
            d.stop_if_summarizer_off()?;
        }
        d.nothing_if(d.need == Strategy::None, BELOW_TRIGGER)
    }

    fn stages(&self, d: &mut Draft<'_>) -> Flow {
        self.quick_check(d)?;
        let (split, record_end) = open_end(&d.history);
        d.nothing_if(split <= d.span.head, OPEN_END)?;
        (d.span.split, d.span.record_end) = (split, record_end);
        d.report.cut.index = Some(split);
        d.report.memory.tokens_pending = d.history.tokens_between(split, record_end);
        d.files = restore::files(&d.history, &d.messages, d.span.head, split);
        d.images = restore::images(&d.history, &d.messages, d.span.head, split);
        Break(End::Summary(TranscriptDetail::Capped))
    }
}

impl SummaryPolicy for QwenCodeSeed {
    fn spec(&self) -> &'static PresetSpec {
        &SEED_SPEC
    }
}

impl Policy for QwenCodeSeed {
    fn measure(
        &self,
        history: &ConfiguredHistory,
        turn: &mut CompactArgs,
        _memory: &Memory,
    ) -> Result<Sizes> {
        Ok(sizes(history, turn))
    }

    fn quick_check(&self, d: &mut Draft<'_>) -> Flow {
        d.require_messages()?;
        d.stop_if_summarizer_off()?;
        d.nothing_if(d.need == Strategy::None, BELOW_TRIGGER)
    }

    /// The steps of `qwen-code-seed`: its thresholds, the cut, and the least span of 5 % (Q-6). A
    /// forced run keeps a call that waits; in qwen-code it does not.
    fn stages(&self, d: &mut Draft<'_>) -> Flow {
        self.quick_check(d)?;
        d.require_span(find_split_point(&d.history))?;
        Break(End::Summary(TranscriptDetail::Capped))
    }
}

/// The sizes, and the reason for the run if there is one.
fn sizes(history: &ConfiguredHistory, turn: &CompactArgs) -> Sizes {
    let config = history.config();
    let used = turn.compared_tokens(history);
    let thresholds = config
        .context_window
        .map(|window| config.thresholds(window));
    let trigger = thresholds.map_or(0, |thresholds| thresholds.auto.ceil() as u64);
    let mut report = Report::new(history, used, trigger, turn.overhead_tokens);
    report.size.hard = thresholds.map(|thresholds| thresholds.hard.ceil() as u64);
    // Media are looked at one by one only where there are enough.
    let images = || {
        history
            .parts()
            .iter()
            .enumerate()
            .filter(|(index, part)| {
                let is_nested = part.kind == PartKind::NestedMedia;
                is_nested && is_image(history, part) && history.is_read(*index)
            })
            .count() as u64
    };
    let reached = if turn.payload_overflow {
        Some(Trigger::PayloadOverflow)
    } else if turn.force {
        Some(Trigger::Manual)
    } else if thresholds.is_some() && used >= trigger {
        Some(Trigger::TokenLimit)
    } else if config.tuning.trigger_images > 0
        && history.media() >= config.tuning.trigger_images
        && images() >= config.tuning.trigger_images
    {
        Some(Trigger::ImageOverflow)
    } else {
        None
    };
    report.trigger = reached.unwrap_or(report.trigger);
    Sizes {
        report,
        need: reached.map_or(Strategy::None, |_| Strategy::Compact),
        room: None,
    }
}

/// Returns the index of the first message that must be kept, and the end of the transcript. A last
/// call with its results is kept and is also in the transcript. A call without results, or a
/// prompt of the user, is only kept.
fn open_end(history: &ConfiguredHistory) -> (usize, usize) {
    let length = history.len();
    let last = history.messages()[length - 1];
    let is_open = last.has_result || last.is_user_turn || last.has_call;
    let split = closed_at_or_before(history, length - usize::from(is_open));
    (split, if last.has_result { length } else { split })
}
