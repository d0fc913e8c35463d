//! The AI SDK's `ModelMessage` (versions 6 and 7): typed parts in camelCase. Tool results are in
//! messages of role `tool`.

use super::blocks::{any_block, has_type, read_content, short_string, string_view};
use super::traits::{ResultForm, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// The AI SDK.
#[derive(Debug)]
pub struct AiSdk;

impl MessageFormat for AiSdk {
    const TRAITS: Traits = Traits {
        order: 3,
        results: ResultForm::PartOfTool,
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        any_block(message, |block| {
            let Some(kind) = short_string(block, "type") else {
                return false;
            };
            match kind.as_str() {
                "tool-call"
                | "tool-result"
                | "tool-approval-request"
                | "tool-approval-response"
                | "reasoning-file" => true,
                "reasoning" => string_view(block, "text").is_some(),
                "image" => block.get("image").is_some(),
                "file" => block.get("mediaType").is_some() || block.get("data").is_some(),
                "text" => block.get("providerOptions").is_some(),
                "custom" => block.get("kind").is_some(),
                _ => false,
            }
        })
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        read_content(message, read_part, emit);
        Ok(())
    }

    fn is_server_call(whole: &Item<'_>) -> bool {
        whole
            .get("providerExecuted")
            .is_some_and(|flag| flag.is_truthy())
    }

    fn approvals<'v>(message: &Item<'v>, emit: &mut dyn FnMut(Item<'v>)) {
        let Some(content) = message
            .get("content")
            .filter(|content| content.kind() == Kind::Array)
        else {
            return;
        };
        content.for_each(&mut |_, part| {
            if has_type(&part, &["tool-approval-request"]) {
                part.get("toolCallId").into_iter().for_each(&mut *emit);
            }
        });
    }

    /// The content of a system message is a text.
    fn listed_message(role: Role, text: &str) -> Value {
        if role == Role::System {
            return Self::text_message(role, text);
        }
        json!({ "role": role.name(), "content": [Self::text_part(text)] })
    }

    fn output_path(path: Path) -> Path {
        path.key("output").key("value")
    }

    /// Versions before 5 wrote `result`.
    fn other_output_path(path: Path) -> Option<Path> {
        Some(path.key("result"))
    }

    fn cleared_output(message: &Item<'_>, path: Path, text: &str) -> (Path, Value) {
        let output = Self::output_path_in(message, path);
        if output == Self::output_path(path) {
            return (path.key("output"), json!({ "type": "text", "value": text }));
        }
        (output, json!(text))
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        Some(json!({ "type": "file", "data": data, "mediaType": mime, "filename": name }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let output = json!({ "type": "text", "value": text });
        json!({ "role": "tool", "content": [{ "type": "tool-result", "toolCallId": call.id(), "toolName": call.name, "output": output }] })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        part.insert("toolCallId".to_owned(), json!(id));
    }

    fn dangling(id: &str, _name: &str) -> String {
        format!("Tool result is missing for tool call {id}.")
    }

    fn orphan(id: &str) -> String {
        format!("tool result {id} has no tool call")
    }
}

fn read_part<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&part, "type").unwrap_or_default();
    let body = match kind.as_str() {
        "text" => match string_view(&part, "text") {
            Some(text) => return emit(Part::text(path.key("text"), text)),
            None => Body::Opaque(part),
        },
        // A reasoning part with provider options is signed: they hold its signature, its encrypted
        // content or its item id.
        "reasoning-file" if !is_signed(&part) => read_media(part, MediaPlace::Thought),
        "reasoning" | "reasoning-file" => Body::Thought {
            signed: is_signed(&part),
            content: part,
        },
        "image" | "file" => read_media(part, MediaPlace::TopLevel),
        "tool-call" => Body::ToolCall {
            id: string_view(&part, "toolCallId"),
            name: string_view(&part, "toolName"),
            args: part.get("input").or_else(|| part.get("args")),
            whole: part,
        },
        "tool-result" => return read_result(part, path, emit),
        _ => Body::Opaque(part),
    };
    emit(Part { path, body });
}

fn is_signed(part: &Item<'_>) -> bool {
    ["providerOptions", "providerMetadata"]
        .iter()
        .any(|key| part.get(key).is_some_and(|options| !options.is_empty()))
}

fn read_result<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    // Versions before 5 wrote `result` and `isError`.
    let output = part.get("output").or_else(|| part.get("result"));
    let kind = output
        .as_ref()
        .and_then(|output| short_string(output, "type"))
        .unwrap_or_default();
    let is_error = matches!(
        kind.as_str(),
        "error-text" | "error-json" | "execution-denied"
    ) || part.get("isError").is_some_and(|flag| flag.is_truthy());
    // The model reads the value. The wrapper around it says only how the value is written.
    let value = output.as_ref().and_then(|output| output.get("value"));
    let blocks = value.filter(|value| kind == "content" && value.kind() == Kind::Array);
    let body = Body::ToolResult {
        id: string_view(&part, "toolCallId"),
        name: string_view(&part, "toolName"),
        output: value.or(output),
        is_error,
        whole: part,
    };
    emit(Part { path, body });
    let Some(blocks) = blocks else { return };
    let path = path.key("output").key("value");
    blocks.each_item(|index, block| {
        // `media`, `image-data`, `image-url`, `file-data`, `file-url`, `image-file-id`, `file`:
        // every type but text and custom.
        let is_media = short_string(&block, "type").is_some_and(|kind| {
            kind == "media" || kind.starts_with("image") || kind.starts_with("file")
        });
        if is_media {
            emit(Part {
                path: path.index(index),
                body: read_media(block, MediaPlace::InOutput),
            });
        }
    });
}

/// Reads a media part. Its `data` is a string (base64, a data URL, a URL), bytes, a URL object, or
/// `{type: "data"|"url"|"reference"|"text", ...}`. A part with `type: "text"` holds no media and
/// stays opaque.
fn read_media<'v>(part: Item<'v>, place: MediaPlace) -> Body<'v> {
    let given = ["data", "image", "url", "fileData"]
        .iter()
        .find_map(|key| part.get(key));
    let is_text = given
        .as_ref()
        .is_some_and(|data| data.get("type").is_some_and(|kind| kind.is_str("text")));
    if is_text {
        return Body::Opaque(part);
    }
    let inner = given.and_then(|data| match data.kind() {
        Kind::Object => ["data", "url"].iter().find_map(|key| data.get(key)),
        _ => Some(data),
    });
    let data = inner.filter(|data| matches!(data.kind(), Kind::String | Kind::Bytes));
    let is_image = short_string(&part, "type").is_some_and(|kind| kind.starts_with("image"));
    let mime = short_string(&part, "mediaType")
        .or_else(|| short_string(&part, "mimeType"))
        .or_else(|| data.as_ref().and_then(data_url_mime))
        .or_else(|| is_image.then(|| "image/*".to_owned()));
    Body::Media(Media {
        mime,
        data,
        place,
        beside_text: false,
        whole: part,
    })
}
