//! Lines of results, edits and older words that are most likely needed again, under what showed
//! them. A line is worth what its terms are that nothing else of the memory tells.

use super::calls::{Calls, bodies};
use super::carry::Former;
use super::form::{ONLY, SOURCE};
use super::need::{Need, hash};
use super::rows::rows;
use super::text::{each_unit, set_in};
use super::turn::{Kind, Turn, routine};
use crate::notes::terms::each_term;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// A line that may be told.
struct Unit {
    source: usize,
    text: String,
    /// Its terms, by their hashes, each with its worth.
    terms: Vec<(u64, f32)>,
    /// Whether the open request names one of them.
    is_asked: bool,
}

/// All lines, in order, and what each term is worth.
#[derive(Default)]
pub(super) struct Seen {
    sources: Vec<String>,
    places: BTreeMap<String, usize>,
    units: Vec<Unit>,
    known: BTreeSet<u64>,
    /// Terms of what stays in the conversation.
    shown: BTreeSet<u64>,
}

/// What a line costs beside its text: its header, in bytes.
const AROUND: f32 = 40.0;
/// Names of one line that count though nobody but a tool wrote them.
const SHOWN_MAX: usize = 2;
/// The least worth of a term that somebody named.
const NAMED: f32 = 0.15;
impl Seen {
    pub fn of(turns: &[Turn], calls: &Calls, former: &Former, need: &Need) -> Self {
        let mut seen = Self::default();
        for (source, text) in &former.seen {
            let place = seen.source(source);
            seen.unit(place, text, need);
        }
        let routine = routine(turns);
        for (index, turn) in turns.iter().enumerate() {
            let call = calls.at(index);
            let source = match (turn.kind, call) {
                (_, Some(call)) if call.lists() => continue,
                (Kind::Result, Some(call)) => call.source(&turns[call.turn]),
                (Kind::Result, None) => "results".to_owned(),
                (Kind::Agent, _) if routine.contains(turn.text.as_str()) => continue,
                (Kind::Agent, _) => "said earlier by the agent".to_owned(),
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
            let text = match call {
                Some(call) => call.came(turns),
                None => &turn.text,
            };
            let rows = rows(text);
            seen.read(&source, rows.as_deref().unwrap_or(text), turn.stays, need);
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
        let (mut is_named, mut is_asked) = (false, false);
        each_term(text, |text| {
            let term = need.term(text);
            shown += usize::from(!term.is_named);
            let counts = term.is_named || shown <= SHOWN_MAX;
            if term.worth <= 0.0 || !counts || terms.iter().any(|(hash, _)| *hash == term.hash) {
                return;
            }
            is_asked |= term.is_asked;
            is_named |= term.is_named && term.worth > NAMED;
            terms.push((term.hash, term.worth));
        });
        if is_named {
            self.units.push(Unit {
                source,
                text: text.to_owned(),
                terms,
                is_asked,
            });
        }
    }

    fn gain(unit: &Unit, covered: &BTreeSet<u64>) -> f32 {
        let fresh = unit
            .terms
            .iter()
            .filter(|(hash, _)| !covered.contains(hash));
        let worth: f32 = fresh.map(|(_, worth)| worth).sum();
        worth / (unit.text.len() as f32 + AROUND)
    }

    /// The lines that add most to a text, in so many bytes.
    pub fn write(&self, need: &Need, told: &str, room: usize) -> String {
        // That something is asked for does not tell what is known of it.
        let mut covered = self.shown.clone();
        each_term(told, |term| {
            let term = need.term(term);
            if !term.is_asked {
                covered.insert(term.hash);
            }
        });
        let mut heap: BinaryHeap<(u32, Reverse<usize>)> = BinaryHeap::new();
        for (number, unit) in self.units.iter().enumerate() {
            let gain = Self::gain(unit, &covered);
            let is_told = || unit.is_asked && told.contains(&unit.text);
            if gain > 0.0 && !is_told() {
                heap.push((gain.to_bits(), Reverse(number)));
            }
        }
        let mut chosen: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut left = room;
        while let Some((_, Reverse(number))) = heap.pop() {
            let unit = &self.units[number];
            let gain = Self::gain(unit, &covered);
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
            covered.extend(unit.terms.iter().map(|(hash, _)| *hash));
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
