//! Cuts that keep a tail: the newest turns within a budget of tokens (opencode, O-5), or the newest messages by number
//! (gencode, C-6). Both at places where no call is parted from its result (B-25), and with calls that still wait.

use super::{closed_at_or_before, protected_head, SplitPoint, SplitReason};
use crate::cut::thresholds::thresholds;
use crate::history::History;

/// The tail's budget, in tokens: a quarter of what is usable, within these. Source: O-5.
const TAIL_PART: f64 = 0.25;
const TAIL_MIN: f64 = 2_000.0;
const TAIL_MAX: f64 = 15_000.0;

/// Tokens that the tail may take.
fn budget(history: &History) -> u64 {
    let config = history.config();
    config.tail_tokens.unwrap_or_else(|| {
        let usable = config.context_window.map_or(f64::INFINITY, |window| thresholds(config, window).usable);
        (usable * TAIL_PART).floor().clamp(TAIL_MIN, TAIL_MAX) as u64
    })
}

/// O-5: turns from the newest back while they fit; the first that does not is cut inside, at the earliest message from
/// which on everything fits. Nothing before the tail: no tail, everything is summarised.
pub(crate) fn within_budget(history: &History, at: &dyn Fn(usize, SplitReason) -> SplitPoint) -> SplitPoint {
    let length = history.len();
    let budget = budget(history);
    let fits = |index: usize| history.tokens_between(index, length) <= budget;
    let most = history.config().tail_turns.map_or(usize::MAX, |turns| usize::try_from(turns).unwrap_or(usize::MAX));
    let head = protected_head(history);
    let mut start = length;
    // What stands before the first turn is one too: agents may never hear of a user again (B-1, B-27).
    let turns = history.user_turns().iter().rev().map(|turn| *turn as usize).take_while(|turn| *turn > head).chain([head]);
    for turn in turns.take(most) {
        if fits(turn) && history.is_closed_boundary(turn) {
            start = turn;
            continue;
        }
        // Suffixes shrink with their start, so those that fit are the last ones.
        let first = first_that(turn + 1, start, fits);
        start = (first..start).find(|index| history.is_closed_boundary(*index)).unwrap_or(start);
        break;
    }
    if start <= head {
        start = length;
    }
    keep_waiting(history, start, at)
}

/// C-6: the newest messages, and those before them that belong to the first of them.
pub(crate) fn newest_messages(history: &History, at: &dyn Fn(usize, SplitReason) -> SplitPoint) -> SplitPoint {
    let keep = usize::try_from(history.config().keep_messages).unwrap_or(usize::MAX);
    let Some(start) = history.len().checked_sub(keep).filter(|start| *start > protected_head(history)) else {
        return at(0, SplitReason::NoBoundary);
    };
    let closed = closed_at_or_before(history, start);
    if closed <= protected_head(history) {
        return at(0, SplitReason::NoBoundary);
    }
    keep_waiting(history, closed, at)
}

/// Calls that still wait stay, whatever the budget.
fn keep_waiting(history: &History, start: usize, at: &dyn Fn(usize, SplitReason) -> SplitPoint) -> SplitPoint {
    match history.pairs().waiting_since() {
        Some(waiting) if start > waiting => at(closed_at_or_before(history, waiting), SplitReason::TrailingCall),
        _ if start == history.len() => at(start, SplitReason::Everything),
        _ => at(start, SplitReason::BoundaryAtTarget),
    }
}

/// The first index in `low..high` for which `holds`, if it holds for all behind it; `high` if for none.
fn first_that(mut low: usize, mut high: usize, holds: impl Fn(usize) -> bool) -> usize {
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
