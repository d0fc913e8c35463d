//! Classifies a provider's error. The input is the error as data, as an SDK, a gateway or a log
//! shows it; the output is its kind and its numbers.
//!
//! The first match decides the kind: a known wording for a problem of the request (`wordings.rs`),
//! a known code, a known wording for anything else, and last the HTTP status. So an overflow is
//! recognized under any status and in any wrapping.
//!
//! Size limits of a request are read only from the provider's own words, not from content of the
//! request that an error repeats (`own.rs`).

mod answer;
mod body;
mod error_text;
mod own;
mod pattern;
mod wordings;

use crate::error::Result;
use crate::host::clip::clip;
use crate::host::item::Item;
use crate::shape::{shapes, words};
use error_text::ErrorText;
use pattern::{StatedNumbers, find};
use wordings::{CODES, MS, NUMBERS, REQUEST, SERVICE, STATUSES, WAITS, Wordings};

words! {
    /// What is wrong.
    pub enum ErrorClass as "ErrorKind" {
        /// The prompt exceeds the token limit of the model or the account.
        Tokens => "tokens",
        /// The requested output exceeds the limit or doesn't fit.
        MaxTokens => "max_tokens",
        /// The request has too many bytes.
        Bytes => "bytes",
        /// A media item is too large, one too many, or can't be read.
        Media => "media",
        /// The history is invalid, e.g. a call without its result.
        Pairing => "pairing",
        /// A signature of thinking is missing or wrong, or bound to changed content.
        ThinkingBound => "thinking_bound",
        /// The response is empty. Some hosts respond this way to a prompt that's too long.
        Empty => "empty",
        /// Too many requests or tokens for now.
        Rate => "rate",
        /// The provider is faulty or overloaded.
        Overload => "overload",
        /// A problem with the key, the permission or the account.
        Auth => "auth",
        /// Anything else.
        Other => "other",
    }
}

words! {
    /// How an error was recognized.
    pub enum MatchedBy {
        /// Its wording.
        Wording => "wording",
        /// A code, or the exception's name.
        Code => "code",
        /// The HTTP status.
        Status => "status",
        /// The response itself.
        Answer => "answer",
        /// Not at all.
        Nothing => "nothing",
    }
}

shapes! {
    /// A provider's error, understood. What the error does not state is `None`.
    pub struct ProviderError: Eq {
        /// What is wrong.
        pub kind: ErrorClass,
        /// Whether the same request may succeed later.
        pub retry: bool,
        /// How the kind was recognized.
        pub known_by: MatchedBy,
        /// The HTTP status.
        pub status: Option<u16>,
        /// Tokens of the rejected prompt.
        pub prompt_tokens: Option<u64>,
        /// The prompt limit, including the response if the provider counts both.
        pub limit_tokens: Option<u64>,
        /// Output tokens that the request asked for.
        pub max_output_tokens: Option<u64>,
        /// The output limit.
        pub limit_output_tokens: Option<u64>,
        /// Size of the rejected request or part, in bytes.
        pub bytes: Option<u64>,
        /// The limit in bytes.
        pub limit_bytes: Option<u64>,
        /// The limit on media.
        pub limit_media: Option<u64>,
        /// Milliseconds that the provider asks to wait.
        pub retry_after_ms: Option<u64>,
        /// JSON Pointer into the request, e.g. `/messages/3/content/1`.
        pub place: Option<String>,
        /// The provider's message, up to 500 characters.
        pub message: String,
    }
}

/// Longest message, in chars. Chosen here: a few sentences; some gateways repeat the whole request.
const MESSAGE_CHARS: usize = 500;

/// Classifies a provider's error. The input is a string, or an object with any of `message`,
/// `status`, `code`, `body`, `headers`, as SDKs have them. An empty response is an error too.
///
/// ```
/// use conspectus::{classify_error, ErrorClass};
/// use serde_json::json;
///
/// let error = json!({ "status": 400, "body": { "error": { "message": "prompt is too long: 210543 tokens > 200000 maximum" } } });
/// let error = classify_error(&error)?;
/// assert_eq!(error.kind, ErrorClass::Tokens);
/// assert_eq!((error.prompt_tokens, error.limit_tokens, error.retry), (Some(210_543), Some(200_000), false));
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `TooDeep` if the data is nested deeper than the limit.
pub fn classify_error<'v>(error: impl Into<Item<'v>>) -> Result<ProviderError> {
    let value = error.into().to_value()?;
    let mut error = classify(&ErrorText::of(&value));
    if error.known_by == MatchedBy::Nothing && answer::is_empty(&value) {
        (error.kind, error.known_by) = (ErrorClass::Empty, MatchedBy::Answer);
    }
    Ok(error)
}

fn classify(said: &ErrorText) -> ProviderError {
    let text = said.text.as_str();
    let stated = first(&STATUSES, "status", text);
    let stated = stated.and_then(|status| u16::try_from(status).ok());
    let status = said.status.or(stated);
    let worded = |rows: &[Wordings]| {
        each(rows).find_map(|(kind, says)| {
            let found = if is_of_size(kind) {
                said.find_own(says, is_of_all(kind))
            } else {
                find(says, text)
            };
            Some((kind, found?))
        })
    };
    let coded = || each(CODES).find(|(kind, code)| said.has_code(code, is_of_size(*kind)));
    let none = StatedNumbers::new;
    let (kind, known_by, mut found) = if let Some((kind, found)) = worded(REQUEST) {
        (kind, MatchedBy::Wording, found)
    } else if let Some((kind, _)) = coded() {
        (kind, MatchedBy::Code, none())
    } else if let Some((kind, found)) = worded(SERVICE) {
        (kind, MatchedBy::Wording, found)
    } else {
        match status.and_then(of_status) {
            Some(kind) => (kind, MatchedBy::Status, none()),
            None => (ErrorClass::Other, MatchedBy::Nothing, none()),
        }
    };
    if kind == ErrorClass::Tokens {
        // Some state the numbers apart from the sentence.
        for (slot, number) in NUMBERS.iter().filter_map(|says| find(says, text)).flatten() {
            found.entry(slot).or_insert(number);
        }
    }
    let number = |slot: &str| found.get(slot).copied();
    let output = number("output");
    let of_total = |total: u64| total.saturating_sub(output.unwrap_or(0));
    let prompt_tokens = number("prompt").or(number("total").map(of_total));
    let room = room_for_answer(prompt_tokens, output, number("limit"));
    let kind = match kind {
        ErrorClass::Tokens if room.is_some() => ErrorClass::MaxTokens,
        kind => kind,
    };
    ProviderError {
        kind,
        retry: matches!(kind, ErrorClass::Rate | ErrorClass::Overload)
            || (kind == ErrorClass::Other && may_pass(status, said)),
        known_by,
        status,
        prompt_tokens,
        limit_tokens: number("limit").filter(|limit| *limit > 0),
        max_output_tokens: output,
        limit_output_tokens: room.or(number("answer")),
        bytes: number("bytes"),
        limit_bytes: number("max_bytes").filter(|limit| *limit > 0),
        limit_media: number("media"),
        retry_after_ms: first(&MS, "ms", text).or_else(|| first(&WAITS, "wait", text)),
        place: error_text::place(text),
        message: clip(&said.message, MESSAGE_CHARS, 0.7).into_owned(),
    }
}

/// Returns whether an error of this kind states the allowed size of a request: it changes what is
/// sent, and for how long.
fn is_of_size(kind: ErrorClass) -> bool {
    is_of_all(kind) || matches!(kind, ErrorClass::Bytes | ErrorClass::Media)
}

/// Whether an error of this kind is about the request as a whole.
fn is_of_all(kind: ErrorClass) -> bool {
    matches!(kind, ErrorClass::Tokens | ErrorClass::MaxTokens)
}

/// Returns the tokens that a window leaves for a response, if the response is too long and not the
/// prompt: together they exceed the limit, and the prompt has less than half of it. By default a
/// compaction targets half, so compacting would not help.
fn room_for_answer(prompt: Option<u64>, output: Option<u64>, limit: Option<u64>) -> Option<u64> {
    let (prompt, output, limit) = (prompt?, output?, limit?);
    (prompt < limit / 2 && prompt.saturating_add(output) > limit).then(|| limit - prompt)
}

/// Each wording or code with its kind, in order.
fn each(rows: &[Wordings]) -> impl Iterator<Item = (ErrorClass, &'static str)> {
    rows.iter()
        .flat_map(|(kind, all)| all.iter().map(|says| (*kind, *says)))
}

/// The number in this slot of the first wording that matches.
fn first(wordings: &[&'static str], slot: &str, text: &str) -> Option<u64> {
    let mut found = wordings.iter().filter_map(|says| find(says, text));
    found.next()?.remove(slot)
}

/// Returns the kind of an HTTP status, for errors that nothing else explains.
fn of_status(status: u16) -> Option<ErrorClass> {
    match status {
        401..=403 => Some(ErrorClass::Auth),
        413 => Some(ErrorClass::Bytes),
        429 => Some(ErrorClass::Rate),
        500..=599 => Some(ErrorClass::Overload),
        _ => None,
    }
}

/// Returns whether an unexplained error may disappear on the next attempt: timeouts, and
/// connections that broke.
fn may_pass(status: Option<u16>, said: &ErrorText) -> bool {
    match status {
        Some(status) => matches!(status, 408 | 409 | 425),
        None => {
            wordings::BROKEN.iter().any(|says| said.text.contains(says))
                || wordings::BROKEN_NAMES
                    .iter()
                    .any(|name| said.has_code(name, false))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text that reads as the wording.
    fn sample(says: &str) -> String {
        let mut pieces = says.split('{');
        let mut text = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            let (slot, rest) = piece.split_once('}').expect("a slot is closed");
            text += match slot {
                "wait" => "7s",
                "status" => "418",
                _ => "7000",
            };
            text += rest;
        }
        text.replace('*', " zz ")
    }

    #[test]
    fn every_row_is_written_as_texts_are_compared() {
        for (_, says) in each(REQUEST).chain(each(SERVICE)) {
            assert_eq!(error_text::normal(says), says);
        }
        for says in NUMBERS.iter().chain(&MS).chain(&WAITS).chain(&STATUSES) {
            assert_eq!(error_text::normal(says), **says);
        }
        for (_, code) in each(CODES) {
            assert_eq!(code.to_ascii_lowercase(), code);
        }
    }

    #[test]
    fn no_text_panics() {
        let odd = [
            "\u{1F980}",
            "\u{0301}",
            "\u{202E}",
            "9999999999999999999999",
            "1.",
            ".",
            "[",
            "]",
            "{",
            "\\",
            "\0",
        ];
        for (_, says) in each(REQUEST).chain(each(SERVICE)) {
            let sample = sample(says);
            for (place, odd) in sample
                .char_indices()
                .map(|(at, _)| at)
                .zip(odd.iter().cycle())
            {
                let (before, after) = sample.split_at(place);
                for text in [
                    format!("{before}{odd}{after}"),
                    format!("{before}{odd}"),
                    format!("messages.{odd}.{after}"),
                ] {
                    let said = ErrorText::of(
                        &serde_json::json!({ "message": text, "headers": { "Retry-After": odd } }),
                    );
                    assert!(classify(&said).message.len() <= 4 * MESSAGE_CHARS + 200);
                }
            }
        }
    }

    #[test]
    fn every_row_is_reached() {
        // A row that an earlier one always hides says nothing.
        for rows in [REQUEST, SERVICE] {
            for (index, (_, says)) in each(rows).enumerate() {
                let sample = sample(says);
                let first = each(rows).position(|(_, other)| find(other, &sample).is_some());
                assert_eq!(
                    first,
                    Some(index),
                    "`{}` is hidden by `{}`",
                    says,
                    first
                        .and_then(|first| each(rows).nth(first))
                        .map_or("nothing", |(_, says)| says)
                );
            }
        }
    }
}
