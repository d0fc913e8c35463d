//! The last condensing patch, until the host shows whether it keeps the full list.

use super::full_list::{OriginalList, spelled};
use crate::history::content_hash;
use crate::{Item, Patch};
use serde::{Deserialize, Serialize};

/// The last condensing patch. A host that keeps the full list shows the original message again; the
/// patch then becomes part of the [`OriginalList`]. Any other host has applied the patch, and
/// nothing needs to be kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UnconfirmedCondense {
    /// How many messages the list had; 0 if nothing waits.
    length: usize,
    /// The first message that changed.
    message: usize,
    /// Its hash before.
    hash: String,
    patch: Patch,
}

impl UnconfirmedCondense {
    /// What waits after a patch on the first `length` messages. `message` is the first that it
    /// changed, as it was.
    pub fn of(length: usize, index: usize, message: &Item<'_>, patch: &Patch) -> Self {
        Self {
            length,
            message: index,
            hash: spelled(content_hash(message)),
            patch: patch.clone(),
        }
    }

    /// The index in the full list of the message that identifies the patch; `None` if nothing
    /// waits.
    pub fn place(&self, full_list: &OriginalList) -> Option<usize> {
        (self.length > 0)
            .then(|| (self.message + full_list.covered).checked_sub(full_list.len()))
            .flatten()
    }

    /// Whether this is that message.
    pub fn is_shown(&self, message: &Item<'_>) -> bool {
        spelled(content_hash(message)) == self.hash
    }

    /// The full list with it; `None` if the list is not the full one.
    pub fn joined(
        &self,
        full_list: &OriginalList,
        full: &Item<'_>,
        same: usize,
    ) -> Option<OriginalList> {
        let message = full.at(self.place(full_list)?)?;
        if !self.is_shown(&message) || (full_list.covered > 0 && !full_list.begins(full, same)) {
            return None;
        }
        let hash = |index: usize| {
            let place = (index + full_list.covered).checked_sub(full_list.len())?;
            Some(content_hash(&full.at(place)?))
        };
        full_list.after(&hash, self.length, &self.patch)
    }
}
