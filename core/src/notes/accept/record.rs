//! The names of a record.

use super::names::{self, Names};
use std::collections::BTreeMap;

/// Which of a request's parts hold a name.
#[derive(Default, Clone, Copy)]
struct Stands {
    in_record: bool,
    in_notes: bool,
}

/// What a record holds.
#[derive(Default)]
pub(crate) struct Record {
    names: BTreeMap<String, Stands>,
    known: Names,
}

impl Record {
    /// Reads the record, the notes, and what else was said in the request.
    pub(crate) fn read(record: &str, notes: &str, known: &str) -> Self {
        let mut found = Self {
            known: Names::of(known),
            ..Self::default()
        };
        names::each(notes, &mut |name| {
            found.names.entry(name).or_default().in_notes = true;
        });
        names::each(record, &mut |name| {
            found.names.entry(name).or_default().in_record = true;
        });
        found
    }

    /// Distinct names.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains_key(name) || self.known.has(name)
    }

    /// Whether the record has it and the notes have not.
    pub(crate) fn is_new(&self, name: &str) -> bool {
        self.names
            .get(name)
            .is_some_and(|stands| stands.in_record && !stands.in_notes)
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
