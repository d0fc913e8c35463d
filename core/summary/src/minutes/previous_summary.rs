//! Reads earlier minutes back from their text: the user's words, the state of the work, the index
//! and the log are carried over as data. The text is the only state.

use super::form::{CAME, CHANGED, CHECKS, EFFECTS, Entry, FAILED, File, READ, SOURCE, Said, TASKS};
use super::ledger::Ledger;
use super::read::Todo;
use crate::notes::snapshot::record_sections;

/// What earlier minutes hold.
#[derive(Default)]
pub struct PreviousSummary {
    pub said: Vec<Said>,
    pub ledger: Ledger,
    pub happened: Vec<String>,
    /// Lines that were seen, each with its source.
    pub seen: Vec<(String, String)>,
}

impl PreviousSummary {
    pub fn of(record: &str) -> Self {
        let mut former = Self::default();
        for (heading, text) in record_sections(record) {
            match heading {
                "Request" => {
                    former.said = entries(text, "   ").into_iter().filter_map(said).collect();
                }
                "State" => former.read_state(text),
                "What happened" => former.happened = entries(text, "  "),
                _ => former.read_seen(text),
            }
        }
        former
    }

    fn read_state(&mut self, text: &str) {
        let ledger = &mut self.ledger;
        let mut label = "";
        for line in text.lines() {
            let Some(item) = line.strip_prefix("- ") else {
                label = line;
                continue;
            };
            let (call, came) = item.split_once(CAME).unwrap_or((item, ""));
            let entry = Entry {
                call: call.to_owned(),
                came: came.to_owned(),
            };
            match label {
                CHANGED => ledger.files.push(file(item)),
                READ => ledger.files.push(File {
                    changes: 0,
                    ..file(item)
                }),
                TASKS => ledger.tasks.push(Todo::read(item, 0)),
                CHECKS => ledger.checks.push(entry),
                EFFECTS => ledger.effects.push(entry),
                FAILED => ledger.failed.push(entry),
                _ => {}
            }
        }
    }

    fn read_seen(&mut self, text: &str) {
        let mut source = "";
        for line in text.lines() {
            match line.strip_prefix(SOURCE) {
                Some(header) => source = header,
                None => self
                    .seen
                    .push((source.to_owned(), line.trim_start().to_owned())),
            }
        }
    }
}

/// The entries of a section, each a line with those that are set in below it.
fn entries(text: &str, by: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines() {
        match all.last_mut().filter(|_| line.starts_with("  ")) {
            Some(entry) => {
                entry.push('\n');
                *entry += line.strip_prefix(by).unwrap_or(line.trim_start());
            }
            None => all.push(line.to_owned()),
        }
    }
    all
}

/// `3. Fix it.`
fn said(entry: String) -> Option<Said> {
    let (number, text) = entry.split_once(". ")?;
    Some(Said {
        number: number.parse().ok()?,
        text: text.to_owned(),
        attached: String::new(),
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
        path: if is_known { path } else { item }.to_owned(),
        changes: times.unwrap_or(1),
        is_gone: mark == "removed",
    }
}
