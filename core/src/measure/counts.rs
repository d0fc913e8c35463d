//! Tokens of texts by the estimators that read them, each text counted once.

use super::walk::{Escapes, Walk};
use super::{Estimator, Scale, Size};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, Text, View};
use conspectus_tokens::exact::{self, Counter};
use conspectus_tokens::instant::{self, Features};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// Chars from which a count is kept. Chosen here: below, counting costs no more than looking it up.
const KEPT_CHARS: usize = 128;

/// Counts of the texts that were read, by their hash: a text that comes again is not counted again.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    known: BTreeMap<u128, f64>,
    /// Those of the round before that did not come again yet.
    before: BTreeMap<u128, f64>,
    /// Texts that the host is to count, and the order in which they were handed out.
    wanted: BTreeMap<u128, String>,
    awaited: Vec<u128>,
    /// Its tables are worth keeping from one text to the next.
    counter: Kept,
}

/// A counter that is not copied with what keeps it: its tables are larger than what they save at once.
#[derive(Debug, Default)]
struct Kept(Option<Box<Counter>>);

impl Clone for Kept {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl Counts {
    /// Begins a round: what does not come again in it is forgotten at the next.
    pub fn next_round(&mut self) {
        self.wanted.clear();
        self.before = std::mem::take(&mut self.known);
    }

    /// As [`Scale::count`], looked up if the same text was counted before.
    pub fn count(&mut self, scale: &Scale, text: Text<'_>) -> f64 {
        if length(text) < KEPT_CHARS && scale.estimator != Estimator::Host {
            return self.count_new(scale, text);
        }
        // What the host counts is known by its UTF-8: the same text may come as either.
        let host = (scale.estimator == Estimator::Host).then(|| text.to_str());
        let hash = hash(host.as_deref().map_or(text, Text::Utf8));
        if let Some(tokens) = self.known.get(&hash) {
            return *tokens;
        }
        if scale.estimator == Estimator::Host && !self.before.contains_key(&hash) {
            self.wanted.entry(hash).or_insert_with(|| text.to_str().into_owned());
            return scale.count(text);
        }
        let tokens = self.before.remove(&hash).unwrap_or_else(|| self.count_new(scale, text));
        self.known.insert(hash, tokens);
        tokens
    }

    /// Texts that were met and not counted; [`provide`](Self::provide) takes their counts, in this order.
    pub fn take_wanted(&mut self) -> Vec<String> {
        let wanted = std::mem::take(&mut self.wanted);
        self.awaited = wanted.keys().copied().collect();
        wanted.into_values().collect()
    }

    /// How many counts [`provide`](Self::provide) takes.
    pub fn awaits(&self) -> usize {
        self.awaited.len()
    }

    /// The host's counts of the texts last handed out.
    ///
    /// # Errors
    /// `InvalidConfig` if there are more or fewer, or one is no whole number from 0.
    pub fn provide(&mut self, counts: &[f64]) -> Result<()> {
        let invalid = |message: String| Err(Error::new(ErrorKind::InvalidConfig, "/tokenizer", message));
        if counts.len() != self.awaited.len() {
            return invalid(format!("{} texts were to be counted, got {} counts", self.awaited.len(), counts.len()));
        }
        if let Some(wrong) = counts.iter().find(|count| !(count.trunc() == **count && **count >= 0.0)) {
            return invalid(format!("a tokenizer must give a whole number from 0, got `{wrong}`"));
        }
        self.known.extend(std::mem::take(&mut self.awaited).into_iter().zip(counts.iter().copied()));
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

impl Scale {
    /// Tokens of a text by an estimator that reads it.
    pub(crate) fn count(&self, text: Text<'_>) -> f64 {
        match (self.estimator, text) {
            (Estimator::Exact, text) => exact::count_tokens(&text.to_str(), self.encoding) as f64,
            (_, Text::Utf8(text)) => instant::estimate(&Features::of_utf8(text), self.family),
            (_, Text::Utf16(units)) => instant::estimate(&Features::of_utf16(units), self.family),
        }
    }
}

/// A scale with the counts that it has made: what a ledger measures by.
pub(crate) struct Meter<'m> {
    pub scale: &'m Scale,
    pub counts: &'m mut Counts,
}

impl Meter<'_> {
    /// As [`Scale::string`].
    pub fn string<V: View>(&mut self, string: &V) -> Size {
        Walk::new(self.scale, Escapes::Ignored, Some(self.counts)).of_string(string)
    }

    /// As [`Scale::content`].
    pub fn content<V: View>(&mut self, value: &V) -> Result<Size> {
        Walk::new(self.scale, Escapes::Ignored, Some(self.counts)).of_content(value)
    }

    /// Tokens of what surrounds the messages (a system text, tool schemas), rounded up.
    pub fn overhead_tokens<V: View>(&mut self, value: &V) -> Result<u64> {
        let size = if value.kind() == Kind::String { self.string(value) } else { self.content(value)? };
        Ok(self.scale.all_tokens(size).ceil() as u64)
    }

    /// A value as JSON with media payloads priced, by the escapes rule.
    pub fn json<V: View>(&mut self, value: &V, escapes: Escapes) -> Result<Size> {
        Walk::new(self.scale, escapes, Some(self.counts)).of_json(value)
    }
}

fn length(text: Text<'_>) -> usize {
    match text {
        Text::Utf8(text) => text.len(),
        Text::Utf16(units) => units.len(),
    }
}

/// 128 bits: two texts of one hash are not to be expected in any lifetime.
fn hash(text: Text<'_>) -> u128 {
    match text {
        Text::Utf8(text) => xxhash_rust::xxh3::xxh3_128(text.as_bytes()),
        Text::Utf16(units) => {
            let mut hash = Xxh3::new();
            let mut bytes = [0; 1024];
            for block in units.chunks(bytes.len() / 2) {
                for (pair, unit) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(block) {
                    *pair = unit.to_le_bytes();
                }
                hash.update(&bytes[..block.len() * 2]);
            }
            hash.digest128()
        }
    }
}
