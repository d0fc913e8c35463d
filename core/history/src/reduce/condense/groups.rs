//! Condensed lists: the parts that consecutive lines share are written once before them, and a
//! repeated line is written once with its count.
//!
//! Lists are search results (`path:line:text`), paths, logs, and passed tests. The first line says
//! how to read the rest, and ends with a hash of it in four letters. A list that could not be
//! restored exactly is left unchanged.
//!
//! ```text
//! [Groups: each of the 3 lines below "[3x a*z]" starts with a and ends with z; bcdf]
//! [2x src/main.rs:*]
//! 12:fn main() {
//! 30:fn other() {
//! [2x test parse::* ... ok]
//! numbers
//! strings
//! ```

mod kinds;

use super::pointer::check;
use kinds::{DIFF, EndLengths, ListKinds, diff_head};
use std::fmt::Write;

/// What the first line of such a text begins with.
pub(super) const OPENING: &str = "[Groups: ";
/// What each spelling means, where it is used.
const SHARED: &str = "each of the 3 lines below \"[3x a*z]\" starts with a and ends with z; ";
const REPEATED: &str = "\"[3x]a\" is the line a, 3 times; ";
const HEADS: &str = "\"[diff a]\" is the head of a diff of file a; ";

/// Shortest list that is considered, in lines. Chosen here: the first line costs as much as three
/// lines save.
const LINES_MIN: usize = 6;
/// Number of lines that are searched for a group. Chosen here, to bound the time for long texts.
const AHEAD: usize = 400;
/// Fewest chars that a group must save. Chosen here: for less, its heading is not worth reading.
const SAVING_CHARS_MIN: usize = 16;
/// Length of a heading without the text that it names, in chars.
const HEADING_CHARS: usize = 8;

/// Returns the condensed text, if it is a list that can be restored exactly.
pub(super) fn condensed(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    if lines.len() < LINES_MIN {
        return None;
    }
    let kinds = ListKinds::of(&lines);
    let (mut shared, mut repeated, mut heads) = (false, false, false);
    let mut written: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = &lines[at..(at + AHEAD).min(lines.len())];
        if let Some((head, length)) = diff_head(rest) {
            heads = true;
            written.extend(head);
            at += length;
            continue;
        }
        match Group::best(&kinds, rest) {
            Some(Group { span: None, length }) => {
                repeated = true;
                written.push(format!("[{length}x]{line}"));
                at += length;
            }
            Some(Group {
                span: Some(span),
                length,
            }) => {
                shared = true;
                written.push(format!(
                    "[{length}x {}*{}]",
                    span.head(line),
                    span.tail(line)
                ));
                written.extend(
                    rest[..length]
                        .iter()
                        .map(|line| span.middle(line).to_owned()),
                );
                at += length;
            }
            None => {
                written.push((*line).to_owned());
                at += 1;
            }
        }
    }
    let spellings = [(shared, SHARED), (repeated, REPEATED), (heads, HEADS)];
    let used = spellings.iter().filter(|(is_used, _)| *is_used);
    let legend: String = used.map(|(_, text)| *text).collect();
    if legend.is_empty() {
        return None;
    }
    let body = written.join("\n");
    let condensed = format!(
        "{OPENING}{legend}{}]\n{body}",
        check(std::iter::once(body.as_str()))
    );
    (condensed.len() < text.len() && whole(&condensed).as_deref() == Some(text))
        .then_some(condensed)
}

/// Returns the original text; `None` if `condensed` is not a list condensed by this module.
pub(super) fn whole(condensed: &str) -> Option<String> {
    let (head, body) = condensed.strip_prefix(OPENING)?.split_once('\n')?;
    let (_, letters) = head.strip_suffix(']')?.rsplit_once("; ")?;
    if check(std::iter::once(body)) != letters {
        return None;
    }
    let mut out = String::new();
    let mut lines = body.split('\n');
    while let Some(line) = lines.next() {
        match GroupHeading::parse(line) {
            Some(GroupHeading::Shared { count, head, tail }) => {
                for _ in 0..count {
                    // Writing to a string does not fail.
                    let _ = writeln!(out, "{head}{}{tail}", lines.next()?);
                }
            }
            // More lines than a text can have are no text of ours.
            Some(GroupHeading::Repeated { count, .. }) if count > AHEAD => return None,
            Some(GroupHeading::Repeated { count, line }) => {
                (0..count).for_each(|_| out.extend([line, "\n"]))
            }
            Some(GroupHeading::Diff(heading)) => {
                kinds::write_diff_head(heading, &mut lines, &mut out)?
            }
            None => out.extend([line, "\n"]),
        }
    }
    // Each line was written with a line break, and the last one had none.
    out.pop();
    Some(out)
}

/// A line that says something of those below it.
enum GroupHeading<'a> {
    Shared {
        count: usize,
        head: &'a str,
        tail: &'a str,
    },
    Repeated {
        count: usize,
        line: &'a str,
    },
    Diff(&'a str),
}

impl<'a> GroupHeading<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        if let Some(heading) = line.strip_prefix(DIFF) {
            return Some(Self::Diff(heading.strip_suffix(']')?));
        }
        let (count, rest) = line.strip_prefix('[')?.split_once('x')?;
        let count: usize = count.parse().ok()?;
        if let Some(line) = rest.strip_prefix(']') {
            return Some(Self::Repeated { count, line });
        }
        let (head, tail) = rest.strip_prefix(' ')?.strip_suffix(']')?.split_once('*')?;
        Some(Self::Shared { count, head, tail })
    }
}

/// Consecutive lines that are condensed together.
struct Group {
    /// What they have in common; `None` if they are equal.
    span: Option<EndLengths>,
    length: usize,
}

impl Group {
    /// The group at the beginning of `lines` that saves most a line, if it saves enough.
    fn best(kinds: &ListKinds, lines: &[&str]) -> Option<Self> {
        let first = lines.first()?;
        let spans = kinds.spans(first).into_iter().map(Some).chain([None]);
        // A group, and what it saves a line.
        let worth = |span: Option<EndLengths>| {
            let (fits, chars): (&dyn Fn(&str) -> bool, usize) = match &span {
                Some(span) => (&|line| span.fits(first, line), span.chars(first)),
                None => (&|line| line == *first, first.len() + 1),
            };
            let length = lines.iter().take_while(|line| fits(line)).count();
            let saved = (chars * (length - 1)).checked_sub(HEADING_CHARS)?;
            (saved >= SAVING_CHARS_MIN).then(|| (saved / length, Self { span, length }))
        };
        // Of two that are worth the same, the first.
        let best = spans
            .filter_map(worth)
            .reduce(|best, other| if other.0 > best.0 { other } else { best })?;
        Some(best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back(text: &str) -> String {
        let condensed = condensed(text).unwrap_or_else(|| panic!("{text} is not condensed"));
        assert_eq!(whole(&condensed).as_deref(), Some(text));
        condensed
            .split_once('\n')
            .map(|(_, body)| body.to_owned())
            .unwrap_or_default()
    }

    fn numbered(count: usize, line: impl Fn(usize) -> String) -> String {
        (1..=count).map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn finds_stand_under_their_path() {
        let found = numbered(8, |line| {
            format!(
                "src/engine/parser.rs:{}:    let value_{line} = 1;",
                line * 7
            )
        });
        let context = numbered(8, |line| {
            format!(
                "src/engine/lexer.rs{}{line}{}x",
                [":", "-"][line % 2],
                [":", "-"][line % 2]
            )
        });
        let body = comes_back(&format!("{found}\n{context}\n"));
        assert!(
            body.starts_with("[8x src/engine/parser.rs:*]\n7:    let value_1 = 1;\n14:"),
            "{body}"
        );
        assert!(
            body.contains("\n[8x src/engine/lexer.rs*]\n-1-x\n:2:x\n"),
            "{body}"
        );
    }

    #[test]
    fn the_deepest_folder_that_pays_is_told_once() {
        let body = comes_back(&numbered(12, |file| {
            format!(
                "./src/engine/{}/file_{file}.rs",
                if file < 7 { "parse" } else { "write" }
            )
        }));
        assert!(
            body.starts_with("[6x ./src/engine/parse/*]\nfile_1.rs\n"),
            "{body}"
        );
        assert!(
            body.contains("\n[6x ./src/engine/write/*]\nfile_7.rs\n"),
            "{body}"
        );
    }

    #[test]
    fn times_that_differ_are_kept() {
        let log = numbered(24, |second| {
            format!("2026-01-02T10:00:{second:02}Z INFO health check of the queue passed")
        });
        let body = comes_back(&log);
        assert!(
            body.starts_with(
                "[24x 2026-01-02T*Z INFO health check of the queue passed]\n10:00:01\n"
            ) || body.contains("10:00:01\n10:00:02"),
            "{body}"
        );
        assert!(
            comes_back(&numbered(9, |_| "waiting for the server".to_owned()))
                == "[9x]waiting for the server"
        );
    }

    #[test]
    fn tests_that_passed_keep_their_names_and_failures_stand_whole() {
        let tests = numbered(9, |test| {
            format!(
                "test engine::parse::case_{test} ... {}",
                if test == 5 { "FAILED" } else { "ok" }
            )
        });
        let body = comes_back(&tests);
        assert!(
            body.starts_with("[4x test engine::parse::* ... ok]\ncase_1\n"),
            "{body}"
        );
        assert!(
            body.contains("\ntest engine::parse::case_5 ... FAILED\n[4x test"),
            "{body}"
        );
    }

    #[test]
    fn a_diff_names_its_file_once() {
        let diff = |mode: &str, a: &str, b: &str| {
            format!(
                "diff --git a/src/engine/parser.rs b/src/engine/parser.rs\n{mode}index 12ab..34cd 100644\n--- {a}\n+++ {b}\n@@ -1 +1 @@\n-a\n+b\n"
            )
        };
        let (a, b) = ("a/src/engine/parser.rs", "b/src/engine/parser.rs");
        let all = [
            diff("", a, b),
            diff("new file mode 100644\n", "/dev/null", b),
            diff("deleted file mode 100644\n", a, "/dev/null"),
        ]
        .concat();
        let body = comes_back(&all);
        assert!(
            body.starts_with("[diff src/engine/parser.rs]\nindex 12ab..34cd 100644\n@@ -1 +1 @@\n"),
            "{body}"
        );
        let binary = "diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n";
        assert_eq!(condensed(&binary.repeat(3)), None);
    }

    #[test]
    fn what_is_no_list_stays() {
        let code = numbered(30, |line| {
            format!("import {{ a{line} }} from '../shared/{line}';")
        });
        assert_eq!(condensed(&code), None);
        assert_eq!(
            condensed(&format!(
                "[3x a*]\n{}",
                numbered(9, |_| "src/main.rs:1:x".to_owned())
            )),
            None
        );
        assert_eq!(whole("[Groups: x; bcdf]\n[99999999x]a"), None);
    }
}
