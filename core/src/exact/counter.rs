//! [`Counter`]: counts tokens, remembering the counts of pieces it has met.

use super::bpe;
use super::classes::Classes;
use super::encoding::Encoding;
use super::split::Split;
use super::split_cl100k::Cl100k;
use super::split_o200k::O200k;
use super::split_r50k::R50k;
use super::vocab::{hash_key, key_of, Key, Vocab, NONE, SHORT};

/// Pieces cut before they are counted: the cutting mispredicts branches, the counting hides memory latency, and
/// each does so better in a loop of its own.
const BATCH: usize = 256;

/// Slots of a full-grown cache of short pieces (16 bytes each: 512 kB, the size of a second-level cache).
const SLOTS: usize = 1 << 15;

/// The longest piece that the second cache holds, in bytes; the two bytes after it hold length and count.
const MEDIUM: usize = 30;

/// In the top byte of a cached [`Key`]: four bits of length, then four bits of count.
const COUNT_SHIFT: u32 = 60;

/// Counts tokens of ordinary text: the text of a special token is text like any other.
///
/// It remembers the counts of pieces (words, with what precedes them) in a table of at most 1 MB that never grows, so a
/// counter that lives long is faster than a new one. Results do not depend on what was counted before.
#[derive(Clone)]
pub struct Counter {
    encoding: Encoding,
    engine: Engine,
}

/// The caches of a counter with the tables that they stand in front of.
#[derive(Clone)]
struct Engine {
    vocab: &'static Vocab,
    /// Direct-mapped: short pieces with their counts; a zero key is empty.
    short: Vec<Key>,
    short_shift: u32,
    /// The same for pieces of up to [`MEDIUM`] bytes.
    medium: Vec<[u64; 4]>,
    medium_shift: u32,
}

impl Counter {
    /// A counter for `encoding`. Loads the vocabulary at its first use in the process.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        Self::for_length(encoding, usize::MAX)
    }

    /// A counter with a cache that suits a text of `bytes` bytes.
    pub(super) fn for_length(encoding: Encoding, bytes: usize) -> Self {
        let slots = (bytes / 4).clamp(64, SLOTS).next_power_of_two();
        let vocab = vocab_of(encoding);
        let medium = slots / 4;
        let engine = Engine {
            vocab,
            short: vec![[0; 2]; slots],
            short_shift: 64 - slots.trailing_zeros(),
            medium: vec![[0; 4]; medium],
            medium_shift: 64 - medium.trailing_zeros(),
        };
        Self { encoding, engine }
    }

    /// The encoding it counts for.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Tokens of `text`.
    pub fn count(&mut self, text: &str) -> usize {
        self.count_past(text, usize::MAX)
    }

    /// Tokens of `text` if they are at most `limit`; stops soon after they are more.
    pub fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize> {
        // No token is longer than `longest` bytes, so there are at least this many.
        if text.len().div_ceil(self.engine.vocab.longest) > limit {
            return None;
        }
        let count = self.count_past(text, limit);
        (count <= limit).then_some(count)
    }

    /// Tokens of `text`, or of a start of it that has more than `limit`.
    fn count_past(&mut self, text: &str, limit: usize) -> usize {
        let (text, classes) = (text.as_bytes(), Classes::get());
        match self.encoding {
            Encoding::O200kBase | Encoding::O200kHarmony => self.engine.count(&O200k { classes }, text, limit),
            Encoding::Cl100kBase => self.engine.count(&Cl100k { classes }, text, limit),
            Encoding::P50kBase | Encoding::R50kBase | Encoding::Gpt2 => self.engine.count(&R50k { classes }, text, limit),
        }
    }
}

impl std::fmt::Debug for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counter").field("encoding", &self.encoding).finish_non_exhaustive()
    }
}

/// The vocabulary of an encoding.
pub(super) fn vocab_of(encoding: Encoding) -> &'static Vocab {
    match encoding {
        Encoding::O200kBase | Encoding::O200kHarmony => Vocab::o200k(),
        Encoding::Cl100kBase => Vocab::cl100k(),
        Encoding::P50kBase => Vocab::p50k(),
        Encoding::R50kBase | Encoding::Gpt2 => Vocab::r50k(),
    }
}

impl Engine {
    fn count(&mut self, split: &impl Split, text: &[u8], limit: usize) -> usize {
        let mut ends = [0usize; BATCH];
        let (mut at, mut start, mut total) = (0, 0, 0);
        while at < text.len() && total <= limit {
            let mut filled = 0;
            while filled < BATCH && at < text.len() {
                at = split.next(text, at);
                ends[filled] = at;
                filled += 1;
            }
            for &end in &ends[..filled] {
                total += self.piece(text, start, end);
                start = end;
            }
        }
        total
    }

    /// Tokens of the piece `text[start..end]`.
    #[inline]
    fn piece(&mut self, text: &[u8], start: usize, end: usize) -> usize {
        let length = end - start;
        if length > SHORT {
            return self.long_piece(&text[start..end]);
        }
        let key = match text.get(start..start + 16) {
            Some(bytes) => masked_key(bytes, length),
            None => key_of(&text[start..end]),
        };
        self.short(text, start, end, key)
    }

    #[inline]
    fn short(&mut self, text: &[u8], start: usize, end: usize, key: Key) -> usize {
        let slot = (hash_key(key) >> self.short_shift) as usize;
        let found = self.short[slot];
        if found[0] == key[0] && found[1] & !(0xF << COUNT_SHIFT) == key[1] {
            return (found[1] >> COUNT_SHIFT) as usize;
        }
        self.short_miss(&text[start..end], key, slot)
    }

    #[inline(never)]
    fn short_miss(&mut self, piece: &[u8], key: Key, slot: usize) -> usize {
        let count = bpe::count_short(self.vocab, piece, key);
        self.short[slot] = [key[0], key[1] | (count as u64) << COUNT_SHIFT];
        count
    }

    /// Tokens of a piece of more than [`SHORT`] bytes.
    #[inline(never)]
    fn long_piece(&mut self, piece: &[u8]) -> usize {
        // Few merges cross between characters from U+3000 on: their pieces recur less than parts of them do.
        if piece.len() <= MEDIUM && piece[0] < 0xE3 && piece[1] < 0xE3 {
            return self.medium(piece);
        }
        if self.vocab.long_token(piece) != NONE {
            return 1;
        }
        let (mut from, mut total) = (0, 0);
        while from < piece.len() {
            let to = self.vocab.cuts.next(piece, from);
            let part = &piece[from..to];
            total += match part.len() {
                0..=SHORT => self.piece(piece, from, to),
                16..=MEDIUM => self.medium(part),
                _ => bpe::count(self.vocab, part),
            };
            from = to;
        }
        total
    }

    /// Tokens of a piece of more than [`SHORT`] and at most [`MEDIUM`] bytes.
    fn medium(&mut self, piece: &[u8]) -> usize {
        let mut padded = [0u8; 32];
        padded[..piece.len()].copy_from_slice(piece);
        padded[31] = piece.len() as u8;
        let key: [u64; 4] = std::array::from_fn(|word| super::split::load8(&padded, word * 8));
        let slot = hash_key([key[0] ^ key[2].rotate_left(23), key[1] ^ key[3].rotate_left(41)]) >> self.medium_shift;
        let found = self.medium[slot as usize];
        if found[..3] == key[..3] && found[3] & !(0xFF << 48) == key[3] {
            return (found[3] >> 48 & 0xFF) as usize;
        }
        let token = self.vocab.long_token(piece);
        let count = if token == NONE { bpe::count(self.vocab, piece) } else { 1 };
        self.medium[slot as usize] = [key[0], key[1], key[2], key[3] | (count as u64) << 48];
        count
    }
}

/// The key of the first `length` (at most [`SHORT`]) of 16 bytes.
#[inline]
fn masked_key(bytes: &[u8], length: usize) -> Key {
    let value = u128::from_le_bytes(bytes.try_into().expect("sixteen bytes"));
    let [low, high] = MASKS[length & 15];
    [value as u64 & low, (value >> 64) as u64 & high | (length as u64) << 56]
}

/// By length: the bits of that many bytes.
static MASKS: [Key; 16] = {
    let mut masks = [[0u64; 2]; 16];
    let mut length = 1;
    while length < 16 {
        let bits = u128::MAX >> (128 - 8 * length);
        masks[length] = [bits as u64, (bits >> 64) as u64];
        length += 1;
    }
    masks
};
