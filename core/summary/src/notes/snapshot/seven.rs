//! Any snapshot in seven sections.

use super::SnapshotForm;
use super::{append, sections, Snapshot};
use crate::notes::reader::{home, key};

impl Snapshot {
    /// The same in seven sections: what other forms call otherwise goes where it belongs, and
    /// nothing is lost.
    #[must_use]
    pub fn in_seven(&self) -> Self {
        let mut seven = vec![String::new(); sections(SnapshotForm::Sections).len()];
        for (text, (name, _)) in self.sections.iter().zip(sections(self.form)) {
            if let Some(slot) = home(&key(name)).and_then(|home| seven.get_mut(home)) {
                append(slot, text);
            }
        }
        Self {
            form: SnapshotForm::Sections,
            sections: seven,
            notes: self.notes.clone(),
            is_brief: self.is_brief,
        }
    }
}
