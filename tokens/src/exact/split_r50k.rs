//! The splitter of r50k_base, p50k_base and gpt2.
//!
//! ```text
//! '(?:[sdmt]|ll|ve|re)   ` ?\p{L}++`   ` ?\p{N}++`   ` ?[^\s\p{L}\p{N}]++`   \s++$   \s+(?!\S)   \s
//! ```

use super::block::Batch;
use super::classes::{CASELESS, Classes, LOWER, MARK, NUMBER, OTHER, UPPER};
use super::split::{LETTERS, NUMBERS, SIGNS, Split, White, ascii_letters, contraction, run_of};

pub(super) struct R50k {
    pub(super) classes: &'static Classes,
}

impl Split for R50k {
    fn next(&self, text: &[u8], at: usize) -> usize {
        let short = contraction(text, at, false);
        if short > 0 {
            return at + short;
        }
        let from = at + usize::from(text[at] == b' ');
        match self.classes.at(text, from).class {
            UPPER | LOWER | CASELESS => {
                run_of(self.classes, text, ascii_letters(text, from), LETTERS)
            }
            NUMBER => run_of(self.classes, text, from, NUMBERS),
            OTHER | MARK => run_of(self.classes, text, from, SIGNS),
            _ => White::run(self.classes, text, at).all_but_last(text, at),
        }
    }

    fn fill(&self, text: &[u8], at: usize, batch: &mut Batch) -> usize {
        batch.fill(self, text, at)
    }
}
