//! The transcript that a summariser reads: plain text, so that any model takes it without tools, signatures or media.

mod boundary;
mod labelled;
mod shown;

use crate::history::{History, PartEntry, PartKind};
use crate::host::clip::clip;
use crate::host::units::utf16_len;
use crate::host::view::{Kind, View, ViewExt};
use crate::read::media;
use crate::read::message::Role;
use crate::reduce::plan::without_embedded_media;

/// Chars of a tool result at most, largest first; the first at which the transcript fits is used.
/// Source of 2,000: opencode (O-7). The others: chosen here.
const RESULT_CHARS: [usize; 4] = [2_000, 800, 300, 100];

/// How much of each text is told, where there is room for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Texts, calls and results each up to a cap.
    Capped,
    /// Everything; capped only where it would not fit (G-29).
    Full,
    /// Speakers named, reasoning told, texts whole, results up to 2,000 chars (O-7).
    Labelled,
}

/// Chars of a result, a text and a call at most.
#[derive(Clone, Copy)]
struct Caps {
    result: usize,
    text: usize,
    call: usize,
}

/// Chars of one text or call at most. Chosen here: a pasted log is clipped, an answer is whole.
const TEXT_CHARS: usize = 12_000;
const CALL_CHARS: usize = 1_000;

/// Messages of `span` as entries that take at most `max_chars` chars, message `skip` left out. [`framed`] makes a record of them.
pub fn transcript<V: View>(history: &History, messages: &V, span: (usize, usize), skip: Option<usize>, max_chars: usize, detail: Detail) -> Entries {
    let full = (detail == Detail::Full).then_some(Caps { result: usize::MAX, text: usize::MAX, call: usize::MAX });
    let capped = RESULT_CHARS.map(|result| Caps { result, text: TEXT_CHARS, call: CALL_CHARS });
    let mut entries = Entries::default();
    for caps in full.into_iter().chain(capped) {
        entries = render(history, messages, span, skip, caps, detail);
        if entries.chars() <= max_chars {
            break;
        }
    }
    Entries { max_chars, ..entries }
}

/// A record before it is framed.
#[derive(Debug, Default)]
pub struct Entries {
    /// What stands in each header behind the number and the boundary, if it has one, and the content below it.
    all: Vec<(Option<(usize, String)>, String)>,
    max_chars: usize,
}

impl Entries {
    fn chars(&self) -> usize {
        let head = |head: &Option<(usize, String)>| head.as_ref().map_or(0, |(_, who)| HEADER_CHARS + utf16_len(who));
        self.all.iter().map(|(header, content)| head(header) + utf16_len(content)).sum()
    }

    /// Every content, for a [`boundary`](boundary::boundary) that none of them holds.
    fn contents(&self) -> impl Iterator<Item = &str> {
        self.all.iter().flat_map(|(header, content)| [header.as_ref().map_or("", |(_, who)| who), content.as_str()])
    }

    /// The record, with a boundary in every header and in its frame that no content holds, nor any of `others`.
    #[must_use]
    pub fn framed(&self, known: &str, others: &[&str]) -> String {
        let token = boundary::boundary(self.contents().chain([known]).chain(others.iter().copied()));
        let mut text = String::new();
        for (header, content) in &self.all {
            if let Some((number, who)) = header {
                text.push_str(&format!("[{number} {token}] {who}\n"));
            }
            text.push_str(content);
        }
        let text = clip(&text, self.max_chars, 0.3);
        format!("<conversation {token}>\n{known}{text}</conversation {token}>")
    }
}

/// Chars of a header without who it names: number, boundary, brackets, line break.
const HEADER_CHARS: usize = 14;

fn render<V: View>(history: &History, messages: &V, (start, end): (usize, usize), skip: Option<usize>, caps: Caps, detail: Detail) -> Entries {
    let mut entries = Entries::default();
    let mut index = 0;
    messages.for_each(&mut |_, message| {
        if (start..end).contains(&index) && Some(index) != skip {
            match detail {
                Detail::Labelled => {
                    let mut text = String::new();
                    labelled::render_message(history, &message, index, caps, &mut text);
                    entries.all.push((None, text));
                }
                Detail::Capped | Detail::Full => render_message(history, &message, index, caps, &mut entries),
            }
        }
        index += 1;
    });
    entries
}

/// One header a part, so that a tool's words never stand under a user's header.
fn render_message<V: View>(history: &History, message: &V, index: usize, caps: Caps, entries: &mut Entries) {
    let parts = history.parts_of(index);
    for part in parts {
        let content = shown::shown(&part_text(history, message, part, caps));
        let who = header(history, index, part, &content, caps);
        if !content.is_empty() || matches!(part.kind, PartKind::ToolCall | PartKind::ToolResult) {
            let content = if content.is_empty() { content } else { format!("{content}\n") };
            entries.all.push((Some((index, who)), content));
        }
    }
    if parts.is_empty() {
        entries.all.push((Some((index, role(history, index).to_owned())), String::new()));
    }
}

fn role(history: &History, index: usize) -> &'static str {
    match history.role(index) {
        Some(Role::Assistant) => "agent",
        Some(role) => role.name(),
        None => "other",
    }
}

/// Who speaks in a part, or what it is.
fn header(history: &History, index: usize, part: &PartEntry, content: &str, caps: Caps) -> String {
    let name = media::sanitize_label(history.symbol(part.name), 80);
    match part.kind {
        PartKind::ToolCall => format!("calls {name}"),
        PartKind::ToolResult => {
            let flag = if part.is_error { " failed" } else { "" };
            let size =
                if part.output_chars > caps.result as u64 { format!(", {} of {} chars", caps.result, part.output_chars) } else { String::new() };
            format!("result of {name}{flag}{size}")
        }
        // In protocols of plain text the host says what came of an action in the user's name.
        PartKind::Text if is_observation(history, index, content) => "result".to_owned(),
        _ => role(history, index).to_owned(),
    }
}

fn is_observation(history: &History, index: usize, content: &str) -> bool {
    let after_agent = index > 0 && history.role(index - 1) == Some(Role::Assistant);
    let begins = ["Observation", "OBSERVATION:", "Tool ", "[Tool"].iter().any(|head| content.trim_start().starts_with(head));
    after_agent && begins && history.role(index) == Some(Role::User)
}

fn part_text<V: View>(history: &History, message: &V, part: &PartEntry, caps: Caps) -> String {
    match part.kind {
        PartKind::Text => clip(&value_text(part.path.resolve(message)), caps.text, 0.7).into_owned(),
        // Reasoning is private to the model that wrote it, and long; what came of it stands in the texts and calls.
        PartKind::Thought => String::new(),
        PartKind::Opaque => opaque_label(history, message, part),
        PartKind::Media | PartKind::NestedMedia => media::placeholder(Some(history.symbol(part.name))),
        PartKind::ToolCall => {
            let args = call_args(history, message, part).map_or_else(String::new, |args| value_text(Some(args)));
            clip(&args, caps.call, 0.7).into_owned()
        }
        PartKind::ToolResult => clip(&result_text(history, message, part), caps.result, 0.5).into_owned(),
    }
}

/// What only its provider can read (a search that it ran, an item that it compacted, a block of a later version): its type, whose
/// it is, and its size. The summariser may be another's, and what is inside may be encrypted or long.
fn opaque_label<V: View>(history: &History, message: &V, part: &PartEntry) -> String {
    let Some(value) = part.path.resolve(message) else { return String::new() };
    let mut name = value.get("type").and_then(|kind| kind.as_string());
    if name.is_none() {
        value.for_each(&mut |key, _| name = name.take().or_else(|| key.map(|key| key.name.to_owned())));
    }
    let name = media::sanitize_label(&name.unwrap_or_default(), 64);
    if name.is_empty() {
        return String::new();
    }
    format!("[{name}, as {} holds it: {} chars]", history.dialect().name(), part.chars)
}

/// The arguments of a call, wherever the dialect keeps them.
pub(crate) fn call_args<V: View>(history: &History, message: &V, part: &PartEntry) -> Option<V> {
    history.dialect().call_args(message, part.path)
}

/// The output of a tool result as text: its string, its text blocks, else JSON.
pub(crate) fn result_text<V: View>(history: &History, message: &V, part: &PartEntry) -> String {
    let Some(output) = history.dialect().output_of(message, part.path) else { return String::new() };
    // Gemini's usual wrappings: `{output: "..."}`, `{error: "..."}`, `{content: ...}`.
    let inner = (output.kind() == Kind::Object && output.len() == 1)
        .then(|| ["output", "error", "content", "result"].iter().find_map(|key| output.get(key)))
        .flatten()
        .unwrap_or(output);
    value_text(Some(inner))
}

/// A value as text: strings as they are, lists of blocks by their texts, anything else as JSON. Media become placeholders.
pub(crate) fn value_text<V: View>(value: Option<V>) -> String {
    let Some(value) = value else { return String::new() };
    match value.kind() {
        Kind::String => without_embedded_media(&value.to_text()),
        Kind::Array => {
            let mut texts = Vec::new();
            value.for_each(&mut |_, block| match block.get("text").filter(|text| text.kind() == Kind::String) {
                Some(text) => texts.push(without_embedded_media(&text.to_text())),
                None if is_media(&block) => {}
                None => texts.push(json_text(&block)),
            });
            texts.join("\n")
        }
        _ => json_text(&value),
    }
}

fn is_media<V: View>(block: &V) -> bool {
    const TYPES: [&str; 10] =
        ["image", "image_url", "document", "audio", "input_audio", "file", "input_image", "input_file", "computer_screenshot", "media"];
    match block.string_at("type") {
        Some(kind) => TYPES.contains(&kind.as_str()) || kind.starts_with("image-") || kind.starts_with("file-"),
        // Bedrock names a block by its only key.
        None => ["image", "document", "video"].iter().any(|key| block.get(key).is_some()),
    }
}

/// JSON with payloads of media (`data` beside a MIME type) left out.
fn json_text<V: View>(value: &V) -> String {
    let mut json = value.to_value().unwrap_or_default();
    drop_payloads(&mut json);
    without_embedded_media(&json.to_string())
}

fn drop_payloads(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Array(items) => items.iter_mut().for_each(drop_payloads),
        serde_json::Value::Object(fields) => {
            let is_media = ["mimeType", "mime_type", "media_type", "mediaType"].iter().any(|key| fields.contains_key(*key));
            if is_media && fields.get("data").is_some_and(serde_json::Value::is_string) {
                fields.insert("data".to_owned(), serde_json::Value::String("[left out]".to_owned()));
            }
            fields.values_mut().for_each(drop_payloads);
        }
        _ => {}
    }
}
