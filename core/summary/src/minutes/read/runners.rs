//! The words of compilers, test runners and shells that tell a failure, and the line of an output
//! that tells it best.

use super::shell::{Script, base_name};
use crate::host::clip::one_line;
use crate::host::listed::listed;
use std::borrow::Cow;

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Nothing,
    /// A runner tells that it failed as a whole: `FAIL`, `2 failed`.
    Verdict,
    /// A runner tells one failure, with what it is.
    Fault,
    /// It begins like an error, which may be caught.
    Error,
    /// A runner tells that all is well.
    Success,
}

/// Most chars of a line that tells a failure. Chosen here.
const LINE_CHARS: usize = 200;

/// Whether a line begins with one of these. Most differ in the first byte already.
pub(super) fn begins(line: &str, heads: &[&str]) -> bool {
    let first = line.as_bytes().first();
    heads
        .iter()
        .any(|head| head.as_bytes().first() == first && line.starts_with(head))
}

/// What the output of a command says of its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    Nothing,
    Failed,
    /// It went well, as this line says.
    Well(String),
}

/// What the output of a command that is not known to have failed tells.
pub(crate) fn verdict(output: &str, script: &Script) -> Told {
    let output = plain(output);
    if script.only_shows() {
        let fails = !script.catches && output.lines().any(|line| own_error(line, script));
        return if fails { Told::Failed } else { Told::Nothing };
    }
    let (mut error, mut success) = (None, None);
    for (index, line) in output.lines().enumerate() {
        match says(line, script) {
            Says::Verdict | Says::Fault => return Told::Failed,
            Says::Error => error = Some(index),
            Says::Success => success = Some((index, line)),
            Says::Nothing => {}
        }
    }
    match (error, success) {
        (Some(error), Some((success, _))) if error > success => Told::Failed,
        (Some(_), None) => Told::Failed,
        (_, Some((_, line))) => Told::Well(one_line(line, LINE_CHARS)),
        (None, None) => Told::Nothing,
    }
}

/// The line of a failed command's output that tells best what went wrong; empty if there is no
/// output.
pub(crate) fn error_line(output: &str, script: &Script) -> String {
    let output = plain(output);
    let (mut fault, mut error, mut located, mut verdict, mut whole, mut last) =
        (None, None, None, None, None, None);
    // What a test of go says stands below its name, or above it where each test is shown as it
    // runs.
    let (mut in_test, mut said) = (false, None);
    let mut lines = output.lines().peekable();
    while let Some(line) = lines.next() {
        let bare = unprefixed(line);
        if bare.is_empty() {
            continue;
        }
        let first = |place: &mut Option<String>| {
            place.get_or_insert_with(|| bare.to_owned());
        };
        if bare.starts_with("=== RUN") || bare.starts_with("--- PASS:") {
            said = None;
        }
        let is_set_in = line.starts_with([' ', '\t']);
        let is_at_place = is_located(bare);
        let is_of_test = is_at_place && bare.contains("_test.") && tells_difference(bare);
        let told = says(line, script);
        match told {
            Says::Fault if bare.starts_with("--- FAIL:") => {
                in_test = true;
                located = located.or(said.take());
                first(&mut verdict);
            }
            Says::Fault if bare.contains("panicked at") && bare.ends_with(':') => {
                let next = lines.peek().unwrap_or(&"");
                fault.get_or_insert_with(|| format!("{bare} {next}"));
            }
            Says::Fault => first(&mut fault),
            Says::Error if !bare.starts_with("Traceback") => first(&mut error),
            Says::Verdict if !says_little(bare) => first(&mut verdict),
            Says::Verdict if bare.starts_with("FAIL\t") => first(&mut whole),
            _ if (is_of_test && in_test) || (is_at_place && !is_set_in) => first(&mut located),
            _ if is_of_test => said = Some(bare.to_owned()),
            _ => {}
        }
        if told != Says::Success && !is_boilerplate(bare) {
            last = Some(bare.to_owned());
        }
    }
    let found = fault.or(located).or(error).or(verdict).or(whole).or(last);
    one_line(&found.unwrap_or_default(), LINE_CHARS)
}

/// A text without the colours of a terminal.
fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('\x1b') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\x1b[") {
        plain.push_str(&rest[..start]);
        let behind = &rest[start + 2..];
        let end = behind
            .find(|letter: char| letter.is_ascii_alphabetic())
            .map_or(behind.len(), |end| end + 1);
        rest = &behind[end..];
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// A line without the name of the task that some runners put in front: `[lint] `.
fn unprefixed(line: &str) -> &str {
    let line = line.trim();
    let is_task = |name: &str| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b':' | b'-' | b'_'))
    };
    line.strip_prefix('[')
        .and_then(|rest| rest.split_once("] "))
        .filter(|(name, _)| is_task(name))
        .map_or(line, |(_, rest)| rest.trim())
}

fn says(line: &str, script: &Script) -> Says {
    let bare = unprefixed(line);
    let starts = |heads: &[&str]| begins(bare, heads);
    let holds = |words: &[&str]| words.iter().any(|word| bare.contains(word));
    let at_edge = !line.starts_with([' ', '\t']);
    if bare.is_empty() || bare.len() > 4_000 {
        return Says::Nothing;
    }
    // A runner tells one failure.
    let is_compiled = at_edge && script.runs(&["go"]) && is_located(bare) && bare.contains(".go:");
    if is_compiled
        || starts(&["--- FAIL:", "error[E", "error TS", "● ", "E   ", "FAILED "])
            && !starts(&["FAILED ("])
        || holds(&["panicked at ", ": error TS", ": fatal error: ", ": error: "])
            && !bare.starts_with(['+', '-'])
        || (starts(&["test "]) && bare.ends_with("... FAILED"))
        || (starts(&["not ok "]) && !holds(&["# TODO", "# SKIP", "# skip", "# todo"]))
        || (starts(&["FAIL ", "❌ FAIL "])
            && bare.contains(['/', '.'])
            && bare.split_whitespace().count() > 1)
        || (starts(&["× "])
            && script.runs(&["npx", "npm", "pnpm", "yarn", "bun", "vitest", "node"]))
        || (at_edge
            && starts(&[
                "fatal: ",
                "CONFLICT (",
                "Automatic merge failed",
                "patch rejected",
                "panic: ",
            ]))
        || (starts(&["error: ", "! [rejected]", "! [remote rejected]"]) && script.runs(&["git"]))
    {
        return Says::Fault;
    }
    if tells_verdict(bare) {
        return Says::Verdict;
    }
    if is_success(bare) {
        return Says::Success;
    }
    const ERRORS: [&str; 17] = [
        "Error:",
        "error:",
        "ERROR:",
        "ERROR ",
        "Error ",
        "[ERROR]",
        "Traceback (most recent",
        "Uncaught ",
        "Unhandled ",
        "Exception in ",
        "Unknown command",
        "Segmentation fault",
        "Killed",
        "go: updates to",
        "CMake Error",
        "E: Unable",
        "E: Could not",
    ];
    let begins_like_one = || starts(&ERRORS) || exception(bare) || bare.contains("core dumped");
    let is_error =
        (at_edge && begins_like_one()) || own_error(bare, script) || starts(&["throw new "]);
    if is_error && !is_no_error(bare) {
        return Says::Error;
    }
    Says::Nothing
}

/// Whether a runner says that it failed as a whole.
fn tells_verdict(line: &str) -> bool {
    let numbered = |word: &str| number_before(line, word).is_some_and(|count| count > 0);
    line == "FAIL"
        || line == "FAILURES!"
        || line.contains("ERROR task failed")
        || line.contains("test result: FAILED")
        || line.contains("ELIFECYCLE")
        || begins(
            line,
            &[
                "FAILED (",
                "error: could not compile",
                "error: test failed",
                "error: aborting",
                "error Command failed",
                "= FAILURES",
                "Failed!  -",
                "make: *** ",
                "gmake: *** ",
                "ninja: build stopped",
                "npm ERR!",
                "npm error",
                "FAIL\t",
                "BUILD FAILED",
                "Build FAILED",
                "FAILURE: Build failed",
                "[ERROR] BUILD",
            ],
        )
        || (line.starts_with("make[") && line.contains("]: *** "))
        || line.starts_with("====") && (line.contains(" FAILURES ") || line.contains(" ERRORS "))
        || (numbered(" failed")
            && [
                "passed",
                "Tests",
                "Test Files",
                "Test Suites",
                " in ",
                "failed,",
            ]
            .iter()
            .any(|word| line.contains(word)))
        || (line.ends_with(" failing") && numbered(" failing"))
        || (line.starts_with("Found ") && numbered(" error"))
        || (line.contains("problem") && numbered(" error"))
        || (line.ends_with(" issues:") && numbered(" issues:"))
        || (line.contains("examples,") && numbered(" failure"))
        || ["# fail ", "ℹ fail "]
            .iter()
            .filter_map(|head| line.strip_prefix(head)?.trim().parse().ok())
            .any(|count: u64| count > 0)
}

fn is_success(line: &str) -> bool {
    let starts = [
        "ok  \t",
        "BUILD SUCCESS",
        "0 issues",
        "Found 0 errors",
        "All checks passed",
        "Success",
        "Compiled successfully",
        "Done in ",
    ];
    let ends = [" passed", " passing", "(0 failed)"];
    line == "PASS"
        || line == "OK"
        || line.starts_with("OK (")
        || line.contains("test result: ok")
        || line.contains(" passed in ")
        || (line.starts_with("Tests:") && line.contains(" passed"))
        || (line.starts_with("Finished ") && line.contains(" target(s) in "))
        || begins(line, &starts)
        || ends.iter().any(|end| line.ends_with(end))
}

/// `Error: (none)` and the like say that there is no error.
fn is_no_error(line: &str) -> bool {
    const NONE: [&str; 9] = listed("(none) none null nil undefined 0 false - no");
    let word = line.split_once(':').map_or("", |(_, rest)| rest.trim());
    NONE.contains(&word.to_lowercase().as_str())
}

/// The number in front of a word.
fn number_before(line: &str, word: &str) -> Option<u64> {
    line.match_indices(word).find_map(|(end, _)| {
        let mut parts = line[..end].rsplit(|letter: char| !letter.is_ascii_digit());
        parts.next()?.parse().ok()
    })
}

/// Whether a line begins with the name of an exception: `ValueError: x`, `java.io.IOException: y`.
fn exception(line: &str) -> bool {
    let name = line.split(':').next().unwrap_or_default();
    let is_name = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_'));
    let named = |end: &&str| name.strip_suffix(*end).is_some_and(|head| !head.is_empty());
    is_name && ["Error", "Exception"].iter().any(named)
}

/// Whether a line is an error of the shell itself, or of one of the programs about its arguments.
fn own_error(line: &str, script: &Script) -> bool {
    const REASONS: &[&str] = &[
        "No such file or directory",
        "Permission denied",
        "permission denied",
        "not found",
        "Not a directory",
        "Is a directory",
        "invalid option",
        "illegal option",
        "unrecognized",
        "unknown option",
        "cannot ",
        "not permitted",
        "Could not resolve",
        "Connection refused",
        "Couldn't connect",
        "Failed to connect",
        "No space left",
        "File exists",
        "parse error",
        "syntax error",
        "Cannot ",
        "unterminated",
        "missing",
    ];
    let named = line.trim().split_once(':');
    let Some((name, rest)) = named.filter(|(name, _)| name.len() <= 60) else {
        return false;
    };
    let is_git = name == "fatal" && rest.starts_with(' ') && script.runs(&["git"]);
    let name = base_name(name);
    let is_shell = matches!(
        name,
        "bash" | "sh" | "zsh" | "dash" | "fish" | "-bash" | "(eval)"
    );
    is_git
        || ((is_shell || script.programs.contains(name))
            && REASONS.iter().any(|reason| rest.contains(reason)))
}

/// Whether a line begins with a place: `a/b.go:12:3: what`, `a.ts(3,4): error`.
fn is_located(line: &str) -> bool {
    let Some((place, _)) = line.split_once(char::is_whitespace) else {
        return false;
    };
    let mut parts = place.split(':');
    let path = parts.next().unwrap_or_default();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    path.contains('.') && parts.next().is_some_and(is_number)
}

/// Whether what a test says tells why it failed, and not how far it is.
fn tells_difference(line: &str) -> bool {
    const WORDS: [&str; 10] = [
        "want", "xpected", "got", "rror", "fail", "should", "must", "mismatch", "!=", "not ",
    ];
    WORDS.iter().any(|word| line.contains(word))
}

/// Verdicts that do not say what failed.
fn says_little(line: &str) -> bool {
    line == "FAIL"
        || line == "FAILURES!"
        || line.contains("ERROR task failed")
        || line.starts_with("====")
        || line.starts_with("FAIL\t")
}

/// Lines that say nothing about a failure.
fn is_boilerplate(line: &str) -> bool {
    const HEADS: [&str; 10] = [
        "exit code",
        "exit status",
        "command exited",
        "shell cwd was reset",
        "node.js v",
        "npm notice",
        "exited with",
        "(no output)",
        "(empty)",
        "</",
    ];
    says_little(line)
        || begins(&line.to_lowercase(), &HEADS)
        || !line.contains(char::is_alphanumeric)
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
                "a_test.go:12: got 1, want 2",
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
