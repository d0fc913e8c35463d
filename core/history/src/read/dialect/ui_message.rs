//! The AI SDK's `UIMessage` (versions 5 and 6): `{id, role, parts}`, what a chat interface keeps
//! and stores.
//!
//! A part is both the call of a tool and its result: its type is `tool-` and the tool's name, or
//! `dynamic-tool`. Its `state` says how far it is.

use super::blocks::{acts, read_list, short_string, string_view};
use super::traits::{Emptiness, ResultForm, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::xxh3_64;

/// The messages of a chat interface.
#[derive(Debug)]
pub struct UiMessage;

impl MessageFormat for UiMessage {
    const TRAITS: Traits = Traits {
        order: 1,
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfTool,
        rules: Rules {
            tool_role: false,
            empty: Emptiness::Content,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        let Some(parts) = message
            .get("parts")
            .filter(|parts| parts.kind() == Kind::Array)
        else {
            return false;
        };
        let (mut typed, mut foreign) = (false, false);
        parts.for_each(&mut |_, part| {
            let kind = short_string(&part, "type");
            typed |= kind.is_some();
            foreign |= kind.is_some_and(|kind| acts(&kind) && !is_tool(&kind));
        });
        typed && !foreign
    }

    /// Others have lists of typed parts too, and give their messages no id.
    fn is_shared(message: &Item<'_>) -> bool {
        message.get("id").is_none()
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        if let Some(parts) = message.get("parts") {
            read_list(parts, Path::ROOT.key("parts"), emit, read_part);
        }
        Ok(())
    }

    /// Returns true for every call: its result is in the same part, so no other message can answer
    /// it.
    fn is_server_call(_whole: &Item<'_>) -> bool {
        true
    }

    fn text_message(role: Role, text: &str) -> Value {
        json!({ "id": id_of(text), "role": role.name(), "parts": [Self::text_part(text)] })
    }

    fn parts_message(parts: Vec<Value>) -> Value {
        json!({ "id": id_of(&Value::from(parts.clone()).to_string()), "role": "user", "parts": parts })
    }

    fn output_path(path: Path) -> Path {
        path.key("output")
    }

    fn other_output_path(path: Path) -> Option<Path> {
        Some(path.key("errorText"))
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        Some(
            json!({ "type": "file", "mediaType": mime, "filename": name, "url": format!("data:{mime};base64,{data}") }),
        )
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        json!({ "type": format!("tool-{}", call.name), "toolCallId": call.id(), "state": "output-error", "input": {}, "errorText": text })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        part.insert("toolCallId".to_owned(), json!(id));
    }

    fn is_result_block(block: &Value) -> bool {
        block.get("toolCallId").is_some()
    }

    fn dangling(id: &str, _name: &str) -> String {
        format!("Tool result is missing for tool call {id}.")
    }

    fn orphan(id: &str) -> String {
        format!("tool result {id} has no tool call")
    }
}

/// Returns an id for a new message. The id is a hash of the content, so equal input yields equal
/// lists.
pub(super) fn id_of(text: &str) -> String {
    format!("msg-{:016x}", xxh3_64(text.as_bytes()))
}

fn is_tool(kind: &str) -> bool {
    kind.starts_with("tool-") || kind == "dynamic-tool"
}

pub(super) fn read_part<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&part, "type").unwrap_or_default();
    let body = match kind.as_str() {
        "text" => match string_view(&part, "text") {
            Some(text) => return emit(Part::text(path.key("text"), text)),
            None => Body::Opaque(part),
        },
        "reasoning" => {
            let signed = part
                .get("providerMetadata")
                .is_some_and(|metadata| !metadata.is_empty());
            Body::Thought {
                content: part,
                signed,
            }
        }
        "file" => file(part),
        kind if is_tool(kind) => {
            return read_tool(part, part, path, emit);
        }
        _ => Body::Opaque(part),
    };
    emit(Part { path, body });
}

/// A file. Version 4 of the AI SDK wrote `data` and `mimeType`, and `contentType` in attachments.
pub(super) fn file<'v>(part: Item<'v>) -> Body<'v> {
    let data = string_view(&part, "url").or_else(|| string_view(&part, "data"));
    let mime = ["mediaType", "mimeType", "contentType"]
        .iter()
        .find_map(|key| short_string(&part, key))
        .or_else(|| data.as_ref().and_then(data_url_mime));
    Body::Media(Media {
        mime,
        data,
        place: MediaPlace::TopLevel,
        beside_text: false,
        whole: part,
    })
}

/// Reads a call and its result, which are one part. `tool` holds their fields: the part itself, or
/// an object in it, with the names of version 4 (`args`, `result`).
pub(super) fn read_tool<'v>(
    part: Item<'v>,
    tool: Item<'v>,
    path: Path,
    emit: &mut dyn FnMut(Part<'v>),
) {
    let id = string_view(&tool, "toolCallId");
    let name = string_view(&tool, "toolName").or_else(|| string_view(&tool, "type"));
    let first = |keys: [&str; 3]| keys.iter().find_map(|key| tool.get(key));
    // What a call could not be read from stands beside it; it is not sent.
    let args = first(["input", "args", "rawInput"]);
    let state = short_string(&tool, "state").unwrap_or_default();
    let is_over = state == "result" || state.starts_with("output-");
    let output = first(["output", "errorText", "result"]).filter(|_| is_over);
    emit(Part {
        path,
        body: Body::ToolCall {
            id,
            name,
            // Each half of the part is counted once where whole parts are counted.
            whole: args.filter(|_| output.is_some()).unwrap_or(part),
            args,
        },
    });
    if !is_over {
        return;
    }
    let is_error = !matches!(state.as_str(), "output-available" | "result")
        || tool.get("isError").is_some_and(|flag| flag.is_truthy());
    emit(Part {
        path,
        body: Body::ToolResult {
            id,
            name,
            // A denied call has no output: all that is said of it is why.
            whole: output.or_else(|| tool.get("approval")).unwrap_or(part),
            output,
            is_error,
        },
    });
}
