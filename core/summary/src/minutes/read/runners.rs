//! What the output of a command says of how it ended: it counts what passed and what failed, or has
//! a line that names an error.

use super::exit::code_in;
use super::shell::Script;
use crate::host::clip::one_line;
use crate::listed;
use crate::notes::terms::{begins, holds};
use crate::notes::transcript::plain;
use crate::reduce::truncate::errors::names_error;

/// How lines name a failure besides, in small letters. Source: the tools' own outputs.
const FAILURES: [&str; 10] = listed(
    "--- fail: | fail src | npm error | conflict ( | *** [ | : command not found | : cannot | \
     build failed | build stopped | cmake error",
);
/// Maximum length of an error line, in chars. Chosen here.
const LINE_CHARS: usize = 200;

/// Whether a line names a failure.
fn is_failure(line: &str) -> bool {
    names_error(line) || holds(&line.to_lowercase(), &FAILURES)
}

/// Whether the newest line that says something of its end counts failures or names an error.
pub fn tells_failure(output: &str, script: &Script) -> bool {
    let said = |line: &str| {
        let failed = counts_failures(&line.to_lowercase());
        failed.or_else(|| is_failure(line).then_some(true))
    };
    // In a text that is shown both are of something else.
    !script.only_shows()
        && plain(output)
            .lines()
            .rev()
            .find_map(said)
            .unwrap_or_default()
}

/// Returns the line of a failed command's output that best describes the error: the first that
/// names one, otherwise the last. Returns an empty string for empty output.
pub fn error_line(output: &str) -> String {
    let output = plain(output);
    let is_told = |line: &&str| line.contains(char::is_alphanumeric) && code_in(line).is_none();
    let lines: Vec<&str> = output.lines().filter(is_told).collect();
    // This one says in its last line what happened.
    let is_head = |line: &&str| line.trim_start().starts_with("Traceback");
    let named = lines
        .iter()
        .position(|line| is_failure(line) && !is_head(line));
    let mut told = &lines[named.unwrap_or(lines.len().saturating_sub(1))..];
    // Some say in the next line what happened.
    let is_open = told.first().is_some_and(|line| line.ends_with(':'));
    told = &told[..told.len().min(1 + usize::from(is_open))];
    one_line(&told.join(" "), LINE_CHARS)
}

/// Whether a line in small letters counts failures, as `3 passed; 1 failed`, `Found 2 errors`,
/// `# fail 1`; `None` if it counts nothing.
fn counts_failures(line: &str) -> Option<bool> {
    // The end of Go's tests.
    let mut failed = (line == "pass").then_some(false);
    let words: Vec<&str> = line.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        let number = word.trim_matches(|letter: char| !letter.is_ascii_digit());
        let Ok(number) = number.parse::<u64>() else {
            continue;
        };
        // The counts of TAP and of Node's runner stand behind the word.
        let before = at.checked_sub(2).map(|mark| (words[mark], words[at - 1]));
        if before.is_some_and(|before| matches!(before, ("#" | "ℹ", "fail"))) {
            return Some(number > 0);
        }
        let what = words.get(at + 1).copied().unwrap_or_default();
        let next = words.get(at + 2);
        let is_last = next.is_none_or(|behind| matches!(*behind, "in" | "|"));
        if !is_last && !what.ends_with(|letter: char| !letter.is_alphanumeric()) {
            continue;
        }
        if begins(what, &["passed", "passing"]) {
            failed = failed.or(Some(false));
        } else if begins(what, &["fail", "error", "issue"]) {
            failed = Some(number > 0 || failed == Some(true));
        }
    }
    failed
}

#[cfg(test)]
mod tests {
    use super::super::shell::script;
    use super::*;

    #[test]
    fn the_newest_line_tells_how_a_run_ended() {
        for (output, is_failure) in [
            (
                "test a ... ok\ntest result: FAILED. 1 passed; 1 failed",
                true,
            ),
            (
                "error: caught on purpose\ntest result: ok. 3 passed; 0 failed",
                false,
            ),
            ("1 failed, 3 passed in 0.12s", true),
            ("Tests:       1 failed, 2 passed, 3 total", true),
            (" Tests  1 failed | 2 passed (3)", true),
            ("Tests:       0 failed, 3 passed, 3 total", false),
            ("# pass 3\n# fail 2", true),
            ("ℹ fail 0", false),
            ("Found 2 errors.", true),
            ("4 passing (12ms)\nSegmentation fault", true),
            ("2 errors are explained in chapter 3", false),
            ("x may not exist: error\nPASS\nok  \tx/y\t0.1s", false),
        ] {
            let script = script("make test | tail");
            assert_eq!(tells_failure(output, &script), is_failure, "{output}");
        }
        assert!(!tells_failure("1 failed", &script("cat log | tail")));
    }

    #[test]
    fn the_line_that_names_an_error_is_told() {
        for (output, line) in [
            (
                "E   AssertionError: no\nFAILED tests/a.py::test_b",
                "E AssertionError: no",
            ),
            (
                "src/a.ts(3,4): error TS2304: Cannot find name 'x'.",
                "src/a.ts(3,4): error TS2304: Cannot find name 'x'.",
            ),
            ("cc x.c\nmake: *** [all] Error 2", "make: *** [all] Error 2"),
            (
                "Traceback (most recent call last):\n  File \"a.py\"\nKeyError: 'x'",
                "KeyError: 'x'",
            ),
            (
                "--- FAIL: TestA (0.00s)\n    a_test.go:12: got 1, want 2\nFAIL",
                "--- FAIL: TestA (0.00s)",
            ),
            (
                "bash: line 1: foo: command not found\nExit code 127",
                "bash: line 1: foo: command not found",
            ),
            ("", ""),
        ] {
            assert_eq!(error_line(output), line);
        }
    }
}
