//! One tool output told shorter by a model: `summarize_output`.

use super::operation::{Call, TEXT, operations, text_of};
use conspectus::inner::Domain;
use conspectus::{Dialect, Result, View};
use conspectus_summary::notes::output::{CheckedOutput, OutputAsk, summarized};
use serde_json::{Value, json};

/// Most tokens of a summary. Source: gemini-cli.
const MAX_TOKENS: u64 = 2_000;

operations! {
    /// Has a model tell one tool output shorter, if it is over its budget: `request` says what to
    /// ask, and a second call with the `answer` checks it. Errors with their traces, and warnings,
    /// stand in the text word for word: what the answer lacks is put in. An answer that is empty, a
    /// refusal, too long or no shorter is replaced by the start, the end and the errors of the
    /// output; `defect` says why. Without an answer the output stays as it is.
    summarize_output(["sansio"], TEXT, takes ["dialect", "model", "tokenizer"]) -> Plain(CheckedOutput),
        r#""compiling\nerror: no such file\ndone""#,
        r#"{"max_tokens": 5, "tool": "run"}"# =>
        summarize(SummarizeOutputArgs {
            /// The most tokens that the summary may take; an output within them needs none. 2,000
            /// unless given.
            max_tokens: u64 [Domain::Whole(1)] = MAX_TOKENS,
            /// The tool that gave the output.
            tool: Option<String>,
            /// What the tool was called with, for example the command.
            call: Option<String>,
            /// What the user asked for, so that the model knows what matters.
            request: Option<String>,
            /// Where the full output can be found, for example a path. The text names it.
            locator: Option<String>,
            /// The model's answer.
            answer: Option<String>,
        });
}

fn summarize(call: Call<'_, impl View, impl View>, args: SummarizeOutputArgs) -> Result<Value> {
    let ask = OutputAsk {
        max_tokens: args.max_tokens,
        tool: args.tool,
        call: args.call,
        request: args.request,
        locator: args.locator,
        dialect: call.config.dialect.unwrap_or(Dialect::PLAIN),
    };
    let (output, scale) = (text_of(call.input)?, call.config.scale());
    Ok(json!(summarized(
        &output,
        args.answer.as_deref(),
        &ask,
        &scale
    )))
}
