//! Building block: what is live and must never be summarised away.

use crate::cut::split::{closed_at_or_before, SplitPoint, SplitReason};
use crate::history::{History, PartKind};
use crate::read::message::Role;

/// The first message that is live: what the agent has not answered yet, and the call whose results it has not read yet.
///
/// Results that stand after the agent's last message are unread. Their call stays with them, so the agent's last message is live too.
pub(crate) fn first_live(history: &History) -> usize {
    let Some(last) = history.messages().iter().rposition(|entry| entry.role == Role::Assistant) else { return 0 };
    let unread = (last + 1..history.len()).any(|index| history.parts_of(index).iter().any(|part| part.kind == PartKind::ToolResult));
    let waiting = history.pairs().waiting_since().unwrap_or(usize::MAX);
    let first = if unread { last } else { last + 1 };
    first.min(waiting)
}

/// The same cut, or an earlier one that leaves everything live in its place.
pub(crate) fn keep_live(history: &History, cut: SplitPoint) -> SplitPoint {
    // Where the agent has said nothing yet, the newest request stays; the ones before it may go.
    let first = if history.messages().iter().any(|entry| entry.role == Role::Assistant) { first_live(history) } else { history.len() - 1 };
    if cut.index <= first {
        return cut;
    }
    let index = closed_at_or_before(history, first);
    SplitPoint { index, reason: SplitReason::BoundaryBeforeLive, chars_before: history.chars_before(index), ..cut }
}
