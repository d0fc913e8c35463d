//! Building block: new results are told shorter before the agent sees them, in a turn in which
//! nothing else is to be done.
//!
//! Only what stands behind the agent's last message changes, and only once. So the provider's cache
//! stays good, and the turn costs what is new: neither planning nor applying looks at older
//! messages.

use super::edits::admitted;
use crate::compactor::contract::action::Ending;
use crate::compactor::contract::report::Reason;
use crate::compactor::contract::turn::Pin;
use crate::compactor::model::digest;
use crate::compactor::model::digest::{Digest, Digested, Known, Next};
use crate::compactor::state::shown_list::ShownList;
use crate::compactor::step;
use crate::compactor::step::{Begun, Outcome, Prepared, Step};
use crate::host::view::View;
use crate::notes::codes::ReasonCode;

/// The run as it is, or, where it would do nothing, one that tells new results shorter. `None`
/// where that needs all messages, and `news` are the newest only. `pinned` stays as it is, and for
/// what was `asked` no model is asked again.
pub(crate) fn or_admitting<V: View>(
    begun: Begun,
    shown: &mut ShownList,
    news: &V,
    (pinned, asked): (&[Pin], &[String]),
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
    if digest::is_asked_for(shown.history().config()) && digest::may_be_due(shown.history()) {
        // A question holds the user's request, which may stand anywhere.
        if news.len() < shown.len() {
            return None;
        }
        let known = Known {
            pinned,
            asked,
            window: step::window(shown.history().config()).ok().flatten(),
        };
        let start = digest::first_new(shown.history());
        let seen = shown.shown_before(news, start);
        if let Some(digest) = Digest::of(shown.copy(), news, seen, known, &report) {
            // What the agent has not seen is read again then.
            shown.truncate(start);
            return Some(Begun {
                trigger: None,
                step: Step::Digest(Box::new(digest)),
            });
        }
    }
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

/// What follows in a run that has new results told shorter by a model, with the hash of the
/// messages on which its patch rests.
pub(crate) fn digested(next: Next) -> (Step, u64) {
    let Digested {
        history,
        report,
        edits,
        admission,
        hash,
    } = match next {
        Next::Asks(digest) => return (Step::Digest(digest), 0),
        Next::Told(told) => *told,
    };
    let Some(first) = edits.first().map(|edit| edit.message) else {
        return (Step::Finish(Ending::Noop, Box::new(report)), 0);
    };
    let is_told = report.outputs.results > 0;
    let mut outcome = admitted(&history, &edits, admission, report, first);
    if let (true, Outcome::Ready { prepared, .. }) = (is_told, &mut outcome) {
        prepared.report.reason = Reason::new(
            ReasonCode::ToolResultsSummarized,
            "a model summarised new tool results; errors and warnings are whole",
        );
    }
    (Step::Settle(Box::new(outcome)), hash)
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
