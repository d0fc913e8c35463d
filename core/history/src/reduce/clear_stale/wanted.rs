//! Which stale content may be cleared, and down to which size.

use crate::host::named::named;
use crate::reduce::plan::{Edit, EditReason};
use crate::shape::words;

words! {
    /// Why a result or an argument may be cleared.
    pub enum StaleReason {
        /// A read of a file that was changed later.
        Stale => "changed_later",
        /// A read of which a later one shows every line.
        Superseded => "read_again",
        /// A result whose text a later result repeats.
        Repeated => "repeated",
        /// The text that a successful call wrote into a file.
        Applied => "written",
    }
}

named!(StaleReason);

impl StaleReason {
    /// Returns the probability that the agent does not need the content again: the share of cleared
    /// content for which the agent's next 80 messages used no name that appeared nowhere else.
    /// Measured at 117 points in 30 recorded coding sessions (`make bench-reduce`). A later result
    /// with the same content keeps all names.
    pub(super) fn no_return(self) -> f64 {
        match self {
            Self::Stale => 0.93,
            Self::Applied => 0.79,
            Self::Superseded | Self::Repeated => 1.0,
        }
    }

    /// Returns the class for which an edit clears content.
    pub(super) fn of(edit: &Edit) -> Option<Self> {
        match edit.reason {
            EditReason::Stale => Some(Self::Stale),
            EditReason::Superseded => Some(Self::Superseded),
            EditReason::Repeated => Some(Self::Repeated),
            EditReason::Applied => Some(Self::Applied),
            _ => None,
        }
    }
}

/// What `clear_stale` clears, and how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClearStaleOptions {
    /// Clearing stops once the history has at most this many estimated tokens; `None` clears
    /// everything stale.
    pub target_tokens: Option<u64>,
    /// Classes that may be cleared. Default: all.
    pub classes: Vec<StaleReason>,
}

impl Default for ClearStaleOptions {
    fn default() -> Self {
        Self {
            target_tokens: None,
            classes: StaleReason::ALL.to_vec(),
        }
    }
}
