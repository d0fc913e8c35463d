//! Names without their lines: those of highest value that no quote holds, in a line under the record
//! where they stood last. An agent that reads a name knows that it was there, and can look for it.

use super::also::{ALSO, BETWEEN};
use super::choose::{Choice, COVERED, FRESH};
use super::terms::{each_term, is_cjk};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Added to the bytes of a name when names are compared, against very short ones. Chosen by
/// measurement.
const NAME_BYTES: u64 = 8;
/// Shortest name that is told without its line, in characters.
const NAME_CHARS_MIN: u32 = 5;
/// Longest number that is taken for a count or a price, in bytes. Chosen here.
const NUMBER_BYTES: usize = 7;
/// The names told of each record.
pub(super) type Named = BTreeMap<u32, Vec<u32>>;

/// The names that fit into `room` bytes, which are taken from it. `opened` says which records have
/// their header, and `left_out` which units may not be told of.
pub(super) fn names(
    choice: &Choice<'_>,
    cover: &mut [u64],
    opened: &mut [bool],
    left_out: impl Fn(u32) -> bool,
    room: &mut u64,
) -> Named {
    let (units, source) = (choice.units, choice.source);
    // Where each was told last.
    let mut records: Vec<Option<u32>> = vec![None; cover.len()];
    let mut all: Vec<u32> = (0..units.units.len() as u32)
        .filter(|unit| choice.is_said(*unit) && !left_out(*unit))
        .collect();
    all.sort_unstable_by_key(|unit| units.units[*unit as usize].order);
    for unit in all {
        let record = source.places[units.units[unit as usize].place as usize].record;
        if !source.records[record as usize].is_said() {
            for term in units.terms_of(unit) {
                records[*term as usize] = Some(record);
            }
        }
    }
    let text = |term: u32| units.terms.texts()[term as usize];
    let worth =
        |term: u32| (choice.values[term as usize] << 9) / (text(term).len() as u64 + NAME_BYTES);
    // Two characters out of a run without blanks are no word.
    let is_told = |term: &u32| {
        let shape = units.terms.shape_of(*term as usize);
        records[*term as usize].is_some()
            && shape.is_reference()
            && shape.chars >= NAME_CHARS_MIN
            && !is_number(text(*term))
            && !text(*term).chars().any(is_cjk)
    };
    let mut heap: BinaryHeap<(u64, Reverse<u32>)> = (0..cover.len() as u32)
        .filter(is_told)
        .map(|term| (worth(term), Reverse(term)))
        .collect();
    let mut named = Named::new();
    while let Some((worth, Reverse(term))) = heap.pop() {
        // A name that is told holds its parts.
        let Some(record) =
            records[term as usize].filter(|_| cover[term as usize] == FRESH && worth > 0)
        else {
            continue;
        };
        let header = &source.records[record as usize].header;
        let header = if opened[record as usize] {
            0
        } else {
            header.len() + 1
        };
        let before = if named.contains_key(&record) {
            BETWEEN.len()
        } else {
            ALSO.len() + 1
        };
        let cost = (header + before + text(term).len()) as u64;
        if cost > *room {
            continue;
        }
        *room -= cost;
        opened[record as usize] = true;
        named.entry(record).or_default().push(term);
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

/// A number says little without what it counts. A long one is an id or a date, but for a fraction.
fn is_number(text: &str) -> bool {
    (text.len() <= NUMBER_BYTES || text.matches('.').count() == 1)
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':' | b'-' | b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_number_says_nothing_alone() {
        assert!(["148", "13.05", "10:30", "0.7000000000000001"]
            .into_iter()
            .all(is_number));
        assert!(!["2026-11-23", "R12", "12345678"].into_iter().any(is_number));
    }
}
