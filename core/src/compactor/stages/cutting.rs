//! Building block: a cut with which the result fits its target, if there is one; and what clearing
//! alone frees.

use super::budget::{Room, summary_room};
use super::pins::Pins;
use super::unread::{OpenRequest, first_live};
use crate::compactor::contract::CompactArgs;
use crate::configured::ConfiguredHistory;
use crate::cut::split::{SplitPoint, SplitReason};
use crate::reduce::plan::Edit;
use crate::reduce::thinking_in;

/// The tokens that stay if the history is cut before `index`: the head and the tail, less what
/// `edits` save in the tail.
pub fn kept_tokens(history: &ConfiguredHistory, head: usize, index: usize, edits: &[Edit]) -> f64 {
    let saved: f64 = edits
        .iter()
        .filter(|edit| edit.message >= index)
        .map(|edit| edit.tokens)
        .sum();
    history.tokens_unrounded(0, head) + history.tokens_unrounded(index, history.len()) - saved
}

/// Clearing waits until it frees this share of the messages, while they fit. Without a summary, one
/// more result becomes old at each turn, so the next clearing would follow soon. Chosen here: with
/// this share, recorded sessions under every window clear in batches.
const BATCH_SHARE: f64 = 0.2;

/// Whether clearing alone is worth a broken cache: it frees a batch, or the prompt does not fit
/// without it.
pub fn frees_enough(history: &ConfiguredHistory, edits: &[Edit], turn: &CompactArgs) -> bool {
    let config = history.config();
    let limit =
        Room::of(config, turn.overhead_tokens).map_or(f64::INFINITY, |room| room.most() as f64);
    let whole = kept_tokens(history, 0, 0, &[]);
    // Thinking that goes is a price, and no gain.
    let freed = whole - kept_tokens(history, 0, 0, edits) - thinking_in(edits).1;
    !edits.is_empty()
        && (turn.force || whole > limit || freed >= whole * config.min_saving.max(BATCH_SHARE))
}

/// The tokens of the user's open request, if a cut before `index` hides it: it is restated after
/// the summary. A long one is truncated there.
pub fn restated_tokens(
    history: &ConfiguredHistory,
    index: usize,
    request: Option<OpenRequest>,
) -> u64 {
    let hidden = request
        .filter(|request| request.message < index && history.config().tuning.restate_request);
    // Tags in the restated request are escaped, which makes it longer. A quarter more covers that.
    hidden.map_or(0, |request| request.tokens + request.tokens / 4)
}

/// `cut` if the result then fits `goal`, else the first legal boundary after it at which it fits.
/// If none does, the last legal boundary.
///
/// A request that the cut would hide is restated after the summary, so its tokens count as well.
pub fn cut_to_fit(
    history: &ConfiguredHistory,
    cut: SplitPoint,
    (head, pins): (usize, &Pins),
    edits: &[Edit],
    (request, floor): (Option<OpenRequest>, u64),
    goal: u64,
) -> SplitPoint {
    let config = history.config();
    let summary = summary_room(config, goal, floor);
    let fits = |index: usize| {
        let kept = kept_tokens(history, head, index, edits) + pins.tokens(history, head, index);
        kept + (summary + restated_tokens(history, index, request)) as f64 <= goal as f64
    };
    if cut.reason == SplitReason::NoBoundary || (cut.index > head && fits(cut.index)) {
        return cut;
    }
    let live = first_live(history);
    let behind: Vec<usize> = (cut.index + 1..=live)
        .filter(|index| history.is_closed_boundary(*index))
        .collect();
    let Some(index) = behind
        .iter()
        .copied()
        .find(|index| fits(*index))
        .or(behind.last().copied())
    else {
        return cut;
    };
    cut.moved(history, index, SplitReason::BoundaryThatFits)
}
