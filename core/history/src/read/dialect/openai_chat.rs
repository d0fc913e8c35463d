//! OpenAI chat completions, and the many servers and libraries that use the same shape.

use super::prelude::*;

/// OpenAI chat completions.
#[derive(Debug)]
pub struct OpenaiChat;

impl MessageFormat for OpenaiChat {
    const TRAITS: Traits = Traits {
        media_beside_outputs_only: true,
        dangling: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': no response to {id}",
        orphan: "messages with role 'tool' must be a response to a preceding message with 'tool_calls': {id}",
        other_ids: &[("role", "tool_call_id"), ("content", "tool_call_id")],
        rules: Rules {
            beside_content: &["refusal", "audio"],
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    /// Whether a message is clearly OpenAI chat. The role `developer` does not show it, because
    /// OpenAI Responses has that role too.
    fn recognises(message: &Item<'_>) -> bool {
        (message.has("role") && (message.has_any(&CALL_KEYS) || message.object("audio").is_some()))
            || message.says_one("role", &["tool", "function"])
            || message.string("refusal").is_some()
            || any_block(message, |block| {
                has_type(block, &["image_url", "input_audio", "file", "refusal"])
            })
    }

    /// Many libraries write `file` blocks, and results under the role `tool`.
    fn is_shared(message: &Item<'_>) -> bool {
        !message.has_any(&CALL_KEYS)
            && !any_block(message, |block| {
                has_type(block, &["image_url", "input_audio", "refusal"])
            })
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        read_reasoning(message, emit);
        let content = message.get("content");
        let is_result = role == Role::Tool;
        if is_result {
            let keys = ["tool_call_id", "name", "content"];
            emit(Part::new(
                Path::ROOT,
                Body::result(message, keys, false, *message),
            ));
        }
        let path = Path::ROOT.key("content");
        match content {
            Some(text) if text.is_string() && !is_result => emit(Part::text(path, text)),
            // What else a tool message holds is its result, which was emitted before.
            Some(other) if is_result && !other.is_list() => {}
            blocks => read_list(blocks, path, emit, |block, path, emit| {
                read_block(block, path, is_result, emit);
            }),
        }
        let (images, path) = (message.get("images"), Path::ROOT.key("images"));
        read_list(images, path, emit, |image, path, emit| {
            emit(Part::new(path, Body::Media(beside(image))));
        });
        if let Some(refusal) = message.string("refusal") {
            emit(Part::text(Path::ROOT.key("refusal"), refusal));
        }
        // The words of an answer that was spoken. The request names the sound by its id.
        let audio = message.get("audio");
        if let Some(said) = audio.and_then(|audio| audio.string("transcript")) {
            emit(Part::text(Path::ROOT.key("audio").key("transcript"), said));
        }
        let (calls, path) = (message.get("tool_calls"), Path::ROOT.key("tool_calls"));
        read_list(calls, path, emit, |call, path, emit| {
            emit(Part::new(path, read_call(&call, call.get("function"))));
        });
        // Before `tool_calls` there was `function_call`: one call, without an id.
        if let Some(call) = message.object("function_call") {
            emit(Part::new(
                Path::ROOT.key("function_call"),
                read_call(&call, Some(call)),
            ));
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
}

/// The keys of calls, and of what says which call a message answers.
const CALL_KEYS: [&str; 3] = ["tool_calls", "tool_call_id", "function_call"];

/// Returns an image that libraries and local servers keep in a field next to the content: its data
/// or its URL, or an object that contains one. No placeholder replaces it when it is removed.
fn beside<'v>(image: Item<'v>) -> Media<'v> {
    let data = ["content", "data", "url"]
        .iter()
        .find_map(|key| image.known(key));
    let mime = mime_of(&image, &["mime_type"], None, "image/*");
    let data = data.or(Some(image));
    Media::of(image, MediaPlace::BesideOutput, data, mime)
}

/// Fields in which libraries and routers keep thinking blocks of another provider, which are sent
/// back unchanged: LiteLLM's `thinking_blocks`, OpenRouter's `reasoning_details`.
const REASONING_BLOCKS: [&str; 2] = ["thinking_blocks", "reasoning_details"];
/// Fields in which servers return the reasoning as one string: DeepSeek and others, vLLM and
/// OpenRouter.
const REASONING_TEXTS: [&str; 2] = ["reasoning_content", "reasoning"];

/// Emits the reasoning of a message. If it has both blocks and a string, the string repeats the
/// blocks, and only the blocks are read.
fn read_reasoning<'v>(message: &Item<'v>, emit: Emit<'_, 'v>) {
    for key in REASONING_BLOCKS {
        let Some(blocks) = message.list(key).filter(|blocks| !blocks.is_empty()) else {
            continue;
        };
        blocks.each_item(|index, block| {
            // `data` is a thought that the provider encrypted.
            let signed = block.any_set(&["signature", "data"]);
            emit(Part::thought(
                Path::ROOT.key(key).index(index),
                block,
                signed,
            ));
        });
        return;
    }
    let text = |key: &'static str| Some((key, message.string(key)?));
    if let Some((key, text)) = REASONING_TEXTS.into_iter().find_map(text) {
        emit(Part::thought(Path::ROOT.key(key), text, false));
    }
}

fn read_call<'v>(call: &Item<'v>, function: Option<Item<'v>>) -> Body<'v> {
    // A call of a custom tool has `custom: {name, input}`; a call of a function tool has `function:
    // {name, arguments}`.
    let function = function.or_else(|| call.get("custom"));
    Body::ToolCall {
        id: call.string("id"),
        name: function.and_then(|function| function.string("name")),
        args: function.and_then(|function| function.first(&["arguments", "input"])),
        whole: *call,
    }
}

fn read_block<'v>(block: Item<'v>, path: Path, nested: bool, emit: Emit<'_, 'v>) {
    let kind = type_of(&block);
    let of_data = |data: Option<Item<'v>>, usual| (mime_of(&block, &[], data, usual), data);
    let held = block.get(&kind);
    let medium = match kind.as_str() {
        "text" if !nested && block.string("text").is_some() => {
            return emit(text_under(block, path, "text"));
        }
        "image_url" => held.map(|image| of_data(string_or_under(image, "url"), "image/*")),
        "input_audio" => held.map(|audio| {
            let format = short_string(&audio, "format").unwrap_or_else(|| "wav".to_owned());
            (Some(format!("audio/{format}")), audio.string("data"))
        }),
        "file" => held.map(|file| of_data(file.string("file_data"), "")),
        _ => None,
    };
    let place = MediaPlace::of_block(nested);
    let medium = match medium {
        Some((mime, data)) => Some(Media::of(block, place, data, mime)),
        None => read_foreign_media(&block, &kind, place),
    };
    match medium {
        Some(medium) => emit(Part::new(path, Body::Media(medium))),
        // Text blocks inside a tool result are part of its output, which was emitted before.
        None if nested => {}
        None => emit(Part::opaque(path, block)),
    }
}
