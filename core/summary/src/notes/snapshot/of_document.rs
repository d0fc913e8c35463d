//! A document as a snapshot: its form is found, and what the form has no section for goes to the
//! notes.

use super::{Snapshot, SnapshotForm, append, is_headed, sections};
use crate::notes::reader::{Document, key};

/// Sections of another form that make the form, where titles of one word or two may be anybody's.
const HEADED_MIN: usize = 3;

impl Snapshot {
    /// In the form of which most is found, in `asked` where as much of it is.
    pub fn of(document: Document, asked: Option<SnapshotForm>) -> Self {
        let form = form_of(&document, asked);
        let keys = keys(form);
        let mut snapshot = Self::empty(form);
        for section in document
            .sections
            .into_iter()
            .filter(|section| !section.text.is_empty())
        {
            match keys.iter().position(|known| *known == key(&section.name)) {
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
    // The sections of a form that are there, and those with a text.
    let counts = |form| {
        let keys = keys(form);
        let found = document
            .sections
            .iter()
            .filter(|section| keys.contains(&key(&section.name)));
        let filled = found.clone().filter(|section| !section.text.is_empty());
        (found.count(), filled.count())
    };
    let mut best = asked.unwrap_or_default();
    let (_, mut most) = counts(best);
    for form in SnapshotForm::ALL {
        let (found, filled) = counts(form);
        if filled > most && (!is_headed(form) || found >= HEADED_MIN) {
            (best, most) = (form, filled);
        }
    }
    best
}

/// The keys of the sections of a form.
fn keys(form: SnapshotForm) -> Vec<String> {
    sections(form).map(|(name, _)| key(name)).collect()
}
