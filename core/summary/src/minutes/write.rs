//! The text of a memory: four headings, the same at every size.

use super::form::{CAME, CHANGED, CHECKS, EFFECTS, Entry, FAILED, File, LAST, READ, TASKS};
use super::ledger::Ledger;
use super::reading::Minutes;
use super::text::{end_of, line, set_in};
use super::{log, said};
use crate::notes::snapshot::{HEADINGS, MARK};

/// What of the room beside the user's words the state may take, in percent, also where much must not
/// be done twice; and what of the rest the log.
const STATE: usize = 32;
const DEAR: usize = 65;
const LOG: usize = 62;
/// What attachments of the user's messages may take of the lines that were seen.
const ATTACHED: usize = 70;

/// A memory of about so many bytes.
pub(super) fn write(minutes: &Minutes, request: &str, room: usize) -> String {
    let headings: usize = HEADINGS.iter().map(|heading| heading.len() + 6).sum();
    let room = room.saturating_sub(headings);
    let left = room.saturating_sub(request.len());
    let state = state(&minutes.ledger, state_room(&minutes.ledger, left));
    let left = left.saturating_sub(state.len());
    let mut log = log::write(minutes, &state, left * LOG / 100);
    let told = format!("{request}\n{state}\n{log}");
    let rest = left.saturating_sub(log.len());
    let attached = said::attached(&minutes.said, &minutes.turns, rest * ATTACHED / 100);
    let told = format!("{told}\n{attached}");
    let seen = minutes
        .seen
        .write(&minutes.need, &told, rest.saturating_sub(attached.len()));
    let parts = [attached, seen].into_iter().filter(|part| !part.is_empty());
    let seen = parts.collect::<Vec<_>>().join("\n");
    let over = left.saturating_sub(log.len() + seen.len());
    if over > left / 10 {
        log = log::write(minutes, &state, log.len() + over);
    }
    let texts = [request.to_owned(), state, log, seen];
    let told = HEADINGS
        .iter()
        .zip(texts)
        .filter(|(_, text)| !text.is_empty());
    let parts: Vec<String> = told
        .map(|(heading, text)| format!("{MARK}{heading}\n{text}"))
        .collect();
    parts.join("\n\n")
}

/// What must not be done twice, and what is broken, have their room before all that happened.
fn state_room(ledger: &Ledger, room: usize) -> usize {
    let first = ledger
        .effects
        .iter()
        .take(8)
        .chain(ledger.failed.iter().take(2));
    let dear: usize = first
        .map(|entry| entry.call.len() + entry.came.len() + 10)
        .sum();
    (room * STATE / 100).max((dear * 2 + 100).min(room * DEAR / 100))
}

/// The user's words alone.
pub(super) fn headed(request: &str) -> String {
    format!("{MARK}{}\n{request}", HEADINGS[0])
}

/// Takes lines while there is room.
struct Room {
    left: usize,
}

impl Room {
    fn take(&mut self, text: &str) -> bool {
        let cost = text.len() + 1;
        let fits = cost <= self.left;
        if fits {
            self.left -= cost;
        }
        fits
    }

    /// The first items that fit, behind a label and what stands between them, in at most a share of
    /// all.
    fn list(
        &mut self,
        (label, first, between): (&str, &str, &str),
        items: impl Iterator<Item = String>,
        most: usize,
    ) -> Option<String> {
        let before = most.min(self.left).checked_sub(label.len() + 1)?;
        let (mut left, mut text, mut next) = (before, label.to_owned(), first);
        for item in items {
            let Some(rest) = left.checked_sub(item.len() + between.len()) else {
                break;
            };
            left = rest;
            text = text + next + &item;
            next = between;
        }
        self.left -= match text.len() == label.len() {
            true => return None,
            false => before - left + label.len() + 1,
        };
        Some(text)
    }

    /// The same, each on a line of its own.
    fn lines(
        &mut self,
        label: &str,
        lines: impl Iterator<Item = String>,
        most: usize,
    ) -> Option<String> {
        self.list((label, "\n", "\n"), lines, most)
    }
}

/// Where the work stands. What must not be done twice has its room first.
fn state(ledger: &Ledger, all: usize) -> String {
    let mut room = Room { left: all };
    let of = |percent: usize| all * percent / 100;
    let entry = |entry: &Entry| {
        let text = format!("{}{CAME}{}", entry.call.replace(CAME, " "), entry.came);
        format!("- {}", set_in(&line(&text, 420), "  "))
    };
    let effects = room.lines(EFFECTS, ledger.effects.iter().map(entry), of(75));
    let end = of(40).clamp(160.min(all), LAST_BYTES);
    let words = Some(last(ledger, end)).filter(|last| !last.is_empty() && room.take(last));
    let failed = room.lines(FAILED, ledger.failed.iter().map(entry), of(25));
    let tasks = room.lines(TASKS, tasks(&ledger.tasks, of(30)), of(30));
    let changed = room.list((CHANGED, "", ", "), ledger.changed.iter().map(file), of(25));
    let checks = room.lines(
        CHECKS,
        ledger.checks.iter().take(CHECKS_MAX).map(entry),
        of(30),
    );
    let left = room.left;
    let read = room.list(
        (READ, "", ", "),
        ledger.read.iter().map(|path| plain(path)),
        left.min(of(20)),
    );
    // Unused bytes extend the quote of the last words.
    let words = words.map(|_| last(ledger, (end + room.left).min(LAST_BYTES)));
    let parts = [words, tasks, changed, checks, failed, effects, read];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Longest quote of what the agent said and called last, in bytes.
const LAST_BYTES: usize = 900;

/// The end of what the agent said last, and the newest calls behind it.
fn last(ledger: &Ledger, room: usize) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut left = room.saturating_sub(LAST.len());
    if !ledger.said.is_empty() {
        parts.push(format!("\"{}\"", end_of(&ledger.said, left * 2 / 3)));
        left = left.saturating_sub(parts[0].len());
    }
    let mut calls: Vec<String> = Vec::new();
    for call in &ledger.called {
        let call = line(call, 240);
        if call.len() + 2 > left {
            break;
        }
        left -= call.len() + 2;
        calls.push(call);
    }
    parts.extend(calls.into_iter().rev());
    match parts.is_empty() {
        true => String::new(),
        false => format!("{LAST}{}", set_in(&parts.join("; then "), "  ")),
    }
}

/// Most commands whose newest run is told. Chosen here: the newest tell where the work stands.
const CHECKS_MAX: usize = 8;

/// All tasks in order, or those that are open where not all have room.
fn tasks(all: &[String], room: usize) -> impl Iterator<Item = String> {
    let fits = all.iter().map(|task| task.len() + 4).sum::<usize>() < room;
    let is_open = |task: &&String| task.starts_with("[ ]") || task.starts_with("[>]");
    let told = all.iter().filter(move |task| fits || is_open(task));
    told.map(|task| format!("- {}", set_in(task, "  ")))
}

fn file(file: &File) -> String {
    let path = plain(&file.path);
    match (file.is_gone, file.changes) {
        (true, _) => format!("{path} (removed)"),
        (_, 0 | 1) => path,
        (_, times) => format!("{path} ({times}×)"),
    }
}

/// A path on one line, in quotes where it holds what parts a list.
fn plain(path: &str) -> String {
    let path = set_in(&line(path, 240), " ").replace('"', "'");
    match path.contains(", ") {
        true => format!("\"{path}\""),
        false => path,
    }
}
