//! What a provider says a request cost: the counts of a usage object, in every dialect's spelling.
//!
//! | shape | the whole prompt | source |
//! | --- | --- | --- |
//! | Anthropic | `input_tokens` + `cache_read_input_tokens` + `cache_creation_input_tokens` | Messages API: the three are disjoint |
//! | Bedrock Converse | `inputTokens` + `cacheReadInputTokens` + `cacheWriteInputTokens` | same |
//! | OpenAI chat | `prompt_tokens` | cached tokens are part of it |
//! | OpenAI Responses, LangChain | `input_tokens` | cached tokens are part of it, told in `input_tokens_details` |
//! | Gemini | `promptTokenCount` | cached tokens are part of it |
//! | AI SDK | `inputTokens`, a number or `{total}` | cached tokens are part of it |

use crate::config::whole;
use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::view::{Kind, View};
use serde::Serialize;

/// Counts of one request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Tokens of the whole prompt: what was read from a cache included.
    pub prompt_tokens: u64,
    /// Tokens of the answer, if told.
    pub output_tokens: Option<u64>,
    /// Of the prompt, tokens read from a cache, if told.
    pub cached_tokens: Option<u64>,
}

/// Where a response keeps its usage.
const HOLDERS: [&str; 5] = ["usage", "usageMetadata", "usage_metadata", "message", "response"];

/// Reads a number, a usage object, or a response or transcript record that holds one.
///
/// # Errors
/// `InvalidMessages` if no count of a prompt is found, or a count is no whole number from 0.
pub fn read_usage<V: View>(value: &V) -> Result<Usage> {
    match value.kind() {
        Kind::Number => Ok(Usage { prompt_tokens: count(value, "")?, ..Usage::default() }),
        Kind::Object => match of_object(value)? {
            Some(usage) => Ok(usage),
            None => match HOLDERS.iter().find_map(|key| value.get(key).filter(|held| held.kind() == Kind::Object).map(|held| (key, held))) {
                Some((key, held)) => read_usage(&held).map_err(|error| error.under(key)),
                None => Err(invalid("no count of prompt tokens: expected input_tokens, prompt_tokens, promptTokenCount or inputTokens")),
            },
        },
        other => Err(invalid(&format!("usage must be a number or an object, found {}", kind_name(other)))),
    }
}

fn of_object<V: View>(usage: &V) -> Result<Option<Usage>> {
    let field = |name: &str| match usage.get(name).filter(|value| value.kind() != Kind::Null) {
        // AI SDK 6: `{total, ...}`.
        Some(value) if value.kind() == Kind::Object => {
            value.get("total").filter(|total| total.kind() != Kind::Null).map(|total| count(&total, &format!("{name}/total"))).transpose()
        }
        Some(value) => count(&value, name).map(Some),
        None => Ok(None),
    };
    let first = |names: &[&str]| names.iter().map(|name| field(name)).find(|found| !matches!(found, Ok(None))).unwrap_or(Ok(None));
    let inner = |holder: &str, name: &str| match usage.get(holder).and_then(|details| details.get(name)) {
        Some(value) if value.kind() == Kind::Number => count(&value, &format!("{holder}/{name}")).map(Some),
        _ => Ok(None),
    };
    let Some(input) = first(&["prompt_tokens", "promptTokenCount", "input_tokens", "inputTokens"])? else { return Ok(None) };
    // Named so where they are told apart from the input.
    let read = first(&["cache_read_input_tokens", "cacheReadInputTokens"])?;
    let written = first(&["cache_creation_input_tokens", "cacheWriteInputTokens"])?;
    let is_part = usage.get("prompt_tokens").is_some();
    let mut cached = read.or(first(&["cachedContentTokenCount", "cachedInputTokens"])?);
    for (holder, name) in
        [("prompt_tokens_details", "cached_tokens"), ("input_tokens_details", "cached_tokens"), ("input_token_details", "cache_read")]
    {
        cached = cached.or(inner(holder, name)?);
    }
    Ok(Some(Usage {
        prompt_tokens: if is_part { input } else { input.saturating_add(read.unwrap_or(0)).saturating_add(written.unwrap_or(0)) },
        output_tokens: first(&["completion_tokens", "candidatesTokenCount", "output_tokens", "outputTokens"])?,
        cached_tokens: cached,
    }))
}

fn count<V: View>(value: &V, name: &str) -> Result<u64> {
    whole(value, name, 0).map_err(|error| Error::new(ErrorKind::InvalidMessages, if name.is_empty() { "" } else { error.path() }, error.message()))
}

fn invalid(message: &str) -> Error {
    Error::new(ErrorKind::InvalidMessages, "", message)
}
