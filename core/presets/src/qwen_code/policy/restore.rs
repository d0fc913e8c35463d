//! What qwen-code brings back after a summary: the files that were read or written last, as they
//! are now, and the last images.

use conspectus::inner::compactor::stages::finish_summary::attachment_tokens;
use conspectus::inner::compactor::step::AwaitingSummary;
use conspectus::inner::history::{PartEntry, PartKind};
use conspectus::inner::host::units::utf16_len;
use conspectus::inner::minutes::read::file_argument;
use conspectus::inner::notes::words::{self, AS_IT_IS_NOW, IMAGE_FROM, TOO_LONG};
use conspectus::inner::sanitize_label;
use conspectus::{ConfiguredHistory, Item, RestoredFile, WantedFile};
use conspectus_toolkit::intake::markdown::fence_around;
use serde_json::Value;

/// Tools whose files are brought back. Source: Q-50.
const FILE_TOOLS: [&str; 4] = ["read_file", "write_file", "edit", "replace"];
/// Longest file, in chars. Source: Q-50.
const FILE_CHARS: u64 = 20_000;
/// Most chars of all files together. Source: Q-50.
const FILES_CHARS: u64 = 200_000;

/// The files of the last calls in messages `head..split`, the newest first and each once. Calls
/// that failed do not count.
pub(crate) fn files(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    head: usize,
    split: usize,
) -> Vec<WantedFile> {
    let limit = history.config().tuning.keep_files as usize;
    let mut found: Vec<WantedFile> = Vec::new();
    for index in (head..split).rev() {
        let Some(message) = messages.at(index) else {
            continue;
        };
        for part in history
            .parts_of(index)
            .iter()
            .rev()
            .filter(|part| part.kind == PartKind::ToolCall)
        {
            if found.len() >= limit {
                return found;
            }
            let failed = part
                .partner
                .is_none_or(|result| history.parts()[result as usize].is_error);
            if failed || !FILE_TOOLS.contains(&history.symbol(part.name)) {
                continue;
            }
            let path =
                file_argument(history, &message, part).filter(|path| !path.trim().is_empty());
            if let Some(path) = path.filter(|path| found.iter().all(|known| known.path != *path)) {
                found.push(WantedFile::new(path, FILE_CHARS));
            }
        }
    }
    found
}

/// The last images in messages `head..split`, the oldest first. Each is two parts: a line that says
/// where it came from, and the image.
pub(crate) fn images(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    head: usize,
    split: usize,
) -> Vec<Value> {
    let limit = history.config().tuning.keep_images as usize;
    let mut found = Vec::new();
    'newest: for index in (head..split).rev() {
        let Some(message) = messages.at(index) else {
            continue;
        };
        for part in history.parts_of(index).iter().rev() {
            if found.len() >= limit * 2 {
                break 'newest;
            }
            if let Some(image) = movable(history, &message, part) {
                // In reverse, since the whole list is reversed at the end.
                found.push(image);
                found.push(history.dialect().text_part(&origin(history, index)));
            }
        }
    }
    found.reverse();
    found
}

/// The origin of an image: the first call in the message before it, or the conversation.
fn origin(history: &ConfiguredHistory, index: usize) -> String {
    let before = index
        .checked_sub(1)
        .map(|before| history.parts_of(before))
        .unwrap_or_default();
    match before.iter().find(|part| part.kind == PartKind::ToolCall) {
        Some(call) => {
            let what = [history.symbol(call.name), history.symbol(call.detail)]
                .map(|text| sanitize_label(text, 80))
                .join(" ");
            format!("{IMAGE_FROM}{}:", what.trim())
        }
        None => format!("{IMAGE_FROM}the conversation:"),
    }
}

/// The files and images as parts of a user message. Their numbers go into the report.
pub(crate) fn attachments(pending: &mut AwaitingSummary, files: &[RestoredFile]) -> Vec<Value> {
    let (mut parts, mut references, mut total) = (Vec::new(), Vec::new(), 0u64);
    let dialect = pending.history.dialect();
    for wanted in &pending.files {
        let found = files.iter().find(|file| file.path == wanted.path);
        // A file that is gone is not worth a line.
        let Some(text) = found.and_then(|file| file.text.as_deref()) else {
            continue;
        };
        let chars = utf16_len(text) as u64;
        let name = sanitize_label(&wanted.path, 1_024);
        if chars > wanted.max_chars || total + chars > FILES_CHARS {
            references.push(format!(
                "- {name} ({chars} chars, above {})",
                wanted.max_chars
            ));
            continue;
        }
        total += chars;
        let fence = fence_around(text);
        let text = format!("File {name}{AS_IT_IS_NOW}\n{fence}\n{text}\n{fence}");
        pending.report.memory.attachment_tokens += attachment_tokens(&text);
        pending.report.memory.files += 1;
        parts.push(dialect.text_part(&text));
    }
    if !references.is_empty() {
        let text = format!("{TOO_LONG}\n{}", references.join("\n"));
        pending.report.memory.attachment_tokens += attachment_tokens(&text);
        parts.push(dialect.text_part(&text));
    }
    pending.report.memory.images = pending.images.len() as u64 / 2;
    pending.report.memory.attachment_tokens +=
        pending.report.memory.images * pending.history.config().image_constant();
    parts.append(&mut pending.images);
    parts
}

/// Whether a medium is a picture, by its type. Unlike in qwen-code, upper and lower case do not
/// matter.
pub fn is_image(history: &ConfiguredHistory, part: &PartEntry) -> bool {
    history
        .symbol(part.name)
        .to_ascii_lowercase()
        .starts_with("image/")
}

/// An image as a part that is valid in a separate user message. `None` if it cannot move, for
/// example because it contains raw bytes.
pub fn movable(history: &ConfiguredHistory, message: &Item<'_>, part: &PartEntry) -> Option<Value> {
    let stands_alone = part.kind == PartKind::Media
        || (part.kind == PartKind::NestedMedia
            && (!part.in_output || history.dialect().traits().output_media_stand_alone));
    if !stands_alone || part.beside_text || !is_image(history, part) {
        return None;
    }
    words::movable(&part.path.resolve(message)?)
}
