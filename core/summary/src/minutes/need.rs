//! How likely each term is needed again: by what the open request and the newest turns name, and by
//! what the agent itself wrote before.

use super::previous_summary::PreviousSummary;
use crate::notes::terms::{each_term, shape};
use crate::notes::turns::{Kind, Turn};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use xxhash_rust::xxh3::xxh3_64;

/// Turns of the agent that count as the newest.
const NEWEST: usize = 12;
/// What a term is worth that the open request names, the newest turns, and older ones.
const REQUEST: f32 = 5.0;
const NEW: f32 = 2.5;
const USED: f32 = 1.0;

/// Longer arguments are contents.
const WRITTEN_BYTES: usize = 240;

/// The worth of terms that agent and user wrote.
#[derive(Default)]
pub struct Need {
    /// By the hash of each term.
    worth: BTreeMap<u64, f32>,
    /// The references in the open request.
    asked: BTreeSet<u64>,
}

/// A term as it is known by what was written.
#[derive(Clone, Copy)]
pub struct Term {
    pub hash: u64,
    pub worth: f32,
    /// Whether anybody but a tool wrote it.
    pub is_named: bool,
    /// Whether the open request names it.
    pub is_asked: bool,
}

impl Need {
    pub fn of(turns: &[Turn<'_>], former: &PreviousSummary) -> Self {
        let open = turns.iter().rev().find(|turn| turn.kind == Kind::User);
        let open = open.map(|turn| &*turn.text);
        let open = open.or_else(|| former.said.last().map(|said| said.text.as_str()));
        // What agent and user wrote, and what its terms are worth.
        let mut texts: Vec<(&str, f32)> = Vec::new();
        let mut back = 0;
        for turn in turns.iter().rev() {
            let worth = if back < NEWEST {
                NEW
            } else {
                USED / (1.0 + back as f32 / 60.0)
            };
            match turn.kind {
                Kind::Agent => texts.push((&turn.text, worth)),
                Kind::Call => each_text(&turn.args, &mut |text| {
                    // What was written into a file is not what the agent looks for.
                    let part = if text.len() > WRITTEN_BYTES { 6.0 } else { 1.0 };
                    texts.push((text, worth / part));
                }),
                Kind::User => texts.push((&turn.text, USED)),
                _ => continue,
            }
            back += usize::from(turn.kind != Kind::User);
        }
        texts.extend(former.said.iter().map(|said| (&*said.text, USED)));
        texts.extend(former.happened.iter().map(|text| (&**text, USED / 2.0)));
        texts.extend(open.map(|open| (open, REQUEST)));
        // How often each term was written, and the most that it is worth.
        let mut found: BTreeMap<&str, (u32, f32)> = BTreeMap::new();
        for (text, worth) in texts {
            each_term(text, |term| {
                let (count, most) = found.entry(term).or_default();
                *count += 1;
                *most = most.max(worth);
            });
        }
        let mut asked = BTreeSet::new();
        each_term(open.unwrap_or_default(), |term| {
            if shape(term).is_reference {
                asked.insert(hash(term));
            }
        });
        let worth = found.into_iter().map(|(term, (count, worth))| {
            let shape = shape(term);
            // Plain words are everywhere, and mean little.
            let kind = match () {
                () if term.bytes().all(|byte| !byte.is_ascii_alphabetic()) => 0.4,
                () if shape.is_reference => 1.0,
                () if shape.capital => 0.4,
                () => 0.1,
            };
            let rare = 1.0 / (1.0 + (count as f32 / 8.0));
            let length = (shape.chars.min(40) as f32 / 12.0).sqrt();
            (hash(term), worth * kind * length * rare.max(0.3))
        });
        let worth = worth.collect();
        Self { worth, asked }
    }

    /// A term; a reference that only results hold is worth little.
    pub fn term(&self, term: &str) -> Term {
        let hash = hash(term);
        let found = self.worth.get(&hash).copied();
        let shown = || if shape(term).is_reference { SHOWN } else { 0.0 };
        Term {
            hash,
            worth: found.unwrap_or_else(shown),
            is_named: found.is_some(),
            is_asked: self.asked.contains(&hash),
        }
    }

    /// Returns the worth of a line: the sum over its terms, except those that are already in
    /// `told`, relative to its length.
    pub fn of_line(&self, line: &str, told: &[&str]) -> f32 {
        let mut sum = 0.0;
        each_term(line, |term| {
            if !told.contains(&term) {
                sum += self.term(term).worth;
            }
        });
        sum / (line.len() as f32 + 24.0).sqrt()
    }
}

pub fn hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// The worth of a name that only tools wrote.
const SHOWN: f32 = 0.12;

/// Calls `found` with every text in a value.
pub fn each_text<'a>(value: &'a Value, found: &mut impl FnMut(&'a str)) {
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
