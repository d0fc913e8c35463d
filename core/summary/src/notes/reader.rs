//! Reads what a model wrote as a document: by tags, by headings or as JSON. A small model's slips
//! are no reason to ask again.
//!
//! Reading never fails for what a document holds, only where there is none. [`plain`] takes any text.

mod drafts;
pub(crate) mod escape;
mod headings;
mod keys;
pub(crate) mod skeleton;
mod tags;

pub(crate) use drafts::{without_drafts, without_thoughts};
pub(crate) use headings::is_heading;
pub(crate) use keys::{Class, home, key};

use crate::reduce::plan::without_embedded_media;
use crate::shape::words;
use escape::escape_tags;
use serde_json::Value;
use tags::scan;

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
    let text = cleaned(answer);
    if text.is_empty() {
        return Err(Defect::Empty);
    }
    let mut document = json(&text)
        .or_else(|| marked(&text))
        .ok_or(Defect::NoDocument)?;
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
        return Err(Defect::Blank);
    }
    Ok(document)
}

/// The words of an answer in any form, and whether its end is there: sections in tags and the
/// fields of an object get headings, all else stays as it was written.
#[must_use]
pub fn plain(answer: &str) -> (String, bool) {
    let text = cleaned(answer);
    let tags = scan(&text);
    let known = |tag: &tags::Tag| matches!(tag.class, Class::Root) || tag.opens_section();
    let is_tagged = tags.iter().filter(|tag| known(tag)).count() >= 2;
    let document = json(&text).or_else(|| is_tagged.then(|| marked(&text)).flatten());
    let Some(document) = document else {
        // An object or a fence that was never closed.
        let is_whole = !text.starts_with("{\"") && text.matches("\n```").count().is_multiple_of(2);
        // A tag alone says nothing.
        let is_tag = |tag: &tags::Tag| tag.end - tag.start == text.len();
        return match tags.first().is_some_and(is_tag) {
            true => (String::new(), false),
            false => (text, is_whole),
        };
    };
    let mut told = String::new();
    for section in document
        .sections
        .iter()
        .filter(|section| !section.text.trim().is_empty())
    {
        let words = section.name.replace(['_', '-'], " ");
        let mut letters = words.chars();
        let first = letters
            .next()
            .map(|letter| letter.to_uppercase().to_string());
        let (first, rest) = (first.unwrap_or_default(), letters.as_str());
        told.push_str(&format!("## {first}{rest}\n{}\n\n", section.text.trim()));
    }
    told.push_str(document.notes.trim());
    (told.trim().to_owned(), document.closed)
}

/// An answer without what a model thought, and without what stands around a whole document: a
/// fence, an answer in tags, an object with one text.
fn cleaned(answer: &str) -> String {
    let text = answer.replace('\u{feff}', "").replace("\r\n", "\n");
    let text = without_drafts(&drafts::marked(&without_embedded_media(&text)));
    let mut text = unescaped(text);
    for _ in 0..WRAPS_MAX {
        let Some(inner) = inside(text.trim()) else {
            break;
        };
        text = inner;
    }
    text.trim().to_owned()
}

/// How many wraps may stand in each other.
const WRAPS_MAX: usize = 3;
/// Lines before a fence in which a model says what follows.
const LINES_BEFORE: usize = 4;

fn inside(text: &str) -> Option<String> {
    if let Some(Value::Object(fields)) = object(text)
        && let (1, Some((name, Value::String(inner)))) = (fields.len(), fields.iter().next())
        && keys::class(&key(name)) == Class::Root
    {
        return Some(without_drafts(inner));
    }
    let fence = text
        .match_indices("```")
        .map(|(at, _)| at)
        .find(|at| *at == 0 || text[..*at].ends_with('\n'));
    if let Some(at) = fence
        && text[..at].lines().count() <= LINES_BEFORE
        && let Some((_, inner)) = text[at..].split_once('\n')
    {
        let end = inner.rfind("\n```").unwrap_or(inner.len());
        let is_all = at == 0 && inner[end..].trim().trim_matches('`').is_empty();
        if is_all || inner.trim_start().starts_with(['<', '{', '#']) {
            return Some(inner[..end].to_owned());
        }
    }
    let tags = scan(text);
    let first = tags
        .first()
        .filter(|tag| tag.start == 0 && tag.opens)
        .filter(|tag| matches!(tag.class, Class::Wrap | Class::Section(_)))?;
    let last = &tags[tags::mates(&tags)[0]?];
    (last.end == text.len()).then(|| text[first.end..last.start].to_owned())
}

/// By tags if sections stand in tags, else by headings.
fn marked(text: &str) -> Option<Document> {
    let tags = scan(text);
    let body = tags::body(text, &tags);
    let is_inside = |tag: &tags::Tag| tag.start >= body.start && tag.end <= body.end;
    let inside: Vec<_> = tags.into_iter().filter(is_inside).collect();
    let known = inside.iter().filter(|tag| tag.opens_section()).count();
    let tagged = || tags::collect(text, &inside, &body);
    // Without a root, one tag of a common word is no document.
    if known + usize::from(body.rooted) >= 2 {
        return Some(tagged());
    }
    // A root is a document, whatever stands in it.
    headings::read(text, &body).or_else(|| body.rooted.then(tagged))
}

/// A document as JSON: an object with the sections as its fields, perhaps in another.
fn json(text: &str) -> Option<Document> {
    let Value::Object(mut fields) = object(text)? else {
        return None;
    };
    if let (1, Some(Value::Object(inner))) = (fields.len(), fields.values().next()) {
        fields = inner.clone();
    }
    let section = |(name, value): (String, Value)| Section {
        key: key(&name),
        name,
        text: told(&value),
    };
    let sections: Vec<Section> = fields.into_iter().map(section).collect();
    let known = sections
        .iter()
        .filter(|section| home(&section.key).is_some());
    (known.count() >= 2).then_some(Document {
        sections,
        closed: true,
        ..Document::default()
    })
}

/// The object that a text is. Models put line breaks into strings as they are.
fn object(text: &str) -> Option<Value> {
    if !text.starts_with('{') {
        return None;
    }
    let read = |text: &str| serde_json::from_str(text).ok();
    read(text).or_else(|| read(&text.replace('\n', "\\n").replace("\\n\"", "\n\"")))
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
        Value::Object(fields) => {
            let line =
                |(name, item): (&String, &Value)| format!("- {name}: {}\n", told(item).trim());
            fields.iter().map(line).collect()
        }
        other => other.to_string(),
    }
}

impl Document {
    /// Takes in a section. One of notes belongs to what stands between sections.
    fn take_in(&mut self, section: Section) {
        if section.key == "notes" {
            self.notes.push('\n');
            self.notes.push_str(section.text.trim());
        } else {
            self.sections.push(section);
        }
    }
}

/// A document that was escaped as a whole.
fn unescaped(text: String) -> String {
    let is_ours = |text: &str| {
        let known = |tag: &tags::Tag| matches!(tag.class, Class::Root) || tag.opens_section();
        scan(text).iter().any(known)
    };
    if !text.contains("&lt;") || is_ours(&text) {
        return text;
    }
    let escapes = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let replaced = |text: String, (from, to): (&str, &str)| text.replace(from, to);
    let plain = escapes.into_iter().fold(text.clone(), replaced);
    if is_ours(&plain) {
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
