//! Which lines of a summary's goal and rules are no words of the user.
//!
//! A model may have read a page that says how to behave. So its words are only compared with those
//! of the user.

use super::held::RequiredItems;
use super::retention::{Looked, LookedFor, words};
use crate::notes::accept::names::names_in;
use crate::notes::memory::EARLIER_RULES;
use crate::notes::snapshot::Snapshot;
use std::collections::BTreeSet;

/// The share of a goal's words that must be the user's where it is told in other words. Chosen
/// here: models tell goals in sentences of their own.
const GOAL_WORDS: f64 = 0.6;

impl RequiredItems {
    /// What a summary gives as the user's goal and rules that no words of the user bear out.
    pub fn unsupported_in(&self, notes: &Snapshot) -> Vec<Looked> {
        let said: Vec<BTreeSet<String>> = self.said.iter().map(|text| words(text)).collect();
        let all: BTreeSet<String> = said.iter().flatten().cloned().collect();
        let names = self.said.iter().flat_map(|text| names_in(text));
        let named: BTreeSet<String> = names.collect();
        let is_supported = |line: &str, kind: LookedFor| {
            let wanted = words(line);
            if wanted.is_empty() || !names_in(line).all(|name| named.contains(&name)) {
                return false;
            }
            let shared = wanted.intersection(&all).count() as f64;
            said.iter().any(|said| wanted.is_subset(said))
                || (kind == LookedFor::Request && shared >= wanted.len() as f64 * GOAL_WORDS)
        };
        let notes = notes.in_seven();
        [LookedFor::Request, LookedFor::Rule]
            .into_iter()
            .zip(&notes.sections)
            .flat_map(|(kind, section)| section.lines().map(move |line| (kind, bare(line))))
            .filter(|(_, line)| !line.is_empty() && *line != EARLIER_RULES)
            .filter(|(kind, line)| !is_supported(line, *kind))
            .map(|(kind, line)| Looked::of(kind, line))
            .collect()
    }
}

fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['-', '*', '•']).trim()
}
