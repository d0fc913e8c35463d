//! The steps of a run: the threshold, clearing, the tail within a budget, the summary (O-3..O-11).
//! After a request that was too large, the same without media (O-9).

use super::{Opencode, SPEC};
use conspectus::inner::compactor::contract::FixedReason;
use conspectus::inner::compactor::draft::{Draft, End, Flow};
use conspectus::inner::compactor::step::SummaryPolicy;
use conspectus::inner::cut::split::protected_head;
use conspectus::inner::notes::transcript::TranscriptDetail;
use conspectus::inner::reduce::prune_if_allowed;
use conspectus::inner::{Policy, PresetSpec};
use conspectus::{
    ConfiguredHistory, ReasonCode, SplitPoint, SplitReason, Trigger, find_split_point, slim,
};
use std::ops::ControlFlow::Break;

/// Every prompt is over a threshold of 0, so no compaction can help.
const NO_ROOM: FixedReason = (
    ReasonCode::NoRoom,
    "the output limit fills the window: pass limits.max_output_tokens, or a larger window",
);

impl SummaryPolicy for Opencode {
    fn spec(&self) -> &'static PresetSpec {
        &SPEC
    }
}

impl Policy for Opencode {
    fn stages(&self, d: &mut Draft<'_>) -> Flow {
        self.quick_check(d)?;
        if d.turn.payload_overflow {
            d.report.trigger = Trigger::PayloadOverflow;
            d.edits = slim(&d.history, d.messages, d.history.len()).0;
            d.stop_if_summarizer_off()?;
            d.require_span(before_last_request(&d.history))?;
            return Break(End::Summary(TranscriptDetail::Labelled));
        }
        // The original would compact before every request (B-30).
        let is_full = d.history.config().context_window.is_some() && d.report.size.trigger == 0;
        d.nothing_if(is_full && !d.turn.force, NO_ROOM)?;
        d.edits = prune_if_allowed(&d.history);
        d.stop_if_sufficient()?;
        d.stop_if_summarizer_off()?;
        d.require_span(find_split_point(&d.history))?;
        Break(End::Summary(TranscriptDetail::Labelled))
    }
}

/// The cut after a request that was too large (O-9): before the user's last request. If no message
/// precedes it, everything is summarized and the request is restated.
fn before_last_request(history: &ConfiguredHistory) -> SplitPoint {
    let head = protected_head(history);
    let last = history
        .user_turns()
        .iter()
        .rev()
        .map(|turn| *turn as usize)
        .find(|turn| *turn > head && history.is_closed_boundary(*turn));
    let (index, reason) = last.map_or((history.len(), SplitReason::Everything), |turn| {
        (turn, SplitReason::BoundaryAtTarget)
    });
    let waiting = history
        .pairs()
        .waiting_since()
        .filter(|waiting| index > *waiting);
    let index = waiting.map_or(index, |waiting| {
        conspectus::inner::cut::split::closed_at_or_before(history, waiting)
    });
    SplitPoint::at(history, index, reason)
}
