//! The AI SDK's `ModelMessage` (versions 6 and 7): typed parts in camelCase. Tool results are in
//! messages of role `tool`.

use super::prelude::*;

/// The AI SDK.
#[derive(Debug)]
pub struct AiSdk;

impl MessageFormat for AiSdk {
    const TRAITS: Traits = Traits {
        results: ResultForm::PartOfTool,
        dangling: "Tool result is missing for tool call {id}.",
        orphan: "tool result {id} has no tool call",
        // Versions before 5 wrote `result`.
        outputs: &[&["output", "value"], &["result"]],
        id_key: "toolCallId",
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
                "reasoning" => block.string("text").is_some(),
                "image" => block.has("image"),
                "file" => block.has("mediaType") || block.has("data"),
                "text" => block.has("providerOptions"),
                "custom" => block.has("kind"),
                _ => false,
            }
        })
    }

    fn read_part<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        let kind = type_of(&part);
        let body = match kind.as_str() {
            "text" => return emit(text_under(part, path, "text")),
            // A reasoning part with provider options is signed: they hold its signature, its encrypted
            // content or its item id.
            "reasoning-file" if !is_signed(&part) => read_media(part, MediaPlace::Thought),
            "reasoning" | "reasoning-file" => Body::Thought {
                signed: is_signed(&part),
                content: part,
            },
            "image" | "file" => read_media(part, MediaPlace::TopLevel),
            "tool-call" => Body::ToolCall {
                id: part.string("toolCallId"),
                name: part.string("toolName"),
                args: part.first(&["input", "args"]),
                whole: part,
            },
            "tool-result" => return read_result(part, path, emit),
            _ => Body::Opaque(part),
        };
        emit(Part { path, body });
    }

    fn is_server_call(whole: &Item<'_>) -> bool {
        whole.is_set("providerExecuted")
    }

    fn approvals<'v>(message: &Item<'v>, emit: &mut dyn FnMut(Item<'v>)) {
        let content = message.list("content");
        content.iter().flat_map(Item::items).for_each(|part| {
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

    fn cleared_output(message: &Item<'_>, path: Path, text: &str) -> (Path, Value) {
        let output = Self::TRAITS.output_path_in(message, path);
        if output == Self::TRAITS.output_path(path) {
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
}

fn is_signed(part: &Item<'_>) -> bool {
    part.has_more("providerOptions") || part.has_more("providerMetadata")
}

fn read_result<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    // Versions before 5 wrote `result` and `isError`.
    let output = part.first(&["output", "result"]);
    let kind = output
        .as_ref()
        .and_then(|output| short_string(output, "type"))
        .unwrap_or_default();
    let is_error = matches!(
        kind.as_str(),
        "error-text" | "error-json" | "execution-denied"
    ) || part.is_set("isError");
    // The model reads the value. The wrapper around it says only how the value is written.
    let value = output.and_then(|output| output.get("value"));
    let blocks = value.filter(|value| kind == "content" && value.is_list());
    let body = Body::ToolResult {
        id: part.string("toolCallId"),
        name: part.string("toolName"),
        output: value.or(output),
        is_error,
        whole: part,
    };
    emit(Part { path, body });
    emit_output_media(blocks, path.key("output").key("value"), emit, |block| {
        // `media`, `image-data`, `image-url`, `file-data`, `file-url`, `image-file-id`, `file`:
        // every type but text and custom.
        let is_media = short_string(&block, "type").is_some_and(|kind| {
            kind == "media" || kind.starts_with("image") || kind.starts_with("file")
        });
        is_media.then(|| read_media(block, MediaPlace::InOutput))
    });
}

/// Reads a media part. Its `data` is a string (base64, a data URL, a URL), bytes, a URL object, or
/// `{type: "data"|"url"|"reference"|"text", ...}`. A part with `type: "text"` holds no media and
/// stays opaque.
fn read_media<'v>(part: Item<'v>, place: MediaPlace) -> Body<'v> {
    let given = part.first(&["data", "image", "url", "fileData"]);
    let is_text = given.is_some_and(|data| data.says("type", "text"));
    if is_text {
        return Body::Opaque(part);
    }
    let inner = given.and_then(|data| match data.kind() {
        Kind::Object => data.first(&["data", "url"]),
        _ => Some(data),
    });
    let data = inner.filter(|data| data.is_data());
    let is_image = short_string(&part, "type").is_some_and(|kind| kind.starts_with("image"));
    let usual = if is_image { "image/*" } else { "" };
    let mime = mime_of(&part, &["mediaType", "mimeType"], data, usual);
    Body::Media(Media::of(part, place, data, mime))
}
