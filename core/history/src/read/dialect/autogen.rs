//! AutoGen: `{type: "UserMessage"|"AssistantMessage"|..., content}`. The content of an answer is its
//! text, or the list of its calls; that of a `FunctionExecutionResultMessage` is the list of results.
//!
//! Source: autogen-core, `models/_types.py`, November 2026.

use super::blocks::{read_list, short_string, string_view};
use super::traits::{Emptiness, ResultForm, Rules, Traits};
use super::wire::{Call, MessageFormat};
use crate::error::Result;
use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part, Role};
use serde_json::{Map, Value, json};

/// AutoGen.
#[derive(Debug)]
pub struct Autogen;

impl MessageFormat for Autogen {
    const TRAITS: Traits = Traits {
        order: 0,
        results: ResultForm::PartOfTool,
        rules: Rules {
            needs_ids: false,
            needs_role: false,
            empty: Emptiness::Anything,
            ..Rules::USUAL
        },
        ..Traits::USUAL
    };

    fn recognises(message: &Item<'_>) -> bool {
        message.get("content").is_some() && Self::role(message).is_some()
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

    fn read<'v>(message: &Item<'v>, role: Role, emit: &mut dyn FnMut(Part<'v>)) -> Result<()> {
        if let Some(thought) = string_view(message, "thought") {
            emit(Part {
                path: Path::ROOT.key("thought"),
                body: Body::Thought {
                    content: thought,
                    signed: false,
                },
            });
        }
        let path = Path::ROOT.key("content");
        match message.get("content") {
            Some(text) if text.kind() == Kind::String => emit(Part::text(path, text)),
            Some(items) => read_list(items, path, emit, |item, path, emit| {
                let body = read_item(item, role);
                emit(Part { path, body });
            }),
            None => {}
        }
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

    fn set_id(part: &mut Map<String, Value>, id: &str) {
        let is_result = part.contains_key("content");
        let key = if is_result { "call_id" } else { "id" };
        part.insert(key.to_owned(), json!(id));
    }

    fn is_result_block(block: &Value) -> bool {
        block.get("call_id").is_some()
    }

    fn dangling(id: &str, name: &str) -> String {
        format!("Function call {id} of `{name}` has no function execution result")
    }

    fn orphan(id: &str) -> String {
        format!("function execution result {id} has no function call")
    }
}

fn read_item<'v>(item: Item<'v>, role: Role) -> Body<'v> {
    match role {
        _ if item.kind() == Kind::String => Body::Text(item),
        Role::Assistant if item.get("arguments").is_some() => Body::ToolCall {
            id: string_view(&item, "id"),
            name: string_view(&item, "name"),
            args: item.get("arguments"),
            whole: item,
        },
        Role::Tool if item.get("call_id").is_some() => Body::ToolResult {
            id: string_view(&item, "call_id"),
            name: string_view(&item, "name"),
            output: item.get("content"),
            is_error: item.get("is_error").is_some_and(|flag| flag.is_truthy()),
            whole: item,
        },
        // A picture holds its data as base64, or is an object with the picture itself.
        Role::User if item.get("data").is_some() || item.get("image").is_some() => {
            let data = string_view(&item, "data");
            let mime = short_string(&item, "mime_type")
                .or_else(|| data.as_ref().and_then(data_url_mime))
                .unwrap_or_else(|| "image/*".to_owned());
            Body::Media(Media {
                mime: Some(mime),
                data,
                place: MediaPlace::TopLevel,
                beside_text: false,
                whole: item,
            })
        }
        _ => Body::Opaque(item),
    }
}
