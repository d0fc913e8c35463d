//! Names in a text: what is written as no common word is. A path counts by its segments.

use crate::notes::terms::shape;
use std::collections::BTreeSet;

/// Minimum length of a name that isn't a number.
const CHARS_MIN: u32 = 3;

/// The distinct names of a text, in small letters.
pub fn names(text: &str) -> BTreeSet<String> {
    let pieces = runs(text).flat_map(pieces);
    pieces
        .filter(|piece| is_name(piece))
        .map(str::to_lowercase)
        .collect()
}

/// Returns true if a name consists only of digits and separators.
pub fn is_number(name: &str) -> bool {
    name.chars()
        .all(|char| char.is_ascii_digit() || matches!(char, '.' | '-' | '_'))
}

/// Everything that is written without a blank and could be a path, an id, a number or a word.
pub fn runs(text: &str) -> impl Iterator<Item = &str> {
    let begins = |char: char| {
        char.is_ascii_alphanumeric() || char == '_' || ('\u{c0}'..='\u{24f}').contains(&char)
    };
    let within =
        move |char: char| begins(char) || matches!(char, '.' | '/' | '@' | ':' | '#' | '-');
    text.split(move |char: char| !within(char))
        .filter(|run| !run.is_empty())
}

/// The segments of a run.
pub fn pieces(run: &str) -> impl Iterator<Item = &str> {
    run.split(['/', ':', '@', '#'])
        .map(|piece| piece.trim_matches(['.', '-', '#']))
        .filter(|piece| !piece.is_empty())
}

/// Whether it is written as no common word is.
pub fn is_name(piece: &str) -> bool {
    let shape = shape(piece);
    let digits = piece.bytes().filter(u8::is_ascii_digit);
    digits.count() >= 2 || (shape.is_reference && shape.chars >= CHARS_MIN)
}
