//! The names of a record.

use super::names::Names;

/// What a request shows.
pub(crate) struct Record {
    record: Names,
    notes: Names,
    known: Names,
}

impl Record {
    /// Reads the record, the notes, and what else was said in the request.
    pub(crate) fn read([record, notes, known]: [&str; 3]) -> Self {
        Self {
            record: Names::of(record),
            notes: Names::of(notes),
            known: Names::of(known),
        }
    }

    /// Distinct names of record and notes.
    pub(crate) fn len(&self) -> usize {
        self.record.len()
            + self
                .notes
                .iter()
                .filter(|name| !self.record.has(name))
                .count()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        let all = [&self.record, &self.notes, &self.known];
        all.iter().any(|names| names.has(name))
    }

    /// Whether the record has it and the notes have not.
    pub(crate) fn is_new(&self, name: &str) -> bool {
        self.record.has(name) && !self.notes.has(name)
    }
}

/// Whether a line says who speaks, or what follows.
pub(crate) fn is_header(line: &str) -> bool {
    let numbered = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "));
    let number = numbered.and_then(|(number, _)| number.split(' ').next());
    line.starts_with("<conversation ")
        || line.starts_with("</conversation ")
        || number.is_some_and(|number| number.parse::<usize>().is_ok())
        || (line.starts_with("result of ") && line.ends_with(" chars:"))
}
