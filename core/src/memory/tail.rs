//! The newest turns of agent and user word for word, each result as one line: the end of a
//! conversation says most of where it stands.

use super::carry::guarded;
use super::lines::each_line;
use super::source::{Source, USER};
use super::units::Units;
use crate::host::clip::head_of;

/// A turn that is longer than this part of the share is clipped: one in so many.
const LONG: usize = 4;
/// Behind the head of a turn that is clipped.
const LEFT_OUT: &str = " […]";

/// The newest turns behind place `from` that go and fit into `share` bytes. What the user said and
/// brought up to date since is left out.
pub(super) fn tail(source: &Source, units: &Units<'_>, from: usize, share: usize) -> String {
    let mut texts: Vec<String> = Vec::new();
    let (mut left, mut open) = (share, "");
    let goes = source
        .turns
        .iter()
        .rev()
        .filter(|turn| !source.places[turn.place as usize].visible);
    for turn in goes.take_while(|turn| turn.place as usize >= from) {
        let head = head_of(&turn.text, share / LONG);
        let mut lines: Vec<&str> = Vec::new();
        if turn.header == USER {
            each_line(head, |line| lines.push(line));
            lines.retain(|line| {
                units
                    .find(line)
                    .is_none_or(|unit| !units.units[unit as usize].outdated)
            });
        } else {
            lines.extend(
                head.lines()
                    .map(str::trim_end)
                    .filter(|line| !line.is_empty()),
            );
        }
        if lines.is_empty() {
            continue;
        }
        let lines = lines
            .into_iter()
            .map(guarded)
            .map(|(mark, line)| format!("{mark}{line}"));
        let mut text = lines.collect::<Vec<_>>().join("\n");
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
        texts.push(text);
    }
    texts.extend((!open.is_empty()).then(|| open.to_owned()));
    texts.reverse();
    texts.join("\n")
}
