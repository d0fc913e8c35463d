//! llama-index: `{role, blocks: [{block_type, ...}]}`. A result is a message of the role `tool`,
//! with its id in `additional_kwargs`. Messages of versions without blocks for calls keep their
//! calls there too.
//!
//! Source: llama-index-core, `base/llms/types.py`, November 2026.

use super::prelude::*;

/// llama-index.
#[derive(Debug)]
pub struct LlamaIndex;

/// The types of blocks that contain a media item, under a key of the same name except for
/// documents.
const MEDIA: [&str; 4] = ["image", "audio", "video", "document"];

impl MessageFormat for LlamaIndex {
    const TRAITS: Traits = Traits {
        list_key: "blocks",
        needs_list: true,
        args_keys: &["tool_kwargs", "arguments"],
        dangling: "Tool call {id} of `{name}` has no message of the role tool",
        orphan: "tool message {id} has no tool call",
        outputs: &[&["blocks"]],
        rules: Rules {
            needs_ids: false,
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        let blocks = message.list("blocks");
        message.has("role")
            && blocks.is_some_and(|blocks| {
                blocks.is_empty() || blocks.items().any(|block| block.has("block_type"))
            })
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        let path = Path::ROOT.key("blocks");
        let more = message.get("additional_kwargs");
        let blocks = message.get("blocks");
        if role == Role::Tool {
            let body = Body::ToolResult {
                id: more.and_then(|more| more.string("tool_call_id")),
                name: more.and_then(|more| more.string("name")),
                output: blocks,
                is_error: false,
                whole: *message,
            };
            emit(Part::new(Path::ROOT, body));
        }
        let mut has_calls = false;
        read_list(blocks, path, emit, |block, path, emit| {
            if let Some(part) = read_block(block, path, role == Role::Tool) {
                has_calls |= matches!(part.body, Body::ToolCall { .. });
                emit(part);
            }
        });
        // Newer versions write a call in both places.
        let calls = more.and_then(|more| more.list("tool_calls"));
        let path = Path::ROOT.key("additional_kwargs").key("tool_calls");
        if !has_calls {
            read_list(calls, path, emit, |call, path, emit| {
                let function = call.get("function").unwrap_or(call);
                let body = Body::ToolCall {
                    id: call.string("id"),
                    name: function.string("name"),
                    args: function.get("arguments"),
                    whole: call,
                };
                emit(Part { path, body });
            });
        }
        Ok(())
    }

    fn text_message(role: Role, text: &str) -> Value {
        json!({ "role": role.name(), "additional_kwargs": {}, "blocks": [Self::text_part(text)] })
    }

    fn text_part(text: &str) -> Value {
        json!({ "block_type": "text", "text": text })
    }

    fn cleared_value(_tool: &str, text: &str) -> Value {
        json!([Self::text_part(text)])
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        let family = mime.split('/').next().unwrap_or_default();
        Some(match family {
            "audio" => {
                let format = mime.strip_prefix("audio/").unwrap_or_default();
                json!({ "block_type": family, "audio": data, "format": format })
            }
            "image" | "video" => {
                json!({ "block_type": family, (family): data, (format!("{family}_mimetype")): mime })
            }
            _ => {
                json!({ "block_type": "document", "data": data, "title": name, "document_mimetype": mime })
            }
        })
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        json!({ "role": "tool", "additional_kwargs": { "tool_call_id": call.id(), "name": call.name }, "blocks": [Self::text_part(text)] })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        if !part.contains_key("role") {
            let is_block = part.contains_key("block_type");
            let key = if is_block { "tool_call_id" } else { "id" };
            part.insert(key.to_owned(), json!(id));
            return;
        }
        let more = part.entry("additional_kwargs").or_insert_with(|| json!({}));
        if let Some(more) = more.as_object_mut() {
            more.insert("tool_call_id".to_owned(), json!(id));
        }
    }
}

/// What a block is; `None` for the texts of an output, which were emitted with it.
fn read_block<'v>(block: Item<'v>, path: Path, nested: bool) -> Option<Part<'v>> {
    let kind = short_string(&block, "block_type").unwrap_or_default();
    let body = match kind.as_str() {
        kind if MEDIA.contains(&kind) => read_media(block, kind, nested),
        _ if nested => return None,
        "text" => return Some(text_under(block, path, "text")),
        "thinking" => Body::Thought {
            signed: block
                .get("additional_information")
                .is_some_and(|more| more.is_set("signature")),
            content: block,
        },
        "tool_call" => Body::call(&block, ["tool_call_id", "tool_name", "tool_kwargs"], block),
        _ => Body::Opaque(block),
    };
    Some(Part { path, body })
}

fn read_media<'v>(block: Item<'v>, kind: &str, nested: bool) -> Body<'v> {
    let data = [kind, "data", "url"]
        .iter()
        .filter_map(|key| block.get(key))
        .find(|data| data.is_data());
    let usual = match kind {
        "document" => "application/octet-stream".to_owned(),
        family => format!("{family}/*"),
    };
    let mime = mime_of(&block, &[&format!("{kind}_mimetype")], data, &usual);
    Body::Media(Media::of(block, MediaPlace::of_block(nested), data, mime))
}
