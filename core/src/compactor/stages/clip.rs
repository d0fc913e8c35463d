//! Building block: truncates results if nothing else makes the messages fit, and results that are
//! huge.

use super::edits::edited_parts;
use super::unread::first_live;
use crate::compactor::Draft;
use crate::host::units::utf16_len;
use crate::reduce::plan::in_order;
use crate::reduce::results::{ResultText, cut, results, results_among};
use crate::reduce::truncate::{ENDS, Truncation};
use crate::{ConfiguredHistory, Edit};

/// Truncates results in the messages `from..` until about `excess` tokens are saved: first read
/// results, then unread ones, and last those of tools that are never cleared; of each kind the
/// largest first. Head, tail and lines that name errors are kept. Pinned results, and results that
/// are already edited, are left unchanged.
pub fn clip_kept(d: &Draft<'_>, from: usize, excess: f64) -> Vec<Edit> {
    let live = first_live(&d.history);
    let taken = edited_parts(&d.edits);
    let is_free = |result: &ResultText| {
        result.message >= from && !d.pins.holds(result.part) && !taken.contains(&result.part)
    };
    let free = results(&d.history, &d.messages).into_iter().filter(is_free);
    let (spared, free): (Vec<_>, Vec<_>) = free.partition(|result| d.pins.spares(result.part));
    let (unread, read): (Vec<_>, Vec<_>) =
        free.into_iter().partition(|result| result.message >= live);
    let mut edits: Vec<Edit> = Vec::new();
    for kind in [read, unread, spared] {
        let saved: f64 = edits.iter().map(|edit| edit.tokens).sum();
        if saved < excess {
            edits.extend(clip_all(d, kind, excess - saved));
        }
    }
    in_order(&mut edits);
    edits
}

fn clip_all(d: &Draft<'_>, mut results: Vec<ResultText>, excess: f64) -> Vec<Edit> {
    let tokens = |result: &ResultText| result.tokens(&d.history);
    results.sort_by(|a, b| tokens(b).total_cmp(&tokens(a)).then(a.part.cmp(&b.part)));
    // The clipped text is estimated anew, and has a marker.
    let Some(most) = most_tokens(&d.history, &results, excess * MARGIN + MARKER_TOKENS) else {
        return Vec::new();
    };
    let long = results.iter().filter(|result| tokens(result) > most);
    long.filter_map(|result| {
        let share = most / tokens(result).max(1.0);
        clip(d, result, (utf16_len(&result.text) as f64 * share) as usize)
    })
    .collect()
}

/// The result with its ends only, and with the place of the original where it is stored.
fn clip(d: &Draft<'_>, result: &ResultText, max_chars: usize) -> Option<Edit> {
    let clipped = Truncation {
        max_chars: Some(max_chars),
        locator: d.kept.places.get(&result.part).cloned(),
        ..Truncation::new(&ENDS)
    }
    .apply(&result.text);
    clipped
        .truncated
        .then(|| cut(&d.history, &d.messages, result, clipped.text))
        .flatten()
}

/// Clips results that take more than their share of the room, once the agent has read them: the
/// originals are stored, so that they can be had back. What is pinned, what could not be stored,
/// and what is in `taken` stays.
pub fn clip_huge(d: &Draft<'_>, taken: &[Edit]) -> Vec<Edit> {
    let live = first_live(&d.history);
    let room = d.room.map_or(0, |room| room.tokens);
    let most = (room as f64 * HUGE_SHARE).max(HUGE_TOKENS_MIN);
    let taken = edited_parts(taken);
    let may_go = |part: usize| {
        let stays = d.pins.holds(part)
            || d.pins.spares(part)
            || d.kept.failed.contains(&part)
            || taken.contains(&part);
        !stays && d.history.message_of(part) < live
    };
    let results = results_among(&d.history, &d.messages, &may_go);
    let huge = results.iter().filter(|it| it.tokens(&d.history) > most);
    huge.filter_map(|result| clip(d, result, HUGE_CHARS))
        .collect()
}

/// The share of the room from which on a result that was read is huge, and the least tokens of one.
/// Chosen here: twenty of them fill the room.
const HUGE_SHARE: f64 = 0.05;
const HUGE_TOKENS_MIN: f64 = 2_000.0;
/// What is left of a huge result, in chars. Chosen here: some fifty lines.
const HUGE_CHARS: usize = 4_000;

/// The most tokens that each result may keep so that `excess` is saved. The results are sorted by
/// size, the largest first. `None` if `live` is empty.
fn most_tokens(history: &ConfiguredHistory, live: &[ResultText], excess: f64) -> Option<f64> {
    let mut sum = 0.0;
    for (index, result) in live.iter().enumerate() {
        sum += result.tokens(history);
        let next = live.get(index + 1).map_or(0.0, |next| next.tokens(history));
        let most = (sum - excess) / (index + 1) as f64;
        if most >= next {
            return Some(most.max(LEAST_TOKENS));
        }
    }
    (!live.is_empty()).then_some(LEAST_TOKENS)
}

/// By how much more is clipped than is needed. Chosen here: a clipped text may be denser than the
/// whole.
const MARGIN: f64 = 1.05;
/// Room for a marker and for lines that are rescued. Chosen here.
const MARKER_TOKENS: f64 = 100.0;

/// What a clipped result keeps at least. Chosen here: a few lines of each end.
const LEAST_TOKENS: f64 = 200.0;
