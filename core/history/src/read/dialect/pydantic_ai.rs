//! pydantic-ai's messages: `{kind: "request"|"response", parts: [{part_kind, ...}]}`, as objects or
//! as the plain data that its type adapter gives.

use super::prelude::*;

/// pydantic-ai.
#[derive(Debug)]
pub struct PydanticAi;

impl MessageFormat for PydanticAi {
    const TRAITS: Traits = Traits {
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfUser,
        dangling: "Tool call {id} of `{name}` has no tool return",
        orphan: "Tool return {id} has no tool call",
        id_key: "tool_call_id",
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
        message.list("parts").is_some_and(|parts| {
            message.says_one("kind", &["request", "response"])
                || parts.items().any(|part| part.has("part_kind"))
        })
    }

    /// A request that holds the system prompt counts as a system message, whatever else it holds:
    /// the prompt is sent only with it, so it must stay.
    fn role(message: &Item<'_>) -> Option<Role> {
        if message.says("kind", "response") {
            return Some(Role::Assistant);
        }
        let parts = message.list("parts");
        let mut parts = parts.iter().flat_map(Item::items);
        let holds_prompt = parts.any(|part| part.says("part_kind", "system-prompt"));
        Some(if holds_prompt {
            Role::System
        } else {
            Role::User
        })
    }

    fn read_part<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        let kind = short_string(&part, "part_kind").unwrap_or_default();

        let body = match kind.as_str() {
            "system-prompt" | "user-prompt" | "text" => {
                return read_items(part, path, MediaPlace::TopLevel, emit);
            }
            "thinking" => Body::Thought {
                signed: part.is_set("signature"),
                content: part,
            },
            "tool-call" | "builtin-tool-call" => {
                Body::call(&part, ["tool_call_id", "tool_name", "args"], part)
            }
            "compaction" if !PydanticAi::is_compaction(&part) => {
                return read_items(part, path, MediaPlace::TopLevel, emit);
            }
            // A prompt to try again that names no tool is the user's.
            "retry-prompt" if part.string("tool_name").is_none() => {
                return read_items(part, path, MediaPlace::TopLevel, emit);
            }
            "tool-return" | "builtin-tool-return" | "retry-prompt" => {
                let is_error = kind == "retry-prompt"
                    || part
                        .get("outcome")
                        .is_some_and(|outcome| !outcome.is_str("success"));
                let keys = ["tool_call_id", "tool_name", "content"];
                let body = Body::result(&part, keys, is_error, part);
                emit(Part { path, body });
                return read_items(part, path, MediaPlace::InOutput, emit);
            }
            "file" => match part
                .get("content")
                .and_then(|content| read_media(&content, MediaPlace::TopLevel))
            {
                Some(media) => return emit(Part::new(path.key("content"), Body::Media(media))),
                None => Body::Opaque(part),
            },
            _ => Body::Opaque(part),
        };
        emit(Part { path, body });
    }

    fn is_server_call(whole: &Item<'_>) -> bool {
        whole.says("part_kind", "builtin-tool-call")
    }

    /// What a provider compacted names the provider, and holds a text or what was encrypted. What an
    /// application wrote is a text that is sent. Source: `CompactionPart` in its `messages.py`,
    /// 2026-11.
    fn is_compaction(part: &Item<'_>) -> bool {
        part.says("part_kind", "compaction")
            && part.is_set("provider_name")
            && part.any_set(&["content", "provider_details"])
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

    fn is_result_block(block: &Value) -> bool {
        block
            .get("part_kind")
            .and_then(Value::as_str)
            .is_some_and(|kind| kind == "tool-return" || kind == "retry-prompt")
    }
}

/// Reads the content of a part: a string, or a list of strings and media. The strings of an output
/// were emitted with it.
fn read_items<'v>(part: Item<'v>, path: Path, place: MediaPlace, emit: Emit<'_, 'v>) {
    let is_output = place != MediaPlace::TopLevel;
    let mut read = |item: Item<'v>, path: Path| match read_media(&item, place) {
        Some(media) => emit(Part::new(path, Body::Media(media))),
        None if is_output => {}
        None if item.is_string() => emit(Part::text(path, item)),
        None => emit(Part::opaque(path, item)),
    };
    let path = path.key("content");
    match part.get("content") {
        Some(text) if text.is_string() => read(text, path),
        Some(list) if list.is_list() => list.each_item(|index, item| read(item, path.index(index))),
        _ => {}
    }
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
    let data = item.first(&["data", "url"]).filter(|data| data.is_data());
    let mime = mime_of(item, &["media_type", "_media_type"], data, family);
    Some(Media::of(*item, place, data, mime))
}
