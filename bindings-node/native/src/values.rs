//! JavaScript values as `values.cjs` writes them: a tag and what belongs to it.

use conspectus_api::{Copied, CopyBuilder};
use std::borrow::Cow;

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
const OBJECT: u8 = 10;
const END: u8 = 11;

/// What is not read yet.
type Bytes<'r, 'b> = &'r mut &'b [u8];

/// Copies of the two values of a pair; `None` if it is written in another way.
pub fn pair(mut bytes: &[u8]) -> Option<(Copied, Copied)> {
    Some((whole(&mut bytes)?, whole(&mut bytes)?))
}

fn whole(bytes: Bytes<'_, '_>) -> Option<Copied> {
    let mut copy = CopyBuilder::default();
    value(tag(bytes)?, bytes, &mut copy)?;
    Some(copy.finish())
}

fn tag(bytes: Bytes<'_, '_>) -> Option<u8> {
    bytes.split_off_first().copied()
}

fn sized<'b>(bytes: Bytes<'_, 'b>) -> Option<&'b [u8]> {
    let length = u32::from_le_bytes(bytes.split_off(..4)?.try_into().ok()?);
    bytes.split_off(..length as usize)
}

fn text<'b>(bytes: Bytes<'_, 'b>) -> Option<Cow<'b, str>> {
    let bytes = sized(bytes)?;
    Some(match std::str::from_utf8(bytes) {
        Ok(text) if bytes.is_ascii() => text.into(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    })
}

fn units<'b>(bytes: Bytes<'_, 'b>) -> Option<impl Iterator<Item = u16> + use<'b>> {
    let pairs = sized(bytes)?.chunks_exact(2);
    Some(pairs.map(|pair| u16::from_le_bytes([pair[0], pair[1]])))
}

fn value(kind: u8, bytes: Bytes<'_, '_>, copy: &mut CopyBuilder) -> Option<()> {
    match kind {
        NULL | LEFT_OUT => copy.null(),
        FALSE | TRUE => copy.bool(kind == TRUE),
        NUMBER => copy.double(f64::from_le_bytes(bytes.split_off(..8)?.try_into().ok()?)),
        TEXT => copy.text(&text(bytes)?),
        WIDE_TEXT => copy.units(units(bytes)?),
        BYTES => copy.bytes(sized(bytes)?),
        ODD => {
            value(tag(bytes)?, bytes, copy)?;
            copy.mark_odd();
        }
        LIST | OBJECT => container(kind == LIST, bytes, copy)?,
        _ => return None,
    }
    Some(())
}

/// What lies too deep, or has too many values before it, is read over. `values.cjs` bounds how deep it is.
fn container(is_list: bool, bytes: Bytes<'_, '_>, copy: &mut CopyBuilder) -> Option<()> {
    let mut over = CopyBuilder::default();
    let is_open = copy.open(is_list);
    let copy = if is_open { copy } else { &mut over };
    loop {
        let kind = match tag(bytes)? {
            END => break,
            kind if is_list => kind,
            kind => {
                match kind {
                    TEXT => copy.key(&text(bytes)?),
                    _ => copy.key_units(units(bytes)?),
                }
                match tag(bytes)? {
                    LEFT_OUT => continue,
                    kind => kind,
                }
            }
        };
        value(kind, bytes, copy)?;
    }
    if is_open {
        copy.close();
    }
    Some(())
}
