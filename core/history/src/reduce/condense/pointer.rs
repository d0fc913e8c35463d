//! Pointers: a line that replaces lines that another result shows.
//!
//! `[lines 120-164 are lines 118-162 of the last read_file src/a.rs above; bcdf]`, or `the 2nd
//! last`. Results are counted backwards, so removing messages before the source does not change the
//! meaning of a pointer. The four letters are a hash of the replaced lines. So a tool that writes
//! such a line on its own can only refer to content that the conversation already contains.

use xxhash_rust::xxh3::xxh3_64;

/// The letters of a check: no vowels, so that they form no word.
const LETTERS: &[u8; 20] = b"bcdfghjklmnpqrstvwxz";

/// A line that replaces lines that an earlier result shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pointer {
    /// The first and the last line here, by their numbers.
    pub here: (u32, u32),
    /// The first and the last line there, by their numbers.
    pub there: (u32, u32),
    /// The source, counted backwards among the results with the same label: 1 is the last one.
    pub back: usize,
    /// The tool of the source and what its call was about.
    pub label: String,
    /// A hash of the lines.
    pub check: String,
}

/// What every pointer begins with.
pub(super) const OPENING: &str = "[lines ";

impl Pointer {
    /// Returns the number of lines that it replaces.
    pub fn len(&self) -> usize {
        (self.here.1 - self.here.0) as usize + 1
    }

    pub fn render(&self) -> String {
        let Self {
            here,
            there,
            back,
            label,
            check,
        } = self;
        format!(
            "[lines {}-{} are lines {}-{} of the {} {label} above; {check}]",
            here.0,
            here.1,
            there.0,
            there.1,
            last(*back)
        )
    }

    /// The pointer that a line is, if it is one.
    pub fn parse(line: &str) -> Option<Self> {
        let (here, rest) = line.strip_prefix(OPENING)?.split_once(" are lines ")?;
        let (there, rest) = rest.split_once(" of the ")?;
        let (rest, check) = rest.strip_suffix(']')?.rsplit_once("; ")?;
        let (ordinal, label) = rest.strip_suffix(" above")?.split_once("last ")?;
        let back = match ordinal.trim_end() {
            "" => 1,
            counted => counted
                .trim_end_matches(|char: char| char.is_ascii_alphabetic())
                .parse()
                .ok()?,
        };
        let pointer = Self {
            here: range(here)?,
            there: range(there)?,
            back,
            label: label.to_owned(),
            check: check.to_owned(),
        };
        (pointer.render() == line).then_some(pointer)
    }
}

/// Returns the hash of these lines, as four letters.
pub(super) fn check<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let lines: Vec<&str> = lines.collect();
    let mut hash = xxh3_64(lines.join("\n").as_bytes());
    let mut letters = String::new();
    for _ in 0..4 {
        letters.push(LETTERS[(hash % 20) as usize] as char);
        hash /= 20;
    }
    letters
}

fn range(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?)).filter(|(first, last)| first <= last)
}

fn last(back: usize) -> String {
    let ending = match (back % 10, back % 100) {
        (1, hundred) if hundred != 11 => "st",
        (2, hundred) if hundred != 12 => "nd",
        (3, hundred) if hundred != 13 => "rd",
        _ => "th",
    };
    if back == 1 {
        "last".to_owned()
    } else {
        format!("{back}{ending} last")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_read_as_it_was_written() {
        for back in [1, 2, 3, 4, 11, 21, 112] {
            let label = "read_file src/the last above; of the x.rs".to_owned();
            let pointer = Pointer {
                here: (120, 164),
                there: (1, 45),
                back,
                label,
                check: "bcdf".to_owned(),
            };
            assert_eq!(Pointer::parse(&pointer.render()), Some(pointer));
        }
        assert_eq!(
            Pointer::parse("[lines 5-2 are lines 1-4 of the last a above; bcdf]"),
            None
        );
        assert_eq!(Pointer::parse("[lines 1-4]"), None);
    }
}
