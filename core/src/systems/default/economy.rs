//! Clearing without a summary. When clearing breaks even, all old results are cleared at once,
//! since each change near the start of the prompt invalidates the complete cache after it. If
//! nothing else brings the prompt below the trigger, some of the newest results are cleared too.

use crate::compactor::Draft;
use crate::compactor::stages::edits::edited_parts;
use crate::compactor::stages::{clear_stale, clearing, unread};
use crate::history::PartKind;
use crate::minutes::read::steps;
use crate::reduce::plan::in_order;
use crate::{ClearStaleOptions, Edit, EditReason, reduce};
use std::collections::BTreeSet;

/// The edits that clear old content after the frontier: stale results, old results, and old media
/// with them.
pub fn cleared(d: &Draft<'_>) -> Vec<Edit> {
    let history = &d.history;
    let old = clearing::old(history, &d.memory.cache);
    let parts: BTreeSet<usize> = old
        .results
        .iter()
        .map(|result| result.part as usize)
        .collect();
    let first = old.first_whole;
    // What only later messages made needless may be among the newest.
    let mut edits = stale_results(d);
    edits.retain(|edit| edit.message >= first);
    let taken = edited_parts(&edits);
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
    edits.extend(
        all_cleared(d)
            .into_iter()
            .filter(|edit| is_old(edit) && !taken.contains(&edit.part)),
    );
    in_order(&mut edits);
    edits
}

/// The edits that clear old results and media, whatever the time. The media in the message of the
/// open request and pinned content are kept.
pub fn all_cleared(d: &Draft<'_>) -> Vec<Edit> {
    clear_except_newest(d, clearing::newest(&d.history))
}

/// The edits that clear all but this number of the newest results and media.
fn clear_except_newest(d: &Draft<'_>, newest: u64) -> Vec<Edit> {
    let always = reduce::Activity {
        force: true,
        ..reduce::Activity::default()
    };
    let (edits, _) = reduce::clear_but(&d.history, always, newest);
    if edits.is_empty() {
        return edits;
    }
    let steps = steps(&d.history, &d.messages, &d.turn.understood);
    let edits = reduce::fill_placeholders(&d.history, edits, &steps, &d.kept.places);
    d.pins
        .allowed(unread::keep_request(edits, &d.history, d.request()))
}

/// The edits in the order in which they are made: those with another reason than age, which all
/// are; what a later result replaces; then what is large and old.
pub struct Order {
    always: Vec<Edit>,
    replaced: BTreeSet<usize>,
    others: Vec<Edit>,
}

impl Order {
    pub fn of(d: &Draft<'_>, edits: Vec<Edit>) -> Self {
        let (always, mut others): (Vec<Edit>, Vec<Edit>) = edits
            .into_iter()
            .partition(|edit| edit.reason != EditReason::Forced);
        let replaced = edited_parts(&stale_results(d));
        let length = d.history.len();
        let worth = |edit: &Edit| edit.tokens * (length - edit.message.min(length)) as f64;
        others.sort_by(|a, b| {
            let kinds = [a, b].map(|edit| !replaced.contains(&edit.part));
            let parts = a.part.cmp(&b.part);
            kinds[0]
                .cmp(&kinds[1])
                .then(worth(b).total_cmp(&worth(a)))
                .then(parts)
        });
        Self {
            always,
            replaced,
            others,
        }
    }

    /// The fewest edits that save this number of tokens.
    pub fn saving(&self, tokens: f64) -> Vec<Edit> {
        let mut chosen = self.always.clone();
        let mut left = tokens - chosen.iter().map(|edit| edit.tokens).sum::<f64>();
        let mut others = self.others.iter();
        while left > 0.0 {
            let Some(next) = others.next() else { break };
            let mut goes = next;
            if next.tokens >= left {
                // The last one is the smallest of its kind that is enough.
                let is_replaced = |edit: &Edit| self.replaced.contains(&edit.part);
                goes = others
                    .clone()
                    .filter(|edit| edit.tokens >= left && is_replaced(edit) == is_replaced(next))
                    .fold(next, |least, edit| {
                        if edit.tokens < least.tokens {
                            edit
                        } else {
                            least
                        }
                    });
            }
            left -= goes.tokens;
            chosen.push(goes.clone());
        }
        in_order(&mut chosen);
        chosen
    }
}

/// What later results replace: the file was changed, read again, or the same text came again.
fn stale_results(d: &Draft<'_>) -> Vec<Edit> {
    let (pins, understood) = (&d.pins, &d.turn.understood);
    let all = ClearStaleOptions::default();
    let (mut edits, _) =
        clear_stale::stale_results(&d.history, &d.messages, (pins, understood), &all);
    edits.retain(|edit| {
        matches!(
            edit.reason,
            EditReason::Stale | EditReason::Superseded | EditReason::Repeated
        )
    });
    edits
}

/// The edits that clear results which `keep_tool_results` protects, because the prompt would remain
/// above the trigger: the oldest first, until the target is reached. Unread results are kept.
pub fn clear_protected(d: &Draft<'_>) -> Vec<Edit> {
    let config = d.history.config();
    if d.room.is_none() || !config.clears() {
        return Vec::new();
    }
    let used = d.used_after(&d.edits);
    if used < d.report.size.trigger {
        return Vec::new();
    }
    let taken = edited_parts(&d.edits);
    let mut above = d.report.in_ours(used as f64 - d.report.size.target as f64);
    clear_except_newest(d, 0)
        .into_iter()
        .filter(|edit| !taken.contains(&edit.part))
        .take_while(|edit| {
            let goes = above > 0.0;
            above -= edit.tokens;
            goes
        })
        .map(|edit| edit.because(EditReason::Relaxed))
        .collect()
}
