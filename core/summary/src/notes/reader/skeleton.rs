//! What a text looks like: small letters, no blanks, nothing invisible, look-alikes as the letters
//! that they look like.

use crate::seal::is_invisible;
use unicode_normalization::UnicodeNormalization;

/// Cyrillic and Greek letters that look like Latin ones. Source: acceptance.md, the commonest 27.
const ALIKE: [(char, char); 28] = [
    ('а', 'a'),
    ('в', 'b'),
    ('с', 'c'),
    ('ԁ', 'd'),
    ('е', 'e'),
    ('һ', 'h'),
    ('і', 'i'),
    ('ј', 'j'),
    ('к', 'k'),
    ('ӏ', 'l'),
    ('м', 'm'),
    ('н', 'h'),
    ('о', 'o'),
    ('р', 'p'),
    ('ѕ', 's'),
    ('т', 't'),
    ('у', 'y'),
    ('х', 'x'),
    ('ԛ', 'q'),
    ('ԝ', 'w'),
    ('α', 'a'),
    ('ε', 'e'),
    ('ι', 'i'),
    ('κ', 'k'),
    ('ο', 'o'),
    ('ρ', 'p'),
    ('ν', 'v'),
    ('χ', 'x'),
];

/// Adds what a text looks like.
pub(crate) fn add(text: &str, skeleton: &mut String) {
    for char in text.chars() {
        if char.is_ascii() {
            if !char.is_ascii_whitespace() {
                skeleton.push(char.to_ascii_lowercase());
            }
        } else if !is_invisible(char) {
            add_other(char, skeleton);
        }
    }
}

fn add_other(char: char, skeleton: &mut String) {
    for plain in std::iter::once(char)
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter(|char| !char.is_whitespace())
    {
        skeleton.push(
            ALIKE
                .iter()
                .find(|(alike, _)| *alike == plain)
                .map_or(plain, |(_, letter)| *letter),
        );
    }
}
