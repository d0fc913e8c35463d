//! Labels in capitals in front of lines, like `NOTE: `. Where there is little room, a label that
//! several lines share is told once.

use super::carry::QUOTED;

/// In front of a line that has the label of the line above it.
const SAME: &str = "+ ";
/// Longest label, in bytes and in words. Chosen here.
const LABEL_BYTES: usize = 30;
const LABEL_WORDS: usize = 3;

/// The label of a line with its colon and blank, if it has one. A line that looks like one of ours
/// has none.
fn label(line: &str) -> Option<&str> {
    if line.starts_with(SAME) {
        return None;
    }
    let end = line
        .find(": ")
        .filter(|end| (2..=LABEL_BYTES).contains(end))?;
    let name = &line[..end];
    let in_capitals = name.chars().filter(|char| char.is_uppercase()).count() >= 2
        && !name.chars().any(char::is_lowercase);
    (in_capitals && name.split_whitespace().count() <= LABEL_WORDS).then(|| &line[..end + 2])
}

/// Lines with the same label one behind the other, the label in front of the first.
pub(super) fn told_once(lines: &[String]) -> Vec<String> {
    let labels: Vec<Option<&str>> = lines.iter().map(|line| label(line)).collect();
    let mut told = Vec::with_capacity(lines.len());
    for (index, line) in lines.iter().enumerate() {
        match labels[index] {
            Some(own) if labels[..index].contains(&Some(own)) => {}
            Some(own) => {
                told.push(line.clone());
                let same = (index + 1..lines.len()).filter(|other| labels[*other] == Some(own));
                told.extend(same.map(|other| format!("{SAME}{}", &lines[other][own.len()..])));
            }
            None if line.starts_with(SAME) => told.push(format!("{QUOTED}{line}")),
            None => told.push(line.clone()),
        }
    }
    told
}

/// What [`told_once`] was given, each line with its label.
pub(super) fn told_each(text: &str) -> String {
    let mut own = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        match line.strip_prefix(SAME) {
            Some(rest) => lines.push(format!("{own}{rest}")),
            None => {
                own = label(line).unwrap_or_default();
                lines.push(line.to_owned());
            }
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_told_once_and_comes_back() {
        let lines = [
            "NOTE: a b",
            "plain: c",
            "TO DO: d",
            "NOTE: e",
            "+ diff",
            "A: f",
            "NOTE: g",
            "+ NOTE: h",
        ]
        .map(str::to_owned);
        let told = told_once(&lines);
        assert_eq!(
            told,
            [
                "NOTE: a b",
                "+ e",
                "+ g",
                "plain: c",
                "TO DO: d",
                "| + diff",
                "A: f",
                "| + NOTE: h"
            ]
        );
        let back = told_each(&told.join("\n"));
        assert_eq!(
            back,
            "NOTE: a b\nNOTE: e\nNOTE: g\nplain: c\nTO DO: d\n| + diff\nA: f\n| + NOTE: h"
        );
    }
}
