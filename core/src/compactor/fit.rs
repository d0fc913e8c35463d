//! Building block: a cut that lets the result fit its target, if any legal cut does.

use super::live::first_live;
use crate::config::{Config, Summarizer};
use crate::cut::split::{SplitPoint, SplitReason};
use crate::history::History;
use crate::reduce::plan::Edit;

/// Room that a summary should have at least, in tokens. Chosen here: the shortest embedded one takes 150 to 450, by script.
const SUMMARY_TOKENS_MIN: u64 = 480;

/// What the result may have at most: [`Config::target`] of the window, less what surrounds the messages, in tokens
/// as they are estimated: `weight` is what one of those is worth. `None` without a window.
pub(crate) fn goal_tokens(config: &Config, overhead_tokens: u64, weight: f64) -> Option<u64> {
    let target = (config.context_window? as f64 * config.target) as u64;
    Some((target.saturating_sub(overhead_tokens) as f64 / weight) as u64)
}

/// Tokens that stay if the history is cut before `index`: the head and the tail, less what is cleared in it.
pub(crate) fn kept_tokens(history: &History, head: usize, index: usize, edits: &[Edit]) -> f64 {
    let saved: f64 = edits.iter().filter(|edit| edit.message >= index).map(|edit| edit.tokens).sum();
    history.tokens_unrounded(0, head) + history.tokens_unrounded(index, history.len()) - saved
}

/// `cut`, or the first legal boundary behind it from which on everything fits `goal`; if none does, the last one there is.
///
/// The request that a cut hides is restated after the summary, so it counts for the summary's room.
pub(crate) fn cut_to_fit(history: &History, cut: SplitPoint, head: usize, edits: &[Edit], goal: u64) -> SplitPoint {
    let config = history.config();
    let summary = match config.summarize {
        Summarizer::Embedded => SUMMARY_TOKENS_MIN,
        Summarizer::Host => config.max_summary_tokens.min(goal / 4).max(SUMMARY_TOKENS_MIN),
    };
    let last_turn = history.user_turns().last().map(|turn| *turn as usize);
    let fits = |index: usize| {
        let restated = last_turn.filter(|turn| *turn < index && config.restate_request).map_or(0, |turn| history.message_tokens(turn));
        // Its tags are escaped when it is told again, which costs the more the stranger it is.
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
