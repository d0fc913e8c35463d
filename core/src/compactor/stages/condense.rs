//! Building block: new results are told shorter before the agent sees them, in a turn in which
//! nothing else is to be done.
//!
//! Only what stands behind the agent's last message changes, and only once. So the provider's cache
//! stays good, and the turn costs what is new: neither planning nor applying looks at older
//! messages.

use super::edits::admitted;
use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Ending;
use crate::compactor::state::shown_list::KnownMessages;
use crate::host::item::Item;

/// Turns a run that would do nothing into one that tells new results shorter. `None` where that needs
/// all messages, and `news` are the newest only.
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

/// The messages that a run rests on, where that is told by the run itself.
pub fn rests_on(run: &Run) -> Option<(usize, usize)> {
    match run.asks.last() {
        Some(Ask::Commit(it)) if it.report.is_of_news() => {
            Some((it.from(), it.report.size.messages_before))
        }
        _ => None,
    }
}
