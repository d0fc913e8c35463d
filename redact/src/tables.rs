//! Secrets in tables whose head names them, in rows of a name and its value.

use crate::behind::is_mixed_secret;
use crate::bytes::{lines, trimmed, unquoted};
use crate::mix::{Mix, is_random};
use crate::names::{self, Called};
use crate::values::{Class, Stands, is_secret};
use crate::{Found, take};
use std::ops::Range;

/// Longest name of a column, in bytes. Chosen here: what is longer is a sentence.
const HEAD_BYTES: usize = 40;
/// What parts the cells of a line.
const SIGNS: [char; 6] = ['|', '\u{2502}', '\u{2503}', '\t', ',', ';'];
/// Most columns of a table. Chosen here.
pub(crate) const COLUMNS: usize = 64;

/// Secrets in tables.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    columns(text, found);
    aligned(text, found);
}

/// What the name of a column says of its cells.
pub(crate) fn called(cell: &str) -> Option<Called> {
    let cell = cell.trim_matches([' ', '"', '\'', '`', '*', '\t']);
    let is_name = !cell.is_empty()
        && cell.len() <= HEAD_BYTES
        && cell
            .chars()
            .all(|char| char.is_alphanumeric() || "_-. /()".contains(char))
        && cell.split_whitespace().count() <= 4
        && cell.contains('(') == cell.ends_with(')');
    is_name
        .then(|| names::of(cell, cell.len()))
        .flatten()
        .filter(|called| called.class != Class::Random)
}

/// The cells of a line; quotes hold a cell together.
pub(crate) fn cells(text: &str, line: Range<usize>, sign: char) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut quoted = false;
    let mut from = line.start;
    for (place, char) in text[line.clone()].char_indices() {
        let at = line.start + place;
        if char == '"' {
            quoted = !quoted;
        } else if char == sign && !quoted {
            cells.push(from..at);
            from = at + char.len_utf8();
        }
        if cells.len() > COLUMNS {
            return Vec::new();
        }
    }
    cells.push(from..line.end);
    cells
}

struct Head {
    sign: char,
    count: usize,
    columns: Vec<(usize, Called)>,
    /// Columns of access: a name and a password in a cell.
    access: Vec<usize>,
}

fn head(text: &str, line: &Range<usize>) -> Option<Head> {
    let spelled = &text[line.clone()];
    if spelled.len() > 2_000 {
        return None;
    }
    SIGNS.into_iter().find_map(|sign| {
        if !spelled.contains(sign) {
            return None;
        }
        let cells = cells(text, line.clone(), sign);
        let columns: Vec<(usize, Called)> = cells
            .iter()
            .enumerate()
            .filter_map(|(index, cell)| Some((index, called(&text[cell.clone()])?)))
            .collect();
        let access: Vec<usize> = cells
            .iter()
            .enumerate()
            .filter(|(_, cell)| crate::access::is_column(&text[(*cell).clone()]))
            .map(|(index, _)| index)
            .collect();
        let all_names = sign == '|'
            || cells.iter().all(|cell| {
                let name = text[cell.clone()].trim_matches([' ', '"', '\'']);
                name.len() <= HEAD_BYTES
                    && name
                        .chars()
                        .all(|char| char.is_alphanumeric() || "_-. ".contains(char))
            });
        (cells.len() >= 2 && !(columns.is_empty() && access.is_empty()) && all_names).then_some(
            Head {
                sign,
                count: cells.len(),
                columns,
                access,
            },
        )
    })
}

/// Whether a line only parts the head of a table from its rows.
fn is_rule(line: &str) -> bool {
    line.len() > 2
        && line
            .chars()
            .all(|char| "-+|=: \t".contains(char) || ('\u{2500}'..='\u{257f}').contains(&char))
}

fn columns(text: &str, found: &mut Vec<Found>) {
    let mut known: Option<Head> = None;
    for line in lines(text) {
        let spelled = &text[line.clone()];
        if is_rule(spelled) {
            continue;
        }
        if spelled.trim().is_empty() {
            known = None;
            continue;
        }
        if let Some(head) = &known {
            let cells = cells(text, line.clone(), head.sign);
            if cells.len() == head.count {
                for (column, called) in &head.columns {
                    push(text, cells[*column].clone(), called, found);
                }
                for column in &head.access {
                    let value = crate::access::of_cell(text, cells[*column].clone());
                    found.extend(value.map(|at| Found {
                        at,
                        kind: "password",
                    }));
                }
                continue;
            }
            known = None;
        }
        if pair(text, &line, found) {
            continue;
        }
        known = head(text, &line);
    }
}

/// A row of a name and its value: `| Password | hunter2 |`.
fn pair(text: &str, line: &Range<usize>, found: &mut Vec<Found>) -> bool {
    let spelled = &text[line.clone()];
    let Some(sign) = SIGNS.into_iter().find(|sign| spelled.contains(*sign)) else {
        return false;
    };
    let cells: Vec<Range<usize>> = cells(text, line.clone(), sign)
        .into_iter()
        .filter(|cell| !text[cell.clone()].trim().is_empty())
        .collect();
    let before = found.len();
    if cells.len() < 2 || ((sign == ',' || sign == ';') && cells.len() > 2) {
        return false;
    }
    for pair in cells.windows(2) {
        if let Some(called) = called(&text[pair[0].clone()]).filter(|called| !called.short) {
            let value = unquoted(text, trimmed(text, pair[1].clone()));
            if is_mixed_secret(&text[value.clone()], &called) {
                push(text, value, &called, found);
            }
        }
    }
    found.len() > before
}

pub(crate) fn push(text: &str, cell: Range<usize>, called: &Called, found: &mut Vec<Found>) {
    let value = unquoted(text, trimmed(text, cell));
    let spelled = &text[value.clone()];
    let mix = Mix::of(spelled.as_bytes());
    let stands = Stands {
        quoted: true,
        close: true,
        ..Stands::default()
    };
    if (mix.digits > 0 || mix.signs > 0 || is_random(spelled.as_bytes()))
        && mix.small + mix.large > 0
        && is_secret(spelled, called.class, stands)
    {
        take(found, value, called.kind);
    }
}

/// Finds secrets in tables whose columns are separated by blanks alone.
fn aligned(text: &str, found: &mut Vec<Found>) {
    let mut known: Vec<(Range<usize>, Called)> = Vec::new();
    for line in lines(text) {
        let spelled = &text[line.clone()];
        if spelled.trim().is_empty() {
            known.clear();
            continue;
        }
        if is_rule(spelled) || spelled.len() > 2_000 {
            continue;
        }
        let words = parted(spelled);
        let mut hit = false;
        for (column, called) in &known {
            let cell = words
                .iter()
                .find(|word| word.start < column.end && word.end > column.start);
            if let Some(cell) = cell {
                hit = true;
                push(
                    text,
                    line.start + cell.start..line.start + cell.end,
                    called,
                    found,
                );
            }
        }
        if hit {
            continue;
        }
        let names: Vec<(Range<usize>, Called)> = words
            .iter()
            .filter_map(|word| Some((word.clone(), called(&spelled[word.clone()])?)))
            .collect();
        let is_head = words.len() >= 2
            && words.iter().all(|word| {
                let name = &spelled[word.clone()];
                name.len() <= HEAD_BYTES
                    && name
                        .chars()
                        .all(|char| char.is_alphabetic() || "_-. /()".contains(char))
            });
        known = if is_head { names } else { Vec::new() };
    }
}

/// What two blanks or more part.
pub(crate) fn parted(line: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start: Option<usize> = None;
    let mut blanks = 0;
    let mut end = 0;
    for (at, char) in line.char_indices() {
        if char == ' ' || char == '\t' {
            blanks += if char == '\t' { 2 } else { 1 };
            if let Some(from) = start.filter(|_| blanks >= 2) {
                words.push(from..end);
                start = None;
            }
            continue;
        }
        blanks = 0;
        start = start.or(Some(at));
        end = at + char.len_utf8();
    }
    words.extend(start.map(|from| from..end));
    words
}
