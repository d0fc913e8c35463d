//! Checks of single messages: their roles, whether they are empty, and half characters.

use super::{Finding, ProblemCode, pointer};
use crate::error::Result;
use crate::error::escape_pointer_segment;
use crate::history::{History, PartKind, each_read};
use crate::host::item::{Budget, Item, Kind, Text};
use crate::host::path::Path;
use crate::read::dialect::{Dialect, Emptiness, looks_like, other_dialect};
use crate::read::message::Role;

pub fn check<'v>(
    history: &History,
    messages: &Item<'v>,
    hosts: &[Item<'v>],
    findings: &mut Vec<Finding>,
) {
    let dialect = history.dialect();
    let mut previous: Option<usize> = None;
    // The dialect of the other messages, found once and only if a message cannot be read.
    let mut around: Option<Option<Dialect>> = None;
    for (index, entry) in history.messages().iter().enumerate() {
        let host = &hosts[index];
        if let Some(finding) = wrong_role(history, index, host) {
            findings.push(finding);
            continue;
        }
        if index < history.first_read() {
            continue;
        }
        if entry.role == Role::System {
            findings.extend(misplaced_system(history, index, previous));
        }
        if is_unreadable(history, index, host) {
            let around = *around.get_or_insert_with(|| other_dialect(messages, dialect));
            let found = looks_like(host, dialect, around);
            let name = dialect.name();
            let text = format!("the dialect `{name}` can't read this message, and {found}");
            let code = ProblemCode::UnreadableMessage;
            findings.push(Finding::of_message(code, index, text));
        } else if is_empty(history, index, host) {
            let code = if entry.role == Role::Tool {
                ProblemCode::EmptyResult
            } else {
                ProblemCode::EmptyMessage
            };
            let text = "messages must have non-empty content";
            findings.push(Finding::of_message(code, index, text));
        }
        if entry.role == Role::System {
            continue;
        }
        findings.extend(out_of_turn(history, index, previous));
        findings.extend(thought_at_the_end(history, index));
        previous = Some(index);
    }
    empty_parts(dialect, hosts, history.first_read(), findings);
}

fn wrong_role(history: &History, index: usize, host: &Item<'_>) -> Option<Finding> {
    let dialect = history.dialect();
    let rules = dialect.rules();
    if dialect.is_item(host) {
        return None;
    }
    if rules.needs_role && !host.has("role") {
        let text = "Missing required parameter: 'role'";
        return Some(Finding::of_message(ProblemCode::MissingRole, index, text));
    }
    let text = "Invalid value for 'role'";
    (!rules.allows(history.messages()[index].role)).then(|| Finding {
        path: format!("/{index}/role"),
        ..Finding::of_message(ProblemCode::UnknownRole, index, text)
    })
}

/// Returns the problem of a system message. `previous` is the last message before it of another
/// role.
fn misplaced_system(history: &History, index: usize, previous: Option<usize>) -> Option<Finding> {
    let rules = history.dialect().rules();
    let before = index.checked_sub(1).and_then(|before| history.role(before));
    let (code, text) = match previous {
        Some(_)
            if rules.system_behind_user && matches!(before, Some(Role::User | Role::System)) =>
        {
            return None;
        }
        Some(_) => (
            ProblemCode::SystemMessageInTheMiddle,
            "a system message between other messages: some providers reject it, others move it to the start",
        ),
        None if rules.system_beside => (
            ProblemCode::SystemMessageInList,
            "pass the system prompt separately: this provider's messages have no system role",
        ),
        None => return None,
    };
    Some(Finding::of_message(code, index, text))
}

/// A message that is not from the side whose turn it is.
fn out_of_turn(history: &History, index: usize, previous: Option<usize>) -> Option<Finding> {
    let rules = history.dialect().rules();
    let messages = history.messages();
    let is_answer = |index: usize| messages[index].role == Role::Assistant;
    let (code, text) = match previous {
        // The provider's own summary leads the list as it came.
        None if rules.first_user && is_answer(index) && !messages[index].is_compaction => (
            ProblemCode::FirstMessageNotUser,
            "the first message must use the `user` role",
        ),
        Some(before) if rules.alternate && is_answer(index) == is_answer(before) => (
            ProblemCode::RolesDoNotAlternate,
            "A conversation must alternate between user and assistant roles",
        ),
        _ => return None,
    };
    Some(Finding::of_message(code, index, text))
}

fn thought_at_the_end(history: &History, index: usize) -> Option<Finding> {
    let messages = history.messages();
    let goes_on = messages
        .get(index + 1)
        .is_some_and(|next| next.continues_answer);
    if history.dialect().rules().may_end_in_thought
        || messages[index].role != Role::Assistant
        || goes_on
    {
        return None;
    }
    let (last, before) = history.parts_of(index).split_last()?;
    (last.kind == PartKind::Thought).then(|| Finding {
        part: Some(before.len()),
        path: pointer(index, last.path),
        ..Finding::of_message(
            ProblemCode::EndsInThought,
            index,
            "the final block in an assistant message cannot be `thinking`",
        )
    })
}

/// Whether the dialect reads nothing of the message. Unknown parts count as read, unless the
/// message is written in another dialect.
fn is_unreadable(history: &History, index: usize, host: &Item<'_>) -> bool {
    let dialect = history.dialect();
    if dialect.traits().needs_list {
        return dialect.lacks_list(host);
    }
    let parts = history.parts_of(index);
    if let [part] = parts
        && part.kind == PartKind::Opaque
        && part.path == Path::ROOT
        && !dialect.is_item(host)
    {
        return true;
    }
    !parts.is_empty()
        && parts.iter().all(|part| part.kind == PartKind::Opaque)
        && Dialect::of_message(host).is_some_and(|found| found != dialect)
}

/// The content of a message, a list or a string, under the key of its dialect.
fn content_of<'v>(dialect: Dialect, host: &Item<'v>) -> Option<Item<'v>> {
    host.first(&[dialect.traits().list_key, "content"])
        .filter(|content| !content.is_null())
}

fn is_empty(history: &History, index: usize, host: &Item<'_>) -> bool {
    let dialect = history.dialect();
    let rules = dialect.rules();
    if rules.empty == Emptiness::Anything || dialect.is_item(host) {
        return false;
    }
    let entry = &history.messages()[index];
    let content = content_of(dialect, host);
    if entry.has_call || host.any_set(rules.beside_content) {
        return false;
    }
    // Providers that refuse blank texts accept them in a last message of the assistant.
    let is_final = index + 1 == history.len() && entry.role == Role::Assistant;
    match content {
        None => true,
        Some(content) => match content.kind() {
            Kind::String if rules.empty == Emptiness::Blank => {
                !is_final && is_blank(&content, true)
            }
            Kind::String => rules.empty == Emptiness::Parts && content.is_empty(),
            Kind::Array => content.is_empty() && !(is_final && rules.final_may_be_empty),
            _ => false,
        },
    }
}

fn is_blank(text: &Item<'_>, trim: bool) -> bool {
    text.is_empty() || (trim && text.len() <= 64 && text.text().to_str().trim().is_empty())
}

fn empty_parts(dialect: Dialect, hosts: &[Item<'_>], first: usize, findings: &mut Vec<Finding>) {
    let rules = dialect.rules();
    if !matches!(rules.empty, Emptiness::Blank | Emptiness::Parts) {
        return;
    }
    let key = dialect.traits().list_key;
    for (index, host) in hosts.iter().enumerate().skip(first) {
        let Some(list) = host.list(key) else {
            continue;
        };
        list.each_item(|part, block| {
            let text = block.string("text");
            let blank = match (rules.empty, text) {
                (_, None) => block.is_object() && block.is_empty(),
                (Emptiness::Blank, Some(text)) => {
                    is_blank(&text, true)
                        && block.get("type").is_none_or(|kind| kind.is_str("text"))
                }
                // An empty text may carry the signature of a thought, or stand beside a medium.
                (_, Some(text)) => is_blank(&text, false) && only_text(&block),
            };
            if blank {
                let text = "text content blocks must be non-empty";
                findings.push(Finding {
                    part: Some(part),
                    path: pointer(index, Path::ROOT.key(key).index(part)),
                    ..Finding::of_message(ProblemCode::EmptyPart, index, text)
                });
            }
        });
    }
}

fn only_text(block: &Item<'_>) -> bool {
    !block.any_field(|key, value| key != "text" && value.is_truthy())
}

/// The field of a message in which hosts pass instructions to conspectus.
pub const OWN_FIELD: &str = "conspectus";

/// Returns the strings with half a surrogate pair, among the values that are read and not too deep,
/// and conspectus's own fields. Keys are not checked: hosts pass them as valid text.
pub fn torn(messages: &Item<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    messages.each_item(|index, message| {
        if message.has(OWN_FIELD) {
            let text =
                format!("the field `{OWN_FIELD}` is for conspectus, and providers reject it");
            findings.push(Finding {
                path: format!("/{index}/{OWN_FIELD}"),
                ..Finding::of_message(ProblemCode::OwnField, index, text)
            });
        }
        let start = format!("/{index}/");
        each_read(&message, &mut |key, value| {
            let mut path = format!("{start}{}", escape_pointer_segment(key));
            walk(
                &value,
                &mut path,
                index,
                &mut Budget::default(),
                &mut findings,
            )
            .is_ok()
        });
    });
    findings
}

/// Whether a message holds what [`torn`] looks for.
pub fn is_torn(message: &Item<'_>) -> bool {
    let mut torn = message.has(OWN_FIELD);
    each_read(message, &mut |_, value| {
        // What is too deep is refused elsewhere.
        torn = torn || Budget::default().any(&value, &mut is_half).unwrap_or(false);
        !torn
    });
    torn
}

/// Whether a string holds half a surrogate pair.
fn is_half(string: &Item<'_>) -> bool {
    match string.text() {
        Text::Utf16(units) => char::decode_utf16(units.iter().copied()).any(|unit| unit.is_err()),
        Text::Utf8(_) => false,
    }
}

fn walk(
    value: &Item<'_>,
    path: &mut String,
    message: usize,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> Result<()> {
    if value.is_string() {
        if is_half(value) {
            let text = "the request body is not valid JSON: no low surrogate in string";
            findings.push(Finding {
                path: path.clone(),
                ..Finding::of_message(ProblemCode::LoneSurrogate, message, text)
            });
        }
        return Ok(());
    }
    let mut index = 0;
    let length = path.len();
    budget.each(value, &mut |budget, key, child| {
        path.push('/');
        match key {
            Some(key) => path.push_str(&escape_pointer_segment(key.name)),
            None => path.push_str(&index.to_string()),
        }
        walk(&child, path, message, budget, findings)?;
        path.truncate(length);
        index += 1;
        Ok(())
    })
}
