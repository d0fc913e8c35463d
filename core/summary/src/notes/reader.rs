//! Reads a model's answer. Any text is accepted and kept as written, without the model's reasoning
//! before it and without a wrapper around it; the fields of an object get headings.

mod drafts;
pub(crate) mod escape;
pub(crate) mod skeleton;

pub(crate) use drafts::without_drafts;

use crate::reduce::plan::without_embedded_media;
use serde_json::{Map, Value};

/// What models put around a document.
const ROOTS: [&str; 2] = ["state_snapshot", "summary"];
/// Maximum nesting depth of wrappers.
const WRAPS_MAX: usize = 3;
/// Maximum number of lines before and after a fence, in which a model introduces its content.
const LINES_AROUND: usize = 4;

/// The text of an answer, and whether its end is there.
pub fn read(answer: &str) -> (String, bool) {
    let text = cleaned(answer);
    if let Some(fields) = object(&text) {
        return (headed(&fields), true);
    }
    let last = text.lines().last().unwrap_or_default().trim_end();
    let first = text.strip_prefix('<').unwrap_or_default();
    let first = first.split(['>', ' ', '\n']).next();
    let tags = ROOTS
        .into_iter()
        .chain(first.filter(|name| !name.is_empty()));
    let is_open =
        |tag: &str| text.contains(&format!("<{tag}>")) && !text.contains(&format!("</{tag}>"));
    let is_torn = tags.into_iter().any(is_open)
        || text.starts_with('{') && !text.ends_with('}')
        || !text.matches("\n```").count().is_multiple_of(2)
        || is_heading(last)
        || last.ends_with([',', ':', ';', '(', '[', '{']);
    (text, !is_torn)
}

/// Whether a text begins with a heading: `## Next steps`, `**Next steps:**`, `<next_steps>`.
pub(crate) fn is_heading(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default().trim_end();
    line.starts_with('#')
        || line.starts_with("**") && line.trim_end_matches(':').ends_with("**")
        || line.starts_with('<') && line.find('>') == Some(line.len() - 1) && !line.contains("</")
}

/// Small letters and digits of a name.
pub(crate) fn key(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|char| char.to_ascii_lowercase()).collect()
}

/// Returns an answer without the model's reasoning, and without a wrapper around the entire
/// document: a fence, an object with one text.
fn cleaned(answer: &str) -> String {
    let text = answer.replace('\u{feff}', "").replace("\r\n", "\n");
    let mut text = without_drafts(&without_embedded_media(text));
    for _ in 0..WRAPS_MAX {
        let Some(inner) = in_object(text.trim()).or_else(|| in_fence(&text)) else {
            break;
        };
        text = inner;
    }
    for root in ROOTS {
        text = document(&text, root).to_owned();
    }
    text.trim().to_owned()
}

/// The last document with this root, without what is said around it; all of a text without one.
fn document<'a>(text: &'a str, root: &str) -> &'a str {
    let (open, close) = (format!("<{root}>"), format!("</{root}>"));
    let (mut found, mut depth, mut at) = (0..text.len(), 0usize, 0);
    for line in text.split_inclusive('\n') {
        let opens = line.trim_start().starts_with(&open);
        let closes = line.trim_end().ends_with(&close);
        if opens && depth == 0 {
            found = at..text.len();
        }
        depth += usize::from(opens);
        at += line.len();
        if closes && depth == 1 {
            found.end = at;
        }
        depth = depth.saturating_sub(usize::from(closes));
    }
    &text[found]
}

fn object(text: &str) -> Option<Map<String, Value>> {
    let object = text.starts_with('{').then(|| serde_json::from_str(text));
    object?.ok()
}

/// The only text of an object.
fn in_object(text: &str) -> Option<String> {
    let fields = object(text).filter(|fields| fields.len() == 1)?;
    fields.values().next()?.as_str().map(without_drafts)
}

/// The fields of an object, or of the only one in it, under headings.
fn headed(fields: &Map<String, Value>) -> String {
    if let (1, Some(Value::Object(inner))) = (fields.len(), fields.values().next()) {
        return headed(inner);
    }
    let field = |(name, value): (&String, &Value)| {
        format!("## {}\n{}\n\n", name.replace('_', " "), told(value).trim())
    };
    fields
        .iter()
        .map(field)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// A value as lines: a list as `- ` lines, an object as `- key: value`.
fn told(value: &Value) -> String {
    let lines: Vec<String> = match value {
        Value::String(text) => return text.clone(),
        Value::Null => return String::new(),
        Value::Array(items) => items.iter().map(told).collect(),
        Value::Object(fields) => {
            let line = |(name, item)| format!("{name}: {}", told(item));
            fields.iter().map(line).collect()
        }
        other => return other.to_string(),
    };
    lines.iter().map(|line| format!("- {line}\n")).collect()
}

/// Returns the content of a fence around a document, or around the entire text.
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
