//! What a preset decides before a summary.

use crate::compactor::stages::begin::by_thresholds;
use crate::compactor::{Draft, Flow, Memory, Run, Sizes, SummaryPolicy};
use crate::{CompactArgs, ConfiguredHistory, Item, Result};
use std::borrow::Cow;

/// What a preset decides before a summary: the sizes and stages of a run. The default methods are
/// the behavior of most presets.
pub trait Policy: SummaryPolicy {
    /// The sizes by which a run is decided: usually by thresholds. What the provider adds to the
    /// prompt may go into the turn.
    ///
    /// # Errors
    /// `InvalidOption` where a window is needed and not known.
    fn measure(
        &self,
        history: &ConfiguredHistory,
        turn: &mut CompactArgs,
        _memory: &Memory,
    ) -> Result<Sizes> {
        Ok(by_thresholds(history, turn))
    }

    /// The stages of a run, in order.
    fn stages(&self, d: &mut Draft<'_>) -> Flow;

    /// The first step of a run of `this` policy: its stages, unless something else comes before them.
    ///
    /// # Errors
    /// As [`measure`](Self::measure).
    fn begin(
        &self,
        this: &'static dyn Policy,
        history: ConfiguredHistory,
        messages: &Item<'_>,
        turn: CompactArgs,
        memory: &Memory,
    ) -> Result<Run> {
        let mut draft = Draft::new(this, Cow::Owned(history), *messages, turn, memory)?;
        let flow = self.stages(&mut draft);
        Ok(draft.end(flow))
    }

    /// Decides the run as far as possible without reading messages.
    fn quick_check(&self, d: &mut Draft<'_>) -> Flow {
        d.require_messages()?;
        d.needed()
    }

    /// The run of a list of which only the lengths are known: `Some` if no change is needed,
    /// whatever the texts are.
    fn quick_check_lengths(
        &self,
        _lengths: &ConfiguredHistory,
        _turn: &CompactArgs,
        _memory: &Memory,
    ) -> Option<Run> {
        None
    }
}
