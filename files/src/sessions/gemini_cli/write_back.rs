//! Writes a chat of Gemini CLI: the lines of the original, and one `$set` with all messages, as the
//! agent writes after its own compaction. A chat that is one object gets a new list.
//!
//! A record whose messages are all unchanged is copied. Otherwise a message becomes a record
//! with its parts as the content, which the agent reads too; only results that changed are put back
//! into their calls. Notes to the user are left out of the list, as the agent does. Source:
//! google-gemini/gemini-cli, `updateMessagesFromHistory` and `convertSessionToClientHistory`; checked
//! with 0.61.0.

use super::{folded, items, read_message};
use crate::error::Result;
use crate::json_text::{JsonText, JsonTree};
use crate::sessions::log::Source;
use crate::sessions::record::{Record, object, tree};
use crate::sessions::times;
use crate::sessions::write_back::{
    Compacted, Left, Stamp, Written, fields_set, list, push_line, quoted, replaced, session_ids,
    with_session_id,
};
use conspectus::Dialect;
use std::ops::Range;

/// A record of the chat, and the messages that are read from it.
struct Origin<'a> {
    record: JsonText<'a>,
    places: Range<usize>,
}

pub(super) fn write(
    text: &str,
    source: &Source<'_>,
    compacted: &Compacted<'_>,
    stamp: &Stamp,
) -> Result<Written> {
    let id = stamp.uuid();
    let origins = origins(source);
    let mut records = Vec::new();
    let mut rest = compacted.messages.as_slice();
    while let [first, others @ ..] = rest {
        let place = first.place().and_then(|place| {
            origins
                .binary_search_by_key(&place, |origin| origin.places.start)
                .ok()
        });
        let origin = place.and_then(|place| origins.get(place));
        let taken = origin.and_then(|origin| {
            let (all, after) = rest.split_at_checked(origin.places.len())?;
            Some((unchanged(origin, all)?, after))
        });
        let (record, after) = taken.unwrap_or_else(|| (made(first, stamp), others));
        records.push(record);
        rest = after;
    }
    let messages = list(records.iter().map(String::as_str));
    let now = quoted(&stamp.now);
    let chat = source.only().and_then(|chat| {
        chat.list("messages")?;
        chat.whole().as_json()
    });
    let (copy, ending) = match chat {
        Some(chat) => {
            let fields = [("messages", messages), ("lastUpdated", now)];
            let mut changes = fields_set(chat, &fields);
            changes.extend(session_ids(chat).map(|old| (old, quoted(&id))));
            (replaced(text, changes), "json")
        }
        None => {
            let mut copy = with_session_id(text, &id);
            let set = format!("{{\"$set\":{{\"messages\":{messages},\"lastUpdated\":{now}}}}}");
            push_line(&mut copy, &set);
            (copy, "jsonl")
        }
    };
    // `session-2026-11-21T10-00-1a2b3c4d.jsonl`, as the agent names it: by the minute of the start.
    let start = source.records().find_map(|record| {
        let start = record.string("startTime")?.as_string()?;
        times::iso_of(&start)
    });
    let minute: String = start
        .unwrap_or_else(|| stamp.now.clone())
        .chars()
        .take(16)
        .collect();
    let short: String = id.chars().take(8).collect();
    Ok(Written {
        text: copy,
        file_name: format!("session-{}-{short}.{ending}", minute.replace(':', "-")),
        resume: format!("gemini --resume {id}"),
        id,
    })
}

fn origins<'a>(source: &Source<'a>) -> Vec<Origin<'a>> {
    let mut log = source.log(Dialect::Gemini);
    let mut origins = Vec::new();
    for record in folded(source, &mut log) {
        let start = log.messages.len();
        read_message(&Record::of(record), &mut log);
        let places = start..log.messages.len();
        if !places.is_empty() {
            origins.push(Origin { record, places });
        }
    }
    origins
}

/// The record of these messages, if it can be kept: all of them are there, and at most results
/// changed. `None` otherwise.
fn unchanged(origin: &Origin<'_>, messages: &[Left<'_>]) -> Option<String> {
    let json = origin.record.as_json()?;
    let places = messages.iter().map(Left::place);
    if !places.eq(origin.places.clone().map(Some)) {
        return None;
    }
    match messages {
        [Left::Same(..), Left::Edited(_, results)] => with_results(json, results),
        _ => messages
            .iter()
            .all(|left| left.edited().is_none())
            .then(|| json.to_owned()),
    }
}

/// The record with the parts of `results` as what its calls returned.
fn with_results(json: &str, results: &str) -> Option<String> {
    let record = Record::of(JsonText::Text(json));
    let results = Record::of(JsonText::Text(results));
    let mut parts = items(results.list("parts")).into_iter();
    let mut changes = Vec::new();
    for call in items(record.list("toolCalls")) {
        let call = Record::of(call);
        let count = super::results(&call).len();
        let new: Vec<&str> = parts
            .by_ref()
            .take(count)
            .filter_map(JsonText::as_json)
            .collect();
        if new.len() != count {
            return None;
        }
        if let Some(old) = call
            .get("result")
            .and_then(JsonText::as_json)
            .filter(|_| count > 0)
        {
            changes.push((old, list(new)));
        }
    }
    parts.next().is_none().then(|| replaced(json, changes))
}

/// A new record for a message.
fn made(left: &Left<'_>, stamp: &Stamp) -> String {
    let message = Record::of(JsonText::Text(left.json()));
    let is_model = message.get("role").is_some_and(|role| role.is_str("model"));
    let kind = if is_model { "\"gemini\"" } else { "\"user\"" };
    let (id, now) = (quoted(&stamp.uuid()), quoted(&stamp.now));
    let record = object([
        ("id", Some(JsonTree::Text(&id))),
        ("timestamp", Some(JsonTree::Text(&now))),
        ("type", Some(JsonTree::Text(kind))),
        ("content", message.get("parts").map(tree)),
    ]);
    record.to_json().into_owned()
}
