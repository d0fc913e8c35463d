//! opencode's own messages, as its plugins get them: `{info: {role, ...}, parts}`. As in a
//! `UIMessage`, a part of the type `tool` is both a call and its result.
//!
//! Source: opencode, `session/message-v2.ts`, November 2026.

use super::blocks::{read_list, short_string, string_view};
use super::traits::{Emptiness, ResultForm, Rules, Traits};
use super::ui_message::{UiMessage, id_of};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// opencode.
#[derive(Debug)]
pub struct Opencode;

impl MessageFormat for Opencode {
    const TRAITS: Traits = Traits {
        order: 0,
        list_key: "parts",
        needs_list: true,
        results: ResultForm::PartOfTool,
        call_keys: &["state"],
        rules: Rules {
            needs_role: false,
            tool_role: false,
            empty: Emptiness::Content,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        Self::role(message).is_some()
            && message
                .get("parts")
                .is_some_and(|parts| parts.kind() == Kind::Array)
    }

    fn role(message: &Item<'_>) -> Option<Role> {
        Some(
            match short_string(&message.get("info")?, "role")?.as_str() {
                "user" => Role::User,
                "assistant" => Role::Assistant,
                "system" => Role::System,
                _ => Role::Other,
            },
        )
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        if let Some(parts) = message.get("parts") {
            read_list(parts, Path::ROOT.key("parts"), emit, read_part);
        }
        Ok(())
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
        let id = id_of(&Value::from(parts.clone()).to_string());
        json!({ "info": { "id": id, "role": "user", "time": { "created": 0 } }, "parts": parts })
    }

    fn output_path(path: Path) -> Path {
        path.key("state").key("output")
    }

    fn other_output_path(path: Path) -> Option<Path> {
        Some(path.key("state").key("error"))
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

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        part.insert("callID".to_owned(), json!(id));
    }

    fn is_result_block(block: &Value) -> bool {
        block.get("callID").is_some()
    }

    fn dangling(id: &str, name: &str) -> String {
        UiMessage::dangling(id, name)
    }

    fn orphan(id: &str) -> String {
        UiMessage::orphan(id)
    }
}

fn read_part<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&part, "type").unwrap_or_default();
    let body = match kind.as_str() {
        // What is only shown to a person, or is a mark of opencode's own, is not sent.
        "agent" | "compaction" | "patch" | "retry" | "snapshot" | "step-finish" | "step-start"
        | "subtask" => return,
        "text" if part.get("ignored").is_some_and(|flag| flag.is_truthy()) => return,
        "text" => match string_view(&part, "text") {
            Some(text) => return emit(Part::text(path.key("text"), text)),
            None => Body::Opaque(part),
        },
        "reasoning" => Body::Thought {
            signed: part
                .get("metadata")
                .is_some_and(|metadata| !metadata.is_empty()),
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

/// Reads a file. `None` for a text file or a folder, which is also in the message as text.
fn read_file<'v>(part: Item<'v>, place: MediaPlace) -> Option<Body<'v>> {
    let data = string_view(&part, "url");
    let mime = short_string(&part, "mime").or_else(|| data.as_ref().and_then(data_url_mime));
    let is_text = mime
        .as_deref()
        .is_some_and(|mime| matches!(mime, "text/plain" | "application/x-directory"));
    (!is_text).then_some({
        Body::Media(Media {
            mime,
            data,
            place,
            beside_text: false,
            whole: part,
        })
    })
}

fn read_tool<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let id = string_view(&part, "callID");
    let name = string_view(&part, "tool");
    let state = part.get("state");
    let of_state = |key: &str| state.as_ref().and_then(|state| state.get(key));
    let status = state
        .as_ref()
        .and_then(|state| short_string(state, "status"))
        .unwrap_or_default();
    let is_error = status == "error";
    let is_over = is_error || status == "completed";
    // An old output that opencode itself cleared is not sent.
    let is_cleared = of_state("time")
        .and_then(|time| time.get("compacted"))
        .is_some_and(|time| time.is_truthy());
    let output = of_state(if is_error { "error" } else { "output" }).filter(|_| is_over);
    let args = of_state("input");
    // Each half of the part is counted once where whole parts are counted.
    let half = |value: &Option<Item<'v>>| match (is_over, value) {
        (true, Some(value)) => *value,
        _ => part,
    };
    emit(Part {
        path,
        body: Body::ToolCall {
            id,
            name,
            whole: half(&args),
            args,
        },
    });
    if !is_over {
        return;
    }
    emit(Part {
        path,
        body: Body::ToolResult {
            id,
            name,
            whole: half(&output),
            output: output.filter(|_| !is_cleared),
            is_error,
        },
    });
    let attachments =
        of_state("attachments").filter(|list| !is_cleared && list.kind() == Kind::Array);
    if let Some(files) = attachments {
        let path = path.key("state").key("attachments");
        read_list(files, path, emit, |file, path, emit| {
            if let Some(body) = read_file(file, MediaPlace::BesideOutput) {
                emit(Part { path, body });
            }
        });
    }
}
