//! Lists of objects with the same keys in the same order and leaves for values, as `putRows` in
//! `tape.cjs` lays them out: the keys once, then a row of integers for each object. A value is one
//! integer, `kind | length << 4`; where its text or number lies follows from where those of its row
//! begin.

use super::flat::Run;
use super::node::{Node, Place};
use super::{DEEP, FALSE, NODE, NUMBER, STRING, TRUE, Tape};
use conspectus::host::item::{Key, Scan, Wanted};

/// Integers before a row's values: where its short strings, its numbers and its long strings begin.
const HEAD: usize = 3;

/// One such list.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    tape: &'a Tape<'a>,
    list: usize,
}

impl<'a> Tape<'a> {
    /// The list of objects alike whose node is at `list`.
    pub(super) fn rows(&'a self, list: usize) -> Rows<'a> {
        Rows { tape: self, list }
    }
}

impl<'a> Rows<'a> {
    fn count(self) -> usize {
        self.tape.ints[self.list + 1] as usize
    }

    /// Keys of each object.
    pub(super) fn width(self) -> usize {
        self.tape.ints[self.list + 2] as usize
    }

    /// Their numbers.
    pub(super) fn keys(self) -> &'a [i32] {
        let start = self.list + NODE;
        &self.tape.ints[start..start + self.width()]
    }

    pub(super) fn row(self, index: usize) -> Node<'a> {
        let width = self.width();
        Node {
            tape: self.tape,
            at: self.list + NODE + width + index * (HEAD + width),
            place: Place::Row { list: self.list },
        }
    }

    pub(super) fn cell(self, row: usize, column: usize) -> Node<'a> {
        Node {
            tape: self.tape,
            at: row + HEAD + column,
            place: Place::Cell {
                list: self.list,
                column,
            },
        }
    }

    /// Where the text or number of the value at `at` lies.
    pub(super) fn payload(self, at: usize, column: usize) -> usize {
        let row = &self.tape.ints[at - column - HEAD..=at];
        let (before, kind) = (&row[HEAD..HEAD + column], row[HEAD + column] & 15);
        let of_kind = before.iter().filter(|cell| **cell & 15 == kind);
        match kind {
            DEEP => row[0] as usize + of_kind.map(|cell| (cell >> 4) as usize).sum::<usize>(),
            NUMBER => row[1] as usize + of_kind.count(),
            STRING => row[2] as usize + of_kind.count(),
            _ => 0,
        }
    }

    /// Tells `scan` of all of it; `false` if it was ended early.
    pub(super) fn scan<S: Scan>(self, run: &mut Run, scan: &mut S) -> bool {
        let Self { tape, list } = self;
        let (count, width, keys) = (self.count(), self.width(), self.keys());
        let start = list + NODE + width;
        let Some(rows) = tape.ints.get(start..start + count * (HEAD + width)) else {
            return false;
        };
        if !scan.enter(true) {
            return false;
        }
        let key = |number: i32| tape.keys.key(number as usize);
        let are_told = scan.alike(&mut keys.iter().map(|number| key(*number)), count);
        for row in rows.chunks_exact(HEAD + width) {
            if !scan.enter(false) || !self.scan_row(row, (!are_told).then_some(&key), run, scan) {
                return false;
            }
            scan.leave(false, width);
        }
        scan.leave(true, count);
        true
    }

    /// The values of a row, and their keys if they are not told of yet.
    #[inline]
    fn scan_row<S: Scan>(
        self,
        row: &[i32],
        key: Option<&impl Fn(i32) -> Key<'a>>,
        run: &mut Run,
        scan: &mut S,
    ) -> bool {
        let tape = self.tape;
        let (head, cells) = row.split_at(HEAD);
        let (mut deep, mut number, mut string) =
            (head[0] as usize, head[1] as usize, head[2] as usize);
        for (cell, name) in cells.iter().zip(self.keys()) {
            if let Some(key) = key
                && !scan.key(key(*name))
            {
                return false;
            }
            let length = (cell >> 4) as usize;
            match cell & 15 {
                DEEP => {
                    match scan.string(length) {
                        Wanted::Nothing => {}
                        Wanted::Escapes => run.add(tape, deep, length, scan),
                        Wanted::Text(_) => {
                            if !scan.text(tape.deeps.text(deep, length)) {
                                return false;
                            }
                        }
                    }
                    deep += length;
                }
                NUMBER => {
                    scan.number(tape.numbers[number]);
                    number += 1;
                }
                STRING => {
                    let goes_on = match scan.string(length) {
                        Wanted::Nothing => true,
                        Wanted::Escapes => {
                            scan.escapes(tape.fetched(string, length, usize::MAX, |text| {
                                text.json_escape_chars()
                            }));
                            true
                        }
                        Wanted::Text(chars) => {
                            tape.fetched(string, length, chars, |text| scan.text(text))
                        }
                    };
                    if !goes_on {
                        return false;
                    }
                    string += 1;
                }
                FALSE => scan.literal("false"),
                TRUE => scan.literal("true"),
                _ => scan.literal("null"),
            }
        }
        true
    }
}
