//! Tests that runners named as failed, and whether they passed later.

use crate::shape::shapes;
use std::collections::BTreeMap;

shapes! {
    /// A test that failed.
    pub struct FailingTest: Eq {
        /// Its name as the runner gives it.
        pub name: String,
        /// The command that ran it, on one line.
        pub command: String,
        /// The index of the message with the newest result in which it failed.
        pub message: usize,
        /// The index of the message with the result in which it passed later, or in which the same
        /// command ran without error.
        pub fixed: Option<usize>,
    }
}

#[derive(Debug, Default)]
pub(crate) struct FailingTests {
    all: BTreeMap<String, (usize, FailingTest)>,
    /// The names that a command left failing.
    open: BTreeMap<String, Vec<String>>,
}

/// Longest name, in bytes. Chosen here.
const NAME_BYTES: usize = 200;

impl FailingTests {
    /// Reads the output of a command. `key` is the command without what only shows or shortens its
    /// output.
    pub(crate) fn read(&mut self, key: &str, command: &str, output: &str, message: usize) {
        for line in output.lines().filter(|line| line.len() <= 2_000) {
            match result(line.trim()) {
                Some((name, true)) => self.pass(name, message),
                Some((name, false)) if name.len() <= NAME_BYTES => {
                    let order = self.all.len();
                    let test = FailingTest {
                        name: name.to_owned(),
                        command: command.to_owned(),
                        message,
                        fixed: None,
                    };
                    let entry = self.all.entry(name.to_owned()).or_insert((order, test));
                    entry.1.message = message;
                    entry.1.fixed = None;
                    let open = self.open.entry(key.to_owned()).or_default();
                    if !open.iter().rev().take(NEAR).any(|known| known == name) {
                        open.push(name.to_owned());
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes that a command ran without error.
    pub(crate) fn succeed(&mut self, key: &str, message: usize) {
        for name in self.open.remove(key).unwrap_or_default() {
            self.pass(&name, message);
        }
    }

    fn pass(&mut self, name: &str, message: usize) {
        if let Some((_, test)) = self.all.get_mut(name) {
            test.fixed = test.fixed.or(Some(message));
        }
    }

    /// In the order in which they first failed.
    pub(crate) fn into_list(self) -> Vec<FailingTest> {
        let mut all: Vec<(usize, FailingTest)> = self.all.into_values().collect();
        all.sort_by_key(|(order, _)| *order);
        all.into_iter().map(|(_, test)| test).collect()
    }
}

/// How many of the newest names are compared, so that one named twice in an output is listed once.
/// Chosen here.
const NEAR: usize = 20;

/// The test that a line names, and whether it passed.
fn result(line: &str) -> Option<(&str, bool)> {
    // go: `--- FAIL: TestA (0.02s)`
    for (head, passed) in [("--- FAIL: ", false), ("--- PASS: ", true)] {
        if let Some(rest) = line.strip_prefix(head) {
            return Some((rest.split(" (").next().unwrap_or_default().trim(), passed));
        }
    }
    // cargo: `test a::b ... FAILED`
    if let Some((name, word)) = line
        .strip_prefix("test ")
        .and_then(|rest| rest.split_once(" ... "))
    {
        return match word.split_whitespace().next() {
            Some("ok") => Some((name, true)),
            Some("FAILED") => Some((name, false)),
            _ => None,
        };
    }
    // pytest: `FAILED tests/a.py::test_b - why`, `tests/a.py::test_b PASSED`
    for (word, passed) in [("FAILED", false), ("ERROR", false), ("PASSED", true)] {
        let name = line
            .strip_prefix(word)
            .and_then(|rest| rest.strip_prefix(' '))
            .map(|rest| rest.split(" - ").next().unwrap_or_default());
        let name = name.or_else(|| {
            Some(line.split_once(&format!(" {word}"))?.0).filter(|name| !name.contains(' '))
        });
        if let Some(name) = name.filter(|name| name.contains("::") && !name.contains(' ')) {
            return Some((name, passed));
        }
    }
    // TAP: `not ok 3 - name`
    for (head, passed) in [("not ok ", false), ("ok ", true)] {
        if let Some((number, name)) = line
            .strip_prefix(head)
            .and_then(|rest| rest.split_once(" - "))
        {
            if number.bytes().all(|byte| byte.is_ascii_digit())
                && !name.contains("# TODO")
                && !name.contains("# SKIP")
            {
                return Some((name.trim(), passed));
            }
        }
    }
    // jest and vitest: `● suite › name`, `FAIL  a.test.ts > suite > name`
    if let Some(name) = line.strip_prefix("● ").filter(|name| name.contains('›')) {
        return Some((name.trim(), false));
    }
    line.strip_prefix("FAIL ")
        .map(str::trim)
        .filter(|name| name.contains(" > "))
        .map(|name| (name, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_named_by_their_runners() {
        let lines = [
            ("--- FAIL: TestA/b (0.02s)", Some(("TestA/b", false))),
            ("test a::b ... ok", Some(("a::b", true))),
            ("test a::b ... FAILED", Some(("a::b", false))),
            (
                "FAILED tests/a.py::test_b - assert 1 == 2",
                Some(("tests/a.py::test_b", false)),
            ),
            (
                "tests/a.py::test_b PASSED [ 50%]",
                Some(("tests/a.py::test_b", true)),
            ),
            ("not ok 3 - adds", Some(("adds", false))),
            ("● sums › adds", Some(("sums › adds", false))),
            (
                "FAIL  src/a.test.ts > sums > adds",
                Some(("src/a.test.ts > sums > adds", false)),
            ),
            ("ok  \tx/y\t0.1s", None),
            ("FAILED", None),
        ];
        for (line, found) in lines {
            assert_eq!(result(line), found, "{line}");
        }
    }
}
