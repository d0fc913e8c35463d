//! What a host gives with a turn, looked at once before the run: an argument that the preset's
//! system would not use is an error, as an option is. One that says nothing is none.

use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::draft::Course;
use crate::compactor::step::Preset;
use crate::error::{Error, ErrorKind, Result};

/// An argument that not every system uses, and whether a turn holds it.
struct Special {
    name: &'static str,
    is_given: fn(&CompactArgs) -> bool,
}

/// All of them. What says when to act and how large the conversation is, every host may hand over
/// under every preset; the wishes for a summary reach every request.
const SPECIAL: [Special; 9] = [
    Special {
        name: "preamble",
        is_given: |turn| {
            turn.preamble
                .as_deref()
                .is_some_and(|text| !text.is_empty())
        },
    },
    Special {
        name: "pinned",
        is_given: |turn| !turn.pinned.is_empty(),
    },
    Special {
        name: "pruned_at",
        is_given: |turn| turn.pruned_at.is_some(),
    },
    Special {
        name: "plan_mode",
        is_given: |turn| turn.plan_mode,
    },
    Special {
        name: "running_agents",
        is_given: |turn| !turn.running_agents.is_empty(),
    },
    Special {
        name: "plan_path",
        is_given: |turn| turn.plan_path.is_some(),
    },
    Special {
        name: "failed_before",
        is_given: |turn| turn.failed_before,
    },
    Special {
        name: "remaining_calls",
        is_given: |turn| turn.remaining_calls.is_some(),
    },
    Special {
        name: "prefix_cached",
        is_given: |turn| turn.prefix_cached,
    },
];

/// Refuses an argument that `preset` does not use, and names the presets of `all` that do.
///
/// # Errors
/// `InvalidOption` with the path of the argument.
pub(crate) fn check(
    turn: &CompactArgs,
    preset: &dyn Preset,
    all: impl Iterator<Item = &'static dyn Course>,
) -> Result<()> {
    let Some(idle) = SPECIAL
        .iter()
        .find(|special| (special.is_given)(turn) && !preset.turn().contains(&special.name))
    else {
        return Ok(());
    };
    let users: Vec<String> = all
        .filter(|other| other.turn().contains(&idle.name))
        .map(|other| format!("`{}`", other.name()))
        .collect();
    let message = format!(
        "`{}` has no effect with the preset `{}`: remove it, or use {}",
        idle.name,
        preset.name(),
        users.join(" or ")
    );
    Err(Error::new(
        ErrorKind::InvalidOption,
        format!("/{}", idle.name),
        message,
    ))
}
