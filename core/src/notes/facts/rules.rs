//! The user's rules: whole sentences that demand or forbid something, word for word, and which of them no longer hold.

use super::rule_words::{denies_in_french, holds, subject, worded, CHANGES, DEMANDS};
use super::said::sentences;
use crate::host::clip::one_line;
use serde::Serialize;
use std::collections::BTreeMap;

/// A sentence of the user that demands or forbids something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// The sentence, on one line.
    pub text: String,
    /// The index of the message that holds it.
    pub message: usize,
    /// Whether the user later said something else about the same subject.
    pub superseded: bool,
}

/// Longest rule, in chars; a longer one is clipped. Shortest one, in bytes. Chosen here.
const RULE_CHARS: usize = 500;
const RULE_BYTES: usize = 6;
/// How many rules about one word are compared with a sentence that changes something. Chosen here, so that no history takes long.
const COMPARED: usize = 50;

#[derive(Debug, Default)]
pub(crate) struct Rules {
    all: Vec<Option<Rule>>,
    /// How many words say what each rule is about.
    words: Vec<usize>,
    place: BTreeMap<String, usize>,
    about: BTreeMap<String, Vec<usize>>,
}

impl Rules {
    /// Reads what the user wrote in message `message`.
    pub(crate) fn read(&mut self, text: &str, message: usize) {
        for sentence in sentences(&typed(text)) {
            let words = worded(&sentence);
            let changes = holds(&words, CHANGES);
            let demands = demands(&sentence, &words);
            if !changes && !demands {
                continue;
            }
            let about = subject(&sentence);
            let superseded = changes && self.supersede(&about);
            // A sentence that only changes something is a rule if there was a rule about it.
            if (demands || superseded) && sentence.len() >= RULE_BYTES {
                self.note(one_line(&sentence, RULE_CHARS), about, message);
            }
        }
    }

    pub(crate) fn into_list(self) -> Vec<Rule> {
        self.all.into_iter().flatten().collect()
    }

    fn note(&mut self, text: String, about: Vec<String>, message: usize) {
        if let Some(before) = self.place.insert(text.clone(), self.all.len()) {
            self.all[before] = None;
        }
        self.words.push(about.len());
        for word in about {
            self.about.entry(word).or_default().push(self.all.len());
        }
        self.all.push(Some(Rule { text, message, superseded: false }));
    }

    /// Marks the older rules that share half of their words with `about`.
    fn supersede(&mut self, about: &[String]) -> bool {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for rules in about.iter().filter_map(|word| self.about.get(word)) {
            for rule in rules.iter().rev().take(COMPARED) {
                *shared.entry(*rule).or_default() += 1;
            }
        }
        let mut found = false;
        for (index, count) in shared {
            if count * 2 >= self.words[index] {
                if let Some(rule) = &mut self.all[index] {
                    rule.superseded = true;
                    found = true;
                }
            }
        }
        found
    }
}

/// Whether a sentence demands or forbids something. A question does so only if it asks politely.
fn demands(sentence: &str, words: &str) -> bool {
    if sentence.ends_with(['?', '？']) {
        return holds(words, &["please", "make sure", "bitte", "por favor", "请", "請", "ください"]);
    }
    holds(&without_statements(words), DEMANDS) || denies_in_french(words)
}

/// Words that demand where nobody stands before them, and behind `I` tell of the user: "I don't remember the number".
const TOLD: [&str; 6] = ["don't", "dont", "do not", "never", "only", "keep"];
/// Behind those the user asks for something again: "I don't want a new table".
const WISHED: [&str; 5] = ["want", "like", "need", "wish", "care"];

/// A sentence without what the user only tells of themselves in it.
fn without_statements(words: &str) -> String {
    let mut left = words.to_owned();
    for told in TOLD {
        let phrase = format!(" i {told} ");
        let mut from = 0;
        while let Some(at) = left[from..].find(&phrase).map(|at| from + at) {
            let behind = &left[at + phrase.len()..];
            if WISHED.iter().any(|wish| behind.starts_with(wish)) {
                from = at + phrase.len() - 1;
            } else {
                left.replace_range(at + 1..at + phrase.len(), "");
                from = at;
            }
        }
    }
    left
}

/// The lines that were typed: without code, quotations, logs and traces.
fn typed(text: &str) -> String {
    let mut kept = String::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) if !is_pasted(line) => kept.push_str(line),
            _ => {}
        }
        kept.push('\n');
    }
    kept
}

/// Whether a line was pasted and not typed: a line of a log, a trace, a diff, code or a prompt.
fn is_pasted(line: &str) -> bool {
    let bare = line.trim();
    let starts = |heads: &[&str]| heads.iter().any(|head| bare.starts_with(head));
    let words = bare.split_whitespace().count();
    let is_log = bare.len() > 10 && bare.bytes().take(10).filter(u8::is_ascii_digit).count() >= 6;
    // The line numbers of a diff that was shown.
    let numbered = bare.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start();
    let is_diff = numbered.len() < bare.len() && numbered.starts_with(['+', '-']);
    let is_located = bare.split_whitespace().next().is_some_and(|word| {
        let mut parts = word.split(':').skip(1);
        parts.next().is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    });
    let signs = bare.bytes().filter(|byte| b"(){}[];=<>|&*+\"\\".contains(byte)).count();
    let is_code = bare.ends_with([';', '{', '}', '\\']) || ["=>", "::", "()", "\\n", "\":"].iter().any(|sign| bare.contains(sign));
    let is_dense = signs >= 4 && signs * 6 >= bare.chars().count();
    let heads = [
        ">",
        "$ ",
        "% ",
        "--",
        "(use \"",
        "+++",
        "@@",
        "diff --git",
        "at ",
        "File \"",
        "Traceback",
        "error:",
        "error[",
        "Error:",
        "ERROR",
        "WARN",
        "warning:",
        "INFO",
        "DEBUG",
        "[INFO]",
        "[ERROR]",
        "[WARN",
        "[DEBUG]",
        "npm ",
        "panic:",
        "thread '",
        "goroutine ",
        "FAIL",
        "PASS",
        "ok  ",
        "✓",
        "✗",
        "×",
        "●",
        "⏺",
        "⎿",
        "│",
        "|",
        "<",
        "import ",
        "const ",
        "let ",
        "fn ",
        "def ",
        "func ",
        "return ",
        "#include",
        "//",
        "/*",
        "Exit code",
        "Caused by",
    ];
    starts(&heads)
        || is_log
        || is_located
        || is_diff
        || is_dense
        || bare.contains("\\n")
        || (is_code && words < 12)
        || line.starts_with("        ")
        || names_error(bare)
}

/// Whether a line begins with the name of an exception.
fn names_error(line: &str) -> bool {
    let name = line.split([':', ' ']).next().unwrap_or_default();
    name.len() > 5 && (name.ends_with("Error") || name.ends_with("Exception")) && line[name.len()..].starts_with(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(texts: &[&str]) -> Vec<(String, bool)> {
        let mut rules = Rules::default();
        for (message, text) in texts.iter().enumerate() {
            rules.read(text, message);
        }
        rules.into_list().into_iter().map(|rule| (rule.text, rule.superseded)).collect()
    }

    #[test]
    fn a_rule_is_a_whole_sentence_of_words_that_demand() {
        assert_eq!(rules(&["Fix it. Never touch main.ts or core/x.go."]), [("Never touch main.ts or core/x.go.".to_owned(), false)]);
        assert!(rules(&["Add mustard to the onlyfoo list."]).is_empty());
        assert!(rules(&["Should we keep this?"]).is_empty());
        assert!(rules(&["It fails:\n```\nyou must run init\n```\nTypeError: x must be a string\n  at must (a.js:1:2)\n"]).is_empty());
    }

    #[test]
    fn later_words_supersede_rules_about_the_same() {
        let found = rules(&["Always use port 8080.", "Never push to main.", "Use port 9090 instead.", "You may push to main now."]);
        assert_eq!(found.iter().map(|(_, superseded)| *superseded).collect::<Vec<_>>(), [true, true, false, false]);
        let found = rules(&["必须使用 yarn。", "现在改用 pnpm 代替 yarn。"]);
        assert_eq!(found.iter().map(|(_, superseded)| *superseded).collect::<Vec<_>>(), [true, false]);
    }
}
