//! The key argument of a call, which best shows what the call is about: a path, else a command,
//! else a pattern.

use crate::host::item::Item;
use crate::host::listed::listed;
use crate::read::media::clip_label;
use serde_json::Value;

/// Longest label, in chars; and how much of the argument it is made of.
const LABEL_CHARS: usize = 80;
const READ_CHARS: usize = 160;
/// Chars that are read of arguments in JSON text. Chosen here: paths come before the text of a
/// file.
const TEXT_CHARS: usize = 4_096;

/// Returns the key argument of a call, at most 80 chars, made safe to show. `None` if no string
/// argument has a known name, or the label would be empty.
pub(super) fn key_argument(args: &Item<'_>) -> Option<String> {
    let (label, end) = if args.is_string() {
        let (object, is_cut) = object_in(head(&args.text().to_str(), TEXT_CHARS))?;
        let (name, label) = best_of(&Item::from(&object))?;
        let last = object.as_object()?.keys().next_back()?;
        (label, if is_cut && name == last { "…" } else { "" })
    } else {
        (best_of(args)?.1, "")
    };
    Some(label + end).filter(|label| !label.is_empty())
}

/// The name of the argument that shows best what a call is about, and its label.
fn best_of<'v>(args: &Item<'v>) -> Option<(&'v str, String)> {
    let texts = args.fields().filter(|(_, value)| value.is_string());
    let ranked = texts.filter_map(|(name, value)| Some((argument_rank(name)?, name, value)));
    let (_, name, value) = ranked.min_by_key(|(rank, ..)| *rank)?;
    let text = value.text().to_str();
    Some((name, clip_label(head(&text, READ_CHARS), LABEL_CHARS)))
}

fn head(text: &str, chars: usize) -> &str {
    let end = text
        .char_indices()
        .nth(chars)
        .map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// The object that a JSON text begins with, which may end anywhere in it; and whether its last
/// string is cut off.
fn object_in(text: &str) -> Option<(Value, bool)> {
    let (mut open, mut comma) = (Vec::new(), 0);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_quoted => is_escaped = true,
            b'"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => drop(open.pop()),
            b',' if open.len() == 1 => comma = at,
            _ => {}
        }
    }
    let first = |text: String| {
        let mut values = serde_json::Deserializer::from_str(&text).into_iter::<Value>();
        values.next()?.ok().filter(Value::is_object)
    };
    let quote = if is_quoted { "\"" } else { "" };
    let closed = &text[..text.len() - usize::from(is_escaped)];
    let brackets: String = open.iter().rev().collect();
    let whole = first(format!("{closed}{quote}{brackets}")).map(|object| (object, is_quoted));
    // Up to the last argument that is complete.
    whole.or_else(|| Some((first(format!("{}}}", &text[..comma]))?, false)))
}

/// Returns the rank of an argument by its name: the lower, the better it shows what a call is
/// about. `None` for an unknown name. Case, `_` and `-` are ignored (`file_path`, `filePath`).
pub fn argument_rank(name: &str) -> Option<usize> {
    let plain = name.replace(['_', '-'], "").to_ascii_lowercase();
    ARGUMENTS.iter().position(|known| *known == plain)
}

/// The names of arguments by rank, in small letters without `_` and `-`.
const ARGUMENTS: [&str; 15] = listed(
    "filepath path absolutepath filename notebookpath targetfile file dirpath command cmd pattern \
     query url name description",
);

/// An argument with a rank below this names a file or a folder.
pub const PATH_RANKS: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_in_json_text_are_read_as_far_as_they_go() {
        let cases = [
            (r#"{"path": "a.rs"}"#, Some("a.rs")),
            (
                r#" { "limit": 3, "opts": {"path": "no", "x": ["]"]}, "file_path" : "src/\u00e9.rs" } "#,
                Some("src/é.rs"),
            ),
            (
                r#"{"description": "d", "command": "ls -l", "cwd": null}"#,
                Some("ls -l"),
            ),
            (r#"{"path": "a.rs", "content": "never ends \"#, Some("a.rs")),
            (r#"{"command": "cargo te"#, Some("cargo te…")),
            (r#"{"limit": 3, "list": [1, 2"#, None),
            (r#"{"limit": 3}"#, None),
            ("[1]", None),
            ("{", None),
            ("{\"a\" 1", None),
            (r#"{"path": 7, "cmd": "x"}"#, Some("x")),
        ];
        for (text, expected) in cases {
            let text = json!(text);
            let found = key_argument(&Item::from(&text));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
