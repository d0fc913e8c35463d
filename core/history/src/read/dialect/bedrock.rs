//! Bedrock Converse, which Strands uses unchanged. The only key of a block says what it is. Media
//! may be raw bytes.

use super::prelude::*;

/// Bedrock Converse.
#[derive(Debug)]
pub struct Bedrock;

impl MessageFormat for Bedrock {
    const TRAITS: Traits = Traits {
        binds_prefix: BoundBy::UnknownModels,
        results: ResultForm::PartOfUser,
        result_keys: &["toolResult"],
        dangling: "Expected toolResult blocks for the following Ids: {id}",
        orphan: "The number of toolResult blocks exceeds the number of toolUse blocks of previous turn: {id}",
        outputs: &[&["toolResult", "content"]],
        id_key: "toolUseId",
        id_holders: &["toolUse", "toolResult"],
        rules: Rules {
            placement: Placement::NextMessage,
            first_user: true,
            alternate: true,
            unique_ids: true,
            tool_role: false,
            system_beside: true,
            empty: Emptiness::Blank,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises<'v>(message: &Item<'v>) -> bool {
        let is_foreign =
            |block: &Item<'v>| block.any_field(|key, _| acts(key) && !BLOCKS.contains(&key));
        !any_block(message, is_foreign)
            && any_block(message, |block| {
                !block.has("type") && (block.string("text").is_some() || block.has_any(&BLOCKS))
            })
    }

    /// Others name texts and media by their only key too.
    fn is_shared(message: &Item<'_>) -> bool {
        !any_block(message, |block| block.has_any(&BLOCKS[..6]))
    }

    fn read_part<'v>(block: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        if block.string("text").is_some() {
            return emit(text_under(block, path, "text"));
        }
        if let Some(call) = block.object("toolUse") {
            let body = Body::call(&call, ["toolUseId", "name", "input"], block);
            return emit(Part { path, body });
        }
        if let Some(result) = block.object("toolResult") {
            return read_result(block, result, path, emit);
        }
        if let Some(reasoning) = block.object("reasoningContent") {
            let signed = reasoning.is_set("redactedContent")
                || reasoning
                    .get("reasoningText")
                    .is_some_and(|text| text.is_set("signature"));
            return emit(Part::thought(path, block, signed));
        }
        if block.has("cachePoint") {
            // A mark for the provider's cache. It is no content; it stays in the message.
            return;
        }
        let body =
            read_media(&block, MediaPlace::TopLevel).map_or(Body::Opaque(block), Body::Media);
        emit(Part { path, body });
    }

    fn text_message(role: Role, text: &str) -> Value {
        json!({ "role": if role == Role::Assistant { "assistant" } else { "user" }, "content": [{ "text": text }] })
    }

    fn text_part(text: &str) -> Value {
        json!({ "text": text })
    }

    fn cleared_value(_tool: &str, text: &str) -> Value {
        json!([{ "text": text }])
    }

    /// The bytes are base64, as in the JSON of the API. SDKs that take raw bytes want them decoded.
    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        let source = json!({ "bytes": data });
        Some(match mime {
            "image/png" | "image/jpeg" | "image/gif" | "image/webp" => {
                json!({ "image": { "format": &mime["image/".len()..], "source": source } })
            }
            "video/mp4" | "video/webm" => {
                json!({ "video": { "format": &mime["video/".len()..], "source": source } })
            }
            // The provider warns of names that could be read as instructions, and refuses most
            // signs in them.
            "application/pdf" => {
                json!({ "document": { "format": "pdf", "name": "document", "source": source } })
            }
            _ => return None,
        })
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        json!({ "toolResult": { "toolUseId": call.id(), "content": [{ "text": text }] } })
    }
}

/// The keys that name the blocks of Converse, in addition to `text`. The last four contain media.
const BLOCKS: [&str; 10] = listed(
    "toolUse toolResult reasoningContent cachePoint guardContent citationsContent image video \
     audio document",
);

fn read_result<'v>(block: Item<'v>, result: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let output = result.get("content");
    let is_error = result.says("status", "error");
    let body = Body::ToolResult {
        id: result.string("toolUseId"),
        name: None,
        output,
        is_error,
        whole: block,
    };
    emit(Part { path, body });
    let path = path.key("toolResult").key("content");
    emit_output_media(output, path, emit, |block| {
        read_media(&block, MediaPlace::InOutput).map(Body::Media)
    });
}

/// Reads an `image`, `document`, `video` or `audio`, whose type is a bare format (`png`, `pdf`). `None` for
/// a document that holds text: it costs its length.
fn read_media<'v>(block: &Item<'v>, place: MediaPlace) -> Option<Media<'v>> {
    let (family, medium) = BLOCKS[6..]
        .iter()
        .find_map(|key| Some((*key, block.object(key)?)))?;
    let source = medium.get("source");
    if source.is_some_and(|source| source.has_any(&["text", "content"])) {
        return None;
    }
    let format = short_string(&medium, "format").map(|format| format.to_ascii_lowercase());
    let mime = match (family, format.as_deref()) {
        ("document", Some("pdf")) => Some("application/pdf".to_owned()),
        ("document", Some(format)) => Some(format!("text/{format}")),
        ("document", None) => None,
        (family, format) => Some(format!("{family}/{}", format.unwrap_or("*"))),
    };
    let data = source
        .and_then(|source| source.get("bytes"))
        .filter(|data| data.is_data());
    Some(Media::of(*block, place, data, mime))
}
