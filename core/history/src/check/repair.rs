//! Makes a list valid again, with as little change as possible. Afterwards
//! [`validate`](crate::check::validate::validate) finds no error in it, with one exception: a message of which the
//! dialect reads nothing stays, since dropping it would lose its content.
//!
//! A repair never guesses. It fails with `UNREPAIRABLE` on a role that the dialect does not have,
//! and on a message with raw bytes that would have to be rewritten. New ids are made from
//! positions, so the same list always gives the same result.

mod ids;
mod messages;
mod results;
mod rope;
mod slots;

pub use ids::call_id;
pub use results::NO_RESULT;

use crate::check::validate::{Finding, ProblemCode, Severity, findings_of, signed_thoughts, torn};
use crate::error::{Error, ErrorKind, Result};
use crate::history::{History, HistoryOptions};
use crate::host::item::Item;
use crate::host::patch::{Op, OpKind, Patch};
use crate::shape::shapes;
use serde::Serialize;
use slots::Slots;

/// The patch that makes a list valid, and what it repairs.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Repaired {
    /// The changes to the list; empty if nothing was wrong.
    pub patch: Patch,
    /// The repairs, in the order in which they were made.
    pub repairs: Vec<Repair>,
}

shapes! {
    /// A repair of one problem.
    pub struct Repair {
        /// The repaired problem.
        pub code: ProblemCode,
        /// JSON Pointer to the problem, after earlier repairs.
        pub path: String,
        /// What was done, as a sentence.
        pub action: &'static str,
    }
}

/// Most rounds. Each round solves one kind of problem. A repair may cause a problem of another
/// kind, but only a few times.
const ROUNDS: usize = 64;

/// Repairs a list of messages. What is sound stays untouched.
///
/// ```
/// use conspectus::{repair, validate, Config};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "tool", "tool_call_id": "a", "content": "lost" }]);
/// let repaired = repair(Config::default(), &messages)?;
/// let sound = repaired.patch.apply(&messages)?;
/// assert!(validate(Config::default(), &sound)?.is_empty());
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// As [`History::extend`]. `Unrepairable` where any repair would be a guess.
pub fn repair<'v>(
    options: impl Into<HistoryOptions>,
    messages: impl Into<Item<'v>>,
) -> Result<Repaired> {
    let messages = &messages.into();
    let history = History::of(options.into().of_lengths(), messages)?;
    let mut repairs = Vec::new();
    let mut ops = Vec::new();
    for finding in torn(messages) {
        let action = if finding.code == ProblemCode::OwnField {
            ops.push(Op {
                op: OpKind::Remove,
                path: finding.path.clone(),
                value: None,
            });
            "the field that pins a message was removed"
        } else {
            ops.extend(whole_characters(messages, &finding.path));
            "half a character became U+FFFD"
        };
        repairs.push(Repair {
            code: finding.code,
            path: finding.path,
            action,
        });
    }
    let mut slots = Slots::of(&history, messages);
    for _ in 0..ROUNDS {
        match worst_of(&slots)? {
            Some((kind, findings)) => solve(&mut slots, kind, findings, &mut repairs)?,
            None if unbind(&mut slots, &ops, &mut repairs)? => {}
            None => {
                return Ok(Repaired {
                    patch: slots.patch(messages, ops),
                    repairs,
                });
            }
        }
    }
    Err(unsettled())
}

/// Returns the operation that replaces half a surrogate pair by U+FFFD. A patch cannot name a key
/// that has half a pair, so the object with that key is rewritten.
fn whole_characters(messages: &Item<'_>, path: &str) -> Option<Op> {
    let path = match path.find('\u{fffd}') {
        Some(half) => &path[..path[..half].rfind('/')?],
        None => path,
    };
    let value = resolve(messages, path)?.to_value().ok()?;
    Some(Op::replace(path.to_owned(), value))
}

/// Drops the signed thinking blocks after the first repair, if they are bound to it. Returns
/// whether any were dropped.
fn unbind(slots: &mut Slots<'_>, ops: &[Op], repairs: &mut Vec<Repair>) -> Result<bool> {
    if !slots.options.measuring.binds(slots.dialect) {
        return Ok(false);
    }
    let Some(first) = slots.first_changed(ops) else {
        return Ok(false);
    };
    let mut found = signed_thoughts(&slots.history()?, first);
    last_first(&mut found);
    let mut dropped = false;
    for finding in found {
        // A message with raw bytes cannot be written anew, and its thoughts stay.
        if results::drop_block(slots, &finding).is_ok() {
            dropped = true;
            repairs.push(Repair {
                code: finding.code,
                path: finding.path,
                action: "the thinking that was bound to what changed was dropped",
            });
        }
    }
    Ok(dropped)
}

/// The kind of problem that is solved next, and all problems of that kind.
fn worst_of(slots: &Slots<'_>) -> Result<Option<(ProblemCode, Vec<Finding>)>> {
    let mut findings = findings_of(&slots.history()?, &slots.item())?;
    findings.retain(|finding| {
        finding.code.severity() == Severity::Error && finding.code != ProblemCode::UnreadableMessage
    });
    let Some(kind) = findings.iter().map(|finding| finding.code).min() else {
        return Ok(None);
    };
    findings.retain(|finding| finding.code == kind);
    Ok(Some((kind, findings)))
}

fn last_first(findings: &mut [Finding]) {
    findings.sort_by_key(|finding| std::cmp::Reverse((finding.message, finding.part)));
}

/// Solves all problems of one kind, the last one first, so that the places of the others do not
/// move.
fn solve(
    slots: &mut Slots<'_>,
    kind: ProblemCode,
    mut findings: Vec<Finding>,
    repairs: &mut Vec<Repair>,
) -> Result<()> {
    last_first(&mut findings);
    let count = findings.len();
    let all = |action| vec![action; count];
    let actions = match kind {
        ProblemCode::MissingRole | ProblemCode::UnknownRole => {
            let finding = &findings[findings.len() - 1];
            return Err(Error::new(
                ErrorKind::Unrepairable,
                finding.path.clone(),
                format!("{}: which role was meant is not known", finding.text),
            ));
        }
        ProblemCode::MissingId | ProblemCode::DuplicateCallId => {
            ids::name_calls(slots, kind, &findings)?;
            all("an id was created from the position")
        }
        ProblemCode::MisplacedResult => {
            results::move_results(slots, &findings)?;
            all("the result was moved to its call")
        }
        ProblemCode::OrphanResult | ProblemCode::DuplicateResult
            if results::give_way(slots, &mut findings)? =>
        {
            vec!["the real result replaced the marker result"; findings.len()]
        }
        ProblemCode::OrphanResult | ProblemCode::DuplicateResult => either(
            results::disown(slots, &findings)?,
            "the result became user text",
            "the empty result was dropped",
        ),
        ProblemCode::DanglingCall => either(
            results::answer(slots, &findings)?,
            "a marker result was added",
            "the provider's own unfinished call was dropped",
        ),
        _ => {
            if kind == ProblemCode::ResultsNotFirst {
                findings.dedup_by_key(|finding| finding.message);
            }
            let actions = findings.iter().map(|finding| mend(slots, finding));
            actions.collect::<Result<_>>()?
        }
    };
    let done = findings.into_iter().zip(actions).rev();
    repairs.extend(done.map(|(finding, action)| Repair {
        code: kind,
        path: finding.path,
        action,
    }));
    Ok(())
}

/// For each answer one of two texts.
fn either(answers: Vec<bool>, yes: &'static str, no: &'static str) -> Vec<&'static str> {
    let told = answers
        .into_iter()
        .map(|answer| if answer { yes } else { no });
    told.collect()
}

/// Solves one problem of a kind whose problems do not depend on each other.
fn mend(slots: &mut Slots<'_>, finding: &Finding) -> Result<&'static str> {
    let message = finding.message;
    Ok(match finding.code {
        ProblemCode::ResultsNotFirst => {
            results::results_first(slots, message)?;
            "the results were moved to the front of their message"
        }
        ProblemCode::ReasoningWithoutItem => {
            slots.remove(message);
            "the reasoning was dropped"
        }
        ProblemCode::EmptyMessage => {
            slots.remove(message);
            "the empty message was dropped"
        }
        ProblemCode::EndsInThought => {
            results::drop_block(slots, finding)?;
            "the reasoning at the end was dropped"
        }
        ProblemCode::EmptyPart => {
            slots.remove_block(message, finding.part.unwrap_or(0))?;
            "the empty part was dropped"
        }
        ProblemCode::EmptyResult => {
            messages::set_content(slots, message)?;
            "the missing content became an empty text"
        }
        ProblemCode::FirstMessageNotUser => {
            messages::add_bridge(slots, message);
            "a user message was added at the start"
        }
        ProblemCode::RolesDoNotAlternate => {
            messages::merge_with_previous(slots, message)?;
            "the message was joined to the one before it"
        }
        _ => return Err(unsettled()),
    })
}

fn unsettled() -> Error {
    let text = "the list is invalid in a way that can't be repaired";
    Error::new(ErrorKind::Unrepairable, "", text)
}

/// The value at a JSON Pointer.
fn resolve<'v>(root: &Item<'v>, pointer: &str) -> Option<Item<'v>> {
    pointer.split('/').skip(1).try_fold(*root, |value, step| {
        let index = step.parse().ok().and_then(|index| value.at(index));
        index.or_else(|| value.get(&step.replace("~1", "/").replace("~0", "~")))
    })
}
