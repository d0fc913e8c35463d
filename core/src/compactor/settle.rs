//! Building block: from a good snapshot to a patch. Files that should come back are read first.

use super::action::{Answer, RestoredFile};
use super::reported::is_plausible;
use super::retain;
use super::step::{Pending, Step};
use super::{install, remind};
use crate::notes::memory::steady;
use crate::notes::snapshot::Snapshot;

/// Whether a report of the summariser's input may be of the whole request. If not, what the provider
/// had cached is left out of it.
fn is_whole(pending: &Pending, input_tokens: u64) -> bool {
    // A request that follows the conversation holds all of it.
    let followed = if pending.report.summary_followed {
        pending.history.tokens() + pending.report.size.overhead
    } else {
        0
    };
    is_plausible(input_tokens, pending.report.summary_input_tokens + followed)
}

/// Asks for the files that should come back, if there are any; else makes the patch.
pub(crate) fn settle(mut pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    let mut snapshot = retain::completed(&mut pending, snapshot);
    if pending.preset.guards_summary() {
        snapshot = steady(snapshot, pending.latest_request.as_deref());
    }
    pending.report.summarizer_tokens = answer
        .input_tokens
        .zip(answer.output_tokens)
        .filter(|(input, _)| is_whole(&pending, *input));
    if !pending.files.is_empty() {
        let files = pending.files.clone();
        return Step::Restore(Box::new(pending), Box::new(snapshot), files);
    }
    restored(pending, &snapshot, &[])
}

/// Makes the patch. `files` are those that were read again.
pub(crate) fn restored(mut pending: Pending, snapshot: &Snapshot, files: &[RestoredFile]) -> Step {
    let own = pending.preset.attachments(&mut pending, files);
    let attachments = own.unwrap_or_else(|| remind::reminders(&mut pending));
    Step::Settle(Box::new(install::assemble(pending, snapshot, attachments)))
}
