//! Lets a model condense a tool output that exceeds its budget: the request, and the lines that the
//! answer must contain verbatim.
//!
//! Agents act on errors and warnings. The answer is searched for them, and missing ones are added.

use crate::Role;
use crate::host::clip::clip;
use crate::host::units::utf16_len;
use crate::measure::Scale;
use crate::notes::accept::patterns::declines;
use crate::notes::codes::{OutputDefect, OutputFrom};
use crate::notes::prompt::DATA_OF_OUTPUT;
use crate::notes::transcript::{boundary, plain, shown};
use crate::read::dialect::Dialect;
use crate::read::media::sanitize_label;
use crate::reduce::truncate::errors::{names_error, names_warning};
use crate::reduce::truncate::{ENDS, Truncation};
use crate::shape::shapes;
use serde_json::Value;
use std::collections::BTreeSet;

/// Longest output that a model is shown, in tokens; of a longer one the start, the end and the
/// errors. Chosen here: it fits every current model.
const SHOWN_TOKENS: u64 = 100_000;
/// Longest request of the user and longest name or command in the question, in chars. Chosen here.
const REQUEST_CHARS: usize = 2_000;
const LABEL_CHARS: usize = 400;
/// Added errors and warnings may use as many tokens as the budget, warnings a quarter of it. Chosen
/// here: information that an agent acts on may double a summary, and noise may not.
const WARNINGS_PART: u64 = 4;

/// Information about a tool output in addition to its text, and settings for the request.
#[derive(Clone)]
pub struct OutputAsk {
    /// Most tokens of the summary.
    pub max_tokens: u64,
    /// The tool that gave it.
    pub tool: Option<String>,
    /// What the tool was called with, such as a command.
    pub call: Option<String>,
    /// What the user asked for.
    pub request: Option<String>,
    /// The locator of the full output.
    pub locator: Option<String>,
    /// The dialect of the question.
    pub dialect: Dialect,
}

shapes! {
    /// The request to a model that summarizes a tool output.
    pub struct OutputRequest: Eq {
        /// The system text.
        pub system: String,
        /// One message of the user, plain text, in the dialect that was given.
        pub messages: Vec<Value>,
        /// The maximum number of output tokens: twice the budget, since errors and warnings are
        /// copied in addition to the summary.
        pub max_output_tokens: u64,
    }

    /// A tool output, summarized if it exceeds its budget.
    pub struct CheckedOutput: Eq {
        /// What takes the place of the output.
        pub text: String,
        /// The origin of the text: `summary`; `truncation` if the answer could not be used;
        /// `output` without an answer, or if nothing shorter was found.
        pub source: OutputFrom,
        /// Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`,
        /// `no_answer`.
        pub defect: Option<OutputDefect>,
        /// The number of errors that were missing from the answer and were added; after a
        /// truncation, the number of error lines kept from the middle.
        pub errors_put_in: u64,
        /// The number of warnings that were missing from the answer and were added.
        pub warnings_put_in: u64,
        /// How many of both had no room.
        pub left_out: u64,
        /// Estimated tokens of the output.
        pub tokens_before: u64,
        /// Estimated tokens of the text.
        pub tokens_after: u64,
        /// What to ask a model, whose answer is then given; null if there is nothing to ask.
        pub request: Option<OutputRequest>,
    }
}

/// Returns the request to a model about an output of `tokens` tokens.
fn question(output: &str, tokens: u64, ask: &OutputAsk) -> OutputRequest {
    let limit = chars_in(output, SHOWN_TOKENS, tokens);
    let record = shown(
        &Truncation {
            max_chars: Some(limit),
            ..Truncation::new(&ENDS)
        }
        .apply(output)
        .text,
    );
    let label =
        |text: &Option<String>| sanitize_label(text.as_deref().unwrap_or_default(), LABEL_CHARS);
    let (tool, call) = (label(&ask.tool), label(&ask.call));
    let request = clip(
        ask.request.as_deref().unwrap_or_default(),
        REQUEST_CHARS,
        0.7,
    );
    let token = boundary([record.as_str(), &tool, &call, &request]);
    let system = format!(
        "You tell the output of a tool shorter, for an AI agent that goes on with what you write and does not see the output. Write at most {} \
tokens of plain text: first what the output says, then what the agent needs of it for the task, with exact paths, names, numbers and line \
numbers. If it is a listing or other structured data, keep the entries that matter for the task and say how many there are of the rest.\n\n\
Copy each error with its whole stack trace word for word between <error> and </error>, and each warning between <warning> and </warning>. Shorten \
nothing there. Repeat one that comes several times only once.\n\n{DATA_OF_OUTPUT}",
        ask.max_tokens
    );
    let mut question = String::new();
    for (name, value) in [
        ("What the user asked for", &*request),
        ("The tool", &tool),
        ("Called with", &call),
    ] {
        if !value.is_empty() {
            question += &format!("{name}: {value}\n\n");
        }
    }
    question += &format!("<output {token}>\n{record}\n</output {token}>\n\nTell it shorter.");
    OutputRequest {
        system,
        messages: vec![ask.dialect.text_message(Role::User, &question)],
        max_output_tokens: ask.max_tokens.saturating_mul(2),
    }
}

/// Adds the errors and warnings of `output` that are missing from a model's answer. An answer that
/// is unusable or not shorter is replaced by the start, the end and the errors of the output.
/// Without an answer the output is returned unchanged, with the request to a model if it exceeds
/// its budget.
pub fn summarized(
    output: &str,
    answer: Option<&str>,
    ask: &OutputAsk,
    scale: &Scale,
) -> CheckedOutput {
    let max_tokens = ask.max_tokens;
    let tokens_before = scale.tokens_of_text(output);
    let place = Truncation {
        locator: ask.locator.clone(),
        ..Truncation::new(&ENDS)
    };
    let result =
        |text: String, source, defect, [errors, warnings, left_out]: [u64; 3]| CheckedOutput {
            tokens_after: scale.tokens_of_text(&text),
            text,
            source,
            defect,
            errors_put_in: errors,
            warnings_put_in: warnings,
            left_out,
            tokens_before,
            request: None,
        };
    let Some(answer) = answer.map(str::trim) else {
        let request = (tokens_before > max_tokens).then(|| question(output, tokens_before, ask));
        let why = request.as_ref().map(|_| OutputDefect::NoAnswer);
        let stays = result(output.to_owned(), OutputFrom::Output, why, [0; 3]);
        return CheckedOutput { request, ..stays };
    };
    let tokens = scale.tokens_of_text(answer);
    let defect = match () {
        () if answer.is_empty() => Some(OutputDefect::Empty),
        () if declines(answer) && !declines(output) => Some(OutputDefect::Refused),
        () if tokens >= tokens_before => Some(OutputDefect::NotSmaller),
        // Models count tokens badly: twice the budget is no summary of it.
        () if tokens > max_tokens.saturating_mul(2) => Some(OutputDefect::TooLong),
        () => None,
    };
    if defect.is_none() {
        let (mut text, counts) = with_findings(output, answer, max_tokens, scale);
        if let Some(locator) = place.shown_locator() {
            text += &format!("\n\n[Full output: {locator}]");
        }
        let told = result(text, OutputFrom::Summary, None, counts);
        if told.tokens_after < tokens_before {
            return told;
        }
    }
    let cut = Truncation {
        max_chars: Some(chars_in(output, max_tokens, tokens_before)),
        ..place
    }
    .apply(output);
    let source = if cut.truncated {
        OutputFrom::Truncation
    } else {
        OutputFrom::Output
    };
    let defect = defect.or(Some(OutputDefect::NotSmaller));
    result(cut.text, source, defect, [cut.error_lines, 0, 0])
}

/// How many chars take `budget` tokens in a text of `tokens`.
fn chars_in(text: &str, budget: u64, tokens: u64) -> usize {
    (utf16_len(text) as f64 * budget as f64 / tokens.max(1) as f64) as usize
}

/// Returns the answer followed by the errors and warnings that it doesn't contain, and the numbers
/// of errors added, warnings added, and both that did not fit.
fn with_findings(output: &str, answer: &str, max_tokens: u64, scale: &Scale) -> (String, [u64; 3]) {
    let [errors, warnings] = findings(&plain(output));
    let lacks = |block: &&String| {
        block.lines().map(str::trim).any(|line| {
            !line.is_empty() && !answer.contains(line) && !answer.contains(&shown(line))
        })
    };
    let (mut text, mut room, mut counts) = (answer.to_owned(), max_tokens, [0; 3]);
    for (place, blocks, tag, limit) in [
        (0, errors, "error", max_tokens),
        (1, warnings, "warning", max_tokens / WARNINGS_PART),
    ] {
        let mut left = limit.min(room);
        for block in blocks.iter().filter(lacks) {
            let tokens = scale.tokens_of_text(block);
            if tokens > left {
                counts[2] += 1;
                continue;
            }
            left -= tokens;
            room -= tokens;
            counts[place] += 1;
            text += &format!("\n\n<{tag}>\n{block}\n</{tag}>");
        }
    }
    if counts[2] > 0 {
        text += &format!(
            "\n\n[{} more errors or warnings had no room here]",
            counts[2]
        );
    }
    (text, counts)
}

/// Errors and warnings, each with the lines that belong to it, each once.
fn findings(output: &str) -> [Vec<String>; 2] {
    let (mut errors, mut warnings) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    let mut lines = output.lines().peekable();
    while let Some(line) = lines.next() {
        let list = if names_error(line) {
            &mut errors
        } else if names_warning(line) {
            &mut warnings
        } else {
            continue;
        };
        let mut block = line.trim_end().to_owned();
        while let Some(next) = lines.next_if(|next| goes_on(next)) {
            block.push('\n');
            block += next.trim_end();
        }
        // Its first line says which list it belongs to.
        if seen.insert(block.clone()) {
            list.push(block);
        }
    }
    [errors, warnings]
}

/// Whether a line belongs to the error before it: it is set in, shows a line of source, or says
/// what caused it.
fn goes_on(line: &str) -> bool {
    let after_digits = line.trim_start_matches(char::is_numeric);
    let is_source = after_digits.len() < line.len() && after_digits.trim_start().starts_with('|');
    let is_set_in = line.starts_with([' ', '\t']) && !line.trim().is_empty();
    is_set_in || is_source || line.starts_with("Caused by") || line.starts_with("at ")
}
