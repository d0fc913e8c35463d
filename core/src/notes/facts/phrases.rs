//! Lists of phrases, found in sentences of any of the languages that are read.
//!
//! A phrase of a script with spaces is found as whole words, in any case; a phrase of another
//! script anywhere. Phrases that begin with `^` count at the start of a sentence only: there they
//! are an imperative. Those that begin with `~` count anywhere else: "Now run it" changes nothing.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A list of phrases, which is put in order when it is first looked at.
#[derive(Debug)]
pub(crate) struct Phrases {
    all: &'static [&'static str],
    index: OnceLock<Index>,
}

#[derive(Debug, Default)]
struct Index {
    /// By its first word, the others of each phrase and where it counts.
    spaced: BTreeMap<&'static str, Vec<(Vec<&'static str>, Place)>>,
    /// Those of scripts without spaces.
    joined: Vec<&'static str>,
}

/// Where in a sentence a phrase counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Anywhere,
    First,
    NotFirst,
}

impl Phrases {
    pub const fn new(all: &'static [&'static str]) -> Self {
        Self {
            all,
            index: OnceLock::new(),
        }
    }

    pub const fn all(&self) -> &'static [&'static str] {
        self.all
    }

    /// Whether a sentence, as [`worded`] gives it, holds one of them.
    pub fn are_in(&self, worded: &str) -> bool {
        let index = self.index.get_or_init(|| Index::of(self.all));
        let mut words = worded.split_ascii_whitespace();
        let mut is_first = true;
        while let Some(word) = words.next() {
            let stands = |(rest, place): &(Vec<&str>, Place)| {
                let counts = *place == Place::Anywhere || (*place == Place::First) == is_first;
                counts && rest.iter().copied().eq(words.clone().take(rest.len()))
            };
            if index
                .spaced
                .get(word)
                .is_some_and(|phrases| phrases.iter().any(stands))
            {
                return true;
            }
            is_first = false;
        }
        !worded.is_ascii() && index.joined.iter().any(|phrase| worded.contains(phrase))
    }
}

impl Index {
    fn of(phrases: &'static [&'static str]) -> Self {
        let mut index = Self::default();
        for phrase in phrases {
            let (bare, place) = match (phrase.strip_prefix('^'), phrase.strip_prefix('~')) {
                (Some(bare), _) => (bare, Place::First),
                (_, Some(bare)) => (bare, Place::NotFirst),
                _ => (*phrase, Place::Anywhere),
            };
            let mut words = bare.split(' ');
            match words.next().filter(|_| has_spaces(bare)) {
                Some(first) => index
                    .spaced
                    .entry(first)
                    .or_default()
                    .push((words.collect(), place)),
                None => index.joined.push(bare),
            }
        }
        index
    }
}

/// A sentence as its words in small letters, each between two spaces, so that a phrase can be found
/// as whole words.
pub(crate) fn worded(sentence: &str) -> String {
    let mut text = String::with_capacity(sentence.len() + 2);
    text.push(' ');
    for letter in sentence.chars().flat_map(char::to_lowercase) {
        let letter = if letter == '’' { '\'' } else { letter };
        let is_word = letter.is_alphanumeric() || matches!(letter, '\'' | '-' | '_');
        if is_word {
            text.push(letter);
        } else if !text.ends_with(' ') {
            text.push(' ');
        }
    }
    if !text.ends_with(' ') {
        text.push(' ');
    }
    text
}

/// Whether a sentence, as [`worded`] gives it, begins with one of these phrases.
pub(crate) fn begins(worded: &str, phrases: &[&str]) -> bool {
    let rest = worded.trim_start();
    let begins = |phrase: &&str| {
        rest.strip_prefix(*phrase)
            .is_some_and(|behind| !has_spaces(phrase) || behind.starts_with(' '))
    };
    phrases.iter().any(begins)
}

/// Whether a phrase is of a script that puts spaces between words.
pub(super) fn has_spaces(phrase: &str) -> bool {
    phrase.is_ascii() || phrase.chars().all(|letter| letter < '\u{1100}')
}
