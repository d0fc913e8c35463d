//! Building block: checks an answer before it is installed. A model's answer is judged against its
//! request; a rejected answer is requested again, with the fault named.

use super::ask;
use crate::compactor::stages::finish_summary::finish_summary;
use crate::compactor::stages::{budget, install};
use crate::compactor::{Ask, AwaitingSummary, Try};
use crate::notes::accept::{self, Asked, JudgedAnswer, Verdict};
use crate::notes::prompt;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::{TranscriptDetail, transcript};
use crate::{Answer, Item, Rank, RequestForm, SummaryRequest};

/// The basis for judging the answer to a request: the transcript that it shows, and the earlier
/// summary.
pub fn asked(pending: &AwaitingSummary, record: &str, previous: Option<&Snapshot>) -> Asked {
    let config = pending.config();
    let known = [
        &pending.instructions,
        &pending.turn.plan_path,
        &pending.turn.preamble,
        &pending.latest_request,
    ];
    let known = known.map(|text| text.as_deref().unwrap_or_default());
    Asked {
        record: record.to_owned(),
        notes: previous.map_or_else(String::new, Snapshot::text),
        known: known.join("\n"),
        template: prompt::template(config.tuning.template),
        trusted: !config.check_summary.judges() || config.tuning.request == RequestForm::Native,
    }
}

/// The basis for judging if the summarizer reads the conversation itself.
pub fn asked_of_all(pending: &AwaitingSummary, messages: &Item<'_>) -> Asked {
    let (history, ours) = (&pending.history, &pending.ours);
    let (span, full) = ((0, history.len()), TranscriptDetail::Full);
    let record = transcript(history, messages, span, ours, usize::MAX, full);
    let notes = ask::known_notes(pending);
    asked(pending, &record.framed("", &[]), notes.as_ref())
}

/// Reads and judges an answer. An answer that is too long is accepted as far as it fits, if that is
/// at least half of it.
pub fn judged(pending: &mut AwaitingSummary, answer: Answer<'_>) -> Verdict {
    let scale = pending.history.scale();
    let most = budget::most_tokens(ask::output_budget(pending, 0) as f64);
    let verdict = accept::judge(
        JudgedAnswer {
            text: answer.text,
            cut_off: answer.is_cut_off(),
            tokens: answer
                .output_tokens
                .unwrap_or_else(|| scale.tokens_of_text(answer.text)),
            most: Some((most, &scale)).filter(|_| pending.preset.spec().guards_summary),
        },
        &pending.asked,
    );
    let memory = &mut pending.report.memory;
    memory.truncated |= verdict.truncated;
    // Behind the conversation the model has all of it.
    if memory.followed {
        memory.shown = vec![1.0];
    }
    memory.pieces = memory.shown.len().saturating_sub(pending.rest.len());
    memory.attempts += 1;
    memory
        .refused
        .extend(verdict.result.as_ref().err().map(|refusal| refusal.code));
    verdict
}

/// Acts on the verdict on an answer to a standalone request. A rejected answer is requested again
/// if `retried` is set and the new request fits; otherwise `salvage` is used, if any.
pub fn conclude(
    pending: &mut AwaitingSummary,
    verdict: Verdict,
    answer: Answer<'_>,
    salvage: Option<Snapshot>,
    retried: Option<&SummaryRequest>,
) -> Ask {
    let refusal = match verdict.result {
        Ok(snapshot) => return stand(pending, snapshot, answer.counted()),
        Err(refusal) => refusal,
    };
    let salvage = verdict
        .salvage
        .or(salvage)
        .filter(|_| pending.preset.spec().guards_summary);
    if let Some(request) = retried
        && let Some(again) =
            ask::follow_up(pending, request, answer.text, &prompt::again(&refusal.text))
    {
        return Ask::Summary(Box::new(again), Try::Retry(salvage));
    }
    if let Some(snapshot) = salvage {
        return stand_truncated(pending, snapshot);
    }
    install::refuse(pending, refusal)
}

/// Continues with an accepted summary. `counted` is the provider's usage for the call, if reported.
/// A transcript that does not fit one request is read in chunks: the summary of each chunk is part
/// of the next request, as an earlier summary would be, so the last answer covers all of them.
fn stand(pending: &mut AwaitingSummary, snapshot: Snapshot, counted: Option<(u64, u64)>) -> Ask {
    let Some(piece) = pending.rest.next() else {
        // Of a record in pieces it counted the last one.
        let is_whole = pending.report.memory.pieces <= 1;
        return finish_summary(pending, snapshot, counted.filter(|_| is_whole));
    };
    // The notes carry what earlier notes said, and can be believed as far as those.
    let proven = pending.report.memory.rank != Some(Rank::Intact);
    let notes = Some((&snapshot, proven));
    let (request, record) = ask::piece_request(pending, &piece, notes);
    pending.asked = asked(pending, &record, Some(&snapshot));
    Ask::Summary(Box::new(request), Try::First)
}

/// Accepts a document that is complete except for its end.
pub fn stand_truncated(pending: &mut AwaitingSummary, snapshot: Snapshot) -> Ask {
    pending.report.memory.truncated = true;
    stand(pending, snapshot, None)
}
