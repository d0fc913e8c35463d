//! A list of names as a line of the notes.

use crate::notes::snapshot::{append, escape_tags};

/// In front of such a list.
pub(super) const ALSO: &str = "also: ";
/// Between two of its names.
pub(super) const BETWEEN: &str = ", ";
/// Such a list as a line.
pub(super) fn line<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!(
        "{ALSO}{}",
        names.map(escape_tags).collect::<Vec<_>>().join(BETWEEN)
    )
}

/// Reads such a line: each name on a line of its own.
pub(super) fn told(line: &str, names: &mut String) {
    let list = line.strip_prefix(ALSO).unwrap_or(line);
    for name in list.split(BETWEEN).filter(|name| !name.is_empty()) {
        append(names, name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_comes_back_as_names() {
        let mut names = String::from("old");
        let list = ["a.rs", "1,200", "https://a.example/b"];
        told(&line(list.into_iter()), &mut names);
        assert_eq!(names, "old\na.rs\n1,200\nhttps://a.example/b");
    }
}
