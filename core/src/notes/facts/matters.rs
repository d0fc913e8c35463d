//! What a statement is about, and the kinds of its values: "The port is 8080" is about the port and gives a number.
//!
//! Two statements can be compared if they are about the same. People say the same in other words, so words of one family count as one.

use super::matter_words::{FAMILIES, SETTINGS, STYLE};
use super::revise_words::{MONEY, MONTHS, NUMBERS, OLD, REVISES, TELLS_NEW};
use super::rule_words::subject;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The kinds of values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    money: bool,
    date: bool,
    number: bool,
    name: bool,
    person: bool,
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
        let kinds = kinds(text);
        Self { about: about(text, kinds), kinds }
    }
}

impl Kinds {
    pub fn meets(self, other: Self) -> bool {
        let values = (self.money && other.money) || (self.date && other.date) || (self.name && other.name) || (self.number && other.number);
        values || (self.person && other.person) || self.settings.iter().zip(other.settings).any(|(one, other)| *one != 0 && other != 0)
    }

    /// Whether it gives a value, beside those of settings.
    pub fn gives_value(self) -> bool {
        self.money || self.date || self.number || self.name || self.person
    }

    /// Whether it gives a value of a setting of which one holds at a time.
    pub fn gives_setting(self) -> bool {
        self.settings.iter().enumerate().any(|(setting, value)| setting != STYLE && *value != 0)
    }

    /// Whether all that `older` gives is given otherwise here, so that both cannot hold: "metric" and "imperial".
    pub fn excludes(self, older: Self) -> bool {
        let pairs = || self.settings.into_iter().zip(older.settings);
        let is_other = |(own, old): (u16, u16)| own != 0 && own & old == 0;
        let is_exclusive = pairs().enumerate().any(|(setting, (own, old))| setting != STYLE && old != 0 && is_other((own, old)));
        !older.gives_value() && is_exclusive && pairs().all(|(own, old)| old == 0 || is_other((own, old)))
    }
}

/// A statement without a label in front: `NOTE: `, `Project note: `.
pub(crate) fn unlabelled(text: &str) -> &str {
    match text.split_once(": ") {
        Some((label, rest)) if label.split_whitespace().count() <= 2 && label.chars().all(|letter| letter.is_uppercase() || letter == ' ') => rest,
        _ => text,
    }
}

/// The words of a statement in order, compounds by their parts, those of a family as its first.
pub(super) fn in_order(words: &str) -> Vec<String> {
    let mut all = Vec::new();
    for word in words.split_whitespace() {
        match families().get(word) {
            Some(family) => all.push((*family).to_owned()),
            None => all.extend(word.split('-').filter(|part| !part.is_empty()).map(in_family)),
        }
    }
    all
}

/// The family of each word that has one.
fn families() -> &'static BTreeMap<&'static str, &'static str> {
    static WORDS: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    WORDS.get_or_init(|| FAMILIES.iter().flat_map(|family| family.iter().map(|word| (*word, family[0]))).collect())
}

fn in_family(word: &str) -> String {
    (*families().get(word).unwrap_or(&word)).to_owned()
}

/// The setting and the value of each word that names one.
fn settings() -> &'static BTreeMap<&'static str, (usize, u16)> {
    static WORDS: OnceLock<BTreeMap<&str, (usize, u16)>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let values =
            SETTINGS.iter().enumerate().flat_map(|(setting, values)| values.iter().enumerate().map(move |(value, words)| (setting, value, *words)));
        values.flat_map(|(setting, value, words)| words.iter().map(move |word| (*word, (setting, 1 << value)))).collect()
    })
}

/// The words by which statements change others, or tell the old from the new.
fn changing() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let phrases = REVISES.iter().chain(TELLS_NEW).chain(OLD);
        phrases.flat_map(|phrase| phrase.trim_start_matches('^').split(' ')).collect()
    })
}

fn about(text: &str, kinds: Kinds) -> Vec<String> {
    let text = without_joined_settings(text);
    let persons: BTreeSet<String> = if kinds.person { persons(&text).collect() } else { BTreeSet::new() };
    let is_none = |word: &String| [&MONTHS[..], &MONEY, &NUMBERS].iter().any(|words| words.contains(&word.as_str()));
    let says_more = |word: &String| !is_value(word) && !is_none(word) && !persons.contains(word);
    let mut words: Vec<String> = Vec::new();
    for word in subject(&text).into_iter().filter(says_more) {
        match word.contains('-') && !families().contains_key(word.as_str()) {
            true => words.extend(word.split('-').filter(|part| part.chars().count() >= 3).map(str::to_owned)),
            false => words.push(word),
        }
    }
    // A family says what changed, also where its word says that it did: "We rebased onto rel/12".
    words.retain(|word| families().contains_key(word.as_str()) || !(changing().contains(word.as_str()) || settings().contains_key(word.as_str())));
    words = words.iter().map(|word| in_family(word)).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether a word is a value: it holds a digit, or is a path.
fn is_value(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit()) || word.contains('/')
}

/// Whether a word is of a script without spaces between words.
fn is_joined(word: &str) -> bool {
    word.chars().all(|letter| letter >= '\u{1100}')
}

/// A text without the values of settings that no space sets apart.
fn without_joined_settings(text: &str) -> String {
    let mut text = text.to_owned();
    if text.is_ascii() {
        return text;
    }
    for word in settings().keys().filter(|word| is_joined(word)) {
        if text.contains(word) {
            text = text.replace(word, " ");
        }
    }
    text
}

/// German writes all nouns with a capital, so two capitals in a row are no person there.
const GERMAN: [&str; 12] = ["der", "die", "das", "den", "dem", "ist", "und", "jetzt", "nun", "ab", "nicht", "mehr"];

/// The names of persons, in small letters: two words in a row that begin with a capital.
fn persons(text: &str) -> impl Iterator<Item = String> + '_ {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_german = words.iter().any(|word| GERMAN.contains(word));
    let named = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && word.chars().count() >= 2 && letters.all(|letter| letter.is_lowercase() || letter == '-')
    };
    let pairs = (1..words.len()).filter(move |index| !is_german && named(words[index - 1]) && named(bare(words[*index])));
    pairs
        .flat_map(|index| [index - 1, index])
        .map(|index| text.split_whitespace().nth(index).map(|word| bare(word).to_lowercase()).unwrap_or_default())
}

fn bare(word: &str) -> &str {
    word.trim_matches([',', '.', ';', ':', '(', ')', '!', '"', '`'])
}

fn kinds(text: &str) -> Kinds {
    let mut kinds = Kinds::default();
    let words: Vec<&str> = text.split_whitespace().map(bare).collect();
    for (index, word) in words.iter().enumerate() {
        let lower = word.to_lowercase();
        let has_digit = word.contains(|letter: char| letter.is_ascii_digit());
        let has_letter = word.contains(char::is_alphabetic);
        let beside = |at: Option<usize>| at.and_then(|at| words.get(at)).is_some_and(|word| word.starts_with(|letter: char| letter.is_ascii_digit()));
        let is_day = MONTHS.contains(&lower.as_str()) && (beside(Some(index + 1)) || beside(index.checked_sub(1)));
        if word.contains(['$', '€', '£', '¥', '₽', '₩']) || MONEY.contains(&lower.as_str()) {
            kinds.money = true;
        } else if is_day || (has_digit && !has_letter && word.chars().filter(|letter| matches!(letter, '-' | '/' | '.')).count() >= 2) {
            kinds.date = true;
        } else if has_digit && !has_letter {
            kinds.number = true;
        } else if has_letter && (has_digit || word.contains('/')) {
            kinds.name = true;
        } else if let Some((setting, value)) = settings().get(lower.as_str()) {
            kinds.settings[*setting] |= value;
        }
    }
    if !text.is_ascii() {
        for (_, (setting, value)) in settings().iter().filter(|(word, _)| is_joined(word) && text.contains(**word)) {
            kinds.settings[*setting] |= value;
        }
    }
    // The days of a date and the digits of an amount are no numbers of their own.
    kinds.number &= !(kinds.date || kinds.money);
    // Where another value is given, two capitals may be of what it is about.
    kinds.person = kinds == Kinds::default() && persons(text).next().is_some();
    kinds
}
