//! The systems: `default`, which is our own, and the agents whose compaction the other presets
//! reproduce.
//!
//! A system is plain data and a few functions: its options, its thresholds and the steps of a run.
//! The others are in a crate of their own, which makes them known here.

pub mod default;

use crate::compactor::{Memory, Policy, Run};
use crate::config::{
    Domain, HOST_FUNCTIONS, PresetSpec, add_ladders, invalid, ladders, show, string_option, wrong,
};
use crate::host::item::Kind;
use crate::read::media::sanitize_label;
use crate::{
    CompactArgs, Config, ConfigBuilder, ConfiguredHistory, Error, ErrorKind, Item, Result,
};
use std::sync::OnceLock;

type Others = (Vec<&'static dyn Policy>, Vec<&'static PresetSpec>);
static OTHERS: OnceLock<Others> = OnceLock::new();
static OURS: [&PresetSpec; 1] = [&default::SPEC];

/// Registers the presets of another crate, once for the program. Call it before their names are
/// read. Later calls change nothing.
#[doc(hidden)]
pub fn register(presets: impl FnOnce() -> Vec<&'static dyn Policy>) {
    OTHERS.get_or_init(|| {
        let others = presets();
        let specs = others.iter().map(|preset| preset.spec());
        let specs: Vec<_> = std::iter::once(&default::SPEC).chain(specs).collect();
        add_ladders(&specs);
        (others, specs)
    });
}

fn policies() -> impl Iterator<Item = &'static dyn Policy> {
    let others = OTHERS.get().map_or(&[][..], |(others, _)| others);
    std::iter::once(&default::PRESET as &dyn Policy).chain(others.iter().copied())
}

/// The system that a configuration follows.
#[doc(hidden)]
pub fn of(config: &Config) -> &'static dyn Policy {
    policies()
        .find(|preset| preset.spec().name == config.system.name)
        .unwrap_or(&default::PRESET)
}

/// The first step of a run, as the configured system takes it.
pub fn first_step(
    history: ConfiguredHistory,
    messages: &Item<'_>,
    turn: CompactArgs,
    memory: &Memory,
) -> Result<Run> {
    let preset = of(history.config());
    preset.begin(preset, history, messages, turn, memory)
}

/// All systems as the configuration reads their names.
#[doc(hidden)]
pub fn known() -> &'static [&'static PresetSpec] {
    OTHERS.get().map_or(&OURS[..], |(_, specs)| specs)
}

/// The names of the presets.
#[must_use]
pub fn names() -> Vec<&'static str> {
    known().iter().map(|spec| spec.name).collect()
}

/// The options of the preset of that name.
///
/// ```
/// use conspectus::{systems, Compactor};
///
/// let compactor = Compactor::new(systems::preset("default")?);
/// assert_eq!(compactor.state(), "idle");
/// assert_eq!(systems::preset("qwen").unwrap_err().code(), "UNKNOWN_PRESET");
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `UnknownPreset` with the names of all presets.
pub fn preset(name: &str) -> Result<Config> {
    let mut specs = known().iter();
    specs
        .find(|spec| spec.name == name)
        .map(|spec| (spec.values)())
        .ok_or_else(|| {
            let names = names().join("`, `");
            let name = sanitize_label(name, 64);
            let cure = match OTHERS.get() {
                Some(_) => format!("use one of `{names}`"),
                None => format!("use `{names}`, or call `conspectus_presets::register()` first"),
            };
            let message = format!("unknown preset `{name}`: {cure}");
            Error::new(ErrorKind::UnknownPreset, "/preset", message)
        })
}

/// The field `name`; `None` if it is absent or null.
#[doc(hidden)]
pub fn given<'v>(options: &Item<'v>, name: &str) -> Option<Item<'v>> {
    options.get(name).filter(|value| value.kind() != Kind::Null)
}

/// The options of the preset that `options` name, with those in its object; those of `default` if
/// they name none.
#[doc(hidden)]
pub fn named_in(options: &Item<'_>) -> Result<Config> {
    match given(options, "preset") {
        None => Ok(default::values()),
        Some(given) if given.kind() == Kind::Object => {
            let Some(name) = self::given(&given, "name") else {
                let message = "a preset that is an object needs a `name`";
                return Err(wrong("preset/name", message));
            };
            preset(&string_option(&name, "preset/name")?)?.read_settings(&given)
        }
        Some(given) if given.kind() == Kind::String => preset(&given.to_text()),
        Some(given) => Err(invalid(
            "preset",
            "a name, or an object with a `name`",
            &show(&given),
        )),
    }
}

/// As [`named_in`], for a function from the module of a preset: that is the preset, and another one
/// is an error.
#[doc(hidden)]
pub fn of_module(module: Option<&str>, options: &Item<'_>) -> Result<Config> {
    let Some(name) = module.map(|module| module.replace('_', "-")) else {
        return named_in(options);
    };
    if given(options, "preset").is_none() {
        return preset(&name);
    }
    let config = named_in(options)?;
    // One module may hold two versions of a system.
    match config.system.name {
        found if found.starts_with(&name) => Ok(config),
        found => Err(invalid(
            "preset",
            &format!("left out in the module of `{name}`"),
            found,
        )),
    }
}

/// Reads the options of a compactor. An option that the preset's system does not use is an error.
/// `of_turns` are the names that go with each turn instead.
#[doc(hidden)]
pub fn read(options: &Item<'_>, arguments: &[&'static str], of_turns: &[&str]) -> Result<Config> {
    let base = named_in(options)?;
    let spec = base.system;
    let elsewhere = |name: &str| {
        if of_turns.contains(&name) {
            return Some(format!(
                "`{name}` belongs to each turn: pass it to `compact`, with the messages"
            ));
        }
        spec.not_beside(name).or_else(|| setting_of_others(name))
    };
    let mut config = Config::read(base, options, &spec.options(), arguments, &elsewhere)?;
    config.derive()?;
    Ok(config)
}

/// What is said of an option that only presets have.
pub fn setting_of_others(name: &str) -> Option<String> {
    let users: Vec<&str> = known()
        .iter()
        .filter(|spec| spec.settings().iter().any(|setting| setting.name == name))
        .map(|spec| spec.name)
        .collect();
    let first = users.first()?;
    Some(format!(
        "`{name}` is an option of the {} `{}`: write preset={{\"name\": \"{first}\", \"{name}\": ...}}",
        if users.len() == 1 {
            "preset"
        } else {
            "presets"
        },
        users.join("`, `"),
    ))
}

/// The options with what the host can do: the argument `host_functions` names the functions that
/// were given. Those that the preset's system never calls are refused.
#[doc(hidden)]
pub fn with_functions(config: Config, options: &Item<'_>) -> Result<Config> {
    let Some(given) = options.get(HOST_FUNCTIONS) else {
        return Ok(config);
    };
    let mut names = Vec::new();
    given.for_each(&mut |_, name| names.extend(name.as_string()));
    let Some(name) = names
        .iter()
        .find(|name| !config.system.host_functions.contains(&name.as_str()))
    else {
        let stores = names.iter().any(|name| name == "store");
        return Ok(config.with_store(stores));
    };
    let specs = known().iter();
    let users: Vec<&str> = specs
        .filter(|spec| spec.host_functions.contains(&name.as_str()))
        .map(|spec| spec.name)
        .collect();
    let name = sanitize_label(name, 64);
    let message = format!(
        "the preset `{}` never calls {name}. {}",
        config.system.name,
        match users.as_slice() {
            [] => "No preset does".to_owned(),
            [one] => format!("Only `{one}` does"),
            many => format!("These presets do: `{}`", many.join("`, `")),
        }
    );
    Err(wrong(&name, message))
}

/// The words that an option may take; `None` if it takes something else.
#[must_use]
pub fn words_of(domain: Domain) -> Option<Vec<&'static str>> {
    match domain {
        Domain::Words(names) | Domain::WholeOrWord(_, names) => Some(names()),
        Domain::Ladders => Some(ladders().map(|ladder| ladder.name()).collect()),
        Domain::Modalities => Some(crate::config::MODALITIES.to_vec()),
        Domain::Fields(fields) => fields.words.map(|names| names()),
        _ => None,
    }
}

impl Default for Config {
    fn default() -> Self {
        default::values()
    }
}

impl Config {
    /// Reads the options of a compactor from data: `{"context_window": 200000, "trigger": 0.8}`.
    ///
    /// ```
    /// use conspectus::Config;
    /// use serde_json::json;
    ///
    /// let config = Config::from_options(&json!({ "context_window": 200_000, "keep_tool_results": 3 }))?;
    /// assert!(Config::from_options(&json!({ "keep_result": 3 })).is_err());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`ConfigBuilder::build`].
    pub fn from_options<'v>(options: impl Into<Item<'v>>) -> Result<Self> {
        let options = &options.into();
        read(options, &[], &[])
    }

    /// The dialect of the messages; `None` if it is detected from them.
    #[must_use]
    pub fn dialect(&self) -> Option<crate::Dialect> {
        self.dialect
    }

    /// Returns these options with another dialect.
    ///
    /// ```
    /// use conspectus::{Config, Dialect};
    ///
    /// let config = Config::default().with_dialect(Some(Dialect::Anthropic));
    /// assert_eq!(config.dialect(), Some(Dialect::Anthropic));
    /// ```
    #[must_use]
    pub fn with_dialect(self, dialect: Option<crate::Dialect>) -> Self {
        Self { dialect, ..self }
    }

    /// Returns these options for a host that stores outputs. The preset `default` then stores the
    /// content that it removes from the history, and expects answers to
    /// [`Action::StoreOutput`](crate::Action::StoreOutput). Other presets that store outputs always request
    /// it.
    ///
    /// ```
    /// use conspectus::{Compactor, Config};
    ///
    /// let compactor = Compactor::new(Config::default().with_store(true));
    /// assert_eq!(compactor.state(), "idle");
    /// ```
    #[must_use]
    pub fn with_store(self, stores: bool) -> Self {
        Self { stores, ..self }
    }

    /// A builder with one setter for each option. [`ConfigBuilder::build`] checks them.
    #[must_use]
    pub fn builder() -> ConfigBuilder {
        ConfigBuilder::default()
    }
}

impl ConfigBuilder {
    /// Checks the options and makes the configuration.
    ///
    /// ```
    /// use conspectus::{Config, ClearWhen};
    ///
    /// let error = Config::builder().preset("copilot").clear_when(ClearWhen::Never).build().unwrap_err();
    /// assert_eq!(error.path(), "/preset");
    /// ```
    ///
    /// # Errors
    /// `InvalidOption` with the path of the option if its value is out of range, or if the preset
    /// does not use it. `UnknownPreset` if no preset has that name.
    pub fn build(self) -> Result<Config> {
        Config::from_options(&serde_json::Value::Object(self.given))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::OptionRow;

    #[test]
    fn systems_name_options_that_there_are() {
        for preset in known() {
            for setting in preset.settings() {
                assert!(
                    OptionRow::named(setting.field).is_some(),
                    "{} names {}",
                    preset.name,
                    setting.field
                );
            }
        }
    }
}
