//! What came of a call: judged by what the host says, then by the words of what ran.

use super::calls::Called;
use super::exit::{CommandEnd, is_refusal, reason, told};
use super::runners::{Told, begins, error_line, verdict};
use super::shell::Script;
use crate::host::clip::{first_line, one_line};
use crate::shape::words;
use std::borrow::Cow;

words! {
    /// What came of a call.
    pub enum Outcome {
        /// An exit code or the output shows that it succeeded.
        Ok => "ok",
        /// It ended with an error, or what it ran did.
        Failed => "failed",
        /// The user or the host did not let it run to its end.
        Refused => "refused",
        /// There is no result, it was cleared, the command still runs, or nothing shows how it ended.
        Unknown => "unknown",
    }
}

/// What came of a call, and the line that says so: of a failure the line that tells it best, else
/// the first line of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged {
    pub outcome: Outcome,
    pub line: String,
    /// Whether something shows that it went well: an exit code, a flag.
    pub is_shown: bool,
    /// The output by itself, if the result wraps it in an object.
    pub output: Option<String>,
}

/// Most chars of a line. Chosen here.
const LINE_CHARS: usize = 160;

/// Judges the result of a call, which may be cleared, or marked as an error by the host.
pub(crate) fn of_call(called: &Called, (is_cleared, is_error): (bool, bool), text: &str) -> Judged {
    if is_cleared {
        return Judged {
            outcome: Outcome::Unknown,
            line: String::new(),
            is_shown: false,
            output: None,
        };
    }
    match called.command {
        Some(_) => of_command(text, is_error, &called.script),
        None => of_tool(text, is_error),
    }
}

/// What is told where they did.
pub(crate) const NOTHING: &str = "nothing found";
/// Programs whose exit code 1 says that they found nothing.
const FINDERS: [&str; 9] = [
    "grep", "egrep", "fgrep", "rg", "ag", "diff", "cmp", "find", "test",
];

/// Judges the result of a command.
fn of_command(text: &str, is_error: bool, script: &Script) -> Judged {
    let told = told(text);
    // These say by 1 that they found nothing, or that two things differ.
    let alone = script.only_shows() || script.programs.len() == 1;
    let finds = alone && FINDERS.contains(&script.last.as_str());
    let verdict = verdict(&told.output, script);
    let is_whole = matches!(told.end, CommandEnd::Code(0)) && !script.hides;
    let outcome = match told.end {
        CommandEnd::Code(1) if finds => Outcome::Ok,
        CommandEnd::Refused => Outcome::Refused,
        CommandEnd::Running => Outcome::Unknown,
        CommandEnd::Failed => Outcome::Failed,
        CommandEnd::Code(code) if code != 0 => Outcome::Failed,
        _ if is_error => Outcome::Failed,
        // The code is of the whole command line: nothing is hidden.
        CommandEnd::Code(_) if !script.hides => Outcome::Ok,
        _ if verdict == Told::Failed => Outcome::Failed,
        _ => Outcome::Ok,
    };
    let line = match outcome {
        Outcome::Refused => reason(text),
        Outcome::Failed => {
            let line = error_line(&told.output, script);
            match told.end {
                _ if !line.is_empty() => line,
                CommandEnd::Code(code) => format!("exit code {code}"),
                _ => first_line(text, LINE_CHARS),
            }
        }
        Outcome::Ok if told.output.trim().is_empty() && told.end == CommandEnd::Code(1) => {
            NOTHING.to_owned()
        }
        Outcome::Ok | Outcome::Unknown => match &verdict {
            Told::Well(line) => line.clone(),
            _ => first_line(&told.output, LINE_CHARS),
        },
    };
    let is_shown = outcome == Outcome::Ok && (is_whole || matches!(verdict, Told::Well(_)));
    Judged {
        outcome,
        line,
        is_shown,
        output: match told.output {
            Cow::Owned(output) => Some(output),
            Cow::Borrowed(_) => None,
        },
    }
}

/// Judges the result of a tool that runs no command.
fn of_tool(text: &str, is_error: bool) -> Judged {
    // A body may say that it failed.
    let body = told(text);
    let says_so = match body.end {
        CommandEnd::Failed => true,
        CommandEnd::Code(code) => code != 0,
        _ => is_bad_status(text.trim_start()),
    };
    let first = match says_so && !body.output.trim().is_empty() {
        true => first_line(&body.output, LINE_CHARS),
        false => first_line(text, LINE_CHARS),
    };
    let lower = first.to_lowercase();
    if is_refusal(text.trim()) {
        return Judged {
            outcome: Outcome::Refused,
            line: reason(text),
            is_shown: false,
            output: None,
        };
    }
    // A file that talks about errors is none, so only the first line counts.
    const HEADS: [&str; 14] = [
        "error:",
        "error -",
        "error executing",
        "error reading",
        "error calling",
        "error invoking",
        "error occurred",
        "error while",
        "<tool_use_error>",
        "<error>",
        "failed to ",
        "patch rejected",
        "traceback (most recent",
        "tool error",
    ];
    let failed =
        is_error || says_so || begins(&lower, &HEADS) && !lower.starts_with("error: (none)");
    // A heading alone says nothing: `ERROR:`.
    let told = if failed && first.ends_with(':') {
        text.trim_start()
    } else {
        &first
    };
    let told = told
        .trim_start_matches("<tool_use_error>")
        .trim_end_matches("</tool_use_error>");
    Judged {
        outcome: if failed { Outcome::Failed } else { Outcome::Ok },
        line: one_line(told, LINE_CHARS),
        is_shown: body.end == CommandEnd::Code(0),
        output: None,
    }
}

/// Whether a text begins with the status of a request that failed: `HTTP/1.1 404`, `HTTP 500`.
fn is_bad_status(text: &str) -> bool {
    let head = text
        .get(..4)
        .filter(|head| head.eq_ignore_ascii_case("http"));
    let rest = head.map_or("", |head| &text[head.len()..]);
    let rest = rest.trim_start_matches(|char: char| {
        char != ' ' && !char.is_alphanumeric() || char == '1' || char == '2'
    });
    let words = rest.split(|char: char| !char.is_ascii_alphanumeric());
    let code = words
        .filter(|word| !word.is_empty())
        .take(4)
        .find(|word| word.len() == 3);
    code.and_then(|code| code.parse::<u16>().ok())
        .is_some_and(|code| (400..600).contains(&code))
}

#[cfg(test)]
mod tests {
    use super::super::shell::script;
    use super::*;

    #[test]
    fn an_exit_code_of_nought_counts_unless_a_pipe_hides() {
        let output = "Error: x\nExit Code: 0";
        assert_eq!(
            of_command(output, false, &script("./check")).outcome,
            Outcome::Ok
        );
        assert_eq!(
            of_command(output, false, &script("./check | tail")).outcome,
            Outcome::Failed
        );
        assert_eq!(
            of_command("anything", true, &script("./check")).outcome,
            Outcome::Failed
        );
        assert_eq!(
            of_command("Exit code 2", false, &script("./check")).line,
            "exit code 2"
        );
        assert_eq!(
            of_command("", false, &script("mkdir a")).outcome,
            Outcome::Ok
        );
    }
}
