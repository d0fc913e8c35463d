//! Writes a story in a provider's shape. If the provider allows several ways to write something,
//! one is chosen at random.

mod ai_sdk;
mod anthropic;
mod bedrock;
mod gemini;
mod langchain;
mod openai_chat;
mod openai_responses;
mod pi;
mod pydantic_ai;
mod ui_message;

use crate::Shape;
use crate::random::Random;
use crate::story::{Call, Ids, Limits, Story};
use serde_json::{Value, json};

/// The name of the unknown field, wherever it is put.
pub const UNKNOWN_FIELD: &str = "x_keep";

/// The story as a list of messages.
#[must_use]
pub fn render(story: &Story, shape: Shape, random: &mut Random) -> Value {
    let messages = match shape {
        Shape::Gemini => gemini::messages(story, random),
        Shape::OpenaiChat => openai_chat::messages(story, random),
        Shape::Anthropic => anthropic::messages(story, random),
        Shape::OpenaiResponses => openai_responses::messages(story, random),
        Shape::AiSdk => ai_sdk::messages(story, random),
        Shape::Bedrock => bedrock::messages(story, random),
        Shape::Langchain => langchain::messages(story, random),
        Shape::UiMessage => ui_message::messages(story, random),
        Shape::PydanticAi => pydantic_ai::messages(story, random),
        Shape::Pi => pi::messages(story, random),
    };
    Value::Array(messages)
}

/// A random conversation in one shape.
pub fn conversation(random: &mut Random, shape: Shape, limits: Limits) -> Value {
    let story = crate::story::story(random, limits);
    render(&story, shape, random)
}

/// A plain user message.
#[must_use]
pub fn user_text(shape: Shape, text: &str) -> Value {
    match shape {
        Shape::Gemini => json!({ "role": "user", "parts": [{ "text": text }] }),
        Shape::OpenaiChat | Shape::Anthropic | Shape::OpenaiResponses | Shape::AiSdk => {
            json!({ "role": "user", "content": text })
        }
        Shape::Bedrock => json!({ "role": "user", "content": [{ "text": text }] }),
        Shape::Langchain => json!({ "type": "human", "data": { "content": text } }),
        Shape::UiMessage => {
            json!({ "id": "u", "role": "user", "parts": [{ "type": "text", "text": text }] })
        }
        Shape::PydanticAi => {
            json!({ "parts": [{ "part_kind": "user-prompt", "content": text }], "kind": "request" })
        }
        Shape::Pi => json!({ "role": "user", "content": text, "timestamp": 0 }),
    }
}

/// A plain message of the agent.
#[must_use]
pub fn agent_text(shape: Shape, text: &str) -> Value {
    match shape {
        Shape::Gemini => json!({ "role": "model", "parts": [{ "text": text }] }),
        Shape::OpenaiChat | Shape::Anthropic | Shape::OpenaiResponses | Shape::AiSdk => {
            json!({ "role": "assistant", "content": text })
        }
        Shape::Bedrock => json!({ "role": "assistant", "content": [{ "text": text }] }),
        Shape::Langchain => json!({ "type": "ai", "data": { "content": text } }),
        Shape::UiMessage => {
            json!({ "id": "a", "role": "assistant", "parts": [{ "type": "step-start" }, { "type": "text", "text": text }] })
        }
        Shape::PydanticAi => {
            pydantic_ai::response(vec![json!({ "part_kind": "text", "content": text })])
        }
        Shape::Pi => pi::assistant(vec![json!({ "type": "text", "text": text })], "stop"),
    }
}

/// Returns one call and its answer as two messages; the id is `call_{number}`. If a format has them
/// in one part, the second message contains it, and the first announces the call.
#[must_use]
pub fn round(shape: Shape, number: usize, tool: &str, output: &str) -> [Value; 2] {
    let id = format!("call_{number}");
    let args = json!({ "file_path": format!("src/{number}.rs") });
    match shape {
        Shape::Gemini => [
            json!({ "role": "model", "parts": [{ "functionCall": { "id": id, "name": tool, "args": args } }] }),
            json!({ "role": "user", "parts": [{ "functionResponse": { "id": id, "name": tool, "response": { "output": output } } }] }),
        ],
        Shape::OpenaiChat => [
            json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id, "type": "function", "function": { "name": tool, "arguments": args.to_string() } }] }),
            json!({ "role": "tool", "tool_call_id": id, "content": output }),
        ],
        Shape::Anthropic => [
            json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": tool, "input": args }] }),
            json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": output }] }),
        ],
        Shape::OpenaiResponses => [
            json!({ "type": "function_call", "call_id": id, "name": tool, "arguments": args.to_string() }),
            json!({ "type": "function_call_output", "call_id": id, "output": output }),
        ],
        Shape::AiSdk => [
            json!({ "role": "assistant", "content": [{ "type": "tool-call", "toolCallId": id, "toolName": tool, "input": args }] }),
            json!({ "role": "tool", "content": [{ "type": "tool-result", "toolCallId": id, "toolName": tool, "output": { "type": "text", "value": output } }] }),
        ],
        Shape::Bedrock => [
            json!({ "role": "assistant", "content": [{ "toolUse": { "toolUseId": id, "name": tool, "input": args } }] }),
            json!({ "role": "user", "content": [{ "toolResult": { "toolUseId": id, "content": [{ "text": output }] } }] }),
        ],
        Shape::Langchain => [
            json!({ "type": "ai", "data": { "content": "", "tool_calls": [{ "name": tool, "args": args, "id": id, "type": "tool_call" }] } }),
            json!({ "type": "tool", "data": { "content": output, "tool_call_id": id, "name": tool } }),
        ],
        Shape::UiMessage => [
            agent_text(shape, tool),
            json!({ "id": "a", "role": "assistant", "parts": [{ "type": format!("tool-{tool}"), "toolCallId": id, "state": "output-available", "input": args, "output": output }] }),
        ],
        Shape::PydanticAi => [
            pydantic_ai::response(vec![
                json!({ "part_kind": "tool-call", "tool_name": tool, "args": args, "tool_call_id": id }),
            ]),
            json!({ "parts": [{ "part_kind": "tool-return", "tool_name": tool, "content": output, "tool_call_id": id }], "kind": "request" }),
        ],
        Shape::Pi => [
            pi::assistant(
                vec![json!({ "type": "toolCall", "id": id, "name": tool, "arguments": args })],
                "toolUse",
            ),
            json!({ "role": "toolResult", "toolCallId": id, "toolName": tool, "content": [{ "type": "text", "text": output }], "isError": false, "timestamp": 0 }),
        ],
    }
}

/// The id of a call by the story's way of giving them.
fn id(ids: Ids, call: &Call) -> Option<String> {
    let (batch, index) = call.number;
    match ids {
        Ids::Unique => Some(format!("call_{batch}_{index}_é")),
        Ids::Reused => Some(format!("call_{index}")),
        Ids::Constant => Some("call".to_owned()),
        Ids::Missing => None,
    }
}

/// Puts the unknown field into an object.
fn mark(story: &Story, mut object: Value) -> Value {
    if story.unknown_fields {
        object[UNKNOWN_FIELD] = json!({ "n": 1.50, "list": [null, "漢\u{2028}"] });
    }
    object
}
