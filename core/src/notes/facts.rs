//! Facts of a conversation, found without a model: what the user asked, what the tools did, what went wrong.

use crate::history::{argument_rank, History, PartKind, PATH_RANKS};
use crate::host::clip::{first_line, one_line};
use crate::host::view::{View, ViewExt};
use crate::notes::memory::Ours;
use crate::notes::transcript::{call_args, result_text};
use crate::notes::words;
use crate::read::message::Role;
use crate::reduce::value_text;
use serde_json::Value;

/// What a tool does to the file that its call names. The tool's name decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileUse {
    /// The tool reads the file.
    Read,
    /// The tool creates or overwrites the file.
    Written,
    /// The tool changes a part of the file.
    Edited,
    /// The tool deletes the file.
    Deleted,
}

/// One tool call and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The tool's name.
    pub tool: String,
    /// What the call was about, on one line: a path, a command.
    pub detail: String,
    /// Whether the call has a result.
    pub answered: bool,
    /// Whether the result is an error, either marked as one or recognised by its text.
    pub failed: bool,
    /// The line that names the error, else the first line of the result.
    pub outcome: String,
    /// Chars of the result.
    pub result_chars: u64,
}

/// Facts of a span of messages, each list in the order of the conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The user's own texts.
    pub requests: Vec<String>,
    /// The agent's texts.
    pub answers: Vec<String>,
    /// Files and what was done to them. Each path stands once, in order of last use.
    pub files: Vec<(String, FileUse)>,
    /// The calls of shell tools.
    pub commands: Vec<Action>,
    /// The calls of all tools.
    pub actions: Vec<Action>,
    /// Sentences of the user that demand or forbid something.
    pub constraints: Vec<String>,
}

/// Longest text of one request or answer, in chars; a longer one is clipped. Chosen here.
const TEXT_CHARS: usize = 2_000;

/// The facts of messages `start..end`. What is `ours` in the user's messages is left out.
pub fn extract<V: View>(history: &History, messages: &V, start: usize, end: usize, ours: &Ours) -> Facts {
    let mut facts = Facts::default();
    // Calls without a result so far, each as the part of the call and the index of its action.
    let mut waiting: Vec<(u32, usize)> = Vec::new();
    let mut index = 0;
    messages.for_each(&mut |_, message| {
        if (start..end).contains(&index) {
            read_message(history, &message, index, ours, &mut facts, &mut waiting);
        }
        index += 1;
    });
    facts.commands = facts.actions.iter().filter(|action| is_shell(&action.tool)).cloned().collect();
    facts
}

fn read_message<V: View>(history: &History, message: &V, index: usize, ours: &Ours, facts: &mut Facts, waiting: &mut Vec<(u32, usize)>) {
    let role = history.role(index);
    let first = history.messages()[index].first_part;
    for (offset, part) in history.parts_of(index).iter().enumerate() {
        match part.kind {
            PartKind::Text if role == Some(Role::User) => {
                let text = words::of_text(history, (index, offset), &value_text(part.path.resolve(message)), ours);
                facts.constraints.extend(constraints(&text));
                push_text(&mut facts.requests, &text);
            }
            PartKind::Text if role == Some(Role::Assistant) => {
                push_text(&mut facts.answers, &value_text(part.path.resolve(message)));
            }
            PartKind::ToolCall => {
                let args = call_args(history, message, part).map(|args| arguments(&args)).unwrap_or_default();
                let tool = one_line(history.symbol(part.name), 80);
                note_files(&tool, &args, &mut facts.files);
                waiting.push((first + offset as u32, facts.actions.len()));
                let detail = detail(&args);
                facts.actions.push(Action { tool, detail, answered: false, failed: false, outcome: String::new(), result_chars: 0 });
            }
            PartKind::ToolResult => {
                let position = part.partner.and_then(|call| waiting.iter().position(|(part, _)| *part == call));
                let Some(position) = position else { continue };
                let action = &mut facts.actions[waiting.remove(position).1];
                let text = result_text(history, message, part);
                action.answered = true;
                let error = error_line(&text, is_shell(&action.tool));
                action.failed = part.is_error || error.is_some();
                action.outcome = error.unwrap_or_else(|| first_line(&text, 160));
                action.result_chars = part.output_chars;
            }
            _ => {}
        }
    }
}

fn push_text(texts: &mut Vec<String>, text: &str) {
    let text = crate::host::clip::clip(text.trim(), TEXT_CHARS, 0.7);
    if !text.is_empty() {
        texts.push(text.into_owned());
    }
}

/// The arguments of a call as JSON. OpenAI sends them as a text, which is parsed; a text that does not parse stays a text.
fn arguments<V: View>(args: &V) -> Value {
    match args.to_value() {
        Ok(Value::String(text)) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        Ok(value) => value,
        Err(_) => Value::Null,
    }
}

/// The path of the file that a call names, whole and as the call spells it.
pub(crate) fn file_argument<V: View>(history: &History, message: &V, part: &crate::history::PartEntry) -> Option<String> {
    let args = arguments(&call_args(history, message, part)?);
    let found = ranked(&args).filter(|(rank, _)| *rank < PATH_RANKS).min_by_key(|(rank, _)| *rank)?;
    found.1.as_str().map(str::to_owned)
}

/// The argument that says what a call was about, on one line.
fn detail(args: &Value) -> String {
    let best = ranked(args).min_by_key(|(rank, _)| *rank).and_then(|(_, value)| match value {
        Value::String(text) => Some(text.clone()),
        // Some shell tools take the command as a list: `["bash", "-lc", "ls"]`.
        Value::Array(words) => Some(words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")),
        _ => None,
    });
    let text = best.or_else(|| args.as_object()?.values().find_map(|value| value.as_str().map(str::to_owned)));
    one_line(&text.unwrap_or_default(), 160)
}

/// The arguments that tell what a call is about, with their rank; a lower rank tells more.
fn ranked(args: &Value) -> impl Iterator<Item = (usize, &Value)> {
    args.as_object().into_iter().flatten().filter_map(|(name, value)| argument_rank(name).map(|rank| (rank, value)))
}

fn is_shell(tool: &str) -> bool {
    let tool = tool.to_ascii_lowercase();
    ["shell", "bash", "exec", "terminal", "run_command", "command"].iter().any(|word| tool.contains(word))
}

fn file_use(tool: &str) -> FileUse {
    let tool = tool.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| tool.contains(word));
    if has(&["delete", "remove"]) {
        FileUse::Deleted
    } else if has(&["edit", "replace", "patch", "update", "insert"]) {
        FileUse::Edited
    } else if has(&["write", "create", "save"]) {
        FileUse::Written
    } else {
        FileUse::Read
    }
}

/// Whether a tool of that name changes files.
pub(crate) fn changes_files(tool: &str) -> bool {
    file_use(tool) != FileUse::Read
}

fn note_files(tool: &str, args: &Value, files: &mut Vec<(String, FileUse)>) {
    let path = ranked(args).filter(|(rank, _)| *rank < PATH_RANKS).min_by_key(|(rank, _)| *rank).and_then(|(_, path)| path.as_str());
    let Some(path) = path.map(|path| one_line(path, 240)) else { return };
    let found = file_use(tool);
    let before = files.iter().position(|(known, _)| *known == path).map(|position| files.remove(position).1);
    // A file that was written stays "written" when it is read later.
    files.push((path, before.map_or(found, |before| if found == FileUse::Read { before } else { found })));
}

/// The line of a result that names an error, judged by how tools report errors.
fn error_line(text: &str, is_shell: bool) -> Option<String> {
    const STARTS: [&str; 11] =
        ["error:", "error[", "Error:", "ERROR", "fatal:", "Traceback", "panicked at", "thread '", "FAILED", "npm ERR!", "E   "];
    // The result of another tool is an error only if it begins with one: a file that talks about errors is none.
    let lines: Vec<&str> = text.lines().take(400).collect();
    if !is_shell && !lines.first().is_some_and(|line| line.trim_start().to_ascii_lowercase().starts_with("error")) {
        return None;
    }
    let found = lines.iter().find(|line| {
        let line = line.trim_start();
        STARTS.iter().any(|start| line.starts_with(start)) || line.contains(": No such file or directory") || line.contains(": command not found")
    })?;
    Some(one_line(found, 200))
}

/// The sentences that demand or forbid something, judged by their words.
fn constraints(text: &str) -> Vec<String> {
    const WORDS: [&str; 14] = [
        "must",
        "never",
        "always",
        "don't",
        "do not",
        "only ",
        "avoid",
        "prefer",
        "without ",
        "instead of",
        "make sure",
        "keep ",
        "should",
        "please use",
    ];
    const CHINESE: [&str; 9] = ["不要", "必须", "只能", "请用", "保持", "避免", "务必", "不得", "始终"];
    let mut found = Vec::new();
    for sentence in text.split_inclusive(['.', '!', '?', '\n', '。', '！', '？']).map(str::trim) {
        let lower = sentence.to_lowercase();
        let words = WORDS.iter().any(|word| lower.contains(word)) || CHINESE.iter().any(|word| sentence.contains(word));
        if words && (8..=400).contains(&sentence.len()) {
            found.push(one_line(sentence, 240));
        }
    }
    found.truncate(20);
    found
}
