//! Secrets in tables whose head names them, in lists of columns, and in lines of a fixed form.

use crate::Found;
use crate::behind::is_mixed_secret;
use crate::bytes::{lines, trimmed, unquoted};
use crate::names::{self, Called};
use crate::values::{Class, Mix, Stands, is_code_of_list, is_random, is_secret};
use std::ops::Range;

/// Longest name of a column, in bytes. Chosen here: what is longer is a sentence.
const HEAD_BYTES: usize = 40;
/// Most columns of a table. Chosen here.
const COLUMNS: usize = 64;
/// How many lines of codes follow the line that names them. Chosen here.
const CODES: usize = 20;

/// Secrets in tables and in lines of a fixed form.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    columns(text, found);
    aligned(text, found);
    inserted(text, found);
    passes(text, found);
    kubernetes(text, found);
    codes(text, found);
}

/// What the name of a column says of its cells.
fn called(cell: &str) -> Option<Called> {
    let cell = cell.trim_matches([' ', '"', '\'', '`', '*', '\t']);
    let is_name = !cell.is_empty()
        && cell.len() <= HEAD_BYTES
        && cell
            .chars()
            .all(|char| char.is_alphanumeric() || "_-. /()".contains(char))
        && cell.split_whitespace().count() <= 4;
    is_name
        .then(|| names::of(cell, cell.len()))
        .flatten()
        .filter(|called| called.class != Class::Random)
}

/// The cells of a line; quotes hold a cell together.
fn cells(text: &str, line: Range<usize>, sign: char) -> Vec<Range<usize>> {
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
}

fn head(text: &str, line: &Range<usize>) -> Option<Head> {
    let spelled = &text[line.clone()];
    if spelled.len() > 2_000 {
        return None;
    }
    ['|', '\u{2502}', '\u{2503}', '\t', ',', ';']
        .into_iter()
        .find_map(|sign| {
            if !spelled.contains(sign) {
                return None;
            }
            let cells = cells(text, line.clone(), sign);
            let columns: Vec<(usize, Called)> = cells
                .iter()
                .enumerate()
                .filter_map(|(index, cell)| Some((index, called(&text[cell.clone()])?)))
                .collect();
            let all_names = sign == '|'
                || cells.iter().all(|cell| {
                    let name = text[cell.clone()].trim_matches([' ', '"', '\'']);
                    name.len() <= HEAD_BYTES
                        && name
                            .chars()
                            .all(|char| char.is_alphanumeric() || "_-. ".contains(char))
                });
            (cells.len() >= 2 && !columns.is_empty() && all_names).then_some(Head {
                sign,
                count: cells.len(),
                columns,
            })
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
    let Some(sign) = ['|', '\u{2502}', '\u{2503}', '\t', ',', ';']
        .into_iter()
        .find(|sign| spelled.contains(*sign))
    else {
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

fn push(text: &str, cell: Range<usize>, called: &Called, found: &mut Vec<Found>) {
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
        found.push(Found {
            at: value,
            kind: called.kind,
        });
    }
}

/// Tables whose columns are parted by blanks alone.
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
fn parted(line: &str) -> Vec<Range<usize>> {
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

/// `INSERT INTO users (name, password) VALUES ('joe', 'hunter2')`, and `COPY users (..) FROM stdin`.
fn inserted(text: &str, found: &mut Vec<Found>) {
    let mut copied: Vec<(usize, Called)> = Vec::new();
    for line in lines(text) {
        let spelled = &text[line.clone()];
        let small = spelled.to_ascii_lowercase();
        if !copied.is_empty() {
            let cells = cells(text, line.clone(), '\t');
            if spelled == "\\." || cells.len() < 2 {
                copied.clear();
            }
            for (column, called) in &copied {
                if let Some(cell) = cells.get(*column) {
                    push(text, cell.clone(), called, found);
                }
            }
            continue;
        }
        let is_copy = small.starts_with("copy ") && small.contains("from stdin");
        let values = small.find("values");
        let is_insert = small.contains("insert into") && values.is_some();
        if !is_copy && !is_insert {
            continue;
        }
        let (Some(open), Some(close)) = (spelled.find('('), spelled.find(')')) else {
            continue;
        };
        if close < open {
            continue;
        }
        let names: Vec<(usize, Called)> = spelled[open + 1..close]
            .split(',')
            .enumerate()
            .take(COLUMNS)
            .filter_map(|(index, name)| Some((index, called(name)?)))
            .collect();
        if is_copy {
            copied = names;
            continue;
        }
        for tuple in tuples(text, line.start + values.unwrap_or_default()..line.end) {
            for (column, called) in &names {
                if let Some(cell) = tuple.get(*column) {
                    push(text, cell.clone(), called, found);
                }
            }
        }
    }
}

/// The values of each pair of brackets.
fn tuples(text: &str, at: Range<usize>) -> Vec<Vec<Range<usize>>> {
    let mut tuples = Vec::new();
    let mut current: Option<Vec<Range<usize>>> = None;
    let mut quoted = false;
    let mut from = at.start;
    for (place, char) in text[at.clone()].char_indices() {
        let place = at.start + place;
        match char {
            '\'' => quoted = !quoted,
            _ if quoted => {}
            '(' if current.is_none() => {
                current = Some(Vec::new());
                from = place + 1;
            }
            ',' | ')' => {
                if let Some(tuple) = &mut current {
                    tuple.push(from..place);
                    from = place + 1;
                }
                if char == ')' {
                    tuples.extend(current.take());
                }
            }
            _ => {}
        }
    }
    tuples
}

/// Lines of `.pgpass` (`host:port:database:user:password`), and of what `chpasswd` reads.
fn passes(text: &str, found: &mut Vec<Found>) {
    for line in lines(text) {
        let spelled = &text[line.clone()];
        let parts: Vec<&str> = spelled.splitn(5, ':').collect();
        if let [host, port, database, user, secret] = parts[..] {
            let is_word = |word: &str| {
                !word.is_empty() && !word.contains([' ', '/', '"', '\'', '(', '{', '=', ','])
            };
            let is_port =
                port == "*" || (port.len() >= 2 && port.bytes().all(|byte| byte.is_ascii_digit()));
            let is_named = [host, database, user].iter().all(|word| is_word(word))
                && user.bytes().any(|byte| byte.is_ascii_alphabetic())
                && (host == "*"
                    || host.bytes().any(|byte| byte.is_ascii_alphabetic())
                    || host.matches('.').count() == 3);
            let mix = Mix::of(secret.as_bytes());
            if is_port
                && is_named
                && is_word(secret)
                && secret.len() >= 4
                && !secret.starts_with('$')
                && mix.kinds() >= 1
                && (database == "*" || !database.bytes().all(|byte| byte.is_ascii_digit()))
            {
                found.push(Found {
                    at: line.end - secret.len()..line.end,
                    kind: "password",
                });
            }
        }
        // What `htdigest` writes.
        if let [user, realm, hash] = spelled.splitn(3, ':').collect::<Vec<_>>()[..]
            && hash.len() == 32
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
            && !user.is_empty()
            && user
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
            && realm.bytes().any(|byte| byte.is_ascii_alphabetic())
        {
            found.push(Found {
                at: line.end - hash.len()..line.end,
                kind: "password hash",
            });
        }
        if let Some(place) = spelled.find("chpasswd") {
            let ahead = &spelled[..place];
            if let Some(colon) = ahead.find(':') {
                let secret = &ahead[colon + 1..];
                let end = secret
                    .find(['"', '\'', ' ', '|', '\\'])
                    .unwrap_or(secret.len());
                if end >= 4 && !secret.starts_with('$') {
                    let start = line.start + colon + 1;
                    found.push(Found {
                        at: start..start + end,
                        kind: "password",
                    });
                }
            }
        }
    }
}

/// The values of a Secret of Kubernetes.
fn kubernetes(text: &str, found: &mut Vec<Found>) {
    if !text.contains("kind: Secret") {
        return;
    }
    let mut from = 0;
    for document in text.split_inclusive("\n---") {
        let start = from;
        from += document.len();
        let is_secret = document
            .lines()
            .any(|line| line.trim_end().ends_with("kind: Secret"));
        if !is_secret {
            continue;
        }
        let mut data: Option<usize> = None;
        for line in lines(document) {
            let spelled = &document[line.clone()];
            let depth = spelled.len() - spelled.trim_start_matches([' ', '-']).len();
            let bare = spelled.trim();
            if bare == "data:" || bare == "stringData:" {
                data = Some(depth);
                continue;
            }
            let Some(outer) = data else { continue };
            if depth <= outer && !bare.is_empty() {
                data = None;
                continue;
            }
            let Some((_, value)) = bare.split_once(": ") else {
                continue;
            };
            let end = line.start + spelled.trim_end().len();
            let value = unquoted(document, trimmed(document, end - value.len()..end));
            let spelled = &document[value.clone()];
            if spelled.len() >= 4 && !spelled.starts_with(['$', '{', '|', '>', '<', '[']) {
                found.push(Found {
                    at: start + value.start..start + value.end,
                    kind: "secret",
                });
            }
        }
    }
}

/// Codes that stand below the line which names them.
fn codes(text: &str, found: &mut Vec<Found>) {
    let mut left = 0;
    for line in lines(text) {
        let spelled = &text[line.clone()];
        let small = spelled.to_ascii_lowercase();
        let names = ["code", "c\u{f3}digo", "codici", "kod"]
            .iter()
            .any(|word| small.contains(word))
            && [
                "recovery",
                "backup",
                "scratch",
                "emergency",
                "one-time",
                "2fa",
                "mfa",
                "wiederherstellung",
                "secours",
                "recuper",
                "reserv",
            ]
            .iter()
            .any(|word| small.contains(word));
        if names {
            left = CODES;
            continue;
        }
        if left == 0 {
            continue;
        }
        left -= 1;
        let before = found.len();
        for cell in code_cells(text, line.clone()) {
            let value = &text[cell.clone()];
            // Numbers of a list stand in front.
            let number = value
                .split_once([' ', ')', '.'])
                .filter(|(number, _)| is_number(number));
            let length = number.map_or(value.len(), |(_, rest)| rest.trim_start().len());
            let place = unquoted(text, cell.end - length..cell.end);
            let value = &text[place.clone()];
            let parts = value.split([' ', '-']);
            let shape = parts.clone().count() <= 4
                && parts.clone().all(|part| (3..=16).contains(&part.len()));
            if shape && is_code_of_list(value) {
                found.push(Found {
                    at: place,
                    kind: "recovery code",
                });
            }
        }
        if found.len() == before && spelled.trim().len() > 1 && left < CODES - 2 {
            left = 0;
        }
    }
}

/// A number of a list, or its mark.
fn is_number(text: &str) -> bool {
    text.len() <= 2
        && (text.bytes().all(|byte| byte.is_ascii_digit()) || ["-", "*"].contains(&text))
}

/// What two blanks, a tab, a line or a comma part.
fn code_cells(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let parts = parted(&text[line.clone()]).into_iter().flat_map(|part| {
        let start = line.start + part.start;
        let mut from = start;
        text[start..line.start + part.end]
            .split(['|', ','])
            .map(|cell| {
                let at = from..from + cell.len();
                from = at.end + 1;
                trimmed(text, at)
            })
            .collect::<Vec<_>>()
    });
    parts.collect()
}
