//! Exact token counts: `count_texts`, `encode`, `decode`, `truncate`. They are run on a text.

use super::operation::{Call, Gives, Input, Operation, Rows, may, must, operations};
use super::{argument, only_arguments};
use crate::config::{Domain, flag, string_option, whole};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{AsView, Kind, View, ViewExt};
use crate::read::media::sanitize_label;
use crate::shape::Typed;
use conspectus_tokens::exact::{Counter, Encoding, Vocabulary};
use serde_json::{Value, json};

/// What turns text into tokens: a built-in encoding, or a vocabulary of the host.
pub(crate) trait Coder {
    fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize>;
    fn encode(&self, text: &str) -> Vec<u32>;
    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>>;
    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str;
}

/// Runs operations as [`crate::api::call`] does, and counts tokens faster, since it remembers
/// pieces of text that it has counted. It takes 2.2 MB for each encoding that was used. It serves
/// one thread at a time.
///
/// ```
/// use conspectus::api::Caller;
/// use serde_json::json;
///
/// let mut caller = Caller::default();
/// assert_eq!(caller.call("count_texts", &json!(["Hello, world!"]), &json!({}))?, json!([4]));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Caller {
    counters: Vec<Counter>,
}

impl Caller {
    /// As [`crate::api::call`], with the same results.
    ///
    /// # Errors
    /// The same.
    pub fn call<V: AsView + ?Sized, O: AsView + ?Sized>(
        &mut self,
        name: &str,
        messages: &V,
        options: &O,
    ) -> Result<Value> {
        let messages = &messages.as_view();
        let options = &options.as_view();
        super::run(name, messages, options, Some(self))
    }

    fn counter(&mut self, encoding: Encoding) -> &mut Counter {
        let known = self
            .counters
            .iter()
            .position(|counter| counter.encoding() == encoding);
        let at = known.unwrap_or_else(|| {
            self.counters.push(Counter::new(encoding));
            self.counters.len() - 1
        });
        &mut self.counters[at]
    }
}

/// An encoding, with a counter that remembers earlier texts if there is one.
struct Encoded<'c> {
    encoding: Encoding,
    counter: Option<&'c mut Counter>,
}

impl Coder for Encoded<'_> {
    fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize> {
        match &mut self.counter {
            Some(counter) => counter.count_up_to(text, limit),
            None => conspectus_tokens::exact::count_up_to(text, limit, self.encoding),
        }
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        conspectus_tokens::exact::encode(text, self.encoding)
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        Ok(conspectus_tokens::exact::decode(ids, self.encoding)?)
    }

    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        conspectus_tokens::exact::truncate_to_tokens(text, max_tokens, self.encoding)
    }
}

impl Coder for &Vocabulary {
    fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize> {
        Vocabulary::count_up_to(self, text, limit)
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        Vocabulary::encode(self, text)
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        Ok(Vocabulary::decode(self, ids)?)
    }

    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        self.truncate_to_tokens(text, max_tokens)
    }
}

const WHICH: &[&str] = &["encoding", "model"];
const TEXT: Input = Input::Other("text", "str", "string");

const COUNT_TEXTS: Operation = Operation {
    name: "count_texts",
    rooms: &["tokens"],
    about: "Counts the tokens of texts exactly, in one of OpenAI's public encodings. Special tokens count as ordinary text: `<|endoftext|>` is \
            seven tokens.",
    input: Input::Other("texts", "Sequence[str]", "readonly string[]"),
    measures: false,
    options: WHICH,
    arguments: &[may(
        "at_most",
        Domain::Whole(0),
        "Where counting stops: a text with more tokens gives null.",
    )],
    gives: Gives::Plain(<Vec<Option<u64>>>::TYPE),
    example: (r#"["one text", "another"]"#, r#"{"model": "gpt-4"}"#),
};

const ENCODE: Operation = Operation {
    name: "encode",
    rooms: &["tokens"],
    about: "Gives the token ids of a text.",
    input: TEXT,
    measures: false,
    options: WHICH,
    arguments: &[],
    gives: Gives::Plain(<Vec<u64>>::TYPE),
    example: (r#""Hello, world!""#, "{}"),
};

const DECODE: Operation = Operation {
    name: "decode",
    rooms: &["tokens"],
    about: "Gives the text that token ids stand for. Bytes that are no whole character become U+FFFD. An id that is no token is an error.",
    input: Input::Other("ids", "Sequence[int]", "readonly number[]"),
    measures: false,
    options: WHICH,
    arguments: &[],
    gives: Gives::Plain(String::TYPE),
    example: ("[13225, 11, 2375, 0]", "{}"),
};

const TRUNCATE: Operation = Operation {
    name: "truncate",
    rooms: &["tokens"],
    about: "Gives the longest start of a text that has at most `max_tokens` tokens. It never cuts inside a character.",
    input: TEXT,
    measures: false,
    options: WHICH,
    arguments: &[must(
        "max_tokens",
        Domain::Whole(0),
        "The most tokens of the result.",
    )],
    gives: Gives::Plain(String::TYPE),
    example: (r#""Hello, world!""#, r#"{"max_tokens": 2}"#),
};

operations! {
    COUNT_TEXTS => batch,
    ENCODE => encode,
    DECODE => decode_ids,
    TRUNCATE => truncate,
}

fn batch<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    // Without a counter from earlier calls, many texts share a new one. For a single text that
    // would not pay.
    let mut own = Caller::default();
    let Call {
        config,
        input,
        options,
        caller,
    } = call;
    by_encoding(
        COUNT_TEXTS.name,
        Call {
            config,
            input,
            options,
            caller: Some(caller.unwrap_or(&mut own)),
        },
    )
}

fn encode<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    by_encoding(
        ENCODE.name,
        Call {
            caller: None,
            ..call
        },
    )
}

fn decode_ids<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    by_encoding(
        DECODE.name,
        Call {
            caller: None,
            ..call
        },
    )
}

fn truncate<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    by_encoding(
        TRUNCATE.name,
        Call {
            caller: None,
            ..call
        },
    )
}

/// Runs an operation with the encoding that the options name. Without `encoding` and `model` it is
/// `o200k_base`.
fn by_encoding<V: View, O: View>(name: &str, call: Call<'_, V, O>) -> Result<Value> {
    let encoding = call.config.encoding_or_error()?;
    let mut coder = Encoded {
        encoding,
        counter: call.caller.map(|caller| caller.counter(encoding)),
    };
    call_with(&mut coder, name, call.input, call.options)
}

fn call_with<V: View, O: View>(
    coder: &mut impl Coder,
    name: &str,
    value: &V,
    options: &O,
) -> Result<Value> {
    if name == "count_texts" {
        let at_most = COUNT_TEXTS.arguments.whole(options, "at_most")?;
        return count_batch(value, coder, at_most.map_or(usize::MAX, as_size));
    }
    if name == "decode" {
        return decode(value, coder);
    }
    let text = value
        .as_string()
        .ok_or_else(|| Error::new(ErrorKind::InvalidMessages, "", "the text must be a string"))?;
    if name == "encode" {
        return Ok(json!(coder.encode(&text)));
    }
    let limit = argument(options, "max_tokens").ok_or_else(|| {
        Error::new(
            ErrorKind::InvalidOption,
            "/max_tokens",
            "max_tokens is needed",
        )
    })?;
    let limit = as_size(whole(&limit, "max_tokens", 0)?);
    Ok(json!(coder.truncate(&text, limit)))
}

fn as_size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn count_batch<V: View>(texts: &V, coder: &mut impl Coder, at_most: usize) -> Result<Value> {
    if texts.kind() != Kind::Array {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "",
            "texts must be a list of strings",
        ));
    }
    let (mut counts, mut failure) = (Vec::with_capacity(texts.len()), None);
    texts.for_each(&mut |_, text| match text.kind() {
        Kind::String => counts.push(text.text(usize::MAX, |text| {
            coder.count_up_to(&text.to_str(), at_most)
        })),
        _ if failure.is_none() => {
            failure = Some(Error::new(
                ErrorKind::InvalidMessages,
                format!("/{}", counts.len()),
                "the text must be a string",
            ))
        }
        _ => {}
    });
    failure.map_or_else(|| Ok(json!(counts)), Err)
}

fn decode<V: View>(ids: &V, coder: &impl Coder) -> Result<Value> {
    if ids.kind() != Kind::Array {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "",
            "token ids must be a list of numbers",
        ));
    }
    let mut numbers = Vec::with_capacity(ids.len());
    ids.for_each(&mut |_, id| {
        numbers.push(if id.kind() == Kind::Number {
            id.number() as u32
        } else {
            u32::MAX
        })
    });
    let bytes = coder.decode(&numbers)?;
    Ok(Value::String(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The operations of this module for a vocabulary file of the host.
///
/// ```
/// use conspectus::api::VocabularyApi;
/// use serde_json::json;
///
/// // A rank file: a token in base64 and its number, one a line. This one knows the single bytes.
/// let bytes: Vec<String> = (0..=255u8).map(|byte| format!("{} {byte}", base64(byte))).collect();
/// let vocabulary = VocabularyApi::new(bytes.join("\n").as_bytes(), &json!({ "pattern": "cl100k_base" }))?;
/// assert_eq!(vocabulary.call("count_texts", &json!(["abc"]), &json!({}))?, json!([3]));
///
/// fn base64(byte: u8) -> String {
///     const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
///     let digits = [DIGITS[usize::from(byte >> 2)], DIGITS[usize::from(byte & 3) << 4]];
///     format!("{}{}==", digits[0] as char, digits[1] as char)
/// }
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct VocabularyApi {
    vocabulary: Vocabulary,
}

impl VocabularyApi {
    /// Reads a vocabulary from the bytes of a file. `source` says what the file is: `{"pattern":
    /// name}` for a rank file of tiktoken, `{"tokenizer_json": true}` for a `tokenizer.json`.
    ///
    /// # Errors
    /// As [`Vocabulary::from_tiktoken`] and [`Vocabulary::from_tokenizer_json`].
    pub fn new<V: AsView + ?Sized>(file: &[u8], source: &V) -> Result<Self> {
        let source = &source.as_view();
        only_arguments(source, &["pattern", "tokenizer_json"], &|_| None)?;
        let is_json = argument(source, "tokenizer_json")
            .map_or(Ok(false), |value| flag(&value, "tokenizer_json"))?;
        let vocabulary = match (is_json, argument(source, "pattern")) {
            (true, None) => Vocabulary::from_tokenizer_json(file)?,
            (false, Some(pattern)) => {
                Vocabulary::from_tiktoken(file, string_option(&pattern, "pattern")?.parse()?)?
            }
            (true, Some(_)) => {
                return Err(Error::new(
                    ErrorKind::InvalidOption,
                    "/pattern",
                    "a tokenizer.json says itself how text is split",
                ));
            }
            (false, None) => {
                let message = "a rank file does not say how text is split: `pattern` is needed";
                return Err(Error::new(ErrorKind::InvalidOption, "/pattern", message));
            }
        };
        Ok(Self { vocabulary })
    }

    /// The name of the pattern that splits text before it is encoded.
    #[must_use]
    pub fn pattern(&self) -> &'static str {
        self.vocabulary.pattern().name()
    }

    /// The number of tokens in the vocabulary.
    #[must_use]
    pub fn size(&self) -> usize {
        self.vocabulary.len()
    }

    /// Runs one of the operations on text and tokens with this vocabulary. The options that choose
    /// an encoding are not allowed here.
    ///
    /// # Errors
    /// As [`crate::api::call`].
    pub fn call<V: AsView + ?Sized, O: AsView + ?Sized>(
        &self,
        name: &str,
        value: &V,
        options: &O,
    ) -> Result<Value> {
        let value = &value.as_view();
        let options = &options.as_view();
        let Some(row) = ROWS.iter().find(|row| row.name == name) else {
            return Err(Error::new(
                ErrorKind::UnknownOperation,
                "",
                format!(
                    "a vocabulary has no operation `{}`",
                    sanitize_label(name, 64)
                ),
            ));
        };
        let arguments: Vec<&'static str> =
            row.arguments.iter().map(|argument| argument.name).collect();
        only_arguments(options, &arguments, &|_| None)?;
        call_with(&mut &self.vocabulary, name, value, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_changes_no_result() {
        let mut caller = Caller::default();
        let texts = [
            "the retry loop",
            "",
            "漢字 and 12345",
            "the retry loop",
            "x".repeat(10_000).leak(),
        ];
        for encoding in ["o200k_base", "cl100k_base", "o200k_base"] {
            let all = json!(texts);
            for options in [
                json!({ "encoding": encoding }),
                json!({ "encoding": encoding, "at_most": 2 }),
            ] {
                let kept = caller.call("count_texts", &all, &options).expect("counts");
                assert_eq!(
                    kept,
                    crate::api::call("count_texts", &all, &options).expect("counts"),
                    "{options}"
                );
            }
        }
        assert_eq!(caller.counters.len(), 2);
    }
}
