//! Spans of OpenTelemetry with the conventions for generative AI: OTLP in JSON, or spans with
//! their attributes as an object. The span with the most input messages of a conversation contains
//! it all; its messages become those of OpenAI chat. Source: open-telemetry/semantic-conventions,
//! `docs/gen-ai`, `gen-ai-input-messages.json`, read November 2026.

use super::log::Source;
use super::record::{Record, items};
use super::{Agent, Format, Reader, SessionFile};
use crate::json_text::JsonText;
use conspectus::Dialect;
use conspectus::host::item::Kind;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Its reader.
pub(super) struct Otel;

const AGENT: Agent = Agent {
    word: "otel",
    name: "OpenTelemetry GenAI",
};
const INPUT: &str = "gen_ai.input.messages";
const OUTPUT: &str = "gen_ai.output.messages";
const USED: [&str; 7] = [
    INPUT,
    OUTPUT,
    "gen_ai.system_instructions",
    "gen_ai.conversation.id",
    "gen_ai.request.model",
    "gen_ai.response.model",
    "gen_ai.usage.input_tokens",
];

impl Reader for Otel {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_span = |record: &Record<'_>| {
            record.has("resourceSpans", Kind::Array)
                || record.record("attributes").get(INPUT).is_some()
        };
        if !source.any(is_span) {
            return None;
        }
        let mut left_out = BTreeMap::new();
        // By conversation, or else by trace, in the order of their first spans.
        let mut conversations: Vec<(String, Span)> = Vec::new();
        for record in source.records() {
            for span in spans(&record) {
                let span = Span::of(&Record::of(span));
                if span.messages.is_empty() {
                    *left_out.entry("spans without messages").or_insert(0) += 1;
                    continue;
                }
                let id = span.id.clone();
                match conversations.iter_mut().find(|(known, _)| *known == id) {
                    Some((_, longest)) if longest.messages.len() > span.messages.len() => {}
                    Some((_, longest)) => *longest = span,
                    None => conversations.push((id, span)),
                }
            }
        }
        let conversations = conversations
            .into_iter()
            .map(|(id, span)| {
                let mut log = source.log(Dialect::OpenaiChat);
                log.label = conspectus::tokens::text::sanitize_label(&id, 60);
                log.model = span.model;
                log.prompt(span.prompt_tokens);
                for message in span.messages.iter().flat_map(messages) {
                    log.push(source.built.json(&message), None);
                }
                log.conversation()
            })
            .collect();
        Some(SessionFile {
            format: Format::Session(AGENT),
            conversations,
            skipped: Vec::new(),
            left_out,
        })
    }
}

fn spans<'a>(record: &Record<'a>) -> Vec<JsonText<'a>> {
    if record.get("resourceSpans").is_none() {
        return vec![record.whole()];
    }
    let inner = |values: Vec<JsonText<'a>>, key: &str| -> Vec<JsonText<'a>> {
        values
            .into_iter()
            .flat_map(|value| items(value.get(key)))
            .collect()
    };
    let resources = items(record.list("resourceSpans"));
    inner(inner(resources, "scopeSpans"), "spans")
}

struct Span {
    id: String,
    model: Option<String>,
    prompt_tokens: Option<f64>,
    messages: Vec<Value>,
}

impl Span {
    fn of(span: &Record<'_>) -> Self {
        let attributes = attributes(span);
        let text = |key: &str| attributes.get(key).and_then(Value::as_str);
        let list = |key: &str| match attributes.get(key) {
            Some(Value::Array(list)) => list.clone(),
            _ => Vec::new(),
        };
        let mut messages = list(INPUT);
        let system = list("gen_ai.system_instructions");
        if !system.is_empty() && !messages.is_empty() {
            messages.insert(0, json!({ "role": "system", "parts": system }));
        }
        messages.extend(list(OUTPUT));
        let trace = ["traceId", "trace_id"].map(|key| span.get(key).and_then(|id| id.as_string()));
        Self {
            id: text("gen_ai.conversation.id")
                .map(str::to_owned)
                .or(trace.into_iter().flatten().next())
                .unwrap_or_default(),
            model: text("gen_ai.response.model")
                .or(text("gen_ai.request.model"))
                .map(str::to_owned),
            prompt_tokens: attributes
                .get("gen_ai.usage.input_tokens")
                .and_then(|tokens| tokens.as_f64().or(tokens.as_str()?.parse().ok())),
            messages,
        }
    }
}

/// The attributes that are used. Backends that only store strings store JSON in them.
fn attributes(span: &Record<'_>) -> BTreeMap<&'static str, Value> {
    let mut found = BTreeMap::new();
    let mut add = |key: &str, value: JsonText<'_>| {
        let Some(key) = USED.iter().find(|used| **used == key) else {
            return;
        };
        let value = value.to_value().ok().map(|value| match value {
            Value::String(text) if key.ends_with("messages") || key.ends_with("instructions") => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            other => other,
        });
        found.insert(*key, value.unwrap_or(Value::Null));
    };
    match span.get("attributes") {
        // In OTLP each value is under its type.
        Some(list) if list.kind() == Kind::Array => {
            for attribute in items(Some(list)) {
                let attribute = Record::of(attribute);
                let typed = attribute.record("value");
                let value = ["stringValue", "intValue", "doubleValue"]
                    .iter()
                    .find_map(|kind| typed.get(kind));
                if let Some(value) = value {
                    add(&attribute.word("key"), value);
                }
            }
        }
        Some(object) => object.for_each(&mut |key, value| {
            add(key.map_or("", |key| key.name), value);
        }),
        None => {}
    }
    found
}

/// The messages of OpenAI chat for a message of the conventions: its results are
/// messages of their own.
fn messages(message: &Value) -> Vec<Value> {
    let role = message["role"].as_str().unwrap_or("user");
    let (mut all, mut content, mut calls, mut thoughts) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for part in message["parts"].as_array().into_iter().flatten() {
        match part["type"].as_str().unwrap_or("") {
            "text" => content.push(json!({ "type": "text", "text": part["content"] })),
            "reasoning" => thoughts.extend(part["content"].as_str()),
            "tool_call" => calls.push(json!({ "id": part["id"], "type": "function", "function": { "name": part["name"], "arguments": as_text(&part["arguments"]) } })),
            "tool_call_response" => {
                let response = part.get("response").or(part.get("result"));
                let content = as_text(response.unwrap_or(&Value::Null));
                all.push(json!({ "role": "tool", "tool_call_id": part["id"], "content": content }));
            }
            "blob" if part["modality"] != "audio" && part["modality"] != "video" => {
                let mime = part["mime_type"].as_str().unwrap_or("image/png");
                let data = part["content"].as_str().unwrap_or("");
                content.push(json!({ "type": "image_url", "image_url": { "url": format!("data:{mime};base64,{data}") } }));
            }
            "uri" | "file_data" if part["uri"].is_string() => content.push(json!({ "type": "image_url", "image_url": { "url": part["uri"] } })),
            _ => content.push(part.clone()),
        }
    }
    if content.is_empty() && calls.is_empty() && thoughts.is_empty() {
        return all;
    }
    let content = match content.as_slice() {
        [] => Value::Null,
        [one] if one["type"] == "text" => one["text"].clone(),
        _ => Value::Array(content),
    };
    let mut said = json!({ "role": role, "content": content });
    if !calls.is_empty() {
        said["tool_calls"] = Value::Array(calls);
    }
    if !thoughts.is_empty() {
        said["reasoning_content"] = Value::from(thoughts.join("\n"));
    }
    all.push(said);
    all
}

/// A string unchanged, anything else as JSON.
fn as_text(value: &Value) -> Value {
    match value {
        Value::String(_) => value.clone(),
        Value::Null => Value::from(""),
        other => Value::from(other.to_string()),
    }
}
