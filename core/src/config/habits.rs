//! What one system does differently from the others. Shared code asks for that and never which
//! system it is.

use super::Config;
use super::checks::unknown_option;
use super::options::OPTIONS;
use crate::error::{Error, ErrorKind, Result};
use crate::host::listed::listed;
use crate::read::media::sanitize_label;
use crate::shape::shapes;
use std::fmt;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// What the configuration knows of one system. Two are equal if their names are. What one does not
/// say is done as most of them do.
pub trait PresetSpec: Sync {
    /// The name of its preset.
    fn name(&self) -> &'static str;

    /// One line for the reference: what it reproduces.
    fn about(&self) -> &'static str;

    /// The values of all options in its preset.
    fn values(&self) -> Config;

    /// The options in the preset's object that not every preset has.
    fn own_settings(&self) -> &'static [PresetSetting] {
        &[]
    }

    /// Tokens that an image costs where nothing else prices it.
    fn image_tokens(&self) -> u64 {
        1_600
    }

    /// The ladders that it adds.
    fn ladders(&self) -> &'static [&'static dyn ThresholdRule] {
        &[]
    }

    /// The window that it assumes for a model if no window is given.
    ///
    /// # Errors
    /// `InvalidOption` if it has none for this model.
    fn assumed_window(&self, _model: Option<&str>) -> Result<Option<u64>> {
        Ok(None)
    }

    /// Whether some options follow from others. If so, the model sets the price of media, and giving
    /// `unit` or `chars_per_token` selects the estimator `chars`.
    fn derives_from_model(&self) -> bool {
        false
    }

    /// Whether it has steps of its own for a request with too many bytes. If not, it compacts,
    /// whatever the token count is.
    fn relieves_bytes(&self) -> bool {
        false
    }

    /// Whether a text may replace a media item next to a tool result, although the provider accepts
    /// only media there.
    fn text_among_media(&self) -> bool {
        false
    }

    /// All options in the preset's object. A system that infers them has none.
    #[must_use]
    fn settings(&self) -> Vec<PresetSetting> {
        if self.derives_from_model() {
            return Vec::new();
        }
        let usual = SETTINGS_OF_PRESETS
            .iter()
            .map(|name| PresetSetting { name, field: name });
        self.own_settings().iter().copied().chain(usual).collect()
    }

    /// The options next to `preset` under this preset.
    #[must_use]
    fn options(&self) -> Vec<&'static str> {
        if self.derives_from_model() {
            return OPTIONS.iter().map(|row| row.name).collect();
        }
        OF_EVERY_PRESET.to_vec()
    }

    /// The names of its own options.
    #[must_use]
    fn setting_names(&self) -> Vec<&'static str> {
        self.settings().iter().map(|setting| setting.name).collect()
    }
}

impl dyn PresetSpec {
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
                system = self.name(),
            ),
            None => format!(
                "the preset `{}` has no `{name}`. Its own options: {}",
                self.name(),
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

impl PartialEq for dyn PresetSpec {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for dyn PresetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// All systems that the configuration knows.
#[derive(Clone, Copy)]
pub struct KnownPresets {
    /// The systems in the order of the reference. The first is the default.
    pub habits: &'static [&'static dyn PresetSpec],
}

impl KnownPresets {
    /// The ladders of all systems, in the same order.
    pub fn ladders(self) -> impl Iterator<Item = &'static dyn ThresholdRule> {
        self.habits
            .iter()
            .flat_map(|habits| habits.ladders().iter().copied())
    }
}
