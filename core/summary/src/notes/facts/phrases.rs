//! The words of each language by which a sentence is understood: one file a language, one look-up
//! for all of them.
//!
//! A file has a section for each [`PhraseKind`]. A phrase is found as whole words, in any case; one of a
//! script without spaces, anywhere. A phrase that begins with `^` counts at the start of a sentence
//! only: there it is an imperative. One that begins with `~` counts anywhere else: "Now run it"
//! changes nothing. With `$` at its end it counts at the end of a sentence. `*` stands for any
//! letters of a word. Behind a phrase stands how often it was right in the sentences that were
//! marked by hand and that words may be changed after (`tests/labels/rules-tune.tsv`). What was
//! never right there in two sentences or more goes.
//!
//! Many words mean different things in two languages. So of the rules, only the words count that
//! are of the language of which a sentence has most.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// The words of each language.
#[rustfmt::skip]
const LANGUAGES: [&str; 12] = [
    include_str!("words/en.txt"), include_str!("words/de.txt"), include_str!("words/fr.txt"), include_str!("words/es.txt"),
    include_str!("words/pt.txt"), include_str!("words/it.txt"), include_str!("words/nl.txt"), include_str!("words/ru.txt"),
    include_str!("words/pl.txt"), include_str!("words/zh.txt"), include_str!("words/ja.txt"), include_str!("words/ko.txt"),
];

/// What a phrase says of the sentence that holds it. Its section in a file has the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum PhraseKind {
    /// It holds for later turns, even if it is a question.
    Lasts,
    /// It holds each time. In a report it only tells how often something happens.
    Often,
    /// It demands or forbids.
    Demands,
    /// It is about this once, or asks, or quotes: no rule, whatever else stands in it.
    Once,
    /// It asks politely, with or without a question mark.
    Asks,
    /// It reports of somebody.
    Reports,
    /// The words tell something; those within demand nothing.
    Tells,
    /// It changes what was said before.
    Changes,
    /// Something is no longer as it was said.
    Revises,
    /// It tells something new, which may stand beside the old.
    New,
    /// It was otherwise until now.
    UntilNow,
    /// The user takes back what was said just before; the rest says what holds.
    TakesBack,
    /// The same where a value of the same kind follows: "make it 9090", but not "make it pretty".
    MakesIt,
    /// It points back.
    Points,
    /// A word above a list of rules.
    Heads,
    /// Words that tell the old from the new and name neither; of money, beside its signs; numbers
    /// of amounts; months; and words that say nothing about the subject of a sentence.
    Old,
    Money,
    Number,
    Month,
    Empty,
}

#[rustfmt::skip]
const KINDS: [(&str, PhraseKind); 20] = [
    ("lasts", PhraseKind::Lasts), ("often", PhraseKind::Often), ("demands", PhraseKind::Demands), ("once", PhraseKind::Once), ("asks", PhraseKind::Asks), ("reports", PhraseKind::Reports),
    ("tells", PhraseKind::Tells), ("changes", PhraseKind::Changes), ("revises", PhraseKind::Revises), ("new", PhraseKind::New), ("until now", PhraseKind::UntilNow),
    ("takes back", PhraseKind::TakesBack), ("makes it", PhraseKind::MakesIt), ("points", PhraseKind::Points), ("heads", PhraseKind::Heads),
    ("old", PhraseKind::Old), ("money", PhraseKind::Money), ("numbers", PhraseKind::Number), ("months", PhraseKind::Month), ("empty", PhraseKind::Empty),
];

#[derive(Debug)]
struct Phrase {
    /// As it stands in the file.
    #[cfg(test)]
    text: &'static str,
    language: usize,
    kind: PhraseKind,
    words: Vec<&'static str>,
    /// Which of the words it is known by.
    key: usize,
    /// Whether it must, or must not, begin the sentence.
    first: Option<bool>,
    last: bool,
    letters: usize,
}

#[derive(Debug, Default)]
struct PhraseIndex {
    /// By a word of theirs.
    whole: BTreeMap<&'static str, Vec<Phrase>>,
    /// By how their only word begins.
    begun: BTreeMap<&'static str, Vec<Phrase>>,
    /// Of scripts without spaces, by their first letter.
    joined: BTreeMap<char, Vec<Phrase>>,
    all: BTreeMap<PhraseKind, BTreeSet<&'static str>>,
    /// Pairs of letters of joined phrases.
    pairs: BTreeSet<(char, char)>,
}

/// A phrase in a sentence.
struct Hit<'a> {
    phrase: &'a Phrase,
    start: usize,
    end: usize,
}

/// What the phrases of a sentence say of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Sense(u32);

impl Sense {
    pub fn has(self, kind: PhraseKind) -> bool {
        self.0 & kind.bit() != 0
    }

    fn of<'a>(phrases: impl Iterator<Item = &'a Phrase>) -> Self {
        Self(phrases.fold(0, |bits, phrase| bits | phrase.kind.bit()))
    }
}

impl PhraseKind {
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// What the phrases of a sentence, as [`worded`] gives it, say of it.
pub(crate) fn read(worded: &str) -> Sense {
    Sense::of(hits(worded).into_iter().map(|hit| hit.phrase))
}

/// What those that count say of whether it is a rule.
pub(crate) fn read_rule(worded: &str) -> Sense {
    Sense::of(own(hits(worded)).into_iter())
}

/// The phrases of rules that count: of the language of which a sentence has most, and none that
/// stands within a longer one.
fn own(mut hits: Vec<Hit<'static>>) -> Vec<&'static Phrase> {
    let mut counts = [0_usize; LANGUAGES.len()];
    hits.iter().for_each(|hit| counts[hit.phrase.language] += 1);
    let most = counts.iter().copied().max().unwrap_or(0);
    hits.retain(|hit| hit.phrase.kind <= PhraseKind::Tells && counts[hit.phrase.language] == most);
    hits.sort_by_key(|hit| (hit.start, Reverse(hit.end), Reverse(hit.phrase.letters)));
    let mut over = [0; LANGUAGES.len()];
    hits.retain(|hit| {
        let over = &mut over[hit.phrase.language];
        let counts = hit.end > *over;
        *over = hit.end.max(*over);
        counts
    });
    hits.into_iter().map(|hit| hit.phrase).collect()
}

fn hits(worded: &str) -> Vec<Hit<'static>> {
    let index = index();
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 1;
    for word in worded.split_ascii_whitespace() {
        words.push((at, word));
        at += word.len() + 1;
    }
    // The number of an item of a list is no word of its sentence.
    let is_number = |(_, word): &(usize, &str)| word.bytes().all(|byte| byte.is_ascii_digit());
    let begin = usize::from(words.first().is_some_and(is_number));
    let mut hits = Vec::new();
    for (place, (_, word)) in words.iter().enumerate() {
        let of_key = index.whole.get(*word).into_iter().flatten();
        let of_head = word
            .char_indices()
            .skip(1)
            .filter_map(|(end, _)| index.begun.get(&word[..end]))
            .chain(index.begun.get(*word))
            .flatten();
        for phrase in of_key.chain(of_head) {
            let Some(from) = place.checked_sub(phrase.key) else {
                continue;
            };
            let Some(found) = words.get(from..from + phrase.words.len()) else {
                continue;
            };
            let mut pairs = phrase.words.iter().zip(found);
            let to = from + phrase.words.len();
            let counts = phrase.first.is_none_or(|first| first == (from <= begin))
                && (!phrase.last || to == words.len())
                && pairs.all(|(pattern, (_, word))| fits(pattern, word));
            if let (true, Some((end, last))) = (counts, found.last()) {
                hits.push(Hit {
                    phrase,
                    start: found[0].0,
                    end: end + last.len(),
                });
            }
        }
    }
    if !worded.is_ascii() {
        let of_letter = |(at, letter)| index.joined.get(&letter).map(|found| (at, found));
        for (start, phrases) in worded.char_indices().filter_map(of_letter) {
            for phrase in phrases {
                let rest = worded[start..].strip_prefix(phrase.words[0]);
                let counts = rest.is_some_and(|rest| {
                    phrase.first.is_none_or(|first| first == (start == 1))
                        && (!phrase.last || rest.trim_start().is_empty())
                });
                if counts {
                    hits.push(Hit {
                        phrase,
                        start,
                        end: start + phrase.words[0].len(),
                    });
                }
            }
        }
    }
    hits
}

/// Whether a word is as a pattern says, which may have one `*` at an end.
fn fits(pattern: &str, word: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), _) => word.ends_with(end),
        (_, Some(head)) => word.starts_with(head),
        _ => pattern == word,
    }
}

fn index() -> &'static PhraseIndex {
    static INDEX: OnceLock<PhraseIndex> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = PhraseIndex::default();
        for (language, text) in LANGUAGES.iter().enumerate() {
            for section in text.split('[').skip(1) {
                let (name, phrases) = section.split_once(']').unwrap_or((section, ""));
                if let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == name) {
                    let phrases = phrases.split([',', '\n']).map(str::trim);
                    for phrase in phrases.filter(|phrase| !phrase.is_empty()) {
                        index.add(language, *kind, phrase);
                    }
                }
            }
        }
        index
    })
}

impl PhraseIndex {
    fn add(&mut self, language: usize, kind: PhraseKind, text: &'static str) {
        let text = unscored(text);
        let (bare, first) = match (text.strip_prefix('^'), text.strip_prefix('~')) {
            (Some(bare), _) => (bare, Some(true)),
            (_, Some(bare)) => (bare, Some(false)),
            _ => (text, None),
        };
        let (bare, last) = bare
            .strip_suffix('$')
            .map_or((bare, false), |bare| (bare, true));
        self.all.entry(kind).or_default().insert(bare);
        let mut phrase = Phrase {
            #[cfg(test)]
            text,
            language,
            kind,
            words: vec![bare],
            key: 0,
            first,
            last,
            letters: bare.len(),
        };
        if !has_spaces(bare) {
            if kind <= PhraseKind::Demands || kind == PhraseKind::Changes {
                let letters = bare.chars().zip(bare.chars().skip(1));
                self.pairs.extend(letters);
            }
            let first = bare.chars().next().unwrap_or_default();
            self.joined.entry(first).or_default().push(phrase);
            return;
        }
        phrase.words = bare.split(' ').collect();
        match phrase.words.iter().position(|word| !word.contains('*')) {
            Some(key) => {
                phrase.key = key;
                self.whole
                    .entry(phrase.words[key])
                    .or_default()
                    .push(phrase);
            }
            None => {
                let head = bare.trim_end_matches('*');
                self.begun.entry(head).or_default().push(phrase);
            }
        }
    }
}

/// A phrase without how often it was right.
fn unscored(phrase: &str) -> &str {
    match phrase.rsplit_once(' ') {
        Some((bare, score)) if score.contains('/') => bare,
        _ => phrase,
    }
}

/// All phrases of a kind, without what says where they count.
pub(super) fn of_kind(kind: PhraseKind) -> impl Iterator<Item = &'static str> {
    index().all.get(&kind).into_iter().flatten().copied()
}

/// Whether a word says nothing about the subject of a sentence.
pub(super) fn is_empty(word: &str) -> bool {
    index()
        .all
        .get(&PhraseKind::Empty)
        .is_some_and(|words| words.contains(word))
}

/// Whether a pair of letters is of a word that demands or changes.
pub(super) fn is_of_phrase(first: char, second: char) -> bool {
    index().pairs.contains(&(first, second))
}

/// A sentence as its words in small letters, each between two spaces, so that a phrase can be found
/// as whole words.
pub(crate) fn worded(sentence: &str) -> String {
    let mut text = String::with_capacity(sentence.len() + 2);
    text.push(' ');
    let letters = sentence.chars().flat_map(char::to_lowercase);
    for letter in letters.chain([' ']) {
        let letter = if letter == '’' { '\'' } else { letter };
        let is_word = letter.is_alphanumeric() || matches!(letter, '\'' | '-' | '_');
        if is_word {
            text.push(letter);
        } else if !text.ends_with(' ') {
            text.push(' ');
        }
    }
    text
}

/// Whether a phrase is of a script that puts spaces between words.
fn has_spaces(phrase: &str) -> bool {
    phrase.chars().all(|letter| letter < '\u{1100}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods, reason = "tests that read and write words")]

    use super::*;
    use crate::notes::facts::rules::{demands, unquoted};
    use std::path::{Path, PathBuf};

    const NAMES: [&str; LANGUAGES.len()] = [
        "en", "de", "fr", "es", "pt", "it", "nl", "ru", "pl", "zh", "ja", "ko",
    ];
    const LINE_CHARS: usize = 150;

    fn at(path: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
    }

    /// Of each phrase of a rule how often it was right, and how often it was found. What only
    /// weakens others is right where the sentence was told as it is marked.
    fn scores() -> BTreeMap<(usize, PhraseKind, &'static str), (usize, usize)> {
        let marks = std::fs::read_to_string(at("../../tests/labels/rules-tune.tsv")).unwrap();
        let mut scores = BTreeMap::new();
        for line in marks.lines() {
            let fields: Vec<&str> = line.splitn(4, '\t').collect();
            let (sentence, marked) = (fields[3], fields[1] == "yes");
            let told = demands(sentence) == marked;
            for phrase in own(hits(&worded(&unquoted(sentence)))) {
                let is_right = match phrase.kind {
                    PhraseKind::Lasts | PhraseKind::Often | PhraseKind::Demands => marked,
                    PhraseKind::Once => !marked,
                    _ => told,
                };
                let key = (phrase.language, phrase.kind, phrase.text);
                let score: &mut (usize, usize) = scores.entry(key).or_default();
                score.0 += usize::from(is_right);
                score.1 += 1;
            }
        }
        scores
    }

    /// A file as it should be.
    fn scored(language: usize) -> String {
        let scores = scores();
        let mut file = String::new();
        for section in LANGUAGES[language].split('[').skip(1) {
            let (name, phrases) = section.split_once(']').unwrap();
            let kind = KINDS.iter().find(|(known, _)| *known == name).unwrap().1;
            file += &format!("[{name}]\n");
            let mut line = String::new();
            let phrases = phrases.split([',', '\n']).map(str::trim);
            for phrase in phrases.filter(|phrase| !phrase.is_empty()) {
                let bare = unscored(phrase);
                let shown = match scores.get(&(language, kind, bare)) {
                    Some((right, found)) => format!("{bare} {right}/{found}"),
                    None => bare.to_owned(),
                };
                if line.chars().count() + shown.chars().count() + 2 > LINE_CHARS {
                    file += &format!("{line},\n");
                    line.clear();
                }
                line += if line.is_empty() { "" } else { ", " };
                line += &shown;
            }
            file += &format!("{line}\n");
        }
        file
    }

    /// `make figures` runs it.
    #[test]
    #[ignore = "writes the files of words"]
    fn the_figures_are_written() {
        for (language, name) in NAMES.iter().enumerate() {
            let path = at(&format!("src/notes/facts/words/{name}.txt"));
            std::fs::write(path, scored(language)).unwrap();
        }
    }

    #[test]
    fn each_phrase_tells_how_often_it_was_right() {
        for (language, name) in NAMES.iter().enumerate() {
            assert_eq!(LANGUAGES[language], scored(language), "{name}.txt");
        }
    }

    #[test]
    fn no_phrase_is_there_that_was_never_right() {
        // One sentence tells nothing.
        let never: Vec<_> = scores()
            .into_iter()
            .filter(|(_, (right, found))| *right == 0 && *found > 1)
            .map(|((language, _, text), _)| (NAMES[language], text))
            .collect();
        assert!(never.is_empty(), "{never:?}");
    }
}
