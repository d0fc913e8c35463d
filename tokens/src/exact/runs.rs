//! Byte-pair encoding of a piece that consists of a few runs of one byte, such as a line of `=` or
//! a column of spaces. A whole run is merged in one step, so the time depends on the number of runs
//! and not on their length.
//!
//! The order is that of byte-pair encoding: the pair of lowest rank first; of equal pairs, the
//! leftmost. All pairs of a run have the same rank. If merging the first of them makes a pair of
//! lower rank, only that one merge is done.

use super::keys::NONE;
use super::vocab::Vocab;

/// The most runs that a piece may consist of. Chosen here: with more runs, this is hardly faster
/// than merging token by token.
const RUNS: usize = 12;
/// The most runs that may arise when single merges split runs.
const RUNS_MADE: usize = 64;

/// A token, and how often it occurs in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub id: u32,
    pub times: usize,
}

/// The tokens of a piece, or `None` if it is not made of a few runs.
pub(super) fn tokens(vocab: &Vocab, piece: &[u8]) -> Option<Vec<Run>> {
    let mut runs = bytes_in_runs(vocab, piece)?;
    while let Some((at, id)) = least(vocab, &runs) {
        let Run { id: left, times } = runs[at];
        if times >= 2 && vocab.merge(left, left) == id {
            if is_settled(vocab, &runs, at, id) {
                runs.splice(
                    at..=at,
                    [
                        Run {
                            id,
                            times: times / 2,
                        },
                        Run {
                            id: left,
                            times: times % 2,
                        },
                    ],
                );
            } else {
                runs.splice(
                    at..=at,
                    [
                        Run { id, times: 1 },
                        Run {
                            id: left,
                            times: times - 2,
                        },
                    ],
                );
            }
        } else {
            // Merges the last token of this run with the first of the next.
            runs[at].times -= 1;
            runs[at + 1].times -= 1;
            runs.insert(at + 1, Run { id, times: 1 });
        }
        runs.retain(|run| run.times > 0);
        runs.dedup_by(|next, run| {
            let same = next.id == run.id;
            run.times += if same { next.times } else { 0 };
            same
        });
        if runs.len() > RUNS_MADE {
            return None;
        }
    }
    Some(runs)
}

fn bytes_in_runs(vocab: &Vocab, piece: &[u8]) -> Option<Vec<Run>> {
    let mut runs = Vec::with_capacity(RUNS + 2);
    let mut rest = piece;
    while let [byte, ..] = rest {
        if runs.len() == RUNS {
            return None;
        }
        let times = length(rest, *byte);
        runs.push(Run {
            id: vocab.byte_ids[usize::from(*byte)],
            times,
        });
        rest = &rest[times..];
    }
    Some(runs)
}

/// How many bytes at the start are `byte`, counted 32 at a time.
fn length(bytes: &[u8], byte: u8) -> usize {
    let whole = bytes
        .as_chunks::<32>()
        .0
        .iter()
        .take_while(|chunk| chunk.iter().fold(true, |all, other| all & (*other == byte)))
        .count()
        * 32;
    whole
        + bytes[whole..]
            .iter()
            .take_while(|other| **other == byte)
            .count()
}

/// The run with which the next merge begins, and the token it makes.
fn least(vocab: &Vocab, runs: &[Run]) -> Option<(usize, u32)> {
    let mut best = (0, NONE);
    for (at, run) in runs.iter().enumerate() {
        let inside = if run.times >= 2 {
            vocab.merge(run.id, run.id)
        } else {
            NONE
        };
        let across = runs
            .get(at + 1)
            .map_or(NONE, |next| vocab.merge(run.id, next.id));
        for id in [inside, across] {
            if id < best.1 {
                best = (at, id);
            }
        }
    }
    (best.1 != NONE).then_some(best)
}

/// Whether all of run `at` can be merged into tokens `id` in one step. This is so if no pair of
/// lower rank arises.
fn is_settled(vocab: &Vocab, runs: &[Run], at: usize, id: u32) -> bool {
    let before = at
        .checked_sub(1)
        .map_or(NONE, |before| vocab.merge(runs[before].id, id));
    let after = runs
        .get(at + 1)
        .map_or(NONE, |after| vocab.merge(id, after.id));
    [
        before,
        after,
        vocab.merge(id, id),
        vocab.merge(id, runs[at].id),
        vocab.merge(runs[at].id, id),
    ]
    .iter()
    .all(|made| *made > id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_encoded_as_by_the_trie() {
        let mut state = 11u64;
        let mut below = |limit: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let mut done = 0;
        for vocab in [
            Vocab::o200k(),
            Vocab::cl100k(),
            Vocab::p50k(),
            Vocab::r50k(),
        ] {
            for round in 0..4000 {
                let mut piece = Vec::new();
                for _ in 0..1 + below(6) {
                    let byte = if round % 3 == 0 {
                        below(256) as u8
                    } else {
                        b"= -\n\t*#_.a0/~x\r|+"[below(17)]
                    };
                    let limit = [3, 20, 150, 700][below(4)];
                    piece.extend(std::iter::repeat_n(byte, 1 + below(limit)));
                }
                if let Some(runs) = tokens(vocab, &piece) {
                    let ids: Vec<u32> = runs
                        .iter()
                        .flat_map(|run| std::iter::repeat_n(run.id, run.times))
                        .collect();
                    assert_eq!(
                        ids,
                        vocab.trie().encode(vocab, &piece),
                        "{:?}",
                        String::from_utf8_lossy(&piece)
                    );
                    done += 1;
                }
            }
        }
        assert!(done > 15_000, "{done}");
    }

    #[test]
    fn every_byte_in_a_row_is_encoded_as_by_the_trie() {
        for vocab in [Vocab::o200k(), Vocab::cl100k()] {
            for byte in 0..=u8::MAX {
                for times in [33, 64, 100, 129, 1000, 4099] {
                    let piece = vec![byte; times];
                    let runs = tokens(vocab, &piece).expect("one run");
                    let count: usize = runs.iter().map(|run| run.times).sum();
                    assert_eq!(
                        count,
                        vocab.trie().encode(vocab, &piece).len(),
                        "{byte} {times}"
                    );
                }
            }
        }
    }
}
