//! For hosts that keep the full list: what former runs made of it.

use super::Compactor;
use crate::host::item::Kind;
use crate::{Item, Patch, Result};
use std::sync::Arc;

impl Compactor {
    /// For hosts that keep the full list and pass it each time: returns how many of its messages
    /// former runs of this compactor have replaced; `None` if it does not begin with them.
    /// [`view_patch`](Self::view_patch) then makes the compacted list of it, which is the list to
    /// pass to the next run. `same` is the number of first messages that the host knows to be
    /// unchanged since the last call; 0 if unknown.
    ///
    /// ```
    /// use conspectus::{Action, Compactor, Config, Patch, CompactArgs};
    /// use serde_json::json;
    ///
    /// let step = |turn: usize| json!({ "role": "assistant", "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) });
    /// let full: Vec<_> = std::iter::once(json!({ "role": "user", "content": "Fix it." })).chain((0..40).map(step)).collect();
    /// let mut compactor = Compactor::new(Config::builder().context_window(6_000).build()?);
    /// assert_eq!(compactor.view(&full, 0)?, None);
    /// compactor.handle_messages(&full, CompactArgs::new())?;
    /// while let Some(action) = compactor.poll_action() {
    ///     if let Action::Apply { .. } = action {
    ///         compactor.handle_current(&full)?;
    ///     }
    /// }
    /// assert_eq!(compactor.view(&full, 0)?, Some(41));
    /// let now = compactor.view_patch().apply_to(&full)?;
    /// assert!(now.len() < full.len());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `TooDeep` if a message is nested deeper than the limit.
    pub fn view<'v>(&mut self, full: impl Into<Item<'v>>, same: usize) -> Result<Option<usize>> {
        let full = &full.into();
        let waiting = std::mem::take(&mut self.waiting);
        if let Some(full_list) = waiting.joined(&self.full_list, full, same) {
            self.full_list = Arc::new(full_list);
            self.full_list_version += 1;
        }
        let begins = full.kind() == Kind::Array && self.full_list.begins(full, same);
        self.next_is_full_list = begins;
        Ok(begins.then_some(self.full_list.covered))
    }

    /// As [`view`](Self::view), for a host that knows that the first `same` messages are unchanged
    /// since the last call and whose list is at least as long. The messages are not read.
    pub fn view_known(&mut self, same: usize) -> Option<usize> {
        self.next_is_full_list = self.full_list.covered > 0 && same >= self.full_list.covered;
        self.next_is_full_list.then_some(self.full_list.covered)
    }

    /// After a run that condensed new results, the index of the message that shows whether a host
    /// keeps the full list; `None` otherwise. If [`view_goes_on`](Self::view_goes_on) returns true
    /// for that message, call [`view`](Self::view).
    #[must_use]
    pub fn view_waits(&self) -> Option<usize> {
        self.waiting.place(&self.full_list)
    }

    /// Whether this message, at that index of the host's list, is as it was before the run. If not,
    /// the host has taken the run's result over.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn view_goes_on<'v>(&mut self, message: impl Into<Item<'v>>) -> Result<bool> {
        let goes_on = self.waiting.is_shown(&message.into());
        if !goes_on {
            self.waiting = Arc::default();
        }
        Ok(goes_on)
    }

    /// Whether a list that begins with these messages can be one for which [`view`](Self::view)
    /// gives a number. A host that would have to copy its list asks this of the first few messages.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn view_starts<'v>(&self, head: impl Into<Item<'v>>) -> Result<bool> {
        Ok(self.full_list.starts(&head.into()))
    }

    /// How many messages of the host's full list former runs have replaced.
    #[must_use]
    pub fn view_covers(&self) -> usize {
        self.full_list.covered
    }

    /// How many of the first messages of the list that the next run is to have are known for
    /// certain, where the host says that `unchanged` of its own list are as they were at the last
    /// call. The last one that is known may have grown.
    #[doc(hidden)]
    pub fn known_of(&self, unchanged: usize) -> usize {
        let (covered, instead) = self.replaced();
        let listed = unchanged
            .checked_sub(covered)
            .map_or(0, |behind| instead + behind);
        listed.min(self.known_messages().saturating_sub(1))
    }

    /// How many messages the host's list has, if the next run is to have `listed` ones.
    #[doc(hidden)]
    pub fn of_host(&self, listed: usize) -> usize {
        let (covered, instead) = self.replaced();
        listed.saturating_sub(instead) + covered
    }

    /// How many messages of the host's list former runs have replaced, as [`view`](Self::view) has
    /// just found, and the number of messages that replace them.
    fn replaced(&self) -> (usize, usize) {
        if self.next_is_full_list {
            (self.full_list.covered, self.full_list.len())
        } else {
            (0, 0)
        }
    }

    /// The patch that makes the compacted list of a list for which [`view`](Self::view) gave a
    /// number.
    #[must_use]
    pub fn view_patch(&self) -> Patch {
        self.full_list.patch()
    }

    /// A number that changes with that patch.
    #[must_use]
    pub fn view_version(&self) -> u64 {
        self.full_list_version
    }
}
