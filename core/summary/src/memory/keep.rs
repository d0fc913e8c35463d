//! What is kept in any case: requests and rules of the user, files, what was done, failures, open
//! tasks. [`write`] makes the sections of it.
//!
//! Only the user's own texts become rules and requests; a tool's words are quoted under the tool's
//! name, whatever they say.

mod write;

use super::carry::{FinishedCall, Former, OPEN};
use super::lines::each_sentence;
use super::reading::Reading;
use crate::host::clip::one_line;
use crate::notes::facts::{
    self, CallTrace, Facts, FileUse, Todo, TodoStatus, Updates, has_substance, numbered,
};
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use write::Bound;
pub(super) use write::{BYTES_PER_TOKEN, KeptSections, ROOM_BYTES_MAX, SMALL_BYTES, ended_line};

/// Most chars of a request that are looked at. Chosen here: far more than are quoted.
pub(super) const REQUEST_CHARS_READ: usize = 2_000;
/// Between the two ends of a request that is clipped.
const CLIPPED: &str = " … ";
/// Longest rule, call and error, in chars. Chosen here.
const RULE_CHARS: usize = 400;
const CALL_CHARS: usize = 100;
const ERROR_CHARS: usize = 160;

/// What is kept in any case.
#[derive(Debug, Clone)]
pub(super) struct MustKeep<'a> {
    pub goal: String,
    /// How many bytes the user's words have that may bind.
    said_bytes: usize,
    pub requests: Vec<String>,
    /// What the user brought up to date.
    updates: &'a Updates,
    /// The same by the user's own words alone.
    own: &'a Updates,
    pub rules: Vec<String>,
    /// Those of them of which nobody can tell whose they are.
    pub earlier: BTreeSet<String>,
    pub files: Vec<(String, FileUse)>,
    pub failures: Vec<FinishedCall>,
    /// Calls that changed the world.
    effects: Vec<FinishedCall>,
    pub tasks: Vec<(String, String)>,
}

impl<'a> MustKeep<'a> {
    /// What earlier notes keep, brought up to date. What comes again stands at its newer place
    /// only.
    ///
    /// What binds, the goal and the rules, follows from the user's own words alone. What stays behind
    /// the span, `later`, tells its own tasks, and what was mended there.
    pub fn of(reading: &'a Reading) -> Self {
        let Reading {
            former,
            source,
            facts,
            later,
            updates,
            own_updates: own,
            ..
        } = reading;
        let line = |request: &str| one_line(request, REQUEST_CHARS_READ);
        // What the user asks for now is the goal. "Go on" asks for what it was before.
        let asked = facts
            .goal
            .as_ref()
            .filter(|goal| former.goal.is_empty() || has_substance(&goal.text));
        let asked = asked.map(|goal| line(&goal.text));
        let goal = asked.unwrap_or_else(|| former.goal.clone());
        let said = facts.asked.iter().map(|said| line(&said.text));
        let said: Vec<String> = said.filter(|request| !request.is_empty()).collect();
        let known: Vec<String> = former
            .earlier_rules
            .iter()
            .chain(&former.rules)
            .cloned()
            .collect();
        let words = facts.asked.iter().map(|said| &said.text);
        let words = words.chain(&known).chain([&former.goal]);
        let (rules, earlier) = rules(former, facts, &known, own);
        Self {
            said_bytes: words.map(String::len).sum(),
            updates,
            own,
            requests: requests(former, facts, updates, &goal, said),
            goal,
            rules,
            earlier,
            files: files(former, facts),
            failures: failures(former, [facts, later]),
            effects: done(former, &source.effects),
            tasks: tasks(former, facts, later),
        }
    }
}

/// Tasks that are open, each with a word for its state. A new list takes the place of the old one,
/// even if nothing on it is open.
fn tasks(former: &Former, facts: &Facts, later: &Facts) -> Vec<(String, String)> {
    let is_new = |facts: &Facts| !facts.todos.is_empty() && !facts.todos_change;
    if is_new(later) {
        return Vec::new();
    }
    let mut tasks = former.tasks.clone();
    if is_new(facts) {
        tasks.clear();
    }
    let closed = later.todos.iter().filter(|task| !task.open);
    for task in facts.todos.iter().chain(closed) {
        let number = numbered(&task.text);
        let known = |(_, text): &(String, String)| number.is_some() && numbered(text) == number;
        let before = tasks
            .iter()
            .position(known)
            .map(|place| tasks.remove(place));
        if task.open {
            let (state, text) = open_task(task);
            let text = before
                .filter(|_| number == Some(&*text))
                .map_or(text, |(_, text)| text);
            tasks.push((state, text));
        }
    }
    tasks
}

/// Requests beside the goal that still ask for something. What was the goal before is one like
/// others.
fn requests(
    former: &Former,
    facts: &Facts,
    updates: &Updates,
    goal: &str,
    said: Vec<String>,
) -> Vec<String> {
    let (head, _) = former
        .goal
        .split_once(CLIPPED)
        .unwrap_or((&former.goal, ""));
    let is_asked = said.iter().any(|request| request.starts_with(head));
    let before = Some(former.goal.clone()).filter(|before| !before.is_empty() && !is_asked);
    let all = former.requests.iter().cloned().chain(before).chain(said);
    let mut requests = each_newest(all);
    // What the user took back or brought up to date asks for nothing any more.
    let over = facts.rules.iter().filter(|rule| rule.superseded);
    let over = over.map(|rule| &rule.text).chain(updates.gone.keys());
    let ended: BTreeSet<&String> = over.collect();
    let is_gone = |sentence: &str| updates.gone.contains_key(sentence);
    requests.retain(|request| {
        request != goal && !ended.contains(request) && !still(request, is_gone).is_empty()
    });
    requests
}

/// What of a request the user has not brought up to date since.
fn still(request: &str, is_gone: impl Fn(&str) -> bool) -> String {
    let mut left = request.to_owned();
    each_sentence(request, |sentence| {
        if is_gone(sentence) {
            left = left.replacen(sentence, "", 1);
        }
    });
    one_line(&left, REQUEST_CHARS_READ)
}

/// Rules that hold, and those of them of which nobody can tell whose they are.
fn rules(
    former: &Former,
    facts: &Facts,
    known: &[String],
    own: &Updates,
) -> (Vec<String>, BTreeSet<String>) {
    let gone = facts::superseded(known, &facts.asked);
    let new = facts.rules.iter().filter(|rule| !rule.superseded);
    let new = new.map(|rule| one_line(&rule.text, RULE_CHARS));
    let new: Vec<String> = new.collect();
    let theirs: BTreeSet<&String> = former.rules.iter().chain(&new).collect();
    let unknown = former.earlier_rules.iter();
    let earlier = unknown.filter(|rule| !theirs.contains(rule)).cloned();
    let over: BTreeSet<String> = own.gone.keys().flat_map(|gone| parts(gone)).collect();
    let stays = known.iter().filter(|rule| !gone.contains(rule));
    let rules = stays.chain(&new).filter(|rule| !over.contains(*rule));
    (each_newest(rules.cloned()), earlier.collect())
}

/// Files, each with what was done to it. One that was changed stays so when it is read later.
fn files(former: &Former, facts: &Facts) -> Vec<(String, FileUse)> {
    let former = former.files.iter().map(|(path, found)| (path, *found));
    let new = facts.files.iter().map(|file| (&file.path, file.state));
    let all = former.chain(new);
    let changed = all.clone().filter(|(_, found)| *found != FileUse::Read);
    let changed: BTreeMap<&String, FileUse> = changed.collect();
    let last = |(path, found)| (String::clone(path), *changed.get(path).unwrap_or(&found));
    newest(all).into_iter().map(last).collect()
}

/// Each thing once, at its newest place.
fn each_newest<T: Ord + Clone>(things: impl DoubleEndedIterator<Item = T>) -> Vec<T> {
    let newest = newest(things.map(|thing| (thing, ())));
    newest.into_iter().map(|(thing, ())| thing).collect()
}

/// Each key once, at its newest place and with its newest value.
fn newest<K: Ord + Clone, T>(items: impl DoubleEndedIterator<Item = (K, T)>) -> Vec<(K, T)> {
    let mut seen = BTreeSet::new();
    let mut kept: Vec<(K, T)> = items
        .rev()
        .filter(|(key, _)| seen.insert(key.clone()))
        .collect();
    kept.reverse();
    kept
}

/// What was done, of earlier notes too.
fn done(former: &Former, effects: &[FinishedCall]) -> Vec<FinishedCall> {
    let before = former.ended.iter().filter(|call| call.done);
    let all = before.chain(effects).map(|done| (ended_line(done), done));
    newest(all)
        .into_iter()
        .map(|(_, done)| done.clone())
        .collect()
}

/// Calls that failed, and did not run without an error later. What failed behind the span stands
/// there.
fn failures(former: &Former, [facts, later]: [&Facts; 2]) -> Vec<FinishedCall> {
    let before = former.ended.iter().filter(|call| !call.done);
    let before = before.map(|failure| (failure.call.clone(), Some(failure.clone())));
    let later = later.actions.iter().filter(|action| !action.failed);
    let ends = facts.actions.iter().chain(later);
    let ends = ends.filter(|action| action.answered).map(|action| {
        let call = call_of(action);
        let failure = action.failed.then(|| FinishedCall {
            call: call.clone(),
            came: one_line(&action.outcome, ERROR_CHARS),
            done: false,
        });
        (call, failure)
    });
    let last = newest(before.chain(ends)).into_iter();
    last.filter_map(|(_, failure)| failure).collect()
}

/// What a call is known by in the notes.
pub(super) fn call_of(action: &CallTrace) -> String {
    let call = if !action.command.is_empty() || action.detail.is_empty() {
        one_line(&action.detail, CALL_CHARS)
    } else {
        format!("{} {}", action.tool, action.detail)
    };
    one_line(
        if call.is_empty() { &action.tool } else { &call },
        CALL_CHARS,
    )
    .replace('`', "'")
}

/// A task that is not done, with a word for its state.
fn open_task(task: &Todo) -> (String, String) {
    let open = OPEN[usize::from(task.status != TodoStatus::InProgress)];
    (open.trim().to_owned(), one_line(&task.text, RULE_CHARS))
}

/// A statement, and its sentences: as a rule either may stand.
fn parts(statement: &str) -> impl Iterator<Item = String> {
    std::iter::once(statement.to_owned()).chain(facts::sentences(statement))
}
