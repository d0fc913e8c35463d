//! Lines of results, edits and older agent messages that are most likely needed again, grouped by
//! source. The worth of a line is that of its terms that the rest of the memory doesn't contain.

use super::calls::{Calls, bodies};
use super::form::SOURCE;
use super::need::{Need, hash};
use super::previous_summary::PreviousSummary;
use super::rows::rows;
use super::text::{each_unit, set_in};
use crate::notes::snapshot::append;
use crate::notes::terms::each_term;
use crate::notes::turns::{Kind, Turn};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A line that may be included.
struct Unit<'m> {
    source: usize,
    text: Cow<'m, str>,
    /// Its terms, as a range of all terms.
    terms: Range<usize>,
    /// Whether the open request names one of them.
    is_asked: bool,
}

/// All lines, in order, and what each term is worth.
#[derive(Default)]
pub struct Seen<'m> {
    sources: Vec<String>,
    places: BTreeMap<String, usize>,
    units: Vec<Unit<'m>>,
    /// Terms by their hashes, each with its worth in its unit.
    terms: Vec<(u64, f32)>,
    known: BTreeSet<u64>,
    /// Terms of what stays in the conversation.
    shown: BTreeSet<u64>,
}

/// The cost of a line in addition to its text, for its header, in bytes.
const AROUND: f32 = 40.0;
/// The number of names in one line that count although only tools wrote them.
const SHOWN_MAX: usize = 2;
/// A line needs a term that the user or the agent wrote and that is worth more than this.
const NAMED: f32 = 0.15;
impl<'m> Seen<'m> {
    pub fn of(turns: &[Turn<'m>], calls: &Calls, former: &PreviousSummary, need: &Need) -> Self {
        let mut seen = Self::default();
        for (source, text) in &former.seen {
            let place = seen.source(source);
            seen.unit(place, text, need, owned);
        }
        for (index, turn) in turns.iter().enumerate() {
            match (turn.kind, calls.at(index)) {
                (_, Some(call)) if call.lists() => {}
                (Kind::Call, Some(call)) => {
                    let source = format!("{} (written)", call.source(turn));
                    bodies(&turn.args)
                        .for_each(|(_, text)| seen.read(&source, &owned(text), turn, need));
                }
                (Kind::Result, Some(call)) => {
                    seen.read(
                        &call.source(&turns[call.turn]),
                        call.came(turns),
                        turn,
                        need,
                    );
                }
                (Kind::Result, None) => seen.read("results", &turn.text, turn, need),
                (Kind::Agent, _) => {
                    seen.read("said earlier by the agent", &turn.text, turn, need);
                }
                _ => {}
            }
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

    #[expect(clippy::ptr_arg, reason = "units of a borrowed text borrow too")]
    fn read(&mut self, source: &str, text: &Cow<'m, str>, turn: &Turn<'m>, need: &Need) {
        if turn.stays {
            each_term(text, |term| {
                self.shown.insert(hash(term));
            });
            return;
        }
        let place = self.source(source);
        match (rows(text), text) {
            (None, Cow::Borrowed(text)) => {
                each_unit(text, |unit| self.unit(place, unit, need, Cow::Borrowed));
            }
            (rows, text) => each_unit(rows.as_deref().unwrap_or(text), |unit| {
                self.unit(place, unit, need, owned);
            }),
        }
    }

    /// Adds a unit, kept as `kept` says, if it is new and names something that is needed.
    fn unit<'t>(
        &mut self,
        source: usize,
        text: &'t str,
        need: &Need,
        kept: impl Fn(&'t str) -> Cow<'m, str>,
    ) {
        if !self.known.insert(hash(text)) {
            return;
        }
        let (first, mut shown) = (self.terms.len(), 0);
        let (mut is_named, mut is_asked) = (false, false);
        each_term(text, |name| {
            let term = need.term(name);
            shown += usize::from(!term.is_named);
            let counts = term.is_named || shown <= SHOWN_MAX;
            let mut found = self.terms[first..].iter();
            if term.worth <= 0.0 || !counts || found.any(|(hash, _)| *hash == term.hash) {
                return;
            }
            is_asked |= term.is_asked;
            is_named |= term.is_named && term.worth > NAMED;
            self.terms.push((term.hash, term.worth));
        });
        if is_named {
            self.units.push(Unit {
                source,
                text: kept(text),
                terms: first..self.terms.len(),
                is_asked,
            });
        } else {
            self.terms.truncate(first);
        }
    }

    fn gain(&self, unit: &Unit<'_>, covered: &BTreeSet<u64>) -> f32 {
        let fresh = self.terms[unit.terms.clone()]
            .iter()
            .filter(|(hash, _)| !covered.contains(hash));
        let worth: f32 = fresh.map(|(_, worth)| worth).sum();
        worth / (unit.text.len() as f32 + AROUND)
    }

    /// Returns the lines that add the most to `told`, in at most `room` bytes.
    pub fn write(&self, need: &Need, told: &str, room: usize) -> String {
        // That something is asked for does not tell what is known of it.
        let mut covered = self.shown.clone();
        each_term(told, |term| {
            let term = need.term(term);
            if !term.is_asked {
                covered.insert(term.hash);
            }
        });
        let mut order: Vec<(f32, usize)> = Vec::new();
        for (number, unit) in self.units.iter().enumerate() {
            let gain = self.gain(unit, &covered);
            if gain >= LEAST && !(unit.is_asked && told.contains(&*unit.text)) {
                order.push((gain, number));
            }
        }
        order.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut chosen: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut left = room;
        // What was taken since makes lines worth less: those that lose much come last.
        for part in [0.5, 0.0] {
            for (before, number) in &order {
                let unit = &self.units[*number];
                let units = chosen.entry(unit.source).or_default();
                let mut cost = unit.text.len() + 4;
                if units.is_empty() {
                    cost += self.sources[unit.source].len() + 5;
                }
                let gain = self.gain(unit, &covered);
                if gain >= LEAST.max(before * part) && cost <= left {
                    left -= cost;
                    covered.extend(self.terms[unit.terms.clone()].iter().map(|(hash, _)| *hash));
                    units.insert(*number);
                }
            }
        }
        // In the order of the newest line of each source.
        let mut sources: Vec<(usize, usize, BTreeSet<usize>)> = chosen
            .into_iter()
            .filter_map(|(source, units)| Some((*units.last()?, source, units)))
            .collect();
        sources.sort_unstable();
        let mut text = String::new();
        for (_, source, units) in sources {
            let header = set_in(&self.sources[source], "  ");
            append(&mut text, &format!("{SOURCE}{header}"));
            for unit in units {
                text += &format!("\n  {}", set_in(&self.units[unit].text, "  "));
            }
        }
        text
    }
}

fn owned<'m>(text: &str) -> Cow<'m, str> {
    text.to_owned().into()
}

/// A line that adds less for its room is left out.
const LEAST: f32 = 0.002;
