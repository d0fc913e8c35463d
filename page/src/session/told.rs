//! The texts of a session, and the place of the user's words after each run.

use conspectus::{Config, ConfiguredHistory, Item};
use conspectus_history::history::PartKind;
use conspectus_history::reduce::value_text;
use conspectus_summary::notes::memory::{OwnMessages, Trust};
use conspectus_summary::notes::words::of_user;
use serde_json::{Value, json};

/// The longest text of a message, in characters. The report says that it is truncated.
const MOST_TEXT: usize = 400;
/// The longest words of the user.
const MOST_WORDS: usize = 1_200;
/// The shortest quotation in characters. Chosen here: shorter ones are in many texts.
const QUOTED: usize = 40;

/// How the summaries of agents begin that compact on their own. Source: recorded sessions of Claude
/// Code and Codex, read 2026-11-29.
const OWN_SUMMARIES: [&str; 2] = [
    "This session is being continued from a previous conversation",
    "Another language model started to solve this problem",
];

/// The place of the words of the user in the prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) enum Where {
    #[default]
    Message,
    /// In the message; another part of it was changed.
    Changed,
    Quoted,
    Part,
    Gone,
}

/// The place of the words of the user, and the compaction since which they are there.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Place {
    whence: Where,
    since: usize,
}

/// The session's messages as text.
pub(super) struct Messages {
    config: Config,
    each: Vec<Message>,
}

struct Message {
    role: String,
    tokens: u64,
    text: String,
    /// The user's words in it, and these words with single spaces.
    words: Option<(String, String)>,
    is_own_summary: bool,
}

impl Messages {
    pub fn of(history: &ConfiguredHistory, list: &Value) -> Self {
        let view = Item::from(&list);
        let ours = OwnMessages::find(history, &view, Trust::default());
        let config = history
            .config()
            .clone()
            .with_dialect(Some(history.dialect()));
        let messages = list.as_array().map_or(&[][..], Vec::as_slice);
        let each = messages.iter().enumerate().map(|(index, message)| {
            let text = text_of(history, index, message);
            let words = of_user(history, &view, index, &ours);
            let bare = text.trim_start();
            Message {
                role: history
                    .role(index)
                    .map_or("", |role| role.name())
                    .to_owned(),
                tokens: history.message_tokens(index),
                is_own_summary: OWN_SUMMARIES.iter().any(|start| bare.starts_with(start)),
                words: words.map(|words| (clipped(&words, MOST_WORDS), spaced(&words))),
                text: clipped(&text, MOST_TEXT),
            }
        });
        Self {
            each: each.collect(),
            config,
        }
    }

    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// The text of one message, truncated.
    pub fn text(&self, message: &Value) -> String {
        let list = std::slice::from_ref(message);
        let history = ConfiguredHistory::of(self.config.clone(), list);
        history.map_or_else(
            |_| String::new(),
            |history| clipped(&text_of(&history, 0, message), MOST_TEXT),
        )
    }

    fn contains(&self, message: &Value, words: &str) -> bool {
        let list = std::slice::from_ref(message);
        let history = ConfiguredHistory::of(self.config.clone(), list);
        history.is_ok_and(|history| spaced(&text_of(&history, 0, message)).contains(words))
    }

    /// The messages that the compactor wrote, with single spaces.
    pub fn written(&self, list: &[Option<usize>], messages: &[Value]) -> String {
        let mut text = String::new();
        for (_, message) in list
            .iter()
            .zip(messages)
            .filter(|(place, _)| place.is_none())
        {
            let history = ConfiguredHistory::of(self.config.clone(), std::slice::from_ref(message));
            if let Ok(history) = history {
                text.push_str(&spaced(&text_of(&history, 0, message)));
                text.push(' ');
            }
        }
        text
    }

    /// The tokens of one message.
    pub fn tokens(&self, message: &Value) -> u64 {
        let list = std::slice::from_ref(message);
        let history = ConfiguredHistory::of(self.config.clone(), list);
        history.map_or(0, |history| history.message_tokens(0))
    }

    /// Updates the place of the user's words of a message: an unchanged one, or with its new content.
    pub fn look(
        &self,
        index: usize,
        (is_unchanged, changed): (bool, Option<&Value>),
        written: &str,
        run: usize,
        place: &mut Place,
    ) {
        let Some((_, words)) = &self.each[index].words else {
            return;
        };
        let quoted: String = words.chars().take(QUOTED).collect();
        let whence = if is_unchanged {
            Where::Message
        } else if changed.is_some_and(|message| self.contains(message, words)) {
            Where::Changed
        } else if written.contains(words.as_str()) {
            Where::Quoted
        } else if written.contains(&quoted) {
            Where::Part
        } else {
            Where::Gone
        };
        if whence != place.whence {
            *place = Place { whence, since: run };
        }
    }

    /// The messages of the user, each with its place at the end.
    /// `end` is the number of messages before the last request.
    pub fn user(&self, places: &[Place], end: usize) -> Value {
        let told = self.each.iter().zip(places).enumerate();
        told.filter_map(|(index, (message, place))| {
            let (words, _) = message.words.as_ref()?;
            let whence = match place.whence {
                _ if index >= end => "waiting",
                Where::Message => "message",
                Where::Changed => "changed",
                Where::Quoted => "quoted",
                Where::Part => "part",
                Where::Gone => "gone",
            };
            Some(json!({ "message": index, "text": words, "where": whence, "since": place.since }))
        })
        .collect()
    }

    /// Each message, with the latest change to it.
    pub fn fates(&self, fates: &[Option<Value>]) -> Value {
        let all = self.each.iter().zip(fates);
        all.map(|(message, fate)| {
            json!({ "role": message.role, "tokens": message.tokens, "text": message.text, "fate": fate })
        })
        .collect()
    }

    /// The prompts as the agent sent them: the messages since its own last summary.
    pub fn own_sizes(&self, own: &[usize], ends: &[usize], overhead: u64) -> Vec<u64> {
        let size = |end: &usize| {
            let start = own.iter().rev().find(|start| *start < end);
            let seen = &self.each[start.copied().unwrap_or(0)..*end];
            seen.iter().map(|message| message.tokens).sum::<u64>() + overhead
        };
        ends.iter().map(size).collect()
    }

    /// The messages with which the agent's own compactions begin.
    pub fn own_compactions(&self) -> Vec<usize> {
        let all = self.each.iter().enumerate();
        all.filter(|(_, message)| message.is_own_summary)
            .map(|(index, _)| index)
            .collect()
    }
}

/// The text of a message: its parts, one below the other.
fn text_of(history: &ConfiguredHistory, index: usize, message: &Value) -> String {
    let parts = history.parts_of(index).iter().map(|part| {
        let view = Item::from(&message);
        let value = part.path.resolve(&view);
        if matches!(part.kind, PartKind::Media | PartKind::NestedMedia) {
            let value = value.and_then(|value| value.to_value().ok());
            return format!(
                "[{}]",
                medium(&value.unwrap_or_default(), MOST_DEPTH).unwrap_or("file")
            );
        }
        match value.as_ref().map(|item| item.to_value()) {
            Some(Ok(value)) if !value.is_string() => {
                let mut text = String::new();
                strings(&value, MOST_DEPTH, &mut text);
                text
            }
            _ => value_text(value).into_owned(),
        }
    });
    parts.collect::<Vec<_>>().join("\n")
}

/// Fields of calls and results that readers don't need.
const SILENT: [&str; 13] = [
    "type",
    "id",
    "tool_use_id",
    "tool_call_id",
    "toolCallId",
    "call_id",
    "callID",
    "signature",
    "thoughtSignature",
    "role",
    "mime_type",
    "mimeType",
    "media_type",
];
/// The start of types of media, and their names. Source: the wires' documentation.
const MEDIA: [(&str, &str); 7] = [
    ("image", "image"),
    ("input_image", "image"),
    ("data:image", "image"),
    ("audio", "audio"),
    ("input_audio", "audio"),
    ("video", "video"),
    ("application/pdf", "PDF"),
];
/// The shortest string that counts as encoded bytes. Chosen here: a line of base64 has 76 characters.
const ENCODED: usize = 76;
/// Deeper values are left out.
const MOST_DEPTH: usize = 8;

/// The strings of a call or a result, one below the other.
fn strings(value: &Value, depth: usize, text: &mut String) {
    match value {
        _ if depth == 0 => {}
        Value::String(string) if is_encoded(string) => {}
        Value::String(string) => {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(string);
        }
        Value::Array(list) => list.iter().for_each(|item| strings(item, depth - 1, text)),
        Value::Object(fields) => {
            for (name, field) in fields {
                if !SILENT.contains(&name.as_str()) {
                    strings(field, depth - 1, text);
                }
            }
        }
        _ => {}
    }
}

/// The name of an image or a file, by a type in it.
fn medium(value: &Value, depth: usize) -> Option<&'static str> {
    match value {
        _ if depth == 0 => None,
        Value::String(string) => {
            let known = MEDIA.iter().find(|(start, _)| string.starts_with(start));
            known.map(|(_, name)| *name)
        }
        Value::Array(list) => list.iter().find_map(|item| medium(item, depth - 1)),
        Value::Object(fields) => fields.values().find_map(|field| medium(field, depth - 1)),
        _ => None,
    }
}

/// Whether a string contains encoded bytes.
fn is_encoded(text: &str) -> bool {
    text.starts_with("data:") && text.contains(";base64,")
        || text.len() >= ENCODED
            && text.len().is_multiple_of(4)
            && text.bytes().any(|byte| byte.is_ascii_uppercase())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
}

/// The words, with single spaces.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The start of a string, and an ellipsis if it continues.
pub(super) fn clipped(text: &str, most: usize) -> String {
    let mut chars = text.chars();
    let mut start: String = chars.by_ref().take(most).collect();
    if chars.next().is_some() {
        start.push_str(" ...");
    }
    start
}
