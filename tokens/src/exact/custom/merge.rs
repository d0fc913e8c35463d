//! Merging one piece with a queue of the possible merges. The time grows little faster than the
//! length.

use super::super::keys::NONE;
use super::super::keys::hash_bytes;
use super::Parts;
use super::tables::Merges;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A token within a piece, and its neighbours, each given by the place of its first byte.
#[derive(Clone, Copy)]
struct Node {
    token: u32,
    end: u32,
    previous: u32,
}

/// A merge that was possible when it was queued: least rank first, then leftmost. Its two tokens
/// show whether it is still possible.
type Candidate = Reverse<(u32, u32, u32, u32, u32)>;

impl Parts {
    /// Appends the tokens of a piece to `found`.
    pub(super) fn encode(&self, piece: &[u8], found: &mut Vec<u32>) {
        if self.whole_first || piece.len() == 1 {
            let token = self.tokens.find(piece);
            if token != NONE {
                found.push(token);
                return;
            }
        }
        // Places are kept in 32 bits; no piece that long fits beside its own tables.
        for piece in piece.chunks(u32::MAX as usize) {
            self.merge(piece, found);
        }
    }

    fn merge(&self, piece: &[u8], found: &mut Vec<u32>) {
        let mut nodes: Vec<Node> = piece
            .iter()
            .enumerate()
            .map(|(at, &byte)| Node {
                token: self.tokens.singles[usize::from(byte)],
                end: at as u32 + 1,
                previous: (at as u32).wrapping_sub(1),
            })
            .collect();
        let mut queue: BinaryHeap<Candidate> = (0..piece.len().saturating_sub(1))
            .filter_map(|at| self.candidate(piece, &nodes, at))
            .collect::<Vec<_>>()
            .into();
        while let Some(Reverse((_, place, left, right, merged))) = queue.pop() {
            let at = place as usize;
            let next = nodes[at].end as usize;
            // A node that was merged away holds no token.
            if nodes[at].token != left || nodes.get(next).is_none_or(|node| node.token != right) {
                continue;
            }
            let end = nodes[next].end;
            nodes[next].token = NONE;
            nodes[at] = Node {
                token: merged,
                end,
                ..nodes[at]
            };
            if let Some(after) = nodes.get_mut(end as usize) {
                after.previous = place;
            }
            queue.extend(self.candidate(piece, &nodes, at));
            if at > 0 {
                queue.extend(self.candidate(piece, &nodes, nodes[at].previous as usize));
            }
        }
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            found.push(node.token);
            at = node.end as usize;
        }
    }

    /// The merge of the token at `at` with the one after it, if there is one.
    fn candidate(&self, piece: &[u8], nodes: &[Node], at: usize) -> Option<Candidate> {
        let (left, right) = (nodes[at], nodes.get(nodes[at].end as usize)?);
        let (rank, merged) = match &self.merges {
            Merges::Listed(pairs) => pairs.get(left.token, right.token)?,
            Merges::ByRank => {
                let merged = self.tokens.find(&piece[at..right.end as usize]);
                (self.tokens.id(merged), (merged != NONE).then_some(merged)?)
            }
        };
        Some(Reverse((rank, at as u32, left.token, right.token, merged)))
    }
}

/// How many slots remember the counts of pieces while one text is counted. Chosen here: 96 kB for
/// long texts.
const SLOTS: usize = 1 << 13;

/// The longest piece whose count is remembered.
const LONGEST: usize = 64;

/// The counts of the pieces of one text. Most pieces come again.
pub(super) struct Remembered<'t> {
    text: &'t [u8],
    /// The start of a piece in the text, its length, and its number of tokens. A length of 0 is an
    /// empty slot.
    slots: Vec<(u32, u16, u16)>,
    found: Vec<u32>,
}

impl<'t> Remembered<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let slots = (text.len() / 8).clamp(16, SLOTS).next_power_of_two();
        Self {
            text,
            slots: vec![(0, 0, 0); slots],
            found: Vec::new(),
        }
    }

    /// Tokens of the piece `text[start..end]`.
    pub(super) fn count(&mut self, parts: &Parts, start: usize, end: usize) -> usize {
        let piece = &self.text[start..end];
        let Ok(place) = u32::try_from(start) else {
            return self.merged(parts, piece);
        };
        if piece.len() > LONGEST {
            return self.merged(parts, piece);
        }
        let hash = hash_bytes(piece);
        let slot = (hash ^ hash >> 32) as usize & (self.slots.len() - 1);
        let (at, length, count) = self.slots[slot];
        let known = self
            .text
            .get(at as usize..at as usize + usize::from(length));
        if known == Some(piece) {
            return usize::from(count);
        }
        let count = self.merged(parts, piece);
        self.slots[slot] = (place, piece.len() as u16, count as u16);
        count
    }

    fn merged(&mut self, parts: &Parts, piece: &[u8]) -> usize {
        self.found.clear();
        parts.encode(piece, &mut self.found);
        self.found.len()
    }
}
