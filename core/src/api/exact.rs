//! Exact token counts: `count_tokens`, `encode`, `decode`, `truncate_to_tokens`. The messages argument is the text.

use super::argument;
use crate::config::{flag, string_option, unknown_option, whole, Config};
use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::media::sanitize_label;
use crate::view::{Kind, View, ViewExt};
use conspectus_tokens::exact::{self, Counter, Encoding, Vocabulary};
use serde_json::{json, Value};

/// What turns text into tokens: an encoding of ours, or a vocabulary of the host's.
pub(super) trait Coder {
    fn count(&mut self, text: &str) -> usize;
    fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize>;
    fn encode(&self, text: &str) -> Vec<u32>;
    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>>;
    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str;
}

/// Runs operations and keeps what counting one text taught for the next: the same results as [`crate::api::call`], sooner. It has 2.2 MB for
/// each encoding that was counted by. For one thread at a time.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    counters: Vec<Counter>,
}

impl Caller {
    /// As [`crate::api::call`].
    ///
    /// # Errors
    /// As there.
    pub fn call<V: View, O: View>(&mut self, name: &str, messages: &V, options: &O) -> Result<Value> {
        super::run(name, messages, options, Some(self))
    }

    fn counter(&mut self, encoding: Encoding) -> &mut Counter {
        let known = self.counters.iter().position(|counter| counter.encoding() == encoding);
        let at = known.unwrap_or_else(|| {
            self.counters.push(Counter::new(encoding));
            self.counters.len() - 1
        });
        &mut self.counters[at]
    }
}

/// An encoding, with a counter that is kept if there is one.
struct Encoded<'c> {
    encoding: Encoding,
    counter: Option<&'c mut Counter>,
}

impl Coder for Encoded<'_> {
    fn count(&mut self, text: &str) -> usize {
        match &mut self.counter {
            Some(counter) => counter.count(text),
            None => exact::count_tokens(text, self.encoding),
        }
    }

    fn count_up_to(&mut self, text: &str, limit: usize) -> Option<usize> {
        match &mut self.counter {
            Some(counter) => counter.count_up_to(text, limit),
            None => exact::count_up_to(text, limit, self.encoding),
        }
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        exact::encode(text, self.encoding)
    }

    fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        Ok(exact::decode(ids, self.encoding)?)
    }

    fn truncate<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        exact::truncate_to_tokens(text, max_tokens, self.encoding)
    }
}

impl Coder for &Vocabulary {
    fn count(&mut self, text: &str) -> usize {
        Vocabulary::count(self, text)
    }

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

/// Runs `name` on a text, or on ids for `decode`. `encoding` defaults to `o200k_base`; `model` looks it up.
pub(super) fn call<V: View, O: View>(config: &Config, name: &str, value: &V, options: &O, caller: Option<&mut Caller>) -> Result<Value> {
    let encoding = config.encoding_or_error()?;
    // Many texts have a counter of their own where none is kept; for one, tables that suit it do.
    let mut own = Caller::default();
    let caller = if name == "count_tokens_batch" { Some(caller.unwrap_or(&mut own)) } else { caller };
    let mut coder = Encoded { encoding, counter: caller.filter(|_| name.starts_with("count")).map(|caller| caller.counter(encoding)) };
    call_with(&mut coder, name, value, options)
}

fn call_with<V: View, O: View>(coder: &mut impl Coder, name: &str, value: &V, options: &O) -> Result<Value> {
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

fn count_batch<V: View>(texts: &V, coder: &mut impl Coder) -> Result<Value> {
    if texts.kind() != Kind::Array {
        return Err(Error::new(ErrorKind::InvalidMessages, "", "texts must be a list of strings"));
    }
    let (mut counts, mut failure) = (Vec::with_capacity(texts.len()), None);
    texts.for_each(&mut |_, text| match text.kind() {
        Kind::String => counts.push(text.text(usize::MAX, |text| coder.count(&text.to_str()))),
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
        call_with(&mut &self.vocabulary, name, value, options)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_changes_no_result() {
        let mut caller = Caller::default();
        let texts = ["the retry loop", "", "漢字 and 12345", "the retry loop", "x".repeat(10_000).leak()];
        for encoding in ["o200k_base", "cl100k_base", "o200k_base"] {
            for (text, options) in
                texts.iter().flat_map(|text| [(text, json!({ "encoding": encoding })), (text, json!({ "encoding": encoding, "limit": 2 }))])
            {
                for name in ["count_tokens", "encode"] {
                    let text = json!(text);
                    let options = if name == "encode" { json!({ "encoding": encoding }) } else { options.clone() };
                    let kept = caller.call(name, &&text, &&options).expect("counts");
                    assert_eq!(kept, crate::api::call(name, &&text, &&options).expect("counts"), "{name} {text} {options}");
                }
            }
            let (all, options) = (json!(texts), json!({ "encoding": encoding }));
            let kept = caller.call("count_tokens_batch", &&all, &&options).expect("counts");
            assert_eq!(kept, crate::api::call("count_tokens_batch", &&all, &&options).expect("counts"));
        }
        assert_eq!(caller.counters.len(), 2);
    }
}
