//! JSON as people write settings: with comments and trailing commas.

use crate::error::{Error, ErrorKind, Result};
use serde_json::Value;

/// The value of a JSON text that may hold comments (`//`, `/* */`) and commas before a closing
/// bracket.
///
/// # Errors
/// `InvalidJson` with the place of the fault.
pub fn settings_value(text: &str) -> Result<Value> {
    let plain = without_comments(text.trim_start_matches('\u{feff}'));
    serde_json::from_str(&plain).map_err(|error| {
        Error::new(
            ErrorKind::InvalidJson,
            "",
            format!("the settings aren't JSON: {error}"),
        )
    })
}

/// The text with blanks in place of comments and of commas before a closing bracket, so that places
/// stay the same.
fn without_comments(text: &str) -> String {
    let mut plain = Vec::with_capacity(text.len());
    let bytes = text.as_bytes();
    // The last comma behind which nothing but blanks has come, and the last character that is no
    // blank.
    let mut comma: Option<usize> = None;
    let mut last = b'[';
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = match rest {
            [b'"', ..] => at + string_end(rest),
            [b'/', b'/', ..] => {
                at + rest
                    .iter()
                    .position(|byte| matches!(byte, b'\n' | b'\r'))
                    .unwrap_or(rest.len())
            }
            [b'/', b'*', ..] => {
                at + rest
                    .windows(2)
                    .skip(2)
                    .position(|two| two == b"*/")
                    .map_or(rest.len(), |found| found + 4)
            }
            _ => at + 1,
        };
        let is_comment = rest.starts_with(b"//") || rest.starts_with(b"/*");
        match bytes[at] {
            _ if is_comment => plain.extend(
                bytes[at..end]
                    .iter()
                    .map(|byte| if *byte == b'\n' { b'\n' } else { b' ' }),
            ),
            byte => {
                match (byte, comma.take()) {
                    (b'}' | b']', Some(place)) => plain[place] = b' ',
                    (b' ' | b'\t' | b'\n' | b'\r', before) => comma = before,
                    // A comma behind which there is no item stands behind one at least.
                    (b',', _) if !matches!(last, b'[' | b'{' | b',') => comma = Some(plain.len()),
                    _ => {}
                }
                if !byte.is_ascii_whitespace() {
                    last = byte;
                }
                plain.extend_from_slice(&bytes[at..end]);
            }
        }
        at = end;
    }
    String::from_utf8(plain).unwrap_or_default()
}

/// The length of the string that begins here, quotes included.
fn string_end(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::settings_value;
    use serde_json::json;

    #[test]
    fn comments_and_last_commas_are_left_out() {
        let text = "\u{feff}{ // one\n \"a\": \"// no, \\\" /* none */ ,}\", /* two\n */ \"b\": [1, 2, ], }";
        assert_eq!(
            settings_value(text).expect("a value"),
            json!({ "a": "// no, \" /* none */ ,}", "b": [1, 2] })
        );
        for broken in ["{", "/*", "\"\\", "[,]", "{} x"] {
            assert!(settings_value(broken).is_err(), "{broken}");
        }
    }
}
