//! One error type: a stable code, a place, and a message that says what to do.

use crate::shape::words;
use std::fmt;

words! {
    /// The kind of an [`Error`]. The description of each kind ends with what the caller should do.
    pub enum ErrorKind {
        /// An option is unknown, of the wrong type or out of its range. Fix the option named by the
        /// path.
        InvalidOption => "INVALID_OPTION",
        /// No context window is known: the model is not in the table of models, or no model was given.
        /// Give a `context_window`.
        WindowUnknown => "WINDOW_UNKNOWN",
        /// The history is not a list, or a message is not an object or has no role. Fix the message
        /// named by the path.
        InvalidMessages => "INVALID_MESSAGES",
        /// A value is nested deeper than [`crate::host::item::MAX_DEPTH`] levels. Flatten the value
        /// named by the path.
        TooDeep => "TOO_DEEP",
        /// A host object contains itself. Break the cycle named by the path.
        Cycle => "CYCLE",
        /// A value that JSON cannot hold (a function, a class instance, a set). Convert it to plain
        /// data first.
        UnsupportedType => "UNSUPPORTED_TYPE",
        /// No dialect has this name, or the messages match no known dialect. Pass `dialect` explicitly.
        UnknownDialect => "UNKNOWN_DIALECT",
        /// No preset has this name. Use one of the names listed in the message.
        UnknownPreset => "UNKNOWN_PRESET",
        /// A language binding called an operation that does not exist. This is a bug in the binding:
        /// report it.
        UnknownOperation => "UNKNOWN_OPERATION",
        /// The compactor was called in a state that does not allow the call. Take the actions that
        /// `poll_action` returns, and answer the one that waits for an answer.
        WrongOrder => "WRONG_ORDER",
        /// The compactor is busy with a run. Wait for its end or cancel it, and make one compactor for
        /// each conversation.
        Busy => "BUSY",
        /// What is loaded is not what a compactor saved. Load a state as `save` gave it.
        InvalidState => "INVALID_STATE",
        /// A fault of this package: it must not happen on any input. Report it. Nothing was changed.
        Internal => "INTERNAL",
        /// A patch does not fit the history that it is applied to. Make a new plan for the current
        /// history.
        InvalidPatch => "INVALID_PATCH",
        /// The text is not valid JSON. Fix the file named in the message.
        InvalidJson => "INVALID_JSON",
        /// The history is broken in a place where every repair would be a guess. Fix the message named
        /// by the path.
        Unrepairable => "UNREPAIRABLE",
    }
}

crate::host::named::named!(ErrorKind);

impl ErrorKind {
    /// The code of this kind: an upper-case word such as `INVALID_OPTION`. It is the same in Rust,
    /// Python and JavaScript and does not change.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.name()
    }
}

/// An error: [`kind`](Self::kind), [`code`](Self::code), [`path`](Self::path) and a message.
///
/// A call that returns an error has changed nothing.
///
/// ```
/// use conspectus::{Config, ErrorKind, History};
/// use serde_json::json;
///
/// let error = History::of(Config::default(), &json!([{ "role": "user", "content": "Hi" }, 7])).unwrap_err();
/// assert_eq!((error.kind(), error.path()), (ErrorKind::InvalidMessages, "/1"));
/// println!("{error}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    path: String,
    message: String,
}

/// `Result` with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Makes an error. `path` is a JSON Pointer (RFC 6901) to the place at fault; `""` means the
    /// whole value.
    #[must_use]
    pub fn new(kind: ErrorKind, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            kind,
            path: path.into(),
            message: message.into(),
        }
    }

    /// Returns the kind of the error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The code of the error's kind: see [`ErrorKind::code`].
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// JSON Pointer to the place at fault: `/3/parts/0`, `/fraction`, or `""` for the whole value.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The message for a person to read. It holds neither the code nor the path.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the error with `segment` prepended to its path.
    #[must_use]
    pub fn under(mut self, segment: &str) -> Self {
        self.path = format!("/{}{}", escape_pointer_segment(segment), self.path);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            write!(f, "{}", self.message)
        } else {
            write!(f, "{} (at {})", self.message, self.path)
        }
    }
}

impl std::error::Error for Error {}

impl From<conspectus_tokens::Error> for Error {
    fn from(error: conspectus_tokens::Error) -> Self {
        let kind = match error.kind() {
            conspectus_tokens::ErrorKind::InvalidJson => ErrorKind::InvalidJson,
            _ => ErrorKind::InvalidOption,
        };
        Self::new(kind, error.path(), error.message())
    }
}

/// Writes `~` and `/` inside one segment of a JSON Pointer as `~0` and `~1` (RFC 6901, section 3).
#[must_use]
pub fn escape_pointer_segment(segment: &str) -> String {
    segment.replace('~', "~0").replace('/', "~1")
}
