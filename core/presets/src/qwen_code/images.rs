//! `reference_images`: a request with many pictures carries only the newest of them, and a line of
//! text for each other one. Source: `imagePayloadThreshold` of qwen-code (Q-31).
//!
//! This is for the copy that is sent; the host's own list keeps its pictures. A line names its
//! picture by a hash of the content, so the same list gives the same lines in every request, and
//! the provider's cache stays valid. Pictures in the last message stay, since the request is about
//! them.

use crate::qwen_code::policy::{is_image, movable};
use conspectus::inner::notes::words::PART_DEPTH;
use conspectus::inner::{Kind, shapes};
use conspectus::{Config, ConfiguredHistory, Dialect, Edit, EditReason, Item, Patch, Role};
use conspectus_history::cut::split::closed_at_or_before;
use conspectus_history::history::{PartKind, value_hash};
use conspectus_history::host::item::Budget;
use conspectus_history::read::media::sanitize_mime;
use conspectus_history::reduce::drop_invalid_thinking;
use conspectus_history::reduce::plan::{lowered, replace_messages};
use conspectus_history::reduce::slim::media_edit;
use serde_json::Value;

/// Digits in the name of a picture. Source: qwen-code.
const ID_DIGITS: usize = 12;

shapes! {
    /// An image that was replaced by a line of text.
    pub struct ImageReference: Eq {
        /// A hash of its content.
        pub id: String,
        /// Index of the message in your list.
        pub message: usize,
        /// JSON Pointer of the image in its message.
        pub path: String,
        /// Whether the image is also in the last message.
        pub attached: bool,
    }
}

shapes! {
    /// What [`reference_images`] does, as numbers.
    pub struct ImageReport: Copy, Default, Eq {
        /// Images with their bytes.
        pub images: u64,
        /// Images replaced by a line.
        pub referenced: u64,
        /// Different images in the last message.
        pub attached: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
    }
}

/// A picture that the list carries as bytes.
struct FoundImage {
    message: usize,
    part: usize,
    id: String,
}

/// The patch for the copy that is sent, its edits, the pictures that became lines, and a report.
/// The patch is empty below `max_images` pictures, and where it would save nothing.
///
/// ```
/// use conspectus::ConfiguredHistory;
/// use conspectus_presets::qwen_code::images::reference_images;
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "parts": [{ "text": "Hi" }] }]);
/// let history = ConfiguredHistory::of(conspectus_presets::preset("qwen-code")?, &messages)?;
/// assert!(reference_images(&history, &messages).0.is_empty());
/// # Ok::<(), conspectus::Error>(())
/// ```
pub fn reference_images<'v>(
    history: &ConfiguredHistory,
    messages: impl Into<Item<'v>>,
) -> (Patch, Vec<Edit>, Vec<ImageReference>, ImageReport) {
    let messages = &messages.into();
    let tuning = &history.config().tuning;
    let found = found(history, messages);
    let mut report = ImageReport {
        images: found.len() as u64,
        ..ImageReport::default()
    };
    let nothing = |report| (Patch::default(), Vec::new(), Vec::new(), report);
    if tuning.max_images == 0 || report.images < tuning.max_images {
        return nothing(report);
    }
    let length = history.len();
    let current =
        (length > 0 && history.role(length - 1) != Some(Role::Assistant)).then(|| length - 1);
    let newest = newest(&found, current, tuning.keep_images as usize);
    let place = place(history, current);
    let mut edits: Vec<Edit> = Vec::new();
    let mut references = Vec::new();
    let mut attached: Vec<(String, Value)> = Vec::new();
    for found in found.iter().filter(|found| Some(found.message) != current) {
        let Some(host) = messages.at(found.message) else {
            continue;
        };
        let entry = &history.parts()[found.part];
        let moves = newest.contains(&found.id.as_str());
        let image = place
            .filter(|_| moves)
            .and_then(|_| movable(history, &host, entry));
        // A picture that should move to the end but cannot stays where it is.
        if moves && image.is_none() {
            continue;
        }
        let Some(edit) = line_for(history, &host, found) else {
            continue;
        };
        references.push(ImageReference {
            id: found.id.clone(),
            message: found.message,
            path: edit.path.clone(),
            attached: moves,
        });
        if let Some(image) = image.filter(|_| attached.iter().all(|(known, _)| *known != found.id))
        {
            attached.push((found.id.clone(), image));
        }
        report.tokens_saved += edit.tokens_saved;
        edits.push(edit);
    }
    let attached_count = attached.len() as u64;
    let splice = place.filter(|_| !attached.is_empty()).map(|place| {
        let message = message_of(history.dialect(), attached);
        replace_messages(place, place, vec![message])
    });
    if let Some(splice) = &splice {
        let added = tokens_of(history, &splice.insert);
        report.tokens_saved = report.tokens_saved.saturating_sub(added);
    }
    // If every picture that becomes a line also moved to the end, the request would only grow.
    if report.tokens_saved == 0 {
        return nothing(report);
    }
    report.attached = attached_count;
    report.referenced = references.len() as u64;
    let edits = drop_invalid_thinking(history, edits, 0..0, &[]);
    let mut patch = lowered(history, &edits, messages);
    patch.splices.extend(splice);
    patch
        .splices
        .sort_by_key(|splice| std::cmp::Reverse(splice.start));
    (patch, edits, references, report)
}

/// The edit that puts a line in place of a picture, where that saves anything.
fn line_for(history: &ConfiguredHistory, host: &Item<'_>, found: &FoundImage) -> Option<Edit> {
    let entry = &history.parts()[found.part];
    // Some places cannot hold a text, for example a picture that the model made. The picture then
    // stays.
    let dialect = history.dialect();
    dialect
        .media_text(host, entry.path, entry.in_output, "")
        .get("text")?;
    let mime = sanitize_mime(history.symbol(entry.name));
    let line = format!("[Image #{}: {mime}]", found.id);
    let edit = media_edit(history, found.part, line).because(EditReason::Payload);
    // Inside a result the line needs a frame around it: `{"text":""}` and a comma.
    let frame_tokens = if entry.kind == PartKind::NestedMedia {
        3
    } else {
        0
    };
    (edit.tokens_saved > frame_tokens && !entry.path.is_full()).then_some(edit)
}

/// The tokens of messages, counted as the history counts its own.
fn tokens_of(history: &ConfiguredHistory, messages: &[Value]) -> u64 {
    let config = Config {
        dialect: Some(history.dialect()),
        ..history.config().clone()
    };
    ConfiguredHistory::of(config, &Value::Array(messages.to_vec()))
        .map_or(u64::MAX, |messages| messages.tokens())
}

fn message_of(dialect: Dialect, attached: Vec<(String, Value)>) -> Value {
    let mut parts = vec![dialect.text_part(
        "The newest pictures of this conversation, each with the name that replaces it above:",
    )];
    for (id, image) in attached {
        parts.push(dialect.text_part(&format!("Image #{id}:")));
        parts.push(image);
    }
    dialect.parts_message(parts)
}

/// The index of the message with the newest images: before a prompt, or after results at the end.
/// `None` if roles must alternate, if the last message is the agent's, or if a cut there is unsafe.
fn place(history: &ConfiguredHistory, current: Option<usize>) -> Option<usize> {
    let current = current.filter(|_| !history.dialect().rules().alternate)?;
    let place = if history.is_user_turn(current) {
        current
    } else {
        history.len()
    };
    (closed_at_or_before(history, place) == place).then_some(place)
}

fn found(history: &ConfiguredHistory, messages: &Item<'_>) -> Vec<FoundImage> {
    let mut found = Vec::new();
    for (part, entry) in history.parts().iter().enumerate() {
        if !matches!(entry.kind, PartKind::Media | PartKind::NestedMedia)
            || !is_image(history, entry)
            || !history.is_read(part)
        {
            continue;
        }
        let message = history.message_of(part);
        let value = messages
            .at(message)
            .and_then(|host| entry.path.resolve(&host))
            .filter(is_inline);
        if let Some(hash) = value.map(|value| value_hash(&value)) {
            let digits = format!("{hash:016x}");
            found.push(FoundImage {
                message,
                part,
                id: digits[..ID_DIGITS].to_owned(),
            });
        }
    }
    found
}

/// The names of the newest different pictures before the last message.
fn newest(found: &[FoundImage], current: Option<usize>, limit: usize) -> Vec<&str> {
    let mut newest: Vec<&str> = Vec::new();
    for found in found
        .iter()
        .rev()
        .filter(|found| Some(found.message) != current)
    {
        if newest.len() >= limit {
            break;
        }
        if !newest.contains(&found.id.as_str()) {
            newest.push(&found.id);
        }
    }
    newest
}

/// A medium that lies elsewhere is named under one of these keys, or by an address that begins with
/// one of the schemes.
const PLACES: [&str; 6] = [
    "fileData",
    "file_data",
    "file_id",
    "fileUri",
    "file_uri",
    "s3Location",
];

const SCHEMES: [&str; 4] = ["http://", "https://", "gs://", "s3://"];

/// Whether the request carries the bytes of the medium.
fn is_inline(value: &Item<'_>) -> bool {
    let is_elsewhere = |value: &Item<'_>| match value.kind() {
        Kind::String => {
            let text = value.text();
            let head = text.to_str();
            SCHEMES.iter().any(|scheme| head.starts_with(scheme))
        }
        Kind::Object => value.has_any(&PLACES),
        _ => false,
    };
    Budget::of_levels(PART_DEPTH).any(value, &mut { is_elsewhere }) == Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_picture_elsewhere_is_not_inline() {
        let inline = json!({ "inlineData": { "mimeType": "image/png", "data": "aGk=" } });
        let linked = json!({ "type": "image_url", "image_url": { "url": "https://a.b/c.png" } });
        let stored = json!({ "fileData": { "mimeType": "image/png", "fileUri": "x" } });
        assert!(
            is_inline(&Item::from(&inline))
                && !is_inline(&Item::from(&linked))
                && !is_inline(&Item::from(&stored))
        );
    }
}
