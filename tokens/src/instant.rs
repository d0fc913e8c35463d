//! `instant`: tokens estimated from counts of byte classes, letter pairs, runs and scripts, for the
//! tokenizers of nine model families.
//!
//! It is a linear model. [`Features`] are counted in one pass and are the same for every family.
//! [`estimate`] multiplies them by the weights of the family and adds them up; the result lies
//! between one token per 128 chars and one token per byte. No vocabulary is needed.
//!
//! These guarantees hold for every family, and tests check them:
//! - **Monotone.** An estimate never falls when text is put before or after, or when features are
//!   [added](Features::add). Text put into the middle may lower it a little: it can split a run
//!   into pieces that cost less.
//! - **No cliffs.** One more character adds at most a few tokens, at any length and in any script.
//! - **Bounded.** An estimate is never more than the bytes of the text, and never less than its
//!   chars / 128.
//! - **Same in both encodings.** UTF-8 and UTF-16 of one text have the same features.
//!
//! An estimate is not exact. `docs/evidence/instant-accuracy.md` lists the errors for each family and kind
//! of text.

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

/// Estimates how many tokens the tokenizer of `family` makes of the text with these features. Not
/// rounded, so that estimates can be added.
#[must_use]
pub fn estimate(features: &Features, family: Family) -> f64 {
    let weights = family.weights();
    let sum: f64 = features
        .counts()
        .iter()
        .zip(weights)
        .map(|(&count, &weight)| f64::from(count) * weight)
        .sum();
    sum.max(features.chars() as f64 / 128.0)
        .min(features.bytes() as f64)
}

/// Estimates how many tokens the tokenizer of `family` makes of `text`. Rounded up.
#[must_use]
pub fn estimate_text(text: &str, family: Family) -> u64 {
    estimate(&Features::of_utf8(text), family).ceil() as u64
}

#[cfg(test)]
#[path = "instant/tests.rs"]
mod tests;
