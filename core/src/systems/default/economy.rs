//! What goes where clearing pays: all old results at once, since each change of the beginning costs
//! the whole of the provider's cache behind it.

use super::course;
use crate::compactor::account::Debt;
use crate::compactor::ahead::Kept;
use crate::compactor::debt;
use crate::compactor::live;
use crate::compactor::pins::Pins;
use crate::compactor::turn::Turn;
use crate::history::{History, PartKind};
use crate::host::view::View;
use crate::notes::facts::steps;
use crate::reduce;
use crate::reduce::plan::{in_order, Edit, EditReason};
use std::collections::BTreeSet;

/// The edits that clear what is old behind the frontier: results that later ones replace, old
/// results, and old media with them.
pub(super) fn cleared<V: View>(
    history: &History,
    messages: &V,
    turn: &Turn,
    state: &Debt,
    (pins, kept): (&Pins, &Kept),
) -> Vec<Edit> {
    let old = debt::old(history, state);
    let parts: BTreeSet<usize> = old
        .results
        .iter()
        .map(|result| result.part as usize)
        .collect();
    let first = old.first_whole;
    let request = live::open_request(history, messages, &live::ours(history, messages, turn));
    let stays = |part: usize| {
        pins.holds(part) || pins.spares(part) || pins.holds_message(history.message_of(part))
    };
    let (needless, _) = reduce::retire(
        history,
        messages,
        &steps(history, messages, &turn.understood),
        &reduce::Retirement::default(),
        &stays,
    );
    // What only later messages made needless may be among the newest.
    let is_replaced = |edit: &Edit| {
        matches!(
            edit.reason,
            EditReason::Stale | EditReason::Superseded | EditReason::Repeated
        )
    };
    let mut edits: Vec<Edit> = needless
        .into_iter()
        .filter(|edit| edit.message >= first && is_replaced(edit))
        .collect();
    let taken: BTreeSet<usize> = edits.iter().map(|edit| edit.part).collect();
    let is_result = |edit: &Edit| {
        history
            .parts()
            .get(edit.part)
            .is_some_and(|part| part.kind == PartKind::ToolResult)
    };
    let is_old = |edit: &Edit| {
        if is_result(edit) {
            parts.contains(&edit.part)
        } else {
            edit.message >= first
        }
    };
    let others = pins.allowed(course::cleared(history, messages, turn, kept));
    edits.extend(
        live::keep_request(others, history, request)
            .into_iter()
            .filter(|edit| is_old(edit) && !taken.contains(&edit.part)),
    );
    in_order(&mut edits);
    edits
}
