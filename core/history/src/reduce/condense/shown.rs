//! What the results of a conversation have shown so far, by hashes of their lines.

use super::lines::{Lines, ResultLine};
use super::pointer::{Pointer, check};
use std::collections::{BTreeMap, VecDeque};
use xxhash_rust::xxh3::xxh3_64;

/// Number of consecutive lines that are looked up together. A single line, such as a closing
/// bracket, appears in every file.
const WINDOW: usize = 3;

/// Most lines at each end of a run that are kept if new lines are next to it. Chosen here, by the
/// 302 edits of recorded sessions whose quote appeared in full in one result: without these lines 6
/// quotes appear in full nowhere, with them 4, which are rewrites of 60 to 308 lines.
const BORDER_LINES: usize = 4;

/// A result as it is shown.
#[derive(Debug, Clone, Default)]
struct IndexedResult {
    label: String,
    /// A hash of each line that is shown; 0 for a pointer.
    hashes: Vec<u64>,
    /// The number under which each line is known; 0 for none.
    numbers: Vec<u32>,
    /// The sign after the numbers, if the lines are numbered.
    separator: Option<char>,
}

/// Number of newest results whose replaced index entries are known, so that they can be undone.
/// Chosen here: a host goes back by a message or two, and after a larger step everything is read
/// again.
const UNDO_RESULTS: usize = 64;

/// What the index held before a result was noted.
#[derive(Debug, Clone, Default)]
struct Replaced {
    places: Vec<(u64, Option<(u32, u32)>)>,
    whole: Option<(u64, Option<u32>)>,
}

/// The index of all lines shown so far.
#[derive(Debug, Clone, Default)]
pub(super) struct LineIndex {
    results: Vec<IndexedResult>,
    /// What the newest results replaced, the newest last.
    replaced: VecDeque<Replaced>,
    /// The result and line at which three consecutive lines were last shown, by their hash.
    places: BTreeMap<u64, (u32, u32)>,
    /// The result that last showed a text without pointers, by its hash.
    wholes: BTreeMap<u64, u32>,
}

/// Lines of a new result that an earlier one shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineRun {
    /// Index of the first line in the new result.
    pub start: usize,
    pub length: usize,
    result: usize,
    line: usize,
}

impl LineRun {
    /// The run without the lines next to new ones: an edit of these quotes the lines around them,
    /// and finds them whole. They end at a blank line.
    fn without_borders(self, lines: &[ResultLine<'_>]) -> Self {
        let end = self.start + self.length;
        let up_to_blank = |kept: &[ResultLine<'_>], from_end: bool| {
            let is_blank = |line: &ResultLine<'_>| line.content.trim().is_empty();
            let blank = if from_end {
                kept.iter().rev().position(is_blank)
            } else {
                kept.iter().position(is_blank)
            };
            blank.unwrap_or(kept.len())
        };
        let in_front = if self.start == 0 {
            0
        } else {
            up_to_blank(&lines[self.start..self.start + BORDER_LINES], false)
        };
        let behind = if end == lines.len() {
            0
        } else {
            up_to_blank(&lines[end - BORDER_LINES..end], true)
        };
        Self {
            start: self.start + in_front,
            line: self.line + in_front,
            length: self.length - in_front - behind,
            ..self
        }
    }
}

impl LineIndex {
    /// Notes a result as it is shown. One that shows nothing, such as a cleared one, is noted too:
    /// pointers count it.
    pub fn note(&mut self, label: &str, text: Option<&str>) {
        self.note_lines(label, text, &text.map(Lines::of).unwrap_or_default());
    }

    /// As [`note`](Self::note), for a text of which the lines are known.
    pub fn note_lines(&mut self, label: &str, text: Option<&str>, lines: &Lines<'_>) {
        let hashes = lines.hashes.clone();
        let numbers = lines.all.iter().map(|line| line.number).collect();
        let result = u32::try_from(self.results.len()).unwrap_or(u32::MAX);
        let mut replaced = Replaced::default();
        for (line, window) in hashes.windows(WINDOW).enumerate() {
            if let (Some(hash), Ok(line)) = (hash_of(window), u32::try_from(line)) {
                replaced
                    .places
                    .push((hash, self.places.insert(hash, (result, line))));
            }
        }
        if let Some(text) = text.filter(|_| !hashes.contains(&0)) {
            let hash = xxh3_64(text.as_bytes());
            replaced.whole = Some((hash, self.wholes.insert(hash, result)));
        }
        self.replaced.push_back(replaced);
        if self.replaced.len() > UNDO_RESULTS {
            self.replaced.pop_front();
        }
        self.results.push(IndexedResult {
            label: label.to_owned(),
            hashes,
            numbers,
            separator: lines.separator,
        });
    }

    /// All results so far count, and show nothing any more.
    pub fn show_nothing(&mut self) {
        self.places.clear();
        self.wholes.clear();
        self.replaced.clear();
    }

    /// How many results were noted.
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Forgets all but the first `length` results; or all of them, if it is not known any more how
    /// it was then.
    pub fn truncate(&mut self, length: usize) {
        if self.len().saturating_sub(length) > self.replaced.len() {
            *self = Self::default();
        }
        while self.len() > length {
            let Replaced { places, whole } = self.replaced.pop_back().unwrap_or_default();
            for (hash, former) in places.into_iter().rev() {
                put_back(&mut self.places, hash, former);
            }
            if let Some((hash, former)) = whole {
                put_back(&mut self.wholes, hash, former);
            }
            self.results.pop();
        }
    }

    /// The runs of at least `least` lines that one earlier result shows, from the start to the end;
    /// or the whole text, if one shows all of it.
    pub fn runs(&self, text: &str, lines: &Lines<'_>, least: usize) -> Vec<LineRun> {
        let length = lines.all.len();
        if let Some(result) = self.wholes.get(&xxh3_64(text.as_bytes())) {
            // What stands behind the numbered lines stays: a pointer names lines by their numbers.
            let first = lines.all.first().map_or(0, |line| line.number);
            let length = lines
                .all
                .iter()
                .enumerate()
                .take_while(|(offset, line)| follows(line.number, first, *offset))
                .count();
            let run = LineRun {
                start: 0,
                length,
                result: *result as usize,
                line: 0,
            };
            return Vec::from_iter((length > 0).then_some(run));
        }
        let hashes = without_lines_beside_pointers(&lines.hashes);
        let mut runs = Vec::new();
        let mut at = 0;
        while at + least.max(WINDOW) <= length {
            match self
                .run_at(lines, &hashes, at)
                .filter(|run| run.length >= least)
            {
                Some(run) => {
                    at += run.length;
                    runs.push(run.without_borders(&lines.all));
                }
                None => at += 1,
            }
        }
        runs
    }

    fn run_at(&self, lines: &Lines<'_>, hashes: &[u64], start: usize) -> Option<LineRun> {
        let (result, line) = *self
            .places
            .get(&hash_of(hashes.get(start..start + WINDOW)?)?)?;
        let (result, line) = (result as usize, line as usize);
        // A pointer says nothing of the sign behind the numbers, so both must have the same.
        let shown = self
            .results
            .get(result)
            .filter(|shown| shown.separator == lines.separator)?;
        let (ours, theirs) = (lines.all.get(start..)?, shown.numbers.get(line..)?);
        let (our_first, their_first) = (ours.first()?.number, *theirs.first()?);
        let length = hashes[start..]
            .iter()
            .zip(shown.hashes.get(line..)?)
            .enumerate()
            .take_while(|(offset, (own, other))| {
                **own != 0
                    && own == other
                    && follows(ours[*offset].number, our_first, *offset)
                    && follows(theirs[*offset], their_first, *offset)
            })
            .count();
        Some(LineRun {
            start,
            length,
            result,
            line,
        })
    }

    /// Returns the pointer that replaces a run.
    pub fn pointer(&self, lines: &Lines<'_>, run: LineRun) -> Option<Pointer> {
        let shown = self.results.get(run.result)?;
        let back = self
            .results
            .get(run.result..)?
            .iter()
            .filter(|other| other.label == shown.label)
            .count();
        let contents = lines.all.get(run.start..run.start + run.length)?;
        let theirs = shown.numbers.get(run.line..run.line + run.length)?;
        Some(Pointer {
            here: (contents.first()?.number, contents.last()?.number),
            there: (*theirs.first()?, *theirs.last()?),
            back,
            label: shown.label.clone(),
            check: check(contents.iter().map(|line| line.content)),
        })
    }
}

fn put_back<T>(map: &mut BTreeMap<u64, T>, hash: u64, former: Option<T>) {
    match former {
        Some(former) => drop(map.insert(hash, former)),
        None => drop(map.remove(&hash)),
    }
}

/// The hashes of a text, with 0 for the lines next to its pointers: they stayed when the pointers
/// were written, and stay when the text is read again.
fn without_lines_beside_pointers(hashes: &[u64]) -> Vec<u64> {
    let mut kept = hashes.to_vec();
    for (at, _) in hashes.iter().enumerate().filter(|(_, hash)| **hash == 0) {
        kept[at.saturating_sub(BORDER_LINES)..hashes.len().min(at + BORDER_LINES + 1)].fill(0);
    }
    kept
}

/// Whether the lines up to this one are numbered without a gap: a pointer names its lines by their
/// first and last number.
fn follows(number: u32, first: u32, offset: usize) -> bool {
    number > 0 && number as usize == first as usize + offset
}

/// A hash of lines in a row; nothing if one of them is not shown.
fn hash_of(lines: &[u64]) -> Option<u64> {
    let mix = |sum: u64, hash: &u64| {
        (sum ^ hash)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(23)
    };
    lines
        .iter()
        .all(|hash| *hash != 0)
        .then(|| lines.iter().fold(0, mix))
}
