//! Checks the arguments of a turn once before the run: an argument that the preset does not use is
//! an error, like an unused option. An empty argument does not count.

use crate::config::{PresetSpec, wrong};
use crate::{CompactArgs, Result, systems};

/// An argument that not every system uses, and whether a turn holds it.
type Special = (&'static str, fn(&CompactArgs) -> bool);

/// All of them. Arguments for the trigger and for the size of the conversation are valid under
/// every preset, and instructions for a summary are in every request.
const SPECIAL: [Special; 9] = [
    ("preamble", |turn| {
        turn.preamble
            .as_deref()
            .is_some_and(|text| !text.is_empty())
    }),
    ("pinned", |turn| !turn.pinned.is_empty()),
    ("pruned_at", |turn| turn.pruned_at.is_some()),
    ("plan_mode", |turn| turn.plan_mode),
    ("running_agents", |turn| !turn.running_agents.is_empty()),
    ("plan_path", |turn| turn.plan_path.is_some()),
    ("failed_before", |turn| turn.failed_before),
    ("remaining_calls", |turn| turn.remaining_calls.is_some()),
    ("prefix_cached", |turn| turn.prefix_cached),
];

/// Refuses an argument that `preset` does not use, and names the known presets that do.
///
/// # Errors
/// `InvalidOption` with the path of the argument.
pub fn check(turn: &CompactArgs, preset: &PresetSpec) -> Result<()> {
    let Some((idle, _)) = SPECIAL
        .iter()
        .find(|(name, is_given)| is_given(turn) && !preset.turn.contains(name))
    else {
        return Ok(());
    };
    let users: Vec<String> = systems::known()
        .iter()
        .filter(|other| other.turn.contains(idle))
        .map(|other| format!("`{}`", other.name))
        .collect();
    let message = format!(
        "`{idle}` has no effect with the preset `{}`: remove it, or use {}",
        preset.name,
        users.join(" or ")
    );
    Err(wrong(idle, message))
}
