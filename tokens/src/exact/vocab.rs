//! The vocabularies: the bytes of tokens, the merges, and the tables that find them fast.
//!
//! The binary holds the merge pairs as compressed (deflate) arrays: o200k 729 kB, cl100k 342 kB,
//! r50k 165 kB. p50k is r50k with 24 tokens for runs of spaces. `scripts/make_vocab.py` writes
//! them. It also checks that merges reach every token. So the bytes of a token are those of its two
//! parts, and a piece that is a token is encoded as that token.

use super::atoms::Atoms;
use super::cuts::Cuts;
use super::keys::{Key, Keyed, MIX_A, NONE, SHORT, TINY, TinyKey, hash_bytes, key_of, tiny_key_of};
use super::trie::Trie;
use std::sync::OnceLock;

/// Bits of an id in a packed merge; o200k has 199,998 tokens, below 2^18.
const ID_BITS: u32 = 18;

/// One vocabulary with its tables, about 14 MB for o200k.
pub(super) struct Vocab {
    bytes: Vec<u8>,
    /// The start of each id's token in `bytes`, and the end of the last one.
    starts: Vec<u32>,
    /// The pair that merges into a token. For single bytes and ids without a token, it is the id
    /// itself twice.
    parts: Vec<(u32, u32)>,
    /// Id of a single byte.
    pub(super) byte_ids: [u32; 256],
    /// Id of two bytes (first byte × 256 + second), or [`NONE`].
    two_bytes: Vec<u32>,
    /// A hash table with open addressing. An entry holds the left, right and merged id. 0 is empty,
    /// because no merge makes id 0.
    merges: Vec<u64>,
    merges_shift: u32,
    /// One bit, by hash, for each pair that merges. Most pairs do not merge, and this filter is
    /// small enough to show that without waiting for memory.
    mergeable: Vec<u64>,
    /// Tokens of at most [`TINY`] bytes.
    tiny: Keyed<TinyKey>,
    /// Tokens of more than that and at most [`SHORT`] bytes.
    short: Keyed<Key>,
    /// Open addressing by hash of the bytes: ids of longer tokens.
    long_ids: Vec<u32>,
    /// Length in bytes of the longest token.
    pub(super) longest: usize,
    pub(super) cuts: Cuts,
    pub(super) atoms: Atoms,
    trie: OnceLock<Trie>,
}

impl Vocab {
    /// o200k_base, also o200k_harmony (they differ only in special tokens).
    pub(super) fn o200k() -> &'static Self {
        static VOCAB: OnceLock<Vocab> = OnceLock::new();
        VOCAB.get_or_init(|| Self::build(include_bytes!("../../data/o200k.bpe"), None))
    }

    /// cl100k_base.
    pub(super) fn cl100k() -> &'static Self {
        static VOCAB: OnceLock<Vocab> = OnceLock::new();
        VOCAB.get_or_init(|| Self::build(include_bytes!("../../data/cl100k.bpe"), None))
    }

    /// r50k_base, also gpt2.
    pub(super) fn r50k() -> &'static Self {
        static VOCAB: OnceLock<Vocab> = OnceLock::new();
        VOCAB.get_or_init(|| Self::build(R50K, None))
    }

    /// p50k_base: r50k and tokens for runs of spaces.
    pub(super) fn p50k() -> &'static Self {
        static VOCAB: OnceLock<Vocab> = OnceLock::new();
        VOCAB.get_or_init(|| Self::build(R50K, Some(include_bytes!("../../data/p50k.bpe"))))
    }

    fn build(packed: &[u8], extra: Option<&[u8]>) -> Self {
        let raw = inflate(packed);
        let extra = extra.map(inflate);
        let (count, rest) = count_and_rest(&raw);
        let more = extra.as_deref().map(count_and_rest);
        let ids = 256 + count + more.map_or(0, |(count, _)| count + 1);
        let (singles, planes) = rest.split_at(256);
        let mut vocab = Self::empty(ids);
        for (id, &byte) in singles.iter().enumerate() {
            vocab.byte_ids[usize::from(byte)] = id as u32;
            vocab.bytes.push(byte);
            vocab.add(id as u32, id as u32);
        }
        vocab.merge_all(planes, count);
        if let Some((count, planes)) = more {
            // This id is left out. It is the end-of-text token, which ordinary text never makes.
            let id = vocab.parts.len() as u32;
            vocab.add(id, id);
            vocab.merge_all(planes, count);
        }
        vocab
    }

    fn empty(ids: usize) -> Self {
        let slots = (ids * 2).next_power_of_two();
        Self {
            bytes: Vec::with_capacity(ids * 7),
            starts: {
                let mut starts = Vec::with_capacity(ids + 1);
                starts.push(0);
                starts
            },
            parts: Vec::with_capacity(ids),
            byte_ids: [0; 256],
            two_bytes: vec![NONE; 1 << 16],
            merges: vec![0; slots],
            merges_shift: 64 - slots.trailing_zeros(),
            mergeable: vec![0; 1 << (FILTER_BITS - 6)],
            tiny: Keyed::new(ids),
            short: Keyed::new(ids / 2),
            long_ids: vec![NONE; (ids / 4).next_power_of_two()],
            longest: 1,
            cuts: Cuts::new(),
            atoms: Atoms::new(),
            trie: OnceLock::new(),
        }
    }

    /// Appends the tokens of `count` merges.
    fn merge_all(&mut self, planes: &[u8], count: usize) {
        let plane = |index: usize| {
            planes
                .get(index * count..(index + 1) * count)
                .expect("the shipped data holds six planes")
        };
        let whole = |index: usize, at: usize| {
            u32::from(plane(index)[at]) << 16
                | u32::from(plane(index + 1)[at]) << 8
                | u32::from(plane(index + 2)[at])
        };
        for at in 0..count {
            let (left, right) = (whole(0, at), whole(3, at));
            for id in [left, right] {
                let range = self.range(id);
                self.bytes.extend_from_within(range);
            }
            let (before, after) = (self.range(left), self.range(right));
            let id = self.parts.len() as u32;
            self.cuts
                .add(&self.bytes[before.clone()], &self.bytes[after.clone()]);
            self.atoms.add(&self.bytes[before], &self.bytes[after], id);
            self.insert_merge(left, right, id);
            self.add(left, right);
        }
    }

    /// Registers the token whose bytes were just appended.
    fn add(&mut self, left: u32, right: u32) {
        let id = self.parts.len() as u32;
        let start = self.starts.last().map_or(0, |&start| start as usize);
        self.starts.push(self.bytes.len() as u32);
        self.parts.push((left, right));
        let token = &self.bytes[start..];
        self.longest = self.longest.max(token.len());
        match *token {
            [] => {}
            [_] => self.tiny.insert(tiny_key_of(token), id),
            [first, second] => {
                self.two_bytes[usize::from(first) << 8 | usize::from(second)] = id;
                self.tiny.insert(tiny_key_of(token), id);
            }
            _ if token.len() <= TINY => self.tiny.insert(tiny_key_of(token), id),
            _ if token.len() <= SHORT => self.short.insert(key_of(token), id),
            _ => {
                let mask = self.long_ids.len() - 1;
                let mut slot = hash_bytes(token) as usize & mask;
                while self.long_ids[slot] != NONE {
                    slot = (slot + 1) & mask;
                }
                self.long_ids[slot] = id;
            }
        }
    }

    fn insert_merge(&mut self, left: u32, right: u32, merged: u32) {
        let mask = self.merges.len() - 1;
        let pair = pair_key(left, right);
        let hash = pair.wrapping_mul(MIX_A);
        let bit = filter_bit(hash);
        self.mergeable[bit >> 6] |= 1 << (bit & 63);
        let mut slot = (hash >> self.merges_shift) as usize;
        while self.merges[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.merges[slot] = pair << ID_BITS | u64::from(merged);
    }

    /// Returns the range of a token's bytes. The range is empty if the id has no token.
    fn range(&self, id: u32) -> std::ops::Range<usize> {
        match self.starts.get(id as usize..id as usize + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Returns the bytes of a token, empty if the id has no token.
    pub(super) fn token(&self, id: u32) -> &[u8] {
        self.bytes.get(self.range(id)).unwrap_or_default()
    }

    /// How many ids there are, those without a token included.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The two tokens that merge into `id`; the id itself twice for a single byte.
    #[inline]
    pub(super) fn parts(&self, id: u32) -> (u32, u32) {
        self.parts[id as usize]
    }

    /// The token into which two tokens merge, or [`NONE`]. For each token only one such pair is
    /// stored. Byte-pair encoding never forms it from another pair, because only the bytes of the
    /// token itself decide how it is formed.
    #[inline]
    pub(super) fn merge(&self, left: u32, right: u32) -> u32 {
        let mask = self.merges.len() - 1;
        let pair = pair_key(left, right);
        let hash = pair.wrapping_mul(MIX_A);
        let bit = filter_bit(hash);
        if (self.mergeable[bit >> 6] >> (bit & 63)) & 1 == 0 {
            return NONE;
        }
        let mut slot = (hash >> self.merges_shift) as usize;
        loop {
            let entry = self.merges[slot & mask];
            if entry >> ID_BITS == pair {
                return (entry & ((1 << ID_BITS) - 1)) as u32;
            }
            if entry == 0 {
                return NONE;
            }
            slot += 1;
        }
    }

    /// The id of a token of at most [`TINY`] bytes by its key, or [`NONE`].
    #[inline]
    pub(super) fn tiny_token(&self, key: TinyKey) -> u32 {
        self.tiny.get(key)
    }

    /// The id of the token of two bytes, or [`NONE`].
    #[inline]
    pub(super) fn two(&self, first: u8, second: u8) -> u32 {
        self.two_bytes[usize::from(first) << 8 | usize::from(second)]
    }

    /// Whether a piece of at most [`TINY`] bytes is a token, by its key.
    #[inline]
    pub(super) fn is_tiny_token(&self, key: TinyKey) -> bool {
        self.tiny.contains(key)
    }

    /// Whether a piece of more than [`TINY`] and at most [`SHORT`] bytes is a token, by its key.
    #[inline]
    pub(super) fn is_short_token(&self, key: Key) -> bool {
        self.short.contains(key)
    }

    /// The id of a token of more than [`TINY`] and at most [`SHORT`] bytes by its key, or [`NONE`].
    #[inline]
    pub(super) fn short_token(&self, key: Key) -> u32 {
        self.short.get(key)
    }

    /// The id of a token of any length, or [`NONE`].
    pub(super) fn find(&self, piece: &[u8]) -> u32 {
        match piece.len() {
            0..=TINY => self.tiny_token(tiny_key_of(piece)),
            8..=SHORT => self.short_token(key_of(piece)),
            _ => self.long_token(piece),
        }
    }

    /// The id of a token of more than [`SHORT`] bytes, or [`NONE`].
    pub(super) fn long_token(&self, piece: &[u8]) -> u32 {
        if piece.len() > self.longest {
            return NONE;
        }
        let mask = self.long_ids.len() - 1;
        let mut slot = hash_bytes(piece) as usize & mask;
        loop {
            let id = self.long_ids[slot];
            if id == NONE || self.token(id) == piece {
                return id;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The trie for long pieces, built at first need (about 40 ms for o200k).
    pub(super) fn trie(&self) -> &Trie {
        self.trie.get_or_init(|| Trie::build(self))
    }
}

const R50K: &[u8] = include_bytes!("../../data/r50k.bpe");

fn inflate(packed: &[u8]) -> Vec<u8> {
    miniz_oxide::inflate::decompress_to_vec_zlib(packed)
        .expect("the data in this crate inflates, as its tests prove")
}

fn count_and_rest(raw: &[u8]) -> (usize, &[u8]) {
    let (head, rest) = raw.split_at(4);
    (
        head.iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | usize::from(byte)),
        rest,
    )
}

/// Size of the filter for pairs that merge, as a power of two: 2^20 bits are 128 kB. For o200k, one
/// bit in six is set.
const FILTER_BITS: u32 = 20;

/// The bit of a pair by its hash.
#[inline]
fn filter_bit(hash: u64) -> usize {
    ((hash >> 24) as usize) & ((1 << FILTER_BITS) - 1)
}

#[inline]
fn pair_key(left: u32, right: u32) -> u64 {
    u64::from(left) << ID_BITS | u64::from(right)
}
