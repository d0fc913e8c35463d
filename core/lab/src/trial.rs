//! Simulates policies and presets in a recorded session. Policies of other agents are replayed over
//! sizes; presets run their compactor at each call, with its own triggers and rules.
//!
//! No model is called: the extractive summary replaces the model's and counts as a summary of the
//! usual size without a name.

mod list;
mod preset;

pub use preset::Replayed;

use crate::simulate::{Policy, RecordedUsage, Session, Setting, SimulatedRow, replayed, row};

use conspectus::{Config, ConfiguredHistory, Item, Result};
use serde_json::Value;

/// What is tried on a session.
#[derive(Debug, Clone)]
pub enum Candidate {
    /// A policy.
    Policy(Policy),
    /// The compactor of a preset. Window, prices and dialect come from the setting and the session.
    /// If the host writes its summaries, their cost counts.
    Preset(Box<Config>),
}

impl Candidate {
    /// The name of its rows.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Policy(policy) => policy.name(),
            Self::Preset(config) => config.system.name,
        }
    }

    /// The options of the compactor that it runs, if it does.
    fn compactor(&self, config: &Config) -> Option<Config> {
        match self {
            Self::Policy(policy) => policy.compactor(config),
            Self::Preset(preset) => Some(Config::clone(preset)),
        }
    }
}

/// A simulation that runs row by row, so that a host can report progress.
///
/// ```
/// use conspectus::{Config, ConfiguredHistory, PriceSet};
/// use conspectus_lab::{Candidate, Policy, Setting, Simulation};
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]);
/// let history = ConfiguredHistory::of(Config::default(), &messages)?;
/// let setting = Setting {
///     window: 200_000,
///     overhead_tokens: 0,
///     summary_tokens: 2_000,
///     prices: PriceSet::Openai.prices(),
///     tiers: Vec::new(),
///     is_own_window: false,
/// };
/// let candidates = [Policy::Never, Policy::BreakEven].map(Candidate::Policy).to_vec();
/// let mut simulation = Simulation::of(&history, &messages, candidates, vec![("openai".to_owned(), setting)])?;
/// let mut rows = Vec::new();
/// while let Some(row) = simulation.step()? {
///     rows.push(row);
/// }
/// assert_eq!((rows.len(), rows[1].policy, simulation.done()), (2, "break_even", simulation.total()));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug)]
pub struct Simulation {
    config: Config,
    session: Session,
    /// The messages themselves, where a compactor reads them.
    messages: Vec<Value>,
    candidates: Vec<Candidate>,
    settings: Vec<(String, Setting)>,
    /// The cost of never compacting, with the index of its setting.
    never: Option<(usize, u128)>,
    done: usize,
}

impl Simulation {
    /// A simulation of a session that was read as `history`: a row for each setting and each
    /// candidate.
    ///
    /// # Errors
    /// `TooDeep` if a message is nested deeper than the limit.
    pub fn of<'v>(
        history: &ConfiguredHistory,
        messages: impl Into<Item<'v>>,
        candidates: Vec<Candidate>,
        settings: Vec<(String, Setting)>,
    ) -> Result<Self> {
        let messages = &messages.into();
        let runs = candidates
            .iter()
            .any(|candidate| candidate.compactor(history.config()).is_some());
        let copy = if runs {
            messages.to_value()?
        } else {
            Value::Null
        };
        Ok(Self {
            config: history
                .config()
                .clone()
                .with_dialect(Some(history.dialect())),
            session: Session::read(history, messages, runs),
            messages: match copy {
                Value::Array(list) => list,
                _ => Vec::new(),
            },
            candidates,
            settings,
            never: None,
            done: 0,
        })
    }

    /// Sets the pause before each call, in milliseconds. The last pause applies to all further
    /// calls.
    #[must_use]
    pub fn pauses(mut self, pauses_ms: &[u64]) -> Self {
        self.session.pauses_ms = pauses_ms.to_vec();
        self
    }

    /// Sets the time of each message, in milliseconds of one clock, as far as known. The pauses are
    /// computed from the times.
    #[must_use]
    pub fn times(mut self, times_ms: &[Option<f64>]) -> Self {
        self.session.take_times(times_ms);
        self
    }

    /// Sets the recorded usage of each message: prompts get the recorded sizes, and find the recorded
    /// part of the cache. If the tokens of system text and tools are 0, they follow from the first
    /// prompt.
    #[must_use]
    pub fn usage(mut self, usage: &[Option<RecordedUsage>]) -> Self {
        let given = self
            .settings
            .first()
            .map_or(0, |(_, setting)| setting.overhead_tokens);
        let overhead = self.session.take_usage(usage, given);
        let all = usage.iter().flatten();
        let (hour, written) = all.fold((0, 0), |(hour, written), it| {
            (hour + it.hour, written + it.written.unwrap_or(0))
        });
        for (_, setting) in &mut self.settings {
            setting.overhead_tokens = overhead;
            if hour * 2 > written {
                setting.of_an_hour();
            }
        }
        self
    }

    /// How many rows there will be.
    #[must_use]
    pub fn total(&self) -> usize {
        self.candidates.len() * self.settings.len()
    }

    /// How many rows there are.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// The next row; `None` once there are all of them.
    ///
    /// # Errors
    /// Any error of the compactor of a preset.
    pub fn step(&mut self) -> Result<Option<SimulatedRow>> {
        self.watched(&mut |_| {})
    }

    /// As [`step`](Self::step), and shows the runs of the compactor of a preset.
    ///
    /// # Errors
    /// As there.
    pub fn watched(&mut self, watch: &mut dyn FnMut(Replayed<'_>)) -> Result<Option<SimulatedRow>> {
        let count = self.candidates.len().max(1);
        let (Some((name, setting)), Some(candidate)) = (
            self.settings.get(self.done / count),
            self.candidates.get(self.done % count),
        ) else {
            return Ok(None);
        };
        let never = match self.never {
            Some((of, micros)) if of == self.done / count => micros,
            _ => replayed(&self.session, Policy::Never, setting).micros,
        };
        let sums = match (candidate, candidate.compactor(&self.config)) {
            (Candidate::Policy(policy), None) => replayed(&self.session, *policy, setting),
            (_, config) => preset::run(
                (&self.session, &self.messages),
                &self.config,
                &config.unwrap_or_default(),
                setting,
                watch,
            )?,
        };
        let row = row(&self.session, candidate.name(), name, setting, &sums, never);
        self.never = Some((self.done / count, never));
        self.done += 1;
        Ok(Some(row))
    }
}
