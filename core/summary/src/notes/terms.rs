//! Terms: strings that can be searched for again. URLs, numbers with punctuation inside, dotted
//! names, words; Chinese, Japanese and Korean as pairs of characters.

use crate::notes::accept::words::is_wide;

/// Fewest characters of a word that is a term.
const WORD_MIN: usize = 3;
/// Maximum number of characters after a dot in a dotted name, including the first letter:
/// `main.rs`, `v1.config.json`.
const ENDING_MAX: usize = 6;

/// What a term looks like.
pub struct TermShape {
    /// Whether it cannot be paraphrased: a name of code, an id, a number, an address.
    pub is_reference: bool,
    /// Whether it is a word with a capital.
    pub capital: bool,
    pub chars: u32,
}

/// Calls `found` with every term of a text, in order. A term may occur repeatedly.
pub fn each_term<'a>(text: &'a str, mut found: impl FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let special = match bytes[at] {
            b'h' => url_end(text, at),
            b'0'..=b'9' => number_end(bytes, at),
            _ => None,
        };
        if let Some(end) = special {
            found(&text[at..end]);
            at = end;
            continue;
        }
        let end = word_end(text, at);
        if end == at {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let whole = dotted_end(text, end).unwrap_or(end);
        let word = &text[at..whole];
        if word.starts_with(is_wide) {
            let starts = word.char_indices().map(|(at, _)| at);
            let ends: Vec<usize> = starts.chain([word.len()]).collect();
            for pair in ends.windows(3) {
                found(&word[pair[0]..pair[2]]);
            }
        } else if whole > end || bytes[at..end].contains(&b'-') {
            // Digits in a compound make it an id.
            if whole > end || word.bytes().any(|byte| byte.is_ascii_digit()) {
                found(word);
            }
            word.split(['.', '-'])
                .filter(|part| at_least(part, WORD_MIN))
                .for_each(&mut found);
        } else if at_least(word, WORD_MIN) {
            found(word);
        }
        at = whole;
    }
}

/// The end of the first sentence of a line, if one ends before the line does.
fn sentence_end(line: &str) -> Option<usize> {
    line.char_indices().find_map(|(at, char)| {
        let end = at + char.len_utf8();
        let rest = &line[end..];
        let is_end = match char {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' | ';' => {
                let word = line[..at]
                    .rsplit(char::is_whitespace)
                    .next()
                    .unwrap_or_default();
                // The number of an item, a letter, or `e.g.`.
                let is_item = line.trim_start().starts_with(word) && word.parse::<u32>().is_ok();
                let is_mark = word.len() < 2 || word.contains('.') || is_item;
                rest.starts_with(char::is_whitespace) && !is_mark
            }
            _ => false,
        };
        (is_end && !rest.trim().is_empty()).then_some(end)
    })
}

/// Returns the sentences of a text; each includes the spaces and the line break after it.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        let mut rest = line;
        while let Some(end) = sentence_end(rest) {
            let end = rest.len() - rest[end..].trim_start_matches([' ', '\t']).len();
            found.push(&rest[..end]);
            rest = &rest[end..];
        }
        found.push(rest);
    }
    found
}

/// Whether a text begins with one of these.
pub(crate) fn begins(text: &str, heads: &[&str]) -> bool {
    heads.iter().any(|head| text.starts_with(head))
}

/// Whether a text contains one of these.
pub(crate) fn holds(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

pub(crate) fn at_least(text: &str, chars: usize) -> bool {
    text.chars().take(chars).count() == chars
}

fn url_end(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let behind = rest.strip_prefix("http")?;
    let behind = behind.strip_prefix('s').unwrap_or(behind);
    let head = rest.len() - behind.strip_prefix("://")?.len();
    let stop = |char: char| char.is_whitespace() || "\"'<>)]}\\,`".contains(char);
    let end = rest[head..].find(stop).map_or(rest.len(), |end| head + end);
    // A full stop ends the sentence, not the address.
    let end = rest[..end].trim_end_matches(['.', ':', ';']).len();
    (end > head).then_some(at + end)
}

/// The end of a number that has marks inside: `1.2.3`, `10:30`, `2024-05-01`, `3,200`.
fn number_end(bytes: &[u8], start: usize) -> Option<usize> {
    let digits = |mut at: usize| {
        while bytes.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        at
    };
    let mut at = digits(start);
    let first = at;
    while matches!(bytes.get(at), Some(b'.' | b':' | b',' | b'/' | b'-'))
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    {
        at = digits(at + 1);
    }
    (at > first).then_some(at)
}

/// The end of a run of letters, digits, `_` and inner `-`, all of one kind of writing.
fn word_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let wide = rest.starts_with(is_wide);
    let is_inner = |at: usize, char: char| {
        is_wide(char) == wide && char.is_alphanumeric() || char == '_' || (char == '-' && at > 0)
    };
    let end = rest.char_indices().find(|(at, char)| !is_inner(*at, *char));
    let run = end.map_or(rest, |(at, _)| &rest[..at]);
    start + run.trim_end_matches('-').len()
}

/// Returns the end of a dotted name whose first word ends at `end`; `None` if there isn't one.
fn dotted_end(text: &str, end: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = end;
    while bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
        let stop = word_end(text, at + 1);
        let dash = text[at + 1..stop].find('-');
        let inner = dash.map_or(stop, |dash| at + 1 + dash);
        if inner - at - 1 > ENDING_MAX {
            break;
        }
        at = inner;
    }
    (at > end).then_some(at)
}

/// What a text looks like.
pub fn shape(text: &str) -> TermShape {
    let is_mark = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'_');
    let mut pairs = text.as_bytes().windows(2);
    let is_camel = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte >= 0x80;
    TermShape {
        is_reference: text.bytes().any(is_mark) || text.contains("://") || pairs.any(is_camel),
        capital: text.starts_with(char::is_uppercase) && text.bytes().all(is_letter),
        chars: text.chars().count() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        each_term(text, |term| found.push(term));
        found
    }

    #[test]
    fn terms_are_what_can_be_looked_for_again() {
        assert_eq!(
            terms("see https://a.example/b?c=1, then v1"),
            ["see", "https://a.example/b?c=1", "then"]
        );
        assert_eq!(
            terms("edit src/main_test.rs at 10:30 or 1.2.3"),
            ["edit", "src", "main_test.rs", "main_test", "10:30", "1.2.3"]
        );
        assert_eq!(terms("well-known ab -x flag."), ["well", "known", "flag"]);
        assert_eq!(terms("不要改main.rs"), ["不要", "要改", "main.rs", "main"]);
        assert_eq!(terms("größe naïve ñ"), ["größe", "naïve"]);
    }

    #[test]
    fn shapes_tell_what_cannot_be_paraphrased() {
        let told = |text: &str| (shape(text).is_reference, shape(text).capital);
        for name in ["main_test.rs", "camelCase", "x86", "https://a/c"] {
            assert_eq!(told(name), (true, false), "{name}");
        }
        assert_eq!(told("Berlin"), (false, true));
        assert_eq!(told("word"), (false, false));
    }
}
