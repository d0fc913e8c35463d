//! Adds hooks to the settings of an agent, and removes them.
//!
//! Settings are edited as text. A copy of the previous content is kept, so that `uninstall` restores it
//! byte for byte. If the file has been edited since, only the added items are removed.

mod json;
mod record;
mod toml;

use crate::agents::{NAMES, edits};
use conspectus_files::error::{Error, ErrorKind, Result};
use conspectus_files::text::visible;
use conspectus_files::text_file::write_whole;
use record::Record;
use serde_json::{Value, json};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name under which agents know the MCP server.
pub(crate) const SERVER: &str = "conspectus";
const NO_PACKAGE: &str = "it would load the Node package, which isn't installed: run `npm install conspectus` in this folder, or `npm install -g conspectus`";
/// How long an agent waits for a hook before it continues without it. Chosen here: a full disk may be
/// slow.
pub(crate) const TIMEOUT_SECONDS: u32 = 10;

/// Whose settings are edited, and the program that hooks run.
pub struct Place<'a> {
    /// The current folder. Node packages are searched there and above.
    pub folder: PathBuf,
    /// Whether the settings of the project in this folder are edited, instead of the user's.
    pub is_project: bool,
    /// The program that hooks run.
    pub program: PathBuf,
    /// Reads variables of the environment.
    pub variable: &'a dyn Fn(&str) -> Option<OsString>,
}

impl std::fmt::Debug for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Place")
            .field("folder", &self.folder)
            .field("is_project", &self.is_project)
            .field("program", &self.program)
            .finish_non_exhaustive()
    }
}

impl Place<'_> {
    /// A folder that a variable names.
    pub(crate) fn variable(&self, name: &str) -> Option<PathBuf> {
        let value = (self.variable)(name).filter(|value| !value.is_empty())?;
        Some(value.into())
    }

    /// The user's home directory.
    pub(crate) fn home(&self) -> Result<PathBuf> {
        self.variable("HOME")
            .or_else(|| self.variable("USERPROFILE"))
            .ok_or_else(|| {
                let message = "the home directory is unknown: set the variable HOME";
                Error::new(ErrorKind::Unreadable, message)
            })
    }

    /// The folder of the project whose settings are edited.
    pub(crate) fn project(&self) -> Option<&PathBuf> {
        self.is_project.then_some(&self.folder)
    }

    /// The path of a module of the Node package, as a literal of JavaScript. `None` if the package
    /// isn't installed.
    pub(crate) fn node_module(&self, name: &str) -> Option<Value> {
        let path = self.variable("PATH").unwrap_or_default();
        // npm installs global packages next to its programs.
        let global = env::split_paths(&path).filter_map(|bin| Some(bin.parent()?.join("lib")));
        let folders = self.folder.ancestors().map(Path::to_owned).chain(global);
        let mut packages = folders.map(|folder| folder.join("node_modules/conspectus"));
        let package = packages.find(|package| package.join("package.json").is_file())?;
        let path = package.join("bindings-node/paths").join(name);
        Some(path.to_string_lossy().replace('\\', "/").into())
    }

    pub(crate) fn program(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    /// The line of the shell that runs a hook.
    pub(crate) fn hook_command(&self, agent: &str, event: &str) -> String {
        format!("{} {}", quoted(&self.program()), mark(agent, event))
    }

    fn record(&self, agent: &str, path: &Path) -> Result<PathBuf> {
        let folder = conspectus_files::store::state_folder(self.variable).ok_or_else(|| {
            let message = "the home directory is unknown: set the variable HOME";
            Error::new(ErrorKind::Unwritable, message)
        })?;
        Ok(record::path(&folder, agent, path))
    }
}

/// The end of a hook's command, which identifies it.
fn mark(agent: &str, event: &str) -> String {
    format!("hook {agent} {event}")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "/._-+:\\".contains(char);
    if word.chars().all(is_plain) && !(cfg!(unix) && word.contains('\\')) {
        word.to_owned()
    } else if cfg!(windows) {
        format!("\"{word}\"")
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Something that is added to a settings file.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The objects around it, from the outside.
    path: Vec<String>,
    /// Its key, or `None` in a list.
    key: Option<String>,
    /// How one of its texts ends, in a list.
    mark: String,
    value: Value,
}

impl Item {
    /// An element of the list at the end of a path. The end of its command identifies it.
    pub(crate) fn hook(path: &[&str], agent: &str, event: &str, value: Value) -> Self {
        Self {
            path: path.iter().map(|&name| name.to_owned()).collect(),
            key: None,
            mark: mark(agent, event),
            value,
        }
    }

    /// A hook for each event, as Claude Code and Codex list them.
    pub(crate) fn groups(events: &[&str], agent: &str, place: &Place<'_>) -> Vec<Self> {
        let group = |event: &&str| {
            let command = place.hook_command(agent, event);
            let hook = json!({ "type": "command", "command": command, "timeout": TIMEOUT_SECONDS });
            Self::hook(&["hooks", event], agent, event, json!({ "hooks": [hook] }))
        };
        events.iter().map(group).collect()
    }

    /// A key of the object at the end of a path.
    pub(crate) fn key(path: &[&str], key: &str, value: Value) -> Self {
        Self {
            path: path.iter().map(|&name| name.to_owned()).collect(),
            key: Some(key.to_owned()),
            mark: String::new(),
            value,
        }
    }

    /// The MCP server, in the object at the end of a path.
    pub(crate) fn server(path: &[&str], value: Value) -> Self {
        Self::key(path, SERVER, value)
    }

    /// Whether an element of a list is this item, whatever program it runs.
    fn is(&self, element: &Value) -> bool {
        match element {
            Value::String(text) => text.ends_with(&format!(" {}", self.mark)),
            Value::Array(list) => list.iter().any(|element| self.is(element)),
            Value::Object(object) => object.values().any(|value| self.is(value)),
            _ => false,
        }
    }

    /// Its path, for people.
    fn place(&self) -> String {
        let path = self.path.iter().chain(&self.key);
        path.map(String::as_str).collect::<Vec<_>>().join(".")
    }
}

/// How a settings file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Json,
    Toml,
    /// A file of our own. Its only item is its text.
    File,
}

/// The items to add to one settings file.
#[derive(Debug, Clone, PartialEq)]
pub struct Edits {
    path: PathBuf,
    format: Format,
    items: Vec<Item>,
}

impl Edits {
    pub(crate) fn json(path: PathBuf, items: Vec<Item>) -> Self {
        Self {
            path,
            format: Format::Json,
            items,
        }
    }

    pub(crate) fn toml(path: PathBuf, items: Vec<Item>) -> Self {
        Self {
            path,
            format: Format::Toml,
            items,
        }
    }

    /// A file of our own, which needs the Node package. Without the package, there's no text.
    pub(crate) fn file(path: PathBuf, text: Option<String>) -> Self {
        let item = text.map(|text| Item::key(&[], "content", text.into()));
        Self {
            path,
            format: Format::File,
            items: item.into_iter().collect(),
        }
    }

    /// The text of a file of our own.
    fn own(&self) -> Option<&str> {
        self.items.first().and_then(|item| item.value.as_str())
    }

    fn has_all(&self, text: &str) -> Result<bool> {
        match self.format {
            Format::Json => json::has_all(text, &self.items),
            Format::Toml => toml::has_all(text, &self.items),
            Format::File => Ok(self.own() == Some(text)),
        }
        .map_err(|error| self.unusable(&error))
    }

    fn added(&self, text: &str) -> Result<String> {
        match self.format {
            Format::Json => json::added(text, &self.items),
            Format::Toml => toml::added(text, &self.items),
            Format::File if !text.is_empty() => Err("it has another content: rename it".to_owned()),
            Format::File => self
                .own()
                .map(str::to_owned)
                .ok_or_else(|| NO_PACKAGE.to_owned()),
        }
        .map_err(|error| self.unusable(&error))
    }

    fn removed(&self, text: &str) -> Result<String> {
        match self.format {
            Format::Json => json::removed(text, &self.items),
            Format::Toml => toml::removed(text, &self.items),
            Format::File if self.own() == Some(text) => Ok(String::new()),
            Format::File => Ok(text.to_owned()),
        }
        .map_err(|error| self.unusable(&error))
    }

    fn unusable(&self, error: &str) -> Error {
        let file = visible(&self.path.to_string_lossy());
        let message = format!("{file}: {}. Nothing was changed", visible(error));
        Error::new(ErrorKind::Settings, message)
    }
}

/// The changes to one settings file, or the planned ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: PathBuf,
    /// The path and value of each item that was added or removed; empty if nothing changed.
    pub items: Vec<String>,
    /// Whether the file itself was created or removed.
    pub whole_file: bool,
}

fn edits_of(name: &str, place: &Place<'_>) -> Result<Vec<Edits>> {
    edits(name, place).unwrap_or_else(|| {
        let message = format!(
            "unknown agent `{}`; known are {}",
            visible(name),
            NAMES.join(", ")
        );
        let kind = conspectus::ErrorKind::InvalidOption;
        Err(conspectus::Error::new(kind, "", message).into())
    })
}

/// Adds the hooks and the MCP server to the settings of an agent. Other settings don't change. With
/// `dry_run`, nothing is written.
///
/// # Errors
/// `INVALID_OPTION` for an unknown agent, `UNUSABLE_SETTINGS` for a file that cannot be parsed,
/// `UNREADABLE_FILE`, `UNWRITABLE_FILE`. If there is an error in one of the files, none is changed.
pub fn install(name: &str, place: &Place<'_>, dry_run: bool) -> Result<Vec<Change>> {
    let mut planned = Vec::new();
    for edits in edits_of(name, place)? {
        let record = place.record(name, &edits.path)?;
        planned.push(installed(&edits, &record)?);
    }
    finish(planned, dry_run)
}

/// Removes the items that [`install`] added. If a file hasn't been edited since, its previous content
/// is restored.
///
/// # Errors
/// As [`install`].
pub fn uninstall(name: &str, place: &Place<'_>, dry_run: bool) -> Result<Vec<Change>> {
    let mut planned = Vec::new();
    for edits in edits_of(name, place)? {
        let record = place.record(name, &edits.path)?;
        planned.push(uninstalled(&edits, &record)?);
    }
    finish(planned, dry_run)
}

/// The planned change of one file.
struct Planned {
    change: Change,
    step: Step,
}

enum Step {
    Nothing,
    Write {
        text: String,
        record: (PathBuf, Record),
    },
    Restore {
        text: Option<String>,
        record: PathBuf,
        folders: Vec<PathBuf>,
    },
}

fn installed(edits: &Edits, record: &Path) -> Result<Planned> {
    let now = read(&edits.path)?;
    let known = record::read(record);
    if let Some(now) = &now
        && edits.has_all(now)?
    {
        return Ok(unchanged(edits));
    }
    let base = match known {
        Some(known) if Some(&known.after) == now.as_ref() => known.before,
        _ => now.as_deref().map(|now| edits.removed(now)).transpose()?,
    };
    let text = edits.added(base.as_deref().unwrap_or_default())?;
    let folders = missing_folders(&edits.path);
    let after = text.clone();
    Ok(Planned {
        change: change(edits, now.is_none()),
        step: Step::Write {
            text,
            record: (
                record.to_owned(),
                Record {
                    path: edits.path.clone(),
                    before: base,
                    after,
                    folders,
                },
            ),
        },
    })
}

fn uninstalled(edits: &Edits, record: &Path) -> Result<Planned> {
    let now = read(&edits.path)?;
    let known = record::read(record);
    let Some(text) = &now else {
        return Ok(unchanged(edits));
    };
    let is_untouched = known.as_ref().is_some_and(|known| known.after == *text);
    let was_there = known.as_ref().is_none_or(|known| known.before.is_some());
    if edits.format == Format::File && known.is_some() && !is_untouched {
        return Err(edits.unusable("it was edited after the installation: remove it yourself"));
    }
    let before = match &known {
        Some(known) if is_untouched => known.before.clone(),
        _ => Some(edits.removed(text)?),
    };
    if before.as_ref() == Some(text) {
        return Ok(unchanged(edits));
    }
    // A file that only we filled goes.
    let before = before.filter(|text| was_there || !matches!(text.trim(), "" | "{}"));
    Ok(Planned {
        change: change(edits, before.is_none()),
        step: Step::Restore {
            folders: known
                .filter(|_| before.is_none())
                .map(|known| known.folders)
                .unwrap_or_default(),
            text: before,
            record: record.to_owned(),
        },
    })
}

fn unchanged(edits: &Edits) -> Planned {
    Planned {
        change: Change {
            path: edits.path.clone(),
            items: Vec::new(),
            whole_file: false,
        },
        step: Step::Nothing,
    }
}

fn change(edits: &Edits, whole_file: bool) -> Change {
    let items = edits.items.iter();
    Change {
        path: edits.path.clone(),
        items: items
            .map(|item| format!("{}: {}", item.place(), item.value))
            .collect(),
        whole_file,
    }
}

fn finish(planned: Vec<Planned>, dry_run: bool) -> Result<Vec<Change>> {
    for Planned { change, step } in &planned {
        if !matches!(step, Step::Nothing) {
            expect_writable(&change.path)?;
        }
    }
    let mut changes = Vec::new();
    for Planned { change, step } in planned {
        if !dry_run {
            match step {
                Step::Nothing => {}
                Step::Write {
                    text,
                    record: (place, record),
                } => {
                    // First what would be needed to go back.
                    record::write_record(&place, &record)?;
                    write(&change.path, &text)?;
                }
                Step::Restore {
                    text,
                    record,
                    folders,
                } => {
                    match text {
                        Some(text) => write(&change.path, &text)?,
                        None => fs::remove_file(&change.path)
                            .map_err(|error| unwritable(&change.path, &error))?,
                    }
                    // Those that hold something else stay.
                    folders
                        .iter()
                        .for_each(|folder| drop(fs::remove_dir(folder)));
                    let _ = fs::remove_file(record);
                }
            }
        }
        changes.push(change);
    }
    Ok(changes)
}

/// The text of a file; `None` if it doesn't exist.
fn read(path: &Path) -> Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io(
            ErrorKind::Unreadable,
            &visible(&path.to_string_lossy()),
            &error,
        )),
    }
}

/// The missing folders of a path, the innermost first.
fn missing_folders(path: &Path) -> Vec<PathBuf> {
    path.ancestors()
        .skip(1)
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.exists())
        .map(Path::to_owned)
        .collect()
}

/// Replaces a file, which stays complete if the process is killed.
fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| unwritable(path, &error))?;
    }
    write_whole(path, true, &mut |out| out.write_all(text.as_bytes()))
}

/// Rejects a read-only file, which could be replaced otherwise.
fn expect_writable(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.permissions().readonly() => Err(Error::new(
            ErrorKind::Unwritable,
            format!(
                "{}: the file is read-only; allow writing to it, and try again",
                visible(&path.to_string_lossy())
            ),
        )),
        _ => Ok(()),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::io(
        ErrorKind::Unwritable,
        &visible(&path.to_string_lossy()),
        error,
    )
}
