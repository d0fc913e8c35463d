//! Reads what an error says: its texts in one text, its codes, its status. Only fields that speak
//! of the error are read, so that nothing of the request that it may repeat is taken for it; and of
//! each sentence it is known how far it is the provider's own (`own.rs`).

use super::own::own;
use super::pattern::{StatedNumbers, find_from};
use crate::host::listed::listed;
use serde_json::{Map, Value};

/// What an error says, ready to be compared.
#[derive(Debug, Default)]
pub(super) struct ErrorText {
    /// All texts of the error, in normal form.
    pub text: String,
    /// Each sentence in normal form, and how much of its head is the provider's own.
    sentences: Vec<(String, usize)>,
    /// The sentence for a person, as it was written.
    pub message: String,
    pub status: Option<u16>,
    /// The status of bodies that use it as the code of the error. The status of the response is
    /// preferred if it is known.
    status_in_code: Option<u16>,
    codes: Vec<String>,
    /// The nesting depth of the sentence for a person.
    message_depth: usize,
}

/// Fields that hold a sentence.
const SENTENCES: [&str; 12] = listed(
    "message msg text detail error error_message errormessage errormsg body responsebody raw \
     reason",
);
/// Fields that hold a code, a type or the name of an exception.
const CODE_KEYS: [&str; 10] =
    listed("code type name status reason errortype error_type __type error_code errorcode");
/// Fields that hold the status of HTTP.
const STATUS_KEYS: [&str; 5] = [
    "status_code",
    "statuscode",
    "status",
    "http_status",
    "httpstatuscode",
];
/// Fields that hold more of the same error.
const HOLDERS: [&str; 20] = listed(
    "error errors body response data metadata details detail cause lasterror last_error \
     innererror inner_error responsemetadata $metadata raw result responsebody exception args",
);
/// Fields that hold the headers of the answer.
const HEADER_KEYS: [&str; 4] = [
    "headers",
    "responseheaders",
    "response_headers",
    "httpheaders",
];
/// Numbers and texts that are read with their names.
const NAMED: [&str; 9] = listed(
    "n_prompt_tokens n_ctx param retrydelay retry_after retry_after_ms retry-after \
     retry-after-ms x-ms-retry-after-ms",
);

/// Longest text that is read of one field, and of all together, in chars. Chosen here: sentences,
/// not pages.
const FIELD_CHARS: usize = 8_000;
const ALL_BYTES: usize = 64_000;
/// Deepest nesting of errors. Chosen here: an SDK in a framework in a gateway has five levels.
const DEPTH: usize = 12;

impl ErrorText {
    pub fn of(error: &Value) -> Self {
        let mut said = Self::default();
        said.read(error, 0);
        said.status = said.status.or(said.status_in_code);
        said
    }

    /// Returns the numbers of a wording that begins in the provider's own words, or `None`. With
    /// `of_all`, a sentence that first names a message or a tool does not count: it is not about
    /// the entire request.
    pub fn find_own(&self, says: &'static str, of_all: bool) -> Option<StatedNumbers> {
        self.sentences.iter().find_map(|(text, end)| {
            let (at, found) = find_from(says, text)?;
            (at < *end && !(of_all && place(&text[..at]).is_some())).then_some(found)
        })
    }

    /// Whether the error has this code. Codes with an underscore, and names of exceptions, are
    /// found inside sentences too: many wrappings keep nothing else. If `is_own`, they must be in
    /// the provider's own words.
    pub fn has_code(&self, code: &str, is_own: bool) -> bool {
        let in_own = |(text, end): &(String, usize)| contains_word(&text[..*end], code);
        let is_said = || match is_own {
            true => self.sentences.iter().any(in_own),
            false => contains_word(&self.text, code),
        };
        self.codes.iter().any(|known| known == code) || (!is_plain_word(code) && is_said())
    }

    fn read(&mut self, value: &Value, depth: usize) {
        if depth > DEPTH {
            return;
        }
        match value {
            Value::String(text) => self.sentence(text, depth),
            Value::Array(items) => items
                .iter()
                .take(32)
                .for_each(|item| self.read(item, depth + 1)),
            Value::Object(fields) => self.fields(fields, depth),
            _ => {}
        }
    }

    fn fields(&mut self, fields: &Map<String, Value>, depth: usize) {
        for (key, value) in fields {
            let key = key.to_ascii_lowercase();
            let key = key.as_str();
            match value {
                Value::String(text) => {
                    if CODE_KEYS.contains(&key) && text.len() <= 100 {
                        self.codes.push(text.to_ascii_lowercase());
                        self.add(text);
                    }
                    if NAMED.contains(&key) {
                        self.add(&format!("{key}: {text}"));
                    }
                    if SENTENCES.contains(&key) {
                        self.sentence(text, depth);
                    }
                }
                Value::Number(number) => {
                    let status = number
                        .as_u64()
                        .and_then(|number| u16::try_from(number).ok())
                        .filter(|number| (100..600).contains(number));
                    if STATUS_KEYS.contains(&key) {
                        self.status = self.status.or(status);
                    } else if key == "code" {
                        self.status_in_code = self.status_in_code.or(status);
                    }
                    if NAMED.contains(&key) {
                        self.add(&format!("{key}: {number}"));
                    }
                }
                _ if HEADER_KEYS.contains(&key) => self.headers(value),
                _ if HOLDERS.contains(&key) => self.read(value, depth + 1),
                _ => {}
            }
        }
    }

    /// The headers that speak of waiting, as an object or as a list of pairs.
    fn headers(&mut self, headers: &Value) {
        let mut pair = |name: &str, value: &Value| {
            let name = name.to_ascii_lowercase();
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            if NAMED.contains(&name.as_str()) && value.len() <= 100 {
                self.add(&format!("{name}: {value}"));
            }
        };
        match headers {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| pair(name, value)),
            Value::Array(pairs) => pairs.iter().for_each(|item| {
                if let (Some(name), Some(value)) =
                    (item.get(0).and_then(Value::as_str), item.get(1))
                {
                    pair(name, value);
                }
            }),
            _ => {}
        }
    }

    fn sentence(&mut self, text: &str, depth: usize) {
        let text: String = text.chars().take(FIELD_CHARS).collect();
        // A body that is a text is often JSON: it then has codes and numbers of its own.
        let inner = text.trim_start();
        if inner.starts_with(['{', '['])
            && let Ok(value) = serde_json::from_str::<Value>(inner)
        {
            return self.read(&value, depth + 1);
        }
        self.add(&text);
        self.add_own(&text, depth);
        // The innermost sentence is the provider's own; what stands around it says less.
        if self.message.is_empty() || (depth > self.message_depth && text.trim().contains(' ')) {
            (self.message, self.message_depth) = (text.trim().to_owned(), depth);
        }
    }

    /// Keeps how far a sentence is the provider's own, and what the body in it says.
    fn add_own(&mut self, text: &str, depth: usize) {
        let (end, body) = own(text);
        if let Some(body) = body {
            let mut inner = Self::default();
            inner.read(&body, depth + 1);
            self.sentences.append(&mut inner.sentences);
            self.codes.append(&mut inner.codes);
        }
        let end = normal(&text[..end]).len();
        let kept: usize = self.sentences.iter().map(|(text, _)| text.len()).sum();
        if end > 0 && kept + text.len() <= ALL_BYTES {
            self.sentences.push((normal(text), end));
        }
    }

    fn add(&mut self, text: &str) {
        let text = normal(text);
        if !text.is_empty()
            && self.text.len() + text.len() <= ALL_BYTES
            && !self.text.contains(&text)
        {
            if !self.text.is_empty() {
                self.text.push_str(" | ");
            }
            self.text.push_str(&text);
        }
    }
}

/// A text as wordings are compared: lower case, one space between words, without the quotes and
/// escapes that wrappings add.
pub(super) fn normal(text: &str) -> String {
    let unescaped = [
        ("\\u003e", ">"),
        ("\\u003c", "<"),
        ("\\u0026", "&"),
        ("\\u0027", "'"),
        ("\\n", " "),
        ("\\r", " "),
        ("\\t", " "),
    ];
    let replaced = |text: String, (escape, char): &(&str, &str)| text.replace(escape, char);
    let text = unescaped.iter().fold(text.to_owned(), replaced);
    let kept = text.chars().filter(|char| !"\"`\\".contains(*char));
    let plain: String = kept
        .map(|char| match char {
            '\u{2018}' | '\u{2019}' => '\'',
            char => char.to_ascii_lowercase(),
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_plain_word(code: &str) -> bool {
    !code.contains('_') && !code.ends_with("error") && !code.ends_with("exception")
}

fn contains_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        !is_of_word(text[..at].chars().next_back())
            && !is_of_word(text[at + word.len()..].chars().next())
    })
}

fn is_of_word(char: Option<char>) -> bool {
    char.is_some_and(|char| char.is_ascii_alphanumeric() || char == '_')
}

/// What requests call their list of messages.
const LISTS: [&str; 4] = ["messages", "contents", "input", "tools"];

/// The place in the request that a text names, as a JSON Pointer down to the last index:
/// `messages.3.content.1`, `messages[3]`, `input[4]`.
///
/// The part after the last index is dropped: some providers name kinds of blocks there, which the
/// request does not have as keys.
pub(super) fn place(text: &str) -> Option<String> {
    let first_of = |list: &&str| {
        let mut all = text.match_indices(list).take(64);
        all.find_map(|(at, _)| {
            let is_inner = is_of_word(text[..at].chars().next_back());
            Some(at).zip(steps(list, &text[at + list.len()..]).filter(|_| !is_inner))
        })
    };
    let found = LISTS.iter().filter_map(first_of);
    found.min_by_key(|(at, _)| *at).map(|(_, path)| path)
}

fn steps(list: &str, mut text: &str) -> Option<String> {
    let mut path = format!("/{list}");
    let mut to_last_index = None;
    loop {
        // `.3`, `[3]`, `.[3]`, `.content`.
        let after = text.strip_prefix('.').unwrap_or(text);
        let (inner, close) = after
            .strip_prefix('[')
            .map_or((after, ""), |inner| (inner, "]"));
        if inner.len() == text.len() {
            break;
        }
        let end = inner
            .find(|char| !is_of_word(Some(char)))
            .unwrap_or(inner.len());
        let step = &inner[..end];
        let Some(rest) = inner[end..]
            .strip_prefix(close)
            .filter(|_| !step.is_empty())
        else {
            break;
        };
        path.push('/');
        path.push_str(step);
        if step.bytes().all(|byte| byte.is_ascii_digit()) {
            to_last_index = Some(path.len());
        } else if to_last_index.is_none() {
            // `messages.content` names no message.
            break;
        }
        text = rest;
    }
    to_last_index.map(|length| path[..length].to_owned())
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn places_end_at_their_last_index() {
        let found = |text: &str| place(text).unwrap_or_default();
        assert_eq!(
            found("messages.7.content.2.image.source.base64.data: at least one"),
            "/messages/7/content/2"
        );
        assert_eq!(found("param: messages.[3].content"), "/messages/3");
        assert_eq!(
            found("invalid 'input[4].content[0].text': too long"),
            "/input/4/content/0"
        );
        assert_eq!(
            found("generatecontentrequest.contents[2].parts[0].data: required"),
            "/contents/2/parts/0"
        );
        assert_eq!(
            found("please reduce the length of the messages. 7 of them"),
            ""
        );
        assert_eq!(found("your messages resulted in 7 tokens"), "");
        assert_eq!(found("xmessages.3"), "");
    }
}
