//! Secrets in arguments of commands. `commands.txt` holds the commands, and says how they are
//! written.

use crate::bytes::{lines, run, unquoted};
use crate::mix::{Mix, is_scrambled};
use crate::placeholders::stands_for;
use crate::reading::VALUE_MOST;
use crate::web::cookie_values;
use crate::{Found, take};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Shortest secret in an argument, in bytes. Chosen here.
const ARGUMENT_BYTES: usize = 3;
/// How many words after a flag are read to find the last one. Chosen here.
const LAST_WORDS: usize = 12;

/// The kind of value that follows a flag of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flag {
    Next,
    Joined,
    Pair(u8),
    Cookie,
    Last,
}

/// The flags of a command, each with the kind of value that follows it.
type Flags = Vec<(&'static str, Flag)>;

static ROWS: LazyLock<BTreeMap<&'static str, Flags>> =
    LazyLock::new(|| read(include_str!("commands.txt")));

fn read(text: &'static str) -> BTreeMap<&'static str, Flags> {
    let mut rows: BTreeMap<&'static str, Flags> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.rsplitn(2, ' ').collect();
        let [how, rest] = words[..] else { continue };
        let Some((command, flag)) = rest.split_once(' ') else {
            continue;
        };
        let how = match how {
            "next" => Flag::Next,
            "joined" => Flag::Joined,
            "cookie" => Flag::Cookie,
            "last" => Flag::Last,
            pair => Flag::Pair(*pair.as_bytes().get("pair".len()).unwrap_or(&b':')),
        };
        rows.entry(command).or_default().push((flag, how));
    }
    rows
}

/// Secrets in arguments.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    let mut from = 0;
    for mut line in lines(text) {
        if line.start < from {
            continue;
        }
        // A line that goes on.
        while text[line.clone()].ends_with('\\') && line.len() < VALUE_MOST {
            let next = text[line.end..].find('\n').map(|next| line.end + next + 1);
            let Some(next) = next else { break };
            let rest = text[next..].find('\n').unwrap_or(text.len() - next);
            line.end = next + rest;
        }
        from = line.end;
        let spelled = &text[line.clone()];
        // What has no flag has no argument of a flag.
        let first = spelled
            .trim_start_matches(['$', '#', '>', ' '])
            .split(' ')
            .next()
            .unwrap_or_default();
        if spelled.contains([' ', '\t'])
            && (spelled.contains(['-', '/', ':']) || ROWS.contains_key(first))
        {
            in_line(spelled, line.start, found);
        }
    }
}

fn in_line(line: &str, at: usize, found: &mut Vec<Found>) {
    let words = words(line);
    let mut command: Option<&Flags> = None;
    for (index, word) in words.iter().enumerate() {
        let spelled = &line[word.clone()];
        let name = spelled.trim_matches(['"', '\'', '`', '(', '$', '|', ';', '&', '[', ',']);
        let name = name.rsplit('/').next().unwrap_or(name);
        let name = name.strip_suffix(".exe").unwrap_or(name);
        if let Some(flags) = ROWS.get(name).filter(|_| {
            let is_flag = command.is_some_and(|flags| flags.iter().any(|(flag, _)| *flag == name));
            !spelled.starts_with('-') && !is_flag
        }) {
            command = Some(flags);
            continue;
        }
        if spelled.ends_with(['|', ';']) || spelled == "&&" || spelled == "||" {
            command = None;
            continue;
        }
        // Of a command that is not known: what is random behind a short flag.
        let is_short = spelled.len() == 2
            && spelled.starts_with('-')
            && spelled.as_bytes()[1].is_ascii_alphabetic();
        if let Some(next) = words.get(index + 1).filter(|_| is_short) {
            let value = bare(line, next.clone());
            let bytes = &line.as_bytes()[value.clone()];
            let mix = Mix::of(bytes);
            if bytes.len() >= 20 && mix.kinds() == 3 && mix.signs == 0 && is_scrambled(bytes) {
                take(found, at + value.start..at + value.end, "secret");
            }
        }
        for (flag, how) in command.into_iter().flatten() {
            let rest = if *flag == "/" && !spelled.starts_with('-') {
                Some("")
            } else {
                unquoted_word(spelled).strip_prefix(flag)
            };
            let Some(rest) = rest else { continue };
            let value = match (rest, *how) {
                (_, Flag::Last) => {
                    let last = index
                        + words[index..]
                            .iter()
                            .skip(1)
                            .take(LAST_WORDS)
                            .take_while(|word| {
                                !line[(*word).clone()].starts_with(['|', ';', '&', '>', '#'])
                            })
                            .count();
                    // A name and a password at least.
                    let ends =
                        |word: &&Range<usize>| !line[(*word).clone()].starts_with(['/', '\\']);
                    let last = words
                        .get(index + 1..=last)
                        .and_then(|words| words.iter().rev().find(ends));
                    last.filter(|_| rest.is_empty()).cloned()
                }
                (_, Flag::Pair(_)) if *flag == "/" => Some(word.clone()),
                ("", Flag::Joined) => None,
                ("", _) => words.get(index + 1).cloned(),
                (rest, Flag::Joined) => Some(word.end - rest.len()..word.end),
                (rest, Flag::Pair(_)) if flag.len() == 2 => Some(word.end - rest.len()..word.end),
                _ => None,
            };
            let Some(value) = value.map(|value| bare(line, value)) else {
                continue;
            };
            push(line, at, value, *how, found);
        }
    }
}

fn unquoted_word(word: &str) -> &str {
    word.trim_start_matches(['"', '\'', '`'])
}

fn push(line: &str, at: usize, value: Range<usize>, how: Flag, found: &mut Vec<Found>) {
    if how == Flag::Cookie {
        let mut inside = Vec::new();
        cookie_values(line, value, &mut inside);
        found.extend(inside.into_iter().map(|secret| Found {
            at: at + secret.at.start..at + secret.at.end,
            kind: secret.kind,
        }));
        return;
    }
    let value = match how {
        Flag::Pair(sign) => match line.as_bytes()[value.clone()]
            .iter()
            .position(|byte| *byte == sign)
        {
            Some(place) => {
                let start = value.start + place + 1;
                // The host behind it.
                let host = if sign == b'/' {
                    line[start..value.end].rfind('@')
                } else {
                    None
                };
                start..host.map_or(value.end, |host| start + host)
            }
            None => return,
        },
        _ => value,
    };
    let secret = &line[value.clone()];
    let starts_like_code = secret.starts_with(['$', '%', '<', '[', '{', '-'])
        && Mix::of(secret.as_bytes()).kinds() < 4;
    let is_port = secret
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b':')
        && how == Flag::Next
        && secret.len() < 6;
    let is_prose = how == Flag::Last && Mix::of(secret.as_bytes()).kinds() < 2;
    if secret.len() >= ARGUMENT_BYTES
        && !starts_like_code
        && !is_port
        && !is_prose
        && !stands_for(secret)
    {
        take(found, at + value.start..at + value.end, "password");
    }
}

/// Splits a line into words as a shell does; quotes are kept.
fn words(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut words = Vec::new();
    let mut at = 0;
    // From here on no quote is closed: an apostrophe.
    let mut unclosed = [false; 2];
    while at < bytes.len() {
        at = run(bytes, at, |byte| byte.is_ascii_whitespace());
        let start = at;
        let mut quote = None;
        while at < bytes.len() {
            match (quote, bytes[at]) {
                (None, byte) if byte.is_ascii_whitespace() => break,
                (None, byte @ (b'"' | b'\'')) if !unclosed[usize::from(byte == b'"')] => {
                    quote = Some(byte)
                }
                (Some(open), byte) if open == byte => quote = None,
                _ => {}
            }
            at += 1;
        }
        // A quote that is not closed is an apostrophe.
        if let Some(open) = quote {
            unclosed[usize::from(open == b'"')] = true;
            at = run(bytes, start, |byte| !byte.is_ascii_whitespace());
        }
        if at > start {
            words.push(start..at);
        }
    }
    words
}

fn bare(line: &str, word: Range<usize>) -> Range<usize> {
    let inner = unquoted(line, word);
    let text = &line[inner.clone()];
    inner.start..inner.start + text.trim_end_matches([';', ')', '"', '\'', '`', ',']).len()
}
