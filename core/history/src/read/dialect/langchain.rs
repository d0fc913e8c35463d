//! LangChain messages: the output of `messages_to_dict` (`{type, data: {content, tool_calls,
//! ...}}`), a message object or its dump (`{type, content, tool_calls, ...}`), and a serialized
//! object (`{lc, type: "constructor", id, kwargs}`).
//!
//! Content blocks may be LangChain's own, OpenAI's or Anthropic's. Calls are read from
//! `tool_calls`. Providers leave copies of them in `content`; those are skipped.

use super::anthropic::Anthropic;
use super::openai_chat::OpenaiChat;
use super::prelude::*;

/// LangChain.
#[derive(Debug)]
pub struct Langchain;

impl MessageFormat for Langchain {
    const TRAITS: Traits = Traits {
        // LangChain sends its messages on to a provider. We word the errors as OpenAI does.
        dangling: OpenaiChat::TRAITS.dangling,
        orphan: OpenaiChat::TRAITS.orphan,
        other_ids: OpenaiChat::TRAITS.other_ids,
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
        let has_data = message.object("data").is_some();
        kind_of(message).is_some_and(|kind| match kind.as_str() {
            "human" | "ai" | "chat" => has_data || message.has("content"),
            "system" | "tool" | "function" | "remove" => {
                has_data || (!message.has("role") && message.has("content"))
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

    fn read<'v>(message: &Item<'v>, role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        let holder = if constructor(message).is_some() {
            "kwargs"
        } else {
            "data"
        };
        let (data, base) = match message.object(holder) {
            Some(data) => (data, Path::ROOT.key(holder)),
            None => (*message, Path::ROOT),
        };
        let content = data.get("content");
        let path = base.key("content");
        if role == Role::Tool {
            let is_error = data.says("status", "error");
            let keys = ["tool_call_id", "name", "content"];
            let body = Body::result(&data, keys, is_error, *message);
            emit(Part::new(base, body));
        }
        let calls = data.list("tool_calls");
        let has_calls = calls.is_some_and(|calls| !calls.is_empty());
        match content {
            Some(text) if text.is_string() && role != Role::Tool => emit(Part::text(path, text)),
            Some(blocks) if blocks.is_list() => {
                blocks.each_item(|index, block| {
                    read_block(block, path.index(index), role, has_calls, emit);
                });
            }
            _ => {}
        }
        read_list(calls, base.key("tool_calls"), emit, |call, path, emit| {
            let body = Body::call(&call, ["id", "name", "args"], call);
            emit(Part { path, body });
        });
        // Calls whose arguments are no JSON. Some providers are sent them as they are.
        let (calls, path) = (
            data.get("invalid_tool_calls"),
            base.key("invalid_tool_calls"),
        );
        read_list(calls, path, emit, |call, path, emit| {
            emit(Part::opaque(path, call));
        });
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
                .is_some_and(|kwargs| kwargs.has("type"))
            {
                fields["type"] = kind;
            }
            return json!({ "lc": 1, "type": "constructor", "id": id, "kwargs": fields });
        }
        if neighbour.has("data") || !neighbour.has("type") {
            return json!({ "type": kind, "data": fields });
        }
        let mut flat = json!({ "type": kind });
        if let (Some(flat), Some(fields)) = (flat.as_object_mut(), fields.as_object_mut()) {
            flat.append(fields);
        }
        flat
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
    let is_call = message.has("lc") && message.says("type", "constructor");
    let id = message.get("id").filter(|id| is_call && id.is_list())?;
    let class = id.at(id.len().checked_sub(1)?)?.as_string()?;
    let name = class
        .strip_suffix("Chunk")
        .unwrap_or(&class)
        .strip_suffix("Message")?;
    Some(name.to_ascii_lowercase())
}

fn read_block<'v>(block: Item<'v>, path: Path, role: Role, has_calls: bool, emit: Emit<'_, 'v>) {
    let nested = role == Role::Tool;
    if block.is_string() && !nested {
        return emit(Part::text(path, block));
    }
    let kind = type_of(&block);
    if let Some(media) = read_media(&block, &kind, nested) {
        return emit(Part::new(path, Body::Media(media)));
    }
    match kind.as_str() {
        _ if nested => {}
        "tool_use" | "tool_call" | "function_call" if has_calls => {}
        "reasoning" => {
            // OpenAI's is encrypted; other providers' signatures are extras.
            let in_extras = |extras: Item<'_>| extras.any_set(&["signature", "encrypted_content"]);
            let signed =
                block.is_set("encrypted_content") || block.get("extras").is_some_and(in_extras);
            emit(Part::thought(path, block, signed));
        }
        // It has an `output`, where the blocks of providers have `content`.
        "server_tool_result" => emit(Part::opaque(path, block)),
        _ => Anthropic::read_part(block, path, emit),
    }
}

fn read_media<'v>(block: &Item<'v>, kind: &str, nested: bool) -> Option<Media<'v>> {
    let usual = match kind {
        "image" if block.has("source") => return None,
        "image" | "image_url" => "image/*",
        "audio" => "audio/*",
        "video" => "video/*",
        "file" => "application/octet-stream",
        _ => return None,
    };
    let data = match block.get("image_url").filter(|_| kind == "image_url") {
        Some(image) => string_or_under(image, "url"),
        None => block.first_string(&["base64", "data", "url"]),
    };
    let mime = mime_of(block, &["mime_type"], data, usual);
    let place = MediaPlace::of_block(nested);
    Some(Media::of(*block, place, data, mime))
}
