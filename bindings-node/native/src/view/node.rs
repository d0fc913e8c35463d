//! A value on a tape, as the core sees it.

use super::{
    ARRAY, BYTES, DEEP, ENDLESS, FALSE, INTERNED, NEAR, NODE, NUMBER, OBJECT, ODD, ROWS, STRING,
    TRUE, Tape, fetch, flat,
};
use conspectus::host::item::{self, Key, Kind, Scan, Text, View};

/// A value on a tape.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    pub(super) tape: &'a Tape<'a>,
    pub(super) at: usize,
    pub(super) place: Place,
}

/// What stands at a node's place.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Four integers.
    Node,
    /// An object of the list of objects alike at this place.
    Row { list: usize },
    /// The value in this column of such an object.
    Cell { list: usize, column: usize },
}

impl<'a> Node<'a> {
    pub(super) fn new(tape: &'a Tape<'a>, at: usize) -> Self {
        Self {
            tape,
            at,
            place: Place::Node,
        }
    }

    fn kind_code(self) -> i32 {
        match self.place {
            Place::Node | Place::Cell { .. } => self.tape.ints[self.at] & 15,
            Place::Row { .. } => OBJECT,
        }
    }

    fn length(self) -> usize {
        match self.place {
            Place::Node => self.tape.ints[self.at + 1] as usize,
            Place::Row { list } => self.tape.rows(list).width(),
            Place::Cell { .. } => (self.tape.ints[self.at] >> 4) as usize,
        }
    }

    /// Of a leaf.
    fn payload(self) -> usize {
        match self.place {
            Place::Node | Place::Row { .. } => self.tape.ints[self.at + 2] as usize,
            Place::Cell { list, column } => self.tape.rows(list).payload(self.at, column),
        }
    }

    fn after(self) -> usize {
        self.tape.ints[self.at + 3] as usize * NODE
    }

    fn key_number(self) -> usize {
        (self.tape.ints[self.at] >> 4) as usize
    }
}

impl View for Node<'_> {
    fn kind(&self) -> Kind {
        match self.kind_code() {
            FALSE | TRUE => Kind::Bool,
            NUMBER => Kind::Number,
            STRING | INTERNED | DEEP | NEAR | ODD => Kind::String,
            ARRAY | ENDLESS | ROWS => Kind::Array,
            OBJECT => Kind::Object,
            BYTES => Kind::Bytes,
            _ => Kind::Null,
        }
    }

    fn len(&self) -> usize {
        self.length()
    }

    fn get(&self, key: &str) -> Option<Self> {
        if self.kind_code() != OBJECT {
            return None;
        }
        let number = self.tape.keys.number(key)?;
        if let Place::Row { list } = self.place {
            let column = self
                .tape
                .rows(list)
                .keys()
                .iter()
                .position(|key| *key == number)?;
            return Some(self.tape.rows(list).cell(self.at, column));
        }
        let mut child = Node {
            at: self.at + NODE,
            ..*self
        };
        for _ in 0..self.length() {
            if child.key_number() == number as usize {
                return Some(child);
            }
            child.at = child.after();
        }
        None
    }

    fn at(&self, index: usize) -> Option<Self> {
        match self.kind_code() {
            ARRAY | ROWS if index >= self.length() => None,
            ARRAY if self.at == self.tape.messages => {
                Some(Node::new(self.tape, self.tape.items()[index]))
            }
            ROWS => Some(self.tape.rows(self.at).row(index)),
            ARRAY => {
                let mut child = Node {
                    at: self.at + NODE,
                    ..*self
                };
                for _ in 0..index {
                    child.at = child.after();
                }
                Some(child)
            }
            _ => None,
        }
    }

    fn items_may_have(&self, key: &str) -> bool {
        self.kind_code() != ROWS
            || self
                .tape
                .keys
                .number(key)
                .is_some_and(|number| self.tape.rows(self.at).keys().contains(&number))
    }

    fn for_each(&self, visit: &mut dyn FnMut(Option<Key<'_>>, Self)) {
        let kind = self.kind_code();
        let keys = self.tape.keys;
        match (kind, self.place) {
            (ROWS, _) => {
                let rows = self.tape.rows(self.at);
                (0..self.length()).for_each(|index| visit(None, rows.row(index)));
            }
            (OBJECT, Place::Row { list }) => {
                let rows = self.tape.rows(list);
                for (column, key) in rows.keys().iter().enumerate() {
                    visit(Some(keys.key(*key as usize)), rows.cell(self.at, column));
                }
            }
            (ARRAY | OBJECT, _) => {
                let mut child = Node {
                    at: self.at + NODE,
                    ..*self
                };
                for _ in 0..self.length() {
                    visit(
                        (kind == OBJECT).then(|| keys.key(child.key_number())),
                        child,
                    );
                    child.at = child.after();
                }
            }
            _ => {}
        }
    }

    fn text<R>(&self, at_most_chars: usize, read: impl FnOnce(Text<'_>) -> R) -> R {
        match self.kind_code() {
            INTERNED => read(self.tape.keys.text(self.payload())),
            DEEP => read(self.tape.deeps.text(self.payload(), self.length())),
            NEAR => read(self.tape.nears.text(self.payload(), self.length())),
            STRING | ODD => self
                .tape
                .fetched(self.payload(), self.length(), at_most_chars, read),
            _ => read(Text::Utf8("")),
        }
    }

    fn bytes<R>(&self, at_most: usize, read: impl FnOnce(&[u8]) -> R) -> R {
        if self.kind_code() != BYTES {
            return read(&[]);
        }
        read(&fetch::fetch_bytes(
            self.tape.env,
            self.tape.strings,
            self.payload() as u32,
            self.length().min(at_most),
        ))
    }

    fn scan<S: Scan>(&self, scan: &mut S) -> bool {
        match self.place {
            Place::Node => flat::scan(self.tape, self.at, scan),
            _ => view::scan_by_views(self, scan),
        }
    }

    fn is_endless(&self) -> bool {
        self.kind_code() == ENDLESS
    }

    fn is_odd(&self) -> bool {
        self.kind_code() == ODD
    }

    fn number(&self) -> f64 {
        match self.kind_code() {
            FALSE => 0.0,
            TRUE => 1.0,
            NUMBER => self.tape.numbers[self.payload()],
            _ => f64::NAN,
        }
    }
}
