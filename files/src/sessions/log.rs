//! What readers have in common: the source that they read, and the log that they fill.

use super::record::{Record, object, tree};
use super::{Agent, Built, Conversation, Extent, Format, SessionFile, lines::Line, times, usage};
use crate::json_text::{JsonText, JsonTree, children};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use serde_json::Value;
use std::collections::BTreeMap;

/// How many of the first records a reader checks to recognize its agent. Chosen here: agents
/// write the records that identify a session first.
const HEADS: usize = 100;

/// The content of a file, as readers get it.
#[derive(Debug)]
pub(super) struct Source<'a> {
    /// Its lines, or its only value.
    pub lines: Vec<Line<'a>>,
    /// The first of its records. A list in a file is records too.
    pub heads: Vec<Record<'a>>,
    /// How much of it is read.
    pub extent: Extent,
    /// Keeps what readers build.
    pub built: &'a Built,
}

impl<'a> Source<'a> {
    pub fn new(lines: Vec<Line<'a>>, extent: Extent, built: &'a Built) -> Self {
        let mut source = Self {
            lines,
            heads: Vec::new(),
            extent,
            built,
        };
        source.heads = source.records().take(HEADS).collect();
        source
    }

    /// The values of the file, one a record.
    pub fn values(&self) -> Box<dyn Iterator<Item = JsonText<'a>> + '_> {
        match self.lines.as_slice() {
            [(_, list)] if list.kind() == Kind::Array => {
                let text = list.as_json().unwrap_or("");
                Box::new(children(text).map(|(_, value)| JsonText::Text(value)))
            }
            lines => Box::new(lines.iter().map(|(_, value)| *value)),
        }
    }

    pub fn records(&self) -> impl Iterator<Item = Record<'a>> + '_ {
        self.values().map(Record::of)
    }

    /// The only object of the file.
    pub fn only(&self) -> Option<&Record<'a>> {
        match (self.lines.as_slice(), self.heads.as_slice()) {
            ([(_, value)], [record]) if value.kind() == Kind::Object => Some(record),
            _ => None,
        }
    }

    /// Whether one of the first records is of a kind.
    pub fn any(&self, is_of: impl Fn(&Record<'a>) -> bool) -> bool {
        self.heads.iter().any(is_of)
    }

    pub fn log(&self, dialect: Dialect) -> Log<'a> {
        Log {
            dialect,
            extent: self.extent,
            built: self.built,
            messages: Vec::new(),
            told: Vec::new(),
            left_out: BTreeMap::new(),
            label: String::new(),
            line: None,
            model: None,
            system: None,
            tools: None,
            compactions: 0,
            prompt_tokens: None,
        }
    }
}

/// A conversation while its records are read.
#[derive(Debug)]
pub(super) struct Log<'a> {
    dialect: Dialect,
    pub extent: Extent,
    pub built: &'a Built,
    pub messages: Vec<JsonTree<'a>>,
    /// When each message came, and the usage of its call.
    told: Vec<(Option<f64>, Option<Value>)>,
    pub left_out: BTreeMap<&'static str, usize>,
    pub label: String,
    pub line: Option<usize>,
    pub model: Option<String>,
    pub system: Option<&'a str>,
    pub tools: Option<&'a str>,
    pub compactions: usize,
    prompt_tokens: Option<u64>,
}

impl<'a> Log<'a> {
    /// Adds a message and when it came.
    pub fn push(&mut self, message: JsonTree<'a>, time: Option<JsonText<'a>>) {
        self.messages.push(message);
        self.told
            .push((time.and_then(|time| times::read(&time)), None));
    }

    pub fn insert(&mut self, index: usize, message: JsonTree<'a>) {
        let index = index.min(self.messages.len());
        self.messages.insert(index, message);
        self.told.insert(index, (None, None));
    }

    pub fn remove(&mut self, index: usize) {
        self.messages.remove(index);
        self.told.remove(index);
    }

    /// Moves the first messages to the end.
    pub fn rotate_left(&mut self, count: usize) {
        let count = count.min(self.messages.len());
        self.messages.rotate_left(count);
        self.told.rotate_left(count);
    }

    pub fn truncate(&mut self, length: usize) {
        self.messages.truncate(length);
        self.told.truncate(length);
    }

    pub fn leave_out(&mut self, what: &'static str) {
        *self.left_out.entry(what).or_insert(0) += 1;
    }

    /// The agent compacted the conversation here. Unless all of it is read, the messages up to here
    /// are removed, except those that `keeps` selects.
    pub fn compact(&mut self, keeps: impl Fn(usize, &JsonTree<'a>) -> bool) {
        self.compactions += 1;
        if self.extent == Extent::Whole {
            return;
        }
        let removed = "messages before the last compaction";
        let old = std::mem::take(&mut self.messages);
        let told = std::mem::take(&mut self.told);
        for (index, (message, told)) in old.into_iter().zip(told).enumerate() {
            if keeps(index, &message) {
                self.messages.push(message);
                self.told.push(told);
            } else {
                self.leave_out(removed);
            }
        }
    }

    /// The newest model is that of the conversation. `<synthetic>` and its like are the program's
    /// own messages.
    pub fn model(&mut self, model: Option<JsonText<'a>>) {
        let model = model.and_then(|model| model.as_string());
        self.model = model
            .filter(|model| !model.is_empty() && !model.starts_with('<'))
            .or(self.model.take());
    }

    /// The tokens of a prompt, as the provider counted them.
    pub fn prompt(&mut self, tokens: Option<f64>) {
        let tokens = tokens.filter(|tokens| *tokens >= 1.0 && tokens.is_finite());
        self.prompt_tokens = self.prompt_tokens.max(tokens.map(|tokens| tokens as u64));
    }

    /// The usage of the call that the last message answers, or of one before it.
    pub fn usage(&mut self, usage: Option<Value>) {
        let tokens = usage.as_ref().and_then(usage::prompt_tokens);
        self.prompt_tokens = self.prompt_tokens.max(tokens);
        if let (Some(last), Some(usage)) = (self.told.last_mut(), usage) {
            last.1 = Some(usage);
        }
    }

    pub fn conversation(self) -> Conversation<'a> {
        let (times, all) = self.told.into_iter().unzip();
        Conversation {
            label: self.label,
            line: self.line,
            system: self.system,
            tools: self.tools,
            model: self.model,
            dialect: Some(self.dialect),
            compactions: self.compactions,
            prompt_tokens: self.prompt_tokens,
            times_ms: times::or_none(times),
            usage: usage::or_none(all),
            ..Conversation::new(self.messages)
        }
    }

    /// The session file with this as its only conversation.
    pub fn finish(mut self, agent: Agent) -> SessionFile<'a> {
        let left_out = std::mem::take(&mut self.left_out);
        SessionFile {
            format: Format::Session(agent),
            conversations: vec![self.conversation()],
            skipped: Vec::new(),
            left_out,
        }
    }
}

/// The forms of messages that several readers build.
pub(super) mod forms {
    use super::{JsonText, JsonTree, Kind, Record, object, tree};
    use crate::sessions::record::literal;

    /// `{role, content}`, which is the same in several dialects.
    pub fn said<'a>(role: &'static str, content: JsonTree<'a>) -> JsonTree<'a> {
        object([("role", Some(literal(role))), ("content", Some(content))])
    }

    pub const USER: &str = "\"user\"";
    pub const ASSISTANT: &str = "\"assistant\"";
    pub const SYSTEM: &str = "\"system\"";

    /// A message of the agent as OpenAI chat has it. An empty content is null, as the API answers.
    pub fn answer<'a>(
        content: Option<JsonTree<'a>>,
        reasoning: Option<JsonTree<'a>>,
        calls: Vec<JsonTree<'a>>,
    ) -> JsonTree<'a> {
        let content = content.unwrap_or(literal("null"));
        object([
            ("role", Some(literal(ASSISTANT))),
            ("content", Some(content)),
            ("reasoning_content", reasoning),
            (
                "tool_calls",
                (!calls.is_empty()).then_some(JsonTree::List(calls)),
            ),
        ])
    }

    /// A call as OpenAI chat has it. `arguments` is a string with JSON.
    pub fn call<'a>(id: JsonTree<'a>, name: JsonTree<'a>, arguments: JsonTree<'a>) -> JsonTree<'a> {
        let function = object([("name", Some(name)), ("arguments", Some(arguments))]);
        object([
            ("id", Some(id)),
            ("type", Some(literal("\"function\""))),
            ("function", Some(function)),
        ])
    }

    /// A result as OpenAI chat has it.
    pub fn result<'a>(
        id: Option<JsonText<'a>>,
        name: Option<JsonText<'a>>,
        content: JsonTree<'a>,
    ) -> JsonTree<'a> {
        object([
            ("role", Some(literal("\"tool\""))),
            ("tool_call_id", id.map(tree)),
            ("name", name.map(tree)),
            ("content", Some(content)),
        ])
    }

    /// An image as OpenAI chat has it.
    pub fn image(url: JsonTree<'_>) -> JsonTree<'_> {
        object([
            ("type", Some(literal("\"image_url\""))),
            ("image_url", Some(object([("url", Some(url))]))),
        ])
    }

    /// A part with text.
    pub fn text(text: JsonTree<'_>) -> JsonTree<'_> {
        object([("type", Some(literal("\"text\""))), ("text", Some(text))])
    }

    /// Whether a record's `key` is a string or a list that is not empty.
    pub fn filled<'a>(record: &Record<'a>, key: &str) -> Option<JsonText<'a>> {
        record
            .get(key)
            .filter(|value| matches!(value.kind(), Kind::String | Kind::Array) && !value.is_empty())
    }
}
