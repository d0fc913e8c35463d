//! Options: one struct that holds all of them, checked. It is made by a builder or read from a host
//! object.
//!
//! `options.rs` holds the table, with one row for each option. [`PresetSpec`] says what one system does
//! differently from the others.

mod builder;
mod check_sizes;
mod checks;
mod choices;
mod fields;
mod models;
mod options;
mod preset_spec;
mod pricing;
mod sizes;
mod values;

pub use crate::cut::split::Keep;
pub use crate::history::{PlaceholderStyle, PruneRule, SplitRule};
pub use crate::host::named::Named;
pub use crate::notes::snapshot::SnapshotForm;
pub use crate::reduce::condense::Condense;
pub use crate::seal::Secret;
pub use builder::ConfigBuilder;
pub use check_sizes::NEWEST_RESULTS_MAX;
pub use checks::{Domain, Fields};
pub use checks::{MODALITIES, unknown_option};
pub use checks::{
    choice, each, flag, invalid, items, number_or_nan, show, string_option, strings, whole, wrong,
};
pub use choices::{
    Application, CheckSummary, ClearWhen, Fallback, RepairHistory, RequestForm, Summarizer,
    Thinking,
};
pub use models::{ModelRow, ModelRows, model_info};
pub use options::{
    Config, FUNCTIONS, FunctionRow, HEADINGS, OPTIONS, OptionRow, SETTINGS, Tuning, page,
};
pub use preset_spec::{
    Fraction, PresetSetting, PresetSpec, ThresholdRule, Thresholds, add_ladders, ladders,
};
pub use sizes::kept;
pub use sizes::{Amount, ImageTokens, PriceList, RequestLimits, Tokenizer};

use crate::error::{Error, ErrorKind, Result};
use crate::history::{Clearing, Cutting, HistoryOptions, HostsOwn, Measuring};
use crate::host::item::{Item, Kind};
use crate::measure::{Estimator, Scale};
use crate::provider::models::binds_thinking;
use crate::read::dialect::{Dialect, kind_name};
use crate::read::media::{MediaRule, sanitize_label};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;
use serde_json::{Map, Value};

impl OptionRow {
    /// The row with this name, of either table.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().chain(SETTINGS).find(|row| row.name == name)
    }
}

/// The argument of a binding that names the functions that it was given. No text names it.
pub const HOST_FUNCTIONS: &str = "host_functions";

impl From<Config> for HistoryOptions {
    fn from(config: Config) -> Self {
        Self::from(&config)
    }
}

impl From<&Config> for HistoryOptions {
    fn from(config: &Config) -> Self {
        let usable = |window| config.thresholds(window).usable;
        Self {
            measuring: Measuring {
                dialect: config.dialect,
                scale: config.scale(),
                message_overhead_tokens: config.message_overhead_tokens,
                binds_thinking: config.model_binds(),
                signing_key: config.signing_key.clone(),
            },
            cutting: Cutting {
                split_rule: config.tuning.split_rule,
                fraction: config.tuning.fraction,
                tail_tokens: config.tuning.tail_tokens,
                tail_turns: config.tuning.tail_turns,
                usable_tokens: config.context_window.map_or(f64::INFINITY, usable),
                keep_messages: config.tuning.keep_messages,
                keep_pairs: config.tuning.keep_pairs,
            },
            clearing: Clearing {
                clear: config.tuning.clear,
                rule: config.tuning.clear_rule,
                min_tokens: config.tuning.clear_min_tokens,
                protect_tokens: config.tuning.clear_protect_tokens,
                keep_results: config.newest_results(),
                tools: config.tuning.clearable_tools.clone(),
                exclude_tools: config.exclude_tools.clone(),
                idle_minutes: config.tuning.idle_minutes,
                max_result_chars: config.tuning.max_result_chars,
                placeholder: config.tuning.placeholder,
                modalities: config.tuning.modalities.clone(),
                text_among_media: config.system.text_among_media,
            },
            hosts: HostsOwn {
                puts_back_files: config.tuning.keep_files > 0,
                puts_back_images: config.tuning.keep_images > 0,
                continue_message: config.tuning.continue_message.clone(),
                acknowledgement: config.tuning.acknowledgement.clone(),
            },
        }
    }
}

impl Config {
    /// The thresholds for a window of `window` tokens.
    #[doc(hidden)]
    pub fn thresholds(&self, window: u64) -> Thresholds {
        self.tuning.ladder.thresholds(self, window)
    }

    /// Whether old results and media are cleared at all.
    pub fn clears(&self) -> bool {
        self.tuning.clear && self.clear_when != ClearWhen::Never
    }

    /// Whether the model binds its thinking; `None` if that is not known.
    fn model_binds(&self) -> Option<bool> {
        match self.thinking {
            Thinking::Auto => self.model.as_deref().and_then(binds_thinking),
            Thinking::Bound => Some(true),
            Thinking::Free => Some(false),
        }
    }

    /// The fields of a request with which the provider drops an invalid thinking block instead of
    /// rejecting the request. A provider that does not know these fields would reject them.
    pub fn request_fields(&self, dialect: Dialect) -> Map<String, Value> {
        let fields = dialect.traits().drops_bound;
        let knows = self.model_binds() == Some(true);
        serde_json::from_str(if knows { fields } else { "" }).unwrap_or_default()
    }

    /// How the tokens of a text are estimated or counted.
    #[doc(hidden)]
    pub fn estimator(&self) -> Estimator {
        self.tokenizer
            .map_or(self.tuning.estimator, Tokenizer::estimator)
    }

    /// Reads options from a host object. They replace the values of `base`, which is a preset. A key
    /// that is null counts as not given. Only options in `taken` are read, and arguments are left
    /// to the caller. For another option, `elsewhere` says who takes it.
    ///
    /// # Errors
    /// `InvalidOption` with the path of the option, if it is unknown (the message names similar
    /// options, or who takes it), has the wrong type, or is out of range. `UnknownDialect` if no
    /// dialect has the given name.
    #[doc(hidden)]
    pub fn read(
        base: Self,
        options: &Item<'_>,
        taken: &[&'static str],
        arguments: &[&'static str],
        elsewhere: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self> {
        match options.kind() {
            Kind::Null => return Ok(base),
            Kind::Object => {}
            other => {
                let message = format!("options must be an object, found {}", kind_name(other));
                return Err(Error::new(ErrorKind::InvalidOption, "", message));
            }
        }
        let mut config = base;
        each(options, |name, value| {
            if arguments.contains(&name) || name == "preset" {
                return Ok(());
            }
            if !taken.contains(&name) {
                return Err(match elsewhere(name) {
                    Some(message) => Error::new(ErrorKind::InvalidOption, "", message).under(name),
                    None => {
                        let told = |name: &&str| *name != HOST_FUNCTIONS;
                        let arguments = arguments.iter().copied().filter(told);
                        let names = ["preset"].into_iter().chain(taken.iter().copied());
                        unknown_option(name, &names.chain(arguments).collect::<Vec<_>>())
                    }
                });
            }
            config.set_named(name, name, value)
        })?;
        if config.estimator() == Estimator::Exact {
            config.encoding_or_error()?;
        }
        if taken.contains(&"prices") {
            config.derive_prices();
        }
        Ok(config)
    }

    /// Sets the option of this name; null counts as not given.
    fn set_named(&mut self, name: &str, path: &str, value: &Item<'_>) -> Result<()> {
        match OptionRow::named(name) {
            Some(row) if value.kind() != Kind::Null => self.set(row, value, path),
            _ => Ok(()),
        }
    }

    /// Reads the fields of a preset's object other than `name`, under the preset's own names.
    ///
    /// # Errors
    /// `InvalidOption` with the path of the setting.
    pub fn read_settings(mut self, preset: &Item<'_>) -> Result<Self> {
        let spec = self.system;
        each(preset, |name, value| {
            if name == "name" {
                return Ok(());
            }
            let path = format!("preset/{name}");
            match spec
                .settings()
                .into_iter()
                .find(|setting| setting.name == name)
            {
                Some(setting) => self.set_named(setting.field, &path, value),
                None => Err(spec.unknown_setting(name)),
            }
        })?;
        Ok(self)
    }

    /// The options with the estimator `chars`, which does not read text. For answers without token
    /// counts.
    #[doc(hidden)]
    pub fn of_chars(self) -> Self {
        Self {
            tokenizer: None,
            tuning: Tuning {
                estimator: Estimator::Chars,
                ..self.tuning
            },
            ..self
        }
    }

    /// The tokenizer family whose weights `instant` uses: the given one, else the model's. If
    /// neither is known it is [`Family::Claude3`]. That family counts more tokens than the others
    /// on most texts, so a wrong guess compacts too early and does not overflow the window.
    #[must_use]
    pub fn family(&self) -> Family {
        match self.tokenizer {
            Some(Tokenizer::Family(family)) => family,
            _ => Family::for_model(self.model.as_deref().unwrap_or_default()),
        }
    }

    /// The rule by which media are priced: the given one, else the model's if the preset infers it
    /// as `default` does. A number for all media, or a preset without a rule, is the constant.
    #[must_use]
    pub fn media_rule(&self) -> MediaRule {
        match (self.image_tokens, &self.model) {
            (Some(ImageTokens::Formula(rule)), _) => rule,
            (None, model) if self.system.derives_from_model => {
                MediaRule::for_model(model.as_deref().unwrap_or_default())
            }
            _ => MediaRule::Constant,
        }
    }

    /// What an image costs where no rule prices it.
    #[doc(hidden)]
    pub fn image_constant(&self) -> u64 {
        match self.image_tokens {
            Some(ImageTokens::Tokens(tokens)) => tokens,
            _ => self.system.image_tokens,
        }
    }

    /// The encoding that `exact` uses: the given one, else the model's. Without a model it is
    /// `o200k_base`. `None` if the model has no public encoding.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        let given = match self.tokenizer {
            Some(Tokenizer::Encoding(encoding)) => Some(encoding),
            _ => self.tuning.encoding,
        };
        match (given, &self.model) {
            (None, Some(model)) => Encoding::for_model(model),
            (given, _) => Some(given.unwrap_or(Encoding::O200kBase)),
        }
    }

    /// As [`encoding`](Self::encoding), with an error in place of `None`.
    ///
    /// # Errors
    /// `InvalidOption` at `/model` if the model has no public encoding.
    pub fn encoding_or_error(&self) -> Result<Encoding> {
        self.encoding().ok_or_else(|| {
            let shown = sanitize_label(self.model.as_deref().unwrap_or_default(), 64);
            let message = format!("no public encoding is known for the model `{shown}`: omit `tokenizer` for an estimate, or pass your own");
            wrong("model", message)
        })
    }

    /// Estimates the tokens of the parts of a request outside the messages, such as a system prompt
    /// or tool schemas. Rounded up.
    ///
    /// # Errors
    /// `TooDeep` if the value is nested deeper than the limit.
    pub fn overhead_tokens<'v>(&self, value: impl Into<Item<'v>>) -> Result<u64> {
        let value = &value.into();
        let scale = self.scale();
        let size = if value.kind() == Kind::String {
            scale.string(value)
        } else {
            scale.content(value)?
        };
        Ok(scale.all_tokens(size).ceil() as u64)
    }

    /// How the provider's own count is estimated, where these options measure as a reproduced system
    /// does.
    #[doc(hidden)]
    pub fn of_provider(&self) -> Option<Self> {
        // The host's own count is asked for once only.
        let is_hosts = self.estimator() == Estimator::Host;
        if is_hosts || self.system.name == "default" {
            return None;
        }
        let values = Self::default();
        Some(Self {
            model: self.model.clone(),
            dialect: self.dialect,
            tokenizer: self.tokenizer,
            context_window: self.context_window,
            reserve_tokens: self.reserve_tokens,
            tuning: Tuning {
                max_output_tokens: self.tuning.max_output_tokens,
                ..values.tuning
            },
            ..values
        })
    }

    #[doc(hidden)]
    pub fn scale(&self) -> Scale {
        Scale {
            measure: self.tuning.unit,
            estimator: self.estimator(),
            chars_per_token: self.tuning.chars_per_token,
            image_tokens: self.image_constant(),
            family: self.family(),
            encoding: self.encoding().unwrap_or(Encoding::O200kBase),
            media_rule: self.media_rule(),
        }
    }
}
