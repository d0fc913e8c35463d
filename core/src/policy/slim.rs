//! `slim`: media become one-line placeholders, for a summariser that cannot look at them. Source: Q-20..Q-24.
//!
//! The live history keeps its media; this is for the copy that goes into a summary request.

use crate::history::{History, PartEntry, PartKind};
use crate::media;
use crate::path::Path;
use crate::plan::{without_embedded_media, Edit, EditAction, EditReason};
use crate::units;
use crate::view::{Kind, View, ViewExt};
use serde::Serialize;

/// What `slim` replaced.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct SlimStats {
    /// Images replaced.
    pub images: u64,
    /// Everything else replaced: documents, sounds, films, unknown types.
    pub documents: u64,
    /// Texts in which data URLs were replaced.
    pub texts: u64,
    /// Estimated tokens saved.
    pub tokens_saved: u64,
}

/// Edits that replace every medium in messages `..end` that `modalities` does not name. An image costs what the
/// config says, so nothing is replaced by something larger.
pub fn slim<V: View>(history: &History, messages: &V, end: usize) -> (Vec<Edit>, SlimStats) {
    let config = history.config();
    let mut edits = Vec::new();
    let mut stats = SlimStats::default();
    for message in 0..end.min(history.len()) {
        let entry = history.messages()[message];
        let first = entry.first_part as usize;
        if entry.media == 0 {
            continue;
        }
        for (offset, part) in history.parts_of(message).iter().enumerate() {
            let found = match part.kind {
                PartKind::Media | PartKind::NestedMedia if !keeps(&config.modalities, history.symbol(part.name)) => {
                    vec![media_edit(history, message, part)]
                }
                PartKind::Text | PartKind::ToolResult if part.media > 0 => text_edits(history, message, part, messages),
                _ => Vec::new(),
            };
            for mut edit in found {
                edit.part = first + offset;
                match edit.action {
                    EditAction::ReplaceEmbeddedMedia => stats.texts += 1,
                    _ if edit.text.starts_with("[image: ") => stats.images += 1,
                    _ => stats.documents += 1,
                }
                stats.tokens_saved += edit.tokens_saved;
                edits.push(edit);
            }
        }
    }
    (edits, stats)
}

fn media_edit(history: &History, message: usize, part: &PartEntry) -> Edit {
    let mime = history.symbol(part.name);
    let text = media::placeholder(Some(mime));
    let scale = history.config().scale();
    let after = units::utf16_len(&text) as u64;
    Edit {
        message,
        path: part.path.to_string(),
        action: EditAction::ReplaceMedia,
        reason: EditReason::Slim,
        chars_before: scale.image_chars(),
        chars_after: after,
        media: 1,
        tokens_saved: scale.image_tokens.saturating_sub(units::tokens_from_chars(after, scale.chars_per_token)),
        tool: String::new(),
        detail: String::new(),
        text,
        part: 0,
        at: part.path,
    }
}

/// Data URLs inside a text, or inside the strings of a tool result's output.
fn text_edits<V: View>(history: &History, message: usize, part: &PartEntry, messages: &V) -> Vec<Edit> {
    let Some(host) = messages.at(message) else { return Vec::new() };
    let scale = history.config().scale();
    let mut edits = Vec::new();
    for path in text_paths(history, part, &host) {
        let Some(text) = path.resolve(&host).and_then(|value| value.as_string()) else { continue };
        let slimmed = without_embedded_media(&text, history);
        if slimmed.len() >= text.len() {
            continue;
        }
        let (before, after) = (scale.string(&&serde_json::Value::String(text.clone())), units::utf16_len(&slimmed) as u64);
        edits.push(Edit {
            message,
            path: path.to_string(),
            action: EditAction::ReplaceEmbeddedMedia,
            reason: EditReason::Slim,
            chars_before: before.chars + u64::from(before.media) * scale.image_chars(),
            chars_after: after,
            media: before.media,
            tokens_saved: u64::from(before.media) * scale.image_tokens,
            tool: String::new(),
            detail: String::new(),
            text: slimmed,
            part: 0,
            at: path,
        });
    }
    edits
}

/// Where strings of a part may stand: the text itself, or a result's output, its usual keys and its text blocks.
fn text_paths<V: View>(history: &History, part: &PartEntry, host: &V) -> Vec<Path> {
    if part.kind != PartKind::ToolResult {
        return vec![part.path];
    }
    let output = history.dialect().output_path_in(host, part.path);
    let Some(value) = output.resolve(host) else { return Vec::new() };
    match value.kind() {
        Kind::Array => (0..value.len()).map(|index| output.index(index).key("text")).collect(),
        Kind::Object => ["output", "content", "result", "error"].map(|key| output.key(key)).to_vec(),
        _ => vec![output],
    }
}

/// `image/*`, exactly `application/pdf`, `audio/*`, `video/*`; other types are never kept.
fn keeps(modalities: &[String], mime: &str) -> bool {
    let mime = media::sanitize_mime(mime).to_ascii_lowercase();
    modalities.iter().any(|modality| match modality.as_str() {
        "pdf" => mime == "application/pdf",
        kind => mime.split('/').next() == Some(kind) && mime.contains('/'),
    })
}
