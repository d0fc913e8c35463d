//! Building block: new results are told shorter before the agent sees them, in a turn in which
//! nothing else is to be done.
//!
//! Only what stands behind the agent's last message changes, and only once. So the provider's cache
//! stays good, and the turn costs what is new: neither planning nor applying looks at older
//! messages.

use super::edits::admitted;
use crate::compactor::contract::action::Ending;
use crate::compactor::state::shown_list::ShownList;
use crate::compactor::step::{Begun, Outcome, Prepared, Step};
use crate::host::view::View;

/// The run as it is, or, where it would do nothing, one that tells new results shorter. `None`
/// where that needs all messages, and `news` are the newest only.
pub(crate) fn or_admitting<V: View>(
    begun: Begun,
    shown: &mut ShownList,
    news: &V,
) -> Option<Begun> {
    let Begun {
        trigger,
        step: begun,
    } = begun;
    let Step::Finish(Ending::Noop, report) = begun else {
        return Some(Begun {
            trigger,
            step: begun,
        });
    };
    let (edits, told) = shown.admit(news)?;
    let Some(first) = edits.first().map(|edit| edit.message) else {
        return Some(Begun {
            trigger,
            step: Step::Finish(Ending::Noop, report),
        });
    };
    let outcome = admitted(shown.history(), &edits, told, *report, first);
    // They are read again as they are then.
    shown.truncate(first);
    Some(Begun {
        trigger: None,
        step: Step::Settle(Box::new(outcome)),
    })
}

/// The messages that a run rests on, where that is told by the run itself.
pub(crate) fn rests_on(step: &Step) -> Option<(usize, usize)> {
    let Step::Settle(outcome) = step else {
        return None;
    };
    let Outcome::Ready { prepared, .. } = &**outcome else {
        return None;
    };
    let Prepared {
        from,
        length,
        report,
        ..
    } = &**prepared;
    report.is_of_news().then_some((*from, *length))
}
