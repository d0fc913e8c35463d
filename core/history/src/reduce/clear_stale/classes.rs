//! Why a result is stale: a later change of its file, or later results that show the same content.

use super::step::{CallEnd, Step};
use super::wanted::StaleReason;
use crate::history::History;
use crate::reduce::condense::holds_pointer;
use crate::reduce::truncate::is_cut;
use std::collections::BTreeMap;

/// How many later reads of one place are compared with a read. Chosen here, so that no history
/// takes long.
const LATER_READS: usize = 32;

/// What is known of all steps.
pub(super) struct Classes<'a> {
    history: &'a History,
    /// The last message in which a call changed a file, by its path.
    changes: BTreeMap<&'a str, usize>,
    /// The last result with a text.
    texts: BTreeMap<&'a str, usize>,
    /// The reads of a place, in order.
    reads: BTreeMap<&'a str, Vec<Read<'a>>>,
}

struct Read<'a> {
    step: &'a Step,
    first: u64,
    lines: u64,
}

impl<'a> Classes<'a> {
    /// `now` holds the texts of results by their part.
    pub fn of(history: &'a History, steps: &'a [Step], now: &'a BTreeMap<usize, String>) -> Self {
        let mut classes = Self {
            history,
            changes: BTreeMap::new(),
            texts: BTreeMap::new(),
            reads: BTreeMap::new(),
        };
        for step in steps {
            // Steps stand in the order of their results; a call may stand behind the call of a
            // later step.
            let message = history.message_of(step.call);
            for path in &step.changed {
                let last = classes.changes.entry(path).or_insert(message);
                *last = message.max(*last);
            }
            let Some(text) = now.get(&step.result) else {
                continue;
            };
            classes.texts.insert(text, step.result);
            if let (Some(asked), CallEnd::Done, false) =
                (&step.asked, step.ended, holds_pointer(text) || is_cut(text))
            {
                let read = Read {
                    step,
                    first: asked.first,
                    lines: text.lines().count() as u64,
                };
                classes.reads.entry(&asked.place).or_default().push(read);
            }
        }
        classes
    }

    /// Returns why the result of a step, with this `text`, is stale; `None` if it is not.
    pub fn reason(&self, step: &Step, text: &str) -> Option<StaleReason> {
        let is_error = self.history.parts()[step.result].is_error;
        let tells = matches!(step.ended, CallEnd::Failed | CallEnd::Unknown)
            || (is_error && step.ended != CallEnd::Mended);
        // What was cut names the place of the rest, and the number of its lines does not say which
        // they are.
        if tells || is_cut(text) || self.history.nested_media(step.result).next().is_some() {
            return None;
        }
        let is_done = step.ended == CallEnd::Done;
        if is_done && self.is_shown_later(step, text) {
            return Some(StaleReason::Superseded);
        }
        // A read that is stale is so in each copy.
        if is_done && self.is_stale(step) {
            return Some(StaleReason::Stale);
        }
        self.texts
            .get(text)
            .is_some_and(|last| *last > step.result)
            .then_some(StaleReason::Repeated)
    }

    /// Returns whether every file that a step showed was changed by a call after its result.
    fn is_stale(&self, step: &Step) -> bool {
        let message = self.history.message_of(step.result);
        let changed = |path: &String| {
            self.changes
                .get(path.as_str())
                .is_some_and(|change| *change > message)
        };
        !step.read.is_empty() && step.read.iter().all(changed)
    }

    /// Returns whether a later read of the same place, not itself stale, shows at least the same
    /// lines. The lines shown decide, not the lines requested: hosts truncate long files and report
    /// an unchanged file in one line.
    fn is_shown_later(&self, step: &Step, text: &str) -> bool {
        let Some(asked) = &step.asked else {
            return false;
        };
        let lines = text.lines().count() as u64;
        let reads = self
            .reads
            .get(asked.place.as_str())
            .map(Vec::as_slice)
            .unwrap_or_default();
        let later = reads.partition_point(|read| read.step.result <= step.result);
        let covers = |read: &&Read| {
            read.first <= asked.first && read.lines >= asked.first - read.first + lines
        };
        reads[later..]
            .iter()
            .rev()
            .take(LATER_READS)
            .filter(covers)
            .any(|read| !self.is_stale(read.step))
    }
}
