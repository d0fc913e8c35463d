//! By what our own message is known again: the mark at both its ends.

mod mark;
mod secret;

pub use mark::{LETTERS, MessageEnd, NAMES, Proof, ends, mark, proof};
pub use secret::Secret;

/// Whether nothing is seen of a char.
pub fn is_invisible(char: char) -> bool {
    matches!(
        char,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e01ef}'
    )
}

/// The number of ends that are checked in one text: hashing the content between many of them would
/// take long. Chosen here: a text contains one message written by conspectus, or a few.
pub const ENDS_MAX: usize = 64;

/// Returns the share of a text's bytes that belong to intact messages written by conspectus.
/// Another program could have written an intact message, so the share is good for counting and
/// proves nothing.
pub fn share_of(text: &str, key: Option<&str>) -> f64 {
    let ends = ends(text);
    let (mut ours, mut behind) = (0, 0);
    for (number, open) in ends.iter().enumerate().take(ENDS_MAX) {
        if open.closes || open.start < behind {
            continue;
        }
        let close = ends[number + 1..]
            .iter()
            .find(|end| end.closes && end.mark == open.mark);
        let Some(close) = close else { continue };
        if proof(&text[open.end..close.start], &open.mark, key).is_some() {
            ours += close.end - open.start;
            behind = close.end;
        }
    }
    ours as f64 / text.len().max(1) as f64
}
