//! Building block: from a good snapshot to a patch, by way of the files that are to come back.

use super::action::{Answer, RestoredFile};
use super::install;
use super::step::{Pending, Step};
use crate::notes::snapshot::Snapshot;

/// The snapshot as it is to stand: files are asked for if any are to come back.
pub(crate) fn settle(mut pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    pending.report.summarizer_tokens = answer.input_tokens.zip(answer.output_tokens);
    if !pending.files.is_empty() {
        let files = pending.files.clone();
        return Step::Restore(Box::new(pending), Box::new(snapshot), files);
    }
    restored(pending, &snapshot, &[])
}

/// The files are there, or none were asked for.
pub(crate) fn restored(mut pending: Pending, snapshot: &Snapshot, files: &[RestoredFile]) -> Step {
    let attachments = (pending.system.attachments)(&mut pending, files);
    Step::Settle(Box::new(install::assemble(pending, snapshot, attachments)))
}
