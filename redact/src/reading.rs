//! Finds the start and end of a value: quoted, bare, or an argument of a command.

use crate::bytes::{run_most, trimmed, window};
use std::ops::Range;

/// How far a value reaches at most, in bytes. Chosen here.
pub(crate) const VALUE_MOST: usize = 8_192;

/// Blanks of one line, those of other languages too.
pub(crate) fn blanks(text: &str, at: usize) -> usize {
    let part = window(text, at, 64);
    let rest = part.trim_start_matches([' ', '\t', '\u{a0}', '\u{3000}', '\u{202f}']);
    at + part.len() - rest.len()
}

/// Returns the end of an assignment sign.
pub(crate) fn sign(text: &str, at: usize) -> Option<usize> {
    let rest = window(text, at, 8);
    for sign in [
        ":=", "::=", ":: ", "===", "!==", "==", "!=", "=>", "=~", "->", "?=", "+=", "<-", "<<<",
        "\u{ff1a}", "\u{ff1d}", "=", ":", "\u{2192}",
    ] {
        if rest.starts_with(sign) {
            // `Token::new` is a path.
            let is_path = sign == ":" && rest.starts_with("::");
            return (!is_path).then_some(at + sign.len());
        }
    }
    None
}

/// Returns the position after a string prefix that precedes quotes: `f"`, `@"`.
pub(crate) fn prefixed(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let end = run_most(bytes, start, 2, |byte| b"rRbBfFuU@$LN".contains(&byte));
    if matches!(bytes.get(end), Some(b'"' | b'\'' | b'`')) {
        end
    } else {
        start
    }
}

/// Returns the text in quotes that open here.
pub(crate) fn quoted(text: &str, start: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let rest = window(text, start, 4);
    for (open, shut) in [
        ("\u{201c}", "\u{201d}"),
        ("\u{201e}", "\u{201c}"),
        ("\u{ab}", "\u{bb}"),
        ("\u{300c}", "\u{300d}"),
        ("\u{300e}", "\u{300f}"),
        ("\u{2018}", "\u{2019}"),
    ] {
        if rest.starts_with(open) {
            let inner = window(text, start + open.len(), VALUE_MOST);
            let from = start + open.len();
            let end = inner.find([shut.chars().next()?, '\n'])?;
            let value = from..from + end;
            return Some(trimmed(text, value));
        }
    }
    let slashes = run_most(bytes, start, 3, |byte| byte == b'\\') - start;
    let open = start + slashes;
    let quote = *bytes.get(open).filter(|byte| b"\"'`".contains(byte))?;
    let quotes = run_most(bytes, open, 3, |byte| byte == quote) - open;
    let from = if quotes == 3 { open + 3 } else { open + 1 };
    if quotes == 2 {
        return None;
    }
    let mut at = from;
    let last = bytes.len().min(from + VALUE_MOST);
    while at < last {
        match bytes[at] {
            b'\n' if quotes != 3 => break,
            byte if byte == quote => break,
            b'\\' if slashes == 0 => at += 1,
            b'\\' if bytes.get(at + 1) == Some(&quote) => break,
            _ => {}
        }
        at += 1;
    }
    let end = at.min(last);
    text.is_char_boundary(end).then(|| trimmed(text, from..end))
}

/// A value without quotes: up to a blank, or to what begins another value.
pub(crate) fn bare(text: &str, start: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = start;
    let last = bytes.len().min(start.saturating_add(VALUE_MOST));
    while at < last {
        let byte = bytes[at];
        match byte {
            _ if byte.is_ascii_whitespace() || !byte.is_ascii() => break,
            b'"' | b'\'' | b'`' | b'<' => break,
            b'\\'
                if matches!(
                    bytes.get(at + 1),
                    None | Some(b'"' | b'\'' | b'n' | b'r' | b'\n')
                ) =>
            {
                break;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                if depth == 0 {
                    break;
                }
                depth -= 1;
            }
            b';' | b',' | b'&' | b'|' if at > start && parts(text, at) => break,
            _ => {}
        }
        at += 1;
    }
    // The end of a sentence, or of an emphasis.
    while at > start + 1
        && b".,;:*".contains(&bytes[at - 1])
        && bytes.get(at).is_none_or(u8::is_ascii_whitespace)
        && !(bytes[at - 1] == b'*' || bytes[at - 1] == b'.')
    {
        at -= 1;
    }
    start..at
}

/// Returns true if a sign inside a value ends it: nothing more follows, or the next name does.
pub(crate) fn parts(text: &str, at: usize) -> bool {
    let rest = window(text, at + 1, 48);
    let rest = rest.strip_prefix("amp;").unwrap_or(rest);
    let Some(next) = rest.chars().next() else {
        return true;
    };
    let name = rest
        .find(|char: char| !(char.is_ascii_alphanumeric() || "_-. ".contains(char)))
        .unwrap_or(rest.len());
    next.is_whitespace()
        || !next.is_ascii()
        || "\"'`)]};,&|".contains(next)
        || (name > 0 && rest[name..].starts_with(['=', ':']))
}

/// `|` or `>` of YAML, and where the line ends.
pub(crate) fn block_mark(text: &str, start: usize) -> Option<usize> {
    let rest = window(text, start, 4);
    let line = rest.split(['\n', '\r']).next().unwrap_or(rest);
    ["|", ">", "|-", ">-", "|+", ">+"]
        .contains(&line.trim_end())
        .then_some(start + line.len())
}

/// Returns a word as a shell splits it, without its quotes.
pub(crate) fn argument(text: &str, start: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let end = run_most(bytes, start, VALUE_MOST, |byte| {
        !byte.is_ascii_whitespace() && !b"\"'`<".contains(&byte)
    });
    let mut end = end;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let spelled = &text[start..end];
    // A line break of a text that stands in quotes.
    let spelled = ["\\n", "\\r", "\\t"]
        .iter()
        .filter_map(|sign| spelled.find(sign))
        .min()
        .map_or(spelled, |line| &spelled[..line]);
    let kept = spelled.trim_end_matches([';', ')', ',', '\\']);
    start..start + kept.len()
}
