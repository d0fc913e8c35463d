//! The stack of what a run tries. The last one is tried first. Where nothing comes of it, what lies
//! under it is tried; an answer that is accepted drops that.

use super::contract::action::{Action, Ending, SummaryRequest};
use super::contract::report::Report;
use super::contract::words::Trigger;
use super::step::AwaitingSummary;
use super::store::Storing;
use crate::host::patch::Patch;
use crate::notes::snapshot::Snapshot;

/// What a run tries.
#[derive(Clone)]
pub enum Ask {
    /// The host stores what goes by the plan that lies under this one. Then that is made anew.
    Store(Box<Storing>),
    /// A model is called.
    Summary(Box<SummaryRequest>, Try),
    /// The host reads files again, which stand beside the summary.
    Files(Box<Snapshot>),
    /// A summary without a model.
    Extractive(Box<Snapshot>),
    /// A patch is ready; it needs the list as it is then.
    Commit(Box<Prepared>),
    /// Nothing changes; the report says why.
    Nothing(Ending, Box<Report>),
}

/// Which answer of a model a run waits for.
#[derive(Clone)]
pub enum Try {
    /// A summary.
    First,
    /// A summary that a second call will check.
    BeforeReview,
    /// A summary, asked for after the cached conversation. The request that does not need it lies
    /// under this one.
    AfterCachedPrefix,
    /// The second call, which checks this summary.
    Review(String),
    /// An answer after the one that was refused. What that has of use is a document that is good
    /// but for its end.
    Retry(Option<Snapshot>),
}

/// A change that only waits for the list as it is now.
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
    /// The first message that the plan rests on: 0, or the first new one where only new results are
    /// told shorter.
    pub fn from(&self) -> usize {
        let first = self.report.cache.first_changed_message;
        first.filter(|_| self.report.is_of_news()).unwrap_or(0)
    }

    /// The messages that go as a whole, in order.
    pub fn gone(&self) -> Vec<usize> {
        let splices = self.patch.splices.iter();
        let mut gone: Vec<usize> = splices
            .flat_map(|splice| splice.start..splice.start + splice.delete_count)
            .collect();
        gone.sort_unstable();
        gone
    }
}

/// A run that goes on.
#[derive(Clone, Default)]
pub struct Run {
    /// The word for `before_compact`; `None` if it is not called.
    pub trigger: Option<Trigger>,
    /// What is tried, the last one first.
    pub asks: Vec<Ask>,
    /// What is known of the summary, if there will be one.
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

    /// What the host is asked to do; `None` if it is told of an end.
    pub fn action(&self) -> Option<Action> {
        match self.asks.last()? {
            Ask::Store(storing) => storing.action(),
            Ask::Summary(request, _) => Some(Action::Summarize {
                request: (**request).clone(),
            }),
            Ask::Files(_) => self.pending.as_ref().map(|pending| Action::Restore {
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
            Ask::Store(_) => "offloading",
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
            report.stored.clone_from(&storing.kept.told);
        }
        Some(report)
    }
}
