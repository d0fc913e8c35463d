//! Cycles: the newest items of a sequence are the same few items over and over.

use std::collections::VecDeque;

/// A cycle that was found: how many items it has, and how often in a row it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cycle {
    pub items: usize,
    pub repeats: usize,
}

/// One item: a hash of what it is, and how much it weighs.
pub(crate) type Item = (u64, usize);

/// Looks for cycles of at most `longest` items. An item costs one comparison for each length, and
/// memory for `longest` items.
#[derive(Debug, Clone)]
pub(crate) struct Cycles {
    longest: usize,
    /// The newest items, the newest first.
    items: VecDeque<Item>,
    /// For each length, how many of the newest items in a row equal the item that is this length
    /// before them.
    same: Vec<usize>,
}

impl Cycles {
    pub fn new(longest: usize) -> Self {
        Self {
            longest,
            items: VecDeque::with_capacity(longest),
            same: vec![0; longest],
        }
    }

    /// Takes in an item. Gives the shortest cycle that was now seen `repeats` times in a row and
    /// weighs at least `weight` in all.
    pub fn push(&mut self, item: Item, repeats: usize, weight: usize) -> Option<Cycle> {
        for (before, same) in self.same.iter_mut().enumerate() {
            let is_same = self
                .items
                .get(before)
                .is_some_and(|(hash, _)| *hash == item.0);
            *same = if is_same { *same + 1 } else { 0 };
        }
        self.items.truncate(self.longest - 1);
        self.items.push_front(item);
        let mut once = 0;
        let lengths = self.items.iter().zip(&self.same).enumerate();
        for (index, ((_, weighs), same)) in lengths {
            let items = index + 1;
            once += weighs;
            if *same >= items * (repeats - 1) && once * repeats >= weight {
                return Some(Cycle {
                    items,
                    repeats: same / items + 1,
                });
            }
        }
        None
    }

    /// Returns how many items can follow without completing a cycle that repeats `repeats` times
    /// and contains a current item; `usize::MAX` if no such cycle is possible.
    pub fn quiet_items(&self, repeats: usize) -> usize {
        // To come so often with an item of now in it, it must have come once less by now.
        let begun = |(items, same): (usize, &usize)| {
            (*same >= items * (repeats - 2))
                .then(|| (items * (repeats - 1)).saturating_sub(same + 1))
        };
        self.same
            .iter()
            .enumerate()
            .filter_map(|(index, same)| begun((index + 1, same)))
            .min()
            .unwrap_or(usize::MAX)
    }

    pub fn forget(&mut self) {
        self.items.clear();
        self.same.fill(0);
    }

    /// The newest items, the oldest first, and the counts: all that [`restore`](Self::restore)
    /// needs.
    pub fn state(&self) -> (Vec<Item>, &[usize]) {
        (self.items.iter().rev().copied().collect(), &self.same)
    }

    /// Takes what [`state`](Self::state) gave, as far as it has room. Counts that are missing are
    /// 0.
    pub fn restore(&mut self, items: &[Item], same: &[usize]) {
        self.items = items.iter().rev().take(self.longest).copied().collect();
        let counts = same.iter().copied().chain(std::iter::repeat(0));
        self.same
            .iter_mut()
            .zip(counts)
            .for_each(|(own, count)| *own = count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Applies the definition: the newest `items * repeats` items repeat with that period.
    fn by_definition(items: &[u64], longest: usize, repeats: usize) -> Option<usize> {
        (1..=longest).find(|length| {
            let wanted = length * repeats;
            wanted <= items.len()
                && items[items.len() - wanted..]
                    .iter()
                    .zip(&items[items.len() - wanted + length..])
                    .all(|(a, b)| a == b)
        })
    }

    proptest! {
        #[test]
        fn finds_the_shortest_cycle(items in prop::collection::vec(0u64..3, 0..60), longest in 1usize..6, repeats in 2usize..6) {
            let mut cycles = Cycles::new(longest);
            for end in 0..items.len() {
                let found = cycles.push((items[end], 1), repeats, 0);
                prop_assert_eq!(found.map(|cycle| cycle.items), by_definition(&items[..=end], longest, repeats));
                let (newest, same) = cycles.state();
                let same = same.to_vec();
                cycles = Cycles::new(longest);
                cycles.restore(&newest, &same);
            }
        }
    }
}
