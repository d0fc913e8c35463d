//! One tool output told shorter by a model: `prepare_output_summary`, `check_output_summary`.

use super::operation::{Call, Gives, Input, Operation, Rows, may, operations};
use crate::config::Domain;
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::notes::output::{CheckedOutput, OutputAsk, checked, question};
use crate::read::dialect::{Dialect, kind_name};
use crate::read::message::Role;
use crate::shape::{Typed, shapes};
use serde_json::{Value, json};

/// Most tokens of a summary. Source: gemini-cli.
const MAX_TOKENS: u64 = 2_000;

const PREPARE_OUTPUT_SUMMARY: Operation = Operation {
    name: "prepare_output_summary",
    rooms: &["sansio"],
    about: "Says what to ask a model that tells one tool output shorter, if the output is over its budget: `needed`, `tokens`, and the request with \
            `system`, `messages` and `max_output_tokens`. Give the answer to `check_output_summary`.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &["dialect", "model", "tokenizer"],
    arguments: &[
        may(
            "max_tokens",
            Domain::Whole(1),
            "The most tokens that the summary may take; an output within them needs none. 2,000 unless given.",
        ),
        may("tool", Domain::Text, "The tool that gave the output."),
        may(
            "call",
            Domain::Text,
            "What the tool was called with, for example the command.",
        ),
        may(
            "request",
            Domain::Text,
            "What the user asked for, so that the model knows what matters.",
        ),
    ],
    gives: Gives::Plain(Question::TYPE),
    example: (
        r#""compiling\nerror: no such file\ndone""#,
        r#"{"max_tokens": 5, "tool": "run"}"#,
    ),
};

const CHECK_OUTPUT_SUMMARY: Operation = Operation {
    name: "check_output_summary",
    rooms: &["sansio"],
    about: "Checks a model's answer to `prepare_output_summary` against the output, and gives the text to put in its place. Errors with their traces, \
            and warnings, stand in it word for word: what the answer lacks is put in. An answer that is empty, a refusal, too long or no shorter is replaced by the start, the end and the errors \
            of the output; `defect` says why.",
    input: Input::Other("text", "str", "string"),
    measures: false,
    options: &["model", "tokenizer"],
    arguments: &[
        may(
            "summary",
            Domain::Text,
            "The model's answer. Without one, since the call failed, the output stays as it is.",
        ),
        may(
            "max_tokens",
            Domain::Whole(1),
            "The most tokens of the summary, as it was asked for. 2,000 unless given.",
        ),
        may(
            "locator",
            Domain::Text,
            "Where the full output can be found, for example a path. The text names it.",
        ),
    ],
    gives: Gives::Plain(CheckedOutput::TYPE),
    example: (
        r#""compiling\nerror: no such file\ndone""#,
        r#"{"summary": "It failed.", "locator": "/tmp/out.txt"}"#,
    ),
};

shapes! {
    /// What to ask a model that writes a tool output shorter.
    pub struct Question as "OutputQuestion" {
        /// Whether the output is over its budget. If not, there is nothing to ask.
        pub needed: bool,
        /// Tokens of the output.
        pub tokens: u64,
        /// The system text of the request; null if there is nothing to ask.
        pub system: Option<String>,
        /// One message of the user, plain text, in the dialect that was given.
        pub messages: Vec<Value>,
        /// The most tokens that the answer may have.
        pub max_output_tokens: u64,
    }
}

operations! {
    PREPARE_OUTPUT_SUMMARY => prepare,
    CHECK_OUTPUT_SUMMARY => check,
}

fn prepare<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let output = text_of(input)?;
    let given = |name: &str| PREPARE_OUTPUT_SUMMARY.arguments.text(options, name);
    let ask = OutputAsk {
        max_tokens: max_tokens(options)?,
        tool: given("tool")?,
        call: given("call")?,
        request: given("request")?,
    };
    let found = question(&output, &ask, &config.scale());
    let Some((system, question)) = found.texts else {
        return Ok(json!(Question {
            needed: false,
            tokens: found.tokens,
            system: None,
            messages: Vec::new(),
            max_output_tokens: 0,
        }));
    };
    let message = config
        .dialect
        .unwrap_or(Dialect::PLAIN)
        .text_message(Role::User, &question);
    // Errors and warnings are copied beside the summary.
    let max_output_tokens = ask.max_tokens.saturating_mul(2);
    Ok(json!(Question {
        needed: true,
        tokens: found.tokens,
        system: Some(system),
        messages: vec![message],
        max_output_tokens,
    }))
}

fn check<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let output = text_of(input)?;
    let summary = CHECK_OUTPUT_SUMMARY.arguments.text(options, "summary")?;
    let locator = CHECK_OUTPUT_SUMMARY.arguments.text(options, "locator")?;
    Ok(json!(checked(
        &output,
        summary.as_deref(),
        max_tokens(options)?,
        locator.as_deref(),
        &config.scale()
    )))
}

fn max_tokens<O: View>(options: &O) -> Result<u64> {
    let given = CHECK_OUTPUT_SUMMARY
        .arguments
        .whole(options, "max_tokens")?;
    Ok(given.unwrap_or(MAX_TOKENS))
}

fn text_of<V: View>(input: &V) -> Result<String> {
    if input.kind() != Kind::String {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "",
            format!(
                "the output must be a string, found {}",
                kind_name(input.kind())
            ),
        ));
    }
    Ok(input.to_text())
}
