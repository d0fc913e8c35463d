//! The AI SDK's `UIMessage` (versions 5 and 6): `{id, role, parts}`, what a chat interface keeps
//! and stores.
//!
//! A part is both the call of a tool and its result: its type is `tool-` and the tool's name, or
//! `dynamic-tool`. Its `state` says how far it is.

use super::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

/// The messages of a chat interface.
#[derive(Debug)]
pub struct UiMessage;

impl MessageFormat for UiMessage {
    const TRAITS: Traits = Traits {
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfTool,
        result_keys: &["toolCallId"],
        dangling: "Tool result is missing for tool call {id}.",
        orphan: "tool result {id} has no tool call",
        outputs: &[&["output"], &["errorText"]],
        id_key: "toolCallId",
        rules: Rules {
            tool_role: false,
            empty: Emptiness::Content,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        let Some(parts) = message.list("parts") else {
            return false;
        };
        let kinds = || parts.items().filter_map(|part| short_string(&part, "type"));
        kinds().next().is_some() && kinds().all(|kind| !acts(&kind) || is_tool(&kind))
    }

    /// Others have lists of typed parts too, and give their messages no id.
    fn is_shared(message: &Item<'_>) -> bool {
        !message.has("id")
    }

    fn read_part<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        let kind = type_of(&part);
        let body = match kind.as_str() {
            "text" => return emit(text_under(part, path, "text")),
            "reasoning" => Body::Thought {
                content: part,
                signed: part.has_more("providerMetadata"),
            },
            "file" => file(part),
            kind if is_tool(kind) => {
                return read_tool(part, part, path, emit);
            }
            _ => Body::Opaque(part),
        };
        emit(Part { path, body });
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
        json!({ "id": id_of(&json!(parts).to_string()), "role": "user", "parts": parts })
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        Some(
            json!({ "type": "file", "mediaType": mime, "filename": name, "url": format!("data:{mime};base64,{data}") }),
        )
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        json!({ "type": format!("tool-{}", call.name), "toolCallId": call.id(), "state": "output-error", "input": {}, "errorText": text })
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

/// A file. Version 4 of the AI SDK wrote `data` and `mimeType`, and `contentType` in attachments.
pub(super) fn file<'v>(part: Item<'v>) -> Body<'v> {
    let data = part.first_string(&["url", "data"]);
    let keys = ["mediaType", "mimeType", "contentType"];
    let mime = mime_of(&part, &keys, data, "");
    Body::Media(Media::of(part, MediaPlace::TopLevel, data, mime))
}

/// Reads a call and its result, which are one part. `tool` holds their fields: the part itself, or
/// an object in it, with the names of version 4 (`args`, `result`).
pub(super) fn read_tool<'v>(part: Item<'v>, tool: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let id = tool.string("toolCallId");
    let name = tool.first_string(&["toolName", "type"]);

    // What a call could not be read from stands beside it; it is not sent.
    let args = tool.first(&["input", "args", "rawInput"]);
    let state = short_string(&tool, "state").unwrap_or_default();
    let is_over = state == "result" || state.starts_with("output-");
    let output = tool
        .first(&["output", "errorText", "result"])
        .filter(|_| is_over);
    let body = Body::ToolCall {
        id,
        name,
        // Each half of the part is counted once where whole parts are counted.
        whole: args.filter(|_| output.is_some()).unwrap_or(part),
        args,
    };
    emit(Part { path, body });
    if !is_over {
        return;
    }
    let is_error =
        !matches!(state.as_str(), "output-available" | "result") || tool.is_set("isError");
    let body = Body::ToolResult {
        id,
        name,
        // A denied call has no output: all that is said of it is why.
        whole: output.or_else(|| tool.get("approval")).unwrap_or(part),
        output,
        is_error,
    };
    emit(Part { path, body });
}
