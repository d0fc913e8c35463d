//! Streams of UI message chunks, as the AI SDK sends them: a list, or one chunk a line. They
//! become one `UIMessage` of the assistant. Source: vercel/ai,
//! `packages/ai/src/ui-message-stream/ui-message-chunks.ts`, read November 2026.

use super::log::{Source, forms};
use super::record::{Record, literal, object};
use super::{Agent, Reader, SessionFile};
use crate::json_text::JsonTree;
use conspectus::Dialect;
use serde_json::{Map, Value, json};

/// Its reader.
pub(super) struct AiSdkStream;

const AGENT: Agent = Agent {
    word: "ai_sdk_stream",
    name: "AI SDK stream",
};

impl Reader for AiSdkStream {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_chunk = |record: &Record<'_>| {
            ["start", "start-step"].contains(&record.word("type").as_str())
                && record.get("role").is_none()
        };
        let is_delta = |record: &Record<'_>| {
            ["-start", "-delta", "-available"]
                .iter()
                .any(|end| record.word("type").ends_with(end))
        };
        if !(source.any(is_chunk) && source.any(is_delta)) {
            return None;
        }
        let mut log = source.log(Dialect::UiMessage);
        let mut parts = Parts::default();
        for record in source.records() {
            if !parts.chunk(&record) {
                log.leave_out("chunks without a content");
            }
        }
        let built = source.built;
        let parts: Vec<JsonTree<'a>> = parts
            .all
            .into_iter()
            .map(|(_, part)| built.json(&Value::Object(part)))
            .collect();
        if !parts.is_empty() {
            log.push(
                object([
                    ("id", Some(literal("\"\""))),
                    ("role", Some(literal(forms::ASSISTANT))),
                    ("parts", Some(JsonTree::List(parts))),
                ]),
                None,
            );
        }
        Some(log.finish(AGENT))
    }
}

/// The parts so far, each under the id of its chunks.
#[derive(Default)]
struct Parts {
    all: Vec<(String, Map<String, Value>)>,
}

impl Parts {
    /// Whether the chunk is a part of the message.
    fn chunk(&mut self, chunk: &Record<'_>) -> bool {
        let kind = chunk.word("type");
        let string = |key: &str| chunk.get(key).and_then(|value| value.as_string());
        let value = |key: &str| {
            let value = chunk.get(key).and_then(|value| value.to_value().ok());
            value.unwrap_or(Value::Null)
        };
        let id = string("toolCallId").or(string("id")).unwrap_or_default();
        match kind.as_str() {
            "text-delta" | "reasoning-delta" => {
                let kind = kind.trim_end_matches("-delta");
                let part = self.part(&format!("{kind} {id}"), || json!({ "type": kind }));
                append(part, "text", &string("delta").unwrap_or_default());
            }
            "tool-input-start" | "tool-input-available" | "tool-input-error" => {
                let name = string("toolName").unwrap_or_default();
                let part = self.tool(&id, &name);
                if let input @ (Value::Object(_) | Value::Array(_) | Value::String(_)) =
                    value("input")
                {
                    part.insert("input".to_owned(), input);
                    part.remove("rawInput");
                }
            }
            "tool-input-delta" => {
                let part = self.tool(&id, "");
                append(
                    part,
                    "rawInput",
                    &string("inputTextDelta").unwrap_or_default(),
                );
            }
            "tool-output-available" => self.output(&id, "output", value("output")),
            "tool-output-error" => self.output(&id, "errorText", value("errorText")),
            "file" => {
                let part =
                    json!({ "type": "file", "url": value("url"), "mediaType": value("mediaType") });
                let place = format!("file {}", self.all.len());
                self.part(&place, || part);
            }
            _ => return false,
        }
        true
    }

    fn part(&mut self, id: &str, new: impl FnOnce() -> Value) -> &mut Map<String, Value> {
        let place = self.all.iter().rposition(|(known, _)| known == id);
        let place = place.unwrap_or_else(|| {
            let new = match new() {
                Value::Object(new) => new,
                _ => Map::new(),
            };
            self.all.push((id.to_owned(), new));
            self.all.len() - 1
        });
        &mut self.all[place].1
    }

    fn tool(&mut self, id: &str, name: &str) -> &mut Map<String, Value> {
        self.part(&format!("tool {id}"), || {
            json!({ "type": "dynamic-tool", "toolName": name, "toolCallId": id, "state": "input-available" })
        })
    }

    fn output(&mut self, id: &str, key: &str, output: Value) {
        let part = self.tool(id, "");
        // The input may only have come in pieces.
        if let Some(Value::String(raw)) = part.remove("rawInput") {
            let input = serde_json::from_str(&raw).unwrap_or(Value::String(raw));
            part.insert("input".to_owned(), input);
        }
        let state = if key == "output" {
            "output-available"
        } else {
            "output-error"
        };
        part.insert("state".to_owned(), Value::from(state));
        part.insert(key.to_owned(), output);
    }
}

fn append(part: &mut Map<String, Value>, key: &str, more: &str) {
    if let Value::String(text) = part.entry(key).or_insert_with(|| Value::from("")) {
        text.push_str(more);
    }
}
