//! Edits as data, and how they become a [`Patch`] on the host's messages.

use crate::history::{History, PartEntry, PartKind};
use crate::host::patch::{Op, OpKind, Patch, Splice};
use crate::host::path::Path;
use crate::host::view::{AsView, Budget, Kind, Text, View};
use crate::read::media;
use crate::reduce::unbound;
use crate::shape::shapes;
use crate::shape::words;
use serde_json::Value;

shapes! {
    /// One change to one part, and why.
    pub struct Edit {
        /// Index of the message in the list before the edit.
        pub message: usize,
        /// JSON Pointer of the part inside the message.
        pub path: String,
        /// What the edit does.
        pub action: EditAction,
        /// Why it is made.
        pub reason: EditReason,
        /// Chars of the part before the edit.
        pub chars_before: u64,
        /// Chars of the part after the edit.
        pub chars_after: u64,
        /// How many media the edit removes.
        pub media: u32,
        /// Estimated tokens of these media.
        pub media_tokens: u64,
        /// Estimated tokens that the edit saves. They are rounded down, so that the report never
        /// promises more than is saved.
        pub tokens_saved: u64,
        /// The tool of the result; empty for other parts.
        pub tool: String,
        /// What the call was about, for example a path or a command; empty for parts that are no
        /// results.
        pub detail: String,
        /// The text that replaces the part.
        pub text: String,
        ;
        /// The same, not rounded, so that sums are exact.
        pub tokens: f64,
        /// Index of the part in the history.
        pub part: usize,
        /// Where the edit is made. It may lie below `path`.
        pub at: Path,
        /// The value that replaces the part, where it is more than a text.
        pub value: Option<Value>,
    }
}

impl Edit {
    /// The same edit for another reason.
    pub fn because(self, reason: EditReason) -> Self {
        Self { reason, ..self }
    }
}

words! {
    /// What an edit does.
    pub enum EditAction {
        /// A media part becomes a text placeholder.
        ReplaceMedia => "replace_media",
        /// The media of a tool result are removed; its text stays.
        DropNestedMedia => "drop_nested_media",
        /// The output of a tool result becomes a placeholder, and its media are removed.
        ClearResult => "clear_result",
        /// Data URLs inside a text become placeholders.
        ReplaceEmbeddedMedia => "replace_embedded_media",
        /// Only the start and the end of a tool result are kept. The host has stored the whole text.
        CutResult => "cut_result",
        /// A tool result is condensed, and nothing of it is lost; or it gets back what was
        /// condensed.
        ShortenResult => "shorten_result",
        /// Long texts in the arguments of a call become placeholders; the keys and types stay.
        ShortenArguments => "shorten_arguments",
        /// A signed thought is removed; with its message, if that holds nothing else.
        DropThinking => "drop_thinking",
    }
}

words! {
    /// Why an edit is made.
    pub enum EditReason {
        /// The summariser cannot read this medium.
        Slim => "unreadable_medium",
        /// The part is old, and the conversation was idle.
        Idle => "idle",
        /// The part is old, and all results together exceed their size limit.
        Size => "size",
        /// The part is old, and the host asked for clearing or the history would not fit without it.
        Forced => "forced",
        /// The part is among the newest, and with it the prompt would stay above the trigger.
        GaveWay => "gave_way",
        /// The part is older than the recent tokens that are protected.
        Pruned => "pruned",
        /// All results together exceed their budget.
        Budget => "budget",
        /// A request carries the newest images only.
        Payload => "payload",
        /// Spaces in front of line numbers.
        Padding => "padding",
        /// JSON with spaces, or with the same keys in each object of a list.
        Json => "json",
        /// A list whose lines have their beginning or their end in common.
        Grouped => "grouped",
        /// An earlier result shows the same lines.
        ShownBefore => "shown_before",
        /// The lines for which a pointer stands would be gone, so they are written out.
        SourceGone => "source_gone",
        /// The file that the result shows was changed later.
        Stale => "changed_later",
        /// A later read shows the same lines.
        Superseded => "read_again",
        /// A later result has the same text.
        Repeated => "repeated",
        /// The call succeeded, so what it wrote is in the file.
        Applied => "written",
        /// The thought is bound to something that changes.
        Bound => "bound",
    }
}

/// Turns edits into a patch on the host's messages. `messages` must be the list that `history` was
/// read from; it is read only where the patch depends on how a message is spelled.
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
pub fn lower<V: AsView + ?Sized>(history: &History, edits: &[Edit], messages: &V) -> Patch {
    let edits = unbound(history, edits.to_vec(), 0..0, &[]);
    lowered(history, &edits, &messages.as_view())
}

/// As [`lower`], for edits with which nothing else has to go.
pub fn lowered<V: View>(history: &History, edits: &[Edit], messages: &V) -> Patch {
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

/// As [`lower`], of edits that replace a text each: they need no look at the messages.
pub fn shortened(edits: &[Edit]) -> Vec<Op> {
    let value = |edit: &Edit| {
        edit.value
            .clone()
            .unwrap_or_else(|| Value::String(edit.text.clone()))
    };
    let op = |edit: &Edit| Op {
        op: OpKind::Replace,
        path: format!("/{}{}", edit.message, edit.at),
        value: Some(value(edit)),
    };
    edits.iter().rev().map(op).collect()
}

/// As [`lower`]. Each cleared result also gets the fields `pruned: true` and `prunedAt: mark`, as
/// one of the reproduced systems marks them. These fields are for the host: do not send them to
/// providers that refuse unknown fields.
#[must_use]
pub fn lower_marked<V: View>(
    history: &History,
    edits: &[Edit],
    messages: &V,
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

fn lower_edit<V: View>(history: &History, edit: &Edit, message: &V, ops: &mut Vec<Op>) {
    let dialect = history.dialect();
    let part = &history.parts()[edit.part];
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
            let op = found.map_or(OpKind::Add, |_| OpKind::Replace);
            push(op, path, Some(value));
        }
        EditAction::DropThinking if edit.value.is_some() => {
            let found = edit.at.resolve(message);
            let op = found.map_or(OpKind::Add, |_| OpKind::Replace);
            push(op, edit.at, edit.value.clone());
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
        | EditAction::ShortenArguments => {
            let value = edit
                .value
                .clone()
                .unwrap_or_else(|| Value::String(edit.text.clone()));
            push(OpKind::Replace, edit.at, Some(value));
        }
    }
}

/// Where a response holds the placeholder of a medium beside it, if it has fields.
fn place_in_response<V: View>(medium: Path, message: &V) -> Option<String> {
    let index = medium.last_index()?;
    let response = medium.parent()?.parent()?.key("response");
    let has_fields = response.resolve(message)?.kind() == Kind::Object;
    has_fields.then(|| format!("{response}/media_{index}"))
}

/// Whether the medium stands in a list that may hold nothing but media. Gemini's
/// `functionResponse.parts` is one: Gemini refuses text there. The placeholder then goes into the
/// response, as `media_0` and so on. The preset `qwen-code` writes text into the list all the same.
fn takes_media_alone(history: &History, part: &PartEntry) -> bool {
    let beside = part.kind == PartKind::NestedMedia && !part.in_output;
    beside
        && history.dialect().traits().media_beside_outputs_only
        && !history.options().clearing.text_among_media
}

/// Removes the media beside a result's output from their list. The list is removed too if nothing
/// else is in it; captions stay.
fn drop_beside_output<'a, V: View>(
    nested: impl Iterator<Item = &'a PartEntry>,
    message: &V,
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

/// Shortest data URL that is replaced, in chars. Chosen here: a shorter one is no picture.
const EMBEDDED_CHARS: usize = 128;

/// `text` with a placeholder in place of each base64 data URL, and the length in place of other
/// base64.
#[must_use]
pub fn without_embedded_media(text: &str) -> String {
    let found = media::embedded_media(Text::Utf8(text), EMBEDDED_CHARS);
    if found.is_empty() {
        return media::without_bare_base64(text.to_owned());
    }
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut result = String::new();
    let mut from = 0;
    for medium in found {
        result.push_str(&String::from_utf16_lossy(&units[from..medium.range.start]));
        result.push_str(&media::placeholder(Some(&medium.mime)));
        from = medium.range.end;
    }
    result.push_str(&String::from_utf16_lossy(&units[from..]));
    media::without_bare_base64(result)
}

/// Replaces media anywhere in a value by text: data URLs in strings, and objects that hold `data`
/// beside a MIME type, directly or in their `source`. Types for which `keeps` is true stay. Returns
/// whether anything was replaced.
pub fn replace_media_in(value: &mut Value, keeps: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => {
            let slimmed = without_embedded_media(text);
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
fn payload_mime(object: &serde_json::Map<String, Value>) -> Option<String> {
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
pub fn holds_embedded_media<V: View>(value: &V) -> bool {
    let holds = |text: Text<'_>| {
        !media::embedded_media(text, EMBEDDED_CHARS).is_empty() || media::holds_bare_base64(text)
    };
    let found = Budget::default().any(value, &mut |value| {
        value.kind() == Kind::String
            && value.len() >= EMBEDDED_CHARS
            && value.text(usize::MAX, holds)
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
