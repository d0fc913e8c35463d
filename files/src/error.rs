//! Errors of files and of their content.

use serde_json::{Value, json};
use std::any::Any;
use std::fmt;
use std::io;

/// The kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The file cannot be opened or read. Check its name and its permissions.
    Unreadable,
    /// The file can be read, but holds no conversation. The message says what was found.
    NotAConversation,
    /// The file holds several conversations. Choose one by `--conversation`.
    Several,
    /// The output exists already. Choose another name or `--overwrite`.
    FileExists,
    /// The output cannot be written. Check the folder, its permissions and the free space.
    Unwritable,
    /// Overwriting the input would lose data outside the conversation. Choose another output.
    WouldLose,
    /// The session cannot be written in the format of its agent. The message says which can.
    NoWriteBack,
    /// The store has no room left: the disk, a quota, or its own `max_bytes`. The output stays in
    /// the history. Make room, or raise the limit.
    StoreFull,
    /// Nothing may be written to the store. The output stays in the history. Check the permissions
    /// of its folder.
    StoreReadOnly,
    /// The store's folder may not be used: it is a link, belongs to another user, is open to
    /// others, or was removed. The message says which.
    StoreBroken,
    /// Nothing is stored under that key. Check its spelling; it may have been removed for its age.
    NotStored,
    /// What is stored under that key was changed, so it is not given. Store the output again.
    Damaged,
    /// The settings of another program can't be edited, because they can't be parsed or have another
    /// shape. The message names the problem. Correct the file.
    Settings,
    /// An error of the core library about the content or an option.
    Core(conspectus::ErrorKind),
}

impl ErrorKind {
    /// Whether an option or its value is wrong, and not the content of a file.
    #[must_use]
    pub fn is_of_options(self) -> bool {
        use conspectus::ErrorKind as Of;
        matches!(
            self,
            Self::Core(
                Of::InvalidOption | Of::WindowUnknown | Of::UnknownPreset | Of::UnknownDialect
            )
        )
    }
}

/// An error with a stable code, a place inside the data, and a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    path: String,
    message: String,
}

/// `Result` with this crate's [`Error`].
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error of a file or of an option.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            path: String::new(),
            message: message.into(),
        }
    }

    /// An error of the system about `what`.
    #[must_use]
    pub fn io(kind: ErrorKind, what: &str, error: &io::Error) -> Self {
        Self::new(kind, format!("{what}: {error}"))
    }

    /// A bug of this package.
    #[must_use]
    pub fn fault(what: &str) -> Self {
        let message = format!("a fault of this package: please report it ({what})");
        Self::new(ErrorKind::Core(conspectus::ErrorKind::Internal), message)
    }

    /// A panic, which is such a bug.
    #[must_use]
    pub fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Self::fault(text.unwrap_or("no message"))
    }

    /// Returns the error with the name of the file (or other subject) before its message, unless
    /// the message has it already.
    #[must_use]
    pub fn about(mut self, what: &str) -> Self {
        if self.message.starts_with("contains ") {
            self.message = format!("{what} {}", self.message);
        } else if !self.message.starts_with(what) && !self.message.ends_with(what) {
            self.message = format!("{what}: {}", self.message);
        }
        self
    }

    /// Returns the kind of error.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The code of the error: an upper-case word such as `UNREADABLE_FILE`, which does not change.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self.kind {
            ErrorKind::Unreadable => "UNREADABLE_FILE",
            ErrorKind::NotAConversation => "NOT_A_CONVERSATION",
            ErrorKind::Several => "CHOOSE_CONVERSATION",
            ErrorKind::FileExists => "FILE_EXISTS",
            ErrorKind::Unwritable => "UNWRITABLE_FILE",
            ErrorKind::WouldLose => "WOULD_OVERWRITE_MORE",
            ErrorKind::NoWriteBack => "NO_WRITE_BACK",
            ErrorKind::StoreFull => "STORE_FULL",
            ErrorKind::StoreReadOnly => "STORE_READ_ONLY",
            ErrorKind::StoreBroken => "STORE_BROKEN",
            ErrorKind::NotStored => "NOT_STORED",
            ErrorKind::Damaged => "STORED_DAMAGED",
            ErrorKind::Settings => "UNUSABLE_SETTINGS",
            ErrorKind::Core(kind) => kind.code(),
        }
    }

    /// JSON Pointer to the place at fault; `""` for the whole value.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The message for a person to read. It holds neither the code nor the path.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The code, the path and the message as an object.
    #[must_use]
    pub fn to_value(&self) -> Value {
        json!({ "code": self.code(), "path": self.path, "message": self.message })
    }
}

impl From<conspectus::Error> for Error {
    fn from(error: conspectus::Error) -> Self {
        Self {
            kind: ErrorKind::Core(error.kind()),
            path: error.path().to_owned(),
            message: error.message().to_owned(),
        }
    }
}

/// Writes `error[CODE]: message (at /path)`.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code(), self.message)?;
        if self.path.is_empty() {
            Ok(())
        } else {
            write!(f, " (at {})", self.path)
        }
    }
}

impl std::error::Error for Error {}
