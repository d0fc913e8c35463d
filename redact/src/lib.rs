//! Removes secrets from text before it is stored: private keys, keys of known shapes, request
//! tokens, password hashes, passwords in URLs and in command arguments, and values that a name
//! marks as secret, in code, configuration, tables and sentences. A placeholder says what kind of
//! secret was removed and how long it was; line numbers do not change.
//!
//! Code that looks up a secret by name is not a secret and is kept (`os.environ["API_KEY"]`,
//! `process.env.TOKEN`, `${PASSWORD}`).

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod access;
mod assigned;
mod behind;
mod blocks;
mod bytes;
mod cards;
mod commands;
mod forms;
mod logins;
mod markup;
mod mix;
mod names;
mod phrases;
mod placeholders;
mod printed;
mod reading;
mod several;
mod shapes;
mod spoken;
mod tables;
mod values;
mod web;

use std::ops::Range;

/// A text without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redacted {
    /// The text, with placeholders.
    pub text: String,
    /// Number of secrets that were removed.
    pub secrets: u64,
}

/// The range and kind of a secret.
#[derive(Debug, Clone)]
struct Found {
    at: Range<usize>,
    kind: &'static str,
}

fn take(found: &mut Vec<Found>, at: Range<usize>, kind: &'static str) {
    found.push(Found { at, kind });
}

/// The text with a placeholder in place of each secret.
///
/// ```
/// use conspectus_redact::redact;
///
/// let redacted = redact("password = \"tr0ub4dor&3\"\nkey = os.environ[\"API_KEY\"]\n");
/// assert_eq!(redacted.text, "password = \"[redacted password, 11 chars]\"\nkey = os.environ[\"API_KEY\"]\n");
/// assert_eq!(redacted.secrets, 1);
/// ```
#[must_use]
pub fn redact(text: &str) -> Redacted {
    let mut found = Vec::new();
    blocks::find(text, &mut found);
    shapes::find(text, &mut found);
    web::find(text, &mut found);
    names::find(text, &mut found);
    commands::find(text, &mut found);
    tables::find(text, &mut found);
    forms::find(text, &mut found);
    logins::find(text, &mut found);
    access::find(text, &mut found);
    cards::find(text, &mut found);
    phrases::find(text, &mut found);
    printed::find(text, &mut found);
    let old = placeholders(text);
    found.retain(|secret| {
        let next = old.partition_point(|old| old.end <= secret.at.start);
        !secret.at.is_empty() && old.get(next).is_none_or(|old| old.start >= secret.at.end)
    });
    // Of two that overlap the one that begins first names both, and of these the longer one.
    found.sort_by_key(|secret| (secret.at.start, std::cmp::Reverse(secret.at.end)));
    let mut merged: Vec<Found> = Vec::with_capacity(found.len());
    for secret in found {
        match merged.last_mut() {
            Some(last) if secret.at.start < last.at.end => {
                last.at.end = last.at.end.max(secret.at.end);
            }
            _ => merged.push(secret),
        }
    }
    let mut result = Redacted {
        text: String::with_capacity(text.len()),
        secrets: 0,
    };
    let mut from = 0;
    for Found { at, kind } in merged {
        let Some(secret) = text.get(at.clone()) else {
            continue;
        };
        result.text.push_str(&text[from..at.start]);
        result.text.push_str(&format!(
            "[redacted {kind}, {} chars]",
            secret.encode_utf16().count()
        ));
        // Ranges of lines must lead to the same places as before.
        result
            .text
            .extend(secret.bytes().filter(|byte| *byte == b'\n').map(char::from));
        result.secrets += 1;
        from = at.end;
    }
    result.text.push_str(&text[from..]);
    result
}

/// What was redacted before.
fn placeholders(text: &str) -> Vec<Range<usize>> {
    const BEGIN: &str = "[redacted ";
    const END: &str = " chars]";
    let places = text.match_indices(BEGIN).filter_map(|(start, _)| {
        let inner = bytes::window(text, start + BEGIN.len(), 80);
        let end = inner.find(END)?;
        (!inner[..end].contains(['\n', '[']))
            .then_some(start..start + BEGIN.len() + end + END.len())
    });
    places.collect()
}
