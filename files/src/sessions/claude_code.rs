//! Session files of Claude Code. Each line is a record; the records of type `user` and `assistant`
//! hold Anthropic messages.
//!
//! One assistant message is written as several records with the same `message.id`. They are joined
//! again, even if results of its first calls come between them. Side chains (except a sub-agent's
//! own file), meta records, repeated records, prompts that the user withdrew, and records without a
//! message are left out and counted. Source: `claude_agent_sdk` sessions.py, read 2026-11-21, and
//! recorded sessions.

mod branches;
mod slim;
mod write_back;

use super::log::Source;
use super::record::{Record as Fields, items};
use super::write_back::Writer;
use super::{Agent, Conversation, Extent, Format, Place, Reader, SessionFile, times, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Its reader.
pub(super) struct ClaudeCode;

const AGENT: Agent = Agent {
    word: "claude_code",
    name: "Claude Code",
};

impl Reader for ClaudeCode {
    fn agent(&self) -> Agent {
        AGENT
    }

    fn places(&self) -> &'static [Place] {
        // Files of subagents are not listed.
        const PLACES: &[Place] = &[Place::new("projects", |path| {
            path.ends_with(".jsonl") && !path.contains("/agent-")
        })
        .under("CLAUDE_CONFIG_DIR", ".claude")];
        PLACES
    }

    fn read<'a>(&self, source: &Source<'a>) -> Option<SessionFile<'a>> {
        read(source)
    }

    fn slim_line(&self, line: &str) -> Option<String> {
        slim::line(line)
    }

    fn writer(&self) -> Option<Writer> {
        Some(write_back::write)
    }
}

fn read<'a>(source: &Source<'a>) -> Option<SessionFile<'a>> {
    let records = records(source)?;
    let Chosen {
        drafts, left_out, ..
    } = Chosen::of(&records, source.extent);
    // `<synthetic>` and its like are the program's own messages.
    let model = drafts
        .iter()
        .rev()
        .find_map(|draft| draft.model?.as_string())
        .filter(|model| !model.starts_with('<'));
    let times_ms = times::or_none(drafts.iter().map(|draft| draft.time_ms).collect());
    let usage = usage::or_none(drafts.iter().map(|draft| draft.usage.clone()).collect());
    let prompts = records.iter().filter_map(Record::prompt_tokens);
    let conversation = Conversation {
        model,
        dialect: Some(Dialect::Anthropic),
        compactions: boundaries(&records),
        prompt_tokens: prompts.max(),
        times_ms,
        usage,
        ..Conversation::new(drafts.into_iter().map(Draft::message).collect())
    };
    Some(SessionFile {
        format: Format::Session(AGENT),
        conversations: vec![conversation],
        skipped: Vec::new(),
        left_out,
    })
}

/// Returns the records of a session, one for each line, or `None` if the session has no message.
fn records<'a>(source: &Source<'a>) -> Option<Vec<Record<'a>>> {
    let lines = source.lines.iter();
    let mut records: Vec<Record<'a>> = lines.map(|(_, value)| Record::of(value)).collect();
    if !records.iter().any(Record::is_message) {
        return None;
    }
    // A sub-agent has a file of its own, in which every message is marked as a side chain. There it
    // is the conversation.
    if records
        .iter()
        .filter(|record| record.is_message())
        .all(|record| record.is_sidechain)
    {
        records
            .iter_mut()
            .for_each(|record| record.is_sidechain = false);
    }
    Some(records)
}

/// The messages of the conversation.
struct Chosen<'a> {
    drafts: Vec<Draft<'a>>,
    left_out: BTreeMap<&'static str, usize>,
    /// The indices of the records, as they follow each other.
    order: Vec<usize>,
    /// For each record, whether the user withdrew it.
    withdrawn: Vec<bool>,
}

impl<'a> Chosen<'a> {
    fn of(records: &[Record<'a>], extent: Extent) -> Self {
        let boundary = records
            .iter()
            .rposition(|record| record.is_boundary)
            .or_else(|| records.iter().rposition(|record| record.is_summary))
            .filter(|_| extent == Extent::SinceCompaction);
        let start = boundary.unwrap_or(0);
        let (order, preserved) = order(records, boundary);
        let mut left_out: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut leave_out = |why: &'static str| *left_out.entry(why).or_insert(0) += 1;
        let withdrawn = branches::abandoned(records);
        let mut seen = BTreeSet::new();
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut last_assistant: Option<usize> = None;
        for &index in &order {
            let record = &records[index];
            let Some(message) = record.message.filter(|_| record.is_message()) else {
                leave_out("other records");
                continue;
            };
            if record.is_sidechain {
                leave_out("messages of subagents");
            } else if record.is_meta {
                leave_out("meta messages");
            } else if index < start && !preserved.contains(&index) {
                leave_out("messages before the last compaction");
            } else if record.uuid.is_some_and(|uuid| !seen.insert(uuid)) {
                leave_out("repeated messages");
            } else if withdrawn[index] && extent == Extent::SinceCompaction {
                leave_out("messages that the user withdrew");
            } else {
                let draft = Draft::of(index, message, record.time_ms);
                let same = last_assistant
                    .filter(|last| draft.id.is_some() && drafts[*last].id == draft.id);
                match same {
                    Some(last) => {
                        drafts[last].contents.extend(draft.contents);
                        // The last record of an answer has all that was counted.
                        let usage = draft.usage.or(drafts[last].usage.take());
                        drafts[last].usage = usage;
                        drafts[last].records.push(index);
                    }
                    None => {
                        if !record.is_user {
                            last_assistant = Some(drafts.len());
                        }
                        drafts.push(draft);
                    }
                }
            }
        }
        Self {
            drafts,
            left_out,
            order,
            withdrawn,
        }
    }
}

/// The records as they follow each other, and those before the boundary that the model still sees:
/// since 2026 the newest messages aren't written again; the boundary names them and the record that
/// they follow.
fn order(records: &[Record<'_>], boundary: Option<usize>) -> (Vec<usize>, BTreeSet<usize>) {
    let metadata = boundary.and_then(|boundary| records[boundary].compaction);
    let preserved = metadata.map(|metadata| Fields::of(metadata).record("preservedMessages"));
    let place = |uuid: JsonText<'_>| {
        let uuid = uuid.as_json();
        records
            .iter()
            .position(|record| uuid.is_some() && record.uuid == uuid)
    };
    let all = || (0..records.len()).collect();
    let Some(preserved) = preserved else {
        return (all(), BTreeSet::new());
    };
    let Some(anchor) = preserved.get("anchorUuid").and_then(place) else {
        return (all(), BTreeSet::new());
    };
    let moved: Vec<usize> = items(preserved.list("uuids"))
        .into_iter()
        .filter_map(place)
        .filter(|index| Some(*index) < boundary)
        .collect();
    let kept: BTreeSet<usize> = moved.iter().copied().collect();
    let mut order: Vec<usize> = (0..records.len())
        .filter(|index| !kept.contains(index))
        .collect();
    let after = order
        .iter()
        .position(|index| *index == anchor)
        .map_or(order.len(), |place| place + 1);
    order.splice(after..after, moved);
    (order, kept)
}

/// How many compactions there were. Older versions wrote only the summary.
fn boundaries(records: &[Record<'_>]) -> usize {
    let count =
        |is_one: fn(&Record<'_>) -> bool| records.iter().filter(|record| is_one(record)).count();
    count(|record| record.is_boundary).max(count(|record| record.is_summary))
}

/// The fields of one record that are used.
#[derive(Debug, Default)]
struct Record<'a> {
    is_user: bool,
    is_assistant: bool,
    is_sidechain: bool,
    is_meta: bool,
    is_summary: bool,
    is_boundary: bool,
    uuid: Option<&'a str>,
    parent: Option<&'a str>,
    message: Option<JsonText<'a>>,
    /// The metadata of a boundary.
    compaction: Option<JsonText<'a>>,
    time_ms: Option<f64>,
}

impl<'a> Record<'a> {
    /// Reads a record in one pass over its fields.
    fn of(line: &JsonText<'a>) -> Self {
        let mut record = Self::default();
        line.for_each(&mut |key, value| match key.map_or("", |key| key.name) {
            "type" => {
                record.is_user = value.is_str("user");
                record.is_assistant = value.is_str("assistant");
            }
            "subtype" => record.is_boundary = value.is_str("compact_boundary"),
            "isSidechain" => record.is_sidechain = value.is_truthy(),
            "isMeta" => record.is_meta = value.is_truthy(),
            "isCompactSummary" => record.is_summary = value.is_truthy(),
            "uuid" => record.uuid = value.as_json().filter(|_| value.kind() == Kind::String),
            "parentUuid" => {
                record.parent = value.as_json().filter(|_| value.kind() == Kind::String)
            }
            "timestamp" => record.time_ms = times::read(&value),
            "compactMetadata" => record.compaction = Some(value),
            "message" => {
                record.message = Some(value).filter(|message| message.get("content").is_some())
            }
            _ => {}
        });
        record
    }

    fn is_message(&self) -> bool {
        (self.is_user || self.is_assistant) && self.message.is_some()
    }

    /// The tokens of the prompt that this answers.
    fn prompt_tokens(&self) -> Option<u64> {
        let message = self
            .message
            .filter(|_| self.is_assistant && !self.is_sidechain)?;
        usage::read(message.get("usage"))
            .as_ref()
            .and_then(usage::prompt_tokens)
    }

    /// Whether this is a message of the conversation itself.
    fn is_kept(&self) -> bool {
        self.is_message() && !self.is_sidechain && !self.is_meta
    }

    /// Whether these are the user's own words and not the result of a tool.
    fn is_prompt(&self) -> bool {
        let content = self
            .message
            .filter(|_| self.is_user && self.is_kept())
            .and_then(|message| message.get("content"));
        content.is_some_and(|content| {
            let mut has_result = false;
            content.for_each(&mut |_, block| {
                has_result |= block
                    .get("type")
                    .is_some_and(|kind| kind.is_str("tool_result"))
            });
            !has_result
        })
    }
}

/// A message while its records are being joined.
#[derive(Debug)]
struct Draft<'a> {
    /// The whole message as text, if it holds only a role and a content.
    bare: Option<&'a str>,
    role: Option<&'a str>,
    /// The provider's id of an assistant message.
    id: Option<&'a str>,
    contents: Vec<JsonText<'a>>,
    /// The indices of its records.
    records: Vec<usize>,
    model: Option<JsonText<'a>>,
    usage: Option<Value>,
    /// When the first of its records was written.
    time_ms: Option<f64>,
}

impl<'a> Draft<'a> {
    fn of(record: usize, message: JsonText<'a>, time_ms: Option<f64>) -> Self {
        let mut draft = Self {
            bare: message.as_json(),
            role: None,
            id: None,
            contents: Vec::new(),
            records: vec![record],
            model: None,
            usage: usage::read(message.get("usage")),
            time_ms,
        };
        message.for_each(&mut |key, value| match key.map_or("", |key| key.name) {
            "role" => draft.role = value.as_json(),
            "content" => draft.contents = vec![value],
            "model" => {
                draft.model = Some(value);
                draft.bare = None;
            }
            "id" => {
                draft.id = value.as_json().filter(|_| value.kind() == Kind::String);
                draft.bare = None;
            }
            _ => draft.bare = None,
        });
        draft
    }

    /// The message as the provider accepts it: only role and content.
    fn message(self) -> JsonTree<'a> {
        let role = JsonTree::Text(self.role.unwrap_or("\"user\""));
        let content = match (self.bare, self.contents.as_slice()) {
            (Some(bare), [_]) => return JsonTree::Text(bare),
            (None, [content]) => content
                .as_json()
                .map_or(JsonTree::List(Vec::new()), JsonTree::Text),
            (_, contents) => JsonTree::List(
                contents
                    .iter()
                    .flat_map(|content| blocks(*content))
                    .collect(),
            ),
        };
        JsonTree::Object(vec![("role", role), ("content", content)])
    }
}

/// The blocks of a content. A bare string becomes a `text` block.
fn blocks(content: JsonText<'_>) -> Vec<JsonTree<'_>> {
    match (content.kind(), content.as_json()) {
        (Kind::String, Some(text)) => vec![JsonTree::Object(vec![
            ("type", JsonTree::Text("\"text\"")),
            ("text", JsonTree::Text(text)),
        ])],
        _ => content.elements(),
    }
}
