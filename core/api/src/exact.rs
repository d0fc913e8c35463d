//! Exact token counts: `count_texts`, `encode`, `decode`, `truncate`. They are run on a text.

use super::operation::{Call, Input, TEXT, arguments, list_of, operations, text_of};
use super::{argument, only_arguments};
use conspectus::inner::{Kind, flag, sanitize_label, string_option, wrong};
use conspectus::{Error, ErrorKind, Item, Result};
use conspectus_tokens::exact::{self, Counter, Encoding, Vocabulary};
use serde_json::{Value, json};

/// Runs operations as [`crate::call`] does, and counts tokens faster, since it remembers
/// pieces of text that it has counted. It takes 2.2 MB for each encoding that was used. It serves
/// one thread at a time.
///
/// ```
/// use conspectus_api::Caller;
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
    /// As [`crate::call`], with the same results.
    ///
    /// # Errors
    /// The same.
    pub fn call<'v, 'o>(
        &mut self,
        name: &str,
        messages: impl Into<Item<'v>>,
        options: impl Into<Item<'o>>,
    ) -> Result<Value> {
        super::run(name, &messages.into(), &options.into(), Some(self))
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

/// What turns text into tokens: a public encoding, with what earlier texts have counted, or a
/// vocabulary of the host.
enum Coder<'c> {
    Public(Encoding, &'c mut Caller),
    Own(&'c Vocabulary),
}

const WHICH: [&str; 2] = ["encoding", "model"];

arguments! {
    struct CountTextsArgs {
        /// The count at which to stop. A longer text returns null.
        at_most: usize = usize::MAX,
    }
}

arguments! {
    struct TruncateArgs {
        /// The most tokens in the result.
        max_tokens: usize,
    }
}

operations! {
    /// Counts the tokens of texts exactly, in one of OpenAI's encodings. Special tokens count as
    /// ordinary text.
    count_texts(["tokens"], Input::Other("texts", "Sequence[str]", "readonly string[]"), takes WHICH) -> Plain(Vec<Option<u64>>),
        r#"["one text", "another"]"#,
        r#"{"model": "gpt-4"}"# =>
        by_encoding with &CountTextsArgs::ROWS;

    /// Returns the token ids of a text.
    encode(["tokens"], TEXT, takes WHICH) -> Plain(Vec<u64>),
        r#""Hello, world!""#,
        "{}" =>
        by_encoding;

    /// Returns the text of token ids. Incomplete characters become U+FFFD. An unknown id is an
    /// error.
    decode(["tokens"], Input::Other("ids", "Sequence[int]", "readonly number[]"), takes WHICH) -> Plain(String),
        "[13225, 11, 2375, 0]",
        "{}" =>
        by_encoding;

    /// Returns the longest start of a text with at most `max_tokens` tokens. It never splits a
    /// character.
    truncate(["tokens"], TEXT, takes WHICH) -> Plain(String),
        r#""Hello, world!""#,
        r#"{"max_tokens": 2}"# =>
        by_encoding with &TruncateArgs::ROWS;
}

/// Runs an operation with the encoding that the options name. Without `encoding` and `model` it is
/// `o200k_base`. Many texts share what is remembered.
fn by_encoding(call: Call<'_>) -> Result<Value> {
    let mut own = Caller::default();
    let encoding = call.config.encoding_or_error()?;
    let coder = Coder::Public(encoding, call.caller.unwrap_or(&mut own));
    call_with(coder, call.name, call.input, call.options)
}

fn call_with(
    mut coder: Coder<'_>,
    name: &str,
    value: &Item<'_>,
    options: &Item<'_>,
) -> Result<Value> {
    Ok(match name {
        "count_texts" => {
            let most = CountTextsArgs::read(options)?.at_most;
            json!(list_of(value, "texts must be a list of strings", |text| {
                let text = (text.kind() == Kind::String).then(|| text.text())?;
                let text = text.to_str();
                Some(match &mut coder {
                    Coder::Public(encoding, caller) => {
                        caller.counter(*encoding).count_up_to(&text, most)
                    }
                    Coder::Own(vocabulary) => vocabulary.count_up_to(&text, most),
                })
            })?)
        }
        "decode" => {
            // What is no number is no token.
            let ids = list_of(value, "token ids must be a list of numbers", |id| {
                let is_number = id.kind() == Kind::Number;
                Some(if is_number {
                    id.number() as u32
                } else {
                    u32::MAX
                })
            })?;
            let bytes = match coder {
                Coder::Public(encoding, _) => exact::decode(&ids, encoding)?,
                Coder::Own(vocabulary) => vocabulary.decode(&ids)?,
            };
            json!(String::from_utf8_lossy(&bytes))
        }
        "encode" => {
            let text = text_of(value)?;
            json!(match coder {
                Coder::Public(encoding, _) => exact::encode(&text, encoding),
                Coder::Own(vocabulary) => vocabulary.encode(&text),
            })
        }
        _ => {
            let text = text_of(value)?;
            let most = TruncateArgs::read(options)?.max_tokens;
            json!(match coder {
                Coder::Public(encoding, _) => exact::truncate_to_tokens(&text, most, encoding),
                Coder::Own(vocabulary) => vocabulary.truncate_to_tokens(&text, most),
            })
        }
    })
}

/// The operations of this module for a vocabulary file of the host.
///
/// ```
/// use conspectus_api::VocabularyApi;
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
    pub fn new<'v>(file: &[u8], source: impl Into<Item<'v>>) -> Result<Self> {
        let source = &source.into();
        only_arguments(source, &["pattern", "tokenizer_json"], &|_| None)?;
        let is_json = argument(source, "tokenizer_json")
            .map_or(Ok(false), |value| flag(&value, "tokenizer_json"))?;
        let vocabulary = match (is_json, argument(source, "pattern")) {
            (true, None) => Vocabulary::from_tokenizer_json(file)?,
            (false, Some(pattern)) => {
                Vocabulary::from_tiktoken(file, string_option(&pattern, "pattern")?.parse()?)?
            }
            (true, Some(_)) => {
                let message = "a tokenizer.json defines how text is split";
                return Err(wrong("pattern", message));
            }
            (false, None) => {
                let message = "a rank file doesn't define how text is split: pass `pattern`";
                return Err(wrong("pattern", message));
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
    /// As [`crate::call`].
    pub fn call<'v, 'o>(
        &self,
        name: &str,
        value: impl Into<Item<'v>>,
        options: impl Into<Item<'o>>,
    ) -> Result<Value> {
        let value = &value.into();
        let options = &options.into();
        let Some((row, _)) = ROWS.iter().find(|(row, _)| row.name == name) else {
            return Err(Error::new(
                ErrorKind::UnknownOperation,
                "",
                format!(
                    "a vocabulary has no operation `{}`",
                    sanitize_label(name, 64)
                ),
            ));
        };
        only_arguments(options, &row.argument_names(), &|_| None)?;
        call_with(Coder::Own(&self.vocabulary), name, value, options)
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
                    crate::call("count_texts", &all, &options).expect("counts"),
                    "{options}"
                );
            }
        }
        assert_eq!(caller.counters.len(), 2);
    }
}
