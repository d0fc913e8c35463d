//! The state with which merging begins, and the whole merging of pieces of a few tokens.

use super::keys::NONE;
use super::vocab::Vocab;

/// The state with which merging begins: at most `N` tokens, and for each the token that it makes
/// with the next one, or [`NONE`].
pub(super) struct Start<const N: usize> {
    pub(super) ids: [u32; N],
    pub(super) made: [u32; N],
    pub(super) left: usize,
}

impl<const N: usize> Start<N> {
    /// Begins with the single bytes of a piece.
    #[inline(always)]
    pub(super) fn of_bytes(vocab: &Vocab, piece: &[u8]) -> Self {
        let mut start = Self {
            ids: [0; N],
            made: [NONE; N],
            left: piece.len().min(N),
        };
        for (id, &byte) in start.ids.iter_mut().zip(piece) {
            *id = vocab.byte_ids[usize::from(byte)];
        }
        for (made, pair) in start.made.iter_mut().zip(piece.windows(2)) {
            *made = vocab.two(pair[0], pair[1]);
        }
        start
    }

    /// Begins with tokens into which some bytes of the piece have been merged.
    #[inline(always)]
    pub(super) fn of_tokens(vocab: &Vocab, tokens: &[u32]) -> Self {
        let mut start = Self {
            ids: [0; N],
            made: [NONE; N],
            left: tokens.len().min(N),
        };
        start
            .ids
            .iter_mut()
            .zip(tokens)
            .for_each(|(id, token)| *id = *token);
        for (made, pair) in start.made.iter_mut().zip(tokens.windows(2)) {
            *made = vocab.merge(pair[0], pair[1]);
        }
        start
    }

    /// The number of tokens after merging, for a start of at least two tokens. It merges as for
    /// longer pieces, but moves the numbers together after each merge. For so few numbers this is
    /// faster than vector code.
    #[inline(always)]
    pub(super) fn count_few(self, vocab: &Vocab) -> usize {
        let Self {
            mut ids,
            mut made,
            mut left,
        } = self;
        loop {
            let (mut at, mut least) = (0, NONE);
            for (place, &id) in made[..left.saturating_sub(1)].iter().enumerate() {
                if id < least {
                    (at, least) = (place, id);
                }
            }
            if least == NONE {
                return left;
            }
            left -= 1;
            if left == 1 {
                return 1;
            }
            ids[at] = least;
            for place in at + 1..left {
                ids[place] = ids[place + 1];
                made[place] = made[place + 1];
            }
            made[at] = if at + 1 < left {
                vocab.merge(least, ids[at + 1])
            } else {
                NONE
            };
            if at > 0 {
                made[at - 1] = vocab.merge(ids[at - 1], least);
            }
        }
    }
}
