//! The units of a conversation and the terms in them. Exact repeats are one unit, which stands
//! where it was seen last.

use super::lines::{each_line, each_sentence};
use super::rows::form;
use super::source::{Form, Kind, Piece, Source};
use super::terms::{each_term, Terms};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::xxh3_64;

/// A line that can be quoted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit<'a> {
    pub text: &'a str,
    /// The place where it was seen last.
    pub place: u32,
    /// Its number among all lines, by where it was seen last.
    pub order: u32,
    /// Where its terms begin and end in the list of all.
    terms: (u32, u32),
    /// Whether the user said the same later with another figure.
    pub outdated: bool,
    /// Whether it is such a newer word: the old one may still stand elsewhere.
    pub renews: bool,
    /// How it is told.
    pub form: Form,
}

/// A line as it was seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub unit: u32,
    pub place: u32,
    pub kind: Kind,
}

/// All units, and every time that one was seen.
#[derive(Debug, Default)]
pub(super) struct Units<'a> {
    pub units: Vec<Unit<'a>>,
    pub seen: Vec<Seen>,
    pub terms: Terms<'a>,
    /// The terms of each unit, each once.
    lists: Vec<u32>,
    known: Known,
}

impl<'a> Units<'a> {
    pub fn of(source: &'a Source, gone: &BTreeMap<String, String>) -> Self {
        let mut units = Self::default();
        let mut known = Known::default();
        for piece in &source.pieces {
            match piece.form {
                Form::Head => units.see(&piece.text, piece, &mut known),
                Form::Names => piece
                    .text
                    .lines()
                    .for_each(|name| units.see(name, piece, &mut known)),
                // What an edit replaces is found by its indentation too.
                Form::Lines if matches!(piece.kind, Kind::Result | Kind::Body) => {
                    each_line(&piece.text, |line| {
                        units.see(indented(&piece.text, line), piece, &mut known);
                    });
                }
                Form::Lines if matches!(piece.kind, Kind::User | Kind::Said) => {
                    each_sentence(&piece.text, |line| units.see(line, piece, &mut known));
                }
                Form::Lines => each_line(&piece.text, |line| units.see(line, piece, &mut known)),
            }
        }
        units.mark_states(source);
        units.known = known;
        for (older, newer) in gone {
            if let Some(unit) = units.find(older) {
                units.units[unit as usize].outdated = true;
            }
            if let Some(unit) = units.find(newer) {
                units.units[unit as usize].renews = true;
            }
        }
        units
    }

    /// What a call told of the thing that it asked for takes the place of what was told before.
    fn mark_states(&mut self, source: &Source) {
        let mut newest: BTreeMap<String, Vec<Seen>> = BTreeMap::new();
        for seen in self.seen.iter().filter(|seen| seen.kind == Kind::Result) {
            let header = &source.record_of(seen.place as usize).header;
            let row = self.units[seen.unit as usize].text;
            let Some(form) = form(row, |id| header.contains(id)) else {
                continue;
            };
            let told = newest.entry(form).or_default();
            if told.last().is_some_and(|before| before.place != seen.place) {
                for before in told.drain(..) {
                    self.units[before.unit as usize].outdated = true;
                }
            }
            self.units[seen.unit as usize].outdated = false;
            told.push(*seen);
        }
    }

    fn see(&mut self, text: &'a str, piece: &Piece, known: &mut Known) {
        let Piece {
            place, kind, form, ..
        } = *piece;
        let order = self.seen.len() as u32;
        let next = self.units.len() as u32;
        let unit = known.number(text, next, |number| self.units[number as usize].text);
        if unit == next {
            let start = self.lists.len();
            let Self { terms, lists, .. } = self;
            each_term(text, |term| lists.push(terms.intern(term)));
            lists[start..].sort_unstable();
            // Each term once.
            let mut end = start;
            for at in start..lists.len() {
                if at == start || lists[at] != lists[end - 1] {
                    lists[end] = lists[at];
                    end += 1;
                }
            }
            lists.truncate(end);
            self.units.push(Unit {
                text,
                place,
                order,
                terms: (start as u32, end as u32),
                outdated: false,
                renews: false,
                form,
            });
        }
        let seen = &mut self.units[unit as usize];
        (seen.place, seen.order, seen.form) = (place, order, form);
        self.seen.push(Seen { unit, place, kind });
    }

    /// The number of a unit, by its text.
    pub fn find(&self, text: &str) -> Option<u32> {
        self.known
            .find(text, |number| self.units[number as usize].text)
    }

    /// The terms of a unit, each once.
    pub fn terms_of(&self, unit: u32) -> &[u32] {
        let (start, end) = self.units[unit as usize].terms;
        &self.lists[start as usize..end as usize]
    }
}

/// A part of a text, with the blanks in front of it if these begin its line, behind a line number or
/// not.
fn indented<'a>(text: &'a str, part: &'a str) -> &'a str {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    let before = text[..start].trim_end_matches([' ', '\t']);
    let blanks = start - before.len();
    let is_numbered = before.ends_with(|char: char| char.is_ascii_digit());
    let from = match text[before.len()..start].strip_prefix('\t') {
        Some(rest) if is_numbered => start - rest.len(),
        _ if before.is_empty() || before.ends_with(['\n', '→']) => start - blanks,
        _ => start,
    };
    &text[from..start + part.len()]
}

/// Finds a text again, by a hash table of numbers plus one with 0 for a free slot.
#[derive(Debug, Default)]
struct Known {
    hashes: Vec<u64>,
    slots: Vec<u32>,
}

impl Known {
    fn find<'a>(&self, text: &str, text_of: impl Fn(u32) -> &'a str) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let hash = xxh3_64(text.as_bytes());
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot].checked_sub(1)? {
                found if self.hashes[found as usize] == hash && text_of(found) == text => {
                    return Some(found)
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// The number of a text; `next` if it is new.
    fn number<'a>(&mut self, text: &str, next: u32, text_of: impl Fn(u32) -> &'a str) -> u32 {
        if self.slots.len() <= 2 * self.hashes.len() {
            self.slots = vec![0; (self.slots.len() * 2).max(1_024)];
            let mask = self.slots.len() - 1;
            for (index, hash) in self.hashes.iter().enumerate() {
                let mut slot = *hash as usize & mask;
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = index as u32 + 1;
            }
        }
        let (hash, mask) = (xxh3_64(text.as_bytes()), self.slots.len() - 1);
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => {
                    self.hashes.push(hash);
                    self.slots[slot] = next + 1;
                    return next;
                }
                found if self.hashes[found as usize - 1] == hash && text_of(found - 1) == text => {
                    return found - 1
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }
}
