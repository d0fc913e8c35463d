//! What a statement is about, and the kinds of its values: "The port is 8080" is about the port and
//! gives a number.
//!
//! Two statements can be compared if they are about the same. People say the same in other words,
//! so words of one family count as one.

use super::matter_words::{FAMILIES, SETTINGS, STANDING, STYLE};
use super::phrases::{is_empty, is_of_phrase, of_kind, Kind};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The kinds of values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    money: bool,
    date: bool,
    number: bool,
    name: bool,
    /// A person, and nothing else.
    pub person: bool,
    /// For each setting one bit of each value that is given.
    settings: [u16; SETTINGS.len()],
}

/// What a statement is about, and what it says of it.
#[derive(Debug, Default)]
pub(super) struct Matter {
    /// Without its values and the words that change something; words of one family as its first.
    pub about: Vec<String>,
    pub kinds: Kinds,
}

impl Matter {
    pub fn of(text: &str) -> Self {
        let kinds = Kinds::of(text);
        Self {
            about: about(text, kinds),
            kinds,
        }
    }

    /// Whether both give a value of one kind, so that the newer one may take the place of the
    /// other.
    pub fn meets(&self, other: &Self) -> bool {
        self.kinds.meets(other.kinds)
            || (self.stands_with(other) && self.kinds.meets_standing(other.kinds))
    }

    /// Whether both are of what holds on, and all that `older` gives is given otherwise here, so
    /// that both cannot hold: "metric" and "imperial".
    pub fn excludes(&self, older: &Self) -> bool {
        self.stands_with(older) && self.kinds.excludes(older.kinds)
    }

    /// Whether it tells of what holds on, and gives a value of a setting of which one holds at a
    /// time.
    pub fn may_exclude(&self) -> bool {
        self.kinds
            .settings
            .iter()
            .enumerate()
            .any(|(setting, value)| setting != STYLE && *value != 0)
            && self.stands_with(self)
    }

    fn stands_with(&self, other: &Self) -> bool {
        let tells = |matter: &Self, family: &&str| matter.about.iter().any(|word| word == *family);
        STANDING
            .iter()
            .any(|family| tells(self, family) && tells(other, family))
    }
}

impl Kinds {
    /// The values that a text gives.
    pub fn of(text: &str) -> Self {
        let mut kinds = Self::default();
        let words: Vec<&str> = text.split_whitespace().map(bare).collect();
        for (index, word) in words.iter().enumerate() {
            let lower = word.to_lowercase();
            let has_digit = word.contains(|letter: char| letter.is_ascii_digit());
            let has_letter = word.contains(char::is_alphabetic);
            let beside = |at: Option<usize>| {
                at.and_then(|at| words.get(at))
                    .is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()))
            };
            let known = known(&lower);
            let is_day = known == Some(Known::Month)
                && (beside(Some(index + 1)) || beside(index.checked_sub(1)));
            if word.contains(['$', '€', '£', '¥', '₽', '₩']) || known == Some(Known::Money)
            {
                kinds.money = true;
            } else if is_day
                || (has_digit
                    && !has_letter
                    && word
                        .chars()
                        .filter(|letter| matches!(letter, '-' | '/' | '.'))
                        .count()
                        >= 2)
            {
                kinds.date = true;
            } else if has_digit && !has_letter {
                kinds.number = true;
            } else if has_letter && (has_digit || word.contains('/')) {
                kinds.name = true;
            } else if let Some(Known::Setting(setting, value)) = known {
                kinds.settings[setting] |= value;
            }
        }
        if !text.is_ascii() {
            for (_, setting, value) in joined_settings().filter(|(word, ..)| text.contains(word)) {
                kinds.settings[setting] |= value;
            }
        }
        // The days of a date and the digits of an amount are no numbers of their own.
        kinds.number &= !(kinds.date || kinds.money);
        // Where another value is given, two capitals may be of what it is about.
        kinds.person = kinds == Self::default() && !persons(text).is_empty();
        kinds
    }

    pub fn meets(self, other: Self) -> bool {
        (self.money && other.money)
            || (self.date && other.date)
            || (self.name && other.name)
            || (self.number && other.number)
    }

    fn meets_standing(self, other: Self) -> bool {
        (self.person && other.person)
            || self
                .settings
                .iter()
                .zip(other.settings)
                .any(|(one, other)| *one != 0 && other != 0)
    }

    /// Whether it gives a value, beside persons and settings.
    pub fn gives_value(self) -> bool {
        self.money || self.date || self.number || self.name
    }

    fn excludes(self, older: Self) -> bool {
        let pairs = || self.settings.into_iter().zip(older.settings);
        let is_other = |(own, old): (u16, u16)| own != 0 && own & old == 0;
        let is_exclusive = pairs()
            .enumerate()
            .any(|(setting, (own, old))| setting != STYLE && old != 0 && is_other((own, old)));
        !older.gives_value()
            && is_exclusive
            && pairs().all(|(own, old)| old == 0 || is_other((own, old)))
    }
}

/// A statement without a label in front: `NOTE: `, `Project note: `.
pub(crate) fn unlabelled(text: &str) -> &str {
    match text.split_once(": ") {
        Some((label, rest))
            if label.split_whitespace().count() <= 2
                && label
                    .chars()
                    .all(|letter| letter.is_uppercase() || letter == ' ') =>
        {
            rest
        }
        _ => text,
    }
}

/// The words that say what a sentence is about: whole words, and pairs of letters of scripts
/// without spaces.
pub(crate) fn subject(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    let mut words: Vec<String> = Vec::new();
    for word in lower.split(|letter: char| {
        !(letter.is_alphanumeric() || matches!(letter, '_' | '.' | '/' | '-'))
    }) {
        let word = word.trim_matches(['.', '/', '-']);
        let joined: Vec<char> = word
            .chars()
            .filter(|letter| *letter >= '\u{1100}')
            .collect();
        if joined.is_empty() {
            if word.chars().count() >= 3 && !is_empty(word) {
                words.push(word.to_owned());
            }
            continue;
        }
        let spaced: String = word
            .chars()
            .map(|letter| if letter < '\u{1100}' { letter } else { ' ' })
            .collect();
        words.extend(
            spaced
                .split_whitespace()
                .filter(|word| word.len() >= 2)
                .map(str::to_owned),
        );
        words.extend(
            joined
                .windows(2)
                .filter(|pair| !is_of_phrase(pair[0], pair[1]))
                .map(|pair| pair.iter().collect::<String>()),
        );
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// The words of a statement in order, compounds by their parts, those of a family as its first.
pub(super) fn in_order(words: &str) -> Vec<String> {
    let named = |word: &str| match known(word) {
        Some(Known::Family(family)) => Some(family.to_owned()),
        _ => None,
    };
    let mut all = Vec::new();
    for word in words.split_whitespace() {
        match named(word) {
            Some(family) => all.push(family),
            None => all.extend(
                word.split('-')
                    .filter(|part| !part.is_empty())
                    .map(|part| named(part).unwrap_or_else(|| part.to_owned())),
            ),
        }
    }
    all
}

/// What a word is, beside what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    /// The word that names its family.
    Family(&'static str),
    /// A value of a setting, as its bit.
    Setting(usize, u16),
    Month,
    Money,
    Number,
    /// It only says that something changes, or tells the old from the new.
    Changing,
}

/// What is known of words. Where one is several things, a family counts before all else: it says
/// what changed, also where its word says that it did ("We rebased onto rel/12").
fn known(word: &str) -> Option<Known> {
    static WORDS: OnceLock<BTreeMap<&str, Known>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let changing = [Kind::Revises, Kind::New, Kind::Old]
            .into_iter()
            .flat_map(of_kind)
            .flat_map(|phrase| phrase.split(' '));
        let plain = [
            (Kind::Number, Known::Number),
            (Kind::Money, Known::Money),
            (Kind::Month, Known::Month),
        ];
        let mut known: BTreeMap<&str, Known> =
            changing.map(|word| (word, Known::Changing)).collect();
        known.extend(
            plain
                .iter()
                .flat_map(|(kind, known)| of_kind(*kind).map(|word| (word, *known))),
        );
        known.extend(
            settings().map(|(word, setting, value)| (word, Known::Setting(setting, value))),
        );
        known.extend(
            FAMILIES
                .iter()
                .flat_map(|family| family.iter().map(|word| (*word, Known::Family(family[0])))),
        );
        known
    });
    static STEMS: OnceLock<Vec<&str>> = OnceLock::new();
    let stems = STEMS.get_or_init(|| {
        of_kind(Kind::Revises)
            .filter_map(|phrase| phrase.strip_suffix('*'))
            .collect()
    });
    let changing = || stems.iter().any(|stem| word.starts_with(stem));
    let known = words.get(word).copied();
    known.or_else(|| changing().then_some(Known::Changing))
}

/// Each word of a setting with the number of the setting, and with its value as a bit.
fn settings() -> impl Iterator<Item = (&'static str, usize, u16)> {
    let values = SETTINGS.iter().enumerate().flat_map(|(setting, values)| {
        values
            .iter()
            .enumerate()
            .map(move |(value, words)| (setting, value, *words))
    });
    values.flat_map(|(setting, value, words)| {
        words.iter().map(move |word| (*word, setting, 1 << value))
    })
}

/// Those that are written with no space around them.
fn joined_settings() -> impl Iterator<Item = (&'static str, usize, u16)> {
    settings().filter(|(word, ..)| word.chars().all(|letter| letter >= '\u{1100}'))
}

fn about(text: &str, kinds: Kinds) -> Vec<String> {
    let text = without_joined_settings(text);
    let persons = if kinds.person {
        persons(&text)
    } else {
        Vec::new()
    };
    let mut words: Vec<String> = Vec::new();
    let mut tell = |word: &str| match known(word) {
        Some(Known::Family(family)) => words.push(family.to_owned()),
        Some(_) => {}
        None => words.push(word.to_owned()),
    };
    for word in subject(&text)
        .into_iter()
        .filter(|word| !is_value(word) && !persons.contains(word))
    {
        match word.contains('-') && known(&word).is_none() {
            true => word
                .split('-')
                .filter(|part| part.chars().count() >= 3)
                .for_each(&mut tell),
            false => tell(&word),
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether a word is a value: it holds a digit, or is a path.
fn is_value(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit()) || word.contains('/')
}

/// A text without the values of settings that no space sets apart.
fn without_joined_settings(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if !text.is_ascii() {
        for (word, ..) in joined_settings() {
            if text.contains(word) {
                text = Cow::Owned(text.replace(word, " "));
            }
        }
    }
    text
}

/// German writes all nouns with a capital, so two capitals in a row are no person there.
const GERMAN: [&str; 12] = [
    "der", "die", "das", "den", "dem", "ist", "und", "jetzt", "nun", "ab", "nicht", "mehr",
];

/// The names of persons, in small letters: two words in a row that begin with a capital.
fn persons(text: &str) -> Vec<String> {
    let named = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase)
            && letters.next().is_some_and(char::is_lowercase)
            && letters.all(|letter| letter.is_lowercase() || letter == '-')
    };
    let mut found = Vec::new();
    let mut before: Option<&str> = None;
    for word in text.split_whitespace() {
        if GERMAN.contains(&word) {
            return Vec::new();
        }
        let name = bare(word);
        if let Some(before) = before.filter(|_| named(name)) {
            found.extend([before.to_lowercase(), name.to_lowercase()]);
        }
        // A mark behind a word parts it from the next one.
        before = Some(word).filter(|word| named(word));
    }
    found
}

pub(super) fn bare(word: &str) -> &str {
    word.trim_matches([',', '.', ';', ':', '(', ')', '!', '?', '"', '`'])
}
