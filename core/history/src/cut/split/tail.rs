//! Cuts that keep a tail: the newest turns within a budget of tokens, or a number of the newest
//! messages.
//!
//! Neither separates a call from its result, and both keep the calls that still wait for a result.

use super::{SplitPoint, SplitReason, closed_at_or_before, protected_head};
use crate::history::History;

/// The default budget of the tail, in tokens: this share of the usable window, but no less and no
/// more than the two numbers below. Source: one of the reproduced systems.
const TAIL_PART: f64 = 0.25;
const TAIL_MIN: f64 = 2_000.0;
const TAIL_MAX: f64 = 15_000.0;

fn budget(history: &History) -> u64 {
    let cutting = &history.options().cutting;
    cutting.tail_tokens.unwrap_or_else(|| {
        let part = (cutting.usable_tokens * TAIL_PART).floor();
        part.clamp(TAIL_MIN, TAIL_MAX) as u64
    })
}

/// Keeps turns, the newest first, as long as they fit the budget. The first turn that does not fit
/// is cut at the earliest message that makes the rest fit. If nothing would remain to summarize, no
/// tail is kept and everything is summarized.
pub fn within_budget(
    history: &History,
    at: &dyn Fn(usize, SplitReason) -> SplitPoint,
) -> SplitPoint {
    let length = history.len();
    let budget = budget(history);
    let fits = |index: usize| history.tokens_between(index, length) <= budget;
    let most = history
        .options()
        .cutting
        .tail_turns
        .map_or(usize::MAX, |turns| {
            usize::try_from(turns).unwrap_or(usize::MAX)
        });
    let head = protected_head(history);
    let mut start = length;
    // The messages before the first turn count as a turn: an agent may run for long without another
    // word of the user.
    let turns = history
        .user_turns()
        .iter()
        .rev()
        .map(|turn| *turn as usize)
        .take_while(|turn| *turn > head)
        .chain([head]);
    for turn in turns.take(most) {
        if fits(turn) && history.is_closed_boundary(turn) {
            start = turn;
            continue;
        }
        let mut inside = turn + 1..start;
        start = inside
            .find(|index| fits(*index) && history.is_closed_boundary(*index))
            .unwrap_or(start);
        break;
    }
    if start <= head {
        start = length;
    }
    keep_waiting(history, start, at)
}

/// Keeps the newest `keep_messages` messages. If the first of them is a result, the cut moves back
/// to its call.
pub fn newest_messages(
    history: &History,
    at: &dyn Fn(usize, SplitReason) -> SplitPoint,
) -> SplitPoint {
    let keep = usize::try_from(history.options().cutting.keep_messages).unwrap_or(usize::MAX);
    let Some(start) = history
        .len()
        .checked_sub(keep)
        .filter(|start| *start > protected_head(history))
    else {
        return at(0, SplitReason::NoBoundary);
    };
    let closed = closed_at_or_before(history, start);
    if closed <= protected_head(history) {
        return at(0, SplitReason::NoBoundary);
    }
    keep_waiting(history, closed, at)
}

/// Moves the cut back so that open calls are kept, whatever the budget is.
fn keep_waiting(
    history: &History,
    start: usize,
    at: &dyn Fn(usize, SplitReason) -> SplitPoint,
) -> SplitPoint {
    match history.pairs().waiting_since() {
        Some(waiting) if start > waiting => at(
            closed_at_or_before(history, waiting),
            SplitReason::TrailingCall,
        ),
        _ if start == history.len() => at(start, SplitReason::Everything),
        _ => at(start, SplitReason::BoundaryAtTarget),
    }
}
