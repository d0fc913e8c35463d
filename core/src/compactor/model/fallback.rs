//! Building block: what stands in where a model gives no usable summary: what lies under it on the
//! stack. That is the request that does not need the cached conversation, or the embedded summary and
//! the clearing alone.

use crate::compactor::asks::{Ask, Run};
use crate::compactor::contract::action::Ending;
use crate::compactor::contract::report::{Reason, Report};
use crate::compactor::stages::settle::settle;
use crate::notes::codes::ReasonCode;

impl Run {
    /// Goes on with what follows from an answer: where that is nothing, with what lies under it. A
    /// patch drops that. `is_over` says whether the prompt that a report leaves may not be sent.
    pub fn follow(&mut self, ask: Ask, is_over: impl Fn(&Report) -> bool) {
        let next = match ask {
            Ask::Nothing(ending, report) if ending.failed() => self.instead(ending, report),
            Ask::Commit(long) if long.report.memory.is_by_model() && is_over(&long.report) => {
                let mut refused = long.report.clone();
                refused.reason = Reason::new(
                    ReasonCode::SummaryTooLong,
                    "with the summary the prompt would not fit the window",
                );
                match self.instead(Ending::FailedInflatedTokenCount, Box::new(refused)) {
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
}
