//! A record that fills the room that it has: the newest results are whole, older ones are clipped
//! in steps. What does not fit even at the smallest step is read in pieces, one request after the
//! other.

use super::{Caps, Entries, HEADER_CHARS, Piece, WHOLE, cap, pieces};
use crate::notes::memory::OwnMessages;
use crate::{History, Item};

/// Longest result, text and call at each step, in chars. Chosen here: at the smallest step a result
/// still shows about ten lines of each end, and a request of the user is whole.
const STEPS: [Caps; 4] = [
    [800, 4_000, 400],
    [2_000, 12_000, 1_000],
    [8_000, 40_000, 4_000],
    WHOLE,
];
const LAST: usize = STEPS.len() - 1;

/// Chars that a header has for the name of a speaker or a tool. Chosen here: longer names are rare,
/// and the record is measured again.
const WHO_CHARS: usize = 24;

impl Piece<'_> {
    /// Its chars at a step, header included.
    fn at(&self, step: usize) -> usize {
        HEADER_CHARS + WHO_CHARS + self.chars.min(cap(STEPS[step], self.turn.kind))
    }
}

/// Returns the record of `span` in chunks of at most `max_chars` chars: one chunk if everything
/// fits, if necessary at the smallest step. Our own messages are omitted.
pub fn fitted(
    history: &History,
    messages: &Item<'_>,
    span: (usize, usize),
    ours: &OwnMessages,
    max_chars: usize,
) -> Vec<Entries> {
    let pieces = pieces(history, messages, span, ours);
    let mut room = max_chars;
    let mut records = Vec::new();
    for _ in 0..ROUNDS {
        records = rendered(&pieces, room, max_chars);
        let most = records.iter().map(Entries::chars).max().unwrap_or(0);
        if most <= max_chars {
            break;
        }
        // Escaped tags and long names made it longer than was reckoned.
        room = (room as f64 * max_chars as f64 / most as f64 * 0.99) as usize;
    }
    records
}

/// How often a record is fitted again before any excess is truncated. Chosen here: each round
/// removes the excess of the previous one.
const ROUNDS: usize = 4;

fn rendered(pieces: &[Piece], room: usize, max_chars: usize) -> Vec<Entries> {
    let record = |group| {
        let levels = steps(group, room);
        // A part that is larger than the room even at the smallest step is clipped to it.
        let most = room.saturating_sub(HEADER_CHARS + WHO_CHARS);
        let caps = |number: usize| STEPS[levels[number]].map(|chars| chars.min(most));
        Entries {
            max_chars,
            ..Entries::of(group, caps, false)
        }
    };
    groups(pieces, room).into_iter().map(record).collect()
}

/// The parts in groups that fit the room at the smallest step, of about the same size, so that no
/// group is left with next to nothing.
fn groups<'p, 'm>(pieces: &'p [Piece<'m>], room: usize) -> Vec<&'p [Piece<'m>]> {
    let least = |piece: &Piece| piece.at(0).min(room);
    let total: usize = pieces.iter().map(least).sum();
    let count = total.div_ceil(room.max(1)).max(1);
    let mut groups = Vec::new();
    let (mut start, mut sum, mut before) = (0, 0usize, 0usize);
    for (index, piece) in pieces.iter().enumerate() {
        let more = least(piece);
        // A group ends where its part of the whole is reached, to the nearest piece.
        let is_due = before + more / 2 > total * (groups.len() + 1) / count;
        if index > start && (sum + more > room || is_due) {
            groups.push(&pieces[start..index]);
            (start, sum) = (index, 0);
        }
        sum += more;
        before += more;
    }
    groups.push(&pieces[start..]);
    groups
}

/// The step of each part: the largest with which all fit, then the last one for the newest parts
/// and larger ones for others, the newer ones first.
fn steps(pieces: &[Piece], room: usize) -> Vec<usize> {
    let all = |step: usize| pieces.iter().map(|piece| piece.at(step)).sum::<usize>();
    let base = (0..=LAST).rev().find(|step| all(*step) <= room);
    let base = base.unwrap_or_default();
    let mut levels = vec![base; pieces.len()];
    let mut left = room.saturating_sub(all(base));
    for step in (base + 1..=LAST).rev() {
        for (piece, level) in pieces.iter().zip(&mut levels).rev() {
            let more = piece.at(step.max(*level)) - piece.at(*level);
            if more > left {
                break;
            }
            left -= more;
            *level = step.max(*level);
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notes::turns::{Kind, Turn};

    fn piece(chars: usize) -> Piece<'static> {
        let turn = Turn {
            kind: Kind::Result,
            ..Turn::default()
        };
        Piece { turn, chars }
    }

    #[test]
    fn newest_parts_are_whole_and_older_ones_grow_alike() {
        let pieces: Vec<Piece> = (0..10).map(|_| piece(20_000)).collect();
        let levels = steps(&pieces, 70_000);
        assert_eq!(levels, [1, 1, 1, 1, 1, 1, 2, 2, 3, 3]);
        let used: usize = pieces
            .iter()
            .zip(&levels)
            .map(|(piece, level)| piece.at(*level))
            .sum();
        assert!(used <= 70_000, "{used}");
    }

    #[test]
    fn groups_fit_the_room_and_none_is_a_rest() {
        let pieces: Vec<Piece> = (0..101)
            .map(|_| piece(800 - HEADER_CHARS - WHO_CHARS))
            .collect();
        let sizes: Vec<usize> = groups(&pieces, 8_000)
            .iter()
            .map(|group| group.len())
            .collect();
        assert!(
            sizes.iter().all(|size| (8..=10).contains(size)),
            "{sizes:?}"
        );
        assert_eq!(sizes.iter().sum::<usize>(), 101);
    }
}
