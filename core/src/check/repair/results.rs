//! Repairs of results: those in the wrong place, those that are missing, and those without a call.

use super::slots::{block_index, blocks, Slots};
use super::write::{result_message, result_part, Call};
use crate::check::validate::{is_server_call, parts_of, Finding, Placement, Rules};
use crate::config::Config;
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::host::path::Path;
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::Dialect;
use crate::read::media::{placeholder, sanitize_label};
use crate::read::message::{Body, Part, Role};
use serde_json::Value;
use std::collections::BTreeMap;

/// Turns a result without a call into a text of the user. Returns `false` if the result had no text and was dropped.
pub(crate) fn disown<V: View>(slots: &mut Slots<V>, finding: &Finding) -> Result<bool> {
    let dialect = slots.dialect;
    let offset = finding.part.unwrap_or(0);
    let (text, role, path) = {
        let Some(message) = slots.message(finding.message) else { return Ok(false) };
        let mut parts = Vec::new();
        let role = dialect.read(&message, &mut |part| parts.push(part))?;
        let Some(part) = parts.get(offset) else { return Ok(false) };
        (orphan_text(dialect, &message, &parts, offset), role, part.path)
    };
    let Some(block) = block_index(path) else {
        // The whole message is the result.
        slots.remove(finding.message);
        if let Some(text) = &text {
            let at = end_of_results(slots, finding.message)?;
            slots.insert(at, dialect.text_message(Role::User, text));
        }
        return Ok(text.is_some());
    };
    let Some(text) = text else {
        slots.remove_block(finding.message, block)?;
        return Ok(false);
    };
    if role == Role::Tool {
        let before = slots.len();
        slots.remove_block(finding.message, block)?;
        let at = finding.message + usize::from(slots.len() == before);
        let at = end_of_results(slots, at)?;
        slots.insert(at, dialect.text_message(Role::User, &text));
    } else if let Some(list) = blocks(dialect, slots.own(finding.message)?) {
        // In a user message results must come first, so the text goes behind them.
        if block < list.len() {
            list.remove(block);
        }
        let results = list.iter().take_while(|block| is_result_block(dialect, block)).count();
        let at = if role == Role::Assistant { block.min(list.len()) } else { results };
        list.insert(at, dialect.text_part(&text));
    }
    Ok(true)
}

/// The first place at or after `from` at which a message of the user separates no result from its call.
fn end_of_results<V: View>(slots: &Slots<V>, from: usize) -> Result<usize> {
    if Rules::of(slots.dialect).results != Placement::FollowingRun {
        return Ok(from);
    }
    let mut at = from;
    while let Some(message) = slots.message(at) {
        if slots.dialect.read(&message, &mut |_| {})? != Role::Tool {
            break;
        }
        at += 1;
    }
    Ok(at)
}

fn orphan_text<V: View>(dialect: Dialect, message: &V, parts: &[Part<V>], offset: usize) -> Option<String> {
    let Body::ToolResult { name, output, .. } = &parts[offset].body else { return None };
    let output = output.clone().or_else(|| dialect.output_of(message, parts[offset].path))?;
    let mut text = plain_text(&output);
    for part in parts[offset + 1..].iter().take_while(|part| part.path.is_under(&parts[offset].path)) {
        if let Body::Media(media) = &part.body {
            text.push_str(&format!("\n{}", placeholder(media.mime.as_deref())));
        }
    }
    if text.trim().is_empty() {
        return None;
    }
    let name = name.as_ref().map_or_else(String::new, |name| sanitize_label(&name.to_text(), 80));
    let of = if name.is_empty() { String::new() } else { format!(" of {name}") };
    Some(format!("[Recorded result{of}, whose call is not in this conversation]\n{}", text.trim_start_matches('\n')))
}

/// The text of an output: a string, the strings of text blocks, or the value of an object with one field. Media are left out.
fn plain_text<V: View>(output: &V) -> String {
    match output.kind() {
        Kind::String => output.to_text(),
        Kind::Array => {
            let mut texts = Vec::new();
            output.for_each(&mut |_, block| match block.string_at("text") {
                Some(text) => texts.push(text),
                None if block.get("json").is_some() || block.get("stdout").is_some() => texts.push(json_of(&block)),
                None => {}
            });
            texts.join("\n")
        }
        Kind::Object if output.len() == 1 => {
            let mut text = String::new();
            output.for_each(&mut |_, value| text = if value.kind() == Kind::String { value.to_text() } else { json_of(&value) });
            text
        }
        Kind::Object if output.get("text").is_some() => output.string_at("text").unwrap_or_default(),
        Kind::Object if output.get("image_url").is_some() || output.is_empty() => String::new(),
        Kind::Null => String::new(),
        _ => json_of(output),
    }
}

fn json_of<V: View>(value: &V) -> String {
    value.to_value().map_or_else(|_| String::new(), |value| value.to_string())
}

/// Moves results to where the provider looks for them.
pub(crate) fn move_results<V: View>(slots: &mut Slots<V>, config: &Config, findings: &[Finding]) -> Result<()> {
    let dialect = slots.dialect;
    // The last result first, so that a move never changes the position of a call that is still to come.
    let mut moves: BTreeMap<usize, Vec<Value>> = BTreeMap::new();
    let mut places = Vec::new();
    {
        let view = slots.view();
        let history = History::of(config.clone(), &view)?;
        for finding in findings {
            let part = history.messages()[finding.message].first_part as usize + finding.part.unwrap_or(0);
            if let Some(call) = history.parts()[part].partner {
                places.push((finding.message, history.parts()[part].path, history.message_of(call as usize)));
            }
        }
    }
    // First all results are taken out, from the end, so that the places before them do not move. Then they are put in, from the last call.
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
        place(slots, call, values, as_parts && dialect != Dialect::AiSdk, as_parts)?;
    }
    Ok(())
}

/// Answers calls with a marker result. Returns for each finding whether it was answered. A call that the provider runs itself cannot be
/// answered, so it is dropped.
pub(crate) fn answer<V: View>(slots: &mut Slots<V>, findings: &[Finding]) -> Result<Vec<bool>> {
    let dialect = slots.dialect;
    let as_parts = Rules::of(dialect).results == Placement::NextMessage;
    let mut answered = Vec::new();
    // For each message: the markers to add and the calls to drop. The last messages and the last blocks come first.
    let mut changes: BTreeMap<usize, (Vec<Value>, Vec<Option<usize>>)> = BTreeMap::new();
    for finding in findings {
        let Some(message) = slots.message(finding.message) else { continue };
        let parts = parts_of(dialect, &message)?;
        let Some(part) = parts.get(finding.part.unwrap_or(0)) else { continue };
        let (markers, drops) = changes.entry(finding.message).or_default();
        let is_server = is_server_call(dialect, part);
        answered.push(!is_server);
        if is_server {
            drops.push(block_index(part.path));
            continue;
        }
        let call = call_of(dialect, &message, part);
        markers.push(if as_parts { result_part(dialect, &call) } else { result_message(dialect, &call) });
    }
    for (message, (mut markers, drops)) in changes.into_iter().rev() {
        markers.reverse();
        if !markers.is_empty() {
            place(slots, message, markers, as_parts, false)?;
        }
        for block in drops {
            match block {
                Some(block) => drop(slots.remove_block(message, block)?),
                None => slots.remove(message),
            }
        }
    }
    Ok(answered)
}

/// Puts results where the provider looks for the results of message `call`. With `into_next` they become parts of the next message. With
/// `wrap` each becomes a message of its own.
fn place<V: View>(slots: &mut Slots<V>, call: usize, values: Vec<Value>, into_next: bool, wrap: bool) -> Result<()> {
    let dialect = slots.dialect;
    let role_at = |slots: &Slots<V>, at: usize| slots.message(at).and_then(|message| dialect.read(&message, &mut |_| {}).ok());
    if into_next {
        let mut next = call + 1;
        while dialect.joins_turns() && role_at(slots, next) == Some(Role::Assistant) {
            next += 1;
        }
        if matches!(role_at(slots, next), Some(Role::User | Role::Tool)) {
            let stuck = Error::new(ErrorKind::Unrepairable, format!("/{next}"), "the message's content is not a list of parts");
            let message = slots.own(next)?;
            let list = blocks(dialect, message).ok_or(stuck)?;
            let at = list.iter().take_while(|block| is_result_block(dialect, block)).count();
            list.splice(at..at, values);
            return Ok(());
        }
        let message = match dialect {
            Dialect::Gemini => serde_json::json!({ "role": "user", "parts": values }),
            _ => serde_json::json!({ "role": "user", "content": values }),
        };
        slots.insert(next, message);
        return Ok(());
    }
    // After the whole answer, and after the results that stand there already.
    let last = if dialect.is_flat() { Role::Assistant } else { Role::Tool };
    let mut at = call + 1;
    while role_at(slots, at) == Some(last) {
        at += 1;
    }
    for value in values {
        let message = if wrap { serde_json::json!({ "role": "tool", "content": [value] }) } else { value };
        slots.insert(at, message);
        at += 1;
    }
    Ok(())
}

fn is_result_block(dialect: Dialect, block: &Value) -> bool {
    match dialect {
        Dialect::Gemini => block.get("functionResponse").is_some() || block.get("function_response").is_some(),
        Dialect::Bedrock => block.get("toolResult").is_some(),
        _ => block.get("type").and_then(Value::as_str).is_some_and(|kind| kind.ends_with("tool_result") || kind == "tool-result"),
    }
}

pub(crate) fn results_first<V: View>(slots: &mut Slots<V>, message: usize) -> Result<()> {
    let dialect = slots.dialect;
    if let Some(list) = blocks(dialect, slots.own(message)?) {
        // The sort is stable: results keep their order, and so do the other blocks.
        list.sort_by_key(|block| !is_result_block(dialect, block));
    }
    Ok(())
}

fn call_of<V: View>(dialect: Dialect, message: &V, part: &Part<V>) -> Call {
    let Body::ToolCall { id, name, whole, .. } = &part.body else { return Call::default() };
    let legacy = dialect == Dialect::OpenaiChat && part.path == Path::ROOT.key("function_call");
    Call {
        id: id.as_ref().map(ViewExt::to_text),
        name: name.as_ref().map_or_else(String::new, ViewExt::to_text),
        kind: if legacy { "function_call".to_owned() } else { whole.string_at("type").unwrap_or_default() },
        nested: message.get("data").is_some(),
        camel: whole.get("callId").is_some(),
        snake: whole.get("function_call").is_some(),
    }
}
