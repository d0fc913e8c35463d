//! The token counts that a provider reports for a request. The usage object is read in the spelling
//! of every dialect.
//!
//! | shape | the whole prompt | source |
//! | --- | --- | --- |
//! | Anthropic | `input_tokens` + `cache_read_input_tokens` + `cache_creation_input_tokens` | Messages API: none of the three includes another |
//! | Bedrock Converse | `inputTokens` + `cacheReadInputTokens` + `cacheWriteInputTokens` | same |
//! | OpenAI chat | `prompt_tokens` | cached tokens are part of it |
//! | OpenAI Responses, LangChain | `input_tokens` | cached tokens are part of it; `input_tokens_details` holds their number |
//! | Gemini | `promptTokenCount`, in its Python SDK `prompt_token_count` | cached tokens are part of it |
//! | pi | `input` + `cacheRead` + `cacheWrite` | pi-ai: `input` is what is left of the provider's count without both |
//! | AI SDK | `inputTokens`, a number or `{total}` | cached tokens are part of it |
//! | gencode, opencode | `input` + `cache.read` + `cache.write` | as pi; gencode's `input` holds what was written, and it may have no `cache` |
//!
//! Known names without numbers yield no report and no error, because the host is not at fault if a
//! provider reports nothing. An invalid count is an error.

use crate::error::{Error, ErrorKind, Result};
use crate::host::item::{Budget, Item, Kind};
use crate::host::listed::listed;
use crate::read::dialect::kind_name;
use crate::shape::shapes;

shapes! {
    /// A provider's token counts for one request.
    pub struct Usage: Copy, Default, Eq {
        /// Prompt tokens, including cached ones.
        pub prompt_tokens: u64,
        /// Output tokens, if reported.
        pub output_tokens: Option<u64>,
        /// Prompt tokens read from the cache, if reported.
        pub cached_tokens: Option<u64>,
    }
}

/// The keys under which a response or a record may keep its usage object. `kwargs` and `data` are
/// keys of a serialized LangChain message, `tokens` is opencode's, and `raw` contains the usage
/// that the AI SDK received.
const HOLDERS: [&str; 9] =
    listed("usage usageMetadata usage_metadata message response kwargs data tokens raw");

/// Names that identify a report even if it contains no count of the prompt.
const KNOWN: [&str; 39] = listed(
    "prompt_tokens promptTokenCount prompt_token_count input_tokens inputTokens \
     completion_tokens candidatesTokenCount candidates_token_count output_tokens outputTokens \
     total_tokens totalTokenCount total_token_count totalTokens cache_read_input_tokens \
     cacheReadInputTokens cache_creation_input_tokens cacheWriteInputTokens \
     cachedContentTokenCount cached_content_token_count cachedInputTokens prompt_tokens_details \
     completion_tokens_details input_tokens_details output_tokens_details input_token_details \
     output_token_details thoughtsTokenCount thoughts_token_count reasoningTokens cacheRead \
     cacheWrite cache usage usageMetadata usage_metadata tokens cache_creation cost",
);

/// Reads the token counts from a usage object, or from a response or transcript record that
/// contains one. A bare number is the count of the prompt. `None` if the report contains no count
/// of the prompt: it has known names without numbers, or nothing in it is a number.
///
/// ```
/// use conspectus::read_usage;
/// use serde_json::json;
///
/// let usage = read_usage(&json!({ "input_tokens": 12, "cache_read_input_tokens": 3_000, "output_tokens": 40 }))?;
/// let usage = usage.expect("it has numbers");
/// assert_eq!((usage.prompt_tokens, usage.cached_tokens), (3_012, Some(3_000)));
/// assert_eq!(read_usage(&json!({ "prompt_tokens": null, "total_tokens": 40 }))?, None);
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `InvalidMessages` if no name in it is known, or if a count is not a whole number of at least 0.
/// `TooDeep` if usage objects are nested deeper than the limit.
pub fn read_usage<'v>(value: impl Into<Item<'v>>) -> Result<Option<Usage>> {
    read_usage_by(&value.into(), TokenKinds::prompt)
}

/// As [`read_usage`]. If counts are recorded by kind, `prompt` adds up those of the prompt.
pub fn read_usage_by(value: &Item<'_>, prompt: fn(&TokenKinds) -> u64) -> Result<Option<Usage>> {
    of_report(value, prompt, &mut Budget::default())
}

fn of_report(
    value: &Item<'_>,
    prompt: fn(&TokenKinds) -> u64,
    budget: &mut Budget,
) -> Result<Option<Usage>> {
    match value.kind() {
        Kind::Null => Ok(None),
        Kind::Number => {
            let prompt_tokens = count(value, "")?;
            Ok(Some(Usage {
                prompt_tokens,
                ..Usage::default()
            }))
        }
        Kind::Object => {
            if let Some(usage) = of_object(value, prompt)? {
                return Ok(Some(usage));
            }
            match held(value) {
                Some((key, held)) => budget
                    .inside(|budget| of_report(&held, prompt, budget))
                    .map_err(|error| error.under(key)),
                None if tells_nothing(value)? => Ok(None),
                None => Err(invalid(
                    "no known count: expected input_tokens, prompt_tokens, promptTokenCount, inputTokens, or input with output or cacheRead",
                )),
            }
        }
        other => Err(invalid(&format!(
            "usage must be a number or an object, found {}",
            kind_name(other)
        ))),
    }
}

/// The usage object in a response or a record.
fn held<'v>(value: &Item<'v>) -> Option<(&'static str, Item<'v>)> {
    HOLDERS.into_iter().find_map(|key| {
        let held = value.get(key)?;
        (held.is_object()).then_some((key, held))
    })
}

/// Returns true if an object without a count of the prompt is still a valid report.
fn tells_nothing(value: &Item<'_>) -> Result<bool> {
    Ok(value.has_any(&KNOWN) || !Budget::default().any(value, &mut |inner| inner.is_number())?)
}

shapes! {
    /// The token counts of one call as some agents record them, by kind. Agents differ in one point:
    /// for some, `input` includes the tokens written to the cache.
    pub struct TokenKinds: Copy, Default, Eq {
        /// Tokens of the prompt that were not read from a cache.
        pub input: u64,
        /// Tokens of the answer, without reasoning.
        pub output: u64,
        /// Tokens of the reasoning.
        pub reasoning: u64,
        /// Tokens of the prompt that were read from a cache.
        pub cache_read: u64,
        /// Tokens of the prompt that were written to a cache.
        pub cache_write: u64,
        /// The provider's own total; 0 if it gave none.
        pub total: u64,
    }
}

impl TokenKinds {
    /// Tokens of the prompt, the answer and the reasoning together, if `input` includes the tokens
    /// written to the cache.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.input
            .saturating_add(self.cache_read)
            .saturating_add(self.output)
            .saturating_add(self.reasoning)
    }

    /// Tokens of the prompt, if no kind includes another.
    #[must_use]
    pub fn prompt(&self) -> u64 {
        self.input
            .saturating_add(self.cache_read)
            .saturating_add(self.cache_write)
    }
}

/// Tokens of one call, prompt and answer together. If the counts are recorded by kind, as `{input,
/// output, reasoning, cache: {read, write}, total}`, the result is `sum` of the kinds. In any other
/// spelling it is the whole prompt, cached tokens included, and the answer. `None` where
/// [`read_usage`] gives none.
///
/// # Errors
/// As [`read_usage`].
pub fn call_tokens(value: &Item<'_>, sum: fn(&TokenKinds) -> u64) -> Result<Option<u64>> {
    of_call(value, sum, &mut Budget::default())
}

fn of_call(
    value: &Item<'_>,
    sum: fn(&TokenKinds) -> u64,
    budget: &mut Budget,
) -> Result<Option<u64>> {
    if !value.is_object() {
        // A bare number is the count of the prompt; anything else is an error.
        return Ok(of_report(value, sum, budget)?.map(|usage| usage.prompt_tokens));
    }
    if value.get("input").is_some_and(|input| input.is_number())
        && let Some(tokens) = own_tokens(value, sum)?
    {
        return Ok(Some(tokens));
    }
    if let Some(usage) = of_object(value, sum)? {
        return Ok(Some(
            usage
                .prompt_tokens
                .saturating_add(usage.output_tokens.unwrap_or(0)),
        ));
    }
    if let Some((key, held)) = held(value) {
        return budget
            .inside(|budget| of_call(&held, sum, budget))
            .map_err(|error| error.under(key));
    }
    match own_tokens(value, sum)? {
        Some(tokens) => Ok(Some(tokens)),
        None if value.has("input") || tells_nothing(value)? => Ok(None),
        None => Err(invalid(
            "no known count: expected input_tokens, prompt_tokens, promptTokenCount, inputTokens or input",
        )),
    }
}

/// Returns the sum over counts that are recorded by kind, flat or with `cache: {read, write}`.
/// `None` without such counts.
fn own_tokens(value: &Item<'_>, sum: fn(&TokenKinds) -> u64) -> Result<Option<u64>> {
    let nested = |name: &str| {
        value.get("cache").map_or(Ok(None), |cache| {
            count_at(&cache, name, &format!("cache/{name}"))
        })
    };
    let of = |name: &str| count_at(value, name, name);
    let (input, output, reasoning, total) =
        (of("input")?, of("output")?, of("reasoning")?, of("total")?);
    let cache_read = of("cache_read")?.or(of("cacheRead")?).or(nested("read")?);
    let cache_write = of("cache_write")?
        .or(of("cacheWrite")?)
        .or(nested("write")?);
    let counts = [input, output, reasoning, cache_read, cache_write];
    if counts.iter().chain(&[total]).all(Option::is_none) {
        return Ok(None);
    }
    let counts_are_absent = counts.iter().all(Option::is_none);
    let [input, output, reasoning, cache_read, cache_write] = counts.map(Option::unwrap_or_default);
    let kinds = TokenKinds {
        input,
        output,
        reasoning,
        cache_read,
        cache_write,
        total: total.unwrap_or(0),
    };
    // If only the total is known, it is the result.
    Ok(Some(if counts_are_absent {
        kinds.total
    } else {
        sum(&kinds)
    }))
}

fn of_object(usage: &Item<'_>, prompt: fn(&TokenKinds) -> u64) -> Result<Option<Usage>> {
    let field = |name: &str| match usage.object(name) {
        // AI SDK 6: `{total, ...}`.
        Some(value) => count_at(&value, "total", &format!("{name}/total")),
        None => count_at(usage, name, name),
    };
    let first = |names: &[&str]| {
        names
            .iter()
            .map(|name| field(name))
            .find(|found| !matches!(found, Ok(None)))
            .unwrap_or(Ok(None))
    };
    let inner = |holder: &str, name: &str| match usage
        .get(holder)
        .and_then(|details| details.get(name))
    {
        Some(value) if value.is_number() => count(&value, &format!("{holder}/{name}")).map(Some),
        _ => Ok(None),
    };
    let Some(input) = first(&[
        "prompt_tokens",
        "promptTokenCount",
        "prompt_token_count",
        "input_tokens",
        "inputTokens",
    ])?
    else {
        return of_kinds(usage, &field, prompt);
    };
    // Providers that use these names do not include the cached tokens in the input. `is_part` is
    // the exception.
    let read = first(&["cache_read_input_tokens", "cacheReadInputTokens"])?;
    let written = first(&["cache_creation_input_tokens", "cacheWriteInputTokens"])?;
    let is_part = usage.get("prompt_tokens").is_some();
    let mut cached = read.or(first(&[
        "cachedContentTokenCount",
        "cached_content_token_count",
        "cachedInputTokens",
    ])?);
    for (holder, name) in [
        ("prompt_tokens_details", "cached_tokens"),
        ("input_tokens_details", "cached_tokens"),
        ("input_token_details", "cache_read"),
    ] {
        cached = cached.or(inner(holder, name)?);
    }
    Ok(Some(Usage {
        prompt_tokens: if is_part {
            input
        } else {
            input
                .saturating_add(read.unwrap_or(0))
                .saturating_add(written.unwrap_or(0))
        },
        output_tokens: first(&[
            "completion_tokens",
            "candidatesTokenCount",
            "candidates_token_count",
            "output_tokens",
            "outputTokens",
        ])?,
        cached_tokens: cached,
    }))
}

/// Counts under short names. The names of the cache, or the output, must be there too: `input` alone
/// may be anything.
fn of_kinds(
    usage: &Item<'_>,
    field: &dyn Fn(&str) -> Result<Option<u64>>,
    prompt: fn(&TokenKinds) -> u64,
) -> Result<Option<Usage>> {
    let cache = usage.object("cache");
    let flat = ["cacheRead", "cacheWrite"];
    let beside = flat.iter().chain(&["output"]);
    if cache.is_none() && beside.into_iter().all(|name| usage.get(name).is_none()) {
        return Ok(None);
    }
    let kind = |flat: &str, nested: &str| match cache.filter(|cache| cache.known(nested).is_some())
    {
        Some(cache) => count_at(&cache, nested, &format!("cache/{nested}")),
        None => field(flat),
    };
    let (read, written) = (kind(flat[0], "read")?, kind(flat[1], "write")?);
    let Some(input) = field("input")? else {
        return Ok(None);
    };
    Ok(Some(Usage {
        prompt_tokens: prompt(&TokenKinds {
            input,
            cache_read: read.unwrap_or(0),
            cache_write: written.unwrap_or(0),
            ..TokenKinds::default()
        }),
        output_tokens: field("output")?,
        cached_tokens: read,
    }))
}

/// 2^53: up to this number, JavaScript represents every integer exactly.
const LARGEST: f64 = 9_007_199_254_740_992.0;

/// The count under `key`, if it is not null.
fn count_at(holder: &Item<'_>, key: &str, name: &str) -> Result<Option<u64>> {
    holder
        .known(key)
        .map(|value| count(&value, name))
        .transpose()
}

fn count(value: &Item<'_>, name: &str) -> Result<u64> {
    let found = if value.is_number() {
        value.number()
    } else {
        f64::NAN
    };
    if found.trunc() == found && (0.0..=LARGEST).contains(&found) {
        return Ok(found as u64);
    }
    let path = if name.is_empty() {
        String::new()
    } else {
        format!("/{name}")
    };
    let shown = if name.is_empty() { "the count" } else { name };
    Err(Error::new(
        ErrorKind::InvalidMessages,
        path,
        format!("{shown} must be an integer of at least 0"),
    ))
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorKind::InvalidMessages, "", message)
}
