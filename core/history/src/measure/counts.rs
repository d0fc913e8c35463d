//! Tokens of texts under the estimators that read them. Each text is counted once.

use super::scale::{Estimator, Scale};
use crate::error::{Error, ErrorKind, Result};
use crate::host::item::Text;
use conspectus_tokens::exact::Counter;
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_128;

/// The count of a text is kept if the text is at least this long. Chosen here: a shorter text is
/// counted as fast as its count is looked up.
const KEPT_CHARS: usize = 128;

/// Number of counts that are kept even for a small history. Chosen here: forgetting begins only
/// when it frees memory.
const KEPT_AT_LEAST: usize = 256;

/// Counts of the texts that were read, by the hash of the text. A text that comes again is not
/// counted again.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    known: BTreeMap<u128, f64>,
    /// Counts of the round before. Those that are used again move to `known`; the rest is forgotten
    /// at the next round.
    before: BTreeMap<u128, f64>,
    /// Texts that the host is to count.
    wanted: BTreeMap<u128, String>,
    /// Hashes of the texts that were handed to the host, in that order.
    awaited: Vec<u128>,
    /// Kept from one text to the next, because its tables take long to build.
    counter: UnclonedCounter,
}

/// A counter that a clone does not copy. Its tables are large, and a clone may never need them.
#[derive(Debug, Default)]
struct UnclonedCounter(Option<Box<Counter>>);

impl Clone for UnclonedCounter {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl Counts {
    /// Begins a round. A text that does not come again in this round is forgotten at the next one.
    pub fn next_round(&mut self) {
        self.wanted.clear();
        self.before = std::mem::take(&mut self.known);
    }

    /// Begins a round if there are far more counts than `parts` could need, so that the texts of
    /// removed messages are forgotten.
    pub fn forget_beyond(&mut self, parts: usize) {
        if self.known.len() > 2 * parts + KEPT_AT_LEAST {
            let wanted = std::mem::take(&mut self.wanted);
            self.next_round();
            self.wanted = wanted;
        }
    }

    /// As [`Scale::count`], but looks the count up if the same text was counted before.
    pub fn count(&mut self, scale: &Scale, text: Text<'_>) -> f64 {
        if length(text) < KEPT_CHARS && scale.estimator != Estimator::Host {
            return self.count_new(scale, text);
        }
        // A hash of 128 bits. Two texts with the same hash are so unlikely that texts need not be
        // compared.
        let hash = xxh3_128(text.to_str().as_bytes());
        if let Some(tokens) = self.known.get(&hash) {
            return *tokens;
        }
        if scale.estimator == Estimator::Host && !self.before.contains_key(&hash) {
            self.wanted
                .entry(hash)
                .or_insert_with(|| text.to_str().into_owned());
            return scale.count(text);
        }
        let tokens = self
            .before
            .remove(&hash)
            .unwrap_or_else(|| self.count_new(scale, text));
        self.known.insert(hash, tokens);
        tokens
    }

    /// The texts that were read and that the host has not counted. [`provide`](Self::provide) takes
    /// their counts in the same order.
    pub fn take_uncounted(&mut self) -> Vec<String> {
        let wanted = std::mem::take(&mut self.wanted);
        self.awaited = wanted.keys().copied().collect();
        wanted.into_values().collect()
    }

    /// How many counts [`provide`](Self::provide) expects.
    pub fn awaits(&self) -> usize {
        self.awaited.len()
    }

    /// Takes the host's counts of the texts that [`take_uncounted`](Self::take_uncounted) gave last.
    ///
    /// # Errors
    /// `InvalidOption` if there are more or fewer counts than texts, or if a count is not a whole
    /// number of at least 0.
    pub fn provide(&mut self, counts: &[f64]) -> Result<()> {
        let invalid =
            |message: String| Err(Error::new(ErrorKind::InvalidOption, "/tokenizer", message));
        if counts.len() != self.awaited.len() {
            return invalid(format!(
                "the tokenizer must return one count for each of {} texts, got {} counts",
                self.awaited.len(),
                counts.len()
            ));
        }
        if let Some(wrong) = counts
            .iter()
            .find(|count| !(count.trunc() == **count && **count >= 0.0))
        {
            return invalid(format!(
                "the tokenizer must return integers of at least 0, got `{wrong}`"
            ));
        }
        self.known.extend(
            std::mem::take(&mut self.awaited)
                .into_iter()
                .zip(counts.iter().copied()),
        );
        Ok(())
    }

    fn count_new(&mut self, scale: &Scale, text: Text<'_>) -> f64 {
        if scale.estimator != Estimator::Exact {
            return scale.count(text);
        }
        let counter = match self.counter.0.take() {
            Some(counter) if counter.encoding() == scale.encoding => counter,
            _ => Box::new(Counter::new(scale.encoding)),
        };
        self.counter.0.insert(counter).count(&text.to_str()) as f64
    }
}

fn length(text: Text<'_>) -> usize {
    match text {
        Text::Utf8(text) => text.len(),
        Text::Utf16(units) => units.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Counts {
        /// How many counts are kept.
        pub fn text_count(&self) -> usize {
            self.known.len() + self.before.len()
        }
    }
}
