//! Finds a wording in a text. A wording is lower-case text with slots in braces; `*` matches any
//! text of up to [`GAP`] chars.
//!
//! Slots are integers, with `,` or `_` between digits: `{prompt}`, `{limit}`, `{output}`,
//! `{answer}` (the largest response), `{total}`, `{media}`, `{status}`, and `{n}`, which isn't
//! used. A unit may follow `{bytes}` and `{max_bytes}`. `{ms}` is in milliseconds, and `{wait}`
//! is a span of time: `20s`, `1m26.4s`, `6 seconds`.

use std::collections::BTreeMap;

/// Most chars that a `*` passes over. Chosen here: two or three sentences.
const GAP: usize = 300;
/// Most places at which one wording is tried, so that no text makes it slow.
const STARTS: usize = 64;

/// The numbers that a wording states, by their slots.
pub(super) type StatedNumbers = BTreeMap<&'static str, u64>;

/// Returns the numbers of the first place in `text` that matches the wording, or `None`.
pub(super) fn find(says: &'static str, text: &str) -> Option<StatedNumbers> {
    find_from(says, text).map(|(_, found)| found)
}

/// As [`find`], with the place, in bytes.
pub(super) fn find_from(says: &'static str, text: &str) -> Option<(usize, StatedNumbers)> {
    let (head, rest) = plain(says);
    text.match_indices(head)
        .take(STARTS)
        .find_map(|(at, _)| Some((at, follow(rest, &text[at + head.len()..])?)))
}

/// A wording up to its first slot or `*`, and the rest.
fn plain(says: &'static str) -> (&'static str, &'static str) {
    says.split_at(says.find(['{', '*']).unwrap_or(says.len()))
}

fn follow(says: &'static str, text: &str) -> Option<StatedNumbers> {
    if says.is_empty() {
        return Some(StatedNumbers::new());
    }
    if let Some(rest) = says.strip_prefix('*') {
        let mut before = ' ';
        let places = text.char_indices().chain([(text.len(), ' ')]);
        return places.take(GAP).find_map(|(at, char)| {
            // A number is read from its first digit on.
            let in_number = before.is_ascii_digit() && char.is_ascii_digit();
            before = char;
            (!in_number).then(|| follow(rest, &text[at..]))?
        });
    }
    let inner = says.strip_prefix('{');
    let Some((slot, rest)) = inner.and_then(|inner| inner.split_once('}')) else {
        let (expected, rest) = plain(says);
        return follow(rest, text.strip_prefix(expected)?);
    };
    let (number, after) = read(slot, text)?;
    let mut found = follow(rest, after)?;
    found.insert(slot, number);
    Some(found)
}

fn read<'a>(slot: &str, text: &'a str) -> Option<(u64, &'a str)> {
    if slot == "wait" {
        return span_ms(text);
    }
    let (number, after) = whole(text)?;
    match slot {
        "bytes" | "max_bytes" => Some((number.saturating_mul(unit(after)), after)),
        "status" if !(100..600).contains(&number) => None,
        _ => Some((number, after)),
    }
}

/// Returns the integer at the start of `text`, and the rest.
fn whole(text: &str) -> Option<(u64, &str)> {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut end = 0;
    while is_digit(end)
        || (end > 0
            && matches!(bytes.get(end), Some(b',' | b'_'))
            && (1..=3).all(|next| is_digit(end + next))
            && !is_digit(end + 4))
    {
        end += 1;
    }
    let digits: String = text[..end].chars().filter(char::is_ascii_digit).collect();
    // A fraction of no weight: some write a count as `150000.000000`.
    let after = &text[end..];
    let zeros = after
        .strip_prefix('.')
        .map_or(0, |rest| rest.len() - rest.trim_start_matches('0').len());
    Some((
        digits.parse().ok()?,
        if zeros > 0 {
            &after[1 + zeros..]
        } else {
            after
        },
    ))
}

/// Returns the number of bytes in the unit after a number.
fn unit(after: &str) -> u64 {
    let after = after.trim_start();
    let starts = |units: &[&str]| units.iter().any(|unit| after.starts_with(unit));
    if starts(&["gib", "gb"]) {
        1 << 30
    } else if starts(&["mib", "mb"]) {
        1 << 20
    } else if starts(&["kib", "kb"]) {
        1 << 10
    } else {
        1
    }
}

/// A span of time at the head of a text, in milliseconds. Without a unit, the number is of seconds.
fn span_ms(text: &str) -> Option<(u64, &str)> {
    let mut rest = text;
    let mut sum: Option<f64> = None;
    loop {
        let end = rest
            .find(|char: char| !char.is_ascii_digit() && char != '.')
            .unwrap_or(rest.len());
        let digits = rest[..end].trim_end_matches('.');
        let Ok(number) = digits.parse::<f64>() else {
            break;
        };
        let after = &rest[digits.len()..];
        let spaceless = after.trim_start();
        let word_end = spaceless
            .find(|char: char| !char.is_ascii_alphabetic())
            .unwrap_or(spaceless.len());
        let ms = match &spaceless[..word_end] {
            "ms" | "milliseconds" => 1.0,
            "m" | "min" | "minute" | "minutes" => 60_000.0,
            "h" | "hour" | "hours" => 3_600_000.0,
            "s" | "sec" | "second" | "seconds" => 1_000.0,
            _ => {
                sum = sum.or(Some(number * 1_000.0));
                rest = after;
                break;
            }
        };
        sum = Some(sum.unwrap_or(0.0) + number * ms);
        rest = &spaceless[word_end..];
    }
    // A year is longer than anybody waits.
    sum.filter(|ms| (0.0..=3.2e10).contains(ms))
        .map(|ms| (ms.ceil() as u64, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_of_time_in_any_unit() {
        let wait =
            |text: &str| find("in {wait}", text).and_then(|found| found.get("wait").copied());
        assert_eq!(wait("in 1m26.4s."), Some(86_400));
        assert_eq!(wait("in 6m0s"), Some(360_000));
        assert_eq!(wait("in 20ms."), Some(20));
        assert_eq!(wait("in 12 seconds."), Some(12_000));
        assert_eq!(wait("in 3"), Some(3_000));
        assert_eq!(wait("in 99999999999999999999999 hours"), None);
        assert_eq!(wait("in a while"), None);
    }

    #[test]
    fn numbers_are_read_whole() {
        let limit = |text: &str| {
            find("limit*{limit} tokens", text).and_then(|found| found.get("limit").copied())
        };
        assert_eq!(limit("limit of 1,048,576 tokens"), Some(1_048_576));
        assert_eq!(limit("limit 131_072 tokens"), Some(131_072));
        assert_eq!(limit("limit 7, 8000 tokens"), Some(8_000));
        assert_eq!(limit("limit 99999999999999999999 tokens"), None);
        assert_eq!(
            find("max {max_bytes}", "max 32mb)").and_then(|found| found.get("max_bytes").copied()),
            Some(32 << 20)
        );
    }
}
