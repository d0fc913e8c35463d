//! How messages are told apart: by hashes of their shapes, ids and contents.

use super::{History, MessageEntry, PartEntry, PartKind};
use crate::config::Config;
use crate::error::Result;
use crate::host::view::{Kind, Text, View};
use crate::measure::Estimator;
use crate::read::dialect::{vote, Dialect};
use crate::read::message::Role;
use xxhash_rust::xxh3::{xxh3_64, Xxh3};

/// Two sums of the same tokens differ by less than this, because of rounding. Chosen here: far below one token.
const TOKENS_ALIKE: f64 = 1e-3;

impl History {
    /// Whether the ledger would be the same if it had read this message as message `index`: role, parts, places, names, ids, sizes and
    /// tokens. Another text of the same sizes passes; a hash of the content is the full check.
    pub fn matches<V: View>(&mut self, index: usize, message: &V) -> bool {
        if index >= self.len() || !self.tells_same_dialect(index, message) {
            return false;
        }
        // The shape holds only lengths, so no tokens need to be counted for it.
        if !self.reads_alike(index, message, self.config.of_lengths(), false) {
            return false;
        }
        let reads_text = self.config.estimator != Estimator::Chars || self.messages[index].media > 0;
        !reads_text || self.reads_alike(index, message, self.config.clone(), true)
    }

    /// Whether the dialect would still be told by the same message.
    fn tells_same_dialect<V: View>(&self, index: usize, message: &V) -> bool {
        self.config.dialect.is_some() || vote(message) == self.votes.get(index)
    }

    fn reads_alike<V: View>(&mut self, index: usize, message: &V, config: Config, tokens_too: bool) -> bool {
        let mut probe = Self::new(config);
        // Messages before the one that told the dialect were read as plain ones.
        let plain = index < self.plain_until;
        probe.dialect = Some(if plain { Dialect::PLAIN } else { self.dialect() });
        // Texts that were counted are not counted again.
        probe.counts = std::mem::take(&mut self.counts);
        let read = probe.take_in(message);
        self.counts = std::mem::take(&mut probe.counts);
        if read.is_err() {
            return false;
        }
        let (new, old) = (probe.messages[0], self.messages[index]);
        let sizes = |entry: &MessageEntry| (entry.chars, entry.media_tokens);
        let kinds = |entry: &MessageEntry| (entry.role, entry.part_count, entry.has_call, entry.has_result, entry.is_user_turn, entry.is_compaction);
        kinds(&new) == kinds(&old)
            && (!tokens_too || (sizes(&new) == sizes(&old) && (new.tokens - old.tokens).abs() < TOKENS_ALIKE))
            && probe.parts_of(0).iter().zip(self.parts_of(index)).all(|(new, old)| probe.is_alike(new, self, old, tokens_too))
    }

    /// Whether two parts of two ledgers are the same. A result may have taken its name from its call.
    fn is_alike(&self, new: &PartEntry, other: &Self, old: &PartEntry, tokens_too: bool) -> bool {
        let call = old.partner.filter(|_| old.kind == PartKind::ToolResult).map(|call| &other.parts[call as usize]);
        let named = |number: u32, known: u32, of_call: Option<u32>| {
            let text = if number == 0 { of_call.map_or("", |number| other.symbol(number)) } else { self.symbol(number) };
            text == other.symbol(known)
        };
        let flags = |part: &PartEntry| (part.kind, part.in_output, part.beside_text, part.is_error, part.is_cleared, part.signed);
        let sizes = |part: &PartEntry| (part.path, part.chars, part.media, part.output_chars, part.id);
        flags(new) == flags(old)
            && sizes(new) == sizes(old)
            && (!tokens_too || (new.media_tokens == old.media_tokens && (new.tokens - old.tokens).abs() < TOKENS_ALIKE))
            && named(new.name, old.name, call.map(|call| call.name))
            && named(new.detail, old.detail, call.map(|call| call.detail))
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

/// As [`content_hash`], over some messages of a list. It shows whether a list is still the one that a plan was made for.
pub(crate) fn list_hash<V: View>(messages: &V, range: std::ops::Range<usize>) -> Result<u64> {
    let mut hash = Xxh3::new();
    if range.start > 0 {
        range.filter_map(|index| messages.at(index)).try_for_each(|message| hash_into(&message, &mut hash, 0))?;
        return Ok(hash.digest());
    }
    let mut index = 0;
    let mut failure = None;
    messages.for_each(&mut |_, message| {
        if range.contains(&index) && failure.is_none() {
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
