//! What a term is worth: how likely the agent will need it again. It follows from two facts: whether
//! user or agent ever used it, and how long ago it was last told.
//!
//! What cannot be paraphrased comes back: a name of code, an id, a number, an address. A word says
//! little beside them. More facts were no better on sessions that were held out. Root, sum and
//! product of floats are the same on every platform; logarithms are not.

use super::source::{Place, SourceTexts, TextKind};
use super::terms::shape;
use super::units::{Unit, Units};

/// One, as a fixed-point number.
const ONE: f64 = (1 << 30) as f64;
/// The chance of a term that was used just now, and of one that was not. Fitted on recorded sessions.
const USED: f64 = 0.475;
const SHOWN: f64 = 0.076;
/// The chance that a line of a file that the agent touched is old text of an edit to come. Fitted on
/// recorded sessions.
const EDIT: f64 = 0.12;
/// A line of so many bytes and more counts whole: a shorter one stands in many places.
const EDIT_BYTES: usize = 12;
/// A longer term says more: in chars, up to so many, and the length for which the chances hold.
const LONG_CHARS: u32 = 40;
const USUAL_CHARS: f64 = 12.0;
/// What a word is worth beside a reference, in percent: one that begins with a capital, and any
/// other. Chosen by measurement.
const CAPITAL: u64 = 33;
const WORD: u64 = 12;

/// The value of every term, in 1 / 2^30.
pub(super) fn values(source: &SourceTexts, units: &Units<'_>) -> Vec<u64> {
    let ages = ages(source);
    let mut chances = vec![(0.0, false); units.terms.texts().len()];
    for seen in &units.seen {
        for term in units.terms_of(seen.unit) {
            let (age, used) = &mut chances[*term as usize];
            *age = ages[seen.place as usize];
            *used |= !matches!(seen.kind, TextKind::Result | TextKind::Body);
        }
    }
    let of = |((age, used), text): (&(f64, bool), &&str)| {
        let shape = shape(text);
        let chance = if *used { USED } else { SHOWN };
        let long = f64::from(shape.chars.min(LONG_CHARS));
        let percent = match shape.is_reference() {
            true => 100,
            false if shape.capital => CAPITAL,
            false => WORD,
        };
        (chance / age.sqrt() * long / USUAL_CHARS * ONE) as u64 * percent / 100
    };
    chances.iter().zip(units.terms.texts()).map(of).collect()
}

/// The value of every unit as text that an edit may replace, in 1 / 2^30. It falls with its age, with
/// the lines that were seen beside it, and with the files that were touched since.
pub(super) fn edits(source: &SourceTexts, units: &Units<'_>) -> Vec<u64> {
    let mut touched = vec![None; source.records.len()];
    let mut lines = vec![1.0; source.places.len()];
    for seen in &units.seen {
        let (place, record) = (
            seen.place as usize,
            source.places[seen.place as usize].record,
        );
        lines[place] += 1.0;
        if seen.kind == TextKind::Argument && source.records[record as usize].name.is_some() {
            touched[record as usize] = Some(place);
        }
    }
    let mut order: Vec<usize> = touched.iter().flatten().copied().collect();
    order.sort_unstable();
    let ages = ages(source);
    let of = |unit: &Unit<'_>| {
        let place = unit.place as usize;
        touched[source.places[place].record as usize].map_or(0, |last| {
            let since = order.len() - order.partition_point(|other| *other < last);
            let seen = f64::sqrt(lines[place] * since as f64);
            let whole = unit.text.len().min(EDIT_BYTES) as f64 / EDIT_BYTES as f64;
            (EDIT * whole / (ages[place] * seen).sqrt() * ONE) as u64
        })
    };
    units.units.iter().map(of).collect()
}

/// How many thousand tokens ago each place was, and one, at four bytes a token.
fn ages(source: &SourceTexts) -> Vec<f64> {
    let mut after = 1.0;
    let age = |place: &Place| {
        let age = after;
        after += (place.bytes / 4 + 4) as f64 / 1_000.0;
        age
    };
    let mut ages: Vec<f64> = source.places.iter().rev().map(age).collect();
    ages.reverse();
    ages
}
