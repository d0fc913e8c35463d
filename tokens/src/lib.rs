#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod error;
pub mod exact;
pub mod instant;
pub mod text;

pub use error::{Error, ErrorKind, Result};

/// Counts strings with an encoder of tiktoken-rs. A compactor whose tokenizer is `Host` takes the counts
/// in `provide_counts`.
///
/// ```
/// let encoder = tiktoken_rs::o200k_base().expect("the encoder");
/// assert_eq!(conspectus_tokens::tiktoken_counts(&encoder, &["Hello, world!".to_owned()]), [4.0]);
/// ```
#[cfg(feature = "tiktoken-rs")]
#[must_use]
pub fn tiktoken_counts(encoder: &tiktoken_rs::CoreBPE, texts: &[String]) -> Vec<f64> {
    let count = |text: &String| encoder.encode_ordinary(text).len() as f64;
    texts.iter().map(count).collect()
}
