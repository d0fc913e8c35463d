//! Puts records beside a model's words: what the conversation says, word for word. So nothing that
//! earlier notes held hangs on what a model tells again.

use super::also::ALSO;
use super::carry::{AGAIN, NOTES, QUOTED, files_in, header_kind, how_they_ended, item};
use super::held::RequiredItems;
use super::keep::by_folder;
use super::lines::joined;
use crate::notes::facts::FileUse;
use crate::notes::snapshot::{Snapshot, append};

/// Indices among the seven sections.
pub(super) const KNOWN: usize = 2;
const CHANGED: usize = 3;
const READ: usize = 4;
const ACTIONS: usize = 5;
pub(super) const TASKS: usize = 6;

impl RequiredItems {
    /// Notes in seven sections with our records beside the model's words. What both say word for
    /// word stands once.
    pub fn with_records(&self, mut notes: Snapshot) -> Snapshot {
        let Some(records) = &self.records else {
            return notes;
        };
        let listed = |section: &str| -> Vec<(String, FileUse)> {
            let lines = section.lines().map(item);
            lines.filter_map(files_in).flatten().collect()
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
            let known: Vec<&str> = notes.sections[index].lines().map(item).collect();
            move |line: &&str| !known.contains(&item(line))
        };
        let (ended, tail): (Vec<&str>, Vec<&str>) =
            ours(ACTIONS).partition(|line| !how_they_ended(item(line)).is_empty());
        let ended = joined(ended.into_iter().filter(is_new(ACTIONS)));
        let tasks: Vec<&str> = ours(TASKS).filter(is_new(TASKS)).collect();
        let (mut is_note, is_new_quote) = (false, is_new(KNOWN));
        let quotes = ours(KNOWN).filter(|line| {
            is_note = header_kind(line).map_or(is_note, |_| *line == NOTES);
            !is_note || is_new_quote(line)
        });
        let beside = [
            (KNOWN, joined(quotes)),
            (CHANGED, unlisted(&records.sections[CHANGED])),
            (READ, unlisted(&records.sections[READ])),
            (ACTIONS, tail.join("\n")),
            (TASKS, tasks.join("\n")),
        ];
        for index in [KNOWN, ACTIONS] {
            notes.sections[index] = unlike_records(&notes.sections[index]);
        }
        // What a model told of a request stands whole in ours.
        let whole = |line: &&str| !tasks.iter().any(|ours| ours.starts_with(line));
        notes.sections[TASKS] = joined(notes.sections[TASKS].lines().filter(whole));
        prepend(&mut notes.sections[ACTIONS], &ended);
        for (index, lines) in beside {
            append(&mut notes.sections[index], &lines);
        }
        prepend(&mut notes.notes, &records.notes);
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
    joined(text.lines().map(line))
}

fn prepend(section: &mut String, lines: &str) {
    let mut text = lines.to_owned();
    append(&mut text, section);
    *section = text;
}
