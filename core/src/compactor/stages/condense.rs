//! Building block: condenses new results before the agent sees them, in a turn that needs no other
//! change.
//!
//! Only messages after the agent's last one change, and only once. So the provider's cached prefix
//! remains valid, and the turn costs only the new messages: neither planning nor applying reads
//! older ones.

use super::edits::admitted;
use crate::Item;
use crate::compactor::state::shown_list::KnownMessages;
use crate::compactor::{Ask, Ending, Run};

/// Turns a run without a change into one that condenses new results. `None` if that needs all
/// messages and `news` are only the newest.
pub fn or_admitting(mut run: Run, shown: &mut KnownMessages, news: &Item<'_>) -> Option<Run> {
    if let Some(Ask::Nothing(Ending::Noop, report)) = run.asks.last() {
        let (edits, told) = shown.condense(news)?;
        if let Some(first) = edits.first().map(|edit| edit.message) {
            let prepared = admitted(shown.history(), &edits, told, (**report).clone());
            run = Run::of(None, Ask::Commit(Box::new(prepared)));
            // They are read again as they are then.
            shown.truncate(first);
        }
    }
    Some(run)
}

/// The range of messages that a run depends on, if it only changes new results. `None` for other
/// runs.
pub fn rests_on(run: &Run) -> Option<(usize, usize)> {
    match run.asks.last() {
        Some(Ask::Commit(it)) if it.report.is_of_news() => {
            Some((it.from(), it.report.size.messages_before))
        }
        _ => None,
    }
}
