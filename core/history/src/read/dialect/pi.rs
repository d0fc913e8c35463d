//! pi's agent messages: blocks in camelCase, and one message of the role `toolResult` for each
//! result.

use super::blocks::{any_block, has_type, read_content, short_string, string_view};
use super::traits::{Emptiness, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// pi.
#[derive(Debug)]
pub struct Pi;

impl MessageFormat for Pi {
    const TRAITS: Traits = Traits {
        order: 1,
        rules: Rules {
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        is_result(message)
            || any_block(message, |block| {
                has_type(block, &["toolCall"])
                    || block.get("thinkingSignature").is_some()
                    || (has_type(block, &["image"])
                        && string_view(block, "data").is_some()
                        && string_view(block, "mimeType").is_some())
            })
            || (message.get("stopReason").is_some()
                && message.get("api").is_some()
                && message.get("provider").is_some())
    }

    fn role(message: &Item<'_>) -> Option<Role> {
        is_result(message).then_some(Role::Tool)
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        if role != Role::Tool {
            read_content(message, read_block, emit);
            return Ok(());
        }
        let output = message.get("content");
        let body = Body::ToolResult {
            id: string_view(message, "toolCallId"),
            name: string_view(message, "toolName"),
            output,
            is_error: message.get("isError").is_some_and(|flag| flag.is_truthy()),
            whole: *message,
        };
        emit(Part {
            path: Path::ROOT,
            body,
        });
        let Some(blocks) = output.filter(|output| output.kind() == Kind::Array) else {
            return Ok(());
        };
        blocks.each_item(|index, block| {
            if has_type(&block, &["image"]) {
                emit(Part {
                    path: Path::ROOT.key("content").index(index),
                    body: read_image(block, MediaPlace::InOutput),
                });
            }
        });
        Ok(())
    }

    fn text_message(role: Role, text: &str) -> Value {
        let content = json!([Self::text_part(text)]);
        match role {
            // What pi notes about each answer, and reads without asking. Its own words for "not
            // known". Source: pi-ai 0.73.1, `types.d.ts`, and pi-agent-core, November 2026.
            Role::Assistant => {
                let cost =
                    json!({ "input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0 });
                let usage = json!({ "input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "totalTokens": 0, "cost": cost });
                json!({ "role": "assistant", "content": content, "api": "unknown", "provider": "unknown", "model": "unknown", "usage": usage, "stopReason": "stop", "timestamp": 0 })
            }
            _ => json!({ "role": "user", "content": content, "timestamp": 0 }),
        }
    }

    fn parts_message(parts: Vec<Value>) -> Value {
        json!({ "role": "user", "content": parts, "timestamp": 0 })
    }

    /// The content of a result is always a list of blocks.
    fn cleared_value(_tool: &str, text: &str) -> Value {
        json!([Self::text_part(text)])
    }

    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        mime.starts_with("image/")
            .then(|| json!({ "type": "image", "data": data, "mimeType": mime }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let content = json!([Self::text_part(text)]);
        json!({ "role": "toolResult", "toolCallId": call.id(), "toolName": call.name, "content": content, "isError": true, "timestamp": 0 })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        part.insert(
            if part.contains_key("role") {
                "toolCallId"
            } else {
                "id"
            }
            .to_owned(),
            json!(id),
        );
    }

    fn dangling(id: &str, name: &str) -> String {
        format!("no tool result for tool call {id} of `{name}`")
    }

    fn orphan(id: &str) -> String {
        format!("tool result {id} has no tool call")
    }
}

fn is_result(message: &Item<'_>) -> bool {
    message
        .get("role")
        .is_some_and(|role| role.is_str("toolResult"))
}

fn read_block<'v>(block: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&block, "type").unwrap_or_default();
    let body = match kind.as_str() {
        "text" => match string_view(&block, "text") {
            Some(text) => return emit(Part::text(path.key("text"), text)),
            None => Body::Opaque(block),
        },
        "thinking" => Body::Thought {
            signed: block
                .get("thinkingSignature")
                .is_some_and(|signature| signature.is_truthy()),
            content: block,
        },
        "image" => read_image(block, MediaPlace::TopLevel),
        "toolCall" => Body::ToolCall {
            id: string_view(&block, "id"),
            name: string_view(&block, "name"),
            args: block.get("arguments"),
            whole: block,
        },
        _ => Body::Opaque(block),
    };
    emit(Part { path, body });
}

fn read_image<'v>(block: Item<'v>, place: MediaPlace) -> Body<'v> {
    let mime = short_string(&block, "mimeType").unwrap_or_else(|| "image/*".to_owned());
    Body::Media(Media {
        mime: Some(mime),
        data: string_view(&block, "data"),
        place,
        beside_text: false,
        whole: block,
    })
}
