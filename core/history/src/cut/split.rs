//! Where to cut: the messages before the cut are summarized, the messages after it are kept.
//!
//! There are five rules. The first three search for a boundary near a target, which is a fraction
//! of all chars:
//!
//! - `closed`, the default, uses the first boundary at or after the target that does not separate a
//!   call from its result. If none follows, it uses the last such boundary before the target.
//! - `user_turn` uses only boundaries before a new request of the user.
//! - `user_turn_or_trailing_call` does the same. If none follows the target, it keeps an open call
//!   at the end and the pairs before it.
//!
//! The other two keep a tail: `tail_budget` the newest turns within a number of tokens,
//! `newest_messages` a number of messages.
//!
//! The history keeps running totals, so the search for the target is a binary search.

mod kept;
mod tail;

pub use kept::kept_cut;

use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::history::SplitRule;
use crate::host::item::Item;
use crate::read::message::Role;
use crate::shape::{shapes, words};

shapes! {
    /// A cut: messages `..index` are summarized, the others kept.
    pub struct SplitPoint: Copy, Eq {
        /// Index of the first kept message; 0 means that nothing can be summarized.
        pub index: usize,
        /// Why the cut is here.
        pub reason: SplitReason,
        /// Characters before the cut.
        pub chars_before: u64,
        /// Characters of the complete history.
        pub chars_total: u64,
    }
}

impl SplitPoint {
    /// Returns the cut before message `index`.
    pub fn at(history: &History, index: usize, reason: SplitReason) -> Self {
        Self {
            index,
            reason,
            chars_before: history.chars_before(index),
            chars_total: history.chars_before(history.len()),
        }
    }

    /// Returns the cut, moved to message `index`.
    pub fn moved(self, history: &History, index: usize, reason: SplitReason) -> Self {
        Self {
            index,
            reason,
            chars_before: history.chars_before(index),
            ..self
        }
    }
}

words! {
    /// The reason for a cut's position.
    pub enum SplitReason as "CutReason" {
        /// The history is empty.
        Empty => "empty",
        /// The first allowed boundary at the target or after it.
        BoundaryAtTarget => "boundary_at_target",
        /// The last allowed boundary before the target, because none comes after it.
        BoundaryBeforeTarget => "boundary_before_target",
        /// The end of the list: everything can be summarized.
        Everything => "everything",
        /// The start of the list: everything is kept.
        Nothing => "nothing",
        /// A boundary after the target, because a cut at the target would keep too much.
        BoundaryThatFits => "boundary_that_fits",
        /// The last allowed boundary before unread or unanswered messages.
        BoundaryBeforeLive => "boundary_before_live",
        /// Before an open call and the pairs kept with it.
        TrailingCall => "trailing_call",
        /// No boundary is allowed.
        NoBoundary => "no_boundary",
    }
}

/// Finds the cut by the configured rule. Each message weighs the chars that the history counted for
/// it.
///
/// ```
/// use conspectus::{find_split_point, Config, History};
/// use serde_json::json;
///
/// let mut messages = vec![json!({ "role": "user", "content": "Fix every test." })];
/// for turn in 0..20 {
///     messages.push(json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) }));
///     messages.push(json!({ "role": "user", "content": "Go on." }));
/// }
/// let history = History::of(Config::default(), &messages)?;
/// let cut = find_split_point(&history);
/// assert!(cut.index > 0 && history.is_closed_boundary(cut.index));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn find_split_point(history: &History) -> SplitPoint {
    find(history, &history.prefix_chars())
}

/// Finds the cut by weights that the caller gives: one number for each message.
///
/// # Errors
/// `InvalidOption` at `/char_counts` unless it is a list with one number of at least 0 for each
/// message.
pub fn find_split_point_by(history: &History, char_counts: &Item<'_>) -> Result<SplitPoint> {
    let invalid =
        |path: String, message: String| Error::new(ErrorKind::InvalidOption, path, message);
    if !char_counts.is_list() || char_counts.len() != history.len() {
        let message = format!(
            "char_counts must be a list of {} numbers, one per message",
            history.len()
        );
        return Err(invalid("/char_counts".to_owned(), message));
    }
    let mut prefix = vec![0u64];
    for (index, count) in char_counts.items().enumerate() {
        let number = count.number();
        if !count.is_number() || !(0.0..9e15).contains(&number) {
            let message = "a char count must be a number of at least 0";
            return Err(invalid(format!("/char_counts/{index}"), message.to_owned()));
        }
        prefix.push(prefix[index] + number as u64);
    }
    Ok(find(history, &prefix))
}

/// Finds the cut as it would be after a saving. `saved` holds pairs of a message's index and the
/// chars that it loses, in any order.
#[must_use]
pub fn find_split_point_less(history: &History, saved: &[(usize, u64)]) -> SplitPoint {
    if saved.is_empty() {
        return find_split_point(history);
    }
    let mut less = vec![0u64; history.len()];
    for (message, chars) in saved {
        if let Some(slot) = less.get_mut(*message) {
            *slot = slot.saturating_add(*chars);
        }
    }
    let mut prefix = Vec::with_capacity(history.len() + 1);
    prefix.push(0u64);
    for (index, less) in less.iter().enumerate() {
        let chars = history.chars_before(index + 1) - history.chars_before(index);
        prefix.push(prefix[index] + chars.saturating_sub(*less));
    }
    find(history, &prefix)
}

fn find(history: &History, prefix: &[u64]) -> SplitPoint {
    let total = prefix[history.len()];
    let at = |index: usize, reason| SplitPoint {
        index,
        reason,
        chars_before: prefix[index],
        chars_total: total,
    };
    if history.is_empty() {
        return at(0, SplitReason::Empty);
    }
    match history.options().cutting.split_rule {
        SplitRule::TailBudget => return tail::within_budget(history, &at),
        SplitRule::NewestMessages => return tail::newest_messages(history, &at),
        SplitRule::Closed | SplitRule::UserTurn | SplitRule::UserTurnOrTrailingCall => {}
    }
    let is_closed = history.options().cutting.split_rule == SplitRule::Closed;
    let candidates = if is_closed {
        allowed_cuts(history)
    } else {
        let turns = history.user_turns().iter();
        turns.map(|index| *index as usize).collect()
    };
    // Not rounded: the reproduced systems compare with the exact product.
    let target = total as f64 * history.options().cutting.fraction;
    // Prefix sums ascend, so candidates at or after the target are a suffix.
    let first = candidates.partition_point(|index| (prefix[*index] as f64) < target);
    if let Some(index) = candidates.get(first) {
        return at(*index, SplitReason::BoundaryAtTarget);
    }
    let fallback = candidates.last().map_or_else(
        || at(0, SplitReason::NoBoundary),
        |index| at(*index, SplitReason::BoundaryBeforeTarget),
    );
    if is_closed {
        return fallback;
    }
    let last = history.messages()[history.len() - 1];
    if last.role == Role::Assistant && !last.has_call {
        return at(history.len(), SplitReason::Everything);
    }
    if history.options().cutting.split_rule == SplitRule::UserTurn {
        return fallback;
    }
    if last.role != Role::Assistant && last.has_result {
        // qwen-code would summarise everything, even if another call of the same batch still waits.
        // We keep that batch.
        return match history.pairs().waiting_since() {
            Some(waiting) => at(
                closed_at_or_before(history, waiting),
                SplitReason::TrailingCall,
            ),
            None => at(history.len(), SplitReason::Everything),
        };
    }
    if last.role == Role::Assistant {
        return at(
            closed_at_or_before(history, before_trailing_call(history)),
            SplitReason::TrailingCall,
        );
    }
    fallback
}

/// Returns the last boundary at or before `index` at which both halves are valid, or 0. A cut found
/// by counting messages may fall inside a batch of calls, or inside a loop that must not be split.
pub fn closed_at_or_before(history: &History, index: usize) -> usize {
    (0..=index)
        .rev()
        .find(|index| history.is_closed_boundary(*index))
        .unwrap_or(0)
}

/// The boundaries at which a cut leaves both halves valid and frees something, ascending: the head
/// is never summarized, and a waiting call stays.
fn allowed_cuts(history: &History) -> Vec<usize> {
    let head = protected_head(history);
    let waiting = history.pairs().waiting_since().unwrap_or(history.len());
    let closed = history.pairs().closed().iter();
    closed
        .map(|index| *index as usize)
        .filter(|index| *index > head && *index <= waiting && !history.opens_loop_midway(*index))
        .collect()
}

/// Returns the number of messages at the start that always remain before a summary: the leading
/// system messages, and everything up to the last item in which the provider itself compacted the
/// history, with the results of the calls in that response. Such an item is opaque, so a summary
/// that replaced it would lose its content. The provider no longer reads the messages before it.
#[must_use]
pub fn protected_head(history: &History) -> usize {
    let length = history.len();
    let closed = |index: usize| {
        let mut behind = index + 1..length;
        behind
            .find(|index| history.pairs().is_closed(*index, history.messages()))
            .unwrap_or(length)
    };
    history
        .last_compaction()
        .map_or(0, closed)
        .max(history.leading_systems())
}

/// Returns the cut that keeps the last call and up to `keep_pairs` complete pairs before it. Pairs
/// are counted by position: a call, then its result.
fn before_trailing_call(history: &History) -> usize {
    let messages = history.messages();
    let last = messages.len() - 1;
    let mut pairs = 0;
    while (pairs as u64) < history.options().cutting.keep_pairs {
        let result = last.checked_sub(2 * pairs + 1);
        let call = last.checked_sub(2 * pairs + 2);
        match (call, result) {
            (Some(call), Some(result))
                if messages[call].role == Role::Assistant
                    && messages[call].has_call
                    && messages[result].role != Role::Assistant
                    && messages[result].has_result =>
            {
                pairs += 1;
            }
            _ => break,
        }
    }
    messages.len() - (2 * pairs + 1)
}

/// How much of the newest conversation is kept.
///
/// ```
/// use conspectus::{Config, Keep};
///
/// let config = Config::builder().keep(Keep::Messages(20)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Keep {
    /// The newest messages that together have at most this many tokens.
    Tokens(u64),
    /// This number of messages.
    Messages(u64),
    /// This number of turns. A turn begins at a request of the user and ends before the next one.
    Turns(u64),
    /// The newest messages that together have at most this share of the available tokens.
    Fraction(f64),
}

/// Returns a cut that keeps `kept`, at a boundary that does not separate a call from its result.
/// Open calls are kept. Messages and turns are a minimum. Tokens are a maximum, which is exceeded
/// as little as possible if no boundary meets it. A fraction is a share of the history's tokens
/// here.
pub fn keeping(history: &History, kept: Keep) -> (usize, SplitReason) {
    let length = history.len();
    if length == 0 {
        return (0, SplitReason::Empty);
    }
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let least = |tokens: f64| {
        let fits = |index: usize| history.tokens_unrounded(index, length) <= tokens;
        (0..length).find(|index| fits(*index)).unwrap_or(length)
    };
    let (target, earlier) = match kept {
        Keep::Tokens(tokens) => (least(tokens as f64), false),
        Keep::Fraction(share) => (least(history.tokens_unrounded(0, length) * share), false),
        Keep::Messages(messages) => (length.saturating_sub(size(messages)), true),
        Keep::Turns(turns) => {
            let starts = history.user_turns();
            let first = starts.len().saturating_sub(size(turns));
            let start = starts.get(first).map_or(length, |start| *start as usize);
            (start, true)
        }
    };
    if target == 0 {
        return (0, SplitReason::Nothing);
    }
    let live = history.pairs().waiting_since().unwrap_or(length);
    let closed = |index: &usize| history.is_closed_boundary(*index);
    let before = (1..=target.min(live)).rev().find(closed);
    let behind = (target..=live.min(length)).find(|index| *index > 0 && closed(index));
    match (behind, before) {
        (Some(index), _) if !earlier || index == target => (index, SplitReason::BoundaryAtTarget),
        (_, Some(index)) => (index, SplitReason::BoundaryBeforeTarget),
        (_, None) => (0, SplitReason::NoBoundary),
    }
}
