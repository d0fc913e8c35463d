//! The user's rules: whole sentences that demand or forbid something, word for word, and which of
//! them no longer hold.

use super::pasted::typed;
use super::phrases::{PhraseKind, Sense, is_empty, read, read_rule, worded};
use super::said::{is_digit, paragraphs, sentences};
use super::updates::{Statements, is_taken_back};
use crate::host::clip::one_line;
use crate::shape::shapes;
use std::collections::BTreeMap;

shapes! {
    /// A sentence of the user that demands or forbids something.
    pub struct Rule: Eq {
        /// The sentence, on one line.
        pub text: String,
        /// The index of the message that holds it.
        pub message: usize,
        /// Whether the user later said something else about the same subject.
        pub superseded: bool,
    }
}

/// Longest rule, in chars; a longer one is clipped. Shortest one, in bytes. Chosen here.
const RULE_CHARS: usize = 500;
const RULE_BYTES: usize = 6;

#[derive(Debug, Default)]
pub(crate) struct StandingRules {
    all: Vec<Option<Rule>>,
    place: BTreeMap<String, usize>,
    /// What changes something, and rules, the latter with their numbers.
    statements: Statements,
    told: BTreeMap<usize, usize>,
    /// The newest message that was read, and the one before it.
    read: [Option<usize>; 2],
}

impl StandingRules {
    /// Reads what the user wrote in message `message`.
    pub(crate) fn read(&mut self, text: &str, message: usize) {
        if self.read[0] != Some(message) {
            self.read = [Some(message), self.read[0]];
        }
        // Whether what follows are items under a heading that says that they are rules.
        let mut is_listed = false;
        for paragraph in paragraphs(&typed(text)) {
            let mut before: Option<&String> = None;
            is_listed &= paragraph.is_item;
            for sentence in &paragraph.sentences {
                let is_item = is_listed;
                is_listed |= heads_rules(sentence);
                let sense = read(&worded(sentence));
                if let Some(joined) = self.taken_back(sentence, sense) {
                    self.note(one_line(&joined, RULE_CHARS), message);
                    before = None;
                    continue;
                }
                let changes = sense.has(PhraseKind::Changes);
                let demands = is_item || demands(sentence);
                let context = before
                    .replace(sentence)
                    .filter(|before| leans(sentence, before));
                if !changes && !demands {
                    continue;
                }
                let whole = context.filter(|_| demands).map_or_else(
                    || sentence.clone(),
                    |context| format!("{context} {sentence}"),
                );
                let changed = self.statements.read(message, &whole, true);
                let mut superseded = false;
                for older in changed.iter().flat_map(|changed| &changed.gone) {
                    let rule = self.told.get(older).map(|rule| &mut self.all[*rule]);
                    if let Some(Some(rule)) = rule {
                        (rule.superseded, superseded) = (true, true);
                    }
                }
                // A sentence that only changes something is a rule if there was a rule about it.
                if (demands || superseded) && sentence.len() >= RULE_BYTES {
                    let number = changed.map(|changed| (changed.number, self.all.len()));
                    self.told.extend(number);
                    self.note(one_line(&whole, RULE_CHARS), message);
                }
                if demands {
                    // What stands as a rule by itself is not told again with the next one.
                    before = None;
                }
            }
        }
    }

    pub(crate) fn into_list(self) -> Vec<Rule> {
        self.all.into_iter().flatten().collect()
    }

    /// What the user takes back is the rule just before. What holds now says too little alone, so
    /// it stands behind that rule.
    fn taken_back(&mut self, sentence: &str, sense: Sense) -> Option<String> {
        let read = self.read;
        let rule = self
            .all
            .last_mut()?
            .as_mut()
            .filter(|rule| !rule.superseded && read.contains(&Some(rule.message)))?;
        is_taken_back(sentence, sense, &rule.text).then(|| {
            rule.superseded = true;
            format!("{} {sentence}", rule.text)
        })
    }

    fn note(&mut self, text: String, message: usize) {
        if let Some(before) = self.place.insert(text.clone(), self.all.len()) {
            self.all[before] = None;
        }
        self.all.push(Some(Rule {
            text,
            message,
            superseded: false,
        }));
    }
}

/// A rule that leans on the sentence before it has at most so many words; that sentence has at most
/// so many bytes. Chosen here.
const LEANING_WORDS: usize = 8;
const CONTEXT_BYTES: usize = 160;

/// Whether a sentence says little without the one before it: it is short, names nothing, and either
/// points back or follows a figure.
fn leans(sentence: &str, before: &str) -> bool {
    let words = worded(sentence);
    let names =
        |letter: char| is_digit(letter) || matches!(letter, '/' | '_' | '`' | '"' | '$' | '@');
    let is_short =
        words.split_whitespace().count() <= LEANING_WORDS && before.len() <= CONTEXT_BYTES;
    let is_vague = !sentence.contains(names)
        && !sentence.trim_end_matches('.').contains('.')
        && !sentence.chars().skip(1).any(char::is_uppercase);
    let points_back = || read(&words).has(PhraseKind::Points);
    is_short && is_vague && (points_back() || before.split_whitespace().any(is_figure))
}

/// Whether a line is one statement: one sentence, or one that the others lean on.
pub(super) fn is_one(line: &str) -> bool {
    let sentences = sentences(line);
    let mut others = sentences.iter().skip(1);
    others.all(|sentence| leans(sentence, &sentences[0]))
}

/// Whether a word is a number, an amount, a date or a version: digits and signs, no letters.
fn is_figure(word: &str) -> bool {
    word.contains(is_digit) && !word.contains(char::is_alphabetic)
}

/// Whether a text tells a value, behind a word that says nothing itself: "the port is 9090". What
/// stands behind another word may be its number: "issue 12".
pub(super) fn tells_value(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let tells = |word: &str| is_empty(&word.to_lowercase()) || word.ends_with(['=', ':', '：']);
    let is_value = |word: &str| word.contains(is_digit) || word.starts_with(char::is_uppercase);
    words
        .windows(2)
        .any(|pair| tells(pair[0]) && is_value(pair[1]))
}

/// Whether a line stands above a list of rules: "Rules for this session:".
fn heads_rules(line: &str) -> bool {
    line.ends_with([':', '：']) && read(&worded(line)).has(PhraseKind::Heads)
}

/// Whether a sentence is a rule: it demands or forbids something, and not for this once. A question
/// is one only if its words say that it holds for later turns.
pub(crate) fn demands(sentence: &str) -> bool {
    let sense = read_rule(&worded(&unquoted(sentence)));
    let asks = sentence.ends_with(['?', '？']) || sense.has(PhraseKind::Asks);
    let lasts = sense.has(PhraseKind::Lasts)
        || (sense.has(PhraseKind::Often) && !sense.has(PhraseKind::Reports));
    !sense.has(PhraseKind::Once) && (lasts || (!asks && sense.has(PhraseKind::Demands)))
}

/// Marks of quotations and of code: what opens one, and what closes it.
const QUOTES: [&str; 8] = ["\"\"", "“”", "„“", "„”", "«»", "「」", "『』", "``"];

/// A sentence without what it quotes: that is not the user's word.
pub(super) fn unquoted(sentence: &str) -> String {
    let (mut left, mut rest) = (String::with_capacity(sentence.len()), sentence);
    let opens = |letter: char| QUOTES.iter().any(|pair| pair.starts_with(letter));
    while let Some((start, open)) = rest.char_indices().find(|(_, letter)| opens(*letter)) {
        let closes = |letter: char| {
            let mut pairs = QUOTES.iter().filter(|pair| pair.starts_with(open));
            pairs.any(|pair| pair.ends_with(letter))
        };
        let Some((_, behind)) = rest[start + open.len_utf8()..].split_once(closes) else {
            break;
        };
        left.push_str(&rest[..start]);
        left.push(' ');
        rest = behind;
    }
    left + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(texts: &[&str]) -> Vec<(String, bool)> {
        let mut rules = StandingRules::default();
        for (message, text) in texts.iter().enumerate() {
            rules.read(text, message);
        }
        rules
            .into_list()
            .into_iter()
            .map(|rule| (rule.text, rule.superseded))
            .collect()
    }

    #[test]
    fn a_rule_is_a_whole_sentence_of_words_that_demand() {
        assert_eq!(
            rules(&["Fix it. Never touch main.ts or core/x.go."]),
            [("Never touch main.ts or core/x.go.".to_owned(), false)]
        );
        assert!(rules(&["Add mustard to the onlyfoo list."]).is_empty());
        assert!(rules(&["Should we keep this?"]).is_empty());
        assert!(rules(&["It fails:\n```\nyou must run init\n```\nTypeError: x must be a string\n  at must (a.js:1:2)\n"]).is_empty());
    }

    fn texts(text: &str) -> Vec<String> {
        rules(&[text]).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn items_under_a_heading_of_rules_are_rules() {
        assert_eq!(
            texts(
                "Fix it.\n\nRules for this session:\n1. No `unsafe`, and no `unwrap` outside tests.\n2. Tabs. Do not push.\n\nThanks."
            ),
            [
                "1. No `unsafe`, and no `unwrap` outside tests.",
                "2. Tabs.",
                "Do not push."
            ]
        );
        assert_eq!(
            texts("规则：\n- 单文件二百行以内\n- 中文注释"),
            ["单文件二百行以内", "中文注释"]
        );
        assert!(texts("Steps:\n1. Tabs.\n2. The parser.").is_empty());
        assert!(texts("The rules are fine.\n- Tabs.").is_empty());
    }

    #[test]
    fn a_rule_that_leans_on_the_sentence_before_it_is_kept_with_it() {
        assert_eq!(
            texts("The cap is $200 in total. Never exceed without approval."),
            ["The cap is $200 in total. Never exceed without approval."]
        );
        assert_eq!(
            texts("Mend the parser. Don't break it."),
            ["Mend the parser. Don't break it."]
        );
        assert_eq!(texts("Mend the parser. Never push."), ["Never push."]);
        assert_eq!(
            texts("Mend the parser.\nDon't break it."),
            ["Don't break it."]
        );
        assert_eq!(
            texts("Never push to main. Don't touch it."),
            ["Never push to main.", "Don't touch it."]
        );
    }

    #[test]
    fn a_new_figure_takes_the_place_of_the_old_one() {
        let superseded = |texts: &[&str]| {
            rules(texts)
                .into_iter()
                .map(|(_, superseded)| superseded)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            superseded(&[
                "The cap is $200. Never exceed it.",
                "The cap is $900. Never exceed it."
            ]),
            [true, false]
        );
        assert_eq!(
            superseded(&[
                "Always support Python 3.10 here.",
                "Always support Python 3.12 here."
            ]),
            [false, false]
        );
        assert_eq!(
            superseded(&[
                "The cap is $200 a day and must hold.\nThe cap is $900 a day and must hold."
            ]),
            [false, false]
        );
    }

    #[test]
    fn later_words_supersede_rules_about_the_same() {
        let found = rules(&[
            "Always use port 8080.",
            "Never push to main.",
            "Use port 9090 instead.",
            "You may push to main now.",
        ]);
        assert_eq!(
            found
                .iter()
                .map(|(_, superseded)| *superseded)
                .collect::<Vec<_>>(),
            [true, true, false, false]
        );
        let found = rules(&["必须使用 yarn。", "现在改用 pnpm 代替 yarn。"]);
        assert_eq!(
            found
                .iter()
                .map(|(_, superseded)| *superseded)
                .collect::<Vec<_>>(),
            [true, false]
        );
    }
}
