//! Conversations in files: found by their shape, handed over as slices of the file's text.

mod claude_code;
mod lines;
mod shape;

use crate::error::{Error, ErrorKind, Result};
use conspectus::host::view::json_text::{check, JsonText, JsonTree};
use conspectus::host::view::{Kind, View};
use conspectus::Dialect;
use serde::Serialize;
use std::collections::BTreeMap;

/// How conversations are written in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// A JSON list of messages: `[{"role": "user", ...}, ...]`.
    MessageList,
    /// A JSON value that holds one or more lists: `{"messages": [...]}`, `{"request": {"contents": [...]}}`.
    JsonObject,
    /// One message a line.
    MessageLines,
    /// One conversation a line.
    ConversationLines,
    /// A session file of Claude Code.
    ClaudeCode,
}

/// What a file holds.
#[derive(Debug)]
pub struct SessionFile<'a> {
    /// How it is written.
    pub format: Format,
    /// The conversations, in order. At least one.
    pub conversations: Vec<Conversation<'a>>,
    /// Lines that could not be read.
    pub skipped: Vec<SkippedLine>,
    /// Records that are no part of the conversation, by what they are.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// One conversation.
#[derive(Debug)]
pub struct Conversation<'a> {
    /// What the file calls it; empty if nothing.
    pub label: String,
    /// Its line, one-based, in files of one conversation a line.
    pub line: Option<usize>,
    /// The messages: always a list.
    pub messages: JsonTree<'a>,
    /// The system text beside the list, as JSON.
    pub system: Option<&'a str>,
    /// Tool schemas beside the list, as JSON.
    pub tools: Option<&'a str>,
    /// The dialect, where the format fixes it.
    pub dialect: Option<Dialect>,
    /// What stands around the list in its object: text before it and behind it.
    pub envelope: Option<(&'a str, &'a str)>,
}

/// A line that was not read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedLine {
    /// One-based.
    pub line: usize,
    /// The code of the error.
    pub code: &'static str,
    /// What is wrong with it.
    pub message: String,
}

/// How much of a session is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extent {
    /// What the model still sees: the messages since the agent's own last compaction.
    #[default]
    SinceCompaction,
    /// Every message in the file, also on branches that the user went back from.
    Whole,
}

/// Finds the conversations in the text of a file.
///
/// Understood are: a list of messages; an object that holds one; a list of such objects; one message or one such object a
/// line; a Claude Code session. Lines end at `\n` only, so that U+2028 inside a string is no end.
///
/// # Errors
/// `INVALID_JSON` (with line and column), `TOO_DEEP`; `NOT_A_CONVERSATION`, naming what was found instead.
pub fn read(text: &str, extent: Extent) -> Result<SessionFile<'_>> {
    if text.trim().is_empty() {
        return Err(Error::new(ErrorKind::NotAConversation, "the file is empty"));
    }
    match check(text) {
        Ok(json) => read_value(json, extent),
        Err(error) if text.trim_start().starts_with('[') => Err(error.into()),
        Err(error) => lines::read(text, extent).unwrap_or_else(|| Err(error.into())),
    }
}

/// A line of a file without what [`read`] does not look at; `None` if it is to stay as it is.
#[must_use]
pub fn slim_line(line: &str) -> Option<String> {
    claude_code::slim::line(line)
}

fn read_value(json: &str, extent: Extent) -> Result<SessionFile<'_>> {
    let value = JsonText::Text(json);
    if let Some(session) = claude_code::read(&[(1, value)], extent) {
        return Ok(session);
    }
    let conversations = shape::conversations(json, value);
    if conversations.is_empty() {
        return Err(Error::new(ErrorKind::NotAConversation, format!("no list of messages found: {}", shape::describe(&value))));
    }
    let is_list = value.kind() == Kind::Array && conversations.len() == 1 && conversations[0].envelope.is_none();
    let format = if is_list { Format::MessageList } else { Format::JsonObject };
    Ok(SessionFile { format, conversations, skipped: Vec::new(), left_out: BTreeMap::new() })
}

impl Format {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::MessageList => "message list",
            Self::JsonObject => "JSON with messages",
            Self::MessageLines => "one message a line",
            Self::ConversationLines => "one conversation a line",
            Self::ClaudeCode => "Claude Code session",
        }
    }
}

impl<'a> SessionFile<'a> {
    /// The one conversation, or number `select` (one-based).
    ///
    /// # Errors
    /// `SEVERAL_CONVERSATIONS` if there is more than one and none was selected; `NOT_A_CONVERSATION` if there is no such
    /// number.
    pub fn one(&self, select: Option<usize>) -> Result<&Conversation<'a>> {
        let count = self.conversations.len();
        let index = match select {
            None if count > 1 => {
                return Err(Error::new(
                    ErrorKind::Several,
                    format!("the file holds {count} conversations: take one with --select 1..{count}, see inspect"),
                ));
            }
            None => 0,
            Some(number) => number.wrapping_sub(1),
        };
        let message = || format!("there is no conversation {}: the file holds {count}, counted from 1", select.unwrap_or(1));
        self.conversations.get(index).ok_or_else(|| Error::new(ErrorKind::NotAConversation, message()))
    }
}
