//! JavaScript values as `values.cjs` writes them: a tag and what belongs to it.

use conspectus_api::{Copied, CopyBuilder};
use conspectus_files::{Error, Result};
use std::borrow::Cow;
use std::rc::Rc;

// The tags.
const NULL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 2;
const NUMBER: u8 = 3;
/// A string of which each char is one byte.
const TEXT: u8 = 4;
/// A string of which each char is two bytes.
const WIDE_TEXT: u8 = 5;
const BYTES: u8 = 6;
/// Precedes the text that JavaScript prints for a value that is not data.
const ODD: u8 = 7;
/// What JSON leaves out of objects, and what is null in lists.
const LEFT_OUT: u8 = 8;
const LIST: u8 = 9;
/// Its names come first, up to an end, and then as many values.
const OBJECT: u8 = 10;
const END: u8 = 11;
/// An object with the names of the one before.
const ROW: u8 = 12;

/// A pair of nulls.
pub const NOTHING: [u8; 2] = [NULL; 2];

/// Copies of the two values of a pair.
pub fn pair(bytes: Vec<u8>) -> Result<(Copied, Copied)> {
    let mut reader = Reader {
        bytes: &bytes,
        names: Rc::default(),
    };
    let read = reader.whole().zip(reader.whole());
    read.ok_or_else(|| Error::fault("no such tag"))
}

/// The tag of a field's name, and its bytes.
type Name<'b> = (u8, &'b [u8]);

struct Reader<'b> {
    /// What is not read yet.
    bytes: &'b [u8],
    /// The names of the object that was read last.
    names: Rc<[Name<'b>]>,
}

impl<'b> Reader<'b> {
    fn whole(&mut self) -> Option<Copied> {
        let mut copy = CopyBuilder::default();
        let kind = self.tag()?;
        self.value(kind, &mut copy)?;
        Some(copy.finish())
    }

    fn tag(&mut self) -> Option<u8> {
        self.bytes.split_off_first().copied()
    }

    fn sized(&mut self) -> Option<&'b [u8]> {
        let length = u32::from_le_bytes(self.bytes.split_off(..4)?.try_into().ok()?);
        self.bytes.split_off(..length as usize)
    }

    fn value(&mut self, kind: u8, copy: &mut CopyBuilder) -> Option<()> {
        match kind {
            NULL | LEFT_OUT => copy.null(),
            FALSE | TRUE => copy.bool(kind == TRUE),
            NUMBER => copy.double(f64::from_le_bytes(
                self.bytes.split_off(..8)?.try_into().ok()?,
            )),
            TEXT => copy.text(&text(self.sized()?)),
            WIDE_TEXT => copy.units(units(self.sized()?)),
            BYTES => copy.bytes(self.sized()?),
            ODD => {
                let kind = self.tag()?;
                self.value(kind, copy)?;
                copy.mark_odd();
            }
            LIST | OBJECT | ROW => self.container(kind, copy)?,
            _ => return None,
        }
        Some(())
    }

    /// What lies too deep, or has too many values before it, is read over. `values.cjs` bounds how
    /// deep it is.
    fn container(&mut self, kind: u8, copy: &mut CopyBuilder) -> Option<()> {
        let mut over = CopyBuilder::default();
        let is_open = copy.open(kind == LIST);
        let copy = if is_open { copy } else { &mut over };
        if kind == LIST {
            loop {
                match self.tag()? {
                    END => break,
                    kind => self.value(kind, copy)?,
                }
            }
        } else {
            if kind == OBJECT {
                self.names = self.read_names()?;
            }
            for name in &*Rc::clone(&self.names) {
                let kind = self.tag()?;
                if kind == LEFT_OUT {
                    continue;
                }
                match *name {
                    (TEXT, bytes) => copy.key(&text(bytes)),
                    (_, bytes) => copy.key_units(units(bytes)),
                }
                self.value(kind, copy)?;
            }
        }
        if is_open {
            copy.close();
        }
        Some(())
    }

    fn read_names(&mut self) -> Option<Rc<[Name<'b>]>> {
        let mut names = Vec::new();
        loop {
            match self.tag()? {
                END => return Some(names.into()),
                kind => names.push((kind, self.sized()?)),
            }
        }
    }
}

fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => text.into(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

fn units(bytes: &[u8]) -> impl Iterator<Item = u16> {
    let pairs = bytes.chunks_exact(2);
    pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
}
