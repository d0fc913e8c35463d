//! Sessions of pi. Each line is an entry; those of the type `message` contain pi's own messages.
//!
//! Since version 2 entries are a tree by `id` and `parentId`, and the conversation is the branch of
//! the newest one. At a compaction the history is the summary, the first kept entry and all later
//! ones. Commands that the user ran, and notes of extensions, become messages of the user, as pi
//! sends them. Source: badlogic/pi-mono, `packages/coding-agent/docs/session.md` and
//! `src/core/session-manager.ts`, read November 2026.

use super::log::{Log, Source, forms};
use super::record::{Record, tree};
use super::{Agent, Extent, Place, Reader, SessionFile, usage};
use crate::json_text::JsonText;
use conspectus::Dialect;
use conspectus::host::item::Kind;
use std::collections::{BTreeMap, BTreeSet};

/// Its reader.
pub(super) struct Pi;

const AGENT: Agent = Agent {
    word: "pi",
    name: "pi",
};

impl Reader for Pi {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const PLACES: &[Place] = &[Place::new("sessions", |path| path.ends_with(".jsonl"))
            .under("PI_CODING_AGENT_DIR", ".pi/agent")];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let is_start = |record: &Record<'_>| {
            record.word("type") == "session" && record.has("cwd", Kind::String)
        };
        let is_message = |record: &Record<'_>| {
            record.word("type") == "message" && record.has("message", Kind::Object)
        };
        if !(source.any(is_start) && source.any(is_message)) {
            return None;
        }
        let entries: Vec<Entry<'a>> = source.values().map(Entry::of).collect();
        let branch = branch(&entries);
        let mut log = source.log(Dialect::Pi);
        let is_kept = |place: usize| branch[place] || source.extent == Extent::Whole;
        let last = (0..entries.len())
            .rfind(|place| entries[*place].is_compaction && is_kept(*place))
            .filter(|_| source.extent == Extent::SinceCompaction);
        let start = last.map_or(0, |last| first_kept(&entries, last));
        if let Some(last) = last
            && let Some(summary) = Record::of(entries[last].whole).string("summary")
        {
            log.push(forms::said(forms::USER, tree(summary)), None);
        }
        for (place, entry) in entries.iter().enumerate() {
            log.compactions += usize::from(entry.is_compaction && branch[place]);
            let record = Record::of(entry.whole);
            if !is_kept(place) {
                log.leave_out("messages that the user withdrew");
            } else if place < start && entry.is_sent {
                log.leave_out("messages before the last compaction");
                log.prompt(prompt(&record.record("message")));
            } else {
                read_entry(&record, &mut log);
            }
        }
        Some(log.finish(AGENT))
    }
}

/// The fields of an entry that the tree uses.
struct Entry<'a> {
    whole: JsonText<'a>,
    id: Option<&'a str>,
    parent: Option<&'a str>,
    is_compaction: bool,
    /// Whether it is sent to the model.
    is_sent: bool,
}

impl<'a> Entry<'a> {
    fn of(whole: JsonText<'a>) -> Self {
        let record = Record::of(whole);
        let kind = record.word("type");
        let string = |key| record.string(key).and_then(JsonText::as_json);
        Self {
            whole,
            // The id of the first line is that of the session.
            id: string("id").filter(|_| kind != "session"),
            parent: string("parentId"),
            is_compaction: kind == "compaction",
            is_sent: ["message", "custom_message", "branch_summary"].contains(&kind.as_str()),
        }
    }
}

/// For each entry, whether it is on the branch of the newest one. In version 1 there is only one
/// branch.
fn branch(entries: &[Entry<'_>]) -> Vec<bool> {
    let places: BTreeMap<&str, usize> = entries
        .iter()
        .enumerate()
        .filter_map(|(place, entry)| Some((entry.id?, place)))
        .collect();
    let mut ids = BTreeSet::new();
    let mut next = entries.iter().rposition(|entry| entry.id.is_some());
    while let Some(id) = next.and_then(|place| entries[place].id) {
        if !ids.insert(id) {
            break;
        }
        next = next
            .and_then(|place| entries[place].parent)
            .and_then(|parent| places.get(parent).copied());
    }
    entries
        .iter()
        .map(|entry| entry.id.is_none_or(|id| ids.contains(id)))
        .collect()
}

/// The first entry that a compaction keeps: by its id, or in version 1 by its place.
fn first_kept(entries: &[Entry<'_>], compaction: usize) -> usize {
    let record = Record::of(entries[compaction].whole);
    let id = record
        .string("firstKeptEntryId")
        .and_then(JsonText::as_json);
    let place = match id {
        Some(id) => entries.iter().position(|entry| entry.id == Some(id)),
        None => record
            .number("firstKeptEntryIndex")
            .map(|place| place.max(0.0) as usize),
    };
    place.unwrap_or(compaction).min(compaction)
}

fn read_entry<'a>(entry: &Record<'a>, log: &mut Log<'a>) {
    let (kind, time) = (entry.word("type"), entry.get("timestamp"));
    let message = entry.record("message");
    let said = match (kind.as_str(), message.word("role").as_str()) {
        ("message", "bashExecution") if !message.is_true("excludeFromContext") => {
            let part = |key| message.get(key).and_then(|value| value.as_string());
            let text = format!(
                "Ran `{}`\n{}",
                part("command").unwrap_or_default(),
                part("output").unwrap_or_default()
            );
            forms::said(forms::USER, log.built.string(&text))
        }
        ("message", "user" | "assistant" | "toolResult") => {
            log.model(message.get("model"));
            tree(message.whole())
        }
        ("branch_summary", _) if entry.string("summary").is_some() => {
            let summary = entry
                .get("summary")
                .map_or(JsonText::Text("\"\""), |text| text);
            forms::said(forms::USER, tree(summary))
        }
        ("message" | "custom_message", _) => {
            let content = forms::filled(&message, "content").or(forms::filled(entry, "content"));
            match content {
                Some(content) => forms::said(forms::USER, tree(content)),
                None => return log.leave_out("other records"),
            }
        }
        _ => return log.leave_out("other records"),
    };
    log.push(said, time);
    log.usage(usage::read(message.get("usage")));
}

fn prompt(message: &Record<'_>) -> Option<f64> {
    message
        .record("usage")
        .tokens(&["input", "cacheRead", "cacheWrite"])
}
