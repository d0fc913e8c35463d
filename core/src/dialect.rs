//! Dialects: how each provider writes a message.
//!
//! A dialect reads a host message into [`Role`] and [`Part`]s, and writes the few values that we put back. One file
//! each; adding one is a file, a variant of [`Dialect`] and its arms below.

mod anthropic;
mod gemini;
mod openai_chat;

use crate::error::{Error, ErrorKind, Result};
use crate::message::{Body, Media, MediaPlace, Part, Role};
use crate::path::Path;
use crate::view::{Kind, View, ViewExt};
use serde_json::Value;

/// The message shapes of one provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// Gemini `Content[]`: `{role, parts: [{text}|{functionCall}|{functionResponse}|{inlineData}|...]}`, camelCase or snake_case.
    Gemini,
    /// OpenAI chat completions: `{role, content, tool_calls}` and one `{role: "tool", tool_call_id, content}` a result.
    OpenaiChat,
    /// Anthropic messages: `{role, content: str | [blocks]}` with `tool_use` and `tool_result` blocks.
    Anthropic,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 3] = [Self::Gemini, Self::OpenaiChat, Self::Anthropic];

    /// The name used in options and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::OpenaiChat => "openai_chat",
            Self::Anthropic => "anthropic",
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
                format!("unknown dialect `{}`: use one of `{names}`", crate::media::sanitize_label(name, 64)),
            )
        })
    }

    /// What one message says about its dialect; `None` if it would be the same in several (plain text content).
    pub fn of_message<V: View>(message: &V) -> Option<Self> {
        if message.get("parts").is_some_and(|parts| parts.kind() == Kind::Array) {
            return Some(Self::Gemini);
        }
        if anthropic::recognises(message) {
            return Some(Self::Anthropic);
        }
        openai_chat::recognises(message).then_some(Self::OpenaiChat)
    }

    /// The dialect of a list: that of the first message that tells. Plain `{role, content: "..."}` lists read the same
    /// in `openai_chat` and `anthropic`; they count as `openai_chat`.
    pub fn of_messages<V: View>(messages: &V) -> Self {
        (0..messages.len()).find_map(|index| Self::of_message(&messages.at(index)?)).unwrap_or(Self::OpenaiChat)
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
        let role = read_role(message)?;
        match self {
            Self::Gemini => gemini::read(message, part)?,
            Self::OpenaiChat => openai_chat::read(message, role, part),
            Self::Anthropic => anthropic::read(message, part),
        }
        Ok(role)
    }

    /// A message of plain text.
    #[must_use]
    pub fn text_message(self, role: Role, text: &str) -> Value {
        match self {
            Self::Gemini => gemini::text_message(role, text),
            Self::OpenaiChat | Self::Anthropic => serde_json::json!({ "role": role.name(), "content": text }),
        }
    }

    /// A text part, to stand where a media part stood.
    #[must_use]
    pub fn text_part(self, text: &str) -> Value {
        match self {
            Self::Gemini => serde_json::json!({ "text": text }),
            Self::OpenaiChat | Self::Anthropic => serde_json::json!({ "type": "text", "text": text }),
        }
    }

    /// Where the output of the tool result at `path` sits (camelCase spelling in Gemini).
    #[must_use]
    pub fn output_path(self, path: Path) -> Path {
        match self {
            Self::Gemini => path.key("functionResponse").key("response"),
            Self::OpenaiChat | Self::Anthropic => path.key("content"),
        }
    }

    /// What replaces the output of the tool result at `path`: where, and the value.
    #[must_use]
    pub fn cleared_output(self, path: Path, text: &str) -> (Path, Value) {
        match self {
            Self::Gemini => (self.output_path(path), serde_json::json!({ "output": text })),
            Self::OpenaiChat | Self::Anthropic => (self.output_path(path), Value::String(text.to_owned())),
        }
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
