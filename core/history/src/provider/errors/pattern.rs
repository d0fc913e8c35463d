//! Finds a wording in a text. A wording is lower-case text with slots in braces; `*` matches any
//! text of up to [`GAP`] chars.
//!
//! Slots are integers, with `,` or `_` between digits: `{prompt}`, `{limit}`, `{output}`,
//! `{answer}`, `{total}`, `{media}`, `{status}`, and `{n}`, which is not kept. A unit may follow
//! `{bytes}` and `{max_bytes}`. `{ms}` is in milliseconds, and `{wait}` is a span of time: `20s`,
//! `1m26.4s`, `6 seconds`.

/// Most chars that a `*` passes over. Chosen here: two or three sentences.
const GAP: usize = 300;
/// Most places at which one wording is tried, so that no text makes it slow.
const STARTS: usize = 64;

/// The numbers that a wording states.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct StatedNumbers {
    pub prompt: Option<u64>,
    pub limit: Option<u64>,
    pub output: Option<u64>,
    /// The largest response in tokens.
    pub answer: Option<u64>,
    pub total: Option<u64>,
    pub media: Option<u64>,
    pub bytes: Option<u64>,
    pub max_bytes: Option<u64>,
    pub wait_ms: Option<u64>,
    pub status: Option<u16>,
}

impl StatedNumbers {
    /// Returns these numbers, with `other`'s in place of missing ones.
    pub fn or(self, other: Self) -> Self {
        Self {
            prompt: self.prompt.or(other.prompt),
            limit: self.limit.or(other.limit),
            output: self.output.or(other.output),
            answer: self.answer.or(other.answer),
            total: self.total.or(other.total),
            media: self.media.or(other.media),
            bytes: self.bytes.or(other.bytes),
            max_bytes: self.max_bytes.or(other.max_bytes),
            wait_ms: self.wait_ms.or(other.wait_ms),
            status: self.status.or(other.status),
        }
    }
}

/// One step of a wording.
pub enum PatternStep<'a> {
    Text(&'a str),
    Slot(&'a str),
    Gap,
}

pub fn pieces(says: &str) -> Vec<PatternStep<'_>> {
    let mut pieces = Vec::new();
    let mut rest = says;
    while !rest.is_empty() {
        let end = rest.find(['{', '*']).unwrap_or(rest.len());
        if end > 0 {
            pieces.push(PatternStep::Text(&rest[..end]));
        }
        rest = &rest[end..];
        if let Some(after) = rest.strip_prefix('*') {
            pieces.push(PatternStep::Gap);
            rest = after;
        } else if let Some((slot, after)) = rest
            .strip_prefix('{')
            .and_then(|inner| inner.split_once('}'))
        {
            pieces.push(PatternStep::Slot(slot));
            rest = after;
        } else {
            break;
        }
    }
    pieces
}

/// Returns the numbers of the first place in `text` that matches the wording, or `None`.
pub(super) fn find(says: &str, text: &str) -> Option<StatedNumbers> {
    find_from(says, text).map(|(_, found)| found)
}

/// As [`find`], with the place, in bytes.
pub(super) fn find_from(says: &str, text: &str) -> Option<(usize, StatedNumbers)> {
    let pieces = pieces(says);
    let Some(PatternStep::Text(head)) = pieces.first() else {
        return None;
    };
    text.match_indices(head).take(STARTS).find_map(|(at, _)| {
        let found = follow(
            &pieces[1..],
            &text[at + head.len()..],
            StatedNumbers::default(),
        )?;
        Some((at, found))
    })
}

fn follow(pieces: &[PatternStep<'_>], text: &str, found: StatedNumbers) -> Option<StatedNumbers> {
    let Some((piece, rest)) = pieces.split_first() else {
        return Some(found);
    };
    match piece {
        PatternStep::Text(expected) => follow(rest, text.strip_prefix(expected)?, found),
        PatternStep::Slot(slot) => {
            let (found, after) = read(slot, text, found)?;
            follow(rest, after, found)
        }
        PatternStep::Gap => {
            let mut before = ' ';
            let places = text
                .char_indices()
                .chain(std::iter::once((text.len(), ' ')))
                .take(GAP);
            for (at, char) in places {
                // A number is read from its first digit on.
                if !(before.is_ascii_digit() && char.is_ascii_digit())
                    && let Some(found) = follow(rest, &text[at..], found)
                {
                    return Some(found);
                }
                before = char;
            }
            None
        }
    }
}

fn read<'a>(
    slot: &str,
    text: &'a str,
    mut found: StatedNumbers,
) -> Option<(StatedNumbers, &'a str)> {
    if slot == "wait" {
        let (wait_ms, after) = span_ms(text)?;
        found.wait_ms = Some(wait_ms);
        return Some((found, after));
    }
    let (number, after) = whole(text)?;
    match slot {
        "prompt" => found.prompt = Some(number),
        "limit" => found.limit = Some(number),
        "output" => found.output = Some(number),
        "answer" => found.answer = Some(number),
        "total" => found.total = Some(number),
        "media" => found.media = Some(number),
        "status" => {
            found.status = Some(
                u16::try_from(number)
                    .ok()
                    .filter(|status| (100..600).contains(status))?,
            )
        }
        "ms" => found.wait_ms = Some(number),
        "bytes" => found.bytes = Some(number.saturating_mul(unit(after))),
        "max_bytes" => found.max_bytes = Some(number.saturating_mul(unit(after))),
        _ => {}
    }
    Some((found, after))
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
        let wait = |text: &str| find("in {wait}", text).and_then(|found| found.wait_ms);
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
        let limit = |text: &str| find("limit*{limit} tokens", text).and_then(|found| found.limit);
        assert_eq!(limit("limit of 1,048,576 tokens"), Some(1_048_576));
        assert_eq!(limit("limit 131_072 tokens"), Some(131_072));
        assert_eq!(limit("limit 7, 8000 tokens"), Some(8_000));
        assert_eq!(limit("limit 99999999999999999999 tokens"), None);
        assert_eq!(
            find("max {max_bytes}", "max 32mb)").and_then(|found| found.max_bytes),
            Some(32 << 20)
        );
    }
}
