//! Words of a text, and the share of one text that occurs in another.

use std::collections::BTreeSet;
use xxhash_rust::xxh3::xxh3_64;

/// Whether a character is of a writing without blanks.
pub fn is_wide(char: char) -> bool {
    matches!(char, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// Words and single wide characters, as hashes.
pub fn tokens(text: &str) -> Vec<u64> {
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
pub struct Shingles {
    size: usize,
    all: Vec<u64>,
}

impl Shingles {
    pub fn of(tokens: &[u64], size: usize) -> Self {
        Self {
            size,
            all: tokens.windows(size).map(joined).collect(),
        }
    }

    /// Returns the share of shingles that are at least the third occurrence: a legitimate text may
    /// list the same names in two of its sections.
    pub fn repeats(&self) -> f64 {
        let mut sorted = self.all.clone();
        sorted.sort_unstable();
        let told: usize = sorted
            .chunk_by(|one, other| one == other)
            .map(|same| same.len().min(2))
            .sum();
        share(self.all.len() - told, self.all.len())
    }

    /// Returns the share of shingles that occur verbatim in a text.
    pub fn share_in(&self, text: &str) -> f64 {
        let own: BTreeSet<u64> = self.all.iter().copied().collect();
        let told: BTreeSet<u64> = tokens(text)
            .windows(self.size)
            .map(joined)
            .filter(|shingle| own.contains(shingle))
            .collect();
        let found = self.all.iter().filter(|one| told.contains(one));
        share(found.count(), self.all.len())
    }
}
