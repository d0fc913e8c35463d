//! Writes a session of Qwen Code: the records of the original, and a `chat_compression` record with
//! the compacted history, as the agent's own compaction writes it. Source: QwenLM/qwen-code,
//! `recordChatCompression` and `SessionApiHistoryAccumulator`; checked with 0.24.4.

use crate::error::Result;
use crate::json_text::JsonTree;
use crate::sessions::log::Source;
use crate::sessions::record::{Record, object, tree};
use crate::sessions::write_back::{
    Compacted, Left, Stamp, Written, push_line, quoted, with_session_id,
};

/// Its status of a compaction that succeeded (`CompressionStatus.COMPRESSED`).
const COMPRESSED: &str = "1";

pub(super) fn write(
    text: &str,
    source: &Source<'_>,
    compacted: &Compacted<'_>,
    stamp: &Stamp,
) -> Result<Written> {
    let (id, uuid) = (stamp.uuid(), stamp.uuid());
    let is_own =
        |record: &Record<'_>| record.string("uuid").is_some() && !record.is_true("isSidechain");
    let last = source.records().filter(is_own).last();
    let field = |name: &str| Some(tree(last.as_ref()?.get(name)?));
    let (before, after) = (
        compacted.tokens_before.to_string(),
        compacted.tokens_after.to_string(),
    );
    let history = compacted.messages.iter().map(Left::json);
    let text_of = JsonTree::Text;
    let info = object([
        ("originalTokenCount", Some(text_of(&before))),
        ("newTokenCount", Some(text_of(&after))),
        ("compressionStatus", Some(text_of(COMPRESSED))),
    ]);
    let payload = object([
        ("info", Some(info)),
        (
            "compressedHistory",
            Some(JsonTree::List(history.map(text_of).collect())),
        ),
    ]);
    let (own, session, now) = (quoted(&uuid), quoted(&id), quoted(&stamp.now));
    let record = object([
        ("uuid", Some(text_of(&own))),
        ("parentUuid", field("uuid").or(Some(text_of("null")))),
        ("sessionId", Some(text_of(&session))),
        ("timestamp", Some(text_of(&now))),
        ("type", Some(text_of("\"system\""))),
        ("provenance", Some(text_of("\"system\""))),
        ("cwd", field("cwd")),
        ("version", field("version")),
        ("subtype", Some(text_of("\"chat_compression\""))),
        ("systemPayload", Some(payload)),
    ]);
    let mut copy = with_session_id(text, &id);
    push_line(&mut copy, &record.to_json());
    Ok(Written {
        text: copy,
        file_name: format!("{id}.jsonl"),
        resume: format!("qwen --resume {id}"),
        id,
    })
}
