//! The provider's cache: what of a prompt it holds, and what a call costs.
//!
//! Where a provider wants marks, an entry stands only where a mark stood, and is found only from a
//! mark that is at most so many blocks behind it. Where it wants none, any common prefix is found.

use conspectus::CachePrices;
use conspectus_history::provider::prices::micros;

/// A prompt by its sizes: what stands before each of its messages.
pub trait Laid {
    /// The tokens of the first `end` messages.
    fn tokens(&self, end: usize) -> u64;
    /// Their parts, by which providers measure how far they look back.
    fn blocks(&self, end: usize) -> u64;
}

pub struct Cache {
    prices: CachePrices,
    overhead: u64,
    /// The ends of the cached prefixes, as numbers of messages.
    entries: Vec<usize>,
    /// The end of the last prompt.
    last: usize,
    calls: u64,
}

impl Cache {
    pub fn of(prices: &CachePrices, overhead: u64) -> Self {
        Self {
            prices: *prices,
            overhead,
            entries: Vec::new(),
            last: 0,
            calls: 0,
        }
    }

    /// No entry is alive any more.
    pub fn cool(&mut self) {
        self.entries.clear();
        self.last = 0;
        self.calls = 0;
    }

    /// Nothing behind the beginning of this message is cached any more.
    pub fn changed(&mut self, message: usize) {
        self.entries.retain(|entry| *entry <= message);
        self.last = self.last.min(message);
    }

    /// The nearest entry at or before a message.
    pub fn entry_before(&self, message: usize) -> usize {
        if self.prices.breakpoints == 0 {
            return self.last.min(message);
        }
        self.entries
            .iter()
            .copied()
            .filter(|entry| *entry <= message)
            .max()
            .unwrap_or(0)
    }

    /// The cost of a prompt of the first `end` messages, which is cached from then on. `frontier`
    /// is a place that the host marks beside the usual ones.
    pub fn call(&mut self, prompt: &impl Laid, end: usize, frontier: Option<usize>) -> u128 {
        let mut marks = vec![0, end];
        marks.extend(frontier.filter(|frontier| *frontier < end));
        if frontier.is_some()
            && self.calls > 0
            && self.last < end
            && blocks(prompt, self.last, end) > self.prices.lookback_blocks
        {
            marks.push(self.last);
        }
        self.sent(prompt, end, &marks).0
    }

    /// The cost of a prompt with these marks, and how many of its tokens were cached.
    pub fn sent(&mut self, prompt: &impl Laid, end: usize, marks: &[usize]) -> (u128, u64) {
        let cached = if self.prices.breakpoints == 0 {
            (self.calls > 0).then_some(self.last)
        } else {
            self.found(prompt, marks)
        };
        self.last = end;
        self.calls += 1;
        let all = prompt.tokens(end) + self.overhead;
        let known = cached.map_or(0, |cached| prompt.tokens(cached) + self.overhead);
        let known = if known < self.prices.min_prefix_tokens {
            0
        } else {
            known
        };
        let cost = u128::from(known) * u128::from(micros(self.prices.read))
            + u128::from(all - known) * u128::from(micros(self.prices.write));
        (cost, known)
    }

    /// The longest entry that a mark reaches. What is marked now is one from then on.
    fn found(&mut self, prompt: &impl Laid, marks: &[usize]) -> Option<usize> {
        let reach = |entry: usize| {
            marks.iter().any(|mark| {
                entry <= *mark && blocks(prompt, entry, *mark) <= self.prices.lookback_blocks
            })
        };
        // What no mark reaches is found no more.
        self.entries.retain(|entry| reach(*entry));
        let found = self.entries.last().copied();
        self.entries.extend(marks);
        self.entries.sort_unstable();
        self.entries.dedup();
        found
    }

    /// The cost of an answer.
    pub fn answer(&self, tokens: u64) -> u128 {
        u128::from(tokens) * u128::from(micros(self.prices.output))
    }

    /// The cost of a summary by a model that reads so many tokens.
    pub fn asked(&self, tokens: u64, summary_tokens: u64) -> u128 {
        u128::from(tokens) * u128::from(micros(self.prices.input)) + self.answer(summary_tokens)
    }
}

fn blocks(prompt: &impl Laid, start: usize, end: usize) -> u64 {
    prompt.blocks(end) - prompt.blocks(start)
}
