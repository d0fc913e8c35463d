//! How hosts tell what came of a command: an exit code in one of many forms, a refusal of the user,
//! a command that still runs.
//!
//! The forms were read off recorded sessions of several agents.

use super::runners::begins;
use crate::host::clip::head_of;
use crate::host::listed::listed;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// What a host says about the end of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandEnd {
    /// Nothing.
    Untold,
    /// The exit code, where a signal counts as 1.
    Code(i64),
    /// A failure, without a code.
    Failed,
    /// The user or the host did not let it run to its end.
    Refused,
    /// It still runs.
    Running,
}

/// What a host says, and the output without the lines that say it.
#[derive(Debug)]
pub(crate) struct ParsedOutcome<'a> {
    pub end: CommandEnd,
    pub output: Cow<'a, str>,
}

/// Reads the result of a command.
pub(crate) fn told(text: &str) -> ParsedOutcome<'_> {
    let trimmed = text.trim();
    let fields = serde_json::from_str(trimmed).ok();
    if let Some(told) = fields.and_then(|fields| of_json(&fields)) {
        return told;
    }
    let (end, output) = if is_refusal(trimmed) || trimmed.lines().next_back().is_some_and(is_abort)
    {
        (CommandEnd::Refused, text)
    } else if begins(trimmed, &RUNNING) {
        (CommandEnd::Running, text)
    } else {
        let mut last_lines = filled(trimmed).rev().take(TAIL_LINES);
        let code = code_at_head(trimmed).or_else(|| last_lines.find_map(code_in));
        (
            code.map_or(CommandEnd::Untold, CommandEnd::Code),
            without_frame(text),
        )
    };
    ParsedOutcome {
        end,
        output: Cow::Borrowed(output),
    }
}

/// The lines of a text that are not blank.
fn filled(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty())
}

const RUNNING: [&str; 4] = [
    "Command running in background",
    "Command is running in the background",
    "Background command started",
    "Process running with session",
];

/// Longest text that may be a refusal, in bytes. Chosen here: refusals are short, and outputs that
/// quote one are not.
const REFUSAL_BYTES: usize = 2_000;

/// Beginnings of results of calls that were not let run, in small letters.
const REFUSALS: &[&str] = &[
    "the user doesn't want to",
    "the user does not want to",
    "the user rejected",
    "the user denied",
    "the user declined",
    "the user refused",
    "the user cancelled",
    "the user canceled",
    "the user interrupted",
    "the user has rejected",
    "the user has denied",
    "the user chose not to",
    "user rejected",
    "user denied",
    "user declined",
    "user refused",
    "user cancelled",
    "user canceled",
    "user aborted",
    "user did not",
    "interrupted by user",
    "[interrupted",
    "[request interrupted",
    "request interrupted",
    "[operation cancelled",
    "[operation canceled",
    "operation cancelled",
    "operation canceled",
    "command aborted",
    "command was aborted",
    "command was cancelled",
    "command was canceled",
    "command cancelled",
    "command canceled",
    "tool execution aborted",
    "tool execution cancelled",
    "tool execution was cancelled",
    "tool call cancelled",
    "tool call was cancelled",
    "tool call rejected",
    "tool use was rejected",
    "tool use rejected",
    "cancelled: ",
    "canceled: ",
    "exec command rejected by user",
    "rejected by user",
    "rejected by the user",
    "denied by user",
    "aborted by user",
    "cancelled by user",
    "canceled by user",
    "sibling tool call errored",
    "execution was interrupted",
];

/// Whether a result says that the call was refused or interrupted.
pub(crate) fn is_refusal(text: &str) -> bool {
    if text.len() > REFUSAL_BYTES {
        return false;
    }
    let line = filled(text).next().unwrap_or_default().to_lowercase();
    let line = line
        .trim()
        .trim_start_matches("<tool_use_error>")
        .trim_start_matches("<error>")
        .trim_start_matches("error: ");
    let denied = line.starts_with("permission to use") && line.contains("denied");
    denied
        || begins(line, REFUSALS)
        || line.contains("rejected permission to use")
        || line.contains("aborted by user after")
}

/// Whether the last line of an output says that the command was stopped.
fn is_abort(line: &str) -> bool {
    let line = line
        .trim()
        .trim_start_matches("<error>")
        .trim_end_matches("</error>")
        .to_lowercase();
    const ABORTS: [&str; 5] = [
        "command aborted",
        "command was aborted before completion",
        "[request interrupted by user",
        "[operation cancelled",
        "(command interrupted",
    ];
    begins(&line, &ABORTS)
}

/// Reads results that are objects: an exit code beside the output, or inside `metadata`.
fn of_json(fields: &Map<String, Value>) -> Option<ParsedOutcome<'static>> {
    const SUCCESS: [&str; 4] = ["success", "ok", "successful", "succeeded"];
    const CODES: [&str; 7] =
        listed("exit_code exitCode exitcode exit_status returncode return_code exit");
    let code_of =
        |fields: &Map<String, Value>| CODES.iter().find_map(|name| fields.get(*name)?.as_i64());
    let inside = || code_of(fields.get("metadata")?.as_object()?);
    let holds = |names: &[&str], flag: bool| {
        names
            .iter()
            .any(|name| fields.get(*name) == Some(&Value::Bool(flag)))
    };
    let refused = holds(&["interrupted", "cancelled", "canceled", "aborted"], true);
    let word = fields.get("status").and_then(Value::as_str);
    let word = word.unwrap_or_default().to_lowercase();
    let status = ["status", "statusCode", "status_code", "http_status", "code"]
        .iter()
        .find_map(|name| fields.get(*name)?.as_i64());
    let bad_status = status.is_some_and(|code| (400..600).contains(&code));
    let is_said = |name: &str| match fields.get(name) {
        Some(Value::String(text)) => !matches!(text.trim(), "" | "none" | "None" | "null"),
        Some(Value::Object(fields)) => !fields.is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        _ => false,
    };
    // Of several, some went well: `{"succeeded": 2, "errors": [..]}`.
    let count = |name: &&str| fields.get(*name)?.as_u64();
    let partly = SUCCESS.iter().filter_map(count).any(|count| count > 0);
    let failed = holds(&SUCCESS, false)
        || holds(&["error", "isError", "is_error", "failed"], true)
        || matches!(word.as_str(), "error" | "failed" | "failure" | "fail")
        || bad_status
        || is_said("error")
        || is_said("errors") && !partly;
    let well = holds(&SUCCESS, true) || SUCCESS.contains(&word.as_str());
    let output = [
        "output", "stdout", "stderr", "error", "errors", "content", "message",
    ]
    .into_iter()
    .filter_map(|name| fields.get(name).map(said))
    .filter(|text| !text.trim().is_empty())
    .collect::<Vec<_>>()
    .join("\n");
    let end = match code_of(fields).or_else(inside) {
        _ if refused || is_refusal(&output) => CommandEnd::Refused,
        Some(code) => CommandEnd::Code(code),
        None if failed => CommandEnd::Failed,
        None if well => CommandEnd::Code(0),
        None if fields.contains_key("stdout") || fields.contains_key("output") => {
            CommandEnd::Untold
        }
        None => return None,
    };
    Some(ParsedOutcome {
        end,
        output: Cow::Owned(output),
    })
}

/// What a member of a result says: its text, or that of the error in it.
fn said(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.first().map(said).unwrap_or_default(),
        Value::Object(fields) => {
            let names = [
                "message", "detail", "error", "reason", "title", "code", "type",
            ];
            names
                .iter()
                .find_map(|name| fields.get(*name))
                .map(said)
                .unwrap_or_default()
        }
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The exit code in the lines that some hosts write in front of the output.
fn code_at_head(text: &str) -> Option<i64> {
    // Other lines of the frame may stand in front of it.
    const FRAME: [&str; 4] = ["Chunk ID:", "Wall time:", "Command: ", "Directory: "];
    let most = if begins(text, &FRAME) { 5 } else { 1 };
    filled(text).take(most).find_map(code_in)
}

/// How many of the last lines may tell the exit code. Source: a recorded host writes four lines
/// behind it.
const TAIL_LINES: usize = 6;
/// Longest line that tells an exit code, in bytes. Chosen here.
const CODE_BYTES: usize = 120;

/// The exit code that a line tells: `Exit code: 1`, `Command exited with code 1`, `[... completed
/// with exit code 0.]`, `<returncode>1`.
pub(super) fn code_in(line: &str) -> Option<i64> {
    let line = line.trim();
    if line.len() > CODE_BYTES {
        return None;
    }
    let line = line
        .trim_start_matches(['[', '(', '<', '-', '*', '=', ' '])
        .to_lowercase();
    const SUBJECTS: [&str; 7] = [
        "the command ",
        "command ",
        "process ",
        "program ",
        "shell ",
        "script ",
        "error: ",
    ];
    const VERBS: [&str; 5] = listed("completed finished failed returned terminated");
    const CODES: [&str; 14] = listed(
        "exited with code | exited with status | exited with exit code | exit code | \
         exit_code | exitcode | exit status | exit-code | returncode | return code | \
         exited with | exit | rc= | status=",
    );
    let rest = SUBJECTS
        .iter()
        .find_map(|word| line.strip_prefix(word))
        .unwrap_or(&line);
    let rest = VERBS
        .iter()
        .find_map(|word| rest.strip_prefix(word)?.strip_prefix(" with "))
        .unwrap_or(rest);
    let behind = CODES.iter().find_map(|word| rest.strip_prefix(word))?;
    let behind = behind.trim_start_matches([' ', ':', '=', '>', '(', '"', '\t']);
    let end = behind
        .find(|letter: char| !letter.is_ascii_digit() && letter != '-')
        .unwrap_or(behind.len());
    let (code, tail) = behind.split_at(end);
    let tail = tail.trim_start_matches(['.', ')', ']', '"', '*', '=', '-', ' ']);
    // `exit 1 of 3 tests` is no exit code.
    let closed = tail.is_empty() || begins(tail, &["<", ",", ";", "(", "after ", "in "]);
    code.parse().ok().filter(|_| closed)
}

/// The output without the lines that a host writes around it.
fn without_frame(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\n');
    const HEADS: [&str; 7] = [
        "Command: ",
        "Directory: ",
        "Chunk ID:",
        "Wall time:",
        "Process exited with",
        "Original token count:",
        "Exit code",
    ];
    let mut framed = false;
    while begins(rest, &HEADS) {
        framed = true;
        rest = rest[head_line(rest).len()..].trim_start_matches(['\r', '\n']);
    }
    // The line in front of the output stands alone in some frames.
    let alone = rest
        .strip_prefix("Output:")
        .filter(|behind| framed && head_line(behind).trim().is_empty());
    rest = alone.map_or(rest, |behind| behind.trim_start_matches(['\r', '\n']));
    rest = rest.strip_prefix("Output: ").unwrap_or(rest);
    // One host tells errors, code, signal and processes behind the output.
    rest.rsplit_once("\nError: (none)\n")
        .or_else(|| rest.rsplit_once("\nExit Code: "))
        .map_or(rest, |(output, _)| output)
}

fn head_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The reason of a refusal in short: its first line.
pub(crate) fn reason(text: &str) -> String {
    let line = filled(text).next().unwrap_or_default().trim();
    let line = line
        .trim_start_matches("<tool_use_error>")
        .trim_end_matches("</tool_use_error>");
    head_of(line, 160).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_every_form() {
        let codes = [
            ("Exit code 1\nboom", 1),
            ("ok\nExit code: 0", 0),
            (
                "Command: x\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 1",
                0,
            ),
            (
                "Command: x\nDirectory: (root)\nOutput: a\nError: b\nExit Code: 2\nSignal: (none)",
                2,
            ),
            (
                "{\"output\":\"a\",\"metadata\":{\"exit_code\":3,\"duration_seconds\":0.1}}",
                3,
            ),
            ("{\"stdout\":\"\",\"stderr\":\"x\",\"exitCode\":4}", 4),
            (
                "Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 5\nOriginal token count: 2\nOutput:\nx",
                5,
            ),
            ("boom\n\nCommand exited with code 6", 6),
            ("boom\n[The command completed with exit code 7.]", 7),
            ("<returncode>8</returncode>\n<output>x</output>", 8),
            ("main.go:1: x\nexit status 9", 9),
            ("a\nEXIT=10", 10),
            ("Exit code: 11\nWall time: 2 seconds\nOutput:\nx", 11),
        ];
        for (text, code) in codes {
            assert_eq!(told(text).end, CommandEnd::Code(code), "{text}");
        }
        for text in [
            "exit 1 of 3 tests",
            "The exit code is told below",
            "",
            "fn exit_code() {}",
            "exit: see the manual",
        ] {
            assert_eq!(told(text).end, CommandEnd::Untold, "{text}");
        }
    }

    #[test]
    fn refusals_and_frames_are_known() {
        assert_eq!(
            told("The user doesn't want to proceed with this tool use.").end,
            CommandEnd::Refused
        );
        assert_eq!(told("building\n\nCommand aborted").end, CommandEnd::Refused);
        assert_eq!(
            told("Command running in background with ID: b1").end,
            CommandEnd::Running
        );
        assert_eq!(
            told("Command: x\nDirectory: (root)\nOutput: a\nb\nError: (none)\nExit Code: 0").output,
            "a\nb"
        );
        assert_eq!(
            told("Wall time: 1\nProcess exited with code 1\nOutput:\nx\ny").output,
            "x\ny"
        );
    }
}
