//! What a host carries from one turn to the next so that decisions settle: hysteresis (G-74) and a calibrated estimate
//! (G-79). Pure functions: the host keeps the numbers.

use serde::Serialize;

/// Whether to act, and what to remember.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Hysteresis {
    /// Whether the excess has grown enough since the last time.
    pub act: bool,
    /// Tokens above what is retained; the host gives it back as `last_deficit` next time.
    pub last_deficit: u64,
}

/// G-74: acts only if the excess over `retained` tokens is more than `coalescing` tokens above the last one acted on, so that a
/// reduction that frees little is not tried again every turn. A smaller excess lowers what is remembered; none forgets it.
#[must_use]
pub fn hysteresis(tokens: u64, retained: u64, last_deficit: u64, coalescing: u64) -> Hysteresis {
    let deficit = tokens.saturating_sub(retained);
    if deficit == 0 {
        return Hysteresis::default();
    }
    if deficit > last_deficit.saturating_add(coalescing) {
        return Hysteresis { act: true, last_deficit: deficit };
    }
    Hysteresis { act: false, last_deficit: last_deficit.min(deficit) }
}

/// Share by which the weight moves towards its target. Source: G-79.
const RATE: f64 = 0.2;
/// Largest step. Source: G-79.
const STEP: f64 = 0.15;
/// Least and greatest weight. Source: G-79.
const BOUNDS: (f64, f64) = (0.5, 2.0);
/// How far one report may pull: half to twice the weight. Source: G-79.
const PULL: (f64, f64) = (0.5, 2.0);

/// G-79: the factor by which estimates have to be multiplied, moved towards what the provider `reported` for a prompt of
/// which `overhead` tokens lie outside the messages, and which was `estimated` without any weight.
#[must_use]
pub fn calibrate(weight: f64, reported: u64, overhead: u64, estimated: u64) -> f64 {
    let weight = weight.clamp(BOUNDS.0, BOUNDS.1);
    // A report without messages in it, or without an estimate of them, says nothing.
    if estimated == 0 || reported <= overhead {
        return weight;
    }
    let target = ((reported - overhead) as f64 / estimated as f64).clamp(weight * PULL.0, weight * PULL.1);
    (weight + (RATE * (target - weight)).clamp(-STEP, STEP)).clamp(BOUNDS.0, BOUNDS.1)
}

/// The weight of one conversation, and the last report that moved it: the same one says nothing new.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// By what estimates are to be multiplied.
    pub weight: f64,
    last: Option<(u64, usize)>,
}

impl Default for Calibration {
    fn default() -> Self {
        Self { weight: 1.0, last: None }
    }
}

impl Calibration {
    /// After the provider `reported` a count for a prompt of the first `messages` messages; the rest as in [`calibrate`].
    #[must_use]
    pub fn after(self, reported: u64, messages: usize, overhead: u64, estimated: u64) -> Self {
        if self.last == Some((reported, messages)) {
            return self;
        }
        Self { weight: calibrate(self.weight, reported, overhead, estimated), last: Some((reported, messages)) }
    }
}

/// An estimate with its weight, rounded half up (G-79).
#[must_use]
pub fn weighted_tokens(estimated: u64, weight: f64) -> u64 {
    (estimated as f64 * weight + 0.5).floor() as u64
}
