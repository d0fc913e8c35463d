//! What all searches ask of bytes.

use std::cmp::Ordering;
use std::ops::Range;

/// Bytes of a word: of a name, or of a key.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Returns the end of the run of bytes that begins at `start`.
pub(crate) fn run(bytes: &[u8], start: usize, holds: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    start + rest.iter().take_while(|byte| holds(**byte)).count()
}

/// Like [`run`], but reads at most `most` bytes. Without a limit, a caller that searches at every
/// position of a string would read the same bytes again and again.
pub(crate) fn run_most(
    bytes: &[u8],
    start: usize,
    most: usize,
    holds: impl Fn(u8) -> bool,
) -> usize {
    let end = bytes.len().min(start.saturating_add(most));
    run(&bytes[..end], start, holds)
}

/// Returns the part of `text` that begins at `start`, at most `most` bytes and rounded down to full
/// characters.
pub(crate) fn window(text: &str, start: usize, most: usize) -> &str {
    let mut end = text.len().min(start.saturating_add(most));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(start..end).unwrap_or_default()
}

/// As [`window`], but no further than the line.
pub(crate) fn rest_of_line(text: &str, start: usize, most: usize) -> &str {
    let part = window(text, start, most);
    part.split('\n').next().unwrap_or(part)
}

/// Returns the part of `text` that ends at `end`, at most `most` bytes and rounded down to full
/// characters.
pub(crate) fn before(text: &str, end: usize, most: usize) -> &str {
    let mut start = end.saturating_sub(most);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..end).unwrap_or_default()
}

/// Returns true if a new word may begin at this position: the byte before it is not a letter or
/// digit, or it ends an escaped line break or blank (`\n`, `%20`).
pub(crate) fn begins(bytes: &[u8], at: usize) -> bool {
    let Some(last) = at.checked_sub(1).map(|last| bytes[last]) else {
        return true;
    };
    let one_before = |back: usize| at.checked_sub(back).map(|place| bytes[place]);
    !last.is_ascii_alphanumeric()
        || (b"nrt".contains(&last) && one_before(2) == Some(b'\\'))
        || (one_before(3) == Some(b'%') && last.is_ascii_hexdigit())
        || (one_before(6) == Some(b'\\') && one_before(5) == Some(b'u'))
}

/// The lines of a text with their places, without the line break.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        start..start + line.trim_end_matches(['\n', '\r']).len()
    })
}

/// A range without the blanks at both ends.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    start..start + part.trim().len()
}

/// A range without the quotes at both ends.
pub(crate) fn unquoted(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let bare = part.trim_start_matches(['"', '\'', '`', '\\', '*']);
    let start = range.end - bare.len();
    start..start + bare.trim_end_matches(['"', '\'', '`', '\\', '*']).len()
}

/// Whether a text holds one of the words that `|` parts.
pub(crate) fn has_any(text: &str, words: &str) -> bool {
    words.split('|').any(|word| text.contains(word))
}

/// Whether a word is one of a sorted list that `|` parts.
pub(crate) fn is_one_of(word: &str, known: &str) -> bool {
    debug_assert!(known.split('|').is_sorted(), "{known}");
    let bytes = known.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low.midpoint(high);
        let is_sign = |byte: &u8| *byte == b'|';
        let start = bytes[low..middle].iter().rposition(is_sign);
        let start = start.map_or(low, |place| low + place + 1);
        let end = run(&bytes[..high], middle, |byte| byte != b'|');
        match bytes[start..end].cmp(word.as_bytes()) {
            Ordering::Equal => return true,
            Ordering::Less => low = end + 1,
            Ordering::Greater => high = start.saturating_sub(1),
        }
    }
    false
}
