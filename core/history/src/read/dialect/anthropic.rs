//! Anthropic messages. Claude Code session files hold the same messages inside their lines.

use super::blocks::{has_type, read_content, read_foreign_media, short_string, string_view};
use super::traits::{BoundBy, Emptiness, Placement, ResultForm, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// Anthropic messages.
#[derive(Debug)]
pub struct Anthropic;

/// Source: platform.claude.com, "Fix a thinking block bound to a different conversation", 2026-11.
const DROPS_BOUND: &str = r#"{
    "body": { "thinking": { "type": "adaptive", "block_binding": { "prefix_mismatch_behavior": "drop_block" } } },
    "headers": { "anthropic-beta": "thinking-binding-controls-2026-08-01" }
}"#;

impl MessageFormat for Anthropic {
    const TRAITS: Traits = Traits {
        order: 4,
        // Anthropic documents that it joins consecutive messages of one role.
        joins_turns: true,
        binds_prefix: BoundBy::UnknownModels,
        drops_bound: DROPS_BOUND,
        results: ResultForm::PartOfUser,
        output_media_stand_alone: true,
        rules: Rules {
            placement: Placement::NextMessage,
            results_first: true,
            first_user: true,
            unique_ids: true,
            tool_role: false,
            system_beside: true,
            // Source: its documentation, "mid-conversation system messages", 2026.
            system_behind_user: true,
            empty: Emptiness::Blank,
            final_may_be_empty: true,
            may_end_in_thought: false,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        // A system message that the provider takes away again later.
        if message.get("clear_at").is_some() {
            return message
                .get("role")
                .is_some_and(|role| role.is_str("system"));
        }
        let Some(content) = message
            .get("content")
            .filter(|content| content.kind() == Kind::Array)
        else {
            return false;
        };
        let mut found = false;
        content.for_each(&mut |_, block| {
            let Some(kind) = short_string(&block, "type") else {
                return;
            };
            found |= matches!(
                kind.as_str(),
                "tool_use"
                    | "tool_result"
                    | "thinking"
                    | "redacted_thinking"
                    | "document"
                    | "search_result"
                    | "server_tool_use"
                    | "mcp_tool_use"
                    | "container_upload"
                    | "tool_addition"
                    | "tool_removal"
                    | "compaction"
                    | "fallback"
                    | "mcp_tool_listing"
            ) || kind.ends_with("_tool_result")
                || (kind == "image" && block.get("source").is_some())
                || block.get("cache_control").is_some();
        });
        found
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        read_content(message, read_block, emit);
        Ok(())
    }

    fn is_server_call(whole: &Item<'_>) -> bool {
        has_type(whole, &["server_tool_use", "mcp_tool_use"])
    }

    /// The types that its documentation lists.
    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        let kind = match mime {
            "image/jpeg" | "image/png" | "image/gif" | "image/webp" => "image",
            "application/pdf" => "document",
            _ => return None,
        };
        Some(
            json!({ "type": kind, "source": { "type": "base64", "media_type": mime, "data": data } }),
        )
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        json!({ "type": "tool_result", "tool_use_id": call.id(), "content": text })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        let is_result = part
            .get("type")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind.contains("tool_result"));
        part.insert(
            if is_result { "tool_use_id" } else { "id" }.to_owned(),
            json!(id),
        );
    }

    fn dangling(id: &str, _name: &str) -> String {
        format!("`tool_use` ids were found without `tool_result` blocks immediately after: {id}")
    }

    fn orphan(id: &str) -> String {
        format!(
            "unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message"
        )
    }
}

pub fn read_block<'v>(block: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    if block.kind() == Kind::String {
        return emit(Part::text(path, block));
    }
    let kind = short_string(&block, "type").unwrap_or_default();
    let body = match kind.as_str() {
        "text" => match string_view(&block, "text") {
            Some(text) => return emit(Part::text(path.key("text"), text)),
            None => Body::Opaque(block),
        },
        "thinking" => Body::Thought {
            signed: block
                .get("signature")
                .is_some_and(|signature| signature.is_truthy()),
            content: block,
        },
        "redacted_thinking" => Body::Thought {
            content: block,
            signed: true,
        },
        "image" | "document" if !holds_text(&block) => read_media(block, MediaPlace::TopLevel),
        "tool_use" | "server_tool_use" | "mcp_tool_use" => Body::ToolCall {
            id: string_view(&block, "id"),
            name: string_view(&block, "name"),
            args: block.get("input"),
            whole: block,
        },
        _ if kind.ends_with("tool_result") => return read_result(block, path, emit),
        kind => read_foreign_media(&block, kind, MediaPlace::TopLevel)
            .map_or(Body::Opaque(block), Body::Media),
    };
    emit(Part { path, body });
}

fn read_result<'v>(block: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let output = block.get("content");
    let body = Body::ToolResult {
        id: string_view(&block, "tool_use_id").or_else(|| string_view(&block, "toolUseId")),
        name: None,
        output,
        is_error: block
            .get("is_error")
            .or_else(|| block.get("isError"))
            .is_some_and(|flag| flag.is_truthy()),
        whole: block,
    };
    emit(Part { path, body });
    let Some(blocks) = output.filter(|output| output.kind() == Kind::Array) else {
        return;
    };
    blocks.each_item(|index, nested| {
        if nested
            .get("type")
            .is_some_and(|kind| kind.is_str("image") || kind.is_str("document"))
            && !holds_text(&nested)
        {
            emit(Part {
                path: path.key("content").index(index),
                body: read_media(nested, MediaPlace::InOutput),
            });
        }
    });
}

/// Whether a document holds plain text or content blocks. Such a document costs its length, not the
/// price of page images.
fn holds_text(block: &Item<'_>) -> bool {
    block
        .get("source")
        .and_then(|source| source.get("type"))
        .is_some_and(|kind| kind.is_str("text") || kind.is_str("content"))
}

fn read_media<'v>(block: Item<'v>, place: MediaPlace) -> Body<'v> {
    let source = block.get("source").unwrap_or(block);
    let data = string_view(&source, "data").or_else(|| string_view(&source, "url"));
    let mime =
        short_string(&source, "media_type").or_else(|| data.as_ref().and_then(data_url_mime));
    let mime = mime.or_else(|| {
        block
            .get("type")
            .is_some_and(|kind| kind.is_str("image"))
            .then(|| "image/*".to_owned())
    });
    Body::Media(Media {
        mime,
        data,
        place,
        beside_text: false,
        whole: block,
    })
}
