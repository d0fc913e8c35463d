//! Payment card numbers, and the security codes printed next to them.

use crate::bytes::{before, is_one_of, rest_of_line, run_most, window};
use crate::{Found, take};
use std::ops::Range;

/// How far around a number a card word is searched for, in bytes. Chosen here.
const AROUND: usize = 240;
/// Fewest and most digits of a number. Source: ISO/IEC 7812.
const DIGITS: std::ops::RangeInclusive<usize> = 13..=19;

/// Words found near a card number, matched as full words.
static WORDS: &str = "amex|card|cardholder|cardno|cardnumber|cards|carta|cartao|carte|cart\u{e3}o|cc|ccnum|\
    ccnumber|creditcard|cvc|cvn|cvv|cvv2|karte|kartennr|kartennummer|kreditkarte|mastercard|\
    pan|tarjeta|visa|\u{43a}\u{430}\u{440}\u{442}\u{430}|\u{43a}\u{430}\u{440}\u{442}\u{44b}";
/// Words before a card's security code.
static CODES: &str = "cardcode|cid|cryptogramme|csc|cvc|cvc2|cvn|cvv|cvv2|c\u{f3}digodeseguridad|\
    kartenpr\u{fc}fnummer|pr\u{fc}fziffer|securitycode|verificationvalue";

/// Numbers of cards, with their codes.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = number(bytes, at);
        let whole =
            at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || b"._-".contains(&bytes[at - 1]));
        if whole
            && is_card(&bytes[at..end])
            && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)
            && (speaks(before(text, at, AROUND), WORDS) || speaks(window(text, end, AROUND), WORDS))
        {
            take(found, at..end, "card number");
            codes(text, at, end, found);
        }
        at = end.max(at + 1);
    }
}

/// Returns the end of a number whose digits may be separated by single blanks or dashes.
fn number(bytes: &[u8], start: usize) -> usize {
    let mut end = run_most(bytes, start, 64, |byte| byte.is_ascii_digit());
    while matches!(bytes.get(end), Some(b' ' | b'-')) {
        let next = run_most(bytes, end + 1, 7, |byte| byte.is_ascii_digit());
        if !(3..=7).contains(&(next - end - 1)) || end - start > 24 {
            break;
        }
        end = next;
    }
    end
}

/// Whether digits begin as those of a card and add up by Luhn.
fn is_card(spelled: &[u8]) -> bool {
    let digits: Vec<u32> = spelled
        .iter()
        .filter(|byte| byte.is_ascii_digit())
        .map(|byte| u32::from(byte - b'0'))
        .collect();
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match place % 2 {
            0 => *digit,
            _ => digit * 2 / 10 + digit * 2 % 10,
        })
        .sum();
    DIGITS.contains(&digits.len())
        && (2..=6).contains(&digits[0])
        && sum.is_multiple_of(10)
        && digits.iter().any(|digit| *digit != digits[0])
}

/// Returns true if `text` contains one of the words. Several words may be spelled as one.
fn speaks(text: &str, known: &str) -> bool {
    words(text).any(|(_, word)| is_one_of(&word, known))
}

/// Returns the words of `text` in lowercase, each with the position where it ends. A word also ends
/// between a lowercase and an uppercase letter. Each word is returned alone and joined with the one
/// or two before it.
fn words(text: &str) -> impl Iterator<Item = (usize, String)> {
    let mut parts: Vec<(usize, String)> = Vec::new();
    let (mut word, mut was_small, mut joined) = (String::new(), false, false);
    let mut all = Vec::new();
    for (at, char) in text.char_indices().chain([(text.len(), '\n')]) {
        let parted = !char.is_alphanumeric() || was_small && char.is_uppercase();
        if parted && !word.is_empty() {
            if !joined {
                parts.clear();
            }
            parts.push((at, std::mem::take(&mut word)));
            for count in 1..=parts.len().min(3) {
                let name = parts[parts.len() - count..]
                    .iter()
                    .map(|(_, part)| part.as_str());
                all.push((at, name.collect()));
            }
            joined = true;
        }
        if char.is_alphanumeric() {
            word.extend(char.to_lowercase());
        } else if !" _-".contains(char) {
            joined = false;
        }
        was_small = char.is_lowercase();
    }
    all.into_iter()
}

/// Finds the security codes of the card whose number begins at `at`: after their names, or in the
/// same row if a table header names them.
fn codes(text: &str, at: usize, end: usize, found: &mut Vec<Found>) {
    let mut push = |at: Range<usize>| {
        take(found, at, "card code");
    };
    let bytes = text.as_bytes();
    let ahead = before(text, at, AROUND);
    for (from, part) in [(end, window(text, end, AROUND)), (at - ahead.len(), ahead)] {
        for (place, word) in words(part) {
            if !is_one_of(&word, CODES) {
                continue;
            }
            let start = run_most(bytes, from + place, 24, |byte| {
                b" \t\"'`\\:=,<>()[]*|#-".contains(&byte)
            });
            // `<cvc>123</cvc>` and `<add name="cvc" value="123"`
            let start = start + window(text, start, 8).len()
                - window(text, start, 8)
                    .trim_start_matches("value=\"")
                    .trim_start_matches("is ")
                    .len();
            let stop = run_most(bytes, start, 5, |byte| byte.is_ascii_digit());
            if (3..=4).contains(&(stop - start)) {
                push(start..stop);
            }
        }
    }
    // A row below a head that names a code.
    if !speaks(ahead, CODES) {
        return;
    }
    let line = rest_of_line(text, end, AROUND);
    let mut from = end;
    for cell in line.split([',', ';', '|', '\t']) {
        let bare =
            crate::bytes::unquoted(text, crate::bytes::trimmed(text, from..from + cell.len()));
        from += cell.len() + 1;
        if (3..=4).contains(&bare.len()) && bytes[bare.clone()].iter().all(u8::is_ascii_digit) {
            push(bare);
        }
    }
}
