//! Mastra's stored messages (`MastraDBMessage`): `{id, role, createdAt, content: {format: 2,
//! parts}}`. Their parts are those of the AI SDK's `UIMessage` of version 4: a call and its result
//! are one part `{type: "tool-invocation", toolInvocation}`.
//!
//! Source: `@mastra/core` 1.71, `agent/message-list`, November 2026.

use super::prelude::*;
use super::ui_message::{self, UiMessage, id_of};

/// Mastra.
#[derive(Debug)]
pub struct Mastra;

impl MessageFormat for Mastra {
    const TRAITS: Traits = Traits {
        results: ResultForm::PartOfTool,
        call_keys: &["toolInvocation"],
        result_keys: &["toolInvocation"],
        dangling: UiMessage::TRAITS.dangling,
        orphan: UiMessage::TRAITS.orphan,
        outputs: &[
            &["toolInvocation", "result"],
            &["toolInvocation", "errorText"],
            &["result"],
            &["errorText"],
        ],
        id_key: "toolCallId",
        id_holders: &["toolInvocation"],
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
            .object("content")
            .is_some_and(|content| content.list("parts").is_some())
    }

    fn read<'v>(message: &Item<'v>, _role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        let base = Path::ROOT.key("content");
        let Some(content) = message.get("content") else {
            return Ok(());
        };
        if content.is_string() {
            emit(Part::text(base, content));
            return Ok(());
        }
        let mut kinds = Vec::new();
        let parts = content.get("parts");
        if let Some(none) = parts.filter(Item::is_empty) {
            emit(Part::opaque(base.key("parts"), none));
        }
        read_list(parts, base.key("parts"), emit, |part, path, emit| {
            kinds.push(type_of(&part));
            read_part(part, path, emit);
        });
        // What older versions kept beside the parts is sent if no part says the same.
        let has = |kind: &str| kinds.iter().any(|found| found == kind);
        let of = |key: &str, kind: &str| content.get(key).filter(|_| !has(kind));
        let calls = of("toolInvocations", "tool-invocation");
        read_list(
            calls,
            base.key("toolInvocations"),
            emit,
            |call, path, emit| {
                // A call that was cut off while it was written is not sent from here.
                if !call.says("state", "partial-call") {
                    ui_message::read_tool(call, call, path, emit);
                }
            },
        );
        if let Some(thought) = of("reasoning", "reasoning").filter(|text| !text.is_empty()) {
            emit(Part::thought(base.key("reasoning"), thought, false));
        }
        let files = of("experimental_attachments", "file");
        let path = base.key("experimental_attachments");
        read_list(files, path, emit, |file, path, emit| {
            emit(Part::new(path, ui_message::file(file)));
        });
        let says = |kind: &String| {
            !["tool-invocation", "reasoning", "file", "source"].contains(&kind.as_str())
        };
        let text = content.string("content").filter(|text| !text.is_empty());
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

    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value> {
        Some(json!({ "type": "file", "mimeType": mime, "filename": name, "data": data }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let told = json!({ "state": "output-error", "toolCallId": call.id(), "toolName": call.name, "args": {}, "errorText": text });
        json!({ "type": "tool-invocation", "toolInvocation": told })
    }
}

/// Returns a new message. Mastra sorts by time, and the time 0 sorts the message before all others.
fn message(role: Role, parts: Vec<Value>) -> Value {
    let id = id_of(&json!(parts).to_string());
    json!({ "id": id, "role": role.name(), "createdAt": "1970-01-01T00:00:00.000Z", "content": { "format": 2, "parts": parts } })
}

fn read_part<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
    let kind = type_of(&part);
    if let Some(call) = part
        .get("toolInvocation")
        .filter(|_| kind == "tool-invocation")
    {
        return ui_message::read_tool(part, call, path, emit);
    }
    if kind != "reasoning" {
        return UiMessage::read_part(part, path, emit);
    }
    let details = part.get("details");
    let mut pieces = details.iter().flat_map(Item::items);
    let signed = pieces.any(|detail| detail.has("signature"));
    // The details hold the same text in pieces.
    let content = part
        .string("reasoning")
        .filter(|text| !text.is_empty())
        .or(details)
        .unwrap_or(part);
    emit(Part::thought(path, content, signed));
}
