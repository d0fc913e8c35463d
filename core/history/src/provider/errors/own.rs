//! Finds the part of an error's text that is the provider's own. Many errors repeat content of the
//! request, which anyone may have written: a page that a tool has read may say that the window is a
//! thousand tokens.
//!
//! An error consists of clauses. The first ones only announce an error, and its place: names of
//! exceptions, a status, `An error occurred when calling the operation`. The first clause that says
//! more is the complaint. Text after it that a colon, an equals sign, a dash, a bracket or a quote
//! opens is the subject of the complaint, and no longer the provider's own.

use super::body::body;
use serde_json::Value;

/// What a clause that only announces an error has in one of its words.
const ANNOUNCES: [&str; 10] = [
    "error",
    "exception",
    "fail",
    "fault",
    "status",
    "return",
    "refus",
    "reject",
    "operation",
    "reason",
];
/// Names of fields, as written before a sentence.
const FIELDS: [&str; 10] = [
    "code", "message", "msg", "detail", "details", "cause", "body", "response", "messages",
    "contents",
];
/// Most words after a status. Chosen here: `Too Many Requests`, `Internal Server Error`.
const PHRASE_WORDS: usize = 3;

/// What a clause does.
enum Clause {
    /// It says that there is an error.
    Announces,
    /// It holds names and numbers alone.
    Names,
    /// It says what is wrong.
    Complains,
}

/// The end of the provider's own words at the head of a text, in bytes, and the body found in place
/// of a sentence.
pub(super) fn own(text: &str) -> (usize, Option<Value>) {
    let mut start = 0;
    let mut complained = false;
    let mut before = ' ';
    // Where a quoted name ends that was looked at already.
    let mut skip = 0;
    for (at, char) in text.char_indices() {
        let next = text[at + char.len_utf8()..].chars().next();
        let clause = || clause(&text[start..at]);
        let ends = char == '\n'
            || (char == 'n' && before == '\\')
            || (matches!(char, '.' | '?' | '!') && next.is_none_or(char::is_whitespace));
        if at < skip {
            // A name in quotes opens nothing.
        } else if ends {
            complained |= matches!(clause(), Clause::Complains);
            start = at + char.len_utf8();
        } else if let Some(end) = quoted_name(text, at, before) {
            skip = end;
        } else if opens(char, before, next) {
            let is_foreign = match clause() {
                Clause::Announces => false,
                Clause::Names => complained,
                Clause::Complains => true,
            };
            if is_foreign {
                return (at, None);
            }
            if matches!(char, '{' | '[')
                && let Some(body) = body(&text[at..])
            {
                return (at, Some(body));
            }
            start = at + char.len_utf8();
        }
        before = char;
    }
    (text.len(), None)
}

/// Returns whether a char after a clause opens its subject.
fn opens(char: char, before: char, next: Option<char>) -> bool {
    match char {
        ':' | '=' | '{' | '[' | '"' | '`' | '\u{201C}' | '\u{AB}' => true,
        '\'' | '\u{2018}' => !before.is_alphanumeric(),
        '-' | '\u{2013}' | '\u{2014}' => {
            before.is_whitespace() && next.is_none_or(char::is_whitespace)
        }
        _ => false,
    }
}

/// The end of a name in quotes that begins at `at`: one word, as in `'messages[3].content'`.
fn quoted_name(text: &str, at: usize, before: char) -> Option<usize> {
    let inner = text[at..]
        .strip_prefix(['"', '\'', '`'])
        .filter(|_| !before.is_alphanumeric())?;
    let quote = text[at..].chars().next()?;
    let end = inner.find(|char: char| char.is_whitespace() || matches!(char, '"' | '\'' | '`'))?;
    inner[end..].starts_with(quote).then_some(at + end + 2)
}

fn clause(text: &str) -> Clause {
    let words: Vec<&str> = text
        .split_whitespace()
        // What stands in quotes is a name.
        .filter(|word| !word.starts_with(['"', '\'', '`']))
        .map(|word| word.trim_matches(|char: char| !char.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect();
    let is_status = |word: &&str| {
        word.len() == 3 && word.starts_with(['4', '5']) && word.parse::<u16>().is_ok()
    };
    let announces = |word: &&str| {
        let word = word.to_ascii_lowercase();
        ANNOUNCES.iter().any(|stem| word.contains(stem))
    };
    if words.iter().any(announces)
        || (words.first().is_some_and(is_status) && words.len() <= 1 + PHRASE_WORDS)
    {
        Clause::Announces
    } else if words.iter().all(|word| is_name(word)) {
        Clause::Names
    } else {
        Clause::Complains
    }
}

/// Whether a word is a name and no word of a sentence: `invalid_request`, `messages.3`,
/// `OpenAI`, `400`.
fn is_name(word: &str) -> bool {
    word.chars().count() < 2
        || word
            .chars()
            .skip(1)
            .any(|char| !char.is_lowercase() && !matches!(char, '\'' | '-' | '\u{2019}'))
        || !word.starts_with(char::is_alphabetic)
        || FIELDS.iter().any(|field| word.eq_ignore_ascii_case(field))
}

#[cfg(test)]
mod tests {
    use super::own;

    fn own_words(text: &str) -> &str {
        &text[..own(text).0]
    }

    #[test]
    fn what_only_announces_an_error_is_passed_over() {
        for text in [
            "An error occurred (ValidationException) when calling the Converse operation: The model returned the following errors: prompt is too long",
            "openai.error.InvalidRequestError: This model's maximum context length is 7 tokens",
            "InvalidRequestError(message=\"This model's maximum context length",
            "400 \"This model's maximum prompt length is 7",
            "<400> InternalError.Algo.InvalidParameter: Range of input length",
        ] {
            assert_eq!(own_words(text), text);
        }
    }

    #[test]
    fn what_a_complaint_is_about_is_not_its_own() {
        assert_eq!(
            own_words("Invalid type for 'messages[3].content': got a b"),
            "Invalid type for 'messages[3].content'"
        );
        assert_eq!(
            own_words("400 Bad payload received. Unknown name \"x\" at 'contents[3]': a b"),
            "400 Bad payload received. Unknown name \"x\" at 'contents[3]'"
        );
        assert_eq!(
            own_words(
                "1 validation error for Request\nmessages.3.content\n  Input should be a string [type=string_type, input_value={'text': 'a b'}]"
            ),
            "1 validation error for Request\nmessages.3.content\n  Input should be a string "
        );
        assert_eq!(own_words("The value 'a b' is not known"), "The value ");
    }

    #[test]
    fn a_body_behind_an_announcement_is_read_also_where_it_is_cut_off() {
        for text in [
            "Error code: 400 - {'error': {'message': \"It's\nlong\", 'param': None}}",
            "x.BadRequestError: AnthropicError - b'{\"error\":{\"message\":\"It's\nlong",
            "[API Error: {\\\"error\\\": {\\\"message\\\":\\\"It's\nlong\\\"}}]",
        ] {
            let body = own(text).1.unwrap_or_default();
            assert_eq!(
                body.pointer("/error/message")
                    .and_then(|message| message.as_str()),
                Some("It's\nlong"),
                "{text}"
            );
        }
        assert!(own("The input was {'message': 'a b'}").1.is_none());
    }
}
