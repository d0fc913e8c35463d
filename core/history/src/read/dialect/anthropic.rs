//! Anthropic messages. Claude Code session files hold the same messages inside their lines.

use super::prelude::*;

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
        // Anthropic documents that it joins consecutive messages of one role.
        joins_turns: true,
        binds_prefix: BoundBy::UnknownModels,
        drops_bound: DROPS_BOUND,
        results: ResultForm::PartOfUser,
        output_media_stand_alone: true,
        dangling: "`tool_use` ids were found without `tool_result` blocks immediately after: {id}",
        orphan: "unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message",
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
        if message.has("clear_at") {
            return message.says("role", "system");
        }
        any_block(message, |block| {
            let Some(kind) = short_string(block, "type") else {
                return false;
            };
            matches!(
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
                || (kind == "image" && block.has("source"))
                || block.has("cache_control")
        })
    }

    fn read_part<'v>(block: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        if block.is_string() {
            return emit(Part::text(path, block));
        }
        let kind = type_of(&block);
        let body = match kind.as_str() {
            "text" => return emit(text_under(block, path, "text")),
            "thinking" => Body::Thought {
                signed: block.is_set("signature"),
                content: block,
            },
            "redacted_thinking" => Body::Thought {
                content: block,
                signed: true,
            },
            "image" | "document" if !holds_text(&block) => read_media(block, MediaPlace::TopLevel),
            "tool_use" | "server_tool_use" | "mcp_tool_use" => {
                Body::call(&block, ["id", "name", "input"], block)
            }
            _ if kind.ends_with("tool_result") => return read_result(block, path, emit),
            kind => read_foreign_media(&block, kind, MediaPlace::TopLevel)
                .map_or(Body::Opaque(block), Body::Media),
        };
        emit(Part { path, body });
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
}

fn read_result<'v>(block: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let output = block.get("content");
    let body = Body::ToolResult {
        id: block.first_string(&["tool_use_id", "toolUseId"]),
        name: None,
        output,
        is_error: block
            .first(&["is_error", "isError"])
            .is_some_and(|flag| flag.is_truthy()),
        whole: block,
    };
    emit(Part { path, body });
    emit_output_media(output, path.key("content"), emit, |nested| {
        let is_media = has_type(&nested, &["image", "document"]) && !holds_text(&nested);
        is_media.then(|| read_media(nested, MediaPlace::InOutput))
    });
}

/// Whether a document holds plain text or content blocks. Such a document costs its length, not the
/// price of page images.
fn holds_text(block: &Item<'_>) -> bool {
    let source = block.get("source");
    source.is_some_and(|source| has_type(&source, &["text", "content"]))
}

fn read_media<'v>(block: Item<'v>, place: MediaPlace) -> Body<'v> {
    let source = block.get("source").unwrap_or(block);
    let data = source.first_string(&["data", "url"]);
    let is_image = block.says("type", "image");
    let usual = if is_image { "image/*" } else { "" };
    let mime = mime_of(&source, &["media_type"], data, usual);
    Body::Media(Media::of(block, place, data, mime))
}
