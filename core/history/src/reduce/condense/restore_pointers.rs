//! Keeps pointers valid: if the source of a pointer is removed, the pointer is replaced by its
//! lines, or by a pointer to another result that shows them.

use super::pointer::{OPENING, Pointer};
use super::shown::LineIndex;
use super::{Lines, ShownResult, followed, for_each_result, with_other};
use crate::history::History;
use crate::host::item::Item;
use crate::host::units::utf16_len;
use crate::reduce::drop_invalid_thinking;
use crate::reduce::plan::{Edit, EditAction, EditReason, in_order};
use crate::reduce::results::{ResultText, any_holds, replace};
use crate::reduce::truncate::{ENDS, Truncation};
use std::ops::Range;

/// Returns the edits, and others that keep every pointer valid that was valid before. `gone` is the
/// range of messages that are removed.
///
/// Thinking that is bound to changed content is removed too.
///
/// An edit that restores lines saves a negative number of tokens. A result that is truncated by an
/// edit keeps its new length.
pub fn restore_pointers(
    history: &History,
    messages: &Item<'_>,
    mut edits: Vec<Edit>,
    gone: Range<usize>,
) -> Vec<Edit> {
    if !any_holds(history, messages, OPENING) {
        return drop_invalid_thinking(history, edits, gone, &[]);
    }
    let mut all: Vec<(String, usize, Option<ResultText>)> = Vec::new();
    for_each_result(history, messages, 0, |found| {
        all.push((found.label, found.message, found.result))
    });
    let (mut before, mut after): (Vec<ShownResult>, Vec<ShownResult>) = (Vec::new(), Vec::new());
    let mut index = LineIndex::default();
    for (label, place, result) in all {
        let edited = result.as_ref().and_then(|result| {
            edits
                .iter()
                .position(|edit| edit.part == result.part && is_of_text(edit))
        });
        let mut now = result.as_ref().map(|result| result.text.clone());
        if let Some(edit) = edited.map(|edited| &edits[edited]) {
            now = (edit.action != EditAction::ClearResult).then(|| edit.text.clone());
        }
        if !gone.contains(&place) {
            let whole = now
                .as_deref()
                .and_then(|text| written_out(&before, &after, &index, text));
            if let (Some(whole), Some(result)) = (whole, &result) {
                now = Some(put(history, messages, result, (whole, edited), &mut edits));
            }
            index.note(&label, now.as_deref());
            after.push((label.clone(), now));
        }
        before.push((label, result.map(|result| result.text)));
    }
    in_order(&mut edits);
    drop_invalid_thinking(history, edits, gone, &[])
}

/// Returns whether the edit changes the text of a result, not only the media next to it.
fn is_of_text(edit: &Edit) -> bool {
    matches!(
        edit.action,
        EditAction::ClearResult
            | EditAction::CutResult
            | EditAction::ShortenResult
            | EditAction::ReplaceEmbeddedMedia
    )
}

/// Notes the edit that gives a result this text, in place of the edit that was to change it. Gives
/// the text that it then has.
fn put(
    history: &History,
    messages: &Item<'_>,
    result: &ResultText,
    (whole, edited): (String, Option<usize>),
    edits: &mut Vec<Edit>,
) -> String {
    let planned = edited.map(|edited| edits[edited].clone());
    let cut = planned.filter(|edit| edit.action == EditAction::CutResult);
    let whole = match &cut {
        Some(cut) => {
            Truncation {
                max_chars: Some(utf16_len(&cut.text)),
                ..Truncation::new(&ENDS)
            }
            .apply(&whole)
            .text
        }
        None => whole,
    };
    let Some(edit) = messages
        .at(result.message)
        .and_then(|message| replace(history, &message, result, whole.clone()))
    else {
        return whole;
    };
    let edit = match cut {
        Some(cut) => Edit {
            action: cut.action,
            reason: cut.reason,
            ..edit
        },
        None => Edit {
            action: EditAction::ShortenResult,
            reason: EditReason::SourceGone,
            ..edit
        },
    };
    match edited {
        Some(edited) => edits[edited] = edit,
        None => edits.push(edit),
    }
    whole
}

/// The text in which every pointer can be followed in what stays; `None` if it is so already.
fn written_out(
    before: &[ShownResult],
    after: &[ShownResult],
    index: &LineIndex,
    text: &str,
) -> Option<String> {
    with_other(text, |pointer| {
        // A line that could not be followed before is no pointer of ours.
        let whole = followed(before, pointer)?;
        let shows = |other: &Pointer| followed(after, other).as_ref() == Some(&whole);
        if shows(pointer) {
            return None;
        }
        let other = elsewhere(index, pointer, &whole).filter(shows);
        Some(other.map_or_else(|| whole.clone(), |other| other.render()))
    })
}

/// A pointer to another place that shows the same lines.
fn elsewhere(index: &LineIndex, pointer: &Pointer, whole: &str) -> Option<Pointer> {
    let lines = Lines::of(whole);
    let run = index
        .runs(whole, &lines, lines.all.len())
        .into_iter()
        .find(|run| run.start == 0 && run.length == lines.all.len())?;
    Some(Pointer {
        here: pointer.here,
        ..index.pointer(&lines, run)?
    })
}
