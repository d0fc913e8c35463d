//! Operations of single systems: gemini-cli's masking, threshold, overflow check and names; qwen-code's settings.

use super::argument;
use crate::compactor::{compression_threshold, compressor_model, overflow, OverflowRule};
use crate::config::{choice, flag, invalid, number, string_option, whole, Config};
use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::estimate::gemini_cli::{request, token_limit, CHARS_PER_TOKEN};
use crate::history::History;
use crate::plan::lower;
use crate::policy::{mask, output_key, MaskRules, MIN_TOKENS, PROTECT_TOKENS};
use crate::settings;
use crate::view::{Kind, View, ViewExt};
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// `{patch, offloads, report, edits}`. Outputs named in `locators` (key to place) are masked, the others are listed to be stored.
pub(super) fn mask_tool_outputs<V: View, O: View>(config: Config, messages: &V, options: &O) -> Result<Value> {
    let tokens = |name: &str, otherwise: u64| argument(options, name).map_or(Ok(otherwise), |value| whole(&value, name, 0));
    let rules = MaskRules {
        protect_tokens: tokens("protect_tokens", PROTECT_TOKENS)?,
        min_tokens: tokens("min_tokens", MIN_TOKENS)?,
        protect_latest_turn: argument(options, "protect_latest_turn").map_or(Ok(true), |value| flag(&value, "protect_latest_turn"))?,
        locators: locators(options)?,
    };
    let history = History::of(config, messages)?;
    let (edits, offloads, report) = mask(&history, messages, &rules);
    Ok(json!({ "patch": lower(&history, &edits, messages), "offloads": offloads, "report": report, "edits": edits }))
}

fn locators<O: View>(options: &O) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let Some(given) = argument(options, "locators") else { return Ok(found) };
    if given.kind() != Kind::Object {
        return Err(invalid("locators", "an object of keys and places", kind_name(given.kind())));
    }
    let mut failure = None;
    given.for_each(&mut |key, place| {
        let Some(key) = key else { return };
        match string_option(&place, "locators") {
            Ok(place) => drop(found.insert(key.name.to_owned(), place)),
            Err(error) => failure = failure.take().or(Some(Error::new(error.kind(), "", error.message()).under(key.name).under("locators"))),
        }
    });
    failure.map_or(Ok(found), Err)
}

/// `{threshold, source}` of gemini-cli's threshold (G-25): `local` over `remote` over 0.5. A value that is no fraction is an error
/// instead of "never" or "always" (B-32); 0 counts as not given.
pub(super) fn threshold<O: View>(options: &O) -> Result<Value> {
    let source = |name: &str| argument(options, name).map(|value| number(&value, name, 0.0, 1.0)).transpose();
    let (threshold, source) = compression_threshold(source("local")?, source("remote")?);
    Ok(json!({ "threshold": threshold, "source": source }))
}

/// `{overflows, request_tokens, remaining_tokens}` of a request's parts (G-38).
pub(super) fn check_overflow<V: View, O: View>(config: &Config, parts: &V, options: &O) -> Result<Value> {
    let last = argument(options, "last_prompt_tokens").map_or(Ok(0), |value| whole(&value, "last_prompt_tokens", 0))?;
    let rule =
        argument(options, "rule").map_or(Ok(OverflowRule::Remaining), |value| choice(&value, "rule", &OverflowRule::ALL, OverflowRule::name))?;
    let window = config.context_window.map_or_else(|| token_limit(config.model.as_deref()).map_err(|error| error.under("model")), Ok)?;
    Ok(json!(overflow(window, last, request(parts, CHARS_PER_TOKEN)?.tokens, rule)))
}

/// The alias under which gemini-cli asks for a summary in a conversation with `model` (G-31).
pub(super) fn compressor<V: View>(model: &V) -> Value {
    json!(compressor_model(model.as_string().as_deref()))
}

/// The file name of a stored output (G-18).
pub(super) fn key<V: View, O: View>(tool: &V, options: &O) -> Result<Value> {
    let tool = tool.as_string().ok_or_else(|| Error::new(ErrorKind::InvalidMessages, "", "the tool's name must be a string"))?;
    let id = argument(options, "id").ok_or_else(|| Error::new(ErrorKind::InvalidConfig, "/id", "id (of the call) is needed"))?;
    let session = argument(options, "session").map(|value| string_option(&value, "session")).transpose()?;
    Ok(json!(output_key(&tool, &string_option(&id, "id")?, session.as_deref())))
}

/// qwen-code's settings (Q-30..Q-34) of an environment, a map of strings, and its settings file.
pub(super) fn resolve_settings<V: View, O: View>(env: &V, options: &O) -> Result<Value> {
    if !matches!(env.kind(), Kind::Object | Kind::Null) {
        return Err(Error::new(ErrorKind::InvalidMessages, "", format!("the environment must be an object, found {}", kind_name(env.kind()))));
    }
    let given = argument(options, "settings");
    if given.as_ref().is_some_and(|given| given.kind() != Kind::Object) {
        return Err(invalid("settings", "an object", given.map_or("null", |given| kind_name(given.kind()))));
    }
    let env = env.to_value()?;
    let settings = given.map(|given| given.to_value()).transpose()?;
    settings::resolve(&&env, settings.as_ref().as_ref())
}
