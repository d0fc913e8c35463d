//! What may be retired, and down to which size.

use crate::host::named::named;
use crate::reduce::plan::{Edit, EditReason};

/// Why a result or an argument may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StaleReason {
    /// A read of a file that was changed later.
    Stale,
    /// A read of which a later one shows every line.
    Superseded,
    /// A result whose text a later result gives again.
    Repeated,
    /// What a call wrote into a file, once it succeeded.
    Applied,
}

named!(StaleReason {
    Stale => "changed_later",
    Superseded => "read_again",
    Repeated => "repeated",
    Applied => "written",
});

impl StaleReason {
    /// How likely it is that the agent does not need it again. Measured at 117 places of 30
    /// recorded coding sessions (`make bench-reduce`): the share of what went from which the agent
    /// wrote no name in its next 80 messages that stood nowhere else. A later result that is the
    /// same keeps all names.
    pub(super) fn no_return(self) -> f64 {
        match self {
            Self::Stale => 0.93,
            Self::Applied => 0.79,
            Self::Superseded | Self::Repeated => 1.0,
        }
    }

    /// The class by which an edit takes something away.
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

/// What `clear_stale` takes away, and how much.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClearStaleOptions {
    /// It stops once the list holds no more estimated tokens; without it, all goes.
    pub target_tokens: Option<u64>,
    /// What may go. By default, all.
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
