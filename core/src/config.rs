//! Options: one struct that holds all of them, checked. It is made by a builder or read from a host
//! object.
//!
//! `options.rs` holds the table, with one row for each option. [`Habits`] says what one system does
//! differently from the others.

mod builder;
mod checks;
mod choices;
mod habits;
mod options;
mod pricing;
mod secret;
mod values;

pub use builder::{ConfigBuilder, Given};
pub(crate) use checks::{
    choice, flag, invalid, number, string_option, strings, unknown_option, whole, MODALITIES,
};
pub use checks::{Domain, Named};
pub(crate) use choices::named;
pub use choices::{
    Admit, Application, ClearWhen, Fallback, PlaceholderStyle, PruneRule, SnapshotForm,
    SnapshotUpdate, SplitRule, Summarizer,
};
pub(crate) use habits::{all_options_but, options_beside_usual};
pub use habits::{Habits, Known, Ladder, Piece, Thresholds, FRACTION};
pub use options::{
    Config, Keep, Limits, MeasureBy, Memory, OptionRow, PriceList, Reduce, When, GROUPS, OPTIONS,
};
pub use secret::Secret;

use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{AsView, Kind, View};
use crate::measure::{Estimator, Scale};
use crate::provider::models::known_limits;
use crate::read::dialect::kind_name;
use crate::read::media::{sanitize_label, MediaRule};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;

/// A group of options.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// The name of the group. Empty for the options that stand in no group.
    pub name: &'static str,
    /// What its options are about.
    pub about: &'static str,
}

impl OptionRow {
    /// The path of the option in errors: `keep/results` for the compactor, `keep_results` for a
    /// function.
    #[must_use]
    pub fn path(&self, spelling: Spelling) -> String {
        match spelling {
            Spelling::Grouped if self.group.is_empty() => self.leaf.to_owned(),
            Spelling::Grouped => format!("{}/{}", self.group, self.leaf),
            Spelling::Flat => self.name.to_owned(),
        }
    }

    /// The row of the option with this flat name, such as `keep_results`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|row| row.name == name)
    }
}

/// How options are spelled. The compactor takes them in groups; a function takes the few options
/// that it uses without groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// In groups: `keep: {results: 5}`.
    Grouped,
    /// Without groups: `keep_results: 5`.
    Flat,
}

/// What an operation accepts as options and arguments.
pub(crate) struct Accepted<'a> {
    /// The flat names of the options that it uses.
    pub options: &'a [&'static str],
    /// The names of its own arguments, which are read elsewhere.
    pub arguments: &'a [&'static str],
    pub spelling: Spelling,
    /// For an option that exists but has no effect here: a text that says which operations use it.
    pub users: &'a dyn Fn(&OptionRow) -> String,
    pub known: Known,
}

impl Accepted<'_> {
    fn takes(&self, row: &OptionRow) -> bool {
        self.options.contains(&row.name)
    }

    /// The names that may stand at the top level: options, groups and arguments.
    fn top_names(&self) -> Vec<&'static str> {
        let rows = OPTIONS.iter().filter(|row| self.takes(row));
        let mut names: Vec<&'static str> = match self.spelling {
            Spelling::Flat => rows.map(|row| row.name).collect(),
            Spelling::Grouped => {
                let groups = GROUPS
                    .iter()
                    .map(|group| group.name)
                    .filter(|name| !name.is_empty());
                rows.filter(|row| row.group.is_empty())
                    .map(|row| row.leaf)
                    .chain(groups)
                    .collect()
            }
        };
        names.insert(0, "preset");
        names.extend(self.arguments);
        names
    }
}

impl Config {
    /// The host's key for our own messages. An empty one is none.
    pub(crate) fn memory_key(&self) -> Option<&str> {
        self.memory_key
            .as_ref()
            .map(Secret::reveal)
            .filter(|key| !key.is_empty())
    }

    /// Reads options from a host object. They replace the values of `base`, which is a preset. A
    /// key that is null counts as not given.
    ///
    /// # Errors
    /// `InvalidOption` with the path of the option, if it is unknown (the message names similar
    /// options), has no effect here (the message names who uses it), has the wrong type, or is out
    /// of range. `UnknownDialect` if there is no dialect of the given name.
    pub(crate) fn read<V: View>(base: Self, options: &V, accepted: &Accepted<'_>) -> Result<Self> {
        match options.kind() {
            Kind::Null => return Ok(base),
            Kind::Object => {}
            other => {
                return Err(Error::new(
                    ErrorKind::InvalidOption,
                    "",
                    format!("options must be an object, found {}", kind_name(other)),
                ))
            }
        }
        let mut reading = Reading {
            config: base,
            accepted,
            given: Vec::new(),
        };
        each(options, |name, value| reading.top(name, value))?;
        let Reading {
            mut config, given, ..
        } = reading;
        let is_given = |name: &str| given.contains(&name);
        // A caller who says which chars count, or how many make a token, wants them to be counted.
        if config.system.infers
            && !is_given("estimator")
            && (is_given("unit") || is_given("chars_per_token"))
        {
            config.estimator = Estimator::Chars;
        }
        if config.estimator == Estimator::Exact {
            config.encoding_or_error()?;
        }
        if accepted.spelling == Spelling::Grouped && config.system.infers {
            config.settle_limits(is_given("context_window"), is_given("max_output_tokens"));
        }
        config.settle_template(is_given("template"), accepted.spelling)?;
        config.settle_prices(accepted);
        Ok(config)
    }

    /// Takes the limits that are not given from the table of models. Where the provider limits
    /// prompts apart, that is the window for us.
    fn settle_limits(&mut self, has_window: bool, has_output: bool) {
        let Some(known) = self.model.as_deref().and_then(known_limits) else {
            return;
        };
        if !has_window && self.context_window.is_none() {
            self.context_window = Some(known.input_tokens);
            self.window_of_model = true;
        }
        if !has_output && self.max_output_tokens == 0 {
            self.max_output_tokens = known.output_tokens;
        }
    }

    /// Sets the template to `lists` if summaries are updated by deltas. No other template can take
    /// deltas.
    fn settle_template(&mut self, is_given: bool, spelling: Spelling) -> Result<()> {
        if self.memory_update != SnapshotUpdate::Delta {
            return Ok(());
        }
        if is_given && self.template != SnapshotForm::Lists {
            let path =
                OptionRow::named("template").map_or_else(String::new, |row| row.path(spelling));
            return Err(invalid(
                &path,
                "`lists` if summaries are updated by deltas",
                self.template.name(),
            ));
        }
        self.template = SnapshotForm::Lists;
        Ok(())
    }

    /// The same options with the estimator `chars`, which does not read text. For answers that hold
    /// no token counts.
    pub(crate) fn of_chars(self) -> Self {
        Self {
            estimator: Estimator::Chars,
            ..self
        }
    }

    /// The same options, but nothing in them reads text or media. For ledgers of which only the
    /// fingerprints are needed.
    pub(crate) fn of_lengths(&self) -> Self {
        Self {
            estimator: Estimator::Chars,
            media_rule: Some(MediaRule::Constant),
            ..self.clone()
        }
    }

    /// As [`of_lengths`](Self::of_lengths), with tokens guessed from them.
    pub(crate) fn guessing(&self, chars_per_token: f64) -> Self {
        Self {
            chars_per_token,
            ..self.of_lengths()
        }
    }

    /// The tokenizer family whose weights `instant` uses: the given one, else the model's. If
    /// neither is known it is [`Family::Claude3`]. That family counts more tokens than the others
    /// on most texts, so a wrong guess compacts too early and does not overflow the window.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family
            .unwrap_or_else(|| Family::for_model(self.model.as_deref().unwrap_or_default()))
    }

    /// The rule by which media are priced: the given one, else the model's if the preset infers it
    /// as `default` does, else the constant.
    #[must_use]
    pub fn media_rule(&self) -> MediaRule {
        match (self.media_rule, &self.model) {
            (Some(rule), _) => rule,
            (None, Some(model)) if self.system.infers => MediaRule::for_model(model),
            _ => MediaRule::Constant,
        }
    }

    /// The encoding that `exact` uses: the given one, else the model's. Without a model it is
    /// `o200k_base`. `None` if the model has no public encoding.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        match (self.encoding, &self.model) {
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
            let message = format!("no public encoding is known for the model `{shown}`: pass `encoding`, or use the estimator `instant`");
            Error::new(ErrorKind::InvalidOption, "/model", message)
        })
    }

    /// Estimates the tokens of what a request holds beside the messages, such as a system text or
    /// tool schemas. Rounded up.
    ///
    /// # Errors
    /// `TooDeep` if the value is nested deeper than the limit.
    pub fn overhead_tokens<V: AsView + ?Sized>(&self, value: &V) -> Result<u64> {
        let value = &value.as_view();
        let scale = self.scale();
        let size = if value.kind() == Kind::String {
            scale.string(value)
        } else {
            scale.content(value)?
        };
        Ok(scale.all_tokens(size).ceil() as u64)
    }

    pub(crate) fn scale(&self) -> Scale {
        Scale {
            measure: self.unit,
            estimator: self.estimator,
            chars_per_token: self.chars_per_token,
            image_tokens: self.image_tokens,
            family: self.family(),
            encoding: self.encoding().unwrap_or(Encoding::O200kBase),
            media_rule: self.media_rule(),
        }
    }
}

/// The state while options are read: the values so far, and the names that were given.
struct Reading<'a> {
    config: Config,
    accepted: &'a Accepted<'a>,
    given: Vec<&'static str>,
}

impl Reading<'_> {
    fn top<V: View>(&mut self, name: &str, value: &V) -> Result<()> {
        let accepted = self.accepted;
        if accepted.arguments.contains(&name) || name == "preset" {
            return Ok(());
        }
        let is_group = accepted.spelling == Spelling::Grouped
            && GROUPS
                .iter()
                .any(|group| group.name == name && !name.is_empty());
        if is_group {
            return self.group(name, value);
        }
        let found = OPTIONS.iter().find(|row| match accepted.spelling {
            Spelling::Flat => row.name == name,
            Spelling::Grouped => row.group.is_empty() && row.leaf == name,
        });
        match found {
            Some(row) => self.option(row, value),
            None => Err(self.unknown(name)),
        }
    }

    fn group<V: View>(&mut self, group: &str, options: &V) -> Result<()> {
        match options.kind() {
            Kind::Null => return Ok(()),
            Kind::Object => {}
            other => return Err(invalid(group, "an object of options", kind_name(other))),
        }
        each(options, |leaf, value| {
            match OPTIONS
                .iter()
                .find(|row| row.group == group && row.leaf == leaf)
            {
                Some(row) => self.option(row, value),
                None => {
                    let leaves: Vec<&str> = OPTIONS
                        .iter()
                        .filter(|row| row.group == group && self.accepted.takes(row))
                        .map(|row| row.leaf)
                        .collect();
                    Err(unknown_option(leaf, &leaves, &[]).under(group))
                }
            }
        })
    }

    fn option<V: View>(&mut self, row: &'static OptionRow, value: &V) -> Result<()> {
        let path = row.path(self.accepted.spelling);
        if !self.accepted.takes(row) {
            let message = format!(
                "`{}` has no effect here. {}",
                path.replace('/', "."),
                (self.accepted.users)(row)
            );
            return Err(Error::new(
                ErrorKind::InvalidOption,
                format!("/{path}"),
                message,
            ));
        }
        if value.kind() == Kind::Null {
            return Ok(());
        }
        self.config.set(row, value, &path, self.accepted.known)?;
        self.given.push(row.name);
        Ok(())
    }

    /// The error for an unknown name. If the option exists under another spelling, the message
    /// shows that spelling.
    fn unknown(&self, name: &str) -> Error {
        let elsewhere = OPTIONS
            .iter()
            .find(|row| self.accepted.takes(row) && (row.name == name || row.leaf == name));
        match elsewhere {
            Some(row) if self.accepted.spelling == Spelling::Grouped => {
                let message = format!(
                    "unknown option `{name}`: it belongs to a group, write `{}.{}`",
                    row.group, row.leaf
                );
                Error::new(ErrorKind::InvalidOption, "", message).under(name)
            }
            Some(row) => Error::new(
                ErrorKind::InvalidOption,
                "",
                format!("unknown option `{name}`: write `{}` here", row.name),
            )
            .under(name),
            None => unknown_option(name, &self.accepted.top_names(), &[]),
        }
    }
}

/// Calls `read` with every key of an object and its value. Stops at the first error.
fn each<V: View>(object: &V, mut read: impl FnMut(&str, &V) -> Result<()>) -> Result<()> {
    let mut failure = None;
    object.for_each(&mut |key, value| {
        if let (Some(key), None) = (key, &failure) {
            failure = read(key.name, &value).err();
        }
    });
    failure.map_or(Ok(()), Err)
}
