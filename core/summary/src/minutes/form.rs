//! What the text of a memory consists of, for those who write it and for who reads it back.

/// The labels of the lists in `State`.
pub const CHANGED: &str = "Files changed:";
pub const READ: &str = "Files read:";
pub const TASKS: &str = "Tasks:";
pub const CHECKS: &str = "Commands (latest run):";
pub const EFFECTS: &str = "Side effects:";
pub const FAILED: &str = "Unresolved failures:";
/// Between a call and its outcome.
pub const CAME: &str = " → ";

/// Follows a check that ran before the last file change.
pub const SINCE: &str = " (files changed since)";

/// Before the header of a source.
pub const SOURCE: &str = "> ";

/// A file that was changed, or only read.
pub struct File {
    pub path: String,
    /// 0 if it was only read.
    pub changes: usize,
    /// Whether the last change deleted it.
    pub is_gone: bool,
}

/// A call with its outcome.
#[derive(Clone)]
pub struct Entry {
    pub call: String,
    pub came: String,
}

/// One message of the user.
#[derive(Clone)]
pub struct Said {
    pub number: usize,
    /// The words; below short ones the agent's question.
    pub text: String,
    /// Text that a host or a paste added to the words.
    pub attached: String,
}
