//! AutoGen: `{type: "UserMessage"|"AssistantMessage"|..., content}`. The content of an answer is its
//! text, or the list of its calls; that of a `FunctionExecutionResultMessage` is the list of results.
//!
//! Source: autogen-core, `models/_types.py`, November 2026.

use super::prelude::*;

/// AutoGen.
#[derive(Debug)]
pub struct Autogen;

impl MessageFormat for Autogen {
    const TRAITS: Traits = Traits {
        results: ResultForm::PartOfTool,
        result_keys: &["call_id"],
        dangling: "Function call {id} of `{name}` has no function execution result",
        orphan: "function execution result {id} has no function call",
        other_ids: &[("content", "call_id")],
        rules: Rules {
            needs_ids: false,
            needs_role: false,
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        message.has("content") && Self::role(message).is_some()
    }

    fn role(message: &Item<'_>) -> Option<Role> {
        Some(match short_string(message, "type")?.as_str() {
            "SystemMessage" => Role::System,
            "UserMessage" => Role::User,
            "AssistantMessage" => Role::Assistant,
            "FunctionExecutionResultMessage" => Role::Tool,
            _ => return None,
        })
    }

    fn read<'v>(message: &Item<'v>, role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        if let Some(thought) = message.string("thought") {
            emit(Part::thought(Path::ROOT.key("thought"), thought, false));
        }
        let (content, path) = (message.get("content"), Path::ROOT.key("content"));
        read_content(content, path, emit, |item, path, emit| {
            emit(Part::new(path, read_item(item, role)));
        });
        Ok(())
    }

    fn text_message(role: Role, text: &str) -> Value {
        match role {
            Role::System => json!({ "content": text, "type": "SystemMessage" }),
            Role::Assistant => {
                json!({ "content": text, "source": "assistant", "type": "AssistantMessage" })
            }
            _ => json!({ "content": text, "source": "user", "type": "UserMessage" }),
        }
    }

    /// Only the user's content may be a list of texts.
    fn listed_message(role: Role, text: &str) -> Value {
        match role {
            Role::System | Role::Assistant => Self::text_message(role, text),
            _ => Self::parts_message(vec![Self::text_part(text)]),
        }
    }

    /// In a list, a text is a string.
    fn text_part(text: &str) -> Value {
        json!(text)
    }

    fn parts_message(parts: Vec<Value>) -> Value {
        json!({ "content": parts, "source": "user", "type": "UserMessage" })
    }

    fn media_part(mime: &str, data: &str, _name: &str) -> Option<Value> {
        mime.starts_with("image/").then(|| json!({ "data": data }))
    }

    fn answer(call: &Call<'_>, text: &str) -> Value {
        let result =
            json!({ "content": text, "name": call.name, "call_id": call.id(), "is_error": true });
        json!({ "content": [result], "type": "FunctionExecutionResultMessage" })
    }
}

fn read_item<'v>(item: Item<'v>, role: Role) -> Body<'v> {
    match role {
        _ if item.is_string() => Body::Text(item),
        Role::Assistant if item.has("arguments") => {
            Body::call(&item, ["id", "name", "arguments"], item)
        }
        Role::Tool if item.has("call_id") => {
            let is_error = item.is_set("is_error");
            Body::result(&item, ["call_id", "name", "content"], is_error, item)
        }
        // A picture holds its data as base64, or is an object with the picture itself.
        Role::User if item.has("data") || item.has("image") => {
            let data = item.string("data");
            let mime = mime_of(&item, &["mime_type"], data, "image/*");
            Body::Media(Media::of(item, MediaPlace::TopLevel, data, mime))
        }
        _ => Body::Opaque(item),
    }
}
