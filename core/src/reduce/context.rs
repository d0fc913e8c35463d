//! Context editing as a provider does it on its side, for every provider: old tool uses and old
//! thinking go, by the provider's own parameters.
//!
//! Other than there, the host gets a patch, so it sees what went. What the agent has not read yet
//! stays, and so does what is pinned, a result that its placeholder would make longer, and what a
//! provider checks by a signature.

use super::admit::hold;
use super::placeholder::{placeholder, result_placeholder, About, DETAIL_CHARS};
use super::plan::{in_order, Edit, EditAction, EditReason};
use super::retire::{arguments, Ended, Step};
use super::saving::Saving;
use crate::config::PlaceholderStyle;
use crate::history::{History, PartKind};
use crate::host::view::View;
use crate::provider::context_edits::{
    CLEAR_THINKING, CLEAR_TOOL_USES, THINKING_KEEP_TURNS, TOOL_USES_KEEP, TOOL_USES_TRIGGER_TOKENS,
};
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use serde::Serialize;
use std::collections::BTreeMap;

/// One edit of a context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContextEdit {
    /// Old tool uses go.
    ToolUses(ToolUses),
    /// Old thinking goes.
    Thinking(Thinking),
}

/// Which tool uses go, and when.
///
/// ```
/// use conspectus::{ToolUses, UsesTrigger};
///
/// let usual = ToolUses::default();
/// assert_eq!((usual.trigger, usual.keep), (UsesTrigger::Tokens(100_000), 3));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolUses {
    /// What must be exceeded.
    pub trigger: UsesTrigger,
    /// So many of the newest tool uses stay.
    pub keep: usize,
    /// Nothing goes if fewer tokens would.
    pub clear_at_least: u64,
    /// The uses of these tools stay.
    pub exclude_tools: Vec<String>,
    /// Of which tools the arguments go too.
    pub inputs: Inputs,
}

/// What a list must exceed before tool uses go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsesTrigger {
    /// So many tokens, with what surrounds the messages.
    Tokens(u64),
    /// So many tool uses.
    Uses(u64),
}

/// Of which tools the arguments are cleared beside the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inputs {
    /// Of none.
    Stay,
    /// Of all.
    Go,
    /// Of these.
    Of(Vec<String>),
}

/// Whose thinking stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// So many of the newest turns with thinking keep it; `None` is all.
    pub keep_turns: Option<usize>,
}

impl Default for ToolUses {
    fn default() -> Self {
        let trigger = UsesTrigger::Tokens(TOOL_USES_TRIGGER_TOKENS);
        Self {
            trigger,
            keep: TOOL_USES_KEEP,
            clear_at_least: 0,
            exclude_tools: Vec::new(),
            inputs: Inputs::Stay,
        }
    }
}

impl Default for Thinking {
    fn default() -> Self {
        Self {
            keep_turns: Some(THINKING_KEEP_TURNS),
        }
    }
}

impl ContextEdit {
    /// The edit of that name with the provider's defaults. Names may have the date of the
    /// provider's version.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if CLEAR_TOOL_USES.contains(&name) {
            return Some(Self::ToolUses(ToolUses::default()));
        }
        CLEAR_THINKING
            .contains(&name)
            .then(|| Self::Thinking(Thinking::default()))
    }

    /// Its name without a date.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::ToolUses(_) => CLEAR_TOOL_USES[0],
            Self::Thinking(_) => CLEAR_THINKING[0],
        }
    }
}

/// What edits of a context cleared.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContextReport {
    /// The edits that cleared something, in their order.
    pub applied_edits: Vec<AppliedEdit>,
    /// Estimated tokens before, with what surrounds the messages.
    pub tokens_before: u64,
    /// Estimated tokens afterwards.
    pub tokens_after: u64,
    /// Estimated tokens that are saved, rounded down.
    pub tokens_saved: u64,
    /// What the results that went were about, in order, each once. A cache of files that were read
    /// must forget them.
    pub cleared: Vec<String>,
}

/// What one edit cleared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct AppliedEdit {
    /// Its name without a date.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// How many tool uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleared_tool_uses: Option<u64>,
    /// Of how many turns the thinking.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleared_thinking_turns: Option<u64>,
    /// Estimated tokens, rounded down.
    pub cleared_input_tokens: u64,
}

/// What is asked of a list.
pub(crate) struct Asks<'a> {
    pub edits: &'a [ContextEdit],
    /// Tokens of the system text and the tool schemas.
    pub overhead_tokens: u64,
    /// The calls, by what is known of them.
    pub steps: &'a [Step],
    /// Parts for which it is true do not change.
    pub stays: &'a dyn Fn(usize) -> bool,
}

/// The edits that clear what is asked for, one after the other, and a report.
pub(crate) fn edit_context<V: View>(
    history: &History,
    messages: &V,
    asks: &Asks<'_>,
) -> (Vec<Edit>, ContextReport) {
    let before = history.tokens_unrounded(0, history.len()) + asks.overhead_tokens as f64;
    let mut chosen: Vec<Edit> = Vec::new();
    let mut report = ContextReport {
        tokens_before: before.ceil() as u64,
        ..ContextReport::default()
    };
    for edit in asks.edits {
        let (found, count) = match edit {
            ContextEdit::ToolUses(rules) => {
                tool_uses(history, messages, (rules, asks), before - saved(&chosen))
            }
            ContextEdit::Thinking(rules) => thinking(history, *rules, asks),
        };
        let is_new = |edit: &Edit| chosen.iter().all(|other| other.part != edit.part);
        let found: Vec<Edit> = found.into_iter().filter(is_new).collect();
        if found.is_empty() {
            continue;
        }
        let is_of_uses = matches!(edit, ContextEdit::ToolUses(_));
        report.applied_edits.push(AppliedEdit {
            kind: edit.name(),
            cleared_tool_uses: is_of_uses.then_some(count),
            cleared_thinking_turns: (!is_of_uses).then_some(count),
            cleared_input_tokens: saved(&found) as u64,
        });
        chosen.extend(found);
    }
    in_order(&mut chosen);
    let edits = hold(history, messages, chosen, 0..0);
    report.tokens_saved = saved(&edits).max(0.0) as u64;
    report.tokens_after = (before - saved(&edits)).max(0.0).ceil() as u64;
    for edit in edits
        .iter()
        .filter(|edit| edit.action == EditAction::ClearResult && !edit.detail.is_empty())
    {
        if !report.cleared.contains(&edit.detail) {
            report.cleared.push(edit.detail.clone());
        }
    }
    (edits, report)
}

fn saved(edits: &[Edit]) -> f64 {
    edits.iter().map(|edit| edit.tokens).sum()
}

/// The edits that clear old tool uses, and how many these are.
fn tool_uses<V: View>(
    history: &History,
    messages: &V,
    (rules, asks): (&ToolUses, &Asks<'_>),
    tokens: f64,
) -> (Vec<Edit>, u64) {
    let parts = history.parts();
    let is_over = match rules.trigger {
        UsesTrigger::Tokens(limit) => tokens > limit as f64,
        UsesTrigger::Uses(limit) => {
            parts
                .iter()
                .filter(|part| part.kind == PartKind::ToolCall)
                .count() as u64
                > limit
        }
    };
    let last_read = history
        .messages()
        .iter()
        .rposition(|entry| entry.role == Role::Assistant);
    let (true, Some(last_read)) = (is_over, last_read) else {
        return (Vec::new(), 0);
    };
    let results: Vec<usize> = (0..parts.len())
        .filter(|part| parts[*part].kind == PartKind::ToolResult)
        .collect();
    let steps: BTreeMap<usize, &Step> = asks.steps.iter().map(|step| (step.result, step)).collect();
    let (mut edits, mut count) = (Vec::new(), 0);
    for part in &results[..results.len().saturating_sub(rules.keep)] {
        let call = parts[*part].partner.map(|call| call as usize);
        let tool = history.symbol(call.map_or(parts[*part].name, |call| parts[call].name));
        let is_open = history.message_of(*part) < last_read
            && !parts[*part].is_cleared
            && !(asks.stays)(*part);
        if !is_open || rules.exclude_tools.iter().any(|name| name == tool) {
            continue;
        }
        let clears_input = match &rules.inputs {
            Inputs::Stay => false,
            Inputs::Go => true,
            Inputs::Of(tools) => tools.iter().any(|name| name == tool),
        };
        let call = call.filter(|call| clears_input && !(asks.stays)(*call));
        let input = call.and_then(|call| {
            arguments::emptied(history, &messages.at(history.message_of(call))?, call)
        });
        let result = cleared(history, *part, steps.get(part).copied());
        count += u64::from(result.is_some() || input.is_some());
        edits.extend(result.into_iter().chain(input));
    }
    if saved(&edits) < rules.clear_at_least as f64 {
        return (Vec::new(), 0);
    }
    (edits, count)
}

/// The edit that clears a result, if that makes it smaller. The placeholder tells as much as that
/// allows: that the call succeeded later is not known any more once the later result is cleared
/// too, so a result that only this keeps would go the next time.
fn cleared(history: &History, part: usize, step: Option<&Step>) -> Option<Edit> {
    let only_failed = step
        .filter(|step| step.ended == Ended::Mended)
        .map(|step| Step {
            ended: Ended::Failed,
            ..step.clone()
        });
    let tool = sanitize_label(history.symbol(history.parts()[part].name), DETAIL_CHARS);
    for step in [step, only_failed.as_ref(), None] {
        let text = match history.config().placeholder {
            PlaceholderStyle::Informative => placeholder(
                history,
                part,
                About {
                    step,
                    ..About::default()
                },
            ),
            _ => result_placeholder(history, part),
        };
        let saving = Saving::of_clearing(history, part, &text);
        if saving.is_gain() {
            return Some(saving.edit(
                history,
                part,
                EditAction::ClearResult,
                EditReason::Forced,
                text,
                tool,
            ));
        }
    }
    None
}

/// The edits that take the thinking out of old turns, and how many turns these are. A turn lasts
/// until the user speaks again.
fn thinking(history: &History, rules: Thinking, asks: &Asks<'_>) -> (Vec<Edit>, u64) {
    let Some(keep) = rules.keep_turns else {
        return (Vec::new(), 0);
    };
    // Where each part of an answer is an item of its own, the provider knows its reasoning by an
    // id, and leaves out what is old by itself.
    if history.dialect().is_flat() {
        return (Vec::new(), 0);
    }
    let mut turns: Vec<Vec<usize>> = vec![Vec::new()];
    for message in 0..history.len() {
        if history.is_user_turn(message) {
            turns.push(Vec::new());
        }
        let first = history.messages()[message].first_part as usize;
        let thoughts = history
            .parts_of(message)
            .iter()
            .enumerate()
            .filter(|(_, part)| part.kind == PartKind::Thought);
        if let Some(turn) = turns.last_mut() {
            turn.extend(thoughts.map(|(offset, _)| first + offset));
        }
    }
    turns.retain(|turn| !turn.is_empty());
    let (mut edits, mut count) = (Vec::new(), 0);
    for turn in &turns[..turns.len().saturating_sub(keep)] {
        let gone: Vec<Edit> = turn
            .iter()
            .filter(|part| !(asks.stays)(**part))
            .filter_map(|part| dropped(history, *part))
            .collect();
        count += u64::from(!gone.is_empty());
        edits.extend(gone);
    }
    (edits, count)
}

/// The edit that removes a thought, if something else is left of its message.
fn dropped(history: &History, part: usize) -> Option<Edit> {
    let entry = &history.parts()[part];
    let message = history.message_of(part);
    let mut others = history
        .parts_of(message)
        .iter()
        .filter(|other| other.kind != PartKind::Thought);
    // A text that stands in a part of a list goes with that part, unless the part holds something
    // else too.
    let at = entry
        .path
        .parent()
        .filter(|around| entry.path.last_index().is_none() && around.last_index().is_some())
        .unwrap_or(entry.path);
    if others.clone().next().is_none() || others.any(|other| other.path.is_under(&at)) {
        return None;
    }
    Some(Edit {
        message,
        path: entry.path.to_string(),
        action: EditAction::DropThought,
        reason: EditReason::Forced,
        chars_before: entry.chars,
        chars_after: 0,
        media: 0,
        media_tokens: 0,
        tokens_saved: entry.tokens as u64,
        tokens: entry.tokens,
        tool: String::new(),
        detail: String::new(),
        text: String::new(),
        part,
        at,
        value: None,
    })
}
