//! `instant`: tokens estimated from counts of byte classes, letter pairs, runs and scripts, for the tokenizers of nine model families.
//!
//! A linear model. [`Features`] are counted in one pass and are the same for every family; [`estimate`] is their dot
//! product with the family's weights, kept between one token per 128 chars and one per byte. No vocabulary is needed.
//!
//! What is guaranteed, for every family (tests hold it):
//! - **Monotone.** Text appended, text put before, and features [added](Features::add) never lower an estimate. Text put
//!   into the middle is not covered: it may part a run whose pieces are cheaper, and lower the estimate a little.
//! - **No cliffs.** One more character adds at most a few tokens, at any length and in any script.
//! - **Bounded.** Never more than the bytes of the text, never less than its chars / 128.
//! - **Same in both encodings.** UTF-8 and UTF-16 of one text have the same features.
//!
//! What is not: exactness. `docs/instant-accuracy.md` lists the errors per family and kind of text.

mod columns;
mod features;
mod han;
mod lanes;
mod levels;
mod model;
mod pairs;
mod scripts;
mod strings;
mod walk;
mod weights;

pub use features::Features;
pub use model::{Family, Provenance};
pub use strings::Strings;

/// Tokens that the text behind `features` has in `family`'s tokenizer; not rounded, so that parts can be summed.
#[must_use]
pub fn estimate(features: &Features, family: Family) -> f64 {
    let weights = family.weights();
    let sum: f64 = features.counts().iter().zip(weights).map(|(&count, &weight)| f64::from(count) * weight).sum();
    sum.max(features.chars() as f64 / 128.0).min(features.bytes() as f64)
}

/// Tokens of `text`, rounded up once.
#[must_use]
pub fn estimate_text(text: &str, family: Family) -> u64 {
    estimate(&Features::of_utf8(text), family).ceil() as u64
}

#[cfg(test)]
#[path = "instant/tests.rs"]
mod tests;
