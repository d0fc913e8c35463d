//! Byte-pair encoding of one piece. Each step merges the neighbouring pair of lowest rank; of equal
//! pairs, the leftmost.

use super::keys::NONE;
use super::keys::TinyKey;
use super::runs;
use super::start::Start;
use super::vocab::Vocab;

/// Pieces of at most this many bytes are merged step by step; longer ones use the trie. A step
/// takes time in proportion to the length, with a small factor. The trie takes time to build, and
/// most processes never need it.
const STEPWISE: usize = 4096;

/// Bits for a place within a piece that is merged step by step. With the 18 bits of a rank they fit
/// a positive `i32`.
const PLACE_BITS: u32 = 12;

/// Means "no merge here". It is above every rank.
const NEVER: i32 = i32::MAX;

/// The longest piece in bytes whose state is on the stack.
const ON_STACK: usize = 64;

/// The number of tokens of a piece, found by merging.
pub(super) fn count(vocab: &Vocab, piece: &[u8]) -> usize {
    match piece.len() {
        0 | 1 => piece.len(),
        2 if vocab.two(piece[0], piece[1]) == NONE => 2,
        2 => 1,
        3..=ON_STACK if !piece.is_ascii() => count_beyond_ascii(vocab, piece),
        3..=8 => count_ascii::<8>(vocab, piece),
        9..=16 => count_ascii::<16>(vocab, piece),
        17..=32 => Small::<32>::run(vocab, Start::of_bytes(vocab, piece)).left,
        _ => match (runs::tokens(vocab, piece), piece.len()) {
            (Some(runs), _) => runs.iter().map(|run| run.times).sum(),
            (None, ..=STEPWISE) => Large::run(vocab, piece).left,
            (None, _) => vocab.trie().encode(vocab, piece).len(),
        },
    }
}

/// The number of tokens of a piece of at most `N` bytes.
#[inline(never)]
fn count_ascii<const N: usize>(vocab: &Vocab, piece: &[u8]) -> usize {
    Start::<N>::of_bytes(vocab, piece).count_few(vocab)
}

/// The number of tokens of a piece of at most [`ON_STACK`] bytes that is not all ASCII. It begins
/// with whole characters, which takes fewer steps.
#[inline(never)]
fn count_beyond_ascii(vocab: &Vocab, piece: &[u8]) -> usize {
    let mut tokens = [0; ON_STACK];
    let filled = vocab.atoms.begin(vocab, piece, &mut tokens);
    match &tokens[..filled] {
        tokens @ ([] | [_]) => tokens.len(),
        tokens if filled <= 8 => Start::<8>::of_tokens(vocab, tokens).count_few(vocab),
        tokens if filled <= 16 => Start::<16>::of_tokens(vocab, tokens).count_few(vocab),
        tokens if filled <= 32 => Small::<32>::run(vocab, Start::of_tokens(vocab, tokens)).left,
        tokens => Small::<ON_STACK>::run(vocab, Start::of_tokens(vocab, tokens)).left,
    }
}

/// The number of tokens of a piece of at most [`TINY`](super::keys::TINY) bytes. First its key is
/// looked up.
#[inline]
pub(super) fn count_tiny(vocab: &Vocab, piece: &[u8], key: TinyKey) -> usize {
    match piece.len() {
        0..=2 => count(vocab, piece),
        _ if vocab.is_tiny_token(key) => 1,
        // The three bytes are no token. They make two tokens if either pair of bytes is a token.
        3 if vocab.two(piece[0], piece[1]) != NONE || vocab.two(piece[1], piece[2]) != NONE => 2,
        3 => 3,
        _ if piece.is_ascii() => count_ascii::<8>(vocab, piece),
        _ => count_beyond_ascii(vocab, piece),
    }
}

/// Appends the token ids of a piece to `ids`.
pub(super) fn encode(vocab: &Vocab, piece: &[u8], ids: &mut Vec<u32>) {
    let token = vocab.find(piece);
    if token != NONE {
        ids.push(token);
        return;
    }
    let mut from = 0;
    while from < piece.len() {
        let to = vocab.cuts.next(piece, from);
        let part = &piece[from..to];
        match part.len() {
            ..=16 => Small::<16>::run(vocab, Start::of_bytes(vocab, part)).collect(ids),
            17..=32 => Small::<32>::run(vocab, Start::of_bytes(vocab, part)).collect(ids),
            length => match runs::tokens(vocab, part) {
                Some(runs) => runs
                    .iter()
                    .for_each(|run| ids.extend(std::iter::repeat_n(run.id, run.times))),
                None if length <= STEPWISE => Large::run(vocab, part).collect(ids),
                None => ids.extend(vocab.trie().encode(vocab, part)),
            },
        }
        from = to;
    }
}

/// The state of merging one piece of at most `N` bytes on the stack.
struct Small<const N: usize> {
    ids: [u32; N],
    /// For each place, the rank of merging its token with the next one, followed by the place. So
    /// the least of these numbers is the next merge.
    ranks: [i32; N],
    next: [u8; N],
    previous: [u8; N],
    length: usize,
    /// How many tokens are left.
    left: usize,
}

impl<const N: usize> Small<N> {
    #[inline(never)]
    fn run(vocab: &Vocab, start: Start<N>) -> Self {
        let length = start.left;
        let mut merge = Self {
            ids: start.ids,
            ranks: [NEVER; N],
            next: [0; N],
            previous: [0; N],
            length,
            left: length,
        };
        for (at, &made) in start.made.iter().enumerate().take(length) {
            merge.ranks[at] = rank_at(made, at);
            merge.next[at] = at as u8 + 1;
            merge.previous[at] = (at as u8).wrapping_sub(1);
        }
        loop {
            // This looks at the whole array, used or not, because the compiler vectorises only a
            // fixed length.
            let least = merge
                .ranks
                .iter()
                .fold(NEVER, |least, &rank| least.min(rank));
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

/// The number of places in a block. The least rank of each block is kept, so that the search for
/// the next merge reads one number per block.
const BLOCK: usize = 16;

/// The state of merging one piece of up to [`STEPWISE`] bytes.
struct Large {
    /// As in [`Small`], padded to whole blocks.
    ranks: Vec<i32>,
    /// The least of every block of `ranks`.
    least: Vec<i32>,
    places: Vec<Place>,
    left: usize,
}

/// A token within a piece: its id, and the places of its neighbours.
#[derive(Clone, Copy)]
struct Place {
    id: u32,
    next: u16,
    previous: u16,
}

impl Large {
    fn run(vocab: &Vocab, piece: &[u8]) -> Self {
        let length = piece.len();
        let place = |(at, &byte): (usize, &u8)| Place {
            id: vocab.byte_ids[usize::from(byte)],
            next: at as u16 + 1,
            previous: (at as u16).wrapping_sub(1),
        };
        let mut ranks: Vec<i32> = (0..length - 1)
            .map(|at| rank_at(vocab.two(piece[at], piece[at + 1]), at))
            .collect();
        ranks.resize(length.next_multiple_of(BLOCK), NEVER);
        let least = ranks.chunks_exact(BLOCK).map(least_of).collect();
        let mut merge = Self {
            ranks,
            least,
            places: piece.iter().enumerate().map(place).collect(),
            left: length,
        };
        loop {
            let least = least_of(&merge.least);
            if least == NEVER {
                return merge;
            }
            merge.join(vocab, least);
        }
    }

    fn join(&mut self, vocab: &Vocab, least: i32) {
        let at = (least & ((1 << PLACE_BITS) - 1)) as usize;
        let id = (least >> PLACE_BITS) as u32;
        let Place {
            next: gone,
            previous,
            ..
        } = self.places[at];
        let after = self.places[usize::from(gone)].next;
        self.places[at] = Place {
            id,
            next: after,
            previous,
        };
        self.ranks[usize::from(gone)] = NEVER;
        self.ranks[at] = match self.places.get_mut(usize::from(after)) {
            Some(place) => {
                place.previous = at as u16;
                rank_at(vocab.merge(id, place.id), at)
            }
            None => NEVER,
        };
        let mut blocks = [at / BLOCK, usize::from(gone) / BLOCK, at / BLOCK];
        if at > 0 {
            let before = usize::from(previous);
            self.ranks[before] = rank_at(vocab.merge(self.places[before].id, id), before);
            blocks[2] = before / BLOCK;
        }
        self.renew(blocks[0]);
        for block in &blocks[1..] {
            if *block != blocks[0] {
                self.renew(*block);
            }
        }
        self.left -= 1;
    }

    #[inline]
    fn renew(&mut self, block: usize) {
        self.least[block] = least_of(&self.ranks[block * BLOCK..(block + 1) * BLOCK]);
    }

    fn collect(&self, ids: &mut Vec<u32>) {
        let mut at = 0;
        while let Some(place) = self.places.get(at) {
            ids.push(place.id);
            at = usize::from(place.next);
        }
    }
}

#[inline]
fn least_of(ranks: &[i32]) -> i32 {
    ranks.iter().fold(NEVER, |least, &rank| least.min(rank))
}

#[inline]
fn rank_at(id: u32, place: usize) -> i32 {
    if id == NONE {
        NEVER
    } else {
        (id << PLACE_BITS) as i32 | place as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways of encoding a piece give the same, whichever its length makes the usual one.
    #[test]
    fn all_ways_agree() {
        let mut state = 3u64;
        let mut below = |limit: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let alphabets: [&[&str]; 10] = [
            &["о", "п", "е", "В", "ж", "Ѡ", " ", "."],
            &["क", "ा", "्", "ि", "ह", "\u{1CD0}", " "],
            &["ا", "ل", "م", "ُ", "ی", " ", "ق"],
            &["가", "의", "を", "ー", "的", "丂", "é", "\n", "€", "’", "s"],
            &["a"],
            &["=", "-"],
            &[" ", "\n"],
            &["e", "t", "a", "o", "n"],
            &["漢", "字", "é", "\u{301}"],
            &["ab", "Th", "9", "/", "😀"],
        ];
        for vocab in [Vocab::o200k(), Vocab::cl100k(), Vocab::p50k()] {
            for round in 0..2000 {
                let words = alphabets[round % alphabets.len()];
                let length = [4, 8, 16, 32, 300][below(5)];
                let piece: String = (0..1 + below(length))
                    .map(|_| words[below(words.len())])
                    .collect();
                let piece = piece.as_bytes();
                let expected = vocab.trie().encode(vocab, piece);
                let (mut large, mut usual) = (Vec::new(), Vec::new());
                Large::run(vocab, piece).collect(&mut large);
                encode(vocab, piece, &mut usual);
                assert_eq!(large, expected, "{piece:?}");
                assert_eq!(usual, expected, "{piece:?}");
                assert_eq!(count(vocab, piece), expected.len(), "{piece:?}");
            }
        }
    }
}
