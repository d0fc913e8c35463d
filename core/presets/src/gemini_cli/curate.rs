//! `curate`: the part of a Gemini history that may go into a request (G-40..G-42).
//!
//! A message of the user always stays. Consecutive messages of the model stay or go together: if
//! one of them is empty, all are removed. For models that want it, thoughts are removed and
//! neighbours of the same role are merged.
//!
//! Unlike in gemini-cli, results and the next prompt remain two messages unless `merge_results` is
//! set (B-6), since a history can be cut before a prompt.

use crate::gemini_cli::policy::is_valid_part;
use crate::gemini_cli::turns::{Change, ChangeKind, Turn, TurnPart, change, lower, merge, read};
use conspectus::{Item, Patch, Result};

/// What [`curate`] does in addition to removing invalid answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CurateRules {
    /// Whether thoughts are removed and neighbours of the same role are merged (G-42).
    pub modern: bool,
    /// Whether results and the prompt after them are merged too, as gemini-cli does (B-6).
    pub merge_results: bool,
    /// Whether messages of the model without parts go too, and messages of the user that hold results
    /// alone, as its document of 2025 says.
    pub strict: bool,
}

/// The patch that curates a Gemini history, and the list of its changes.
///
/// ```
/// use conspectus_presets::gemini_cli::curate::{curate, CurateRules};
/// use serde_json::json;
///
/// let messages = json!([
///     { "role": "user", "parts": [{ "text": "Hi" }] },
///     { "role": "model", "parts": [{ "text": "" }] },
/// ]);
/// let (patch, changes) = curate(&messages, CurateRules::default())?;
/// assert_eq!((patch.apply(&messages)?.as_array().map(Vec::len), changes.len()), (Some(1), 1));
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// Any error of reading the messages, see [`conspectus::ErrorKind`]; `UnsupportedType` where raw bytes
/// would move to another message.
pub fn curate<'v>(
    messages: impl Into<Item<'v>>,
    rules: CurateRules,
) -> Result<(Patch, Vec<Change>)> {
    let messages = &messages.into();
    let turns = read(messages)?;
    let (mut kept, mut changes): (Vec<Turn<'v>>, Vec<Change>) =
        (Vec::with_capacity(turns.len()), Vec::new());
    let mut rest = turns.into_iter().peekable();
    while let Some(turn) = rest.next() {
        if turn.role != "model" {
            if rules.strict && holds_results_alone(&turn) {
                let gone = turn
                    .base
                    .map(|message| change(ChangeKind::DropInvalidRun, message));
                changes.extend(gone);
            } else {
                kept.push(turn);
            }
            continue;
        }
        let mut run = vec![turn];
        while let Some(turn) = rest.next_if(|turn| turn.role == "model") {
            run.push(turn);
        }
        let is_valid = |turn| is_valid_answer(turn) && !(rules.strict && turn.pieces.is_empty());
        if run.iter().all(is_valid) {
            kept.append(&mut run);
        } else {
            let gone = run.iter().filter_map(|turn| turn.base);
            changes.extend(gone.map(|message| change(ChangeKind::DropInvalidRun, message)));
        }
    }
    if rules.modern {
        strip_thoughts(&mut kept, true, &mut changes);
        let apart = |last: &Turn<'v>, next: &Turn<'v>| {
            !rules.merge_results && has_result(last) != has_result(next)
        };
        merge(&mut kept, apart, &mut changes);
    }
    Ok((lower(&kept, messages)?, changes))
}

/// Removes thoughts, and turns that hold nothing else. With `sign`, the first call of a turn that
/// lost its thoughts is marked if it has no signature.
pub(crate) fn strip_thoughts(turns: &mut Vec<Turn<'_>>, sign: bool, changes: &mut Vec<Change>) {
    turns.retain_mut(|turn| {
        let before = turn.pieces.len();
        turn.pieces.retain(|piece| !piece.has("thought"));
        let Some(message) = turn.base.filter(|_| turn.pieces.len() < before) else {
            let is_empty = turn.has_parts && before == 0;
            let gone = turn.base.filter(|_| is_empty);
            changes.extend(gone.map(|message| change(ChangeKind::DropEmpty, message)));
            return !is_empty;
        };
        turn.pieces.retain(|piece| !is_null(piece));
        changes.push(change(ChangeKind::DropThoughts, message));
        if sign {
            turn.sign();
        }
        !turn.pieces.is_empty()
    });
}

pub(crate) fn is_null(piece: &TurnPart<'_>) -> bool {
    piece.host.is_some_and(|(_, _, part)| part.is_null())
}

fn has_result(turn: &Turn<'_>) -> bool {
    turn.pieces
        .iter()
        .any(|piece| piece.has("functionResponse"))
}

fn holds_results_alone(turn: &Turn<'_>) -> bool {
    let mut pieces = turn.pieces.iter();
    !turn.pieces.is_empty() && pieces.all(|piece| piece.has("functionResponse"))
}

/// Whether an answer is valid (G-41). A message without parts is valid.
fn is_valid_answer(turn: &Turn<'_>) -> bool {
    let mut hosts = turn.pieces.iter().filter_map(|piece| piece.host.as_ref());
    hosts.all(|(_, _, part)| is_valid_part(part))
}
