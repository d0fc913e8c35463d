//! The newest turns of agent and user word for word, each result as one line: the end of a
//! conversation says most of where it stands.

use super::carry::guarded;
use super::lines::{each_line, each_sentence};
use super::reading::{Reading, Valued};
use super::source::{CAME, SourceTurn, USER};
use super::units::Units;
use crate::host::clip::head_of;
use std::collections::BTreeSet;

/// A turn that is longer than this part of the share is clipped: one in so many.
const LONG: usize = 4;
/// Less of a turn says nothing, in bytes. Chosen here: a short sentence.
const HEAD_BYTES_MIN: usize = 60;
/// Behind the head of a turn that is clipped.
const LEFT_OUT: &str = " […]";

/// The newest turns.
pub(super) struct Tail<'a> {
    pub text: String,
    /// The units that are told, by them or before.
    pub told: BTreeSet<&'a str>,
}

impl<'a> Tail<'a> {
    /// The newest turns behind what earlier notes quote that go and fit into `share` bytes. What the
    /// user said is left out where it is `told` already, or was brought up to date since.
    pub fn of(valued: &'a Valued<'_>, share: usize, mut told: BTreeSet<&'a str>) -> Self {
        let Reading { source, former, .. } = valued.reading;
        let mut texts: Vec<String> = Vec::new();
        let (mut left, mut open, mut run) = (share, "", 0);
        let goes = source
            .turns
            .iter()
            .rev()
            .filter(|turn| !source.places[turn.place as usize].visible);
        for turn in goes.take_while(|turn| turn.place as usize >= former.quotes.len()) {
            let head = head_of(&turn.text, share / LONG);
            if head.len() < turn.text.len().min(HEAD_BYTES_MIN) {
                break;
            }
            let lines = lines(turn, head, &valued.units, &told);
            if lines.is_empty() {
                continue;
            }
            let mut text = lines.join("\n");
            if head.len() < turn.text.len() {
                text.push_str(LEFT_OUT);
            }
            // Each run of turns of one speaker has a header.
            let header = if turn.header == open {
                0
            } else {
                turn.header.len() + 1
            };
            if text.len() + 1 + header > left {
                break;
            }
            left -= text.len() + 1 + header;
            if header > 0 {
                texts.extend((!open.is_empty()).then(|| open.to_owned()));
                (open, run) = (turn.header, 0);
            }
            let mut tell = |line| {
                told.insert(line);
            };
            each_line(head, &mut tell);
            each_sentence(head, tell);
            texts.push(text);
            run += 1;
        }
        // A result says nothing without its call.
        while run > 0 && texts.last().is_some_and(|text| text.starts_with(CAME)) {
            texts.pop();
            run -= 1;
        }
        texts.extend((run > 0).then(|| open.to_owned()));
        texts.reverse();
        Self {
            text: texts.join("\n"),
            told,
        }
    }
}

/// The lines of a turn's head that still hold.
fn lines(turn: &SourceTurn, head: &str, units: &Units<'_>, told: &BTreeSet<&str>) -> Vec<String> {
    let mut lines: Vec<&str> = Vec::new();
    if turn.header == USER {
        each_sentence(head, |line| lines.push(line));
        lines.retain(|line| {
            let unit = units.find(line);
            !told.contains(line) && unit.is_none_or(|unit| !units.units[unit as usize].outdated)
        });
    } else {
        let whole = head.lines().map(str::trim_end);
        lines.extend(whole.filter(|line| !line.is_empty()));
    }
    let marked = |(mark, line)| format!("{mark}{line}");
    lines.into_iter().map(guarded).map(marked).collect()
}
