//! The outcome of a call, determined from the host's report and then from the words in the output.

use super::calls::Called;
use super::exit::{bare, is_stopped_at_end, told};
use super::runners::{error_line, tells_failure};
use crate::host::clip::{first_line, one_line};
use crate::listed;
use crate::notes::terms::begins;
use std::borrow::Cow;

/// What is known of how a call ended.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Ended {
    /// An exit code, a flag or a count shows success.
    Well,
    /// It ended with an error, or what it ran did.
    Failed,
    /// The user or the host did not let it run to its end.
    Refused,
    /// It has a result, and nothing says how it ended.
    Untold,
    /// The result is missing or cleared, or the command is still running.
    #[default]
    Open,
}

impl Ended {
    pub fn failed(self) -> bool {
        matches!(self, Self::Failed | Self::Refused)
    }
}

/// The outcome of a call and the line that shows it: for a failure the line that describes it best,
/// otherwise the first line of the output.
#[derive(Default)]
pub struct Judged {
    pub ended: Ended,
    pub line: String,
    /// The unwrapped output, if the result wraps it in an object.
    pub output: Option<String>,
}

/// Most chars of a line. Chosen here.
const LINE_CHARS: usize = 160;

/// The line of a call that found nothing.
pub const NOTHING: &str = "nothing found";
/// Programs whose exit code 1 says that they found nothing, or that two things differ.
const FINDERS: [&str; 9] = listed("grep egrep fgrep rg ag diff cmp find test");

/// Judges the result of a call, which may be cleared, or marked as an error by the host.
pub fn of_call(called: &Called, (is_cleared, is_error): (bool, bool), text: &str) -> Judged {
    if is_cleared {
        return Judged::default();
    }
    let told = told(text);
    let script = &called.script;
    let is_command = called.command.is_some();
    // A line of a file or a page is no exit code.
    let is_object = matches!(told.output, Cow::Owned(_));
    let code = told.code.filter(|_| is_command || is_object);
    let is_error = is_error || !is_command && says_error(text.trim_start());
    let alone = script.only_shows() || script.count == 1;
    let finds = alone && FINDERS.contains(&script.last.as_str());
    let ended = match code {
        _ if is_command && is_stopped_at_end(text) => Ended::Refused,
        _ if told.ended.is_some() => told.ended.unwrap_or_default(),
        Some(1) if finds => Ended::Untold,
        Some(code) if code != 0 => Ended::Failed,
        _ if is_error => Ended::Failed,
        // The code is of the whole command line: nothing is hidden.
        Some(_) if !script.hides => Ended::Well,
        _ if is_command && tells_failure(&told.output, script) => Ended::Failed,
        _ => Ended::Untold,
    };
    let first = |text: &str| first_line(bare(text), LINE_CHARS);
    let line = match (ended, code) {
        (Ended::Refused, ..) => first(text),
        (Ended::Failed, code) => {
            let line = if is_command {
                error_line(&told.output)
            } else {
                first(&told.output)
            };
            match code {
                // A heading alone says nothing: `ERROR:`.
                _ if !is_command && line.ends_with(':') => one_line(bare(text), LINE_CHARS),
                Some(code) if line.is_empty() => format!("exit code {code}"),
                None if line.is_empty() => first(text),
                _ => line,
            }
        }
        (_, Some(1)) if told.output.trim().is_empty() => NOTHING.to_owned(),
        _ => first_line(&told.output, LINE_CHARS),
    };
    Judged {
        ended,
        line,
        output: (is_command && is_object).then(|| told.output.into_owned()),
    }
}

/// Returns true if the first line of a tool's output reports a failure. A file that merely mentions
/// errors doesn't count.
fn says_error(text: &str) -> bool {
    const HEADS: [&str; 14] = listed(
        "error: | error - | error executing | error reading | error calling | error invoking | \
         error occurred | error while | <tool_use_error> | <error> | failed to | patch rejected | \
         traceback (most recent | tool error",
    );
    let first = first_line(text, LINE_CHARS).to_lowercase();
    begins(&first, &HEADS) && !first.starts_with("error: (none)") || is_bad_status(text)
}

/// Whether a text begins with the status of a request that failed: `HTTP/1.1 404`, `HTTP 500`.
fn is_bad_status(text: &str) -> bool {
    let head = text.get(..4).unwrap_or_default();
    let words = text.split_whitespace().skip(1).take(3);
    let mut codes = words.filter_map(|word| word.trim_end_matches(':').parse::<u16>().ok());
    head.eq_ignore_ascii_case("http") && codes.any(|code| (400..600).contains(&code))
}

#[cfg(test)]
mod tests {
    use super::super::shell::script;
    use super::*;

    fn judged(line: &str, is_error: bool, text: &str) -> Judged {
        let called = Called {
            command: Some(line.to_owned()),
            script: script(line),
            ..Called::default()
        };
        of_call(&called, (false, is_error), text)
    }

    #[test]
    fn an_exit_code_of_nought_counts_unless_a_pipe_hides() {
        let output = "Error: x\nExit Code: 0";
        for (line, is_error, text, ended) in [
            ("./check", false, output, Ended::Well),
            ("./check | tail", false, output, Ended::Failed),
            ("./check", true, "anything", Ended::Failed),
            ("mkdir a", false, "", Ended::Untold),
        ] {
            assert_eq!(judged(line, is_error, text).ended, ended, "{line}");
        }
        assert_eq!(judged("./check", false, "Exit code 2").line, "exit code 2");
    }
}
