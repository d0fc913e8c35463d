//! Token ids of 500 strings that are hard to split, in four encodings, as tiktoken-rs gave them. The
//! strings follow from a seed; the file holds counts and hashes, so that the other tokenizer and its
//! regular expressions need not be built.
//!
//! `RECORD=1 make long-tokens` writes the file anew.

use crate::nasty::{Dice, nasty};
use conspectus_tokens::exact::{Encoding, count_tokens, encode};

#[cfg(oracle)]
pub const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/recorded.tsv");
const STRINGS: usize = 500;
const ENCODINGS: [Encoding; 4] = [
    Encoding::O200kBase,
    Encoding::Cl100kBase,
    Encoding::P50kBase,
    Encoding::R50kBase,
];

/// FNV-1a, 64 bits.
fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// A line for each string: its number of tokens and the hash of their ids, in each encoding.
pub fn lines(encode: impl Fn(&str, Encoding) -> Vec<u32>) -> Vec<String> {
    let mut dice = Dice(23);
    (0..STRINGS)
        .map(|_| {
            let text = nasty(&mut dice);
            let columns = ENCODINGS.map(|encoding| {
                let ids = encode(&text, encoding);
                let hash = hash(ids.iter().flat_map(|id| id.to_le_bytes()));
                format!("{}\t{hash:016x}", ids.len())
            });
            columns.join("\t")
        })
        .collect()
}

/// The file: first the hash of all that follows.
#[cfg(oracle)]
pub fn file(lines: &[String]) -> String {
    let text = lines.join("\n");
    format!("{:016x}\n{text}\n", hash(text.bytes()))
}

pub fn recorded() -> Vec<String> {
    let (told, text) = include_str!("recorded.tsv")
        .trim_end()
        .split_once('\n')
        .expect("a hash");
    assert_eq!(
        told,
        format!("{:016x}", hash(text.bytes())),
        "the recorded counts were edited"
    );
    text.lines().map(str::to_owned).collect()
}

#[test]
fn ids_are_those_that_tiktoken_gave() {
    let (expected, found) = (recorded(), lines(encode));
    assert_eq!(expected.len(), STRINGS);
    for (number, (expected, found)) in expected.iter().zip(&found).enumerate() {
        assert_eq!(found, expected, "string {number}");
    }
}

#[test]
fn counts_are_the_number_of_ids() {
    let mut dice = Dice(23);
    for _ in 0..STRINGS {
        let text = nasty(&mut dice);
        for encoding in ENCODINGS {
            assert_eq!(
                count_tokens(&text, encoding),
                encode(&text, encoding).len(),
                "{encoding} {text:?}"
            );
        }
    }
}
