//! Bedrock Converse, which Strands uses unchanged. The only key of a block says what it is. Media
//! may be raw bytes.

use super::blocks::{acts, any_block, read_content, set_wrapped, short_string, string_view};
use super::traits::{BoundBy, Emptiness, Placement, ResultForm, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::listed::listed;
use crate::host::path::Path;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// Bedrock Converse.
#[derive(Debug)]
pub struct Bedrock;

impl MessageFormat for Bedrock {
    const TRAITS: Traits = Traits {
        order: 6,
        binds_prefix: BoundBy::UnknownModels,
        results: ResultForm::PartOfUser,
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
        let is_foreign = |block: &Item<'v>| {
            let mut is_foreign = false;
            block.for_each(&mut |key, _| {
                is_foreign |= key.is_some_and(|key| acts(key.name) && !BLOCKS.contains(&key.name));
            });
            is_foreign
        };
        !any_block(message, is_foreign)
            && any_block(message, |block| {
                block.get("type").is_none()
                    && (string_view(block, "text").is_some()
                        || BLOCKS.iter().any(|key| block.get(key).is_some()))
            })
    }

    /// Others name texts and media by their only key too.
    fn is_shared(message: &Item<'_>) -> bool {
        !any_block(message, |block| {
            BLOCKS[..6].iter().any(|key| block.get(key).is_some())
        })
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        read_content(message, read_block, emit);
        Ok(())
    }

    fn text_message(role: Role, text: &str) -> Value {
        json!({ "role": if role == Role::Assistant { "assistant" } else { "user" }, "content": [{ "text": text }] })
    }

    fn text_part(text: &str) -> Value {
        json!({ "text": text })
    }

    fn output_path(path: Path) -> Path {
        path.key("toolResult").key("content")
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

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        set_wrapped(part, &["toolUse", "toolResult"], "toolUseId", id);
    }

    fn is_result_block(block: &Value) -> bool {
        block.get("toolResult").is_some()
    }

    fn dangling(id: &str, _name: &str) -> String {
        format!("Expected toolResult blocks for the following Ids: {id}")
    }

    fn orphan(id: &str) -> String {
        format!(
            "The number of toolResult blocks exceeds the number of toolUse blocks of previous turn: {id}"
        )
    }
}

/// The keys that name the blocks of Converse, in addition to `text`. The last four contain media.
const BLOCKS: [&str; 10] = listed(
    "toolUse toolResult reasoningContent cachePoint guardContent citationsContent image video \
     audio document",
);

fn read_block<'v>(block: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    if let Some(text) = string_view(&block, "text") {
        return emit(Part::text(path.key("text"), text));
    }
    if let Some(call) = object(&block, "toolUse") {
        let body = Body::ToolCall {
            id: string_view(&call, "toolUseId"),
            name: string_view(&call, "name"),
            args: call.get("input"),
            whole: block,
        };
        return emit(Part { path, body });
    }
    if let Some(result) = object(&block, "toolResult") {
        return read_result(block, result, path, emit);
    }
    if let Some(reasoning) = object(&block, "reasoningContent") {
        let signed = reasoning
            .get("redactedContent")
            .is_some_and(|sealed| sealed.is_truthy())
            || reasoning
                .get("reasoningText")
                .and_then(|text| text.get("signature"))
                .is_some_and(|signature| signature.is_truthy());
        return emit(Part {
            path,
            body: Body::Thought {
                content: block,
                signed,
            },
        });
    }
    if block.get("cachePoint").is_some() {
        // A mark for the provider's cache. It is no content; it stays in the message.
        return;
    }
    let body = read_media(&block, MediaPlace::TopLevel).map_or(Body::Opaque(block), Body::Media);
    emit(Part { path, body });
}

fn object<'v>(block: &Item<'v>, key: &str) -> Option<Item<'v>> {
    block.get(key).filter(|value| value.kind() == Kind::Object)
}

fn read_result<'v>(block: Item<'v>, result: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let output = result.get("content");
    let is_error = result
        .get("status")
        .is_some_and(|status| status.is_str("error"));
    let body = Body::ToolResult {
        id: string_view(&result, "toolUseId"),
        name: None,
        output,
        is_error,
        whole: block,
    };
    emit(Part { path, body });
    let Some(blocks) = output.filter(|output| output.kind() == Kind::Array) else {
        return;
    };
    let path = path.key("toolResult").key("content");
    blocks.each_item(|index, nested| {
        if let Some(media) = read_media(&nested, MediaPlace::InOutput) {
            emit(Part {
                path: path.index(index),
                body: Body::Media(media),
            });
        }
    });
}

/// Reads an `image`, `document`, `video` or `audio`, whose type is a bare format (`png`, `pdf`). `None` for
/// a document that holds text: it costs its length.
fn read_media<'v>(block: &Item<'v>, place: MediaPlace) -> Option<Media<'v>> {
    let (family, medium) = BLOCKS[6..]
        .iter()
        .find_map(|key| Some((*key, object(block, key)?)))?;
    let source = medium.get("source");
    if source
        .as_ref()
        .is_some_and(|source| source.get("text").is_some() || source.get("content").is_some())
    {
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
        .filter(|data| matches!(data.kind(), Kind::String | Kind::Bytes));
    Some(Media {
        mime,
        data,
        place,
        beside_text: false,
        whole: *block,
    })
}
