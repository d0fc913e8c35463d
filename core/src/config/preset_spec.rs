//! What one system does differently from the others. Shared code asks for that and never which
//! system it is.

use super::Config;
use super::checks::unknown_option;
use super::options::OPTIONS;
use crate::host::listed::listed;
use crate::read::media::sanitize_label;
use crate::read::usage::TokenKinds;
use crate::shape::shapes;
use crate::{Error, ErrorKind, Result};
use serde::Serialize;
use std::fmt;
use std::sync::OnceLock;

shapes! {
    /// The thresholds for a window, in tokens. They aren't rounded.
    pub struct Thresholds: Copy {
        /// The prompt size at which to warn the user.
        pub warn: f64,
        /// The prompt size at which to compact.
        pub auto: f64,
        /// The prompt size at which to compact before sending anything.
        pub hard: f64,
        /// The window without the reserve for the response.
        pub usable: f64,
    }
}

impl Thresholds {
    /// Creates the thresholds. The first three are in ascending order.
    #[must_use]
    pub fn new(warn: f64, auto: f64, hard: f64, usable: f64) -> Self {
        Self {
            warn,
            auto,
            hard,
            usable,
        }
    }
}

/// One way to compute the thresholds from the window.
pub trait ThresholdRule: Sync {
    /// The name used in options.
    fn name(&self) -> &'static str;

    /// The thresholds for a window of this many tokens.
    fn thresholds(&self, config: &Config, window: u64) -> Thresholds;

    /// Whether a prompt of this many tokens is too large.
    fn is_over(&self, tokens: u64, thresholds: &Thresholds) -> bool {
        tokens as f64 >= thresholds.auto
    }

    /// Whether messages are estimated one by one, each rounded to the nearest token.
    fn rounds_messages(&self) -> bool {
        false
    }
}

/// The default ladder. Every threshold is a fixed share of the window, so a larger window never
/// gives a lower threshold.
pub struct Fraction;

impl ThresholdRule for Fraction {
    fn name(&self) -> &'static str {
        "fraction"
    }

    fn thresholds(&self, config: &Config, window: u64) -> Thresholds {
        let size = window as f64;
        let auto = config.trigger.of(size);
        Thresholds {
            warn: auto * 0.8,
            auto,
            hard: (size + auto) / 2.0,
            usable: size,
        }
    }
}

/// An option of a preset's own, which is set in the preset's object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PresetSetting {
    /// The name: that of the system's own setting where there is one.
    pub name: &'static str,
    /// The option or setting of the tables that it sets.
    pub field: &'static str,
}

/// The settings of a system: those whose name is that of the table, and those that the system calls
/// otherwise, `"prune_minimum" = "clear_min_tokens"`.
#[doc(hidden)]
#[macro_export]
macro_rules! preset_settings {
    ($($name:literal $(= $field:literal)?),* $(,)?) => {
        &[$($crate::inner::config::PresetSetting { name: $name, field: $crate::preset_settings!(@ $name $($field)?) }),*]
    };
    (@ $name:literal) => { $name };
    (@ $name:literal $field:literal) => { $field };
}

/// The options next to `preset` that every preset has.
const OF_EVERY_PRESET: [&str; 11] = listed(
    "model context_window tokenizer image_tokens dialect thinking summarize summarizer_window \
     summarize_timeout_s instructions signing_key",
);

/// The options in the object of every preset that have one name in all presets.
const SETTINGS_OF_PRESETS: [&str; 13] = listed(
    "reserved_output_tokens unit estimator chars_per_token max_output_tokens max_summary_tokens \
     template acknowledgement restate_request application ladder max_input_tokens target",
);

/// What a preset is, as data. Two are equal if their names are. [`PresetSpec::USUAL`] has what most
/// presets have.
pub struct PresetSpec {
    /// The name.
    pub name: &'static str,
    /// One line for the reference: what it reproduces.
    pub about: &'static str,
    /// Returns the values of all options in this preset.
    pub values: fn() -> Config,
    /// The options in the preset's object that not every preset has.
    pub own_settings: &'static [PresetSetting],
    /// Tokens that an image costs if nothing else prices it.
    pub image_tokens: u64,
    /// The threshold rules that it adds.
    pub ladders: &'static [&'static dyn ThresholdRule],
    /// Returns the window that it assumes for a model if no window is given. `InvalidOption` if it
    /// has none for this model.
    pub assumed_window: fn(Option<&str>) -> Result<Option<u64>>,
    /// Whether some options follow from others. If so, the model sets the price of media, and
    /// giving `unit` or `chars_per_token` selects the estimator `chars`.
    pub derives_from_model: bool,
    /// Whether it has its own steps for a request with too many bytes. If not, it compacts,
    /// whatever the token count is.
    pub relieves_bytes: bool,
    /// Whether a text may replace a media item next to a tool result, although the provider accepts
    /// only media there.
    pub text_among_media: bool,
    /// The arguments of a turn that it supports, among those that not every preset supports.
    pub turn: &'static [&'static str],
    /// The host functions that it calls in addition to `summarize`: `store`, `restore`.
    pub host_functions: &'static [&'static str],
    /// Returns the model to call for a summary, from the conversation's model; `None` if it names
    /// no model.
    pub asked_model: fn(Option<&str>) -> Option<&'static str>,
    /// Whether a summary that fills its output budget counts as cut off.
    pub refuses_full_output: bool,
    /// Whether a model summary is guarded: limited to its budget, requested again if it is
    /// rejected, checked against the conversation, and replaced by a fallback if no usable summary
    /// is returned. A reproduced agent makes only the calls of its original.
    pub guards_summary: bool,
    /// Whether a short user message is inserted between the acknowledgement and a message of the
    /// agent, so that roles alternate.
    pub bridges: bool,
    /// Adds up the tokens that a provider reports for a call.
    pub usage_tokens: fn(&TokenKinds) -> u64,
    /// Adds up the prompt tokens that a provider reports.
    pub prompt_tokens: fn(&TokenKinds) -> u64,
}

impl PresetSpec {
    /// What most presets have.
    pub const USUAL: Self = Self {
        name: "",
        about: "",
        values: Config::default,
        own_settings: &[],
        image_tokens: 1_600,
        ladders: &[],
        assumed_window: |_| Ok(None),
        derives_from_model: false,
        relieves_bytes: false,
        text_among_media: false,
        turn: &["preamble"],
        host_functions: &[],
        asked_model: |_| None,
        refuses_full_output: false,
        guards_summary: false,
        bridges: false,
        usage_tokens: TokenKinds::sum,
        prompt_tokens: TokenKinds::prompt,
    };

    /// All options in the preset's object. A system that infers them has none.
    #[must_use]
    pub fn settings(&self) -> Vec<PresetSetting> {
        if self.derives_from_model {
            return Vec::new();
        }
        let usual = SETTINGS_OF_PRESETS
            .iter()
            .map(|name| PresetSetting { name, field: name });
        self.own_settings.iter().copied().chain(usual).collect()
    }

    /// The options next to `preset` under this preset.
    #[must_use]
    pub fn options(&self) -> Vec<&'static str> {
        if self.derives_from_model {
            return OPTIONS.iter().map(|row| row.name).collect();
        }
        OF_EVERY_PRESET.to_vec()
    }

    /// The names of its own options.
    #[must_use]
    pub fn setting_names(&self) -> Vec<&'static str> {
        self.settings().iter().map(|setting| setting.name).collect()
    }

    /// The error for a name in the preset's object that does not match a setting.
    pub fn unknown_setting(&self, name: &str) -> Error {
        let shown = sanitize_label(name, 64);
        let message = match OPTIONS.iter().find(|row| row.name == name) {
            Some(row) if self.options().contains(&row.name) => {
                format!("`{shown}` isn't an option of a preset: pass it next to `preset`")
            }
            _ => return unknown_option(name, &self.setting_names()).under("preset"),
        };
        Error::new(ErrorKind::InvalidOption, "", message)
            .under(name)
            .under("preset")
    }

    /// What is said of an option of the default that this preset does not take.
    pub fn not_beside(&self, name: &str) -> Option<String> {
        OPTIONS.iter().find(|row| row.name == name)?;
        let own = self.settings();
        let own = own.iter().find(|setting| setting.field == name);
        Some(match own {
            Some(own) => format!(
                "`{name}` isn't an option outside the preset `{system}`: write preset={{\"name\": \"{system}\", \"{}\": ...}}",
                own.name,
                system = self.name,
            ),
            None => format!(
                "the preset `{}` has no `{name}`. Its own options: {}",
                self.name,
                self.setting_names().join(", ")
            ),
        })
    }
}

impl PartialEq for dyn ThresholdRule {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for dyn ThresholdRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for PresetSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl fmt::Debug for PresetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

static LADDERS: OnceLock<Vec<&'static dyn ThresholdRule>> = OnceLock::new();

/// Makes the ladders of these presets known, once for the program.
pub fn add_ladders(presets: &[&'static PresetSpec]) {
    LADDERS.get_or_init(|| {
        presets
            .iter()
            .flat_map(|spec| spec.ladders)
            .copied()
            .collect()
    });
}

/// All ladders, the default one first.
pub fn ladders() -> impl Iterator<Item = &'static dyn ThresholdRule> {
    let others = LADDERS.get().into_iter().flatten().copied();
    std::iter::once::<&dyn ThresholdRule>(&Fraction).chain(others)
}
