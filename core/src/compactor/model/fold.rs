//! Building block: a record that does not fit one request is read in pieces. The notes on each
//! piece come with the next one, as notes of an earlier part do, so the last answer covers all of
//! them.

use super::{ask, judge};
use crate::compactor::asks::{Ask, Try};
use crate::compactor::contract::action::Answer;
use crate::compactor::contract::words::Purpose;
use crate::compactor::stages::settle::settle;
use crate::compactor::step::{NOT_COUNTED, Pending};
use crate::notes::memory::Rank;
use crate::notes::snapshot::Snapshot;

/// Goes on with good notes: with the next piece, or to the end if there is none.
pub(crate) fn stand(pending: &mut Pending, snapshot: Snapshot, answer: Answer<'_>) -> Ask {
    let Some(piece) = pending.rest.next() else {
        // Of a record in pieces the provider counted the last one.
        let is_whole = pending.report.memory.pieces <= 1;
        return settle(
            pending,
            snapshot,
            if is_whole { answer } else { NOT_COUNTED },
        );
    };
    // The notes carry what earlier notes said, and can be believed as far as those.
    let proven = pending.report.memory.rank != Some(Rank::Intact);
    let purpose = match pending.rest.len() {
        0 => Purpose::Summary,
        _ => Purpose::Piece,
    };
    let notes = Some((&snapshot, proven));
    let (request, record) = ask::piece_request(pending, purpose, &piece, notes);
    pending.asked = Box::new(judge::asked(pending, &record, Some(&snapshot)));
    Ask::Summary(Box::new(request), Try::First)
}
