//! `prune` and `thresholds`.

use super::argument;
use crate::config::{whole, Config};
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::plan::lower_marked;
use crate::policy;
use crate::thresholds::thresholds;
use crate::view::{View, ViewExt};
use serde_json::{json, Value};

/// `{patch, report, edits}`. `min_tokens` and `protect_tokens` are short for the options of those names; `pruned_at`, any
/// value of the host's, is set beside each cleared result with `pruned: true`, as gencode marks them (C-4).
pub(super) fn prune<V: View, O: View>(config: Config, messages: &V, options: &O) -> Result<Value> {
    let mut config = config;
    if let Some(tokens) = argument(options, "min_tokens") {
        config.prune_min_tokens = whole(&tokens, "min_tokens", 0)?;
    }
    if let Some(tokens) = argument(options, "protect_tokens") {
        config.prune_protect_tokens = whole(&tokens, "protect_tokens", 0)?;
    }
    let mark = argument(options, "pruned_at").map(|mark| mark.to_value()).transpose()?;
    let history = History::of(config, messages)?;
    let (edits, report) = policy::prune(&history);
    let patch = lower_marked(&history, &edits, messages, mark.as_ref());
    Ok(json!({ "patch": patch, "report": report, "edits": edits }))
}

/// `{warn, auto, hard, usable}` for `context_window`.
pub(super) fn ladder(config: &Config) -> Result<Value> {
    let window = config.context_window;
    let window = window.ok_or_else(|| Error::new(ErrorKind::InvalidConfig, "/context_window", "context_window (in tokens) is needed"))?;
    Ok(json!(thresholds(config, window)))
}
