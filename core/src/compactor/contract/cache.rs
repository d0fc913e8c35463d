//! Building block: what a run means for the provider's cache, as numbers that its report and the
//! next run take.

use super::report::{Money, Report};
use crate::CachePrices;
use crate::provider::prices::micros;
use serde::{Deserialize, Serialize};

/// The cache state that a compactor remembers between runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CacheMemory {
    /// The cost of reading old results since they were last cleared, in millionths of the unit of
    /// the prices.
    pub micros: u64,
    /// The estimated cost of the conversation so far, in the same unit.
    pub spent_micros: u64,
    /// How many messages the list held after the last run; 0 before the first.
    pub messages: usize,
    /// Index of the first message with a result that is not cleared. The last run reported a cache
    /// breakpoint before this message, if the prefix was long enough to be cached.
    pub frontier: usize,
    /// How many tokens the provider should find in its cache after what was cleared last.
    pub expected_tokens: Option<u64>,
    /// Whether the provider's usage has shown that the reported breakpoints are not set.
    pub unmarked: bool,
}

/// What a run finds out about the cache.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CacheLook {
    /// What is remembered if nothing is applied.
    pub next: CacheMemory,
    /// Whether old results are to be cleared below the trigger: keeping them has cost as much as
    /// clearing costs, or the cache is cold.
    pub is_due: bool,
    pub prices: Option<CachePrices>,
    pub cold: bool,
    /// The cached prefix that ends closest before the old results, as a number of messages, and
    /// their tokens.
    pub entry: (usize, u64),
    /// The system messages at the beginning, and their tokens.
    pub leading: usize,
    pub leading_tokens: u64,
    /// The tokens that the provider has not seen yet.
    pub unsent_tokens: u64,
    /// How many messages the list held.
    pub length: usize,
    /// The first message with a result that remains if all old results are cleared.
    pub first_kept: usize,
    /// The tokens from there on.
    pub kept_tokens: u64,
    /// The tokens before the first result that is not cleared.
    pub whole_tokens: u64,
    /// The number of messages in the list after the last run, their tokens, and the blocks added
    /// since.
    pub former: usize,
    pub former_tokens: u64,
    /// The blocks between the entry and the first result that stays.
    pub passed_blocks: u64,
    pub new_blocks: u64,
}

impl CacheLook {
    /// Adds the effects on the cache to the report of a run that has ended, and returns the state
    /// to remember.
    pub fn commit(self, report: &mut Report, applied: bool) -> CacheMemory {
        let mut next = self.next;
        if applied {
            next = self.after_change(report);
            self.price(report);
        }
        report.cache.breakpoints = self.places(&next, report, applied);
        report.cache.expected_cached_tokens = self.expected(report, applied);
        next
    }

    fn after_change(&self, report: &Report) -> CacheMemory {
        let after = report.size.messages_after;
        let gone = report.cut.messages > 0;
        // What is kept stands at the end, but for a message that tells the agent to go on.
        let end = after.saturating_sub(usize::from(report.memory.continued));
        let kept_from = self
            .first_kept
            .max(report.cut.index.filter(|_| gone).unwrap_or(0));
        let frontier = if gone || after == self.length {
            end.saturating_sub(self.length - kept_from.min(self.length))
        } else {
            0
        };
        let is_marked = !gone
            && !self.cold
            && self.prices.is_some()
            && report
                .cache
                .first_changed_message
                .is_some_and(|first| first >= self.entry.0);
        let kept = report.size.overhead + self.entry.1;
        let expected_tokens = (is_marked && self.entry.1 > self.leading_tokens).then_some(kept);
        CacheMemory {
            micros: 0,
            messages: after,
            frontier,
            expected_tokens,
            ..self.next
        }
    }

    /// What the next request should find in the cache.
    fn expected(&self, report: &Report, applied: bool) -> Option<u64> {
        let prices = self.prices?;
        if self.cold || self.next.unmarked || self.former == 0 {
            return None;
        }
        let first = report.cache.first_changed_message.filter(|_| applied);
        let kept = match first {
            Some(first) if first < self.entry.0 => self.leading_tokens,
            Some(_) if prices.breakpoints == 0 => report
                .size
                .before
                .saturating_sub(report.cache.tokens_to_read_again),
            Some(_) => self.entry.1,
            None => self.former_tokens,
        };
        let found = report.size.overhead + kept;
        Some(if found < prices.min_prefix_tokens {
            0
        } else {
            found
        })
    }

    /// Adds the cost and the savings of the change to the report.
    pub fn price(&self, report: &mut Report) {
        report.cache.money = self.money(report);
        let pays = |money: &Money| {
            (money.saves_micros_a_call > 0)
                .then(|| money.costs_now_micros.div_ceil(money.saves_micros_a_call))
        };
        report.cache.break_even_calls = report.cache.money.as_ref().and_then(pays);
    }

    /// What is written to the cache again, and the call of a model; what each call reads less.
    fn money(&self, report: &Report) -> Option<Money> {
        let prices = self.prices?;
        let first = report.cache.first_changed_message?;
        let saved = report
            .size
            .before
            .checked_sub(report.size.after)
            .filter(|saved| *saved > 0)?;
        let before_change = report
            .size
            .before
            .saturating_sub(report.cache.tokens_to_read_again);
        let entry = match prices.breakpoints {
            0 if !self.next.unmarked => before_change,
            _ if first >= self.entry.0 => self.entry.1,
            _ => self.leading_tokens.min(before_change),
        };
        let written = if self.cold {
            0
        } else {
            report.size.after.saturating_sub(entry + self.unsent_tokens)
        };
        let each = prices.in_micros();
        let loss = written.saturating_mul(each.more_to_write);
        let asked = report.memory.call_tokens.or((report.memory.attempts > 0)
            .then_some((report.memory.input_tokens, report.memory.tokens)));
        let call = asked.map_or(0, |(input, output)| {
            input
                .saturating_mul(micros(prices.input))
                .saturating_add(output.saturating_mul(each.output))
        });
        Some(Money {
            costs_now_micros: loss.saturating_add(call),
            saves_micros_a_call: saved.saturating_mul(each.read),
            input_micros: micros(prices.input),
        })
    }

    /// The cache breakpoints, as numbers of messages: after the leading system messages, before the
    /// first result that is not cleared, and at the end. If more blocks are in between than the
    /// provider looks back, there is another one at the end of the last prompt, or at the cached
    /// prefix before the cleared results.
    fn places(&self, next: &CacheMemory, report: &Report, applied: bool) -> Vec<usize> {
        let length = report.size.messages_after;
        let rules = self.prices.map(|prices| {
            (
                prices.breakpoints,
                prices.min_prefix_tokens,
                prices.lookback_blocks,
            )
        });
        let (most, least, lookback) = rules.unwrap_or_default();
        // In the order of what they are worth.
        let mut places = vec![length];
        let in_front = if applied {
            report.size.after.saturating_sub(self.kept_tokens)
        } else {
            self.whole_tokens
        };
        if in_front + report.size.overhead >= least {
            places.push(next.frontier.min(length));
        }
        places.push(self.leading.min(length));
        if !applied && lookback > 0 && self.new_blocks > lookback && self.former > 0 {
            places.push(self.former);
        }
        // The entry in front of what was cleared is found from a mark near it only.
        let is_kept = report.cut.messages == 0
            && report
                .cache
                .first_changed_message
                .is_some_and(|first| first >= self.entry.0);
        if applied && is_kept && lookback > 0 && self.passed_blocks > lookback {
            places.push(self.entry.0.min(length));
        }
        let mut told: Vec<usize> = Vec::new();
        for place in places {
            if !told.contains(&place) && (most == 0 || (told.len() as u64) < most) {
                told.push(place);
            }
        }
        told.sort_unstable();
        told
    }
}
