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
    if rules.needs_role && host.get("role").is_none() {
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
    host.get(dialect.traits().list_key)
        .or_else(|| host.get("content"))
        .filter(|content| content.kind() != Kind::Null)
}

fn is_empty(history: &History, index: usize, host: &Item<'_>) -> bool {
    let dialect = history.dialect();
    let rules = dialect.rules();
    if rules.empty == Emptiness::Anything || dialect.is_item(host) {
        return false;
    }
    let entry = &history.messages()[index];
    let content = content_of(dialect, host);
    if entry.has_call
        || rules
            .beside_content
            .iter()
            .any(|key| host.get(key).is_some_and(|value| value.is_truthy()))
    {
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
        let Some(list) = host.get(key).filter(|list| list.kind() == Kind::Array) else {
            continue;
        };
        let mut part = 0;
        list.for_each(&mut |_, block| {
            let text = block.get("text").filter(|text| text.kind() == Kind::String);
            let blank = match (rules.empty, text) {
                (_, None) => block.kind() == Kind::Object && block.is_empty(),
                (Emptiness::Blank, Some(text)) => {
                    is_blank(&text, true)
                        && block.get("type").is_none_or(|kind| kind.is_str("text"))
                }
                // An empty text may carry the signature of a thought, or stand beside a medium.
                (_, Some(text)) => is_blank(&text, false) && only_text(&block),
            };
            if blank {
                let path = pointer(index, Path::ROOT.key(key).index(part));
                findings.push(Finding {
                    code: ProblemCode::EmptyPart,
                    message: index,
                    part: Some(part),
                    path,
                    text: "text content blocks must be non-empty".to_owned(),
                });
            }
            part += 1;
        });
    }
}

fn only_text(block: &Item<'_>) -> bool {
    let mut others = false;
    block.for_each(&mut |key, value| {
        others |= key.is_some_and(|key| key.name != "text") && value.is_truthy()
    });
    !others
}

/// The field of a message in which hosts pass instructions to conspectus.
pub const OWN_FIELD: &str = "conspectus";

/// Returns the strings with half a surrogate pair, among the values that are read and not too deep,
/// and conspectus's own fields. Keys are not checked: hosts pass them as valid text.
pub fn torn(messages: &Item<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    messages.each_item(|index, message| {
        if message.get(OWN_FIELD).is_some() {
            findings.push(Finding {
                code: ProblemCode::OwnField,
                message: index,
                part: None,
                path: format!("/{index}/{OWN_FIELD}"),
                text: format!("the field `{OWN_FIELD}` is for conspectus, and providers reject it"),
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
    let mut torn = message.get(OWN_FIELD).is_some();
    each_read(message, &mut |_, value| {
        let is_half = |inner: &Item<'_>| inner.kind() == Kind::String && is_half(inner);
        // What is too deep is refused elsewhere.
        torn = torn
            || Budget::default()
                .any(&value, &mut |inner| is_half(inner))
                .unwrap_or(false);
        !torn
    });
    torn
}

/// Whether a string holds half a surrogate pair.
fn is_half(string: &Item<'_>) -> bool {
    {
        let text = string.text();
        let units = match text {
            Text::Utf16(units) => units.iter().copied(),
            Text::Utf8(_) => [].iter().copied(),
        };
        char::decode_utf16(units).any(|unit| unit.is_err())
    }
}

fn walk(
    value: &Item<'_>,
    path: &mut String,
    message: usize,
    budget: &mut Budget,
    findings: &mut Vec<Finding>,
) -> Result<()> {
    if value.kind() == Kind::String {
        if is_half(value) {
            let text = "the request body is not valid JSON: no low surrogate in string".to_owned();
            findings.push(Finding {
                code: ProblemCode::LoneSurrogate,
                message,
                part: None,
                path: path.clone(),
                text,
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
