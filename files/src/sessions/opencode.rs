//! Sessions of opencode: what `opencode export` writes, `{info, messages: [{info, parts}]}`, or one
//! part of its former storage. A session in the storage is put together from its files
//! ([`gathered`](super::gathered)).
//!
//! After a compaction opencode sends the request for it, the summary, and all later messages.
//! Source: `filterCompacted` of sst/opencode, `session/message-v2.ts`, as its ports describe and test
//! it, read November 2026.

use super::log::Source;
use super::record::{Record, items, literal, object, tree};
use super::{Agent, Extent, Place, Reader, SessionFile, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Its reader.
pub(super) struct Opencode;

const AGENT: Agent = Agent {
    word: "opencode",
    name: "opencode",
};

impl Reader for Opencode {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const IS_SESSION: fn(&str) -> bool = |path| path.ends_with(".json");
        const PLACES: &[Place] = &[
            Place::new("opencode/storage/session", IS_SESSION)
                .under("XDG_DATA_HOME", ".local/share"),
            Place::new("opencode", |path| path.ends_with(".db"))
                .under("XDG_DATA_HOME", ".local/share"),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let file = source.only()?;
        let mut log = source.log(Dialect::Opencode);
        let is_session = |info: &Record<'_>| {
            info.has("projectID", Kind::String) && info.has("directory", Kind::String)
        };
        if is_session(file) && !file.has("messages", Kind::Array) {
            log.leave_out("record about a session, whose messages are in other files");
        } else if file.has("sessionID", Kind::String) && file.has("role", Kind::String) {
            log.leave_out("record about a message, whose parts are in other files");
        } else if file.has("sessionID", Kind::String) && file.has("messageID", Kind::String) {
            let info = object([
                ("id", file.get("messageID").map(tree)),
                ("role", Some(literal(role_of_part(file)))),
            ]);
            let parts = JsonTree::List(vec![tree(file.whole())]);
            log.push(object([("info", Some(info)), ("parts", Some(parts))]), None);
        } else if is_session(&file.record("info")) {
            let mut kept_from = None;
            for message in items(file.list("messages")) {
                let message = Record::of(message);
                let info = message.record("info");
                if let Some(request) = request_to_compact(message.list("parts")) {
                    let tail = request.string("tail_start_id").and_then(JsonText::as_json);
                    kept_from = Some((log.messages.len(), tail));
                }
                log.model(info.get("modelID").or(info.record("model").get("modelID")));
                log.push(tree(message.whole()), info.record("time").get("created"));
                log.usage(usage::read(info.get("tokens")));
                // A request without a summary was not carried out.
                if let Some((request, tail)) = kept_from.filter(|_| info.is_true("summary"))
                    && info.word("role") == "assistant"
                {
                    let first = tail
                        .and_then(|tail| {
                            log.messages
                                .iter()
                                .position(|kept| id_of(kept) == Some(tail))
                        })
                        .unwrap_or(request);
                    log.compact(|place, _| place >= first);
                    // The kept messages follow the summary.
                    if source.extent == Extent::SinceCompaction {
                        log.rotate_left(request.saturating_sub(first));
                    }
                    kept_from = None;
                }
            }
        } else {
            return None;
        }
        Some(log.finish(AGENT))
    }
}

fn request_to_compact(parts: Option<JsonText<'_>>) -> Option<Record<'_>> {
    let parts = items(parts).into_iter().map(Record::of);
    let mut requests = parts.filter(|part| part.word("type") == "compaction");
    requests.next()
}

fn id_of<'a>(message: &JsonTree<'a>) -> Option<&'a str> {
    match message {
        JsonTree::Text(json) => Record::of(JsonText::Text(json))
            .record("info")
            .string("id")
            .and_then(JsonText::as_json),
        _ => None,
    }
}

/// Only the model thinks and calls tools.
fn role_of_part(part: &Record<'_>) -> &'static str {
    match part.word("type").as_str() {
        "text" | "file" | "compaction" | "subtask" => "\"user\"",
        _ => "\"assistant\"",
    }
}
