//! Snapshots whose sections stand under headings. Two of the reproduced systems ask for them.

use super::{sections, without_scratchpads, Defect, Snapshot};
use crate::config::SnapshotForm;
use crate::reduce::plan::without_embedded_media;

/// Fewest headings that an answer must have. Chosen here: a refusal has none, and an answer that skips some is still useful.
const HEADINGS_MIN: usize = 2;

impl Snapshot {
    /// Reads the answer of a summariser that was asked for `form`, in tags or under headings.
    ///
    /// # Errors
    /// The first [`Defect`] that is found.
    pub fn read(answer: &str, form: SnapshotForm) -> Result<Self, Defect> {
        if super::is_headed(form) {
            parse(answer, form)
        } else {
            Self::parse(answer)
        }
    }

    /// Reads a snapshot of any form.
    ///
    /// # Errors
    /// The first [`Defect`] that is found when the text is read as a document in tags.
    pub fn read_any(text: &str) -> Result<Self, Defect> {
        let headed = || [SnapshotForm::Continuation, SnapshotForm::Anchored].into_iter().find_map(|form| parse(text, form).ok());
        Self::parse(text).or_else(|defect| headed().ok_or(defect))
    }
}

fn parse(answer: &str, form: SnapshotForm) -> Result<Snapshot, Defect> {
    let text = without_embedded_media(&without_scratchpads(answer));
    if text.trim().is_empty() {
        return Err(Defect::Empty);
    }
    let known = sections(form);
    let mut found = vec![String::new(); known.len()];
    let mut headings = vec![false; known.len()];
    let mut current = None;
    for line in text.lines() {
        if let Some(section) = heading(line).and_then(|name| known.iter().position(|(title, _)| title.eq_ignore_ascii_case(name))) {
            // A heading that comes again continues its section.
            headings[section] = true;
            current = Some(section);
        } else if let Some(section) = current {
            found[section].push_str(line);
            found[section].push('\n');
        }
    }
    if headings.iter().filter(|seen| **seen).count() < HEADINGS_MIN {
        return Err(Defect::NoHeadings);
    }
    let sections: Vec<String> = found.iter().map(|text| text.trim().to_owned()).collect();
    if sections.iter().all(String::is_empty) {
        return Err(Defect::NoSections);
    }
    Ok(Snapshot { form, sections })
}

/// The words of a heading such as `## Next move`, `**Next move**` or `2. Next move:`; `None` for other lines.
fn heading(line: &str) -> Option<&str> {
    let line = line.trim();
    let marked = line.starts_with('#') || line.starts_with("**") || line.starts_with(|first: char| first.is_ascii_digit());
    let name = line.trim_matches(|edge: char| edge.is_ascii_digit() || matches!(edge, '#' | '*' | '.' | ')' | ':' | ' '));
    (marked && !name.is_empty() && name.len() <= 60).then_some(name)
}

/// The text of a snapshot under headings.
pub(crate) fn render(snapshot: &Snapshot) -> String {
    let parts = snapshot.sections.iter().zip(sections(snapshot.form)).map(|(text, (title, _))| format!("## {title}\n{text}"));
    parts.collect::<Vec<_>>().join("\n\n")
}
