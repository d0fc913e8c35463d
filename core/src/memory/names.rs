//! Names and words without their lines: those of highest value that no quote holds, in a line
//! behind the quotes of where they stood last.
//!
//! A quote takes ten times the room of the name for which it is quoted. So where not all lines fit,
//! a list of what the others held keeps more of what is needed again: an agent that reads a name
//! knows that it was there, and can look for it.

use super::also::{label, BETWEEN, ELSEWHERE};
use super::choose::{Choice, COVERED, FRESH};
use super::terms::{each_term, is_cjk};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Added to the bytes of a name when names are compared, against very short ones. Chosen by
/// measurement.
const NAME_BYTES: u64 = 8;
/// What is left of the value of a plain word and of a number, in percent: they say less without
/// their line. Chosen by measurement.
const WORD_PERCENT: u64 = 45;
/// A plain word is told if it is so long, and stands in so few lines: short ones and frequent ones
/// say nothing alone. Chosen by measurement.
const WORD_CHARS_MIN: u32 = 5;
const WORD_LINES_MAX: u32 = 3;
/// Longest number that is taken for a count or a price, in bytes. Chosen here.
const NUMBER_BYTES: usize = 7;
/// Names have more tokens than sentences of the same length: so many percent. Chosen by
/// measurement.
const TOKENS_PERCENT: usize = 120;
/// Less room than this is not worth looking for a name that fits. In bytes.
const ROOM_MIN: u64 = 6;

/// The names told of each place; of the places that are not quoted, under [`ELSEWHERE`].
pub(super) type Named = BTreeMap<usize, Vec<u32>>;

/// The names that fit into `room` bytes, which are taken from it. `opened` says which places are
/// quoted, and `left_out` which units may not be told of.
pub(super) fn names(
    choice: &Choice<'_>,
    cover: &mut [u64],
    opened: &[bool],
    left_out: impl Fn(u32) -> bool,
    room: &mut u64,
) -> Named {
    let units = choice.units;
    // Where each was told last, of the places that are quoted if it is one of them.
    let mut places: Vec<Option<usize>> = vec![None; cover.len()];
    let mut lines: Vec<u32> = vec![0; cover.len()];
    for unit in 0..units.units.len() as u32 {
        units
            .terms_of(unit)
            .iter()
            .for_each(|term| lines[*term as usize] += 1);
    }
    for unit in
        (0..units.units.len() as u32).filter(|unit| choice.is_said(*unit) && !left_out(*unit))
    {
        let place = units.units[unit as usize].place as usize;
        let place = if choice.headers && opened[place] {
            place
        } else {
            ELSEWHERE
        };
        for term in units
            .terms_of(unit)
            .iter()
            .filter(|term| cover[**term as usize] == FRESH)
        {
            let known = &mut places[*term as usize];
            *known = Some(
                known
                    .filter(|known| *known != ELSEWHERE && (place == ELSEWHERE || *known > place))
                    .unwrap_or(place),
            );
        }
    }
    let text = |term: u32| units.terms.texts()[term as usize];
    // A word at the beginning of a sentence is no name.
    let small = |term: u32| {
        units
            .terms
            .known(&text(term).to_lowercase())
            .filter(|small| *small != term)
    };
    let is_name = |term: u32| units.terms.shape_of(term as usize).capital && small(term).is_none();
    let worth = |term: u32| {
        let shape = units.terms.shape_of(term as usize);
        let says_itself = (shape.is_reference() && !is_number(text(term))) || is_name(term);
        let percent = if says_itself { 100 } else { WORD_PERCENT };
        ((choice.values[term as usize] * percent) << 9) / (text(term).len() as u64 + NAME_BYTES)
    };
    // Two characters out of a run without blanks are no word.
    let is_told = |term: &u32| {
        places[*term as usize].is_some() && !text(*term).chars().any(is_cjk) && {
            let shape = units.terms.shape_of(*term as usize);
            let is_rare_word = !shape.capital
                && shape.chars >= WORD_CHARS_MIN
                && lines[*term as usize] <= WORD_LINES_MAX;
            shape.is_reference() || is_name(*term) || is_rare_word
        }
    };
    let mut heap: BinaryHeap<(u64, Reverse<u32>)> = (0..cover.len() as u32)
        .filter(is_told)
        .map(|term| (worth(term), Reverse(term)))
        .collect();
    let mut named = Named::new();
    while let Some((worth, Reverse(term))) = heap.pop().filter(|_| *room >= ROOM_MIN) {
        // A name that is told holds its parts.
        let Some(place) =
            places[term as usize].filter(|_| cover[term as usize] == FRESH && worth > 0)
        else {
            continue;
        };
        let before = if named.contains_key(&place) {
            BETWEEN.len()
        } else {
            label(place, choice.headers).len() + 1
        };
        let cost = ((before + text(term).len()) * TOKENS_PERCENT / 100) as u64;
        if cost > *room {
            continue;
        }
        *room -= cost;
        named.entry(place).or_default().push(term);
        each_term(text(term), |part| {
            if let Some(part) = units.terms.known(part) {
                cover[part as usize] = COVERED;
            }
        });
    }
    // In the order in which they were first said.
    named.values_mut().for_each(|list| list.sort_unstable());
    named
}

/// A number says little without what it counts. A long one is an id or a date.
fn is_number(text: &str) -> bool {
    text.len() <= NUMBER_BYTES
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':' | b'-' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_number_says_nothing_alone() {
        assert!(["148", "13.05", "10:30"].into_iter().all(is_number));
        assert!(!["2026-11-23", "R12", "12345678"].into_iter().any(is_number));
    }
}
