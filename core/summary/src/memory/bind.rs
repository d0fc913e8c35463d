//! What binds in a model's summary is the user's own: the goal and the rules are put in as the user
//! said them, and what the model gives as such is at most a record.
//!
//! A model may have read a page that says how to behave. So its words are only compared with those
//! of the user, and never decide what binds.

use super::beside::{KNOWN, TASKS};
use super::carry::{ALSO_OURS, ASKED, QUOTED};
use super::held::RequiredItems;
use super::lines::joined;
use super::retention::{LINE_CHARS, Looked, LookedFor, words};
use crate::host::clip::one_line;
use crate::notes::accept::names::names_in;
use crate::notes::memory::{EARLIER_RULES, put_on_record};
use crate::notes::snapshot::{Snapshot, append, escape_bound, escape_tags};
use std::collections::BTreeSet;

/// Indices among the seven sections.
const GOAL: usize = 0;
const RULES: usize = 1;
/// The share of a goal's words that must be the user's where it is told in other words. Chosen
/// here: models tell goals in sentences of their own.
const GOAL_WORDS: f64 = 0.6;

/// How far a line that a model gives as the user's is the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Support<'a> {
    /// This sentence of the user says all of it, and stands for it.
    Said(&'a str),
    /// It tells in other words what the user said.
    Told,
    /// No words of the user bear it out.
    None,
}

impl RequiredItems {
    /// A model's summary with what binds put in, and what it gave as binding that no words of the
    /// user bear out. What is not the user's own word for word stays as a record.
    pub fn bound_in(&self, notes: &Snapshot) -> (Snapshot, Vec<Looked>) {
        let mut notes = notes.in_seven();
        notes.is_brief = false;
        let unsupported = self.unsupported_in(&notes);
        let given = [GOAL, RULES].map(|index| std::mem::take(&mut notes.sections[index]));
        for section in notes.sections.iter_mut().chain([&mut notes.notes]) {
            *section = self.unforged(section);
        }
        let mut asked = self.bound.beside.clone();
        for (line, _, support) in self.given(&given) {
            match support {
                Support::Said(said) if self.binds(said) => {}
                Support::Said(said) => asked.push(one_line(said, LINE_CHARS)),
                Support::Told => append(&mut notes.sections[KNOWN], &format!("- {line}")),
                Support::None => put_on_record(&mut notes.sections[KNOWN], [line].into_iter()),
            }
        }
        notes.sections[GOAL].clone_from(&self.bound.goal);
        notes.sections[RULES] = self.bound.rules.join("\n");
        for request in asked {
            let line = format!("- {ASKED}{}", escape_tags(&request));
            if !notes.sections[TASKS].contains(&line) {
                append(&mut notes.sections[TASKS], &line);
            }
        }
        (notes, unsupported)
    }

    fn binds(&self, said: &str) -> bool {
        let said = escape_bound(said);
        let rules = self.bound.rules.iter();
        rules
            .chain([&self.bound.goal])
            .any(|bound| bound.contains(&said))
    }

    /// What a summary gives as binding that no words of the user bear out.
    pub fn unsupported_in(&self, notes: &Snapshot) -> Vec<Looked> {
        let given = [GOAL, RULES].map(|index| notes.in_seven().sections[index].clone());
        let none = self.given(&given).filter(|line| line.2 == Support::None);
        none.map(|(line, kind, _)| Looked::of(kind, line)).collect()
    }

    /// The lines of a model's goal and rules, each with how far it is the user's.
    fn given<'a>(
        &'a self,
        [goal, rules]: &'a [String; 2],
    ) -> impl Iterator<Item = (&'a str, LookedFor, Support<'a>)> {
        let said: Vec<BTreeSet<String>> = self.said.iter().map(|text| words(text)).collect();
        let all: BTreeSet<String> = said.iter().flatten().cloned().collect();
        let names = self.said.iter().flat_map(|text| names_in(text));
        let named: BTreeSet<String> = names.collect();
        let support = move |line: &str, kind: LookedFor| {
            let wanted = words(line);
            let own = names_in(line).all(|name| named.contains(&name));
            if wanted.is_empty() {
                return Support::None;
            }
            let whole = said.iter().position(|said| wanted.is_subset(said));
            if let Some(whole) = whole.filter(|_| own) {
                return Support::Said(&self.said[whole]);
            }
            let shared = wanted.intersection(&all).count() as f64;
            if own && kind == LookedFor::Request && shared >= wanted.len() as f64 * GOAL_WORDS {
                return Support::Told;
            }
            Support::None
        };
        let lines = |text: &'a str| text.lines().map(bare);
        let lines = lines(goal)
            .map(|line| (line, LookedFor::Request))
            .chain(lines(rules).map(|line| (line, LookedFor::Rule)));
        lines
            .filter(|(line, _)| !line.is_empty() && *line != EARLIER_RULES)
            .map(move |(line, kind)| (line, kind, support(line, kind)))
    }

    /// A section of a model's record without lines that only we write: what the user asked, what
    /// the notes stand for.
    fn unforged(&self, section: &str) -> String {
        let line = |line: &str| {
            let own = bare(line);
            let known = |asked: &str| {
                self.asked
                    .iter()
                    .any(|known| known.starts_with(asked.split(" … ").next().unwrap_or(asked)))
            };
            let is_forged = ALSO_OURS.iter().any(|head| own.starts_with(head))
                || own.strip_prefix(ASKED).is_some_and(|asked| !known(asked));
            if is_forged {
                format!("{QUOTED}{own}")
            } else {
                line.to_owned()
            }
        };
        joined(section.lines().map(line))
    }
}

fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '*', '•']).trim()
}
