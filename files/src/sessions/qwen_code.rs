//! Sessions of Qwen Code. Each line is a record of a tree; `message` is a content of Gemini.
//!
//! The conversation is the chain of `parentUuid` that ends at the newest message, so that branches
//! that the user left by `/rewind` are left out. `chat_compression` contains the history after a
//! compaction. If the chain is broken, everything before the break is kept. Source:
//! QwenLM/qwen-code, `services/session-api-history.ts`, read November 2026.

mod write_back;

use super::log::Source;
use super::record::{Record, items, tree};
use super::write_back::Writer;
use super::{Agent, Extent, Place, Reader, SessionFile, usage};
use crate::json_text::JsonText;
use conspectus::Dialect;
use conspectus::host::item::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Its reader.
pub(super) struct QwenCode;

const AGENT: Agent = Agent {
    word: "qwen_code",
    name: "Qwen Code",
};

impl Reader for QwenCode {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const IS_CHAT: fn(&str) -> bool =
            |path| path.contains("/chats/") && path.ends_with(".jsonl");
        const PLACES: &[Place] = &[
            Place::new(".qwen/projects", IS_CHAT),
            Place::new(".qwen/tmp", IS_CHAT),
        ];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_record = |record: &Record<'_>| {
            record.has("uuid", Kind::String)
                && record.has("sessionId", Kind::String)
                && (record.record("message").has("parts", Kind::Array)
                    || (record.word("type") == "system"
                        && record.has("systemPayload", Kind::Object)))
        };
        if !source.any(is_record) {
            return None;
        }
        let records: Vec<Line<'a>> = source.values().map(Line::of).collect();
        let chosen = chain(&records);
        let mut log = source.log(Dialect::Gemini);
        for (line, chosen) in records.iter().zip(chosen) {
            let record = Record::of(line.whole);
            if line.is_compression && (chosen || source.extent == Extent::Whole) {
                log.compact(|_, _| false);
                if source.extent == Extent::SinceCompaction {
                    let payload = record.record("systemPayload");
                    for content in items(payload.list("compressedHistory")) {
                        log.push(tree(content), record.get("timestamp"));
                    }
                }
                continue;
            }
            let Some(message) = record.get("message").filter(|_| line.is_message) else {
                log.leave_out("other records");
                continue;
            };
            let subtype = record.word("subtype");
            if ["code_mode_tool_result", "realtime_message"].contains(&subtype.as_str()) {
                log.leave_out("messages that are not sent");
            } else if record.is_true("isSidechain") {
                log.leave_out("messages of subagents");
            } else if !chosen && source.extent == Extent::SinceCompaction {
                log.leave_out("messages that the user withdrew");
            } else {
                log.model(record.get("model"));
                log.push(tree(message), record.get("timestamp"));
                log.usage(usage::read(record.get("usageMetadata")));
            }
        }
        Some(log.finish(AGENT))
    }

    fn writer(&self) -> Option<Writer> {
        Some(write_back::write)
    }
}

/// The fields of a record that the tree uses.
struct Line<'a> {
    whole: JsonText<'a>,
    uuid: Option<&'a str>,
    parent: Option<&'a str>,
    is_message: bool,
    is_compression: bool,
    is_rewind: bool,
}

impl<'a> Line<'a> {
    fn of(whole: JsonText<'a>) -> Self {
        let record = Record::of(whole);
        let (kind, subtype) = (record.word("type"), record.word("subtype"));
        let is_system = kind == "system";
        Self {
            whole,
            uuid: record.string("uuid").and_then(JsonText::as_json),
            parent: record.string("parentUuid").and_then(JsonText::as_json),
            is_message: ["user", "assistant", "tool_result"].contains(&kind.as_str())
                && record.record("message").has("parts", Kind::Array),
            is_compression: is_system && subtype == "chat_compression",
            is_rewind: is_system && subtype == "rewind",
        }
    }
}

/// For each record, whether it leads to the newest message.
fn chain(records: &[Line<'_>]) -> Vec<bool> {
    let places: BTreeMap<&str, usize> = records
        .iter()
        .enumerate()
        .filter_map(|(place, record)| Some((record.uuid?, place)))
        .collect();
    let newest = records
        .iter()
        .rposition(|record| record.is_message || record.is_compression || record.is_rewind);
    let (mut next, mut broken_at) = (newest, 0);
    let mut leads: BTreeSet<&str> = BTreeSet::new();
    while let Some(place) = next {
        let Some(uuid) = records[place].uuid.filter(|uuid| leads.insert(uuid)) else {
            broken_at = place;
            break;
        };
        // Several records may have one uuid. The last one's parent is another record's.
        let parent = records[place].parent.filter(|parent| *parent != uuid);
        next = parent.and_then(|parent| places.get(parent).copied());
        if next.is_none() && records[place].parent.is_some() {
            broken_at = place;
        }
    }
    records
        .iter()
        .enumerate()
        .map(|(place, record)| {
            place < broken_at || record.uuid.is_none_or(|uuid| leads.contains(uuid))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Line, chain};
    use crate::json_text::JsonText;

    #[test]
    fn a_broken_chain_keeps_what_is_before_it() {
        let lines = [
            r#"{"uuid":"a","parentUuid":null,"type":"user","message":{"parts":[]}}"#,
            r#"{"uuid":"c","parentUuid":"lost","type":"user","message":{"parts":[]}}"#,
            r#"{"uuid":"d","parentUuid":"a","type":"user","message":{"parts":[]}}"#,
            r#"{"uuid":"e","parentUuid":"c","type":"user","message":{"parts":[]}}"#,
        ]
        .map(|line| Line::of(JsonText::Text(line)));
        assert_eq!(chain(&lines), [true, true, false, true]);
    }
}
