//! Words for searching, each as a number that equal words share.
//!
//! Letter case doesn't count. An identifier counts as its parts and as itself, so `retryBudget` and
//! `retry_budget` both match `retry`, `budget` and each other. Words joined by one sign, as in paths
//! and versions, also count as pairs. Languages without spaces have each pair of characters.

/// FNV-1a with 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;
/// The shortest word of letters with spaces, in bytes. Chosen here: single letters say nothing.
const BYTES_MIN: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    Joint,
    Ideograph,
    Other,
}

const fn kind_of_byte(byte: u8) -> Kind {
    match byte {
        b'a'..=b'z' => Kind::Lower,
        b'A'..=b'Z' => Kind::Upper,
        b'0'..=b'9' => Kind::Digit,
        b'_' => Kind::Joint,
        _ => Kind::Other,
    }
}

/// The kinds of ASCII, in a table: most outputs are ASCII, and a search reads each byte.
const KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Other; 256];
    let mut byte = 0;
    while byte < 128 {
        kinds[byte] = kind_of_byte(byte as u8);
        byte += 1;
    }
    kinds
};

fn kind_of(char: char) -> Kind {
    match char {
        _ if char.is_ascii() => KINDS[char as usize],
        // Scripts without spaces between words: kana, Han, Thai, Lao, Khmer, Myanmar; Hangul's
        // endings make its words differ. Blocks of Unicode 16.
        '\u{3040}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{0e00}'..='\u{0eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{20000}'..='\u{3ffff}' => Kind::Ideograph,
        _ if char.is_uppercase() => Kind::Upper,
        _ if char.is_alphanumeric() => Kind::Lower,
        _ => Kind::Other,
    }
}

#[inline]
fn mixed(hash: u64, value: u32) -> u64 {
    (hash ^ u64::from(value)).wrapping_mul(PRIME)
}

fn joined(one: u64, other: u64) -> u64 {
    (one.rotate_left(23) ^ other).wrapping_mul(PRIME)
}

/// A word.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub number: u64,
    /// The byte at which it starts.
    pub at: usize,
    /// Whether it's neither a part of an identifier nor a pair of words.
    pub is_whole: bool,
}

/// Calls `found` with each word.
pub(super) fn each(text: &str, found: impl FnMut(Word)) {
    if text.is_ascii() {
        // In lower case by one bit; digits have it already.
        let bytes = text.bytes().enumerate();
        return each_of(
            text,
            bytes.map(|(at, byte)| (at, KINDS[usize::from(byte)], u32::from(byte | 0x20))),
            found,
        );
    }
    let chars = text.char_indices();
    each_of(
        text,
        chars.map(|(at, char)| (at, kind_of(char), lower(char))),
        found,
    );
}

fn lower(char: char) -> u32 {
    if char.is_ascii() {
        return char as u32 | 0x20;
    }
    char.to_lowercase().next().unwrap_or(char) as u32
}

/// As [`each`], of characters with their kinds, in lower case.
fn each_of(
    text: &str,
    chars: impl Iterator<Item = (usize, Kind, u32)>,
    mut found: impl FnMut(Word),
) {
    let mut last = Kind::Other;
    // The identifier and its part that are being read, each with its start. The part also as it was
    // before its last character, which may belong to the next one: `HTTPServer`.
    let (mut whole, mut start) = (0, 0);
    let (mut part, mut part_start, mut shorter, mut last_at) = (SEED, 0, SEED, 0);
    let mut parts = 0;
    // The last identifier and its end.
    let mut before = None;
    let mut ideograph = 0;
    let end_of_text = [(text.len(), Kind::Other, 0)];
    for (at, kind, value) in chars.chain(end_of_text) {
        // Nearly all characters are like the one before.
        if kind == last && kind == Kind::Lower {
            part = mixed(part, value);
            continue;
        }
        if kind == last && kind == Kind::Other {
            continue;
        }
        let is_inside = matches!(last, Kind::Lower | Kind::Upper | Kind::Digit);
        let is_split = last == Kind::Upper && kind == Kind::Lower && last_at > part_start;
        let ends_part = match kind {
            Kind::Upper => last == Kind::Lower || last == Kind::Digit,
            Kind::Lower | Kind::Digit => is_split,
            _ => is_inside,
        };
        if ends_part {
            let (number, end) = if is_split {
                (shorter, last_at)
            } else {
                (part, at)
            };
            let is_last = !matches!(kind, Kind::Lower | Kind::Upper | Kind::Digit | Kind::Joint);
            if end - part_start >= BYTES_MIN {
                found(Word {
                    number,
                    at: part_start,
                    is_whole: is_last && parts == 0,
                });
            }
            // Of its parts, so that each byte is hashed once.
            whole = if parts == 0 {
                number
            } else {
                joined(whole, number)
            };
            parts += 1;
            (part, part_start) = (SEED, at);
            if is_split {
                part_start = last_at;
                part = number_of_last(part, text, last_at);
            }
        }
        match kind {
            Kind::Lower | Kind::Upper | Kind::Digit => {
                if !is_inside && last != Kind::Joint {
                    (start, parts) = (at, 0);
                }
                if !is_inside {
                    (part, part_start) = (SEED, at);
                }
                (shorter, last_at) = (part, at);
                part = mixed(part, value);
            }
            Kind::Joint => {
                if !is_inside && last != Kind::Joint {
                    (start, parts) = (at, 0);
                }
            }
            Kind::Ideograph | Kind::Other => {
                if is_inside || last == Kind::Joint {
                    let word = Word {
                        number: whole,
                        at: start,
                        is_whole: true,
                    };
                    if parts > 1 {
                        found(word);
                    }
                    if let Some((other, ended)) = before
                        && start == ended + 1
                        && matches!(text.as_bytes()[ended], b'.' | b'/' | b'-' | b':' | b'@')
                    {
                        found(Word {
                            number: joined(other, whole),
                            is_whole: false,
                            ..word
                        });
                    }
                    before = Some((whole, at));
                }
                if kind == Kind::Ideograph {
                    if last == Kind::Ideograph {
                        found(Word {
                            number: mixed(mixed(SEED, ideograph), value),
                            at,
                            is_whole: true,
                        });
                    }
                    ideograph = value;
                }
            }
        }
        last = kind;
    }
}

/// A part that begins with the capital at this place.
fn number_of_last(seed: u64, text: &str, at: usize) -> u64 {
    mixed(seed, lower(text[at..].chars().next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::each;
    use std::collections::BTreeSet;

    fn of(text: &str) -> BTreeSet<u64> {
        let mut words = BTreeSet::new();
        each(text, |word| {
            words.insert(word.number);
        });
        words
    }

    #[test]
    fn identifiers_match_their_parts_and_each_other() {
        for (text, query) in [
            ("let retryBudget = 3;", "retry_budget"),
            ("retry_budget", "RetryBudget"),
            ("retryBudget", "budget RETRY"),
            ("HTTPServer2", "http server2"),
            ("__init__", "init"),
            ("Überschrift", "überschrift"),
            ("a/src/api.rs:12", "api.rs src/api"),
            (
                "\u{914d}\u{7f6e}\u{6587}\u{4ef6}\u{635f}\u{574f}",
                "\u{6587}\u{4ef6}",
            ),
        ] {
            assert!(of(query).is_subset(&of(text)), "{query} in {text}");
            assert!(!of(query).is_empty(), "{query}");
        }
        assert!(
            of("api.rs").is_disjoint(&of("api_core")) || !of("api.rs").is_subset(&of("api rs"))
        );
        assert!(of("a b ! \u{6587}").is_empty());
    }
}
