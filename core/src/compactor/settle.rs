//! Building block: from a good snapshot to a patch. Files that should come back are read first.

use super::action::{Answer, RestoredFile};
use super::install;
use super::step::{Pending, Step};
use crate::notes::snapshot::Snapshot;

/// Asks for the files that should come back, if there are any; else makes the patch.
pub(crate) fn settle(mut pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    pending.report.summarizer_tokens = answer.input_tokens.zip(answer.output_tokens);
    if !pending.files.is_empty() {
        let files = pending.files.clone();
        return Step::Restore(Box::new(pending), Box::new(snapshot), files);
    }
    restored(pending, &snapshot, &[])
}

/// Makes the patch. `files` are those that were read again.
pub(crate) fn restored(mut pending: Pending, snapshot: &Snapshot, files: &[RestoredFile]) -> Step {
    let attachments = (pending.system.attachments)(&mut pending, files);
    Step::Settle(Box::new(install::assemble(pending, snapshot, attachments)))
}
