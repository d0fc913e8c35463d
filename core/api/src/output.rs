//! Lets a model condense a tool output: `summarize_output`.

use super::operation::{Call, TEXT, operations, text_of};
use conspectus::inner::Domain;
use conspectus::{Dialect, Item, Result};
use conspectus_summary::notes::output::{CheckedOutput, OutputAsk, summarized};
use serde_json::{Value, json};

/// Most tokens of a summary. Source: gemini-cli.
const MAX_TOKENS: u64 = 2_000;

operations! {
    /// Lets a model shorten a tool output that exceeds its budget. Errors and warnings are kept
    /// verbatim.
    summarize_output(["sansio"], TEXT, takes ["dialect", "model", "tokenizer"]) -> Plain(CheckedOutput),
        r#""compiling\nerror: no such file\ndone""#,
        r#"{"max_tokens": 5, "tool": "run"}"# =>
        summarize(SummarizeOutputArgs {
            /// The largest summary in tokens; 2,000 by default. A shorter output isn't changed.
            max_tokens: u64 [Domain::Whole(1)] = MAX_TOKENS,
            /// The tool that returned the output.
            tool: Option<String>,
            /// The tool's input, e.g. the command.
            call: Option<String>,
            /// The user's request, so that the model knows what matters.
            request: Option<String>,
            /// The place of the full output, e.g. a path. The text names it.
            locator: Option<String>,
            /// The model's answer.
            answer: Option<String>,
        });
}

fn summarize(call: Call<'_>, args: SummarizeOutputArgs) -> Result<Value> {
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
