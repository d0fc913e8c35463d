//! Thinking that is bound to the content before it. A provider may sign a thinking block together
//! with all content before it: the signature is valid only while that content is unchanged.
//!
//! So the first change removes every signed thinking block after it, in the same patch. A removed
//! block is never restored: a block that is missing between others also invalidates the later ones.
//! Blocks before the change remain valid. Source: platform.claude.com, "Prefix checks on thinking
//! blocks", 2026-11.

use super::plan::{Edit, EditAction, EditReason, in_order};
use crate::history::{History, PartKind};
use crate::host::item::Item;
use crate::host::path::Path;
use std::ops::Range;

/// Replaces the thinking of a response that contains nothing else, if the message cannot be
/// removed.
const REST: &str = "[Thinking removed]";

/// Returns the edits, and those that remove the thinking that they invalidate. `gone` is the range
/// of messages that are removed, except those in `stay`.
pub fn drop_invalid_thinking(
    history: &History,
    edits: Vec<Edit>,
    gone: Range<usize>,
    stay: &[usize],
) -> Vec<Edit> {
    if !history.binds_thinking() {
        return edits;
    }
    let behind = edits.iter().map(|edit| edit.part + 1).min();
    let span = (gone.start < gone.end).then(|| history.first_part(gone.start));
    match behind.into_iter().chain(span).min() {
        Some(from) => stripped(history, edits, from, gone, stay),
        None => edits,
    }
}

/// Returns the edits that remove all signed thinking. A call that must have a signature gets one
/// that the provider does not check.
pub fn all_thinking<'v>(history: &History, messages: &Item<'v>) -> Vec<Edit> {
    let mut edits = stripped(history, Vec::new(), 0, 0..0, &[]);
    let Some(signature) = history.dialect().traits().call_signature else {
        return edits;
    };
    for (index, message) in messages.items().enumerate() {
        let mut is_first = true;
        for part in history.first_part(index)..history.first_part(index + 1) {
            let entry = &history.parts()[part];
            let names = signature
                .keys
                .iter()
                .find(|(call, _)| entry.path.key(call).resolve(&message).is_some());
            let Some((_, key)) = names.filter(|_| entry.kind == PartKind::ToolCall) else {
                continue;
            };
            // Of calls that are made side by side, the first is signed.
            let at = entry.path.key(key);
            let signed = at.resolve(&message);
            let is_checked = |view: Item<'v>| !view.is_str(signature.unchecked);
            if signed.map_or(is_first, is_checked) {
                let mut edit = removal(history, part, "");
                (edit.tokens, edit.tokens_saved) = (0.0, 0);
                edit.chars_after = edit.chars_before;
                edit.at = at;
                edit.value = Some(signature.unchecked.into());
                edits.push(edit);
            }
            is_first = false;
        }
    }
    in_order(&mut edits);
    edits
}

/// Returns the number of thinking blocks that the edits remove, and their tokens, not rounded.
pub fn thinking_in(edits: &[Edit]) -> (u64, f64) {
    let thoughts = edits
        .iter()
        .filter(|edit| edit.action == EditAction::DropThinking && edit.value.is_none());
    thoughts.fold((0, 0.0), |(count, tokens), edit| {
        (count + 1, tokens + edit.tokens)
    })
}

/// Returns the tokens of signed thinking in message `from` and later; 0 if thinking is not bound.
pub fn bound_tokens(history: &History, from: usize) -> f64 {
    if from >= history.len() || !history.binds_thinking() {
        return 0.0;
    }
    history.parts()[history.first_part(from)..]
        .iter()
        .filter(|part| part.is_signed_thought())
        .map(|part| part.tokens)
        .sum()
}

/// Returns the edits, and those that remove the signed thinking blocks at part `from` and later.
fn stripped(
    history: &History,
    mut edits: Vec<Edit>,
    from: usize,
    gone: Range<usize>,
    stay: &[usize],
) -> Vec<Edit> {
    let parts = history.parts();
    if from >= parts.len() {
        return edits;
    }
    let known = edits.len();
    for message in history.message_of(from)..history.len() {
        let is_kept = stay.contains(&message);
        if gone.contains(&message) && !is_kept {
            continue;
        }
        let all = history.first_part(message)..history.first_part(message + 1);
        let goes = |part: &usize| *part >= from && parts[*part].is_signed_thought();
        let thoughts: Vec<usize> = all.clone().filter(goes).collect();
        let Some(last) = thoughts.last() else {
            continue;
        };
        let is_all = all.into_iter().all(|part| {
            goes(&part) || (parts[part].kind == PartKind::Thought && !parts[part].signed)
        });
        // Where answers need not alternate, an answer without anything else is not missed. A pinned
        // one stands between other changes, and keeps its place.
        let drops = is_all && history.dialect().joins_turns() && !is_kept;
        for part in &thoughts {
            if edits[..known].iter().any(|edit| edit.part == *part) {
                continue;
            }
            let rest = if is_all && !drops && part == last {
                REST
            } else {
                ""
            };
            let mut edit = removal(history, *part, rest);
            if drops {
                edit.at = Path::ROOT;
                if part == last {
                    let whole = history.messages()[message].tokens;
                    let thought: f64 = thoughts.iter().map(|part| parts[*part].tokens).sum();
                    edit.tokens += whole - thought;
                    edit.tokens_saved = edit.tokens as u64;
                }
            }
            edits.push(edit);
        }
    }
    in_order(&mut edits);
    edits
}

fn removal(history: &History, part: usize, rest: &str) -> Edit {
    let entry = &history.parts()[part];
    let tokens = entry.tokens - history.scale().text_tokens(rest);
    Edit {
        chars_before: entry.chars,
        chars_after: crate::host::units::utf16_len(rest) as u64,
        tokens_saved: tokens.max(0.0) as u64,
        text: rest.to_owned(),
        tokens,
        ..Edit::of(history, part, EditAction::DropThinking, EditReason::Bound)
    }
}
