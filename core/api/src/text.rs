//! How one text is cut to a limit: `truncate_text`.

use super::argument;
use super::operation::{Call, TEXT, Viewed, arguments, index, operations, text_of};
use conspectus::inner::{Domain, Kind, Text, invalid, sanitize_label, shapes, wrong};
use conspectus::{Item, Result};
use conspectus_history::reduce::truncate::{TextRule, Truncation};
use serde_json::{Value, json};

arguments! {
    /// The arguments that all operations take which cut a text.
    pub(super) struct CutArgs {
        /// The share of the kept text that comes from the start.
        head_fraction: Option<f64> [Domain::Number(0.0, 1.0)],
        /// The place of the full text, e.g. a path. The marker shows it.
        locator: Option<String>,
        /// The first line of the result, for rules that have one.
        prefix: Option<String>,
    }
}

shapes! {
    /// A truncated text and its sizes.
    pub struct CutText as "TruncatedText" {
        /// The truncated text.
        pub text: String,
        /// Whether the text changed.
        pub truncated: bool,
        /// Characters before.
        pub chars_before: u64,
        /// Characters after.
        pub chars_after: u64,
        /// Lines before.
        pub lines_before: u64,
        /// Lines after.
        pub lines_after: u64,
        /// UTF-8 bytes before.
        pub bytes_before: u64,
        /// UTF-8 bytes after.
        pub bytes_after: u64,
        /// Lines with errors that were kept from the middle.
        pub error_lines: u64,
        /// What to show instead of an empty text, or null.
        pub note: Option<&'static str>,
        /// The rule that was used.
        pub rule: &'static str,
    }
}

operations! {
    /// Truncates a text by a rule. The default rule keeps the start, the end and lines with errors.
    truncate_text(["context"], TEXT, takes []) -> Plain(CutText),
        r#""first line\nsecond line\nthird line\nfourth line""#,
        r#"{"max_lines": 2}"# =>
        truncate(TruncateTextArgs {
            /// The rule: `ends` (the default), or the name of an original's rule.
            rule: Option<String>,
            /// The most characters.
            max_chars: Option<Viewed> [Domain::Whole(0)],
            /// The most lines.
            max_lines: Option<Viewed> [Domain::Whole(0)],
            /// The most UTF-8 bytes, for rules that use them.
            max_bytes: Option<Viewed> [Domain::Whole(0)],
            /// The most tokens, converted to characters.
            max_tokens: Option<Viewed> [Domain::Whole(0)],
            /// Whether to keep lines with errors from the middle.
            keep_errors: Option<bool>,
        }) with &CutArgs::ROWS;
}

fn truncate(call: Call<'_>, args: TruncateTextArgs) -> Result<Value> {
    let (text, options) = (text_of(call.input)?, call.options);
    let rule = args.rule.map_or_else(
        || Ok(conspectus_presets::of(&call.config).text_rules[0]),
        |given| named(&given),
    )?;
    check_used(options, rule)?;
    let mut truncation = Truncation {
        max_lines: limit(options, "max_lines", rule)?,
        max_chars: limit(options, "max_chars", rule)?,
        max_bytes: limit(options, "max_bytes", rule)?,
        ..shared(options, rule)?
    };
    if let Some(keep) = args.keep_errors {
        truncation.keep_errors = keep;
    }
    if let Some(tokens) = limit(options, "max_tokens", rule)? {
        let by_tokens =
            conspectus_history::measure::chars_for_tokens(Text::Utf8(&text), tokens as f64)
                as usize;
        let given = truncation.max_chars.into_iter();
        truncation.max_chars = given.chain([by_tokens]).min();
    }
    let cut = truncation.apply(&text);
    Ok(json!(CutText {
        text: cut.text,
        truncated: cut.truncated,
        chars_before: cut.chars_before,
        chars_after: cut.chars_after,
        lines_before: cut.lines_before,
        lines_after: cut.lines_after,
        bytes_before: cut.bytes_before,
        bytes_after: cut.bytes_after,
        error_lines: cut.error_lines,
        note: cut.note,
        rule: rule.name,
    }))
}

/// An argument that the rule does not use would change nothing: it is an error that names the rules
/// which do.
fn check_used(options: &Item<'_>, rule: &TextRule) -> Result<()> {
    for given in (TruncateTextArgs::ROWS.iter().chain(&CutArgs::ROWS))
        .filter(|given| given.name != "rule" && argument(options, given.name).is_some())
    {
        let name = if given.name == "max_tokens" {
            "max_chars"
        } else {
            given.name
        };
        if !rule.uses.contains(&name) {
            let users: Vec<&str> = conspectus_presets::text_rules()
                .into_iter()
                .filter(|other| other.uses.contains(&name))
                .map(|other| other.name)
                .collect();
            let message = format!(
                "the rule `{}` does not use {}: leave it out, or use one of `{}`",
                rule.name,
                given.name,
                users.join("`, `")
            );
            return Err(wrong(given.name, message));
        }
    }
    Ok(())
}

fn named(given: &str) -> Result<&'static TextRule> {
    let rules = conspectus_presets::text_rules();
    rules
        .iter()
        .find(|rule| rule.name == given)
        .copied()
        .ok_or_else(|| {
            let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
            invalid(
                "rule",
                &format!("one of {}", names.join(", ")),
                &sanitize_label(given, 64),
            )
        })
}

/// A truncation by `rule` with the arguments that all take which cut a text.
pub fn shared(options: &Item<'_>, rule: &'static TextRule) -> Result<Truncation> {
    let args = CutArgs::read(options)?;
    Ok(Truncation {
        head_fraction: args.head_fraction,
        locator: args.locator,
        prefix: args.prefix,
        ..Truncation::new(rule)
    })
}

fn limit(options: &Item<'_>, name: &str, rule: &TextRule) -> Result<Option<usize>> {
    let Some(value) = argument(options, name) else {
        return Ok(None);
    };
    if rule.zero_is_no_limit && value.kind() == Kind::Number && value.number() <= 0.0 {
        return Ok(Some(0));
    }
    index(&value, name).map(Some)
}
