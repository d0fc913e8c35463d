//! The provider's cache: which part of a prompt is cached, and what a call costs.
//!
//! If the provider uses cache breakpoints, an entry exists only at a breakpoint, and is found only
//! by a breakpoint at most `lookback_blocks` blocks after it. Otherwise, any prefix shared with the
//! last prompt is found.

use super::Setting;
use super::session::{Found, Seen};
use conspectus_history::provider::prices::micros;

/// A prompt by its sizes: the tokens and parts before each of its messages.
pub trait Laid {
    /// The tokens of the first `end` messages.
    fn tokens(&self, end: usize) -> u64;
    /// Their parts, by which providers measure how far they look back.
    fn blocks(&self, end: usize) -> u64;
}

pub struct Cache<'a> {
    setting: &'a Setting,
    /// The ends of the cached prefixes, as numbers of messages.
    entries: Vec<usize>,
    /// The end of the last prompt.
    last: usize,
    /// The tokens of the last prompt, which determine the price of its answer.
    pub size: u64,
    calls: u64,
}

impl<'a> Cache<'a> {
    pub fn of(setting: &'a Setting) -> Self {
        Self {
            setting,
            entries: Vec::new(),
            last: 0,
            size: 0,
            calls: 0,
        }
    }

    /// No entry is alive any more.
    pub fn cool(&mut self) {
        self.entries.clear();
        self.last = 0;
        self.calls = 0;
    }

    /// Drops the cache entries that end after the start of this message.
    pub fn changed(&mut self, message: usize) {
        self.entries.retain(|entry| *entry <= message);
        self.last = self.last.min(message);
    }

    /// The cost of a prompt of the first `end` messages, which is then cached. With `frontier`, the
    /// host sets a breakpoint at the end of the last prompt if it's far.
    pub fn call(&mut self, prompt: &impl Laid, end: usize, frontier: bool, seen: Seen) -> u128 {
        let mut marks = vec![0, end];
        if frontier
            && self.calls > 0
            && self.last < end
            && blocks(prompt, self.last, end) > self.setting.prices.lookback_blocks
        {
            marks.push(self.last);
        }
        self.sent(prompt, end, &marks, seen).0
    }

    /// The cost of a prompt with these breakpoints, and its cached tokens.
    pub fn sent(
        &mut self,
        prompt: &impl Laid,
        end: usize,
        marks: &[usize],
        seen: Seen,
    ) -> (u128, u64) {
        let rules = &self.setting.prices;
        let cached = if rules.breakpoints == 0 {
            (self.calls > 0).then_some(self.last)
        } else {
            self.found(prompt, marks)
        };
        self.last = end;
        self.calls += 1;
        let size =
            |end| (prompt.tokens(end) + self.setting.overhead_tokens).saturating_sub(seen.less);
        let all = size(end);
        let held = cached.map_or(0, size);
        let held = if held < rules.min_prefix_tokens {
            0
        } else {
            held
        };
        let known = match seen.found {
            Found::All => held,
            Found::Share(share) => (held as f64 * share) as u64,
            Found::Tokens(tokens) => tokens.min(all),
            Found::Off => 0,
        };
        self.size = all;
        let [input, read, write, _] = self.setting.micros_at(all);
        let new = if seen.found == Found::Off {
            input
        } else {
            write
        };
        let cost = u128::from(known) * read + u128::from(all - known) * new;
        (cost, known)
    }

    /// The longest entry that a mark reaches. What is marked now is one from then on.
    fn found(&mut self, prompt: &impl Laid, marks: &[usize]) -> Option<usize> {
        let most = self.setting.prices.lookback_blocks;
        let reach = |entry: usize| {
            let mut marks = marks.iter();
            marks.any(|mark| entry <= *mark && blocks(prompt, entry, *mark) <= most)
        };
        // What no mark reaches is found no more.
        self.entries.retain(|entry| reach(*entry));
        let found = self.entries.last().copied();
        self.entries.extend(marks);
        self.entries.sort_unstable();
        self.entries.dedup();
        found
    }

    /// The cost of an answer to the last prompt.
    pub fn answer(&self, tokens: u64) -> u128 {
        u128::from(tokens) * self.setting.micros_at(self.size)[3]
    }

    /// The cost of a summary by a model that reads `tokens`.
    pub fn asked(&self, tokens: u64, summary_tokens: u64) -> u128 {
        let [input, _, _, output] = self.setting.micros_at(tokens);
        u128::from(tokens) * input + u128::from(summary_tokens) * output
    }
}

impl Setting {
    /// The prices of input, read, write and output for a prompt of this size.
    pub(super) fn micros_at(&self, tokens: u64) -> [u128; 4] {
        let tier = self
            .tiers
            .iter()
            .rev()
            .find(|tier| tokens > tier.above_tokens);
        let it = tier.map_or_else(|| self.prices.of_tokens(), |tier| tier.prices);
        [it.input, it.cached_read, it.cache_write, it.output].map(|price| micros(price).into())
    }
}

fn blocks(prompt: &impl Laid, start: usize, end: usize) -> u64 {
    prompt.blocks(end) - prompt.blocks(start)
}
