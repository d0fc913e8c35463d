//! How low a run aims. Each run costs the provider's cache, so if the next one would come soon, the
//! target is lower.

use super::steps::over;
use crate::Amount;
use crate::compactor::Draft;
use crate::compactor::stages::budget::goal_of_memory;
use crate::compactor::stages::clearing::answers;
use std::borrow::Cow;

/// The next run should be this number of turns away. Measured in windows of 8,000 to 40,000 tokens:
/// with 10, a session in 40,000 costs 3 to 8 % more; more than 20 changes nothing.
const TURNS: u64 = 20;
/// No run aims below this share of the usual target. Measured in the same windows: with half, sessions
/// cost 8 to 18 % less; with a third, another 2 %, but the summary loses names.
const MIN_FREED_SHARE: f64 = 0.5;

/// Aims lower if the last run was less than [`TURNS`] turns ago: as low as it takes for that many turns
/// like those since. The last summary must still fit half of the target, so that none is forced to
/// shrink. If the host passes `target` or `keep`, nothing changes.
pub(super) fn aim(d: &mut Draft<'_>) {
    let (history, config) = (&d.history, d.history.config());
    let is_told = config.target.is_some() || config.keep.is_some();
    let Some(room) = d.room.filter(|_| !is_told && over(d) && !d.turn.force) else {
        return;
    };
    let notes = d.ours().previous(0, history.len()).map(|it| it.message);
    // A new compactor only knows of the summary.
    let from = d
        .memory
        .run_messages
        .max(notes.map_or(0, |notes| notes + 1));
    let turns = answers(history, from);
    if from == 0 || turns == 0 || turns >= TURNS {
        return;
    }
    let came = history.tokens_between(from, history.len());
    let of_messages = |prompt: u64| prompt.saturating_sub(room.overhead);
    let usual = of_messages(room.target(config));
    let carried = notes.map_or(0, |notes| history.message_tokens(notes));
    let least = ((usual as f64 * MIN_FREED_SHARE) as u64).max(goal_of_memory(carried));
    let aim = of_messages(room.trigger(config))
        .saturating_sub(came.saturating_mul(TURNS) / turns)
        .clamp(least.min(usual), usual);
    let size = &mut d.report.size;
    let told = size.target.saturating_sub(size.overhead) as f64;
    size.target = size.overhead + (told * aim as f64 / usual.max(1) as f64) as u64;
    let mut config = config.clone();
    config.target = Some(Amount::Tokens(room.overhead + aim));
    d.history = Cow::Owned(d.history.clone().into_owned().with_config(config));
}
