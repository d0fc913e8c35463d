//! The one way down into a value of the host. Everything that calls itself for what a value holds
//! asks a [`Budget`] for it, so that no value can exhaust the stack or the time:
//! `scripts/checks/recursion.py` finds what does not.

use super::{Item, Key, MAX_DEPTH};
use crate::error::{Error, ErrorKind, Result};

/// The most values that are read inside one value. More are rejected with `TOO_DEEP`.
///
/// Chosen here: each costs a token or more, and no model takes a million. A few objects that share
/// their children hold more: forty lists, each of which holds the next one twice, are 2^40 values.
pub const MAX_VALUES: usize = 1 << 20;

type Visit<'f, 'v> = &'f mut dyn FnMut(&mut Budget, Option<Key<'_>>, Item<'v>) -> Result<()>;

/// What may still be read of a value: levels below this one, and values.
#[derive(Debug, Clone)]
pub struct Budget {
    levels: usize,
    values: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_levels(MAX_DEPTH)
    }
}

impl Budget {
    /// Returns a budget for values with `levels` levels inside.
    #[must_use]
    pub fn of_levels(levels: usize) -> Self {
        Self {
            levels,
            values: MAX_VALUES,
        }
    }

    /// How many levels below this one may be read.
    #[must_use]
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// Calls `read` with the budget one level further down.
    ///
    /// # Errors
    /// As [`each`](Self::each).
    pub fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let levels = self.levels;
        self.step(levels)?;
        let read = read(self);
        self.levels = levels;
        read
    }

    /// Charges the budget for one child of a value that may have `levels` levels inside.
    fn step(&mut self, levels: usize) -> Result<()> {
        self.levels = levels.checked_sub(1).ok_or_else(too_deep)?;
        self.values = self.values.checked_sub(1).ok_or_else(too_many)?;
        Ok(())
    }

    /// Calls `visit` with each child of a list or an object, and with the budget inside it. Stops
    /// at the first error, and prepends the child's key or index to its path.
    ///
    /// # Errors
    /// What `visit` returns; `TooDeep` if the budget is used up.
    pub fn each<'v>(&mut self, value: &Item<'v>, visit: Visit<'_, 'v>) -> Result<()> {
        let levels = self.levels;
        if value.is_endless() || (levels == 0 && value.is_container() && !value.is_empty()) {
            return Err(too_deep());
        }
        for (index, (key, child)) in value.children().enumerate() {
            let read = self.step(levels).and_then(|()| visit(self, key, child));
            self.levels = levels;
            read.map_err(|error| under(error, key, index))?;
        }
        Ok(())
    }

    /// Whether `is` holds for a value, or for any value inside it. Nothing inside a value for which
    /// it holds is read.
    ///
    /// # Errors
    /// `TooDeep` if the budget is used up before one is found.
    pub fn any(&mut self, value: &Item<'_>, is: &mut dyn FnMut(&Item<'_>) -> bool) -> Result<bool> {
        let mut found = is(value);
        if !found {
            self.each(value, &mut |budget, _, child| {
                found = found || budget.any(&child, is)?;
                Ok(())
            })?;
        }
        Ok(found)
    }
}

/// Not inlined: its strings would take room on the stack at every level.
#[inline(never)]
fn under(error: Error, key: Option<Key<'_>>, index: usize) -> Error {
    match key {
        Some(key) => error.under(key.name),
        None => error.under(&index.to_string()),
    }
}

/// The error for a value nested past [`MAX_DEPTH`]; callers add the path on the way up.
#[must_use]
pub fn too_deep() -> Error {
    Error::new(
        ErrorKind::TooDeep,
        "",
        format!("the value is nested deeper than {MAX_DEPTH} levels"),
    )
}

fn too_many() -> Error {
    Error::new(
        ErrorKind::TooDeep,
        "",
        format!("the value contains more than {MAX_VALUES} values"),
    )
}
