//! Looks for memory files, such as `AGENTS.md`: from the working folder up to a root, and below it,
//! breadth first.

use crate::content::read_text;
use crate::disk::{Refusal, Roots, as_text};
use conspectus_toolkit::{FoundFile, ImportSource};
use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

/// Longest memory file, in bytes. Chosen here: rules for an agent have some thousand.
pub const MOST_BYTES: u64 = 1_000_000;
/// Most entries of a folder that are read. Chosen here: no source folder has as many.
const ENTRIES: usize = 10_000;
/// Folders whose content others wrote. Those whose names begin with a dot are left out too. Chosen
/// here.
pub const LEFT_OUT: [&str; 8] = [
    "node_modules",
    "target",
    "dist",
    "build",
    "vendor",
    "venv",
    "__pycache__",
    "site-packages",
];

/// Where to look.
#[derive(Debug, Clone)]
pub struct Search {
    /// The names of memory files.
    pub names: Vec<String>,
    /// What marks the folder at which looking upward ends, if no root is given: `.git`.
    pub markers: Vec<String>,
    /// How many folders below the working folder are searched.
    pub max_folders: usize,
    /// Names of folders below it that are not searched, in addition to those that begin with a dot.
    pub left_out: Vec<String>,
    /// Files that are known already.
    pub loaded: BTreeSet<String>,
}

/// A file or a folder that was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotRead {
    /// Why.
    pub refusal: Refusal,
    /// Which.
    pub path: String,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Memories {
    /// Paths of memory files with no link in them, and their texts: the outermost folder first,
    /// those below the working folder last.
    pub files: Vec<(String, String)>,
    /// What was not read.
    pub problems: Vec<NotRead>,
    /// Number of folders that were searched.
    pub folders: usize,
}

/// The folder that work is in: the path itself, or the nearest folder above it that there is.
#[must_use]
pub fn working_folder(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors()
        .find_map(|above| fs::canonicalize(above).ok().filter(|real| real.is_dir()))
}

/// The nearest folder, this one or above it, that holds a marker; the folder itself if none does.
/// Markers that are paths count for nothing.
#[must_use]
pub fn project_of(folder: &Path, markers: &[String]) -> PathBuf {
    let is_name =
        |marker: &&String| !marker.is_empty() && *marker != ".." && !marker.contains(['/', '\\']);
    let marked = |above: &&Path| {
        markers
            .iter()
            .filter(is_name)
            .any(|marker| above.join(marker).symlink_metadata().is_ok())
    };
    folder
        .ancestors()
        .find(marked)
        .unwrap_or(folder)
        .to_path_buf()
}

/// Finds and reads the memory files for a folder, which has no link in it.
#[must_use]
pub fn find(folder: &Path, roots: &Roots, search: &Search, most_bytes: u64) -> Memories {
    let mut run = Run {
        roots,
        search,
        most_bytes,
        seen: search.loaded.clone(),
        found: Memories::default(),
    };
    // Looking upward ends at the outermost root that holds the folder.
    let mut above: Vec<&Path> = folder
        .ancestors()
        .take_while(|above| roots.hold(above))
        .collect();
    above.reverse();
    for folder in above {
        run.found.folders += 1;
        run.look_in(folder);
    }
    if roots.hold(folder) {
        run.below(folder);
    } else {
        run.not_read(Refusal::Outside, folder);
    }
    run.found
}

struct Run<'a> {
    roots: &'a Roots,
    search: &'a Search,
    most_bytes: u64,
    seen: BTreeSet<String>,
    found: Memories,
}

impl Run<'_> {
    fn look_in(&mut self, folder: &Path) {
        for name in self
            .search
            .names
            .iter()
            .filter(|name| !name.contains(['/', '\\']) && *name != "..")
        {
            let path = folder.join(name);
            let real = match self.roots.real(&path) {
                Ok(real) => as_text(&real),
                Err(Refusal::Missing) => continue,
                Err(refusal) => {
                    self.not_read(refusal, &path);
                    continue;
                }
            };
            if !self.seen.insert(real) {
                continue;
            }
            match read_text(&path, self.roots, self.most_bytes) {
                Ok(file) => self.found.files.push(file),
                // A folder of that name is somebody's own business.
                Err(Refusal::NotAFile) if path.is_dir() => {}
                Err(refusal) => self.not_read(refusal, &path),
            }
        }
    }

    /// The folders below one, breadth first, in the order of their names. Links to folders are not
    /// followed.
    fn below(&mut self, folder: &Path) {
        let mut waiting: VecDeque<PathBuf> = VecDeque::new();
        let mut left = self.search.max_folders;
        if left == 0 {
            return;
        }
        waiting.extend(self.children(folder));
        while let Some(next) = waiting.pop_front() {
            if left == 0 {
                self.not_read(Refusal::Limit, &next);
                return;
            }
            left -= 1;
            self.found.folders += 1;
            self.look_in(&next);
            // No more are kept than can be looked at, and one that tells of the rest.
            let room = (left + 1).saturating_sub(waiting.len());
            waiting.extend(self.children(&next).into_iter().take(room));
        }
    }

    fn children(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = match fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.not_read(Refusal::of(&error), folder);
                return Vec::new();
            }
        };
        let mut found = Vec::new();
        for (index, entry) in entries.enumerate() {
            if index >= ENTRIES {
                self.not_read(Refusal::Limit, folder);
                break;
            }
            let Ok(entry) = entry else { continue };
            let name = entry.file_name();
            let left_out = name.to_string_lossy().starts_with('.')
                || self
                    .search
                    .left_out
                    .iter()
                    .any(|left_out| name == left_out.as_str());
            if !left_out && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                found.push(entry.path());
            }
        }
        found.sort();
        found
    }

    fn not_read(&mut self, refusal: Refusal, path: &Path) {
        self.found.problems.push(NotRead {
            refusal,
            path: as_text(path),
        });
    }
}

/// Reads imported files from the disk.
#[derive(Debug)]
pub struct OnDisk<'a> {
    /// The folders below which files may be read.
    pub roots: &'a Roots,
    /// Longest file, in bytes.
    pub most_bytes: u64,
}

impl ImportSource for OnDisk<'_> {
    fn read(&mut self, path: &str) -> FoundFile {
        match read_text(Path::new(path), self.roots, self.most_bytes) {
            Ok((path, text)) => FoundFile::Text { path, text },
            Err(Refusal::Missing) => FoundFile::Missing,
            Err(refusal) => FoundFile::Refused(refusal.name()),
        }
    }
}
