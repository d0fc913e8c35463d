//! What a tool call is about, by its name and its arguments: a command line, files, a list of
//! tasks.

use super::files::{FileUse, by_tool, by_word, has_word, of_patch, searches};
use super::shell::{Script, script};
use super::todos::{OneTask, Todo, todos};
use crate::history::{History, PATH_RANKS, PartEntry, argument_rank};
use crate::host::clip::{clip, one_line};
use crate::minutes::rows::joined;
use crate::notes::terms::holds;
use crate::notes::turns::arguments;
use crate::{Item, listed};
use serde_json::{Map, Value};

/// A call as it was read.
#[derive(Default)]
pub struct Called {
    pub tool: String,
    pub detail: String,
    /// The command line, if the call runs one.
    pub command: Option<String>,
    pub script: Script,
    /// What it does to files if it succeeds.
    pub files: Vec<(String, FileUse)>,
    pub todos: Option<Vec<Todo>>,
    /// The one task that it makes or changes.
    pub one_task: Option<OneTask>,
}

/// Longest command line that is kept, in chars. Chosen here: the body of a here-document may be
/// long.
const COMMAND_CHARS: usize = 1_000;
/// Longest path, in chars.
const PATH_CHARS: usize = 240;

/// Words in names of tools that change the world outside of files.
const EFFECTS: [&str; 17] = listed(
    "cancel book update send modify exchange return transfer refund delete create merge close \
     post publish pay submit",
);

impl Called {
    /// Whether it runs a command that does more than to show what there is.
    pub fn checks(&self) -> bool {
        self.command.is_some() && !self.script.only_shows()
    }

    /// What two calls have in common that try the same: the tool and all its arguments; of a command
    /// the line without what only shortens, filters or saves its output.
    pub fn identity(&self, args: &Value) -> String {
        match &self.command {
            Some(command) => key(command),
            None => format!("{}\n{args}", self.tool),
        }
    }

    /// Returns true if the call changes the world outside of files, so that it must not be
    /// repeated. For a call without a command line, `hint` from the tool's definition decides, or
    /// else the tool's name.
    pub fn is_effect(&self, hint: Option<bool>) -> bool {
        if self.command.is_some() {
            return self.script.acts;
        }
        let is_told_elsewhere = self.todos.is_some()
            || self.one_task.is_some()
            || self.files.iter().any(|(_, used)| *used != FileUse::Read);
        let by_name = || self.files.is_empty() && has_word(&self.tool, &EFFECTS);
        !is_told_elsewhere && hint.unwrap_or_else(by_name)
    }
}

/// Reads a call of message `message`.
pub fn read(tool: &str, args: &Value, message: usize) -> Called {
    let tool = one_line(tool, 80);
    let line = command_line(&tool, args);
    let mut called = Called {
        detail: detail(args),
        todos: todos(args, message),
        one_task: OneTask::of(&tool, args),
        ..Called::default()
    };
    match line {
        Some(line) => {
            called.script = script(&line);
            called.files = std::mem::take(&mut called.script.files);
            called.command = Some(clip(line.trim(), COMMAND_CHARS, 0.8).into_owned())
                .filter(|line| !line.is_empty());
        }
        None => called.files = files(&tool, args),
    }
    called.tool = tool;
    called
}

/// A command line up to the first pipe into a program that only shows a part of the output.
pub fn key(command: &str) -> String {
    const SHOWS: [&str; 9] = listed("head tail grep wc sed tee cat less more");
    let shows = |(at, pipe): &(usize, &str)| {
        let program = command[at + pipe.len()..].split_whitespace().next();
        program.is_some_and(|program| SHOWS.contains(&program))
    };
    let pipe = command.match_indices(" | ").find(shows);
    let quiet = pipe
        .map_or(command, |(at, _)| &command[..at])
        .replace(" 2>&1", "")
        .replace(" 2>/dev/null", "");
    one_line(&quiet, COMMAND_CHARS)
}

/// The path of the file that a call names, whole and as the call spells it.
pub fn file_argument(history: &History, message: &Item<'_>, part: &PartEntry) -> Option<String> {
    path_of(&arguments(history, message, part)).map(str::to_owned)
}

fn path_of(args: &Value) -> Option<&str> {
    let (_, path) = telling(args).filter(|(rank, _)| *rank < PATH_RANKS)?;
    path.as_str()
}

/// The command line that a call runs. Either the tool's name says that it runs one, or there is a
/// command and no file.
fn command_line(tool: &str, args: &Value) -> Option<String> {
    const RUN: [&str; 6] = listed("shell bash exec terminal command cmd");
    let named = holds(&tool.to_ascii_lowercase(), &RUN);
    if let Value::String(line) = args {
        return named.then(|| line.clone());
    }
    let found = held(args, &["command", "cmd", "commands", "script"]).next()?;
    if !named && path_of(args).is_some() {
        return None;
    }
    match found {
        Value::String(line) => Some(line.clone()),
        // Some shell tools take the command as a list: `["bash", "-lc", "ls"]`.
        Value::Array(words) => Some(match &words[..] {
            [_, Value::String(flag), Value::String(line)]
                if flag.starts_with('-') && flag.ends_with('c') =>
            {
                line.clone()
            }
            words => spaced(words),
        }),
        _ => None,
    }
}

/// The texts of a list with a blank between them.
fn spaced(words: &[Value]) -> String {
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    words.join(" ")
}

/// The files that a call of a tool names, with what it does to them.
fn files(tool: &str, args: &Value) -> Vec<(String, FileUse)> {
    let patch = match args {
        Value::String(text) => Some(text.as_str()),
        args => held(args, &["input", "patch", "patchText", "patch_text", "diff"])
            .find_map(Value::as_str),
    };
    let patched = patch.map(of_patch).unwrap_or_default();
    if !patched.is_empty() {
        return patched;
    }
    if searches(tool) {
        return Vec::new();
    }
    let word = editor_words(args).find_map(by_word);
    let done = word.unwrap_or_else(|| by_tool(tool));
    let mut listed = held(args, &["paths", "file_paths", "filePaths", "files"]);
    let listed = listed.find_map(Value::as_array).into_iter().flatten();
    let listed = listed.filter_map(|item| item.as_str().or_else(|| path_of(item)));
    path_of(args)
        .into_iter()
        .chain(listed)
        .map(|path| (one_line(path, PATH_CHARS), done))
        .collect()
}

/// Maximum length of an additional argument in the description of a call, and of that entire
/// description in a placeholder, in chars. Chosen here: ids, numbers and names are shorter; the
/// text of a file is not.
const SCALAR_CHARS: usize = 60;
pub const TOLD_CHARS: usize = 68;

/// What a call was about, and after it its other arguments that are short: `acme, repo=app, number=7`.
pub fn told(detail: String, args: &Value, most: usize) -> String {
    let mut told = detail.clone();
    // Later ones lie deeper.
    let mut open = vec![(String::new(), args)];
    if !args.is_object() {
        return told;
    }
    while let Some((name, value)) = open.pop() {
        let shown = match value {
            Value::Object(fields) => {
                let fields = fields.iter().rev();
                open.extend(fields.map(|(key, field)| (joined([&name, key], "."), field)));
                continue;
            }
            Value::Array(items) => {
                let items = items.iter().enumerate().rev();
                open.extend(items.map(|(index, item)| (format!("{name}.{index}"), item)));
                continue;
            }
            Value::Null => continue,
            // These say little where there is room for what does.
            Value::Bool(false) if most > TOLD_CHARS => continue,
            _ if most > TOLD_CHARS && name == "description" => continue,
            // What a label cannot show as it is would be told wrongly.
            Value::String(text) if *text == detail || text.contains(['\n', '[', ']', '<', '>']) => {
                continue;
            }
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if shown.is_empty() || shown.chars().count() > SCALAR_CHARS.min(most * 3 / 5) {
            continue;
        }
        if !told.is_empty() {
            told += ", ";
        }
        if told.len() + name.len() + shown.len() > most {
            told += "and more";
            break;
        }
        told += &format!("{name}={shown}");
    }
    told
}

/// The argument that says what a call was about, on one line.
fn detail(args: &Value) -> String {
    let text = match telling(args) {
        Some((_, Value::String(text))) => text.clone(),
        Some((_, Value::Array(words))) => spaced(words),
        _ => {
            let mut values = args.as_object().into_iter().flat_map(Map::values);
            values
                .find_map(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        }
    };
    one_line(&text, 160)
}

/// Returns the argument that best describes the call, with its rank.
fn telling(args: &Value) -> Option<(usize, &Value)> {
    args.as_object()?
        .iter()
        .filter_map(|(name, value)| Some((argument_rank(name)?, value)))
        .min_by_key(|(rank, _)| *rank)
}

/// The words of a call that may say what an editor with several commands is to do.
pub fn editor_words(args: &Value) -> impl Iterator<Item = &str> {
    held(args, &["command", "action", "operation", "mode"]).filter_map(Value::as_str)
}

/// The fields of an object that have one of these names, in the order of the names.
pub fn held<'v>(object: &'v Value, names: &'static [&str]) -> impl Iterator<Item = &'v Value> {
    names.iter().filter_map(|name| object.get(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_call_is_read_by_its_name_and_arguments() {
        let line = |tool: &str, args: Value| read(tool, &args, 0).command;
        assert_eq!(
            line("shell", json!({ "command": ["bash", "-lc", "ls -la"] })).as_deref(),
            Some("ls -la")
        );
        assert_eq!(
            line("execute", json!({ "cmd": "ls" })).as_deref(),
            Some("ls")
        );
        assert_eq!(
            line(
                "str_replace_based_edit_tool",
                json!({ "command": "view", "path": "a" })
            ),
            None
        );
        assert_eq!(line("BashOutput", json!({ "bash_id": "1" })), None);
        let used = |tool: &str, args: Value| read(tool, &args, 0).files;
        assert_eq!(
            used(
                "str_replace_based_edit_tool",
                json!({ "command": "view", "path": "a" })
            ),
            [("a".to_owned(), FileUse::Read)]
        );
        assert_eq!(used("Grep", json!({ "pattern": "x", "path": "src" })), []);
        assert_eq!(
            used("read_many_files", json!({ "paths": ["a", "b"] })).len(),
            2
        );
        assert_eq!(
            used(
                "apply_patch",
                json!("*** Begin Patch\n*** Delete File: a\n*** End Patch")
            ),
            [("a".to_owned(), FileUse::Deleted)]
        );
    }

    #[test]
    fn the_same_command_is_known_without_its_pipe() {
        assert_eq!(key("mise run test 2>&1 | tail -30"), key("mise run test"));
        assert_ne!(key("go test ./a"), key("go test ./b"));
    }
}
