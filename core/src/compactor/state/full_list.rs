//! What earlier runs made of a list that the host keeps in full. From it the host's full list can
//! be shown as it is now.

use crate::history::content_hash;
use crate::host::patch::{Op, Splice};
use crate::{Item, Patch};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first messages of a host's full list, and the messages that replace them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OriginalList {
    /// The number of messages of the full list that it replaces.
    pub covered: usize,
    /// Hashes of the first messages: of one, two, four, eight and so on, and of all. A list that
    /// differs early is detected early.
    marks: Vec<(usize, String)>,
    items: Vec<Piece>,
}

/// A message of the compacted list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Piece {
    /// Unchanged messages of the full list: from the first index up to, but not including, the
    /// second one.
    Kept(usize, usize),
    /// A message of the full list with changes inside.
    Edited { message: usize, ops: Vec<Op> },
    /// A message that a run wrote.
    Made(Value),
}

impl OriginalList {
    /// Whether a list begins with the covered messages. The first `same` are known to be the same
    /// objects.
    pub fn begins(&self, full: &Item<'_>, same: usize) -> bool {
        if self.covered == 0 || full.len() < self.covered {
            return false;
        }
        same >= self.covered || self.starts(full)
    }

    /// Whether the messages of `head` may be the first covered ones.
    pub fn starts(&self, head: &Item<'_>) -> bool {
        let mut chain = 0;
        let mut marks = self.marks.iter();
        let mut next = marks.next();
        for index in 0..self.covered.min(head.len()) {
            let Some(message) = head.at(index) else {
                return false;
            };
            chain = chained(chain, content_hash(&message));
            if let Some((_, hash)) = next.filter(|(length, _)| *length == index + 1) {
                if *hash != spelled(chain) {
                    return false;
                }
                next = marks.next();
            }
        }
        self.covered > 0
    }

    /// The number of messages that replace the covered ones.
    pub(crate) fn len(&self) -> usize {
        self.items
            .iter()
            .map(|item| {
                if let Piece::Kept(from, to) = item {
                    to - from
                } else {
                    1
                }
            })
            .sum()
    }

    /// Returns the state after a run with `patch` on the first `length` messages of a list. `hash`
    /// returns their content hashes. The list begins with the messages of this state, if there are
    /// any. `None` if the patch does not fit.
    pub fn after(
        &self,
        hash: &dyn Fn(usize) -> Option<u64>,
        length: usize,
        patch: &Patch,
    ) -> Option<Self> {
        let old = self.len();
        let covered = self.covered + length.saturating_sub(old);
        let mut items: Vec<Piece> = self.items.iter().flat_map(single).collect();
        items.extend((self.covered..covered).map(|index| Piece::Kept(index, index + 1)));
        let mut marks = self.marks.clone();
        let mut chain = marks
            .last()
            .map_or(0, |(_, hash)| u64::from_str_radix(hash, 16).unwrap_or(0));
        marks.retain(|(length, _)| length.is_power_of_two());
        for index in old..length {
            let Some(hash) = hash(index) else { break };
            chain = chained(chain, hash);
            let length = self.covered + (index + 1 - old);
            if length.is_power_of_two() {
                marks.push((length, spelled(chain)));
            }
        }
        if marks.last().is_none_or(|(length, _)| *length != covered) {
            marks.push((covered, spelled(chain)));
        }
        for op in &patch.ops {
            let place = op.message()?;
            let inside = op.path.strip_prefix(&format!("/{place}"))?;
            items.get_mut(place)?.edit(Op {
                path: inside.to_owned(),
                ..op.clone()
            })?;
        }
        let items = patch.spliced(items, |value| Piece::Made(value.clone()));
        Some(Self {
            covered,
            marks,
            items: joined(items.ok()?),
        })
    }

    /// The patch that makes the compacted list of the full one.
    pub fn patch(&self) -> Patch {
        let mut patch = Patch::default();
        let mut splices = Vec::new();
        let mut place = 0;
        let mut insert = Vec::new();
        let mut keep = |from: usize, to: usize, insert: &mut Vec<Value>| {
            if from > place || !insert.is_empty() {
                splices.push(Splice {
                    start: place,
                    delete_count: from - place,
                    insert: std::mem::take(insert),
                });
            }
            place = to;
        };
        for item in &self.items {
            match item {
                Piece::Kept(from, to) => keep(*from, *to, &mut insert),
                Piece::Edited { message, ops } => {
                    keep(*message, message + 1, &mut insert);
                    patch.ops.extend(ops.iter().map(|op| Op {
                        path: format!("/{message}{}", op.path),
                        ..op.clone()
                    }));
                }
                Piece::Made(value) => insert.push(value.clone()),
            }
        }
        keep(self.covered, self.covered, &mut insert);
        splices.reverse();
        Patch { splices, ..patch }
    }

    /// The index of each message in the full list; `None` for one that a run wrote.
    pub fn places(&self) -> Vec<Option<usize>> {
        let places = self.items.iter().flat_map(|item| match item {
            Piece::Kept(from, to) => (*from..*to).map(Some).collect(),
            Piece::Edited { message, .. } => vec![Some(*message)],
            Piece::Made(_) => vec![None],
        });
        places.collect()
    }

    /// Whether the items name covered messages only, each at most once and in order; the index of
    /// the first that does not.
    pub fn flaw(&self) -> Option<usize> {
        let mut next = 0;
        self.items.iter().position(|item| {
            let (from, to) = match item {
                Piece::Kept(from, to) => (*from, *to),
                Piece::Edited { message, .. } => (*message, message.saturating_add(1)),
                Piece::Made(_) => return false,
            };
            let fits = from >= next && from < to && to <= self.covered;
            next = to;
            !fits
        })
    }
}

impl Piece {
    fn edit(&mut self, op: Op) -> Option<()> {
        match self {
            Self::Kept(message, _) => {
                *self = Self::Edited {
                    message: *message,
                    ops: vec![op],
                }
            }
            Self::Edited { ops, .. } => ops.push(op),
            Self::Made(value) => {
                let edit = Patch {
                    ops: vec![Op {
                        path: format!("/0{}", op.path),
                        ..op
                    }],
                    ..Patch::default()
                };
                let edited = edit.apply_to(std::slice::from_ref(value));
                *value = edited.ok()?.pop()?;
            }
        }
        Some(())
    }
}

/// Splits an item into single messages.
fn single(item: &Piece) -> Vec<Piece> {
    match item {
        Piece::Kept(from, to) => (*from..*to)
            .map(|index| Piece::Kept(index, index + 1))
            .collect(),
        other => vec![other.clone()],
    }
}

/// Merges consecutive kept messages into one item.
fn joined(items: Vec<Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for item in items {
        match (joined.last_mut(), &item) {
            (Some(Piece::Kept(_, end)), Piece::Kept(from, to)) if *end == *from => *end = *to,
            _ => joined.push(item),
        }
    }
    joined
}

fn chained(chain: u64, hash: u64) -> u64 {
    let bytes = [chain.to_le_bytes(), hash.to_le_bytes()].concat();
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

pub fn spelled(hash: u64) -> String {
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::item::Item;
    use serde_json::json;

    fn list(numbers: std::ops::Range<usize>) -> Value {
        numbers
            .map(|number| json!({ "role": "user", "content": format!("message {number}") }))
            .collect()
    }

    fn random(state: &mut u32, limit: usize) -> usize {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 8) as usize % limit.max(1)
    }

    /// A patch as the compactor makes them: edits inside, then a few splices from the end.
    fn some_patch(state: &mut u32, length: usize) -> Patch {
        let op = |place: usize| Op {
            op: crate::host::patch::OpKind::Replace,
            path: format!("/{place}/content"),
            value: Some(json!(format!("cleared {place}"))),
        };
        let ops = (0..random(state, 4).min(length))
            .map(|_| op(random(state, length)))
            .collect();
        let mut splices = Vec::new();
        let mut end = length;
        for number in 0..random(state, 3) {
            let start = random(state, end + 1);
            let insert = (0..random(state, 3))
                .map(|_| json!({ "role": "user", "content": format!("made {number}") }))
                .collect();
            splices.push(Splice {
                start,
                delete_count: random(state, end - start + 1),
                insert,
            });
            end = start;
        }
        Patch { ops, splices }
    }

    #[test]
    fn the_patch_of_a_full_list_is_all_patches_one_after_the_other() {
        for seed in 0..300 {
            let mut state = seed;
            let mut full_list = OriginalList::default();
            let mut length = 0;
            for _ in 0..6 {
                length += 1 + random(&mut state, 9);
                let full = list(0..length);
                assert_eq!(
                    full_list.begins(&Item::from(&full), 0),
                    full_list.covered > 0,
                    "seed {seed}"
                );
                let now = full_list.patch().apply(&full).expect("a patch that fits");
                let shown = now.as_array().map_or(0, Vec::len);
                // The newest messages may come after the patch was planned.
                let planned = shown - random(&mut state, shown - full_list.len() + 1);
                let patch = some_patch(&mut state, planned);
                full_list = full_list
                    .after(
                        &|index| Some(content_hash(&Item::from(&now[index]))),
                        planned,
                        &patch,
                    )
                    .expect("a patch that fits");
                assert_eq!(
                    full_list.patch().apply(&full),
                    patch.apply(&now),
                    "seed {seed}"
                );
                assert_eq!(full_list.flaw(), None, "seed {seed}");
                let saved: OriginalList =
                    serde_json::from_value(json!(full_list)).expect("what was saved");
                assert_eq!(saved, full_list);
            }
        }
    }

    #[test]
    fn a_list_that_differs_anywhere_is_another_list() {
        let full = list(0..21);
        let patch = Patch {
            ops: Vec::new(),
            splices: vec![Splice {
                start: 0,
                delete_count: 12,
                insert: vec![json!({})],
            }],
        };
        let full_list = OriginalList::default()
            .after(
                &|index| Some(content_hash(&Item::from(&full[index]))),
                20,
                &patch,
            )
            .expect("a patch that fits");
        assert_eq!(
            (
                full_list.begins(&Item::from(&full), 0),
                full_list.begins(&Item::from(&list(0..19)), 19)
            ),
            (true, false)
        );
        for place in 0..20 {
            let mut other = full.clone();
            other[place]["content"] = json!("another");
            assert!(!full_list.begins(&Item::from(&other), 0), "{place}");
            let known = |length: usize| {
                full_list.starts(&Item::from(&other.as_array().expect("a list")[..length]))
            };
            assert_eq!((known(place), known(20)), (true, false), "{place}");
        }
    }
}
