//! The state of the work, derived from structure alone: files, tasks, the newest run of each check,
//! effects, and unresolved failures.

use super::calls::{Call, Calls, Ended};
use super::form::{Entry, File, SINCE};
use super::read::files::Files;
use super::read::{FileUse, Todo};
use super::text::line;
use crate::notes::turns::Turn;
use std::collections::BTreeSet;

/// The state at the end of the span. Each list except `tasks` is sorted newest first.
#[derive(Default)]
pub struct Ledger {
    pub files: Vec<File>,
    /// The newest list of tasks.
    pub tasks: Vec<Todo>,
    pub checks: Vec<Entry>,
    pub effects: Vec<Entry>,
    pub failed: Vec<Entry>,
}

/// Longest call as it is shown, and longest answer to an effect, in bytes.
const SHOWN_BYTES: usize = 200;
/// Most changes of a file that are carried from earlier notes.
const CHANGES_MAX: usize = 999;

impl Ledger {
    pub fn of(turns: &[Turn<'_>], calls: &Calls, former: &Self) -> Self {
        let mut ledger = Self::default();
        ledger.files(turns, calls, former);
        ledger.tasks(turns, calls, former);
        ledger.runs(turns, calls, former);
        ledger
    }

    fn files(&mut self, turns: &[Turn<'_>], calls: &Calls, former: &Self) {
        let mut files = Files::default();
        for (number, file) in former.files.iter().rev().enumerate() {
            let used = match file.changes {
                _ if file.is_gone => FileUse::Deleted,
                0 => FileUse::Read,
                _ => FileUse::Edited,
            };
            for _ in 0..file.changes.clamp(1, CHANGES_MAX) {
                files.note(file.path.clone(), used, number, 0);
            }
        }
        for call in calls.all.iter().filter(|call| !turns[call.turn].stays) {
            let number = former.files.len() + call.turn;
            call.each_file(|path, used| {
                let path = path.trim_start_matches("./").to_owned();
                files.note(path, used, number, 0);
            });
        }
        let newest = files.into_list().into_iter().rev();
        let told = newest.map(|file| File {
            path: file.path,
            changes: file.changes,
            is_gone: file.state == FileUse::Deleted,
        });
        self.files = told.collect();
    }

    fn tasks(&mut self, turns: &[Turn<'_>], calls: &Calls, former: &Self) {
        let mut todos = former.tasks.clone();
        let mut stays = false;
        for call in &calls.all {
            if call.list_tasks(turns, &mut todos) {
                stays = turns[call.turn].stays && call.called.todos.is_some();
            }
        }
        todos.retain(|_| !stays);
        self.tasks = todos;
    }

    /// Checks, effects and failures, each with what its newest run gave.
    fn runs(&mut self, turns: &[Turn<'_>], calls: &Calls, former: &Self) {
        // What newer calls tried, as it is shown, and the files on which they went well.
        let (mut tried, mut shown) = (BTreeSet::new(), BTreeSet::new());
        let mut well: BTreeSet<&str> = BTreeSet::new();
        let mut is_changed = false;
        let since = |mut entry: Entry, is_changed: bool| {
            let is_told = entry.came.ends_with(SINCE) || !entry.call.starts_with("$ ");
            if is_changed && !is_told {
                entry.came += SINCE;
            }
            entry
        };
        for call in calls.all.iter().rev() {
            let turn = &turns[call.turn];
            let file = call.file();
            let is_mended = file.is_some_and(|file| well.contains(file));
            let has_failed = call.ended.failed();
            let is_newest =
                call.ended != Ended::Open && tried.insert(call.called.identity(&turn.args));
            if let ([(path, _)], false) = (&call.called.files[..], has_failed) {
                well.insert(path);
            }
            let is_effect = call.called.is_effect(turn.changes) && !has_failed;
            let came = call.came(turns);
            let entry = Entry {
                call: call.shown_in(turn, SHOWN_BYTES),
                came: if is_effect {
                    answer(came, call)
                } else {
                    call.told(came)
                },
            };
            shown.insert(entry.call.clone());
            let entry = since(entry, is_changed);
            call.each_file(|_, used| is_changed |= used != FileUse::Read);
            if turn.stays {
                continue;
            }
            if is_effect {
                self.effects.push(entry);
            } else if is_newest && has_failed && !is_mended {
                self.failed.push(entry);
            } else if is_newest && !has_failed && call.called.checks() {
                self.checks.push(entry);
            }
        }
        let lists = [
            (&mut self.checks, &former.checks),
            (&mut self.failed, &former.failed),
            (&mut self.effects, &former.effects),
        ];
        for (list, before) in lists {
            let left = before.iter().filter(|entry| !shown.contains(&entry.call));
            list.extend(left.map(|entry| since(entry.clone(), is_changed)));
        }
    }
}

/// What came back of an effect, with its ids: in short as it is, else its first line.
fn answer(text: &str, call: &Call) -> String {
    let whole = line(text, SHOWN_BYTES);
    match call.ended {
        Ended::Open => call.told(text),
        _ if whole.ends_with('…') && !call.line.is_empty() => call.line.clone(),
        _ => whole,
    }
}
