//! What earlier minutes hold, read back from their text: the user's words, the ledger, the index and
//! the log are carried as data. The text is all the state there is.

use super::form::{
    ASKED, CAME, CHANGED, CHECKS, EFFECTS, Entry, FAILED, File, ONLY, READ, SOURCE, Said, TASKS,
};
use super::read::Todo;
use crate::notes::snapshot::record_sections;

/// What earlier minutes hold.
#[derive(Debug, Default)]
pub(super) struct Former {
    pub said: Vec<Said>,
    pub said_left_out: usize,
    pub changed: Vec<File>,
    pub read: Vec<String>,
    pub tasks: Vec<String>,
    pub checks: Vec<Entry>,
    pub effects: Vec<Entry>,
    pub failed: Vec<Entry>,
    pub happened: Vec<String>,
    /// How many entries of the log were left out.
    pub left_out: usize,
    /// Lines that were seen, each with its source.
    pub seen: Vec<(String, String)>,
}

impl Former {
    pub fn of(record: &str) -> Self {
        let mut former = Self::default();
        for (heading, text) in record_sections(record) {
            match heading {
                "Request" => {
                    for entry in entries(text, "   ") {
                        match count(&entry, " omitted)") {
                            Some(count) => former.said_left_out = count,
                            None => former.said.extend(said(entry)),
                        }
                    }
                }
                "State" => former.read_state(text),
                "What happened" => {
                    for entry in entries(text, "  ") {
                        match count(&entry, " older entries omitted)") {
                            Some(count) => former.left_out = count,
                            None => former.happened.push(entry),
                        }
                    }
                }
                _ => former.read_seen(text),
            }
        }
        former
    }

    /// The tasks as a list that one call can change.
    pub fn todos(&self, message: usize) -> Vec<Todo> {
        self.tasks
            .iter()
            .map(|task| Todo::read(task, message))
            .collect()
    }

    fn read_state(&mut self, text: &str) {
        let mut label = "";
        for line in text.lines() {
            if let Some(list) = line.strip_prefix(CHANGED) {
                self.changed = paths(list).map(file).collect();
            } else if let Some(list) = line.strip_prefix(READ) {
                self.read = paths(list).map(|path| path.replace('"', "")).collect();
            } else if let Some(item) = line.strip_prefix("- ") {
                let list = match label {
                    TASKS => {
                        self.tasks.push(item.to_owned());
                        continue;
                    }
                    CHECKS => &mut self.checks,
                    EFFECTS => &mut self.effects,
                    FAILED => &mut self.failed,
                    _ => continue,
                };
                let (call, came) = item.split_once(CAME).unwrap_or((item, ""));
                list.push(Entry {
                    call: call.to_owned(),
                    came: came.to_owned(),
                });
            } else {
                label = line;
            }
        }
    }

    fn read_seen(&mut self, text: &str) {
        let mut source = "";
        for line in text.lines() {
            match line.strip_prefix(SOURCE) {
                Some(header) => match header.split_once(ONLY) {
                    Some((header, line)) => self.seen.push((header.to_owned(), line.to_owned())),
                    None => source = header,
                },
                None => self
                    .seen
                    .push((source.to_owned(), line.trim_start().to_owned())),
            }
        }
    }
}

/// The entries of a section: a line with those that are set in below it.
fn entries<'a>(text: &'a str, by: &'a str) -> impl Iterator<Item = String> + 'a {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        let mut entry = lines.next()?.to_owned();
        while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
            entry.push('\n');
            entry.push_str(line.strip_prefix(by).unwrap_or(line.trim_start()));
        }
        Some(entry)
    })
}

/// `(3 omitted)`
fn count(entry: &str, of: &str) -> Option<usize> {
    entry.strip_prefix('(')?.strip_suffix(of)?.parse().ok()
}

/// `3. Fix it.`
fn said(entry: String) -> Option<Said> {
    let (number, text) = entry.split_once(". ")?;
    let question = text
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once(&format!("\n{ASKED}")));
    let (text, asked) = question.unwrap_or((text, ""));
    Some(Said {
        number: number.parse().ok()?,
        text: text.to_owned(),
        asked: asked.to_owned(),
        attached: String::new(),
    })
}

/// The items of a list. One in quotes may hold what parts them.
fn paths(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        let quoted = rest
            .strip_prefix('"')
            .and_then(|rest| rest.find('"'))
            .map_or(0, |end| end + 2);
        let end = rest[quoted..]
            .find(", ")
            .map_or(rest.len(), |end| quoted + end);
        let item = &rest[..end];
        rest = rest[end..].strip_prefix(", ").unwrap_or_default();
        (!item.is_empty()).then_some(item)
    })
}

/// `src/a.rs (3×)`
fn file(item: &str) -> File {
    let (path, mark) = item
        .strip_suffix(')')
        .and_then(|item| item.rsplit_once(" ("))
        .unwrap_or((item, ""));
    let times = mark.strip_suffix('×').and_then(|times| times.parse().ok());
    let is_known = times.is_some() || mark == "removed";
    File {
        path: if is_known { path } else { item }.replace('"', ""),
        changes: times.unwrap_or(1),
        is_gone: mark == "removed",
    }
}
