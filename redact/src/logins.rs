//! Secrets of lines that speak of logging in, without a name of their own.

use crate::bytes::{before, has_any, is_one_of, lines, rest_of_line, run_most};
use crate::mix::{LARGE_OF_100, Mix, is_random, is_scrambled};
use crate::names::Called;
use crate::placeholders::stands_for;
use crate::spoken::{OF_HASHES, SAYS};
use crate::values::{Class, is_base32, is_numbered};
use crate::{Found, take};
use std::ops::Range;

/// Shortest and longest secret that is known by its letters alone, in bytes. Chosen here.
pub(crate) const STRONG_BYTES: usize = 8;

pub(crate) const STRONG_MOST: usize = 128;

/// Signs that are common in passwords and rare in names.
const STRONG_SIGNS: [char; 11] = ['!', '#', '$', '%', '^', '&', '*', '+', '~', '=', '?'];

/// Longest line that is a sentence, in bytes. Chosen here.
const SENTENCE: usize = 400;

/// How many lines a word of logging in speaks for. Chosen here: a call may take several.
const LINES: usize = 3;

/// Words of lines that log in, or that open something locked.
static LOGINS: &str = "jwt|aes.new(|hmac|cipher|wifi.begin|credential|creds|login|logon|signin|sign_in|bind|auth|\
    connect|password|passwd|passwort|contrase|twilio|client(|pdo(|mysqli|smtp|imap|ftp|ssh|ldap|jdbc|\
    algolia|apikey|api_key|tochararray|keyspec|securitykey|secretkey|sharedkey|fernet|signwith|signedstring|\
    cookiestore|session(|pkcs12|x509cert|keystore|usehttps|keymaterial|environment(|superuser|sendline|send_keys|send \"|\
    pwd|.secret|oauth|mailjet|praw.|pusher|shopify|paypal|braintree|encrypt|decrypt|analytics.load";

/// Finds strong passwords without a name, in a line that mentions logging in.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    // With the places of `text`: only ASCII letters change.
    let small = text.to_ascii_lowercase();
    let mut starts = [0; LINES];
    for line in lines(text) {
        starts.rotate_left(1);
        starts[LINES - 1] = line.start;
        // What is quoted is looked at first: that is rare, and what speaks of logging in dear to find.
        let before = found.len();
        in_quotes(text, line.clone(), found);
        if found.len() > before && !has_any(&small[starts[0]..line.end], LOGINS) {
            found.truncate(before);
        }
        used_as(text, &text[line.clone()], &small[line], found);
    }
}

/// Arguments in quotes.
fn in_quotes(text: &str, line: Range<usize>, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = line.start;
    while at < line.end {
        let quote = bytes[at];
        if !b"\"'`".contains(&quote) {
            at += 1;
            continue;
        }
        let end = run_most(bytes, at + 1, line.end - at - 1, |byte| byte != quote);
        if end >= line.end {
            at += 1;
            continue;
        }
        let ahead = text[line.start..at].trim_end();
        let bare = ahead.strip_suffix('b').unwrap_or(ahead).trim_end();
        let is_last = bytes.get(end + 1) == Some(&b')');
        let is_argument = bare.is_empty()
            || bare.ends_with([',', '(', '['])
            || ahead.ends_with("String")
            || ahead.ends_with("=>")
            || ahead.ends_with("send");
        let value = text[at + 1..end]
            .trim_end_matches("\\n")
            .trim_end_matches("\\r");
        let scrambled = is_scrambled(value.as_bytes());
        let is_alone = is_last && bare.ends_with('(');
        let fits = is_strong(value) && (!bare.is_empty() || scrambled)
            || !is_alone && is_numbered(value)
            || is_argument_of_login(value)
                && (scrambled && value.bytes().any(|byte| byte.is_ascii_uppercase())
                    || !is_alone && (is_last || value == value.to_lowercase()))
            || text[end + 1..line.end].starts_with(".toCharArray()")
                && value.len() > 5
                && !value.contains(' ')
                && Mix::of(value.as_bytes()).is_mixed();
        if is_argument && fits && value.len() <= STRONG_MOST {
            take(found, at + 1..at + 1 + value.len(), "password");
        }
        at = end + 1;
    }
}

/// Whether the last argument in quotes is a secret: letters of both cases and digits, or hexadecimal.
fn is_argument_of_login(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mix = Mix::of(bytes);
    let is_hex = bytes.len() >= 32 && bytes.iter().all(u8::is_ascii_hexdigit);
    (is_hex
        || bytes.len() >= STRONG_BYTES + 2
            && (mix.large > 1 && mix.small > 1 && mix.digits > 1
                || mix.kinds() == 3 && is_scrambled(bytes)
                || mix.digits > 0 && LARGE_OF_100.contains(&mix.large_of_100()))
            && (mix.signs == 0 || bytes.len() >= 32))
        && is_base64(bytes)
        && is_random(bytes)
        && !crate::values::names_a_secret(word)
        && !has_any(&word.to_lowercase(), OF_HASHES)
}

fn is_base64(word: &[u8]) -> bool {
    word.iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+/=_-".contains(byte))
}

/// Finds strong words in a line that contains the name of a secret, in any language and order; the
/// words between them do not matter. The name ends at `name`. Returns the end of the line.
pub(crate) fn around(text: &str, name: usize, called: &Called, found: &mut Vec<Found>) -> usize {
    // A placeholder names what stood there.
    let ahead = before(text, name, 32);
    if ahead
        .rfind('[')
        .is_some_and(|at| ahead[at..].starts_with("[redacted "))
    {
        return name;
    }
    let start = text[..name].rfind('\n').map_or(0, |place| place + 1);
    let end = name + rest_of_line(text, name, text.len()).len();
    if end - start > SENTENCE {
        return end;
    }
    let is_password = called.class == Class::Password;
    let parts = |char: char| !char.is_ascii() || " \t\"'`()[]{}<>,;|".contains(char);
    let mut from = start;
    for word in text[start..end].split_inclusive(parts) {
        let mut kept = word
            .trim_end_matches(parts)
            .trim_end_matches(['.', ':', '*']);
        let mut at = from;
        from += word.len();
        // `name=value`, `name:value`
        if let Some(place) = kept.find(['=', ':']).filter(|place| {
            *place > 1
                && kept[..*place]
                    .bytes()
                    .all(|byte| byte.is_ascii_alphabetic() || b"_-".contains(&byte))
        }) {
            at += place + 1;
            kept = &kept[place + 1..];
        }
        let bytes = kept.as_bytes();
        let mix = Mix::of(bytes);
        let is_marked = || {
            let ahead = text[start..at].trim_end();
            let last = ahead.rsplit(' ').next().unwrap_or_default();
            let is_sign =
                |char| "=:\u{ff1a}\u{ff1d}\u{2192}>\"'`\u{ab}\u{201c}\u{300c}".contains(char);
            at > name && (ahead.ends_with(is_sign) || is_one_of(last, SAYS))
        };
        let is_hex = bytes.iter().all(u8::is_ascii_hexdigit);
        // `toolu_01AbC` is the id of something, `Sum256(` a function.
        let is_id = kept.find(['_', '-']).is_some_and(|place| {
            place > 1
                && kept.len() > place + 16
                && kept[..place].bytes().all(|byte| byte.is_ascii_lowercase())
                && kept[place + 1..]
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric())
        });
        if is_id
            || kept.starts_with("0x")
            || word.ends_with('(') && text[from..].starts_with(|char: char| char.is_ascii())
        {
            continue;
        }
        let is_sure = is_strong(kept)
            && (kept.contains(STRONG_SIGNS) || mix.digits > 1 && is_scrambled(bytes))
            || is_numbered(kept)
            || is_scrambled(bytes)
                && mix.signs == 0
                && mix.kinds() == 3
                && mix.large > 1
                && mix.small > 1
                && (mix.digits > 1 || bytes.len() > 13);
        let is_likely = || {
            is_strong(kept)
                || mix.signs == 0
                    && (is_scrambled(bytes) && !is_hex
                        || bytes.len() >= 10
                            && mix.digits > 0
                            && LARGE_OF_100.contains(&mix.large_of_100())
                            && is_random(bytes))
        };
        let is_key = || {
            bytes.len() >= 20
                && is_base64(bytes)
                && ((mix.kinds() > 2 || mix.large > 1 && mix.small > 1) && is_scrambled(bytes)
                    || bytes.len() >= 40
                        && mix.kinds() == 2
                        && mix.digits > 3
                        && is_random(bytes)
                        && !is_hex
                    || is_base32(bytes)
                    || called.class == Class::Key
                        && (is_hex && bytes.len() >= 32 && is_random(bytes) || is_uuid(bytes)))
        };
        let fits = if is_password {
            is_sure || is_likely() && is_marked()
        } else {
            !called.several && is_key() && is_marked()
        };
        if fits
            && kept.len() <= STRONG_MOST
            && !stands_for(kept)
            && !has_any(&kept.to_lowercase(), OF_HASHES)
        {
            take(found, at..at + kept.len(), called.kind);
        }
    }
    found.extend(answered(text, start..end, called).map(|at| Found {
        at,
        kind: called.kind,
    }));
    end
}

/// Returns the secret on the line below a question or request for it. The line may begin with a
/// speaker.
fn answered(text: &str, asked: Range<usize>, called: &Called) -> Option<Range<usize>> {
    let from = asked.end + 1;
    if from > text.len() || called.several {
        return None;
    }
    let line = rest_of_line(text, from, SENTENCE);
    let line_end = from + line.trim_end().len();
    let word_at = line.trim_end().rfind(' ').map_or(0, |place| place + 1);
    let ahead = line[..word_at].trim_end();
    let is_speaker = ahead.ends_with([':', '>', ']', '\u{ff1a}']) && ahead.split(' ').count() < 4;
    let value = crate::bytes::unquoted(text, from + word_at..line_end.max(from + word_at));
    let word = &text[value.clone()];
    let bytes = word.as_bytes();
    let mix = Mix::of(bytes);
    let asked = text[asked].trim_end();
    // Base64 of `Password:`. Source: the LOGIN mechanism of SMTP.
    let asks = asked.ends_with(['?', '\u{ff1f}', ':', '.', '!']) || asked.ends_with("UGFzc3dvcmQ6");
    let is_key = bytes.len() >= 20 && mix.kinds() > 2 && is_scrambled(bytes)
        || asks && called.class == Class::Key && (is_uuid(bytes) || is_base32(bytes));
    let is_password = called.class == Class::Password
        && (is_strong(word)
            || asks && bytes.len() >= STRONG_BYTES && mix.kinds() > 2 && mix.digits > 0);
    ((is_speaker || asks && ahead.is_empty())
        && (is_key || is_password)
        && !word
            .trim_end_matches('=')
            .contains(['/', '(', '=', '<', '{'])
        && bytes.len() <= STRONG_MOST
        && !stands_for(word)
        && !has_any(&word.to_lowercase(), OF_HASHES))
    .then_some(value)
}

/// `32b09bd1-9946-4206-b60b-a6e427f24c27`
fn is_uuid(word: &[u8]) -> bool {
    word.len() == 36
        && word.iter().enumerate().all(|(at, byte)| {
            if matches!(at, 8 | 13 | 18 | 23) {
                *byte == b'-'
            } else {
                byte.is_ascii_hexdigit()
            }
        })
}

/// Whether a word is a password by its letters alone.
pub(crate) fn is_strong(word: &str) -> bool {
    let bytes = word.as_bytes();
    let mix = Mix::of(bytes);
    let strong_sign = word.contains(STRONG_SIGNS);
    let is_alone = mix.signs == 0
        && mix.small > 2
        && mix.large > 2
        && mix.digits > 2
        && bytes.len() >= 3 * STRONG_BYTES;
    (STRONG_BYTES..=STRONG_MOST).contains(&bytes.len())
        && word.is_ascii()
        && !bytes
            .iter()
            .any(|byte| byte.is_ascii_whitespace() || b"/()[]{}<>\\|,;:\"'`".contains(byte))
        && mix.digits > 0
        && mix.large > 0
        && mix.small > 0
        && (is_alone
            || strong_sign
            || (mix.signs > 0
                && (mix.digits > 1 || mix.large > 1 && mix.small > 1 && is_scrambled(bytes))
                && mix.different > 8
                && word.starts_with(|char: char| char.is_ascii_alphanumeric())))
        && is_random(bytes)
        && !stands_for(word)
        && !word.starts_with(['$', '%', '-', '@', '.', '#', '*', '&', '+'])
        && !word
            .rsplit_once('@')
            .is_some_and(|(_, host)| host.contains('.') && host == host.to_lowercase())
        && !(word.contains('=')
            && word.find('=').is_some_and(|at| {
                at > 1
                    && word[..at]
                        .bytes()
                        .all(|byte| byte.is_ascii_alphabetic() || b"_-".contains(&byte))
            }))
        && !is_file(word)
        && word.matches('.').count() < 2
}

/// `Chart2.yaml`
fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, ending)| {
        (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

/// Words after a password that is used.
static AS: &str = " as the password| as password| as your password| as its password| als passwort| als kennwort|\
     comme mot de passe| como contrase\u{f1}a| como senha| come password";
/// Of lines with a name and a password.
static IN: &str = "log in|login|sign in|credentials|zugang|anmeld";

/// `use hunter2 as the password`, `log in with admin / hunter2`.
fn used_as(text: &str, line: &str, small: &str, found: &mut Vec<Found>) {
    let start = line.as_ptr() as usize - text.as_ptr() as usize;
    let mut push = |place: usize, word: &str| {
        let kept = word.trim_matches(['"', '\'', '`', '.', ',', '*']);
        let mix = Mix::of(kept.as_bytes());
        let inside = word.find(kept).unwrap_or_default();
        if kept.len() >= 6 && mix.is_mixed() && !kept.contains(['/', '(', '=']) && !stands_for(kept)
        {
            take(
                found,
                start + place + inside..start + place + inside + kept.len(),
                "password",
            );
        }
    };
    // What is longer is no sentence. `small` has the places of `line`: only ASCII letters changed.
    if line.len() > SENTENCE {
        return;
    }
    for mark in AS.split('|') {
        if let Some(end) = small.find(mark) {
            let from = line[..end].rfind(' ').map_or(0, |place| place + 1);
            push(from, &line[from..end]);
        }
    }
    if has_any(small, IN)
        && let Some(place) = line.find(" / ")
    {
        let from = place + 3;
        let end = line[from..].find(' ').map_or(line.len(), |end| from + end);
        push(from, &line[from..end]);
    }
}
