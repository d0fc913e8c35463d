//! Building block: what old results cost, and when clearing them breaks even.
//!
//! A change early in a prompt makes the provider write everything after it to the cache again. So
//! clearing at every turn costs more than it saves, and clearing late keeps paying for unused
//! results. Neither the number of further calls nor the tokens that they add are known. This is the
//! ski rental problem: pay the rent until it has reached the price, then buy. On its own, that rule
//! never costs more than twice the best decision.
//!
//! - **Debt.** Each call that reads old results adds their tokens times the price of reading them.
//! - **Loss.** The cost of clearing: the tokens after the last cache entry that precedes the first
//!   change, times the difference between writing and reading.
//! - When the debt reaches the loss, all old results are cleared at once, and the debt is reset.
//! - The conversation may end at any call. So the loss if it ends right then must be small compared
//!   with its cost so far. This waits longer than the ski rental rule, and trades its factor of two
//!   for a smaller worst loss.
//! - If thinking is bound to cleared content, the loss includes the price of thinking it again.
//! - If the cache has expired, or nothing is cached, clearing loses no cache.
//!
//! Sums are whole numbers: millionths of the prices, so that they are the same on every platform.

use super::budget::Room;
use super::unread::last_of_agent;
use crate::compactor::{CacheLook, CacheMemory};
use crate::config::NEWEST_RESULTS_MAX;
use crate::reduce::{
    MAX_LOSS_PERCENT, MIN_FREED_SHARE, OldResults, bound_tokens, newest_within, old_results,
};
use crate::{CachePrices, ClearWhen, CompactArgs, ConfiguredHistory, Role};

/// A report that counts less than this share of what should be cached shows that an entry was
/// missing. Chosen here: estimates err by a few percent, and a missing entry costs most of the
/// prefix.
const CACHED_SHARE: f64 = 0.75;
/// Largest debt: JavaScript represents every integer up to this number exactly.
const DEBT_MAX: u64 = 1 << 53;

/// The old results of a list. Results that an earlier run checked are skipped.
pub fn old<'a>(history: &'a ConfiguredHistory, state: &CacheMemory) -> OldResults<'a> {
    let from = if state.frontier > history.len() {
        0
    } else {
        state.frontier
    };
    let newest = usize::try_from(newest(history)).unwrap_or(usize::MAX);
    old_results(history, from, newest)
}

/// How many of the newest results are kept.
pub fn newest(history: &ConfiguredHistory) -> u64 {
    let config = history.config();
    let fitting = newest_within(history, config.newest_result_tokens()).min(NEWEST_RESULTS_MAX);
    config.newest_results().max(fitting as u64)
}

/// What the cache says about this run.
pub fn look(
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    state: CacheMemory,
    room: Option<Room>,
    is_new_report: bool,
) -> CacheLook {
    let config = history.config();
    let length = history.len();
    let prices = config.cache_prices;
    let old = old(history, &state);
    let sent = last_of_agent(history).unwrap_or(0);
    // The provider reads, and caches, nothing of what stands before its own summary.
    let unread = history.first_read();
    let leading = (unread == 0).then(|| history.leading_systems());
    let leading = leading.unwrap_or(0);
    let mut next = CacheMemory {
        messages: length,
        frontier: old.first_whole,
        ..state
    };
    let unmarked = state.unmarked || is_missing(&state, turn, is_new_report);
    next.unmarked = unmarked;
    if length != state.messages {
        next.expected_tokens = None;
    }
    let before = |messages: usize| history.tokens_between(0, messages.min(sent));
    let marked = if unmarked || state.messages == 0 {
        leading
    } else if prices.is_some_and(|prices| prices.breakpoints == 0) {
        old.first_whole
    } else {
        state.frontier.min(old.first_whole)
    };
    let least = prices.map_or(0, |prices| prices.min_prefix_tokens);
    // A prefix that is too short is not cached.
    let is_short = before(marked) + turn.overhead_tokens < least;
    let entry = if is_short || (unread > 0 && marked <= unread) {
        0
    } else {
        marked.max(leading)
    };
    let cold = is_cold(prices, turn);
    let mut look = CacheLook {
        next,
        is_due: false,
        prices,
        cold,
        entry: (entry, before(entry)),
        leading,
        leading_tokens: before(leading),
        unsent_tokens: history.tokens_between(sent, length),
        length,
        first_kept: old.first_kept,
        kept_tokens: history.tokens_between(old.first_kept, length),
        whole_tokens: history.tokens_between(0, old.first_whole),
        former: if state.messages < length && state.messages > unread {
            state.messages
        } else {
            0
        },
        former_tokens: history.tokens_between(0, state.messages.min(length)),
        passed_blocks: history.parts_between(entry, old.first_kept) as u64,
        new_blocks: history.parts_between(state.messages, length) as u64,
    };
    accrue_cost(
        &mut look,
        history,
        turn,
        (&state, &old, room),
        before(length),
    );
    look
}

/// What keeping the old results has cost since the last look, and what is due.
fn accrue_cost(
    look: &mut CacheLook,
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    (state, old, room): (&CacheMemory, &OldResults<'_>, Option<Room>),
    sent_tokens: u64,
) {
    if let Some(prices) = look.prices.filter(|_| look.length != state.messages) {
        look.next.spent_micros = state
            .spent_micros
            .saturating_add(spent(history, state, turn, prices))
            .min(DEBT_MAX);
    }
    let read = (calls_since(history, state), sent_tokens - look.entry.1);
    look.is_due = check_break_even(look, history, turn, (old, room), read);
}

/// Whether the provider has found less in its cache than the marks should have kept there.
fn is_missing(state: &CacheMemory, turn: &CompactArgs, is_new_report: bool) -> bool {
    let found = state
        .expected_tokens
        .zip(turn.cached_tokens.filter(|_| is_new_report));
    found.is_some_and(|(expected, cached)| (cached as f64) < expected as f64 * CACHED_SHARE)
}

fn is_cold(prices: Option<CachePrices>, turn: &CompactArgs) -> bool {
    let ttl_minutes = prices.map_or(0.0, |prices| prices.ttl_ms as f64 / 60_000.0);
    ttl_minutes > 0.0 && turn.idle_minutes.is_some_and(|idle| idle > ttl_minutes)
}

/// How many calls the agent has made or is about to make since the last run: one for each answer,
/// at least one, but none where the list is as it was.
fn calls_since(history: &ConfiguredHistory, state: &CacheMemory) -> u64 {
    let length = history.len();
    if length == state.messages {
        return 0;
    }
    let first = if state.messages > length || state.messages == 0 {
        length
    } else {
        state.messages
    };
    answers(history, first).max(1)
}

/// The number of the agent's answers in the messages `first..`. Consecutive messages of the agent
/// count as one.
pub(crate) fn answers(history: &ConfiguredHistory, first: usize) -> u64 {
    let is_agent = |index: usize| history.role(index) == Some(Role::Assistant);
    (first..history.len())
        .filter(|index| is_agent(*index) && (*index == first || !is_agent(index - 1)))
        .count() as u64
}

/// What the calls since the last run have cost; those of the whole list, if that is not known.
fn spent(
    history: &ConfiguredHistory,
    state: &CacheMemory,
    turn: &CompactArgs,
    prices: CachePrices,
) -> u64 {
    let length = history.len();
    let first = if state.messages > length || state.spent_micros == 0 {
        0
    } else {
        state.messages
    };
    let calls = answers(history, first).max(1);
    let (before, now) = (
        history.tokens_between(0, first),
        history.tokens_between(0, length),
    );
    // Of several prompts, each was larger than the one before.
    let prompt = if calls > 1 { (before + now) / 2 } else { now };
    let agent = (first..length).filter(|index| history.role(*index) == Some(Role::Assistant));
    let answered = agent.map(|index| history.message_tokens(index)).sum();
    prices.in_micros().spent(
        calls.saturating_mul(turn.overhead_tokens.saturating_add(prompt)),
        now - before,
        answered,
    )
}

/// Adds the cost of the calls to the debt, and returns whether to clear now. `behind`
/// are the tokens of the last prompt after the cache entry.
fn check_break_even(
    look: &mut CacheLook,
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    (old, room): (&OldResults<'_>, Option<Room>),
    (calls, behind): (u64, u64),
) -> bool {
    let config = history.config();
    let when = config.clears_when();
    if !config.clears() || old.results.is_empty() || when == ClearWhen::Trigger {
        return false;
    }
    let is_worth = room.is_some_and(|room| old.tokens >= room.tokens as f64 * MIN_FREED_SHARE);
    let Some(prices) = look.prices.map(|prices| prices.in_micros()) else {
        return false;
    };
    let freed = old.tokens as u64;
    let carrying_cost = freed.saturating_mul(prices.read);
    if when == ClearWhen::BreakEven {
        look.next.micros = look
            .next
            .micros
            .saturating_add(carrying_cost.saturating_mul(calls))
            .min(DEBT_MAX);
    }
    // Thinking that goes with the change was paid for, and has to be thought again.
    let thinking = old
        .results
        .first()
        .map_or(0.0, |result| bound_tokens(history, result.message as usize));
    let thought = (thinking as u64).saturating_mul(prices.output);
    if look.cold && is_worth && (when != ClearWhen::BreakEven || look.next.micros >= thought) {
        return true;
    }
    let loss = behind
        .saturating_mul(prices.more_to_write)
        .saturating_add(thought);
    let is_small = || {
        prices.lost_at_the_end(behind, freed).saturating_mul(100)
            <= look.next.spent_micros.saturating_mul(MAX_LOSS_PERCENT)
    };
    let is_paid = match turn.remaining_calls {
        Some(remaining) => remaining.saturating_mul(carrying_cost) > loss,
        None => look.next.micros >= loss && is_small(),
    };
    when == ClearWhen::BreakEven && is_worth && is_paid
}
