//! Building block: a record that does not fit one request is read in pieces. The notes on each
//! piece come with the next one, as notes of an earlier part do, so the last answer covers all of
//! them.

use super::{ask, judge};
use crate::compactor::contract::action::{Answer, SummaryRequest};
use crate::compactor::contract::words::Purpose;
use crate::compactor::stages::settle;
use crate::compactor::step::{Fold, NOT_COUNTED, Pending, Phase, Step};
use crate::notes::memory::Rank;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::Entries;
use std::sync::Arc;

/// Asks for notes on the first piece. `rest` are the others.
pub(crate) fn begin(
    mut pending: Pending,
    request: SummaryRequest,
    rest: Vec<Entries>,
    known: String,
) -> Step {
    pending.fold = Some(Fold {
        rest: Arc::new(rest),
        asked: 0,
        known,
    });
    pending.phase = Phase::Summary { check: None };
    Step::Summarize(Box::new(pending), Box::new(request))
}

/// Goes on with good notes: with the next piece, or to the end if there is none.
pub(crate) fn stand(mut pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    let Some(fold) = &mut pending.fold else {
        return settle::settle(pending, snapshot, answer);
    };
    let Fold { rest, asked, known } = fold.clone();
    let Some(piece) = rest.get(asked) else {
        // The provider counted the last piece, not the record.
        return settle::settle(pending, snapshot, NOT_COUNTED);
    };
    fold.asked = asked + 1;
    // The notes carry what earlier notes said, and can be believed as far as those.
    let proven = pending.report.memory.rank != Some(Rank::Intact);
    let purpose = if asked + 1 < rest.len() {
        Purpose::Piece
    } else {
        Purpose::Summary
    };
    let (request, record) =
        ask::piece_request(&pending, purpose, piece, Some((&snapshot, proven)), &known);
    pending.asked = Box::new(judge::asked(&pending, &record, Some(&snapshot)));
    pending.phase = Phase::Summary { check: None };
    Step::Summarize(Box::new(pending), Box::new(request))
}
