//! How likely each term is needed again: by what the open request and the newest turns name, and by
//! what the agent itself wrote before.

use super::carry::Former;
use super::terms::{Terms, each_term, shape};
use super::turn::{Kind, Turn};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Turns of the agent that count as the newest.
const NEWEST: usize = 12;
/// What a term is worth that the open request names, the newest turns, and older ones.
const REQUEST: f32 = 5.0;
const NEW: f32 = 2.5;
const USED: f32 = 1.0;

/// Longer arguments are contents.
const WRITTEN_BYTES: usize = 240;

/// The worth of terms by their text.
#[derive(Debug, Default)]
pub(super) struct Need {
    worth: BTreeMap<String, f32>,
    /// The references in the open request.
    pub asked: BTreeSet<String>,
}

impl Need {
    pub fn of<'t>(turns: &'t [Turn], former: &'t Former) -> Self {
        let open = turns.iter().rev().find(|turn| turn.kind == Kind::User);
        let open = open.map(|turn| turn.text.as_str());
        let open = open.or_else(|| former.said.last().map(|said| said.text.as_str()));
        let mut terms = Terms::default();
        // How often agent and user wrote it, and the most that it is worth.
        let mut found: Vec<(u32, f32)> = Vec::new();
        let mut add = |text: &'t str, worth: f32| {
            each_term(text, |term| {
                let number = terms.intern(term) as usize;
                if number == found.len() {
                    found.push((0, 0.0));
                }
                found[number].0 += 1;
                found[number].1 = found[number].1.max(worth);
            });
        };
        let mut back = 0;
        let mut args: Vec<(&Value, f32)> = Vec::new();
        for turn in turns.iter().rev() {
            let worth = if back < NEWEST {
                NEW
            } else {
                USED / (1.0 + back as f32 / 60.0)
            };
            match turn.kind {
                Kind::Agent => {
                    back += 1;
                    add(&turn.text, worth);
                }
                Kind::Call => {
                    back += 1;
                    args.push((&turn.args, worth));
                }
                Kind::User => add(&turn.text, USED),
                _ => {}
            }
        }
        for (args, worth) in args {
            // What was written into a file is not what the agent looks for.
            let of = |text: &str| {
                if text.len() > WRITTEN_BYTES {
                    worth / 6.0
                } else {
                    worth
                }
            };
            each_text(args, &mut |text| add(text, of(text)));
        }
        for said in &former.said {
            add(&said.text, USED);
        }
        for happened in &former.happened {
            add(happened, USED / 2.0);
        }
        let mut asked = BTreeSet::new();
        if let Some(open) = open {
            add(open, REQUEST);
            each_term(open, |term| {
                if shape(term).is_reference() {
                    asked.insert(term.to_owned());
                }
            });
        }
        let worth = terms
            .texts()
            .iter()
            .zip(&found)
            .map(|(term, (count, worth))| {
                let shape = shape(term);
                // Plain words are everywhere, and stand for little.
                let kind = match () {
                    () if term.bytes().all(|byte| !byte.is_ascii_alphabetic()) => 0.4,
                    () if shape.is_reference() => 1.0,
                    () if shape.capital => 0.4,
                    () => 0.1,
                };
                let rare = 1.0 / (1.0 + (*count as f32 / 8.0));
                let length = (shape.chars.min(40) as f32 / 12.0).sqrt();
                ((*term).to_owned(), worth * kind * length * rare.max(0.3))
            });
        Self {
            worth: worth.collect(),
            asked,
        }
    }

    /// The worth of a term; a reference that only results hold is worth little.
    pub fn worth(&self, term: &str) -> f32 {
        match self.worth.get(term) {
            Some(worth) => *worth,
            None if shape(term).is_reference() => SHOWN,
            None => 0.0,
        }
    }

    /// Whether anybody but a tool wrote a term.
    pub fn names(&self, term: &str) -> bool {
        self.worth.contains_key(term)
    }

    /// The worth of a line: of its terms but for those that are told beside it.
    pub fn of_line(&self, line: &str, told: &[&str]) -> f32 {
        let mut sum = 0.0;
        each_term(line, |term| {
            if !told.contains(&term) {
                sum += self.worth(term);
            }
        });
        sum / (line.len() as f32 + 24.0).sqrt()
    }
}

/// What a name is worth that nobody wrote but a tool.
const SHOWN: f32 = 0.12;

/// Calls `found` with every text in a value.
pub(super) fn each_text<'a>(value: &'a Value, found: &mut impl FnMut(&'a str)) {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => found(text),
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(fields) => open.extend(fields.values().rev()),
            _ => {}
        }
    }
}
