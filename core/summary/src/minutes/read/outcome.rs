//! What came of a call: judged by what the host says, then by the words of what ran.

use super::calls::Called;
use super::exit::{bare, is_refusal, told};
use super::runners::{Told, begins, error_line, verdict};
use super::shell::Script;
use crate::host::clip::{first_line, one_line};
use crate::host::listed::listed;
use std::borrow::Cow;

/// What is known of how a call ended.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) enum Ended {
    /// Something shows that it went well: an exit code, a flag, a count.
    Well,
    /// It ended with an error, or what it ran did.
    Failed,
    /// The user or the host did not let it run to its end.
    Refused,
    /// It has a result, and nothing says how it ended.
    Untold,
    /// There is no result, it was cleared, or the command still runs.
    #[default]
    Open,
}

impl Ended {
    pub fn failed(self) -> bool {
        matches!(self, Self::Failed | Self::Refused)
    }
}

/// What came of a call, and the line that says so: of a failure the line that tells it best, else
/// the first line of the output.
#[derive(Default)]
pub(crate) struct Judged {
    pub ended: Ended,
    pub line: String,
    /// The output by itself, if the result wraps it in an object.
    pub output: Option<String>,
}

/// Most chars of a line. Chosen here.
const LINE_CHARS: usize = 160;

/// Judges the result of a call, which may be cleared, or marked as an error by the host.
pub(crate) fn of_call(called: &Called, (is_cleared, is_error): (bool, bool), text: &str) -> Judged {
    match called.command {
        _ if is_cleared => Judged::default(),
        Some(_) => of_command(text, is_error, &called.script),
        None => of_tool(text, is_error),
    }
}

/// What is told where they did.
pub(crate) const NOTHING: &str = "nothing found";
/// Programs whose exit code 1 says that they found nothing.
const FINDERS: [&str; 9] = listed("grep egrep fgrep rg ag diff cmp find test");

/// Judges the result of a command.
fn of_command(text: &str, is_error: bool, script: &Script) -> Judged {
    let told = told(text);
    // These say by 1 that they found nothing, or that two things differ.
    let alone = script.only_shows() || script.programs.len() == 1;
    let finds = alone && FINDERS.contains(&script.last.as_str());
    let verdict = verdict(&told.output, script);
    let ended = match (told.code, &verdict) {
        _ if told.ended.is_some() => told.ended.unwrap_or_default(),
        (Some(1), _) if finds => Ended::Untold,
        (Some(code), _) if code != 0 => Ended::Failed,
        _ if is_error => Ended::Failed,
        // The code is of the whole command line: nothing is hidden.
        (Some(_), _) if !script.hides => Ended::Well,
        (_, Told::Failed) => Ended::Failed,
        (_, Told::Well(_)) => Ended::Well,
        _ => Ended::Untold,
    };
    let line = match (ended, told.code, verdict) {
        (Ended::Refused, ..) => first_line(bare(text), LINE_CHARS),
        (Ended::Failed, code, _) => match (error_line(&told.output, script), code) {
            (line, _) if !line.is_empty() => line,
            (_, Some(code)) => format!("exit code {code}"),
            _ => first_line(text, LINE_CHARS),
        },
        (_, Some(1), _) if told.output.trim().is_empty() => NOTHING.to_owned(),
        (.., Told::Well(line)) => line,
        _ => first_line(&told.output, LINE_CHARS),
    };
    let output = match told.output {
        Cow::Owned(output) => Some(output),
        Cow::Borrowed(_) => None,
    };
    Judged {
        ended,
        line,
        output,
    }
}

/// Judges the result of a tool that runs no command.
fn of_tool(text: &str, is_error: bool) -> Judged {
    if is_refusal(text.trim()) {
        return Judged {
            ended: Ended::Refused,
            line: first_line(bare(text), LINE_CHARS),
            output: None,
        };
    }
    // A body may say that it failed.
    let body = told(text);
    let says_so = body.ended == Some(Ended::Failed)
        || body.code.is_some_and(|code| code != 0)
        || is_bad_status(text.trim_start());
    let first = match says_so && !body.output.trim().is_empty() {
        true => first_line(&body.output, LINE_CHARS),
        false => first_line(text, LINE_CHARS),
    };
    let lower = first.to_lowercase();
    // A file that talks about errors is none, so only the first line counts.
    const HEADS: [&str; 14] = listed(
        "error: | error - | error executing | error reading | error calling | error invoking | \
         error occurred | error while | <tool_use_error> | <error> | failed to | patch rejected | \
         traceback (most recent | tool error",
    );
    let failed =
        is_error || says_so || begins(&lower, &HEADS) && !lower.starts_with("error: (none)");
    // A heading alone says nothing: `ERROR:`.
    let told = if failed && first.ends_with(':') {
        text
    } else {
        &first
    };
    let ended = match body.code {
        _ if failed => Ended::Failed,
        Some(_) => Ended::Well,
        None => Ended::Untold,
    };
    Judged {
        ended,
        line: one_line(bare(told), LINE_CHARS),
        output: None,
    }
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

    #[test]
    fn an_exit_code_of_nought_counts_unless_a_pipe_hides() {
        let output = "Error: x\nExit Code: 0";
        assert_eq!(
            of_command(output, false, &script("./check")).ended,
            Ended::Well
        );
        assert_eq!(
            of_command(output, false, &script("./check | tail")).ended,
            Ended::Failed
        );
        assert_eq!(
            of_command("anything", true, &script("./check")).ended,
            Ended::Failed
        );
        assert_eq!(
            of_command("Exit code 2", false, &script("./check")).line,
            "exit code 2"
        );
        assert_eq!(
            of_command("", false, &script("mkdir a")).ended,
            Ended::Untold
        );
    }
}
