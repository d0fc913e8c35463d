//! The key argument of a call, which best shows what the call is about: a path, else a command,
//! else a pattern.

use crate::host::item::Item;
use crate::read::media::clip_label;

/// Longest label, in chars; and how much of the argument it is made of.
const LABEL_CHARS: usize = 80;
const READ_CHARS: usize = 160;
/// Chars that are read of arguments in JSON text. Chosen here: paths come before the text of a
/// file.
const TEXT_CHARS: usize = 4_096;

/// Returns the key argument of a call, at most 80 chars, made safe to show. `None` if no string
/// argument has a known name, or the label would be empty.
pub(super) fn key_argument<'v>(args: &Item<'v>) -> Option<String> {
    let label = if args.is_string() {
        of_json(head(&args.text().to_str(), TEXT_CHARS))?
    } else {
        let mut best: Option<(usize, Item<'v>)> = None;
        args.for_each(&mut |key, value| {
            let rank = key
                .and_then(|key| argument_rank(key.name))
                .filter(|_| value.is_string());
            if let Some(rank) =
                rank.filter(|rank| best.as_ref().is_none_or(|(known, _)| rank < known))
            {
                best = Some((rank, value));
            }
        });
        label(&best?.1.text().to_str())
    };
    Some(label).filter(|label| !label.is_empty())
}

fn head(text: &str, chars: usize) -> &str {
    let end = text
        .char_indices()
        .nth(chars)
        .map_or(text.len(), |(end, _)| end);
    &text[..end]
}

fn label(text: &str) -> String {
    clip_label(head(text, READ_CHARS), LABEL_CHARS)
}

/// Returns the key argument of an object in JSON text, which may be truncated.
fn of_json(text: &str) -> Option<String> {
    let mut scan = JsonCursor {
        rest: text.trim_start().strip_prefix('{')?,
    };
    let mut best: Option<(usize, String)> = None;
    while let Some(name) = scan.string() {
        scan.past(':')?;
        let rank = serde_json::from_str::<String>(name)
            .ok()
            .and_then(|name| argument_rank(&name));
        if !scan.rest.starts_with('"') {
            if scan.skip().is_none() {
                break;
            }
        } else {
            let (value, is_whole) = match scan.string() {
                Some(value) => (value.to_owned(), true),
                // The text ends here: what there is of the value is shown.
                None => (format!("{}\"", scan.rest.trim_end_matches('\\')), false),
            };
            if let Some(rank) =
                rank.filter(|rank| best.as_ref().is_none_or(|(known, _)| rank < known))
            {
                best = serde_json::from_str::<String>(&value)
                    .ok()
                    .map(|value| (rank, label(&value) + if is_whole { "" } else { "…" }))
                    .or(best);
            }
            if !is_whole {
                break;
            }
        }
        if scan.past(',').is_none() {
            break;
        }
    }
    best.map(|(_, label)| label)
}

/// A place in JSON text.
struct JsonCursor<'a> {
    rest: &'a str,
}

impl<'a> JsonCursor<'a> {
    /// Moves past `char` and the white space around it. `None` if another char comes next.
    fn past(&mut self, char: char) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(char)?.trim_start();
        Some(())
    }

    /// Returns the string at this position, with its quotes, and moves past it. `None` if no string
    /// begins here, or if it is not closed.
    fn string(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let mut escaped = false;
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'"' if at == 0 => {}
                _ if at == 0 => return None,
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    let (string, rest) = text.split_at(at + 1);
                    self.rest = rest;
                    return Some(string);
                }
                _ => {}
            }
        }
        None
    }

    /// Moves to the comma after a value that is not a string. `None` if no comma follows, or the
    /// value is not complete.
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0usize;
        loop {
            let at = self.rest.find(['"', '{', '[', '}', ']', ','])?;
            match self.rest.as_bytes()[at] {
                b'"' => {
                    self.rest = &self.rest[at..];
                    self.string()?;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b',' if depth == 0 => {
                    self.rest = &self.rest[at..];
                    return Some(());
                }
                b'}' | b']' => depth = depth.checked_sub(1)?,
                _ => {}
            }
            self.rest = &self.rest[at + 1..];
        }
    }
}

/// Returns the rank of an argument by its name: the lower, the better it shows what a call is
/// about. `None` for an unknown name. Case, `_` and `-` are ignored (`file_path`, `filePath`).
pub fn argument_rank(name: &str) -> Option<usize> {
    // The name without `_` and `-`, in small letters. A name of more than 16 letters is not in the
    // list.
    let mut letters = [0u8; 16];
    let mut length = 0;
    for byte in name.bytes().filter(|byte| *byte != b'_' && *byte != b'-') {
        *letters.get_mut(length)? = byte.to_ascii_lowercase();
        length += 1;
    }
    Some(match &letters[..length] {
        b"filepath" => 0,
        b"path" => 1,
        b"absolutepath" => 2,
        b"filename" => 3,
        b"notebookpath" => 4,
        b"targetfile" => 5,
        b"file" => 6,
        b"dirpath" => 7,
        b"command" => 8,
        b"cmd" => 9,
        b"pattern" => 10,
        b"query" => 11,
        b"url" => 12,
        b"name" => 13,
        b"description" => 14,
        _ => return None,
    })
}

/// An argument with a rank below this names a file or a folder.
pub const PATH_RANKS: usize = 8;

#[cfg(test)]
mod tests {
    use super::of_json;

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
            assert_eq!(of_json(text).as_deref(), expected, "{text}");
        }
    }
}
