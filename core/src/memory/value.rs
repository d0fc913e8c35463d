//! What a term is worth: how likely the agent will need it again. One logistic over what is known
//! of it.
//!
//! In words: what the agent itself has used, and exact strings that cannot be paraphrased, come
//! back; what merely scrolled by does not. References, names and plain words have weights of their
//! own: that the agent used an id once says much, that it used a word says little. The weights were
//! fitted on recorded sessions of coding agents and of others, in which each session counts alike,
//! however long it is, and a term counts for the more the rarer it is to be wanted.
//! `docs/evidence/quality.md` tells how, and shows what they reach on sessions that were held out.

use super::fixed::{ln_1p, ln_1p_of, logistic, ONE};
use super::source::{Kind, Source, KINDS};
use super::terms::Shape;
use super::units::Units;

/// A weight in 1 / 2^16, from hundredths.
const fn weight(hundredths: i64) -> i64 {
    hundredths * ONE / 100
}

/// The weights of one kind of term.
struct Weights {
    bias: i64,
    /// Of the logarithms of how many places hold it: results, arguments, what the agent said, all
    /// kinds.
    results: i64,
    arguments: i64,
    said: i64,
    all: i64,
    /// Of the logarithm of its age in thousands of tokens, and of the number of lines that hold it.
    age: i64,
    lines: i64,
    /// If the user or the agent ever used it.
    used: i64,
    /// Of the logarithms of what stands beside it, and of its length.
    beside: i64,
    long: i64,
    /// If the agent used it after a result had shown it.
    after: i64,
}

/// Of what has a digit, a dot or a capital inside, and of addresses.
const REFERENCE: Weights = Weights {
    bias: weight(-837),
    results: weight(-34),
    arguments: weight(50),
    said: weight(34),
    all: weight(19),
    age: weight(-70),
    lines: weight(192),
    used: weight(113),
    beside: weight(-4),
    long: weight(158),
    after: weight(8),
};
/// Of words that begin with a capital.
const NAME: Weights = Weights {
    bias: weight(-679),
    results: weight(19),
    arguments: weight(94),
    said: weight(69),
    all: weight(-53),
    age: weight(-36),
    lines: weight(179),
    used: weight(114),
    beside: weight(-10),
    long: weight(83),
    after: weight(-19),
};
/// Of all other words.
const WORD: Weights = Weights {
    bias: weight(-887),
    results: weight(-8),
    arguments: weight(6),
    said: weight(45),
    all: weight(-93),
    age: weight(-32),
    lines: weight(45),
    used: weight(47),
    beside: weight(-20),
    long: weight(263),
    after: weight(21),
};
/// Of the shape of a reference.
const DIGIT: i64 = weight(67);
const DOT: i64 = weight(62);
const CAMEL: i64 = weight(26);
const ADDRESS: i64 = weight(-95);
/// Where the logarithms of age, lines, neighbours and length bend, in 1 / 2^16, and the weight of
/// what is above.
const AGE_BENDS: [(i64, i64); 2] = [(weight(100), weight(49)), (weight(380), weight(-97))];
const LINES_BENDS: [(i64, i64); 1] = [(weight(90), weight(-171))];
const BESIDE_BENDS: [(i64, i64); 2] = [(weight(150), weight(58)), (weight(280), weight(-36))];
const LONG_BENDS: [(i64, i64); 2] = [(weight(200), weight(-213)), (weight(260), weight(40))];
/// After so many tokens a name counts half for what stands beside it.
const FADES_TOKENS: i64 = 4_000;

/// What is known of a term. Places are counted from 1, and 0 means none.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// How many places hold it, by kind.
    counts: [u32; KINDS],
    /// The last place that was counted, by kind.
    counted: [u32; KINDS],
    lines: u32,
    last: u32,
    /// The last place where user or agent used it.
    used: u32,
    first_result: u32,
    /// The last place where the agent said it or called a tool with it.
    agent: u32,
    /// The greatest sum of what stands beside it in a unit.
    beside: i64,
}

/// The value of every term, in 1 / 2^30.
pub(super) fn values(source: &Source, units: &Units<'_>) -> Vec<u64> {
    let mut known = vec![Known::default(); units.terms.len()];
    for seen in &units.seen {
        let (kind, place) = (seen.kind as usize, seen.place + 1);
        for term in units.terms_of(seen.unit) {
            let term = &mut known[*term as usize];
            if term.counted[kind] != place {
                term.counted[kind] = place;
                term.counts[kind] += 1;
            }
            term.lines += 1;
            term.last = place;
            if seen.kind == Kind::Result {
                if term.first_result == 0 {
                    term.first_result = place;
                }
            } else {
                term.used = place;
                if matches!(seen.kind, Kind::Argument | Kind::Said) {
                    term.agent = place;
                }
            }
        }
    }
    let ages = ages(source);
    let age = |place: u32| {
        place
            .checked_sub(1)
            .and_then(|place| ages.get(place as usize).copied())
            .unwrap_or(0)
    };
    let all = ln_1p_of(units.units.len() as u64);
    // What a name says of its neighbours: rare ones more, and those that were used lately.
    let names: Vec<i64> = known
        .iter()
        .map(|term| {
            let named = term.counts[Kind::Argument as usize]
                + term.counts[Kind::Said as usize]
                + term.counts[Kind::User as usize];
            if named == 0 {
                return 0;
            }
            let rare = (all - ln_1p_of(u64::from(term.lines) - 1)).max(0);
            rare * FADES_TOKENS / (FADES_TOKENS + age(term.used))
        })
        .collect();
    for unit in 0..units.units.len() as u32 {
        let terms = units.terms_of(unit);
        let sum: i64 = terms.iter().map(|term| names[*term as usize]).sum();
        if sum > 0 {
            for term in terms {
                let beside = &mut known[*term as usize].beside;
                *beside = (*beside).max(sum - names[*term as usize]);
            }
        }
    }
    known
        .iter()
        .zip(units.terms.shapes())
        .map(|(term, shape)| logistic(score(term, shape, age(term.last))))
        .collect()
}

fn score(term: &Known, shape: Shape, age: i64) -> i64 {
    let count = |kind: Kind| ln_1p_of(u64::from(term.counts[kind as usize]));
    let all: u64 = term.counts.iter().map(|count| u64::from(*count)).sum();
    let flag = |is: bool| if is { ONE } else { 0 };
    let used = term.used > 0;
    let after = term.first_result > 0 && term.agent > term.first_result;
    let weights = if shape.is_reference() {
        &REFERENCE
    } else if shape.capital {
        &NAME
    } else {
        &WORD
    };
    let (age, lines) = (ln_1p(age * ONE / 1_000), ln_1p_of(u64::from(term.lines)));
    let (beside, long) = (ln_1p(term.beside), ln_1p_of(u64::from(shape.chars)));
    let parts = [
        (weights.results, count(Kind::Result)),
        (weights.arguments, count(Kind::Argument)),
        (weights.said, count(Kind::Said)),
        (weights.all, ln_1p_of(all)),
        (weights.age, age),
        (weights.lines, lines),
        (weights.used, flag(used)),
        (weights.beside, beside),
        (weights.long, long),
        (weights.after, flag(after)),
        (DIGIT, flag(shape.digit)),
        (DOT, flag(shape.dot)),
        (CAMEL, flag(shape.camel)),
        (ADDRESS, flag(shape.address)),
    ];
    let bent = above(age, &AGE_BENDS)
        + above(lines, &LINES_BENDS)
        + above(beside, &BESIDE_BENDS)
        + above(long, &LONG_BENDS);
    weights.bias
        + ((parts
            .iter()
            .map(|(weight, value)| weight * value)
            .sum::<i64>()
            + bent)
            >> 16)
}

/// What a value adds above each bend.
fn above(value: i64, bends: &[(i64, i64)]) -> i64 {
    bends
        .iter()
        .map(|(bend, weight)| weight * (value - bend).max(0))
        .sum()
}

/// How many tokens ago each place was, at four bytes a token.
fn ages(source: &Source) -> Vec<i64> {
    let mut after = 0;
    let mut ages: Vec<i64> = source
        .places
        .iter()
        .rev()
        .map(|place| {
            let age = after;
            after += (place.bytes / 4 + 4).min(1 << 40) as i64;
            age
        })
        .collect();
    ages.reverse();
    ages
}
