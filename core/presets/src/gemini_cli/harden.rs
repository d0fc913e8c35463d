//! `harden`: a Gemini history that strict providers accept (G-43..G-46).
//!
//! The passes, in order: remove thoughts; remove empty turns; merge neighbors of the same role;
//! give calls a signature; pair calls with results and move the results to the start of their turn,
//! in the order of their calls; add a user turn at both ends; remove unknown fields.
//!
//! By default it removes empty turns, merges, pairs, orders and starts with the user. The switches
//! of [`HardenRules`] turn on the rest; the preset `gemini-cli` turns on all of them. Two things
//! differ from gemini-cli: calls and results without ids, or with an id that is used twice, pair
//! one to one and in order (B-17); and media inside a result are not removed as unknown fields.

use crate::gemini_cli::curate::{is_null, strip_thoughts};
use crate::gemini_cli::turns::{
    Change, ChangeKind, NO_SIGNATURE, Turn, TurnPart, change, lower, merge, read,
};
use conspectus::{Item, Patch, Result};
use conspectus_history::host::listed::listed;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What [`harden`] does in addition to merging and pairing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HardenRules {
    /// Whether thoughts are removed.
    pub strip_thoughts: bool,
    /// Whether the first call of a model's turn gets a signature if it has none.
    pub sign_calls: bool,
    /// Whether calls at the very end are answered too, although the host may still be running them.
    pub answer_pending: bool,
    /// Whether a history that ends with the model gets a turn of the user at the end.
    pub end_with_user: bool,
    /// Whether fields that the provider's API does not know are removed.
    pub scrub: bool,
    /// The text of the result that answers a call without one.
    pub lost_result: String,
    /// A hook's text for this turn: an extra part of the user's last message, or a separate message
    /// after the model's.
    pub hook_context: Option<String>,
}

/// Every switch is off.
impl Default for HardenRules {
    fn default() -> Self {
        Self {
            strip_thoughts: false,
            sign_calls: false,
            answer_pending: false,
            end_with_user: false,
            scrub: false,
            lost_result: LOST_RESULT.to_owned(),
            hook_context: None,
        }
    }
}
/// The default of [`HardenRules::lost_result`]. Source: G-44, in our own words.
pub const LOST_RESULT: &str = "This tool's result was lost in context management.";
/// The user's text before a history that starts with the model. Source: G-45.
const START: &str = "[Continuing from previous AI thoughts...]";
/// The user's text after a history that ends with the model. Source: G-45.
const END: &str = "Please continue.";
/// The name of a call that has none. Source: G-44.
const UNKNOWN_TOOL: &str = "unknown";

/// The patch that hardens a Gemini history, and the list of its changes.
///
/// ```
/// use conspectus_presets::gemini_cli::harden::{harden, HardenRules};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "parts": [{ "text": "Hi" }] }, { "role": "model", "parts": [{ "text": "Hello" }] }]);
/// let (patch, _) = harden(&messages, &HardenRules { end_with_user: true, ..HardenRules::default() })?;
/// assert_eq!(patch.apply(&messages)?[2]["role"], "user");
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// As [`crate::gemini_cli::curate::curate`].
pub fn harden<'v>(
    messages: impl Into<Item<'v>>,
    rules: &HardenRules,
) -> Result<(Patch, Vec<Change>)> {
    let messages = &messages.into();
    let mut turns = read(messages)?;
    let mut changes = Vec::new();
    if rules.strip_thoughts {
        strip_thoughts(&mut turns, false, &mut changes);
    }
    drop_empty(&mut turns, &mut changes);
    merge(&mut turns, |_, _| false, &mut changes);
    if rules.sign_calls {
        turns.iter_mut().for_each(|turn| sign(turn, &mut changes));
    }
    let turns = pair(turns, rules, &mut changes);
    let mut turns = with_ends(turns, rules, &mut changes);
    merge(&mut turns, |_, _| false, &mut changes);
    if rules.scrub {
        turns
            .iter_mut()
            .try_for_each(|turn| scrub(turn, messages, &mut changes))?;
    }
    Ok((lower(&turns, messages)?, changes))
}

fn drop_empty(turns: &mut Vec<Turn<'_>>, changes: &mut Vec<Change>) {
    turns.retain_mut(|turn| {
        let before = turn.pieces.len();
        turn.pieces.retain(|piece| !is_null(piece));
        if let Some(message) = turn.base {
            if turn.pieces.len() < before {
                changes.push(change(ChangeKind::DropInvalidPart, message));
            }
            if turn.pieces.is_empty() {
                changes.push(change(ChangeKind::DropEmpty, message));
            }
        }
        !turn.pieces.is_empty()
    });
}

fn sign(turn: &mut Turn<'_>, changes: &mut Vec<Change>) {
    if turn.sign() {
        changes.push(change(ChangeKind::SignCall, turn.base.unwrap_or_default()));
    }
}

/// A call and its result have the same id and the same name. An id that is absent counts as empty.
fn key(piece: &TurnPart<'_>, holder: &str) -> (String, String) {
    (
        piece.text(holder, "id").unwrap_or_default(),
        piece.text(holder, "name").unwrap_or_default(),
    )
}

/// Pairs calls and results (G-44, G-45). Afterwards every call of a model's turn has a result in
/// the user's turn after it, and every result has a call in the model's turn before it. Results
/// come first in their turn, in the order of their calls.
fn pair<'v>(turns: Vec<Turn<'v>>, rules: &HardenRules, changes: &mut Vec<Change>) -> Vec<Turn<'v>> {
    let mut paired: Vec<Turn<'v>> = Vec::with_capacity(turns.len());
    let mut rest = turns.into_iter().peekable();
    while let Some(mut turn) = rest.next() {
        if turn.role == "user" {
            // No turn of the model stands before this one, so none of its results has a call.
            let mut calls = Turn::new("model", Vec::new());
            answer(&mut calls, &mut turn, false, rules, changes);
            if !calls.pieces.is_empty() {
                paired.push(calls);
            }
            paired.push(turn);
            continue;
        }
        if turn.role != "model" {
            paired.push(turn);
            continue;
        }
        let next = rest.next_if(|next| next.role == "user");
        // Calls without a result at the very end may still be running (B-21), as long as the user
        // has said nothing else.
        let only_results = next
            .iter()
            .flat_map(|next| &next.pieces)
            .all(|piece| piece.has("functionResponse"));
        let may_run = rest.peek().is_none() && only_results && !rules.answer_pending;
        let mut results = next.unwrap_or_else(|| Turn::new("user", Vec::new()));
        answer(&mut turn, &mut results, may_run, rules, changes);
        paired.push(turn);
        if !results.pieces.is_empty() {
            paired.push(results);
        }
    }
    paired
}

/// The place of the call that each result answers, and the places of the calls that none answers.
/// Of equal calls, the first one takes the first result.
fn pairs_of(calls: &[TurnPart<'_>], results: &[TurnPart<'_>]) -> (Vec<Option<usize>>, Vec<usize>) {
    // The calls without a result so far, by id and name, in order.
    let mut open: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (position, call) in calls.iter().enumerate() {
        if call.has("functionCall") {
            let same = open.entry(key(call, "functionCall")).or_default();
            same.push(position);
        }
    }
    let answered = results.iter().map(|result| {
        let same = open.get_mut(&key(result, "functionResponse"))?;
        (!same.is_empty()).then(|| same.remove(0))
    });
    let answered = answered.collect();
    let mut unanswered: Vec<usize> = open.into_values().flatten().collect();
    unanswered.sort_unstable();
    (answered, unanswered)
}

/// Pairs the calls of one turn with the results of the next, in order, and adds the missing ones.
/// With `may_run`, calls without a result are left open.
fn answer<'v>(
    calls: &mut Turn<'v>,
    results: &mut Turn<'v>,
    may_run: bool,
    rules: &HardenRules,
    changes: &mut Vec<Change>,
) {
    let near = calls.base.or(results.base).unwrap_or_default();
    let mut note = |action, name: &str| {
        changes.push(Change {
            action,
            message: near,
            tool: conspectus_history::read::media::sanitize_label(name, 80),
        });
    };
    let before: Vec<(usize, usize)> = results.pieces.iter().filter_map(place).collect();
    let pieces = results.pieces.drain(..);
    let (given, others): (Vec<_>, Vec<_>) = pieces.partition(|piece| piece.has("functionResponse"));
    let (answered, unanswered) = pairs_of(&calls.pieces, &given);
    let mut order: Vec<(usize, TurnPart<'v>)> = Vec::new();
    for position in unanswered.into_iter().filter(|_| !may_run) {
        let (id, mut name) = key(&calls.pieces[position], "functionCall");
        if name.is_empty() {
            name = UNKNOWN_TOOL.to_owned();
        }
        note(ChangeKind::AnswerCall, &name);
        let lost = json!({ "name": name, "response": { "error": rules.lost_result } });
        order.push((position, TurnPart::new(made("functionResponse", lost, id))));
    }
    for (result, position) in given.into_iter().zip(answered) {
        let position = position.unwrap_or_else(|| {
            let (id, name) = key(&result, "functionResponse");
            note(ChangeKind::AddCall, &name);
            let mut call = made("functionCall", json!({ "name": name, "args": {} }), id);
            if rules.sign_calls && !calls.pieces.iter().any(|piece| piece.has("functionCall")) {
                call["thoughtSignature"] = NO_SIGNATURE.into();
            }
            calls.pieces.push(TurnPart::new(call));
            calls.pieces.len() - 1
        });
        order.push((position, result));
    }
    order.sort_by_key(|(position, _)| *position);
    results.pieces = order
        .into_iter()
        .map(|(_, result)| result)
        .chain(others)
        .collect();
    let after = results.pieces.iter().filter_map(place);
    if let Some(message) = results.base.filter(|_| !before.into_iter().eq(after)) {
        changes.push(change(ChangeKind::OrderResults, message));
    }
}

/// A part that holds a call or a result which was missing.
fn made(holder: &str, mut fields: Value, id: String) -> Value {
    if !id.is_empty() {
        fields["id"] = id.into();
    }
    json!({ holder: fields })
}

/// The message index and the part index of a part in the host's list.
fn place(piece: &TurnPart<'_>) -> Option<(usize, usize)> {
    piece
        .host
        .as_ref()
        .map(|(message, index, _)| (*message, *index))
}

/// Adds a user turn before a history that starts with the model and, if `end_with_user` is set,
/// after one that ends with it (G-45). Appends the hook's text.
fn with_ends<'v>(
    turns: Vec<Turn<'v>>,
    rules: &HardenRules,
    changes: &mut Vec<Change>,
) -> Vec<Turn<'v>> {
    let said = |text: &str| Turn::new("user", vec![TurnPart::new(json!({ "text": text }))]);
    let mut result = Vec::with_capacity(turns.len() + 2);
    if let Some(first) = turns.first().filter(|first| first.role == "model") {
        changes.push(change(ChangeKind::AddStart, first.base.unwrap_or_default()));
        result.push(said(START));
    }
    let ending = turns
        .last()
        .filter(|last| last.role == "model" && rules.end_with_user)
        .map(|last| last.base.unwrap_or_default());
    result.extend(turns);
    if let Some(message) = ending {
        changes.push(change(ChangeKind::AddEnd, message));
        result.push(said(END));
    }
    if let Some(text) = &rules.hook_context {
        let message = result.last().and_then(|last| last.base);
        changes.push(change(ChangeKind::AddContext, message.unwrap_or_default()));
        // A hook can't close the tag. Source: `BeforeAgent` of gemini-cli 0.61.0.
        let text = text.replace('<', "&lt;").replace('>', "&gt;");
        result.push(said(&format!("<hook_context>{text}</hook_context>")));
    }
    result
}

/// The fields that stay: of a message, of a part, of a call and of a result. Source: those of the
/// provider's `Content` and `Part` that gemini-cli keeps (G-43), and `functionResponse.parts`.
const MESSAGE_KEYS: [&str; 2] = ["role", "parts"];
const PART_KEYS: [&str; 8] = listed(
    "text inlineData functionCall thoughtSignature functionResponse fileData executableCode \
     codeExecutionResult",
);
const CALL_KEYS: [&str; 3] = ["name", "args", "id"];
const RESPONSE_KEYS: [&str; 4] = ["name", "response", "id", "parts"];

fn scrub<'v>(turn: &mut Turn<'v>, messages: &Item<'v>, changes: &mut Vec<Change>) -> Result<()> {
    let message = turn.base.and_then(|base| messages.at(base));
    let names = message.iter().flat_map(Item::fields).map(|(name, _)| name);
    let unknown = names.filter(|name| !MESSAGE_KEYS.contains(name));
    turn.drop_keys.extend(unknown.map(str::to_owned));
    let mut touched = !turn.drop_keys.is_empty();
    for piece in &mut turn.pieces {
        let Some((_, _, part)) = piece.host.filter(|(_, _, part)| !is_clean(part)) else {
            continue;
        };
        touched = true;
        let mut value = serde_json::Map::new();
        for name in PART_KEYS {
            let Some(field) = part.get(name) else {
                continue;
            };
            let kept = match name {
                "text" if !field.is_string() => continue,
                "functionCall" | "functionResponse" if !field.is_truthy() => continue,
                "functionCall" => only(&field, &CALL_KEYS)?,
                "functionResponse" => only(&field, &RESPONSE_KEYS)?,
                _ => field.to_value()?,
            };
            value.insert(name.to_owned(), kept);
        }
        piece.value = Some(Value::Object(value));
    }
    if let Some(message) = turn.base.filter(|_| touched) {
        changes.push(change(ChangeKind::Scrub, message));
    }
    Ok(())
}

/// Whether the part has no field that would be removed.
fn is_clean(part: &Item<'_>) -> bool {
    part.fields().all(|(name, value)| match name {
        "text" => value.is_string(),
        "functionCall" => has_only(&value, &CALL_KEYS),
        "functionResponse" => has_only(&value, &RESPONSE_KEYS),
        name => PART_KEYS.contains(&name),
    })
}

fn has_only(value: &Item<'_>, keys: &[&str]) -> bool {
    let is_kept = |(name, field): (&str, Item<'_>)| {
        keys.contains(&name) && (name != "id" || field.is_truthy())
    };
    value.is_truthy() && value.fields().all(is_kept)
}

fn only(value: &Item<'_>, keys: &[&str]) -> Result<Value> {
    let mut kept = serde_json::Map::new();
    for name in keys {
        let field = value.get(name);
        if let Some(field) = field.filter(|field| *name != "id" || field.is_truthy()) {
            kept.insert((*name).to_owned(), field.to_value()?);
        }
    }
    Ok(Value::Object(kept))
}
