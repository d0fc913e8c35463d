//! Edits as data, and how they become a [`Patch`] on the host's messages.

use crate::history::{History, PartEntry, PartKind};
use crate::host::item::{Budget, Item, Text};
use crate::host::patch::{Op, OpKind, Patch, Splice};
use crate::host::path::Path;
use crate::read::media::{self, EmbeddedMedia};
use crate::reduce::drop_invalid_thinking;
use crate::shape::{shapes, words};
use serde_json::Value;
use std::borrow::Cow;

shapes! {
    /// A change to one part.
    pub struct Edit {
        /// Index of the message before the edit.
        pub message: usize,
        /// JSON Pointer of the part in its message.
        pub path: String,
        /// What the edit does.
        pub action: EditAction,
        /// Why it does this.
        pub reason: EditReason,
        /// Characters of the part before the edit.
        pub chars_before: u64,
        /// Characters of the part after the edit.
        pub chars_after: u64,
        /// How many media items it removes.
        pub media: u32,
        /// Their estimated tokens.
        pub media_tokens: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
        /// The tool of the result; empty for other parts.
        pub tool: String,
        /// The subject of the call, e.g. a path or a command; may be empty.
        pub detail: String,
        /// The new text of the part.
        pub text: String,
        ;
        /// Estimated tokens saved, not rounded, so that sums are exact; negative if the part grows.
        pub tokens: f64,
        /// Index of the part in the history.
        pub part: usize,
        /// The place of the edit, which may be below `path`.
        pub at: Path,
        /// The value that replaces the part, where it is more than a text.
        pub value: Option<Value>,
    }
}

impl Edit {
    /// Returns the edit with another reason.
    pub fn because(self, reason: EditReason) -> Self {
        Self { reason, ..self }
    }

    /// An edit of a part that saves nothing yet.
    pub fn of(history: &History, part: usize, action: EditAction, reason: EditReason) -> Self {
        let at = history.parts()[part].path;
        Self {
            message: history.message_of(part),
            path: at.to_string(),
            action,
            reason,
            chars_before: 0,
            chars_after: 0,
            media: 0,
            media_tokens: 0,
            tokens_saved: 0,
            tool: String::new(),
            detail: String::new(),
            text: String::new(),
            tokens: 0.0,
            part,
            at,
            value: None,
        }
    }

    /// The value that takes the place of the old one.
    fn new_value(&self) -> Value {
        let text = || Value::String(self.text.clone());
        self.value.clone().unwrap_or_else(text)
    }
}

words! {
    /// What an edit does.
    pub enum EditAction {
        /// A media part becomes a placeholder.
        ReplaceMedia => "replace_media",
        /// A tool result loses its media and keeps its text.
        DropNestedMedia => "drop_nested_media",
        /// A tool result becomes a placeholder.
        ClearResult => "clear_result",
        /// Data URLs in a text become placeholders.
        ReplaceEmbeddedMedia => "replace_embedded_media",
        /// A tool result keeps its start and end. The store has the complete text.
        CutResult => "cut_result",
        /// A tool result is condensed, or its pointers are restored.
        ShortenResult => "shorten_result",
        /// Long text in a call's arguments becomes a placeholder. Keys and types remain.
        ShortenArguments => "shorten_arguments",
        /// Signed thinking is removed, and its message if nothing else is in it.
        DropThinking => "drop_thinking",
    }
}

words! {
    /// The reason for an edit.
    pub enum EditReason {
        /// The summarizer can't read this media item.
        Slim => "unreadable_medium",
        /// It's old, and the conversation was idle.
        Idle => "idle",
        /// It's old, and all results exceed their size limit.
        Size => "size",
        /// It's old, and clearing was forced or necessary.
        Forced => "forced",
        /// It's among the newest, but the prompt would remain above the trigger.
        Relaxed => "relaxed",
        /// It's older than the protected tokens.
        Pruned => "pruned",
        /// All results exceed their budget.
        Budget => "budget",
        /// A request only contains the newest images.
        Payload => "payload",
        /// Spaces before line numbers.
        Padding => "padding",
        /// JSON with spaces or repeated keys.
        Json => "json",
        /// A list whose lines share their start or end.
        Grouped => "grouped",
        /// An earlier result shows the same lines.
        ShownBefore => "shown_before",
        /// A pointer's lines would be lost, so they're restored.
        SourceGone => "source_gone",
        /// The file was changed later.
        Stale => "changed_later",
        /// A later read shows these lines.
        Superseded => "read_again",
        /// A later result repeats it.
        Repeated => "repeated",
        /// The written text is in the file.
        Applied => "written",
        /// The thinking is bound to changed content.
        Bound => "bound",
    }
}

/// Turns edits into a patch on the host's messages. `messages` must be the list that `history` was
/// read from; it is read only if the patch depends on the spelling of a message.
///
/// ```
/// use conspectus::{lower, slim, Config, History};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": [
///     { "type": "text", "text": "What is this?" },
///     { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo=" } },
/// ] }]);
/// let history = History::of(Config::default(), &messages)?;
/// let patch = lower(&history, &slim(&history, &messages, 1).0, &messages);
/// assert_eq!(patch.first_changed_message(), Some(0));
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// Thinking that is bound to what the edits change is removed with them.
#[must_use]
pub fn lower<'v>(history: &History, edits: &[Edit], messages: impl Into<Item<'v>>) -> Patch {
    let edits = drop_invalid_thinking(history, edits.to_vec(), 0..0, &[]);
    lowered(history, &edits, &messages.into())
}

/// Like [`lower`], but does not remove bound thinking.
pub fn lowered(history: &History, edits: &[Edit], messages: &Item<'_>) -> Patch {
    let mut patch = Patch::default();
    for edit in last_first(edits) {
        if edit.action == EditAction::DropThinking && edit.at == Path::ROOT {
            let last = patch.splices.last().map(|splice| splice.start);
            if last != Some(edit.message) {
                let (start, end) = (edit.message, edit.message + 1);
                patch.splices.push(replace_messages(start, end, Vec::new()));
            }
        } else if let Some(message) = messages.at(edit.message) {
            lower_edit(history, edit, &message, &mut patch.ops);
        }
    }
    patch
}

/// Later places first, so that removals and insertions do not move the places still to come. A sort
/// is much code: it is not built again for each kind of view.
fn last_first(edits: &[Edit]) -> Vec<&Edit> {
    let mut ordered: Vec<&Edit> = edits.iter().collect();
    ordered.sort_by_key(|edit| std::cmp::Reverse((edit.message, edit.at)));
    ordered
}

/// Puts edits in the order of the parts that they change.
pub fn in_order(edits: &mut [Edit]) {
    edits.sort_by_key(|edit| edit.part);
}

/// Like [`lower`], for edits that each replace one text, without reading the messages.
pub fn shortened(edits: &[Edit]) -> Vec<Op> {
    let op = |edit: &Edit| Op::replace(format!("/{}{}", edit.message, edit.at), edit.new_value());
    edits.iter().rev().map(op).collect()
}

/// As [`lower`]. Each cleared result also gets the fields `pruned: true` and `prunedAt: mark`, as
/// one of the reproduced systems marks them. These fields are for the host: do not send them to
/// providers that refuse unknown fields.
#[must_use]
pub fn lower_marked(
    history: &History,
    edits: &[Edit],
    messages: &Item<'_>,
    mark: Option<&Value>,
) -> Patch {
    let mut patch = lowered(history, edits, messages);
    let Some(mark) = mark else { return patch };
    for edit in edits
        .iter()
        .filter(|edit| edit.action == EditAction::ClearResult)
    {
        for (key, value) in [("pruned", Value::Bool(true)), ("prunedAt", mark.clone())] {
            let path = format!("/{}{}/{key}", edit.message, edit.path);
            patch.ops.push(Op {
                op: OpKind::Add,
                path,
                value: Some(value),
            });
        }
    }
    patch
}

fn lower_edit(history: &History, edit: &Edit, message: &Item<'_>, ops: &mut Vec<Op>) {
    let dialect = history.dialect();
    let part = &history.parts()[edit.part];
    let set = |found: Option<Item<'_>>| found.map_or(OpKind::Add, |_| OpKind::Replace);
    let mut push = |op: OpKind, path: Path, value: Option<Value>| {
        ops.push(Op {
            op,
            path: format!("/{}{path}", edit.message),
            value,
        })
    };
    match edit.action {
        // The medium lies deeper than a `Path` can reach, so the part that holds it is replaced as
        // a whole.
        EditAction::ReplaceMedia if edit.value.is_some() => {
            push(OpKind::Replace, part.path, edit.value.clone())
        }
        EditAction::ReplaceMedia if part.beside_text => {
            // One part holds text and a medium. The medium's key is removed, and the placeholder
            // follows as a part of its own.
            let host = part.path.parent();
            let place = host.and_then(|host| host.parent().zip(host.last_index()));
            if let Some((list, index)) = place {
                let text = dialect.text_part(&edit.text);
                push(OpKind::Add, list.index(index + 1), Some(text));
            }
            push(OpKind::Remove, part.path, None);
        }
        EditAction::ReplaceMedia if takes_media_alone(history, part) => {
            drop_beside_output(std::iter::once(part), message, &mut push);
            if let Some(path) = place_in_response(part.path, message) {
                let path = format!("/{}{path}", edit.message);
                let value = Some(Value::String(edit.text.clone()));
                let op = OpKind::Add;
                ops.push(Op { op, path, value });
            }
        }
        EditAction::ReplaceMedia => push(
            OpKind::Replace,
            part.path,
            Some(dialect.media_text(message, part.path, part.in_output, &edit.text)),
        ),
        EditAction::DropNestedMedia => {
            // A block inside the output becomes a text block, since that list must not become
            // empty.
            let nested = history.nested_media(edit.part);
            for medium in nested.rev().filter(|medium| medium.in_output) {
                let text = media::placeholder(Some(history.symbol(medium.name)));
                let text = dialect.media_text(message, medium.path, true, &text);
                push(OpKind::Replace, medium.path, Some(text));
            }
            drop_beside_output(history.nested_media(edit.part), message, &mut push);
        }
        EditAction::ClearResult => {
            drop_beside_output(history.nested_media(edit.part), message, &mut push);
            let (path, value) = dialect.cleared_output(message, part.path, &edit.text);
            let found = path.resolve(message);
            push(set(found), path, Some(value));
        }
        EditAction::DropThinking if edit.value.is_some() => {
            let found = edit.at.resolve(message);
            push(set(found), edit.at, edit.value.clone());
        }
        EditAction::DropThinking if edit.text.is_empty() => push(OpKind::Remove, part.path, None),
        EditAction::DropThinking => push(
            OpKind::Replace,
            part.path,
            Some(dialect.answer_text_part(&edit.text)),
        ),
        EditAction::ReplaceEmbeddedMedia
        | EditAction::CutResult
        | EditAction::ShortenResult
        | EditAction::ShortenArguments => push(OpKind::Replace, edit.at, Some(edit.new_value())),
    }
}

/// Returns the place in a response for the placeholder of a media item next to it, if the response
/// is an object.
fn place_in_response(medium: Path, message: &Item<'_>) -> Option<String> {
    let index = medium.last_index()?;
    let response = medium.parent()?.parent()?.key("response");
    let has_fields = response.resolve(message)?.is_object();
    has_fields.then(|| format!("{response}/media_{index}"))
}

/// Returns whether the media item is in a list that may contain only media. Gemini's
/// `functionResponse.parts` is one: Gemini rejects text there. The placeholder is then added to the
/// response, as `media_0` and so on. The preset `qwen-code` still writes text into the list.
fn takes_media_alone(history: &History, part: &PartEntry) -> bool {
    let beside = part.kind == PartKind::NestedMedia && !part.in_output;
    beside
        && history.dialect().traits().media_beside_outputs_only
        && !history.options().clearing.text_among_media
}

/// Removes the media next to a result's output from their list. The list is removed too if nothing
/// else is in it; captions are kept.
fn drop_beside_output<'a, 'v>(
    nested: impl Iterator<Item = &'a PartEntry>,
    message: &Item<'v>,
    push: &mut dyn FnMut(OpKind, Path, Option<Value>),
) {
    let beside: Vec<&PartEntry> = nested.filter(|medium| !medium.in_output).collect();
    let list = beside.first().and_then(|medium| medium.path.parent());
    match list {
        Some(list)
            if list
                .resolve(message)
                .is_some_and(|list| list.len() == beside.len()) =>
        {
            push(OpKind::Remove, list, None)
        }
        _ => beside
            .iter()
            .rev()
            .for_each(|medium| push(OpKind::Remove, medium.path, None)),
    }
}

/// Shortest data URL that is replaced, in chars. Chosen here: a shorter one cannot be an image.
const EMBEDDED_CHARS: usize = 128;

/// `text` with a placeholder in place of each base64 data URL, and the length in place of other
/// base64.
#[must_use]
pub fn without_embedded_media<'t>(text: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
    let mut text = text.into();
    let found = media::embedded_media(Text::Utf8(&text), EMBEDDED_CHARS);
    if !found.is_empty() {
        let placeholder = |medium: &EmbeddedMedia| media::placeholder(Some(&medium.mime));
        text = media::replaced(Text::Utf8(&text), &found, placeholder).into();
    }
    media::without_bare_base64(text)
}

/// Replaces media anywhere in a value by text: data URLs in strings, and objects that have both
/// `data` and a MIME type, directly or in their `source`. Types for which `keeps` returns true are
/// kept. Returns whether anything was replaced.
pub fn replace_media_in(value: &mut Value, keeps: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => {
            let Cow::Owned(slimmed) = without_embedded_media(&**text) else {
                return false;
            };
            let changed = slimmed.len() < text.len();
            *text = slimmed;
            changed
        }
        Value::Array(items) => items.iter_mut().fold(false, |changed, item| {
            replace_media_in(item, keeps) | changed
        }),
        Value::Object(fields) => {
            let source = fields.get("source").and_then(Value::as_object);
            match payload_mime(fields).or_else(|| source.and_then(payload_mime)) {
                Some(mime) if keeps(&mime) => false,
                Some(mime) => {
                    *value = serde_json::json!({ "type": "text", "text": media::placeholder(Some(&mime)) });
                    true
                }
                None => fields.values_mut().fold(false, |changed, child| {
                    replace_media_in(child, keeps) | changed
                }),
            }
        }
        _ => false,
    }
}

/// The MIME type of an object that holds `data` as a string.
pub fn payload_mime(object: &serde_json::Map<String, Value>) -> Option<String> {
    let mime = ["mimeType", "mime_type", "media_type", "mediaType"]
        .iter()
        .find_map(|key| object.get(*key)?.as_str())?;
    object
        .get("data")
        .is_some_and(Value::is_string)
        .then(|| mime.to_owned())
}

/// Whether a string anywhere in a value holds a data URL or other base64. The strings are read in
/// place, without a copy. What lies too deep holds none.
pub fn holds_embedded_media(value: &Item<'_>) -> bool {
    let holds = |text: Text<'_>| {
        !media::embedded_media(text, EMBEDDED_CHARS).is_empty() || media::holds_bare_base64(text)
    };
    let found = Budget::default().any(value, &mut |value| {
        value.is_string() && value.len() >= EMBEDDED_CHARS && holds(value.text())
    });
    found.unwrap_or(false)
}

/// The splice that replaces messages `start..end` by `insert`.
#[must_use]
pub fn replace_messages(start: usize, end: usize, insert: Vec<Value>) -> Splice {
    Splice {
        start,
        delete_count: end.saturating_sub(start),
        insert,
    }
}
