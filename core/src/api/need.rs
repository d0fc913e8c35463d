//! `needs_compression`, `hysteresis` and `calibrate`: when to act, and what to remember of it.

use super::argument;
use crate::adapt;
use crate::config::{flag, number, whole, Config};
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::need::{need, Known};
use crate::view::{Kind, View};
use serde_json::{json, Value};

/// [`crate::need::Need`]. `usage`: the last call's, or a list of calls of which the last one counts.
pub(super) fn needs_compression<V: View, O: View>(config: Config, messages: &V, options: &O) -> Result<Value> {
    let window = config.context_window;
    let window = window.ok_or_else(|| Error::new(ErrorKind::InvalidConfig, "/context_window", "context_window (in tokens) is needed"))?;
    let mut known = Known::default();
    for name in ["system", "tools"] {
        if let Some(value) = argument(options, name) {
            known.overhead_tokens += config.overhead_tokens(&value).map_err(|error| error.under(name))?;
        }
    }
    known.usage_tokens = match argument(options, "usage") {
        Some(list) if list.kind() == Kind::Array => match list.len().checked_sub(1).and_then(|last| list.at(last)) {
            Some(last) => Some(super::estimate::usage_of(&config, &last).map_err(|error| as_option(error.under(&(list.len() - 1).to_string())))?),
            None => None,
        },
        Some(usage) => Some(super::estimate::usage_of(&config, &usage).map_err(as_option)?),
        None => None,
    };
    if !argument(options, "enabled").map_or(Ok(true), |value| flag(&value, "enabled"))? {
        // Read all the same: a wrong option or message is an error whether or not it would have counted.
        let found = need(&History::of(config, messages)?, window, known);
        return Ok(json!({ "needed": false, "strategy": "none", "warn": false, "tokens_used": found.tokens_used, "source": found.source,
            "tokens_usable": found.tokens_usable, "tokens_trigger": found.tokens_trigger, "tokens_prunable": found.tokens_prunable }));
    }
    Ok(json!(need(&History::of(config, messages)?, window, known)))
}

/// The error of a usage object that was handed over as the option `usage`.
fn as_option(error: Error) -> Error {
    let kind = if error.kind() == ErrorKind::InvalidMessages { ErrorKind::InvalidConfig } else { error.kind() };
    Error::new(kind, error.path(), error.message()).under("usage")
}

/// `{act, last_deficit}`.
pub(super) fn hysteresis<O: View>(options: &O) -> Result<Value> {
    let count = |name: &str| needed(options, name).and_then(|value| whole(&value, name, 0));
    let last = argument(options, "last_deficit").map_or(Ok(0), |value| whole(&value, "last_deficit", 0))?;
    Ok(json!(adapt::hysteresis(count("tokens")?, count("retained_tokens")?, last, count("coalescing_tokens")?)))
}

/// `{weight, chars_per_token, tokens}`: the next weight, what it makes of the chars per token, and the estimate with it.
pub(super) fn calibrate<O: View>(config: &Config, options: &O) -> Result<Value> {
    let weight = argument(options, "weight").map_or(Ok(1.0), |value| number(&value, "weight", 0.5, 2.0))?;
    let estimated = needed(options, "estimated_tokens").and_then(|value| whole(&value, "estimated_tokens", 0))?;
    let reported = needed(options, "reported_tokens").and_then(|value| whole(&value, "reported_tokens", 0))?;
    let overhead = argument(options, "overhead_tokens").map_or(Ok(0), |value| whole(&value, "overhead_tokens", 0))?;
    let weight = adapt::calibrate(weight, reported, overhead, estimated);
    let tokens = adapt::weighted_tokens(estimated, weight);
    Ok(json!({ "weight": weight, "chars_per_token": config.chars_per_token / weight, "tokens": tokens }))
}

fn needed<O: View>(options: &O, name: &str) -> Result<O> {
    argument(options, name).ok_or_else(|| Error::new(ErrorKind::InvalidConfig, format!("/{name}"), format!("{name} (a number of tokens) is needed")))
}
