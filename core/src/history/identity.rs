//! How messages are told apart: by hashes of their shapes, ids and contents.

use super::{History, PartEntry};
use crate::error::Result;
use crate::host::view::{Kind, Text, View};
use crate::measure::Estimator;
use crate::read::message::Role;
use xxhash_rust::xxh3::{xxh3_64, Xxh3};

/// Two sums of the same tokens differ by less than this, because of rounding. Chosen here: far below one token.
const TOKENS_ALIKE: f64 = 1e-3;

impl History {
    /// Whether message `index` is still the one that was read. It must have the same role, parts, ids and sizes, and the same number of
    /// tokens if the estimator reads text. Another text of the same length and tokens passes; a hash of the content is the full check.
    pub fn matches<V: View>(&self, index: usize, message: &V) -> bool {
        if index >= self.len() {
            return false;
        }
        // The shape holds only lengths, so no tokens need to be counted for it.
        let mut probe = Self::new(self.config.of_lengths());
        probe.dialect = Some(self.dialect());
        if probe.append(message).is_err() || probe.shape(0) != self.shape(index) {
            return false;
        }
        if !matches!(self.config.estimator, Estimator::Instant | Estimator::Exact) {
            return true;
        }
        let mut probe = Self::new(self.config.clone());
        probe.dialect = Some(self.dialect());
        let known_tokens = self.tokens_unrounded(index, index + 1);
        probe.append(message).is_ok() && (probe.tokens_unrounded(0, 1) - known_tokens).abs() < TOKENS_ALIKE
    }

    /// A hash over the role, parts, ids and sizes of message `index`.
    pub(crate) fn shape(&self, index: usize) -> u64 {
        fingerprint(self.messages[index].role, self.parts_of(index))
    }
}

pub(crate) fn id_hash<V: View>(id: &V) -> u64 {
    let hash = id.text(usize::MAX, |text| {
        // Ids are short and mostly ASCII. Such an id is copied on the stack and not on the heap.
        let mut bytes = [0u8; 64];
        match text {
            Text::Utf16(units) if units.len() <= bytes.len() && units.iter().all(|unit| *unit < 0x80) => {
                bytes.iter_mut().zip(units).for_each(|(byte, unit)| *byte = *unit as u8);
                xxh3_64(&bytes[..units.len()])
            }
            _ => xxh3_64(text.to_str().as_bytes()),
        }
    });
    // 0 means "no id".
    hash.max(1)
}

fn fingerprint(role: Role, parts: &[PartEntry]) -> u64 {
    // Most messages are hashed in one piece. Setting up a hasher for several pieces takes longer than the hash itself.
    let mut bytes = [0u8; FINGERPRINT_BYTES];
    let mut length = 0;
    let mut hash: Option<Xxh3> = None;
    let mut take = |piece: &[u8]| {
        if length + piece.len() > FINGERPRINT_BYTES {
            hash.get_or_insert_with(Xxh3::new).update(&bytes[..length]);
            length = 0;
        }
        bytes[length..length + piece.len()].copy_from_slice(piece);
        length += piece.len();
    };
    take(role.name().as_bytes());
    for part in parts {
        take(&[part.kind as u8, u8::from(part.is_error)]);
        for number in [part.chars, u64::from(part.media), part.output_chars, part.id] {
            take(&number.to_le_bytes());
        }
    }
    match hash {
        None => xxh3_64(&bytes[..length]),
        Some(mut hash) => {
            hash.update(&bytes[..length]);
            hash.digest()
        }
    }
}

/// Bytes of a fingerprint that are hashed in one piece: room for a role and six parts.
const FINGERPRINT_BYTES: usize = 224;

/// A hash over everything in a message, text included. It is the full check that `verify: "hash"` asks for.
///
/// # Errors
/// `TooDeep` if the message is nested deeper than the limit.
pub fn content_hash<V: View>(message: &V) -> Result<u64> {
    let mut hash = Xxh3::new();
    hash_into(message, &mut hash, 0)?;
    Ok(hash.digest())
}

/// As [`content_hash`], over the first `length` messages of a list. It shows whether a list is still the one that a plan was made for.
pub(crate) fn list_hash<V: View>(messages: &V, length: usize) -> Result<u64> {
    let mut hash = Xxh3::new();
    let mut index = 0;
    let mut failure = None;
    messages.for_each(&mut |_, message| {
        if index < length && failure.is_none() {
            failure = hash_into(&message, &mut hash, 0).err();
        }
        index += 1;
    });
    failure.map_or_else(|| Ok(hash.digest()), Err)
}

/// Hashes units in pieces. One call of the hasher for each unit would take longer than the hash itself.
fn hash_units(units: impl Iterator<Item = u16>, hash: &mut Xxh3) {
    let mut piece = [0u8; 1024];
    let mut filled = 0;
    for unit in units {
        piece[filled..filled + 2].copy_from_slice(&unit.to_le_bytes());
        filled += 2;
        if filled == piece.len() {
            hash.update(&piece);
            filled = 0;
        }
    }
    hash.update(&piece[..filled]);
}

fn hash_into<V: View>(value: &V, hash: &mut Xxh3, depth: usize) -> Result<()> {
    if depth > crate::host::view::MAX_DEPTH {
        return Err(crate::host::view::too_deep());
    }
    hash.update(&[value.kind() as u8]);
    hash.update(&(value.len() as u64).to_le_bytes());
    match value.kind() {
        Kind::Bool | Kind::Number => hash.update(&value.number().to_bits().to_le_bytes()),
        Kind::String => value.text(usize::MAX, |text| match text {
            // The UTF-16 form is hashed in all languages, so that equal texts have equal hashes however the host stores them.
            Text::Utf8(text) => hash_units(text.encode_utf16(), hash),
            Text::Utf16(units) => hash_units(units.iter().copied(), hash),
        }),
        _ => {}
    }
    let mut failure = None;
    let mut index = 0usize;
    value.for_each(&mut |key, child| {
        if let Some(key) = key {
            hash.update(key.name.as_bytes());
        }
        if failure.is_none() {
            let failed = hash_into(&child, hash, depth + 1).err();
            failure = failed.map(|error| error.under(&key.map_or_else(|| index.to_string(), |key| key.name.to_owned())));
        }
        index += 1;
    });
    failure.map_or(Ok(()), Err)
}
