//! Vocabularies that the host brings: exact counts for models whose tokenizer this crate does not ship.
//!
//! The bytes of a file come in, nothing is read here. Two formats are understood: tiktoken's rank file, and the `tokenizer.json` of
//! Hugging Face where it is byte-level BPE with one of the splits of [`Pattern`]. What is anything else is refused by name: an estimate
//! that poses as exact would be worse than none.
//!
//! As everywhere in [`crate::exact`], text is ordinary text. Added tokens, special or not, count as the characters that they are written
//! with, and nothing is put before or after.

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
use unicode_normalization::{is_nfc_quick, IsNormalized, UnicodeNormalization};

/// What else a host can do, at the end of every refusal.
pub(super) const INSTEAD: &str = "pass a function that counts the tokens of a text as `tokenizer`";

/// Starts that are tried where normalisation makes the place of the cut uncertain. Chosen here.
const TRIES: usize = 64;

/// A vocabulary from a file of the host's. A copy costs a reference.
#[derive(Clone)]
pub struct Vocabulary {
    parts: Arc<Parts>,
}

struct Parts {
    tokens: Tokens,
    merges: Merges,
    pattern: Pattern,
    /// A piece that is a token is that token, whatever merging would give.
    whole_first: bool,
    /// Text is brought to Unicode's composed form first.
    composes: bool,
}

impl Vocabulary {
    /// From a rank file of tiktoken: lines of a token in base64 and its rank. The file does not say how text is split, so `pattern` does.
    ///
    /// # Errors
    /// `InvalidConfig`, with the index of the line as the path.
    pub fn from_tiktoken(file: &[u8], pattern: Pattern) -> Result<Self> {
        let tokens = ranks::read(file)?;
        Ok(Self::of(Parts { tokens, merges: Merges::ByRank, pattern, whole_first: true, composes: false }))
    }

    /// From a `tokenizer.json` of Hugging Face.
    ///
    /// # Errors
    /// `InvalidJson`; `InvalidConfig` with the path of the field that is not understood.
    #[cfg(feature = "tokenizer-json")]
    pub fn from_tokenizer_json(file: &[u8]) -> Result<Self> {
        tokenizer_json::read(file).map(Self::of)
    }

    fn of(parts: Parts) -> Self {
        Self { parts: Arc::new(parts) }
    }

    /// How it splits text.
    #[must_use]
    pub fn pattern(&self) -> Pattern {
        self.parts.pattern
    }

    /// How many tokens it has, added ones left out.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.tokens.len()
    }

    /// Whether it has none, which none of those that were read has.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Tokens of `text`.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        self.count_past(text, usize::MAX)
    }

    /// Tokens of `text` if they are at most `limit`; stops soon after they are more.
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

    /// The ids of `text`.
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
        found.iter().map(|&token| self.parts.tokens.id(token)).collect()
    }

    /// The bytes that `ids` stand for.
    ///
    /// # Errors
    /// `InvalidConfig` for an id that is no token of ordinary text, with its index as the path.
    pub fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(ids.len() * 4);
        for (index, &id) in ids.iter().enumerate() {
            let token = self.parts.tokens.by_id(id).ok_or_else(|| {
                let message = format!("{id} is no token of this vocabulary, or an added one: use ids of ordinary text");
                Error::new(ErrorKind::InvalidConfig, format!("/{index}"), message)
            })?;
            bytes.extend_from_slice(token);
        }
        Ok(bytes)
    }

    /// The longest start of `text`, ending between two characters, that has at most `max_tokens` tokens: as [`super::truncate_to_tokens`].
    ///
    /// Where the text is not in composed form and the vocabulary wants it so, the start ends at a character that no composition reaches
    /// across.
    #[must_use]
    pub fn truncate_to_tokens<'t>(&self, text: &'t str, max_tokens: usize) -> &'t str {
        let end = match self.parts.composed(text) {
            Cow::Borrowed(text) => truncate::longest_start(&*self.parts, &self.parts.pattern, text, max_tokens),
            Cow::Owned(composed) => {
                let goal = truncate::longest_start(&*self.parts, &self.parts.pattern, &composed, max_tokens);
                let fits = |&end: &usize| self.count_up_to(&text[..end], max_tokens).is_some();
                ends_before(text, goal).into_iter().rev().take(TRIES).find(fits).unwrap_or(0)
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

/// Places in `text` that no composition crosses and before which at most `goal` bytes stand once composed, in order.
fn ends_before(text: &str, goal: usize) -> Vec<usize> {
    let is_border = |c: char| canonical_combining_class(c) == 0 && is_nfc_quick(std::iter::once(c)) == IsNormalized::Yes;
    let borders = text.char_indices().filter(|(at, c)| *at > 0 && is_border(*c)).map(|(at, _)| at).chain([text.len()]);
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
        f.debug_struct("Vocabulary").field("pattern", &self.pattern()).field("len", &self.len()).finish_non_exhaustive()
    }
}
