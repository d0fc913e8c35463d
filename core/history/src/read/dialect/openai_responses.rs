//! OpenAI Responses: a flat list of items. Each item counts as one message; its type gives its
//! role.
//!
//! The camelCase items of `@openai/agents` (`callId`, `function_call_result`) are read too. Items
//! of unknown types are kept unchanged.

use super::prelude::*;

/// OpenAI Responses.
#[derive(Debug)]
pub struct OpenaiResponses;

impl MessageFormat for OpenaiResponses {
    const TRAITS: Traits = Traits {
        is_flat: true,
        // An answer is always several items in a row.
        joins_turns: true,
        // Reasoning is bound only to the item after it.
        binds_thoughts: false,
        // Only items whose type says so may be a tool's. A message with such a role is refused.
        dangling: "No tool output found for function call {id}.",
        orphan: "No tool call found for function call output with call_id {id}.",
        outputs: &[&["output"]],
        id_key: "call_id",
        other_ids: &[("callId", "callId")],
        rules: Rules {
            placement: Placement::Later,
            tool_role: false,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        let Some(kind) = kind_of(message) else {
            return has_item_blocks(message);
        };
        if kind == "message" {
            let blocks = message.list("content");
            return message.has("role") && blocks.is_none_or(|_| has_item_blocks(message));
        }
        let kind = kind.as_str();
        let known = [&CALLS[..], &OUTPUTS, &SERVER_ITEMS, &NEUTRAL_ITEMS]
            .iter()
            .any(|names| names.contains(&kind));
        known && (!message.has("role") || kind == "additional_tools")
    }

    /// The role that follows from the type of an item; `None` for messages, which have a `role`.
    fn role(message: &Item<'_>) -> Option<Role> {
        let kind = kind_of(message)?;
        let kind = kind.as_str();
        if kind == "message" {
            return None;
        }
        if OUTPUTS.contains(&kind) {
            return Some(if is_hosted_search(message) {
                Role::Assistant
            } else {
                Role::Tool
            });
        }
        if CALLS.contains(&kind) || SERVER_ITEMS.contains(&kind) {
            return Some(Role::Assistant);
        }
        let known_role = message.has("role") && !NEUTRAL_ITEMS.contains(&kind);
        (!known_role).then_some(Role::Other)
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        let whole = *message;
        let kind = kind_of(message).unwrap_or_default();
        match kind.as_str() {
            "" | "message" => {
                let path = Path::ROOT.key("content");
                read_content(message.get("content"), path, emit, read_block);
            }
            "reasoning" => {
                // The provider stores an item that has an id, and rejects it in any other form. So
                // it counts as signed.
                let signed = message.any_set(&["encrypted_content", "encryptedContent", "id"]);
                emit(Part::thought(Path::ROOT, whole, signed));
            }
            "mcp_call" => {
                emit(call(message, message.get("arguments")));
                emit(result(
                    message,
                    message.get("output"),
                    message.is_set("error"),
                ));
            }
            "image_generation_call" => match message.string("result") {
                Some(data) => read_picture(message, data, emit),
                None => emit(Part::opaque(Path::ROOT, whole)),
            },
            _ if is_hosted_search(message) => emit(Part::opaque(Path::ROOT, whole)),
            kind if CALLS.contains(&kind) => {
                let keys = ["arguments", "input", "action", "actions", "operation"];
                emit(call(
                    message,
                    keys.iter().find_map(|key| message.known(key)),
                ));
            }
            kind if OUTPUTS.contains(&kind) => read_output(message, kind, emit),
            _ => emit(Part::opaque(Path::ROOT, whole)),
        }
        Ok(())
    }

    /// The block that takes the place of the medium at `path` of `message`. Assistant messages hold
    /// `output_text` blocks, all others `input_text`.
    fn media_text(message: &Item<'_>, path: Path, _in_output: bool, text: &str) -> Value {
        if path == Path::ROOT.key("result") {
            return Value::Null;
        }
        if path == Path::ROOT.key("output") {
            return blank_screenshot(message);
        }
        let kind = if message.says("role", "assistant") {
            "output_text"
        } else {
            "input_text"
        };
        json!({ "type": kind, "text": text })
    }

    fn is_item(message: &Item<'_>) -> bool {
        kind_of(message).is_some_and(|kind| kind != "message")
    }

    fn is_server_call(whole: &Item<'_>) -> bool {
        has_type(
            whole,
            &["tool_search_call", "mcp_approval_request", "mcp_call"],
        )
    }

    fn listed_message(role: Role, text: &str) -> Value {
        // Blocks of an answer have an id of the provider's.
        let content = match role {
            Role::Assistant => json!(text),
            _ => json!([Self::text_part(text)]),
        };
        json!({ "role": role.name(), "content": content })
    }

    fn text_part(text: &str) -> Value {
        json!({ "type": "input_text", "text": text })
    }

    fn cleared_output(message: &Item<'_>, path: Path, text: &str) -> (Path, Value) {
        (Self::TRAITS.output_path(path), cleared_item(message, text))
    }

    fn cleared_value(tool: &str, text: &str) -> Value {
        match tool {
            "shell_call" => shell_chunks(text, None),
            // The blank picture that takes the place of a screenshot counts as nothing.
            "computer_call" => json!(""),
            _ => json!(text),
        }
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        let url = format!("data:{mime};base64,{data}");
        match mime {
            "application/pdf" => {
                Some(json!({ "type": "input_file", "filename": name, "file_data": url }))
            }
            _ if mime.starts_with("image/") => {
                Some(json!({ "type": "input_image", "image_url": url }))
            }
            _ => None,
        }
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let is_camel = is_camel(call.whole);
        let id_key = if is_camel { "callId" } else { "call_id" };
        let id = call.id();
        match call.kind().as_str() {
            "computer_call" => {
                let ending = if is_camel { "result" } else { "output" };
                json!({ "type": format!("computer_call_{ending}"), id_key: id, "output": blank_screenshot(call.whole) })
            }
            "shell_call" => {
                let chunk =
                    json!({ "stdout": "", "stderr": text, "outcome": { "type": "timeout" } });
                json!({ "type": "shell_call_output", id_key: id, "output": [chunk] })
            }
            "apply_patch_call" => {
                json!({ "type": "apply_patch_call_output", id_key: id, "status": "failed", "output": text })
            }
            _ if is_camel => {
                let output = json!({ "type": "text", "text": text });
                json!({ "type": "function_call_result", "callId": id, "name": call.name, "status": "completed", "output": output })
            }
            "custom_tool_call" => {
                json!({ "type": "custom_tool_call_output", "call_id": id, "output": text })
            }
            "local_shell_call" => {
                json!({ "type": "local_shell_call_output", "id": id, "output": text })
            }
            _ => json!({ "type": "function_call_output", "call_id": id, "output": text }),
        }
    }
}

/// A transparent image of one pixel. It takes the place of a computer's screenshot that is cleared:
/// the item must hold an image, and without the item the call would have no output.
pub const BLANK_SCREENSHOT: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/// Types of calls. The host answers each with an item of its own.
const CALLS: [&str; 8] = listed(
    "function_call custom_tool_call shell_call local_shell_call apply_patch_call computer_call \
     tool_search_call mcp_approval_request",
);

/// Types of the items with which the host answers calls.
const OUTPUTS: [&str; 10] = listed(
    "function_call_output function_call_result computer_call_result custom_tool_call_output \
     shell_call_output local_shell_call_output apply_patch_call_output computer_call_output \
     tool_search_output mcp_approval_response",
);

/// Types of items that the provider makes as part of its answer. A tool that the provider runs has
/// its call and result in one item.
const SERVER_ITEMS: [&str; 10] = listed(
    "reasoning mcp_call mcp_list_tools web_search_call file_search_call code_interpreter_call \
     image_generation_call hosted_tool_call program program_output",
);

/// Types of items that neither the user nor the assistant said. They are kept and measured.
const NEUTRAL_ITEMS: [&str; 7] = [
    "compaction",
    "compaction_summary",
    "compaction_trigger",
    "configuration_update",
    "item_reference",
    "additional_tools",
    // What `@openai/agents` does not know: the item itself stands in its `providerData`.
    "unknown",
];

/// The type of an item. A reference to one may be its id alone.
fn kind_of(item: &Item<'_>) -> Option<String> {
    if let Some(kind) = short_string(item, "type") {
        return Some(kind);
    }
    let holds_more = item.any_field(|key, value| key != "id" && !value.is_null());
    let is_reference = item.string("id").is_some() && !holds_more;
    is_reference.then(|| "item_reference".to_owned())
}

fn has_item_blocks(message: &Item<'_>) -> bool {
    const TYPES: [&str; 5] =
        listed("input_text output_text input_image input_file computer_screenshot");
    any_block(message, |block| {
        has_type(block, &TYPES) || block.says("type", "audio") && block.has("audio")
    })
}

/// Returns true for an item of a tool search that the provider ran itself. Its output has no call
/// id and is in the same response.
fn is_hosted_search(item: &Item<'_>) -> bool {
    let is_search = short_string(item, "type").is_some_and(|kind| kind.starts_with("tool_search_"));
    is_search && (item.string("call_id").is_none() || item.says("execution", "server"))
}

/// A picture that the provider made.
fn read_picture<'v>(item: &Item<'v>, data: Item<'v>, emit: Emit<'_, 'v>) {
    // What the model was really asked to draw goes back to it.
    if let Some(prompt) = item.string("revised_prompt") {
        emit(Part::text(Path::ROOT.key("revised_prompt"), prompt));
    }
    let format = short_string(item, "output_format");
    let mime = format!("image/{}", format.as_deref().unwrap_or("png"));
    let media = Media::of(*item, MediaPlace::TopLevel, Some(data), Some(mime));
    emit(Part::new(Path::ROOT.key("result"), Body::Media(media)));
}

fn call<'v>(item: &Item<'v>, args: Option<Item<'v>>) -> Part<'v> {
    // Built-in tools have no name. The type of the item serves as one.
    let body = Body::ToolCall {
        id: call_id(item),
        name: item.first_string(&["name", "type"]),
        args,
        whole: *item,
    };
    Part::new(Path::ROOT, body)
}

fn result<'v>(item: &Item<'v>, output: Option<Item<'v>>, is_error: bool) -> Part<'v> {
    let body = Body::ToolResult {
        id: call_id(item),
        name: item.string("name"),
        output,
        is_error,
        whole: *item,
    };
    Part::new(Path::ROOT, body)
}

fn call_id<'v>(item: &Item<'v>) -> Option<Item<'v>> {
    item.first_string(&["call_id", "callId", "approval_request_id", "id"])
}

fn read_output<'v>(item: &Item<'v>, kind: &str, emit: Emit<'_, 'v>) {
    let output = item.get("output");
    let path = Path::ROOT.key("output");
    let is_error = item.says("status", "failed") || item.is_set("error");
    let is_blank = |output: &Item<'v>| {
        let mut keys = ["image_url", "data"].iter();
        keys.any(|key| output.says(key, BLANK_SCREENSHOT))
    };
    let output = output.filter(|output| !is_blank(output));
    emit(result(item, output, is_error));
    if kind == "tool_search_output"
        && let Some(tools) = item.get("tools")
    {
        emit(Part::opaque(Path::ROOT.key("tools"), tools));
    }
    let media = |block: Item<'v>| read_media(&block, MediaPlace::InOutput).map(Body::Media);
    if let Some(medium) = output.and_then(media) {
        emit(Part::new(path, medium));
    }
    emit_output_media(output, path, emit, media);
}

fn read_block<'v>(block: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let kind = type_of(&block);
    let key = match kind.as_str() {
        "input_text" | "output_text" | "text" => Some("text"),
        "refusal" => Some("refusal"),
        _ => None,
    };
    if let Some(key) = key.filter(|key| block.string(key).is_some()) {
        return emit(text_under(block, path, key));
    }
    if let Some(said) = block.string("transcript") {
        emit(Part::text(path.key("transcript"), said));
    }
    let body = read_media(&block, MediaPlace::TopLevel).map_or(Body::Opaque(block), Body::Media);
    emit(Part { path, body });
}

fn read_media<'v>(block: &Item<'v>, place: MediaPlace) -> Option<Media<'v>> {
    let kind = short_string(block, "type")?;

    let (mime, data) = match kind.as_str() {
        "input_image" | "computer_screenshot" | "image" => {
            let inner = |image: Item<'v>| image.first_string(&["data", "url"]);
            let data = block
                .first_string(&["image_url", "image", "data", "imageUrl"])
                .or_else(|| block.get("image").and_then(inner));
            (mime_of(block, &[], data, "image/*"), data)
        }
        "input_file" | "file" => {
            let data = block.first_string(&["file_data", "file_url", "file", "data"]);
            let name = short_string(block, "filename").unwrap_or_default();
            let is_pdf = name.to_ascii_lowercase().ends_with(".pdf");
            let usual = if is_pdf { "application/pdf" } else { "" };
            (mime_of(block, &[], data, usual), data)
        }
        "input_audio" | "audio" => {
            let audio = block.object("input_audio").unwrap_or(*block);
            let format = short_string(&audio, "format").unwrap_or_else(|| "wav".to_owned());
            (
                Some(format!("audio/{format}")),
                audio.first_string(&["data", "audio"]),
            )
        }
        _ => return None,
    };
    Some(Media::of(*block, place, data, mime))
}

/// The output of a shell call as the item holds it: a list of one chunk with `text` as standard
/// output.
fn shell_chunks(text: &str, outcome: Option<Value>) -> Value {
    json!([{ "stdout": text, "stderr": "", "outcome": outcome.unwrap_or_else(|| json!({ "type": "exit", "exit_code": 0 })) }])
}

/// Whether an item is one of `@openai/agents`, in camelCase.
fn is_camel(item: &Item<'_>) -> bool {
    item.has("callId")
}

/// The output of a computer's call without its picture.
fn blank_screenshot(item: &Item<'_>) -> Value {
    let key = if is_camel(item) { "data" } else { "image_url" };
    json!({ "type": "computer_screenshot", key: BLANK_SCREENSHOT })
}

/// The value that takes the place of a cleared output, in the shape that the type of the item
/// requires.
fn cleared_item(item: &Item<'_>, text: &str) -> Value {
    if has_type(item, &["computer_call_output", "computer_call_result"]) {
        return blank_screenshot(item);
    }
    if item.says("type", "shell_call_output") {
        let told = item
            .get("output")
            .and_then(|output| output.at(0)?.get("outcome")?.to_value().ok());
        let camel = is_camel(item).then(|| json!({ "type": "exit", "exitCode": 0 }));
        return shell_chunks(text, told.or(camel));
    }
    Value::String(text.to_owned())
}
