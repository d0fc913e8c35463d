//! Which units are quoted: those that add most value for their room, as long as they fit.
//!
//! A term counts once. So the value of a unit can only fall while others are taken, and a list
//! sorted once is looked at again only at its head ("lazy greedy").

use super::carry::AGAIN;
use super::names::{names, Named};
use super::source::{Form, Source, USER};
use super::units::{Unit, Units};
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
/// Percent of the room beside the sections for names without their lines, and the same in a brief
/// memory: less than a tenth of the whole. Chosen by measurement.
const NAMES: u64 = 25;
const NAMES_BRIEF: u64 = 18;
/// After so many bytes under its header a file's name is told again.
pub(super) const AGAIN_BYTES: u64 = 600;
/// Less room is left empty, in bytes. Chosen here: a short line.
const LEAST_BYTES: u64 = 32;
/// A shorter unit must hold two words. In bytes.
const UNIT_BYTES_MIN: usize = 12;

/// What is known of the units before some are chosen.
pub(super) struct Choice<'a> {
    pub source: &'a Source,
    pub units: &'a Units<'a>,
    pub values: &'a [u64],
    /// Of every unit what it is worth as text that an edit may replace, and the percent of that
    /// which counts.
    pub edits: (&'a [u64], u64),
    /// The unit of each record's header.
    pub heads: &'a [Option<u32>],
    /// Whether there is so little room that what somebody said stands without a header.
    pub is_brief: bool,
    /// Units that a later one may have changed, with that later one: they are not quoted without
    /// it.
    pub doubted: &'a BTreeMap<u32, u32>,
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
struct Told {
    /// What is left of each term.
    cover: Vec<u64>,
    /// The records that have their header.
    opened: Vec<bool>,
    taken: Vec<bool>,
    /// Bytes of room.
    left: u64,
}

impl<'a> Choice<'a> {
    /// What to quote, and what to tell without its line. `cover` says what is left of each term.
    pub fn choose(&self, cover: Vec<u64>, room: usize) -> Chosen<'a> {
        let all = 0..self.units.units.len() as u32;
        let able: Vec<u32> = all.filter(|unit| self.is_able(*unit)).collect();
        // Whether a unit says something that the sections and what stays do not.
        let is_news = |unit: &u32| {
            self.units
                .terms_of(*unit)
                .iter()
                .any(|term| cover[*term as usize] == FRESH)
        };
        let (able, told): (Vec<u32>, Vec<u32>) = able.into_iter().partition(is_news);
        // What the user said stands in the sections.
        let again: Vec<u32> = told
            .into_iter()
            .filter(|unit| !self.is_of_user(*unit))
            .collect();
        let (opened, taken) = (
            self.source
                .records
                .iter()
                .map(|record| self.is_brief && record.is_said())
                .collect(),
            vec![false; self.units.units.len()],
        );
        let percent = if self.is_brief { NAMES_BRIEF } else { NAMES };
        let for_names = room as u64 * percent / 100;
        let mut told = Told {
            cover,
            opened,
            taken,
            left: room as u64 - for_names,
        };
        // Where the later one is told anyway, or cannot be quoted, nothing has to wait for it.
        let quotable: BTreeSet<u32> = able.iter().copied().collect();
        let waits = |unit: u32, taken: &[bool]| {
            self.doubted
                .get(&unit)
                .is_some_and(|newer| quotable.contains(newer) && !taken[*newer as usize])
        };
        self.quote(&mut told, able.iter().chain(&again).copied(), &waits);
        let mut named = Named::new();
        if for_names > 0 {
            let rest = told.left;
            let Told {
                cover,
                opened,
                taken,
                left,
            } = &mut told;
            *left = for_names;
            named = names(self, cover, opened, |unit| waits(unit, taken), left);
            told.left += rest;
            self.quote(&mut told, able.iter().chain(&again).copied(), &waits);
        }
        // Second mentions.
        told.cover.fill(FRESH);
        self.quote(&mut told, able.iter().copied(), &waits);
        let is_whole = able
            .iter()
            .all(|unit| told.taken[*unit as usize] || self.is_open(*unit, &told));
        let mut chosen: Vec<u32> = able
            .into_iter()
            .chain(again)
            .filter(|unit| told.taken[*unit as usize])
            .collect();
        chosen.sort_by_key(|unit| self.units.units[*unit as usize].order);
        Chosen {
            units: chosen,
            named,
            is_whole,
        }
    }

    /// Takes the units that add most for their room, until none fits.
    fn quote(
        &self,
        told: &mut Told,
        units: impl Iterator<Item = u32>,
        waits: &impl Fn(u32, &[bool]) -> bool,
    ) {
        let units: Vec<u32> = units.filter(|unit| !told.taken[*unit as usize]).collect();
        let mut of_record: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for unit in &units {
            of_record.entry(self.record(*unit)).or_default().push(*unit);
        }
        let mut heap: BinaryHeap<(u64, Reverse<u32>)> = units
            .into_iter()
            .map(|unit| (self.gain(unit, told), Reverse(unit)))
            .collect();
        let mut waiting: BTreeMap<u32, Vec<(u64, Reverse<u32>)>> = BTreeMap::new();
        while let Some((_, Reverse(unit))) = heap.pop().filter(|_| told.left >= LEAST_BYTES) {
            if told.taken[unit as usize]
                || self.cost(unit, &told.opened) > told.left
                || self.is_open(unit, told)
            {
                continue;
            }
            let now = self.gain(unit, told);
            if now == 0 {
                continue;
            }
            if let Some(newer) = self.doubted.get(&unit).filter(|_| waits(unit, &told.taken)) {
                waiting
                    .entry(*newer)
                    .or_default()
                    .push((now, Reverse(unit)));
                continue;
            }
            if heap.peek().is_some_and(|(next, _)| now < *next) {
                heap.push((now, Reverse(unit)));
                continue;
            }
            let head = self.head(unit, told);
            let opens = !told.opened[self.record(unit)];
            self.take(unit, told);
            for term in self.units.terms_of(unit).iter().chain(head) {
                told.cover[*term as usize] = COVERED;
            }
            heap.extend(waiting.remove(&unit).into_iter().flatten());
            // What stands under the same header costs less now.
            let others = opens
                .then(|| of_record.remove(&self.record(unit)))
                .flatten();
            heap.extend(
                others
                    .into_iter()
                    .flatten()
                    .filter(|unit| !told.taken[*unit as usize])
                    .map(|unit| (self.gain(unit, told), Reverse(unit))),
            );
        }
    }

    fn take(&self, unit: u32, told: &mut Told) {
        told.left -= self.cost(unit, &told.opened);
        told.opened[self.record(unit)] = true;
        told.taken[unit as usize] = true;
    }

    /// What a unit adds for its room.
    fn gain(&self, unit: u32, told: &Told) -> u64 {
        let own = self.units.terms_of(unit);
        let head = self.head(unit, told).iter();
        let sum: u64 = own
            .iter()
            .chain(head.filter(|term| own.binary_search(term).is_err()))
            .map(|term| self.values[*term as usize] * told.cover[*term as usize])
            .sum();
        let (edits, percent) = self.edits;
        let sum = sum + edits[unit as usize] * FRESH * percent / 100;
        let sum = if self.units.units[unit as usize].renews {
            sum * RENEWS
        } else {
            sum
        };
        (sum << 16) / (self.cost(unit, &told.opened) + UNIT_BYTES)
    }

    /// Whether a unit can be told of.
    pub fn is_said(&self, unit: u32) -> bool {
        let Unit {
            outdated, place, ..
        } = self.units.units[unit as usize];
        !outdated && !self.source.places[place as usize].visible
    }

    fn is_of_user(&self, unit: u32) -> bool {
        self.source.record_of(self.place(unit)).header == USER
    }

    fn place(&self, unit: u32) -> usize {
        self.units.units[unit as usize].place as usize
    }

    fn record(&self, unit: u32) -> usize {
        self.source.places[self.place(unit)].record as usize
    }

    /// The terms of the header that a unit would open.
    fn head(&self, unit: u32, told: &Told) -> &[u32] {
        let record = self.record(unit);
        let head = self.heads[record].filter(|_| !told.opened[record]);
        head.map_or(&[], |head| self.units.terms_of(head))
    }

    /// Whether a unit is a header that stands there already.
    fn is_open(&self, unit: u32, told: &Told) -> bool {
        self.units.units[unit as usize].form == Form::Head && told.opened[self.record(unit)]
    }

    fn cost(&self, unit: u32, opened: &[bool]) -> u64 {
        let record = &self.source.records[self.record(unit)];
        let header = record.header.len() as u64 + LINE_BYTES;
        let header = if opened[self.record(unit)] { 0 } else { header };
        let Unit { text, form, .. } = self.units.units[unit as usize];
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
        let Unit {
            text,
            outdated,
            form,
            ..
        } = self.units.units[unit as usize];
        let speaks = form == Form::Head
            || text.trim_start().len() >= UNIT_BYTES_MIN
            || text
                .split(|char: char| !char.is_alphabetic())
                .filter(|word| word.len() >= 2)
                .count()
                >= 2;
        speaks
            && !outdated
            && form != Form::Names
            && !self.told.contains(text)
            && !self.source.places[self.place(unit)].visible
    }
}
