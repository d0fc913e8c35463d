//! What one system does its own way, as plain data. Shared blocks ask these fields, and never which system it is.

use super::Config;
use crate::error::Result;
use std::fmt;

/// The rungs for one window, in tokens. Not rounded: the systems compare real numbers.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Thresholds {
    /// Tell the user.
    pub warn: f64,
    /// Compact.
    pub auto: f64,
    /// Compact before anything else is sent.
    pub hard: f64,
    /// What the window leaves once the answer has its room.
    pub usable: f64,
}

/// One way to derive thresholds from a window.
pub struct Ladder {
    /// The name used in options.
    pub name: &'static str,
    /// The rungs for a window of so many tokens.
    pub rungs: fn(&Config, u64) -> Thresholds,
    /// Whether so many tokens are too many.
    pub is_over: fn(u64, &Thresholds) -> bool,
    /// Whether messages are estimated one by one, each rounded to the nearest token.
    pub rounds_messages: bool,
}

impl Ladder {
    /// At the rung `auto` and above.
    #[must_use]
    pub fn reaches_auto(tokens: u64, rungs: &Thresholds) -> bool {
        tokens as f64 >= rungs.auto
    }
}

/// A system as the configuration knows it. Two are equal if their names are.
pub struct Habits {
    /// The name of its preset.
    pub name: &'static str,
    /// One line for the reference: what it reproduces.
    pub about: &'static str,
    /// The values of its options.
    pub values: fn() -> Config,
    /// The options that its compactor uses beside those of every system. Any other is an error.
    pub options: &'static [&'static str],
    /// The ladders that it brings.
    pub ladders: &'static [&'static Ladder],
    /// The window that it assumes for a model if none is given.
    pub assumed_window: fn(Option<&str>) -> Result<Option<u64>>,
    /// Whether options follow from each other: media cost what the model charges, and who says how chars count means them.
    pub infers: bool,
    /// Whether a line of text may stand among the media beside a result, where the provider takes nothing but media.
    pub text_among_media: bool,
}

macro_rules! by_name {
    ($($type:ident),+) => { $(
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.name == other.name
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name)
            }
        }
    )+ };
}
by_name!(Ladder, Habits);

/// The systems that there are, as the configuration reads their names.
#[derive(Clone, Copy)]
pub struct Known {
    /// In the order of the reference; the first is the default.
    pub habits: &'static [&'static Habits],
}

impl Known {
    /// Every ladder, in order.
    pub fn ladders(self) -> impl Iterator<Item = &'static Ladder> {
        self.habits.iter().flat_map(|habits| habits.ladders.iter().copied())
    }

    /// The presets whose compactor uses an option.
    pub fn users_of(self, option: &str) -> Vec<&'static str> {
        self.habits.iter().filter(|habits| habits.options.contains(&option)).map(|habits| habits.name).collect()
    }
}
