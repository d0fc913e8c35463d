//! One tool output over a budget, told shorter by a model: what it is asked, and what has to stand
//! in its answer word for word.
//!
//! Errors and warnings are what an agent acts on. They are looked for in the answer, and what is
//! missing is put in.

use crate::host::clip::clip;
use crate::host::units::utf16_len;
use crate::measure::Scale;
use crate::notes::accept::declines;
use crate::notes::codes::{OutputDefect, OutputFrom};
use crate::notes::prompt::DATA_OF_OUTPUT;
use crate::notes::transcript::{boundary, plain, shown};
use crate::read::media::sanitize_label;
use crate::reduce::truncate::errors::{names_error, names_warning};
use crate::reduce::truncate::{Truncation, ENDS};
use crate::shape::shapes;

/// Longest output that a model is shown, in tokens; of a longer one the start, the end and the
/// errors. Chosen here: it fits every current model.
const SHOWN_TOKENS: u64 = 100_000;
/// Longest request of the user and longest name or command in the question, in chars. Chosen here.
const REQUEST_CHARS: usize = 2_000;
const LABEL_CHARS: usize = 400;
/// Errors and warnings that are put in may take as many tokens as the budget, warnings a quarter of
/// it. Chosen here: what an agent acts on may double a summary, and noise may not.
const WARNINGS_PART: u64 = 4;

/// What is known of a tool output beside its text.
#[derive(Debug, Clone, Default)]
pub struct OutputAsk {
    /// Most tokens of the summary.
    pub max_tokens: u64,
    /// The tool that gave it.
    pub tool: Option<String>,
    /// What the tool was called with, such as a command.
    pub call: Option<String>,
    /// What the user asked for.
    pub request: Option<String>,
    /// How many tokens of the output the model may be shown, if not the usual number.
    pub shown_tokens: Option<u64>,
}

/// What to ask a model, if the output is over its budget.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputQuestion {
    /// Estimated tokens of the output.
    pub tokens: u64,
    /// The system text and the question; `None` if the output is within its budget.
    pub texts: Option<(String, String)>,
}

shapes! {
    /// A tool output after a model summarised it.
    pub struct CheckedOutput: Eq {
        /// What takes the place of the output.
        pub text: String,
        /// Where it comes from: `summary`; `truncation` if the answer could not be used; `output` if
        /// nothing shorter was found.
        pub source: OutputFrom,
        /// Why the answer could not be used: `empty`, `refused`, `too_long`, `not_smaller`.
        pub defect: Option<OutputDefect>,
        /// Errors and warnings that the answer lacked and that were put in, and those for which there
        /// was no room.
        pub errors_put_in: u64,
        /// The same for warnings.
        pub warnings_put_in: u64,
        /// How many of both had no room.
        pub left_out: u64,
        /// Estimated tokens of the output.
        pub tokens_before: u64,
        /// Estimated tokens of the text.
        pub tokens_after: u64,
    }
}

/// The question to a model about an output.
#[must_use]
pub fn question(output: &str, ask: &OutputAsk, scale: &Scale) -> OutputQuestion {
    let tokens = scale.tokens_of_text(output);
    if tokens <= ask.max_tokens {
        return OutputQuestion {
            tokens,
            texts: None,
        };
    }
    let limit = chars_in(
        output,
        ask.shown_tokens
            .map_or(SHOWN_TOKENS, |shown| shown.min(SHOWN_TOKENS)),
        tokens,
    );
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
    let request = ask
        .request
        .as_deref()
        .map(|request| clip(request, REQUEST_CHARS, 0.7).into_owned())
        .unwrap_or_default();
    let token = boundary([record.as_str(), &tool, &call, &request].into_iter());
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
        ("What the user asked for", &request),
        ("The tool", &tool),
        ("Called with", &call),
    ] {
        if !value.is_empty() {
            question.push_str(&format!("{name}: {value}\n\n"));
        }
    }
    question.push_str(&format!(
        "<output {token}>\n{record}\n</output {token}>\n\nTell it shorter."
    ));
    OutputQuestion {
        tokens,
        texts: Some((system, question)),
    }
}

/// Looks for the errors and warnings of `output` in a model's answer, and puts in what is missing.
/// An answer that is no shorter text is replaced by the start, the end and the errors of the
/// output.
#[must_use]
pub fn checked(
    output: &str,
    answer: &str,
    max_tokens: u64,
    locator: Option<&str>,
    scale: &Scale,
) -> CheckedOutput {
    let tokens_before = scale.tokens_of_text(output);
    let answer = answer.trim();
    let place = Truncation {
        locator: locator.map(str::to_owned),
        ..Truncation::new(&ENDS)
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
    let mut result = CheckedOutput {
        text: String::new(),
        source: OutputFrom::Summary,
        defect,
        errors_put_in: 0,
        warnings_put_in: 0,
        left_out: 0,
        tokens_before,
        tokens_after: 0,
    };
    if defect.is_none() {
        result.text = with_findings(output, answer, max_tokens, &mut result, scale);
        if let Some(locator) = place.shown_locator() {
            result
                .text
                .push_str(&format!("\n\n[Full output: {locator}]"));
        }
        result.tokens_after = scale.tokens_of_text(&result.text);
        if result.tokens_after < tokens_before {
            return result;
        }
        result.defect = Some(OutputDefect::NotSmaller);
    }
    let limit = chars_in(output, max_tokens, tokens_before);
    let cut = Truncation {
        max_chars: Some(limit),
        ..place
    }
    .apply(output);
    (
        result.errors_put_in,
        result.warnings_put_in,
        result.left_out,
    ) = (cut.error_lines, 0, 0);
    result.source = if cut.truncated {
        OutputFrom::Truncation
    } else {
        OutputFrom::Output
    };
    result.text = cut.text;
    result.tokens_after = scale.tokens_of_text(&result.text);
    result
}

/// How many chars take `budget` tokens in a text of `tokens`.
fn chars_in(text: &str, budget: u64, tokens: u64) -> usize {
    (utf16_len(text) as f64 * budget as f64 / tokens.max(1) as f64) as usize
}

/// The answer, and behind it the errors and warnings that it lacks.
fn with_findings(
    output: &str,
    answer: &str,
    max_tokens: u64,
    result: &mut CheckedOutput,
    scale: &Scale,
) -> String {
    let (errors, warnings) = findings(&plain(output));
    let held: Vec<String> = answer.lines().map(|line| line.trim().to_owned()).collect();
    let lacks = |block: &&String| {
        !block.lines().map(str::trim).all(|line| {
            line.is_empty()
                || held
                    .iter()
                    .any(|own| own.contains(line) || own.contains(&shown(line)))
        })
    };
    let mut text = answer.to_owned();
    let mut room = max_tokens;
    let mut put = |blocks: &[String], tag: &str, limit: u64, room: &mut u64| {
        let (mut count, mut left) = (0, limit.min(*room));
        for block in blocks.iter().filter(lacks) {
            let tokens = scale.tokens_of_text(block);
            if tokens > left {
                result.left_out += 1;
                continue;
            }
            left -= tokens;
            *room -= tokens;
            count += 1;
            text.push_str(&format!("\n\n<{tag}>\n{block}\n</{tag}>"));
        }
        count
    };
    let errors_put_in = put(&errors, "error", max_tokens, &mut room);
    let warnings_put_in = put(&warnings, "warning", max_tokens / WARNINGS_PART, &mut room);
    (result.errors_put_in, result.warnings_put_in) = (errors_put_in, warnings_put_in);
    if result.left_out > 0 {
        text.push_str(&format!(
            "\n\n[{} more errors or warnings had no room here]",
            result.left_out
        ));
    }
    text
}

/// Errors and warnings, each with the lines that belong to it, each once.
fn findings(output: &str) -> (Vec<String>, Vec<String>) {
    let (mut errors, mut warnings) = (Vec::<String>::new(), Vec::<String>::new());
    let mut lines = output.lines().peekable();
    while let Some(line) = lines.next() {
        let is_error = names_error(line);
        if !is_error && !names_warning(line) {
            continue;
        }
        let mut block = line.trim_end().to_owned();
        while let Some(next) = lines.next_if(|next| goes_on(next)) {
            block.push('\n');
            block.push_str(next.trim_end());
        }
        let list = if is_error { &mut errors } else { &mut warnings };
        if utf16_len(&block) > 0 && !list.contains(&block) {
            list.push(block);
        }
    }
    (errors, warnings)
}

/// Whether a line belongs to the error before it: it is set in, shows a line of source, or says
/// what caused it.
fn goes_on(line: &str) -> bool {
    let after_digits = line.trim_start_matches(|char: char| char.is_ascii_digit());
    let is_source = after_digits.len() < line.len() && after_digits.trim_start().starts_with('|');
    let is_set_in = line.starts_with([' ', '\t']) && !line.trim().is_empty();
    is_set_in || is_source || line.starts_with("Caused by") || line.starts_with("at ")
}
