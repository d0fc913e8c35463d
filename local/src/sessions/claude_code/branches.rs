//! Branches that the user left: going back to an earlier prompt and sending another one leaves the old one in the file.
//!
//! Only such branches are told apart, and only where `parentUuid` shows them: everything else keeps its place in the
//! file. So parallel results, which hang on different records, and records whose parent is missing are never lost.

use super::Record;
use std::collections::BTreeMap;

/// For each record, whether it stands on a branch that the newest message does not come from.
pub(super) fn abandoned(records: &[Record<'_>]) -> Vec<bool> {
    let mut places = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        if let Some(uuid) = record.uuid {
            places.entry(uuid).or_insert(index);
        }
    }
    let parent = |index: usize| records[index].parent.and_then(|uuid| places.get(uuid).copied());
    let Some(leaf) = records.iter().rposition(Record::is_kept) else { return vec![false; records.len()] };
    let mut fates = vec![Fate::Unknown; records.len()];
    let mut next = Some(leaf);
    // A record that was met before ends the walk: files in which records are their own ancestors have been seen.
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
    /// Being walked.
    Open,
    /// The newest message comes from it.
    Current,
    /// Hangs on the current branch, without a prompt of its own so far.
    Beside,
    /// Below a prompt that hangs on the current branch.
    Left,
    /// Not joined to the current branch.
    Apart,
}

/// Walks up from `index` to a record whose fate is known, and down again.
fn settle(index: usize, records: &[Record<'_>], parent: &dyn Fn(usize) -> Option<usize>, fates: &mut [Fate]) {
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
            // The first message below the current branch decides.
            Fate::Current | Fate::Beside if record.is_prompt() => Fate::Left,
            Fate::Current | Fate::Beside if record.is_message() => Fate::Apart,
            Fate::Current | Fate::Beside => Fate::Beside,
            Fate::Unknown | Fate::Open | Fate::Apart => Fate::Apart,
        };
        fates[index] = above;
    }
}
