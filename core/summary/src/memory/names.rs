//! Names without their lines: those of highest value that no quote holds, in a line under the record
//! where they stood last. An agent that reads a name knows that it was there, and can look for it.

use super::also::{ALSO, BETWEEN};
use super::choose::{COVERED, Choice, ChosenFacts, FRESH};
use super::reading::Valued;
use super::terms::{each_term, shape};
use crate::notes::accept::words::is_wide;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// Added to the bytes of a name when names are compared, against very short ones. Chosen by
/// measurement.
const NAME_BYTES: u64 = 8;
/// Shortest name that is told without its line, in characters.
const NAME_CHARS_MIN: u32 = 5;
/// Shorter dates, versions and addresses of digits say little alone, in bytes. Chosen here.
const DATE_BYTES: usize = 8;
/// Words that make the number behind them a name. Chosen here.
const LABELS: [&str; 9] = [
    "id", "key", "number", "no", "order", "ticket", "issue", "port", "pull",
];
/// The names told of each record, by the numbers of their terms.
pub(super) type Named<'a> = BTreeMap<usize, BTreeMap<u32, &'a str>>;

/// The names that fit into the room that is left, which they take.
pub(super) fn names<'a>(choice: &Choice<'a>, told: &mut ChosenFacts) -> Named<'a> {
    let Valued {
        reading,
        units,
        values,
        ..
    } = choice.valued;
    let text = |term: u32| units.terms.texts()[term as usize];
    // Where each was told last, and how.
    let mut last: Vec<Option<(usize, &'a str)>> = vec![None; values.len()];
    let mut all: Vec<u32> = (0..units.units.len() as u32)
        .filter(|unit| choice.is_said(*unit) && told.awaited(*unit).is_none())
        .collect();
    all.sort_unstable_by_key(|unit| units.units[*unit as usize].order);
    for unit in all {
        let record = choice.record(unit);
        if reading.source.records[record].is_said() {
            continue;
        }
        for term in units.terms_of(unit) {
            let name = text(*term);
            let name = match is_number(name) {
                true => labelled(units.units[unit as usize].text, name),
                false => Some(name),
            };
            if let Some(name) = name {
                last[*term as usize] = Some((record, name));
            }
        }
    }
    // Two characters out of a run without blanks are no word.
    let is_told = |term: &u32| {
        last[*term as usize].is_some_and(|_| {
            let shape = shape(text(*term));
            shape.is_reference()
                && shape.chars >= NAME_CHARS_MIN
                && !text(*term).chars().any(is_wide)
        })
    };
    let worth = |term: u32| (values[term as usize] << 9) / (text(term).len() as u64 + NAME_BYTES);
    let mut heap: BinaryHeap<(u64, Reverse<u32>)> = (0..values.len() as u32)
        .filter(is_told)
        .map(|term| (worth(term), Reverse(term)))
        .collect();
    let mut named = Named::new();
    while let Some((worth, Reverse(term))) = heap.pop() {
        // A name that is told holds its parts.
        let Some((record, name)) =
            last[term as usize].filter(|_| told.cover[term as usize] == FRESH && worth > 0)
        else {
            continue;
        };
        let header = match told.opened[record] {
            true => 0,
            false => reading.source.records[record].header.len() + 1,
        };
        let before = match named.contains_key(&record) {
            true => BETWEEN.len(),
            false => ALSO.len() + 1,
        };
        let cost = (header + before + name.len()) as u64;
        if cost > told.left {
            continue;
        }
        told.left -= cost;
        told.opened[record] = true;
        named.entry(record).or_default().insert(term, name);
        each_term(text(term), |part| {
            if let Some(part) = units.terms.known(part) {
                told.cover[part as usize] = COVERED;
            }
        });
    }
    named
}

/// A number says little without what it counts, but for a date, a version or an address.
fn is_number(text: &str) -> bool {
    let marks = |marks: &[char]| text.matches(marks).count();
    let is_date =
        text.len() >= DATE_BYTES && marks(&['.', '-', '/']) >= 2 && marks(&[',', ':']) == 0;
    !is_date
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':' | b'-' | b'/'))
}

/// A number with the word in front of it that makes it a name: `port 15432`, `#10482`.
fn labelled<'a>(text: &'a str, number: &str) -> Option<&'a str> {
    text.match_indices(number).find_map(|(at, _)| {
        let end = at + number.len();
        let label = text[..at].trim_end_matches([' ', '=', ':']);
        let is_inner = |char: char| char.is_alphanumeric() || char == '_';
        let start = label.trim_end_matches(is_inner).len();
        let last = label[start..].rsplit('_').next()?;
        let is_label = label.len() < at
            && (LABELS.iter().any(|known| last.eq_ignore_ascii_case(known))
                || last.ends_with("Id"));
        let start = match label.strip_suffix('#') {
            Some(before) => before.len(),
            None if is_label => start,
            None => return None,
        };
        let ends = !text[end..].starts_with(|char: char| char.is_ascii_digit());
        ends.then(|| &text[start..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_a_name_where_a_word_says_so() {
        assert!(
            [
                "148",
                "10:30:15.250",
                "0.7000000000000001",
                "1688849860263936"
            ]
            .into_iter()
            .all(is_number)
        );
        assert!(
            !["2026-11-23", "R12", "10.0.0.12"]
                .into_iter()
                .any(is_number)
        );
        for (text, told) in [
            ("GET :15432 on port 15432", Some("port 15432")),
            ("closes #10482 of 10482", Some("#10482")),
            ("order_id=7741920, price=1.5", Some("order_id=7741920")),
            ("userId: 7741920", Some("userId: 7741920")),
            ("port 154321 of 15432", None),
            ("support 15432", None),
        ] {
            let mut numbers = text.rsplit(|char: char| !char.is_ascii_digit());
            let number = numbers.find(|part| part.len() > 4).unwrap_or_default();
            assert_eq!(labelled(text, number), told, "{text}");
        }
    }
}
