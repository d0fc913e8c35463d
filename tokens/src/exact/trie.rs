//! All tokens in a trie, and the encoder for long pieces that uses it.
//!
//! The encoder is the backtracking one of the crate `bpe` (MIT, GitHub). It takes the longest token
//! that may follow the last one. If none may, it drops the last token and remembers that this place
//! is a dead end. Every place becomes a dead end at most once. So the time is at most the length of
//! the piece times the length of the longest token.

use super::keys::NONE;
use super::vocab::Vocab;

/// Trie over the tokens' bytes. Node 0 is the root.
pub(super) struct Trie {
    /// A hash table with open addressing. An entry contains the parent node, the byte and the
    /// child. 0 is empty, because the root is not a child.
    edges: Vec<u64>,
    shift: u32,
    /// The token that ends at a node, or [`NONE`].
    token: Vec<u32>,
    /// For each token, the longest other token with which it starts, or [`NONE`].
    shorter: Vec<u32>,
}

/// Bits of a node's number: o200k has about 380,000 nodes.
const NODE_BITS: u32 = 24;

impl Trie {
    pub(super) fn build(vocab: &Vocab) -> Self {
        let slots = (vocab.len() * 5).next_power_of_two();
        let mut trie = Self {
            edges: vec![0; slots],
            shift: 64 - slots.trailing_zeros(),
            token: vec![NONE],
            shorter: vec![NONE; vocab.len()],
        };
        for id in 0..vocab.len() as u32 {
            let mut node = 0;
            for &byte in vocab.token(id) {
                node = trie.child_or_new(node, byte);
            }
            if node != 0 {
                trie.token[node as usize] = id;
            }
        }
        for id in 0..vocab.len() as u32 {
            let token = vocab.token(id);
            trie.shorter[id as usize] =
                trie.longest(token.split_last().map_or(&[], |(_, start)| start));
        }
        trie
    }

    fn child_or_new(&mut self, node: u32, byte: u8) -> u32 {
        let known = self.child(node, byte);
        if known != 0 {
            return known;
        }
        let child = self.token.len() as u32;
        self.token.push(NONE);
        let key = u64::from(node) << 8 | u64::from(byte);
        let mask = self.edges.len() - 1;
        let mut slot = self.slot(key);
        while self.edges[slot & mask] != 0 {
            slot += 1;
        }
        self.edges[slot & mask] = key << NODE_BITS | u64::from(child);
        child
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// Returns the child of `node` for `byte`, or 0 if the node has no such child.
    #[inline]
    fn child(&self, node: u32, byte: u8) -> u32 {
        let key = u64::from(node) << 8 | u64::from(byte);
        let mask = self.edges.len() - 1;
        let mut slot = self.slot(key);
        loop {
            let edge = self.edges[slot & mask];
            if edge >> NODE_BITS == key && edge != 0 {
                return (edge & ((1 << NODE_BITS) - 1)) as u32;
            }
            if edge == 0 {
                return 0;
            }
            slot += 1;
        }
    }

    /// The longest token that `text` starts with, or [`NONE`].
    fn longest(&self, text: &[u8]) -> u32 {
        let mut best = NONE;
        self.each(text, |token, _| best = token);
        best
    }

    /// Calls `visit` with every token that `text` starts with and its length, shortest first.
    pub(super) fn each(&self, text: &[u8], mut visit: impl FnMut(u32, usize)) {
        let mut node = 0;
        for (at, &byte) in text.iter().enumerate() {
            node = self.child(node, byte);
            if node == 0 {
                return;
            }
            let token = self.token[node as usize];
            if token != NONE {
                visit(token, at + 1);
            }
        }
    }

    /// The encoding of a piece of any length.
    pub(super) fn encode(&self, vocab: &Vocab, piece: &[u8]) -> Vec<u32> {
        let mut tokens: Vec<u32> = Vec::with_capacity(piece.len() / 3 + 1);
        let mut dead = vec![0u64; piece.len() / 64 + 1];
        let mut at = 0;
        let mut candidate = self.longest(piece);
        let mut follow = Follow::new(vocab);
        while candidate != NONE {
            let last = tokens.last().copied();
            let mut token = candidate;
            candidate = loop {
                let end = at + vocab.token(token).len();
                if (dead[end >> 6] >> (end & 63)) & 1 == 0
                    && last.is_none_or(|last| follow.may(last, token))
                {
                    tokens.push(token);
                    at = end;
                    break self.longest(&piece[at..]);
                }
                token = self.shorter[token as usize];
                if token == NONE {
                    // No token may follow the last one here, so this place is a dead end.
                    dead[at >> 6] |= 1 << (at & 63);
                    let Some(last) = tokens.pop() else { break NONE };
                    at -= vocab.token(last).len();
                    break last;
                }
            };
        }
        tokens
    }
}

/// [`may_follow`] with a small cache. Long pieces mostly repeat themselves, so the same question
/// comes again and again.
pub(super) struct Follow<'a> {
    vocab: &'a Vocab,
    /// A direct-mapped cache. An entry holds the left id, the right id, and the answer in the
    /// lowest bit. All bits set means empty.
    known: Vec<u64>,
}

/// How many slots the cache has. They take 32 kB, which fits the processor's first-level cache.
const KNOWN: usize = 1 << 12;

impl<'a> Follow<'a> {
    pub(super) fn new(vocab: &'a Vocab) -> Self {
        Self {
            vocab,
            known: vec![u64::MAX; KNOWN],
        }
    }

    /// Whether `right` may follow `left`.
    #[inline]
    pub(super) fn may(&mut self, left: u32, right: u32) -> bool {
        let pair = u64::from(left) << 32 | u64::from(right) << 1;
        let slot =
            (pair.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - KNOWN.trailing_zeros())) as usize;
        let found = self.known[slot];
        if found & !1 == pair {
            return found & 1 != 0;
        }
        let answer = may_follow(self.vocab, left, right);
        self.known[slot] = pair | u64::from(answer);
        answer
    }
}

/// Whether the bytes of two tokens, put together, are encoded as these two tokens. This is so if no
/// merge across their border comes before the merges that form them. To find out, the merges on
/// both sides of the border are undone, the latest first.
fn may_follow(vocab: &Vocab, left: u32, right: u32) -> bool {
    let (mut left, mut right) = (left, right);
    // The lowest rank that was undone. A merge across the border comes first only if its rank is
    // lower.
    let mut limit = NONE;
    loop {
        let merged = vocab.merge(left, right);
        if merged != NONE && merged < limit {
            return false;
        }
        if left > right {
            limit = left;
            left = vocab.parts(left).1;
            if left == limit {
                limit = right + 1;
                right = vocab.parts(right).0;
                if right + 1 == limit {
                    return true;
                }
            }
        } else {
            // Of equal ranks the left one merges first, so the limit is one higher on this side.
            limit = right + 1;
            right = vocab.parts(right).0;
            if right + 1 == limit {
                limit = left;
                left = vocab.parts(left).1;
                if left == limit {
                    return true;
                }
            }
        }
    }
}
