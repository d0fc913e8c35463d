//! Branches that the user left. When a user goes back to an earlier prompt and sends another one,
//! the old prompt stays in the file.
//!
//! Only such branches are left out, and only if `parentUuid` shows them. Everything else keeps its
//! place in the file. So nothing else is lost: neither parallel results, whose parents are
//! different records, nor records whose parent is missing.

use super::Record;
use std::collections::BTreeMap;

/// Returns, for each record, whether its branch does not lead to the newest message.
pub(super) fn abandoned(records: &[Record<'_>]) -> Vec<bool> {
    let mut places = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        if let Some(uuid) = record.uuid {
            places.entry(uuid).or_insert(index);
        }
    }
    let parent = |index: usize| {
        records[index]
            .parent
            .and_then(|uuid| places.get(uuid).copied())
    };
    let Some(leaf) = records.iter().rposition(Record::is_kept) else {
        return vec![false; records.len()];
    };
    let mut fates = vec![Fate::Unknown; records.len()];
    let mut next = Some(leaf);
    // The walk ends at a record that it has met before. There are files in which a record is its
    // own ancestor.
    while let Some(index) = next.filter(|index| fates[*index] == Fate::Unknown) {
        fates[index] = Fate::Current;
        next = parent(index);
    }
    for index in 0..records.len() {
        settle(index, records, &parent, &mut fates);
    }
    fates.iter().map(|fate| *fate == Fate::Left).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Unknown,
    /// The walk is at this record or below it.
    Open,
    /// The record leads to the newest message.
    Current,
    /// The record branches off the current branch, and its branch has no prompt so far.
    Beside,
    /// The record is, or comes after, a prompt that branches off the current branch.
    Left,
    /// The record is not connected to the current branch.
    Apart,
}

/// Walks from `index` up through the parents to a record whose fate is known. Then sets the fates
/// on the way down.
fn settle(
    index: usize,
    records: &[Record<'_>],
    parent: &dyn Fn(usize) -> Option<usize>,
    fates: &mut [Fate],
) {
    let mut path = Vec::new();
    let mut next = Some(index);
    while let Some(index) = next.filter(|index| fates[*index] == Fate::Unknown) {
        fates[index] = Fate::Open;
        path.push(index);
        next = parent(index);
    }
    let mut above = next.map_or(Fate::Apart, |index| fates[index]);
    for index in path.into_iter().rev() {
        let record = &records[index];
        above = match above {
            Fate::Left => Fate::Left,
            // The first message after the current branch decides: a prompt means that the user left
            // the branch.
            Fate::Current | Fate::Beside if record.is_prompt() => Fate::Left,
            Fate::Current | Fate::Beside if record.is_message() => Fate::Apart,
            Fate::Current | Fate::Beside => Fate::Beside,
            Fate::Unknown | Fate::Open | Fate::Apart => Fate::Apart,
        };
        fates[index] = above;
    }
}
