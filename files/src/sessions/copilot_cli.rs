//! Sessions of GitHub Copilot CLI. Each line is an event `{type, data, id, timestamp, parentId}`.
//!
//! They become messages of OpenAI chat: `user.message` in the form that the model got,
//! `assistant.message` with its calls, `tool.execution_complete` as a result. Events of subagents
//! and about the program are left out, and opaque reasoning, which only Copilot can read. At a
//! compaction the history is its summary. Source: github/copilot-sdk,
//! `nodejs/src/generated/session-events.ts`, and a recorded session of version 1.0, read November 2026.

use super::log::{Log, Source, forms};
use super::record::{Record, items, tree, word};
use super::{Agent, Place, Reader, SessionFile, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use std::collections::BTreeSet;

/// Its reader.
pub(super) struct CopilotCli;

const AGENT: Agent = Agent {
    word: "copilot_cli",
    name: "Copilot CLI",
};

impl Reader for CopilotCli {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const PLACES: &[Place] = &[
            Place::new("session-state", |path| path.ends_with(".jsonl"))
                .under("COPILOT_HOME", ".copilot"),
            Place::new("history-session-state", |path| path.ends_with(".jsonl"))
                .under("COPILOT_HOME", ".copilot"),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_event = |record: &Record<'_>| {
            let kind = record.word("type");
            record.has("data", Kind::Object)
                && ["session.", "user.", "assistant.", "system.", "tool."]
                    .iter()
                    .any(|start| kind.starts_with(start))
        };
        if !source.any(is_event) {
            return None;
        }
        let mut log = source.log(Dialect::OpenaiChat);
        let mut known = BTreeSet::new();
        for record in source.records() {
            event(&record, &mut known, &mut log);
        }
        Some(log.finish(AGENT))
    }
}

/// `known` are the ids of the calls so far.
fn event<'a>(record: &Record<'a>, known: &mut BTreeSet<String>, log: &mut Log<'a>) {
    let (data, time) = (record.record("data"), record.get("timestamp"));
    let kind = record.word("type");
    if record.string("agentId").is_some() || data.string("parentToolCallId").is_some() {
        return log.leave_out("events of subagents");
    }
    match kind.as_str() {
        "session.model_change" => {
            log.model(data.get("newModel"));
            log.leave_out("events about the session");
        }
        "session.compaction_complete" if data.string("summaryContent").is_some() => {
            log.compact(|_, _| false);
            if let Some(summary) = data.string("summaryContent") {
                log.push(forms::said(forms::USER, tree(summary)), time);
            }
        }
        // The program repeats it at every start.
        "system.message" => {
            log.system = data.string("content").and_then(JsonText::as_json);
            log.leave_out("system prompts, the last one is used");
        }
        "user.message" => {
            let text = data.string("transformedContent").or(data.string("content"));
            let mut images = Vec::new();
            for attachment in items(data.list("attachments")) {
                match image(attachment, log) {
                    Some(image) => images.push(image),
                    None => log.leave_out("attachments that are files"),
                }
            }
            let text = tree(text.unwrap_or(JsonText::Text("\"\"")));
            let content = if images.is_empty() {
                text
            } else {
                images.insert(0, forms::text(text));
                JsonTree::List(images)
            };
            log.push(forms::said(forms::USER, content), time);
        }
        "assistant.message" => {
            log.model(data.get("model"));
            let requests = items(data.list("toolRequests")).into_iter().map(Record::of);
            let calls = requests
                .map(|request| {
                    known.insert(request.word("toolCallId"));
                    call(&request, "name", log)
                })
                .collect();
            let content = data.string("content").map(tree);
            let reasoning = data.string("reasoningText").map(tree);
            log.push(forms::answer(content, reasoning, calls), time);
        }
        "assistant.usage" => {
            let names = ["inputTokens", "cacheReadTokens", "outputTokens"];
            log.usage(usage::named(&data, names));
            log.leave_out("events about the session");
        }
        // A call that no message has, such as one that the user asked for.
        "tool.execution_start" if known.insert(data.word("toolCallId")) => {
            let call = call(&data, "toolName", log);
            log.push(forms::answer(None, None, vec![call]), time);
        }
        "tool.execution_complete" => {
            let result = data.record("result");
            let text = result
                .get("content")
                .or(data.record("error").get("message"))
                .unwrap_or(JsonText::Text("\"\""));
            let content = log.built.as_string(text);
            log.push(
                forms::result(data.get("toolCallId"), data.get("toolName"), content),
                time,
            );
        }
        _ => log.leave_out("events about the session"),
    }
}

fn call<'a>(request: &Record<'a>, name: &str, log: &Log<'a>) -> JsonTree<'a> {
    let value = |key| request.get(key).unwrap_or(JsonText::Text("null"));
    forms::call(
        tree(value("toolCallId")),
        tree(value(name)),
        log.built
            .as_string(request.get("arguments").unwrap_or(JsonText::Text("\"{}\""))),
    )
}

/// An attachment with the bytes of an image.
fn image<'a>(attachment: JsonText<'a>, log: &Log<'a>) -> Option<JsonTree<'a>> {
    let attachment = Record::of(attachment);
    let mime = word(attachment.get("mimeType"));
    let data = attachment.string("data")?.to_text();
    mime.starts_with("image/")
        .then(|| forms::image(log.built.string(&format!("data:{mime};base64,{data}"))))
}
