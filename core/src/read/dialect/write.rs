//! Values that go back into a host's list: texts, placeholders and cleared outputs, each in the shape of its dialect.

use super::{bedrock, gemini, langchain, openai_responses, Dialect};
use crate::host::path::Path;
use crate::host::view::View;
use crate::read::message::Role;
use serde_json::{json, Value};

impl Dialect {
    /// A message that holds one plain text.
    #[must_use]
    pub fn text_message(self, role: Role, text: &str) -> Value {
        match self {
            Self::Gemini => gemini::text_message(role, text),
            Self::Bedrock => bedrock::text_message(role, text),
            Self::Langchain => langchain::text_message(role, text),
            Self::OpenaiResponses => openai_responses::text_message(role, text),
            Self::OpenaiChat | Self::Anthropic | Self::AiSdk => json!({ "role": role.name(), "content": text }),
        }
    }

    /// A text part of a user message.
    #[must_use]
    pub fn text_part(self, text: &str) -> Value {
        match self {
            Self::Gemini | Self::Bedrock => json!({ "text": text }),
            Self::OpenaiResponses => json!({ "type": "input_text", "text": text }),
            Self::OpenaiChat | Self::Anthropic | Self::AiSdk | Self::Langchain => json!({ "type": "text", "text": text }),
        }
    }

    /// A user message that holds `parts`, which are in the dialect's own shape.
    #[must_use]
    pub fn parts_message(self, parts: Vec<Value>) -> Value {
        match self {
            Self::Gemini => json!({ "role": "user", "parts": parts }),
            Self::Langchain => json!({ "type": "human", "data": { "content": parts } }),
            _ => json!({ "role": "user", "content": parts }),
        }
    }

    /// The text block that takes the place of the medium at `path` of `message`. Inside the output of a Gemini result, blocks have MCP's
    /// shape and not Gemini's.
    pub(crate) fn media_text<V: View>(self, message: &V, path: Path, in_output: bool, text: &str) -> Value {
        match self {
            Self::Gemini if in_output => json!({ "type": "text", "text": text }),
            Self::OpenaiResponses => openai_responses::media_text(message, path, text),
            _ => self.text_part(text),
        }
    }

    /// The path of the output of the tool result at `path`: the value that the model reads. For Gemini the keys are in camelCase.
    #[must_use]
    pub fn output_path(self, path: Path) -> Path {
        match self {
            Self::Gemini => path.key("functionResponse").key("response"),
            Self::OpenaiChat | Self::Anthropic | Self::Langchain => path.key("content"),
            Self::OpenaiResponses => path.key("output"),
            Self::AiSdk => path.key("output").key("value"),
            Self::Bedrock => path.key("toolResult").key("content"),
        }
    }

    /// As [`output_path`](Self::output_path), but with the keys that `message` really uses.
    pub(crate) fn output_path_in<V: View>(self, message: &V, path: Path) -> Path {
        let other = match self {
            Self::Gemini => path.key("function_response").key("response"),
            // Versions before 5 wrote `result`.
            Self::AiSdk => path.key("result"),
            _ => return self.output_path(path),
        };
        if other.resolve(message).is_some() && self.output_path(path).resolve(message).is_none() {
            return other;
        }
        self.output_path(path)
    }

    /// The edit that clears the output of the tool result at `path` of `message`: the path of the value to replace, and the new value, which
    /// holds `text`.
    pub fn cleared_output<V: View>(self, message: &V, path: Path, text: &str) -> (Path, Value) {
        let output = self.output_path_in(message, path);
        match self {
            Self::Gemini => (output, json!({ "output": text })),
            Self::OpenaiResponses => (output, openai_responses::cleared_output(message, text)),
            Self::Bedrock => (output, json!([{ "text": text }])),
            Self::AiSdk if output == self.output_path(path) => (path.key("output"), json!({ "type": "text", "value": text })),
            Self::OpenaiChat | Self::Anthropic | Self::AiSdk | Self::Langchain => (output, Value::String(text.to_owned())),
        }
    }

    /// What the model reads of a cleared output, so that its size can be measured. `tool` is the name of the tool that was called.
    pub(crate) fn cleared_value(self, tool: &str, text: &str) -> Value {
        match self {
            Self::OpenaiResponses if tool == "shell_call" => openai_responses::shell_chunks(text, None),
            // The blank picture that takes the place of a screenshot counts as nothing.
            Self::OpenaiResponses if tool == "computer_call" => Value::String(String::new()),
            Self::Gemini => json!({ "output": text }),
            Self::Bedrock => json!([{ "text": text }]),
            Self::OpenaiChat | Self::Anthropic | Self::OpenaiResponses | Self::AiSdk | Self::Langchain => Value::String(text.to_owned()),
        }
    }

    /// The output of the tool result at `path` of `message`.
    pub(crate) fn output_of<V: View>(self, message: &V, path: Path) -> Option<V> {
        self.output_path_in(message, path).resolve(message)
    }

    /// The path of the arguments of the call at `path` of `message`. `None` if no path can name the place.
    pub(crate) fn call_args_path<V: View>(self, message: &V, path: Path) -> Option<Path> {
        let under = |path: Path, key: &str| Some(path.key(key)).filter(|child| *child != path && child.resolve(message).is_some());
        let inner = ["functionCall", "function_call", "function", "toolUse"].iter().find_map(|key| under(path, key)).unwrap_or(path);
        ["args", "arguments", "input", "action", "actions", "operation"].iter().find_map(|key| under(inner, key))
    }

    /// The arguments of the call at `path` of `message`.
    pub(crate) fn call_args<V: View>(self, message: &V, path: Path) -> Option<V> {
        let call = path.resolve(message)?;
        let inner = ["functionCall", "function_call", "function", "custom", "toolUse"].iter().find_map(|key| call.get(key)).unwrap_or(call);
        ["args", "arguments", "input", "action", "actions", "operation"].iter().find_map(|key| inner.get(key))
    }
}
