//! Secrets of several words or groups, near a line that names them: words that a wallet is restored
//! from, keys that are written in groups to be typed.

use crate::bytes::{has_any, is_one_of, lines};
use crate::{Found, take};
use std::ops::Range;

/// How many lines a name speaks for. Chosen here.
const LINES: usize = 8;
const GROUP_LINES: usize = 3;
/// Fewest and most words. Source: BIP 39, and 25 of Monero.
const WORDS: std::ops::RangeInclusive<usize> = 12..=26;
/// How many words a whole phrase has. Source: BIP 39.
const LENGTHS: [usize; 5] = [12, 15, 18, 21, 24];
/// Longest text between two words of a list, in bytes: a number and signs. Chosen here.
const BETWEEN: usize = 12;

/// What names the words of a wallet.
static WALLETS: &str = "mnemonic|seed|recovery phrase|recovery words|backup phrase|secret words|secret phrase|\
    wallet|fromphrase|bip39|bip-39|12 words|24 words|twelve words|wiederherstellung|\
    phrase de r\u{e9}cup\u{e9}ration|frase de recuperaci\u{f3}n|frase semilla|\
    \u{52a9}\u{8bb0}\u{8bcd}|\u{441}\u{438}\u{434}-\u{444}\u{440}\u{430}\u{437}";
/// Words of sentences that no list of such words holds.
pub(crate) static OF_SENTENCES: &str = "about|account|admin|after|all|allow|allowed|also|and|any|are|auth|based|been|before|\
    being|between|but|can|cannot|change|characters|check|choose|client|contain|contains|\
    could|database|der|des|did|die|digits|does|each|enter|field|file|for|from|given|had|has|\
    hash|have|her|here|his|how|if|into|its|least|les|less|letters|line|long|los|match|\
    matches|may|might|more|must|new|not|old|only|onto|or|our|over|per|please|policy|provided|\
    read|same|saved|sent|server|set|shall|should|stored|than|that|the|their|then|there|this|\
    too|type|una|und|under|update|use|used|user|using|via|was|were|what|when|which|who|why|\
    will|with|would|you|your";
/// What names a key that is typed.
static TYPED: &str = "setup key|secret|authenticator|two-factor|2fa|totp|otp|mfa|manually|app password|\
    app-password|app passwor|app-passwor|recovery key|filevault|license key|product key";

/// Words and groups.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    let small = text.to_lowercase();
    let names = |known: &str| has_any(&small, known);
    let (wallet, typed) = (names(WALLETS), names(TYPED));
    let (mut words_left, mut groups_left) = (0usize, 0usize);
    let mut app = false;
    let mut run = Run::default();
    for line in lines(text) {
        // Where neither is named, no line is compared.
        let spelled = if wallet || typed {
            text[line.clone()].to_lowercase()
        } else {
            String::new()
        };
        let spelled = &spelled;
        if wallet && has_any(spelled, WALLETS) {
            words_left = LINES;
        }
        if words_left > 0 {
            words_left -= 1;
            run.line(text, line.clone(), found);
        } else {
            run.end(text, found);
        }
        if typed && has_any(spelled, TYPED) {
            groups_left = GROUP_LINES;
            app = spelled.contains("app pass") || spelled.contains("app-pass");
        }
        if groups_left > 0 && !spelled.contains("fingerprint") {
            groups(text, line.clone(), app, found);
        }
        groups_left = groups_left.saturating_sub(1);
        // Eight groups take as many bytes.
        if line.len() >= 55
            && text.as_bytes()[line.clone()]
                .iter()
                .filter(|byte| **byte == b'-')
                .count()
                > 6
        {
            number_groups(text, line, found);
        }
    }
    run.end(text, found);
}

/// Words that follow each other.
#[derive(Default)]
struct Run {
    words: Vec<Range<usize>>,
    spoilt: bool,
    /// End of the last word that belongs to no list.
    behind: usize,
}

impl Run {
    fn line(&mut self, text: &str, line: Range<usize>, found: &mut Vec<Found>) {
        let bytes = text.as_bytes();
        let mut at = line.start;
        if text[line.clone()].trim().is_empty() {
            self.end(text, found);
        }
        while at < line.end {
            let start = at;
            while at < line.end
                && (bytes[at].is_ascii_alphanumeric() || bytes[at] >= 0x80 || bytes[at] == b'_')
            {
                at += 1;
            }
            if at == start {
                // Signs that part a sentence from the words, but for those of lists.
                if !b" \t\"'`,.)|;\\-[]*:#\r".contains(&bytes[at]) {
                    self.end(text, found);
                }
                // The end of a list.
                if bytes[at] == b']'
                    && self.words.len() >= *WORDS.start()
                    && self.words.iter().all(|word| bytes[word.end] != b'-')
                {
                    self.end(text, found);
                }
                // The end of a sentence, and what introduces the words.
                let behind_letter = start > line.start && bytes[start - 1].is_ascii_lowercase();
                if behind_letter && b".:".contains(&bytes[at]) {
                    self.end(text, found);
                    self.behind = 0;
                }
                at += 1;
                continue;
            }
            let word = &text[start..at];
            if word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let fits = (3..=12).contains(&word.len()) && word.chars().all(char::is_lowercase);
            let near = self
                .words
                .last()
                .is_none_or(|last| start - last.end <= BETWEEN);
            if !near {
                self.end(text, found);
            }
            // Beside a word that no list holds stands a sentence.
            let small = word.chars().all(char::is_lowercase);
            if !fits {
                self.spoilt |= near && small;
                self.end(text, found);
                self.spoilt = small;
                self.behind = at;
            } else {
                if self.words.is_empty() && start > self.behind + 1 {
                    self.spoilt = false;
                }
                self.words.push(start..at);
            }
        }
        // One word a line goes on; a line of many that is full ends there.
        if self.words.len() >= *WORDS.start() && self.words.len().is_multiple_of(3) {
            self.end(text, found);
        }
    }

    fn end(&mut self, text: &str, found: &mut Vec<Found>) {
        let of_sentences = |word: &Range<usize>| is_one_of(&text[word.clone()], OF_SENTENCES);
        // What leads to the words stands in front of them.
        let led = self
            .words
            .iter()
            .take_while(|word| of_sentences(word))
            .count();
        let words = &self.words[led..];
        let plain = words.iter().filter(|word| of_sentences(word)).count();
        let is_whole = LENGTHS.contains(&words.len()) && plain <= words.len() / 4;
        let is_sure = led == 0 && plain == 0 && WORDS.contains(&words.len()) && !self.spoilt;
        if let (Some(first), Some(last)) = (words.first(), words.last())
            && (is_sure || is_whole)
        {
            take(found, first.start..last.end, "recovery phrase");
        }
        self.words.clear();
        self.spoilt = false;
    }
}

/// Groups of letters of the same length: `fag2 s6bb 3v36 kxxa`.
fn groups(text: &str, line: Range<usize>, app: bool, found: &mut Vec<Found>) {
    let of_base32 = |group: &str| {
        group.len() == 4
            && (group
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || (b'2'..=b'7').contains(&byte))
                || group
                    .bytes()
                    .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()))
    };
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut from = line.start;
    let mut end = |words: &mut Vec<Range<usize>>| {
        if let (Some(first), Some(last)) = (words.first(), words.last()) {
            let value = &text[first.start..last.end];
            let digits = value.bytes().filter(u8::is_ascii_digit).count();
            let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
            let is_key = words.len() >= 4
                && letters > 3
                && (digits > 0 || app && words.len() == 4 && value == value.to_ascii_lowercase());
            if is_key {
                take(found, first.start..last.end, "secret");
            }
        }
        words.clear();
    };
    for word in text[line].split([' ', '-', '\u{a0}']) {
        let bare = word.trim_matches(['"', '\'', '`', '*', '.', ',', '<', '>', '(', ')', ':']);
        let start = from + word.find(bare).unwrap_or_default();
        from += word.len()
            + text[from + word.len()..]
                .chars()
                .next()
                .map_or(1, char::len_utf8);
        if of_base32(bare)
            && !(!words.is_empty() && word.len() != bare.len() && !word.starts_with(bare))
        {
            words.push(start..start + bare.len());
            if word.len() != bare.len() && word.starts_with(bare) {
                end(&mut words);
            }
        } else {
            end(&mut words);
        }
    }
    end(&mut words);
}

/// Eight groups of six digits, as BitLocker writes them.
fn number_groups(text: &str, line: Range<usize>, found: &mut Vec<Found>) {
    let mut from = line.start;
    for word in text[line].split([' ', '"', '\'', '`', ':', '=', '<', '>', '(', ')', ',']) {
        let at = from..from + word.len();
        from = at.end + 1;
        let is_group =
            |group: &str| group.len() == 6 && group.bytes().all(|byte| byte.is_ascii_digit());
        if word.len() == 55 && word.split('-').all(is_group) {
            take(found, at, "recovery code");
        }
    }
}
