//! The error of this crate: a kind, a place, and a message that says what to do.

use std::fmt;

/// The kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A name is unknown, an id is not a token, or a vocabulary requires something that this crate
    /// does not support. The message says which, and what to use instead.
    InvalidConfig,
    /// A `tokenizer.json` is not valid JSON.
    InvalidJson,
}

/// An error: [`kind`](Self::kind), [`path`](Self::path) and [`message`](Self::message). A call that
/// returns an error has changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    path: String,
    message: String,
}

/// `Result` with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn new(
        kind: ErrorKind,
        path: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            path: path.into(),
            message: message.into(),
        }
    }

    /// Returns the kind of error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// JSON Pointer (RFC 6901) to the place at fault: an index into a list of ids, or a field of a
    /// `tokenizer.json`; `""` for the whole input.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The message for a person to read, without the path.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the error with `segment` prepended to its path.
    #[must_use]
    #[cfg(feature = "tokenizer-json")]
    pub(crate) fn under(mut self, segment: &str) -> Self {
        self.path = format!(
            "/{}{}",
            segment.replace('~', "~0").replace('/', "~1"),
            self.path
        );
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
