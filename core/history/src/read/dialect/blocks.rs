//! What several dialects read in the same way: strings under a key, and lists of typed blocks.

use super::prelude::*;

/// Whether any block of a message's content list passes `test`.
pub fn any_block<'v>(message: &Item<'v>, test: impl Fn(&Item<'v>) -> bool) -> bool {
    let content = message.list("content");
    content.is_some_and(|content| {
        content
            .items()
            .any(|block| block.is_object() && test(&block))
    })
}

/// Returns true if a name suggests a call or a result. An unread value with such a name may be a
/// call that a cut would separate from its result.
pub fn acts(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["tool", "call", "function", "result"]
        .iter()
        .any(|word| name.contains(word))
}

/// The first 256 characters of the string under `key`. Used for MIME types and type tags, which are
/// shorter.
pub fn short_string(object: &Item<'_>, key: &str) -> Option<String> {
    object
        .string(key)
        .map(|value| value.text().to_str().chars().take(256).collect())
}

/// The `type` of an object; empty if it has none.
pub fn type_of(object: &Item<'_>) -> String {
    short_string(object, "type").unwrap_or_default()
}

/// The MIME type of a media item: the first under `keys` in `holder`, or the type in its data URL, or
/// `usual` if that isn't empty.
pub fn mime_of(
    holder: &Item<'_>,
    keys: &[&str],
    data: Option<Item<'_>>,
    usual: &str,
) -> Option<String> {
    keys.iter()
        .find_map(|key| short_string(holder, key))
        .or_else(|| data_url_mime(&data?))
        .or_else(|| Some(usual.to_owned()).filter(|usual| !usual.is_empty()))
}

/// The text under `key` of a block. A block without it stays opaque.
pub fn text_under<'v>(block: Item<'v>, path: Path, key: &'static str) -> Part<'v> {
    match block.string(key) {
        Some(text) => Part::text(path.key(key), text),
        None => Part::opaque(path, block),
    }
}

/// The string under `key` of a value, or the value itself if it is a string.
pub fn string_or_under<'v>(value: Item<'v>, key: &str) -> Option<Item<'v>> {
    value
        .string(key)
        .or(Some(value).filter(|value| value.is_string()))
}

/// Emits the media that `read` finds among the blocks of an output, a list at `path`.
pub fn emit_output_media<'v>(
    output: Option<Item<'v>>,
    path: Path,
    emit: Emit<'_, 'v>,
    read: impl Fn(Item<'v>) -> Option<Body<'v>>,
) {
    if let Some(blocks) = output.filter(Item::is_list) {
        blocks.each_item(|index, block| {
            if let Some(medium) = read(block) {
                emit(Part::new(path.index(index), medium));
            }
        });
    }
}

/// Whether the `type` of an object is one of `names`.
pub fn has_type(object: &Item<'_>, names: &[&str]) -> bool {
    object.says_one("type", names)
}

/// Reads the content at `path`: one text, or a list that is read with `read_item`.
pub fn read_content<'v>(
    content: Option<Item<'v>>,
    path: Path,
    emit: Emit<'_, 'v>,
    read_item: impl FnMut(Item<'v>, Path, Emit<'_, 'v>),
) {
    match content {
        Some(text) if text.is_string() => emit(Part::text(path, text)),
        list => read_list(list, path, emit, read_item),
    }
}

/// Reads the list at `path`, each item with `read_item`. A value that is neither a list nor null
/// becomes one opaque part, because its items have no paths.
pub fn read_list<'v>(
    list: Option<Item<'v>>,
    path: Path,
    emit: Emit<'_, 'v>,
    mut read_item: impl FnMut(Item<'v>, Path, Emit<'_, 'v>),
) {
    match list {
        Some(list) if list.is_list() => {
            list.each_item(|index, item| read_item(item, path.index(index), emit));
        }
        Some(other) if !other.is_null() => emit(Part::opaque(path, other)),
        _ => {}
    }
}

/// Emits the media in the list of MCP content blocks (`{type: "image"|"audio", data, mimeType}`) at
/// `path`.
pub fn read_mcp_blocks<'v>(blocks: &Item<'v>, path: Path, part: Emit<'_, 'v>) {
    // Most lists in a tool result are rows of data without a `type`. They are not looked at.
    blocks.each_item(|index, block| {
        let has_media_type = has_type(&block, &["image", "audio"]);
        if let (true, Some(data)) = (has_media_type, block.string("data")) {
            let mime =
                short_string(&block, "mimeType").or_else(|| short_string(&block, "mime_type"));
            let media = Media::of(block, MediaPlace::InOutput, Some(data), mime);
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
    if !block.is_object() || matches!(kind, "text" | "refusal") {
        return None;
    }
    let media = |data, mime| Media::of(*block, place, Some(data), Some(mime));
    if let Some(family) = kind.strip_suffix("_url") {
        let held = block.get(kind)?;
        let url = string_or_under(held, "url")?;
        let usual = match family {
            "image" | "video" | "audio" => format!("{family}/*"),
            _ => "application/octet-stream".to_owned(),
        };
        let mime = data_url_mime(&url).unwrap_or(usual);
        return Some(media(url, mime));
    }
    let values = block.fields().flat_map(|(_, value)| {
        let inner = value.fields().map(|(_, inner)| inner);
        std::iter::once(value).chain(inner)
    });
    values
        .filter(Item::is_string)
        .find_map(|value| Some(media(value, data_url_mime(&value)?)))
}
