//! Marker results for calls that were never answered.

use crate::read::dialect::{Dialect, BLANK_SCREENSHOT};
use serde_json::{json, Value};

/// What a marker result says. It is neutral, since nobody knows whether the tool ran.
pub(crate) const NO_RESULT: &str = "[no result was recorded]";

/// What the answer needs to know of a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Call {
    pub id: Option<String>,
    pub name: String,
    /// The type of the call's item or block.
    pub kind: String,
    /// LangChain: whether the message keeps its fields under `data`.
    pub nested: bool,
    /// OpenAI Responses: whether the keys are in camelCase.
    pub camel: bool,
    /// Gemini: whether the keys are in snake_case.
    pub snake: bool,
}

/// The part that answers a call, in dialects where results are parts.
pub(crate) fn result_part(dialect: Dialect, call: &Call) -> Value {
    let id = call.id.clone().unwrap_or_default();
    match dialect {
        Dialect::Gemini => {
            let mut response = serde_json::Map::new();
            if let Some(id) = &call.id {
                response.insert("id".to_owned(), json!(id));
            }
            response.insert("name".to_owned(), json!(call.name));
            response.insert("response".to_owned(), json!({ "output": NO_RESULT }));
            json!({ (if call.snake { "function_response" } else { "functionResponse" }): response })
        }
        Dialect::Bedrock => json!({ "toolResult": { "toolUseId": id, "content": [{ "text": NO_RESULT }] } }),
        Dialect::AiSdk => {
            json!({ "type": "tool-result", "toolCallId": id, "toolName": call.name, "output": { "type": "text", "value": NO_RESULT } })
        }
        _ => json!({ "type": "tool_result", "tool_use_id": id, "content": NO_RESULT }),
    }
}

/// The message that answers a call.
pub(crate) fn result_message(dialect: Dialect, call: &Call) -> Value {
    let id = call.id.clone().unwrap_or_default();
    match dialect {
        Dialect::OpenaiChat if call.kind == "function_call" => json!({ "role": "function", "name": call.name, "content": NO_RESULT }),
        Dialect::OpenaiChat => json!({ "role": "tool", "tool_call_id": id, "content": NO_RESULT }),
        Dialect::OpenaiResponses => result_item(call, &id),
        Dialect::Langchain => {
            let fields = json!({ "content": NO_RESULT, "tool_call_id": id, "name": call.name });
            if call.nested {
                return json!({ "type": "tool", "data": fields });
            }
            json!({ "type": "tool", "content": NO_RESULT, "tool_call_id": id, "name": call.name })
        }
        Dialect::AiSdk => json!({ "role": "tool", "content": [result_part(dialect, call)] }),
        Dialect::Gemini => json!({ "role": "user", "parts": [result_part(dialect, call)] }),
        Dialect::Anthropic | Dialect::Bedrock => json!({ "role": "user", "content": [result_part(dialect, call)] }),
    }
}

fn result_item(call: &Call, id: &str) -> Value {
    if call.camel {
        return json!({ "type": "function_call_result", "callId": id, "name": call.name, "status": "completed", "output": { "type": "text", "text": NO_RESULT } });
    }
    match call.kind.as_str() {
        "custom_tool_call" => json!({ "type": "custom_tool_call_output", "call_id": id, "output": NO_RESULT }),
        "shell_call" => {
            let chunk = json!({ "stdout": "", "stderr": NO_RESULT, "outcome": { "type": "timeout" } });
            json!({ "type": "shell_call_output", "call_id": id, "output": [chunk] })
        }
        "local_shell_call" => json!({ "type": "local_shell_call_output", "id": id, "output": NO_RESULT }),
        "apply_patch_call" => json!({ "type": "apply_patch_call_output", "call_id": id, "status": "failed", "output": NO_RESULT }),
        "computer_call" => {
            json!({ "type": "computer_call_output", "call_id": id, "output": { "type": "computer_screenshot", "image_url": BLANK_SCREENSHOT } })
        }
        _ => json!({ "type": "function_call_output", "call_id": id, "output": NO_RESULT }),
    }
}
