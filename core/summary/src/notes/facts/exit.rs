//! How hosts tell what came of a command: an exit code in one of many forms, a refusal of the user,
//! a command that still runs.
//!
//! The forms were read off recorded sessions of several agents.

use super::runners::begins;
use crate::host::clip::head_of;
use crate::host::listed::listed;
use memchr::memmem;
use serde_json::Value;
use std::borrow::Cow;

/// What a host says about the end of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// Nothing.
    Untold,
    /// The exit code, where a signal or a reported failure without a code counts as 1.
    Code(i64),
    /// The user or the host did not let it run to its end.
    Refused,
    /// It still runs.
    Running,
}

/// What a host says, and the output without the lines that say it.
#[derive(Debug)]
pub(crate) struct Told<'a> {
    pub end: End,
    pub output: Cow<'a, str>,
}

/// Reads the result of a command.
pub(crate) fn told(text: &str) -> Told<'_> {
    let trimmed = text.trim();
    if trimmed.starts_with('{') && trimmed.ends_with('}') {
        if let Some(told) = serde_json::from_str(trimmed)
            .ok()
            .and_then(|value| of_json(&value))
        {
            return told;
        }
    }
    if is_refusal(trimmed) || last_line(trimmed).is_some_and(is_abort) {
        return Told {
            end: End::Refused,
            output: Cow::Borrowed(text),
        };
    }
    if RUNNING.iter().any(|head| trimmed.starts_with(head)) {
        return Told {
            end: End::Running,
            output: Cow::Borrowed(text),
        };
    }
    let code = code_at_head(trimmed).or_else(|| code_at_tail(trimmed));
    Told {
        end: code.map_or(End::Untold, End::Code),
        output: Cow::Borrowed(without_frame(text)),
    }
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
    let line = text
        .lines()
        .find(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .to_lowercase();
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
    [
        "command aborted",
        "command was aborted before completion",
        "[request interrupted by user",
        "[operation cancelled",
        "(command interrupted",
    ]
    .iter()
    .any(|head| line.starts_with(head))
}

fn last_line(text: &str) -> Option<&str> {
    text.lines().rev().find(|line| !line.trim().is_empty())
}

/// Reads results that are objects: an exit code beside the output, or inside `metadata`.
fn of_json(value: &Value) -> Option<Told<'static>> {
    const CODES: [&str; 7] = [
        "exit_code",
        "exitCode",
        "exitcode",
        "exit_status",
        "returncode",
        "return_code",
        "exit",
    ];
    let fields = value.as_object()?;
    let metadata = fields.get("metadata").and_then(Value::as_object);
    let code = [Some(fields), metadata]
        .into_iter()
        .flatten()
        .find_map(|fields| CODES.iter().find_map(|name| fields.get(*name)?.as_i64()));
    let refused = ["interrupted", "cancelled", "canceled", "aborted"]
        .iter()
        .any(|name| fields.get(*name) == Some(&Value::Bool(true)));
    let word = fields
        .get("status")
        .and_then(Value::as_str)
        .map(str::to_lowercase);
    let failed = fields.get("success") == Some(&Value::Bool(false))
        || fields.get("ok") == Some(&Value::Bool(false))
        || word
            .as_deref()
            .is_some_and(|word| matches!(word, "error" | "failed" | "failure"))
        || fields
            .get("error")
            .and_then(Value::as_str)
            .is_some_and(|error| !error.trim().is_empty());
    let texts: Vec<&str> = ["output", "stdout", "stderr", "error", "content", "message"]
        .iter()
        .filter_map(|name| fields.get(*name)?.as_str())
        .collect();
    let output = texts
        .into_iter()
        .filter(|text| !text.trim().is_empty())
        .collect::<Vec<_>>()
        .join("\n");
    let end = match (refused || is_refusal(&output), code, failed) {
        (true, ..) => End::Refused,
        (_, Some(code), _) => End::Code(code),
        (_, None, true) => End::Code(1),
        (_, None, false) if !fields.contains_key("stdout") && !fields.contains_key("output") => {
            return None
        }
        _ => End::Untold,
    };
    Some(Told {
        end,
        output: Cow::Owned(output),
    })
}

/// The exit code in the lines that some hosts write in front of the output.
fn code_at_head(text: &str) -> Option<i64> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next()?;
    if let Some(code) = code_in(first) {
        return Some(code);
    }
    // Other lines of the frame may stand in front of it.
    const FRAME: [&str; 4] = ["Chunk ID:", "Wall time:", "Command: ", "Directory: "];
    FRAME
        .iter()
        .any(|head| first.starts_with(head))
        .then(|| lines.take(4).find_map(code_in))
        .flatten()
}

/// The exit code in one of the last lines.
fn code_at_tail(text: &str) -> Option<i64> {
    let lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    lines.take(TAIL_LINES).find_map(code_in)
}

/// How many of the last lines may tell the exit code. Source: a recorded host writes four lines
/// behind it.
const TAIL_LINES: usize = 6;
/// Longest line that tells an exit code, in bytes. Chosen here.
const CODE_BYTES: usize = 120;

/// The exit code that a line tells: `Exit code: 1`, `Command exited with code 1`, `[... completed
/// with exit code 0.]`, `<returncode>1`.
fn code_in(line: &str) -> Option<i64> {
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
    const VERBS: [&str; 5] = [
        "completed with ",
        "finished with ",
        "failed with ",
        "returned with ",
        "terminated with ",
    ];
    const CODES: [&str; 12] = listed(
        "exited with code | exited with status | exited with exit code | exit code | \
         exit_code | exitcode | exit status | exit-code | returncode | return code | \
         exited with | exit",
    );
    let mut rest = line.as_str();
    for words in [&SUBJECTS[..], &VERBS[..]] {
        rest = words
            .iter()
            .find_map(|word| rest.strip_prefix(word))
            .unwrap_or(rest);
    }
    let short = ["rc", "status", "exit"]
        .iter()
        .find_map(|word| rest.strip_prefix(word)?.strip_prefix('='));
    let behind = short.or_else(|| CODES.iter().find_map(|word| rest.strip_prefix(word)))?;
    let behind = behind.trim_start_matches([' ', ':', '=', '>', '(', '"', '\t']);
    let end = behind
        .find(|letter: char| !letter.is_ascii_digit() && letter != '-')
        .unwrap_or(behind.len());
    let tail = behind[end..].trim_start_matches(['.', ')', ']', '"', '*', '=', '-', ' ']);
    // `exit 1 of 3 tests` is no exit code.
    let closed = tail.is_empty()
        || tail.starts_with(['<', ',', ';', '('])
        || tail.starts_with("after ")
        || tail.starts_with("in ");
    behind[..end].parse().ok().filter(|_| closed)
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
    let framed = HEADS.iter().any(|head| rest.starts_with(head));
    while HEADS.iter().any(|head| rest.starts_with(head)) {
        rest = rest[head_line(rest).len()..].trim_start_matches(['\r', '\n']);
    }
    // The line in front of the output stands alone in some frames.
    let alone = framed && head_line(rest).trim() == "Output:";
    let rest = if alone {
        rest["Output:".len()..].trim_start_matches(['\r', '\n'])
    } else {
        rest
    };
    let rest = rest.strip_prefix("Output: ").unwrap_or(rest);
    // One host tells errors, code, signal and processes behind the output.
    let behind = last(rest, "\nError: (none)\n").or_else(|| last(rest, "\nExit Code: "));
    behind.map_or(rest, |end| &rest[..end])
}

/// The last place of a piece in a text. Going forward is faster than going back.
fn last(text: &str, piece: &str) -> Option<usize> {
    let finder = memmem::Finder::new(piece);
    let (mut found, mut from) = (None, 0);
    while let Some(at) = finder.find(&text.as_bytes()[from..]) {
        found = Some(from + at);
        from += at + 1;
    }
    found
}

fn head_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The reason of a refusal in short: its first line.
pub(crate) fn reason(text: &str) -> String {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
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
            ("Command: x\nDirectory: (root)\nOutput: a\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 1", 0),
            ("Command: x\nDirectory: (root)\nOutput: a\nError: b\nExit Code: 2\nSignal: (none)", 2),
            ("{\"output\":\"a\",\"metadata\":{\"exit_code\":3,\"duration_seconds\":0.1}}", 3),
            ("{\"stdout\":\"\",\"stderr\":\"x\",\"exitCode\":4}", 4),
            ("Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 5\nOriginal token count: 2\nOutput:\nx", 5),
            ("boom\n\nCommand exited with code 6", 6),
            ("boom\n[The command completed with exit code 7.]", 7),
            ("<returncode>8</returncode>\n<output>x</output>", 8),
            ("main.go:1: x\nexit status 9", 9),
            ("a\nEXIT=10", 10),
            ("Exit code: 11\nWall time: 2 seconds\nOutput:\nx", 11),
        ];
        for (text, code) in codes {
            assert_eq!(told(text).end, End::Code(code), "{text}");
        }
        for text in [
            "exit 1 of 3 tests",
            "The exit code is told below",
            "",
            "fn exit_code() {}",
            "exit: see the manual",
        ] {
            assert_eq!(told(text).end, End::Untold, "{text}");
        }
    }

    #[test]
    fn refusals_and_frames_are_known() {
        assert_eq!(
            told("The user doesn't want to proceed with this tool use.").end,
            End::Refused
        );
        assert_eq!(told("building\n\nCommand aborted").end, End::Refused);
        assert_eq!(
            told("Command running in background with ID: b1").end,
            End::Running
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
