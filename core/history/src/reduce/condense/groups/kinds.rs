//! The kinds of lists, line by line, and the parts that their lines may share. A line is split only
//! at a place with a meaning, e.g. after a path, a folder or a time. So no line of code is split,
//! and an edit can quote it.

/// Of all lines that are not empty, this share must look like what a search found. Chosen here, as
/// for all kinds: a text that holds a list and little else.
const FOUND_SHARE: f64 = 0.6;
const PATHS_SHARE: f64 = 0.7;
const TIMES_SHARE: f64 = 0.5;
/// Fewest tests that passed, and fewest lines with a time.
const PASSED_MIN: usize = 3;
const TIMES_MIN: usize = 20;
/// Most folders of a path that are tried, the deepest first.
const FOLDERS_MAX: usize = 12;
/// The sign that replaces the rest of a line in a heading.
const REST: char = '*';

/// What a heading of a diff begins with.
pub(super) const DIFF: &str = "[diff ";
const NO_FILE: &str = "/dev/null";

/// Lengths in bytes of the start and the end that a line shares with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EndLengths {
    head: usize,
    tail: usize,
}

impl EndLengths {
    pub fn head<'a>(&self, line: &'a str) -> &'a str {
        line.get(..self.head).unwrap_or_default()
    }

    pub fn tail<'a>(&self, line: &'a str) -> &'a str {
        line.len()
            .checked_sub(self.tail)
            .and_then(|at| line.get(at..))
            .unwrap_or_default()
    }

    pub fn middle<'a>(&self, line: &'a str) -> &'a str {
        line.len()
            .checked_sub(self.tail)
            .and_then(|end| line.get(self.head..end))
            .unwrap_or_default()
    }

    /// What the two ends of the first line take together.
    pub fn chars(&self, first: &str) -> usize {
        self.head(first).len() + self.tail(first).len()
    }

    /// Whether a line has the ends of the first.
    pub fn fits(&self, first: &str, line: &str) -> bool {
        line.len() >= self.head + self.tail
            && line.starts_with(self.head(first))
            && line.ends_with(self.tail(first))
    }
}

/// Which kinds of lists a text is.
#[derive(Debug, Default)]
pub(super) struct ListKinds {
    found: bool,
    paths: bool,
    times: bool,
    passed: bool,
}

impl ListKinds {
    pub fn of(lines: &[&str]) -> Self {
        let count = |is: &dyn Fn(&str) -> bool| lines.iter().filter(|line| is(line)).count();
        let all = count(&|line| !line.is_empty()) as f64;
        let times = count(&|line| time(line).is_some());
        Self {
            found: count(&|line| found_at(line).is_some()) as f64 >= all * FOUND_SHARE,
            paths: count(&is_path) as f64 >= all * PATHS_SHARE,
            times: times >= TIMES_MIN && times as f64 >= all * TIMES_SHARE,
            passed: count(&|line| passed(line).is_some()) >= PASSED_MIN,
        }
    }

    /// Returns the lengths at which the line may be split.
    pub fn spans(&self, line: &str) -> Vec<EndLengths> {
        let mut spans: Vec<EndLengths> = Vec::new();
        if let Some(path) = found_at(line).filter(|_| self.found) {
            spans.extend([path + 1, path].map(|head| EndLengths { head, tail: 0 }));
        }
        if self.paths && is_path(line) {
            spans.extend(
                behind(line, "/")
                    .take(FOLDERS_MAX)
                    .map(|head| EndLengths { head, tail: 0 }),
            );
        }
        if let Some((day, end)) = time(line).filter(|_| self.times) {
            let tail = line.len() - end;
            spans.extend([
                EndLengths { head: day, tail },
                EndLengths { head: day, tail: 0 },
            ]);
        }
        if let Some(EndLengths { head, tail }) = passed(line).filter(|_| self.passed) {
            let names = line.get(head..line.len() - tail).unwrap_or_default();
            let deeper = behind(names, "::")
                .chain(behind(names, "/"))
                .take(FOLDERS_MAX);
            spans.extend(deeper.chain([0]).map(|more| EndLengths {
                head: head + more,
                tail,
            }));
        }
        spans.retain(|span| !span.head(line).contains(REST) && !span.tail(line).contains(REST));
        spans
    }
}

/// Returns the places after each occurrence of a sign, the last one first.
fn behind<'a>(text: &'a str, sign: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.rmatch_indices(sign)
        .map(move |(at, _)| at + sign.len())
}

/// Returns the end of the path in a line of a search or a compiler: `path:12:text`, `path-12-text`,
/// `path:text`.
fn found_at(line: &str) -> Option<usize> {
    let numbered = |(at, sign): (usize, &str)| {
        let rest = &line[at + 1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        (at > 0 && digits > 0 && rest[digits..].starts_with(sign)).then_some(at)
    };
    let at = line
        .match_indices(':')
        .find_map(numbered)
        .or_else(|| line.match_indices('-').find_map(numbered));
    let at = at.or_else(|| line.find(':').filter(|at| line[..*at].contains('/')));
    at.filter(|at| !line[..*at].contains(char::is_whitespace))
}

/// Whether a line is a path and nothing else.
fn is_path(line: &str) -> bool {
    line.contains('/')
        && !line
            .trim_end()
            .contains(|char: char| char.is_whitespace() || "(){};,\"'=<>".contains(char))
}

/// Returns the end of the day and the end of the time in a line that begins with a time:
/// `2026-01-02T10:00:00.123Z`, `10:00:00`, in brackets or not.
fn time(line: &str) -> Option<(usize, usize)> {
    let bytes = line.as_bytes();
    let is = |at: usize, form: &str| {
        let matches = |(own, sign): (&u8, u8)| {
            if sign == b'0' {
                own.is_ascii_digit()
            } else {
                *own == sign
            }
        };
        bytes
            .get(at..at + form.len())
            .is_some_and(|own| own.iter().zip(form.bytes()).all(matches))
    };
    let start = usize::from(bytes.first() == Some(&b'['));
    let day = if is(start, "0000-00-00") && matches!(bytes.get(start + 10), Some(b'T' | b' ')) {
        start + 11
    } else {
        start
    };
    if !is(day, "00:00:00") {
        return None;
    }
    let more = bytes[day + 8..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b','))
        .count();
    Some((if day > start { day } else { 0 }, day + 8 + more))
}

/// The ends of a line that says that a test passed: `test a::b ... ok`, `a.py::b PASSED`, `ok 12 -
/// a`, `--- PASS: a`, `✓ a`.
fn passed(line: &str) -> Option<EndLengths> {
    let indent = line.len() - line.trim_start().len();
    let own = &line[indent..];
    let head = |words: &str| EndLengths {
        head: indent + words.len(),
        tail: 0,
    };
    let tail = |words: &str, head: usize| EndLengths {
        head: indent + head,
        tail: words.len(),
    };
    if let Some(words) = [" ... ok", " ... ok\r"]
        .iter()
        .find(|words| own.ends_with(**words))
    {
        return Some(tail(
            words,
            if own.starts_with("test ") {
                "test ".len()
            } else {
                0
            },
        ));
    }
    if let Some(words) = [" PASSED", ": PASSED"]
        .iter()
        .rev()
        .find(|words| own.ends_with(**words))
    {
        return Some(tail(words, 0));
    }
    if own.contains("::") && own.ends_with("%]") && own.contains(" PASSED ") {
        return Some(head(""));
    }
    ["--- PASS: ", "✓ ", "√ ", "✔ ", "PASS ", "ok "]
        .iter()
        .find(|words| own.starts_with(**words))
        .map(|words| head(words))
}

/// Returns the head of a diff with its file named once, and the number of lines that it replaces.
pub(super) fn diff_head(lines: &[&str]) -> Option<(Vec<String>, usize)> {
    let file = lines.first()?.strip_prefix("diff --git a/")?;
    // Both names are the same, so the line is one name, ` b/`, and the name again.
    let file = file.get(..file.len().checked_sub(" b/".len())? / 2)?;
    let length = lines
        .iter()
        .take(8)
        .position(|line| line.starts_with("+++ "))?
        + 1;
    let between = lines.get(1..length.checked_sub(2)?)?;
    let mut written = vec![format!("{DIFF}{file}]")];
    written.extend(between.iter().map(|line| (*line).to_owned()));
    let mut out = String::new();
    write_diff_head(file, &mut between.iter().copied(), &mut out)?;
    let is_same = out
        .strip_suffix('\n')
        .is_some_and(|out| out == lines[..length].join("\n"));
    is_same.then_some((written, length))
}

/// Writes the head of a diff out again, up to and with the names of its two sides.
pub(super) fn write_diff_head<'a>(
    file: &str,
    lines: &mut impl Iterator<Item = &'a str>,
    out: &mut String,
) -> Option<()> {
    let (mut old, mut new) = (format!("a/{file}"), format!("b/{file}"));
    out.extend(["diff --git ", &old, " ", &new, "\n"]);
    loop {
        let line = lines.next()?;
        out.extend([line, "\n"]);
        if line.starts_with("new file mode ") {
            NO_FILE.clone_into(&mut old);
        } else if line.starts_with("deleted file mode ") {
            NO_FILE.clone_into(&mut new);
        } else if line.starts_with("index ") {
            break;
        }
    }
    out.extend(["--- ", &old, "\n+++ ", &new, "\n"]);
    Some(())
}
