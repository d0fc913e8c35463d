//! The newest turns of agent and user word for word, each result as one line: the end of a
//! conversation says most of where it stands.

use super::carry::guarded;
use super::lines::each_line;
use super::source::{Source, Turn, USER};
use super::units::Units;
use crate::host::clip::{head_of, one_line};
use crate::notes::snapshot::escape_tags;
use std::collections::BTreeSet;

/// A turn that is longer than this part of the share is clipped: one in so many.
const LONG: usize = 4;
/// Behind the head of a turn that is clipped.
const LEFT_OUT: &str = " […]";

/// The newest turns.
#[derive(Debug, Default)]
pub(super) struct Tail<'a> {
    pub text: String,
    /// The units that they tell.
    pub told: BTreeSet<&'a str>,
}

impl<'a> Tail<'a> {
    /// The newest turns behind place `from` that go and fit into `share` bytes. The goal, and what
    /// the user said and brought up to date since, are left out.
    pub fn of(
        source: &'a Source,
        units: &Units<'_>,
        from: usize,
        share: usize,
        goal: &str,
    ) -> Self {
        let mut told = BTreeSet::new();
        let mut texts: Vec<String> = Vec::new();
        let (mut left, mut open) = (share, "");
        let goes = source
            .turns
            .iter()
            .rev()
            .filter(|turn| !source.places[turn.place as usize].visible);
        for turn in goes.take_while(|turn| turn.place as usize >= from) {
            let head = head_of(&turn.text, share / LONG);
            let is_goal = || escape_tags(&one_line(&turn.text, goal.len() + 1)) == goal;
            let lines = lines(turn, head, units);
            if lines.is_empty() || (turn.header == USER && is_goal()) {
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
            if header > 0 && !open.is_empty() {
                texts.push(open.to_owned());
            }
            open = turn.header;
            each_line(head, |line| {
                told.insert(line);
            });
            texts.push(text);
        }
        texts.extend((!open.is_empty()).then(|| open.to_owned()));
        texts.reverse();
        Self {
            text: texts.join("\n"),
            told,
        }
    }
}

/// The lines of a turn's head that still hold.
fn lines(turn: &Turn, head: &str, units: &Units<'_>) -> Vec<String> {
    let mut lines: Vec<&str> = Vec::new();
    if turn.header == USER {
        each_line(head, |line| lines.push(line));
        lines.retain(|line| {
            units
                .find(line)
                .is_none_or(|unit| !units.units[unit as usize].outdated)
        });
    } else {
        let whole = head.lines().map(str::trim_end);
        lines.extend(whole.filter(|line| !line.is_empty()));
    }
    let marked = |(mark, line)| format!("{mark}{line}");
    lines.into_iter().map(guarded).map(marked).collect()
}
