//! Byte-pair encoding of one piece: always merge the adjacent pair of lowest rank, the leftmost of equals.

use super::vocab::{key_of, Key, Vocab, NONE, SHORT};

/// Pieces up to this many bytes are merged on the stack, longer ones go through the trie. The scan is quadratic, the
/// trie takes time to build: rules of 80 equals signs should not need it.
const STACK: usize = 128;

/// Bits of a place within a piece on the stack.
const PLACE_BITS: u32 = 7;

/// "No merge here": above every rank.
const NEVER: i32 = i32::MAX;

/// Tokens of a piece by merging alone.
pub(super) fn count(vocab: &Vocab, piece: &[u8]) -> usize {
    match piece.len() {
        0 | 1 => piece.len(),
        2 => if vocab.two_bytes[pair(piece, 0)] == NONE { 2 } else { 1 },
        3..=16 => Merge::<16>::run(vocab, piece).left,
        17..=32 => Merge::<32>::run(vocab, piece).left,
        33..=STACK => Merge::<STACK>::run(vocab, piece).left,
        _ => vocab.trie().encode(vocab, piece).len(),
    }
}

/// Tokens of a piece of at most [`SHORT`] bytes, by its key first.
pub(super) fn count_short(vocab: &Vocab, piece: &[u8], key: Key) -> usize {
    match piece.len() {
        0..=2 => count(vocab, piece),
        _ if vocab.short_token(key) != NONE => 1,
        // Three bytes are no token: they are two if either pair is one.
        3 if vocab.two_bytes[pair(piece, 0)] != NONE || vocab.two_bytes[pair(piece, 1)] != NONE => 2,
        3 => 3,
        _ => Merge::<16>::run(vocab, piece).left,
    }
}

/// Appends the ids of a piece.
pub(super) fn encode(vocab: &Vocab, piece: &[u8], ids: &mut Vec<u32>) {
    let token = match piece.len() {
        0 => return,
        1..=SHORT => vocab.short_token(key_of(piece)),
        _ => vocab.long_token(piece),
    };
    if token != NONE {
        ids.push(token);
        return;
    }
    let mut from = 0;
    while from < piece.len() {
        let to = vocab.cuts.next(piece, from);
        let part = &piece[from..to];
        match part.len() {
            ..=16 => Merge::<16>::run(vocab, part).collect(ids),
            17..=STACK => Merge::<STACK>::run(vocab, part).collect(ids),
            _ => ids.extend(vocab.trie().encode(vocab, part)),
        }
        from = to;
    }
}

#[inline]
fn pair(piece: &[u8], at: usize) -> usize {
    usize::from(piece[at]) << 8 | usize::from(piece[at + 1])
}

/// The state of merging one piece of at most `N` bytes on the stack.
struct Merge<const N: usize> {
    ids: [u32; N],
    /// Rank of merging the token at a place with the one after it, then the place; so the least is the next merge.
    ranks: [i32; N],
    next: [u8; N],
    previous: [u8; N],
    length: usize,
    /// Tokens left.
    left: usize,
}

impl<const N: usize> Merge<N> {
    fn run(vocab: &Vocab, piece: &[u8]) -> Self {
        let length = piece.len();
        let mut merge = Self { ids: [0; N], ranks: [NEVER; N], next: [0; N], previous: [0; N], length, left: length };
        for (at, &byte) in piece.iter().enumerate() {
            merge.ids[at] = vocab.byte_ids[usize::from(byte)];
            merge.next[at] = at as u8 + 1;
            merge.previous[at] = (at as u8).wrapping_sub(1);
        }
        for at in 0..length.saturating_sub(1) {
            merge.ranks[at] = rank_at(vocab.two_bytes[pair(piece, at)], at);
        }
        // All of a small array: a fixed length is what vectorises.
        let scanned = if N <= 32 { N } else { length };
        loop {
            let least = merge.ranks[..scanned].iter().fold(NEVER, |least, &rank| least.min(rank));
            if least == NEVER {
                return merge;
            }
            merge.join(vocab, least);
        }
    }

    /// Joins the token at the place in `least` with the one after it.
    #[inline]
    fn join(&mut self, vocab: &Vocab, least: i32) {
        let at = (least & ((1 << PLACE_BITS) - 1)) as usize;
        let gone = usize::from(self.next[at]);
        let after = usize::from(self.next[gone]);
        let id = (least >> PLACE_BITS) as u32;
        self.ids[at] = id;
        self.next[at] = after as u8;
        self.ranks[gone] = NEVER;
        self.ranks[at] = NEVER;
        if after < self.length {
            self.previous[after] = at as u8;
            self.ranks[at] = rank_at(vocab.merge(id, self.ids[after]), at);
        }
        if at > 0 {
            let before = usize::from(self.previous[at]);
            self.ranks[before] = rank_at(vocab.merge(self.ids[before], id), before);
        }
        self.left -= 1;
    }

    fn collect(&self, ids: &mut Vec<u32>) {
        let mut at = 0;
        while at < self.length {
            ids.push(self.ids[at]);
            at = usize::from(self.next[at]);
        }
    }
}

#[inline]
fn rank_at(id: u32, place: usize) -> i32 {
    if id == NONE { NEVER } else { (id << PLACE_BITS) as i32 | place as i32 }
}
