//! Options: one checked struct for everything, made by a builder or read from what a host hands in.
//!
//! [`options`](self) has the table: a row an option. [`Habits`] says what a system does its own way.

mod builder;
mod checks;
mod choices;
mod habits;
mod options;

pub use builder::{ConfigBuilder, Given};
pub(crate) use checks::{choice, flag, invalid, number, string_option, unknown_option, whole, MODALITIES};
pub use checks::{Domain, Named};
pub(crate) use choices::named;
pub use choices::{Application, PlaceholderStyle, PruneRule, SnapshotForm, SnapshotUpdate, SplitRule, Summarizer};
pub use habits::{Habits, Known, Ladder, Thresholds};
pub use options::{Config, Keep, Limits, MeasureBy, Memory, OptionRow, Reduce, When, GROUPS, OPTIONS};

use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{AsView, Kind, View};
use crate::measure::{Estimator, Scale};
use crate::read::dialect::kind_name;
use crate::read::media::{sanitize_label, MediaRule};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;

/// A group of options.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// Its name; empty for the options at the top.
    pub name: &'static str,
    /// What its options are about.
    pub about: &'static str,
}

impl OptionRow {
    /// The path of the option in errors: its name for a function, group and leaf for the compactor.
    #[must_use]
    pub fn path(&self, spelling: Spelling) -> String {
        match spelling {
            Spelling::Grouped if self.group.is_empty() => self.leaf.to_owned(),
            Spelling::Grouped => format!("{}/{}", self.group, self.leaf),
            Spelling::Flat => self.name.to_owned(),
        }
    }

    /// The row of a field of [`Config`].
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|row| row.name == name)
    }
}

/// How options are spelled: the compactor takes them in groups, a function takes the few that it uses by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// `keep: {results: 5}`.
    Grouped,
    /// `keep_results: 5`.
    Flat,
}

/// What an operation takes, and how it says so.
pub(crate) struct Accepted<'a> {
    /// Names of rows.
    pub options: &'a [&'static str],
    /// Its own arguments, which are read elsewhere.
    pub arguments: &'a [&'static str],
    pub spelling: Spelling,
    /// For an option that there is and that is not taken: who takes it.
    pub users: &'a dyn Fn(&OptionRow) -> String,
    pub known: Known,
}

impl Accepted<'_> {
    fn takes(&self, row: &OptionRow) -> bool {
        self.options.contains(&row.name)
    }

    /// The names at the top: options, groups, arguments.
    fn top_names(&self) -> Vec<&'static str> {
        let rows = OPTIONS.iter().filter(|row| self.takes(row));
        let mut names: Vec<&'static str> = match self.spelling {
            Spelling::Flat => rows.map(|row| row.name).collect(),
            Spelling::Grouped => {
                let groups = GROUPS.iter().map(|group| group.name).filter(|name| !name.is_empty());
                rows.filter(|row| row.group.is_empty()).map(|row| row.leaf).chain(groups).collect()
            }
        };
        names.insert(0, "preset");
        names.extend(self.arguments);
        names
    }
}

impl Config {
    /// Reads options from a host object, over the values of a preset. Keys that are null count as not given.
    ///
    /// # Errors
    /// `InvalidConfig` with the path of the option: unknown (with near names), not used here (with who uses it), of the wrong type, or out of
    /// range. `UnknownDialect`.
    pub(crate) fn read<V: View>(base: Self, options: &V, accepted: &Accepted<'_>) -> Result<Self> {
        match options.kind() {
            Kind::Null => return Ok(base),
            Kind::Object => {}
            other => return Err(Error::new(ErrorKind::InvalidConfig, "", format!("options must be an object, found {}", kind_name(other)))),
        }
        let mut reading = Reading { config: base, accepted, given: Vec::new() };
        each(options, |name, value| reading.top(name, value))?;
        let Reading { mut config, given, .. } = reading;
        let is_given = |name: &str| given.contains(&name);
        // A caller who says which chars count, or how many make a token, wants them to be counted.
        if config.system.infers && !is_given("estimator") && (is_given("unit") || is_given("chars_per_token")) {
            config.estimator = Estimator::Chars;
        }
        if config.estimator == Estimator::Exact {
            config.encoding_or_error()?;
        }
        config.settle_template(is_given("template"), accepted.spelling)?;
        Ok(config)
    }

    /// A summary that deltas bring up to date is made of lists.
    fn settle_template(&mut self, is_given: bool, spelling: Spelling) -> Result<()> {
        if self.memory_update != SnapshotUpdate::Delta {
            return Ok(());
        }
        if is_given && self.template != SnapshotForm::Lists {
            let path = OptionRow::named("template").map_or_else(String::new, |row| row.path(spelling));
            return Err(invalid(&path, "`lists` where summaries are updated by deltas", self.template.name()));
        }
        self.template = SnapshotForm::Lists;
        Ok(())
    }

    /// The same, without reading text: for answers that hold no tokens.
    pub(crate) fn of_chars(self) -> Self {
        Self { estimator: Estimator::Chars, ..self }
    }

    /// The same without what reads text or media: for ledgers of which only the fingerprints are wanted.
    pub(crate) fn of_lengths(&self) -> Self {
        Self { estimator: Estimator::Chars, media_rule: Some(MediaRule::Constant), ..self.clone() }
    }

    /// The family by whose weights `instant` counts: the one given, else the model's, else [`Family::Claude3`], which counts more
    /// tokens than the others on most text, so that a mistake compacts early and does not overflow.
    #[must_use]
    pub fn family(&self) -> Family {
        self.family.unwrap_or_else(|| Family::for_model(self.model.as_deref().unwrap_or_default()))
    }

    /// The rule by which media are priced: the one given, else the model's where the preset is ours, else the constant.
    #[must_use]
    pub fn media_rule(&self) -> MediaRule {
        match (self.media_rule, &self.model) {
            (Some(rule), _) => rule,
            (None, Some(model)) if self.system.infers => MediaRule::for_model(model),
            _ => MediaRule::Constant,
        }
    }

    /// The encoding by which `exact` counts: the one given, else the model's if it has a public one; `o200k_base` without a model.
    #[must_use]
    pub fn encoding(&self) -> Option<Encoding> {
        match (self.encoding, &self.model) {
            (None, Some(model)) => Encoding::for_model(model),
            (given, _) => Some(given.unwrap_or(Encoding::O200kBase)),
        }
    }

    /// As [`encoding`](Self::encoding).
    ///
    /// # Errors
    /// `InvalidConfig` if the model has none that is public.
    pub fn encoding_or_error(&self) -> Result<Encoding> {
        self.encoding().ok_or_else(|| {
            let shown = sanitize_label(self.model.as_deref().unwrap_or_default(), 64);
            let message = format!("no public encoding is known for the model `{shown}`: pass `encoding`, or the estimator `instant`");
            Error::new(ErrorKind::InvalidConfig, "/model", message)
        })
    }

    /// Tokens of what surrounds the messages (a system text, tool schemas), by these options; rounded up.
    ///
    /// # Errors
    /// `TooDeep` past the depth limit.
    pub fn overhead_tokens<V: AsView + ?Sized>(&self, value: &V) -> Result<u64> {
        let value = &value.as_view();
        let scale = self.scale();
        let size = if value.kind() == Kind::String { scale.string(value) } else { scale.content(value)? };
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

/// Options on their way in.
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
        let is_group = accepted.spelling == Spelling::Grouped && GROUPS.iter().any(|group| group.name == name && !name.is_empty());
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
        each(options, |leaf, value| match OPTIONS.iter().find(|row| row.group == group && row.leaf == leaf) {
            Some(row) => self.option(row, value),
            None => {
                let leaves: Vec<&str> = OPTIONS.iter().filter(|row| row.group == group && self.accepted.takes(row)).map(|row| row.leaf).collect();
                Err(unknown_option(leaf, &leaves, &[]).under(group))
            }
        })
    }

    fn option<V: View>(&mut self, row: &'static OptionRow, value: &V) -> Result<()> {
        let path = row.path(self.accepted.spelling);
        if !self.accepted.takes(row) {
            let message = format!("{} has no effect here: {}", path.replace('/', "."), (self.accepted.users)(row));
            return Err(Error::new(ErrorKind::InvalidConfig, format!("/{path}"), message));
        }
        if value.kind() == Kind::Null {
            return Ok(());
        }
        self.config.set(row, value, &path, self.accepted.known)?;
        self.given.push(row.name);
        Ok(())
    }

    /// A name that stands elsewhere is told with its place.
    fn unknown(&self, name: &str) -> Error {
        let elsewhere = OPTIONS.iter().find(|row| self.accepted.takes(row) && (row.name == name || row.leaf == name));
        match elsewhere {
            Some(row) if self.accepted.spelling == Spelling::Grouped => {
                let message = format!("unknown option `{name}`: it stands in a group, `{}.{}`", row.group, row.leaf);
                Error::new(ErrorKind::InvalidConfig, "", message).under(name)
            }
            Some(row) => Error::new(ErrorKind::InvalidConfig, "", format!("unknown option `{name}`: it is `{}` here", row.name)).under(name),
            None => unknown_option(name, &self.accepted.top_names(), &[]),
        }
    }
}

/// Calls `read` with every key of an object, up to the first error.
fn each<V: View>(object: &V, mut read: impl FnMut(&str, &V) -> Result<()>) -> Result<()> {
    let mut failure = None;
    object.for_each(&mut |key, value| {
        if let (Some(key), None) = (key, &failure) {
            failure = read(key.name, &value).err();
        }
    });
    failure.map_or(Ok(()), Err)
}
