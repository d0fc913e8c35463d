//! How one text is cut to a limit: `truncate_text`.

use super::argument;
use super::operation::{Argument, Call, Gives, Input, Operation, Rows, may, operations};
use crate::config::{Domain, flag, invalid, string_option, whole};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::reduce::truncate::{TextRule, Truncation};
use crate::shape::{Typed, shapes};
use serde_json::{Value, json};

/// The arguments that all operations take which cut a text.
pub(super) const SHARED: [Argument; 3] = [
    may(
        "head_fraction",
        Domain::Number(0.0, 1.0),
        "The share of the kept text that comes from the start.",
    ),
    may(
        "locator",
        Domain::Text,
        "Where the full text can be found, for example a path. The marker shows it.",
    ),
    may(
        "prefix",
        Domain::Text,
        "The line in front of the result, for rules that have one.",
    ),
];

const TRUNCATE_TEXT: Operation = Operation {
    name: "truncate_text",
    rooms: &["context"],
    about: "Cuts a text to a limit, by the preset's rule for tool output or by a rule that you name. The default rule keeps the start, the end \
            and lines that name errors. It never cuts inside a character.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &[],
    arguments: &[
        may(
            "rule",
            Domain::Text,
            "The rule: `ends`, the default, or the name of a reproduced system's rule.",
        ),
        may("max_chars", Domain::Whole(0), "The longest text, in chars."),
        may(
            "max_lines",
            Domain::Whole(0),
            "The most lines that the text may have.",
        ),
        may(
            "max_bytes",
            Domain::Whole(0),
            "The longest text, in UTF-8 bytes. A limit that the rule does not use is an error that names the rules which do.",
        ),
        may(
            "max_tokens",
            Domain::Whole(0),
            "The most tokens. They are converted to chars, by the script of the text.",
        ),
        may(
            "keep_errors",
            Domain::Flag,
            "Whether lines from the middle that name errors are kept.",
        ),
        SHARED[0],
        SHARED[1],
        SHARED[2],
    ],
    gives: Gives::Plain(CutText::TYPE),
    example: (
        r#""first line\nsecond line\nthird line\nfourth line""#,
        r#"{"max_lines": 2}"#,
    ),
};

shapes! {
    /// A text after it was cut, with its sizes before and after.
    pub struct CutText as "TruncatedText" {
        /// The text after the cut.
        pub text: String,
        /// Whether the text was changed.
        pub truncated: bool,
        /// Chars before the cut.
        pub chars_before: u64,
        /// Chars after the cut.
        pub chars_after: u64,
        /// Lines before the cut; 0 for an empty text.
        pub lines_before: u64,
        /// Lines after the cut.
        pub lines_after: u64,
        /// UTF-8 bytes before the cut.
        pub bytes_before: u64,
        /// UTF-8 bytes after the cut.
        pub bytes_after: u64,
        /// How many lines that name errors were kept from the middle.
        pub error_lines: u64,
        /// What you may show in place of an empty text; null if the text is not empty.
        pub note: Option<&'static str>,
        /// The rule by which it was cut.
        pub rule: &'static str,
    }
}

operations! {
    TRUNCATE_TEXT => truncate,
}

fn truncate<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: text,
        options,
        ..
    } = call;
    if text.kind() != Kind::String {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "",
            format!(
                "the text must be a string, found {}",
                kind_name(text.kind())
            ),
        ));
    }
    let rule = argument(options, "rule").map_or_else(
        || Ok(crate::systems::of(&config).text_rules()[0]),
        |value| named(&value),
    )?;
    check_used(options, rule)?;
    let mut truncation = Truncation {
        max_lines: limit(options, "max_lines", rule)?,
        ..shared(options, rule)?
    };
    truncation.max_chars = limit(options, "max_chars", rule)?;
    truncation.max_bytes = limit(options, "max_bytes", rule)?;
    if let Some(keep) = argument(options, "keep_errors") {
        truncation.keep_errors = flag(&keep, "keep_errors")?;
    }
    if let Some(tokens) = limit(options, "max_tokens", rule)? {
        let by_tokens = text.text(usize::MAX, |text| {
            crate::measure::chars_for_tokens(text, tokens as f64)
        }) as usize;
        truncation.max_chars = Some(
            truncation
                .max_chars
                .map_or(by_tokens, |chars| chars.min(by_tokens)),
        );
    }
    let cut = truncation.apply(&text.to_text());
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
fn check_used<O: View>(options: &O, rule: &TextRule) -> Result<()> {
    for given in TRUNCATE_TEXT
        .arguments
        .iter()
        .filter(|given| given.name != "rule" && argument(options, given.name).is_some())
    {
        let name = if given.name == "max_tokens" {
            "max_chars"
        } else {
            given.name
        };
        if !rule.uses.contains(&name) {
            let users: Vec<&str> = crate::systems::text_rules()
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
            return Err(Error::new(
                ErrorKind::InvalidOption,
                format!("/{}", given.name),
                message,
            ));
        }
    }
    Ok(())
}

fn named<O: View>(value: &O) -> Result<&'static TextRule> {
    let given = string_option(value, "rule")?;
    let rules = crate::systems::text_rules();
    rules
        .iter()
        .find(|rule| rule.name == given)
        .copied()
        .ok_or_else(|| {
            let names: Vec<&str> = rules.iter().map(|rule| rule.name).collect();
            invalid(
                "rule",
                &format!("one of {}", names.join(", ")),
                &sanitize_label(&given, 64),
            )
        })
}

/// A truncation by `rule` with the arguments of [`SHARED`].
pub(super) fn shared<O: View>(options: &O, rule: &'static TextRule) -> Result<Truncation> {
    Ok(Truncation {
        head_fraction: SHARED.number(options, "head_fraction")?,
        locator: SHARED.text(options, "locator")?,
        prefix: SHARED.text(options, "prefix")?,
        ..Truncation::new(rule)
    })
}

fn limit<O: View>(options: &O, name: &str, rule: &TextRule) -> Result<Option<usize>> {
    let Some(value) = argument(options, name) else {
        return Ok(None);
    };
    if rule.zero_is_no_limit && value.kind() == Kind::Number && value.number() <= 0.0 {
        return Ok(Some(0));
    }
    Ok(Some(
        usize::try_from(whole(&value, name, 0)?).unwrap_or(usize::MAX),
    ))
}
