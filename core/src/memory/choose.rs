//! Which units are quoted: those that add most value for their room, as long as they fit.
//!
//! A term counts once. So the value of a unit can only fall while others are taken, and a list
//! sorted once is looked at again only at its head ("lazy greedy").

use super::names::{names, Named};
use super::source::{Source, USER};
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
const UNIT_BYTES: u64 = 8;
/// What a line takes beside its text.
const LINE_BYTES: u64 = 2;
/// Percent of the room for names without their lines, where all that may be quoted is of tools, and
/// the same in a brief memory. What people say is best quoted in sentences. Chosen by measurement.
const NAMES: u64 = 66;
const NAMES_BRIEF: u64 = 40;
/// A second pass is made if more than this part of the room is left: one in so many.
const LEFT_OVER: usize = 33;
/// A shorter unit must hold two words. In bytes.
const UNIT_BYTES_MIN: usize = 12;

/// What is known of the units before some are chosen.
pub(super) struct Choice<'a> {
    pub source: &'a Source,
    pub units: &'a Units<'a>,
    pub values: &'a [u64],
    /// Whether quotes stand under headers.
    pub headers: bool,
    /// Whether there is so little room that nothing is quoted that was said again and again.
    pub is_brief: bool,
    /// Units that a later one may have changed, with that later one: they are not quoted without
    /// it.
    pub doubted: &'a BTreeMap<u32, u32>,
    /// The first place of those that are kept as they are.
    pub tail: usize,
}

/// What is quoted, in order of where it was seen last.
pub(super) struct Chosen {
    pub units: Vec<u32>,
    /// Names and words whose lines are not quoted.
    pub named: Named,
    /// Whether the units are all that say something.
    pub is_whole: bool,
}

/// What is told so far.
struct Told {
    /// What is left of each term.
    cover: Vec<u64>,
    /// The places that have their header.
    opened: Vec<bool>,
    taken: Vec<bool>,
    /// Bytes of room.
    left: u64,
}

impl Choice<'_> {
    /// What to quote, and what to tell without its line. `cover` says what is left of each term.
    pub fn choose(&self, cover: Vec<u64>, room: usize) -> Chosen {
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
            vec![!self.headers; self.source.places.len()],
            vec![false; self.units.units.len()],
        );
        let percent = if self.is_brief { NAMES_BRIEF } else { NAMES };
        let for_names = room as u64 * percent / 100 * self.source.of_tools_percent() / 100;
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
        let is_room = |left: u64| left as usize > room / LEFT_OVER;
        if for_names > 0 {
            told.left += for_names;
            let Told {
                cover,
                opened,
                taken,
                left,
            } = &mut told;
            named = names(self, cover, opened, |unit| waits(unit, taken), left);
            if is_room(told.left) {
                self.quote(&mut told, able.iter().chain(&again).copied(), &waits);
            }
        }
        if is_room(told.left) {
            self.quote_again(&mut told, &able, &waits);
        }
        let is_whole = able
            .iter()
            .all(|unit| told.taken[*unit as usize] || self.place(*unit) >= self.tail);
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
        let units = units.filter(|unit| !told.taken[*unit as usize]);
        let mut heap: BinaryHeap<(u64, Reverse<u32>)> = units
            .map(|unit| (self.gain(unit, told), Reverse(unit)))
            .collect();
        let mut waiting: BTreeMap<u32, Vec<(u64, Reverse<u32>)>> = BTreeMap::new();
        while let Some((_, Reverse(unit))) = heap.pop() {
            if self.cost(unit, &told.opened) > told.left {
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
            self.take(unit, told);
            for term in self.units.terms_of(unit) {
                told.cover[*term as usize] = COVERED;
            }
            heap.extend(waiting.remove(&unit).into_iter().flatten());
        }
    }

    /// Takes second mentions, newer ones first, until none fits.
    fn quote_again(&self, told: &mut Told, able: &[u32], waits: &impl Fn(u32, &[bool]) -> bool) {
        let count = self.source.places.len().max(1) as u64;
        let worth = |unit: u32| {
            let sum: u64 = self
                .units
                .terms_of(unit)
                .iter()
                .map(|term| self.values[*term as usize])
                .sum();
            let newer = 300 + 700 * self.place(unit) as u64 / count;
            ((sum / 1_000 * newer) << 16) / (self.cost(unit, &told.opened) + UNIT_BYTES)
        };
        let rest = able
            .iter()
            .filter(|unit| !told.taken[**unit as usize] && self.place(**unit) < self.tail);
        let mut rest: Vec<(Reverse<u64>, u32)> =
            rest.map(|unit| (Reverse(worth(*unit)), *unit)).collect();
        rest.sort_unstable();
        for (_, unit) in rest {
            if self.cost(unit, &told.opened) <= told.left && !waits(unit, &told.taken) {
                self.take(unit, told);
            }
        }
    }

    fn take(&self, unit: u32, told: &mut Told) {
        told.left -= self.cost(unit, &told.opened);
        told.opened[self.place(unit)] = true;
        told.taken[unit as usize] = true;
    }

    /// What a unit adds for its room.
    fn gain(&self, unit: u32, told: &Told) -> u64 {
        if self.units.is_habit(unit, self.is_brief) {
            return 0;
        }
        let sum: u64 = self
            .units
            .terms_of(unit)
            .iter()
            .map(|term| self.values[*term as usize] * told.cover[*term as usize])
            .sum();
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
        !outdated
            && !self.source.places[place as usize].visible
            && !self.units.is_habit(unit, self.is_brief)
    }

    fn is_of_user(&self, unit: u32) -> bool {
        self.source.places[self.place(unit)].header == USER
    }

    fn place(&self, unit: u32) -> usize {
        self.units.units[unit as usize].place as usize
    }

    fn cost(&self, unit: u32, opened: &[bool]) -> u64 {
        let place = self.place(unit);
        let header = if opened[place] {
            0
        } else {
            self.source.places[place].header.len() as u64 + LINE_BYTES
        };
        self.units.units[unit as usize].text.len() as u64 + LINE_BYTES + header
    }

    /// Whether a unit says anything by itself, and is not in view anyway.
    fn is_able(&self, unit: u32) -> bool {
        let Unit {
            text,
            outdated,
            is_name,
            ..
        } = self.units.units[unit as usize];
        let speaks = text.len() >= UNIT_BYTES_MIN
            || text
                .split(|char: char| !char.is_alphabetic())
                .filter(|word| word.len() >= 2)
                .count()
                >= 2;
        speaks && !outdated && !is_name && !self.source.places[self.place(unit)].visible
    }
}
