//! llama-index: `{role, blocks: [{block_type, ...}]}`. A result is a message of the role `tool`,
//! with its id in `additional_kwargs`. Messages of versions without blocks for calls keep their
//! calls there too.
//!
//! Source: llama-index-core, `base/llms/types.py`, November 2026.

use super::blocks::{read_list, short_string, string_view};
use super::traits::{Emptiness, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// llama-index.
#[derive(Debug)]
pub struct LlamaIndex;

/// The types of blocks that contain a media item, under a key of the same name except for
/// documents.
const MEDIA: [&str; 4] = ["image", "audio", "video", "document"];

impl MessageFormat for LlamaIndex {
    const TRAITS: Traits = Traits {
        order: 0,
        list_key: "blocks",
        needs_list: true,
        args_keys: &["tool_kwargs", "arguments"],
        rules: Rules {
            needs_ids: false,
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        let blocks = message
            .get("blocks")
            .filter(|blocks| blocks.kind() == Kind::Array);
        message.get("role").is_some()
            && blocks.is_some_and(|blocks| {
                let mut typed = blocks.is_empty();
                blocks.for_each(&mut |_, block| typed |= block.get("block_type").is_some());
                typed
            })
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        let path = Path::ROOT.key("blocks");
        let more = message.get("additional_kwargs");
        let blocks = message.get("blocks");
        if role == Role::Tool {
            let body = Body::ToolResult {
                id: more
                    .as_ref()
                    .and_then(|more| string_view(more, "tool_call_id")),
                name: more.as_ref().and_then(|more| string_view(more, "name")),
                output: blocks,
                is_error: false,
                whole: *message,
            };
            emit(Part {
                path: Path::ROOT,
                body,
            });
        }
        let mut has_calls = false;
        if let Some(blocks) = blocks {
            read_list(blocks, path, emit, |block, path, emit| {
                if let Some(part) = read_block(block, path, role == Role::Tool) {
                    has_calls |= matches!(part.body, Body::ToolCall { .. });
                    emit(part);
                }
            });
        }
        // Newer versions write a call in both places.
        let calls = more.and_then(|more| more.get("tool_calls"));
        if let Some(calls) = calls.filter(|calls| !has_calls && calls.kind() == Kind::Array) {
            let path = Path::ROOT.key("additional_kwargs").key("tool_calls");
            read_list(calls, path, emit, |call, path, emit| {
                let function = call.get("function").unwrap_or(call);
                let body = Body::ToolCall {
                    id: string_view(&call, "id"),
                    name: string_view(&function, "name"),
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

    fn output_path(path: Path) -> Path {
        path.key("blocks")
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

    fn dangling(id: &str, name: &str) -> String {
        format!("Tool call {id} of `{name}` has no message of the role tool")
    }

    fn orphan(id: &str) -> String {
        format!("tool message {id} has no tool call")
    }
}

/// What a block is; `None` for the texts of an output, which were emitted with it.
fn read_block<'v>(block: Item<'v>, path: Path, nested: bool) -> Option<Part<'v>> {
    let kind = short_string(&block, "block_type").unwrap_or_default();
    let body = match kind.as_str() {
        kind if MEDIA.contains(&kind) => read_media(block, kind, nested),
        _ if nested => return None,
        "text" => match string_view(&block, "text") {
            Some(text) => return Some(Part::text(path.key("text"), text)),
            None => Body::Opaque(block),
        },
        "thinking" => Body::Thought {
            signed: block
                .get("additional_information")
                .and_then(|more| more.get("signature"))
                .is_some_and(|signature| signature.is_truthy()),
            content: block,
        },
        "tool_call" => Body::ToolCall {
            id: string_view(&block, "tool_call_id"),
            name: string_view(&block, "tool_name"),
            args: block.get("tool_kwargs"),
            whole: block,
        },
        _ => Body::Opaque(block),
    };
    Some(Part { path, body })
}

fn read_media<'v>(block: Item<'v>, kind: &str, nested: bool) -> Body<'v> {
    let data = [kind, "data", "url"]
        .iter()
        .filter_map(|key| block.get(key))
        .find(|data| matches!(data.kind(), Kind::String | Kind::Bytes));
    let usual = match kind {
        "document" => "application/octet-stream".to_owned(),
        family => format!("{family}/*"),
    };
    let mime = short_string(&block, &format!("{kind}_mimetype"))
        .or_else(|| data.as_ref().and_then(data_url_mime))
        .unwrap_or(usual);
    Body::Media(Media {
        mime: Some(mime),
        data,
        place: if nested {
            MediaPlace::InOutput
        } else {
            MediaPlace::TopLevel
        },
        beside_text: false,
        whole: block,
    })
}
