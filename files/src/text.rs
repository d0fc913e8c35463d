//! Text that comes from elsewhere and is shown on a terminal.

use std::ffi::OsStr;
use std::fmt::Write;

/// The text with everything escaped that could steer a terminal or show other text than there is:
/// control characters, line breaks, and marks of direction. Names of files and values of options
/// may hold any of them.
#[must_use]
pub fn visible(text: &str) -> String {
    escaped(text, |_| false)
}

/// As [`visible`] for a text of several lines.
#[must_use]
pub fn visible_lines(text: &str) -> String {
    escaped(text, |char| char == '\n')
}

/// Returns a file name, or a word of a command line, with bytes that are not UTF-8 escaped:
/// `\xff.json`.
#[must_use]
pub fn visible_name(name: &OsStr) -> String {
    let mut result = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        result.push_str(&visible(chunk.valid()));
        for byte in chunk.invalid() {
            let _ = write!(result, "\\x{byte:02x}");
        }
    }
    result
}

fn escaped(text: &str, keeps: impl Fn(char) -> bool) -> String {
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        if steers(char) && !keeps(char) {
            let _ = write!(result, "{}", char.escape_default());
        } else {
            result.push(char);
        }
    }
    result
}

/// Control characters, line and paragraph separators, and Unicode's marks of direction (UAX 9,
/// table of explicit formatting characters).
fn steers(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{2028}' | '\u{2029}' | '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{visible, visible_lines};

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        assert_eq!(
            visible("a\u{1b}[31mb\nc\u{202e}d\u{9b}"),
            "a\\u{1b}[31mb\\nc\\u{202e}d\\u{9b}"
        );
        assert_eq!(visible_lines("a\r\nb"), "a\\r\nb");
        assert_eq!(visible("漢字 é 😀"), "漢字 é 😀");
    }
}
