//! Signed thinking that is bound to the content before it, compared with the list before a change.

use super::{Finding, Problem, ProblemCode, pointer};
use crate::error::Result;
use crate::history::{History, HistoryOptions, PartKind, content_hash};
use crate::host::item::Item;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The content before a thinking block: the hash of all content, and the previous signed block.
type Before = (u64, Option<u64>);

/// A signed thinking block of a list.
struct Thought {
    hash: u64,
    path: String,
    before: Before,
}

/// Returns the signed thinking blocks of `messages` whose preceding content was different in
/// `previous`. Blocks that `previous` does not contain are not reported.
///
/// # Errors
/// As [`History::extend`], of either list.
pub fn bound_to_other<'v, 'p>(
    options: impl Into<HistoryOptions>,
    messages: &Item<'v>,
    previous: &Item<'p>,
) -> Result<Vec<Problem>> {
    let history = History::of(options, messages)?;
    let dialect = history.dialect();
    if !history.binds_thinking() {
        return Ok(Vec::new());
    }
    let former = History::of(history.options().of_dialect(dialect), previous)?;
    let mut known: BTreeMap<u64, Vec<Before>> = BTreeMap::new();
    for thought in thoughts(&former, previous)? {
        known.entry(thought.hash).or_default().push(thought.before);
    }
    // The oldest thoughts may go. Then none stands before the first that is left.
    let holds = |(prefix, last): Before, (then, former): Before| {
        prefix == then && (last.is_none() || last == former)
    };
    let is_other = |thought: &Thought| {
        known
            .get(&thought.hash)
            .is_some_and(|befores| !befores.iter().any(|before| holds(thought.before, *before)))
    };
    let problem = |thought: Thought| Problem {
        code: ProblemCode::ThinkingBound,
        path: thought.path,
        severity: ProblemCode::ThinkingBound.severity(),
        message:
            "the thinking block is bound to a different conversation: messages before it changed"
                .to_owned(),
    };
    let found = thoughts(&history, messages)?;
    Ok(found.into_iter().filter(is_other).map(problem).collect())
}

fn thoughts(history: &History, messages: &Item<'_>) -> Result<Vec<Thought>> {
    let mut found = Vec::new();
    let (mut prefix, mut last) = (0, None);
    for (index, message) in messages.items().enumerate() {
        let role = history.messages()[index].role.name();
        for part in history.parts_of(index) {
            let mut value = part
                .path
                .resolve(&message)
                .map_or(Ok(Value::Null), |value| value.to_value())?;
            // Where the provider's cache ends tells the model nothing.
            unmark(&mut value);
            let hash = content_hash(&Item::from(&value));
            match (part.kind, part.signed) {
                (PartKind::Thought, true) => {
                    found.push(Thought {
                        hash,
                        path: pointer(index, part.path),
                        before: (prefix, last),
                    });
                    last = Some(hash);
                }
                (PartKind::Thought, false) => {}
                _ => prefix = content_hash(&Item::from(&json!([prefix, role, hash]))),
            }
        }
    }
    Ok(found)
}

fn unmark(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.shift_remove("cache_control");
            fields.values_mut().for_each(unmark);
        }
        Value::Array(items) => items.iter_mut().for_each(unmark),
        _ => {}
    }
}

/// Returns the signed thinking blocks of message `from` and later.
pub fn signed_thoughts(history: &History, from: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    for message in from..history.len() {
        for (part, entry) in history.parts_of(message).iter().enumerate() {
            if entry.is_signed_thought() {
                found.push(Finding {
                    part: Some(part),
                    path: pointer(message, entry.path),
                    ..Finding::of_message(ProblemCode::ThinkingBound, message, "")
                });
            }
        }
    }
    found
}
