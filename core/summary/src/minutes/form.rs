//! What the text of a memory consists of, for those who write it and for who reads it back.

/// The labels of the lists in `State`.
pub(super) const LAST: &str = "Last: ";
pub(super) const CHANGED: &str = "Files changed: ";
pub(super) const READ: &str = "Files read: ";
pub(super) const TASKS: &str = "Tasks:";
pub(super) const CHECKS: &str = "Commands (latest run):";
pub(super) const EFFECTS: &str = "Side effects:";
pub(super) const FAILED: &str = "Unresolved failures:";
/// Between a call and what came of it.
pub(super) const CAME: &str = " → ";

/// Between a header and its only line.
pub(super) const ONLY: &str = " → ";
/// In front of the header of a source.
pub(super) const SOURCE: &str = "> ";

/// A file that was changed, or only read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct File {
    pub path: String,
    pub changes: usize,
    /// Whether the last change took it away.
    pub is_gone: bool,
}

/// A call with what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub call: String,
    pub came: String,
}

/// One message of the user.
#[derive(Debug, Clone)]
pub(super) struct Said {
    pub number: usize,
    pub text: String,
    /// What a host or a paste put beside the words.
    pub attached: String,
}
