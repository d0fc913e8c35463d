//! Secrets that a command prints on the lines below it, and those that the next command reads.

use crate::bytes::{has_any, is_one_of, lines, trimmed, unquoted};
use crate::mix::{Mix, is_random, is_scrambled};
use crate::placeholders::stands_for;
use crate::{Found, take};
use std::ops::Range;

/// How many lines below a command are its answer. Chosen here.
const LINES: usize = 3;
/// Shortest secret, in bytes. Chosen here.
const LEAST: usize = 8;

/// Commands that print a secret, by what their line holds; `+` parts what it holds together.
static COMMANDS: &str = "<auth-user-pass>|wg genkey|wg genpsk|openssl rand|openssl passwd|pwgen|apg |mkpasswd|\
    /dev/urandom|secrets.token|randombytes(|uuidgen+secret|pass show|gopass show|pass generate|\
    op read|op item get|bw get password|lpass show|keepassxc-cli|secret-tool lookup|\
    find-generic-password|find-internet-password|secrets versions access|get-secret-value|\
    keyvault secret show|vault+-field|vault print token|kubectl+secret+base64|\
    kubectl+secret+jsonpath|kubectl create token|oc whoami -t|print-access-token|\
    print-identity-token|get-access-token|get-login-password|auth token|auth:token|tokens create|\
    token create|generate-db-auth-token|ssm get-parameter|rails secret|rake secret|\
    key:generate --show|ansible-vault decrypt|terraform output -raw|chamber read|nmcli+psk|\
    keys list|-keys|primaryKey|primaryConnectionString|create-access-key|auth print|token+new|\
    sts+token|reset-password|wallet+new|keygen|gen-key|generate-key|wg show+dump";
/// Parts of the names of files that hold a secret alone.
static FILES: &str =
    "password|passwd|_pass|secret|token|credential|auth|.key|apikey|api_key|api-key|psk|passphrase";
/// Commands that read a password.
static READERS: &str = "sudo -S|--password-stdin|--pass-stdin|--with-token|su -|kinit|cryptsetup|passwd|\
    gh auth login";

/// Finds secrets below commands and before them.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    let mut left = 0;
    // The last line that is not blank.
    let mut last = "";
    for line in lines(text) {
        let spelled = &text[line.clone()];
        if let Some(command) = prompted(spelled) {
            left = if prints(command) { LINES } else { 0 };
            last = command;
            piped(text, line, found);
            continue;
        }
        if spelled.trim() == "<auth-user-pass>" {
            left = LINES;
            continue;
        }
        let blank = spelled.trim().is_empty();
        if left > 0 && !blank {
            left -= 1;
            let cell = spelled.split('\t').next().unwrap_or(spelled);
            let value = unquoted(text, trimmed(text, line.start..line.start + cell.len()));
            if is_answer(&text[value.clone()]) {
                take(found, value, "secret");
                left = 0;
            }
        }
        // A line that names a secret, and below it one that holds nothing else.
        let value = unquoted(text, trimmed(text, line.clone()));
        if !blank && is_alone(&text[value.clone()]) && is_title(last) {
            take(found, value, "secret");
        }
        if !blank {
            last = spelled;
        }
        piped(text, line, found);
    }
}

/// Whether a line is a title or a short sentence that names a secret.
fn is_title(line: &str) -> bool {
    const NAMES: &str = "token|secret|password|api key|api-key|apikey|access key|passphrase|private key|passwort|\
    kennwort|mot de passe|contrase\u{f1}a|senha|\u{43f}\u{430}\u{440}\u{43e}\u{43b}\u{44c}|\
    \u{5bc6}\u{7801}";
    let small = line.to_lowercase();
    line.len() < 100
        && !line.contains(['{', '}', ';', '=', '<', '>', '|', '`', '+'])
        && has_any(&small, NAMES)
}

/// Whether a line is a secret by its letters alone.
fn is_alone(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mix = Mix::of(bytes);
    let is_hex = bytes.len() >= 32 && bytes.iter().all(u8::is_ascii_hexdigit);
    let mixed = mix.digits > 0 && mix.large > 1 && mix.small > 1;
    is_answer(line)
        && (is_hex && is_random(bytes)
            || mixed && bytes.len() >= 12 && is_scrambled(bytes)
            || crate::logins::is_strong(line))
}

/// Returns the text after a shell prompt.
fn prompted(line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    for sign in ["$ ", "# ", "% ", "> ", "\u{276f} ", "\u{279c} ", "\u{3bb} "] {
        if let Some(rest) = trimmed.strip_prefix(sign) {
            return Some(rest);
        }
    }
    for sign in ["$ ", "# ", "> "] {
        if let Some(place) = trimmed.find(sign).filter(|place| *place < 64) {
            let host = &trimmed[..place];
            if host.contains(['@', '\\', ':', '~']) && !host.contains(['"', '=', '(']) {
                return Some(&trimmed[place + sign.len()..]);
            }
        }
    }
    None
}

fn prints(command: &str) -> bool {
    let holds = |words: &str| words.split('+').all(|word| command.contains(word));
    if COMMANDS.split('|').any(holds) && !command.contains(" -out ") {
        return true;
    }
    // `cat /run/secrets/db_password`
    command
        .strip_prefix("sudo ")
        .unwrap_or(command)
        .strip_prefix("cat ")
        .is_some_and(|file| {
            let small = file.to_ascii_lowercase();
            let code = "c|css|go|html|java|js|json|log|md|php|pub|py|rb|rs|sh|sql|toml|ts|tsx";
            !file.trim().contains([' ', '|', '*'])
                && has_any(&small, FILES)
                && !small
                    .trim_end()
                    .rsplit_once('.')
                    .is_some_and(|(_, ending)| is_one_of(ending, code))
        })
}

/// Whether a line holds a secret and nothing more.
fn is_answer(line: &str) -> bool {
    let mix = Mix::of(line.as_bytes());
    line.len() >= LEAST
        && line.is_ascii()
        && !line.contains(' ')
        && !stands_for(line)
        && !line.contains("://")
        && !line.starts_with(['-', '/', '{', '[', '<', '#', '('])
        && !line.ends_with([':', '{', '(', ';'])
        && (is_random(line.as_bytes()) && mix.kinds() >= 2 && (mix.digits > 1 || mix.large > 2)
            || mix.kinds() >= 3 && mix.digits > 0)
}

/// `echo 'hunter2' | sudo -S`, and what `<<<` hands over.
fn piped(text: &str, line: Range<usize>, found: &mut Vec<Found>) {
    let spelled = &text[line.clone()];
    let is_read = (spelled.contains('|') || spelled.contains("<<<")) && has_any(spelled, READERS);
    // `echo 'hunter2' > ~/.vault_pass.txt`
    let is_kept = spelled.rsplit_once("> ").is_some_and(|(command, file)| {
        command.contains("echo ") && has_any(&file.to_ascii_lowercase(), FILES)
    });
    if !is_read && !is_kept {
        return;
    }
    let pushed = |start: usize, found: &mut Vec<Found>| {
        let start = crate::reading::blanks(text, line.start + start);
        let value = crate::reading::quoted(text, start)
            .unwrap_or_else(|| crate::reading::argument(text, start));
        let secret = text.get(value.clone()).unwrap_or_default();
        let mix = Mix::of(secret.as_bytes());
        if value.end <= line.end
            && secret.len() >= 6
            && !secret.contains([' ', ':'])
            && !secret.starts_with(['$', '-', '<', '{'])
            && (mix.digits > 0 || mix.kinds() > 2)
            && !stands_for(secret)
        {
            take(found, value, "password");
        }
    };
    for mark in ["echo ", "echo -n ", "printf ", "<<< ", "<<<"] {
        let from = spelled
            .find(mark)
            .filter(|place| spelled[*place..].contains(['|', '>']) || mark.starts_with('<'));
        if let Some(place) = from {
            pushed(place + mark.len(), found);
        }
    }
}
