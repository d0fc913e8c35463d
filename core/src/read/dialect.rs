//! Dialects: how each provider writes a message.
//!
//! A dialect reads a host message into [`Role`] and [`Part`]s, and writes the few values that we put back. One file
//! each; adding one is a file, a variant of [`Dialect`] and its arms below.

mod ai_sdk;
mod anthropic;
mod bedrock;
mod gemini;
mod langchain;
mod openai_chat;
mod openai_responses;
mod write;

pub(crate) use openai_responses::BLANK_SCREENSHOT;

use crate::error::{Error, ErrorKind, Result};
use crate::host::path::Path;
use crate::host::view::{AsView, Kind, View, ViewExt};
use crate::read::message::{Body, Media, MediaPlace, Part, Role};

/// The message shapes of one provider.
///
/// ```
/// use conspectus::Dialect;
/// use serde_json::json;
///
/// let messages = json!([{ "role": "model", "parts": [{ "text": "Hello" }] }]);
/// assert_eq!(Dialect::of_messages(&messages), Dialect::Gemini);
/// assert_eq!(Dialect::from_name("bedrock")?, Dialect::Bedrock);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// Gemini `Content[]`: `{role, parts: [{text}|{functionCall}|{functionResponse}|{inlineData}|...]}`, camelCase or snake_case.
    Gemini,
    /// OpenAI chat completions: `{role, content, tool_calls}` and one `{role: "tool", tool_call_id, content}` a result.
    OpenaiChat,
    /// Anthropic messages: `{role, content: str | [blocks]}` with `tool_use` and `tool_result` blocks.
    Anthropic,
    /// OpenAI Responses: a flat list of items, each one message of the ledger.
    OpenaiResponses,
    /// The AI SDK's `ModelMessage`: typed parts in camelCase, results in messages of role `tool`.
    AiSdk,
    /// Bedrock Converse (and Strands): blocks named by their only key (`toolUse`, `toolResult`, `reasoningContent`).
    Bedrock,
    /// LangChain's dict form: `{type: "human"|"ai"|"tool"|"system", data: {content, tool_calls, ...}}`.
    Langchain,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 7] = [Self::Gemini, Self::OpenaiChat, Self::Anthropic, Self::OpenaiResponses, Self::AiSdk, Self::Bedrock, Self::Langchain];

    /// The name used in options and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::OpenaiChat => "openai_chat",
            Self::Anthropic => "anthropic",
            Self::OpenaiResponses => "openai_responses",
            Self::AiSdk => "ai_sdk",
            Self::Bedrock => "bedrock",
            Self::Langchain => "langchain",
        }
    }

    /// The dialect of that name.
    ///
    /// # Errors
    /// `UnknownDialect`, listing the names there are.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join("`, `");
            Error::new(
                ErrorKind::UnknownDialect,
                "/dialect",
                format!("unknown dialect `{}`: use one of `{names}`", crate::read::media::sanitize_label(name, 64)),
            )
        })
    }

    /// What one message says about its dialect; `None` if it would be the same in several (plain text content).
    pub fn of_message<V: AsView + ?Sized>(message: &V) -> Option<Self> {
        let message = &message.as_view();
        // Narrow shapes first: OpenAI chat knows its messages by their roles too, which others share.
        [Self::Gemini, Self::Langchain, Self::AiSdk, Self::Anthropic, Self::OpenaiResponses, Self::Bedrock, Self::OpenaiChat]
            .into_iter()
            .find(|dialect| dialect.recognises(message))
    }

    fn recognises<V: View>(self, message: &V) -> bool {
        match self {
            Self::Gemini => message.get("parts").is_some_and(|parts| parts.kind() == Kind::Array),
            Self::OpenaiChat => openai_chat::recognises(message),
            Self::Anthropic => anthropic::recognises(message),
            Self::OpenaiResponses => openai_responses::recognises(message),
            Self::AiSdk => ai_sdk::recognises(message),
            Self::Bedrock => bedrock::recognises(message),
            Self::Langchain => langchain::recognises(message),
        }
    }

    /// The dialect of a list: that of the first message that tells. Plain `{role, content: "..."}` lists read the same
    /// in `openai_chat` and `anthropic`; they count as `openai_chat`.
    pub fn of_messages<V: AsView + ?Sized>(messages: &V) -> Self {
        let messages = &messages.as_view();
        (0..messages.len()).find_map(|index| Self::of_message(&messages.at(index)?)).unwrap_or(Self::OpenaiChat)
    }

    /// Whether the parts of one answer are messages of their own here (OpenAI Responses).
    #[must_use]
    pub fn is_flat(self) -> bool {
        self == Self::OpenaiResponses
    }

    /// Whether the provider reads messages of one role in a row as one turn. Anthropic says so; Gemini was seen to accept
    /// the calls of one turn in two messages; in Responses an answer is a run of items.
    #[must_use]
    pub fn joins_turns(self) -> bool {
        matches!(self, Self::OpenaiResponses | Self::Anthropic | Self::Gemini)
    }

    /// Whether a signed thought binds the tool loop that it opens: sent while it is open, the loop must begin with a thought.
    /// Anthropic's models ask for that, through whatever stack. Gemini signs each step of a loop; in Responses reasoning is
    /// bound to the item after it alone.
    #[must_use]
    pub fn binds_thoughts(self) -> bool {
        !matches!(self, Self::Gemini | Self::OpenaiResponses)
    }

    /// Reads one message: calls `part` for every part in order, nested media right after the tool result that holds them.
    ///
    /// # Errors
    /// `InvalidMessages` if the message is not an object or its role is not a string; `TooDeep` for nested results past
    /// the limit. Paths are relative to the message.
    pub fn read<V: View>(self, message: &V, part: &mut dyn FnMut(Part<V>)) -> Result<Role> {
        if message.kind() != Kind::Object {
            return Err(Error::new(ErrorKind::InvalidMessages, "", format!("a message must be an object, found {}", kind_name(message.kind()))));
        }
        let role = match self {
            Self::OpenaiResponses => openai_responses::role(message),
            Self::Langchain => langchain::role(message),
            _ => None,
        };
        let role = role.map_or_else(|| read_role(message), Ok)?;
        match self {
            Self::Gemini => gemini::read(message, part)?,
            Self::OpenaiChat => openai_chat::read(message, role, part),
            Self::Anthropic => anthropic::read(message, part),
            Self::OpenaiResponses => openai_responses::read(message, part),
            Self::AiSdk => ai_sdk::read(message, part),
            Self::Bedrock => bedrock::read(message, part),
            Self::Langchain => langchain::read(message, role, part),
        }
        Ok(role)
    }
}

fn read_role<V: View>(message: &V) -> Result<Role> {
    let Some(role) = message.get("role") else { return Ok(Role::User) };
    if role.kind() != Kind::String {
        return Err(Error::new(ErrorKind::InvalidMessages, "/role", format!("`role` must be a string, found {}", kind_name(role.kind()))));
    }
    Ok(role.text(16, |text| match &*text.to_str() {
        "system" | "developer" => Role::System,
        "user" => Role::User,
        "assistant" | "model" => Role::Assistant,
        "tool" | "function" => Role::Tool,
        _ => Role::Other,
    }))
}

/// Where the dialects and their relatives keep what a message says.
const CONTENT_KEYS: [&str; 11] =
    ["content", "parts", "tool_calls", "function_call", "text", "input", "arguments", "output", "result", "summary", "encrypted_content"];
/// Where wrapped messages keep the message.
const WRAPPERS: [&str; 3] = ["data", "kwargs", "message"];

/// Whether a message says something, in whatever shape: a dialect that reads nothing of it does not fit.
pub(crate) fn holds_content<V: View>(message: &V) -> bool {
    let says = |object: &V| {
        let filled = |value: V| matches!(value.kind(), Kind::String | Kind::Array | Kind::Object) && !value.is_empty();
        CONTENT_KEYS.iter().any(|key| object.get(key).is_some_and(filled))
    };
    says(message) || WRAPPERS.iter().any(|key| message.get(key).is_some_and(|inner| inner.kind() == Kind::Object && says(&inner)))
}

/// Whether a message is no Gemini content although it says something: without a list of `parts`, Gemini has nothing of it.
pub(crate) fn is_foreign_to_gemini<V: View>(message: &V) -> bool {
    message.get("parts").is_none_or(|parts| parts.kind() != Kind::Array)
        && (holds_content(message) || Dialect::of_message(message).is_some_and(|dialect| dialect != Dialect::Gemini))
}

/// The dialect of the first message of a list that is written in another than `asked`.
pub(crate) fn other_dialect<V: View>(messages: &V, asked: Dialect) -> Option<Dialect> {
    (0..messages.len()).find_map(|index| Dialect::of_message(&messages.at(index)?).filter(|dialect| *dialect != asked))
}

/// What a message that does not fit `asked` looks like: its dialect where it tells, else the one of the list `around` it.
pub(crate) fn looks_like<V: View>(message: &V, asked: Dialect, around: Option<Dialect>) -> String {
    let found = Dialect::of_message(message).filter(|dialect| *dialect != asked).or(around);
    let has_text = || message.get("content").is_some_and(|content| content.kind() == Kind::String) && message.get("role").is_some();
    match found {
        Some(dialect) => format!("the message looks like `{}`", dialect.name()),
        None if has_text() => "the message has `role` and `content`, as in `openai_chat` and `anthropic`".to_owned(),
        None => "the message looks like no dialect that is known here".to_owned(),
    }
}

/// The word for a kind in messages a person reads.
#[must_use]
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Bytes => "bytes",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}

/// Whether any block of a message's content list passes `test`.
fn any_block<V: View>(message: &V, test: impl Fn(&V) -> bool) -> bool {
    let Some(content) = message.get("content").filter(|content| content.kind() == Kind::Array) else { return false };
    let mut found = false;
    content.for_each(&mut |_, block| found = found || (block.kind() == Kind::Object && test(&block)));
    found
}

/// The string under `key`, as a view.
fn string_view<V: View>(object: &V, key: &str) -> Option<V> {
    object.get(key).filter(|value| value.kind() == Kind::String)
}

/// At most 256 chars of the string under `key`: for MIME types and type tags.
fn short_string<V: View>(object: &V, key: &str) -> Option<String> {
    string_view(object, key).map(|value| value.text(256, |text| text.to_str().chars().take(256).collect()))
}

/// Emits media found in a list of MCP content blocks (`{type: "image"|"audio", data, mimeType}`) at `path`.
fn read_mcp_blocks<V: View>(blocks: &V, path: Path, part: &mut dyn FnMut(Part<V>)) {
    // Rows of data, most of the time.
    if !blocks.items_may_have("type") {
        return;
    }
    let mut index = 0;
    blocks.for_each(&mut |_, block| {
        let has_media_type = block.get("type").is_some_and(|kind| kind.is_str("image") || kind.is_str("audio"));
        if let (true, Some(data)) = (has_media_type, string_view(&block, "data")) {
            let mime = short_string(&block, "mimeType").or_else(|| short_string(&block, "mime_type"));
            let media = Media { mime, data: Some(data), place: MediaPlace::InOutput, beside_text: false, whole: block };
            part(Part { path: path.index(index), body: Body::Media(media) });
        }
        index += 1;
    });
}
