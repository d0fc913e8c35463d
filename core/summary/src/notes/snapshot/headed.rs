//! Snapshots whose sections stand under headings. Two of the reproduced systems ask for them.

use super::{Snapshot, sections};

/// The text of a snapshot under headings. Plain text stays plain.
pub(crate) fn render(snapshot: &Snapshot) -> String {
    if snapshot.filled() == 0 {
        return snapshot.notes.clone();
    }
    let parts = snapshot
        .sections
        .iter()
        .zip(sections(snapshot.form))
        .map(|(text, (title, _))| format!("## {title}\n{text}"));
    let notes = (!snapshot.notes.is_empty()).then(|| format!("## Notes\n{}", snapshot.notes));
    parts.chain(notes).collect::<Vec<_>>().join("\n\n")
}
