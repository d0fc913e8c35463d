//! The steps of a run: the threshold, clearing, the tail within a budget, the summary (O-3..O-11).
//! After a request that was too large, the same without media (O-9).

use crate::compactor::begin::{measure, noop, nothing_known, nothing_to_do, reduce, Run};
use crate::compactor::report::Told;
use crate::compactor::step::{Begun, Memory};
use crate::compactor::turn::CompactArgs;
use crate::compactor::words::Trigger;
use crate::cut::split::{find_split_point, protected_head, SplitPoint, SplitReason};
use crate::history::History;
use crate::host::view::View;
use crate::notes::codes::ReasonCode;
use crate::notes::transcript::Detail;
use crate::reduce::need::Strategy;
use crate::reduce::{prune, slim};

/// Every prompt is over a threshold of 0, so no compaction can help.
const NO_ROOM: Told = (
    ReasonCode::NoRoom,
    "the output limit takes all of the window: give limits.max_output_tokens, or a larger window",
);

pub(crate) fn begin<V: View>(
    history: History,
    messages: &V,
    turn: CompactArgs,
    memory: &Memory,
) -> crate::Result<Begun> {
    Ok(decide(history, messages, turn, memory))
}

fn decide<V: View>(history: History, messages: &V, turn: CompactArgs, memory: &Memory) -> Begun {
    let (mut report, mut strategy) = measure(&history, &turn);
    if turn.payload_overflow {
        strategy = Strategy::Compact;
    }
    if let Some(reason) = nothing_to_do(&history, &turn, strategy) {
        return noop(None, report, reason);
    }
    let asked_for = turn.force || turn.payload_overflow;
    if !asked_for && history.config().context_window.is_some() && report.size.trigger == 0 {
        // The original would compact before every request (B-30).
        return noop(None, report, NO_ROOM);
    }
    let (edits, cut) = if turn.payload_overflow {
        report.trigger = Trigger::PayloadOverflow;
        (
            slim(&history, messages, history.len()).0,
            before_last_request(&history),
        )
    } else {
        let edits = if history.config().clear {
            prune(&history).0
        } else {
            Vec::new()
        };
        (edits, find_split_point(&history))
    };
    reduce(
        Run {
            preset: &super::PRESET,
            history,
            messages,
            turn,
            report,
            edits,
            cut,
            detail: Detail::Labelled,
            known: nothing_known,
        },
        strategy,
        memory,
    )
}

/// The cut after a request that was too large (O-9): in front of the user's last request. If
/// nothing stands before it, everything is summarised and the request is restated.
fn before_last_request(history: &History) -> SplitPoint {
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
        crate::cut::split::closed_at_or_before(history, waiting)
    });
    SplitPoint {
        index,
        reason,
        chars_before: history.chars_before(index),
        chars_total: history.chars(),
    }
}
