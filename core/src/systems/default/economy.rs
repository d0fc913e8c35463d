//! What goes without a summary. Where clearing pays, all old results go at once, since each change of
//! the beginning costs the whole of the provider's cache behind it. Where nothing else brings the
//! prompt below the trigger, some of the newest go too.

use crate::compactor::account::Debt;
use crate::compactor::ahead::Kept;
use crate::compactor::debt;
use crate::compactor::live;
use crate::compactor::pins::Pins;
use crate::compactor::room::Room;
use crate::compactor::turn::CompactArgs;
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
    turn: &CompactArgs,
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
    let others = pins.allowed(all_cleared(history, messages, turn, kept));
    edits.extend(
        live::keep_request(others, history, request)
            .into_iter()
            .filter(|edit| is_old(edit) && !taken.contains(&edit.part)),
    );
    in_order(&mut edits);
    edits
}

/// What clears old results and media, whatever the time. What could not be stored stays.
pub(super) fn all_cleared<V: View>(
    history: &History,
    messages: &V,
    turn: &CompactArgs,
    kept: &Kept,
) -> Vec<Edit> {
    cleared_but(
        history,
        messages,
        turn,
        kept,
        history.config().keep_tool_results,
    )
}

/// The same, where so many of the newest stay.
fn cleared_but<V: View>(
    history: &History,
    messages: &V,
    turn: &CompactArgs,
    kept: &Kept,
    newest: u64,
) -> Vec<Edit> {
    let always = reduce::Activity {
        force: true,
        ..reduce::Activity::default()
    };
    let (mut edits, _) = reduce::clear_but(history, always, newest);
    edits.retain(|edit| !kept.failed.contains(&edit.part));
    let steps = if edits.is_empty() {
        Vec::new()
    } else {
        steps(history, messages, &turn.understood)
    };
    reduce::tell(history, edits, &steps, &kept.places)
}

/// What goes beyond `edits` where the promise of `keep_tool_results` gives way, because the prompt,
/// which takes `used` tokens after them, would stay above the trigger: the oldest of what it held,
/// until the target is reached. What nobody has read stays.
pub(super) fn given_way<V: View>(
    history: &History,
    messages: &V,
    turn: &CompactArgs,
    edits: &[Edit],
    (pins, kept, used): (&Pins, &Kept, u64),
) -> Vec<Edit> {
    let config = history.config();
    let Some(room) = Room::of(config, turn.overhead_tokens) else {
        return Vec::new();
    };
    if !config.clears() || used < room.trigger(config) {
        return Vec::new();
    }
    let taken: BTreeSet<usize> = edits.iter().map(|edit| edit.part).collect();
    let request = live::open_request(history, messages, &live::ours(history, messages, turn));
    let all = pins.allowed(cleared_but(history, messages, turn, kept, 0));
    let mut above = used as f64 - room.target(config) as f64;
    live::keep_request(all, history, request)
        .into_iter()
        .filter(|edit| !taken.contains(&edit.part))
        .take_while(|edit| {
            let goes = above > 0.0;
            above -= edit.tokens;
            goes
        })
        .map(|edit| Edit {
            reason: EditReason::GaveWay,
            ..edit
        })
        .collect()
}
