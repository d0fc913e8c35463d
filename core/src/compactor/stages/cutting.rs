//! Building block: a cut with which the result fits its target, if there is one; and what clearing
//! alone frees.

use super::budget::summary_room;
use super::edits::kept_tokens;
use super::unread::{OpenRequest, first_live};
use crate::compactor::Draft;
use crate::{SplitPoint, SplitReason};

/// The tokens of the user's open request, if a cut before `index` hides it: it is restated after
/// the summary. A long one is truncated there.
pub fn restated_tokens(d: &Draft<'_>, index: usize, request: Option<OpenRequest>) -> u64 {
    let restates = d.history.config().tuning.restate_request;
    let hidden = request.filter(|request| request.message < index && restates);
    // Tags in the restated request are escaped, which makes it longer. A quarter more covers that.
    hidden.map_or(0, |request| request.tokens + request.tokens / 4)
}

/// `cut` if the result then fits `goal`, else the first legal boundary after it at which it fits.
/// If none does, the last legal boundary.
///
/// A request that the cut would hide is restated after the summary, so its tokens count as well.
pub fn cut_to_fit(d: &Draft<'_>, cut: SplitPoint, floor: u64, goal: u64) -> SplitPoint {
    let (history, head) = (&*d.history, d.span.head);
    let request = d.request();
    let summary = summary_room(history.config(), goal, floor);
    let fits = |index: usize| {
        let kept =
            kept_tokens(history, head, index, &d.edits) + d.pins.tokens(history, head, index);
        kept + (summary + restated_tokens(d, index, request)) as f64 <= goal as f64
    };
    if cut.reason == SplitReason::NoBoundary || (cut.index > head && fits(cut.index)) {
        return cut;
    }
    let closed = |index: &usize| history.is_closed_boundary(*index);
    let mut behind = (cut.index + 1..=first_live(history)).filter(closed);
    let last = behind.clone().next_back();
    let index = behind.find(|index| fits(*index)).or(last);
    index.map_or(cut, |index| {
        cut.moved(history, index, SplitReason::BoundaryThatFits)
    })
}
