//! Puts into a model's notes what they lack and must not lose, word for word, and beside them what
//! the conversation says. So nothing that earlier notes held hangs on what a model tells again.

use super::also::ALSO;
use super::carry::{header_kind, how_it_ended, item, read_files, AGAIN, QUOTED};
use super::held::{Held, Must, CHANGED};
use super::keep::by_folder;
use crate::notes::facts::FileUse;
use crate::notes::snapshot::Snapshot;

/// Indices among the seven sections.
const KNOWN: usize = 2;
const READ: usize = 4;
const ACTIONS: usize = 5;
const TASKS: usize = 6;

impl Held {
    /// Notes in seven sections with what they lack, within `room` tokens more as `tokens_of`
    /// measures a text; and how many things were put in. What stands in `beside` is not lacking.
    pub fn mended(
        &self,
        mut notes: Snapshot,
        beside: &str,
        room: f64,
        tokens_of: impl Fn(&str) -> f64,
    ) -> (Snapshot, usize) {
        let (mut left, mut count) = (room, 0);
        let mut take = |line: &str| {
            // A line break takes a token at most.
            let tokens = tokens_of(line) + 1.0;
            let fits = tokens <= left;
            left -= if fits { tokens } else { 0.0 };
            fits
        };
        let lacking = self.lacking(&notes.text(), beside);
        for must in &lacking {
            let line = must.line();
            match must {
                Must::Request(_) | Must::Task { .. } if take(&line) => {
                    append(&mut notes.sections[TASKS], &line);
                    count += 1;
                }
                Must::Failure(_) if take(&line) => {
                    prepend(&mut notes.sections[ACTIONS], &line);
                    count += 1;
                }
                _ => {}
            }
        }
        let files: Vec<(String, FileUse)> = lacking
            .iter()
            .filter_map(|must| match must {
                Must::File { path, found, .. } => Some((path.clone(), *found)),
                _ => None,
            })
            .collect();
        let (listed, taken) = newest_that_fit(&files, left, &tokens_of);
        append(&mut notes.sections[CHANGED], &listed);
        (notes, count + taken)
    }

    /// Notes in seven sections with our records beside the model's words. What both say word for
    /// word stands once.
    pub fn with_records(&self, mut notes: Snapshot) -> Snapshot {
        let Some(records) = &self.records else {
            return notes;
        };
        let listed = |section: &str| {
            let mut files = Vec::new();
            section.lines().for_each(|line| {
                read_files(item(line), &mut files);
            });
            files
        };
        let known = [CHANGED, READ]
            .map(|index| listed(&notes.sections[index]))
            .concat();
        let unlisted = |section: &str| {
            let mut files = listed(section);
            files.retain(|file| !known.contains(file));
            by_folder(&files.iter().collect::<Vec<_>>())
        };
        let ours = |index: usize| records.sections[index].lines();
        let is_new = |index: usize| {
            let known: Vec<&str> = notes.sections[index].lines().collect();
            move |line: &&str| !known.contains(line)
        };
        let (ended, tail): (Vec<&str>, Vec<&str>) =
            ours(ACTIONS).partition(|line| how_it_ended(item(line)).is_some());
        let ended: Vec<&str> = ended.into_iter().filter(is_new(ACTIONS)).collect();
        let tasks: Vec<&str> = ours(TASKS).filter(is_new(TASKS)).collect();
        let beside = [
            (KNOWN, records.sections[KNOWN].clone()),
            (CHANGED, unlisted(&records.sections[CHANGED])),
            (READ, unlisted(&records.sections[READ])),
            (ACTIONS, tail.join("\n")),
            (TASKS, tasks.join("\n")),
        ];
        let (ended, heading) = (ended.join("\n"), records.notes.clone());
        for index in [KNOWN, ACTIONS] {
            notes.sections[index] = unlike_records(&notes.sections[index]);
        }
        // What a model told of a request stands whole in ours.
        let whole = |line: &&str| !tasks.iter().any(|ours| ours.starts_with(line));
        let told: Vec<&str> = notes.sections[TASKS].lines().filter(whole).collect();
        notes.sections[TASKS] = told.join("\n");
        prepend(&mut notes.sections[ACTIONS], &ended);
        for (index, lines) in beside {
            append(&mut notes.sections[index], &lines);
        }
        prepend(&mut notes.notes, &heading);
        notes
    }
}

/// A model's lines, marked where they could be taken for the header of a record.
fn unlike_records(text: &str) -> String {
    let line = |line: &str| {
        let looks =
            header_kind(line).is_some() || line.starts_with(ALSO) || line.starts_with(AGAIN);
        format!("{}{line}", if looks { QUOTED } else { "" })
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The newest files that fit, by folder; they come newest first.
fn newest_that_fit(
    files: &[(String, FileUse)],
    room: f64,
    tokens_of: &impl Fn(&str) -> f64,
) -> (String, usize) {
    let mut count = files.len();
    while count > 0 {
        let listed = by_folder(&files[..count].iter().rev().collect::<Vec<_>>());
        if tokens_of(&listed) + 1.0 <= room {
            return (listed, count);
        }
        count = count * 17 / 20;
    }
    (String::new(), 0)
}

fn append(section: &mut String, lines: &str) {
    if !section.is_empty() && !lines.is_empty() {
        section.push('\n');
    }
    section.push_str(lines);
}

fn prepend(section: &mut String, lines: &str) {
    let mut text = lines.to_owned();
    append(&mut text, section);
    *section = text;
}
