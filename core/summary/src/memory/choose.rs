//! Which units are quoted: those that add most value for their room, as long as they fit.
//!
//! A term counts once. So the value of a unit can only fall while others are taken, and a list
//! sorted once is looked at again only at its head ("lazy greedy").

use super::carry::AGAIN;
use super::names::{Named, names};
use super::reading::Valued;
use super::source::{Form, Record, USER};
use super::units::Unit;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// What is left of a term's value, in tenths: all of it; what it is worth where it stands in a
/// section that is kept anyway, without its neighbours; nothing. Chosen by measurement.
pub(super) const FRESH: u64 = 10;
pub(super) const KEPT: u64 = 3;
pub(super) const COVERED: u64 = 0;

/// What brings something up to date counts so many times. Chosen here.
const RENEWS: u64 = 5;
/// Added to the bytes of a unit when units are compared, against very short ones. Chosen by
/// measurement.
const UNIT_BYTES: u64 = 32;
/// What a line takes beside its text.
const LINE_BYTES: u64 = 2;
/// Percent of the room beside the sections for names without their lines, and the same in a bare
/// memory: less than a tenth of the whole. Chosen by measurement.
const NAMES: u64 = 25;
const NAMES_BARE: u64 = 18;
/// After so many bytes under its header a file's name is told again.
pub(super) const AGAIN_BYTES: u64 = 600;
/// Less room is left empty, in bytes. Chosen here: a short line.
const LEAST_BYTES: u64 = 32;
/// A shorter unit must hold two words. In bytes.
const UNIT_BYTES_MIN: usize = 12;

/// What is known of the units before some are chosen.
pub(super) struct Choice<'a> {
    pub valued: &'a Valued<'a>,
    /// The percent that counts of what a unit is worth as text that an edit may replace.
    pub edits: u64,
    /// Whether there is so little room that what somebody said stands without a header.
    pub is_bare: bool,
    /// Lines that are told already.
    pub told: &'a BTreeSet<&'a str>,
}

/// What is quoted, in order of where it was seen last.
pub(super) struct Chosen<'a> {
    pub units: Vec<u32>,
    /// Names and words whose lines are not quoted.
    pub named: Named<'a>,
    /// Whether the units are all that say something.
    pub is_whole: bool,
}

/// What is told so far.
pub(super) struct ChosenFacts {
    /// What is left of each term.
    pub cover: Vec<u64>,
    /// The records that have their header.
    pub opened: Vec<bool>,
    taken: Vec<bool>,
    /// Bytes of room.
    pub left: u64,
    /// Units that a later one may have changed, with that later one: they are not quoted without
    /// it.
    doubted: BTreeMap<u32, u32>,
}

impl ChosenFacts {
    /// The later unit that is not told yet and for which a unit waits.
    pub fn awaited(&self, unit: u32) -> Option<u32> {
        let newer = self.doubted.get(&unit).copied();
        newer.filter(|newer| !self.taken[*newer as usize])
    }
}

impl<'a> Choice<'a> {
    /// What to quote, and what to tell without its line. `cover` says what is left of each term.
    pub fn choose(&self, cover: Vec<u64>, room: usize) -> Chosen<'a> {
        let Valued {
            reading,
            units,
            doubted,
            ..
        } = self.valued;
        let records = &reading.source.records;
        // Whether a unit says something that the sections and what stays do not.
        let is_news = |unit: &u32| {
            let mut terms = units.terms_of(*unit).iter();
            terms.any(|term| cover[*term as usize] == FRESH)
        };
        let all = 0..units.units.len() as u32;
        let (able, mut again): (Vec<u32>, Vec<u32>) =
            all.filter(|unit| self.is_able(*unit)).partition(is_news);
        // What the user said stands in the sections.
        again.retain(|unit| records[self.record(*unit)].header != USER);
        let mut both = [&able[..], &again].concat();
        let percent = if self.is_bare { NAMES_BARE } else { NAMES };
        let for_names = room as u64 * percent / 100;
        let is_open = |record: &Record| self.is_bare && record.is_said();
        // Where the later one is told anyway, or cannot be quoted, nothing has to wait for it.
        let doubted = doubted
            .iter()
            .filter(|(_, newer)| able.binary_search(newer).is_ok());
        let mut told = ChosenFacts {
            cover,
            opened: records.iter().map(is_open).collect(),
            taken: vec![false; units.units.len()],
            left: room as u64 - for_names,
            doubted: doubted.map(|(older, newer)| (*older, *newer)).collect(),
        };
        self.quote(&mut told, &both);
        let rest = std::mem::replace(&mut told.left, for_names);
        let named = names(self, &mut told);
        told.left += rest;
        self.quote(&mut told, &both);
        // Second mentions.
        told.cover.fill(FRESH);
        self.quote(&mut told, &able);
        let is_whole = able
            .iter()
            .all(|unit| told.taken[*unit as usize] || self.is_open(*unit, &told));
        both.retain(|unit| told.taken[*unit as usize]);
        both.sort_by_key(|unit| units.units[*unit as usize].order);
        Chosen {
            units: both,
            named,
            is_whole,
        }
    }

    /// Takes the units that add most for their room, until none fits.
    fn quote(&self, told: &mut ChosenFacts, units: &[u32]) {
        let mut heap: BinaryHeap<(u64, Reverse<u32>)> = BinaryHeap::new();
        let mut of_record: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for unit in units.iter().filter(|unit| !told.taken[**unit as usize]) {
            heap.push((self.gain(*unit, told), Reverse(*unit)));
            of_record.entry(self.record(*unit)).or_default().push(*unit);
        }
        let mut waiting: BTreeMap<u32, Vec<(u64, Reverse<u32>)>> = BTreeMap::new();
        while let Some((_, Reverse(unit))) = heap.pop().filter(|_| told.left >= LEAST_BYTES) {
            let cost = self.cost(unit, told);
            if told.taken[unit as usize] || cost > told.left || self.is_open(unit, told) {
                continue;
            }
            let now = self.gain(unit, told);
            if now == 0 {
                continue;
            }
            let this = (now, Reverse(unit));
            if let Some(newer) = told.awaited(unit) {
                waiting.entry(newer).or_default().push(this);
                continue;
            }
            if heap.peek().is_some_and(|(next, _)| now < *next) {
                heap.push(this);
                continue;
            }
            let record = self.record(unit);
            let own = self.valued.units.terms_of(unit).iter();
            for term in own.chain(self.head(unit, told)) {
                told.cover[*term as usize] = COVERED;
            }
            told.left -= cost;
            told.taken[unit as usize] = true;
            heap.extend(waiting.remove(&unit).into_iter().flatten());
            // What stands under the same header costs less now.
            if !std::mem::replace(&mut told.opened[record], true) {
                let mut others = of_record.remove(&record).unwrap_or_default();
                others.retain(|unit| !told.taken[*unit as usize]);
                let others = others.into_iter();
                heap.extend(others.map(|unit| (self.gain(unit, told), Reverse(unit))));
            }
        }
    }

    /// What a unit adds for its room.
    fn gain(&self, unit: u32, told: &ChosenFacts) -> u64 {
        let Valued {
            units,
            values,
            edits,
            ..
        } = self.valued;
        let own = units.terms_of(unit);
        let head = self.head(unit, told).iter();
        let terms = own
            .iter()
            .chain(head.filter(|term| own.binary_search(term).is_err()));
        let sum: u64 = terms
            .map(|term| values[*term as usize] * told.cover[*term as usize])
            .sum();
        let sum = sum + edits[unit as usize] * FRESH * self.edits / 100;
        let renews = units.units[unit as usize].renews;
        let sum = sum * if renews { RENEWS } else { 1 };
        (sum << 16) / (self.cost(unit, told) + UNIT_BYTES)
    }

    /// Whether a unit can be told of.
    pub fn is_said(&self, unit: u32) -> bool {
        let Unit {
            outdated, place, ..
        } = self.valued.units.units[unit as usize];
        !outdated && !self.valued.reading.source.places[place as usize].visible
    }

    /// The record of a unit.
    pub fn record(&self, unit: u32) -> usize {
        let place = self.valued.units.units[unit as usize].place;
        self.valued.reading.source.places[place as usize].record as usize
    }

    /// The terms of the header that a unit would open.
    fn head(&self, unit: u32, told: &ChosenFacts) -> &[u32] {
        let record = self.record(unit);
        let head = self.valued.heads[record].filter(|_| !told.opened[record]);
        head.map_or(&[], |head| self.valued.units.terms_of(head))
    }

    /// Whether a unit is a header that stands there already.
    fn is_open(&self, unit: u32, told: &ChosenFacts) -> bool {
        self.valued.units.units[unit as usize].form == Form::Head && told.opened[self.record(unit)]
    }

    fn cost(&self, unit: u32, told: &ChosenFacts) -> u64 {
        let number = self.record(unit);
        let record = &self.valued.reading.source.records[number];
        let header = match told.opened[number] {
            true => 0,
            false => record.header.len() as u64 + LINE_BYTES,
        };
        let Unit { text, form, .. } = self.valued.units.units[unit as usize];
        if form == Form::Head {
            return header;
        }
        let again = record
            .name
            .as_ref()
            .map_or(0, |name| (name.len() + AGAIN.len()) as u64);
        text.len() as u64 + LINE_BYTES + header + text.len() as u64 * again / AGAIN_BYTES
    }

    /// Whether a unit says anything by itself, and is not in view anyway.
    fn is_able(&self, unit: u32) -> bool {
        let Unit { text, form, .. } = self.valued.units.units[unit as usize];
        let speaks = form == Form::Head
            || text.trim_start().len() >= UNIT_BYTES_MIN
            || text
                .split(|char: char| !char.is_alphabetic())
                .filter(|word| word.len() >= 2)
                .nth(1)
                .is_some();
        speaks && form != Form::Names && !self.told.contains(text) && self.is_said(unit)
    }
}
