//! Makes the tags of a document harmless in what is quoted: `<` becomes `&lt;` in them and nowhere
//! else.

use super::skeleton;
use crate::listed;
use crate::seal;

/// Names of the tags that we write, without punctuation and in lower case.
const FRAMES: [&str; 4] = listed("handover latestuserrequest conversation previousnotes");
/// Maximum number of chars after a `<` or `[` that are searched for a name.
const NEXT_MAX: usize = 64;

/// Escapes our tags in a text, in any letter case and spacing: nothing in it can end one of our
/// frames or forge a request.
pub fn escape_tags(text: &str) -> String {
    replaced(text, "<", "&lt;", is_reserved)
}

/// Escapes the content of a record: in addition to our tags, lookalikes of `<`, tags that are
/// already escaped (so that an answer can quote both), and the markers around our own message.
pub fn escape_tags_in_record(text: &str) -> String {
    let text = replaced(text, "&lt;", "&amp;lt;", is_reserved);
    let text = replaced(&escape_tags(&text), "＜", "&lt;", is_reserved);
    replaced(&escape_memory(&text), "［", "&#91;", is_end)
}

/// Escapes the markers around our own message, in any letter case and spacing.
pub fn escape_memory(text: &str) -> String {
    replaced(text, "[", "&#91;", is_end)
}

/// Escapes our tags and markers in repeated text. [`unescape_for_good`] restores every text
/// exactly, even if it contains escapes.
pub fn escape_for_good(text: &str) -> String {
    let text = replaced(text, "&", "&amp;", escapes);
    escape_memory(&escape_tags(&text))
}

/// What [`escape_for_good`] made harmless, as it was.
pub fn unescape_for_good(text: &str) -> String {
    let text = replaced(text, "&lt;", "<", is_reserved);
    let text = replaced(&text, "&#91;", "[", is_end);
    replaced(&text, "&amp;", "&", escapes)
}

/// Returns true if the text after a `&` continues one of our escapes, escaped any number of times.
fn escapes(mut rest: &str) -> bool {
    while let Some(inner) = rest.strip_prefix("amp;") {
        rest = inner;
    }
    rest.strip_prefix("lt;").is_some_and(is_reserved)
        || rest.strip_prefix("#91;").is_some_and(is_end)
}

/// The text with another `sign` wherever such a text follows. No sign changes what follows a sign
/// before it: a name ends at each of them.
fn replaced(text: &str, sign: &str, with: &str, follows: impl Fn(&str) -> bool) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(text.as_bytes(), sign) {
        let end = at + sign.len();
        if follows(&text[end..]) {
            replaced += &text[from..at];
            replaced += with;
            from = end;
        }
    }
    replaced += &text[from..];
    replaced
}

/// Whether what follows a `[` looks like an end of our own message.
fn is_end(rest: &str) -> bool {
    let mut looks = String::new();
    for char in rest.chars().take(NEXT_MAX) {
        skeleton::add(char.encode_utf8(&mut [0; 4]), &mut looks);
        let name = looks.trim_start_matches(['/', '_', '-', '.']);
        if seal::NAMES.iter().any(|known| name.starts_with(known)) {
            return true;
        }
        if !seal::NAMES.iter().any(|known| known.starts_with(name)) {
            return false;
        }
    }
    false
}

/// Whether what follows a `<` looks like one of our names: up to the end of the tag, or of the
/// text.
fn is_reserved(rest: &str) -> bool {
    let known = |name: &str| FRAMES.contains(&name);
    let mut name = String::new();
    let mut looks = String::new();
    for char in rest.chars().take(NEXT_MAX) {
        // The blank in `<overall goal>`, or the one before an attribute.
        if char.is_whitespace() {
            if known(&name) {
                return true;
            }
            continue;
        }
        looks.clear();
        skeleton::add(char.encode_utf8(&mut [0; 4]), &mut looks);
        for char in looks.chars() {
            match char {
                ':' => name.clear(),
                '/' if name.is_empty() => {}
                '_' | '-' | '.' => {}
                char if char.is_ascii_alphanumeric() => name.push(char),
                _ => return known(&name),
            }
        }
    }
    known(&name)
}
