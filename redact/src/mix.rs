//! How mixed the letters of a value are.

/// Fewest distinct bytes of a secret: `xxxxxxxxxxxx` is not a secret. Chosen here.
pub(crate) const DIFFERENT_BYTES: usize = 6;

/// Shortest value that may be random letters alone, in bytes. Chosen here.
pub(crate) const RANDOM_BYTES: usize = 16;

/// Letters alone are random if the percentage of uppercase letters is in this range. Chosen here:
/// in names written as one word, about every sixth letter is uppercase.
pub(crate) const LARGE_OF_100: std::ops::RangeInclusive<usize> = 24..=80;

/// Kinds of letters that a value holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mix {
    pub small: usize,
    pub large: usize,
    pub digits: usize,
    /// Neither letters nor digits; those of other languages count as letters.
    pub signs: usize,
    pub different: usize,
}

impl Mix {
    pub fn of(value: &[u8]) -> Self {
        let mut seen = [false; 256];
        value
            .iter()
            .for_each(|byte| seen[usize::from(*byte)] = true);
        let count = |holds: fn(&u8) -> bool| value.iter().filter(|byte| holds(byte)).count();
        Self {
            small: count(|byte| byte.is_ascii_lowercase() || !byte.is_ascii()),
            large: count(u8::is_ascii_uppercase),
            digits: count(u8::is_ascii_digit),
            signs: count(|byte| byte.is_ascii_punctuation()),
            different: seen.iter().filter(|seen| **seen).count(),
        }
    }

    pub fn letters(self) -> usize {
        self.small + self.large
    }

    /// Whether there are digits and letters.
    pub fn is_mixed(self) -> bool {
        self.digits > 0 && self.letters() > 0
    }

    /// How many of a hundred letters are large.
    pub fn large_of_100(self) -> usize {
        self.large * 100 / self.letters().max(1)
    }

    /// How many of small letters, large ones, digits and signs there are.
    pub fn kinds(self) -> usize {
        [self.small, self.large, self.digits, self.signs]
            .iter()
            .filter(|count| **count > 0)
            .count()
    }
}

/// Whether bytes are mixed as those of a key are.
pub(crate) fn is_random(value: &[u8]) -> bool {
    let mix = Mix::of(value);
    mix.different >= DIFFERENT_BYTES
        && !is_words(value)
        && (mix.is_mixed()
            || (value.len() >= RANDOM_BYTES
                && mix.different >= 2 * DIFFERENT_BYTES
                && LARGE_OF_100.contains(&mix.large_of_100())))
}

/// Whether a value is several words and numbers with signs between them, as names are.
fn is_words(value: &[u8]) -> bool {
    let parts: Vec<&[u8]> = value
        .split(|byte| b"-_. /".contains(byte))
        .filter(|part| !part.is_empty())
        .collect();
    let is_word = |part: &&[u8]| {
        let letters = part
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let (head, tail) = part.split_at(letters);
        let small = head.iter().skip(1).all(u8::is_ascii_lowercase);
        let one_case = small || head.iter().all(u8::is_ascii_uppercase);
        one_case && tail.len() <= 4 && tail.iter().all(u8::is_ascii_digit)
    };
    parts.len() >= 3 && parts.iter().filter(|part| !is_word(part)).count() * 4 < parts.len()
}

/// Whether small letters, large ones and digits follow each other as by chance, not as in words: with
/// letters drawn from all 62 it is at six of ten places, in `userName2` at two.
pub(crate) fn is_scrambled(value: &[u8]) -> bool {
    let kind = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    let changes = value
        .windows(2)
        .filter(|pair| kind(pair[0]) != kind(pair[1]))
        .count();
    value.len() >= 10
        && changes * 10 >= value.len() * 4
        && Mix::of(value).different >= DIFFERENT_BYTES + 2
        && !is_words(value)
}

/// Whether a word may be the value of a cookie, or a part of an address that is secret, by its letters.
pub(crate) fn is_ticket(word: &[u8]) -> bool {
    let mix = Mix::of(word);
    word.len() >= 20 && mix.digits > 2 && mix.letters() > 2 && is_random(word)
}

/// Whether a value is base64 of a name and a password.
pub(crate) fn is_credentials(value: &[u8]) -> bool {
    let mix = Mix::of(value);
    value.len().is_multiple_of(4)
        && value
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte))
        && mix.small > 0
        && mix.large > 0
}
