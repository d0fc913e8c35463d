//! Distinguishes lists of messages from other JSON.

use super::{Conversation, times, usage};
use crate::json_text::{JsonText, JsonTree};
use conspectus::Dialect;
use conspectus::host::item::Kind;

/// Keys under which agents and libraries keep their list of messages. The clearest names come
/// first.
const LISTS: [&str; 9] = [
    "messages",
    "chat_history",
    "contents",
    "history",
    "conversation",
    "input",
    "traj",
    "items",
    "output",
];
/// Keys of objects around such an object, as in request logs and exported threads.
const WRAPPERS: [&str; 6] = ["request", "body", "values", "params", "data", "json"];
/// Keys of lists of such objects, as in evaluation logs and exports.
const BUNDLES: [&str; 5] = ["samples", "conversations", "sessions", "requests", "cases"];
const SYSTEM: [&str; 5] = [
    "system",
    "systemInstruction",
    "system_instruction",
    "system_prompt",
    "instructions",
];
const TOOLS: [&str; 2] = ["tools", "functions"];
const LABELS: [&str; 6] = ["case", "name", "id", "task_id", "sessionId", "uuid"];
/// How deep wrappers and bundles may be nested.
const NESTING: usize = 4;

/// Every conversation in `value`. `whole` is the text that an output must reproduce around the
/// list.
pub(super) fn conversations<'a>(whole: &'a str, value: JsonText<'a>) -> Vec<Conversation<'a>> {
    if value.kind() == Kind::Array && is_message_list(&value) {
        return vec![conversation(whole, value, None)];
    }
    let mut found = Vec::new();
    search(whole, value, NESTING, &mut found);
    // A recorded response of a model is one message.
    if found.is_empty() && value.get("role").is_some() && looks_plain(&value) {
        let json = value.as_json().unwrap_or(whole);
        found.push(Conversation {
            model: value.string_at("model"),
            ..Conversation::new(vec![JsonTree::Text(json)])
        });
    }
    found
}

/// Whether this object is a message of any dialect.
pub(super) fn is_message(value: &JsonText<'_>) -> bool {
    value.kind() == Kind::Object
        && (looks_plain(value)
            || value.as_json().is_some_and(|json| {
                let list = JsonTree::List(vec![JsonTree::Text(json)]);
                Dialect::of_messages(&list.view().copied()).is_ok()
            }))
}

/// Whether this object has a role and a content, or parts: a message of several dialects.
fn looks_plain(value: &JsonText<'_>) -> bool {
    let has = |key: &str, kind: Kind| value.get(key).is_some_and(|child| child.kind() == kind);
    has("parts", Kind::Array)
        || (has("role", Kind::String)
            && ["content", "tool_calls", "function_call"]
                .iter()
                .any(|key| value.get(key).is_some()))
}

/// Describes what was found in place of messages.
pub(super) fn describe(value: &JsonText<'_>) -> String {
    match value.kind() {
        Kind::Object => {
            let lists = LISTS.iter().filter_map(|key| Some((key, value.get(key)?)));
            match lists
                .into_iter()
                .find(|(_, list)| list.kind() == Kind::Array)
            {
                Some((key, list)) => format!("`{key}` is {}", describe_list(&list)),
                None if is_response(value) => "a recorded response of a model".to_owned(),
                None => format!("an object with the keys {}", keys(value)),
            }
        }
        Kind::Array => describe_list(value),
        other => format!("the file contains {}", kind_name(other)),
    }
}

/// Whether this is a response of a model's API, alone or under `response`.
fn is_response(value: &JsonText<'_>) -> bool {
    let response = value.get("response").unwrap_or(*value);
    let first = response.at(0).unwrap_or(response);
    first.get("candidates").is_some() || first.get("choices").is_some()
}

/// Whether this is a list of messages: its first element looks like one, or the core finds the
/// dialect of the whole. An empty list counts.
fn is_message_list(list: &JsonText<'_>) -> bool {
    list.at(0).is_none_or(|first| {
        first.kind() == Kind::Object
            && (looks_plain(&first) || Dialect::of_messages(&list.copied()).is_ok())
    })
}

fn search<'a>(
    whole: &'a str,
    value: JsonText<'a>,
    nesting: usize,
    found: &mut Vec<Conversation<'a>>,
) {
    if nesting == 0 {
        return;
    }
    let before = found.len();
    match value.kind() {
        Kind::Array => value.for_each(&mut |_, item| {
            if item.kind() == Kind::Object {
                search(item.as_json().unwrap_or(whole), item, nesting - 1, found);
            }
        }),
        Kind::Object => {
            let list = LISTS.iter().find_map(|key| {
                value
                    .get(key)
                    .filter(|list| list.kind() == Kind::Array && is_message_list(list))
            });
            if let Some(list) = list {
                found.push(conversation(whole, list, Some(value)));
            }
            for key in WRAPPERS.iter().chain(&BUNDLES) {
                if found.len() > before {
                    break;
                }
                if let Some(inner) = value.get(key) {
                    search(whole, inner, nesting - 1, found);
                }
            }
            for conversation in &mut found[before..] {
                if conversation.label.is_empty() {
                    conversation.label = label(&value);
                }
            }
        }
        _ => {}
    }
}

pub(super) fn conversation<'a>(
    whole: &'a str,
    list: JsonText<'a>,
    holder: Option<JsonText<'a>>,
) -> Conversation<'a> {
    let beside = |keys: &[&str]| {
        keys.iter().find_map(|key| {
            holder?
                .get(key)
                .filter(|value| !value.is_empty())?
                .as_json()
        })
    };
    let elements = list.elements();
    Conversation {
        times_ms: times::of_messages(elements.iter().map(JsonTree::view)),
        usage: usage::of_messages(elements.iter().map(JsonTree::view)),
        system: beside(&SYSTEM),
        tools: beside(&TOOLS),
        model: holder.and_then(|holder| holder.string_at("model")),
        envelope: holder.and_then(|_| around(whole, list.as_json()?)),
        ..Conversation::new(elements)
    }
}

/// The text of `whole` before and after `part`, which must be a slice of it.
fn around<'a>(whole: &'a str, part: &'a str) -> Option<(&'a str, &'a str)> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    Some((whole.get(..start)?, whole.get(start + part.len()..)?))
}

fn label(value: &JsonText<'_>) -> String {
    let found = LABELS.iter().find_map(|key| {
        value
            .get(key)
            .filter(|label| matches!(label.kind(), Kind::String | Kind::Number))
    });
    let text = found.map(|label| match label.kind() {
        Kind::Number => label.number().to_string(),
        _ => label.to_text(),
    });
    conspectus::tokens::text::sanitize_label(&text.unwrap_or_default(), 60)
}

fn describe_list(list: &JsonText<'_>) -> String {
    let count = list.len();
    match list.at(0) {
        Some(first) if first.kind() == Kind::Object => {
            format!(
                "a list of {count} objects that aren't messages: the first has the keys {}",
                keys(&first)
            )
        }
        Some(first) => format!("a list that begins with {}", kind_name(first.kind())),
        None => "an empty list".to_owned(),
    }
}

/// The first eight keys of an object, for messages.
fn keys(object: &JsonText<'_>) -> String {
    let mut names = Vec::new();
    object.for_each(&mut |key, _| {
        names.extend(key.map(|key| {
            format!(
                "`{}`",
                conspectus::tokens::text::sanitize_label(key.name, 40)
            )
        }))
    });
    let more = if names.len() > 8 { ", ..." } else { "" };
    names.truncate(8);
    if names.is_empty() {
        "(none)".to_owned()
    } else {
        format!("{}{more}", names.join(", "))
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Bytes => "bytes",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}
