//! The calls of a conversation, as far as they were understood: what each was about, how it ended,
//! what it showed and changed.

/// A call that has a result, as far as it was understood.
#[derive(Debug, Clone)]
pub struct Step {
    /// The parts of the history that hold the call and its result.
    pub call: usize,
    pub result: usize,
    /// What the call was about.
    pub detail: String,
    pub ended: CallEnd,
    /// The line that reports the failure, if the call failed.
    pub line: String,
    /// The files that it showed, if it did nothing else.
    pub read: Vec<String>,
    /// What it asked for, if it showed one place.
    pub asked: Option<RequestedLines>,
    /// The files that it changed.
    pub changed: Vec<String>,
    /// Whether its arguments hold what it wrote into these files.
    pub writes: bool,
}

/// The outcome of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallEnd {
    Done,
    Failed,
    /// It failed, and the same call did not later.
    Mended,
    Unknown,
}

/// A place of which lines were asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedLines {
    /// The place, and everything in the arguments that says how it is shown.
    pub place: String,
    /// Number of the first line that was asked for.
    pub first: u64,
}
