//! Gemini `Content[]`. Keys are read in camelCase and in snake_case at every level, because the
//! Python SDK mixes them.

use super::prelude::*;

/// Gemini.
#[derive(Debug)]
pub struct Gemini;

impl MessageFormat for Gemini {
    const TRAITS: Traits = Traits {
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
        result_keys: &["functionResponse", "function_response"],
        dangling: "the number of function response parts must equal the number of function call parts of the function call turn: no response to `{name}`",
        orphan: "function response turn must come immediately after a function call turn",
        outputs: &[
            &["functionResponse", "response"],
            &["function_response", "response"],
        ],
        id_holders: &[
            "functionCall",
            "function_call",
            "functionResponse",
            "function_response",
        ],
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

    fn read<'v>(message: &Item<'v>, _role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        if !message.has("parts") {
            // `{role, content: "..."}` in a Gemini list is not the provider's shape. It is read as
            // text all the same.
            if let Some(text) = message.string("content") {
                emit(Part::text(Path::ROOT.key("content"), text));
            }
            return Ok(());
        }
        let (mut read, mut budget) = (Ok(()), Budget::default());
        let parts = message.get("parts");
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
        const ASKING: [&str; 2] = ["adk_request_confirmation", "adk_request_credential"];
        let parts = message.list("parts");
        let calls = parts.iter().flat_map(Item::items);
        calls
            .filter_map(|part| part.first(&CALL))
            .filter(|call| call.says_one("name", &ASKING))
            .filter_map(|call| call.get("id"))
            .for_each(emit);
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
        let Some(parts) = message.list("parts") else {
            return false;
        };
        let is_own =
            |part: Item<'_>| part.is_string() || part.is_empty() || part.has_any(&PART_KEYS);
        (parts.is_empty() || parts.items().any(is_own))
            && parts
                .items()
                .all(|part| part.first_string(&TYPE_KEYS).is_none())
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
        json!({ (if call.whole.has("function_call") { "function_response" } else { "functionResponse" }): response })
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

/// The keys of media, of calls and of results, in both spellings.
const MEDIA: [&str; 4] = ["inlineData", "inline_data", "fileData", "file_data"];
const CALL: [&str; 2] = ["functionCall", "function_call"];
const RESPONSE: [&str; 2] = ["functionResponse", "function_response"];

fn read_part<'v>(
    part: Item<'v>,
    path: Path,
    place: MediaPlace,
    budget: &mut Budget,
    emit: Emit<'_, 'v>,
) -> Result<()> {
    let object = |key: &&'static str| Some((*key, part.object(key)?));
    let media: Vec<_> = MEDIA.iter().filter_map(object).collect();
    let (call, response) = (
        CALL.iter().find_map(object),
        RESPONSE.iter().find_map(object),
    );
    let text = part.string("text");
    let is_media = !media.is_empty() || response.is_some();
    // A caption beside nested media belongs to the tool result. It is not the user's text.
    let is_caption = place != MediaPlace::TopLevel && !is_media;
    if part.is_string() && !is_caption {
        emit(Part::text(path, part));
        return Ok(());
    }
    if is_caption || !(is_media || text.is_some() || call.is_some()) {
        emit(Part::opaque(path, part));
        return Ok(());
    }
    if let Some(content) = text {
        let path = path.key("text");
        emit(if part.is_set("thought") {
            let signed = part.any_set(&["thoughtSignature", "thought_signature"]);
            Part::thought(path, content, signed)
        } else {
            Part::text(path, content)
        });
    }
    let beside_text = text.is_some();
    for (key, medium) in media {
        let data = medium.get("data").filter(Item::is_data);
        let mime = short_string(&medium, "mimeType").or_else(|| short_string(&medium, "mime_type"));
        let body = Body::Media(Media {
            beside_text,
            ..Media::of(part, place, data, mime)
        });
        emit(Part::new(
            if beside_text { path.key(key) } else { path },
            body,
        ));
    }
    if let Some((_, call)) = call {
        emit(Part::new(
            path,
            Body::call(&call, ["id", "name", "args"], part),
        ));
    }
    if let Some((key, response)) = response {
        read_response(part, response, path.key(key), path, budget, emit)?;
    }
    Ok(())
}

fn read_response<'v>(
    part: Item<'v>,
    response: Item<'v>,
    at: Path,
    path: Path,
    budget: &mut Budget,
    emit: Emit<'_, 'v>,
) -> Result<()> {
    let output = response.get("response");
    let is_error = output.is_some_and(|output| output.known("error").is_some());
    let body = Body::result(&response, ["id", "name", "response"], is_error, part);
    emit(Part { path, body });
    if let Some(output) = output.filter(Item::is_object) {
        for key in ["content", "output", "result"] {
            if let Some(blocks) = output.list(key) {
                read_mcp_blocks(&blocks, at.key("response").key(key), emit);
            }
        }
    }
    let (mut read, place) = (Ok(()), MediaPlace::BesideOutput);
    let parts = response.list("parts");
    read_list(parts, at.key("parts"), emit, |nested, path, emit| {
        if read.is_ok() {
            read = budget.inside(|budget| read_part(nested, path, place, budget, emit));
        }
    });
    read
}
