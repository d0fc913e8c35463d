//! Repairs of results: those in the wrong place, those that are missing, and those without a call.

use super::slots::{Slots, block_index, blocks};
use crate::check::validate::{Finding, ProblemCode, is_server_call, parts_of};
use crate::error::Result;
use crate::history::{History, PartEntry, PartKind};
use crate::host::item::{Item, Kind};
use crate::read::dialect::{Call, Dialect, Placement, ResultForm};
use crate::read::media::{placeholder, sanitize_label};
use crate::read::message::{Body, Part, Role};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// The text of a marker result. It is neutral, since it is unknown whether the tool ran. The real
/// result replaces it once it arrives.
pub const NO_RESULT: &str = "[no result: interrupted]";

/// Drops the marker results whose real results arrived late. `findings` are results without a call;
/// if any marker is dropped, only the late results remain in `findings`. Returns whether any was
/// dropped.
pub fn give_way(slots: &mut Slots<'_>, findings: &mut Vec<Finding>) -> Result<bool> {
    let history = slots.history()?;
    let (mut late, mut markers) = (Vec::new(), Vec::new());
    let mut known = markers_of(slots, &history)?;
    // The oldest marker gives way first.
    for finding in findings.iter().rev() {
        let result = &history.parts()[finding.part_in(&history)];
        let Some(own) = known.get_mut(&tag(result)) else {
            continue;
        };
        if own
            .front()
            .is_some_and(|(message, _)| *message < finding.message)
            && let Some((message, part)) = own.pop_front()
        {
            late.push(finding.clone());
            markers.push(Finding {
                message,
                part: Some(part),
                ..finding.clone()
            });
        }
    }
    markers.sort_by_key(|marker| std::cmp::Reverse((marker.message, marker.part)));
    for marker in &markers {
        drop_block(slots, marker)?;
    }
    if !late.is_empty() {
        *findings = late.into_iter().rev().collect();
    }
    Ok(!markers.is_empty())
}

/// The marker results, each by its message and part, under the tag of their call.
type Markers = BTreeMap<(u64, u32), VecDeque<(usize, usize)>>;

/// Returns what a result and its marker share: the id of the call, or the tool if the id is
/// missing.
fn tag(result: &PartEntry) -> (u64, u32) {
    match result.id {
        0 => (0, result.name),
        id => (id, 0),
    }
}

fn markers_of(slots: &Slots<'_>, history: &History) -> Result<Markers> {
    let mut found = Markers::new();
    for (index, entry) in history.messages().iter().enumerate() {
        let is_short = |part: &&PartEntry| {
            part.kind == PartKind::ToolResult && part.output_chars <= 2 * NO_RESULT.len() as u64
        };
        if !entry.has_result || !history.parts_of(index).iter().any(|part| is_short(&part)) {
            continue;
        }
        let Some(message) = slots.message(index) else {
            continue;
        };
        let parts = parts_of(slots.dialect, &message)?;
        for (offset, (part, entry)) in parts.iter().zip(history.parts_of(index)).enumerate() {
            if is_marker(slots.dialect, &message, part) {
                let own = found.entry(tag(entry)).or_default();
                own.push_back((index, offset));
            }
        }
    }
    Ok(found)
}

fn is_marker(dialect: Dialect, message: &Item<'_>, part: &Part<'_>) -> bool {
    let Body::ToolResult { output, .. } = &part.body else {
        return false;
    };
    let output = (*output).or_else(|| dialect.output_of(message, part.path));
    output.is_some_and(|output| plain_text(&output).trim() == NO_RESULT)
}

/// Turns results without a call into texts of the user. Returns for each finding whether there was
/// a text; a result without one is dropped.
pub fn disown(slots: &mut Slots<'_>, findings: &[Finding]) -> Result<Vec<bool>> {
    let mut kept = Vec::with_capacity(findings.len());
    // Thousands of results may stand in one message, which is read and written once.
    for of_message in findings.chunk_by(|one, next| one.message == next.message) {
        kept.extend(disown_in(slots, of_message)?);
    }
    Ok(kept)
}

/// As [`disown`], for findings of one message, the last one first.
fn disown_in(slots: &mut Slots<'_>, findings: &[Finding]) -> Result<Vec<bool>> {
    let dialect = slots.dialect;
    let index = findings[0].message;
    let mut kept = Vec::with_capacity(findings.len());
    let mut texts: BTreeMap<usize, Option<String>> = BTreeMap::new();
    // The text of the whole message, if that is the result.
    let mut whole = None;
    let role = {
        let Some(message) = slots.message(index) else {
            return Ok(vec![false; findings.len()]);
        };
        let mut parts = Vec::new();
        let role = dialect.read(&message, &mut |part| parts.push(part))?;
        for finding in findings {
            let offset = finding.part.unwrap_or(0);
            let Some(part) = parts.get(offset) else {
                kept.push(false);
                continue;
            };
            let text = orphan_text(dialect, &message, &parts, finding);
            kept.push(text.is_some());
            match block_index(part.path) {
                Some(block) => drop(texts.insert(block, text)),
                None => whole = Some(text),
            }
        }
        role
    };
    if let Some(text) = whole {
        slots.remove(index);
        if let Some(text) = text {
            let at = end_of_results(slots, index);
            slots.insert_text(at, &text);
        }
        return Ok(kept);
    }
    let Some(list) = blocks(dialect, slots.own(index)?) else {
        return Ok(kept);
    };
    let mut rest = Vec::with_capacity(list.len());
    let mut moved = Vec::new();
    for (block, value) in std::mem::take(list).into_iter().enumerate() {
        match texts.remove(&block) {
            None => rest.push(value),
            Some(Some(text)) if role == Role::Assistant => {
                rest.push(dialect.answer_text_part(&text))
            }
            Some(text) => moved.extend(text),
        }
    }
    if role != Role::Tool {
        // In a user message results must come first, so the texts go behind them.
        let parts = moved.drain(..).map(|text| dialect.text_part(&text));
        put_behind_results(dialect, &mut rest, parts);
    }
    let is_empty = rest.is_empty();
    *list = rest;
    if is_empty {
        slots.remove(index);
    }
    let at = end_of_results(slots, index + usize::from(!is_empty));
    for text in moved.iter().rev() {
        slots.insert_text(at, text);
    }
    Ok(kept)
}

/// The first place at or after `from` at which a message of the user separates no result from its
/// call.
fn end_of_results(slots: &Slots<'_>, from: usize) -> usize {
    if slots.dialect.rules().placement != Placement::FollowingRun {
        return from;
    }
    let mut at = from;
    while slots.role(at) == Some(Role::Tool) {
        at += 1;
    }
    at
}

fn orphan_text(
    dialect: Dialect,
    message: &Item<'_>,
    parts: &[Part<'_>],
    finding: &Finding,
) -> Option<String> {
    let offset = finding.part.unwrap_or(0);
    let Body::ToolResult { name, output, .. } = &parts[offset].body else {
        return None;
    };
    let output = (*output).or_else(|| dialect.output_of(message, parts[offset].path))?;
    let mut text = plain_text(&output);
    for part in parts[offset + 1..]
        .iter()
        .take_while(|part| part.path.is_under(&parts[offset].path))
    {
        if let Body::Media(media) = &part.body {
            text.push_str(&format!("\n{}", placeholder(media.mime.as_deref())));
        }
    }
    if text.trim().is_empty() {
        return None;
    }
    let name = name.map(|name| sanitize_label(&name.to_text(), 80));
    let name = name.filter(|name| !name.is_empty());
    let of = name.map(|name| format!(" of {name}")).unwrap_or_default();
    let head = match finding.code {
        ProblemCode::DuplicateResult => format!("Another result{of}"),
        _ => format!("Recorded result{of}, whose call is not in this conversation"),
    };
    Some(format!("[{head}]\n{}", text.trim_start_matches('\n')))
}

/// The text of an output: a string, the strings of text blocks, or the value of an object with one
/// field. Media are left out.
fn plain_text(output: &Item<'_>) -> String {
    match output.kind() {
        Kind::String => output.to_text(),
        Kind::Array => {
            let is_data = |block: &Item<'_>| block.has_any(&["json", "stdout"]);
            let texts = output.items().filter_map(|block| {
                let text = block.string_at("text");
                text.or_else(|| is_data(&block).then(|| json_of(&block)))
            });
            texts.collect::<Vec<_>>().join("\n")
        }
        Kind::Object if output.len() == 1 => output
            .fields()
            .map(|(_, value)| value.as_string().unwrap_or_else(|| json_of(&value)))
            .collect(),
        Kind::Object if output.has("text") => output.string_at("text").unwrap_or_default(),
        Kind::Object if output.has("image_url") || output.is_empty() => String::new(),
        Kind::Null => String::new(),
        _ => json_of(output),
    }
}

fn json_of(value: &Item<'_>) -> String {
    let value = value.to_value();
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Moves results to where the provider looks for them.
pub fn move_results(slots: &mut Slots<'_>, findings: &[Finding]) -> Result<()> {
    let history = slots.history()?;
    // The last result first, so that a move never changes the position of a call that is still to
    // come.
    let mut moves: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    let mut places = Vec::new();
    for finding in findings {
        let part = &history.parts()[finding.part_in(&history)];
        if let Some(call) = part.partner {
            places.push((
                finding.message,
                part.path,
                history.message_of(call as usize),
            ));
        }
    }
    // First all results are taken out, from the end, so that the places before them do not move.
    // Then they are put in, from the last call.
    for (message, path, call) in &places {
        let value = match block_index(*path) {
            Some(block) => slots.remove_block(*message, block)?,
            None => {
                let value = slots.own(*message)?.clone();
                slots.remove(*message);
                Some(value)
            }
        };
        moves.entry(*call).or_default().extend(value);
    }
    for (call, mut values) in moves.into_iter().rev() {
        values.reverse();
        let as_parts = block_index(places[0].1).is_some();
        place(
            slots,
            call,
            values,
            as_parts && slots.dialect.traits().results != ResultForm::PartOfTool,
            as_parts,
        )?;
    }
    Ok(())
}

/// Answers calls with a marker result. Returns for each finding whether it was answered. A call
/// that the provider runs itself cannot be answered, so it is dropped.
pub fn answer(slots: &mut Slots<'_>, findings: &[Finding]) -> Result<Vec<bool>> {
    let dialect = slots.dialect;
    let as_parts = dialect.traits().results == ResultForm::PartOfUser;
    let mut answered = Vec::new();
    // The last messages and the last blocks come first. The calls of one message are read once.
    for of_message in findings.chunk_by(|one, next| one.message == next.message) {
        let index = of_message[0].message;
        let (mut markers, mut drops) = (Vec::new(), Vec::new());
        if let Some(message) = slots.message(index) {
            let parts = parts_of(dialect, &message)?;
            for finding in of_message {
                let Some(part) = parts.get(finding.part.unwrap_or(0)) else {
                    continue;
                };
                let is_server = is_server_call(dialect, part);
                answered.push(!is_server);
                if is_server {
                    drops.push(block_index(part.path));
                } else {
                    let call = call_of(&message, part);
                    markers.extend(call.map(|call| dialect.answer(&call, NO_RESULT)));
                }
            }
        }
        markers.reverse();
        if !markers.is_empty() {
            place(slots, index, markers, as_parts, false)?;
        }
        for block in drops {
            slots.remove_part(index, block)?;
        }
    }
    Ok(answered)
}

/// Puts results where the provider looks for the results of message `call`. With `into_next` they
/// become parts of the next message. With `wrap` each becomes a message of its own.
fn place(
    slots: &mut Slots<'_>,
    call: usize,
    values: Vec<Value>,
    into_next: bool,
    wrap: bool,
) -> Result<()> {
    let dialect = slots.dialect;

    if into_next {
        let mut next = call + 1;
        while dialect.joins_turns() && slots.role(next) == Some(Role::Assistant) {
            next += 1;
        }
        if matches!(slots.role(next), Some(Role::User | Role::Tool)) {
            put_behind_results(dialect, slots.parts(next)?, values);
            return Ok(());
        }
        slots.insert(next, dialect.parts_message(values));
        return Ok(());
    }
    // After the whole answer, and after the results that stand there already.
    let last = if dialect.is_flat() {
        Role::Assistant
    } else {
        Role::Tool
    };
    let mut at = call + 1;
    while slots.role(at) == Some(last) {
        at += 1;
    }
    for value in values {
        let message = if wrap {
            serde_json::json!({ "role": "tool", "content": [value] })
        } else {
            value
        };
        slots.insert(at, message);
        at += 1;
    }
    Ok(())
}

/// Takes the part of a finding out of its message.
pub fn drop_block(slots: &mut Slots<'_>, finding: &Finding) -> Result<()> {
    let parts = match slots.message(finding.message) {
        Some(message) => parts_of(slots.dialect, &message)?,
        None => Vec::new(),
    };
    let part = parts.get(finding.part.unwrap_or(0));
    let block = part.and_then(|part| block_index(part.path));
    drop(parts);
    slots.remove_part(finding.message, block)
}

pub fn results_first(slots: &mut Slots<'_>, message: usize) -> Result<()> {
    let dialect = slots.dialect;
    if let Some(list) = blocks(dialect, slots.own(message)?) {
        // The sort is stable: results keep their order, and so do the other blocks.
        list.sort_by_key(|block| !dialect.is_result_block(block));
    }
    Ok(())
}

/// Inserts parts after the results at the start of a list.
fn put_behind_results(
    dialect: Dialect,
    list: &mut Vec<Value>,
    parts: impl IntoIterator<Item = Value>,
) {
    let is_result = |block: &&Value| dialect.is_result_block(block);
    let results = list.iter().take_while(is_result).count();
    list.splice(results..results, parts);
}

fn call_of<'a>(message: &'a Item<'_>, part: &'a Part<'_>) -> Option<Call<'a>> {
    let Body::ToolCall {
        id, name, whole, ..
    } = &part.body
    else {
        return None;
    };
    Some(Call {
        id: id.map(|id| id.to_text()),
        name: name.map(|name| name.to_text()).unwrap_or_default(),
        path: part.path,
        whole,
        message,
    })
}
