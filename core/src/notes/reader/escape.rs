//! Makes the tags of a document harmless in what is quoted: `<` becomes `&lt;` in them and nowhere else.

use super::keys::{key, DRAFTS};
use crate::config::SnapshotForm;
use crate::notes::snapshot::sections;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Names that stand around what we write ourselves, beside the sections.
const FRAMES: [&str; 5] = ["statesnapshot", "latestuserrequest", "conversation", "previoussnapshot", "notes"];
/// Chars behind a `<` in which a name is looked for.
const NEXT_MAX: usize = 64;

fn reserved() -> &'static BTreeSet<String> {
    static RESERVED: OnceLock<BTreeSet<String>> = OnceLock::new();
    RESERVED.get_or_init(|| {
        let names = SnapshotForm::ALL.into_iter().flat_map(sections).map(|(name, _)| *name).filter(|name| name.contains('_'));
        names.map(key).chain(FRAMES.into_iter().chain(DRAFTS).map(str::to_owned)).collect()
    })
}

/// What a model wrote, so that nothing in it closes a section, opens a root or forges a request.
pub(crate) fn tags_in_answer(text: &str) -> String {
    escaped(text)
}

/// Quoted text with our tags made harmless, in any case and spacing.
#[must_use]
pub fn escape_tags(text: &str) -> String {
    escaped(text)
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memchr_iter(b'<', text.as_bytes()) {
        if is_reserved(&text[at + 1..]) {
            escaped.push_str(&text[from..at]);
            escaped.push_str("&lt;");
            from = at + 1;
        }
    }
    escaped.push_str(&text[from..]);
    escaped
}

/// Whether what follows a `<` reads as one of our names: up to the end of the tag, or of the text.
fn is_reserved(rest: &str) -> bool {
    let mut name = String::new();
    let mut begun = false;
    for char in rest.chars().take(NEXT_MAX) {
        match char {
            '/' if !begun => {}
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => {}
            ' ' | '\t' if !begun => {}
            ':' => name.clear(),
            '_' | '-' | '.' => {}
            // The blank in `<overall goal>`, or the one before an attribute.
            ' ' | '\t' => {
                if reserved().contains(&name) {
                    return true;
                }
            }
            char if char.is_ascii_alphanumeric() => {
                begun = true;
                name.push(char.to_ascii_lowercase());
            }
            _ => break,
        }
    }
    reserved().contains(&name)
}
