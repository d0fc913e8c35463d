//! Chats that Gemini CLI records: one object with a list of messages, or since 2026 one record a
//! line.
//!
//! Lines are a log of changes: a later record replaces the one with the same `id`, `$set` changes
//! fields (its `messages` replace all), and `$rewindTo` removes that message and all later ones. A message of
//! the model contains its calls with their results; it becomes a message of the model and one of
//! results. Notes to the user, and summaries of thinking, which are not sent again, are left
//! out. Source: google-gemini/gemini-cli, `services/chatRecordingService.ts`, read
//! November 2026.

mod write_back;

use super::log::{Log, Source, forms};
use super::record::{Record, items, literal, object, tree};
use super::write_back::Writer;
use super::{Agent, Place, Reader, SessionFile, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use std::collections::BTreeMap;

/// Its reader.
pub(super) struct GeminiCli;

const AGENT: Agent = Agent {
    word: "gemini_cli",
    name: "Gemini CLI",
};

impl Reader for GeminiCli {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const IS_CHAT: fn(&str) -> bool =
            |path| path.contains("/chats/session-") && path.contains(".json");
        const PLACES: &[Place] = &[Place::new(".gemini/tmp", IS_CHAT).under("GEMINI_CLI_HOME", "")];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_chat = |record: &Record<'_>| {
            record.has("sessionId", Kind::String) && record.has("projectHash", Kind::String)
        };
        if !source.any(is_chat) {
            return None;
        }
        let mut log = source.log(Dialect::Gemini);
        for message in folded(source, &mut log) {
            read_message(&Record::of(message), &mut log);
        }
        Some(log.finish(AGENT))
    }

    fn writer(&self) -> Option<Writer> {
        Some(write_back::write)
    }
}

/// The messages after all changes, in order.
fn folded<'a>(source: &Source<'a>, log: &mut Log<'a>) -> Vec<JsonText<'a>> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut messages: Vec<Option<JsonText<'a>>> = Vec::new();
    for record in source.records() {
        let all = record
            .list("messages")
            .or(record.record("$set").list("messages"));
        if let Some(all) = all {
            messages = items(Some(all)).into_iter().map(Some).collect();
            places = BTreeMap::new();
            for (place, message) in messages.iter().enumerate() {
                if let Some(id) = message.and_then(|message| message.string_at("id")) {
                    places.insert(id, place);
                }
            }
        } else if let Some(id) = record.string("$rewindTo").and_then(|id| id.as_string()) {
            let from = places.get(&id).copied().unwrap_or(0);
            messages[from..].fill(None);
            places.retain(|_, place| *place < from);
            log.leave_out("changes to the record");
        } else if let Some(id) = record.string("id").and_then(|id| id.as_string()) {
            match places.get(&id) {
                Some(place) => {
                    messages[*place] = Some(record.whole());
                    log.leave_out("messages that a later record replaces");
                }
                None => {
                    places.insert(id, messages.len());
                    messages.push(Some(record.whole()));
                }
            }
        } else {
            log.leave_out("changes to the record");
        }
    }
    messages.into_iter().flatten().collect()
}

fn read_message<'a>(message: &Record<'a>, log: &mut Log<'a>) {
    let time = message.get("timestamp");
    let parts = parts(message.get("content"));
    match message.word("type").as_str() {
        "user" if !parts.is_empty() => log.push(turn(forms::USER, parts), time),
        "gemini" => {
            log.model(message.get("model"));
            for _ in items(message.list("thoughts")) {
                log.leave_out("summaries of thinking");
            }
            let calls: Vec<Record<'a>> = items(message.list("toolCalls"))
                .into_iter()
                .map(Record::of)
                .collect();
            let mut said = parts;
            said.extend(calls.iter().map(call));
            let results: Vec<JsonTree<'a>> = calls.iter().flat_map(results).collect();
            if !said.is_empty() {
                log.push(turn("\"model\"", said), time);
                log.usage(usage::named(
                    &message.record("tokens"),
                    ["input", "cached", "output"],
                ));
            }
            if !results.is_empty() {
                log.push(turn(forms::USER, results), time);
            }
        }
        _ => log.leave_out("notes to the user"),
    }
}

fn turn<'a>(role: &'static str, parts: Vec<JsonTree<'a>>) -> JsonTree<'a> {
    object([
        ("role", Some(literal(role))),
        ("parts", Some(JsonTree::List(parts))),
    ])
}

/// A content is a string, a part, or a list of both. An empty string has no parts.
fn parts(content: Option<JsonText<'_>>) -> Vec<JsonTree<'_>> {
    let Some(content) = content else {
        return Vec::new();
    };
    match content.kind() {
        Kind::String if content.is_empty() => Vec::new(),
        Kind::String => vec![object([("text", Some(tree(content)))])],
        Kind::Object => vec![tree(content)],
        _ => items(Some(content))
            .into_iter()
            .flat_map(|part| parts(Some(part)))
            .collect(),
    }
}

fn call<'a>(call: &Record<'a>) -> JsonTree<'a> {
    let fields = ["id", "name", "args"].map(|key| (key, call.get(key).map(tree)));
    object([("functionCall", Some(object(fields)))])
}

/// The parts of a call's result. A string is its output.
fn results<'a>(call: &Record<'a>) -> Vec<JsonTree<'a>> {
    match call.get("result") {
        Some(output) if output.kind() == Kind::String => {
            let response = object([("output", Some(tree(output)))]);
            let fields = [
                ("id", call.get("id").map(tree)),
                ("name", call.get("name").map(tree)),
                ("response", Some(response)),
            ];
            vec![object([("functionResponse", Some(object(fields)))])]
        }
        result => parts(result),
    }
}
