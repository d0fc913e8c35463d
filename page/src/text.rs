//! Numbers, and texts of a conversation made harmless.

use serde_json::Value;

/// The text as HTML, also between double quotes. What steers a terminal or turns the direction of
/// reading is shown as a sign for it.
pub(crate) fn escape(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for char in text.chars() {
        push(&mut result, char);
    }
    result
}

/// As [`escape`] for the start of a text: at most `most_bytes` of HTML, and an ellipsis if it
/// continues.
pub(crate) fn clip(text: &str, most_bytes: usize) -> String {
    let mut result = String::new();
    for char in text.chars() {
        let before = result.len();
        push(&mut result, char);
        if result.len() > most_bytes {
            result.truncate(before);
            result.push_str(" ...");
            break;
        }
    }
    result
}

fn push(result: &mut String, char: char) {
    match char {
        '&' => result.push_str("&amp;"),
        '<' => result.push_str("&lt;"),
        '>' => result.push_str("&gt;"),
        '"' => result.push_str("&quot;"),
        '\'' => result.push_str("&#39;"),
        '\n' | '\t' => result.push(char),
        _ if steers(char) => result.push('\u{fffd}'),
        _ => result.push(char),
    }
}

/// Control characters, and Unicode's marks of direction (UAX 9, table of explicit formatting
/// characters).
fn steers(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A whole number with commas; of something else 0.
pub(crate) fn number(value: &Value) -> u64 {
    let whole = value.as_u64();
    whole
        .or_else(|| value.as_f64().map(|number| number as u64))
        .unwrap_or(0)
}

/// A whole number with commas: `33,487`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 message`, `3 messages`.
pub(crate) fn counted(number: u64, what: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{} {what}{end}", grouped(number))
}

/// A word of the library as people read it: `tool_results` is `tool results`.
pub(crate) fn word(value: &Value) -> String {
    escape(&value.as_str().unwrap_or_default().replace('_', " "))
}

/// The list under a key; empty if it is missing.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::{clip, counted, escape, grouped};

    #[test]
    fn no_text_becomes_markup() {
        assert_eq!(
            escape("<b a=\"1\">&'\u{1b}\u{202e}\n漢"),
            "&lt;b a=&quot;1&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}\n漢"
        );
        assert_eq!(clip("<<<<", 9), "&lt;&lt; ...");
        assert_eq!(clip("<<", 9), "&lt;&lt;");
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            (grouped(999).as_str(), grouped(1_234_567).as_str()),
            ("999", "1,234,567")
        );
        assert_eq!(
            (counted(1, "rule").as_str(), counted(0, "rule").as_str()),
            ("1 rule", "0 rules")
        );
    }
}
