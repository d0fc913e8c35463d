//! Sessions that gencode saves: one object with `metadata`, `messages` and `summaries`. Messages are
//! Anthropic's, with `toolUseId` in results; the agent's summary is one of them.
//!
//! Source: yanmxa/gencode 0.4.0 (commit 7255afc), `session/manager.ts` and `session/types.ts`, read November 2026. Later
//! versions keep their sessions in another form.

use super::log::Source;
use super::record::{Record, items, tree};
use super::write_back::{
    Compacted, Left, Stamp, Writer, Written, fields_set, list, quoted, replaced,
};
use super::{Agent, Place, Reader, SessionFile};
use crate::error::Result;
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use conspectus_presets::gencode::policy::summary_text;
use serde_json::{Value, json};

/// Its reader.
pub(super) struct Gencode;

const AGENT: Agent = Agent {
    word: "gencode",
    name: "gencode",
};

impl Reader for Gencode {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        const PLACES: &[Place] = &[Place::new(".gen/sessions", |path| path.ends_with(".json"))];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        let session = source.only()?;
        let metadata = session.record("metadata");
        let is_session = ["id", "provider", "model", "cwd"]
            .iter()
            .all(|name| metadata.has(name, Kind::String));
        let messages = session.list("messages").filter(|_| is_session)?;
        let mut log = source.log(Dialect::Anthropic);
        for message in items(Some(messages)) {
            log.push(tree(message), None);
        }
        log.model(metadata.get("model"));
        log.compactions = items(session.list("summaries")).len();
        Some(log.finish(AGENT))
    }

    fn writer(&self) -> Option<Writer> {
        Some(write)
    }
}

/// A copy with the compacted list, a record of each new summary, and both counts.
fn write(
    text: &str,
    source: &Source<'_>,
    compacted: &Compacted<'_>,
    stamp: &Stamp,
) -> Result<Written> {
    let none = Record::of(JsonText::Text("{}"));
    let session = source.only().unwrap_or(&none);
    let metadata = session.record("metadata");
    let old = items(session.list("messages"));
    let id = id(stamp);
    let mut summaries: Vec<String> = items(session.list("summaries"))
        .into_iter()
        .filter_map(|summary| summary.as_json().map(ToOwned::to_owned))
        .collect();
    summaries.extend(new_summaries(&old, compacted, stamp)?);
    // The session has had the messages that its older summaries replaced, too.
    let full = [session, &metadata]
        .iter()
        .filter_map(|record| record.number("fullMessageCount"))
        .fold(old.len() as f64, f64::max) as u64;
    let count = compacted.messages.len();
    let mut fields = vec![
        ("id", quoted(&id)),
        ("updatedAt", quoted(&stamp.now)),
        ("messageCount", count.to_string()),
        ("fullMessageCount", full.to_string()),
    ];
    if let Some(parent) = metadata.string("id").and_then(JsonText::as_json) {
        fields.push(("parentId", parent.to_owned()));
    }
    let about = metadata.whole().as_json().unwrap_or("{}");
    let mut changes = fields_set(about, &fields);
    let fields = [
        ("messages", list(compacted.messages.iter().map(Left::json))),
        ("summaries", list(summaries.iter().map(String::as_str))),
        ("fullMessageCount", full.to_string()),
    ];
    changes.extend(fields_set(
        session.whole().as_json().unwrap_or("{}"),
        &fields,
    ));
    Ok(Written {
        text: replaced(text, changes),
        file_name: format!("{id}.json"),
        // It resumes the newest session of the folder; `-r` takes no id.
        resume: "gencode --continue".to_owned(),
        id,
    })
}

/// As the agent makes them: the time in base 36, and four bytes.
fn id(stamp: &Stamp) -> String {
    let (mut time, mut digits) = (stamp.now_ms, Vec::new());
    while time > 0 {
        digits.push(char::from_digit((time % 36) as u32, 36).unwrap_or('0'));
        time /= 36;
    }
    let random: String = stamp.uuid().chars().take(8).collect();
    let time: String = digits.iter().rev().collect();
    format!("{time}-{random}")
}

/// A record of each message that replaces others.
fn new_summaries(
    old: &[JsonText<'_>],
    compacted: &Compacted<'_>,
    stamp: &Stamp,
) -> Result<Vec<String>> {
    let messages = JsonTree::List(old.iter().map(|message| tree(*message)).collect());
    let mut records = Vec::new();
    let mut next = 0;
    let mut left = compacted.messages.iter().peekable();
    while let Some(message) = left.next() {
        if let Some(place) = message.place() {
            next = place + 1;
            continue;
        }
        // The messages up to the next one that is left are those that it replaces.
        let end = left.clone().find_map(Left::place).unwrap_or(old.len());
        if end <= next || records.len() > old.len() {
            continue;
        }
        let text = text_of(message.json());
        let head = summary_text(end - next, "");
        let options = json!({
            "preset": AGENT.word,
            "dialect": Dialect::Anthropic.name(),
            "id": id(stamp),
            "generated_at": stamp.now,
            "content": text.strip_prefix(&head).unwrap_or(&text),
            "covering_messages": [next, end - 1],
        });
        let record =
            conspectus_api::call("conversation_summary", &messages.view().copied(), &options)?;
        records.push(record.to_string());
        next = end;
    }
    Ok(records)
}

/// The text of a message.
fn text_of(message: &str) -> String {
    let message: Value = serde_json::from_str(message).unwrap_or_default();
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Array(blocks) => {
            let texts: Vec<&str> = blocks
                .iter()
                .filter_map(|block| block["text"].as_str())
                .collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}
