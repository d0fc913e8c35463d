//! Values after a name: with a sign, in a tag, as an argument, or next to the name in a list.

use crate::Found;
use crate::assigned::assigned;
use crate::bytes::{before, has_any, is_one_of, rest_of_line, run_most, window};
use crate::markup::{ahead, beside, part_of_form, tag};
use crate::mix::{Mix, is_random, is_scrambled};
use crate::names::{Called, is_unparted};
use crate::reading::{argument, bare, blanks, quoted, sign};
use crate::spoken;
use crate::values::{Class, Stands, is_secret};
use std::ops::Range;

/// How far before and after a name its value is searched for, in bytes. Chosen here.
pub(crate) const NEAR: usize = 160;

/// Finds the value of the name that ends at `end`.
pub(crate) fn find(text: &str, end: usize, called: &Called, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = run_most(bytes, end, 6, |byte| b"\"'`\\]*?!".contains(&byte));
    // `char key[] = ".."`
    if bytes.get(at) == Some(&b'[') {
        let digits = run_most(bytes, at + 1, 6, |byte| byte.is_ascii_digit());
        at = if bytes.get(digits) == Some(&b']') {
            digits + 1
        } else {
            at
        };
    }
    let in_quotes = bytes[end..at].iter().any(|byte| b"\"'`".contains(byte));
    let blank = blanks(text, at);
    let mut push = |range: Option<Range<usize>>| {
        let is_some = range.is_some();
        found.extend(range.map(|at| Found {
            at,
            kind: called.kind,
        }));
        is_some
    };
    if let Some(sign) = sign(text, blank) {
        // A test that passed: `--- PASS: name`, `pass -> next`.
        let passed = called.short
            && (!text[blank..sign].ends_with(['=', ':', '\u{ff1a}']) && text[blank..sign] != *"=>"
                || before(text, end, 6).ends_with("PASS")
                    && text[blank..sign] == *":"
                    && !before(text, end, 6).ends_with("_PASS"));
        if passed {
            return;
        }
        let mut values = assigned(text, sign, called, blank == at);
        if values.is_empty() && in_quotes {
            values.extend(ahead(text, end, called));
        }
        values.drain(..).for_each(|at| {
            push(Some(at));
        });
        return;
    }
    if push(tag(text, at, end, called)) {
        return;
    }
    match bytes.get(at) {
        Some(b',') if in_quotes || before(text, end, 32).contains('{') => {
            let value = quoted(text, blanks(text, at + 1));
            if push(value.filter(|value| is_mixed_secret(&text[value.clone()], called))) {
                return;
            }
        }
        Some(b'(') if called.class != Class::Random => {
            let value = quoted(text, at + 1);
            let gets = before(text, end, 24).to_ascii_lowercase();
            if !gets.contains("get") && !gets.contains("env") {
                let is_some = value.is_some();
                push(value.filter(|value| is_mixed_secret(&text[value.clone()], called)));
                if is_some {
                    return;
                }
            }
        }
        _ => {}
    }
    if push(spoken_close(text, end, called)) || push(spaced(text, end, at, blank, called)) {
        return;
    }
    if push(registry(text, at, called)) {
        return;
    }
    if push(beside(text, at, called))
        || in_quotes && push(ahead(text, end, called))
        || push(part_of_form(text, at, called))
    {
        return;
    }
    push(spoken::told(text, at, called));
}

/// Whether a value is a secret without a doubt: letters and digits.
pub(crate) fn is_mixed_secret(value: &str, called: &Called) -> bool {
    let mix = Mix::of(value.as_bytes());
    let stands = Stands {
        quoted: true,
        ..Stands::default()
    };
    mix.is_mixed() && is_secret(value, called.class, stands)
}

/// Returns the value of a sentence that needs no blanks: `密码是hunter2`.
fn spoken_close(text: &str, end: usize, called: &Called) -> Option<Range<usize>> {
    let last = text[..end].chars().next_back()?;
    if !is_unparted(last) {
        return None;
    }
    let rest = window(text, end, 32);
    let verb = [
        "\u{662f}", "\u{4e3a}", "\u{70ba}", "\u{306f}", "\u{304c}", "\u{3092}", "\u{b294}",
        "\u{c740}", "\u{ac00}", "\u{c774}",
    ]
    .into_iter()
    .find(|verb| rest.starts_with(verb));
    let from = end + verb.map_or(0, str::len);
    let from = sign(text, blanks(text, from)).unwrap_or(from);
    let start = blanks(text, from);
    if verb.is_none() && start == end {
        return None;
    }
    let value = quoted(text, start).unwrap_or_else(|| bare(text, start));
    (is_mixed_secret(&text[value.clone()], called)
        || (verb.is_some() && is_secret(&text[value.clone()], called.class, Stands::default())))
    .then_some(value)
}

/// Returns a value after a blank: of a flag, a configuration line or a login, or in quotes.
fn spaced(
    text: &str,
    end: usize,
    at: usize,
    blank: usize,
    called: &Called,
) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    if blank == at || at != end && bytes.get(end) != Some(&b'"') && bytes.get(end) != Some(&b'\'') {
        return None;
    }
    let ahead = before(text, end, NEAR);
    let line = ahead.rsplit('\n').next().unwrap_or(ahead);
    let word_at = line
        .rfind(|char: char| char.is_whitespace() || "\"'`[(,".contains(char))
        .map_or(0, |place| place + 1);
    let word = line.get(word_at..).unwrap_or_default();
    let value = quoted(text, blank);
    let is_quoted = value.is_some();
    let mut value = value.unwrap_or_else(|| argument(text, blank));
    // `password 7 0822455D0A16` of network devices.
    let is_kind =
        value.len() == 1 && text[value.clone()].starts_with(|char: char| char.is_ascii_digit());
    if is_kind {
        value = argument(text, blanks(text, value.end));
    }
    let spelled = &text[value.clone()];
    let behind = rest_of_line(text, value.end, NEAR);
    let mix = Mix::of(spelled.as_bytes());
    let mixed = mix.is_mixed();
    let stands = Stands {
        flag: true,
        quoted: is_quoted,
        ..Stands::default()
    };
    if spelled.is_empty() || (!is_quoted && spelled.starts_with('-')) {
        return None;
    }
    let sure = is_secret(spelled, called.class, stands);
    if word.starts_with('-') || (word.starts_with('/') && !word[1..].contains('/')) {
        let has_sign = spelled
            .bytes()
            .any(|byte| byte.is_ascii_punctuation() && !b".,;:)`".contains(&byte));
        let command = line.trim_start().starts_with(['$', '#', '%', '>'])
            || line[..word_at].contains(" -")
            || behind.contains(" -");
        let is_word = !mixed && !has_sign && mix.digits == 0;
        return (sure
            && (!is_word || (command && spelled.len() >= 6 && !is_one_of(spelled, OF_SENTENCES))))
        .then_some(value);
    }
    let random = mixed
        && spelled.len() >= 16
        && is_random(spelled.as_bytes())
        && (mix.digits > 1 || mix.kinds() > 2);
    if random
        && sure
        && (called.class == Class::Key
            || is_kind
            || mix.kinds() > 2 && mix.small > 0 && mix.large > 0)
    {
        return Some(value);
    }
    if is_quoted {
        let strong = mixed || (mix.digits > 0 && mix.signs > 0);
        return (sure && strong).then_some(value);
    }
    // `.netrc`
    let login = before(text, end, 200).to_ascii_lowercase();
    if word.eq_ignore_ascii_case("password")
        && has_any(&login, "login |machine |account |user ")
        && (mixed || mix.signs > 0)
    {
        return sure.then_some(value);
    }
    // A line of a name and its value.
    let first =
        line[..word_at].trim_matches(|char: char| char.is_whitespace() || ";#-".contains(char));
    let alone = first.is_empty()
        || AHEAD.split('|').any(|known| {
            let small = first.to_ascii_lowercase();
            small == known
                || small.ends_with(&format!(" {known}"))
                || small.starts_with("username ")
        });
    let scrambled = is_scrambled(spelled.as_bytes());
    let ends = behind.trim().is_empty() || !first.is_empty() || scrambled;
    (alone && ends && (mixed || scrambled) && sure && !spelled.ends_with([':', ')']))
        .then_some(value)
}

/// Text that a line may begin with before a name and its value.
static AHEAD: &str = "set|setx|export|env|arg|setenv|set -gx|set -x|set -ux|enable|config set|let|with|using|mit|avec|con|com|auth|snmp-server|radius-server|tacacs-server|by|login|--secret|isakmp|-s";

/// Words after a flag that are not its value.
static OF_SENTENCES: &str = "accepts|and|argument|cannot|directly|expects|flag|flags|instead|is|option|option.|\
    options|parameter|prompt|requires|should|without";

/// `Password    REG_SZ    hunter2`, `/v Password /t REG_SZ /d hunter2`.
fn registry(text: &str, at: usize, called: &Called) -> Option<Range<usize>> {
    let rest = window(text, at, 64);
    let kind = rest.find("REG_")?;
    if !rest[..kind].chars().all(|char| " \t/t\"'".contains(char)) {
        return None;
    }
    let word = rest[kind..].find([' ', '\t'])?;
    let start = blanks(text, at + kind + word);
    let flag = window(text, start, 3).eq_ignore_ascii_case("/d ");
    let start = if flag { blanks(text, start + 2) } else { start };
    let value = quoted(text, start).unwrap_or_else(|| argument(text, start));
    let stands = Stands {
        flag: true,
        ..Stands::default()
    };
    is_secret(&text[value.clone()], called.class, stands).then_some(value)
}
