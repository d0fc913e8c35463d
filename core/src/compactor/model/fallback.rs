//! Building block: what stands in where a model gives no usable summary: what lies under it on the
//! stack. That is the request that does not need the cached conversation, or the embedded summary and
//! the clearing alone.

use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Ending;
use crate::compactor::contract::report::{Reason, Report};
use crate::compactor::stages::budget::Room;
use crate::compactor::stages::settle::settle;
use crate::notes::codes::ReasonCode;

impl Run {
    /// Goes on with what follows from an answer: where that is nothing, with what lies under it. A
    /// patch drops that.
    pub(crate) fn follow(&mut self, ask: Ask) {
        let next = match ask {
            Ask::Nothing(ending, report) if ending.failed() => self.instead(ending, report),
            Ask::Commit(long) if self.is_over(&long.report) => {
                let mut refused = long.report.clone();
                refused.reason = Reason::new(
                    ReasonCode::SummaryTooLong,
                    "with the summary the prompt would not fit the window",
                );
                let ending = Ending::FailedInflatedTokenCount;
                match self.instead(ending, Box::new(refused)) {
                    Ask::Commit(it) if it.report.size.after < long.report.size.after => {
                        Ask::Commit(it)
                    }
                    _ => Ask::Commit(long),
                }
            }
            ask => ask,
        };
        if matches!(next, Ask::Commit(_)) {
            self.asks.clear();
        }
        self.asks.push(next);
    }

    /// What is tried where this came of what lay on top.
    fn instead(&mut self, ending: Ending, report: Box<Report>) -> Ask {
        let refused = &report.memory;
        let cause = refused.fallback.as_ref().unwrap_or(&report.reason);
        match (self.asks.pop(), &mut self.pending) {
            (Some(Ask::Extractive(snapshot)), Some(pending)) => {
                // What stands in is no model's.
                pending.claims = None;
                let memory = &mut pending.report.memory;
                memory.fallback = Some(cause.clone());
                (memory.truncated, memory.check) = (false, None);
                match settle(pending, *snapshot, None) {
                    // The run then fails for what this one lacks; the model's failure is in
                    // `fallback`.
                    Ask::Nothing(ending, report) => self.instead(ending, report),
                    ask => ask,
                }
            }
            (Some(Ask::Commit(mut cleared)), _) => {
                let memory = &mut cleared.report.memory;
                memory.fallback = Some(cause.clone());
                memory.take_judgement(refused);
                Ask::Commit(cleared)
            }
            (Some(cold), Some(_)) => cold,
            _ => Ask::Nothing(ending, report),
        }
    }

    /// Whether the prompt with a model's summary is still larger than the window.
    fn is_over(&self, report: &Report) -> bool {
        self.pending.as_ref().is_some_and(|pending| {
            let overhead = pending.turn.overhead_tokens;
            let room = Room::of(pending.history.config(), overhead);
            report.memory.is_by_model()
                && room.is_some_and(|room| overhead + report.size.after > room.limit())
        })
    }
}
