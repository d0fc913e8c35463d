//! The origin of a stored output, in a small file next to it.
//!
//! The name of an output is the hash of its content, so its origin cannot be inside it. The origin is
//! written after the output, and an output without one is complete: a process that is killed in
//! between loses nothing but the origin.

use crate::text::visible;
use serde::{Deserialize, Serialize};

/// The ending of an origin's file, whose name is otherwise that of its output.
pub(super) const ENDING: &str = ".json";
/// The longest tool name or arguments, in characters. Chosen here: a long path fits, and a search can
/// show it in a line.
const CHARS_MAX: usize = 160;

/// The origin of an output. Fields may be empty.
///
/// ```
/// use conspectus_files::store::{FolderStore, Origin, Settings};
///
/// let place = tempfile::tempdir()?;
/// let store = FolderStore::open(&place.path().join("outputs"), Settings::default())?;
/// let origin = Origin::new("read_file", "src/main.rs");
/// let stored = store.put_from("fn main() {}\n", &origin)?;
/// assert_eq!(store.describe(Some(&stored.key), 400)?.outputs[0].arguments, "src/main.rs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(default)]
pub struct Origin {
    /// The name of the tool.
    pub tool: String,
    /// A short form of the arguments, such as the path or the command.
    pub arguments: String,
}

impl Origin {
    /// The origin of an output: the tool's name and a short form of its arguments. Each is cut to
    /// one line of 160 characters.
    #[must_use]
    pub fn new(tool: &str, arguments: &str) -> Self {
        Self {
            tool: short(tool),
            arguments: short(arguments),
        }
    }

    /// The origin in a compactor's request, whose key is `tool-outputs/<tool>_<hash>.txt`.
    pub(super) fn of_request(key: &str, arguments: &str) -> Self {
        let name = key
            .strip_prefix("tool-outputs/")
            .and_then(|rest| rest.strip_suffix(".txt"))
            .and_then(|rest| rest.rsplit_once('_'));
        Self::new(name.map_or("", |(tool, _)| tool), arguments)
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tool.is_empty() && self.arguments.is_empty()
    }

    /// Both in one line.
    pub(super) fn shown(&self) -> String {
        format!("{} {}", self.tool, self.arguments)
            .trim()
            .to_owned()
    }
}

fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    visible(&line).chars().take(CHARS_MAX).collect()
}
