//! The folders in which agents keep their sessions on this machine.

use super::record::Record;
use super::{Agent, READERS};
use crate::error::{Error, ErrorKind, Result};
use crate::json_text::{JsonText, check};
use crate::text::visible_name;
use crate::text_file::{MEGABYTE, Progress, Slim, read_text};
use conspectus::host::item::Kind;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How deep folders are searched. Chosen here: Kimi Code's are the deepest, with five levels.
const DEPTH: usize = 8;
/// How much of a session is read to find its project. Chosen here: agents write it first.
const HEAD_BYTES: u64 = 64 * 1024;
/// Endings of files that may contain a session, also gzipped.
const ENDINGS: [&str; 3] = [".json", ".jsonl", ".traj"];
/// The folder of a session with a file for each event.
const EVENTS: &str = "events";
/// Fields with the folder that a session is about.
const PROJECTS: [&str; 3] = ["\"cwd\"", "\"directory\"", "\"working_dir\""];
/// Folders that say nothing about the project.
const GENERIC: [&str; 7] = [
    "agents", "chats", "events", "main", "session", "sessions", "storage",
];

/// A folder in which an agent keeps its sessions. Source: the agents' own documentation and code, and other readers of these
/// folders, November 2026.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The variable that moves the base.
    variable: Option<&'static str>,
    /// Below the home directory, unless the variable is set.
    base: &'static str,
    folder: &'static str,
    /// Whether a path, with `/` between its parts, is that of a session.
    is_session: fn(&str) -> bool,
}

impl Place {
    pub const fn new(folder: &'static str, is_session: fn(&str) -> bool) -> Self {
        Self {
            variable: None,
            base: "",
            folder,
            is_session,
        }
    }

    pub const fn under(mut self, variable: &'static str, base: &'static str) -> Self {
        self.variable = Some(variable);
        self.base = base;
        self
    }

    fn path(&self, home: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> PathBuf {
        let moved = self
            .variable
            .and_then(variable)
            .filter(|path| !path.is_empty());
        moved
            .map_or_else(|| home.join(self.base), PathBuf::from)
            .join(self.folder)
    }
}

/// A session on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The agent in whose folder it is.
    pub agent: Option<Agent>,
    /// Its file, or the folder with a file for each event.
    pub path: PathBuf,
    /// When it was written last.
    pub modified: Option<SystemTime>,
    /// Why a folder could not be searched.
    pub error: Option<String>,
}

/// The sessions in the folders of all agents below the home directory, newest first. `variable`
/// reads variables of the environment, which may move them. A missing folder isn't an error.
#[must_use]
pub fn stored(home: &Path, variable: &dyn Fn(&str) -> Option<OsString>) -> Vec<Stored> {
    let mut found = Vec::new();
    for reader in READERS {
        for place in reader.places() {
            let folder = place.path(home, variable);
            search(
                &folder,
                Some(reader.agent()),
                place.is_session,
                DEPTH,
                &mut found,
            );
        }
    }
    newest_first(found)
}

/// The files in a folder that may contain a session, newest first.
#[must_use]
pub fn stored_in(folder: &Path) -> Vec<Stored> {
    let mut found = Vec::new();
    let may_be = |path: &str| {
        let bare = path.strip_suffix(".gz").unwrap_or(path);
        ENDINGS.iter().any(|ending| bare.ends_with(ending)) || path.ends_with("/events")
    };
    if folder.is_dir() && !is_session_folder(folder) {
        search(folder, None, may_be, DEPTH, &mut found);
    } else {
        found.push(of_path(folder, None));
    }
    newest_first(found)
}

fn newest_first(mut found: Vec<Stored>) -> Vec<Stored> {
    found.sort_by(|one, other| (other.modified, &one.path).cmp(&(one.modified, &other.path)));
    found.dedup_by(|one, other| one.path == other.path);
    found
}

fn of_path(path: &Path, agent: Option<Agent>) -> Stored {
    Stored {
        agent,
        path: path.to_owned(),
        modified: fs::metadata(path).and_then(|data| data.modified()).ok(),
        error: None,
    }
}

fn is_session_folder(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == EVENTS)
}

/// Links are not followed, so no folder is searched twice.
fn search(
    folder: &Path,
    agent: Option<Agent>,
    is_session: fn(&str) -> bool,
    depth: usize,
    found: &mut Vec<Stored>,
) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => {
            found.push(Stored {
                error: Some(error.to_string()),
                ..of_path(folder, agent)
            });
            return;
        }
    };
    for entry in entries.flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else {
            continue;
        };
        let text = path.to_string_lossy().replace('\\', "/");
        let is_folder = kind.is_dir();
        let is_kept = if is_folder {
            is_session_folder(&path)
        } else {
            kind.is_file()
        };
        if is_kept && is_session(&text) {
            found.push(of_path(&path, agent));
        } else if is_folder && depth > 1 {
            search(&path, agent, is_session, depth - 1, found);
        }
    }
}

/// The text of a session. Those that are several files are put together: the events of a folder as
/// a list, and a session of opencode's former storage as `opencode export` writes it.
///
/// # Errors
/// As [`read_text`].
pub fn gathered(
    path: &Path,
    slim: Slim,
    most_unpacked: u64,
    progress: Progress<'_>,
) -> Result<String> {
    if path.is_dir() && is_session_folder(path) {
        return Ok(list_of(&files(path, most_unpacked)?));
    }
    let text = read_text(path, slim, most_unpacked, progress)?;
    match opencode_messages(path, &text) {
        Some(folder) => whole_of_opencode(&text, &folder, most_unpacked),
        None => Ok(text),
    }
}

/// The folder with the messages of a session of opencode, if this is its file:
/// `storage/session/PROJECT/SESSION.json` and `storage/message/SESSION`.
fn opencode_messages(path: &Path, text: &str) -> Option<PathBuf> {
    let storage = path.ancestors().nth(3)?;
    if text.len() as u64 > MEGABYTE || !text.trim_start().starts_with('{') {
        return None;
    }
    let info = Record::of(JsonText::Text(check(text).ok()?));
    let id = info.string("id").and_then(|id| id.as_string())?;
    let is_name = id
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let is_info = info.has("projectID", Kind::String) && info.has("directory", Kind::String);
    let folder = storage.join("message").join(&id);
    (is_name && is_info && folder.is_dir()).then_some(folder)
}

fn whole_of_opencode(info: &str, folder: &Path, most: u64) -> Result<String> {
    let parts = folder.ancestors().nth(2).unwrap_or(folder).join("part");
    let mut messages: Vec<(f64, String)> = Vec::new();
    for message in files(folder, most)? {
        let record = Record::of(JsonText::Text(&message));
        let created = record.record("time").number("created").unwrap_or(f64::MAX);
        let id = record.string("id").and_then(|id| id.as_string());
        let name = id.filter(|id| !id.contains(['/', '\\', '.']));
        let parts = match name
            .map(|id| parts.join(id))
            .filter(|folder| folder.is_dir())
        {
            Some(folder) => files(&folder, most)?,
            None => Vec::new(),
        };
        let whole = format!("{{\"info\":{message},\"parts\":{}}}", list_of(&parts));
        messages.push((created, whole));
    }
    messages.sort_by(|one, other| one.0.total_cmp(&other.0));
    let messages: Vec<String> = messages.into_iter().map(|(_, whole)| whole).collect();
    Ok(format!(
        "{{\"info\":{},\"messages\":{}}}",
        info.trim(),
        list_of(&messages)
    ))
}

/// The JSON files of a folder in the order of the numbers in their names. Files that aren't JSON are
/// left out.
fn files(folder: &Path, most: u64) -> Result<Vec<String>> {
    let shown = visible_name(folder.as_os_str());
    let unreadable = |error: &io::Error| Error::io(ErrorKind::Unreadable, &shown, error);
    let entries = fs::read_dir(folder).map_err(|error| unreadable(&error))?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    paths.sort_by_cached_key(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let digits: String = name
            .chars()
            .skip_while(|c| !c.is_ascii_digit())
            .take_while(char::is_ascii_digit)
            .collect();
        (digits.parse::<u64>().unwrap_or(u64::MAX), name.into_owned())
    });
    let (mut all, mut left) = (Vec::new(), most);
    for path in paths {
        let text = read_text(&path, |_| None, left, &mut |_, _| {})?;
        let Some(rest) = left.checked_sub(text.len() as u64) else {
            return Err(Error::new(
                ErrorKind::Unreadable,
                format!("{shown}: more than {} MB", most / MEGABYTE),
            ));
        };
        left = rest;
        if let Ok(json) = check(&text) {
            all.push(json.to_owned());
        }
    }
    Ok(all)
}

fn list_of(values: &[String]) -> String {
    format!("[{}]", values.join(","))
}

/// The project of a session: the first folder that it names, or else the folder that it is in.
#[must_use]
pub fn project(path: &Path) -> String {
    let mut head = Vec::new();
    let read = File::open(path).map(|file| file.take(HEAD_BYTES).read_to_end(&mut head));
    let head = String::from_utf8_lossy(if read.is_ok() { &head } else { b"" });
    let named = PROJECTS.iter().find_map(|key| {
        let (_, after) = head.split_once(key)?;
        let string = after.trim_start().strip_prefix(':')?.trim_start();
        let mut strings = serde_json::Deserializer::from_str(string).into_iter::<String>();
        strings.next()?.ok().filter(|name| !name.is_empty())
    });
    // Gemini CLI writes the project's folder next to its chats.
    let beside = path
        .ancestors()
        .nth(2)
        .and_then(|folder| fs::read_to_string(folder.join(".project_root")).ok());
    named.or(beside).unwrap_or_else(|| {
        let mut folders = path.ancestors().skip(1).filter_map(Path::file_name);
        let name = folders.find(|name| !GENERIC.iter().any(|generic| name == generic));
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    })
}
