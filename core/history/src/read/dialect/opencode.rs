//! opencode's own messages, as its plugins get them: `{info: {role, ...}, parts}`. As in a
//! `UIMessage`, a part of the type `tool` is both a call and its result.
//!
//! Source: opencode, `session/message-v2.ts`, November 2026.

use super::prelude::*;
use super::ui_message::{UiMessage, id_of};

/// opencode.
#[derive(Debug)]
pub struct Opencode;

impl MessageFormat for Opencode {
    const TRAITS: Traits = Traits {
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfTool,
        call_keys: &["state"],
        result_keys: &["callID"],
        dangling: UiMessage::TRAITS.dangling,
        orphan: UiMessage::TRAITS.orphan,
        outputs: &[&["state", "output"], &["state", "error"]],
        id_key: "callID",
        rules: Rules {
            needs_role: false,
            tool_role: false,
            empty: Emptiness::Content,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        Self::role(message).is_some() && message.list("parts").is_some()
    }

    fn role(message: &Item<'_>) -> Option<Role> {
        Some(match message.get("info")?.string_at("role")?.as_str() {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            "system" => Role::System,
            _ => Role::Other,
        })
    }

    fn read_part<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        let kind = type_of(&part);
        let body = match kind.as_str() {
            // What is only shown to a person, or is a mark of opencode's own, is not sent.
            "agent" | "compaction" | "patch" | "retry" | "snapshot" | "step-finish"
            | "step-start" | "subtask" => return,
            "text" if part.is_set("ignored") => return,
            "text" => return emit(text_under(part, path, "text")),
            "reasoning" => Body::Thought {
                signed: part.has_more("metadata"),
                content: part,
            },
            "file" => match read_file(part, MediaPlace::TopLevel) {
                Some(body) => body,
                None => return,
            },
            "tool" => return read_tool(part, path, emit),
            _ => Body::Opaque(part),
        };
        emit(Part { path, body });
    }

    /// Returns true for every call: its result is in the same part, so no other message can answer
    /// it.
    fn is_server_call(_whole: &Item<'_>) -> bool {
        true
    }

    fn text_message(role: Role, text: &str) -> Value {
        let info = json!({ "id": id_of(text), "role": role.name(), "time": { "created": 0 } });
        json!({ "info": info, "parts": [Self::text_part(text)] })
    }

    fn parts_message(parts: Vec<Value>) -> Value {
        let id = id_of(&json!(parts).to_string());
        json!({ "info": { "id": id, "role": "user", "time": { "created": 0 } }, "parts": parts })
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        Some(
            json!({ "type": "file", "mime": mime, "filename": name, "url": format!("data:{mime};base64,{data}") }),
        )
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let state = json!({ "status": "error", "input": {}, "error": text });
        json!({ "type": "tool", "callID": call.id(), "tool": call.name, "state": state })
    }
}

/// Reads a file. `None` for a text file or a folder, which is also in the message as text.
fn read_file<'v>(part: Item<'v>, place: MediaPlace) -> Option<Body<'v>> {
    let data = part.string("url");
    let mime = mime_of(&part, &["mime"], data, "");
    let is_text = matches!(
        mime.as_deref(),
        Some("text/plain" | "application/x-directory")
    );
    (!is_text).then(|| Body::Media(Media::of(part, place, data, mime)))
}

fn read_tool<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let id = part.string("callID");
    let name = part.string("tool");
    let state = part.get("state");
    let of_state = |key: &str| state.and_then(|state| state.get(key));
    let has_status = |word| state.is_some_and(|state| state.says("status", word));
    let is_error = has_status("error");
    let is_over = is_error || has_status("completed");
    // An old output that opencode itself cleared is not sent.
    let is_cleared = of_state("time").is_some_and(|time| time.is_set("compacted"));
    let output = of_state(if is_error { "error" } else { "output" }).filter(|_| is_over);
    let args = of_state("input");
    // Each half of the part is counted once where whole parts are counted.
    let half = |value: Option<Item<'v>>| value.filter(|_| is_over).unwrap_or(part);
    let body = Body::ToolCall {
        id,
        name,
        whole: half(args),
        args,
    };
    emit(Part { path, body });
    if !is_over {
        return;
    }
    let body = Body::ToolResult {
        id,
        name,
        whole: half(output),
        output: output.filter(|_| !is_cleared),
        is_error,
    };
    emit(Part { path, body });
    let files = of_state("attachments").filter(|_| !is_cleared);
    let path = path.key("state").key("attachments");
    emit_output_media(files, path, emit, |file| {
        read_file(file, MediaPlace::BesideOutput)
    });
}
