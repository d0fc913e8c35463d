//! The text of a memory: four headings, the same at every size.

use super::Minutes;
use super::form::{CAME, CHANGED, CHECKS, EFFECTS, Entry, FAILED, File, READ, TASKS};
use super::ledger::Ledger;
use super::read::Todo;
use super::text::{line, set_in};
use super::{log, user_text};
use crate::notes::snapshot::{HEADINGS, MARK, append};

/// Shares in percent: `STATE` of the space left by the user's words for the state, up to `DEAR` if
/// effects and failures need it, and `LOG` of the space left after that for the log.
const STATE: usize = 32;
const DEAR: usize = 65;
const LOG: usize = 75;
/// What attachments of the user's messages may take of that.
const ATTACHED: usize = 30;

/// Returns a memory of about `room` bytes.
pub fn write(minutes: &Minutes<'_>, request: &str, room: usize) -> String {
    let headings: usize = HEADINGS.iter().map(|heading| heading.len() + 6).sum();
    let room = room.saturating_sub(headings);
    let left = room.saturating_sub(request.len());
    let state = state(&minutes.ledger, state_room(&minutes.ledger, left));
    let left = left.saturating_sub(state.len());
    let mut seen = user_text::attached(&minutes.said, &minutes.turns, left * ATTACHED / 100);
    let rest = left.saturating_sub(seen.len());
    let mut log = log::write(minutes, rest * LOG / 100);
    let told = format!("{request}\n{state}\n{log}\n{seen}");
    let rest = rest.saturating_sub(log.len());
    append(&mut seen, &minutes.seen.write(&minutes.need, &told, rest));
    let over = left.saturating_sub(log.len() + seen.len());
    if over > left / 10 {
        log = log::write(minutes, log.len() + over);
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
pub fn headed(request: &str) -> String {
    format!("{MARK}{}\n{request}", HEADINGS[0])
}

/// Returns the state of the work. Effects, which must not be repeated, get their space first.
fn state(ledger: &Ledger, all: usize) -> String {
    let mut left = all;
    // The first items that fit below a label, in a percentage of the room.
    let mut list = |label: &str, percent: usize, items: &mut dyn Iterator<Item = String>| {
        let most = left.min(all * percent / 100);
        let mut text = label.to_owned();
        for item in items {
            let line = format!("\n- {}", set_in(&item, "  "));
            if text.len() + line.len() >= most {
                break;
            }
            text += &line;
        }
        if text == label {
            return String::new();
        }
        left -= text.len() + 1;
        text
    };
    let entry = |entry: &Entry| {
        let call = entry.call.replace(CAME, " ");
        line(&format!("{call}{CAME}{}", entry.came), 450)
    };
    let changed = ledger.files.iter().filter(|file| file.changes > 0);
    let read = ledger.files.iter().filter(|file| file.changes == 0);
    let checks = ledger.checks.iter().take(CHECKS_MAX);
    let effects = list(EFFECTS, 75, &mut ledger.effects.iter().map(entry));
    let failed = list(FAILED, 25, &mut ledger.failed.iter().map(entry));
    let tasks = list(TASKS, 30, &mut tasks(&ledger.tasks, all * 30 / 100));
    let changed = list(CHANGED, 25, &mut changed.map(file));
    let checks = list(CHECKS, 30, &mut checks.map(entry));
    let read = list(READ, 20, &mut read.map(file));
    let mut text = String::new();
    for list in [tasks, changed, checks, failed, effects, read] {
        append(&mut text, &list);
    }
    text
}

/// Maximum number of commands whose newest run is shown. Chosen here: the newest runs show the
/// state of the work.
const CHECKS_MAX: usize = 8;

/// All tasks in order, or those that are open where not all have room.
fn tasks(all: &[Todo], room: usize) -> impl Iterator<Item = String> {
    let fits = all.iter().map(|task| task.text.len() + 8).sum::<usize>() < room;
    let told = all.iter().filter(move |task| fits || task.open);
    told.map(Todo::told)
}

fn file(file: &File) -> String {
    let path = line(&file.path, 240);
    match (file.is_gone, file.changes) {
        (true, _) => format!("{path} (removed)"),
        (_, 0 | 1) => path,
        (_, times) => format!("{path} ({times}×)"),
    }
}
