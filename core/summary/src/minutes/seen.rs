//! Lines of results, edits and older words that are most likely needed again, under what showed
//! them. A line is worth what its terms are that nothing else of the memory tells.

use super::calls::{Calls, bodies};
use super::carry::Former;
use super::form::{ONLY, SOURCE};
use super::need::Need;
use super::rows::rows;
use super::terms::{each_term, shape};
use super::text::{each_unit, set_in};
use super::turn::{Kind, Turn};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use xxhash_rust::xxh3::xxh3_64;

/// A line that may be told.
#[derive(Debug)]
struct Unit {
    source: usize,
    text: String,
    /// Its terms, by their hashes.
    terms: Vec<u64>,
}

/// All lines, in order, and what each term is worth.
#[derive(Debug, Default)]
pub(super) struct Seen {
    sources: Vec<String>,
    places: BTreeMap<String, usize>,
    units: Vec<Unit>,
    worth: BTreeMap<u64, f32>,
    known: BTreeSet<u64>,
    /// Terms of what stays in the conversation.
    shown: BTreeSet<u64>,
}

/// What a line costs beside its text: its header, in bytes.
const AROUND: f32 = 40.0;
/// Names of one line that count though nobody but a tool wrote them.
const SHOWN_MAX: usize = 2;
/// The least worth of a term that somebody named.
const NAMED: f32 = 0.02;
impl Seen {
    pub fn of(turns: &[Turn], calls: &Calls, former: &Former, need: &Need) -> Self {
        let mut seen = Self::default();
        for (source, text) in &former.seen {
            let place = seen.source(source);
            seen.unit(place, text, need);
        }
        for (index, turn) in turns.iter().enumerate() {
            let call = calls.at(index);
            let source = match (turn.kind, call) {
                (_, Some(call)) if call.lists() => continue,
                (Kind::Result, Some(call)) => call.source(&turns[call.turn]),
                (Kind::Result, None) => "result".to_owned(),
                (Kind::Agent, _) => "A".to_owned(),
                (Kind::Call, Some(call)) => {
                    let written = format!("{} (written)", call.source(turn));
                    let bodies = bodies(&turn.args);
                    let bodies = bodies.filter(|(name, _)| !name.starts_with("old"));
                    let texts: Vec<&str> = bodies.map(|(_, text)| text).collect();
                    for text in texts {
                        seen.read(&written, text, turn.stays, need);
                    }
                    continue;
                }
                _ => continue,
            };
            let rows = rows(&turn.text);
            seen.read(
                &source,
                rows.as_deref().unwrap_or(&turn.text),
                turn.stays,
                need,
            );
        }
        seen
    }

    fn source(&mut self, source: &str) -> usize {
        let next = self.sources.len();
        let place = *self.places.entry(source.to_owned()).or_insert(next);
        if place == next {
            self.sources.push(source.to_owned());
        }
        place
    }

    fn read(&mut self, source: &str, text: &str, stays: bool, need: &Need) {
        if stays {
            each_term(text, |term| {
                self.shown.insert(hash(term));
            });
            return;
        }
        let place = self.source(source);
        let mut units: Vec<&str> = Vec::new();
        each_unit(text, |unit| units.push(unit));
        for unit in units {
            self.unit(place, unit, need);
        }
    }

    fn unit(&mut self, source: usize, text: &str, need: &Need) {
        if !self.known.insert(hash(text)) {
            return;
        }
        let (mut terms, mut shown) = (Vec::new(), 0);
        let mut is_named = false;
        each_term(text, |term| {
            let worth = need.worth(term);
            if worth <= 0.0 {
                return;
            }
            let named = need.names(term);
            shown += usize::from(!named);
            if named || shown <= SHOWN_MAX {
                let term_hash = hash(term);
                is_named |= named && worth > NAMED && (shape(term).is_reference() || worth > 0.2);
                self.worth.insert(term_hash, worth);
                if !terms.contains(&term_hash) {
                    terms.push(term_hash);
                }
            }
        });
        if is_named {
            self.units.push(Unit {
                source,
                text: text.to_owned(),
                terms,
            });
        }
    }

    fn gain(&self, unit: &Unit, covered: &BTreeSet<u64>) -> f32 {
        let fresh = unit.terms.iter().filter(|term| !covered.contains(term));
        let worth: f32 = fresh
            .map(|term| self.worth.get(term).copied().unwrap_or_default())
            .sum();
        worth / (unit.text.len() as f32 + AROUND)
    }

    /// The lines that add most to a text, in so many bytes.
    pub fn write(&self, need: &Need, told: &str, room: usize) -> String {
        // That something is asked for does not tell what is known of it.
        let mut covered = self.shown.clone();
        each_term(told, |term| {
            if !need.asked.contains(term) {
                covered.insert(hash(term));
            }
        });
        let mut heap: BinaryHeap<(u32, Reverse<usize>)> = BinaryHeap::new();
        for (number, unit) in self.units.iter().enumerate() {
            let gain = self.gain(unit, &covered);
            let is_told = || {
                need.asked.iter().any(|asked| unit.text.contains(asked))
                    && told.contains(&unit.text)
            };
            if gain > 0.0 && !is_told() {
                heap.push((gain.to_bits(), Reverse(number)));
            }
        }
        let mut chosen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut left = room;
        while let Some((_, Reverse(number))) = heap.pop() {
            let unit = &self.units[number];
            let gain = self.gain(unit, &covered);
            if gain < LEAST {
                continue;
            }
            // What was taken since may have made it worth less.
            if heap.peek().is_some_and(|(next, _)| *next > gain.to_bits()) {
                heap.push((gain.to_bits(), Reverse(number)));
                continue;
            }
            let header = match chosen.contains_key(&unit.source) {
                true => 0,
                false => self.sources[unit.source].len() + 5,
            };
            let cost = unit.text.len() + 4 + header;
            if cost > left {
                if left < 60 {
                    break;
                }
                continue;
            }
            left -= cost;
            covered.extend(&unit.terms);
            chosen.entry(unit.source).or_default().push(number);
        }
        // In the order of the newest line of each source.
        let mut sources: Vec<(usize, usize, Vec<usize>)> = chosen
            .into_iter()
            .map(|(source, mut units)| {
                units.sort_unstable();
                (units.last().copied().unwrap_or_default(), source, units)
            })
            .collect();
        sources.sort_unstable();
        let lines = sources.into_iter().map(|(_, source, units)| {
            let header = format!(
                "{SOURCE}{}",
                set_in(&self.sources[source].replace(ONLY, " "), "  ")
            );
            match &units[..] {
                [only] => format!("{header}{ONLY}{}", set_in(&self.units[*only].text, "  ")),
                units => units.iter().fold(header, |text, unit| {
                    format!("{text}\n  {}", set_in(&self.units[*unit].text, "  "))
                }),
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A line that adds less for its room is left out.
const LEAST: f32 = 0.002;

fn hash(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}
