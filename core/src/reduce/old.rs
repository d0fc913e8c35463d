//! Old results: which of them the ledger alone says may go, and what that would free. No text is
//! read, no placeholder is made and no list is walked, so that it can be asked at every turn.

use crate::history::{freed_tokens, Clearable, History};
use crate::read::message::Role;

/// How many of the newest results stay where clearing is not needed for room, as long as they take
/// at most this share of it. Measured: with ten, 95 % of what the agent names later is still there
/// at a window of a million tokens; with thirty it is 97 %, for 4 % more of the cost of never
/// clearing (docs/economics.md).
pub(crate) const NEWEST: usize = 30;
pub(crate) const NEWEST_SHARE: f64 = 0.25;
/// Clearing must free this share of the room. Measured on every second session: at 2 % a host
/// without a cache paid 6.4 % more than the best batch in hindsight, at 1 % it pays 3.0 %, and less
/// than 1 % gains nothing more.
pub(crate) const LEAST_SHARE: f64 = 0.01;
/// What clearing would lose if no further call came may be so many percent of what the conversation
/// has cost so far. Measured on every second session: the mean cost is lowest there. At windows
/// from 200,000 tokens on it takes the dearest session from 108 to 100 % of never clearing, at no
/// cost.
pub(crate) const MOST_LOST_PERCENT: u64 = 9;

/// How many of the newest results stay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Newest {
    /// So many in any case.
    pub least: usize,
    /// At most so many.
    pub most: usize,
    /// And beyond the least only while they take no more than this together.
    pub tokens: f64,
}

/// The results from a message on that may go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OldResults<'a> {
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
pub(crate) fn old_results(history: &History, from: usize, newest: Newest) -> OldResults<'_> {
    let all = history.clearable();
    let at = |message: usize| all.partition_point(|result| (result.message as usize) < message);
    let last_read = history
        .messages()
        .iter()
        .rposition(|entry| entry.role == Role::Assistant)
        .unwrap_or(0);
    let start = at(from);
    let read = &all[start..at(last_read).max(start)];
    let mut stay = newest.least.min(read.len());
    while stay < newest.most.min(read.len())
        && freed_tokens(&read[read.len() - stay - 1..]) <= newest.tokens
    {
        stay += 1;
    }
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
