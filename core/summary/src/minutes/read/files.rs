//! What was done to files: by tools that name one, and by commands of a shell.

use crate::listed;
use crate::notes::terms::holds;
use crate::shape::{shapes, words};
use std::collections::BTreeMap;

words! {
    /// What was done to a file.
    pub enum FileUse {
        /// It was read.
        Read => "read",
        /// It was created or overwritten.
        Written => "written",
        /// A part of it was changed.
        Edited => "edited",
        /// Something was added at its end.
        Appended => "appended",
        /// It was removed, or moved away.
        Deleted => "removed",
    }
}

shapes! {
    /// A file and what was done to it.
    pub struct FileFact: Eq {
        /// The path as spelled, relative to the folder that a command changed to.
        pub path: String,
        /// The last change; `read` if it wasn't changed.
        pub state: FileUse,
        /// Everything that was done, each once.
        pub did: Vec<FileUse>,
        /// How many times it was changed.
        pub changes: usize,
        /// The first message with a call that used it.
        pub first: usize,
        /// The last message with such a call.
        pub message: usize,
    }
}

/// The files of a conversation. Each look-up takes logarithmic time.
#[derive(Default)]
pub struct Files {
    all: BTreeMap<String, (usize, FileFact)>,
}

/// How many files under a removed folder are marked. Chosen here, so that no history takes long.
const UNDER_FOLDER: usize = 1_000;

impl Files {
    /// Records what call number `call` in message `message` did to a file.
    pub fn note(&mut self, path: String, found: FileUse, call: usize, message: usize) {
        if path.is_empty() {
            return;
        }
        if found == FileUse::Deleted {
            self.remove_under(&path, call, message);
        }
        let new = FileFact {
            path: path.clone(),
            state: found,
            did: Vec::new(),
            changes: 0,
            first: message,
            message,
        };
        let file = self.all.entry(path).or_insert((call, new));
        mark(file, found, call, message);
    }

    fn remove_under(&mut self, folder: &str, call: usize, message: usize) {
        let folder = format!("{}/", folder.trim_end_matches('/'));
        let inside = self
            .all
            .range_mut(folder.clone()..)
            .take_while(|(path, _)| path.starts_with(&folder))
            .take(UNDER_FOLDER)
            .filter(|(_, (last, _))| *last <= call);
        for (_, file) in inside {
            mark(file, FileUse::Deleted, call, message);
        }
    }

    /// All files, in order of last use.
    pub fn into_list(self) -> Vec<FileFact> {
        let mut all: Vec<_> = self.all.into_values().collect();
        // A stable sort: files of one call stay in the order of their paths.
        all.sort_by_key(|(call, _)| *call);
        all.into_iter().map(|(_, trace)| trace).collect()
    }
}

/// Notes what a call did to one file.
fn mark((last, trace): &mut (usize, FileFact), found: FileUse, call: usize, message: usize) {
    if !trace.did.contains(&found) {
        trace.did.push(found);
    }
    trace.changes += usize::from(found != FileUse::Read);
    trace.first = trace.first.min(message);
    if call >= *last {
        *last = call;
        trace.message = message;
        // A file that was changed stays so when it is read later. One that is read again after
        // its removal is back.
        if found != FileUse::Read || trace.state == FileUse::Deleted {
            trace.state = found;
        }
    }
}

/// What a tool does to the file that its call names, by the tool's name.
pub fn by_tool(tool: &str) -> FileUse {
    let tool = tool.to_ascii_lowercase();
    if holds(&tool, &["delete", "remove"]) {
        FileUse::Deleted
    } else if holds(&tool, &["append"]) {
        FileUse::Appended
    } else if holds(&tool, &["edit", "replace", "patch", "update", "insert"]) {
        FileUse::Edited
    } else if holds(&tool, &["write", "create", "save"]) {
        FileUse::Written
    } else {
        FileUse::Read
    }
}

/// Returns what an editor with several commands does, based on its command word; `None` for any
/// other word.
pub fn by_word(word: &str) -> Option<FileUse> {
    let done = by_tool(word);
    let is_known = done != FileUse::Read || reads(word);
    (is_known && !word.contains(char::is_whitespace)).then_some(done)
}

/// Whether a tool of that name shows a file: one of its words says so (`read_file`, `ReadFile`,
/// `view`).
pub fn reads(tool: &str) -> bool {
    has_word(tool, &["read", "view", "open", "cat", "readfile"])
}

/// Whether the name of a tool has one of these words.
pub fn has_word(tool: &str, wanted: &[&str]) -> bool {
    let (mut words, mut was_small) = (String::new(), false);
    for char in tool.chars() {
        if char.is_uppercase() && was_small {
            words.push(' ');
        }
        was_small = char.is_lowercase();
        words.extend(char.to_lowercase());
    }
    let mut words = words.split(|char: char| !char.is_alphanumeric());
    words.any(|word| wanted.contains(&word))
}

/// Whether a tool of that name searches many files: the path that it takes is a place to search.
pub fn searches(tool: &str) -> bool {
    let tool = tool.to_ascii_lowercase();
    const WORDS: [&str; 7] = listed("grep glob search find_ list_ list- listdir");
    holds(&tool, &WORDS) || matches!(&*tool, "ls" | "find" | "list")
}

/// The files that a patch of the form `*** Begin Patch` names.
pub fn of_patch(text: &str) -> Vec<(String, FileUse)> {
    const HEADS: [(&str, FileUse); 4] = [
        ("*** Update File: ", FileUse::Edited),
        ("*** Add File: ", FileUse::Written),
        ("*** Delete File: ", FileUse::Deleted),
        ("*** Move to: ", FileUse::Written),
    ];
    let mut found: Vec<(String, FileUse)> = Vec::new();
    if !text.contains("*** Begin Patch") {
        return found;
    }
    for line in text.lines() {
        for (head, done) in HEADS {
            if let Some(path) = line.trim_start().strip_prefix(head) {
                // The file that is moved is gone from where it was.
                if head.starts_with("*** Move")
                    && let Some(moved) = found.last_mut()
                {
                    moved.1 = FileUse::Deleted;
                }
                found.push((path.trim().to_owned(), done));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_is_the_state() {
        let mut files = Files::default();
        for (call, (path, done)) in [
            ("a", FileUse::Written),
            ("b/c", FileUse::Read),
            ("a", FileUse::Read),
            ("b", FileUse::Deleted),
        ]
        .iter()
        .enumerate()
        {
            files.note((*path).to_owned(), *done, call, call * 2);
        }
        let found = files.into_list();
        let states: Vec<_> = found
            .iter()
            .map(|file| (file.path.as_str(), file.state, file.message))
            .collect();
        assert_eq!(
            states,
            [
                ("a", FileUse::Written, 4),
                ("b", FileUse::Deleted, 6),
                ("b/c", FileUse::Deleted, 6)
            ]
        );
        assert_eq!(found[0].did, [FileUse::Written, FileUse::Read]);
    }

    #[test]
    fn a_patch_names_its_files() {
        let patch = "*** Begin Patch\n*** Update File: a.md\n*** Move to: b.md\n@@\n*** Delete File: c.md\n*** End Patch";
        let found = of_patch(patch);
        assert_eq!(
            found
                .iter()
                .map(|(path, _)| path.as_str())
                .collect::<Vec<_>>(),
            ["a.md", "b.md", "c.md"]
        );
        assert_eq!(found[0].1, FileUse::Deleted);
    }
}
