//! Exact token counts for OpenAI's encodings. The ids match tiktoken's, and counting takes linear
//! time for every input.
//!
//! All text is ordinary text. The name of a special token (`<|endoftext|>`) counts as the
//! characters that it consists of. A counter gets whatever tools return, and such text must not be
//! able to change the count.
//!
//! A hand-written splitter cuts the text into pieces (ASCII 64 bytes at a time). A cache has the
//! counts of pieces that came before, and byte-pair encoding counts the others. It never panics,
//! and its time is never quadratic: megabytes of spaces or of one letter are counted as fast as
//! other text.
//!
//! The data of all six encodings add only 1.24 MB to the binary, so the old ones need no feature
//! flag. A vocabulary is unpacked at its first use in the process. For o200k this takes about 60 ms
//! and 14 MB of memory, for cl100k half of that. All threads share it; a [`Counter`] belongs to one
//! thread.
//!
//! ```
//! use conspectus_tokens::exact::{count_tokens, Counter, Encoding};
//!
//! assert_eq!(count_tokens("Hello, world!", Encoding::O200kBase), 4);
//! let mut counter = Counter::new(Encoding::Cl100kBase);
//! assert_eq!(counter.count("tiktoken is great!"), 6);
//! ```

mod atoms;
mod block;
mod bpe;
mod classes;
mod counter;
mod custom;
mod cuts;
mod encoding;
mod keys;
mod pattern;
mod runs;
mod split;
mod split_cl100k;
mod split_o200k;
mod split_r50k;
mod start;
mod trie;
mod truncate;
mod vocab;

pub use counter::Counter;
pub use custom::Vocabulary;
pub use encoding::Encoding;
pub use pattern::Pattern;

use crate::error::{Error, ErrorKind, Result};
use block::Batch;
use classes::Classes;
use counter::vocab_of;
use split::Split;
use split_cl100k::Cl100k;
use split_o200k::O200k;
use split_r50k::R50k;

/// The number of tokens of `text`. To count many texts, keep a [`Counter`]: it is faster.
#[must_use]
pub fn count_tokens(text: &str, encoding: Encoding) -> usize {
    Counter::for_length(encoding, text.len()).count(text)
}

/// The number of tokens of `text` if it is at most `limit`, else `None`. Stops soon after the limit
/// is passed.
#[must_use]
pub fn count_up_to(text: &str, limit: usize, encoding: Encoding) -> Option<usize> {
    Counter::for_length(encoding, text.len()).count_up_to(text, limit)
}

/// The token ids of `text`, in order.
#[must_use]
pub fn encode(text: &str, encoding: Encoding) -> Vec<u32> {
    let classes = Classes::get();
    match encoding {
        Encoding::O200kBase | Encoding::O200kHarmony => {
            encode_with(&O200k { classes }, text, encoding)
        }
        Encoding::Cl100kBase => encode_with(&Cl100k { classes }, text, encoding),
        Encoding::P50kBase | Encoding::R50kBase | Encoding::Gpt2 => {
            encode_with(&R50k { classes }, text, encoding)
        }
    }
}

fn encode_with(split: &impl Split, text: &str, encoding: Encoding) -> Vec<u32> {
    let (vocab, text) = (vocab_of(encoding), text.as_bytes());
    let mut ids = Vec::with_capacity(text.len() / 4 + 1);
    let mut batch = Batch::new();
    let (mut at, mut start) = (0, 0);
    while at < text.len() {
        at = split.fill(text, at, &mut batch);
        for &end in &batch.ends[..batch.filled] {
            bpe::encode(vocab, &text[start..end], &mut ids);
            start = end;
        }
    }
    ids
}

/// Returns the bytes that the token ids encode. They are not always UTF-8, because a token may end
/// inside a character.
///
/// # Errors
/// `InvalidConfig` if an id is not a token of ordinary text in this encoding. The path is the index
/// of the id.
pub fn decode(ids: &[u32], encoding: Encoding) -> Result<Vec<u8>> {
    let vocab = vocab_of(encoding);
    let mut bytes = Vec::with_capacity(ids.len() * 4);
    for (index, &id) in ids.iter().enumerate() {
        let token = vocab.token(id);
        if token.is_empty() {
            return Err(Error::new(
                ErrorKind::InvalidConfig,
                format!("/{index}"),
                format!("{id} is no token of {encoding}: use ids of that encoding"),
            ));
        }
        bytes.extend_from_slice(token);
    }
    Ok(bytes)
}

/// Returns the text that the token ids encode. Bytes that are not UTF-8, and ids that are not
/// tokens, become U+FFFD.
#[must_use]
pub fn decode_lossy(ids: &[u32], encoding: Encoding) -> String {
    let vocab = vocab_of(encoding);
    let mut bytes = Vec::with_capacity(ids.len() * 4);
    for &id in ids {
        let token = vocab.token(id);
        bytes.extend_from_slice(if token.is_empty() {
            "\u{FFFD}".as_bytes()
        } else {
            token
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The longest start of `text` that has at most `max_tokens` tokens. It ends between two
/// characters.
///
/// It never has more tokens than asked for. It is the longest one if the limit falls within a piece
/// of at most 512 bytes. In a longer piece (a run of thousands of letters), a slightly longer start
/// may exist if the cut changes how that piece is split.
#[must_use]
pub fn truncate_to_tokens(text: &str, max_tokens: usize, encoding: Encoding) -> &str {
    let (vocab, classes) = (vocab_of(encoding), Classes::get());
    let end = match encoding {
        Encoding::O200kBase | Encoding::O200kHarmony => {
            truncate::longest_start(vocab, &O200k { classes }, text, max_tokens)
        }
        Encoding::Cl100kBase => {
            truncate::longest_start(vocab, &Cl100k { classes }, text, max_tokens)
        }
        Encoding::P50kBase | Encoding::R50kBase | Encoding::Gpt2 => {
            truncate::longest_start(vocab, &R50k { classes }, text, max_tokens)
        }
    };
    &text[..end]
}
