//! Secrets in lines of a fixed form: statements of SQL, files of passwords, manifests, lists of codes.

use crate::bytes::{has_any, lines, trimmed, unquoted};
use crate::mix::Mix;
use crate::names::Called;
use crate::tables::{COLUMNS, called, cells, parted, push};
use crate::values::is_code_of_list;
use crate::{Found, take};
use std::ops::Range;

/// How many lines of codes follow the line that names them. Chosen here.
pub(crate) const CODES: usize = 20;

/// Secrets in lines of a fixed form.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    inserted(text, found);
    passes(text, found);
    kubernetes(text, found);
    codes(text, found);
    generated(text, found);
}

/// `INSERT INTO users (name, password) VALUES ('joe', 'hunter2')`, and `COPY users (..) FROM stdin`.
pub(crate) fn inserted(text: &str, found: &mut Vec<Found>) {
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
pub(crate) fn tuples(text: &str, at: Range<usize>) -> Vec<Vec<Range<usize>>> {
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
pub(crate) fn passes(text: &str, found: &mut Vec<Found>) {
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
                take(found, line.end - secret.len()..line.end, "password");
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
            take(found, line.end - hash.len()..line.end, "password hash");
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
                    take(found, start..start + end, "password");
                }
            }
        }
    }
}

/// The values of a Secret of Kubernetes.
pub(crate) fn kubernetes(text: &str, found: &mut Vec<Found>) {
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
                take(found, start + value.start..start + value.end, "secret");
            }
        }
    }
}

/// Finds codes listed below the line that names them.
pub(crate) fn codes(text: &str, found: &mut Vec<Found>) {
    let mut left = 0;
    for line in lines(text) {
        let spelled = &text[line.clone()];
        let small = spelled.to_ascii_lowercase();
        let names = has_any(&small, "code|c\u{f3}digo|codici|kod")
            && has_any(
                &small,
                "recovery|backup|scratch|emergency|one-time|2fa|mfa|wiederherstellung|secours|recuper|reserv",
            );
        if names {
            left = CODES;
            let mut from = line.start;
            for word in spelled.split([' ', '"', '`', '\'']) {
                let kept = word.trim_end_matches(['.', ',', ';', '!', '?', ')']);
                let at = from..from + kept.len();
                from += word.len() + 1;
                let equal = kept
                    .split_once('-')
                    .is_some_and(|(first, second)| first.len() > 3 && first.len() == second.len());
                if equal && kept.bytes().any(|byte| byte.is_ascii_digit()) && is_code_of_list(kept)
                {
                    take(found, at, "recovery code");
                }
            }
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
                take(found, place, "recovery code");
            }
        }
        if found.len() == before && spelled.trim().len() > 1 && left < CODES - 2 {
            left = 0;
        }
    }
}

/// A number of a list, or its mark.
pub(crate) fn is_number(text: &str) -> bool {
    text.len() <= 2
        && (text.bytes().all(|byte| byte.is_ascii_digit()) || ["-", "*"].contains(&text))
}

/// What two blanks, a tab, a line or a comma part.
pub(crate) fn code_cells(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
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

/// Passwords that Terraform made, in a file of its state.
fn generated(text: &str, found: &mut Vec<Found>) {
    for (at, mark) in text.match_indices("random_password") {
        let part = crate::bytes::window(text, at + mark.len(), 800);
        let part = &part[..part.find("\"type\"").unwrap_or(part.len())];
        for name in ["\"result\": ", "\"bcrypt_hash\": ", " result = "] {
            let value = part.find(name).and_then(|place| {
                crate::reading::quoted(text, at + mark.len() + place + name.len())
            });
            found.extend(value.map(|at| Found {
                at,
                kind: "password",
            }));
        }
    }
}
