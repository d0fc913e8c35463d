//! The reproduced systems: how each compacts (`policy`), and what only its operations call.
//!
//! This crate depends on [`conspectus`](https://docs.rs/conspectus), and `conspectus-api` depends
//! on it. So a program with the default alone compiles none of it.

#![deny(missing_docs)]

pub mod gemini_cli;
pub mod gencode;
pub mod opencode;
pub mod qwen_code;

use conspectus::inner::PresetSpec;
pub use conspectus::systems::words_of;
use conspectus::{Condense, Config, Error, ErrorKind, RepairHistory, Result, systems};
use conspectus_history::measure::TokenRule;
use conspectus_history::reduce::truncate::{ENDS, TextRule, Truncation};
use conspectus_toolkit::intake::imports::InstructionRules;
use conspectus_toolkit::loops::{LoopOptions, LoopPiece};

/// What operations take from a preset, and no run does.
#[derive(Clone, Copy)]
pub struct Beside {
    /// The name of the preset.
    pub preset: &'static str,
    /// The rules for cutting text that it brings. By the first one it cuts tool output.
    pub text_rules: &'static [&'static TextRule],
    /// The rules for estimating one text that it brings. By the first one it estimates a text, if
    /// the configuration does not decide.
    pub token_rules: &'static [&'static TokenRule],
    /// How memory files are read.
    pub memory_rules: &'static InstructionRules,
    /// How it reads a piece of streamed text for loops, if it reads by pieces; `None` if lines are
    /// read, however they were cut.
    pub loop_pieces: Option<fn(&[u16]) -> LoopPiece>,
    /// Whether a router sees messages that contain both a call and other parts.
    pub routes_calls_with_text: bool,
}

/// For the default.
const OURS: Beside = Beside {
    preset: "default",
    text_rules: &[&ENDS],
    token_rules: &[],
    memory_rules: &InstructionRules::OURS,
    loop_pieces: None,
    routes_calls_with_text: false,
};

/// The values that the reproduced systems share: they keep new results unchanged, and repair a history
/// only after a provider rejects it.
fn base(system: &'static PresetSpec) -> Config {
    Config {
        system,
        message_overhead_tokens: 0,
        condense: Condense::Off,
        repair_history: RepairHistory::OnRefusal,
        ..systems::default::values()
    }
}

/// Makes these presets known to [`conspectus`](https://docs.rs/conspectus), by their names. Call it
/// before they are asked for; `conspectus-api` does.
///
/// ```
/// use conspectus::{Compactor, Config};
///
/// conspectus_presets::register();
/// let compactor = Compactor::new(Config::builder().preset("qwen-code").build()?);
/// assert_eq!(compactor.state(), "idle");
/// # Ok::<(), conspectus::Error>(())
/// ```
pub fn register() {
    systems::register(|| {
        [
            &gemini_cli::policy::PRESETS[..],
            &qwen_code::policy::PRESETS,
            &gencode::policy::PRESETS,
            &opencode::policy::PRESETS,
        ]
        .concat()
    });
}

/// All presets, the default first.
pub fn all() -> &'static [&'static PresetSpec] {
    register();
    systems::known()
}

/// Their names.
#[must_use]
pub fn names() -> Vec<&'static str> {
    register();
    systems::names()
}

/// The options of the preset of that name.
///
/// # Errors
/// As [`systems::preset`].
pub fn preset(name: &str) -> Result<Config> {
    register();
    systems::preset(name)
}

static ALL: [Beside; 6] = [
    OURS,
    gemini_cli::BESIDE,
    qwen_code::BESIDE,
    qwen_code::SEED,
    gencode::BESIDE,
    opencode::BESIDE,
];

/// What operations take from the preset of a configuration.
pub fn of(config: &Config) -> &'static Beside {
    let name = config.system.name;
    ALL.iter().find(|row| row.preset == name).unwrap_or(&ALL[0])
}

/// The options of the loop detector.
pub fn loop_options(config: &Config) -> LoopOptions {
    LoopOptions {
        dialect: config.dialect,
        pieces: of(config).loop_pieces,
    }
}

/// An error in the messages.
fn invalid(path: impl Into<String>, text: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidMessages, path, text)
}

/// The place of the full output, for the line at a cut; empty if unknown.
fn full_output(options: &Truncation) -> String {
    let place = options.shown_locator();
    place.map_or_else(String::new, |place| format!(" Full output: {place}"))
}

/// All rules for cutting a text.
pub fn text_rules() -> Vec<&'static TextRule> {
    distinct(|row| row.text_rules)
}

/// All rules for estimating a text that presets bring. The configuration has its own rule besides.
pub fn token_rules() -> Vec<&'static TokenRule> {
    distinct(|row| row.token_rules)
}

/// What presets bring, each once: several may bring the same.
fn distinct<T>(of: fn(&Beside) -> &'static [&'static T]) -> Vec<&'static T> {
    let mut found: Vec<&T> = Vec::new();
    for rule in ALL.iter().flat_map(of) {
        if !found.iter().any(|known| std::ptr::eq(*known, *rule)) {
            found.push(rule);
        }
    }
    found
}

#[cfg(test)]
mod rules_of_text {
    use super::text_rules;
    use conspectus_history::reduce::truncate::{ENDS, Truncation};
    use proptest::prelude::*;

    fn texts() -> impl Strategy<Value = String> {
        let pieces = prop::sample::select(vec![
            "a",
            "word ",
            "\n",
            "\r\n",
            "error: broken\n",
            "😀",
            "👨‍👩‍👧",
            "漢",
            "e\u{301}",
            "long line without an end ",
        ]);
        (prop::collection::vec(pieces, 0..60), 1usize..12)
            .prop_map(|(pieces, times)| pieces.concat().repeat(times))
    }

    proptest! {
        #[test]
        fn never_larger_within_limits_and_stable(text in texts(), rule in 0..text_rules().len(), limit in 0usize..900, lines in 0usize..60, long in any::<bool>()) {
            let rule = text_rules()[rule];
            let locator = long.then(|| "/store/outputs/tool_12345.txt".to_owned());
            let truncation = Truncation { max_chars: Some(limit), max_lines: Some(lines), max_bytes: Some(limit), locator, ..Truncation::new(rule) };
            let first = truncation.apply(&text);
            prop_assert!(first.chars_after <= first.chars_before);
            prop_assert_eq!(first.truncated, first.text != text);
            if *rule == ENDS {
                prop_assert!(first.chars_after as usize <= limit && first.lines_after as usize <= lines, "{:?}", first);
            }
            let second = truncation.apply(&first.text);
            prop_assert_eq!(&second.text, &first.text, "{:?}", rule);
        }
    }
}
