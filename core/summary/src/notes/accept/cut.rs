//! Cuts a text that is too long at a natural boundary.

use crate::notes::reader::is_heading;
use crate::notes::terms::sentences;

/// All of a text if it fits; else the longest head that does, ends with a section, and is at least half of it; else one
/// that ends with a paragraph, else with a line or a sentence.
pub fn cut(text: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    if fits(text) {
        return Some(text.to_owned());
    }
    let mut ends: [Vec<usize>; 3] = Default::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if is_heading(line) {
            ends[0].push(at);
        }
        if line.trim().is_empty() {
            ends[1].push(at);
        }
        for sentence in sentences(line) {
            at += sentence.len();
            ends[2].push(at);
        }
    }
    ends.into_iter().find_map(|ends| {
        let count = ends.partition_point(|end| fits(text[..*end].trim_end()));
        let head = text[..*ends.get(count.checked_sub(1)?)?].trim_end();
        (head.len() * 2 >= text.len()).then(|| head.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_ends_with_a_section_then_a_paragraph_then_a_sentence() {
        let sections = "## Intent and limits\nShip version 2.0 today.\n\n## Next step\nRun it.";
        let paragraphs = "Ship version 2.0 today.\nIt is signed.\n\nThen run all of it.";
        let sentence = "Ship version 2.0 today. It is signed. Then run it";
        for (text, kept) in [
            (
                sections,
                Some("## Intent and limits\nShip version 2.0 today."),
            ),
            (paragraphs, Some("Ship version 2.0 today.\nIt is signed.")),
            (sentence, Some("Ship version 2.0 today. It is signed.")),
            ("one long sentence without any end", None),
        ] {
            let cut = cut(text, |head| head.len() < text.len() - 1);
            assert_eq!(cut.as_deref(), kept);
        }
        assert_eq!(cut(sections, |head| head.len() < 20), None);
    }
}
