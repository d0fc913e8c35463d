//! How gemini-cli reads imports in its memory files (G-109..G-113): any run of backticks opens
//! code, a file may come again in another chain, and what is not imported becomes a remark in the
//! text.

use conspectus_toolkit::intake::imports::InstructionRules;
use conspectus_toolkit::intake::markdown::runs;
use std::ops::Range;

/// Its rules. Earlier versions search 200 folders below the working folder.
pub static RULES: InstructionRules = InstructionRules {
    names: &["GEMINI.md"],
    folders: 200,
    code,
    as_people_write: false,
    once: false,
    marks_failures: true,
    flat_backward: true,
};

/// Code as its pattern finds it: as many backticks as possible, any text, and as many backticks
/// again. A run that has no partner gives up backticks from its end until it has one.
fn code(text: &str) -> Vec<Range<usize>> {
    let runs = runs(text, 0..text.len());
    // For each run the longest behind it, and the next one that is longer than it: a partner is
    // then found in few steps.
    let mut longest = vec![0; runs.len() + 1];
    let mut longer: Vec<usize> = vec![runs.len(); runs.len()];
    for index in (0..runs.len()).rev() {
        longest[index] = longest[index + 1].max(runs[index].len());
        let mut next = index + 1;
        while next < runs.len() && runs[next].len() <= runs[index].len() {
            next = longer[next];
        }
        longer[index] = next;
    }
    let mut found = Vec::new();
    let (mut index, mut start) = (0, 0);
    while index < runs.len() {
        let start_here = runs[index].start.max(start);
        let length = runs[index].end - start_here;
        // Its own second half may be the partner, or a run behind it.
        let count = length.min(longest[index + 1]).max(length / 2);
        if count == 0 {
            index += 1;
            continue;
        }
        let end = if length >= 2 * count {
            start_here + 2 * count
        } else {
            let mut partner = index + 1;
            while partner < runs.len() && runs[partner].len() < count {
                partner = longer[partner];
            }
            index = partner;
            runs[partner].start + count
        };
        found.push(start_here..end);
        start = end;
        if start >= runs[index].end {
            index += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn backticks_pair_as_a_backtracking_pattern_pairs_them() {
        let of = |text: &str| {
            code(text)
                .into_iter()
                .map(|range| text[range].to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(of("a `b` c"), ["`b`"]);
        assert_eq!(of("```"), ["``"]);
        assert_eq!(of("```a``b"), ["```a``"]);
        assert_eq!(of("``a```b`"), ["``a``", "`b`"]);
        assert_eq!(of("a ` b"), Vec::<String>::new());
        assert_eq!(of("````"), ["````"]);
    }
}
