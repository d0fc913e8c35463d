//! The flat look at a tape, for sums over plain data.

use super::{
    ARRAY, BYTES, DEEP, ENDLESS, FALSE, INTERNED, NEAR, NODE, NUMBER, Node, OBJECT, ODD, ROWS,
    STRING, TRUE, Tape,
};
use conspectus::host::item::{Scan, Text, View, Wanted};
use std::ops::Range;

/// Deep strings one after another whose escapes are still to be told: their units lie side by side,
/// and are read in one go.
#[derive(Default)]
pub(super) struct Run {
    units: Range<usize>,
    /// Of each string.
    lengths: Vec<u32>,
}

impl Run {
    /// Takes a string in.
    #[inline]
    pub(super) fn add<S: Scan>(
        &mut self,
        tape: &Tape<'_>,
        start: usize,
        length: usize,
        scan: &mut S,
    ) {
        if self.units.end != start {
            self.tell(tape, scan);
            self.units = start..start;
        }
        self.units.end += length;
        self.lengths.push(length as u32);
    }

    fn tell<S: Scan>(&mut self, tape: &Tape<'_>, scan: &mut S) {
        if !self.units.is_empty() {
            let units = tape.deeps.units(self.units.clone());
            let has_surrogates = units
                .iter()
                .fold(false, |found, unit| found | (unit & 0xF800 == 0xD800));
            scan.escapes(if has_surrogates {
                self.escapes_of_each(units)
            } else {
                Text::Utf16(units).json_escape_chars()
            });
        }
        self.lengths.clear();
    }

    /// Halves of pairs at the ends of two strings are no pair.
    fn escapes_of_each(&self, mut units: &[u16]) -> usize {
        let mut escapes = 0;
        for length in &self.lengths {
            let (string, rest) = units.split_at((*length as usize).min(units.len()));
            escapes += Text::Utf16(string).json_escape_chars();
            units = rest;
        }
        escapes
    }
}

/// Tells `scan` of the value at `at` and of all under it; `false` if it was ended early.
pub(super) fn scan<S: Scan>(tape: &Tape<'_>, at: usize, scan: &mut S) -> bool {
    let mut run = Run::default();
    let goes_on = scan_at(tape, at, &mut run, scan);
    run.tell(tape, scan);
    goes_on
}

/// One value. Leaves are told of in the loop over their container, without a call for each.
fn scan_at<S: Scan>(tape: &Tape<'_>, at: usize, run: &mut Run, scan: &mut S) -> bool {
    let Some(node) = tape.node(at) else {
        return false;
    };
    let kind = node[0] & 15;
    if kind == ROWS {
        return tape.rows(at).scan(run, scan);
    }
    if kind != ARRAY && kind != OBJECT {
        return scan_leaf(tape, at, node, run, scan);
    }
    if !scan.enter(kind == ARRAY) {
        return false;
    }
    let end = node[3] as usize * NODE;
    let mut child = at + NODE;
    while child < end {
        let Some(node) = tape.node(child) else {
            return false;
        };
        if kind == OBJECT && !scan.key(tape.keys.key((node[0] >> 4) as usize)) {
            return false;
        }
        let goes_on = match node[0] & 15 {
            ARRAY | OBJECT | ROWS => scan_at(tape, child, run, scan),
            _ => scan_leaf(tape, child, node, run, scan),
        };
        if !goes_on {
            return false;
        }
        child = node[3] as usize * NODE;
    }
    scan.leave(kind == ARRAY, node[1] as usize);
    true
}

#[inline]
fn scan_leaf<S: Scan>(
    tape: &Tape<'_>,
    at: usize,
    node: [i32; NODE],
    run: &mut Run,
    scan: &mut S,
) -> bool {
    let [head, length, payload, _] = node;
    match head & 15 {
        DEEP => match scan.string(length as usize) {
            Wanted::Nothing => {}
            Wanted::Escapes => run.add(tape, payload as usize, length as usize, scan),
            Wanted::Text(_) => {
                return scan.text(tape.deeps.text(payload as usize, length as usize));
            }
        },
        NUMBER => scan.number(tape.numbers[payload as usize]),
        FALSE => scan.literal("false"),
        TRUE => scan.literal("true"),
        STRING | INTERNED | NEAR => match scan.string(length as usize) {
            Wanted::Nothing => {}
            Wanted::Escapes if head & 15 == INTERNED => {
                let known = tape.keys.key(payload as usize);
                scan.escapes(known.json_chars - known.chars - 2);
            }
            Wanted::Escapes => {
                scan.escapes(Node::new(tape, at).text(usize::MAX, |text| text.json_escape_chars()))
            }
            Wanted::Text(chars) => return Node::new(tape, at).text(chars, |text| scan.text(text)),
        },
        BYTES => return scan.bytes(length as usize),
        // The views meet it, and say what it is.
        ENDLESS | ODD => return false,
        _ => scan.literal("null"),
    }
    true
}
