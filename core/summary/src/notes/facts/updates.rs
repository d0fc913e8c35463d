//! Which statements of the user later ones took the place of, said in other words: "The port is
//! 8080", and then "The port moved to 9090".
//!
//! To drop what still holds is worse than to keep both, so a statement is outdated only if the
//! newer one gives a value of the same kind and is about nothing else. Besides, it says that it
//! changes something, or it tells the value of the same thing and the same property. Where that is
//! not sure, both stay; but what might be outdated is not told without what might have changed it.

use super::matters::{Kinds, Matter, bare, in_order, subject, unlabelled};
use super::phrases::{PhraseKind, Sense, is_empty, read as sense_of, worded};
use super::rules::{demands, is_one, tells_value};
use super::said::is_digit;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Longest statement, in bytes, and how many about one word are compared. Chosen here: a line, and
/// so that no history takes long.
const STATEMENT_BYTES: usize = 400;
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

/// A statement as it is compared.
#[derive(Debug)]
struct Statement {
    text: String,
    place: usize,
    matter: Matter,
    words: String,
    sense: Sense,
    /// Of a rule how many words say what it is about, with its values.
    subject: usize,
    gone: bool,
}

/// The statements so far, and where each word of what they are about stands.
#[derive(Debug, Default)]
pub(super) struct Statements {
    all: Vec<Statement>,
    by_word: Places,
    /// Where each word of what rules are about stands.
    rules: Places,
}

/// The numbers of the statements in which a word stands.
#[derive(Debug, Default)]
struct Places(BTreeMap<String, Vec<usize>>);

impl Places {
    fn add(&mut self, words: impl IntoIterator<Item = String>, number: usize) {
        for word in words {
            self.0.entry(word).or_default().push(number);
        }
    }

    /// How many of these words each statement has.
    fn shared(&self, words: &BTreeSet<String>) -> BTreeMap<usize, usize> {
        let mut shared = BTreeMap::new();
        for numbers in words.iter().filter_map(|word| self.0.get(word)) {
            for number in numbers.iter().rev().take(COMPARED) {
                *shared.entry(*number).or_default() += 1;
            }
        }
        shared
    }
}

/// What a statement does to earlier ones, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Changed {
    /// Its own number.
    pub number: usize,
    /// Those whose place it takes.
    pub gone: Vec<usize>,
    /// Those that it may have changed.
    doubted: Vec<usize>,
}

/// Reads statements in order, each with its place. Those of one place do not change one another.
/// `own` says which are the user's, and so may change others.
pub(crate) fn updates<'a>(statements: impl Iterator<Item = (usize, &'a str, bool)>) -> Updates {
    let mut read = Statements::default();
    let mut updates = Updates::default();
    for (place, text, own) in statements {
        let Some(changed) = read.read(place, text, own) else {
            continue;
        };
        let older = |number: &usize| (read.all[*number].text.clone(), text.to_owned());
        updates.gone.extend(changed.gone.iter().map(older));
        updates.doubted.extend(changed.doubted.iter().map(older));
        // What is said again holds again.
        updates.gone.remove(text);
        updates.doubted.remove(text);
    }
    let gone = &updates.gone;
    updates.doubted.retain(|text, _| !gone.contains_key(text));
    updates
}

impl Statements {
    /// Reads the next statement; `None` if it is too long to be one.
    pub fn read(&mut self, place: usize, text: &str, own: bool) -> Option<Changed> {
        if text.len() > STATEMENT_BYTES {
            return None;
        }
        let bare = unlabelled(text);
        let subject = subject(bare);
        let words = worded(bare);
        let sense = sense_of(&words);
        let statement = Statement {
            text: text.to_owned(),
            place,
            matter: Matter::of(bare),
            words,
            sense,
            subject: subject.len(),
            gone: false,
        };
        let number = self.all.len();
        let shared = self.about_the_same(&statement);
        let gone = self.ended(&statement, own, &shared, &subject);
        for older in &gone {
            self.all[*older].gone = true;
        }
        let doubted = self.doubted(&statement, own, &shared, &gone);
        let about = statement.matter.about.iter().cloned();
        self.by_word.add(about, number);
        if demands(text) {
            self.rules.add(subject, number);
        }
        self.all.push(statement);
        Some(Changed {
            number,
            gone,
            doubted,
        })
    }

    /// The older statements whose place a statement takes. `shared` are those about the same.
    fn ended(
        &mut self,
        newer: &Statement,
        own: bool,
        shared: &[(usize, usize)],
        subject: &BTreeSet<String>,
    ) -> Vec<usize> {
        if !own {
            return Vec::new();
        }
        let mut gone = if may_revise(newer.sense) {
            self.replaced(newer, shared)
        } else {
            let excluded = self.excluded(newer, shared);
            excluded
                .into_iter()
                .chain(self.retold(newer, shared))
                .collect()
        };
        for older in self.overruled(newer, subject) {
            if !gone.contains(&older) {
                gone.push(older);
            }
        }
        gone
    }

    /// The older statements that a statement may have changed, beside those that are `gone`.
    fn doubted(
        &mut self,
        newer: &Statement,
        own: bool,
        shared: &[(usize, usize)],
        gone: &[usize],
    ) -> Vec<usize> {
        let mut doubted = Vec::new();
        if may_revise(newer.sense) {
            let others = shared.iter().map(|(older, _)| *older);
            doubted.extend(others.filter(|older| !gone.contains(older)));
        }
        let number = self.all.len();
        let before = self.all.last();
        let is_alike = || before.is_some_and(|it| it.matter.kinds.meets(newer.matter.kinds));
        if own && takes_back(newer.sense, is_alike) {
            // It says too little alone to stand for what it takes back.
            let before = before.filter(|before| before.place < newer.place && !before.gone);
            doubted.extend(before.map(|_| number - 1));
        }
        doubted
    }

    /// Older statements about the same, with how many words they share: those that share most
    /// first, newer ones before older ones.
    fn about_the_same(&self, newer: &Statement) -> Vec<(usize, usize)> {
        if !newer.may_change() {
            return Vec::new();
        }
        let shared = self.by_word.shared(&newer.matter.about);
        let mut shared: Vec<(usize, usize)> = shared.into_iter().collect();
        shared.retain(|(older, _)| {
            let older = &self.all[*older];
            !older.gone && older.place != newer.place && older.text != newer.text
        });
        shared.sort_by_key(|(older, count)| (Reverse(*count), Reverse(*older)));
        shared.truncate(CANDIDATES);
        shared
    }

    /// Those whose place a statement takes that says that it changes something.
    fn replaced(&self, newer: &Statement, shared: &[(usize, usize)]) -> Vec<usize> {
        // Where neither gives a value, only words that say "until now it was otherwise" are plain
        // enough.
        let revises = newer.sense.has(PhraseKind::Revises);
        let until_now = !newer.matter.kinds.gives_value() && newer.sense.has(PhraseKind::UntilNow);
        let ends = |older: &Statement| {
            until_now && !older.matter.kinds.gives_value() && !newer.matter.meets(&older.matter)
        };
        let alike = |older: &Statement| match ends(older) {
            true => older.says_beside(newer) <= 1,
            false => {
                let by_person = (revises || newer.sense.has(PhraseKind::New))
                    && (older.matter.kinds.person && newer.matter.kinds.person);
                (by_person || older.matter.meets(&newer.matter))
                    && !are_items(newer, older)
                    && !contrasts(newer, older)
            }
        };
        let alike = shared.iter().filter(|(older, _)| alike(&self.all[*older]));
        let mut alike = alike.copied().peekable();
        let most = alike.peek().map_or(0, |(_, count)| *count);
        let best: Vec<usize> = alike
            .filter(|(_, count)| *count == most)
            .map(|(older, _)| older)
            .collect();
        // Several that fit alike are the same said again, or nobody knows which.
        let is_same = best
            .iter()
            .all(|older| self.all[*older].matter.about == self.all[best[0]].matter.about);
        let fits = |older: &usize| {
            let older = &self.all[*older];
            let tells_same = most >= 2 && most * 3 >= older.matter.about.len() * 2;
            let covers = most == newer.matter.about.len();
            let is_only = best.len() == 1
                && (covers || (revises && newer.matter.about.len() <= most * 2))
                && !ends(older);
            (is_only || (is_same && tells_same)) && is_one(&older.text)
        };
        best.iter().copied().filter(fits).collect()
    }

    /// Rules that share half of their words with a statement that changes something.
    fn overruled(&self, newer: &Statement, subject: &BTreeSet<String>) -> Vec<usize> {
        if !newer.sense.has(PhraseKind::Changes) {
            return Vec::new();
        }
        let is_overruled = |(rule, count): &(usize, usize)| {
            let rule = &self.all[*rule];
            count * 2 >= rule.subject && rule.place != newer.place && !rule.gone
        };
        let overruled = self.rules.shared(subject);
        let overruled = overruled.into_iter().filter(is_overruled);
        overruled.map(|(rule, _)| rule).collect()
    }

    /// The one whose value a statement tells otherwise, if it tells a state: "the port is 9090".
    /// What happened may happen again.
    fn retold(&self, newer: &Statement, shared: &[(usize, usize)]) -> Option<usize> {
        let alike = |(older, count): &&(usize, usize)| {
            let older = &self.all[*older];
            *count >= 2
                && newer.matter.kinds == older.matter.kinds
                && newer.tells_again(older)
                && is_one(&older.text)
                && !is_order(newer, older)
                && !contrasts(newer, older)
        };
        let mut alike = shared.iter().filter(alike);
        let (first, next) = (alike.next()?, alike.next());
        let is_alone = next.is_none_or(|next| next.1 < first.1);
        (is_alone && newer.tells_value()).then_some(first.0)
    }

    /// Those that cannot hold beside a statement though its words do not say that it changes
    /// something: "Use metric units" and "Use imperial units".
    fn excluded(&self, newer: &Statement, shared: &[(usize, usize)]) -> Vec<usize> {
        let excludes = |older: &Statement| {
            let is_same = older.says_beside(newer) == 0 && newer.says_beside(older) <= 1;
            is_same && newer.matter.excludes(&older.matter) && is_one(&older.text)
        };
        shared
            .iter()
            .map(|(older, _)| *older)
            .filter(|older| excludes(&self.all[*older]))
            .collect()
    }
}

impl Statement {
    fn may_change(&self) -> bool {
        may_revise(self.sense) || self.matter.may_exclude() || self.tells_value()
    }

    fn tells_value(&self) -> bool {
        let kinds = self.matter.kinds;
        (kinds.gives_value() || kinds.person) && tells_value(&self.text)
    }

    /// The word that it begins with, if that may tell the agent to do something: "Fix issue 12".
    fn order(&self) -> Option<&str> {
        self.words
            .split_whitespace()
            .next()
            .filter(|word| !is_empty(word))
    }

    /// Whether it is about what `older` is about: a thing, and what is told of it. The words of the
    /// two stand apart: "the run length of the drying oven".
    fn tells_again(&self, older: &Self) -> bool {
        let words = in_order(&self.words);
        let is_about = |at: &usize| {
            // What stands behind a number is its unit.
            let is_unit = at.checked_sub(1).is_some_and(|at| is_number(words[at]));
            let (word, about) = (&words[*at], &self.matter.about);
            !is_unit && about.contains(*word) && older.matter.about.contains(*word)
        };
        let shared: Vec<usize> = (0..words.len()).filter(is_about).collect();
        let apart = shared.chunk_by(|one, next| one + 1 == *next).count();
        let beside = self.says_beside(older) + older.says_beside(self);
        beside == 0 || (apart >= 2 && beside <= shared.len() + 2)
    }

    /// How many words of what it is about the other one does not have.
    fn says_beside(&self, other: &Self) -> usize {
        let beside = self.matter.about.difference(&other.matter.about);
        beside.count()
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(is_digit)
}

fn may_revise(sense: Sense) -> bool {
    [PhraseKind::Revises, PhraseKind::Changes, PhraseKind::New]
        .into_iter()
        .any(|kind| sense.has(kind))
}

/// Whether a statement may change another.
pub(crate) fn may_change(text: &str) -> bool {
    may_revise(sense_of(&worded(unlabelled(text))))
}

/// Whether a sentence takes back the one before it, by its words, or since both give a value of one
/// kind.
fn takes_back(sense: Sense, meets: impl FnOnce() -> bool) -> bool {
    sense.has(PhraseKind::TakesBack) || (sense.has(PhraseKind::MakesIt) && meets())
}

/// Whether a sentence takes back `before`.
pub(super) fn is_taken_back(sentence: &str, sense: Sense, before: &str) -> bool {
    takes_back(sense, || Kinds::of(before).meets(Kinds::of(sentence)))
}

/// Whether a statement may tell the agent to do something, so that it tells no value: it begins with
/// a word that the older one does not have, or begins with too.
fn is_order(newer: &Statement, older: &Statement) -> bool {
    newer
        .order()
        .is_some_and(|own| !older.matter.about.contains(own) || older.order() == Some(own))
}

/// Whether two statements name two of a kind by their numbers: "issue 12" and "issue 13".
fn are_items(newer: &Statement, older: &Statement) -> bool {
    let item = |statement: &Statement| -> Option<String> {
        let words: Vec<String> = statement
            .text
            .split_whitespace()
            .map(|word| bare(word).to_lowercase())
            .collect();
        let mut items = (1..words.len()).filter(|at| {
            is_number(&words[*at]) && words.get(at + 1).is_none_or(|word| is_empty(word))
        });
        items.next().map(|at| words[at - 1].clone())
    };
    item(newer).is_some_and(|kind| !is_empty(&kind) && item(older) == Some(kind))
}

/// Whether two statements qualify a word that they share differently: "the staging port" and "the
/// public port", "the port of a" and "the port of b".
fn contrasts(newer: &Statement, older: &Statement) -> bool {
    let (new, old) = (in_order(&newer.words), in_order(&older.words));
    let (own, others) = (&newer.matter.about, &older.matter.about);
    let differ = |(here, there): (&str, &str)| {
        let is_own = own.contains(here) && !others.contains(here);
        is_own && others.contains(there) && !own.contains(there)
    };
    own.intersection(others).any(|word| {
        let (Some(at), Some(there)) = (
            new.iter().position(|other| other == word),
            old.iter().position(|other| other == word),
        ) else {
            return false;
        };
        let is_same = new.get(at + 1) == old.get(there + 1);
        before(&new, at)
            .zip(before(&old, there))
            .is_some_and(differ)
            || (is_same
                && behind(&new, at)
                    .zip(behind(&old, there))
                    .is_some_and(differ))
    })
}

/// The word before another one.
fn before<'a>(words: &[&'a str], at: usize) -> Option<&'a str> {
    words.get(at.checked_sub(1)?).copied()
}

/// The word behind another one and short words that join them: `of the`, `for`,
/// `in`.
fn behind<'a>(words: &[&'a str], at: usize) -> Option<&'a str> {
    let behind = words.get(at + 1..)?;
    let short = |word: &&&str| word.chars().count() <= 3;
    let joins = behind.iter().take(JOINS).take_while(short).count();
    behind.get(joins).filter(|_| joins > 0).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(statements: &[&str]) -> Vec<String> {
        updates(
            statements
                .iter()
                .enumerate()
                .map(|(place, text)| (place, *text, true)),
        )
        .gone
        .into_keys()
        .collect()
    }

    #[test]
    fn a_newer_value_of_the_same_kind_takes_the_place_of_the_old_one() {
        for (old, new) in [
            ("The gateway listens on port 8080.", "The port is now 9090."),
            (
                "The trial begins on 2031-04-02.",
                "Update: the trial moved to 2031-05-09.",
            ),
            (
                "NOTE: Travel may cost $300 a head.",
                "Travel may no longer cost more than 200 dollars.",
            ),
            (
                "We deploy from branch rel/12.",
                "We switched deploys to branch rel/14.",
            ),
            (
                "Der Starttermin ist der 3. März.",
                "Der Starttermin wurde auf den 9. April verschoben.",
            ),
            (
                "El puerto del proxy es 8080.",
                "El puerto del proxy ahora es 9090.",
            ),
            (
                "Le port du proxy est 8080.",
                "Le port du proxy est maintenant 9090.",
            ),
            ("O porto do proxy é 8080.", "O porto do proxy agora é 9090."),
            ("Порт прокси 8080.", "Порт прокси теперь 9090."),
            ("代理端口是 8080。", "代理端口改成 9090。"),
            (
                "プロキシのポートは 8080。",
                "プロキシのポートを 9090 に変更。",
            ),
            ("프록시 포트는 8080.", "프록시 포트는 이제 9090."),
            (
                "Sign all letters with Ann.",
                "From now on, sign all letters with Bo.",
            ),
            (
                "Sign all letters with Ann Lee.",
                "From now on, sign all letters with Bo Chan.",
            ),
            (
                "Schreib alle Briefe auf Englisch.",
                "Ab jetzt schreib alle Briefe auf Dänisch.",
            ),
            (
                "School outings must cost $650 at most.",
                "New ceiling for the costs of school outings: three hundred dollars.",
            ),
            (
                "The bot has the nickname marlin-7.",
                "We are calling the bot dory-9 now.",
            ),
            (
                "Ann Lee is on-call for the shop.",
                "Bo Chan has pager duty for the shop now.",
            ),
            (
                "Das Budget für Reisen ist 900 Euro.",
                "Die Ausgaben für Reisen sind jetzt auf 400 Euro begrenzt.",
            ),
            (
                "Keep answers brief, and skip the greeting.",
                "I would rather get friendly replies.",
            ),
            ("Use imperial units.", "Use metric measurements."),
            ("Antworte auf Deutsch.", "Antworte auf Englisch."),
            ("请用英文回答。", "请用中文回答。"),
            ("The work is based on rel/12.", "We rebased onto rel/14."),
        ] {
            assert_eq!(gone(&[old, new]), [old], "{new}");
        }
    }

    #[test]
    fn another_matter_takes_no_place() {
        for (old, new) in [
            ("The public port is 8080.", "The staging port is now 9090."),
            (
                "The port of the proxy is 8080.",
                "The port of the store is now 9090.",
            ),
            (
                "The trial begins on 2031-04-02.",
                "Now write the trial page.",
            ),
            (
                "Travel may cost $300 a head.",
                "The travel desk is now in room 14.",
            ),
            (
                "The proxy listens on port 8080.",
                "The proxy now logs to logs/proxy.txt.",
            ),
            (
                "Der Testserver hat Port 8080.",
                "Der Druckserver hat jetzt Port 9090.",
            ),
            ("代理端口是 8080。", "网关端口改成 9090。"),
            ("The proxy listens on port 8080.", "Make it pretty."),
            ("The login page is broken.", "The login page is now fast."),
            (
                "Sign all letters with Ann.",
                "From now on, print all pages in colour.",
            ),
            (
                "Sign letters to Rome with Ann.",
                "From now on, sign letters to Bonn with Bo.",
            ),
            (
                "Copy tests/run.sh for the case that a second session edits the same files.",
                "Once we switch to a new session, skip sync/undo.",
            ),
            (
                "Hotels may cost $300 a night.",
                "New limit for the costs of trains: 90 dollars.",
            ),
            ("Keep answers brief.", "Keep answers friendly."),
            ("Write the docs in English.", "Write the tests in German."),
            (
                "Answer in English.",
                "In letters to Bonn, answer in German.",
            ),
            (
                "Ann Lee runs the shop in Rome.",
                "Bo Chan runs the shop in Bonn now.",
            ),
            (
                "Translate the page to German.",
                "Translate the page to French now.",
            ),
            ("Write the page in German.", "Write the page in French."),
            (
                "Send the letter to Ann Lee.",
                "Send the letter to Bo Chan now.",
            ),
            (
                "Azure Cloud may cost $300.",
                "Google Cloud may cost $500 now.",
            ),
            (
                "Alle Tests laufen auf Linux.",
                "Alle Briefe laufen jetzt über Bonn.",
            ),
        ] {
            assert!(gone(&[old, new]).is_empty(), "{new}");
        }
        // Two that fit alike: nobody knows which.
        assert!(
            gone(&[
                "The gate in Bonn has code 4711.",
                "The gate in Rome has code 4712.",
                "The gate code has changed to 9."
            ])
            .is_empty()
        );
    }

    #[test]
    fn what_may_have_changed_is_doubted() {
        let found = updates(
            [
                (0, "Ann Lee reviews the docs and tests the parser.", true),
                (1, "Bo Chan reviews the code and the docs now.", true),
            ]
            .into_iter(),
        );
        assert!(found.gone.is_empty());
        assert_eq!(
            found
                .doubted
                .get("Ann Lee reviews the docs and tests the parser.")
                .map(String::as_str),
            Some("Bo Chan reviews the code and the docs now.")
        );
    }
}
