//! A list of names as a line of the notes.

use crate::notes::snapshot::escape_tags;

/// In front of such a list.
pub(super) const ALSO: &str = "also: ";
/// In front of the list of those whose place is not quoted.
pub(super) const ELSEWHERE_TOO: &str = "also elsewhere: ";
/// Between two of its names.
pub(super) const BETWEEN: &str = ", ";
/// Instead of a place: all places that are not quoted.
pub(super) const ELSEWHERE: usize = usize::MAX;

/// What stands in front of the list of a place.
pub(super) fn label(place: usize, headers: bool) -> &'static str {
    if headers && place == ELSEWHERE {
        ELSEWHERE_TOO
    } else {
        ALSO
    }
}

/// Such a list as a line.
pub(super) fn line<'a>(
    place: usize,
    headers: bool,
    names: impl Iterator<Item = &'a str>,
) -> String {
    format!(
        "{}{}",
        label(place, headers),
        names.map(escape_tags).collect::<Vec<_>>().join(BETWEEN)
    )
}

/// Reads such a line: each name on a line of its own.
pub(super) fn told(line: &str, names: &mut String) {
    let list = [ELSEWHERE_TOO, ALSO]
        .iter()
        .find_map(|label| line.strip_prefix(label))
        .unwrap_or(line);
    for name in list.split(BETWEEN).filter(|name| !name.is_empty()) {
        if !names.is_empty() {
            names.push('\n');
        }
        names.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_comes_back_as_names() {
        for (place, headers) in [(3, true), (ELSEWHERE, true), (ELSEWHERE, false)] {
            let mut names = String::from("old");
            told(
                &line(
                    place,
                    headers,
                    ["a.rs", "1,200", "https://a.example/b"].into_iter(),
                ),
                &mut names,
            );
            assert_eq!(names, "old\na.rs\n1,200\nhttps://a.example/b");
        }
    }
}
