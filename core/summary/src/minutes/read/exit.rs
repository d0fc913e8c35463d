//! Parses how hosts report the outcome of a command: an exit code in one of many forms, a rejection
//! by the user, or a command that is still running.
//!
//! The forms were read off recorded sessions of several agents.

use super::calls::held;
use super::outcome::Ended;
use crate::listed;
use crate::notes::terms::{begins, holds};
use serde_json::Value;
use std::borrow::Cow;

/// What a host says, and the output without the lines that say it.
pub struct ParsedOutcome<'a> {
    /// How it ended, where the host says so without a code.
    pub ended: Option<Ended>,
    /// The exit code, where a signal counts as 1.
    pub code: Option<i64>,
    pub output: Cow<'a, str>,
}

/// Reads the result of a command.
pub fn told(text: &str) -> ParsedOutcome<'_> {
    let trimmed = text.trim();
    let fields = serde_json::from_str(trimmed).map(Value::Object).ok();
    if let Some(told) = fields.and_then(|fields| of_json(&fields)) {
        return told;
    }
    let ended = match () {
        () if is_refusal(trimmed) => Some(Ended::Refused),
        () if begins(trimmed, &RUNNING) => Some(Ended::Open),
        () => None,
    };
    // Other lines of the frame may stand in front of the code.
    let first = if begins(trimmed, &HEADS) { 5 } else { 1 };
    let last = filled(trimmed).rev().take(TAIL_LINES);
    ParsedOutcome {
        ended,
        code: filled(trimmed).take(first).chain(last).find_map(code_in),
        output: without_frame(text).into(),
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

/// Words for a call that was not allowed to run or to finish.
const STOPPED: [&str; 8] =
    listed("aborted cancelled canceled declined denied interrupted refused rejected");
/// How the user says it besides, in small letters.
const USER: [&str; 4] = listed("chose not to | did not | does not want to | doesn't want to");
/// What is not let run.
const RUNS: [&str; 6] =
    listed("command | execution | operation | tool call | tool execution | tool use");

/// Whether a result says that the call was refused or interrupted.
pub fn is_refusal(text: &str) -> bool {
    let line = bare(filled(text).next().unwrap_or_default()).to_lowercase();
    let line = line.trim_start_matches("error: ");
    let user = line.trim_start_matches("the ").strip_prefix("user ");
    let denied = line.starts_with("permission to use") && line.contains("denied");
    let by_user = |did: &&str| {
        let behind = line.split_once(*did).map_or("", |(_, behind)| behind);
        begins(behind, &[" by user", " by the user"])
    };
    text.len() <= REFUSAL_BYTES
        && (denied
            || is_stopped(line)
            || user.is_some_and(|did| {
                begins(did.trim_start_matches("has "), &STOPPED) || begins(did, &USER)
            })
            || STOPPED.iter().any(by_user)
            || begins(
                line,
                &["cancelled: ", "canceled: ", "sibling tool call errored"],
            ))
}

/// Whether a line in small letters begins as `[Tool call was rejected`.
fn is_stopped(line: &str) -> bool {
    let line = line.trim_start_matches(['[', '(']);
    RUNS.iter().any(|what| {
        let rest = line.strip_prefix(what).unwrap_or_default().trim_start();
        begins(rest.trim_start_matches("was "), &STOPPED)
    })
}

/// Whether the last line of an output says that the command was stopped.
pub fn is_stopped_at_end(text: &str) -> bool {
    let line = text.trim().lines().next_back().unwrap_or_default();
    let line = bare(line).to_lowercase();
    line.starts_with(['[', '(']) && is_stopped(&line) || line.starts_with("command aborted")
}

/// Returns a line without the tags in which some hosts wrap errors.
pub fn bare(line: &str) -> &str {
    let line = line.trim().trim_start_matches("<tool_use_error>");
    let line = line.trim_end_matches("</tool_use_error>");
    line.trim_start_matches("<error>")
        .trim_end_matches("</error>")
}

/// Reads results that are objects: an exit code next to the output, or inside `metadata`.
fn of_json(fields: &Value) -> Option<ParsedOutcome<'static>> {
    const SUCCESS: [&str; 4] = listed("success ok successful succeeded");
    const CODES: [&str; 7] =
        listed("exit_code exitCode exitcode exit_status returncode return_code exit");
    const STATUSES: [&str; 5] = listed("status statusCode status_code http_status code");
    const OUTPUTS: [&str; 7] = listed("output stdout stderr error errors content message");
    let is = |names, flag: bool| held(fields, names).any(|value| *value == flag);
    let is_said = |name: &str| match fields.get(name) {
        Some(Value::String(text)) => !matches!(text.trim(), "" | "none" | "None" | "null"),
        Some(Value::Object(fields)) => !fields.is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        _ => false,
    };
    let word = fields.get("status").and_then(Value::as_str);
    let word = &*word.unwrap_or_default().to_lowercase();
    let status = held(fields, &STATUSES).find_map(Value::as_i64);
    // Of several, some went well: `{"succeeded": 2, "errors": [..]}`.
    let partly = held(fields, &SUCCESS).any(|count| count.as_u64() > Some(0));
    let failed = is(&SUCCESS, false)
        || is(&["error", "isError", "is_error", "failed"], true)
        || matches!(word, "error" | "failed" | "failure" | "fail")
        || status.is_some_and(|code| (400..600).contains(&code))
        || is_said("error")
        || is_said("errors") && !partly;
    let said = held(fields, &OUTPUTS)
        .map(said)
        .filter(|text| !text.trim().is_empty());
    let output = said.collect::<Vec<_>>().join("\n");
    let refused = is(&["interrupted", "cancelled", "canceled", "aborted"], true);
    let code_of = |fields| held(fields, &CODES).find_map(Value::as_i64);
    let code = code_of(fields).or_else(|| code_of(fields.get("metadata")?));
    let well = is(&SUCCESS, true) || SUCCESS.contains(&word);
    let (ended, code) = match code {
        _ if refused || is_refusal(&output) => (Some(Ended::Refused), None),
        None if failed => (Some(Ended::Failed), None),
        None if well => (None, Some(0)),
        None if held(fields, &["stdout", "output"]).next().is_none() => return None,
        code => (None, code),
    };
    Some(ParsedOutcome {
        ended,
        code,
        output: output.into(),
    })
}

/// What a member of a result says: its text, or that of the error in it.
fn said(value: &Value) -> String {
    const NAMES: [&str; 7] = listed("message detail error reason title code type");
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.first().map(said).unwrap_or_default(),
        Value::Object(_) => held(value, &NAMES).next().map(said).unwrap_or_default(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// The number of lines at the end that may contain the exit code. Source: a recorded host writes
/// four lines after it.
const TAIL_LINES: usize = 6;
/// Maximum length of a line that contains an exit code, in bytes. Chosen here.
const CODE_BYTES: usize = 120;

/// Returns the exit code that a line contains: `Exit code: 1`, `Command exited with code 1`,
/// `[... completed with exit code 0.]`, `<returncode>1`.
pub fn code_in(line: &str) -> Option<i64> {
    const WORDS: [&str; 21] = listed(
        "the command process program shell script error completed finished failed returned \
         terminated with exited exit exitcode code status return returncode rc",
    );
    const SAY: [&str; 4] = listed("exit | returncode | return code | rc=");
    let line = line.trim();
    if line.len() > CODE_BYTES {
        return None;
    }
    let line = line.to_lowercase();
    let digits = line.find(char::is_numeric)?;
    let head = &line[..digits];
    let mut words = head.split(|letter: char| !letter.is_alphabetic());
    if !holds(head, &SAY) || !words.all(|word| word.is_empty() || WORDS.contains(&word)) {
        return None;
    }
    let sign = usize::from(head.ends_with(" -") || head.ends_with("=-"));
    let behind = line[digits..].trim_start_matches(char::is_numeric);
    let tail = behind.trim_start_matches(['.', ')', ']', '"', '*', '=', '-', ' ']);
    // `exit 1 of 3 tests` is no exit code.
    let closed = tail.is_empty() || begins(tail, &["<", ",", ";", "(", "after ", "in "]);
    let code = line[digits - sign..line.len() - behind.len()].parse().ok();
    code.filter(|_| closed)
}

/// Beginnings of the lines that a host writes before the output.
const HEADS: [&str; 7] = [
    "Command: ",
    "Directory: ",
    "Chunk ID:",
    "Wall time:",
    "Process exited with",
    "Original token count:",
    "Exit code",
];

/// The output without the lines that a host writes around it.
fn without_frame(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\n');
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
            assert_eq!(
                (told(text).ended, told(text).code),
                (None, Some(code)),
                "{text}"
            );
        }
        for text in [
            "exit 1 of 3 tests",
            "The exit code is told below",
            "",
            "fn exit_code() {}",
            "exit: see the manual",
        ] {
            assert_eq!((told(text).ended, told(text).code), (None, None), "{text}");
        }
    }

    #[test]
    fn refusals_and_frames_are_known() {
        assert_eq!(
            told("The user doesn't want to proceed with this tool use.").ended,
            Some(Ended::Refused)
        );
        assert!(is_stopped_at_end("building\n\nCommand aborted"));
        assert_eq!(
            told("Command running in background with ID: b1").ended,
            Some(Ended::Open)
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
