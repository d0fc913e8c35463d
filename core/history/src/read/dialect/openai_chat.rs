//! OpenAI chat completions, and the many servers and libraries that use the same shape.

use super::blocks::{
    any_block, has_type, read_foreign_media, read_list, set_chat_id, short_string, string_view,
};
use super::traits::{Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// OpenAI chat completions.
#[derive(Debug)]
pub struct OpenaiChat;

impl MessageFormat for OpenaiChat {
    const TRAITS: Traits = Traits {
        order: 7,
        media_beside_outputs_only: true,
        rules: Rules {
            beside_content: &["refusal", "audio"],
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    /// Whether a message is clearly OpenAI chat. The role `developer` does not show it, because
    /// OpenAI Responses has that role too.
    fn recognises(message: &Item<'_>) -> bool {
        let role = message.get("role");
        (role.is_some()
            && (["tool_calls", "tool_call_id", "function_call"]
                .iter()
                .any(|key| message.get(key).is_some())
                || message
                    .get("audio")
                    .is_some_and(|audio| audio.kind() == Kind::Object)))
            || role.is_some_and(|role| role.is_str("tool") || role.is_str("function"))
            || string_view(message, "refusal").is_some()
            || any_block(message, |block| {
                ["image_url", "input_audio", "file", "refusal"]
                    .iter()
                    .any(|name| block.get("type").is_some_and(|kind| kind.is_str(name)))
            })
    }

    /// Many libraries write `file` blocks, and results under the role `tool`.
    fn is_shared(message: &Item<'_>) -> bool {
        let has_calls = ["tool_calls", "tool_call_id", "function_call"]
            .iter()
            .any(|key| message.get(key).is_some());
        !has_calls
            && !any_block(message, |block| {
                has_type(block, &["image_url", "input_audio", "refusal"])
            })
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        read_reasoning(message, emit);
        let content = message.get("content");
        let is_result = role == Role::Tool;
        if is_result {
            let body = Body::ToolResult {
                id: string_view(message, "tool_call_id"),
                name: string_view(message, "name"),
                output: content,
                is_error: false,
                whole: *message,
            };
            emit(Part {
                path: Path::ROOT,
                body,
            });
        }
        if let Some(content) = content {
            read_content(content, is_result, emit);
        }
        if let Some(images) = message.get("images") {
            read_list(
                images,
                Path::ROOT.key("images"),
                emit,
                |image, path, emit| {
                    let body = Body::Media(beside(image));
                    emit(Part { path, body });
                },
            );
        }
        if let Some(refusal) = string_view(message, "refusal") {
            emit(Part::text(Path::ROOT.key("refusal"), refusal));
        }
        // The words of an answer that was spoken. The request names the sound by its id.
        if let Some(said) = message
            .get("audio")
            .and_then(|audio| string_view(&audio, "transcript"))
        {
            emit(Part::text(Path::ROOT.key("audio").key("transcript"), said));
        }
        if let Some(calls) = message.get("tool_calls") {
            read_list(
                calls,
                Path::ROOT.key("tool_calls"),
                emit,
                |call, path, emit| {
                    emit(Part {
                        path,
                        body: read_call(&call, call.get("function")),
                    })
                },
            );
        }
        // Before `tool_calls` there was `function_call`: one call, without an id.
        if let Some(call) = message
            .get("function_call")
            .filter(|call| call.kind() == Kind::Object)
        {
            emit(Part {
                path: Path::ROOT.key("function_call"),
                body: read_call(&call, Some(call)),
            });
        }
        Ok(())
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        let url = format!("data:{mime};base64,{data}");
        match mime {
            "audio/wav" => Some(
                json!({ "type": "input_audio", "input_audio": { "data": data, "format": "wav" } }),
            ),
            "audio/mpeg" => Some(
                json!({ "type": "input_audio", "input_audio": { "data": data, "format": "mp3" } }),
            ),
            "application/pdf" => {
                Some(json!({ "type": "file", "file": { "filename": name, "file_data": url } }))
            }
            _ if mime.starts_with("image/") => {
                Some(json!({ "type": "image_url", "image_url": { "url": url } }))
            }
            _ => None,
        }
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        if call.path == Path::ROOT.key("function_call") || call.kind() == "function_call" {
            return json!({ "role": "function", "name": call.name, "content": text });
        }
        json!({ "role": "tool", "tool_call_id": call.id(), "content": text })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        set_chat_id(part, id);
    }

    fn dangling(id: &str, _name: &str) -> String {
        format!(
            "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': no response to {id}"
        )
    }

    fn orphan(id: &str) -> String {
        format!(
            "messages with role 'tool' must be a response to a preceding message with 'tool_calls': {id}"
        )
    }
}

/// Returns an image that libraries and local servers keep in a field next to the content: its data
/// or its URL, or an object that contains one. No placeholder replaces it when it is removed.
fn beside<'v>(image: Item<'v>) -> Media<'v> {
    let data = ["content", "data", "url"]
        .iter()
        .find_map(|key| image.get(key).filter(|data| data.kind() != Kind::Null));
    Media {
        mime: short_string(&image, "mime_type").or_else(|| Some("image/*".to_owned())),
        data: data.or(Some(image)),
        place: MediaPlace::BesideOutput,
        beside_text: false,
        whole: image,
    }
}

/// Fields in which libraries and routers keep thinking blocks of another provider, which are sent
/// back unchanged: LiteLLM's `thinking_blocks`, OpenRouter's `reasoning_details`.
const REASONING_BLOCKS: [&str; 2] = ["thinking_blocks", "reasoning_details"];
/// Fields in which servers return the reasoning as one string: DeepSeek and others, vLLM and
/// OpenRouter.
const REASONING_TEXTS: [&str; 2] = ["reasoning_content", "reasoning"];

/// Emits the reasoning of a message. If it has both blocks and a string, the string repeats the
/// blocks, and only the blocks are read.
fn read_reasoning<'v>(message: &Item<'v>, emit: &mut dyn FnMut(Part<'v>)) {
    for key in REASONING_BLOCKS {
        let Some(blocks) = message
            .get(key)
            .filter(|blocks| blocks.kind() == Kind::Array && !blocks.is_empty())
        else {
            continue;
        };
        blocks.each_item(|index, block| {
            // `data` is a thought that the provider encrypted.
            let signed = ["signature", "data"]
                .iter()
                .any(|name| block.get(name).is_some_and(|value| value.is_truthy()));
            emit(Part {
                path: Path::ROOT.key(key).index(index),
                body: Body::Thought {
                    content: block,
                    signed,
                },
            });
        });
        return;
    }
    if let Some((key, text)) = REASONING_TEXTS
        .iter()
        .find_map(|key| string_view(message, key).map(|text| (key, text)))
    {
        emit(Part {
            path: Path::ROOT.key(key),
            body: Body::Thought {
                content: text,
                signed: false,
            },
        });
    }
}

fn read_call<'v>(call: &Item<'v>, function: Option<Item<'v>>) -> Body<'v> {
    // A call of a custom tool has `custom: {name, input}`; a call of a function tool has `function:
    // {name, arguments}`.
    let function = function.or_else(|| call.get("custom"));
    let name = function
        .as_ref()
        .and_then(|function| string_view(function, "name"));
    let args = function
        .as_ref()
        .and_then(|function| function.get("arguments").or_else(|| function.get("input")));
    Body::ToolCall {
        id: string_view(call, "id"),
        name,
        args,
        whole: *call,
    }
}

fn read_content<'v>(content: Item<'v>, is_result: bool, emit: &mut dyn FnMut(Part<'v>)) {
    let path = Path::ROOT.key("content");
    match content.kind() {
        // The text of a tool message is its result, which was emitted before.
        Kind::String if is_result => {}
        Kind::String => emit(Part::text(path, content)),
        Kind::Array => {
            content.each_item(|index, block| {
                read_block(block, path.index(index), is_result, emit);
            });
        }
        Kind::Null => {}
        _ if is_result => {}
        _ => emit(Part::opaque(path, content)),
    }
}

fn read_block<'v>(block: Item<'v>, path: Path, nested: bool, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&block, "type").unwrap_or_default();
    let media = match kind.as_str() {
        "text" => {
            if let (Some(text), false) = (string_view(&block, "text"), nested) {
                return emit(Part::text(path.key("text"), text));
            }
            None
        }
        "image_url" => block.get("image_url").map(|image| {
            let url = if image.kind() == Kind::String {
                Some(image)
            } else {
                string_view(&image, "url")
            };
            (
                url.as_ref()
                    .and_then(data_url_mime)
                    .or_else(|| Some("image/*".to_owned())),
                url,
            )
        }),
        "input_audio" => block.get("input_audio").map(|audio| {
            let format = short_string(&audio, "format").unwrap_or_else(|| "wav".to_owned());
            (Some(format!("audio/{format}")), string_view(&audio, "data"))
        }),
        "file" => block.get("file").map(|file| {
            let data = string_view(&file, "file_data");
            (data.as_ref().and_then(data_url_mime), data)
        }),
        _ => None,
    };
    match media {
        Some((mime, data)) => emit(Part {
            path,
            body: Body::Media(Media {
                mime,
                data,
                place: if nested {
                    MediaPlace::InOutput
                } else {
                    MediaPlace::TopLevel
                },
                beside_text: false,
                whole: block,
            }),
        }),
        None => {
            let place = if nested {
                MediaPlace::InOutput
            } else {
                MediaPlace::TopLevel
            };
            match read_foreign_media(&block, &kind, place) {
                Some(media) => emit(Part {
                    path,
                    body: Body::Media(media),
                }),
                // Text blocks inside a tool result are part of its output, which was emitted
                // before.
                None if nested => {}
                None => emit(Part::opaque(path, block)),
            }
        }
    }
}
