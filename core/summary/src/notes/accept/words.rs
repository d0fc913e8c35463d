//! Words of a text, and how much of one text stands in another.

use std::collections::BTreeSet;
use xxhash_rust::xxh3::xxh3_64;

/// Shortest word that counts, and letters of it that do: endings differ.
const WORD_CHARS: usize = 4;
const STEM_CHARS: usize = 5;
/// Long words that a text needs; with fewer, all of its words count.
const WORDS_MIN: usize = 8;
/// Tokens of a run that is copied rather than quoted.
const RUN: usize = 60;

/// Whether a character is of a writing without blanks.
pub(crate) fn is_wide(char: char) -> bool {
    matches!(char, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// Words and single wide characters, as hashes.
pub(crate) fn tokens(text: &str) -> Vec<u64> {
    let mut found = Vec::new();
    let mut word = String::new();
    for char in text.chars().chain([' ']) {
        if char.is_alphanumeric() && !is_wide(char) {
            word.extend(char.to_lowercase());
            continue;
        }
        if !word.is_empty() {
            found.push(xxh3_64(word.as_bytes()));
            word.clear();
        }
        if is_wide(char) {
            found.push(xxh3_64(char.encode_utf8(&mut [0; 4]).as_bytes()));
        }
    }
    found
}

/// Tokens that follow each other, as one number.
fn joined(tokens: &[u64]) -> u64 {
    tokens.iter().fold(0u64, |sum, token| {
        sum.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(*token)
    })
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

/// Every few tokens in a row of a text.
pub(crate) struct Shingles {
    size: usize,
    all: Vec<u64>,
}

/// How much of a text stands in another word for word.
pub(crate) struct Runs {
    /// Share of its shingles.
    pub all: f64,
    /// Share of its tokens that stand there in long runs, and the longest of those.
    pub long: f64,
    pub longest: usize,
}

impl Shingles {
    pub(crate) fn of(tokens: &[u64], size: usize) -> Self {
        Self {
            size,
            all: tokens.windows(size).map(joined).collect(),
        }
    }

    /// Share that stands there for the third time or more: an honest text may tell a list of names in
    /// two of its sections.
    pub(crate) fn repeats(&self) -> f64 {
        let mut sorted = self.all.clone();
        sorted.sort_unstable();
        let told: usize = sorted
            .chunk_by(|one, other| one == other)
            .map(|same| same.len().min(2))
            .sum();
        share(self.all.len() - told, self.all.len())
    }

    /// How much of it stands in a text.
    pub(crate) fn runs_in(&self, text: &str) -> Runs {
        let own: BTreeSet<u64> = self.all.iter().copied().collect();
        let told: BTreeSet<u64> = tokens(text)
            .windows(self.size)
            .map(joined)
            .filter(|shingle| own.contains(shingle))
            .collect();
        let found: Vec<bool> = self.all.iter().map(|one| told.contains(one)).collect();
        let tokens_of = |shingles: usize| shingles + self.size - 1;
        let runs = found.split(|found| !found).filter(|run| !run.is_empty());
        let lengths: Vec<usize> = runs.map(|run| tokens_of(run.len())).collect();
        let long = lengths.iter().filter(|length| **length >= RUN).sum();
        Runs {
            all: share(found.iter().filter(|found| **found).count(), found.len()),
            long: share(long, tokens_of(found.len())),
            longest: lengths.into_iter().max().unwrap_or(0),
        }
    }
}

/// How a text's words stand to those of others.
pub(crate) struct Shared {
    /// Share of its words that the others have, and share of theirs that it has.
    pub known: f64,
    pub told: f64,
    /// Distinct words of the others.
    pub of: usize,
    /// Share of its short words that they have: whether it is their language.
    pub short_known: f64,
    /// Whether most letters are of the same script.
    pub same_script: bool,
}

#[derive(Default)]
struct DocumentWords {
    long: BTreeSet<String>,
    short: BTreeSet<String>,
    /// Letters by script: Latin, wide, others.
    scripts: [usize; 3],
}

impl DocumentWords {
    fn add(&mut self, text: &str) {
        let mut wide: Option<char> = None;
        let mut word = String::new();
        for char in text.chars().chain(['\n']) {
            if let Some(before) = wide.filter(|_| is_wide(char)) {
                self.long.insert([before, char].iter().collect());
            }
            wide = is_wide(char).then_some(char);
            if char.is_alphabetic() {
                let script = match char {
                    '\0'..='\u{24f}' => 0,
                    _ if is_wide(char) => 1,
                    _ => 2,
                };
                self.scripts[script] += 1;
            }
            if char.is_alphabetic() && wide.is_none() {
                word.extend(char.to_lowercase());
            } else if !word.is_empty() {
                let count = word.chars().count();
                if count >= WORD_CHARS {
                    self.long.insert(word.chars().take(STEM_CHARS).collect());
                } else {
                    self.short.insert(word.clone());
                }
                word.clear();
            }
        }
    }

    fn script(&self) -> usize {
        (0..3).max_by_key(|index| self.scripts[*index]).unwrap_or(0)
    }
}

/// How the words of a text stand to those of a record, and of what else was said in the request.
pub(crate) fn shared(text: &str, record: [&str; 2], known: &str) -> Shared {
    let (mut own, mut theirs) = (DocumentWords::default(), DocumentWords::default());
    own.add(text);
    // What a transcript says of its own is no word of the record.
    record
        .iter()
        .flat_map(|other| other.split('\n'))
        .filter(|line| !is_header(line))
        .for_each(|line| theirs.add(line));
    let of = theirs.long.len() + theirs.short.len();
    theirs.add(known);
    let both = |own: &BTreeSet<String>, theirs: &BTreeSet<String>| {
        own.iter().filter(|word| theirs.contains(*word)).count()
    };
    let (long, short) = (
        both(&own.long, &theirs.long),
        both(&own.short, &theirs.short),
    );
    let few = own.long.len() < WORDS_MIN;
    let counted = |long: usize, short: usize| if few { long + short } else { long };
    let both = counted(long, short);
    Shared {
        known: share(both, counted(own.long.len(), own.short.len())),
        told: share(both, counted(theirs.long.len(), theirs.short.len())),
        of,
        short_known: share(short, own.short.len()),
        same_script: own.script() == theirs.script(),
    }
}

/// Whether a line says who speaks, or what follows.
fn is_header(line: &str) -> bool {
    let numbered = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once("] "));
    let number = numbered.and_then(|(number, _)| number.split(' ').next());
    line.starts_with("<conversation ")
        || line.starts_with("</conversation ")
        || number.is_some_and(|number| number.parse::<usize>().is_ok())
        || (line.starts_with("result of ") && line.ends_with(" chars:"))
}
