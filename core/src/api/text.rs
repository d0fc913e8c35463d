//! One text cut to a limit: `truncate_text`.

use super::argument;
use super::operation::{may, operations, Argument, Call, Gives, Input, Operation};
use crate::config::{flag, invalid, number, string_option, whole, Domain};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::reduce::truncate::{TextRule, Truncation};
use serde_json::{json, Value};

/// What every cut of a text takes.
pub(super) const SHARED: [Argument; 3] = [
    may("head_fraction", Domain::Number(0.0, 1.0), "The share of what is kept that comes from the start."),
    may("locator", Domain::Text, "Where the full text can be found; the marker names it."),
    may("prefix", Domain::Text, "The line in front of the result, for rules that have one."),
];

const TRUNCATE_TEXT: Operation = Operation {
    name: "truncate_text",
    rooms: &["context"],
    about: "A text cut to a limit, by the preset's rule for tool output or by a named one. The default keeps head, tail and lines that name \
            errors, and never cuts inside a character.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[
        may("rule", Domain::Text, "The rule: `ends`, ours, or one of a reproduced system."),
        may("max_chars", Domain::Whole(0), "Longest text, in chars."),
        may("max_lines", Domain::Whole(0), "Most lines that are left."),
        may("max_bytes", Domain::Whole(0), "Longest text, in UTF-8 bytes; not every rule looks at it."),
        may("max_tokens", Domain::Whole(0), "Most tokens; chars follow from the kind of text."),
        may("keep_errors", Domain::Flag, "Whether lines that name errors are rescued from the middle."),
        SHARED[0],
        SHARED[1],
        SHARED[2],
    ],
    gives: Gives::Plain("dict[str, Any]", "TruncatedText"),
    example: (r#""first line\nsecond line\nthird line\nfourth line""#, r#"{"max_lines": 2}"#),
};

operations! {
    TRUNCATE_TEXT => truncate,
}

fn truncate<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call { config, input: text, options, .. } = call;
    if text.kind() != Kind::String {
        return Err(Error::new(ErrorKind::InvalidMessages, "", format!("the text must be a string, found {}", kind_name(text.kind()))));
    }
    let rule = argument(options, "rule").map_or_else(|| Ok(crate::systems::of(&config).output_rule), |value| named(&value))?;
    let mut truncation = Truncation { max_lines: limit(options, "max_lines", rule)?, ..shared(options, rule)? };
    truncation.max_chars = limit(options, "max_chars", rule)?;
    truncation.max_bytes = limit(options, "max_bytes", rule)?;
    if let Some(keep) = argument(options, "keep_errors") {
        truncation.keep_errors = flag(&keep, "keep_errors")?;
    }
    if let Some(tokens) = limit(options, "max_tokens", rule)? {
        let by_tokens = text.text(usize::MAX, |text| crate::measure::chars_for_tokens(text, tokens as f64)) as usize;
        truncation.max_chars = Some(truncation.max_chars.map_or(by_tokens, |chars| chars.min(by_tokens)));
    }
    let mut result = json!(truncation.apply(&text.to_text()));
    result["rule"] = json!(rule.name);
    Ok(result)
}

fn named<O: View>(value: &O) -> Result<&'static TextRule> {
    let given = string_option(value, "rule")?;
    let rules = crate::systems::text_rules();
    rules.iter().find(|rule| rule.name == given).copied().ok_or_else(|| {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
        invalid("rule", &format!("one of {}", names.join(", ")), &sanitize_label(&given, 64))
    })
}

/// A truncation by `rule` with the arguments of [`SHARED`].
pub(super) fn shared<O: View>(options: &O, rule: &'static TextRule) -> Result<Truncation> {
    Ok(Truncation {
        head_fraction: argument(options, "head_fraction").map(|value| number(&value, "head_fraction", 0.0, 1.0)).transpose()?,
        locator: argument(options, "locator").map(|value| string_option(&value, "locator")).transpose()?,
        prefix: argument(options, "prefix").map(|value| string_option(&value, "prefix")).transpose()?,
        ..Truncation::new(rule)
    })
}

fn limit<O: View>(options: &O, name: &str, rule: &TextRule) -> Result<Option<usize>> {
    let Some(value) = argument(options, name) else { return Ok(None) };
    if rule.zero_is_no_limit && value.kind() == Kind::Number && value.number() <= 0.0 {
        return Ok(Some(0));
    }
    Ok(Some(usize::try_from(whole(&value, name, 0)?).unwrap_or(usize::MAX)))
}
