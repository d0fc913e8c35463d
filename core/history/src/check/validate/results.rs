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
    let mut pairs = PairCheck {
        history,
        places: ResultPlaces::default(),
        approvals: approvals(history.dialect(), hosts),
        last_answer: history.last_answer(),
        message: 0,
        other_before: false,
        answered: BTreeSet::new(),
        seen_ids: BTreeSet::new(),
    };
    for (index, entry) in history.messages().iter().enumerate() {
        pairs.places.move_to(history, index);
        if index < history.first_read() {
            continue;
        }
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
        let call = history.message_of(call);
        if !self.places.are_right(history, call, self.message) {
            add(ProblemCode::MisplacedResult, dialect.dangling(shown, ""));
        } else if rules.results_first && self.other_before && !is_answer {
            add(
                ProblemCode::ResultsNotFirst,
                "`tool_result` blocks must come before everything else in their message".to_owned(),
            );
        }
    }
}

/// What precedes a message, so that the place of a result in it can be judged. It moves from
/// message to message: thousands of results may follow one response.
#[derive(Debug, Clone, Copy, Default)]
pub struct ResultPlaces {
    /// The last message that isn't a tool message, which may be this one.
    other: Option<usize>,
    /// The start of the answer that this message belongs to.
    answer: usize,
    /// The start of the answer of the last message before that holds more than results.
    more: Option<usize>,
}

impl ResultPlaces {
    /// Moves on to the next message, `index`.
    pub fn move_to(&mut self, history: &History, index: usize) {
        let entry = &history.messages()[index];
        let holds_more = |before: usize| {
            let parts = history.parts_of(before);
            !history.messages()[before].has_result
                || parts.iter().any(|part| !is_of_result(part.kind))
        };
        if index.checked_sub(1).is_some_and(holds_more) {
            self.more = Some(self.answer);
        }
        if !entry.continues_answer {
            self.answer = index;
        }
        if entry.role != Role::Tool {
            self.other = Some(index);
        }
    }

    /// Whether the provider accepts the result of a call in message `call` here, in message
    /// `index`.
    pub fn are_right(&self, history: &History, call: usize, index: usize) -> bool {
        let dialect = history.dialect();
        // A result in a message of the model is one that the provider wrote itself.
        call == index
            || history.messages()[index].role == Role::Assistant
            || match dialect.rules().placement {
                // Several messages may form one turn: the rest of the answer, then messages that
                // hold only results.
                Placement::NextMessage if dialect.joins_turns() => {
                    self.more.is_none_or(|answer| answer <= call)
                }
                Placement::NextMessage => index == call + 1,
                Placement::FollowingRun => self.other.is_none_or(|other| other <= call),
                Placement::Later => true,
            }
    }
}

/// Whether a part is a result, or belongs to one.
pub fn is_of_result(kind: PartKind) -> bool {
    matches!(kind, PartKind::ToolResult | PartKind::NestedMedia)
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
