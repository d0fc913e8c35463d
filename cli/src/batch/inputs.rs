//! The conversations that paths lead to, one after the other: files, folders, and lines of files.

use crate::Result;
use crate::load::{is_same_file, is_standard};
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::sessions::listed;
use conspectus_files::text::visible_name;
use conspectus_files::text_file::{MEGABYTE, line_reader};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Endings of files that are read in a folder, each also with `.gz` after it.
const ENDINGS: [&str; 3] = ["json", "jsonl", "ndjson"];
/// Follows the name of an input in the name of its output, with `--per-file`.
pub(super) const SMALL: &str = ".small.json";
/// The first lines that are read to distinguish conversations from the records of a session. Chosen
/// here: a few of them may be broken.
const PEEKED: usize = 10;
/// Without `--key`, an object on a line is a conversation if it has a list under this key. It is the
/// name in the APIs of OpenAI and Anthropic, and in their files for fine-tuning.
const KEY: &str = "messages";

/// One conversation to work on.
#[derive(Debug)]
pub(super) struct Item {
    /// The path, and the line.
    pub id: String,
    pub source: Source,
}

#[derive(Debug)]
pub(super) enum Source {
    Text(String),
    File(PathBuf),
    /// It could not even be read so far.
    Failed(Error),
}

/// Yields one conversation after the other.
pub(super) struct Inputs<'a> {
    paths: VecDeque<PathBuf>,
    stdin: Option<&'a mut dyn Read>,
    lines: Option<Lines<'a>>,
    key: Option<&'a str>,
    /// Bytes that one line may have.
    most: u64,
}

/// Shows after an interruption if the files have changed.
#[derive(Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Extent {
    pub files: usize,
    pub bytes: u64,
}

impl<'a> Inputs<'a> {
    /// A file in a folder that is the `output` of an earlier run is not an input.
    ///
    /// # Errors
    /// `UNREADABLE_FILE` if a path leads nowhere, or a folder can't be read.
    /// `WOULD_OVERWRITE_MORE` if a path is the `output`.
    pub fn new(
        paths: &[PathBuf],
        output: Option<&Path>,
        stdin: &'a mut dyn Read,
        key: Option<&'a str>,
        max_unpacked_mb: u64,
    ) -> Result<Self> {
        let mut found = VecDeque::new();
        let is_output = |path: &Path| output.is_some_and(|output| is_same_file(path, output));
        for path in paths {
            if is_output(path) {
                let message = format!(
                    "{} is input and output: choose another name for -o",
                    visible_name(path.as_os_str())
                );
                return Err(Error::new(ErrorKind::WouldLose, message));
            }
            if is_standard(path) {
                found.push_back(path.clone());
            } else {
                search(path, &mut found)?;
            }
        }
        found.retain(|path| !is_output(path));
        Ok(Self {
            paths: found,
            stdin: Some(stdin),
            lines: None,
            key,
            most: max_unpacked_mb.saturating_mul(MEGABYTE),
        })
    }

    /// How many files there are, and their bytes.
    pub fn extent(&self) -> Extent {
        let sizes = self.paths.iter().filter_map(|path| path.metadata().ok());
        Extent {
            files: self.paths.len(),
            bytes: sizes.map(|metadata| metadata.len()).sum(),
        }
    }

    /// How many conversations there are, if no file may contain several.
    pub fn known_count(&self) -> Option<u64> {
        let has_lines = self.paths.iter().any(|path| may_have_lines(path));
        (!has_lines).then_some(self.paths.len() as u64)
    }

    fn open(&mut self, path: PathBuf) -> Option<Item> {
        let name = visible_name(path.as_os_str());
        if is_standard(&path) {
            let stdin = self.stdin.take()?;
            let reader = Box::new(BufReader::new(stdin));
            self.lines = Some(Lines::new(reader, "standard input".to_owned()));
            return None;
        }
        if !may_have_lines(&path) {
            let source = Source::File(path);
            return Some(Item { id: name, source });
        }
        let mut lines = match line_reader(&path) {
            Ok(reader) => Lines::new(reader, name.clone()),
            Err(error) => {
                let source = Source::Failed(error);
                return Some(Item { id: name, source });
            }
        };
        if lines.are_conversations(self.key.unwrap_or(KEY), self.most) {
            self.lines = Some(lines);
            return None;
        }
        let source = Source::File(path);
        Some(Item { id: name, source })
    }
}

impl Iterator for Inputs<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(lines) = &mut self.lines {
                if let Some(item) = lines.next(self.most) {
                    return Some(item);
                }
                self.lines = None;
            }
            let path = self.paths.pop_front()?;
            if let Some(item) = self.open(path) {
                return Some(item);
            }
        }
    }
}

/// Every file below a folder that may contain conversations, in the order of their names; or the file
/// itself.
fn search(path: &Path, found: &mut VecDeque<PathBuf>) -> Result<()> {
    let unreadable = |path: &Path, error: &std::io::Error| {
        Error::io(
            ErrorKind::Unreadable,
            &visible_name(path.as_os_str()),
            error,
        )
    };
    if !path
        .metadata()
        .map_err(|error| unreadable(path, &error))?
        .is_dir()
    {
        found.push_back(path.to_owned());
        return Ok(());
    }
    let mut left = vec![path.to_owned()];
    let mut below = Vec::new();
    while let Some(folder) = left.pop() {
        let entries = folder
            .read_dir()
            .map_err(|error| unreadable(&folder, &error))?;
        for entry in entries {
            let entry = entry.map_err(|error| unreadable(&folder, &error))?;
            let path = entry.path();
            // A link to a folder may lead back to it.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                left.push(path);
            } else if path.is_file() && is_read(&path) {
                below.push(path);
            }
        }
    }
    below.sort();
    found.extend(below);
    Ok(())
}

/// The file's ending, without `.gz`.
fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.').map(|(_, ending)| ending.to_owned())
}

fn is_read(path: &Path) -> bool {
    let is_output = path.to_string_lossy().ends_with(SMALL);
    !is_output && ending(path).is_some_and(|ending| ENDINGS.contains(&ending.as_str()))
}

fn may_have_lines(path: &Path) -> bool {
    is_standard(path)
        || ending(path).is_some_and(|ending| ending.ends_with('l') || ending == "ndjson")
}

/// The lines of a file, each a conversation.
struct Lines<'a> {
    reader: Box<dyn BufRead + 'a>,
    name: String,
    number: u64,
    /// Lines that were already read.
    peeked: VecDeque<Item>,
    is_over: bool,
}

impl<'a> Lines<'a> {
    fn new(reader: Box<dyn BufRead + 'a>, name: String) -> Self {
        Self {
            reader,
            name,
            number: 0,
            peeked: VecDeque::new(),
            is_over: false,
        }
    }

    /// Whether one of the first lines is a list, or an object with a list under `key`.
    fn are_conversations(&mut self, key: &str, most: u64) -> bool {
        while self.peeked.len() < PEEKED {
            let Some(item) = self.read(most) else {
                return false;
            };
            let is_one = matches!(&item.source, Source::Text(text) if matches!(listed(text, Some(key)), Ok(Some(_))));
            self.peeked.push_back(item);
            if is_one {
                return true;
            }
        }
        false
    }

    fn next(&mut self, most: u64) -> Option<Item> {
        self.peeked.pop_front().or_else(|| self.read(most))
    }

    /// The next line that is not empty.
    fn read(&mut self, most: u64) -> Option<Item> {
        while !self.is_over {
            self.number += 1;
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(most).read_until(b'\n', &mut line);
            let source = match read {
                Ok(0) => return None,
                Ok(read) if read as u64 == most && !line.ends_with(b"\n") => {
                    self.is_over = true;
                    Source::Failed(self.unreadable("is larger than --max-unpacked-mb"))
                }
                Ok(_) if line.iter().all(u8::is_ascii_whitespace) => continue,
                Ok(_) => match String::from_utf8(line) {
                    Ok(text) => Source::Text(text),
                    Err(_) => Source::Failed(self.unreadable("is not UTF-8 text")),
                },
                // Nothing behind it can be read.
                Err(error) => {
                    self.is_over = true;
                    Source::Failed(self.unreadable(&error.to_string()))
                }
            };
            let id = format!("{}:{}", self.name, self.number);
            return Some(Item { id, source });
        }
        None
    }

    fn unreadable(&self, what: &str) -> Error {
        let message = format!("{}: line {} {what}", self.name, self.number);
        Error::new(ErrorKind::Unreadable, message)
    }
}
