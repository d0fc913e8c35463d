//! Names in a text: what is written as no common word is. A path counts by its segments.

use std::collections::BTreeSet;

/// Shortest name that is no number.
const CHARS_MIN: usize = 3;

/// The distinct names of a text.
#[derive(Debug, Default)]
pub(crate) struct Names {
    all: BTreeSet<String>,
    /// In the order of the text.
    order: Vec<String>,
}

impl Names {
    pub(crate) fn of(text: &str) -> Self {
        let mut names = Self::default();
        for name in names_in(text) {
            if names.all.insert(name.clone()) {
                names.order.push(name);
            }
        }
        names
    }

    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.all.contains(name)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.order.iter().map(String::as_str)
    }
}

/// Whether nothing but digits and what parts them is in it.
pub(crate) fn is_number(name: &str) -> bool {
    name.chars()
        .all(|char| char.is_ascii_digit() || matches!(char, '.' | '-' | '_'))
}

/// The names of a text in small letters, each as often as it stands there.
pub(crate) fn names_in(text: &str) -> impl Iterator<Item = String> + '_ {
    let pieces = runs(text).flat_map(pieces);
    pieces.filter(|piece| is_name(piece)).map(str::to_lowercase)
}

/// Everything that is written without a blank and could be a path, an id, a number or a word.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = &str> {
    let begins = |char: char| {
        char.is_ascii_alphanumeric() || char == '_' || ('\u{c0}'..='\u{24f}').contains(&char)
    };
    let within =
        move |char: char| begins(char) || matches!(char, '.' | '/' | '@' | ':' | '#' | '-');
    text.split(move |char: char| !within(char))
        .filter(|run| !run.is_empty())
}

/// The segments of a run.
pub(crate) fn pieces(run: &str) -> impl Iterator<Item = &str> {
    run.split(['/', ':', '@', '#'])
        .map(|piece| piece.trim_matches(['.', '-', '#']))
        .filter(|piece| !piece.is_empty())
}

pub(crate) fn is_name(piece: &str) -> bool {
    let mut seen = [false; 4];
    let [mut digits, mut length] = [0usize; 2];
    let [mut before, mut earlier] = [None::<char>; 2];
    let mut chars = piece.chars().peekable();
    while let Some(char) = chars.next() {
        length += 1;
        digits += usize::from(char.is_ascii_digit());
        seen[0] |= char.is_alphabetic();
        seen[1] |= char == '_' && before.is_some() && chars.peek().is_some();
        seen[2] |= char.is_uppercase() && before.is_some_and(char::is_lowercase);
        // `main.rs`, but not the end of a sentence: `done.Now`.
        if char.is_alphabetic() && before == Some('.') && earlier.is_some_and(char::is_alphabetic) {
            seen[3] |=
                !(char.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()));
        }
        earlier = before.replace(char);
    }
    let [letter, underscore, camel, dotted] = seen;
    digits >= 2
        || (length >= CHARS_MIN && ((letter && digits > 0) || underscore || camel || dotted))
}
