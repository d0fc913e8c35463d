//! What several dialects read in the same way: strings under a key, and lists of typed blocks.

use crate::host::item::{Item, Kind};
use crate::host::path::Path;
use crate::read::media::data_url_mime;
use crate::read::message::{Body, Media, MediaPlace, Part};
use serde_json::{Map, Value, json};

/// Whether any block of a message's content list passes `test`.
pub fn any_block<'v>(message: &Item<'v>, test: impl Fn(&Item<'v>) -> bool) -> bool {
    let Some(content) = message
        .get("content")
        .filter(|content| content.kind() == Kind::Array)
    else {
        return false;
    };
    let mut found = false;
    content
        .for_each(&mut |_, block| found = found || (block.kind() == Kind::Object && test(&block)));
    found
}

/// Returns true if a name suggests a call or a result. An unread value with such a name may be a
/// call that a cut would separate from its result.
pub fn acts(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["tool", "call", "function", "result"]
        .iter()
        .any(|word| name.contains(word))
}

/// The value under `key` if it is a string, as a view.
pub fn string_view<'v>(object: &Item<'v>, key: &str) -> Option<Item<'v>> {
    object.get(key).filter(|value| value.kind() == Kind::String)
}

/// The first 256 characters of the string under `key`. Used for MIME types and type tags, which are
/// shorter.
pub fn short_string(object: &Item<'_>, key: &str) -> Option<String> {
    string_view(object, key).map(|value| value.text().to_str().chars().take(256).collect())
}

/// Whether the `type` of an object is one of `names`.
pub fn has_type(object: &Item<'_>, names: &[&str]) -> bool {
    object
        .get("type")
        .is_some_and(|kind| names.iter().any(|name| kind.is_str(name)))
}

/// Reads the `content` of a message: one text, or a list of blocks, each of which goes to
/// `read_block`. Anything else stays opaque.
pub fn read_content<'v>(
    message: &Item<'v>,
    read_block: fn(Item<'v>, Path, &mut dyn FnMut(Part<'v>)),
    emit: &mut dyn FnMut(Part<'v>),
) {
    let path = Path::ROOT.key("content");
    let Some(content) = message.get("content") else {
        return;
    };
    match content.kind() {
        Kind::String => emit(Part::text(path, content)),
        _ => read_list(content, path, emit, read_block),
    }
}

/// Reads the list at `path`, each item with `read_item`. A value that is neither a list nor null
/// becomes one opaque part, because its items have no paths.
pub fn read_list<'v>(
    list: Item<'v>,
    path: Path,
    emit: &mut dyn FnMut(Part<'v>),
    mut read_item: impl FnMut(Item<'v>, Path, &mut dyn FnMut(Part<'v>)),
) {
    match list.kind() {
        Kind::Array => {
            list.each_item(|index, item| {
                read_item(item, path.index(index), emit);
            });
        }
        Kind::Null => {}
        _ => emit(Part::opaque(path, list)),
    }
}

/// Emits the media in the list of MCP content blocks (`{type: "image"|"audio", data, mimeType}`) at
/// `path`.
pub fn read_mcp_blocks<'v>(blocks: &Item<'v>, path: Path, part: &mut dyn FnMut(Part<'v>)) {
    // Most lists in a tool result are rows of data without a `type`. They are not looked at.
    blocks.each_item(|index, block| {
        let has_media_type = block
            .get("type")
            .is_some_and(|kind| kind.is_str("image") || kind.is_str("audio"));
        if let (true, Some(data)) = (has_media_type, string_view(&block, "data")) {
            let mime =
                short_string(&block, "mimeType").or_else(|| short_string(&block, "mime_type"));
            let media = Media {
                mime,
                data: Some(data),
                place: MediaPlace::InOutput,
                beside_text: false,
                whole: block,
            };
            part(Part {
                path: path.index(index),
                body: Body::Media(media),
            });
        }
    });
}

/// A medium in a block of a type that the dialect does not have: `video_url`, `audio_url`,
/// `document_url` and the like, which servers with the same API take, or any block that holds a
/// data URL.
pub fn read_foreign_media<'v>(
    block: &Item<'v>,
    kind: &str,
    place: MediaPlace,
) -> Option<Media<'v>> {
    if block.kind() != Kind::Object || matches!(kind, "text" | "refusal") {
        return None;
    }
    let media = |data: Item<'v>, mime: Option<String>| Media {
        mime,
        data: Some(data),
        place,
        beside_text: false,
        whole: *block,
    };
    if let Some(family) = kind.strip_suffix("_url") {
        let held = block.get(kind)?;
        let url = if held.kind() == Kind::String {
            held
        } else {
            string_view(&held, "url")?
        };
        let usual = match family {
            "image" | "video" | "audio" => format!("{family}/*"),
            _ => "application/octet-stream".to_owned(),
        };
        let mime = data_url_mime(&url).unwrap_or(usual);
        return Some(media(url, Some(mime)));
    }
    let mut found = None;
    let mut look = |value: &Item<'v>| {
        if found.is_none() && value.kind() == Kind::String {
            found = data_url_mime(value).map(|mime| media(*value, Some(mime)));
        }
    };
    block.for_each(&mut |_, value| {
        look(&value);
        if value.kind() == Kind::Object {
            value.for_each(&mut |_, inner| look(&inner));
        }
    });
    found
}

/// Sets `key` in the object under the first of `wrappers` that `part` has, or in `part` itself if
/// it has none of them. Does nothing if the wrapped value is not an object.
pub fn set_wrapped(part: &mut Map<String, Value>, wrappers: &[&str], key: &str, id: &str) {
    let target = match wrappers.iter().find(|wrapper| part.contains_key(**wrapper)) {
        Some(wrapper) => part.get_mut(*wrapper).and_then(Value::as_object_mut),
        None => Some(part),
    };
    if let Some(target) = target {
        target.insert(key.to_owned(), json!(id));
    }
}

/// Sets the id of a call (`id`) or of a tool message (`tool_call_id`), as OpenAI's chat API and
/// LangChain name them.
pub fn set_chat_id(part: &mut Map<String, Value>, id: &str) {
    let is_message = part.contains_key("role") || part.contains_key("content");
    part.insert(
        if is_message { "tool_call_id" } else { "id" }.to_owned(),
        json!(id),
    );
}
