//! Which dialect a list is written in, by the evidence of all its messages.
//!
//! A message speaks for a dialect if its shape says so. The dialect for which most messages speak wins; on a draw, the one that spoke first. A
//! list of plain texts reads the same in several dialects. Anything else speaks for none, and is refused: what is read wrongly is counted
//! wrongly and cut in wrong places.

use super::{kind_name, Dialect};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{AsView, Kind, View, ViewExt};

impl Dialect {
    /// The dialect of a list: that for which most of its messages speak. A list of plain `{role, content: "..."}` messages reads the same in
    /// `openai_chat` and `anthropic`, and counts as `openai_chat`.
    ///
    /// # Errors
    /// `UnknownDialect` at the first message that is no plain text, if no message speaks for a dialect.
    pub fn of_messages<V: AsView + ?Sized>(messages: &V) -> Result<Self> {
        let messages = &messages.as_view();
        if let Some(dialect) = by_evidence(messages) {
            return Ok(dialect);
        }
        for index in 0..messages.len() {
            let Some(message) = messages.at(index) else { break };
            if !is_plain(&message) {
                return Err(unknown(&message).under(&index.to_string()));
            }
        }
        Ok(Self::PLAIN)
    }
}

/// The dialect for which most messages speak. Shapes that other dialects write too count only if nothing else speaks.
pub(crate) fn by_evidence<V: View>(messages: &V) -> Option<Dialect> {
    let mut clear: Vec<(Dialect, usize)> = Vec::new();
    let mut shared: Vec<(Dialect, usize)> = Vec::new();
    if messages.kind() == Kind::Array {
        messages.for_each(&mut |_, message| {
            let Some(dialect) = Dialect::of_message(&message) else { return };
            let votes = if dialect.is_shared(&message) { &mut shared } else { &mut clear };
            match votes.iter_mut().find(|(known, _)| *known == dialect) {
                Some((_, count)) => *count += 1,
                None => votes.push((dialect, 1)),
            }
        });
    }
    let votes = if clear.is_empty() { shared } else { clear };
    // `max_by_key` gives the last of equals, and the first one spoke first.
    votes.into_iter().rev().max_by_key(|(_, count)| *count).map(|(dialect, _)| dialect)
}

/// Whether a message reads the same in every dialect with `role` and `content`: one text, or text blocks alone. What is no message at all is left
/// to the reader, which says what is wrong with it.
pub(crate) fn is_plain<V: View>(message: &V) -> bool {
    if message.kind() != Kind::Object || message.get("role").is_some_and(|role| role.kind() != Kind::String) {
        return true;
    }
    let mut holds_more = false;
    message.for_each(&mut |key, value| holds_more |= key.is_some_and(|key| says_more(key.name, &value)));
    if holds_more {
        return false;
    }
    // A system message is kept as it is, whatever it holds.
    if message.get("role").is_some_and(|role| role.is_str("system") || role.is_str("developer")) {
        return true;
    }
    let Some(content) = message.get("content") else {
        return message.is_empty() || (message.get("role").is_some() && !super::holds_content(message));
    };
    match content.kind() {
        Kind::String | Kind::Null => true,
        Kind::Array => {
            let mut are_texts = true;
            content.for_each(&mut |_, block| are_texts &= is_text(&block));
            are_texts
        }
        _ => false,
    }
}

fn is_text<V: View>(block: &V) -> bool {
    match block.kind() {
        Kind::String => true,
        Kind::Object => block.get("type").is_none_or(|kind| kind.is_str("text")) && block.get("text").is_some_and(|text| text.kind() == Kind::String),
        _ => false,
    }
}

/// Whether a list stands beside the content that holds calls or attachments under a name of its own.
fn says_more<V: View>(key: &str, value: &V) -> bool {
    let is_list = value.kind() == Kind::Array && !value.is_empty();
    is_list && key != "content" && ["tool", "call", "attachment", "parts"].iter().any(|word| key.to_ascii_lowercase().contains(word))
}

/// The error for a message that speaks for no dialect.
pub(crate) fn unknown<V: View>(message: &V) -> Error {
    let mut keys = Vec::new();
    message.for_each(&mut |key, value| {
        if let Some(key) = key.filter(|_| keys.len() < 8) {
            keys.push(format!("`{}` ({})", crate::read::media::sanitize_label(key.name, 40), kind_name(value.kind())));
        }
    });
    let names = Dialect::ALL.map(Dialect::name).join("`, `");
    let message = format!(
        "the messages have the shape of no known dialect: this one has {}. Convert them to one of `{names}`; or say which of these it is with `dialect`",
        if keys.is_empty() { "no keys".to_owned() } else { keys.join(", ") }
    );
    Error::new(ErrorKind::UnknownDialect, "", message)
}
