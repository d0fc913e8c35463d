//! Rollout files of Codex. Each line is `{timestamp, type, payload}`; payloads of the type
//! `response_item` are items of OpenAI Responses.
//!
//! At `compacted` the history is `replacement_history`, or else the user's messages and the
//! summary. `thread_rolled_back` removes the newest turns. Events repeat what items say, and are
//! left out. Before September 2025 the lines were the items themselves. Items of other versions,
//! whose calls have no id or arguments that aren't a string, are brought into the form of the API.
//! Source: openai/codex, `core/src/codex/rollout_reconstruction.rs`, read November 2026.

use super::log::{Log, Source, forms};
use super::record::{Record, items, literal, object, tree, word};
use super::{Agent, Extent, Place, Reader, SessionFile, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct Codex;

const AGENT: Agent = Agent {
    word: "codex",
    name: "Codex",
};
const RECORDS: [&str; 7] = [
    "session_meta",
    "response_item",
    "request_item",
    "turn_context",
    "event_msg",
    "compacted",
    "world_state",
];
const CALLS: [&str; 2] = ["function_call", "tool_call"];
const RESULTS: [&str; 3] = ["function_call_output", "function_result", "tool_result"];

impl Reader for Codex {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const IS_SESSION: fn(&str) -> bool = |path| path.contains(".jsonl");
        const PLACES: &[Place] = &[
            Place::new("sessions", IS_SESSION).under("CODEX_HOME", ".codex"),
            Place::new("archived_sessions", IS_SESSION).under("CODEX_HOME", ".codex"),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_rollout = |record: &Record<'_>| {
            RECORDS.contains(&record.word("type").as_str()) && record.has("payload", Kind::Object)
        };
        let is_old = source.heads.len() > 1
            && source.heads[0].get("type").is_none()
            && ["id", "timestamp", "instructions"]
                .iter()
                .all(|key| source.heads[0].get(key).is_some());
        if !is_old && !source.any(is_rollout) {
            return None;
        }
        let mut rollout = Rollout {
            log: source.log(Dialect::OpenaiResponses),
            open: Vec::new(),
        };
        for record in source.records() {
            rollout.record(&record);
        }
        Some(rollout.log.finish(AGENT))
    }
}

struct Rollout<'a> {
    log: Log<'a>,
    /// Calls without an id of their own that wait for their results: names and ids.
    open: Vec<(String, JsonTree<'a>)>,
}

impl<'a> Rollout<'a> {
    fn record(&mut self, record: &Record<'a>) {
        let payload = record.record("payload");
        let time = record.get("timestamp").or(record.get("created_at"));
        match record.word("type").as_str() {
            "response_item" | "request_item" => self.item(&payload, time),
            "compacted" => self.compacted(&payload, time),
            "turn_context" => {
                self.log.model(payload.get("model"));
                self.log.leave_out("records about a turn");
            }
            "event_msg" => self.event(&payload),
            "session_meta" => {
                let base = payload.record("base_instructions");
                self.log.system = base.string("text").and_then(JsonText::as_json);
                self.log.leave_out("records about the session");
            }
            "world_state" => self.log.leave_out("records about a turn"),
            _ => self.item(record, time),
        }
    }

    fn event(&mut self, payload: &Record<'a>) {
        match payload.word("type").as_str() {
            "token_count" => {
                let usage = payload.record("info").record("last_token_usage");
                let names = ["input_tokens", "cached_input_tokens", "output_tokens"];
                self.log.usage(usage::named(&usage, names));
            }
            "thread_rolled_back" => self.roll_back(payload.number("num_turns").unwrap_or(0.0)),
            _ => {}
        }
        self.log.leave_out("events");
    }

    fn item(&mut self, item: &Record<'a>, time: Option<JsonText<'a>>) {
        let kind = item.word("type");
        let kind = kind.as_str();
        let message = match kind {
            "ghost_snapshot" => None,
            _ if CALLS.contains(&kind) => Some(self.call(item)),
            _ if RESULTS.contains(&kind) => Some(self.result(item)),
            // Of another version: the text is not under `content`.
            "" => {
                let content = item.get("content").or(item.string("message"));
                let role = item.string("role");
                role.zip(content).map(|(role, content)| {
                    object([("role", Some(tree(role))), ("content", Some(tree(content)))])
                })
            }
            _ => Some(tree(item.whole())),
        };
        match message {
            Some(message) => self.log.push(message, time),
            None => self.log.leave_out("records without a message"),
        }
    }

    fn call(&mut self, item: &Record<'a>) -> JsonTree<'a> {
        if item.word("type") == CALLS[0]
            && item.string("call_id").is_some()
            && item.has("arguments", Kind::String)
        {
            return tree(item.whole());
        }
        let name = item.get("name").or(item.record("function").get("name"));
        let arguments = item.get("arguments").or(item.get("parameters"));
        let built = self.log.built;
        let id = item.string("call_id").map_or_else(
            || {
                let id = built.string(&format!("call_{}", self.log.messages.len()));
                self.open.push((word(name), id.clone()));
                id
            },
            tree,
        );
        object([
            ("type", Some(literal("\"function_call\""))),
            ("call_id", Some(id)),
            ("name", name.map(tree)),
            (
                "arguments",
                arguments.map(|arguments| built.as_string(arguments)),
            ),
        ])
    }

    fn result(&mut self, item: &Record<'a>) -> JsonTree<'a> {
        let output = item.get("output").or(item.get("result"));
        let is_usual = item.string("call_id").is_some()
            && output.is_some_and(|output| matches!(output.kind(), Kind::String | Kind::Array));
        if item.word("type") == RESULTS[0] && is_usual {
            return tree(item.whole());
        }
        let built = self.log.built;
        let id = item.string("call_id").map(tree).or_else(|| {
            let name = item.word("name");
            let place = self.open.iter().position(|(open, _)| *open == name)?;
            Some(self.open.remove(place).1)
        });
        object([
            ("type", Some(literal("\"function_call_output\""))),
            ("call_id", id),
            ("output", output.map(|output| built.as_string(output))),
        ])
    }

    fn compacted(&mut self, payload: &Record<'a>, time: Option<JsonText<'a>>) {
        let replacement = payload.list("replacement_history");
        self.log
            .compact(|_, message| replacement.is_none() && is_of_user(message));
        // It repeats messages that are read anyway.
        if self.log.extent == Extent::SinceCompaction {
            for item in items(replacement) {
                self.log.push(tree(item), time);
            }
        }
        if let Some(summary) = payload.string("message").filter(|_| replacement.is_none()) {
            self.log.push(forms::said(forms::USER, tree(summary)), time);
        }
    }

    /// Removes the newest turns. Messages that Codex itself sends as the user begin with a tag or a
    /// heading, and don't count as turns.
    fn roll_back(&mut self, turns: f64) {
        let built = self.log.built;
        let starts: Vec<usize> = (0..self.log.messages.len())
            .filter(|index| {
                let message = self.log.messages[*index].view();
                let text = message
                    .as_json()
                    .and_then(|json| built.text_of(JsonText::Text(json).get("content")));
                is_of_user(&self.log.messages[*index])
                    && text.is_none_or(|text| {
                        !["\"<", "\"# AGENTS.md"]
                            .iter()
                            .any(|start| text.to_json().starts_with(start))
                    })
            })
            .collect();
        if turns >= 1.0 && !starts.is_empty() {
            let turns = (turns as usize).min(starts.len());
            self.log.truncate(starts[starts.len() - turns]);
        }
    }
}

fn is_of_user(message: &JsonTree<'_>) -> bool {
    word(message.view().get("role")) == "user"
}
