//! Building block: a patch of edits alone, and the report about edits.

use crate::compactor::{Ending, Prepared, Report, Saved, grouped};
use crate::reduce::plan::{lower_marked, shortened};
use crate::reduce::{restore_pointers, thinking_in};
use crate::{
    CompactArgs, CondenseStats, ConfiguredHistory, Edit, EditAction, Item, Patch, Reason,
    ReasonCode, Removed, RemovedKind, Warning, WarningCode,
};
use std::collections::BTreeSet;

/// The patch of edits alone, without a summary.
pub fn clear_only(
    history: &ConfiguredHistory,
    edits: &[Edit],
    messages: &Item<'_>,
    turn: &CompactArgs,
    report: Report,
) -> Prepared {
    let edits = restore_pointers(history, messages, edits.to_vec(), 0..0);
    let patch = lower_marked(history, &edits, messages, turn.pruned_at.as_ref());
    let mut report = with_cleared(report, &edits);
    report.size.messages_after = history.len() - patch.splices.len();
    save(&mut report, history, &edits);
    let mut code = ReasonCode::Cleared;
    let named = report.went.iter().map(|group| match group.kind {
        RemovedKind::ClearedToolResults => "tool results",
        RemovedKind::ClearedArguments => "arguments",
        RemovedKind::ClearedReasoning => "thinking blocks",
        RemovedKind::ClippedToolResults => {
            code = ReasonCode::Clipped;
            "parts of tool results"
        }
        _ => "media",
    });
    let named = named.collect::<Vec<_>>().join(" and ");
    report.reason = Reason::new(code, format!("{named} were cleared"));
    report.cut.index = None;
    report.cut.reason = None;
    ready(history, (patch, edits), Ending::ContentTruncated, report)
}

/// Notes what edits save.
fn save(report: &mut Report, history: &ConfiguredHistory, edits: &[Edit]) {
    let saved = Saved::of(edits);
    let size = &mut report.size;
    size.after = (history.tokens_unrounded(0, history.len()) - saved.tokens)
        .max(0.0)
        .ceil() as u64;
    size.planned = size.after;
    report.size.used_after =
        report.used_less(report.size.before.saturating_sub(report.size.after) as f64);
    report.parts.after = report.parts.before.less(&saved);
}

/// A patch of edits that condense new results. Messages that were already sent do not change.
pub fn admitted(
    history: &ConfiguredHistory,
    edits: &[Edit],
    told: CondenseStats,
    mut report: Report,
) -> Prepared {
    save(&mut report, history, edits);
    report.reason = Reason::new(
        ReasonCode::Condensed,
        "new tool results were condensed without loss",
    );
    report.admitted = told;
    let patch = Patch {
        ops: shortened(edits),
        splices: Vec::new(),
    };
    let edits = (patch, edits.to_vec());
    let mut prepared = ready(history, edits, Ending::ContentTruncated, report);
    // The provider has not seen them yet.
    prepared.report.cache.tokens_to_read_again = 0;
    prepared
}

/// The end of a run that has a patch, with the report about it.
pub fn ready(
    history: &ConfiguredHistory,
    (patch, edits): (Patch, Vec<Edit>),
    status: Ending,
    mut report: Report,
) -> Prepared {
    report.cache.first_changed_message = patch.first_changed_message();
    report.cache.tokens_to_read_again = report
        .cache
        .first_changed_message
        .map_or(0, |first| history.tokens_between(first, history.len()));
    report.warnings.extend(thinking_removed(&edits));
    report.edits = edits;
    Prepared {
        status,
        report,
        patch,
    }
}

/// The warning about thinking blocks that the edits remove, if any.
pub fn thinking_removed(edits: &[Edit]) -> Option<Warning> {
    let (count, tokens) = thinking_in(edits);
    (count > 0).then(|| thinking_warning(count as usize, tokens as u64))
}

/// The warning about this number of removed thinking blocks and their tokens.
pub fn thinking_warning(count: usize, tokens: u64) -> Warning {
    let (blocks, tokens) = (if count == 1 { "block" } else { "blocks" }, grouped(tokens));
    Warning {
        code: WarningCode::ThinkingRemoved,
        text: format!(
            "{count} thinking {blocks} of {tokens} tokens were removed: the provider would reject them, because they are signed together with changed content"
        ),
        path: None,
    }
}

/// The report with one entry for each kind of edit.
pub fn with_cleared(mut report: Report, edits: &[Edit]) -> Report {
    report.went.extend(removed(edits));
    report
}

/// What edits remove: one entry for each kind.
pub fn removed(edits: &[Edit]) -> Vec<Removed> {
    // What is written out again did not go.
    let kind = |edit: &Edit| match edit.action {
        EditAction::ClearResult => Some(RemovedKind::ClearedToolResults),
        EditAction::CutResult => Some(RemovedKind::ClippedToolResults),
        EditAction::ShortenArguments => Some(RemovedKind::ClearedArguments),
        EditAction::DropThinking if edit.value.is_none() => Some(RemovedKind::ClearedReasoning),
        EditAction::DropThinking | EditAction::ShortenResult => None,
        _ => Some(RemovedKind::ClearedMedia),
    };
    let group = |wanted: RemovedKind| {
        let of_kind = || edits.iter().filter(|edit| kind(edit) == Some(wanted));
        (of_kind().count() > 0).then(|| Removed {
            kind: wanted,
            count: of_kind().count() as u64,
            tokens: of_kind().map(|edit| edit.tokens_saved).sum(),
        })
    };
    RemovedKind::ALL.into_iter().filter_map(group).collect()
}

/// The tokens that stay if the history is cut before `index`: the head and the tail, less what
/// `edits` save in the tail.
pub fn kept_tokens(history: &ConfiguredHistory, head: usize, index: usize, edits: &[Edit]) -> f64 {
    let saved: f64 = edits
        .iter()
        .filter(|edit| edit.message >= index)
        .map(|edit| edit.tokens)
        .sum();
    history.tokens_unrounded(0, head) + history.tokens_unrounded(index, history.len()) - saved
}

/// The parts that edits change.
pub fn edited_parts<'a>(edits: impl IntoIterator<Item = &'a Edit>) -> BTreeSet<usize> {
    edits.into_iter().map(|edit| edit.part).collect()
}
