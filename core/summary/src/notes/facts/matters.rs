//! What a statement is about, and the kinds of its values: "The port is 8080" is about the port and
//! gives a number.
//!
//! Two statements can be compared if they are about the same. People say the same in other words,
//! so words of one family count as one.

use super::matter_words::{FAMILIES, SETTINGS, STANDING, STYLE};
use super::phrases::{PhraseKind, is_empty, is_of_phrase, of_kind};
use super::said::is_digit;
use std::collections::{BTreeMap, BTreeSet};
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
    pub about: BTreeSet<String>,
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
        STANDING
            .iter()
            .any(|family| self.about.contains(*family) && other.about.contains(*family))
    }
}

impl Kinds {
    /// The values that a text gives.
    pub fn of(text: &str) -> Self {
        let mut kinds = Self::default();
        let words: Vec<&str> = text.split_whitespace().map(bare).collect();
        for (index, word) in words.iter().enumerate() {
            let lower = word.to_lowercase();
            let has_digit = word.contains(is_digit);
            let has_letter = word.contains(char::is_alphabetic);
            let beside = |at: Option<usize>| {
                at.and_then(|at| words.get(at))
                    .is_some_and(|word| word.starts_with(is_digit))
            };
            let known = known(&lower);
            let is_day = known == Some(WordClass::Month)
                && (beside(Some(index + 1)) || beside(index.checked_sub(1)));
            if word.contains(['$', '€', '£', '¥', '₽', '₩']) || known == Some(WordClass::Money)
            {
                kinds.money = true;
            } else if is_day
                || (has_digit && !has_letter && word.matches(['-', '/', '.']).count() >= 2)
            {
                kinds.date = true;
            } else if has_digit && !has_letter {
                kinds.number = true;
            } else if has_letter && (has_digit || word.contains('/')) {
                kinds.name = true;
            } else if let Some(WordClass::Setting(setting, value)) = known {
                kinds.settings[setting] |= value;
            }
        }
        for (_, setting, value) in joined_settings(text) {
            kinds.settings[setting] |= value;
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
    let is_label = |label: &str| {
        let mut letters = label.chars();
        label.split_whitespace().count() <= 2
            && letters.all(|letter| letter.is_uppercase() || letter == ' ')
    };
    match text.split_once(": ") {
        Some((label, rest)) if is_label(label) => rest,
        _ => text,
    }
}

/// The words that say what a sentence is about: whole words, and pairs of letters of scripts
/// without spaces.
pub(super) fn subject(sentence: &str) -> BTreeSet<String> {
    let lower = sentence.to_lowercase();
    let mut words = BTreeSet::new();
    for word in lower.split(|letter: char| {
        !(letter.is_alphanumeric() || matches!(letter, '_' | '.' | '/' | '-'))
    }) {
        let word = word.trim_matches(['.', '/', '-']);
        let is_joined = |letter: char| letter >= '\u{1100}';
        if !word.contains(is_joined) {
            if word.chars().count() >= 3 && !is_empty(word) {
                words.insert(word.to_owned());
            }
            continue;
        }
        let spaced = word.split(is_joined).filter(|part| part.len() >= 2);
        words.extend(spaced.map(str::to_owned));
        let joined: Vec<char> = word.chars().filter(|letter| is_joined(*letter)).collect();
        let pairs = joined.windows(2);
        let pairs = pairs.filter(|pair| !is_of_phrase(pair[0], pair[1]));
        words.extend(pairs.map(String::from_iter));
    }
    words
}

/// The words of a statement in order, compounds by their parts, those of a family as its first.
pub(super) fn in_order(words: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for word in words.split_whitespace() {
        match known(word) {
            Some(WordClass::Family(family)) => all.push(family),
            _ => {
                let parts = word.split('-').filter(|part| !part.is_empty());
                all.extend(parts.map(|part| match known(part) {
                    Some(WordClass::Family(family)) => family,
                    _ => part,
                }));
            }
        }
    }
    all
}

/// What a word is, beside what it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordClass {
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
fn known(word: &str) -> Option<WordClass> {
    static WORDS: OnceLock<BTreeMap<&str, WordClass>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let kinds = [
            (PhraseKind::Revises, WordClass::Changing),
            (PhraseKind::New, WordClass::Changing),
            (PhraseKind::Old, WordClass::Changing),
            (PhraseKind::Number, WordClass::Number),
            (PhraseKind::Money, WordClass::Money),
            (PhraseKind::Month, WordClass::Month),
        ];
        let of_kinds = kinds.into_iter().flat_map(|(kind, known)| {
            let words = of_kind(kind).flat_map(|phrase| phrase.split(' '));
            words.map(move |word| (word, known))
        });
        let of_settings =
            settings().map(|(word, setting, value)| (word, WordClass::Setting(setting, value)));
        let of_families = FAMILIES.iter().flat_map(|family| {
            let name = family.split_whitespace().next().unwrap_or_default();
            family
                .split_whitespace()
                .map(move |word| (word, WordClass::Family(name)))
        });
        of_kinds.chain(of_settings).chain(of_families).collect()
    });
    static STEMS: OnceLock<Vec<&str>> = OnceLock::new();
    let stems = STEMS.get_or_init(|| {
        of_kind(PhraseKind::Revises)
            .filter_map(|phrase| phrase.strip_suffix('*'))
            .collect()
    });
    let changing = || stems.iter().any(|stem| word.starts_with(stem));
    let known = words.get(word).copied();
    known.or_else(|| changing().then_some(WordClass::Changing))
}

/// Each word of a setting with the number of the setting, and with its value as a bit.
fn settings() -> impl Iterator<Item = (&'static str, usize, u16)> {
    let values = SETTINGS.iter().enumerate();
    let values = values.flat_map(|(setting, values)| {
        let values = values.iter().enumerate();
        values.map(move |(value, words)| (setting, 1 << value, words))
    });
    values.flat_map(|(setting, value, words)| {
        words
            .split_whitespace()
            .map(move |word| (word, setting, value))
    })
}

/// Those in a text that are written with no space around them.
fn joined_settings(text: &str) -> impl Iterator<Item = (&'static str, usize, u16)> + '_ {
    let all = (!text.is_ascii()).then(settings);
    all.into_iter().flatten().filter(move |(word, ..)| {
        word.chars().all(|letter| letter >= '\u{1100}') && text.contains(word)
    })
}

fn about(text: &str, kinds: Kinds) -> BTreeSet<String> {
    // The values of settings that no space sets apart are not what it is about.
    let text =
        joined_settings(text).fold(text.to_owned(), |left, (word, ..)| left.replace(word, " "));
    let persons = kinds.person.then(|| persons(&text));
    let is_person = |word: &String| persons.iter().flatten().any(|person| person == word);
    let mut words = BTreeSet::new();
    let mut tell = |word: &str| match known(word) {
        Some(WordClass::Family(family)) => {
            words.insert(family.to_owned());
        }
        Some(_) => {}
        None => {
            words.insert(word.to_owned());
        }
    };
    for word in subject(&text) {
        if is_value(&word) || is_person(&word) {
            continue;
        }
        if word.contains('-') && known(&word).is_none() {
            let parts = word.split('-').filter(|part| part.chars().count() >= 3);
            parts.for_each(&mut tell);
        } else {
            tell(&word);
        }
    }
    words
}

/// Whether a word is a value: it holds a digit, or is a path.
fn is_value(word: &str) -> bool {
    word.contains(is_digit) || word.contains('/')
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
