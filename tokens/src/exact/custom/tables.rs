//! Tables of tokens, by their bytes and by id, and of the merges that join them.

use super::super::keys::NONE;
use super::super::keys::{MIX_A, hash_bytes};
use crate::error::{Error, ErrorKind, Result};

/// The most tokens that a vocabulary may have. Chosen here: five times the largest in use.
pub(super) const MOST: usize = 1 << 20;

/// The tokens of a vocabulary. Within this module, a token is known by its place in the file.
pub(super) struct Tokens {
    bytes: Vec<u8>,
    /// The start of each token in `bytes`, and the end of the last one.
    starts: Vec<u32>,
    ids: Vec<u32>,
    /// Ids with their tokens, by id.
    sorted: Vec<(u32, u32)>,
    /// Open addressing by hash of the bytes.
    slots: Vec<u32>,
    longest: usize,
    /// The token of each single byte.
    pub(super) singles: [u32; 256],
}

impl Tokens {
    /// An empty table with room for `count` tokens.
    pub(super) fn with_capacity(count: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(count * 7),
            starts: vec![0],
            ids: Vec::with_capacity(count),
            sorted: Vec::new(),
            slots: vec![NONE; (count.max(1) * 2).next_power_of_two()],
            longest: 0,
            singles: [NONE; 256],
        }
    }

    /// Adds a token. Returns `None` if the token exists already or the table is full.
    pub(super) fn add(&mut self, token: &[u8], id: u32) -> Option<()> {
        if self.find(token) != NONE || self.ids.len() >= self.slots.len() / 2 {
            return None;
        }
        let place = self.ids.len() as u32;
        self.bytes.extend_from_slice(token);
        self.starts.push(u32::try_from(self.bytes.len()).ok()?);
        self.ids.push(id);
        self.longest = self.longest.max(token.len());
        if let [byte] = token {
            self.singles[usize::from(*byte)] = place;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash_bytes(token) as usize & mask;
        while self.slots[slot] != NONE {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = place;
        Some(())
    }

    /// Checks the vocabulary after reading: each single byte must be a token, and no id may occur
    /// twice.
    pub(super) fn finish(mut self) -> Result<Self> {
        if let Some(byte) = self.singles.iter().position(|&token| token == NONE) {
            let message = format!(
                "there is no token for the byte 0x{byte:02X}: byte-level BPE needs one for each of the 256 bytes"
            );
            return Err(Error::new(ErrorKind::InvalidConfig, "", message));
        }
        self.sorted = self
            .ids
            .iter()
            .enumerate()
            .map(|(place, &id)| (id, place as u32))
            .collect();
        self.sorted.sort_unstable();
        if let Some(pair) = self.sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(Error::new(
                ErrorKind::InvalidConfig,
                "",
                format!("two tokens have the id {}", pair[0].0),
            ));
        }
        Ok(self)
    }

    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    pub(super) fn id(&self, token: u32) -> u32 {
        self.ids.get(token as usize).copied().unwrap_or(NONE)
    }

    pub(super) fn bytes(&self, token: u32) -> &[u8] {
        let at = token as usize;
        match self.starts.get(at..at + 2) {
            Some(&[start, end]) => self
                .bytes
                .get(start as usize..end as usize)
                .unwrap_or_default(),
            _ => &[],
        }
    }

    pub(super) fn by_id(&self, id: u32) -> Option<&[u8]> {
        let at = self.sorted.binary_search_by_key(&id, |&(id, _)| id).ok()?;
        Some(self.bytes(self.sorted[at].1))
    }

    /// The token of these bytes, or [`NONE`].
    pub(super) fn find(&self, bytes: &[u8]) -> u32 {
        if bytes.len() > self.longest {
            return NONE;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash_bytes(bytes) as usize & mask;
        loop {
            let token = self.slots[slot];
            if token == NONE || self.bytes(token) == bytes {
                return token;
            }
            slot = (slot + 1) & mask;
        }
    }
}

/// Which two tokens may merge, and which merge comes first.
pub(super) enum Merges {
    /// Any two whose bytes together are a token; the lowest id of that token comes first
    /// (tiktoken).
    ByRank,
    /// The listed merges, in the order of the list (`tokenizer.json`).
    Listed(Pairs),
}

/// Listed merges in open addressing.
pub(super) struct Pairs {
    slots: Vec<Pair>,
}

#[derive(Clone, Copy)]
struct Pair {
    left: u32,
    right: u32,
    rank: u32,
    merged: u32,
}

impl Pairs {
    pub(super) fn with_capacity(count: usize) -> Self {
        Self {
            slots: vec![
                Pair {
                    left: NONE,
                    right: NONE,
                    rank: NONE,
                    merged: NONE
                };
                (count.max(1) * 2).next_power_of_two()
            ],
        }
    }

    fn slot(&self, left: u32, right: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mixed = (u64::from(left) << 32 | u64::from(right)).wrapping_mul(MIX_A);
        let mut slot = (mixed ^ mixed >> 32) as usize & mask;
        while self.slots[slot].left != NONE
            && (self.slots[slot].left, self.slots[slot].right) != (left, right)
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Adds a pair. A pair that is listed twice gets its later place, as in Hugging Face's
    /// tokenizers. Callers add no more pairs than they announced.
    pub(super) fn add(&mut self, left: u32, right: u32, rank: u32, merged: u32) {
        let slot = self.slot(left, right);
        self.slots[slot] = Pair {
            left,
            right,
            rank,
            merged,
        };
    }

    /// The rank of a merge and the token that it makes; `None` if the pair does not merge.
    pub(super) fn get(&self, left: u32, right: u32) -> Option<(u32, u32)> {
        let pair = self.slots[self.slot(left, right)];
        (pair.left != NONE).then_some((pair.rank, pair.merged))
    }
}
