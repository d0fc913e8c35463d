//! Your own vocabularies: exact counts for models whose tokenizer this crate does not include.
//!
//! You pass the bytes of a file; this crate reads no files. It understands two formats: the rank
//! file of tiktoken, and the `tokenizer.json` of Hugging Face if that is byte-level BPE with one of
//! the splits of [`Pattern`]. Other tokenizers are rejected, and the error names the unsupported
//! field: a wrong count that looks exact would be worse than none.
//!
//! As everywhere in [`crate::exact`], text is ordinary text. Added tokens, special or not, count as
//! the characters of their names, and no token is put before or after the text.

mod merge;
mod ranks;
// Parts of it serve only the reader of `tokenizer.json`.
#[cfg_attr(not(feature = "tokenizer-json"), allow(dead_code))]
mod tables;
#[cfg(feature = "tokenizer-json")]
mod tokenizer_json;

use super::block::Batch;
use super::pattern::Pattern;
use super::split::Split;
use super::truncate::{self, Pieces};
use crate::error::{Error, ErrorKind, Result};
use merge::Remembered;
use std::borrow::Cow;
use std::sync::Arc;
use tables::{Merges, Tokens};
use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The alternative for the caller, at the end of every error about an unsupported vocabulary.
pub(super) const INSTEAD: &str = "pass a function that counts the tokens of a text as `tokenizer`";

/// How many cuts are tried if normalization makes the right place uncertain. Chosen here.
const TRIES: usize = 64;

/// A vocabulary made from your own file. A clone shares the tables and is cheap.
#[derive(Clone)]
pub struct Vocabulary {
    parts: Arc<Parts>,
}

struct Parts {
    tokens: Tokens,
    merges: Merges,
    pattern: Pattern,
    /// Whether a piece that is a token becomes that token, even if merging would give something
    /// else.
    whole_first: bool,
    /// Whether text is first brought to Unicode's composed form (NFC).
    composes: bool,
}

impl Vocabulary {
    /// Reads a rank file of tiktoken. Each line holds a token in base64 and its rank. The file does
    /// not say how text is split, so `pattern` must say it.
    ///
    /// # Errors
    /// `InvalidConfig` if a line is wrong, with the zero-based index of the line as the path, or if
    /// the tokens make no byte-level vocabulary.
    pub fn from_tiktoken(file: &[u8], pattern: Pattern) -> Result<Self> {
        let tokens = ranks::read(file)?;
        Ok(Self::of(Parts {
            tokens,
            merges: Merges::ByRank,
            pattern,
            whole_first: true,
            composes: false,
        }))
    }

    /// Reads a `tokenizer.json` of Hugging Face.
    ///
    /// # Errors
    /// `InvalidJson` if the file is not JSON. `InvalidConfig` if this crate does not support the
    /// tokenizer, with the path of the field.
    #[cfg(feature = "tokenizer-json")]
    pub fn from_tokenizer_json(file: &[u8]) -> Result<Self> {
        tokenizer_json::read(file).map(Self::of)
    }

    fn of(parts: Parts) -> Self {
        Self {
            parts: Arc::new(parts),
        }
    }

    /// The pattern by which text is split into pieces.
    #[must_use]
    pub fn pattern(&self) -> Pattern {
        self.parts.pattern
    }

    /// How many tokens the vocabulary has, without added tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.tokens.len()
    }

    /// Whether the vocabulary has no tokens. Always `false`: a file without a token for each byte
    /// is rejected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of tokens of `text`.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        self.count_past(text, usize::MAX)
    }

    /// The number of tokens of `text` if it is at most `limit`, else `None`. Stops soon after the
    /// limit is passed.
    #[must_use]
    pub fn count_up_to(&self, text: &str, limit: usize) -> Option<usize> {
        let count = self.count_past(text, limit);
        (count <= limit).then_some(count)
    }

    fn count_past(&self, text: &str, limit: usize) -> usize {
        let text = self.parts.composed(text);
        let text = text.as_bytes();
        let (mut batch, mut remembered) = (Batch::new(), Remembered::new(text));
        let (mut at, mut start, mut total) = (0, 0, 0);
        while at < text.len() && total <= limit {
            at = self.parts.pattern.fill(text, at, &mut batch);
            for &end in &batch.ends[..batch.filled] {
                total += remembered.count(&self.parts, start, end);
                start = end;
            }
        }
        total
    }

    /// The token ids of `text`, in order.
    #[must_use]
    pub fn encode(&self, text: &str) -> Vec<u32> {
        let text = self.parts.composed(text);
        let text = text.as_bytes();
        let (mut batch, mut found) = (Batch::new(), Vec::with_capacity(text.len() / 4 + 1));
        let (mut at, mut start) = (0, 0);
        while at < text.len() {
            at = self.parts.pattern.fill(text, at, &mut batch);
            for &end in &batch.ends[..batch.filled] {
                self.parts.encode(&text[start..end], &mut found);
                start = end;
            }
        }
        found
            .iter()
            .map(|&token| self.parts.tokens.id(token))
            .collect()
    }

    /// Returns the bytes that the token ids encode. They are not always UTF-8, because a token may
    /// end inside a character.
    ///
    /// # Errors
    /// `InvalidConfig` if an id is not a token of ordinary text. The path is the index of the id.
    pub fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(ids.len() * 4);
        for (index, &id) in ids.iter().enumerate() {
            let token = self.parts.tokens.by_id(id).ok_or_else(|| {
                let message = format!(
                    "{id} is no token of this vocabulary, or an added one: use ids of ordinary text"
                );
                Error::new(ErrorKind::InvalidConfig, format!("/{index}"), message)
            })?;
            bytes.extend_from_slice(token);
        }
        Ok(bytes)
    }

    /// The longest start of `text` that has at most `max_tokens` tokens, as
    /// [`super::truncate_to_tokens`].
    ///
    /// If the vocabulary needs text in composed form and `text` is not in that form, the start ends
    /// where no two characters compose.
    #[must_use]
    pub fn truncate_to_tokens<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        let end = match self.parts.composed(text) {
            Cow::Borrowed(text) => {
                truncate::longest_start(&*self.parts, &self.parts.pattern, text, max_tokens)
            }
            Cow::Owned(composed) => {
                let goal = truncate::longest_start(
                    &*self.parts,
                    &self.parts.pattern,
                    &composed,
                    max_tokens,
                );
                let fits = |&end: &usize| self.count_up_to(&text[..end], max_tokens).is_some();
                ends_before(text, goal)
                    .into_iter()
                    .rev()
                    .take(TRIES)
                    .find(fits)
                    .unwrap_or(0)
            }
        };
        &text[..end]
    }
}

impl Parts {
    fn composed<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if !self.composes || text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(text.nfc().collect())
        }
    }
}

impl Pieces for Parts {
    fn tokens(&self, piece: &[u8]) -> usize {
        let mut found = Vec::new();
        self.encode(piece, &mut found);
        found.len()
    }

    fn ends_within(&self, piece: &[u8], limit: usize) -> Vec<usize> {
        let mut found = Vec::new();
        self.encode(piece, &mut found);
        let mut end = 0;
        let mut ends = vec![0];
        for &token in found.iter().take(limit) {
            end += self.tokens.bytes(token).len();
            ends.push(end);
        }
        ends.reverse();
        ends
    }
}

/// Returns the places in `text` between characters that do not compose, in order. At most `goal`
/// bytes of composed text precede each.
fn ends_before(text: &str, goal: usize) -> Vec<usize> {
    let is_border = |c: char| {
        canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes
    };
    let borders = text
        .char_indices()
        .filter(|(at, c)| *at > 0 && is_border(*c))
        .map(|(at, _)| at)
        .chain([text.len()]);
    let (mut ends, mut start, mut bytes) = (vec![0], 0, 0);
    for end in borders {
        bytes += text[start..end].nfc().map(char::len_utf8).sum::<usize>();
        if bytes > goal {
            break;
        }
        ends.push(end);
        start = end;
    }
    ends
}

impl std::fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vocabulary")
            .field("pattern", &self.pattern())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
