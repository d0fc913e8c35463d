//! The units of a conversation and the terms in them. Exact repeats are one unit, which stands
//! where it was seen last.

use super::lines::{each_line, each_sentence};
use super::rows::form;
use super::source::{Form, PlaceText, SourceTexts, TextKind};
use super::terms::{Terms, each_term};
use std::collections::BTreeMap;

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
    pub kind: TextKind,
}

/// All units, and every time that one was seen.
#[derive(Debug, Default)]
pub(super) struct Units<'a> {
    pub units: Vec<Unit<'a>>,
    pub seen: Vec<Seen>,
    pub terms: Terms<'a>,
    /// The terms of each unit, each once.
    lists: Vec<u32>,
    /// The text of each unit.
    known: Terms<'a>,
}

impl<'a> Units<'a> {
    pub fn of(source: &'a SourceTexts, gone: &BTreeMap<String, String>) -> Self {
        let mut units = Self::default();
        for piece in &source.pieces {
            let mut see = |text| units.see(text, piece);
            match (piece.form, piece.kind) {
                (Form::Head, _) => see(&piece.text),
                (Form::Names, _) => piece.text.lines().for_each(see),
                (Form::Lines, TextKind::User | TextKind::Said) => each_sentence(&piece.text, see),
                // What an edit replaces is found by its indentation too.
                (Form::Lines, _) => {
                    each_line(&piece.text, |line| see(indented(&piece.text, line)));
                }
            }
        }
        units.mark_states(source);
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
    fn mark_states(&mut self, source: &SourceTexts) {
        let mut newest: BTreeMap<String, Vec<Seen>> = BTreeMap::new();
        for seen in self
            .seen
            .iter()
            .filter(|seen| seen.kind == TextKind::Result)
        {
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

    fn see(&mut self, text: &'a str, piece: &PlaceText) {
        let PlaceText {
            place, kind, form, ..
        } = *piece;
        let order = self.seen.len() as u32;
        let unit = self.known.intern(text);
        if unit as usize == self.units.len() {
            let mut terms = Vec::new();
            each_term(text, |term| terms.push(self.terms.intern(term)));
            terms.sort_unstable();
            terms.dedup();
            let start = self.lists.len() as u32;
            self.lists.extend(terms);
            self.units.push(Unit {
                text,
                place,
                order,
                terms: (start, self.lists.len() as u32),
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
        self.known.known(text)
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
