//! Mastra's stored messages (`MastraDBMessage`): `{id, role, createdAt, content: {format: 2,
//! parts}}`. Their parts are those of the AI SDK's `UIMessage` of version 4: a call and its result
//! are one part `{type: "tool-invocation", toolInvocation}`.
//!
//! Source: `@mastra/core` 1.71, `agent/message-list`, November 2026.

use super::blocks::{read_list, set_wrapped, short_string, string_view};
use super::traits::{ResultForm, Rules, Traits};
use super::ui_message::{self, UiMessage, id_of};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::message::{Body, Part, Role};
use serde_json::{Map, Value, json};

/// Mastra.
#[derive(Debug)]
pub struct Mastra;

impl MessageFormat for Mastra {
    const TRAITS: Traits = Traits {
        order: 1,
        results: ResultForm::PartOfTool,
        call_keys: &["toolInvocation"],
        rules: Rules {
            tool_role: false,
            // A signal, which an agent is told beside its talk.
            other_role: true,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        message
            .get("content")
            .filter(|content| content.kind() == Kind::Object)
            .and_then(|content| content.get("parts"))
            .is_some_and(|parts| parts.kind() == Kind::Array)
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        let base = Path::ROOT.key("content");
        let Some(content) = message.get("content") else {
            return Ok(());
        };
        if content.kind() == Kind::String {
            emit(Part::text(base, content));
            return Ok(());
        }
        let mut kinds = Vec::new();
        if let Some(parts) = content.get("parts") {
            if parts.is_empty() {
                emit(Part::opaque(base.key("parts"), parts));
            }
            read_list(parts, base.key("parts"), emit, |part, path, emit| {
                kinds.push(short_string(&part, "type").unwrap_or_default());
                read_part(part, path, emit);
            });
        }
        // What older versions kept beside the parts is sent if no part says the same.
        let has = |kind: &str| kinds.iter().any(|found| found == kind);
        let of = |key: &str, kind: &str| content.get(key).filter(|_| !has(kind));
        if let Some(calls) = of("toolInvocations", "tool-invocation") {
            let path = base.key("toolInvocations");
            read_list(calls, path, emit, |call, path, emit| {
                // A call that was cut off while it was written is not sent from here.
                if short_string(&call, "state").as_deref() != Some("partial-call") {
                    ui_message::read_tool(call, call, path, emit);
                }
            });
        }
        if let Some(thought) = of("reasoning", "reasoning").filter(|text| !text.is_empty()) {
            emit(Part {
                path: base.key("reasoning"),
                body: Body::Thought {
                    content: thought,
                    signed: false,
                },
            });
        }
        if let Some(files) = of("experimental_attachments", "file") {
            let path = base.key("experimental_attachments");
            read_list(files, path, emit, |file, path, emit| {
                emit(Part {
                    path,
                    body: ui_message::file(file),
                });
            });
        }
        let says = |kind: &String| {
            !["tool-invocation", "reasoning", "file", "source"].contains(&kind.as_str())
        };
        let text = string_view(&content, "content").filter(|text| !text.is_empty());
        if let Some(text) = text.filter(|_| !kinds.iter().any(says)) {
            emit(Part::text(base.key("content"), text));
        }
        Ok(())
    }

    /// Returns true for every call: its result is in the same part, so no other message can answer
    /// it.
    fn is_server_call(_whole: &Item<'_>) -> bool {
        true
    }

    fn text_message(role: Role, text: &str) -> Value {
        message(role, vec![Self::text_part(text)])
    }

    fn parts_message(parts: Vec<Value>) -> Value {
        message(Role::User, parts)
    }

    fn output_path(path: Path) -> Path {
        path.key("toolInvocation").key("result")
    }

    fn output_path_in(message: &Item<'_>, path: Path) -> Path {
        let usual = Self::output_path(path);
        let part = path.key("toolInvocation");
        [
            usual,
            part.key("errorText"),
            path.key("result"),
            path.key("errorText"),
        ]
        .into_iter()
        .find(|found| found.resolve(message).is_some())
        .unwrap_or(usual)
    }

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        Some(json!({ "type": "file", "mimeType": mime, "filename": name, "data": data }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let told = json!({ "state": "output-error", "toolCallId": call.id(), "toolName": call.name, "args": {}, "errorText": text });
        json!({ "type": "tool-invocation", "toolInvocation": told })
    }

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        set_wrapped(part, &["toolInvocation"], "toolCallId", id);
    }

    fn is_result_block(block: &Value) -> bool {
        block.get("toolInvocation").is_some()
    }

    fn dangling(id: &str, name: &str) -> String {
        UiMessage::dangling(id, name)
    }

    fn orphan(id: &str) -> String {
        UiMessage::orphan(id)
    }
}

/// Returns a new message. Mastra sorts by time, and the time 0 sorts the message before all others.
fn message(role: Role, parts: Vec<Value>) -> Value {
    let id = id_of(&Value::from(parts.clone()).to_string());
    json!({ "id": id, "role": role.name(), "createdAt": "1970-01-01T00:00:00.000Z", "content": { "format": 2, "parts": parts } })
}

fn read_part<'v>(part: Item<'v>, path: Path, emit: &mut dyn FnMut(Part<'v>)) {
    let kind = short_string(&part, "type").unwrap_or_default();
    if let Some(call) = part
        .get("toolInvocation")
        .filter(|_| kind == "tool-invocation")
    {
        return ui_message::read_tool(part, call, path, emit);
    }
    if kind != "reasoning" {
        return ui_message::read_part(part, path, emit);
    }
    let signed = part.get("details").is_some_and(|details| {
        let mut signed = false;
        details.for_each(&mut |_, detail| signed |= detail.get("signature").is_some());
        signed
    });
    // The details hold the same text in pieces.
    let content = string_view(&part, "reasoning")
        .filter(|text| !text.is_empty())
        .or_else(|| part.get("details"))
        .unwrap_or(part);
    emit(Part {
        path,
        body: Body::Thought { content, signed },
    });
}
