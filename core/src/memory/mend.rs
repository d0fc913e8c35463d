//! Puts into notes what they lack and must not lose, word for word, in the sections where it
//! belongs.

use super::held::{Held, Must, CHANGED};
use super::keep::by_folder;
use crate::config::SnapshotForm;
use crate::notes::facts::FileUse;
use crate::notes::reader::{home, key};
use crate::notes::snapshot::{sections, Snapshot};

/// Indices among the seven sections.
const KNOWN: usize = 2;
const ACTIONS: usize = 5;
const TASKS: usize = 6;

impl Held {
    /// The notes with what they lack, within `room` tokens more as `tokens_of` measures a text; and
    /// how many things were put in. What stands in `beside` is not lacking.
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
                    append(&mut notes, TASKS, &line);
                    count += 1;
                }
                Must::Failure(_) if take(&line) => {
                    prepend(&mut notes, ACTIONS, &line);
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
        append(&mut notes, CHANGED, &listed);
        (notes, count + taken)
    }
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

/// The section of a form that takes in one of the seven.
fn slot(form: SnapshotForm, wanted: usize) -> Option<usize> {
    let at = |wanted: usize| {
        sections(form)
            .iter()
            .position(|(name, _)| home(&key(name)) == Some(wanted))
    };
    at(wanted)
        .or_else(|| {
            at(if wanted == CHANGED {
                CHANGED + 1
            } else {
                KNOWN
            })
        })
        .or_else(|| at(KNOWN))
}

fn append(notes: &mut Snapshot, wanted: usize, lines: &str) {
    put(
        notes,
        wanted,
        |text| {
            if text.is_empty() {
                lines.to_owned()
            } else {
                format!("{text}\n{lines}")
            }
        },
        lines,
    );
}

fn prepend(notes: &mut Snapshot, wanted: usize, lines: &str) {
    put(
        notes,
        wanted,
        |text| {
            if text.is_empty() {
                lines.to_owned()
            } else {
                format!("{lines}\n{text}")
            }
        },
        lines,
    );
}

fn put(notes: &mut Snapshot, wanted: usize, joined: impl Fn(&str) -> String, lines: &str) {
    if lines.is_empty() {
        return;
    }
    let form = notes.form;
    let text = slot(form, wanted).and_then(|index| notes.sections.get_mut(index));
    let text = text.unwrap_or(&mut notes.notes);
    *text = joined(text);
}
