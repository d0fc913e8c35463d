//! Dialects: how each provider writes a message.
//!
//! A dialect reads a host message into a [`Role`] and [`Part`]s, and writes the few values that go back into the list. Each dialect has a
//! file. To add one, add a file, a variant of [`Dialect`] and its arms below.

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
    /// OpenAI chat completions: `{role, content, tool_calls}`, and one `{role: "tool", tool_call_id, content}` for each tool result.
    OpenaiChat,
    /// Anthropic messages: `{role, content: str | [blocks]}` with `tool_use` and `tool_result` blocks.
    Anthropic,
    /// OpenAI Responses: a flat list of items. Each item counts as one message.
    OpenaiResponses,
    /// The AI SDK's `ModelMessage`: typed parts in camelCase. Tool results stand in messages of role `tool`.
    AiSdk,
    /// Bedrock Converse (and Strands): the only key of a block says what it is (`toolUse`, `toolResult`, `reasoningContent`).
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
    /// `UnknownDialect` if there is none; the message lists the names.
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

    /// The dialect that one message is written in. `None` if the message looks the same in several dialects, as plain text does.
    pub fn of_message<V: AsView + ?Sized>(message: &V) -> Option<Self> {
        let message = &message.as_view();
        // The most specific shapes come first. OpenAI chat comes last: it also goes by roles, which other dialects share.
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

    /// The dialect of a list: that of the first message whose shape tells it. If none does, it is `openai_chat`: a plain
    /// `{role, content: "..."}` list reads the same in `openai_chat` and `anthropic`.
    pub fn of_messages<V: AsView + ?Sized>(messages: &V) -> Self {
        let messages = &messages.as_view();
        (0..messages.len()).find_map(|index| Self::of_message(&messages.at(index)?)).unwrap_or(Self::OpenaiChat)
    }

    /// Whether each part of an answer is a message of its own. This is so in OpenAI Responses.
    #[must_use]
    pub fn is_flat(self) -> bool {
        self == Self::OpenaiResponses
    }

    /// Whether the provider reads consecutive messages of one role as one turn. Anthropic documents it. Gemini accepted the calls of one
    /// turn in two messages when tried. In Responses, an answer is always several items in a row.
    #[must_use]
    pub fn joins_turns(self) -> bool {
        matches!(self, Self::OpenaiResponses | Self::Anthropic | Self::Gemini)
    }

    /// Whether a tool loop that begins with a signed thought must keep that thought while the loop is open. Anthropic's models reject a
    /// request without it, whatever API they are called through. Gemini signs each step of a loop by itself. In Responses, reasoning is
    /// bound only to the item after it.
    #[must_use]
    pub fn binds_thoughts(self) -> bool {
        !matches!(self, Self::Gemini | Self::OpenaiResponses)
    }

    /// Reads one message and returns its role. Calls `part` for every part in order; media inside a tool result follow that result.
    ///
    /// # Errors
    /// `InvalidMessages` if the message is not an object or its role is not a string. `TooDeep` if results are nested deeper than the
    /// limit. Paths in errors are relative to the message.
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

/// The keys under which messages of any known dialect, or of one like it, keep their content.
const CONTENT_KEYS: [&str; 11] =
    ["content", "parts", "tool_calls", "function_call", "text", "input", "arguments", "output", "result", "summary", "encrypted_content"];
/// The keys under which a wrapper object keeps the message.
const WRAPPERS: [&str; 3] = ["data", "kwargs", "message"];

/// Whether a message has content, in any shape. A dialect that finds no parts in such a message is the wrong one.
pub(crate) fn holds_content<V: View>(message: &V) -> bool {
    let says = |object: &V| {
        let filled = |value: V| matches!(value.kind(), Kind::String | Kind::Array | Kind::Object) && !value.is_empty();
        CONTENT_KEYS.iter().any(|key| object.get(key).is_some_and(filled))
    };
    says(message) || WRAPPERS.iter().any(|key| message.get(key).is_some_and(|inner| inner.kind() == Kind::Object && says(&inner)))
}

/// Whether a message has content that Gemini would not read, because it has no list of `parts`.
pub(crate) fn is_foreign_to_gemini<V: View>(message: &V) -> bool {
    message.get("parts").is_none_or(|parts| parts.kind() != Kind::Array)
        && (holds_content(message) || Dialect::of_message(message).is_some_and(|dialect| dialect != Dialect::Gemini))
}

/// The dialect of the first message that is written in a dialect other than `asked`.
pub(crate) fn other_dialect<V: View>(messages: &V, asked: Dialect) -> Option<Dialect> {
    (0..messages.len()).find_map(|index| Dialect::of_message(&messages.at(index)?).filter(|dialect| *dialect != asked))
}

/// Describes a message that does not fit the dialect `asked`. It names the message's own dialect if its shape tells it, else the dialect
/// of the list `around` it.
pub(crate) fn looks_like<V: View>(message: &V, asked: Dialect, around: Option<Dialect>) -> String {
    let found = Dialect::of_message(message).filter(|dialect| *dialect != asked).or(around);
    let has_text = || message.get("content").is_some_and(|content| content.kind() == Kind::String) && message.get("role").is_some();
    match found {
        Some(dialect) => format!("the message looks like `{}`", dialect.name()),
        None if has_text() => "the message has `role` and `content`, as in `openai_chat` and `anthropic`".to_owned(),
        None => "the message has the shape of no known dialect".to_owned(),
    }
}

/// The word for a kind in error messages.
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

/// The value under `key` if it is a string, as a view.
fn string_view<V: View>(object: &V, key: &str) -> Option<V> {
    object.get(key).filter(|value| value.kind() == Kind::String)
}

/// The first 256 characters of the string under `key`. Used for MIME types and type tags, which are shorter.
fn short_string<V: View>(object: &V, key: &str) -> Option<String> {
    string_view(object, key).map(|value| value.text(256, |text| text.to_str().chars().take(256).collect()))
}

/// Emits the media in a list of MCP content blocks (`{type: "image"|"audio", data, mimeType}`) that stands at `path`.
fn read_mcp_blocks<V: View>(blocks: &V, path: Path, part: &mut dyn FnMut(Part<V>)) {
    // Most lists in a tool result are rows of data without a `type`. They are not looked at.
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
