//! Shows that the token ids equal tiktoken's: for every Unicode scalar in several surroundings, and
//! for random strings that are hard to split.
//!
//! `make long-tokens` runs it, in a release build: only there is the oracle built (`--cfg oracle`).
//! What it says of 500 strings is recorded for every other build: see `recorded.rs`.

#![allow(clippy::disallowed_methods, reason = "it writes the recorded counts")]

use crate::nasty::{Dice, nasty};
use conspectus_tokens::exact::{Counter, Encoding, count_tokens, decode, encode};
use tiktoken_rs::{CoreBPE, cl100k_base, o200k_base, p50k_base, r50k_base};

fn oracles() -> Vec<(Encoding, CoreBPE)> {
    vec![
        (Encoding::O200kBase, o200k_base().expect("o200k_base")),
        (Encoding::Cl100kBase, cl100k_base().expect("cl100k_base")),
        (Encoding::P50kBase, p50k_base().expect("p50k_base")),
        (Encoding::R50kBase, r50k_base().expect("r50k_base")),
    ]
}

fn check(text: &str, encoding: Encoding, oracle: &CoreBPE) {
    let ids = encode(text, encoding);
    let expected = oracle.encode_ordinary(text);
    assert_eq!(
        ids,
        expected,
        "{encoding} {text:?} {:x?}",
        text.chars().map(u32::from).collect::<Vec<_>>()
    );
}

/// Every scalar; without optimization one in sixteen of those in blocks of a single class.
fn scalars() -> impl Iterator<Item = char> {
    let uniform = |code: u32| matches!(code, 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3 | 0xE000..=0xF8FF | 0x2_0000..=0xD_FFFF | 0xE_0200..);
    ('\0'..=char::MAX).filter(move |&scalar| {
        !cfg!(debug_assertions) || u32::from(scalar) % 16 == 0 || !uniform(u32::from(scalar))
    })
}

#[test]
fn every_scalar_in_several_surroundings() {
    for (encoding, oracle) in &oracles()[..3] {
        for s in scalars() {
            // Between letters, after a space, a sign, a number, before each, beside itself, at the
            // end.
            check(
                &format!("a{s}b A{s}B {s}b {s}{s}!{s}b.{s} 1{s}1 {s}A{s}'s\n{s} \t{s}\n{s}"),
                *encoding,
                oracle,
            );
        }
    }
}

#[test]
fn every_scalar_alone() {
    for (encoding, oracle) in &oracles() {
        for scalar in scalars() {
            check(scalar.encode_utf8(&mut [0; 4]), *encoding, oracle);
        }
    }
}

fn try_nasty_strings(strings: usize, seed: u64) {
    let oracles = oracles();
    let mut counters: Vec<Counter> = oracles
        .iter()
        .map(|(encoding, _)| Counter::new(*encoding))
        .collect();
    let mut dice = Dice(seed);
    for _ in 0..strings {
        let text = nasty(&mut dice);
        for ((encoding, oracle), counter) in oracles.iter().zip(&mut counters) {
            check(&text, *encoding, oracle);
            let ids = encode(&text, *encoding);
            assert_eq!(
                counter.count(&text),
                ids.len(),
                "kept counter, {encoding} {text:?}"
            );
            assert_eq!(
                count_tokens(&text, *encoding),
                ids.len(),
                "new counter, {encoding} {text:?}"
            );
            assert_eq!(counter.count_up_to(&text, ids.len()), Some(ids.len()));
            assert_eq!(counter.count_up_to(&text, ids.len() - 1), None);
            assert_eq!(
                decode(&ids, *encoding).expect("our own ids"),
                text.as_bytes()
            );
        }
    }
}

#[test]
fn half_a_million_nasty_strings() {
    try_nasty_strings(500_000, 11);
}

#[test]
fn what_is_recorded_is_what_it_says() {
    let oracles = oracles();
    let lines = crate::recorded::lines(|text, encoding| {
        let (_, oracle) = oracles
            .iter()
            .find(|(known, _)| *known == encoding)
            .expect("an oracle");
        oracle.encode_ordinary(text)
    });
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(crate::recorded::PATH, crate::recorded::file(&lines)).expect("written");
        return;
    }
    assert_eq!(crate::recorded::recorded(), lines);
}
