//! The cut for the option `keep`: a chosen amount of the newest conversation remains unchanged.

use super::{Keep, SplitPoint, SplitReason, allowed_cuts, protected_head};
use crate::history::History;

/// Returns the cut that `keep` selects; the messages after it are kept. `room` is the number of
/// tokens available for messages. Messages and turns are a minimum, tokens a maximum. If all
/// messages are kept, the cut is at the start of the list.
pub fn kept_cut(history: &History, keep: Keep, room: Option<u64>) -> SplitPoint {
    let length = history.len();
    let head = protected_head(history);
    let allowed = allowed_cuts(history);
    // Where not even the newest message fits, as little as can be is kept.
    let within = |most: u64| {
        let fits = |index: usize| history.tokens_between(index, length) <= most;
        let first = allowed.iter().copied().find(|index| fits(*index));
        let index = first.or(allowed.last().copied());
        index.filter(|_| !fits(head))
    };
    let behind = |start: usize| {
        let before = allowed.iter().copied().take_while(|index| *index <= start);
        before.last()
    };
    let count = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let index = match keep {
        Keep::Tokens(tokens) => within(tokens),
        Keep::Fraction(share) => {
            let room = room.unwrap_or_else(|| history.tokens());
            within((room as f64 * share) as u64)
        }
        Keep::Messages(messages) => length.checked_sub(count(messages)).and_then(behind),
        Keep::Turns(turns) => {
            let mut starts = history.user_turns().iter().rev();
            let start = starts.nth(count(turns).saturating_sub(1));
            start.and_then(|start| behind(*start as usize))
        }
    };
    let at = |index: usize, reason| SplitPoint::at(history, index, reason);
    match index {
        Some(index) => at(index, SplitReason::BoundaryAtTarget),
        None if allowed.is_empty() => at(0, SplitReason::NoBoundary),
        None => at(0, SplitReason::Nothing),
    }
}
