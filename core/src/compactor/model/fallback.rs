//! Building block: the fallback if a model returns no usable summary. It is the attempt below on
//! the stack: the request that does not need the cached conversation, the extractive summary, or
//! clearing alone.

use crate::compactor::stages::finish_summary::finish_summary;
use crate::compactor::{Ask, Ending, Report, Run};
use crate::{Reason, ReasonCode};

impl Run {
    /// Continues with the attempt that an answer led to, or with the fallback below it if the
    /// answer failed or its summary leaves the prompt too large. A patch discards the other
    /// fallbacks. `is_over` returns whether the prompt of a report is too large to be sent.
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

    /// Returns the next fallback after an attempt that ended as `ending`, or that end if none is
    /// left.
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
                match finish_summary(pending, *snapshot, None) {
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
