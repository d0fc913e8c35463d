//! The transcript that a summariser reads. It is plain text, so any model can read it: it has no tools, no signatures and no media.

mod labelled;

use crate::history::{History, PartEntry, PartKind};
use crate::host::clip::clip;
use crate::host::units::utf16_len;
use crate::host::view::{Kind, View, ViewExt};
use crate::notes::snapshot::escape_tags;
use crate::read::media;
use crate::reduce::value_text;

/// Longest tool result, in chars. The first of these limits with which the transcript fits is used.
/// Source of 2,000: one of the reproduced systems. The others are chosen here.
const RESULT_CHARS: [usize; 4] = [2_000, 800, 300, 100];

/// How much of the conversation a transcript tells, if there is room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Texts, calls and results, each clipped at a limit.
    Capped,
    /// Texts, calls and results as a whole. They are clipped only if the transcript would not fit.
    Full,
    /// As `Capped`, but with the names of the speakers and with reasoning, and with whole texts.
    Labelled,
}

/// Longest result, text and call, in chars.
#[derive(Clone, Copy)]
struct Caps {
    result: usize,
    text: usize,
    call: usize,
}

/// Longest text and longest call, in chars. Chosen here: a pasted log is clipped, an answer stays whole.
const TEXT_CHARS: usize = 12_000;
const CALL_CHARS: usize = 1_000;

/// The messages of `span` as a transcript of at most `max_chars` chars. Message `skip`, an earlier snapshot, is left out.
pub fn transcript<V: View>(history: &History, messages: &V, span: (usize, usize), skip: Option<usize>, max_chars: usize, detail: Detail) -> String {
    let full = (detail == Detail::Full).then_some(Caps { result: usize::MAX, text: usize::MAX, call: usize::MAX });
    let capped = RESULT_CHARS.map(|result| Caps { result, text: TEXT_CHARS, call: CALL_CHARS });
    let mut text = String::new();
    for caps in full.into_iter().chain(capped) {
        text = render(history, messages, span, skip, caps, detail);
        if utf16_len(&text) <= max_chars {
            return text;
        }
    }
    clip(&text, max_chars, 0.3).into_owned()
}

fn render<V: View>(history: &History, messages: &V, (start, end): (usize, usize), skip: Option<usize>, caps: Caps, detail: Detail) -> String {
    let mut text = String::new();
    let mut index = 0;
    messages.for_each(&mut |_, message| {
        if (start..end).contains(&index) && Some(index) != skip {
            match detail {
                Detail::Labelled => labelled::render_message(history, &message, index, caps, &mut text),
                Detail::Capped | Detail::Full => render_message(history, &message, index, caps, &mut text),
            }
        }
        index += 1;
    });
    text
}

fn render_message<V: View>(history: &History, message: &V, index: usize, caps: Caps, text: &mut String) {
    let role = history.role(index).map_or("other", |role| role.name());
    text.push_str(&format!("[{index}] {role}\n"));
    for part in history.parts_of(index) {
        let line = part_text(history, message, part, caps);
        if !line.is_empty() {
            text.push_str(&escape_tags(&line));
            text.push('\n');
        }
    }
}

fn part_text<V: View>(history: &History, message: &V, part: &PartEntry, caps: Caps) -> String {
    let name = media::sanitize_label(history.symbol(part.name), 80);
    match part.kind {
        PartKind::Text => clip(&value_text(part.path.resolve(message)), caps.text, 0.7).into_owned(),
        // Reasoning is long, and meant for the model that wrote it. Its outcome stands in the texts and calls.
        PartKind::Thought => String::new(),
        PartKind::Opaque => opaque_label(history, message, part),
        PartKind::Media | PartKind::NestedMedia => media::placeholder(Some(history.symbol(part.name))),
        PartKind::ToolCall => {
            let args = call_args(history, message, part).map_or_else(String::new, |args| value_text(Some(args)));
            format!("call {name} {}", clip(&args, caps.call, 0.7))
        }
        PartKind::ToolResult => {
            let output = result_text(history, message, part);
            let flag = if part.is_error { " failed" } else { "" };
            format!("result of {name}{flag}, {} chars:\n{}", part.output_chars, clip(&output, caps.result, 0.5))
        }
    }
}

/// A label for a part that only its provider can read, for example a search that it ran or an item that it compacted: the type, the
/// dialect and the size. The content is not shown: it may be encrypted or long, and the summariser may be another provider's model.
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

/// The arguments of a call, from where the dialect keeps them.
pub(crate) fn call_args<V: View>(history: &History, message: &V, part: &PartEntry) -> Option<V> {
    history.dialect().call_args(message, part.path)
}

/// The output of a tool result as text: its string, or its text blocks, or else its JSON.
pub(crate) fn result_text<V: View>(history: &History, message: &V, part: &PartEntry) -> String {
    let Some(output) = history.dialect().output_of(message, part.path) else { return String::new() };
    // Gemini often wraps the text in an object with one field: `{output: "..."}`, `{error: "..."}`.
    let inner = (output.kind() == Kind::Object && output.len() == 1)
        .then(|| ["output", "error", "content", "result"].iter().find_map(|key| output.get(key)))
        .flatten()
        .unwrap_or(output);
    value_text(Some(inner))
}
