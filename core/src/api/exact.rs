//! Exact token counts: `count_tokens`, `encode`, `decode`, `truncate_to_tokens`. The messages argument is the text.

use super::argument;
use crate::config::{flag, string_option, unknown_option, whole, Config};
use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{self, Counter, Encoding, Vocabulary};
use crate::media::sanitize_label;
use crate::view::{Kind, View, ViewExt};
use serde_json::{json, Value};

/// What turns text into tokens: an encoding of ours, or a vocabulary of the host's.
pub(super) trait Coder {
    fn count(&self, text: &str) -> usize;
    fn count_up_to(&self, text: &str, limit: usize) -> Option<usize>;
    fn encode(&self, text: &str) -> Vec<u32>;
    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>>;
    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str;

    /// A counter for many texts: what it learns from one may help with the next.
    fn counter(&self) -> Box<dyn FnMut(&str) -> usize + '_> {
        Box::new(|text| self.count(text))
    }
}

impl Coder for Encoding {
    fn count(&self, text: &str) -> usize {
        exact::count_tokens(text, *self)
    }

    fn count_up_to(&self, text: &str, limit: usize) -> Option<usize> {
        exact::count_up_to(text, limit, *self)
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        exact::encode(text, *self)
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        exact::decode(ids, *self)
    }

    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        exact::truncate_to_tokens(text, max_tokens, *self)
    }

    fn counter(&self) -> Box<dyn FnMut(&str) -> usize> {
        let mut counter = Counter::new(*self);
        Box::new(move |text| counter.count(text))
    }
}

impl Coder for Vocabulary {
    fn count(&self, text: &str) -> usize {
        self.count(text)
    }

    fn count_up_to(&self, text: &str, limit: usize) -> Option<usize> {
        self.count_up_to(text, limit)
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        self.encode(text)
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        self.decode(ids)
    }

    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        self.truncate_to_tokens(text, max_tokens)
    }
}

/// Runs `name` on a text, or on ids for `decode`. `encoding` defaults to `o200k_base`; `model` looks it up.
pub(super) fn call<V: View, O: View>(config: &Config, name: &str, value: &V, options: &O) -> Result<Value> {
    call_with(&config.encoding_or_error()?, name, value, options)
}

fn call_with<V: View, O: View>(coder: &impl Coder, name: &str, value: &V, options: &O) -> Result<Value> {
    if name == "count_tokens_batch" {
        return count_batch(value, coder);
    }
    if name == "decode" {
        return decode(value, coder);
    }
    let text = value.as_string().ok_or_else(|| Error::new(ErrorKind::InvalidMessages, "", "the text must be a string"))?;
    match name {
        "encode" => Ok(json!(coder.encode(&text))),
        "truncate_to_tokens" => {
            let limit = argument(options, "max_tokens").ok_or_else(|| Error::new(ErrorKind::InvalidConfig, "/max_tokens", "max_tokens is needed"))?;
            let limit = whole(&limit, "max_tokens", 0)?;
            Ok(json!(coder.truncate(&text, limit.min(usize::MAX as u64) as usize)))
        }
        _ => match argument(options, "limit") {
            // Counting stops where the answer is settled: null says "more than the limit".
            Some(limit) => Ok(json!(coder.count_up_to(&text, whole(&limit, "limit", 0)? as usize))),
            None => Ok(json!(coder.count(&text))),
        },
    }
}

fn count_batch<V: View>(texts: &V, coder: &impl Coder) -> Result<Value> {
    if texts.kind() != Kind::Array {
        return Err(Error::new(ErrorKind::InvalidMessages, "", "texts must be a list of strings"));
    }
    let mut count = coder.counter();
    let (mut counts, mut failure) = (Vec::with_capacity(texts.len()), None);
    texts.for_each(&mut |_, text| match text.kind() {
        Kind::String => counts.push(text.text(usize::MAX, |text| count(&text.to_str()))),
        _ if failure.is_none() => failure = Some(Error::new(ErrorKind::InvalidMessages, format!("/{}", counts.len()), "the text must be a string")),
        _ => {}
    });
    failure.map_or_else(|| Ok(json!(counts)), Err)
}

fn decode<V: View>(ids: &V, coder: &impl Coder) -> Result<Value> {
    if ids.kind() != Kind::Array {
        return Err(Error::new(ErrorKind::InvalidMessages, "", "token ids must be a list of numbers"));
    }
    let mut numbers = Vec::with_capacity(ids.len());
    ids.for_each(&mut |_, id| numbers.push(if id.kind() == Kind::Number { id.number() as u32 } else { u32::MAX }));
    let bytes = coder.decode(&numbers)?;
    Ok(Value::String(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The operations of this module by a vocabulary of the host's, as bindings offer them.
#[derive(Debug, Clone)]
pub struct VocabularyApi {
    vocabulary: Vocabulary,
}

/// What the operations take beside the text.
const ARGUMENTS: [(&str, &[&str]); 5] =
    [("count_tokens", &["limit"]), ("count_tokens_batch", &[]), ("encode", &[]), ("decode", &[]), ("truncate_to_tokens", &["max_tokens"])];

impl VocabularyApi {
    /// From the bytes of a file, by what `source` says: `{"pattern": name}` for a rank file of tiktoken, `{"tokenizer_json": true}` for a
    /// `tokenizer.json`.
    ///
    /// # Errors
    /// As [`Vocabulary::from_tiktoken`] and [`Vocabulary::from_tokenizer_json`].
    pub fn new<V: View>(file: &[u8], source: &V) -> Result<Self> {
        check_names(source, &["pattern", "tokenizer_json"])?;
        let is_json = argument(source, "tokenizer_json").map_or(Ok(false), |value| flag(&value, "tokenizer_json"))?;
        let vocabulary = match (is_json, argument(source, "pattern")) {
            (true, None) => Vocabulary::from_tokenizer_json(file)?,
            (false, Some(pattern)) => Vocabulary::from_tiktoken(file, string_option(&pattern, "pattern")?.parse()?)?,
            (true, Some(_)) => return Err(Error::new(ErrorKind::InvalidConfig, "/pattern", "a tokenizer.json says itself how text is split")),
            (false, None) => {
                let message = "a rank file does not say how text is split: `pattern` is needed";
                return Err(Error::new(ErrorKind::InvalidConfig, "/pattern", message));
            }
        };
        Ok(Self { vocabulary })
    }

    /// The name of its pattern.
    #[must_use]
    pub fn pattern(&self) -> &'static str {
        self.vocabulary.pattern().name()
    }

    /// How many tokens it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.vocabulary.len()
    }

    /// As [`crate::api::call`] for the operations on text and tokens, without the options that choose an encoding.
    ///
    /// # Errors
    /// As there.
    pub fn call<V: View, O: View>(&self, name: &str, value: &V, options: &O) -> Result<Value> {
        let Some((_, arguments)) = ARGUMENTS.iter().find(|(operation, _)| *operation == name) else {
            return Err(Error::new(ErrorKind::UnknownOperation, "", format!("a vocabulary has no operation `{}`", sanitize_label(name, 64))));
        };
        check_names(options, arguments)?;
        call_with(&self.vocabulary, name, value, options)
    }
}

fn check_names<V: View>(options: &V, known: &[&str]) -> Result<()> {
    match options.kind() {
        Kind::Null => return Ok(()),
        Kind::Object => {}
        other => return Err(Error::new(ErrorKind::InvalidConfig, "", format!("options must be an object, found {}", kind_name(other)))),
    }
    let mut unknown = None;
    options.for_each(&mut |key, _| {
        let name = key.map_or("", |key| key.name);
        if unknown.is_none() && !known.contains(&name) {
            unknown = Some(unknown_option(name, known, &[]));
        }
    });
    unknown.map_or(Ok(()), Err)
}
