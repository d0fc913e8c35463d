//! What stands behind a name: a sign and a value, a tag, an argument, the value beside it in a list.

use crate::Found;
use crate::bytes::{before, run_most, window};
use crate::names::{Called, is_unparted};
use crate::reading::{VALUE_MOST, argument, bare, blanks, block_mark, prefixed, quoted, sign};
use crate::spoken;
use crate::values::{Class, Mix, Stands, is_code_of_list, is_phrase, is_random, is_secret};
use std::ops::Range;

/// How far is looked in front of a name, and behind one for its value, in bytes. Chosen here.
const NEAR: usize = 160;

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
            && (!text[blank..sign].ends_with(['=', ':', '\u{ff1a}'])
                || before(text, end, 6).ends_with("PASS")
                    && text[blank..sign] == *":"
                    && !before(text, end, 6).ends_with("_PASS"));
        if passed {
            return;
        }
        let mut values = assigned(text, sign, called, blank == at);
        values.drain(..).for_each(|at| {
            push(Some(at));
        });
        return;
    }
    if push(tag(text, at, end, called)) {
        return;
    }
    match bytes.get(at) {
        Some(b',') if in_quotes => {
            let value = quoted(text, blanks(text, at + 1));
            if push(value.filter(|value| is_mixed_secret(&text[value.clone()], called))) {
                return;
            }
        }
        Some(b'(') if called.class != Class::Random => {
            let value = quoted(text, at + 1);
            let gets = before(text, end, 24).to_ascii_lowercase();
            if !gets.contains("get") && !gets.contains("env") {
                push(value.filter(|value| is_mixed_secret(&text[value.clone()], called)));
            }
            return;
        }
        _ => {}
    }
    if push(spoken_close(text, end, called)) || push(spaced(text, end, at, blank, called)) {
        return;
    }
    if push(beside(text, at, called)) || push(part_of_form(text, at, called)) {
        return;
    }
    push(spoken::told(text, at, called));
}

/// The values behind a sign.
fn assigned(text: &str, sign: usize, called: &Called, close_sign: bool) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = blanks(text, sign);
    start = run_most(bytes, start, 3, |byte| byte == b'*');
    start = blanks(text, start);
    let close = close_sign && start == sign;
    if called.class == Class::Code || called.several || bytes.get(start) == Some(&b'[') {
        let list = list(text, start, called);
        if !list.is_empty() || called.several {
            return list;
        }
    }
    if matches!(bytes.get(start), None | Some(b'\n' | b'\r')) || block_mark(text, start).is_some() {
        return next_line(text, start, called).into_iter().collect();
    }
    if let Some(value) = quoted(text, prefixed(text, start)) {
        return in_quotes(text, value, called, close).into_iter().collect();
    }
    if let Some(value) = typed(text, start, called) {
        return vec![value];
    }
    if let Some(value) = phrase(text, start, called) {
        return vec![value];
    }
    let value = bare(text, start);
    let stands = Stands {
        close,
        argument: match bytes.get(value.end) {
            Some(b')' | b']' | b'}') => true,
            // `user=joe,pass=hunter2,uid=1` is no code.
            Some(b',') => bytes.get(value.end + 1).is_none_or(u8::is_ascii_whitespace),
            _ => false,
        },
        ..Stands::default()
    };
    let spelled = &text[value.clone()];
    if spelled.is_empty() {
        return Vec::new();
    }
    // `Authorization: Token abc`
    if called.class == Class::Key
        && spelled.bytes().all(|byte| byte.is_ascii_alphabetic())
        && bytes.get(value.end) == Some(&b' ')
    {
        let next = bare(text, value.end + 1);
        let is_token = called.kind == "secret"
            && is_secret(
                &text[next.clone()],
                called.class,
                Stands {
                    flag: true,
                    ..stands
                },
            );
        if is_token {
            return vec![next];
        }
    }
    if is_secret(spelled, called.class, stands) {
        return vec![value];
    }
    // The end of a sentence is no part of it.
    let sentence = spelled.trim_end_matches(['.', '!', '?', '*', ')', ':', ';', ',']);
    if sentence.len() < spelled.len() && is_secret(sentence, called.class, stands) {
        let mut kept = value;
        kept.end = kept.start + sentence.len();
        return vec![kept];
    }
    if let Some(value) = of_user(text, value.clone(), called) {
        return vec![value];
    }
    otherwise(text, value.start, called).into_iter().collect()
}

/// `credentials: joe:hunter2`
fn of_user(text: &str, value: Range<usize>, called: &Called) -> Option<Range<usize>> {
    let (user, _) = text[value.clone()].split_once(':')?;
    let secret = value.start + user.len() + 1..value.end;
    let is_user =
        called.kind == "secret" && !user.is_empty() && !text[secret.clone()].contains([':', '/']);
    (is_user
        && secret.len() >= 6
        && is_mixed_secret(
            &text[secret.clone()],
            &Called {
                class: Class::Password,
                ..*called
            },
        ))
    .then_some(secret)
}

/// What is in quotes: the secret, or the secret behind a word that says how it is sent.
fn in_quotes(
    text: &str,
    value: Range<usize>,
    called: &Called,
    close: bool,
) -> Option<Range<usize>> {
    let stands = Stands {
        quoted: true,
        close,
        ..Stands::default()
    };
    let spelled = &text[value.clone()];
    if is_secret(spelled, called.class, stands) {
        return Some(value);
    }
    let (first, rest) = spelled.split_once(' ')?;
    let is_word = first.bytes().all(|byte| byte.is_ascii_alphabetic());
    let behind = value.end - rest.len()..value.end;
    if is_word && !rest.contains(' ') && is_mixed_secret(rest, called) {
        return Some(behind);
    }
    if called.class == Class::Phrase && is_phrase(spelled) {
        return Some(value);
    }
    otherwise(text, value.start, called)
}

/// Whether a value is a secret without a doubt: letters and digits.
pub(crate) fn is_mixed_secret(value: &str, called: &Called) -> bool {
    let mix = Mix::of(value.as_bytes());
    let stands = Stands {
        quoted: true,
        ..Stands::default()
    };
    mix.digits > 0 && mix.small + mix.large > 0 && is_secret(value, called.class, stands)
}

/// `password: str = "hunter2"`: a type between the name and the value.
fn typed(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let end = run_most(bytes, start, 48, |byte| {
        byte.is_ascii_alphanumeric() || b"_[]<>&|.?' ".contains(&byte)
    });
    let kind = text.get(start..end)?;
    if kind.trim().is_empty() || bytes.get(end) != Some(&b'=') || bytes.get(end + 1) == Some(&b'=')
    {
        return None;
    }
    let open = prefixed(text, blanks(text, end + 1));
    in_quotes(text, quoted(text, open)?, called, false)
}

/// Words that a wallet is restored from, without quotes.
fn phrase(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    if called.class != Class::Phrase {
        return None;
    }
    let rest = window(text, start, 300);
    let end = rest
        .find(|char: char| !(char.is_ascii_lowercase() || char == ' '))
        .unwrap_or(rest.len());
    let value = crate::bytes::trimmed(text, start..start + end);
    is_phrase(&text[value.clone()]).then_some(value)
}

/// The value on the next line.
fn next_line(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let is_block = block_mark(text, start);
    let from = is_block.unwrap_or(start);
    let rest = window(text, from, NEAR);
    let line_start = from + rest.find('\n')? + 1;
    let line = window(text, line_start, 600);
    let line_end = line_start + line.find('\n').unwrap_or(line.len());
    let value = crate::bytes::trimmed(text, line_start..line_end);
    let spelled = &text[value.clone()];
    let fits = if called.class == Class::Phrase {
        is_phrase(spelled)
    } else {
        !spelled.contains(' ')
            && !spelled.ends_with([':', '{', '[', ','])
            && is_mixed_secret(spelled, called)
            && (is_block.is_some()
                || !spelled.contains(['=', ':'])
                || Mix::of(spelled.as_bytes()).kinds() == 4)
    };
    fits.then(|| crate::bytes::unquoted(text, value))
}

/// Values in a list: `["a", "b"]`, or a line each.
fn list(text: &str, start: usize, called: &Called) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut values = Vec::new();
    let fits = |value: &str| match called.class {
        Class::Code => is_code_of_list(value),
        Class::Password => is_mixed_secret(value, called),
        _ => is_mixed_secret(value, called) && value.len() >= 12,
    };
    if bytes.get(start) == Some(&b'[') {
        let end = start + window(text, start, 2_000).find(']').unwrap_or(0);
        let mut at = start + 1;
        while at < end {
            match quoted(text, at) {
                Some(value) => {
                    at = value.end + 1;
                    if fits(&text[value.clone()]) {
                        values.push(value);
                    }
                }
                None => at += 1,
            }
            while at < end && !text.is_char_boundary(at) {
                at += 1;
            }
        }
        return values;
    }
    let rest = window(text, start, 2_000);
    let mut from = start;
    for (number, line) in rest.split_inclusive('\n').enumerate().take(24) {
        let place = from..from + line.trim_end().len();
        from += line.len();
        let item = crate::bytes::trimmed(text, place.start.min(place.end)..place.end);
        let Some(dash) = text[item.clone()].strip_prefix("- ") else {
            if number == 0 {
                continue;
            }
            break;
        };
        let value = crate::bytes::unquoted(text, item.end - dash.len()..item.end);
        if fits(&text[value.clone()]) {
            values.push(value);
        }
    }
    values
}

/// A value that stands in for what code looks up: `os.environ.get("X") or "hunter2"`,
/// `${X:-hunter2}`, `echo hunter2`.
fn otherwise(text: &str, start: usize, called: &Called) -> Option<Range<usize>> {
    let line = window(text, start, NEAR);
    let line = line.split('\n').next().unwrap_or(line);
    if let Some(rest) = line.strip_prefix("${") {
        let inner = rest.split('}').next().unwrap_or(rest);
        let at = inner.find(":-").map(|at| at + 2)?;
        let value = start + 2 + at..start + 2 + inner.len();
        return is_mixed_secret(&text[value.clone()], called).then_some(value);
    }
    if let Some(rest) = line
        .strip_prefix("echo ")
        .or_else(|| line.strip_prefix("printf "))
    {
        let from = start + line.len() - rest.len();
        let value = bare(text, from);
        return is_mixed_secret(&text[value.clone()], called).then_some(value);
    }
    let is_look_up = [
        "env", "default", "config", "conf", "settings", "process", "get", "System", "var", "lookup",
    ]
    .iter()
    .any(|word| line.contains(word));
    if !is_look_up || called.class == Class::Random {
        return None;
    }
    for mark in [" or ", "|| ", "?? ", ", ", "default(", "?: ", "unwrap_or("] {
        let mut from = 0;
        while let Some(place) = line[from..].find(mark) {
            from += place + mark.len();
            if let Some(value) = quoted(text, start + from)
                && is_mixed_secret(&text[value.clone()], called)
                && !is_constant(&text[value.clone()])
            {
                return Some(value);
            }
        }
    }
    None
}

/// `DB_PASSWORD1`
fn is_constant(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
        && value.contains('_')
}

/// The text of an element whose name, attribute or neighbour is the name.
fn tag(text: &str, at: usize, end: usize, called: &Called) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let open = |from: usize| -> Option<usize> {
        let rest = window(text, from, NEAR);
        let close = rest.find('>')?;
        (!rest.get(1..close)?.contains(['<', '\n'])).then_some(from + close + 1)
    };
    let in_tag = || {
        let ahead = before(text, end, NEAR);
        ahead
            .rfind(['<', '>', '\n'])
            .is_some_and(|place| ahead.as_bytes()[place] == b'<')
    };
    let from = match bytes.get(at)? {
        b'>' if in_tag() => at + 1,
        // `<key>Password</key><string>..`, `<name>password</name> <value>..`
        b'<' if bytes.get(at + 1) == Some(&b'/') => {
            let next = open(at)?;
            let next =
                next + window(text, next, 64).len() - window(text, next, 64).trim_start().len();
            if bytes.get(next) != Some(&b'<') || bytes.get(next + 1) == Some(&b'/') {
                return None;
            }
            open(next)?
        }
        // `<password encrypted="no">..`
        b' ' if in_tag()
            && before(text, end, NEAR)
                .rfind('<')
                .is_some_and(|place| !before(text, end, NEAR)[place..].contains(' ')) =>
        {
            open(at)?
        }
        _ => return None,
    };
    let rest = window(text, from, VALUE_MOST);
    let rest = rest.strip_prefix("<![CDATA[").unwrap_or(rest);
    let from = from + window(text, from, VALUE_MOST).len() - rest.len();
    let value = crate::bytes::trimmed(text, from..from + rest.find(['<', ']'])?);
    let stands = Stands {
        quoted: true,
        close: true,
        ..Stands::default()
    };
    is_secret(&text[value.clone()], called.class, stands).then_some(value)
}

/// `"name": "DB_PASSWORD", "value": "hunter2"`, in JSON, YAML, attributes and arguments.
fn beside(text: &str, at: usize, called: &Called) -> Option<Range<usize>> {
    let rest = window(text, at, NEAR);
    let skipped = rest.len()
        - rest
            .trim_start_matches(|char: char| char.is_whitespace() || ",;\"'\\{".contains(char))
            .len();
    if skipped == 0 {
        return None;
    }
    let rest = &rest[skipped..];
    let word = rest
        .find(|char: char| !char.is_ascii_alphanumeric() && char != '_')
        .unwrap_or(rest.len());
    let name = rest[..word].to_ascii_lowercase();
    let is_value = [
        "value",
        "parametervalue",
        "defaultvalue",
        "default",
        "content",
        "val",
        "stringvalue",
        "plaintext",
        "secretstring",
    ]
    .contains(&name.as_str());
    if !is_value {
        return None;
    }
    let from = at + skipped + word;
    let from = run_most(text.as_bytes(), from, 3, |byte| b"\"'\\".contains(&byte));
    let sign = sign(text, blanks(text, from))?;
    let start = blanks(text, sign);
    match quoted(text, start) {
        Some(value) => in_quotes(text, value, called, true),
        None => {
            let value = bare(text, start);
            let stands = Stands {
                close: true,
                ..Stands::default()
            };
            is_secret(&text[value.clone()], called.class, stands).then_some(value)
        }
    }
}

/// The part of a form with several parts: two line breaks behind the name.
fn part_of_form(text: &str, at: usize, called: &Called) -> Option<Range<usize>> {
    let rest = window(text, at, 8);
    let breaks = ["\r\n\r\n", "\n\n"]
        .into_iter()
        .find(|breaks| rest.starts_with(breaks))?;
    if !before(text, at, NEAR).contains("name=") {
        return None;
    }
    let value = bare(text, at + breaks.len());
    is_secret(
        &text[value.clone()],
        called.class,
        Stands {
            close: true,
            ..Stands::default()
        },
    )
    .then_some(value)
}

/// `密码是hunter2`: the word between stands close.
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

/// A value behind a blank: of a flag, of a line of a configuration, of a login, in quotes.
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
    let behind = window(text, value.end, NEAR);
    let behind = behind.split('\n').next().unwrap_or(behind);
    let mix = Mix::of(spelled.as_bytes());
    let mixed = mix.digits > 0 && mix.small + mix.large > 0;
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
            && (!is_word || (command && spelled.len() >= 6 && !OF_SENTENCES.contains(&spelled))))
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
        && ["login ", "machine ", "account ", "user "]
            .iter()
            .any(|word| login.contains(word))
        && (mixed || mix.signs > 0)
    {
        return sure.then_some(value);
    }
    // A line of a name and its value.
    let first =
        line[..word_at].trim_matches(|char: char| char.is_whitespace() || ";#-".contains(char));
    let alone = first.is_empty()
        || [
            "set",
            "setx",
            "export",
            "env",
            "arg",
            "setenv",
            "set -gx",
            "set -x",
            "set -ux",
            "enable",
            "config set",
            "let",
            "with",
            "using",
            "mit",
            "avec",
            "con",
            "com",
            "auth",
            "snmp-server",
            "radius-server",
            "tacacs-server",
            "by",
            "login",
        ]
        .iter()
        .any(|known| {
            let small = first.to_ascii_lowercase();
            small == *known || small.ends_with(&format!(" {known}"))
        });
    let ends = behind.trim().is_empty() || !first.is_empty();
    (alone && ends && mixed && sure && !spelled.ends_with([':', ')'])).then_some(value)
}

/// What stands behind a flag without being a value.
static OF_SENTENCES: [&str; 18] = [
    "flag",
    "option",
    "argument",
    "parameter",
    "should",
    "cannot",
    "without",
    "prompt",
    "is",
    "and",
    "instead",
    "directly",
    "requires",
    "expects",
    "accepts",
    "option.",
    "flags",
    "options",
];
