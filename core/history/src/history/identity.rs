//! Distinguishes messages by hashes of their shapes, ids and contents.

use super::{History, HistoryOptions, MessageEntry, PartEntry, PartKind};
use crate::error::Result;
use crate::host::item::{Budget, Item, Kind, MAX_DEPTH, Text};
use crate::host::item::{CONTENT_FIELDS, READ_FIELDS};
use crate::read::dialect::{Dialect, vote};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Two sums of the same tokens differ by less than this, because of rounding. Chosen here: far
/// below one token.
const TOKENS_ALIKE: f64 = 1e-3;

impl History {
    /// Returns true if reading this message as message `index` would yield the same entries (role,
    /// parts, paths, names, ids, sizes and tokens) and indicate the same dialect. Another text of
    /// the same sizes passes; the full check is a hash of the content.
    pub fn matches(&mut self, index: usize, message: &Item<'_>) -> bool {
        index < self.len()
            && self.tells_same_dialect(index, message)
            && self.reads_alike(index, message)
    }

    /// Returns true if this message indicates the same dialect as message `index` did, or if the
    /// options set the dialect.
    fn tells_same_dialect(&self, index: usize, message: &Item<'_>) -> bool {
        self.options.measuring.dialect.is_some() || vote(message) == self.votes.get(index)
    }

    fn reads_alike(&mut self, index: usize, message: &Item<'_>) -> bool {
        let mut probe = Self::new(HistoryOptions::clone(&self.options));
        // Messages before the one that told the dialect were read as plain ones.
        let plain = index < self.plain_until;
        probe.dialect = Some(if plain {
            Dialect::PLAIN
        } else {
            self.dialect()
        });
        // Texts that were counted are not counted again.
        probe.counts = std::mem::take(&mut self.counts);
        let read = probe.take_in(message);
        self.counts = std::mem::take(&mut probe.counts);
        if read.is_err() {
            return false;
        }
        let (new, old) = (probe.messages[0], self.messages[index]);
        let facts = |entry: &MessageEntry| {
            (
                entry.role,
                entry.part_count,
                entry.has_call,
                entry.has_result,
                entry.is_user_turn,
                entry.is_compaction,
                entry.chars,
                entry.media_tokens,
            )
        };
        facts(&new) == facts(&old)
            && (new.tokens - old.tokens).abs() < TOKENS_ALIKE
            && probe
                .parts_of(0)
                .iter()
                .zip(self.parts_of(index))
                .all(|(new, old)| probe.is_alike(new, self, old))
    }

    /// Returns true if two parts of two histories are the same. A result may have taken its name
    /// from its call.
    fn is_alike(&self, new: &PartEntry, other: &Self, old: &PartEntry) -> bool {
        let call = old
            .partner
            .filter(|_| old.kind == PartKind::ToolResult)
            .map(|call| &other.parts[call as usize]);
        let named = |number: u32, known: u32, of_call: Option<u32>| {
            let text = if number == 0 {
                of_call.map_or("", |number| other.symbol(number))
            } else {
                self.symbol(number)
            };
            text == other.symbol(known)
        };
        let bare = |part: &PartEntry| PartEntry {
            name: 0,
            detail: 0,
            tokens: 0.0,
            summary_tokens: 0.0,
            partner: None,
            ..part.clone()
        };
        bare(new) == bare(old)
            && (new.tokens - old.tokens).abs() < TOKENS_ALIKE
            && named(new.name, old.name, call.map(|call| call.name))
            && named(new.detail, old.detail, call.map(|call| call.detail))
    }
}

pub fn id_hash(id: &Item<'_>) -> u64 {
    xxh3_64(id.text().to_str().as_bytes()).max(1)
}

/// Returns a hash over everything in a message that a dialect reads, text included. It is the full
/// check that `verify: "hash"` requests. If the message has a content field, the other fields that
/// no dialect reads belong to the host and are ignored.
pub fn content_hash(message: &Item<'_>) -> u64 {
    Feed::default().hash(message)
}

/// A hash over everything in a value of a message.
pub fn value_hash(value: &Item<'_>) -> u64 {
    let mut feed = Feed::default();
    feed.value(value, &mut Budget::default()).ok();
    feed.digest()
}

/// Calls `visit` with each field of a message that a dialect may read, until `visit` returns
/// `false`. If the message has a content field, fields that no dialect reads are skipped.
pub fn each_read<'v>(message: &Item<'v>, visit: &mut dyn FnMut(&str, Item<'v>) -> bool) {
    let is_understood = message.has_any(&CONTENT_FIELDS);
    for (name, value) in message.fields() {
        let is_read = !is_understood || READ_FIELDS.binary_search(&name).is_ok();
        if is_read && !visit(name, value) {
            return;
        }
    }
}

/// As [`content_hash`], but `None` for a message with raw bytes. The hash covers only their length,
/// so it does not identify such a message.
pub fn full_hash(message: &Item<'_>) -> Option<u64> {
    Feed::default().full_hash(message)
}

/// The [`full_hash`] of each message of a list.
pub fn full_hashes(messages: &Item<'_>) -> Vec<Option<u64>> {
    let mut feed = Feed::default();
    messages
        .items()
        .map(|message| feed.full_hash(&message))
        .collect()
}

/// The [`content_hash`] of some messages of a list, in order.
pub fn content_hashes(messages: &Item<'_>, range: std::ops::Range<usize>) -> Vec<u64> {
    let mut feed = Feed::default();
    range
        .filter_map(|index| messages.at(index))
        .map(|message| feed.hash(&message))
        .collect()
}

/// A hash over the [`content_hash`] of some messages of a list. It shows whether a list is still
/// the one that a plan was made for.
pub fn list_hash(messages: &Item<'_>, range: std::ops::Range<usize>) -> u64 {
    hash_of_hashes(content_hashes(messages, range).into_iter())
}

/// What [`list_hash`] gives for messages with these hashes.
pub fn hash_of_hashes(hashes: impl Iterator<Item = u64>) -> u64 {
    let mut all = Xxh3::new();
    hashes.for_each(|hash| all.update(&hash.to_le_bytes()));
    all.digest()
}

/// Bytes that are handed to the hasher at a time: one call for each name and number would take
/// longer than the hash itself. Most messages take no more than this, and are hashed in one piece.
const FED_BYTES: usize = 8_192;
/// Size in bytes of the blocks in which a text is checked for ASCII. Only a block that is not all
/// ASCII is checked byte by byte.
const BLOCK: usize = 16;
/// Most bytes of ASCII that are widened as one.
const PLAIN_BYTES: usize = FED_BYTES / 2;

/// How many bytes of ASCII a text begins with.
fn plain_bytes(text: &[u8]) -> usize {
    let blocks = text.as_chunks::<BLOCK>().0;
    let whole = BLOCK * blocks.iter().take_while(|block| block.is_ascii()).count();
    whole
        + text[whole..]
            .iter()
            .take_while(|byte| byte.is_ascii())
            .count()
}

/// A hash that is fed with the values of a message, one message after the other.
struct Feed {
    /// Absent while everything is in `bytes`.
    hash: Option<Xxh3>,
    bytes: Box<[u8]>,
    filled: usize,
    /// Whether it met raw bytes.
    has_bytes: bool,
}

impl Default for Feed {
    fn default() -> Self {
        Self {
            hash: None,
            bytes: vec![0; FED_BYTES].into_boxed_slice(),
            filled: 0,
            has_bytes: false,
        }
    }
}

impl Feed {
    /// The [`content_hash`] of a message.
    fn hash(&mut self, message: &Item<'_>) -> u64 {
        (self.hash, self.filled, self.has_bytes) = (None, 0, false);
        if message.is_object() {
            let mut budget = Budget::of_levels(MAX_DEPTH - 1);
            each_read(message, &mut |key, value| {
                self.bytes(key.as_bytes());
                self.value(&value, &mut budget).is_ok()
            });
        } else {
            // What lies too deep is not fed.
            self.value(message, &mut Budget::default()).ok();
        }
        self.digest()
    }

    /// The [`full_hash`] of a message.
    fn full_hash(&mut self, message: &Item<'_>) -> Option<u64> {
        let hash = self.hash(message);
        (!self.has_bytes).then_some(hash)
    }

    /// The hash of what was fed.
    fn digest(&mut self) -> u64 {
        let bytes = &self.bytes[..self.filled];
        match &mut self.hash {
            None => xxh3_64(bytes),
            Some(hash) => {
                hash.update(bytes);
                hash.digest()
            }
        }
    }

    /// Reserves `bytes` bytes of the buffer, at most [`FED_BYTES`], and returns them.
    #[inline]
    fn room(&mut self, bytes: usize) -> &mut [u8] {
        if self.filled + bytes > FED_BYTES {
            self.flush();
        }
        let start = self.filled;
        self.filled += bytes;
        &mut self.bytes[start..start + bytes]
    }

    /// Not inlined: a hasher would take room on the stack at every level of a deep value.
    #[inline(never)]
    fn flush(&mut self) {
        self.hash
            .get_or_insert_with(Xxh3::new)
            .update(&self.bytes[..self.filled]);
        self.filled = 0;
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(FED_BYTES) {
            self.room(piece.len()).copy_from_slice(piece);
        }
    }

    fn units(&mut self, units: &[u16]) {
        for piece in units.chunks(FED_BYTES / 2) {
            let room = self.room(2 * piece.len());
            room.chunks_exact_mut(2)
                .zip(piece)
                .for_each(|(bytes, unit)| bytes.copy_from_slice(&unit.to_le_bytes()));
        }
    }

    /// The UTF-16 form of a text in UTF-8.
    fn text(&mut self, text: &str) {
        let mut at = 0;
        while let Some(rest) = text.as_bytes().get(at..).filter(|rest| !rest.is_empty()) {
            let plain = &rest[..plain_bytes(&rest[..rest.len().min(PLAIN_BYTES)])];
            let room = self.room(2 * plain.len()).as_chunks_mut::<2>().0;
            room.iter_mut()
                .zip(plain)
                .for_each(|(pair, byte)| *pair = [*byte, 0]);
            at += plain.len();
            let Some(char) = text[at..].chars().next().filter(|char| !char.is_ascii()) else {
                continue;
            };
            match u16::try_from(u32::from(char)) {
                Ok(unit) => self.room(2).copy_from_slice(&unit.to_le_bytes()),
                Err(_) => self.units(char.encode_utf16(&mut [0; 2])),
            }
            at += char.len_utf8();
        }
    }

    /// Feeds a value.
    ///
    /// # Errors
    /// `TooDeep`: then nothing more of the message is fed.
    fn value(&mut self, value: &Item<'_>, budget: &mut Budget) -> Result<()> {
        let kind = value.kind();
        if value.is_odd() {
            // What the host prints for it may be another text each time.
            self.room(1).copy_from_slice(&[kind as u8]);
            return Ok(());
        }
        let mut head = [kind as u8; 9];
        head[1..].copy_from_slice(&(value.len() as u64).to_le_bytes());
        self.room(head.len()).copy_from_slice(&head);
        match kind {
            Kind::Bool | Kind::Number => self
                .room(8)
                .copy_from_slice(&value.number().to_bits().to_le_bytes()),
            // The UTF-16 form is hashed in all languages, so that equal texts have equal hashes
            // however the host stores them.
            Kind::String => match value.text() {
                Text::Utf8(text) => self.text(text),
                Text::Utf16(units) => self.units(units),
            },
            Kind::Bytes => self.has_bytes = true,
            Kind::Null | Kind::Array | Kind::Object => {}
        }
        budget.each(value, &mut |budget, key, child| {
            if let Some(key) = key {
                self.bytes(key.name.as_bytes());
            }
            self.value(&child, budget)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::item::Item;
    use serde_json::json;

    #[test]
    fn a_hash_is_of_the_units_and_not_of_the_blocks_that_are_fed() {
        for text in [
            "",
            "a",
            "größe",
            "😀",
            &"x".repeat(31),
            &"y".repeat(2_000),
            &"z😀é漢 and plain words in between ".repeat(90),
        ] {
            let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let length = units.len() as u64 / 2;
            let whole = [&[Kind::String as u8][..], &length.to_le_bytes(), &units].concat();
            assert_eq!(
                content_hash(&Item::from(&json!(text))),
                xxh3_64(&whole),
                "{text:.20}"
            );
            let (mut of_text, mut of_units) = (Feed::default(), Feed::default());
            of_text.text(text);
            of_units.units(&text.encode_utf16().collect::<Vec<u16>>());
            assert_eq!(of_text.digest(), of_units.digest(), "{text:.20}");
        }
    }
}
