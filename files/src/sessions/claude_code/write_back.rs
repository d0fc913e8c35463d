//! Writes a session of Claude Code: the records that the compaction replaced, a boundary and a
//! summary as the agent's own compaction writes them, and the records of the messages that are left.
//!
//! `--resume` follows `parentUuid` from the newest record to the boundary, so a record whose parent was
//! replaced follows the one before it. Messages that changed inside get a new content in their own records.
//! Checked with Claude Code 2.1.332.

use super::{Chosen, Draft, Record, blocks, records};
use crate::error::Result;
use crate::json_text::JsonText;
use crate::sessions::log::Source;
use crate::sessions::record::{Record as Fields, items};
use crate::sessions::write_back::{
    Compacted, Left, Stamp, Written, line_with_session_id, list, push_line, quoted,
};
use conspectus::host::item::Kind;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Fields that all records of a session have in common.
const COMMON: [&str; 6] = [
    "userType",
    "entrypoint",
    "cwd",
    "version",
    "gitBranch",
    "slug",
];

pub(super) fn write(
    text: &str,
    source: &Source<'_>,
    compacted: &Compacted<'_>,
    stamp: &Stamp,
) -> Result<Written> {
    let records = records(source).unwrap_or_default();
    let chosen = Chosen::of(&records, source.extent);
    let fates = fates(&chosen.drafts, compacted);
    let is_in_place = compacted.is_in_place(chosen.drafts.len());
    let session = Session {
        lines: text.split_inclusive('\n').collect(),
        source,
        records,
        fates,
        id: stamp.uuid(),
        stamp,
    };
    let is_replaced = |fate: &Fate<'_>| matches!(fate, Fate::Replaced);
    let copy = if is_in_place && !session.fates.values().any(is_replaced) {
        session.copied(&BTreeSet::new())
    } else {
        session.with_boundary(&chosen, compacted)
    };
    Ok(Written {
        text: copy,
        file_name: format!("{}.jsonl", session.id),
        resume: format!("claude --resume {}", session.id),
        id: session.id,
    })
}

/// How a record with a message of the conversation is written.
enum Fate<'a> {
    Replaced,
    Same,
    /// The content that was there, and the one to write.
    Edited(&'a str, String),
}

/// By the index of the record.
fn fates<'a>(drafts: &[Draft<'a>], compacted: &Compacted<'_>) -> BTreeMap<usize, Fate<'a>> {
    let mut fates = BTreeMap::new();
    for (draft, left) in drafts.iter().zip(compacted.fates(drafts.len())) {
        let contents = left.map(|left| left.edited().map(|json| contents(draft, json)));
        for (part, record) in draft.records.iter().enumerate() {
            let fate = match &contents {
                None => Fate::Replaced,
                Some(None) => Fate::Same,
                Some(Some(contents)) => match (draft.contents.get(part), contents.get(part)) {
                    (Some(old), Some(new)) => {
                        Fate::Edited(old.as_json().unwrap_or(""), new.clone())
                    }
                    _ => Fate::Replaced,
                },
            };
            fates.insert(*record, fate);
        }
    }
    fates
}

/// The contents for the records of a message. If its blocks can't be matched with those that were
/// there, the first record gets all of them.
fn contents(draft: &Draft<'_>, message: &str) -> Vec<String> {
    let content = Fields::of(JsonText::Text(message)).get("content");
    let whole = content.and_then(JsonText::as_json).unwrap_or("[]");
    let counts: Vec<usize> = draft
        .contents
        .iter()
        .map(|old| blocks(*old).len())
        .collect();
    let new = items(content.filter(|content| content.kind() == Kind::Array));
    if counts.len() < 2 || new.len() != counts.iter().sum::<usize>() {
        return vec![whole.to_owned()];
    }
    let mut new = new.into_iter().filter_map(JsonText::as_json);
    counts
        .iter()
        .map(|count| list(new.by_ref().take(*count)))
        .collect()
}

struct Session<'s, 'a> {
    /// With their ends.
    lines: Vec<&'s str>,
    source: &'s Source<'a>,
    records: Vec<Record<'a>>,
    fates: BTreeMap<usize, Fate<'a>>,
    id: String,
    stamp: &'s Stamp,
}

impl<'a> Session<'_, 'a> {
    /// A record's line, with changes.
    fn line(&self, index: usize, changes: Vec<(&str, String)>) -> String {
        let number = self
            .source
            .lines
            .get(index)
            .map_or(0, |(number, _)| *number);
        let line = self.lines.get(number.wrapping_sub(1)).unwrap_or(&"");
        line_with_session_id(line, &self.id, changes)
    }

    fn edits(&self, index: usize) -> Vec<(&str, String)> {
        match self.fates.get(&index) {
            Some(Fate::Edited(old, new)) => vec![(*old, new.clone())],
            _ => Vec::new(),
        }
    }

    /// All lines but those of some records.
    fn copied(&self, without: &BTreeSet<usize>) -> String {
        let numbers = self.source.lines.iter().enumerate();
        let of_line: BTreeMap<usize, usize> = numbers
            .map(|(index, (number, _))| (number.wrapping_sub(1), index))
            .collect();
        let mut copy = String::new();
        for (number, line) in self.lines.iter().enumerate() {
            match of_line.get(&number) {
                Some(index) if without.contains(index) => {}
                Some(index) => copy.push_str(&self.line(*index, self.edits(*index))),
                None => copy.push_str(line),
            }
        }
        copy
    }

    fn field(&self, index: usize, name: &str) -> Option<&'a str> {
        let (_, value) = self.source.lines.get(index)?;
        Fields::of(*value).get(name)?.as_json()
    }

    /// Returns the indices of the records that follow the boundary: the first message that was not
    /// replaced and all later records, except replaced messages and withdrawn records.
    fn after(&self, chosen: &Chosen<'_>) -> Vec<usize> {
        let is_left = |index: &usize| {
            let fate = self.fates.get(index);
            fate.is_some_and(|fate| !matches!(fate, Fate::Replaced))
        };
        let others = chosen.order.iter().skip_while(|index| !is_left(index));
        let mut after: Vec<usize> = others
            .copied()
            .filter(|index| match self.fates.get(index) {
                Some(_) => is_left(index),
                None => !chosen.withdrawn[*index],
            })
            .collect();
        // `last-prompt` names the newest record; one that is before the boundary would undo it.
        let uuids: BTreeSet<&str> = after
            .iter()
            .filter_map(|index| self.records[*index].uuid)
            .collect();
        after.retain(|index| {
            let leaf = self.field(*index, "leafUuid");
            leaf.is_none_or(|leaf| uuids.contains(leaf))
        });
        after
    }

    fn with_boundary(&self, chosen: &Chosen<'_>, compacted: &Compacted<'_>) -> String {
        let after = self.after(chosen);
        let mut copy = self.copied(&after.iter().copied().collect());
        let mut replaced = chosen.order.iter().rev().filter(|index| {
            let fate = self.fates.get(index);
            fate.is_some_and(|fate| matches!(fate, Fate::Replaced))
        });
        let last = replaced.next().copied();
        let boundary = self.stamp.uuid();
        push_line(
            &mut copy,
            &self.record(
                &json!({ "parentUuid": null, "logicalParentUuid": last.and_then(|last| value(self.records[last].uuid)), "isSidechain": false }),
                &json!({
                    "type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "isMeta": false, "level": "info", "uuid": boundary,
                    "compactMetadata": { "trigger": "manual", "preTokens": compacted.tokens_before, "postTokens": compacted.tokens_after },
                }),
            ),
        );
        let mut chain = Chain::of(&boundary);
        let mut places = BTreeMap::new();
        for (place, draft) in chosen.drafts.iter().enumerate() {
            places.extend(draft.records.iter().map(|record| (*record, place)));
        }
        let mut is_summary = true;
        let mut new = compacted.messages.iter().peekable();
        // New messages up to the one at `place`, or all that are left.
        let mut add = |place: Option<usize>, copy: &mut String, chain: &mut Chain<'a>| {
            while let Some(left) = new.next_if(|left| left.place() != place || place.is_none()) {
                if let Left::New(json) = left {
                    let (line, uuid) = self.new_message(json, &chain.last, is_summary);
                    push_line(copy, &line);
                    chain.start(uuid);
                    is_summary = false;
                }
            }
        };
        let mut at = None;
        for index in after {
            let place = places.get(&index).copied();
            if place.is_some() && place > at {
                add(place, &mut copy, &mut chain);
                at = place;
            }
            let mut changes = self.edits(index);
            changes.extend(chain.link(self, index));
            push_line(&mut copy, self.line(index, changes).trim_end_matches('\n'));
        }
        add(None, &mut copy, &mut chain);
        copy
    }

    /// A new record, with the fields that all have in common.
    fn record(&self, first: &Value, fields: &Value) -> String {
        let mut record = first.as_object().cloned().unwrap_or_default();
        record.extend(fields.as_object().cloned().unwrap_or_default());
        record.insert("timestamp".to_owned(), json!(self.stamp.now));
        let last = self.records.iter().rposition(Record::is_message);
        for name in COMMON {
            let json = last.and_then(|last| self.field(last, name));
            if let Some(value) = value(json) {
                record.insert(name.to_owned(), value);
            }
        }
        record.insert("sessionId".to_owned(), json!(self.id));
        Value::Object(record).to_string()
    }

    /// The record of a new message, and its id as JSON. The first one is the summary.
    fn new_message(&self, message: &str, parent: &str, is_summary: bool) -> (String, String) {
        let uuid = self.stamp.uuid();
        let mut message: Value = serde_json::from_str(message).unwrap_or_default();
        let is_agent = message["role"] == "assistant";
        let mut fields = json!({ "type": if is_agent { "assistant" } else { "user" } });
        if is_agent {
            // The agent wants blocks here. `<synthetic>` is its word for what no model has said.
            if let Some(text) = message["content"].as_str() {
                message["content"] = json!([{ "type": "text", "text": text }]);
            }
            message["id"] = json!(uuid);
            message["type"] = json!("message");
            message["model"] = json!("<synthetic>");
        } else if is_summary {
            fields["isVisibleInTranscriptOnly"] = json!(true);
            fields["isCompactSummary"] = json!(true);
        }
        fields["message"] = message;
        fields["uuid"] = json!(uuid);
        let first = json!({ "parentUuid": value(Some(parent)), "isSidechain": false });
        (self.record(&first, &fields), quoted(&uuid))
    }
}

/// The records that follow the boundary, each after the one before it. Ids are JSON.
struct Chain<'a> {
    /// The records since the last new message.
    seen: BTreeSet<&'a str>,
    /// The newest message of the conversation, and the other records after it.
    newest: BTreeSet<&'a str>,
    /// The newest record.
    last: String,
    /// The newest message.
    last_message: String,
}

impl<'a> Chain<'a> {
    fn of(boundary: &str) -> Self {
        Self {
            seen: BTreeSet::new(),
            newest: BTreeSet::new(),
            last: quoted(boundary),
            last_message: quoted(boundary),
        }
    }

    /// Continues after a new message.
    fn start(&mut self, uuid: String) {
        self.seen.clear();
        self.newest.clear();
        self.last.clone_from(&uuid);
        self.last_message = uuid;
    }

    /// The change that links a record to the ones before it, if its own parent isn't there. The
    /// parent of a prompt must be the message before it: whatever a prompt branches off from counts as
    /// withdrawn.
    fn link<'s>(
        &mut self,
        session: &'s Session<'_, 'a>,
        index: usize,
    ) -> Option<(&'s str, String)> {
        let record = &session.records[index];
        let uuid = record.uuid.filter(|_| !record.is_sidechain)?;
        let is_message = session.fates.contains_key(&index);
        let is_prompt = is_message && record.is_prompt();
        let (there, target) = if is_prompt {
            (&self.newest, &self.last_message)
        } else {
            (&self.seen, &self.last)
        };
        let is_there = record.parent.is_some_and(|parent| there.contains(parent));
        let old = session.field(index, "parentUuid");
        let change = old.filter(|_| !is_there).map(|old| (old, target.clone()));
        if is_message {
            self.newest.clear();
            uuid.clone_into(&mut self.last_message);
        }
        if is_message
            || record
                .parent
                .is_some_and(|parent| self.newest.contains(parent))
        {
            self.newest.insert(uuid);
        }
        self.seen.insert(uuid);
        uuid.clone_into(&mut self.last);
        change
    }
}

fn value(json: Option<&str>) -> Option<Value> {
    serde_json::from_str(json?).ok()
}
