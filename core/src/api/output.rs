//! One tool output told shorter by a model: `summarize_output`.

use super::intake::text_of;
use super::operation::{Call, Gives, Input, Operation, Rows, may, operations};
use crate::config::Domain;
use crate::error::Result;
use crate::host::view::View;
use crate::notes::output::{CheckedOutput, OutputAsk, summarized};
use crate::read::dialect::Dialect;
use crate::shape::Typed;
use serde_json::{Value, json};

/// Most tokens of a summary. Source: gemini-cli.
const MAX_TOKENS: u64 = 2_000;

const SUMMARIZE_OUTPUT: Operation = Operation {
    name: "summarize_output",
    rooms: &["sansio"],
    about: "Has a model tell one tool output shorter, if it is over its budget: `request` says what to ask, and a second call with the `answer` checks it. \
            Errors with their traces, and warnings, stand in the text word for word: what the answer lacks is put in. An answer that is empty, a refusal, \
            too long or no shorter is replaced by the start, the end and the errors of the output; `defect` says why. Without an answer the output stays as it is.",
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
        may(
            "locator",
            Domain::Text,
            "Where the full output can be found, for example a path. The text names it.",
        ),
        may("answer", Domain::Text, "The model's answer."),
    ],
    gives: Gives::Plain(CheckedOutput::TYPE),
    example: (
        r#""compiling\nerror: no such file\ndone""#,
        r#"{"max_tokens": 5, "tool": "run"}"#,
    ),
};

operations! {
    SUMMARIZE_OUTPUT => summarize,
}

fn summarize<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let text = |name: &str| SUMMARIZE_OUTPUT.arguments.text(options, name);
    let max_tokens = SUMMARIZE_OUTPUT.arguments.whole(options, "max_tokens")?;
    let ask = OutputAsk {
        max_tokens: max_tokens.unwrap_or(MAX_TOKENS),
        tool: text("tool")?,
        call: text("call")?,
        request: text("request")?,
        locator: text("locator")?,
        dialect: config.dialect.unwrap_or(Dialect::PLAIN),
    };
    let (output, answer) = (text_of(input)?, text("answer")?);
    Ok(json!(summarized(
        &output,
        answer.as_deref(),
        &ask,
        &config.scale()
    )))
}
