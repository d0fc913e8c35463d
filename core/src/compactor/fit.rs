//! Building block: a cut with which the result fits its target, if there is one.

use super::live::first_live;
use super::room::Room;
use crate::config::{Config, Summarizer};
use crate::cut::split::{SplitPoint, SplitReason};
use crate::history::History;
use crate::reduce::plan::Edit;

/// Room that a summary should have at least, in tokens. Chosen here: the shortest embedded one takes 150 to 450, by script.
pub(crate) const SUMMARY_TOKENS_MIN: u64 = 480;

/// What the messages may have at most after a compaction: the target's share of the room, in tokens as they are estimated. `weight` is what
/// one of those is worth. `None` without a window.
pub(crate) fn goal_tokens(config: &Config, overhead_tokens: u64, weight: f64) -> Option<u64> {
    let room = Room::of(config, overhead_tokens)?;
    Some(((room.target(config) - overhead_tokens) as f64 / weight) as u64)
}

/// The tokens that a summary without a model may take: its share of the target, but enough for the shortest one.
pub(crate) fn memory_tokens(config: &Config, goal: u64) -> u64 {
    ((goal as f64 * config.memory_share) as u64).max(SUMMARY_TOKENS_MIN)
}

/// The tokens that stay if the history is cut before `index`: the head and the tail, less what `edits` save in the tail.
pub(crate) fn kept_tokens(history: &History, head: usize, index: usize, edits: &[Edit]) -> f64 {
    let saved: f64 = edits.iter().filter(|edit| edit.message >= index).map(|edit| edit.tokens).sum();
    history.tokens_unrounded(0, head) + history.tokens_unrounded(index, history.len()) - saved
}

/// `cut` if the result then fits `goal`, else the first legal boundary after it at which it fits. If none does, the last legal boundary.
///
/// A request that the cut would hide is restated after the summary, so its tokens count as well.
pub(crate) fn cut_to_fit(history: &History, cut: SplitPoint, head: usize, edits: &[Edit], goal: u64) -> SplitPoint {
    let config = history.config();
    let summary = match config.summarize {
        Summarizer::Embedded => memory_tokens(config, goal),
        Summarizer::Host => config.max_summary_tokens.min(goal / 4).max(SUMMARY_TOKENS_MIN),
    };
    let last_turn = history.user_turns().last().map(|turn| *turn as usize);
    let fits = |index: usize| {
        let restated = last_turn.filter(|turn| *turn < index && config.restate_request).map_or(0, |turn| history.message_tokens(turn));
        // Tags in the restated request are escaped, which makes it longer. A quarter more covers that.
        let restated = restated + restated / 4;
        kept_tokens(history, head, index, edits) + (summary + restated) as f64 <= goal as f64
    };
    if cut.index <= head || fits(cut.index) {
        return cut;
    }
    let live = first_live(history);
    let behind: Vec<usize> = (cut.index + 1..=live).filter(|index| history.is_closed_boundary(*index)).collect();
    let Some(index) = behind.iter().copied().find(|index| fits(*index)).or(behind.last().copied()) else { return cut };
    let chars_before = history.chars_before(index);
    SplitPoint { index, reason: SplitReason::BoundaryThatFits, chars_before, ..cut }
}
