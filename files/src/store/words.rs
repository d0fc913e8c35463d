//! The words of a text, for searching: each as a number that equal words share.
//!
//! Letter case doesn't count. An identifier gives its parts and itself, so `retryBudget` and
//! `retry_budget` both match `retry`, `budget` and each other. Words joined by one sign, as in paths
//! and versions, also give each pair. Languages without spaces give each pair of characters.

/// FNV-1a with 64 bits: <http://www.isthe.com/chongo/tech/comp/fnv/>.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;
/// The shortest word of letters with spaces, in characters. Chosen here: single letters say nothing.
const CHARS_MIN: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lower,
    Upper,
    Digit,
    Joint,
    Ideograph,
    Other,
}

fn mixed(hash: u64, value: u32) -> u64 {
    (hash ^ u64::from(value)).wrapping_mul(PRIME)
}

fn kind_of(char: char) -> Kind {
    match char {
        'a'..='z' => Kind::Lower,
        'A'..='Z' => Kind::Upper,
        '0'..='9' => Kind::Digit,
        '_' => Kind::Joint,
        _ if char.is_ascii() => Kind::Other,
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

/// An identifier that is being read.
#[derive(Default)]
struct Reading {
    start: usize,
    /// All of it, without `_`.
    whole: u64,
    chars: usize,
    parts: usize,
    /// The part that is being read, where it starts, and how long it is.
    part: u64,
    part_start: usize,
    part_chars: usize,
    /// The part before its last character, and that character.
    part_before: u64,
    last: (usize, u32),
}

impl Reading {
    fn end_part(&mut self, found: &mut impl FnMut(u64, usize)) {
        if self.part_chars >= CHARS_MIN {
            found(self.part, self.part_start);
        }
        self.parts += usize::from(self.part_chars > 0);
        self.part_chars = 0;
    }

    fn add(&mut self, at: usize, value: u32) {
        if self.chars == 0 {
            (self.start, self.whole, self.parts) = (at, SEED, 0);
        }
        if self.part_chars == 0 {
            (self.part, self.part_start) = (SEED, at);
        }
        self.part_before = self.part;
        self.last = (at, value);
        self.part = mixed(self.part, value);
        self.whole = mixed(self.whole, value);
        self.part_chars += 1;
        self.chars += 1;
    }

    /// The capital before this small letter begins a part of its own: `HTTPServer`.
    fn split_before_last(&mut self, found: &mut impl FnMut(u64, usize)) {
        let (at, value) = self.last;
        (self.part, self.part_chars) = (self.part_before, self.part_chars - 1);
        self.end_part(found);
        (self.part, self.part_start, self.part_chars) = (mixed(SEED, value), at, 1);
    }
}

/// Calls `found` with each word of a text and the byte at which it starts.
pub(super) fn each(text: &str, mut found: impl FnMut(u64, usize)) {
    let mut word = Reading::default();
    let mut last = Kind::Other;
    let mut ideograph = 0;
    // The last identifier and its end.
    let mut before: Option<(u64, usize)> = None;
    let mut end_word = |word: &mut Reading, end: usize, found: &mut dyn FnMut(u64, usize)| {
        if word.chars == 0 {
            return;
        }
        word.end_part(&mut |hash, at| found(hash, at));
        if word.parts > 1 {
            found(word.whole, word.start);
        }
        if let Some((whole, ended)) = before
            && word.start == ended + 1
            && matches!(text.as_bytes()[ended], b'.' | b'/' | b'-' | b':' | b'@')
        {
            found(
                mixed(whole, (word.whole >> 32) as u32 ^ word.whole as u32),
                word.start,
            );
        }
        before = Some((word.whole, end));
        word.chars = 0;
    };
    for (at, char) in text.char_indices() {
        let kind = kind_of(char);
        match kind {
            Kind::Other => end_word(&mut word, at, &mut found),
            Kind::Joint => word.end_part(&mut found),
            Kind::Ideograph => {
                end_word(&mut word, at, &mut found);
                if last == Kind::Ideograph {
                    found(mixed(mixed(SEED, ideograph), char as u32), at);
                }
                ideograph = char as u32;
            }
            Kind::Lower | Kind::Upper | Kind::Digit => {
                match (last, kind) {
                    (Kind::Lower | Kind::Digit, Kind::Upper) => word.end_part(&mut found),
                    (Kind::Upper, Kind::Lower) if word.part_chars > 1 => {
                        word.split_before_last(&mut found);
                    }
                    _ => {}
                }
                if char.is_ascii() {
                    word.add(at, char.to_ascii_lowercase() as u32);
                } else {
                    for lower in char.to_lowercase() {
                        word.add(at, lower as u32);
                    }
                }
            }
        }
        last = kind;
    }
    end_word(&mut word, text.len(), &mut found);
}

#[cfg(test)]
mod tests {
    use super::each;
    use std::collections::BTreeSet;

    fn of(text: &str) -> BTreeSet<u64> {
        let mut words = BTreeSet::new();
        each(text, |word, _| {
            words.insert(word);
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
