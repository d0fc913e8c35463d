//! Exact token counts: `count_tokens`, `encode`, `decode`, `truncate_to_tokens`. The messages argument is the text.

use super::argument;
use crate::config::{whole, Config};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{self, Counter, Encoding};
use crate::view::{Kind, View, ViewExt};
use serde_json::{json, Value};

/// Runs `name` on a text, or on ids for `decode`. `encoding` defaults to `o200k_base`; `model` looks it up.
pub(super) fn call<V: View, O: View>(config: &Config, name: &str, value: &V, options: &O) -> Result<Value> {
    let encoding = config.encoding_or_error()?;
    if name == "count_tokens_batch" {
        return count_batch(value, encoding);
    }
    if name == "decode" {
        return decode(value, encoding);
    }
    let text = value.as_string().ok_or_else(|| Error::new(ErrorKind::InvalidMessages, "", "the text must be a string"))?;
    match name {
        "encode" => Ok(json!(exact::encode(&text, encoding))),
        "truncate_to_tokens" => {
            let limit = argument(options, "max_tokens").ok_or_else(|| Error::new(ErrorKind::InvalidConfig, "/max_tokens", "max_tokens is needed"))?;
            let limit = whole(&limit, "max_tokens", 0)?;
            Ok(json!(exact::truncate_to_tokens(&text, limit.min(usize::MAX as u64) as usize, encoding)))
        }
        _ => match argument(options, "limit") {
            // Counting stops where the answer is settled: null says "more than the limit".
            Some(limit) => Ok(json!(exact::count_up_to(&text, whole(&limit, "limit", 0)? as usize, encoding))),
            None => Ok(json!(exact::count_tokens(&text, encoding))),
        },
    }
}

/// One counter for all texts: what it learns from one helps with the next.
fn count_batch<V: View>(texts: &V, encoding: Encoding) -> Result<Value> {
    if texts.kind() != Kind::Array {
        return Err(Error::new(ErrorKind::InvalidMessages, "", "texts must be a list of strings"));
    }
    let mut counter = Counter::new(encoding);
    let (mut counts, mut failure) = (Vec::with_capacity(texts.len()), None);
    texts.for_each(&mut |_, text| match text.kind() {
        Kind::String => counts.push(text.text(usize::MAX, |text| counter.count(&text.to_str()))),
        _ if failure.is_none() => failure = Some(Error::new(ErrorKind::InvalidMessages, format!("/{}", counts.len()), "the text must be a string")),
        _ => {}
    });
    failure.map_or_else(|| Ok(json!(counts)), Err)
}

fn decode<V: View>(ids: &V, encoding: Encoding) -> Result<Value> {
    if ids.kind() != Kind::Array {
        return Err(Error::new(ErrorKind::InvalidMessages, "", "token ids must be a list of numbers"));
    }
    let mut numbers = Vec::with_capacity(ids.len());
    ids.for_each(&mut |_, id| numbers.push(if id.kind() == Kind::Number { id.number() as u32 } else { u32::MAX }));
    let bytes = exact::decode(&numbers, encoding)?;
    Ok(Value::String(String::from_utf8_lossy(&bytes).into_owned()))
}
