//! What the lines of an output say of how it ended, by how a line is built: it begins with a word
//! for an error, an exception or a place in a file, or it counts failures.

use super::exit::code_in;
use super::shell::{Script, base_name};
use crate::host::clip::one_line;
use crate::notes::terms::begins;
use crate::notes::transcript::plain;

/// What a line says; of a failed command's lines, the first of the greatest kind is told.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Says {
    /// It tells that all is well.
    Success,
    Nothing,
    /// It tells that what ran failed as a whole: `make: *** `, `2 failed`.
    Verdict,
    /// It begins like an error, which may be caught.
    Error,
    /// It tells one failure.
    Fault,
}

/// Most chars of a line that tells a failure. Chosen here.
const LINE_CHARS: usize = 200;
/// Longer lines are data, in bytes. Chosen here.
const LINE_BYTES: usize = 4_000;

/// What the output of a command says of its end.
#[derive(Debug, Clone, PartialEq)]
pub enum Told {
    Nothing,
    Failed,
    /// It went well, as this line says.
    Well(String),
}

/// What the output of a command that is not known to have failed tells.
pub fn verdict(output: &str, script: &Script) -> Told {
    let output = plain(output);
    let mut told = Told::Nothing;
    for line in output.lines() {
        if script.only_shows() {
            // Any other word may be one of the text that is shown.
            if !script.catches && is_own_error(line, script) {
                return Told::Failed;
            }
            continue;
        }
        match says(line, script) {
            Says::Verdict | Says::Fault => return Told::Failed,
            Says::Error => told = Told::Failed,
            Says::Success => told = Told::Well(one_line(line, LINE_CHARS)),
            Says::Nothing => {}
        }
    }
    told
}

/// The line of a failed command's output that tells best what went wrong; empty if there is no
/// output.
pub fn error_line(output: &str, script: &Script) -> String {
    let output = plain(output);
    let mut best = (Says::Nothing, String::new());
    let mut lines = output.lines().peekable();
    while let Some(line) = lines.next() {
        let bare = unprefixed(line);
        let says = says(line, script);
        let is_better = match says {
            Says::Success => false,
            // The last words, if no line says more.
            Says::Nothing => {
                best.0 == says && bare.contains(char::is_alphanumeric) && code_in(bare).is_none()
            }
            _ => says > best.0,
        };
        if is_better && !bare.starts_with("Traceback") {
            // These say in the next line what happened.
            let is_head = bare.ends_with(':') || bare.starts_with("---");
            let next = lines.peek().filter(|_| is_head && says == Says::Fault);
            best = (says, format!("{bare} {}", next.unwrap_or(&"")));
        }
    }
    one_line(&best.1, LINE_CHARS)
}

/// A line without the name of the task that some runners put in front: `[lint] `.
fn unprefixed(line: &str) -> &str {
    let line = line.trim();
    let inside = line
        .strip_prefix('[')
        .filter(|inside| inside.starts_with(char::is_lowercase));
    let task = inside.and_then(|inside| inside.split_once("] "));
    task.map_or(line, |(_, rest)| rest.trim())
}

fn says(line: &str, script: &Script) -> Says {
    const FAULTS: &[&str] = &[
        "--- FAIL",
        "FAIL ",
        "FAILED ",
        "error[",
        "error TS",
        "● ",
        "E   ",
        "not ok ",
        "fatal: ",
        "panic: ",
        "CONFLICT (",
        "! [",
        "patch rejected",
    ];
    const VERDICTS: &[&str] = &[
        "build failed",
        "cmake error",
        "elifecycle",
        "error: could not compile",
        "error: test failed",
        "failure: ",
        "failures!",
        "ninja: build stopped",
        "npm err",
        "segmentation fault",
    ];
    let bare = unprefixed(line);
    if bare.is_empty() || bare.len() > LINE_BYTES {
        return Says::Nothing;
    }
    let is_set_in = line.starts_with([' ', '\t']);
    let is_diff = bare.starts_with(['+', '-']) && !bare.starts_with("---");
    let is_skipped = bare.contains("# TODO") || bare.contains("# SKIP");
    let is_advice = bare.contains(": warning") || bare.contains(": note");
    // Linters put other words behind the place of what they only suggest.
    let is_compiled = !is_advice && !is_set_in && begins_with_place(bare);
    let holds = |word: &str| bare.contains(word) && !is_diff;
    if (begins(bare, FAULTS) && !is_skipped)
        || is_compiled
        || bare.ends_with("... FAILED")
        || holds("panicked at ")
        || holds(": error: ")
        || holds(": error TS")
    {
        return Says::Fault;
    }
    let lower = bare.to_lowercase();
    let (well, failed) = counts(&lower);
    if failed || bare == "FAIL" || bare.contains(": *** ") || begins(&lower, VERDICTS) {
        return Says::Verdict;
    }
    if well || matches!(bare, "OK" | "PASS") || begins(bare, &["OK (", "ok  \t", "Success"]) {
        return Says::Success;
    }
    if !is_set_in && (is_error(bare, &lower) || is_own_error(bare, script)) {
        return Says::Error;
    }
    Says::Nothing
}

fn first_word(line: &str) -> &str {
    let end = line.find(|letter: char| !letter.is_alphanumeric());
    end.map_or(line, |end| &line[..end])
}

/// Whether a line in small letters counts what passed, or that nothing failed; and whether it
/// counts failures: `3 passed; 1 failed`, `Found 2 errors`.
fn counts(line: &str) -> (bool, bool) {
    let (mut well, mut failed) = (false, false);
    let words: Vec<&str> = line.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let number = word.trim_matches(|letter: char| !letter.is_ascii_digit());
        let (Ok(number), Some(what)) = (number.parse::<u64>(), words.get(at + 1)) else {
            continue;
        };
        let is_last = words
            .get(at + 2)
            .is_none_or(|behind| matches!(*behind, "in" | "|"));
        if !is_last && !what.ends_with(|letter: char| !letter.is_alphanumeric()) {
            continue;
        }
        let stem = first_word(what);
        if matches!(stem, "passed" | "passing") {
            well |= number > 0;
        } else if begins(stem, &["fail", "error", "issue"]) {
            (well, failed) = (well | (number == 0), failed | (number > 0));
        }
    }
    // The counts of TAP and of Node's runner.
    let tap = line.rsplit_once("# fail ").or(line.rsplit_once("ℹ fail "));
    let tap = tap.and_then(|(_, count)| count.parse::<u64>().ok());
    (well, failed || tap.is_some_and(|count| count > 0))
}

/// Whether a line begins with a word for an error or the name of an exception, and does not say
/// that there is none.
fn is_error(line: &str, lower: &str) -> bool {
    const WORDS: [&str; 6] = [
        "error",
        "traceback",
        "uncaught",
        "unhandled",
        "killed",
        "failed",
    ];
    let lower = lower.trim_start_matches('[');
    let (name, rest) = line.split_once(':').unwrap_or((line, ""));
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_');
    let is_exception =
        name.chars().all(is_name) && (name.ends_with("Error") || name.ends_with("Exception"));
    let rest = rest.trim().to_lowercase();
    let is_none = matches!(
        &*rest,
        "(none)" | "none" | "null" | "nil" | "0" | "false" | "no"
    );
    (WORDS.contains(&first_word(lower)) || is_exception || begins(lower, &["unknown command"]))
        && !is_none
}

/// Whether a line is an error of the shell itself, or of one of the programs about its arguments.
fn is_own_error(line: &str, script: &Script) -> bool {
    const REASONS: [&str; 12] = [
        "o such file",
        "denied",
        " not ",
        "annot ",
        "invalid",
        "unrecognized",
        "unknown option",
        "syntax error",
        "missing",
        "refused",
        "onnect",
        "exists",
    ];
    let Some((name, rest)) = line.trim().split_once(": ") else {
        return false;
    };
    let name = base_name(name);
    let is_git = name == "fatal" && script.programs.contains("git");
    let is_program =
        matches!(name, "bash" | "sh" | "zsh" | "(eval)") || script.programs.contains(name);
    is_git || is_program && REASONS.iter().any(|reason| rest.contains(reason))
}

/// Whether a line begins with a file, a line and a column: `a.go:12:3:`.
fn begins_with_place(line: &str) -> bool {
    let place = line.split_whitespace().next().unwrap_or_default();
    let mut parts = place.split(':');
    let is_file = parts.next().is_some_and(|path| path.contains('.'));
    let is_number = |part: &str| part.parse::<u32>().is_ok();
    is_file
        && place.ends_with(':')
        && parts
            .by_ref()
            .take(2)
            .filter(|part| is_number(part))
            .count()
            == 2
}

#[cfg(test)]
mod tests {
    use super::super::shell::script;
    use super::*;

    #[test]
    fn runners_tell_failures() {
        let failures = [
            (
                "cargo test | tail",
                "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\ntest result: FAILED. 1 passed; 1 failed",
                "test b ... FAILED",
            ),
            (
                "go test ./... | tail",
                "--- FAIL: TestA (0.00s)\n    a_test.go:12: got 1, want 2\nFAIL\nFAIL\tx/y\t0.1s\nFAIL",
                "--- FAIL: TestA (0.00s) a_test.go:12: got 1, want 2",
            ),
            (
                "go build ./... 2>&1 | head",
                "# x/y\na/b.go:4:2: undefined: foo",
                "a/b.go:4:2: undefined: foo",
            ),
            (
                "pytest -q | tail -3",
                "E   AssertionError: no\nFAILED tests/a.py::test_b - AssertionError\n1 failed, 3 passed in 0.12s",
                "E AssertionError: no",
            ),
            (
                "npx jest | tail",
                "FAIL src/a.test.ts\n  ● adds\n    expect(received)\nTests:       1 failed, 2 passed, 3 total",
                "FAIL src/a.test.ts",
            ),
            (
                "npx vitest run | tail",
                " FAIL  src/a.test.ts > adds\nAssertionError: expected 1\n Tests  1 failed | 2 passed (3)",
                "FAIL src/a.test.ts > adds",
            ),
            (
                "npx tsc | head",
                "src/a.ts(3,4): error TS2304: Cannot find name 'x'.",
                "src/a.ts(3,4): error TS2304: Cannot find name 'x'.",
            ),
            (
                "make | tail",
                "cc x.c\nmake: *** [all] Error 2",
                "make: *** [all] Error 2",
            ),
            (
                "gradle test | tail",
                "5 passed\nBUILD FAILED",
                "BUILD FAILED",
            ),
            (
                "git push | cat",
                "! [rejected] main -> main (fetch first)\nerror: failed to push some refs",
                "! [rejected] main -> main (fetch first)",
            ),
            (
                "python a.py | tail",
                "Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 'x'",
                "KeyError: 'x'",
            ),
            (
                "ls nope",
                "ls: nope: No such file or directory",
                "ls: nope: No such file or directory",
            ),
            (
                "foo | head",
                "bash: line 1: foo: command not found",
                "bash: line 1: foo: command not found",
            ),
            (
                "\x1b[0mnpm t|cat",
                "\x1b[31mnpm error\x1b[0m code 1",
                "npm error code 1",
            ),
        ];
        for (command, output, line) in failures {
            let script = script(command);
            assert_eq!(
                verdict(output, &script),
                Told::Failed,
                "{command}: {output}"
            );
            assert_eq!(error_line(output, &script), line, "{command}");
        }
    }

    #[test]
    fn shown_text_and_caught_errors_are_no_failures() {
        let fine = [
            (
                "grep -rn error src | head",
                "src/a.ts:3: throw new Error('boom')\nerror: not one",
            ),
            (
                "git diff",
                "-  return error\n+FAILED tests/a.py::test_b\nError: x",
            ),
            (
                "cat log.txt",
                "Traceback (most recent call last):\nKeyError: 1",
            ),
            (
                "ls nope 2>&1 || echo none",
                "ls: nope: No such file or directory\nnone",
            ),
            (
                "cargo test | tail",
                "error: caught on purpose\ntest result: ok. 3 passed; 0 failed",
            ),
            (
                "npm test | tail",
                "Tests:       0 failed, 3 passed, 3 total",
            ),
            ("./run", "Error: (none)\nerrors: 0"),
            (
                "make | tail",
                "x.c:3:1: warning: unused\nx.c:1:1: note: declared here",
            ),
            (
                "go test -v ./... | tail",
                "    a_test.go:3: log\nok  \tx/y\t0.1s",
            ),
        ];
        for (command, output) in fine {
            assert!(
                verdict(output, &script(command)) != Told::Failed,
                "{command}: {output}"
            );
        }
    }
}
