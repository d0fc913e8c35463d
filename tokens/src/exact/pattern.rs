//! The ways to split text that a user's vocabulary may need.

use super::block::Batch;
use super::classes::Classes;
use super::encoding::Encoding;
use super::split::Split;
use super::split_cl100k::{Cl100k, Llama3, Qwen2};
use super::split_o200k::O200k;
use super::split_r50k::R50k;
use crate::error::{Error, ErrorKind, Result};
use crate::text::sanitize_label;
use std::str::FromStr;

/// How text is cut into pieces before its bytes are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Pattern {
    /// As `o200k_base` splits: GPT-4o and later, gpt-oss.
    O200k,
    /// As `cl100k_base` splits in tiktoken.
    Cl100k,
    /// As `cl100k_base` splits in `tokenizer.json` files (Llama 3): white space at the end of a
    /// text is cut after its last newline.
    Llama3,
    /// As [`Llama3`](Self::Llama3), but each digit is a piece: Qwen 2 and 3.
    Qwen2,
    /// As GPT-2, `r50k_base` and `p50k_base` split.
    R50k,
}

/// The part of o200k's expression for words, numbers and signs.
const O200K_WORDS: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|";

/// The spellings of the part for contractions, in the cl100k family and in GPT-2's.
const CL100K_SHORT: [&str; 2] = ["(?i:'s|'t|'re|'ve|'m|'ll|'d)|", "'(?i:[sdmt]|ll|ve|re)|"];
const R50K_SHORT: [&str; 2] = ["'s|'t|'re|'ve|'m|'ll|'d|", "'(?:[sdmt]|ll|ve|re)|"];

const CL100K_WORDS: &str = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|";
const QWEN2_WORDS: &str = r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|";
const R50K_WORDS: &str = r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|";

/// The part for white space that is cut after its last newline, also at the end of the text. All
/// spellings cut at the same places, because `\s*` is greedy.
const LINES: [&str; 3] = [
    r"\s*[\r\n]+|\s+(?!\S)|\s+",
    r"\s*[\r\n]|\s+(?!\S)|\s+",
    r"\s*[\r\n]+|\s+(?!\S)|\s",
];
/// Like `LINES`, but white space at the end of the text is one piece.
const WHOLE_END: [&str; 2] = [
    r"\s+$|\s*[\r\n]|\s+(?!\S)|\s",
    r"\s+$|\s*[\r\n]+|\s+(?!\S)|\s+",
];
/// The part for white space in which newlines are like other white space.
const NO_LINES: [&str; 2] = [r"\s+(?!\S)|\s+", r"\s+$|\s+(?!\S)|\s"];

impl Pattern {
    /// Every pattern.
    pub const ALL: [Self; 5] = [
        Self::O200k,
        Self::Cl100k,
        Self::Llama3,
        Self::Qwen2,
        Self::R50k,
    ];

    /// The name of the pattern in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::O200k => "o200k",
            Self::Cl100k => "cl100k",
            Self::Llama3 => "llama3",
            Self::Qwen2 => "qwen2",
            Self::R50k => "r50k",
        }
    }

    /// The pattern that splits as this regular expression does; `None` if no known spelling fits.
    /// Possessive quantifiers make no difference.
    #[must_use]
    pub fn of_regex(regex: &str) -> Option<Self> {
        let mut plain = regex.to_owned();
        for (possessive, greedy) in [("++", "+"), ("*+", "*"), ("?+", "?"), ("{1,3}+", "{1,3}")] {
            plain = plain.replace(possessive, greedy);
        }
        let ends_in = |start: &str, ends: &[&str]| {
            plain
                .strip_prefix(start)
                .is_some_and(|end| ends.contains(&end))
        };
        let is = |shorts: &[&str], words: &str, ends: &[&str]| {
            shorts
                .iter()
                .any(|short| ends_in(&format!("{short}{words}"), ends))
        };
        Self::ALL.into_iter().find(|pattern| match pattern {
            Self::O200k => ends_in(O200K_WORDS, &LINES),
            Self::Cl100k => is(&CL100K_SHORT, CL100K_WORDS, &WHOLE_END),
            Self::Llama3 => is(&CL100K_SHORT, CL100K_WORDS, &LINES),
            Self::Qwen2 => is(&CL100K_SHORT, QWEN2_WORDS, &LINES),
            Self::R50k => is(&R50K_SHORT, R50K_WORDS, &NO_LINES),
        })
    }

    fn of_encoding(encoding: Encoding) -> Self {
        match encoding {
            Encoding::O200kBase | Encoding::O200kHarmony => Self::O200k,
            Encoding::Cl100kBase => Self::Cl100k,
            Encoding::P50kBase | Encoding::R50kBase | Encoding::Gpt2 => Self::R50k,
        }
    }
}

impl FromStr for Pattern {
    type Err = Error;

    /// Reads the name of a pattern, the name of an encoding that uses it (`cl100k_base`), or the
    /// regular expression itself.
    fn from_str(name: &str) -> Result<Self> {
        let named = Self::ALL.into_iter().find(|pattern| pattern.name() == name);
        let of_encoding = || {
            if name == "p50k" {
                Some(Self::R50k)
            } else {
                name.parse().ok().map(Self::of_encoding)
            }
        };
        named
            .or_else(of_encoding)
            .or_else(|| Self::of_regex(name))
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join(", ");
                let message = format!(
                    "the pattern must be one of {names}, got `{}`: {}",
                    sanitize_label(name, 64),
                    super::custom::INSTEAD
                );
                Error::new(ErrorKind::InvalidConfig, "/pattern", message)
            })
    }
}

impl Split for Pattern {
    fn next(&self, text: &[u8], at: usize) -> usize {
        let classes = Classes::get();
        match self {
            Self::O200k => O200k { classes }.next(text, at),
            Self::Cl100k => Cl100k { classes }.next(text, at),
            Self::Llama3 => Llama3 { classes }.next(text, at),
            Self::Qwen2 => Qwen2 { classes }.next(text, at),
            Self::R50k => R50k { classes }.next(text, at),
        }
    }

    fn fill(&self, text: &[u8], at: usize, batch: &mut Batch) -> usize {
        let classes = Classes::get();
        match self {
            Self::O200k => O200k { classes }.fill(text, at, batch),
            Self::Cl100k => Cl100k { classes }.fill(text, at, batch),
            Self::Llama3 => Llama3 { classes }.fill(text, at, batch),
            Self::Qwen2 => Qwen2 { classes }.fill(text, at, batch),
            Self::R50k => R50k { classes }.fill(text, at, batch),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_known_by_name_by_encoding_and_as_written() {
        for (spelled, pattern) in [
            ("qwen2", Pattern::Qwen2),
            ("o200k_harmony", Pattern::O200k),
            ("p50k", Pattern::R50k),
            (
                r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
                Pattern::R50k,
            ),
            (
                r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
                Pattern::R50k,
            ),
            (
                r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
                Pattern::Cl100k,
            ),
            (
                r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
                Pattern::Llama3,
            ),
            (
                r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
                Pattern::Qwen2,
            ),
        ] {
            assert_eq!(spelled.parse::<Pattern>().ok(), Some(pattern), "{spelled}");
        }
        assert_eq!(
            r"\w+".parse::<Pattern>().expect_err("another").path(),
            "/pattern"
        );
    }
}
