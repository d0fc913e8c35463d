//! `truncate_text` and `normalize_response`.

use super::argument;
use crate::config::{choice, flag, number, string_option, whole, Config};
use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::patch::Patch;
use crate::truncate::{chars_for_tokens, first_foreign_part, normalize_response, Rule, Truncation};
use crate::view::{Kind, View, ViewExt};
use serde_json::{json, Value};

/// [`crate::truncate::Truncated`] of a string, by `rule`, else by the preset's rule for tool output.
///
/// `max_tokens` gives `max_chars` by the kind of text (G-60). A limit below zero is an error, except for qwen-code's rule,
/// where limits of zero and below are none.
pub(super) fn truncate<V: View, O: View>(config: &Config, text: &V, options: &O) -> Result<Value> {
    if text.kind() != Kind::String {
        return Err(Error::new(ErrorKind::InvalidMessages, "", format!("the text must be a string, found {}", kind_name(text.kind()))));
    }
    let rule = argument(options, "rule").map_or(Ok(Rule::of_preset(config.preset)), |value| choice(&value, "rule", &Rule::ALL, Rule::name))?;
    let mut truncation = Truncation { max_lines: limit(options, "max_lines", rule)?, ..shared(options, rule)? };
    truncation.max_chars = limit(options, "max_chars", rule)?;
    truncation.max_bytes = limit(options, "max_bytes", rule)?;
    if let Some(keep) = argument(options, "keep_errors") {
        truncation.keep_errors = flag(&keep, "keep_errors")?;
    }
    if let Some(tokens) = limit(options, "max_tokens", rule)? {
        let by_tokens = text.text(usize::MAX, |text| chars_for_tokens(text, tokens as f64)) as usize;
        truncation.max_chars = Some(truncation.max_chars.map_or(by_tokens, |chars| chars.min(by_tokens)));
    }
    let mut result = json!(truncation.apply(&text.to_text()));
    result["rule"] = json!(rule.name());
    Ok(result)
}

/// `{patch}` over a list of parts (G-62). `ratio`: the share of its tokens that each long value keeps.
pub(super) fn normalize<V: View, O: View>(parts: &V, options: &O) -> Result<Value> {
    if parts.kind() != Kind::Array {
        return Err(Error::new(ErrorKind::InvalidMessages, "", format!("the parts must be a list, found {}", kind_name(parts.kind()))));
    }
    let ratio = argument(options, "ratio").ok_or_else(|| Error::new(ErrorKind::InvalidConfig, "/ratio", "ratio (a fraction of 0 to 1) is needed"))?;
    let ratio = number(&ratio, "ratio", 0.0, 1.0)?;
    let truncation = shared(options, Rule::GeminiProportional)?;
    if let Some(index) = first_foreign_part(parts) {
        let message = "this is no Gemini part: normalize_response reads parts such as {functionResponse: {name, response}}. \
            Call truncate_text for the text of a result in another shape";
        return Err(Error::new(ErrorKind::InvalidMessages, format!("/{index}"), message));
    }
    Ok(json!({ "patch": Patch { ops: normalize_response(parts, ratio, &truncation), splices: Vec::new() } }))
}

fn shared<O: View>(options: &O, rule: Rule) -> Result<Truncation> {
    Ok(Truncation {
        head_fraction: argument(options, "head_fraction").map(|value| number(&value, "head_fraction", 0.0, 1.0)).transpose()?,
        locator: argument(options, "locator").map(|value| string_option(&value, "locator")).transpose()?,
        prefix: argument(options, "prefix").map(|value| string_option(&value, "prefix")).transpose()?,
        ..Truncation::new(rule)
    })
}

fn limit<O: View>(options: &O, name: &str, rule: Rule) -> Result<Option<usize>> {
    let Some(value) = argument(options, name) else { return Ok(None) };
    if rule == Rule::QwenToolOutput && value.kind() == Kind::Number && value.number() <= 0.0 {
        return Ok(Some(0));
    }
    Ok(Some(usize::try_from(whole(&value, name, 0)?).unwrap_or(usize::MAX)))
}
