//! Old results: which of them the ledger alone says may go, and what that would free. No text is
//! read, no placeholder is made and no list is walked, so that it can be asked at every turn.

use crate::history::{Clearable, History, freed_tokens};
use crate::read::message::Role;

/// Clearing must free this share of the room. Measured on every second session: at 2 % a host
/// without a cache paid 6.4 % more than the best batch in hindsight, at 1 % it pays 3.0 %, and less
/// than 1 % gains nothing more.
pub const MIN_FREED_SHARE: f64 = 0.01;
/// What clearing would lose if no further call came may be so many percent of what the conversation
/// has cost so far. Measured on every second session: the mean cost is lowest there. At windows
/// from 200,000 tokens on it takes the dearest session from 108 to 100 % of never clearing, at no
/// cost.
pub const MAX_LOSS_PERCENT: u64 = 9;

/// The results from a message on that may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OldResults<'a> {
    pub results: &'a [Clearable],
    /// What is freed if all of them go.
    pub tokens: f64,
    /// The first message with a result that is whole and may ever go; the number of messages if
    /// there is none.
    pub first_whole: usize,
    /// The same once all of them are gone.
    pub first_kept: usize,
}

/// The results from message `from` on that the agent has read, behind the newest. What failed, was
/// cleared or must not be cleared is none of them.
pub fn old_results(history: &History, from: usize, newest: usize) -> OldResults<'_> {
    let all = history.clearable();
    let at = |message: usize| all.partition_point(|result| (result.message as usize) < message);
    let last_read = history
        .messages()
        .iter()
        .rposition(|entry| entry.role == Role::Assistant)
        .unwrap_or(0);
    let start = at(from);
    let read = &all[start..at(last_read).max(start)];
    let stay = newest.min(read.len());
    let results = &read[..read.len() - stay];
    let message = |place: usize| {
        all.get(place)
            .map_or(history.len(), |result| result.message as usize)
    };
    OldResults {
        results,
        tokens: freed_tokens(results),
        first_whole: message(start),
        first_kept: message(start + results.len()),
    }
}
