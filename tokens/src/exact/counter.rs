//! [`Counter`]: counts tokens and remembers the counts of the pieces that it has met.

use super::block::Batch;
use super::bpe;
use super::classes::Classes;
use super::encoding::Encoding;
use super::keys::NONE;
use super::keys::{Hashed, Key, SHORT, TINY, TinyKey, hash_bytes, tiny_key_of, tiny_mask};
use super::split::{Split, load8};
use super::split_cl100k::Cl100k;
use super::split_o200k::O200k;
use super::split_r50k::R50k;
use super::vocab::Vocab;

/// Slots of a full-grown cache of tiny pieces (8 bytes each: 512 kB), twice those of the next two
/// (16 and 32 bytes each: 512 kB and 1 MB). Larger than a second-level cache, but misses cost more
/// than the third level does (measured: 15 % over half as many of the next two; twice as many again
/// gain a warm counter 5 % and cost a new one 5 %).
const SLOTS: usize = 1 << 16;

/// The longest piece that the second cache holds, in bytes; the two bytes after it hold length and
/// count.
const MEDIUM: usize = 30;

/// The longest piece that the last cache holds, in bytes; it has 1/64 of the slots (128 bytes each:
/// 128 kB).
const LONG: usize = 126;

/// In the top byte of a cached [`TinyKey`] or [`Key`]: four bits of length, then four bits of
/// count.
const COUNT_SHIFT: u32 = 60;

/// Counts the tokens of ordinary text. The name of a special token is text like any other.
///
/// It remembers the counts of pieces (words, with the blank or sign before them) in tables of 2.2
/// MB that never grow. So a counter that is kept is faster than a new one. Results do not depend on
/// what was counted before.
#[derive(Clone)]
pub struct Counter {
    encoding: Encoding,
    engine: Engine,
}

/// The caches of a counter, and the vocabulary.
#[derive(Clone)]
struct Engine {
    vocab: &'static Vocab,
    /// A direct-mapped cache of the pieces of up to [`TINY`] bytes with their counts. A zero key is
    /// an empty slot.
    tiny: Vec<TinyKey>,
    tiny_shift: u32,
    /// The cache for pieces of up to [`SHORT`] bytes.
    short: Vec<Key>,
    /// The cache for pieces of up to [`MEDIUM`] bytes.
    medium: Vec<[u64; 4]>,
    /// The shift for `short` and `medium`.
    fewer_shift: u32,
    /// A direct-mapped cache of the pieces of up to [`LONG`] bytes that are not tokens (drawn
    /// lines, indentation). A slot contains the bytes, zeros, the count and the length.
    long: Vec<[u8; 128]>,
}

impl Counter {
    /// A counter for `encoding`. The first one in a process unpacks the vocabulary.
    #[must_use]
    pub fn new(encoding: Encoding) -> Self {
        Self::for_length(encoding, usize::MAX)
    }

    /// A counter with a cache that suits a text of `bytes` bytes.
    pub(super) fn for_length(encoding: Encoding, bytes: usize) -> Self {
        let slots = (bytes / 4).clamp(64, SLOTS).next_power_of_two();
        let vocab = vocab_of(encoding);
        let fewer = slots / 2;
        let engine = Engine {
            vocab,
            tiny: vec![0; slots],
            tiny_shift: 64 - slots.trailing_zeros(),
            short: vec![[0; 2]; fewer],
            medium: vec![[0; 4]; fewer],
            fewer_shift: 64 - fewer.trailing_zeros(),
            long: vec![[0; 128]; (slots / 64).max(1)],
        };
        Self { encoding, engine }
    }

    /// The encoding it counts for.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of tokens of `text`.
    pub fn count(&mut self, text: &str) -> usize {
        self.count_past(text, usize::MAX)
    }

    /// The number of tokens of `text` if it is at most `limit`, else `None`. Stops soon after the
    /// limit is passed.
    pub fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize> {
        // No token is longer than `longest` bytes, so there are at least this many.
        if text.len().div_ceil(self.engine.vocab.longest) > limit {
            return None;
        }
        let count = self.count_past(text, limit);
        (count <= limit).then_some(count)
    }

    /// The number of tokens of `text`, or of a start of it that has more than `limit` tokens.
    fn count_past(&mut self, text: &str, limit: usize) -> usize {
        let (text, classes) = (text.as_bytes(), Classes::get());
        match self.encoding {
            Encoding::O200kBase | Encoding::O200kHarmony => {
                self.engine.count(&O200k { classes }, text, limit)
            }
            Encoding::Cl100kBase => self.engine.count(&Cl100k { classes }, text, limit),
            Encoding::P50kBase | Encoding::R50kBase | Encoding::Gpt2 => {
                self.engine.count(&R50k { classes }, text, limit)
            }
        }
    }
}

impl std::fmt::Debug for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counter")
            .field("encoding", &self.encoding)
            .finish_non_exhaustive()
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
    /// Cuts a batch of pieces, then counts them. Cutting mispredicts branches and counting waits
    /// for memory; each is faster in a loop of its own.
    fn count(&mut self, split: &impl Split, text: &[u8], limit: usize) -> usize {
        let mut batch = Batch::new();
        let (mut at, mut start, mut total) = (0, 0, 0);
        while at < text.len() && total <= limit {
            at = split.fill(text, at, &mut batch);
            for &end in &batch.ends[..batch.filled] {
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
        if length > TINY {
            return self.longer(&text[start..end]);
        }
        let key = match text.get(start..start + 8) {
            Some(bytes) => {
                let word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
                word & tiny_mask(length) | (length as u64) << 56
            }
            None => tiny_key_of(&text[start..end]),
        };
        let slot = (key.hash() >> self.tiny_shift) as usize;
        let found = self.tiny[slot];
        if found & !(0xF << COUNT_SHIFT) == key {
            return (found >> COUNT_SHIFT) as usize;
        }
        self.tiny_miss(&text[start..end], key, slot)
    }

    #[inline(never)]
    fn tiny_miss(&mut self, piece: &[u8], key: TinyKey, slot: usize) -> usize {
        let count = bpe::count_tiny(self.vocab, piece, key);
        self.tiny[slot] = key | (count as u64) << COUNT_SHIFT;
        count
    }

    /// Tokens of a piece of more than [`TINY`] bytes.
    #[inline]
    fn longer(&mut self, piece: &[u8]) -> usize {
        if piece.len() > SHORT {
            return self.long_piece(piece);
        }
        // Two overlapping loads of 8 bytes cover a piece of 8 to 15 bytes. The second is shifted so
        // that it follows the first.
        let (first, last) = (load8(piece, 0), load8(piece, piece.len() - 8));
        let key = [
            first,
            last >> (8 * (15 - piece.len())) >> 8 | (piece.len() as u64) << 56,
        ];
        let slot = (key.hash() >> self.fewer_shift) as usize;
        let found = self.short[slot];
        if found[0] == key[0] && found[1] & !(0xF << COUNT_SHIFT) == key[1] {
            return (found[1] >> COUNT_SHIFT) as usize;
        }
        self.short_miss(piece, key, slot)
    }

    #[inline(never)]
    fn short_miss(&mut self, piece: &[u8], key: Key, slot: usize) -> usize {
        let count = if self.vocab.is_short_token(key) {
            1
        } else {
            bpe::count(self.vocab, piece)
        };
        self.short[slot] = [key[0], key[1] | (count as u64) << COUNT_SHIFT];
        count
    }

    /// Tokens of a piece of more than [`SHORT`] bytes.
    #[inline(never)]
    fn long_piece(&mut self, piece: &[u8]) -> usize {
        // From U+3000 on, few merges join two characters. Parts of such a piece come again more
        // often than the whole piece.
        let recurs = piece[0] < 0xE3 && piece[1] < 0xE3;
        if piece.len() <= MEDIUM && recurs {
            return self.medium(piece);
        }
        if self.vocab.long_token(piece) != NONE {
            return 1;
        }
        if piece.len() > LONG || !recurs {
            return self.in_parts(piece);
        }
        let slot = hash_bytes(piece) as usize & (self.long.len() - 1);
        let found = &self.long[slot];
        if usize::from(found[127]) == piece.len() && found[..piece.len()] == *piece {
            return usize::from(found[126]);
        }
        let count = self.in_parts(piece);
        let mut entry = [0; 128];
        entry[..piece.len()].copy_from_slice(piece);
        entry[126] = count as u8;
        entry[127] = piece.len() as u8;
        self.long[slot] = entry;
        count
    }

    /// The number of tokens of a piece, counted part by part. The piece is cut where no merge can
    /// cross.
    fn in_parts(&mut self, piece: &[u8]) -> usize {
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
        let key: [u64; 4] = std::array::from_fn(|word| load8(&padded, word * 8));
        let slot = [
            key[0] ^ key[2].rotate_left(23),
            key[1] ^ key[3].rotate_left(41),
        ]
        .hash()
            >> self.fewer_shift;
        let found = self.medium[slot as usize];
        if found[..3] == key[..3] && found[3] & !(0xFF << 48) == key[3] {
            return (found[3] >> 48 & 0xFF) as usize;
        }
        let token = self.vocab.long_token(piece);
        let count = if token == NONE {
            bpe::count(self.vocab, piece)
        } else {
            1
        };
        self.medium[slot as usize] = [key[0], key[1], key[2], key[3] | (count as u64) << 48];
        count
    }
}
