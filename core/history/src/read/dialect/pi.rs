//! pi's agent messages: blocks in camelCase, and one message of the role `toolResult` for each
//! result.

use super::prelude::*;

/// pi.
#[derive(Debug)]
pub struct Pi;

impl MessageFormat for Pi {
    const TRAITS: Traits = Traits {
        dangling: "no tool result for tool call {id} of `{name}`",
        orphan: "tool result {id} has no tool call",
        other_ids: &[("role", "toolCallId")],
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
                    || block.has("thinkingSignature")
                    || (has_type(block, &["image"])
                        && block.string("data").is_some()
                        && block.string("mimeType").is_some())
            })
            || (message.has("stopReason") && message.has("api") && message.has("provider"))
    }

    fn role(message: &Item<'_>) -> Option<Role> {
        is_result(message).then_some(Role::Tool)
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        let (output, path) = (message.get("content"), Path::ROOT.key("content"));
        if role != Role::Tool {
            read_content(output, path, emit, read_block);
            return Ok(());
        }
        let keys = ["toolCallId", "toolName", "content"];
        let body = Body::result(message, keys, message.is_set("isError"), *message);
        emit(Part::new(Path::ROOT, body));
        emit_output_media(output, path, emit, |block| {
            let is_image = has_type(&block, &["image"]);
            is_image.then(|| read_image(block, MediaPlace::InOutput))
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
}

fn is_result(message: &Item<'_>) -> bool {
    message.says("role", "toolResult")
}

fn read_block<'v>(block: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let kind = type_of(&block);
    let body = match kind.as_str() {
        "text" => return emit(text_under(block, path, "text")),
        "thinking" => Body::Thought {
            signed: block.is_set("thinkingSignature"),
            content: block,
        },
        "image" => read_image(block, MediaPlace::TopLevel),
        "toolCall" => Body::call(&block, ["id", "name", "arguments"], block),
        _ => Body::Opaque(block),
    };
    emit(Part { path, body });
}

fn read_image<'v>(block: Item<'v>, place: MediaPlace) -> Body<'v> {
    let mime = mime_of(&block, &["mimeType"], None, "image/*");
    Body::Media(Media::of(block, place, block.string("data"), mime))
}
