//! `slim`: media become one-line placeholders, for a summarizer that cannot read them. Source:
//! qwen-code.
//!
//! The conversation itself keeps its media. This is for the copy that goes into a request for a
//! summary.

use crate::history::{History, PartKind};
use crate::host::item::Item;
use crate::host::path::Path;
use crate::host::units;
use crate::measure::Size;
use crate::read::media;
use crate::reduce::plan::{Edit, EditAction, EditReason, holds_embedded_media, replace_media_in};
use crate::shape::shapes;
use serde_json::Value;

shapes! {
    /// Counts of replaced media.
    pub struct SlimStats as "SlimDetails": Copy, Default, Eq {
        /// Replaced images.
        pub images: u64,
        /// Other replaced media.
        pub documents: u64,
        /// Texts in which data URLs were replaced.
        pub texts: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
    }
}

/// The edits that replace media in messages `..end`, and a report. Media of the kinds that the
/// option `modalities` names stay.
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
/// let (edits, stats) = slim(&history, &messages, history.len());
/// assert_eq!(stats.images, 1);
/// assert!(!lower(&history, &edits, &messages).apply(&messages)?.to_string().contains("iVBOR"));
/// # Ok::<(), conspectus::Error>(())
/// ```
pub fn slim<'v>(
    history: &History,
    messages: impl Into<Item<'v>>,
    end: usize,
) -> (Vec<Edit>, SlimStats) {
    let messages = &messages.into();
    let modalities = &history.options().clearing.modalities;
    let mut edits = Vec::new();
    let mut stats = SlimStats::default();
    for message in history.first_read()..end.min(history.len()) {
        let first = history.first_part(message);
        let mut rewritten = None;
        let mut deepest = None;
        for (offset, part) in history.parts_of(message).iter().enumerate() {
            let found = match part.kind {
                // The output that holds this medium was rewritten as a whole.
                PartKind::NestedMedia
                    if part.in_output
                        && rewritten.is_some_and(|output: Path| part.path.is_under(&output)) =>
                {
                    None
                }
                PartKind::Media | PartKind::NestedMedia
                    if !keeps(modalities, history.symbol(part.name)) =>
                {
                    let text = media::placeholder(Some(history.symbol(part.name)));
                    Some(media_edit(history, first + offset, text))
                }
                PartKind::Text | PartKind::ToolResult | PartKind::ToolCall
                    if part.chars >= TEXT_CHARS || part.media > 0 =>
                {
                    messages
                        .at(message)
                        .and_then(|host| rewrite_edit(history, first + offset, &host))
                }
                _ => None,
            };
            if part.kind == PartKind::ToolResult {
                rewritten = found.as_ref().map(|edit| edit.at);
            }
            if let Some(mut edit) = found {
                let is_repeat = deepest == Some(edit.at);
                if edit.action == EditAction::ReplaceMedia && edit.at.is_full() && !is_repeat {
                    edit.value = messages
                        .at(message)
                        .and_then(|host| deeper_media(&edit.at.resolve(&host)?, modalities));
                    deepest = edit.value.is_some().then_some(edit.at);
                }
                match edit.action {
                    EditAction::ReplaceEmbeddedMedia => stats.texts += 1,
                    _ if edit.text.starts_with("[image: ") => stats.images += 1,
                    _ => stats.documents += 1,
                }
                stats.tokens_saved += edit.tokens_saved;
                // The part that holds it was rewritten together with its first medium.
                if !is_repeat {
                    edits.push(edit);
                }
            }
        }
    }
    (edits, stats)
}

/// The edit that replaces a medium by `text`. `index` is the medium's place among the parts of the
/// history.
pub fn media_edit(history: &History, part: usize, text: String) -> Edit {
    let entry = &history.parts()[part];
    let scale = history.scale();
    let after = units::utf16_len(&text) as u64;
    let saved = entry
        .media_tokens
        .saturating_sub(scale.tokens_of_text(&text));
    Edit {
        chars_before: scale.media_chars(1, entry.media_tokens),
        chars_after: after,
        media: 1,
        media_tokens: entry.media_tokens,
        tokens_saved: saved,
        tokens: saved as f64,
        text,
        ..Edit::of(history, part, EditAction::ReplaceMedia, EditReason::Slim)
    }
}

/// Returns the edit that replaces media inside a text, a call's arguments or a tool result's
/// output: data URLs in strings, and payloads whose shape the dialect does not know. `None` if
/// nothing is to be replaced this way; media that the dialect knows are then edited one by one.
fn rewrite_edit(history: &History, part: usize, host: &Item<'_>) -> Option<Edit> {
    let entry = &history.parts()[part];
    let scale = history.scale();
    let modalities = &history.options().clearing.modalities;
    let at = match entry.kind {
        PartKind::ToolResult => history.dialect().output_path_in(host, entry.path),
        // A signed call stays as it is: the provider refuses a call that differs from what it
        // signed.
        PartKind::ToolCall if is_signed(&entry.path.resolve(host)?) => return None,
        PartKind::ToolCall => history.dialect().call_args_path(host, entry.path)?,
        _ => entry.path,
    };
    let original = at.resolve(host)?;
    if entry.media == 0 && !holds_embedded_media(&original) {
        return None;
    }
    let mut value = original.to_value().ok()?;
    let mut kept = Vec::new();
    for nested in history.nested_media(part).filter(|nested| nested.in_output) {
        let place = nested.path.relative_to(&at)?;
        let slot = place.resolve_mut(&mut value)?;
        let mime = history.symbol(nested.name);
        if keeps(modalities, mime) {
            kept.push((place, std::mem::take(slot)));
        } else {
            *slot = history.dialect().media_text(
                host,
                nested.path,
                true,
                &media::placeholder(Some(mime)),
            );
        }
    }
    if !replace_media_in(&mut value, &|mime| keeps(modalities, mime)) {
        return None;
    }
    for (place, medium) in kept {
        *place.resolve_mut(&mut value)? = medium;
    }
    let [before, after] = scale.contents(&original, &value)?;
    let chars = |size: Size| size.chars + scale.media_chars(size.media, size.media_tokens);
    let tokens = |size: Size| scale.all_tokens(size).ceil() as u64;
    let saved = tokens(before).saturating_sub(tokens(after));
    let action = EditAction::ReplaceEmbeddedMedia;
    Some(Edit {
        path: at.to_string(),
        chars_before: chars(before),
        chars_after: chars(after),
        media: before.media,
        media_tokens: before.media_tokens,
        tokens_saved: saved,
        tokens: saved as f64,
        text: value.as_str().unwrap_or_default().to_owned(),
        at,
        value: Some(value),
        ..Edit::of(history, part, action, EditReason::Slim)
    })
}

/// A tool's response whose media lie deeper than a [`Path`] can reach, with placeholders in place
/// of those that are not kept. `None` for any other part.
fn deeper_media(part: &Item<'_>, modalities: &[String]) -> Option<Value> {
    let holder = RESPONSES.iter().find(|key| part.has(key))?;
    let mut value = part.to_value().ok()?;
    replace_nested(value.get_mut(*holder)?.get_mut("parts")?, modalities);
    Some(value)
}

/// The keys of a result in Gemini's dialect.
const RESPONSES: [&str; 2] = ["functionResponse", "function_response"];

fn replace_nested(parts: &mut Value, modalities: &[String]) {
    let Value::Array(items) = parts else { return };
    for mut part in std::mem::take(items) {
        let keys = ["inlineData", "inline_data", "fileData", "file_data"];
        let is_medium = |key: &&str| part.get(key).is_some_and(Value::is_object);
        if let Some(key) = keys.into_iter().find(is_medium) {
            let mime = ["mimeType", "mime_type"]
                .iter()
                .find_map(|name| part[key].get(name)?.as_str())
                .unwrap_or_default()
                .to_owned();
            if keeps(modalities, &mime) {
                items.push(part);
                continue;
            }
            // Text beside the medium stays.
            if let Some(fields) = part
                .as_object_mut()
                .filter(|fields| fields.get("text").is_some_and(Value::is_string))
            {
                fields.remove(key);
                items.push(part);
            }
            items.push(serde_json::json!({ "text": media::placeholder(Some(&mime)) }));
            continue;
        }
        for holder in RESPONSES {
            let response = part.get_mut(holder);
            if let Some(nested) = response.and_then(|response| response.get_mut("parts")) {
                replace_nested(nested, modalities);
            }
        }
        items.push(part);
    }
}

fn is_signed(part: &Item<'_>) -> bool {
    part.has_any(&["thoughtSignature", "thought_signature"])
}

/// Shortest text that is searched for data URLs, in chars. Chosen here: a shorter one holds no
/// picture.
const TEXT_CHARS: u64 = 150;

/// Whether a type is among those that the model can read: `image/*`, `audio/*`, `video/*`, or
/// exactly `application/pdf` for `pdf`.
fn keeps(modalities: &[String], mime: &str) -> bool {
    let mime = media::sanitize_mime(mime).to_ascii_lowercase();
    modalities.iter().any(|modality| match modality.as_str() {
        "pdf" => mime == "application/pdf",
        kind => mime.split('/').next() == Some(kind) && mime.contains('/'),
    })
}
