//! The files that the user has open in an editor, described for a model: in full, or the changes
//! since the previous description.

use super::markdown::fence_around;
use crate::error::{Error, ErrorKind, Result};
use crate::host::clip::head_of;
use crate::host::units::utf16_len;
use crate::shape::words;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Maximum number of open files in a description. Source: gemini-cli's `IDE_MAX_OPEN_FILES`.
pub const FILES: usize = 10;
/// Longest selected text, in chars. Source: gemini-cli's `IDE_MAX_SELECTED_TEXT_LENGTH`.
pub const SELECTED_CHARS: usize = 16_384;
/// Appended to a selected text that was truncated.
const CUT_MARK: &str = super::page::CUT_MARK;

/// A file that is open.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenFile {
    path: String,
    /// The time of the last use, a number in the caller's unit.
    timestamp: Value,
    is_active: bool,
    cursor: Option<Value>,
    selected_text: Option<String>,
}

/// What is open: the newest file first, and only that one with a cursor and a selected text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EditorState {
    files: Vec<OpenFile>,
}

words! {
    /// How much of an editor is described.
    pub enum EditorKind {
        /// Everything that's open.
        Full => "full",
        /// Changes since the last description.
        Changes => "changes",
        /// Nothing.
        None => "none",
    }
}

/// A description of an editor.
#[derive(Debug, PartialEq)]
pub struct EditorContext {
    /// How much is described.
    pub kind: EditorKind,
    /// The description as data.
    pub data: Value,
    /// The description as text for the model; may be empty.
    pub text: String,
}

impl EditorState {
    /// Reads a state: a list of files, or an object that holds it as `files`, `open_files` or
    /// `workspace_state.open_files`, in either spelling.
    ///
    /// ```
    /// use conspectus_toolkit::EditorState;
    /// use serde_json::json;
    ///
    /// let state = EditorState::read(&json!([{ "path": "/app/a.rs", "timestamp": 1 }]), 10, 16_384)?;
    /// assert_eq!(state.to_value()["files"][0]["path"], "/app/a.rs");
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// `InvalidMessages` with the place if it is neither, or if a file has no path.
    pub fn read(state: &Value, max_files: usize, max_selected_chars: usize) -> Result<Self> {
        let list = ["workspace_state", "workspaceState"]
            .iter()
            .find_map(|key| state.get(key))
            .unwrap_or(state);
        let list = ["files", "open_files", "openFiles"]
            .iter()
            .find_map(|key| list.get(key))
            .unwrap_or(list);
        let files = match list {
            Value::Array(files) => files.as_slice(),
            // An editor in which nothing is open.
            Value::Null => &[],
            Value::Object(object) if object.is_empty() => &[],
            _ => {
                return Err(Error::new(
                    ErrorKind::InvalidMessages,
                    "",
                    "the state of an editor must be a list of open files, or contain one as `files`",
                ));
            }
        };
        let mut files = files
            .iter()
            .enumerate()
            .map(|(index, file)| open_file(index, file))
            .collect::<Result<Vec<_>>>()?;
        let time = |file: &OpenFile| file.timestamp.as_f64().unwrap_or_default();
        files.sort_by(|one, other| time(other).total_cmp(&time(one)));
        files.truncate(max_files);
        let newest_is_active = files.first().is_some_and(|file| file.is_active);
        for (index, file) in files.iter_mut().enumerate() {
            if index > 0 || !newest_is_active {
                (file.is_active, file.cursor, file.selected_text) = (false, None, None);
            } else if let Some(text) = file
                .selected_text
                .as_mut()
                .filter(|text| utf16_len(text) > max_selected_chars)
            {
                *text = format!("{}{CUT_MARK}", head_of(text, max_selected_chars));
            }
        }
        Ok(Self { files })
    }

    /// The state as data that [`read`](Self::read) takes.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let file = |file: &OpenFile| {
            let mut value = json!({ "path": file.path, "timestamp": file.timestamp, "is_active": file.is_active });
            if let Some(cursor) = &file.cursor {
                value["cursor"] = cursor.clone();
            }
            if let Some(text) = &file.selected_text {
                value["selected_text"] = json!(text);
            }
            value
        };
        json!({ "files": self.files.iter().map(file).collect::<Vec<_>>() })
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.path.as_str())
    }

    fn active(&self) -> Option<&OpenFile> {
        self.files.first().filter(|file| file.is_active)
    }

    /// Everything that's open.
    #[must_use]
    pub fn in_full(&self) -> EditorContext {
        let mut data = json!({});
        if let Some(active) = self.active() {
            data["active_file"] = active.shown();
        }
        let others: Vec<&str> = self
            .files
            .iter()
            .filter(|file| !file.is_active)
            .map(|file| file.path.as_str())
            .collect();
        if !others.is_empty() {
            data["other_open_files"] = json!(others);
        }
        told(
            EditorKind::Full,
            "What the user has open in the editor, for your information:",
            data,
        )
    }

    /// What has changed since `last`.
    #[must_use]
    pub fn changes(&self, last: &Self) -> EditorContext {
        let mut data = json!({});
        for (key, state, other) in [("files_opened", self, last), ("files_closed", last, self)] {
            // Each once, and none that is in both.
            let mut known: BTreeSet<&str> = other.paths().collect();
            let files: Vec<&str> = state.paths().filter(|path| known.insert(path)).collect();
            if !files.is_empty() {
                data[key] = json!(files);
            }
        }
        match (last.active(), self.active()) {
            (Some(last), Some(active)) if last.path == active.path => {
                if let Some(cursor) = &active.cursor
                    && last.cursor != active.cursor
                {
                    data["cursor_moved"] = json!({ "path": active.path, "cursor": cursor });
                }
                let [was, is] =
                    [last, active].map(|file| file.selected_text.as_deref().unwrap_or_default());
                if was != is {
                    data["selection_changed"] = json!({ "path": active.path, "selected_text": is });
                }
            }
            (_, Some(active)) => data["active_file_changed"] = active.shown(),
            (Some(last), None) => {
                data["active_file_changed"] = json!({ "path": null, "previous_path": last.path });
            }
            (None, None) => {}
        }
        told(
            EditorKind::Changes,
            "What has changed in the user's editor, for your information:",
            data,
        )
    }
}

impl OpenFile {
    fn shown(&self) -> Value {
        let mut value = json!({ "path": self.path });
        if let Some(cursor) = &self.cursor {
            value["cursor"] = cursor.clone();
        }
        if let Some(text) = self.selected_text.as_ref().filter(|text| !text.is_empty()) {
            value["selected_text"] = json!(text);
        }
        value
    }
}

fn told(kind: EditorKind, head: &str, data: Value) -> EditorContext {
    if data == json!({}) {
        return EditorContext {
            kind: EditorKind::None,
            data,
            text: String::new(),
        };
    }
    let shown = serde_json::to_string_pretty(&data).unwrap_or_default();
    // A selected text may hold a fence.
    let fence = fence_around(&shown);
    EditorContext {
        kind,
        text: format!("{head}\n{fence}json\n{shown}\n{fence}"),
        data,
    }
}

fn open_file(index: usize, file: &Value) -> Result<OpenFile> {
    let wrong = |key: &str, allowed: &str| {
        Error::new(
            ErrorKind::InvalidMessages,
            format!("/{index}{key}"),
            format!("an open file needs {allowed}"),
        )
    };
    let either = |one: &str, other: &str| {
        file.get(one)
            .or_else(|| file.get(other))
            .filter(|value| !value.is_null())
    };
    if !file.is_object() {
        return Err(wrong("", "a `path`: it must be an object"));
    }
    let path = file
        .get("path")
        .and_then(Value::as_str)
        .ok_or_else(|| wrong("/path", "a `path`, which is a string"))?;
    let timestamp = either("timestamp", "timestamp")
        .cloned()
        .unwrap_or_else(|| json!(0));
    if !timestamp.is_number() {
        return Err(wrong("/timestamp", "a number as `timestamp`"));
    }
    let is_active = either("is_active", "isActive")
        .map_or(Some(false), Value::as_bool)
        .ok_or_else(|| wrong("/is_active", "true or false as `is_active`"))?;
    let selected = match either("selected_text", "selectedText") {
        None => None,
        Some(text) => Some(
            text.as_str()
                .ok_or_else(|| wrong("/selected_text", "a string as `selected_text`"))?
                .to_owned(),
        ),
    };
    let cursor = match either("cursor", "cursor") {
        None => None,
        Some(cursor) => match (
            cursor.get("line").filter(|line| line.is_number()),
            cursor.get("character").filter(|place| place.is_number()),
        ) {
            (Some(line), Some(character)) => Some(json!({ "line": line, "character": character })),
            _ => {
                return Err(wrong(
                    "/cursor",
                    "numbers as `line` and `character` of its `cursor`",
                ));
            }
        },
    };
    Ok(OpenFile {
        path: path.to_owned(),
        timestamp,
        is_active,
        cursor,
        selected_text: selected,
    })
}
