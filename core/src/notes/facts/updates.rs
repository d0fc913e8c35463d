//! Which statements of the user later ones took the place of, said in other words: "The port is 8080", and then "The port moved to 9090".
//!
//! To drop what still holds is worse than to keep both, so a statement is outdated only if the newer one says that it changes something, gives
//! a value of the same kind, and is about nothing else. Where that is not sure, both stay; but what might be outdated is not told without what
//! might have changed it.

use super::revise_words::{MAKES_IT, MONEY, MONTHS, OLD, REVISES, TAKES_BACK, TELLS_NEW, UNTIL_NOW};
use super::rule_words::{begins, holds, subject, worded, CHANGES};
use super::rules::is_one;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// Longest statement, in bytes, and how many about one word are compared. Chosen here: a line, and so that no history takes long.
const STATEMENT_BYTES: usize = 200;
const COMPARED: usize = 50;
/// Most older statements that one may change. Chosen here.
const CANDIDATES: usize = 8;
/// How many short words may join two that qualify one another. Chosen here.
const JOINS: usize = 3;

/// What later statements did to earlier ones, by their texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Updates {
    /// Those that no longer hold, with what took their place.
    pub gone: BTreeMap<String, String>,
    /// Those that a later one may have changed, with that later one.
    pub doubted: BTreeMap<String, String>,
}

/// The kinds of values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Kinds {
    money: bool,
    date: bool,
    number: bool,
    name: bool,
}

/// A statement as it is compared.
#[derive(Debug)]
struct Statement<'a> {
    text: &'a str,
    place: usize,
    /// What it is about, without its values and the words that change something.
    about: Vec<String>,
    kinds: Kinds,
    words: String,
    gone: bool,
}

/// Reads statements in order, each with its place. Those of one place do not change one another. `own` says which are the user's, and so
/// may change others.
pub(crate) fn updates<'a>(statements: impl Iterator<Item = (usize, &'a str, bool)>) -> Updates {
    let mut all: Vec<Statement<'a>> = Vec::new();
    let mut by_word: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut by_row: BTreeMap<&str, usize> = BTreeMap::new();
    let mut updates = Updates::default();
    for (place, text, own) in statements.filter(|(_, text, _)| text.len() <= STATEMENT_BYTES) {
        let bare = unlabelled(text);
        let words = worded(bare);
        let revises = holds(&words, REVISES);
        let changes = revises || changes(&words);
        let statement = Statement { text, place, about: about(bare), kinds: kinds(bare), words, gone: false };
        if changes {
            let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
            for olders in statement.about.iter().filter_map(|word| by_word.get(word)) {
                for older in olders.iter().rev().take(COMPARED) {
                    *shared.entry(*older).or_default() += 1;
                }
            }
            let mut shared: Vec<(usize, usize)> = shared.into_iter().collect();
            shared.retain(|(older, _)| !all[*older].gone && all[*older].place != place && all[*older].text != text);
            // Those that share most, newer ones first.
            shared.sort_by_key(|(older, count)| (Reverse(*count), Reverse(*older)));
            shared.truncate(CANDIDATES);
            // Where neither gives a value, only words that say "until now it was otherwise" are plain enough.
            let ends = own && statement.kinds == Kinds::default() && begins(&statement.words, UNTIL_NOW);
            let alike = |older: &Statement<'_>| match ends && older.kinds == Kinds::default() {
                true => older.about.iter().filter(|word| !statement.about.contains(word)).count() <= 1,
                false => older.kinds.meets(statement.kinds) && !contrasts(&statement, older),
            };
            let most = shared.iter().filter(|(older, _)| alike(&all[*older])).map(|(_, count)| *count).max().unwrap_or(0);
            let best: Vec<usize> = shared.iter().filter(|(older, count)| *count == most && alike(&all[*older])).map(|(older, _)| *older).collect();
            // Several that fit alike are the same said again, or nobody knows which.
            let is_same = best.iter().all(|older| all[*older].about == all[best[0]].about);
            for (older, count) in &shared {
                let is_only = best == [*older];
                let tells_same = *count >= 2 && count * 3 >= all[*older].about.len() * 2;
                let covers = *count == statement.about.len();
                let is_pair = |word: &String| word.chars().all(|letter| letter >= '\u{1100}');
                let by_words = || statement.about.iter().any(|word| !is_pair(word) && all[*older].about.contains(word));
                let is_best = best.contains(older) && ((is_only && (revises || covers) && by_words() && !ends) || (is_same && tells_same));
                if own && is_best && is_one(all[*older].text) {
                    all[*older].gone = true;
                    updates.gone.insert(all[*older].text.to_owned(), text.to_owned());
                } else {
                    updates.doubted.insert(all[*older].text.to_owned(), text.to_owned());
                }
            }
        }
        if own && takes_back(&statement.words, statement.kinds, all.last().map(|before| before.kinds)) {
            // It says too little alone to stand for what it takes back.
            if let Some(before) = all.last().filter(|before| before.place < place && !before.gone) {
                updates.doubted.insert(before.text.to_owned(), text.to_owned());
            }
        }
        // Another of a row, like `build/7` and then `build/9`, may be the newer one.
        for row in rows(bare) {
            if let Some(older) = by_row.insert(row, all.len()).filter(|older| *older < all.len() && all[*older].place != place && !all[*older].gone) {
                updates.doubted.insert(all[older].text.to_owned(), text.to_owned());
            }
        }
        for word in &statement.about {
            by_word.entry(word.clone()).or_default().push(all.len());
        }
        // What is said again holds again.
        updates.gone.remove(text);
        updates.doubted.remove(text);
        all.push(statement);
    }
    let gone = &updates.gone;
    updates.doubted.retain(|text, _| !gone.contains_key(text));
    updates
}

fn changes(words: &str) -> bool {
    holds(words, CHANGES) || holds(words, TELLS_NEW)
}

/// Whether a statement may change another.
pub(crate) fn may_change(text: &str) -> bool {
    let words = worded(unlabelled(text));
    holds(&words, REVISES) || changes(&words)
}

/// Whether a sentence takes back the one before it, by its words and the values of both.
fn takes_back(words: &str, kinds: Kinds, before: Option<Kinds>) -> bool {
    begins(words, TAKES_BACK) || (begins(words, MAKES_IT) && before.is_some_and(|before| before.meets(kinds)))
}

/// Whether a sentence takes back `before`.
pub(super) fn is_taken_back(sentence: &str, words: &str, before: &str) -> bool {
    takes_back(words, kinds(sentence), Some(kinds(before)))
}

impl Kinds {
    fn meets(self, other: Self) -> bool {
        (self.money && other.money) || (self.date && other.date) || (self.name && other.name) || (self.number && other.number)
    }
}

/// A statement without a label in front: `NOTE: `, `Project note: `.
pub(crate) fn unlabelled(text: &str) -> &str {
    match text.split_once(": ") {
        Some((label, rest)) if label.split_whitespace().count() <= 2 && label.chars().all(|letter| letter.is_uppercase() || letter == ' ') => rest,
        _ => text,
    }
}

/// The words by which statements change others, or tell the old from the new.
fn changing() -> &'static BTreeSet<&'static str> {
    static WORDS: OnceLock<BTreeSet<&str>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let phrases = REVISES.iter().chain(TELLS_NEW).chain(OLD);
        phrases.flat_map(|phrase| phrase.trim_start_matches('^').split(' ')).collect()
    })
}

/// What a statement is about: whole words, compounds by their parts, none of its values, and nothing that only says that it changes.
fn about(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in subject(text).into_iter().filter(|word| !is_value(word) && !MONTHS.contains(&word.as_str()) && !MONEY.contains(&word.as_str())) {
        match word.contains('-') {
            true => words.extend(word.split('-').filter(|part| part.chars().count() >= 3).map(str::to_owned)),
            false => words.push(word),
        }
    }
    words.retain(|word| !changing().contains(word.as_str()));
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether a word is a value: it holds a digit, or is a path.
fn is_value(word: &str) -> bool {
    word.contains(|letter: char| letter.is_ascii_digit()) || word.contains('/')
}

/// The rows of which a text names one: what stands before the slash of `build/7`. Files and addresses are none.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split_whitespace().map(|word| word.trim_matches([',', '.', ';', ':', '(', ')', '!', '"', '`']));
    words.filter_map(|word| {
        let (row, own) = word.split_once('/')?;
        let is_one = !row.is_empty() && !own.contains(['/', '.']) && own.contains(|letter: char| letter.is_ascii_digit());
        (is_one && row.chars().all(|letter| letter.is_alphanumeric() || letter == '-')).then_some(row)
    })
}

fn kinds(text: &str) -> Kinds {
    let mut kinds = Kinds::default();
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches([',', '.', ';', ':', '(', ')', '!', '"', '`'])).collect();
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
        }
    }
    // The days of a date and the digits of an amount are no numbers of their own.
    kinds.number &= !(kinds.date || kinds.money);
    kinds
}

/// Whether two statements qualify a word that they share differently: "the staging port" and "the public port", "the port of a" and "the port
/// of b".
fn contrasts(newer: &Statement<'_>, older: &Statement<'_>) -> bool {
    let words = |statement: &Statement<'_>| statement.words.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (new, old) = (words(newer), words(older));
    let own = |statement: &Statement<'_>, word: &String| statement.about.contains(word);
    newer.about.iter().filter(|word| own(older, word)).any(|word| {
        let (Some(at), Some(there)) = (new.iter().position(|other| other == word), old.iter().position(|other| other == word)) else { return false };
        let differ = |here: Option<&String>, there: Option<&String>| match (here, there) {
            (Some(here), Some(there)) => own(newer, here) && own(older, there) && !own(older, here) && !own(newer, there),
            _ => false,
        };
        let before = |words: &[String], at: usize| at.checked_sub(1).and_then(|at| words.get(at)).cloned();
        // Behind short words that join: `of the`, `for`, `in`.
        let behind = |words: &[String], at: usize| {
            let joins = words.get(at + 1..)?.iter().take(JOINS).take_while(|word| word.chars().count() <= 3).count();
            (joins > 0).then(|| words.get(at + 1 + joins).cloned()).flatten()
        };
        differ(before(&new, at).as_ref(), before(&old, there).as_ref()) || differ(behind(&new, at).as_ref(), behind(&old, there).as_ref())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(statements: &[&str]) -> Vec<String> {
        updates(statements.iter().enumerate().map(|(place, text)| (place, *text, true))).gone.into_keys().collect()
    }

    #[test]
    fn a_newer_value_of_the_same_kind_takes_the_place_of_the_old_one() {
        for (old, new) in [
            ("The gateway listens on port 8080.", "The port is now 9090."),
            ("The trial begins on 2031-04-02.", "Update: the trial moved to 2031-05-09."),
            ("NOTE: Travel may cost $300 a head.", "Travel may no longer cost more than 200 dollars."),
            ("We deploy from branch rel/12.", "We switched deploys to branch rel/14."),
            ("Der Starttermin ist der 3. März.", "Der Starttermin wurde auf den 9. April verschoben."),
            ("El puerto del proxy es 8080.", "El puerto del proxy ahora es 9090."),
            ("Le port du proxy est 8080.", "Le port du proxy est maintenant 9090."),
            ("O porto do proxy é 8080.", "O porto do proxy agora é 9090."),
            ("Порт прокси 8080.", "Порт прокси теперь 9090."),
            ("代理端口是 8080。", "代理端口改成 9090。"),
            ("プロキシのポートは 8080。", "プロキシのポートを 9090 に変更。"),
            ("프록시 포트는 8080.", "프록시 포트는 이제 9090."),
            ("Sign all letters with Ann.", "From now on, sign all letters with Bo."),
            ("Schreib alle Briefe auf Englisch.", "Ab jetzt schreib alle Briefe auf Dänisch."),
        ] {
            assert_eq!(gone(&[old, new]), [old], "{new}");
        }
    }

    #[test]
    fn another_matter_takes_no_place() {
        for (old, new) in [
            ("The public port is 8080.", "The staging port is now 9090."),
            ("The port of the proxy is 8080.", "The port of the store is now 9090."),
            ("The trial begins on 2031-04-02.", "Now write the trial page."),
            ("Travel may cost $300 a head.", "The travel desk is now in room 14."),
            ("The proxy listens on port 8080.", "The proxy now logs to logs/proxy.txt."),
            ("Der Testserver hat Port 8080.", "Der Druckserver hat jetzt Port 9090."),
            ("代理端口是 8080。", "网关端口改成 9090。"),
            ("The proxy listens on port 8080.", "Make it pretty."),
            ("The login page is broken.", "The login page is now fast."),
            ("Sign all letters with Ann.", "From now on, print all pages in colour."),
            ("Sign letters to Rome with Ann.", "From now on, sign letters to Bonn with Bo."),
        ] {
            assert!(gone(&[old, new]).is_empty(), "{new}");
        }
        // Two that fit alike: nobody knows which.
        assert!(gone(&["The gate in Bonn has code 4711.", "The gate in Rome has code 4712.", "The gate code has changed to 9."]).is_empty());
    }

    #[test]
    fn what_may_have_changed_is_doubted() {
        let found = updates([(0, "Ann Lee reviews the docs.", true), (1, "Bo Chan reviews the code and the docs now.", true)].into_iter());
        assert!(found.gone.is_empty());
        assert_eq!(found.doubted.get("Ann Lee reviews the docs.").map(String::as_str), Some("Bo Chan reviews the code and the docs now."));
    }
}
