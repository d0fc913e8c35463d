//! pydantic-ai's messages: `{kind: "request"|"response", parts: [{part_kind, ...}]}`, as objects or
//! as the plain data that its type adapter gives.

use super::blocks::{read_list, short_string, string_view};
use super::traits::{Emptiness, Placement, ResultForm, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// pydantic-ai.
#[derive(Debug)]
pub struct PydanticAi;

impl MessageFormat for PydanticAi {
    const TRAITS: Traits = Traits {
        order: 0,
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfUser,
        rules: Rules {
            placement: Placement::NextMessage,
            needs_role: false,
            tool_role: false,
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        let Some(parts) = message
            .get("parts")
            .filter(|parts| parts.kind() == Kind::Array)
        else {
            return false;
        };
        let mut named = message
            .get("kind")
            .is_some_and(|kind| kind.is_str("request") || kind.is_str("response"));
        parts.for_each(&mut |_, part| named |= part.get("part_kind").is_some());
        named
    }

    /// A request that holds the system prompt counts as a system message, whatever else it holds:
    /// the prompt is sent only with it, so it must stay.
    fn role(message: &Item<'_>) -> Option<Role> {
        if message
            .get("kind")
            .is_some_and(|kind| kind.is_str("response"))
        {
            return Some(Role::Assistant);
        }
        let mut holds_prompt = false;
        if let Some(parts) = message.get("parts") {
            parts.for_each(&mut |_, part| {
                holds_prompt |= part
                    .get("part_kind")
                    .is_some_and(|kind| kind.is_str("system-prompt"))
            });
        }
        Some(if holds_prompt {
            Role::System
        } else {
            Role::User
        })
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        if let Some(parts) = message.get("parts") {
            read_list(parts, Path::ROOT.key("parts"), emit, read_part);
        }
        Ok(())
    }

    fn is_server_call(whole: &Item<'_>) -> bool {
        whole
            .get("part_kind")
            .is_some_and(|kind| kind.is_str("builtin-tool-call"))
    }

    /// What a provider compacted names the provider, and holds a text or what was encrypted. What an
    /// application wrote is a text that is sent. Source: `CompactionPart` in its `messages.py`,
    /// 2026-11.
    fn is_compaction(part: &Item<'_>) -> bool {
        let holds = |key: &str| part.get(key).is_some_and(|value| value.is_truthy());
        part.get("part_kind")
            .is_some_and(|kind| kind.is_str("compaction"))
            && holds("provider_name")
            && (holds("content") || holds("provider_details"))
    }

    fn text_message(role: Role, text: &str) -> Value {
        match role {
            Role::Assistant => {
                json!({ "kind": "response", "parts": [Self::answer_text_part(text)] })
            }
            Role::System => {
                json!({ "kind": "request", "parts": [{ "part_kind": "system-prompt", "content": text }] })
            }
            Role::User | Role::Tool | Role::Other => {
                Self::parts_message(vec![Self::text_part(text)])
            }
        }
    }

    fn text_part(text: &str) -> Value {
        json!({ "part_kind": "user-prompt", "content": text })
    }

    fn answer_text_part(text: &str) -> Value {
        json!({ "part_kind": "text", "content": text })
    }

    /// Returns a request with each media item in the content of a prompt, because it cannot be a
    /// part of its own.
    fn parts_message(parts: Vec<Value>) -> Value {
        let wrapped = |part: Value| {
            if part.get("part_kind").is_some() {
                part
            } else {
                json!({ "part_kind": "user-prompt", "content": [part] })
            }
        };
        json!({ "kind": "request", "parts": parts.into_iter().map(wrapped).collect::<Vec<_>>() })
    }

    /// In the content of a prompt, a text is a string.
    fn media_text(_message: &Item<'_>, _path: Path, _in_output: bool, text: &str) -> Value {
        json!(text)
    }

    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        Some(json!({ "kind": "binary", "data": data, "media_type": mime }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        json!({ "part_kind": "tool-return", "tool_name": call.name, "content": text, "tool_call_id": call.id() })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        part.insert("tool_call_id".to_owned(), json!(id));
    }

    fn is_result_block(block: &Value) -> bool {
        block
            .get("part_kind")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind == "tool-return" || kind == "retry-prompt")
    }

    fn dangling(id: &str, name: &str) -> String {
        format!("Tool call {id} of `{name}` has no tool return")
    }

    fn orphan(id: &str) -> String {
        format!("Tool return {id} has no tool call")
    }
}

fn read_part<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&part, "part_kind").unwrap_or_default();
    let id = || string_view(&part, "tool_call_id");
    let body = match kind.as_str() {
        "system-prompt" | "user-prompt" | "text" => {
            return read_prompt(part, path.key("content"), emit);
        }
        "thinking" => Body::Thought {
            signed: part
                .get("signature")
                .is_some_and(|signature| signature.is_truthy()),
            content: part,
        },
        "tool-call" | "builtin-tool-call" => Body::ToolCall {
            id: id(),
            name: string_view(&part, "tool_name"),
            args: part.get("args"),
            whole: part,
        },
        "compaction" if !PydanticAi::is_compaction(&part) => {
            return read_prompt(part, path.key("content"), emit);
        }
        // A prompt to try again that names no tool is the user's.
        "retry-prompt" if string_view(&part, "tool_name").is_none() => {
            return read_prompt(part, path.key("content"), emit);
        }
        "tool-return" | "builtin-tool-return" | "retry-prompt" => {
            let is_error = kind == "retry-prompt"
                || part
                    .get("outcome")
                    .is_some_and(|outcome| !outcome.is_str("success"));
            let output = part.get("content");
            let body = Body::ToolResult {
                id: id(),
                name: string_view(&part, "tool_name"),
                output,
                is_error,
                whole: part,
            };
            emit(Part { path, body });
            return read_items(output, path.key("content"), MediaPlace::InOutput, emit);
        }
        "file" => match part
            .get("content")
            .and_then(|content| read_media(&content, MediaPlace::TopLevel))
        {
            Some(media) => {
                return emit(Part {
                    path: path.key("content"),
                    body: Body::Media(media),
                });
            }
            None => Body::Opaque(part),
        },
        _ => Body::Opaque(part),
    };
    emit(Part { path, body });
}

fn read_prompt<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    match part.get("content") {
        Some(text) if text.kind() == Kind::String => emit(Part::text(path, text)),
        content => read_items(content, path, MediaPlace::TopLevel, emit),
    }
}

/// Reads a list of texts and media.
fn read_items<'v>(
    content: Option<Item<'v>>,
    path: Path,
    place: MediaPlace,
    emit: &mut dyn FnMut(Part<'v>),
) {
    let Some(items) = content.filter(|content| content.kind() == Kind::Array) else {
        return;
    };
    let mut index = 0;
    items.for_each(&mut |_, item| {
        let path = path.index(index);
        index += 1;
        match read_media(&item, place) {
            Some(media) => emit(Part {
                path,
                body: Body::Media(media),
            }),
            // The texts of an output were emitted with it.
            None if place != MediaPlace::TopLevel => {}
            None if item.kind() == Kind::String => emit(Part::text(path, item)),
            None => emit(Part::opaque(path, item)),
        }
    });
}

/// Reads `{kind: "image-url", url}` and the like, or `{kind: "binary", data, media_type}`.
fn read_media<'v>(item: &Item<'v>, place: MediaPlace) -> Option<Media<'v>> {
    let kind = short_string(item, "kind")?;
    let family = match kind.as_str() {
        "image-url" => "image/*",
        "audio-url" => "audio/*",
        "video-url" => "video/*",
        "document-url" | "binary" => "application/octet-stream",
        _ => return None,
    };
    let data = item
        .get("data")
        .or_else(|| item.get("url"))
        .filter(|data| matches!(data.kind(), Kind::String | Kind::Bytes));
    let mime = ["media_type", "_media_type"]
        .iter()
        .find_map(|key| short_string(item, key))
        .or_else(|| data.as_ref().and_then(data_url_mime));
    Some(Media {
        mime: Some(mime.unwrap_or_else(|| family.to_owned())),
        data,
        place,
        beside_text: false,
        whole: *item,
    })
}
