//! What a term is worth: how likely the agent will need it again. One logistic over what is known of it.
//!
//! In words: what the agent itself has used, and exact strings that cannot be paraphrased, come back; what merely scrolled by does not.
//! The weights were fitted on recorded sessions of coding agents and of others; `docs/quality.md` shows what they reach on sessions that
//! were held out.

use super::fixed::{ln_1p, ln_1p_of, logistic, ONE};
use super::source::{Kind, Source, KINDS};
use super::terms::Shape;
use super::units::Units;

/// A weight in 1 / 2^16, from hundredths.
const fn weight(hundredths: i64) -> i64 {
    hundredths * ONE / 100
}

const BIAS: i64 = weight(-533);
/// Of the logarithms of how many places hold it: results, arguments, what the agent said, all kinds.
const RESULTS: i64 = weight(24);
const ARGUMENTS: i64 = weight(172);
const SAID: i64 = weight(74);
const ALL: i64 = weight(-239);
/// Of the logarithm of its age in thousands of tokens, and of the number of lines that hold it.
const AGE: i64 = weight(-70);
const LINES: i64 = weight(71);
/// If the user or the agent ever used it.
const USED: i64 = weight(74);
/// Of the logarithm of what stands beside it.
const BESIDE: i64 = weight(30);
/// Of its shape.
const DIGIT: i64 = weight(181);
const DOT: i64 = weight(66);
const CAMEL: i64 = weight(27);
const CAPITAL: i64 = weight(103);
const LONG: i64 = weight(54);
/// If the agent used it after a result had shown it.
const AFTER: i64 = weight(60);
const USED_CAMEL: i64 = weight(111);
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
    let age = |place: u32| place.checked_sub(1).and_then(|place| ages.get(place as usize).copied()).unwrap_or(0);
    let all = ln_1p_of(units.units.len() as u64);
    // What a name says of its neighbours: rare ones more, and those that were used lately.
    let names: Vec<i64> = known
        .iter()
        .map(|term| {
            let named = term.counts[Kind::Argument as usize] + term.counts[Kind::Said as usize] + term.counts[Kind::User as usize];
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
    known.iter().zip(units.terms.shapes()).map(|(term, shape)| logistic(score(term, shape, age(term.last)))).collect()
}

fn score(term: &Known, shape: Shape, age: i64) -> i64 {
    let count = |kind: Kind| ln_1p_of(u64::from(term.counts[kind as usize]));
    let all: u64 = term.counts.iter().map(|count| u64::from(*count)).sum();
    let flag = |is: bool| if is { ONE } else { 0 };
    let used = term.used > 0;
    let after = term.first_result > 0 && term.agent > term.first_result;
    let parts = [
        (RESULTS, count(Kind::Result)),
        (ARGUMENTS, count(Kind::Argument)),
        (SAID, count(Kind::Said)),
        (ALL, ln_1p_of(all)),
        (AGE, ln_1p(age * ONE / 1_000)),
        (LINES, ln_1p_of(u64::from(term.lines))),
        (USED, flag(used)),
        (BESIDE, ln_1p(term.beside)),
        (DIGIT, flag(shape.digit)),
        (DOT, flag(shape.dot)),
        (CAMEL, flag(shape.camel)),
        (CAPITAL, flag(shape.capital)),
        (LONG, ln_1p_of(u64::from(shape.chars))),
        (AFTER, flag(after)),
        (USED_CAMEL, flag(used && shape.camel)),
    ];
    BIAS + (parts.iter().map(|(weight, value)| weight * value).sum::<i64>() >> 16)
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
