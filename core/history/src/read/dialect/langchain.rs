//! LangChain messages: the output of `messages_to_dict` (`{type, data: {content, tool_calls,
//! ...}}`), a message object or its dump (`{type, content, tool_calls, ...}`), and a serialized
//! object (`{lc, type: "constructor", id, kwargs}`).
//!
//! Content blocks may be LangChain's own, OpenAI's or Anthropic's. Calls are read from
//! `tool_calls`. Providers leave copies of them in `content`; those are skipped.

use super::anthropic;
use super::blocks::{read_list, set_chat_id, short_string, string_view};
use super::openai_chat::OpenaiChat;
use super::traits::{Emptiness, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// LangChain.
#[derive(Debug)]
pub struct Langchain;

impl MessageFormat for Langchain {
    const TRAITS: Traits = Traits {
        order: 2,
        rules: Rules {
            needs_ids: false,
            needs_role: false,
            other_role: true,
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        if constructor(message).is_some() {
            return true;
        }
        let has_data = message
            .get("data")
            .is_some_and(|data| data.kind() == Kind::Object);
        kind_of(message).is_some_and(|kind| match kind.as_str() {
            "human" | "ai" | "chat" => has_data || message.get("content").is_some(),
            "system" | "tool" | "function" | "remove" => {
                has_data || (message.get("role").is_none() && message.get("content").is_some())
            }
            _ => false,
        })
    }

    fn role(message: &Item<'_>) -> Option<Role> {
        Some(
            match constructor(message).or_else(|| kind_of(message))?.as_str() {
                "human" => Role::User,
                "ai" => Role::Assistant,
                "system" => Role::System,
                "tool" | "function" => Role::Tool,
                _ => Role::Other,
            },
        )
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        let holder = if constructor(message).is_some() {
            "kwargs"
        } else {
            "data"
        };
        let (data, base) = match message
            .get(holder)
            .filter(|data| data.kind() == Kind::Object)
        {
            Some(data) => (data, Path::ROOT.key(holder)),
            None => (*message, Path::ROOT),
        };
        let content = data.get("content");
        let path = base.key("content");
        if role == Role::Tool {
            let body = Body::ToolResult {
                id: string_view(&data, "tool_call_id"),
                name: string_view(&data, "name"),
                output: content,
                is_error: data
                    .get("status")
                    .is_some_and(|status| status.is_str("error")),
                whole: *message,
            };
            emit(Part { path: base, body });
        }
        let calls = data
            .get("tool_calls")
            .filter(|calls| calls.kind() == Kind::Array);
        let has_calls = calls.as_ref().is_some_and(|calls| !calls.is_empty());
        match content {
            Some(text) if text.kind() == Kind::String && role != Role::Tool => {
                emit(Part::text(path, text))
            }
            Some(blocks) if blocks.kind() == Kind::Array => {
                blocks.each_item(|index, block| {
                    read_block(block, path.index(index), role, has_calls, emit);
                });
            }
            _ => {}
        }
        if let Some(calls) = calls {
            read_list(calls, base.key("tool_calls"), emit, |call, path, emit| {
                let body = Body::ToolCall {
                    id: string_view(&call, "id"),
                    name: string_view(&call, "name"),
                    args: call.get("args"),
                    whole: call,
                };
                emit(Part { path, body });
            });
        }
        // Calls whose arguments are no JSON. Some providers are sent them as they are.
        if let Some(calls) = data.get("invalid_tool_calls") {
            let path = base.key("invalid_tool_calls");
            read_list(calls, path, emit, |call, path, emit| {
                emit(Part::opaque(path, call));
            });
        }
        Ok(())
    }

    fn text_message(role: Role, text: &str) -> Value {
        let kind = match role {
            Role::Assistant => "ai",
            Role::System => "system",
            Role::User | Role::Tool | Role::Other => "human",
        };
        json!({ "type": kind, "data": { "content": text } })
    }

    fn listed_message(role: Role, text: &str) -> Value {
        let mut message = Self::text_message(role, text);
        message["data"]["content"] = json!([Self::text_part(text)]);
        message
    }

    fn parts_message(parts: Vec<Value>) -> Value {
        json!({ "type": "human", "data": { "content": parts } })
    }

    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        let kind = ["image", "audio", "video"]
            .into_iter()
            .find(|kind| mime.split('/').next() == Some(kind))
            .unwrap_or("file");
        Some(json!({ "type": kind, "base64": data, "mime_type": mime }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let fields = json!({ "content": text, "tool_call_id": call.id(), "name": call.name });
        Self::in_form_of(json!({ "type": "tool", "data": fields }), call.message)
    }

    fn in_form_of(mut message: Value, neighbour: &Item<'_>) -> Value {
        let kind = message["type"].clone();
        let mut fields = message["data"].take();
        let id = neighbour
            .get("id")
            .filter(|_| constructor(neighbour).is_some())
            .and_then(|id| id.to_value().ok());
        if let Some(Value::Array(mut id)) = id {
            let class = match kind.as_str() {
                Some("ai") => "AIMessage",
                Some("system") => "SystemMessage",
                Some("tool") => "ToolMessage",
                _ => "HumanMessage",
            };
            id.pop();
            id.push(json!(class));
            if neighbour
                .get("kwargs")
                .is_some_and(|kwargs| kwargs.get("type").is_some())
            {
                fields["type"] = kind;
            }
            return json!({ "lc": 1, "type": "constructor", "id": id, "kwargs": fields });
        }
        if neighbour.get("data").is_some() || neighbour.get("type").is_none() {
            return json!({ "type": kind, "data": fields });
        }
        let mut flat = json!({ "type": kind });
        if let (Some(flat), Some(fields)) = (flat.as_object_mut(), fields.as_object_mut()) {
            flat.append(fields);
        }
        flat
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        set_chat_id(part, id);
    }

    // LangChain sends its messages on to a provider. We word the errors as OpenAI does.
    fn dangling(id: &str, name: &str) -> String {
        OpenaiChat::dangling(id, name)
    }

    fn orphan(id: &str) -> String {
        OpenaiChat::orphan(id)
    }
}

/// The type of a message. A piece of a stream has its class as its type, and so has the sum of all
/// pieces, which is the answer.
fn kind_of(message: &Item<'_>) -> Option<String> {
    let kind = short_string(message, "type")?;
    Some(match kind.strip_suffix("MessageChunk") {
        Some(name) => name.to_ascii_lowercase(),
        None => kind,
    })
}

/// The type of a message that was serialized as the call of its constructor: `{lc: 1, type:
/// "constructor", id: [..., "HumanMessage"], kwargs}`.
fn constructor(message: &Item<'_>) -> Option<String> {
    let is_call = message.get("lc").is_some()
        && message
            .get("type")
            .is_some_and(|kind| kind.is_str("constructor"));
    let id = message
        .get("id")
        .filter(|id| is_call && id.kind() == Kind::Array)?;
    let class = id.at(id.len().checked_sub(1)?)?.as_string()?;
    let name = class
        .strip_suffix("Chunk")
        .unwrap_or(&class)
        .strip_suffix("Message")?;
    Some(name.to_ascii_lowercase())
}

fn read_block<'v>(
    block: Item<'v>,
    path: Path,
    role: Role,
    has_calls: bool,
    emit: &mut dyn FnMut(Part<'v>),
) {
    let nested = role == Role::Tool;
    if block.kind() == Kind::String && !nested {
        return emit(Part::text(path, block));
    }
    let kind = short_string(&block, "type").unwrap_or_default();
    if let Some(media) = read_media(&block, &kind, nested) {
        return emit(Part {
            path,
            body: Body::Media(media),
        });
    }
    match kind.as_str() {
        _ if nested => {}
        "tool_use" | "tool_call" | "function_call" if has_calls => {}
        "reasoning" => {
            // OpenAI's is encrypted; other providers' signatures are extras.
            let holds =
                |holder: &Item<'v>, key: &str| holder.get(key).is_some_and(|it| it.is_truthy());
            let signed = holds(&block, "encrypted_content")
                || block.get("extras").is_some_and(|extras| {
                    holds(&extras, "signature") || holds(&extras, "encrypted_content")
                });
            emit(Part {
                path,
                body: Body::Thought {
                    content: block,
                    signed,
                },
            });
        }
        // It has an `output`, where the blocks of providers have `content`.
        "server_tool_result" => emit(Part::opaque(path, block)),
        _ => anthropic::read_block(block, path, emit),
    }
}

fn read_media<'v>(block: &Item<'v>, kind: &str, nested: bool) -> Option<Media<'v>> {
    let string_of = |keys: &[&str]| keys.iter().find_map(|key| string_view(block, key));
    let (family, data) = match kind {
        "image_url" => (
            "image/*",
            block.get("image_url").and_then(|image| {
                string_view(&image, "url")
                    .or(Some(image).filter(|image| image.kind() == Kind::String))
            }),
        ),
        "image" if block.get("source").is_some() => return None,
        "image" => ("image/*", string_of(&["base64", "data", "url"])),
        "audio" => ("audio/*", string_of(&["base64", "data", "url"])),
        "video" => ("video/*", string_of(&["base64", "data", "url"])),
        "file" => (
            "application/octet-stream",
            string_of(&["base64", "data", "url"]),
        ),
        _ => return None,
    };
    let mime = short_string(block, "mime_type")
        .or_else(|| data.as_ref().and_then(data_url_mime))
        .unwrap_or_else(|| family.to_owned());
    let place = if nested {
        MediaPlace::InOutput
    } else {
        MediaPlace::TopLevel
    };
    Some(Media {
        mime: Some(mime),
        data,
        place,
        beside_text: false,
        whole: *block,
    })
}
