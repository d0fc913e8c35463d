//! Clipping: a long text becomes its head, a marker that says how much is missing, and its tail.

use crate::host::units::utf16_len;
use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation;

/// Shortens `text` to at most `max_chars` chars (UTF-16 units). A text that fits is returned whole.
///
/// A longer text becomes its head, a marker with the number of missing chars, and its tail. The
/// head gets `head_fraction` (0 to 1) of the chars that the marker leaves. If the marker itself
/// does not fit, the result is as much of the head as fits. Cuts fall between grapheme clusters.
///
/// ```
/// use conspectus::host::clip::clip;
///
/// let clipped = clip("one two three four five six seven eight nine ten eleven twelve thirteen fourteen", 60, 0.5);
/// assert!(clipped.starts_with("one") && clipped.contains("left out"));
/// ```
#[must_use]
pub fn clip(text: &str, max_chars: usize, head_fraction: f64) -> Cow<'_, str> {
    let chars = utf16_len(text);
    if chars <= max_chars {
        return Cow::Borrowed(text);
    }
    // The marker holds the number of missing chars. That number has at most as many digits as
    // `chars`.
    let marker_room = utf16_len(&marker(chars));
    let Some(room) = max_chars.checked_sub(marker_room).filter(|room| *room > 0) else {
        return Cow::Borrowed(head_of(text, max_chars));
    };
    let head = head_of(text, (room as f64 * head_fraction.clamp(0.0, 1.0)) as usize);
    let tail = tail_of(text, room - utf16_len(head));
    let missing = chars - utf16_len(head) - utf16_len(tail);
    Cow::Owned(format!("{head}{}{tail}", marker(missing)))
}

fn marker(missing: usize) -> String {
    format!("\n[... {missing} chars left out ...]\n")
}

/// The longest start of `text` that holds at most `max_chars` chars (UTF-16 units) and cuts no
/// grapheme cluster.
#[must_use]
pub fn head_of(text: &str, max_chars: usize) -> &str {
    // No text has more chars than bytes.
    if text.len() <= max_chars {
        return text;
    }
    if let Some(head) = text
        .as_bytes()
        .get(..=max_chars)
        .filter(|head| is_loose(head))
    {
        return &text[..head.len() - 1];
    }
    let mut chars = 0;
    for (start, cluster) in text.grapheme_indices(true) {
        chars += utf16_len(cluster);
        if chars > max_chars {
            return &text[..start];
        }
    }
    text
}

/// The longest end of `text` that holds at most `max_chars` chars (UTF-16 units) and cuts no
/// grapheme cluster.
#[must_use]
pub fn tail_of(text: &str, max_chars: usize) -> &str {
    if text.len() <= max_chars {
        return text;
    }
    let start = text.len().checked_sub(max_chars.saturating_add(1));
    if let Some(start) = start.filter(|start| is_loose(&text.as_bytes()[*start..])) {
        return &text[start + 1..];
    }
    let mut chars = 0;
    for (start, cluster) in text.grapheme_indices(true).rev() {
        chars += utf16_len(cluster);
        if chars > max_chars {
            return &text[start + cluster.len()..];
        }
    }
    text
}

/// Whether every byte is a cluster of its own: ASCII without a line break of two characters.
fn is_loose(bytes: &[u8]) -> bool {
    bytes.is_ascii() && !bytes.contains(&b'\r')
}

/// The first line that is not blank, shortened by [`one_line`].
#[must_use]
pub fn first_line(text: &str, max_chars: usize) -> String {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or_default();
    one_line(line, max_chars)
}

/// `text` on one line: each run of white space becomes one space. Beyond `max_chars` chars the rest
/// becomes an ellipsis.
#[must_use]
pub fn one_line(text: &str, max_chars: usize) -> String {
    // Stops once there are enough words for the limit. Otherwise a megabyte of text would be joined
    // only to be cut.
    let mut line = String::new();
    let mut chars = 0;
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
            chars += 1;
        }
        line.push_str(word);
        chars += utf16_len(word);
        if chars > max_chars {
            break;
        }
    }
    if chars <= max_chars {
        return line;
    }
    format!("{}…", head_of(&line, max_chars.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clip_keeps_both_ends_and_never_grows() {
        let text = "a".repeat(100) + &"b".repeat(100);
        let clipped = clip(&text, 100, 0.5);
        assert!(
            clipped.starts_with("aaa")
                && clipped.ends_with("bbb")
                && clipped.contains("chars left out")
        );
        for limit in 0..220 {
            assert!(utf16_len(&clip(&text, limit, 0.7)) <= limit.min(200));
        }
    }

    #[test]
    fn heads_and_tails_are_whole_clusters_where_ascii_ends() {
        for text in [
            "plain",
            "line\r\nline\r\n",
            "an e\u{301} and an \u{600}a",
            "ab👨‍👩‍👧cd",
            "größe 漢字\r\n",
        ] {
            let clusters: Vec<&str> = text.graphemes(true).collect();
            let longest = |fits: &dyn Fn(usize) -> String, limit: usize| {
                let all = (0..=clusters.len())
                    .map(fits)
                    .filter(|piece| utf16_len(piece) <= limit);
                all.max_by_key(String::len).unwrap_or_default()
            };
            for limit in 0..=utf16_len(text) + 1 {
                assert_eq!(
                    head_of(text, limit),
                    longest(&|end| clusters[..end].concat(), limit),
                    "{text:?} {limit}"
                );
                assert_eq!(
                    tail_of(text, limit),
                    longest(&|start| clusters[start..].concat(), limit),
                    "{text:?} {limit}"
                );
            }
        }
    }

    #[test]
    fn clip_never_cuts_inside_a_cluster() {
        let family = "👨‍👩‍👧".repeat(30);
        for limit in 0..240 {
            let clipped = clip(&family, limit, 0.5);
            let rest = clipped.replace("👨‍👩‍👧", "");
            assert!(!rest.contains('\u{200D}'), "limit {limit}: {clipped}");
        }
    }
}
