//! What one system does differently from the others, as plain data. Shared code reads these fields
//! and never asks which system it is.

use super::options::OPTIONS;
use super::Config;
use crate::error::Result;
use crate::shape::shapes;
use std::fmt;

shapes! {
    /// The thresholds for one window, in tokens. They are not rounded, because the systems compare real
    /// numbers.
    pub struct Thresholds: Copy {
        /// From this size of the prompt on, warn the user.
        pub warn: f64,
        /// From this size of the prompt on, compact.
        pub auto: f64,
        /// From this size of the prompt on, compact before anything else is sent.
        pub hard: f64,
        /// The part of the window that is left after room for the answer is set aside.
        pub usable: f64,
    }
}

/// One way to compute the thresholds from the window.
pub struct Ladder {
    /// The name used in options.
    pub name: &'static str,
    /// The thresholds for a window of this many tokens.
    pub rungs: fn(&Config, u64) -> Thresholds,
    /// Whether a prompt of this many tokens is too large.
    pub is_over: fn(u64, &Thresholds) -> bool,
    /// Whether messages are estimated one by one, each rounded to the nearest token.
    pub rounds_messages: bool,
}

impl Ladder {
    /// Whether a prompt of `tokens` tokens has reached the threshold `auto`.
    #[must_use]
    pub fn reaches_auto(tokens: u64, rungs: &Thresholds) -> bool {
        tokens as f64 >= rungs.auto
    }
}

/// The default ladder. Every threshold is a fixed share of the window, so a larger window never
/// gives a lower threshold.
pub static FRACTION: Ladder = Ladder {
    name: "fraction",
    rungs: fraction,
    is_over: Ladder::reaches_auto,
    rounds_messages: false,
};

fn fraction(config: &Config, window: u64) -> Thresholds {
    let size = window as f64;
    let auto = size * config.trigger;
    Thresholds {
        warn: auto * 0.8,
        auto,
        hard: size * (1.0 + config.trigger) / 2.0,
        usable: size,
    }
}

/// The options that every compactor uses, and those that one system uses beside them.
macro_rules! options_beside_usual {
    ($($own:literal),* $(,)?) => {
        &[
            // What is measured, and how.
            "dialect", "model", "unit", "estimator", "family", "encoding", "chars_per_token", "media_rule", "image_tokens", "message_overhead_tokens",
            // When it compacts.
            "context_window", "trigger", "target", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens",
            // What the summary is, and what goes with it.
            "summarize", "max_summary_tokens", "instructions", "template", "memory_key", "acknowledgement", "min_saving", "restate_request", "second_call",
            "application",
            $($own),*
        ]
    };
}
pub(crate) use options_beside_usual;

/// All options of the table but `others`. The build fails if one of those is not in the table.
pub(crate) const fn all_options_but<const LEFT: usize>(others: &[&str]) -> [&'static str; LEFT] {
    let mut left = [""; LEFT];
    let (mut row, mut found) = (0, 0);
    while row < OPTIONS.len() {
        if !holds(others, OPTIONS[row].name) {
            left[found] = OPTIONS[row].name;
            found += 1;
        }
        row += 1;
    }
    left
}

const fn holds(names: &[&str], name: &str) -> bool {
    let mut index = 0;
    while index < names.len() {
        let (own, given) = (names[index].as_bytes(), name.as_bytes());
        let mut same = 0;
        while same < own.len() && same < given.len() && own[same] == given[same] {
            same += 1;
        }
        if same == own.len() && same == given.len() {
            return true;
        }
        index += 1;
    }
    false
}

/// What the configuration knows of one system. Two are equal if their names are.
pub struct Habits {
    /// The name of its preset.
    pub name: &'static str,
    /// One line for the reference: what it reproduces.
    pub about: &'static str,
    /// The values of all options in its preset.
    pub values: fn() -> Config,
    /// The options that its compactor uses, all of them. Any other option is an error.
    pub options: &'static [&'static str],
    /// The ladders that it adds.
    pub ladders: &'static [&'static Ladder],
    /// The window that it assumes for a model if no window is given.
    pub assumed_window: fn(Option<&str>) -> Result<Option<u64>>,
    /// Whether some options follow from others. If so, the model sets the price of media, and
    /// giving `unit` or `chars_per_token` selects the estimator `chars`.
    pub infers: bool,
    /// How it reads a piece of streamed text for loops, if it reads by pieces; `None` if lines are
    /// read, however they were cut.
    pub loop_pieces: Option<fn(&[u16]) -> Piece>,
    /// Whether a text may replace a medium beside a tool result, although the provider accepts only
    /// media there.
    pub text_among_media: bool,
}

/// What a piece of streamed text tells one that looks for loops in it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Piece {
    /// How many times code begins or ends in it.
    pub fences: usize,
    /// Whether something begins in it that is not to be compared with what came before: a list, a
    /// table, a heading, a quote.
    pub begins: bool,
    /// Whether it is drawn and says nothing.
    pub is_divider: bool,
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

/// All systems that the configuration knows.
#[derive(Clone, Copy)]
pub struct Known {
    /// The systems in the order of the reference. The first is the default.
    pub habits: &'static [&'static Habits],
}

impl Known {
    /// The ladders of all systems, in the same order.
    pub fn ladders(self) -> impl Iterator<Item = &'static Ladder> {
        self.habits
            .iter()
            .flat_map(|habits| habits.ladders.iter().copied())
    }

    /// The names of the presets whose compactor uses `option`.
    pub fn users_of(self, option: &str) -> Vec<&'static str> {
        self.habits
            .iter()
            .filter(|habits| habits.options.contains(&option))
            .map(|habits| habits.name)
            .collect()
    }
}
