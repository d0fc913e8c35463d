//! Gemini `Content[]`. Keys are read in camelCase and in snake_case at every level, because the
//! Python SDK mixes them.

use super::blocks::{read_list, read_mcp_blocks, set_wrapped, short_string, string_view};
use super::traits::{BoundBy, CallSignature, Emptiness, Placement, ResultForm, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Budget, Item, Kind};
use crate::host::listed::listed;
use crate::host::path::Path;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// Gemini.
#[derive(Debug)]
pub struct Gemini;

impl MessageFormat for Gemini {
    const TRAITS: Traits = Traits {
        order: 2,
        // Gemini accepted the calls of one turn in two messages when tried.
        joins_turns: true,
        // Gemini signs each step of a loop by itself.
        binds_thoughts: false,
        // A signature stands on the call that follows the thought, which must keep it.
        binds_prefix: BoundBy::NoModel,
        // Source: ai.google.dev/gemini-api/docs/thought-signatures.
        call_signature: Some(CallSignature {
            keys: [
                ("functionCall", "thoughtSignature"),
                ("function_call", "thought_signature"),
            ],
            unchecked: "skip_thought_signature_validator",
        }),
        binds_names: true,
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfUser,
        outputs_are_objects: true,
        // Gemini refuses text in `functionResponse.parts`.
        media_beside_outputs_only: true,
        rules: Rules {
            placement: Placement::NextMessage,
            first_user: true,
            needs_ids: false,
            needs_role: false,
            system_beside: true,
            empty: Emptiness::Parts,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        let Some(parts) = message.get("parts") else {
            // `{role, content: "..."}` in a Gemini list is not the provider's shape. It is read as
            // text all the same.
            if let Some(text) = string_view(message, "content") {
                emit(Part::text(Path::ROOT.key("content"), text));
            }
            return Ok(());
        };
        let (mut read, mut budget) = (Ok(()), Budget::default());
        read_list(parts, Path::ROOT.key("parts"), emit, |part, path, emit| {
            if read.is_ok() {
                read = read_part(part, path, MediaPlace::TopLevel, &mut budget, emit);
            }
        });
        read.map_err(|error| error.under("parts"))
    }

    /// ADK asks a person by a call of its own, which it leaves out of what it sends. Source:
    /// google/adk-python, `flows/llm_flows/functions.py`, 2026-11.
    fn approvals<'v>(message: &Item<'v>, emit: &mut dyn FnMut(Item<'v>)) {
        let Some(parts) = message.get("parts") else {
            return;
        };
        parts.each_item(|_, part| {
            let call = part
                .get("functionCall")
                .or_else(|| part.get("function_call"));
            let asks = call.as_ref().and_then(|call| call.get("name"));
            if asks.is_some_and(|name| {
                name.is_str("adk_request_confirmation") || name.is_str("adk_request_credential")
            }) {
                call.and_then(|call| call.get("id"))
                    .into_iter()
                    .for_each(&mut *emit);
            }
        });
    }

    fn text_message(role: Role, text: &str) -> Value {
        let role = if role == Role::Assistant {
            "model"
        } else {
            "user"
        };
        json!({ "role": role, "parts": [{ "text": text }] })
    }

    /// Others have a list of parts too. Gemini's parts have no type of their own: their keys say
    /// what they are.
    fn recognises(message: &Item<'_>) -> bool {
        let Some(parts) = message
            .get("parts")
            .filter(|parts| parts.kind() == Kind::Array)
        else {
            return false;
        };
        let (mut own, mut typed) = (parts.is_empty(), false);
        parts.for_each(&mut |_, part| {
            own |= part.kind() == Kind::String
                || part.is_empty()
                || PART_KEYS.iter().any(|key| part.get(key).is_some());
            typed |= TYPE_KEYS.iter().any(|key| {
                part.get(key)
                    .is_some_and(|kind| kind.kind() == Kind::String)
            });
        });
        own && !typed
    }

    fn text_part(text: &str) -> Value {
        json!({ "text": text })
    }

    /// Inside the output of a result, blocks have MCP's shape and not Gemini's.
    fn media_text(_message: &Item<'_>, _path: Path, in_output: bool, text: &str) -> Value {
        if in_output {
            return json!({ "type": "text", "text": text });
        }
        Self::text_part(text)
    }

    fn output_path(path: Path) -> Path {
        path.key("functionResponse").key("response")
    }

    fn other_output_path(path: Path) -> Option<Path> {
        Some(path.key("function_response").key("response"))
    }

    fn cleared_value(_tool: &str, text: &str) -> Value {
        json!({ "output": text })
    }

    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        Some(json!({ "inlineData": { "mimeType": mime, "data": data } }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let mut response = Map::new();
        if let Some(id) = &call.id {
            response.insert("id".to_owned(), json!(id));
        }
        response.insert("name".to_owned(), json!(call.name));
        response.insert("response".to_owned(), json!({ "output": text }));
        json!({ (if call.whole.get("function_call").is_some() { "function_response" } else { "functionResponse" }): response })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        set_wrapped(
            part,
            &[
                "functionCall",
                "function_call",
                "functionResponse",
                "function_response",
            ],
            "id",
            id,
        );
    }

    fn is_result_block(block: &Value) -> bool {
        block.get("functionResponse").is_some() || block.get("function_response").is_some()
    }

    fn dangling(_id: &str, name: &str) -> String {
        format!(
            "the number of function response parts must equal the number of function call parts of the function call turn: no response to `{name}`"
        )
    }

    fn orphan(_id: &str) -> String {
        "function response turn must come immediately after a function call turn".to_owned()
    }
}

/// The keys that say what a part is. Source: the `Part` of the Gemini API, in both spellings, and
/// what its Python SDK adds.
const PART_KEYS: [&str; 21] = listed(
    "text thought thoughtSignature thought_signature inlineData inline_data fileData file_data \
     functionCall function_call functionResponse function_response executableCode \
     executable_code codeExecutionResult code_execution_result toolCall tool_call toolResponse \
     tool_response videoMetadata",
);
/// Keys by which the parts of other dialects say what they are.
const TYPE_KEYS: [&str; 3] = ["type", "kind", "part_kind"];

/// The fields of one Gemini part, each under either spelling.
struct GeminiPart<'v> {
    text: Option<Item<'v>>,
    thought: bool,
    signed: bool,
    media: Vec<(&'static str, Item<'v>)>,
    call: Option<Item<'v>>,
    response: Option<(&'static str, Item<'v>)>,
    known: bool,
}

impl<'v> GeminiPart<'v> {
    fn of(part: &Item<'v>) -> Self {
        let mut fields = Self {
            text: None,
            thought: false,
            signed: false,
            media: Vec::new(),
            call: None,
            response: None,
            known: false,
        };
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
                ("functionResponse", Kind::Object) => {
                    fields.response = Some(("functionResponse", value))
                }
                ("function_response", Kind::Object) => {
                    fields.response = Some(("function_response", value))
                }
                _ => {}
            }
        });
        fields.known = fields.text.is_some()
            || !fields.media.is_empty()
            || fields.call.is_some()
            || fields.response.is_some();
        fields
    }
}

fn read_part<'v>(
    part: Item<'v>,
    path: Path,
    place: MediaPlace,
    budget: &mut Budget,
    emit: &mut dyn FnMut(Part<'v>),
) -> Result<()> {
    if place != MediaPlace::TopLevel && !holds_media(&part) {
        // A caption beside nested media belongs to the tool result. It is not the user's text.
        emit(Part::opaque(path, part));
        return Ok(());
    }
    if part.kind() == Kind::String {
        emit(Part::text(path, part));
        return Ok(());
    }
    let fields = GeminiPart::of(&part);
    if !fields.known {
        emit(Part::opaque(path, part));
        return Ok(());
    }
    let beside_text = fields.text.is_some();
    if let Some(content) = fields.text {
        let path = path.key("text");
        emit(if fields.thought {
            let signed = fields.signed;
            let body = Body::Thought { content, signed };
            Part { path, body }
        } else {
            Part::text(path, content)
        });
    }
    for (key, data) in fields.media {
        let mime = short_string(&data, "mimeType").or_else(|| short_string(&data, "mime_type"));
        let is_inline = |data: &Item<'v>| matches!(data.kind(), Kind::String | Kind::Bytes);
        let body = Body::Media(Media {
            mime,
            data: data.get("data").filter(is_inline),
            place,
            beside_text,
            whole: part,
        });
        let path = if beside_text { path.key(key) } else { path };
        emit(Part { path, body });
    }
    if let Some(call) = fields.call {
        let body = Body::ToolCall {
            id: string_view(&call, "id"),
            name: string_view(&call, "name"),
            args: call.get("args"),
            whole: part,
        };
        emit(Part { path, body });
    }
    if let Some((key, response)) = fields.response {
        read_response(part, response, path.key(key), path, budget, emit)?;
    }
    Ok(())
}

fn holds_media(part: &Item<'_>) -> bool {
    [
        "inlineData",
        "inline_data",
        "fileData",
        "file_data",
        "functionResponse",
        "function_response",
    ]
    .iter()
    .any(|key| part.get(key).is_some())
}

fn read_response<'v>(
    part: Item<'v>,
    response: Item<'v>,
    at: Path,
    path: Path,
    budget: &mut Budget,
    emit: &mut dyn FnMut(Part<'v>),
) -> Result<()> {
    let output = response.get("response");
    let is_error = output
        .as_ref()
        .and_then(|output| output.get("error"))
        .is_some_and(|error| error.kind() != Kind::Null);
    emit(Part {
        path,
        body: Body::ToolResult {
            id: string_view(&response, "id"),
            name: string_view(&response, "name"),
            output,
            is_error,
            whole: part,
        },
    });
    if let Some(output) = output.filter(|output| output.kind() == Kind::Object) {
        for key in ["content", "output", "result"] {
            if let Some(blocks) = output
                .get(key)
                .filter(|blocks| blocks.kind() == Kind::Array)
            {
                read_mcp_blocks(&blocks, at.key("response").key(key), emit);
            }
        }
    }
    let mut read = Ok(());
    if let Some(parts) = response
        .get("parts")
        .filter(|parts| parts.kind() == Kind::Array)
    {
        let place = MediaPlace::BesideOutput;
        read_list(parts, at.key("parts"), emit, |nested, path, emit| {
            if read.is_ok() {
                read = budget.inside(|budget| read_part(nested, path, place, budget, emit));
            }
        });
    }
    read
}
