//! Reads what a model wrote: known sections in tags, under headings or as the fields of an object,
//! and what stands between them. Any other text is used as it was written.

mod drafts;
pub(crate) mod escape;
mod marks;
pub(crate) mod skeleton;

pub(crate) use drafts::without_drafts;
pub(crate) use marks::{is_heading, key};

use crate::notes::snapshot::append;
use crate::reduce::plan::without_embedded_media;
use crate::shape::words;
use escape::escape_tags;
use marks::{Kind, Mark, NOTES, headings, tags};
use serde_json::Value;

/// A document as it was read. Nothing in it can close a section, open a root or forge a request.
#[derive(Clone, Default)]
pub struct Document {
    /// Known and unknown sections, in order. The same may come again.
    pub sections: Vec<Section>,
    /// What stood between sections.
    pub notes: String,
    /// Whether something that was opened was not closed: the end is missing.
    pub is_torn: bool,
}

/// One section.
#[derive(Clone, Default)]
pub struct Section {
    /// Its name as it was written.
    pub name: String,
    /// Its text, trimmed.
    pub text: String,
}

words! {
    /// Why an answer is no summary.
    pub enum DefectCode {
        /// It holds no text, or none in any section.
        Empty => "empty",
        /// It is not the document that was asked for.
        NoDocument => "no_document",
    }
}

impl DefectCode {
    /// One sentence that says what was wrong.
    pub fn message(self) -> &'static str {
        match self {
            Self::Empty => "the summary is empty",
            Self::NoDocument => "the summary is not the document that was asked for",
        }
    }
}

/// Reads the answer of a model.
///
/// # Errors
/// Why it is no document.
pub fn read(answer: &str) -> Result<Document, DefectCode> {
    let text = cleaned(answer);
    if text.is_empty() {
        return Err(DefectCode::Empty);
    }
    let document = json(&text).or_else(|| marked(&text));
    let mut document = document.ok_or(DefectCode::NoDocument)?;
    for section in &mut document.sections {
        section.text = escape_tags(section.text.trim());
        section.name = escape_tags(section.name.trim());
    }
    document.notes = escape_tags(document.notes.trim());
    let is_blank = document
        .sections
        .iter()
        .all(|section| section.text.is_empty());
    if is_blank && document.notes.is_empty() {
        return Err(DefectCode::Empty);
    }
    Ok(document)
}

/// The words of an answer in any form, and whether its end is there: sections in tags and the
/// fields of an object get headings, all else stays as it was written.
pub fn plain(answer: &str) -> (String, bool) {
    let text = cleaned(answer);
    // Headings stay as they are, and a tag in a sentence is quoted.
    let tagged = || {
        let tags = tags(&text);
        (text.starts_with('<') || tags.len() >= 2).then(|| marked(&text))?
    };
    let Some(document) = json(&text).or_else(tagged) else {
        // An object or a fence that was never closed.
        let is_torn = text.starts_with('{') && !text.ends_with('}');
        let is_whole = !is_torn && text.matches("\n```").count().is_multiple_of(2);
        return (text, is_whole);
    };
    let filled = document
        .sections
        .iter()
        .filter(|section| !section.text.is_empty());
    let mut told: String = filled
        .map(|Section { name, text, .. }| {
            let title = name.replace(['_', '-'], " ");
            format!("## {}\n{text}\n\n", capitalized(&title))
        })
        .collect();
    told.push_str(&document.notes);
    (told.trim().to_owned(), !document.is_torn)
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars.clone()).collect()
}

/// An answer without what a model thought, and without what stands around a whole document: a
/// fence, an object with one text.
fn cleaned(answer: &str) -> String {
    let text = answer.replace('\u{feff}', "").replace("\r\n", "\n");
    let mut text = without_drafts(&without_embedded_media(&text));
    for _ in 0..WRAPS_MAX {
        let only = object(text.trim()).filter(|fields| fields.len() == 1);
        let text_in_object = only.and_then(|fields| {
            let (_, value) = fields.into_iter().next()?;
            value.as_str().map(without_drafts)
        });
        let Some(inner) = text_in_object.or_else(|| in_fence(&text)) else {
            break;
        };
        text = inner;
    }
    text.trim().to_owned()
}

/// How many wraps may stand in each other.
const WRAPS_MAX: usize = 3;
/// Lines around a fence in which a model says what stands in it.
const LINES_AROUND: usize = 4;

/// What stands in a fence around a document, or around all of a text.
fn in_fence(text: &str) -> Option<String> {
    let (before, fenced) = text.split_once("```")?;
    let (_, inner) = fenced.split_once('\n')?;
    let (inner, behind) = inner.rsplit_once("\n```").unwrap_or((inner, ""));
    let around = [before, behind].map(str::trim);
    let is_document = inner.trim_start().starts_with(['<', '{', '#'])
        && around
            .iter()
            .all(|text| text.lines().count() <= LINES_AROUND);
    (is_document || around == [""; 2]).then(|| inner.to_owned())
}

/// The document by its tags, or by its headings where no sections stand in tags.
fn marked(text: &str) -> Option<Document> {
    let opens = |marks: &[Mark]| {
        let sections = marks.iter().filter(|mark| mark.opens(Kind::Section));
        (
            sections.clone().count(),
            sections.filter(|mark| mark.begins).count(),
        )
    };
    let mut marks = tags(text);
    // Where sections stand on lines of their own, tags in sentences are quoted.
    let is_loose = matches!(opens(&marks), (1.., 0..=1));
    marks.retain(|tag| {
        tag.kind != Kind::Draft && (is_loose || tag.begins || (!tag.opens && tag.ends))
    });
    let has_root = marks.iter().any(|mark| mark.kind == Kind::Root);
    let begins = text.starts_with('<') && marks.first().is_some_and(|mark| mark.start == 0);
    let needed = if begins || has_root { 1 } else { 2 };
    if opens(&marks).0 < needed {
        marks.retain(|mark| mark.kind == Kind::Root);
        marks.extend(headings(text));
        marks.sort_by_key(|mark| mark.start);
    }
    // A root around everything is a document, whatever stands in it.
    (begins || opens(&marks).0 >= needed).then(|| collected(text, &marks))
}

/// The sections between marks, and what stands between them.
fn collected(text: &str, marks: &[Mark<'_>]) -> Document {
    let mut document = Document::default();
    // What is said before and behind a document is no part of it.
    let (mut at, mut is_inside) = (0, false);
    for (index, mark) in marks.iter().enumerate() {
        if mark.start < at {
            continue;
        }
        if is_inside {
            append(&mut document.notes, text[at..mark.start].trim());
        }
        at = mark.end;
        let behind = &marks[index + 1..];
        if mark.kind == Kind::Root {
            // The last document counts that holds something.
            if mark.opens && behind.first().is_some_and(|next| next.opens(Kind::Section)) {
                document = Document::default();
            }
            (document.is_torn, is_inside) = (mark.opens, mark.opens);
        } else if mark.opens {
            let is_next = |other: &&Mark| {
                other.kind == Kind::Section && (other.opens || other.key == mark.key)
            };
            let is_end = |other: &&Mark| other.kind == Kind::Root && !other.opens;
            let mut ends = behind.iter();
            let end = ends.find(is_next).or_else(|| behind.iter().find(is_end));
            at = end.map_or(text.len(), |end| end.start);
            let told = text[mark.end..at].trim();
            if mark.key == NOTES {
                append(&mut document.notes, told);
            } else {
                document.sections.push(Section {
                    name: mark.name.to_owned(),
                    text: told.to_owned(),
                });
            }
            is_inside = true;
        }
    }
    if document.is_torn {
        append(&mut document.notes, text[at..].trim());
    }
    document
}

/// A document as JSON: an object with the sections as its fields, perhaps in another.
fn json(text: &str) -> Option<Document> {
    let mut fields = object(text)?;
    if let (1, Some(Value::Object(inner))) = (fields.len(), fields.values().next()) {
        fields = inner.clone();
    }
    let section = |(name, value): (String, Value)| Section {
        name,
        text: told(&value).trim().to_owned(),
    };
    let sections: Vec<Section> = fields.into_iter().map(section).collect();
    let is_known = |section: &Section| marks::is_section(&key(&section.name));
    sections.iter().any(is_known).then(|| Document {
        sections,
        ..Document::default()
    })
}

fn object(text: &str) -> Option<serde_json::Map<String, Value>> {
    let object = text.starts_with('{').then(|| serde_json::from_str(text));
    object?.ok()
}

/// A value as lines: a list as `- ` lines, an object as `- key: value`.
fn told(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(items) => items
            .iter()
            .map(|item| format!("- {}\n", told(item).trim()))
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, item)| format!("- {name}: {}\n", told(item).trim()))
            .collect(),
        other => other.to_string(),
    }
}
