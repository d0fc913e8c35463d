//! Estimates that learn from the provider's reports. The functions are pure: the host keeps the
//! numbers between turns.

use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Fraction of the distance to its target by which the weight moves. Source: gemini-cli.
const RATE: f64 = 0.2;
/// Largest step of the weight. Source: gemini-cli.
const STEP: f64 = 0.15;
/// Least and greatest weight. Source: gemini-cli.
const BOUNDS: (f64, f64) = (0.5, 2.0);
/// The weights that there may be.
pub(crate) const WEIGHTS: RangeInclusive<f64> = BOUNDS.0..=BOUNDS.1;
/// Least and greatest target that one report may set, as factors of the weight. Source: gemini-cli.
const PULL: (f64, f64) = (0.5, 2.0);

/// The weight by which estimates are to be multiplied, after one report of the provider. Source:
/// gemini-cli.
///
/// `reported` is the provider's count for a prompt, and `overhead` of these tokens lie outside the
/// messages. `estimated` is the estimate of the messages without any weight. The result moves from
/// `weight` towards the weight that would have been right.
#[must_use]
pub fn calibrate(weight: f64, reported: u64, overhead: u64, estimated: u64) -> f64 {
    let weight = weight.clamp(BOUNDS.0, BOUNDS.1);
    // A report that covers no messages, or for which there is no estimate, teaches nothing.
    if estimated == 0 || reported <= overhead {
        return weight;
    }
    let target =
        ((reported - overhead) as f64 / estimated as f64).clamp(weight * PULL.0, weight * PULL.1);
    (weight + (RATE * (target - weight)).clamp(-STEP, STEP)).clamp(BOUNDS.0, BOUNDS.1)
}

/// How far an estimate may be off, as a share. Chosen here: three times what was measured on
/// recorded sessions.
const ESTIMATE_ERROR: f64 = 0.15;

/// What the reports of one conversation have taught, and the last report that moved the weight. The
/// same report does not move it twice.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The factor by which estimates are to be multiplied.
    pub weight: f64,
    /// Tokens that reports count beyond the messages: system text, tools, what the provider adds.
    /// `None` without a report.
    pub unlisted: Option<u64>,
    last: Option<(u64, usize)>,
}

impl Default for Calibration {
    fn default() -> Self {
        Self {
            weight: 1.0,
            unlisted: None,
            last: None,
        }
    }
}

impl Calibration {
    /// The calibration after the provider `reported` a count for a prompt of the first `messages`
    /// messages. The other arguments are those of [`calibrate`].
    #[must_use]
    pub fn after(self, reported: u64, messages: usize, overhead: u64, estimated: u64) -> Self {
        if self.last == Some((reported, messages)) {
            return self;
        }
        Self {
            weight: calibrate(self.weight, reported, overhead, estimated),
            last: Some((reported, messages)),
            ..self
        }
    }

    /// The same after a report for messages that are estimated at `estimated` tokens. What it
    /// counts beyond them replaces what was known only as far as the error of an estimate cannot
    /// explain the difference.
    #[must_use]
    pub fn noting(self, reported: u64, estimated: u64) -> Self {
        let error = (estimated as f64 * ESTIMATE_ERROR) as u64;
        let excess = reported.saturating_sub(estimated);
        let unlisted = self.unlisted.map_or(excess, |known| {
            known.clamp(excess.saturating_sub(error), excess + error)
        });
        Self {
            unlisted: Some(unlisted),
            ..self
        }
    }
}

/// An estimate multiplied by its weight. A half is rounded up.
#[must_use]
pub fn weighted_tokens(estimated: u64, weight: f64) -> u64 {
    (estimated as f64 * weight + 0.5).floor() as u64
}
