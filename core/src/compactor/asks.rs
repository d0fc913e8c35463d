//! The stack of attempts of a run. The last attempt is made first. If it fails, the attempt below
//! it is made; an accepted answer discards the attempts below.

use super::contract::{Action, Ending, Report, SummaryRequest, Trigger};
use super::step::AwaitingSummary;
use super::store::Storing;
use crate::Patch;
use crate::notes::snapshot::Snapshot;

/// One attempt of a run.
#[derive(Clone)]
pub enum Ask {
    /// The host stores the content that the plan below removes. Then the run is planned again.
    Store(Box<Storing>),
    /// A model is called.
    Summary(Box<SummaryRequest>, Try),
    /// The host reads files again, whose content follows the summary.
    Files(Box<Snapshot>),
    /// An extractive summary.
    Extractive(Box<Snapshot>),
    /// A patch is ready; it needs the current list.
    Commit(Box<Prepared>),
    /// Nothing changes; the report says why.
    Nothing(Ending, Box<Report>),
}

/// The model answer that a run is waiting for.
#[derive(Clone)]
pub enum Try {
    /// A summary.
    First,
    /// A summary that a second call will check.
    BeforeReview,
    /// A summary, requested after the cached conversation. The standalone request is the attempt
    /// below.
    AfterCachedPrefix,
    /// The second call, which checks this summary.
    Review(String),
    /// A second answer, after a rejected one. The snapshot is the usable content of the rejected
    /// answer, if any: a document that is complete except for its end.
    Retry(Option<Snapshot>),
}

/// A change that only waits for the current list.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// How the run will end.
    pub status: Ending,
    /// What it will report.
    pub report: Report,
    /// The change of the list that the run began with.
    pub patch: Patch,
}

impl Prepared {
    /// The first message that the plan depends on: 0, or the first changed message if the run only
    /// condenses new results.
    pub fn from(&self) -> usize {
        let first = self.report.cache.first_changed_message;
        first.filter(|_| self.report.is_of_news()).unwrap_or(0)
    }

    /// The messages that are removed entirely, in order.
    pub fn gone(&self) -> Vec<usize> {
        let splices = self.patch.splices.iter();
        let mut gone: Vec<usize> = splices
            .flat_map(|splice| splice.start..splice.start + splice.delete_count)
            .collect();
        gone.sort_unstable();
        gone
    }
}

/// A run in progress.
#[derive(Clone, Default)]
pub struct Run {
    /// The cause to report to `before_compact`; `None` if it is not called.
    pub trigger: Option<Trigger>,
    /// The attempts, last one first.
    pub asks: Vec<Ask>,
    /// The state of the summary, if there will be one.
    pub pending: Option<Box<AwaitingSummary>>,
}

impl Run {
    /// A run that does one thing.
    pub fn of(trigger: Option<Trigger>, ask: Ask) -> Self {
        Self {
            trigger,
            asks: vec![ask],
            pending: None,
        }
    }

    /// The next action for the host; `None` if the run needs no action.
    pub fn action(&self) -> Option<Action> {
        match self.asks.last()? {
            Ask::Store(storing) => storing.action(),
            Ask::Summary(request, _) => Some(Action::Summarize {
                request: (**request).clone(),
            }),
            Ask::Files(_) => self.pending.as_ref().map(|pending| Action::ReadFiles {
                files: pending.files.clone(),
            }),
            Ask::Commit(prepared) => Some(Action::Apply {
                patch: prepared.patch.clone(),
            }),
            Ask::Extractive(_) | Ask::Nothing(..) => None,
        }
    }

    /// The state as a word; `None` if the run is over.
    pub fn state(&self) -> Option<&'static str> {
        self.asks.last().map(|ask| match ask {
            Ask::Store(_) => "storing",
            Ask::Summary(..) => "summarizing",
            Ask::Files(_) => "restoring",
            Ask::Commit(_) => "committing",
            Ask::Extractive(_) | Ask::Nothing(..) => "done",
        })
    }

    /// The report as far as the run has come; `None` if it is over.
    pub fn report(&self) -> Option<Report> {
        let told = self.asks.iter().rev().find_map(|ask| match ask {
            // The plan under it tells the rest.
            Ask::Store(_) => None,
            Ask::Commit(prepared) => Some(&prepared.report),
            Ask::Nothing(_, report) => Some(report),
            _ => self.pending.as_ref().map(|pending| &pending.report),
        });
        let mut report = told?.clone();
        if let Some(Ask::Store(storing)) = self.asks.last() {
            report.stored.clone_from(&storing.kept.stored);
        }
        Some(report)
    }
}
