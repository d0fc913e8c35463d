//! Event streams of Tarko, which Agent TARS and UI-TARS record: a list of events.
//!
//! They become messages of OpenAI chat. `tool_call` repeats a call of the message before it, and
//! streaming events repeat the message after them; they are left out. Source:
//! bytedance/UI-TARS-desktop, `multimodal/tarko/agent-interface/src/agent-event-stream.ts`, read
//! November 2026.

use super::log::{Log, Source, forms};
use super::record::{Record, items, tree, word};
use super::{Agent, Reader, SessionFile};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct Tarko;

const AGENT: Agent = Agent {
    word: "tarko",
    name: "Tarko",
};

impl Reader for Tarko {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_event = |record: &Record<'_>| {
            ["user_message", "assistant_message"].contains(&record.word("type").as_str())
                && record.has("timestamp", Kind::Number)
                && record.get("content").is_some()
        };
        if !source.any(is_event) {
            return None;
        }
        let mut log = source.log(Dialect::OpenaiChat);
        for record in source.records() {
            event(&record, &mut log);
        }
        Some(log.finish(AGENT))
    }
}

fn event<'a>(record: &Record<'a>, log: &mut Log<'a>) {
    let time = record.get("timestamp");
    let content = record.get("content");
    match record.word("type").as_str() {
        "user_message" | "environment_input" => {
            let content = content.unwrap_or(JsonText::Text("\"\""));
            log.push(forms::said(forms::USER, tree(content)), time);
        }
        "assistant_message" => {
            let calls = items(record.list("toolCalls")).into_iter().map(call);
            let content = forms::filled(record, "content").map(tree);
            log.push(forms::answer(content, None, calls.collect()), time);
        }
        "tool_result" => {
            // A tool that failed may have no content.
            let content = content
                .filter(|content| !content.is_empty())
                .or(record.string("error"))
                .unwrap_or(JsonText::Text("\"\""));
            let is_parts = content.kind() == Kind::Array
                && items(Some(content))
                    .iter()
                    .all(|part| !word(part.get("type")).is_empty());
            let content = if is_parts {
                tree(content)
            } else {
                log.built.as_string(content)
            };
            let result = forms::result(record.get("toolCallId"), record.get("name"), content);
            log.push(result, time);
        }
        "agent_run_start" => {
            log.model(record.get("model"));
            log.leave_out("events");
        }
        "assistant_thinking_message" => log.leave_out("thinking, which is not sent again"),
        _ => log.leave_out("events"),
    }
}

/// Some providers leave the type of a call empty.
fn call(call: JsonText<'_>) -> JsonTree<'_> {
    let record = Record::of(call);
    let function = record.record("function");
    match (
        record.get("id"),
        function.get("name"),
        function.get("arguments"),
    ) {
        (Some(id), Some(name), Some(arguments)) => {
            forms::call(tree(id), tree(name), tree(arguments))
        }
        _ => tree(call),
    }
}
