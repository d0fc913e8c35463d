//! Keys by their shape. `shapes.txt` holds the shapes, and says how they are written.

use crate::bytes::{before, begins, run_most, window};
use crate::mix::{is_random, is_scrambled, is_ticket};
use crate::{Found, take};
use std::ops::Range;
use std::sync::LazyLock;

/// How far after an id its secret is searched for, and its minimum length, in bytes. Chosen here.
const PARTNER_REACH: usize = 160;
const PARTNER_BYTES: usize = 24;

/// How many letters are read if a shape allows any number. Chosen here: no shape needs as many, and
/// the time for a run that many shapes read does not grow with its length.
const LOOKED_AT: usize = 512;

#[derive(Debug, Clone, Copy)]
enum Item {
    Byte(u8),
    /// Letters of an alphabet: its letter, the fewest and the most; `None` if all that come belong
    /// to it.
    Letters(u8, usize, Option<usize>),
    /// The text matched so far is not part of the secret.
    Keep,
}

struct Shape {
    kind: &'static str,
    items: Vec<Item>,
    /// True if signs separate its parts, which does not happen inside base64.
    parted: bool,
    /// Whether it begins with so little that it must hold digits.
    short: bool,
}

/// The shapes by the byte with which they begin.
struct Shapes {
    all: Vec<Shape>,
    by_first: Vec<Vec<usize>>,
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(|| read(include_str!("shapes.txt")));

fn read(text: &'static str) -> Shapes {
    let mut shapes = Shapes {
        all: Vec::new(),
        by_first: vec![Vec::new(); 256],
    };
    let mut kind = "";
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            kind = name;
        } else if !line.is_empty() {
            let items = items(line);
            for byte in 0..=u8::MAX {
                let fits = match items[0] {
                    Item::Byte(first) => byte == first,
                    Item::Letters(alphabet, ..) => holds(alphabet, byte),
                    Item::Keep => false,
                };
                if fits {
                    shapes.by_first[usize::from(byte)].push(shapes.all.len());
                }
            }
            let fixed = |holds: fn(&u8) -> bool| {
                let of = |item: &&Item| matches!(item, Item::Byte(byte) if holds(byte));
                items.iter().filter(of).count()
            };
            shapes.all.push(Shape {
                kind,
                parted: fixed(u8::is_ascii_punctuation) > 0
                    && !matches!(items[0], Item::Letters(b'b', ..)),
                short: fixed(|_| true) < 3,
                items,
            });
        }
    }
    shapes
}

fn items(line: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rest = line;
    while let Some(char) = rest.chars().next() {
        let inner = rest
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
            .and_then(|(inner, behind)| Some((letters(inner)?, behind)));
        if let Some((item, behind)) = inner {
            items.push(item);
            rest = behind;
            continue;
        }
        if char == ' ' {
            items.push(Item::Keep);
        } else {
            items.extend(rest[..char.len_utf8()].bytes().map(Item::Byte));
        }
        rest = &rest[char.len_utf8()..];
    }
    items
}

/// `c12`, `c12-20` or `c12+`.
fn letters(inner: &str) -> Option<Item> {
    let alphabet = *inner
        .as_bytes()
        .first()
        .filter(|byte| b"dhHlAawbuscx".contains(byte))?;
    let counts = &inner[1..];
    if let Some(least) = counts.strip_suffix('+') {
        return Some(Item::Letters(alphabet, least.parse().ok()?, None));
    }
    let (least, most) = counts.split_once('-').unwrap_or((counts, counts));
    Some(Item::Letters(
        alphabet,
        least.parse().ok()?,
        Some(most.parse().ok()?),
    ))
}

fn holds(alphabet: u8, byte: u8) -> bool {
    match alphabet {
        b'd' => byte.is_ascii_digit(),
        b'h' => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        b'H' => byte.is_ascii_hexdigit(),
        b'l' => byte.is_ascii_digit() || byte.is_ascii_lowercase(),
        b'A' => byte.is_ascii_digit() || byte.is_ascii_uppercase(),
        b'w' => byte.is_ascii_alphanumeric() || b"_-".contains(&byte),
        b'b' => byte.is_ascii_alphanumeric() || b"+/=".contains(&byte),
        b'u' => byte.is_ascii_alphanumeric() || b"._=-".contains(&byte),
        b's' => byte.is_ascii_alphanumeric() || b"/+._%=&-".contains(&byte),
        b'x' => byte.is_ascii_graphic() && !b"\"'`\\<>".contains(&byte),
        b'c' => byte.is_ascii_alphanumeric() || b"./".contains(&byte),
        _ => byte.is_ascii_alphanumeric(),
    }
}

/// Keys of known shapes.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    hooks(text, found);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let in_base64 = at > 0 && b"/+-_".contains(&bytes[at - 1]);
        let candidates = &SHAPES.by_first[usize::from(bytes[at])];
        let longest = if candidates.is_empty() || !begins(bytes, at) {
            None
        } else {
            candidates
                .iter()
                .filter_map(|index| {
                    let shape = &SHAPES.all[*index];
                    if in_base64 && !shape.parted {
                        return None;
                    }
                    let (start, end) = fits(bytes, at, shape)?;
                    Some((end, start, shape.kind))
                })
                .max_by_key(|(end, ..)| *end)
        };
        match longest {
            Some((end, start, kind)) => {
                if kind.ends_with("id") {
                    found.extend(partner(text, end).map(|at| Found { at, kind: "secret" }));
                }
                if kind != "id" {
                    take(found, start..end, kind);
                }
                at = end;
            }
            None => at += 1,
        }
    }
}

/// How many bytes a slash takes where it is escaped.
fn escaped(rest: &[u8]) -> Option<usize> {
    let mut spelled = ["\\/", "%2F", "%2f", "\\u002F", "\\u002f"].iter();
    spelled
        .find(|one| rest.starts_with(one.as_bytes()))
        .map(|one| one.len())
}

/// Returns the secret that follows the id it belongs to: the first long random word.
fn partner(text: &str, end: usize) -> Option<Range<usize>> {
    let behind = window(text, end, PARTNER_REACH);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte);
    let mut from = end;
    for word in behind.as_bytes().split(|byte| !is_word(byte)) {
        let edge = word.iter().take_while(|byte| b"=/-".contains(byte)).count();
        let kept = &word[edge..];
        let at = from + edge..from + word.len();
        from += word.len() + 1;
        let digits = kept.iter().filter(|byte| byte.is_ascii_digit()).count();
        let is_hex = kept.iter().all(u8::is_ascii_hexdigit);
        if kept.len() >= PARTNER_BYTES
            && digits > 1
            && (is_scrambled(kept) || is_hex && is_random(kept))
        {
            return Some(at);
        }
    }
    None
}

/// Returns the start and end of the secret if the shape matches at `at`.
fn fits(bytes: &[u8], at: usize, shape: &Shape) -> Option<(usize, usize)> {
    let (mut start, mut end) = (at, at);
    let mut varies: Vec<u8> = Vec::new();
    let mut open = None;
    for item in &shape.items {
        match *item {
            Item::Byte(byte) => {
                end += match bytes.get(end..)? {
                    [first, ..] if *first == byte => 1,
                    rest if byte == b'/' => escaped(rest)?,
                    _ => return None,
                };
            }
            Item::Keep => start = end,
            Item::Letters(alphabet, least, most) => {
                let rest = bytes.get(end..)?;
                let count = rest
                    .iter()
                    .take(most.unwrap_or(LOOKED_AT))
                    .take_while(|byte| holds(alphabet, **byte))
                    .count();
                if count < least {
                    return None;
                }
                varies.extend(&rest[..count]);
                end += count;
                open = most.is_none().then_some(alphabet);
            }
        }
    }
    let digits = varies.iter().filter(|byte| byte.is_ascii_digit()).count();
    if !is_random(&varies) || (shape.short && digits < 2) {
        return None;
    }
    // The rest of a long one belongs to it. One with a given length ends there.
    match (open, shape.items.last()) {
        (Some(alphabet), Some(Item::Letters(..))) => {
            while bytes.get(end).is_some_and(|byte| holds(alphabet, *byte)) {
                end += 1;
            }
            // A sentence goes on behind it.
            while end > start && b".=&%".contains(&bytes[end - 1]) && bytes[end - 1] != b'=' {
                end -= 1;
            }
        }
        (None, Some(Item::Letters(..)))
            if bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) =>
        {
            return None;
        }
        _ => {}
    }
    Some((start, end))
}

/// Finds the secret in a webhook URL: the first random part after the word "hook", and the rest.
fn hooks(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || b"/\\%._~:?=&@+-".contains(&byte);
    let mut done = 0;
    for (at, _) in text.match_indices("hook") {
        if at < done {
            continue;
        }
        let ahead = before(text, at, 160);
        let begin = ahead
            .rfind(|char: char| !char.is_ascii() || !inner(char as u8))
            .map_or(0, |place| place + 1);
        if !ahead.get(begin..).is_some_and(|ahead| {
            ahead.contains("://") || ahead.contains(":\\/") || ahead.contains("3A%2F")
        }) {
            continue;
        }
        done = run_most(bytes, at, LOOKED_AT, inner);
        let mut from = at;
        for part in text[at..done].split_inclusive(['/', '\\', '?', '&', '=', '%', '@']) {
            let kept = part.trim_end_matches(['/', '\\', '?', '&', '=', '%', '@']);
            let kept = kept.strip_prefix("2F").unwrap_or(kept);
            if is_ticket(kept.as_bytes()) {
                take(found, from..done, "webhook");
                break;
            }
            from += part.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Item, SHAPES};

    #[test]
    fn every_shape_begins_with_what_can_be_looked_up_and_holds_letters_that_vary() {
        assert!(SHAPES.all.len() > 250, "{}", SHAPES.all.len());
        for shape in &SHAPES.all {
            assert!(!shape.kind.is_empty());
            assert!(!matches!(shape.items[0], Item::Keep));
            assert!(
                shape
                    .items
                    .iter()
                    .any(|item| matches!(item, Item::Letters(..))),
                "{:?}",
                shape.items
            );
        }
    }
}
