//! A document as a snapshot: its form is found, and what the form has no section for goes to the
//! notes.

use super::SnapshotForm;
use super::{is_headed, sections, Snapshot};
use crate::notes::reader::{home, key, Document, Section};

/// Sections of another form that make the form, where titles of one word or two may be anybody's.
const HEADED_MIN: usize = 3;

impl Snapshot {
    /// In the form of which most is found, in `asked` where as much of it is.
    pub fn of(document: Document, asked: Option<SnapshotForm>) -> Self {
        let form = form_of(&document, asked);
        let known: Vec<(String, Option<usize>)> = sections(form)
            .iter()
            .map(|(name, _)| key(name))
            .map(|key| (key.clone(), home(&key)))
            .collect();
        let mut snapshot = Self {
            form,
            sections: vec![String::new(); known.len()],
            notes: String::new(),
            is_brief: false,
        };
        for section in document
            .sections
            .into_iter()
            .filter(|section| !section.text.is_empty())
        {
            match place(&known, &section) {
                Some(index) => append(&mut snapshot.sections[index], &section.text),
                None => append(
                    &mut snapshot.notes,
                    &format!("{}: {}", section.name, section.text),
                ),
            }
        }
        append(&mut snapshot.notes, &document.notes);
        snapshot
    }
}

fn form_of(document: &Document, asked: Option<SnapshotForm>) -> SnapshotForm {
    let found = |form: SnapshotForm| {
        let keys: Vec<String> = sections(form).iter().map(|(name, _)| key(name)).collect();
        document
            .sections
            .iter()
            .filter(move |section| keys.contains(&section.key))
            .collect::<Vec<_>>()
    };
    let filled = |form: SnapshotForm| {
        found(form)
            .iter()
            .filter(|section| !section.text.is_empty())
            .count()
    };
    let mut best = asked.unwrap_or(SnapshotForm::Sections);
    let mut most = filled(best);
    let order = [
        SnapshotForm::Sections,
        SnapshotForm::Brief,
        SnapshotForm::Detailed,
        SnapshotForm::Continuation,
        SnapshotForm::Anchored,
    ];
    for form in order {
        if filled(form) > most && (!is_headed(form) || found(form).len() >= HEADED_MIN) {
            (best, most) = (form, filled(form));
        }
    }
    best
}

/// The section of a form by its name, else the first that is about the same.
fn place(known: &[(String, Option<usize>)], section: &Section) -> Option<usize> {
    let named = known.iter().position(|(key, _)| *key == section.key);
    let about = |wanted: usize| known.iter().position(|(_, home)| *home == Some(wanted));
    named.or_else(|| {
        let home = section.home?;
        about(home).or_else(|| about(nearest(home)?))
    })
}

/// What takes in what a form has no section for.
fn nearest(home: usize) -> Option<usize> {
    match home {
        1 => Some(2),
        3 => Some(4),
        4 => Some(3),
        5 => Some(6),
        _ => None,
    }
}

/// Adds lines to a text.
pub(crate) fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(more);
}
