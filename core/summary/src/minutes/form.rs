//! What the text of a memory consists of, for those who write it and for who reads it back.

/// The labels of the lists in `State`.
pub(super) const LAST: &str = "Last: ";
pub(super) const CHANGED: &str = "Files changed: ";
pub(super) const READ: &str = "Files read: ";
pub(super) const TASKS: &str = "Tasks:";
pub(super) const CHECKS: &str = "Commands (latest run):";
pub(super) const EFFECTS: &str = "Side effects:";
pub(super) const FAILED: &str = "Unresolved failures:";
/// Between a call and its outcome.
pub(super) const CAME: &str = " → ";

/// Before the agent's question, below a short answer.
pub(super) const ASKED: &str = "[the agent had asked: ";

/// Between a header and its only line.
pub(super) const ONLY: &str = " → ";
/// Before the header of a source.
pub(super) const SOURCE: &str = "> ";

/// A file that was changed, or only read.
#[derive(Debug, Clone)]
pub(super) struct File {
    pub path: String,
    pub changes: usize,
    /// Whether the last change deleted it.
    pub is_gone: bool,
}

/// A call with its outcome.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub call: String,
    pub came: String,
}

/// One message of the user.
#[derive(Debug, Clone, Default)]
pub(super) struct Said {
    pub number: usize,
    pub text: String,
    /// The agent's question, if the words are too short to be understood without it.
    pub asked: String,
    /// What a host or a paste put beside the words.
    pub attached: String,
}

impl Said {
    /// The words, with the question below them.
    pub fn told(&self) -> String {
        match self.asked.is_empty() {
            true => self.text.clone(),
            false => format!("{}\n{ASKED}{}]", self.text, self.asked),
        }
    }
}
