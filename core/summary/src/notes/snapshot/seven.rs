//! Any snapshot in seven sections.

use super::{Snapshot, SnapshotForm, append, sections};
use crate::notes::reader::{home, key};

impl Snapshot {
    /// The same in seven sections: what other forms call otherwise goes where it belongs, and
    /// nothing is lost.
    #[must_use]
    pub fn in_seven(&self) -> Self {
        let mut seven = Self {
            notes: self.notes.clone(),
            is_brief: self.is_brief,
            ..Self::empty(SnapshotForm::Sections)
        };
        for (text, (name, _)) in self.sections.iter().zip(sections(self.form)) {
            if let Some(home) = home(&key(name)) {
                append(&mut seven.sections[home], text);
            }
        }
        seven
    }
}
