//! The single line that bindings print for a result. It is identical in all languages.

use conspectus::Item;
use conspectus::inner::{grouped, run_line};
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
        value => value.as_f64().map_or(0, |number| number as u64),
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
        "Result" | "Plan" => run_line(name, &fields),
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
