//! Finds conversations in files by their shape, and returns them as slices of the file's text. Writes
//! a compacted conversation back as a session of its agent.

mod adk;
mod ai_sdk_stream;
mod built;
mod claude_code;
mod cline;
mod codex;
mod copilot_cli;
mod gemini_cli;
mod gencode;
mod kimi_cli;
mod lines;
mod log;
mod openai_agents;
mod opencode;
mod openhands;
mod otel;
mod pi;
mod places;
mod qwen_code;
mod record;
mod shape;
mod swe_agent;
mod tarko;
mod times;
mod usage;
mod write_back;

pub use built::Built;
pub use places::{Stored, gathered, project, stored, stored_in};
pub use write_back::{Compacted, Left, WrittenBack, each_left, write_back};

use crate::error::{Error, ErrorKind, Result};
use crate::json_text::{JsonText, JsonTree, check};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use lines::Line;
use log::Source;
use places::Place;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use write_back::Writer;

/// Reads the session files that one agent writes.
trait Reader: Sync {
    /// Whose files they are.
    fn agent(&self) -> Agent;

    /// The folders in which the agent keeps its sessions.
    fn places(&self) -> &'static [Place] {
        &[]
    }

    /// The conversations in these records; `None` if they are not of this agent. A session of
    /// the agent may be without messages.
    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>>;

    /// A line without what [`read`](Self::read) does not use, so that it takes no memory. `None` if
    /// it stays as it is, and for every line of another program.
    fn slim_line(&self, _line: &str) -> Option<String> {
        None
    }

    /// The function that writes a compacted conversation as a session of the agent. `None` if its sessions are
    /// only read.
    fn writer(&self) -> Option<Writer> {
        None
    }
}

/// The agents whose sessions are read, a file each. The first that knows the records reads them.
const READERS: &[&dyn Reader] = &[
    &claude_code::ClaudeCode,
    &codex::Codex,
    &gemini_cli::GeminiCli,
    &qwen_code::QwenCode,
    &gencode::Gencode,
    &opencode::Opencode,
    &pi::Pi,
    &kimi_cli::KimiCli,
    &copilot_cli::CopilotCli,
    &cline::Cline,
    &openhands::OpenHands,
    &swe_agent::SweAgent,
    &tarko::Tarko,
    &adk::Adk,
    &openai_agents::OpenaiAgents,
    &ai_sdk_stream::AiSdkStream,
    &otel::Otel,
];

/// An agent whose session files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Agent {
    /// The word for it in JSON.
    pub word: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// All of them.
pub fn agents() -> impl Iterator<Item = Agent> {
    READERS.iter().map(|reader| reader.agent())
}

/// How conversations are written in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A JSON list of messages: `[{"role": "user", ...}, ...]`.
    MessageList,
    /// A JSON value that holds one or more lists: `{"messages": [...]}`, `{"request": {"contents":
    /// [...]}}`.
    JsonObject,
    /// One message on each line.
    MessageLines,
    /// One conversation on each line.
    ConversationLines,
    /// The records of an agent.
    Session(Agent),
}

/// What a file holds.
#[derive(Debug)]
pub struct SessionFile<'a> {
    /// How the conversations are written in the file.
    pub format: Format,
    /// The conversations, in order. At least one.
    pub conversations: Vec<Conversation<'a>>,
    /// Lines that could not be read.
    pub skipped: Vec<SkippedLine>,
    /// How many records were left out because they are not part of the conversation, by kind.
    pub left_out: BTreeMap<&'static str, usize>,
}

/// One conversation.
#[derive(Debug)]
pub struct Conversation<'a> {
    /// The name of the conversation in the file; empty if it has none.
    pub label: String,
    /// The one-based line of the conversation, in files with one conversation on each line.
    pub line: Option<usize>,
    /// The messages. This is always a list.
    pub messages: JsonTree<'a>,
    /// The system prompt, if the file contains it outside the list, as JSON.
    pub system: Option<&'a str>,
    /// The tool schemas, if the file contains them outside the list, as JSON.
    pub tools: Option<&'a str>,
    /// The name of the model, if the file contains it; the last one if there are several.
    pub model: Option<String>,
    /// The dialect, if the format of the file determines it.
    pub dialect: Option<Dialect>,
    /// The text of the object around the list: before the list, and after it.
    pub envelope: Option<(&'a str, &'a str)>,
    /// How many times the agent compacted it, as far as the file says.
    pub compactions: usize,
    /// The largest prompt in tokens, as the provider counted it, if the file says.
    pub prompt_tokens: Option<u64>,
    /// The time of each message, in milliseconds since 1970, if the file contains it; empty if the
    /// file contains no time.
    pub times_ms: Vec<Option<f64>>,
    /// The provider's usage of each call, at the response's message or a later one; empty if the
    /// file contains no usage.
    pub usage: Vec<Option<Value>>,
}

impl<'a> Conversation<'a> {
    fn new(messages: Vec<JsonTree<'a>>) -> Self {
        Self {
            label: String::new(),
            line: None,
            messages: JsonTree::List(messages),
            system: None,
            tools: None,
            model: None,
            dialect: None,
            envelope: None,
            compactions: 0,
            prompt_tokens: None,
            times_ms: Vec::new(),
            usage: Vec::new(),
        }
    }
}

/// A line that was not read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedLine {
    /// Number of the line, one-based.
    pub line: usize,
    /// The code of the error, such as `INVALID_JSON`.
    pub code: &'static str,
    /// What is wrong with the line.
    pub message: String,
}

/// How much of a session is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Extent {
    /// What the model still sees: the messages since the agent's own last compaction.
    #[default]
    SinceCompaction,
    /// Every message in the file, including branches that the user left.
    Whole,
}

/// Finds the conversations in the text of a file.
///
/// A file may hold a list of messages, an object with such a list, a list of such objects, one
/// message or one such object on each line, or the session of an agent. Lines end only at `\n`, so
/// U+2028 inside a string does not end a line. Messages are slices of `text`, or of text that
/// readers added to `built`.
///
/// # Errors
/// `INVALID_JSON`, with line and column. `TOO_DEEP` if the JSON is nested too deep.
/// `NOT_A_CONVERSATION` otherwise; the message says what was found.
pub fn read<'a>(text: &'a str, extent: Extent, built: &'a Built) -> Result<SessionFile<'a>> {
    if text.trim().is_empty() {
        return Err(Error::new(ErrorKind::NotAConversation, "the file is empty"));
    }
    match check(text) {
        Ok(json) => read_value(json, extent, built),
        Err(error) if text.trim_start().starts_with('[') => Err(error.into()),
        Err(_) if !text.lines().any(|line| line.trim_start().starts_with('{')) => Err(Error::new(
            ErrorKind::Core(conspectus::ErrorKind::InvalidJson),
            "contains no conversation: it isn't JSON. Supported: message lists, JSON lines, sessions",
        )),
        Err(error) => lines::read(text, extent, built).unwrap_or_else(|| Err(error.into())),
    }
}

/// Returns the list that `text` is, or that an object has under `key`, whether or not its elements
/// are messages. Returns `None` without such a list.
///
/// # Errors
/// `INVALID_JSON`, with line and column. `TOO_DEEP` if the JSON is nested too deep.
pub fn listed<'a>(text: &'a str, key: Option<&str>) -> Result<Option<Conversation<'a>>> {
    let json = check(text)?;
    let whole = JsonText::Text(json);
    let (list, holder) = match (whole.kind(), key) {
        (Kind::Array, _) => (Some(whole), None),
        (Kind::Object, Some(key)) => (whole.get(key), Some(whole)),
        _ => (None, None),
    };
    Ok(list
        .filter(|list| list.kind() == Kind::Array)
        .map(|list| shape::conversation(json, list, holder)))
}

/// A line of a file without the fields that [`read`] does not use. `None` if the line stays as it
/// is.
#[must_use]
pub fn slim_line(line: &str) -> Option<String> {
    READERS.iter().find_map(|reader| reader.slim_line(line))
}

/// The records of a session, by the agent that knows them.
///
/// # Errors
/// `NOT_A_CONVERSATION` if there are records of an agent, but no messages.
fn session<'a>(
    lines: Vec<Line<'a>>,
    extent: Extent,
    built: &'a Built,
) -> Result<Option<SessionFile<'a>>> {
    let source = Source::new(lines, extent, built);
    let found = READERS
        .iter()
        .find_map(|reader| Some((reader.agent(), reader.read(&source)?)));
    let Some((agent, mut session)) = found else {
        return Ok(None);
    };
    session
        .conversations
        .retain(|conversation| !conversation.messages.view().is_empty());
    if session.conversations.is_empty() {
        let records: Vec<String> = session
            .left_out
            .iter()
            .map(|(what, count)| format!("{count} {what}"))
            .collect();
        return Err(Error::new(
            ErrorKind::NotAConversation,
            format!(
                "contains no conversation: {} records without messages ({})",
                agent.name,
                records.join(", ")
            ),
        ));
    }
    Ok(Some(session))
}

fn read_value<'a>(json: &'a str, extent: Extent, built: &'a Built) -> Result<SessionFile<'a>> {
    let value = JsonText::Text(json);
    if let Some(session) = session(vec![(1, value)], extent, built)? {
        return Ok(session);
    }
    let conversations = shape::conversations(json, value);
    if conversations.is_empty() {
        return Err(Error::new(
            ErrorKind::NotAConversation,
            format!("no list of messages found: {}", shape::describe(&value)),
        ));
    }
    let is_list = value.kind() == Kind::Array
        && conversations.len() == 1
        && conversations[0].envelope.is_none();
    let format = if is_list {
        Format::MessageList
    } else {
        Format::JsonObject
    };
    Ok(SessionFile {
        format,
        conversations,
        skipped: Vec::new(),
        left_out: BTreeMap::new(),
    })
}

impl Format {
    /// The name of the format in reports.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::MessageList => "message list".to_owned(),
            Self::JsonObject => "JSON with messages".to_owned(),
            Self::MessageLines => "one message per line".to_owned(),
            Self::ConversationLines => "one conversation per line".to_owned(),
            Self::Session(agent) => format!("{} session", agent.name),
        }
    }
}

/// As a word.
impl Serialize for Format {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.serialize_str(match self {
            Self::MessageList => "message_list",
            Self::JsonObject => "json_object",
            Self::MessageLines => "message_lines",
            Self::ConversationLines => "conversation_lines",
            Self::Session(agent) => agent.word,
        })
    }
}

impl<'a> SessionFile<'a> {
    /// Returns the only conversation, or the one with number `select` (one-based).
    ///
    /// # Errors
    /// `CHOOSE_CONVERSATION` if `select` is `None` and the file has several conversations, or if no
    /// conversation has that number.
    pub fn one(&self, select: Option<usize>) -> Result<&Conversation<'a>> {
        let count = self.conversations.len();
        let index = match select {
            None if count > 1 => {
                return Err(Error::new(
                    ErrorKind::Several,
                    format!(
                        "the file contains {count} conversations: select one with --conversation (1 to {count}); `inspect` lists them"
                    ),
                ));
            }
            None => 0,
            Some(number) => number.wrapping_sub(1),
        };
        let message = || {
            format!(
                "conversation {} doesn't exist: the file contains {count}, starting at 1",
                select.unwrap_or(1)
            )
        };
        self.conversations
            .get(index)
            .ok_or_else(|| Error::new(ErrorKind::Several, message()))
    }
}
