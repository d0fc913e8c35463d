//! Gemini `Content[]`. Keys are read in camelCase and in snake_case at every level, because the Python SDK mixes them.

use super::{read_mcp_blocks, short_string, string_view};
use crate::error::Result;
use crate::host::path::Path;
use crate::host::view::{too_deep, Kind, View, ViewExt, MAX_DEPTH};
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{json, Value};

/// The fields of one Gemini part, each under either spelling.
struct Fields<V> {
    text: Option<V>,
    thought: bool,
    signed: bool,
    media: Vec<(&'static str, V)>,
    call: Option<V>,
    response: Option<(&'static str, V)>,
    known: bool,
}

impl<V: View> Fields<V> {
    fn of(part: &V) -> Self {
        let mut fields = Self { text: None, thought: false, signed: false, media: Vec::new(), call: None, response: None, known: false };
        part.for_each(&mut |key, value| {
            let Some(key) = key else { return };
            match (key.name, value.kind()) {
                ("text", Kind::String) => fields.text = Some(value),
                ("thought", _) => fields.thought = value.is_truthy(),
                ("thoughtSignature" | "thought_signature", _) => fields.signed = value.is_truthy(),
                ("inlineData", Kind::Object) => fields.media.push(("inlineData", value)),
                ("inline_data", Kind::Object) => fields.media.push(("inline_data", value)),
                ("fileData", Kind::Object) => fields.media.push(("fileData", value)),
                ("file_data", Kind::Object) => fields.media.push(("file_data", value)),
                ("functionCall" | "function_call", Kind::Object) => fields.call = Some(value),
                ("functionResponse", Kind::Object) => fields.response = Some(("functionResponse", value)),
                ("function_response", Kind::Object) => fields.response = Some(("function_response", value)),
                _ => {}
            }
        });
        fields.known = fields.text.is_some() || !fields.media.is_empty() || fields.call.is_some() || fields.response.is_some();
        fields
    }
}

pub(crate) fn read<V: View>(message: &V, emit: &mut dyn FnMut(Part<V>)) -> Result<()> {
    let mut depth_exceeded = false;
    let Some(parts) = message.get("parts") else {
        // `{role, content: "..."}` in a Gemini list is not the provider's shape. It is read as text all the same.
        if let Some(text) = string_view(message, "content") {
            emit(Part { path: Path::ROOT.key("content"), body: Body::Text(text) });
        }
        return Ok(());
    };
    let path = Path::ROOT.key("parts");
    let mut index = 0;
    parts.for_each(&mut |_, part| {
        read_part(part, path.index(index), 0, emit, &mut depth_exceeded);
        index += 1;
    });
    if depth_exceeded {
        return Err(too_deep().under("parts"));
    }
    Ok(())
}

fn read_part<V: View>(part: V, path: Path, depth: usize, emit: &mut dyn FnMut(Part<V>), depth_exceeded: &mut bool) {
    if *depth_exceeded || depth > MAX_DEPTH {
        *depth_exceeded = true;
        return;
    }
    let place = if depth > 0 { MediaPlace::BesideOutput } else { MediaPlace::TopLevel };
    if place != MediaPlace::TopLevel && !holds_media(&part) {
        // A caption beside nested media belongs to the tool result. It is not the user's text.
        return emit(Part { path, body: Body::Opaque(part) });
    }
    if part.kind() == Kind::String {
        return emit(Part { path, body: Body::Text(part) });
    }
    let fields = Fields::of(&part);
    if !fields.known {
        return emit(Part { path, body: Body::Opaque(part) });
    }
    let beside_text = fields.text.is_some();
    if let Some(text) = fields.text {
        let body = if fields.thought { Body::Thought { content: text, signed: fields.signed } } else { Body::Text(text) };
        emit(Part { path: path.key("text"), body });
    }
    for (key, data) in fields.media {
        let mime = short_string(&data, "mimeType").or_else(|| short_string(&data, "mime_type"));
        let inline = data.get("data").filter(|data| matches!(data.kind(), Kind::String | Kind::Bytes));
        let media = Media { mime, data: inline, place, beside_text, whole: part.clone() };
        emit(Part { path: if beside_text { path.key(key) } else { path }, body: Body::Media(media) });
    }
    if let Some(call) = fields.call {
        let body = Body::ToolCall { id: string_view(&call, "id"), name: string_view(&call, "name"), args: call.get("args"), whole: part.clone() };
        emit(Part { path, body });
    }
    if let Some((key, response)) = fields.response {
        read_response(part, response, path.key(key), path, depth, emit, depth_exceeded);
    }
}

fn holds_media<V: View>(part: &V) -> bool {
    ["inlineData", "inline_data", "fileData", "file_data", "functionResponse", "function_response"].iter().any(|key| part.get(key).is_some())
}

fn read_response<V: View>(part: V, response: V, at: Path, path: Path, depth: usize, emit: &mut dyn FnMut(Part<V>), depth_exceeded: &mut bool) {
    let output = response.get("response");
    let is_error = output.as_ref().and_then(|output| output.get("error")).is_some_and(|error| error.kind() != Kind::Null);
    emit(Part {
        path,
        body: Body::ToolResult {
            id: string_view(&response, "id"),
            name: string_view(&response, "name"),
            output: output.clone(),
            is_error,
            whole: part,
        },
    });
    if let Some(output) = output.filter(|output| output.kind() == Kind::Object) {
        for key in ["content", "output", "result"] {
            if let Some(blocks) = output.get(key).filter(|blocks| blocks.kind() == Kind::Array) {
                read_mcp_blocks(&blocks, at.key("response").key(key), emit);
            }
        }
    }
    if let Some(parts) = response.get("parts") {
        let mut index = 0;
        parts.for_each(&mut |_, nested| {
            read_part(nested, at.key("parts").index(index), depth + 1, emit, depth_exceeded);
            index += 1;
        });
    }
}

pub(crate) fn text_message(role: Role, text: &str) -> Value {
    let role = if role == Role::Assistant { "model" } else { "user" };
    json!({ "role": role, "parts": [{ "text": text }] })
}
