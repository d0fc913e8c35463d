//! Secrets of requests: passwords in URLs, cookies, and values after the word that says how they
//! are sent.

use crate::bytes::{before, has_any, is_one_of, is_word, lines, run, run_most, window};
use crate::mix::{Mix, is_credentials, is_random, is_ticket};
use crate::placeholders::stands_for;
use crate::{Found, take};
use std::ops::Range;

/// Shortest value of a cookie, of a token and of credentials in base64, in bytes. Chosen here.
const COOKIE_BYTES: usize = 8;
const TOKEN_BYTES: usize = 16;
const BASIC_BYTES: usize = 12;
/// How far before `Basic` the header name may begin, in bytes. Chosen here.
const HEADER_REACH: usize = 24;
/// How far a password in an address reaches at most, in bytes. Chosen here.
const ADDRESS_MOST: usize = 512;

/// Secrets of requests.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    headers(text, found);
    addresses(text, found);
    pairs(text, found);
    parameters(text, found);
    cookies(text, found);
    jars(text, found);
    networks(text, found);
    digests(text, found);
}

/// The answer of a client in a header of the kind `Digest`.
fn digests(text: &str, found: &mut Vec<Found>) {
    for (at, mark) in text.match_indices("response=\"") {
        let start = at + mark.len();
        let end = run_most(text.as_bytes(), start, 128, |byte| byte.is_ascii_hexdigit());
        if end - start >= 32 && before(text, at, 400).contains("igest") {
            take(found, start..end, "password hash");
        }
    }
}

/// Finds the values after `Bearer`, after `Basic` in an authorization header, and after `AUTH
/// PLAIN` and `AUTH LOGIN`.
fn headers(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let end = run(bytes, at, is_word);
        if let Some((kind, value)) = header(text, at..end) {
            take(found, value, kind);
        }
        at = end;
    }
}

fn header(text: &str, word: Range<usize>) -> Option<(&'static str, Range<usize>)> {
    let bytes = text.as_bytes();
    let spelled = &text[word.clone()];
    let is_bearer = spelled.eq_ignore_ascii_case("bearer");
    let ahead = || before(text, word.start, HEADER_REACH).to_ascii_lowercase();
    let kind = if is_bearer {
        "bearer token"
    } else if spelled.eq_ignore_ascii_case("basic") && ahead().contains("auth")
        || (spelled == "PLAIN" || spelled == "LOGIN") && before(text, word.start, 5) == "AUTH "
    {
        "basic credentials"
    } else {
        return None;
    };
    let start = run_most(bytes, word.end, 4, |byte| byte == b' ');
    let end = run(bytes, start, |byte| {
        is_word(byte) || b".~+/=:".contains(&byte)
    });
    let value = bytes.get(start..end)?;
    let least = if is_bearer { TOKEN_BYTES } else { BASIC_BYTES };
    let fits = value.len() >= least
        && if is_bearer {
            is_random(value) && !stands_for(&text[start..end])
        } else {
            // Base64 of a name and a password may have no digit.
            is_credentials(value)
        };
    (start > word.end && fits).then_some((kind, start..end))
}

/// Passwords in addresses: `scheme://user:password@host`, and tokens in the place of both.
fn addresses(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices("://") {
        let start = at + 3;
        let end = run_most(bytes, start, ADDRESS_MOST, |byte| {
            !byte.is_ascii_whitespace() && !b"/\"'`<>?\\".contains(&byte)
        });
        let Some(host) = bytes[start..end].iter().rposition(|byte| *byte == b'@') else {
            continue;
        };
        let host = start + host;
        let colon = bytes[start..host].iter().position(|byte| *byte == b':');
        let secret = colon.map_or(start, |colon| start + colon + 1)..host;
        let value = &bytes[secret.clone()];
        let is_code = value.iter().any(|byte| b"{}()[]".contains(byte))
            || value.starts_with(b"$")
            || value.starts_with(b"*");
        let fits = if colon.is_some() {
            value.len() >= 3
        } else {
            value.len() >= TOKEN_BYTES && is_random(value) && Mix::of(value).digits > 1
        };
        if fits && !is_code && !stands_for(&text[secret.clone()]) {
            found.push(Found {
                at: secret,
                kind: if colon.is_some() { "password" } else { "token" },
            });
        }
    }
}

/// `user:password@tcp(host)`, `user@host.example:password`, `thin:user/password@host`.
fn pairs(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let inner = |byte: u8| !byte.is_ascii_whitespace() && !b"\"'`<>\\,;()|".contains(&byte);
    for (at, _) in text.match_indices('@') {
        let host = run_most(bytes, at + 1, 128, |byte| is_word(byte) || byte == b'.');
        let named = &text[at + 1..host];
        let behind = bytes.get(host).copied();
        let ahead = before(text, at, ADDRESS_MOST);
        let from = ahead
            .rfind(|char: char| !char.is_ascii() || !inner(char as u8))
            .map_or(0, |place| {
                place + ahead[place..].chars().next().map_or(1, char::len_utf8)
            });
        let user = &ahead[from..];
        // A password in front of a host.
        let place = if let Some(thin) = user.find("thin:") {
            user[thin..].find('/').map(|slash| thin + slash + 1)
        } else if user.contains("//") {
            None
        } else {
            user.find(':').map(|colon| colon + 1)
        };
        let is_host = named.starts_with(|char: char| char.is_ascii_alphanumeric())
            && (behind == Some(b'(')
                || behind == Some(b':')
                || user.contains("thin:")
                || named.contains('.')
                    && named
                        .matches(|char: char| char.is_ascii_alphabetic())
                        .count()
                        > 2);
        if let Some(place) = place.filter(|place| *place > 1) {
            let secret = at - user.len() + place..at;
            let value = &text[secret.clone()];
            let mix = Mix::of(value.as_bytes());
            let strong = mix.is_mixed() && value.len() >= 6;
            // `contact:joe2@example.org` is an address of mail behind a word.
            let port = bytes.get(host + 1).is_some_and(u8::is_ascii_digit);
            let is_mail = mix.large == 0
                && value
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"._+-".contains(&byte))
                && behind != Some(b'(')
                && !(behind == Some(b':') && port)
                && !user.contains("thin:");
            let is_version = value.starts_with(|char: char| char.is_ascii_digit() || char == 'v')
                && mix.kinds() < 4;
            if is_host
                && strong
                && !value.contains('/')
                && !is_version
                && !is_mail
                && !value.starts_with(['$', '{'])
            {
                take(found, secret, "password");
            }
            continue;
        }
        // A password behind an address of mail.
        let is_mail = named.contains('.') && behind == Some(b':') && !user.is_empty();
        if is_mail {
            let end = run_most(bytes, host + 1, ADDRESS_MOST, inner);
            let value = &bytes[host + 1..end];
            let mix = Mix::of(value);
            if value.len() >= 8
                && mix.kinds() >= 3
                && mix.digits > 0
                && !value.contains(&b'/')
                && is_random(value)
            {
                take(found, host + 1..end, "password");
            }
        }
    }
}

/// Names of parameters of an address that are secret there alone.
static PARAMETERS: &str = "access_key|appid|auth|code|hash|hmac|k|key|se_sig|sig|signature|t|x-amz-security-token|\
    x-amz-signature|x-goog-signature";

/// Signatures and codes in the parameters of an address.
fn parameters(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices(['?', '&', ';']) {
        let end = run_most(bytes, at + 1, 32, is_word);
        if bytes.get(end) != Some(&b'=') {
            continue;
        }
        let name = text[at + 1..end].to_ascii_lowercase();
        let name = name
            .strip_prefix("amp")
            .filter(|_| bytes[at] == b'&')
            .unwrap_or(&name);
        if !is_one_of(name, PARAMETERS) {
            continue;
        }
        let stop = run_most(bytes, end + 1, 4_096, |byte| {
            is_word(byte) || b".~%+/=:".contains(&byte)
        });
        let value = &bytes[end + 1..stop];
        if value.len() >= TOKEN_BYTES && is_random(value) {
            take(found, end + 1..stop, "token");
        }
    }
}

/// Names in a cookie that say how it is kept.
static OF_COOKIES: &str = "comment|domain|expires|max-age|path|priority|samesite|version";

/// The values of cookies, in headers, in arguments and in objects.
fn cookies(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut from = 0;
    while let Some(place) = bytes[from..]
        .iter()
        .position(|byte| byte.eq_ignore_ascii_case(&b'c'))
    {
        let at = from + place;
        from = at + 1;
        let is_name = bytes
            .get(at..at + 6)
            .is_some_and(|word| word.eq_ignore_ascii_case(b"cookie"))
            && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric());
        if !is_name {
            continue;
        }
        let mut end = run_most(bytes, at + 6, 3, |byte| b"s\"'".contains(&byte));
        if bytes.get(end) != Some(&b':') && bytes.get(end) != Some(&b'=') {
            continue;
        }
        end = run_most(bytes, end + 1, 4, |byte| b" \"'".contains(&byte));
        let stop = end
            + window(text, end, 8_192)
                .find(['\n', '"'])
                .unwrap_or(window(text, end, 8_192).len());
        cookie_values(text, end..stop, found);
        from = at + 6;
    }
}

/// Cookies in files of a line each (domain, flag, path, flag, time, name, value), and in lines of code
/// that speak of them.
fn jars(text: &str, found: &mut Vec<Found>) {
    let is_export = has_any(text, "httpOnly|HttpOnly");
    for line in lines(text) {
        let spelled = &text[line.clone()];
        if spelled.len() > 2_000 {
            continue;
        }
        let of_file = spelled.matches('\t').count() == 6 && spelled.contains("\t/");
        let speaks = has_any(spelled, "ookie|COOKIE")
            || spelled.contains("value") && (is_export || spelled.contains("domain"));
        if !speaks && !of_file {
            continue;
        }
        let least = if of_file {
            COOKIE_BYTES
        } else {
            2 * COOKIE_BYTES
        };
        let mut from = line.start;
        for word in
            spelled.split(|char: char| !char.is_ascii() || " \t\"'`=:;,()[]{}|".contains(char))
        {
            let at = from..from + word.len();
            from = at.end + text[at.end..].chars().next().map_or(0, char::len_utf8);
            let last = of_file && at.end == line.end && is_random(word.as_bytes());
            if word.len() >= least
                && (last || is_ticket(word.as_bytes()))
                && !word.contains(['/', '+'])
                && !word.starts_with("0x")
                && !stands_for(word)
            {
                take(found, at, "cookie");
            }
        }
    }
}

/// The values of `name=value; name=value`.
pub(crate) fn cookie_values(text: &str, at: Range<usize>, found: &mut Vec<Found>) {
    let mut from = at.start;
    for pair in text[at].split(';') {
        let start = from;
        from += pair.len() + 1;
        let Some((name, value)) = pair.split_once('=') else {
            continue;
        };
        let end = value
            .find(|char: char| char.is_whitespace() || "\"'`".contains(char))
            .unwrap_or(value.len());
        let secret = &value[..end];
        let is_secret = secret.len() >= COOKIE_BYTES
            && (is_random(secret.as_bytes()) || secret.len() >= 2 * COOKIE_BYTES)
            && !secret.starts_with(['[', '$', '{', '<'])
            && !stands_for(secret)
            && !is_one_of(&name.trim().to_ascii_lowercase(), OF_COOKIES);
        if is_secret {
            let start = start + name.len() + 1;
            take(found, start..start + end, "cookie");
        }
    }
}

/// The password of a wireless network in the text of its code: `WIFI:S:home;T:WPA;P:secret;;`.
fn networks(text: &str, found: &mut Vec<Found>) {
    for (at, _) in text.match_indices("WIFI:") {
        let code = window(text, at, 256);
        let code = &code[..code.find(";;").unwrap_or(code.len())];
        if let Some(place) = code
            .find(";P:")
            .map(|place| place + 3)
            .or_else(|| code.find(":P:").map(|place| place + 3))
        {
            let end = code[place..]
                .find(';')
                .map_or(code.len(), |end| place + end);
            if end > place {
                take(found, at + place..at + end, "password");
            }
        }
    }
}
