//! Many conversations: each text or file becomes one row, and an error in one never ends the others.
//!
//! A [`Job`] is made once and used by many threads at a time. Nothing here starts a thread.

use crate::error::{Error, ErrorKind, Result};
use crate::json_text::{JsonText, check};
use crate::sessions::{self, Built, Conversation, Extent, each_left, gathered, slim_line};
use crate::text::visible_name;
use crate::text_file::{MEGABYTE, MOST_UNPACKED_MB};
use conspectus::host::item::{Item, Kind};
use conspectus::{Action, Compactor, Patch, RunResult};
use conspectus_api::CompactorApi;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::ops::DerefMut;
use std::path::Path;

/// The status of a row whose conversation could not be read or compacted.
pub const ERROR: &str = "error";
/// The status of a row that counts or simulates.
pub const DONE: &str = "done";

/// The work on each conversation.
#[derive(Debug)]
enum Task {
    Compact {
        machine: Box<CompactorApi>,
        turn: Value,
    },
    Count(Value),
    Simulate(Value),
}

/// One kind of work on many conversations.
///
/// ```
/// use conspectus_files::batch::Job;
/// use serde_json::json;
///
/// let job = Job::compact(&json!({ "context_window": 8_000 }), json!({}))?;
/// let row = job.of_text(r#"{"id": "a", "messages": [{"role": "user", "content": "Hi"}]}"#);
/// assert_eq!((row.status.as_str(), row.changed, row.id), ("unchanged", false, Some(json!("a"))));
/// let broken = job.of_text("[7]");
/// assert_eq!(broken.error.map(|error| (error.code(), error.path().to_owned())), Some(("INVALID_MESSAGES", "/0".to_owned())));
/// # Ok::<(), conspectus_files::Error>(())
/// ```
#[derive(Debug)]
pub struct Job {
    task: Task,
    /// The key of an object under which its messages are, if the caller names one.
    key: Option<String>,
    extent: Extent,
    most_unpacked: u64,
}

/// The outcome for one conversation.
#[derive(Debug, Default)]
pub struct Row {
    /// The field `id` of the object with the messages.
    pub id: Option<Value>,
    /// The status of the run: one of [`conspectus::Status`], [`DONE`] or [`ERROR`].
    pub status: String,
    /// Whether the messages changed.
    pub changed: bool,
    /// Tokens of the messages before; `None` if they could not be read.
    pub tokens_before: Option<u64>,
    /// Tokens of the messages after.
    pub tokens_after: Option<u64>,
    /// The messages after, as a JSON list on one line.
    pub messages: Option<String>,
    /// The counts or simulated costs.
    pub value: Option<Value>,
    /// The error.
    pub error: Option<Error>,
}

impl Row {
    /// A row with an error.
    #[must_use]
    pub fn failed(error: Error) -> Self {
        Self {
            status: ERROR.to_owned(),
            error: Some(error),
            ..Self::default()
        }
    }

    /// Writes the row as one line of JSON: `id`, `status`, `changed`, `tokens_before`, `tokens_after`,
    /// `messages`, `error`. `id` is used if the row has none.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, id: &Value, out: &mut dyn Write) -> io::Result<()> {
        let id = self.id.as_ref().unwrap_or(id);
        let error = self.error.as_ref().map(Error::to_value);
        write!(
            out,
            r#"{{"id":{id},"status":{},"changed":{},"tokens_before":{},"tokens_after":{},"messages":{},"error":{}}}"#,
            json!(self.status),
            self.changed,
            json!(self.tokens_before),
            json!(self.tokens_after),
            self.messages.as_deref().unwrap_or("null"),
            json!(error),
        )?;
        out.write_all(b"\n")
    }
}

impl Job {
    /// Compacts each conversation with these options of a compactor and these arguments of a turn.
    /// No model is called: summaries are extractive. `system` and `tools` next to a conversation are
    /// measured, unless `turn` has its own.
    ///
    /// # Errors
    /// `INVALID_OPTION`, `UNKNOWN_PRESET` or `UNKNOWN_DIALECT`, with the path of the option.
    pub fn compact<'o>(options: impl Into<Item<'o>>, turn: Value) -> Result<Self> {
        let machine = Box::new(CompactorApi::new(options)?);
        // Wrong arguments of a turn are told before any conversation is read.
        machine
            .as_ref()
            .clone()
            .handle_messages(&json!([]), &turn)?;
        Ok(Self::new(Task::Compact { machine, turn }))
    }

    /// Counts the tokens of each conversation, with the options of `count_tokens`.
    ///
    /// # Errors
    /// As [`Job::compact`].
    pub fn count(options: Value) -> Result<Self> {
        crate::api::call("count_tokens", &json!([]), &options)?;
        Ok(Self::new(Task::Count(options)))
    }

    /// Simulates each conversation, with the options of `simulate`.
    ///
    /// # Errors
    /// As [`Job::compact`].
    pub fn simulate(options: Value) -> Result<Self> {
        conspectus_api::SimulationApi::new(&json!([]), &options)?;
        Ok(Self::new(Task::Simulate(options)))
    }

    /// The job by its name: `compact`, `count` or `simulate`.
    ///
    /// # Errors
    /// As [`Job::compact`].
    pub fn of_task(task: &str, options: Value, turn: Value) -> Result<Self> {
        match task {
            "count" => Self::count(options),
            "simulate" => Self::simulate(options),
            _ => Self::compact(&options, turn),
        }
    }

    fn new(task: Task) -> Self {
        Self {
            task,
            key: None,
            extent: Extent::default(),
            most_unpacked: MOST_UNPACKED_MB * MEGABYTE,
        }
    }

    /// The messages of an object are under `key`. Without it, the usual names are tried.
    #[must_use]
    pub fn key(mut self, key: Option<String>) -> Self {
        self.key = key;
        self
    }

    /// How much of an agent's session is read.
    #[must_use]
    pub fn extent(mut self, extent: Extent) -> Self {
        self.extent = extent;
        self
    }

    /// Sets the most bytes that a gzipped file may unpack to.
    #[must_use]
    pub fn most_unpacked(mut self, bytes: u64) -> Self {
        self.most_unpacked = bytes;
        self
    }

    /// The row of a conversation in JSON: a list of messages, an object that holds one, or all that
    /// [`sessions::read`] reads.
    pub fn of_text(&self, text: &str) -> Row {
        let built = Built::default();
        self.row(text, &built).unwrap_or_else(Row::failed)
    }

    /// As [`Job::of_text`], for bytes that are UTF-8 text.
    pub fn of_bytes(&self, bytes: &[u8]) -> Row {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.of_text(text),
            Err(error) => Row::failed(Error::new(
                ErrorKind::Core(conspectus::ErrorKind::InvalidJson),
                format!("not UTF-8 text: invalid byte {}", error.valid_up_to()),
            )),
        }
    }

    /// The row of the conversation in a file, which may be gzipped. Errors name the file.
    pub fn of_file(&self, path: &Path) -> Row {
        let text = gathered(path, slim_line, self.most_unpacked, &mut |_, _| {});
        let built = Built::default();
        text.and_then(|text| self.row(&text, &built))
            .unwrap_or_else(|error| Row::failed(error.about(&visible_name(path.as_os_str()))))
    }

    fn row(&self, text: &str, built: &Built) -> Result<Row> {
        let (checked, row) = match self.conversation(text, built) {
            Ok(conversation) => (Some(text), self.of_conversation(&conversation)),
            Err(error) => (check(text).ok(), Err(error)),
        };
        Ok(Row {
            id: checked.and_then(id_of),
            ..row.unwrap_or_else(Row::failed)
        })
    }

    fn conversation<'a>(&self, text: &'a str, built: &'a Built) -> Result<Conversation<'a>> {
        if let Some(key) = &self.key {
            return sessions::listed(text, Some(key))?.ok_or_else(|| {
                Error::new(
                    ErrorKind::NotAConversation,
                    format!("no list under the key `{key}`"),
                )
            });
        }
        let mut file = match sessions::read(text, self.extent, built) {
            Ok(file) => file,
            // The core says which message of a list is wrong.
            Err(error) if error.kind() == ErrorKind::NotAConversation => {
                return sessions::listed(text, None)?.ok_or(error);
            }
            Err(error) => return Err(error),
        };
        let count = file.conversations.len();
        match file.conversations.pop() {
            Some(conversation) if count == 1 => Ok(conversation),
            _ => Err(Error::new(
                ErrorKind::Several,
                format!(
                    "contains {count} conversations: pass each as its own text, or as a line of a JSON lines file"
                ),
            )),
        }
    }

    fn of_conversation(&self, conversation: &Conversation<'_>) -> Result<Row> {
        let messages = conversation.messages.view().copied();
        match &self.task {
            Task::Compact { machine, turn } => {
                let mut machine = machine.as_ref().clone();
                machine.handle_messages(&messages, &with_around(turn, conversation))?;
                let (result, patch) = driven(machine.deref_mut(), &messages)?;
                Ok(Row {
                    status: result.status.name().to_owned(),
                    changed: result.changed,
                    tokens_before: Some(result.tokens_before),
                    tokens_after: Some(result.tokens_after),
                    messages: Some(on_one_line(conversation, &patch)?),
                    ..Row::default()
                })
            }
            Task::Count(options) => {
                let count = crate::api::call("count_tokens", &messages, options)?;
                let tokens = count["tokens"].as_u64();
                Ok(Row {
                    status: DONE.to_owned(),
                    tokens_before: tokens,
                    tokens_after: tokens,
                    value: Some(count),
                    ..Row::default()
                })
            }
            Task::Simulate(options) => Ok(Row {
                status: DONE.to_owned(),
                value: Some(crate::api::call("simulate", &messages, options)?),
                ..Row::default()
            }),
        }
    }
}

/// The field `id` of an object, if it is a string or a number.
fn id_of(json: &str) -> Option<Value> {
    let value = JsonText::Text(json.trim());
    if value.kind() != Kind::Object {
        return None;
    }
    let id = value.get("id")?;
    matches!(id.kind(), Kind::String | Kind::Number)
        .then(|| id.to_value().ok())
        .flatten()
}

/// The arguments of a turn, with the system text and the tools next to the messages.
fn with_around(turn: &Value, conversation: &Conversation<'_>) -> Value {
    let mut fields = turn.as_object().cloned().unwrap_or_else(Map::new);
    for (name, text) in [
        ("system", conversation.system),
        ("tools", conversation.tools),
    ] {
        if let Some(value) = text.and_then(|text| serde_json::from_str(text).ok()) {
            fields.entry(name).or_insert(value);
        }
    }
    Value::Object(fields)
}

/// The messages that a patch leaves, as JSON on one line.
fn on_one_line(conversation: &Conversation<'_>, patch: &Patch) -> Result<String> {
    let mut list = String::from("[");
    each_left(conversation, patch, &mut |message| {
        if list.len() > 1 {
            list.push(',');
        }
        // Line ends in JSON are never inside a string.
        list.extend(message.json().split(['\n', '\r']));
        Ok(())
    })
    .map_err(|error| {
        let kind = ErrorKind::Core(conspectus::ErrorKind::InvalidPatch);
        Error::new(kind, error.to_string())
    })?;
    list.push(']');
    Ok(list)
}

/// Ends the run that `compactor` has begun on `messages`, without a model, a store or a workspace.
/// Returns the result, and the patch for the list, which is empty if nothing changed.
///
/// # Errors
/// Those of the compactor.
pub fn driven<'v>(
    compactor: &mut Compactor,
    messages: impl Into<Item<'v>>,
) -> Result<(RunResult, Patch)> {
    let messages = &messages.into();
    let mut patch = Patch::default();
    loop {
        let mut awaited = None;
        while let Some(action) = compactor.poll_action() {
            match action {
                Action::Apply { patch: found } => {
                    patch = found;
                    awaited = Some(Awaited::Current);
                }
                Action::Done {
                    applied, result, ..
                } => {
                    let patch = if applied { patch } else { Patch::default() };
                    return Ok((*result, patch));
                }
                Action::StoreOutput { .. } => awaited = Some(Awaited::Store),
                Action::ReadFiles { .. } => awaited = Some(Awaited::Files),
                Action::Summarize { .. } => awaited = Some(Awaited::Summary),
                Action::BeforeCompact { .. } => {}
            }
        }
        match awaited {
            Some(Awaited::Current) => compactor.handle_current(messages)?,
            // Such an output stays in the history.
            Some(Awaited::Store) => compactor.handle_store_failed("nothing is stored here")?,
            // A file does not say where its workspace is now, so no files are put back.
            Some(Awaited::Files) => compactor.handle_restored(&[])?,
            // The extractive summary never asks for one. If it did, the run would end with this
            // error.
            Some(Awaited::Summary) | None => compactor.handle_failure("no model is called here")?,
        }
    }
}

/// The answer that the compactor waits for.
#[derive(Clone, Copy)]
enum Awaited {
    Current,
    Store,
    Files,
    Summary,
}
