//! Names that call their value a secret. `names.txt` holds them, and says how they are written.

use crate::bytes::is_one_of;
use crate::logins::around;
use crate::values::Class;
use crate::{Found, behind};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Most letters of a name that are compared. Chosen here: no name has more.
const LETTERS: usize = 32;
/// Most words after a name that say which one it is: `PASSWORD_PROD`.
const QUALIFIERS: usize = 2;

struct Name {
    /// Its letters from the last to the first.
    letters: Vec<char>,
    /// Whether it must be a whole word.
    whole: bool,
    is_secret: bool,
    kind: &'static str,
    class: Class,
}

/// What a name says of its value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Called {
    pub kind: &'static str,
    pub class: Class,
    /// Whether it names several: `passwords`.
    pub several: bool,
    /// Whether its letters are few, so that it has other meanings too: `pass`.
    pub short: bool,
}

/// The names by their last letter.
static NAMES: LazyLock<BTreeMap<char, Vec<Name>>> =
    LazyLock::new(|| read(include_str!("names.txt")));

fn read(text: &'static str) -> BTreeMap<char, Vec<Name>> {
    let mut names: BTreeMap<char, Vec<Name>> = BTreeMap::new();
    let (mut kind, mut class) = ("", Class::Key);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let head = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|rest| rest.split_once(": "));
        if let Some((name, of)) = head {
            kind = name;
            class = match of {
                "password" => Class::Password,
                "random" => Class::Random,
                "pin" => Class::Pin,
                "phrase" => Class::Phrase,
                "code" => Class::Code,
                _ => Class::Key,
            };
            continue;
        }
        for word in line.split_whitespace() {
            let (is_secret, word) = word
                .strip_prefix('!')
                .map_or((true, word), |word| (false, word));
            let (whole, word) = word
                .strip_prefix('=')
                .map_or((false, word), |word| (true, word));
            let letters: Vec<char> = word.chars().rev().filter(|char| !is_mark(*char)).collect();
            names.entry(letters[0]).or_default().push(Name {
                letters,
                whole,
                is_secret,
                kind,
                class,
            });
        }
    }
    names
}

/// Words after a name that only say which one it is.
static WHICH: &str = "2fa|acceso|actual|admin|again|api|app|b64|backup|base|base64|bd|clair|cleartext|confirm|\
    confirmation|current|data|datos|db|default|demo|dev|development|digest|enc|encrypted|ftp|\
    hash|hashed|id0|json|klartext|live|local|main|mfa|mysql|new|old|pg|plain|plaintext|postgres|\
    prev|previous|primary|prod|production|raw|readonly|redis|root|secondary|server|service|\
    smtp|sql|stage|staging|str|string|test|testing|user|val|value|wifi|write";

/// The letters of a text before a position, from the last to the first, lowercase and without
/// accents. `begins` says where a word begins.
struct Tail {
    letters: Vec<(char, bool)>,
}

fn is_between(char: char) -> bool {
    matches!(char, ' ' | '_' | '-' | '.' | '\'' | '\u{2019}')
}

/// Returns true if a character is a mark above or below a letter, not a letter itself.
fn is_mark(char: char) -> bool {
    matches!(
        char,
        '\u{300}'..='\u{36f}' | '\u{94d}' | '\u{9cd}' | '\u{e31}'..='\u{e3a}' | '\u{e47}'..='\u{e4e}' | '\u{64b}'..='\u{652}'
    )
}

/// A letter without its accent.
fn plain(char: char) -> char {
    match char {
        '\u{e0}'..='\u{e5}' | '\u{105}' | '\u{103}' | '\u{1ea1}'..='\u{1eb7}' => 'a',
        '\u{e7}' | '\u{107}' | '\u{10d}' => 'c',
        '\u{e8}'..='\u{eb}' | '\u{119}' | '\u{11b}' | '\u{1eb9}'..='\u{1ec7}' => 'e',
        '\u{ec}'..='\u{ef}' | '\u{131}' => 'i',
        '\u{f1}' | '\u{144}' => 'n',
        '\u{f2}'..='\u{f6}' | '\u{f8}' | '\u{151}' | '\u{1a1}' | '\u{1ecd}'..='\u{1ee3}' => 'o',
        '\u{f9}'..='\u{fc}' | '\u{171}' | '\u{1b0}' | '\u{1ee5}'..='\u{1ef1}' => 'u',
        '\u{142}' => 'l',
        '\u{15b}' | '\u{15f}' | '\u{161}' => 's',
        '\u{17a}' | '\u{17c}' | '\u{17e}' => 'z',
        '\u{3ac}' => '\u{3b1}',
        '\u{3ad}' => '\u{3b5}',
        '\u{3ae}' => '\u{3b7}',
        '\u{3af}' => '\u{3b9}',
        '\u{3cc}' => '\u{3bf}',
        '\u{3cd}' => '\u{3c5}',
        '\u{3ce}' => '\u{3c9}',
        char => char,
    }
}

impl Tail {
    fn of(text: &str, end: usize) -> Self {
        let mut letters: Vec<(char, bool)> = Vec::with_capacity(LETTERS);
        let mut later: Option<char> = None;
        let mut parted = false;
        for char in text[..end].chars().rev() {
            if is_between(char) {
                // Two of them part words that do not belong together, but for `__`.
                if parted && char == ' ' {
                    break;
                }
                mark(&mut letters);
                parted = true;
                later = None;
                continue;
            }
            if is_mark(char) {
                continue;
            }
            if !char.is_alphanumeric() || letters.len() == LETTERS {
                break;
            }
            // `dbPassword`: what stands in front of a large letter is another word.
            if later.is_some_and(char::is_uppercase) && !char.is_uppercase() {
                mark(&mut letters);
            }
            parted = false;
            later = Some(char);
            let small = char.to_lowercase().next().unwrap_or(char);
            letters.push((plain(small), false));
        }
        if letters.len() < LETTERS {
            mark(&mut letters);
        }
        Self { letters }
    }

    /// Returns the tail without the digits at its end.
    fn without_number(&self) -> Self {
        let digits = self
            .letters
            .iter()
            .take_while(|(char, _)| char.is_ascii_digit())
            .count();
        self.behind(digits)
    }

    fn behind(&self, count: usize) -> Self {
        Self {
            letters: self.letters[count.min(self.letters.len())..].to_vec(),
        }
    }

    /// How many letters the last word has if it says only which secret it is.
    fn which(&self) -> Option<usize> {
        let end = self.letters.iter().position(|(_, begins)| *begins)? + 1;
        let word: String = self.letters[..end]
            .iter()
            .rev()
            .map(|(char, _)| *char)
            .collect();
        (end < self.letters.len() && is_one_of(&word, WHICH)).then_some(end)
    }

    fn name(&self) -> Option<&'static Name> {
        let last = self.letters.first()?.0;
        let fits = |name: &&Name| {
            name.letters.len() <= self.letters.len()
                && name
                    .letters
                    .iter()
                    .zip(&self.letters)
                    .all(|(one, (other, _))| one == other)
                && (!name.whole || self.letters[name.letters.len() - 1].1)
        };
        NAMES
            .get(&last)?
            .iter()
            .filter(fits)
            .max_by_key(|name| name.letters.len())
    }
}

fn mark(letters: &mut [(char, bool)]) {
    if let Some(last) = letters.last_mut() {
        last.1 = true;
    }
}

/// What the name that ends here says of its value, if it is that of a secret.
pub(crate) fn of(text: &str, end: usize) -> Option<Called> {
    let mut tail = Tail::of(text, end);
    // `_B64` says which one it is; other digits only count.
    let counted = tail
        .letters
        .first()
        .is_some_and(|(char, _)| char.is_ascii_digit());
    if let Some(length) = tail.which().filter(|_| counted) {
        tail = tail.behind(length);
    }
    tail = tail.without_number();
    let called = |name: &Name, several: bool| {
        name.is_secret.then_some(Called {
            kind: name.kind,
            class: name.class,
            several,
            short: name.whole && name.letters.len() == 4,
        })
    };
    for _ in 0..=QUALIFIERS {
        if let Some(name) = tail.name() {
            return called(name, false);
        }
        if let Some(('s', _)) = tail.letters.first()
            && let Some(name) = tail.behind(1).name()
        {
            return called(name, true);
        }
        tail = tail.behind(tail.which()?).without_number();
    }
    None
}

/// Values that a name calls a secret.
pub(crate) fn find(text: &str, found: &mut Vec<Found>) {
    let mut chars = text.char_indices().peekable();
    // Where the line ends that was looked at as a whole.
    let mut told = 0;
    while let Some((at, char)) = chars.next() {
        if !char.is_alphanumeric() {
            continue;
        }
        let next = chars.peek().map(|(_, next)| *next);
        // Where words are not parted, a name may end anywhere.
        let ends = next.is_none_or(|next| !next.is_alphanumeric()) || is_unparted(char);
        if !ends {
            continue;
        }
        let end = at + char.len_utf8();
        if let Some(called) = of(text, end) {
            behind::find(text, end, &called, found);
            let tells = matches!(called.class, Class::Password | Class::Key | Class::Random);
            if !called.short && tells && end > told {
                told = around(text, end, &called, found);
            }
        }
    }
}

/// Letters of languages that write no blanks between words.
pub(crate) fn is_unparted(char: char) -> bool {
    matches!(char, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{e01}'..='\u{e5b}')
}
