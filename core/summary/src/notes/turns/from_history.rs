//! Turns of the messages of a host.

use super::{Kind, Turn};
use crate::Role;
use crate::history::{History, PartEntry, PartKind};
use crate::host::item::{self, Item};
use crate::notes::memory::OwnMessages;
use crate::notes::observation::is_observation;
use crate::notes::reader::without_drafts;
use crate::notes::words;
use crate::read::media::{placeholder, sanitize_label};
use crate::reduce::{as_written, value_text};
use serde_json::Value;
use std::borrow::Cow;

/// Reads messages into turns.
pub struct Reader<'a> {
    pub history: &'a History,
    /// Our own messages, which produce no turns unless they were changed.
    pub ours: &'a OwnMessages,
    /// Whether a transcript is made. It shows arguments as texts, and results as they are now.
    pub is_transcript: bool,
}

impl Reader<'_> {
    /// Adds the turns of message `index` that say something.
    pub fn read<'m>(&self, index: usize, message: &Item<'m>, turns: &mut Vec<Turn<'m>>) {
        let (history, role) = (self.history, self.history.role(index));
        let who = match role {
            Some(Role::Assistant) => "agent",
            Some(role) => role.name(),
            None => "other",
        };
        let first = history.messages()[index].first_part as usize;
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            let value = part.path.resolve(message);
            let mut add = |kind, who, text: Cow<'m, str>| {
                if !text.trim().is_empty() || matches!(kind, Kind::Call | Kind::Result) {
                    turns.push(Turn {
                        kind,
                        message: index,
                        part: first + offset,
                        partner: part.partner.map(|other| other as usize),
                        who,
                        text,
                        tool: history.symbol(part.name).to_owned(),
                        is_error: part.is_error,
                        is_cleared: part.is_cleared,
                        ..Turn::default()
                    });
                }
            };
            match part.kind {
                PartKind::Text if role == Some(Role::User) => {
                    let text = value_text(value);
                    // In protocols of plain text the host says what came of an action in the
                    // user's name.
                    if is_observation(history, index, &text) {
                        add(Kind::Result, "result", text);
                        continue;
                    }
                    for (kind, who, text) in self.in_users_name((index, offset), &text) {
                        add(kind, who, text.into());
                    }
                }
                PartKind::Text if role == Some(Role::Assistant) => {
                    add(Kind::Agent, who, without_drafts(&value_text(value)).into());
                }
                PartKind::Text => add(Kind::Other, who, value_text(value)),
                PartKind::Thought => add(Kind::Thought, who, thought(value)),
                PartKind::Opaque => add(Kind::Other, who, opaque(history, value, part).into()),
                PartKind::Media | PartKind::NestedMedia => {
                    let label = placeholder(Some(history.symbol(part.name)));
                    add(Kind::Media, who, label.into());
                    if let Some(turn) = turns.last_mut() {
                        turn.args = value.and_then(file_name).into();
                    }
                }
                PartKind::ToolCall if self.is_transcript => {
                    let args = history.dialect().call_args(message, part.path);
                    add(Kind::Call, who, value_text(args));
                }
                PartKind::ToolCall => {
                    add(Kind::Call, who, Cow::default());
                    if let Some(turn) = turns.last_mut() {
                        turn.args = arguments(history, message, part);
                    }
                }
                PartKind::ToolResult if self.is_transcript => {
                    add(Kind::Result, who, result_text(history, message, part));
                }
                PartKind::ToolResult => {
                    add(Kind::Result, who, given_text(history, message, part));
                }
            }
        }
    }

    /// What a text in the user's name holds, each with who speaks: our own messages that were
    /// changed, words of the application, words of the user.
    fn in_users_name(
        &self,
        place: (usize, usize),
        text: &str,
    ) -> impl Iterator<Item = (Kind, &'static str, String)> {
        let found = self.ours.in_part(place.0, place.1);
        let changed = found.filter(|found| found.rank.is_none()).map(|found| {
            let notes = text.get(found.range.clone()).unwrap_or_default();
            (Kind::Other, "notes of unproven origin", notes.to_owned())
        });
        let (framed, said) = words::apart(self.history, place, text, self.ours);
        changed.chain([
            (Kind::Attached, "application", framed),
            (Kind::User, Role::User.name(), said),
        ])
    }
}

/// A label for a part that only its provider can read, for example a search that it ran or an item
/// that it compacted: the type, the dialect and the size. The content is not shown: it may be
/// encrypted or long, and the summarizer may be another provider's model.
fn opaque(history: &History, value: Option<Item<'_>>, part: &PartEntry) -> String {
    let Some(value) = value else {
        return String::new();
    };
    let mut name = value.string_at("type");
    value.for_each(&mut |key, _| name = name.take().or_else(|| key.map(|key| key.name.to_owned())));
    let name = sanitize_label(&name.unwrap_or_default(), 64);
    let dialect = history.dialect().name();
    if name.is_empty() {
        return name;
    }
    format!("[{name}, as {dialect} holds it: {} chars]", part.chars)
}

/// The name of a file.
fn file_name(medium: Item<'_>) -> Option<String> {
    let names = ["name", "filename", "displayName", "title"];
    names.iter().find_map(|key| medium.string_at(key))
}

/// Returns the text of a thinking block, without its signature.
fn thought(thought: Option<Item<'_>>) -> Cow<'_, str> {
    match thought {
        Some(thought) if thought.kind() != item::Kind::String => ["thinking", "text", "reasoning"]
            .iter()
            .find_map(|key| thought.string_at(key))
            .unwrap_or_default()
            .into(),
        thought => value_text(thought),
    }
}

/// The arguments of a call as JSON, from where the dialect keeps them. OpenAI sends them as a text,
/// which is parsed; a text that does not parse stays a text.
pub fn arguments(history: &History, message: &Item<'_>, part: &PartEntry) -> Value {
    let args = history.dialect().call_args(message, part.path);
    match args.map(|args| args.to_value()) {
        Some(Ok(Value::String(text))) => serde_json::from_str(&text).unwrap_or(Value::String(text)),
        Some(Ok(value)) => value,
        _ => Value::Null,
    }
}

/// The output of a tool result as text: its string, or its text blocks, or else its JSON.
fn result_text<'v>(history: &History, message: &Item<'v>, part: &PartEntry) -> Cow<'v, str> {
    let Some(output) = history.dialect().output_of(message, part.path) else {
        return Cow::default();
    };
    // Gemini often wraps the text in an object with one field: `{output: "..."}`, `{error: "..."}`.
    let is_wrapped = output.kind() == item::Kind::Object && output.len() == 1;
    let inner = ["output", "error", "content", "result"]
        .iter()
        .filter(|_| is_wrapped)
        .find_map(|key| output.get(key))
        .unwrap_or(output);
    value_text(Some(inner))
}

/// Returns the output of a tool result as the tool returned it: condensed JSON and lists are
/// restored.
pub fn given_text<'v>(history: &History, message: &Item<'v>, part: &PartEntry) -> Cow<'v, str> {
    let text = result_text(history, message, part);
    as_written(&text).map_or(text, Cow::Owned)
}
