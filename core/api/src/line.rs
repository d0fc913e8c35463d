//! The single line that bindings print for a result. It is identical in all languages.

use conspectus::Item;
use conspectus::inner::{RunLine, grouped, is_one_scale};
use serde_json::Value;

/// Returns the line of a value with this name. `fields` contains what the line shows: the value's
/// own fields, in which a list may be replaced by its length.
///
/// ```
/// use conspectus_api::line;
/// use serde_json::json;
///
/// assert_eq!(line("Facts", &json!({ "requests": 2, "commands": 1, "files": 0 })), "<Facts 2 requests, 1 command, 0 files>");
/// let result = json!({
///     "status": "summarized", "changed": true, "code": "summarized", "tokens_before": 21_332, "tokens_after": 3_856,
///     "prompt_tokens": 3_856, "context_window": 16_000,
///     "summary_by": "extractive", "fallback": { "code": "summary_too_thin" },
/// });
/// let told = "<Result summarized: 21,332 -> 3,856 tokens by extractive (summary_too_thin), next prompt 24 % of 16,000>";
/// assert_eq!(line("Result", &result), told);
/// ```
#[must_use]
pub fn line<'v>(name: &str, fields: impl Into<Item<'v>>) -> String {
    let fields = fields.into().to_value().unwrap_or_default();
    let number = |key: &str| match &fields[key] {
        Value::Array(items) => items.len() as u64,
        Value::Object(items) => items.len() as u64,
        value => value
            .as_u64()
            .or_else(|| value.as_f64().map(|number| number as u64))
            .unwrap_or(0),
    };
    let word = |key: &str| fields[key].as_str().unwrap_or_default();
    let tokens = |key: &str| format!("{} tokens", grouped(number(key)));
    let counted = |key: &str| match number(key) {
        1 => format!("1 {}", key.trim_end_matches('s')),
        number => format!("{} {key}", grouped(number)),
    };
    let is = |key: &str| fields[key] == Value::Bool(true);
    let change = || {
        format!(
            "{} -> {} tokens",
            grouped(number("tokens_before")),
            grouped(number("tokens_after"))
        )
    };
    match name {
        "Result" | "Plan" => {
            let by = fields["summary_by"]
                .as_str()
                .zip(fields["fallback"]["code"].as_str());
            let line = RunLine {
                name,
                status: word("status"),
                changed: is("changed"),
                code: word("code"),
                by,
                tokens: in_one_scale(&fields),
                prompt_tokens: number("prompt_tokens"),
                window: fields["context_window"]
                    .as_f64()
                    .map(|number| number as u64),
                tier: fields["log"]["sizes.price_tier_tokens"].as_u64(),
                prices: fields["log"]["prices.source"]
                    .as_str()
                    .zip(fields["log"]["prices.date"].as_str()),
                trigger: number("trigger_tokens"),
            };
            line.to_string()
        }
        "Edited" if is("changed") => format!("<Edited {}: {}>", counted("messages"), change()),
        "Edited" => {
            let after = tokens("tokens_after");
            format!("<Edited {}: {after}, unchanged>", counted("messages"))
        }
        "TokenCount" => {
            let how = if is("exact") { "exact" } else { "estimated" };
            format!("<TokenCount {}, {how}>", tokens("tokens"))
        }
        "Facts" => format!(
            "<Facts {}, {}, {}>",
            counted("requests"),
            counted("commands"),
            counted("files")
        ),
        "Cut" => format!(
            "<Cut {} ({}): {}>",
            number("index"),
            word("reason"),
            change()
        ),
        "Summary" => format!("<Summary {}>", tokens("tokens")),
        "Compactor" => format!("<Compactor {}>", word("state")),
        "History" => format!("<History {}, {}>", counted("messages"), tokens("tokens")),
        "Simulation" => format!("<Simulation {}>", counted("rows")),
        _ => format!("<{name}>"),
    }
}

/// The tokens before and after a change: those of the messages, or those of the prompt where the
/// provider counts otherwise than we do, so that the line has one scale.
fn in_one_scale(fields: &Value) -> (u64, u64) {
    let number = |value: &Value| value.as_f64().map_or(0, |number| number as u64);
    let of = |name: &str| number(&fields[name]);
    let (before, after, prompt) = (of("tokens_before"), of("tokens_after"), of("prompt_tokens"));
    let log = &fields["log"];
    let prompt_before = number(&log["sizes.prompt_tokens_before"]);
    let is_ours = !log["preset.number"].is_null()
        || prompt_before == 0
        || is_one_scale((before, after), (prompt_before, prompt));
    if is_ours {
        (before, after)
    } else {
        (prompt_before, prompt)
    }
}
