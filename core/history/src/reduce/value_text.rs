//! Host values as text for people and models: texts as they are, blocks by their texts, data as
//! JSON, media as placeholders.

use crate::host::item::{Item, Kind};
use crate::host::listed::listed;
use crate::reduce::plan::{payload_mime, without_embedded_media};
use serde_json::Value;
use std::borrow::Cow;

/// A value as text: a string as it is, a list of blocks by their texts, anything else as JSON.
/// Base64 becomes a placeholder, and blocks that are media are left out.
pub fn value_text(value: Option<Item<'_>>) -> Cow<'_, str> {
    let Some(value) = value else {
        return Cow::default();
    };
    match value.kind() {
        Kind::String => text_of(&value),
        Kind::Array => {
            let texts = value
                .items()
                .filter_map(|block| match block.string("text") {
                    Some(text) => Some(text_of(&text)),
                    None => (!is_media(&block)).then(|| json_text(&block)),
                });
            texts.collect::<Vec<_>>().join("\n").into()
        }
        _ => json_text(&value),
    }
}

/// A string without base64. A host that has it at hand is not asked for a copy.
fn text_of<'v>(string: &Item<'v>) -> Cow<'v, str> {
    without_embedded_media(string.text().to_str())
}

fn is_media(block: &Item<'_>) -> bool {
    const TYPES: [&str; 10] = listed(
        "image image_url document audio input_audio file input_image input_file \
         computer_screenshot media",
    );
    match block.string_at("type") {
        Some(kind) => {
            TYPES.contains(&kind.as_str())
                || kind.starts_with("image-")
                || kind.starts_with("file-")
        }
        // In Bedrock's dialect the only key of a block names its type.
        None => block.has_any(&["image", "document", "video"]),
    }
}

/// Returns a value as JSON, without the payloads of media (`data` next to a MIME type).
fn json_text<'v>(value: &Item<'_>) -> Cow<'v, str> {
    let mut json = value.to_value().unwrap_or_default();
    drop_payloads(&mut json);
    json.to_string().into()
}

/// Removes the payloads of media: `data` next to a MIME type, and base64 inside strings.
pub fn drop_payloads(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(drop_payloads),
        Value::Object(fields) => {
            if payload_mime(fields).is_some() {
                fields["data"] = "[left out]".into();
            }
            fields.values_mut().for_each(drop_payloads);
        }
        Value::String(text) => {
            if let Cow::Owned(short) = without_embedded_media(&**text) {
                *text = short;
            }
        }
        _ => {}
    }
}
