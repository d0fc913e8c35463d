//! Reads what a model wrote as a document: by tags, by headings or as JSON. A small model's slips
//! are no reason to ask again.
//!
//! Each step is one pass over the text. Reading never fails for what a document holds, only where
//! there is none.

mod drafts;
pub(crate) mod escape;
mod headings;
mod json;
mod keys;
mod roots;
mod sections;
pub(crate) mod skeleton;
mod tags;
mod wraps;

pub(crate) use drafts::{without_drafts, without_thoughts};
pub(crate) use keys::{home, key};

use crate::reduce::plan::without_embedded_media;
use crate::shape::words;
use escape::escape_tags;
use tags::{Class, scan};

/// A document as it was read. Nothing in it can close a section, open a root or forge a request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// Known and unknown sections, in order. The same may come again.
    pub sections: Vec<Section>,
    /// What stood between sections.
    pub notes: String,
    /// Whether everything that was opened was closed: else the end is missing.
    pub closed: bool,
}

/// One section.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// Its name as it was written.
    pub name: String,
    /// The name without case and marks.
    pub key: String,
    /// Its text, trimmed.
    pub text: String,
}

words! {
    /// Why an answer is no summary.
    pub enum DefectCode {
        /// It holds no text.
        Empty => "empty",
        /// It is not the document that was asked for.
        NoDocument => "no_document",
    }
}

/// Why a text is no document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// Nothing in it.
    Empty,
    /// No form of a document.
    NoDocument,
    /// Sections without any text.
    Blank,
}

impl Defect {
    /// For programs.
    #[must_use]
    pub fn code(self) -> DefectCode {
        match self {
            Self::Empty | Self::Blank => DefectCode::Empty,
            Self::NoDocument => DefectCode::NoDocument,
        }
    }

    /// One sentence that says what was wrong.
    #[must_use]
    pub fn message(self) -> &'static str {
        match self {
            Self::Empty => "the summary is empty",
            Self::NoDocument => "the summary is not the document that was asked for",
            Self::Blank => "all sections of the summary are empty",
        }
    }
}

/// Reads the answer of a model.
///
/// # Errors
/// Why it is no document.
pub fn read(answer: &str) -> Result<Document, Defect> {
    read_nested(answer, NESTED_MAX)
}

/// How often a document may stand as a text inside JSON.
const NESTED_MAX: usize = 2;

fn read_nested(answer: &str, nested: usize) -> Result<Document, Defect> {
    let text = answer.replace('\u{feff}', "").replace("\r\n", "\n");
    let text = without_drafts(&drafts::marked(&without_embedded_media(&text)));
    if text.trim().is_empty() {
        return Err(Defect::Empty);
    }
    let text = unescaped(text);
    let inner = wraps::peeled(&text);
    let mut document = match json::read(inner) {
        Some(json::JsonContent::Document(document)) => document,
        Some(json::JsonContent::Text(text)) if nested > 0 => return read_nested(&text, nested - 1),
        _ => marked(inner).ok_or(Defect::NoDocument)?,
    };
    for section in &mut document.sections {
        section.text = escape_tags(section.text.trim());
        section.name = escape_tags(section.name.trim());
    }
    document.notes = escape_tags(document.notes.trim());
    if document.notes.is_empty()
        && document
            .sections
            .iter()
            .all(|section| section.text.is_empty())
    {
        return Err(Defect::Blank);
    }
    Ok(document)
}

/// By tags if sections stand in tags, else by headings.
fn marked(text: &str) -> Option<Document> {
    let tags = scan(text);
    let body = roots::find(text, &tags);
    let inside: Vec<_> = tags
        .into_iter()
        .filter(|tag| tag.start >= body.start && tag.end <= body.end)
        .collect();
    let known = inside.iter().filter(|tag| tag.opens_section()).count();
    let tagged = || sections::collect(text, &inside, &body);
    // Without a root, one tag of a common word is no document.
    if known + usize::from(body.rooted) >= 2 {
        return Some(tagged());
    }
    // A root is a document, whatever stands in it.
    headings::read(text, &body).or_else(|| body.rooted.then(tagged))
}

/// A document that was escaped as a whole.
fn unescaped(text: String) -> String {
    let has_ours = |text: &str| {
        scan(text)
            .iter()
            .any(|tag| matches!(tag.class, Class::Root | Class::Section(_)))
    };
    if !text.contains("&lt;") || has_ours(&text) {
        return text;
    }
    let escapes = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let plain = escapes
        .iter()
        .fold(text.clone(), |text, (from, to)| text.replace(from, to));
    if has_ours(&plain) {
        without_drafts(&plain)
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(answer: &str) -> Vec<(String, String)> {
        read(answer)
            .expect("a document")
            .sections
            .into_iter()
            .map(|section| (section.key, section.text))
            .collect()
    }

    #[test]
    fn the_last_complete_root_counts() {
        let answer = "<state_snapshot>\n<overall_goal>\nold\n</overall_goal>\n</state_snapshot>\nBetter:\n<State-Snapshot version=\"1\">\n<overall_goal>\nnew\n</overall_goal>\n</State-Snapshot>";
        assert_eq!(
            texts(answer),
            [("overallgoal".to_owned(), "new".to_owned())]
        );
    }
}
