//! Checks of calls and results: whether each call has one result, and whether the provider accepts
//! its position.

use super::{Finding, ProblemCode, is_server_call, parts_of, pointer};
use crate::error::Result;
use crate::history::{History, PartEntry, PartKind};
use crate::host::item::Item;
use crate::read::dialect::{Dialect, Placement};
use crate::read::media::sanitize_label;
use crate::read::message::{Body, Part, Role};
use std::collections::{BTreeMap, BTreeSet};

pub fn check(history: &History, hosts: &[Item<'_>], findings: &mut Vec<Finding>) -> Result<()> {
    let read = history.messages().iter().enumerate();
    let mut pairs = PairCheck {
        history,
        places: ResultPlaces::of(history),
        approvals: approvals(history.dialect(), hosts),
        last_answer: history.last_answer(),
        message: 0,
        other_before: false,
        answered: BTreeSet::new(),
        seen_ids: BTreeSet::new(),
    };
    for (index, entry) in read.skip(history.first_read()) {
        reasoning(history, index, findings);
        if !entry.has_call && !entry.has_result {
            continue;
        }
        (pairs.message, pairs.other_before) = (index, false);
        let parts = parts_of(history.dialect(), &hosts[index])?;
        for (offset, part) in parts.iter().enumerate() {
            let line = &history.parts_of(index)[offset];
            let mut add = |code, text: String| {
                findings.push(Finding {
                    part: Some(offset),
                    path: pointer(index, part.path),
                    ..Finding::of_message(code, index, text)
                });
            };
            match &part.body {
                Body::ToolCall { .. } => pairs.call(line, part, &mut add),
                Body::ToolResult { id, .. } => pairs.result(line, &shown(id), &mut add),
                _ => pairs.other_before |= line.kind != PartKind::NestedMedia,
            }
        }
    }
    Ok(())
}

/// The calls and results of a list, as far as it was checked.
struct PairCheck<'h> {
    history: &'h History,
    places: ResultPlaces,
    /// The message that asked last for the approval of a call, by the call's id.
    approvals: BTreeMap<String, usize>,
    last_answer: Option<usize>,
    /// The message that is being checked.
    message: usize,
    /// Whether the message contained anything other than a result so far.
    other_before: bool,
    answered: BTreeSet<u64>,
    seen_ids: BTreeSet<u64>,
}

impl PairCheck<'_> {
    fn call(
        &mut self,
        line: &PartEntry,
        part: &Part<'_>,
        add: &mut dyn FnMut(ProblemCode, String),
    ) {
        let Body::ToolCall { id, name, .. } = &part.body else {
            return;
        };
        let shown = shown(id);
        let dialect = self.history.dialect();
        let rules = dialect.rules();
        let server = is_server_call(dialect, part);
        if rules.needs_ids && line.id == 0 && !is_legacy(part) && !server {
            add(
                ProblemCode::MissingId,
                "Missing required parameter: the call's id".to_owned(),
            );
        }
        if rules.unique_ids && line.id != 0 && !self.seen_ids.insert(line.id) {
            add(
                ProblemCode::DuplicateCallId,
                format!("`tool_use` ids must be unique: {shown}"),
            );
        }
        let is_pending = || {
            if server {
                return dialect.is_flat() || self.last_answer == Some(self.message);
            }
            let waiting = self.history.pairs().waiting_since();
            waiting.is_some_and(|waiting| self.message >= waiting)
                || self
                    .approvals
                    .get(&shown)
                    .is_some_and(|asked| *asked >= self.message)
        };
        if line.partner.is_none() && !is_pending() {
            let name = name.map(label).unwrap_or_default();
            add(ProblemCode::DanglingCall, dialect.dangling(&shown, &name));
        }
    }

    fn result(&mut self, line: &PartEntry, shown: &str, add: &mut dyn FnMut(ProblemCode, String)) {
        let history = self.history;
        let dialect = history.dialect();
        let rules = dialect.rules();
        let partner = line.partner.map(|call| call as usize);
        let Some(call) = partner.filter(|call| history.is_read(*call)) else {
            return if line.id != 0 && self.answered.contains(&line.id) {
                add(
                    ProblemCode::DuplicateResult,
                    format!("each call must have a single result: {shown}"),
                );
            } else {
                add(ProblemCode::OrphanResult, dialect.orphan(shown));
            };
        };
        self.answered.insert(line.id);
        if rules.needs_ids && line.id == 0 && history.parts()[call].id != 0 {
            add(
                ProblemCode::MissingId,
                "Missing required parameter: the id of the call answered".to_owned(),
            );
        }
        let is_answer = history.messages()[self.message].role == Role::Assistant;
        if !self
            .places
            .stands_right(history, history.message_of(call), self.message)
        {
            add(ProblemCode::MisplacedResult, dialect.dangling(shown, ""));
        } else if rules.results_first && self.other_before && !is_answer {
            add(
                ProblemCode::ResultsNotFirst,
                "`tool_result` blocks must come before everything else in their message".to_owned(),
            );
        }
    }
}

/// The allowed positions of results, computed once per list: thousands of results may follow one
/// response.
struct ResultPlaces {
    /// `others[i]`: how many of the first `i` messages are not tool messages.
    others: Vec<usize>,
    /// `more[i]`: how many of the first `i` messages contain anything other than results.
    more: Vec<usize>,
    /// For each message, the first one after it that does not continue its answer.
    ends: Vec<usize>,
}

impl ResultPlaces {
    fn of(history: &History) -> Self {
        let messages = history.messages();
        let holds_more = |index: usize| {
            let is_result = |kind| matches!(kind, PartKind::ToolResult | PartKind::NestedMedia);
            !messages[index].has_result
                || !history
                    .parts_of(index)
                    .iter()
                    .all(|part| is_result(part.kind))
        };
        let sums = |test: &dyn Fn(usize) -> bool| {
            let mut sum = 0;
            let counted = (0..messages.len()).map(|index| {
                sum += usize::from(test(index));
                sum
            });
            std::iter::once(0).chain(counted).collect::<Vec<_>>()
        };
        let mut ends = vec![messages.len(); messages.len()];
        for index in (1..messages.len()).rev() {
            ends[index - 1] = if messages[index].continues_answer {
                ends[index]
            } else {
                index
            };
        }
        Self {
            others: sums(&|index| messages[index].role != Role::Tool),
            more: sums(&holds_more),
            ends,
        }
    }

    fn stands_right(&self, history: &History, call: usize, result: usize) -> bool {
        let (dialect, messages) = (history.dialect(), history.messages());
        // A result in a message of the model is one that the provider wrote itself.
        if call == result || messages[result].role == Role::Assistant {
            return true;
        }
        if result < call {
            return false;
        }
        match dialect.rules().placement {
            // Several messages may form one turn: the rest of the answer, then messages that hold
            // only results.
            Placement::NextMessage if dialect.joins_turns() => {
                self.more[self.ends[call].min(result)] == self.more[result]
            }
            Placement::NextMessage => result == call + 1,
            Placement::FollowingRun => self.others[call + 1] == self.others[result + 1],
            Placement::Later => true,
        }
    }
}

/// OpenAI's Responses API refuses reasoning that is not followed, in the same answer, by the item
/// it led to.
fn reasoning(history: &History, index: usize, findings: &mut Vec<Finding>) {
    let entry = &history.messages()[index];
    let is_reasoning = history.dialect().is_flat()
        && entry.part_count == 1
        && history.parts_of(index)[0].kind == PartKind::Thought;
    let next = history.messages().get(index + 1);
    if is_reasoning && next.is_none_or(|next| !matches!(next.role, Role::Assistant | Role::Other)) {
        findings.push(Finding {
            part: Some(0),
            ..Finding::of_message(
                ProblemCode::ReasoningWithoutItem,
                index,
                "Item of type 'reasoning' was provided without its required following item.",
            )
        });
    }
}

/// Whether this is a `function_call`, OpenAI's older form of a call, which had no id.
fn is_legacy(part: &Part<'_>) -> bool {
    part.path == crate::host::path::Path::ROOT.key("function_call")
}

/// The ids of calls that wait for a person's approval, and the message that asked last for it.
fn approvals(dialect: Dialect, hosts: &[Item<'_>]) -> BTreeMap<String, usize> {
    let mut ids = BTreeMap::new();
    for (index, host) in hosts.iter().enumerate() {
        dialect.approvals(host, &mut |id| {
            ids.insert(shown(&Some(id)), index);
        });
    }
    ids
}

/// An id as the provider's error shows it.
fn shown(id: &Option<Item<'_>>) -> String {
    id.map_or_else(|| "(no id)".to_owned(), label)
}

fn label(text: Item<'_>) -> String {
    sanitize_label(&text.to_text(), 80)
}
