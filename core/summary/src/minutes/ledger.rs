//! Where the work stands, from structure alone: files, tasks, the newest run of each check, effects,
//! and failures that nothing mended.

use super::calls::{Call, Calls, Ended};
use super::carry::Former;
use super::form::{Entry, File};
use super::read::files::Files;
use super::read::{FileUse, Todo};
use super::text::line;
use super::turn::{Kind, Turn, routine};
use std::collections::BTreeMap;

/// What stands at the end of the span, each list with its newest in front.
#[derive(Default)]
pub(super) struct Ledger {
    /// What the agent said last, and the calls behind it.
    pub said: String,
    pub called: Vec<String>,
    pub changed: Vec<File>,
    pub read: Vec<String>,
    /// The newest list of tasks: each with its mark.
    pub tasks: Vec<String>,
    pub checks: Vec<Entry>,
    pub effects: Vec<Entry>,
    pub failed: Vec<Entry>,
}

/// Longest answer to an effect, in bytes.
const CAME_BYTES: usize = 200;
/// Most calls that are told behind what the agent said last.
const LAST_CALLS: usize = 3;

/// Most changes of a file that are carried from earlier notes.
const CHANGES_MAX: usize = 999;

impl Ledger {
    pub fn of(turns: &[Turn], calls: &Calls, former: &Former) -> Self {
        let mut ledger = Self::default();
        ledger.last(turns, calls);
        ledger.files(turns, calls, former);
        ledger.tasks(turns, calls, former);
        ledger.runs(turns, calls, former);
        ledger
    }

    /// What the agent said last and called behind it; nothing where that stays in the conversation.
    fn last(&mut self, turns: &[Turn], calls: &Calls) {
        let is_of_agent = |turn: &Turn| matches!(turn.kind, Kind::Agent | Kind::Call);
        if turns.iter().any(|turn| turn.stays && is_of_agent(turn)) {
            return;
        }
        let said = turns.iter().rposition(|turn| turn.kind == Kind::Agent);
        let said = said.filter(|said| !routine(turns).contains(turns[*said].text.as_str()));
        self.said = said
            .map(|said| turns[said].text.clone())
            .unwrap_or_default();
        let is_behind = |call: &&Call| said.is_none_or(|said| call.turn > said);
        let behind = calls
            .all
            .iter()
            .filter(|call| !call.lists())
            .filter(is_behind);
        let told = behind.rev().take(LAST_CALLS).map(|call| {
            let turn = &turns[call.turn];
            let text = call.came(turns);
            // Failures are told below.
            let came = match call.ended {
                Ended::Failed => "failed".to_owned(),
                _ => line(&call.told(text), 100),
            };
            format!("{} → {came}", call.shown(turn))
        });
        self.called = told.collect();
    }

    fn files(&mut self, turns: &[Turn], calls: &Calls, former: &Former) {
        let mut files = Files::default();
        let read = former
            .read
            .iter()
            .rev()
            .map(|path| (path, FileUse::Read, 1));
        let changed = former.changed.iter().rev().map(|file| match file.is_gone {
            true => (&file.path, FileUse::Deleted, file.changes),
            false => (&file.path, FileUse::Edited, file.changes),
        });
        let before: Vec<_> = read.chain(changed).collect();
        for (number, (path, used, times)) in before.iter().enumerate() {
            for _ in 0..(*times).min(CHANGES_MAX) {
                files.note((*path).clone(), *used, number, 0);
            }
        }
        for call in calls.all.iter().filter(|call| !turns[call.turn].stays) {
            let number = before.len() + call.turn;
            call.each_file(|path, used| {
                let path = path.trim_start_matches("./").to_owned();
                files.note(path, used, number, 0);
            });
        }
        for file in files.into_list().into_iter().rev() {
            match file.changes {
                0 => self.read.push(file.path),
                changes => self.changed.push(File {
                    path: file.path,
                    changes,
                    is_gone: file.state == FileUse::Deleted,
                }),
            }
        }
    }

    fn tasks(&mut self, turns: &[Turn], calls: &Calls, former: &Former) {
        let mut todos = former.todos(0);
        let mut stays = false;
        for call in &calls.all {
            if call.list_tasks(turns, &mut todos) {
                stays = turns[call.turn].stays && call.called.todos.is_some();
            }
        }
        if !stays {
            self.tasks = todos.iter().map(Todo::told).collect();
        }
    }

    /// Checks, effects and failures.
    fn runs(&mut self, turns: &[Turn], calls: &Calls, former: &Former) {
        // The newest run of each call, by what it tries; and when a file was last worked on well.
        let mut newest: BTreeMap<String, usize> = BTreeMap::new();
        let mut well: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, call) in calls.all.iter().enumerate() {
            if call.ended != Ended::Open {
                newest.insert(call.identity(&turns[call.turn]), number);
            }
            if let ([(path, _)], false) = (&call.called.files[..], call.ended.failed()) {
                well.insert(path, number);
            }
        }
        let mut numbers: Vec<usize> = newest.into_values().collect();
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        let shown: Vec<String> = calls
            .all
            .iter()
            .map(|call| call.shown(&turns[call.turn]))
            .collect();
        for number in numbers {
            let call = &calls.all[number];
            let turn = &turns[call.turn];
            let is_effect = effect(call, turn);
            if turn.stays || is_effect && !call.ended.failed() {
                continue;
            }
            let entry = || Entry {
                call: shown[number].clone(),
                came: call.told(call.came(turns)),
            };
            let is_check = call.called.command.is_some() && !call.called.script.only_shows();
            let is_mended = match &call.called.files[..] {
                [(path, _)] if call.called.command.is_none() => {
                    well.get(path.as_str()).is_some_and(|well| *well > number)
                }
                _ => false,
            };
            match call.ended {
                Ended::Failed | Ended::Refused if !is_mended => self.failed.push(entry()),
                Ended::Well | Ended::Untold if is_check => self.checks.push(entry()),
                _ => {}
            }
        }
        for call in calls.all.iter().rev() {
            let turn = &turns[call.turn];
            if turn.stays || !effect(call, turn) || call.ended.failed() {
                continue;
            }
            let text = call.came(turns);
            let came = match call.ended {
                Ended::Open => "no result".to_owned(),
                _ => answer(text, &call.line),
            };
            let call = call.shown(turn);
            self.effects.push(Entry { call, came });
        }
        let ran = |entry: &&Entry| !shown.contains(&entry.call);
        let lists = [
            (&mut self.checks, &former.checks),
            (&mut self.failed, &former.failed),
            (&mut self.effects, &former.effects),
        ];
        for (list, before) in lists {
            list.extend(before.iter().filter(ran).cloned());
        }
    }
}

/// Whether a call changes something outside of files, which must not be done twice.
pub(super) fn effect(call: &Call, turn: &Turn) -> bool {
    call.called.is_effect(turn.changes)
}

/// What came back, with its ids: in short as it is, else its first line.
fn answer(text: &str, first: &str) -> String {
    let whole = line(text, CAME_BYTES);
    match whole.ends_with('…') && !first.is_empty() {
        true => first.to_owned(),
        false => whole,
    }
}
