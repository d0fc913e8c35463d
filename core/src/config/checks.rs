//! Checks of single option values. Each error says what is allowed and what was given.

use crate::host::item::Kind;
use crate::host::named::Named;
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::{Error, ErrorKind, Item, Result};
use conspectus_tokens::text::near_names;

/// The media kinds that the option `modalities` may name.
pub const MODALITIES: [&str; 4] = ["image", "pdf", "audio", "video"];

/// What may be given for an option or an argument.
#[derive(Debug, Clone, Copy)]
pub enum Domain {
    /// A whole number of at least this.
    Whole(u64),
    /// A number from the first to the second, both included.
    Number(f64, f64),
    /// A fraction above 0 and below 1.
    Fraction,
    /// A fraction above 0 and at most 1.
    FractionOrAll,
    /// A fraction of at least 0 and below 1.
    Share,
    /// `true` or `false`.
    Flag,
    /// Any string.
    Text,
    /// A list of strings.
    Texts,
    /// One of several words. The function lists them.
    Words(fn() -> Vec<&'static str>),
    /// The name of a ladder of thresholds.
    Ladders,
    /// A list of media kinds: `image`, `pdf`, `audio`, `video`.
    Modalities,
    /// A share of the room, or `{tokens}`.
    Amount,
    /// One of `{tokens}`, `{messages}`, `{turns}`, `{fraction}`.
    Keep,
    /// A whole number of at least this, or one of several words.
    WholeOrWord(u64, fn() -> Vec<&'static str>),
    /// An object of these fields, or one of their words.
    Fields(&'static Fields),
    /// An object that holds an object of these fields for each name.
    Rows(&'static Fields),
    /// Any data; the function that takes it checks it. The texts are its type in Python and in
    /// TypeScript.
    Data(&'static str, &'static str),
}

/// What an object holds that is the value of an option.
#[derive(Debug, Clone, Copy)]
pub struct Fields {
    /// The name of its type.
    pub name: &'static str,
    /// The words that may be given in place of the object, if there are any.
    pub words: Option<fn() -> Vec<&'static str>>,
    /// Its fields. Each may be left out.
    pub fields: &'static [OptionField],
}

/// A field of such an object.
#[derive(Debug, Clone, Copy)]
pub struct OptionField {
    /// The name of the field.
    pub name: &'static str,
    /// The values that may be given.
    pub domain: Domain,
    /// What it means.
    pub meaning: &'static str,
}

impl Fields {
    pub fn names(&self) -> Vec<&'static str> {
        self.fields.iter().map(|field| field.name).collect()
    }
}

impl Domain {
    /// The domain that holds the words of a type.
    pub const fn words<T: Named>() -> Self {
        Self::Words(T::names)
    }
}

/// What people type who know other tools, and the option that it is here.
const SYNONYMS: [(&str, &str); 20] = [
    ("threshold", "trigger"),
    ("compression_threshold", "trigger"),
    ("trigger_tokens", "trigger"),
    ("max_tokens", "context_window"),
    ("max_input_tokens", "context_window"),
    ("window", "context_window"),
    ("keep_recent", "keep"),
    ("preserve_recent_messages", "keep"),
    ("messages_to_keep", "keep"),
    ("keep_messages", "keep"),
    ("keep_last", "keep"),
    ("keep_results", "keep_tool_results"),
    ("summarizer", "summarize"),
    ("llm", "summarize"),
    ("exclude", "exclude_tools"),
    ("format", "dialect"),
    ("provider", "dialect"),
    ("on_hook", "before_compact"),
    ("reserved", "reserve_tokens"),
    ("output_reserve_tokens", "reserve_tokens"),
];

/// Options of earlier versions, with what took their place.
const GONE: &[(&str, &str)] = &[(
    "max_tool_result_tokens",
    "call `summarize_output` on a long result before you append it",
)];

/// The error for an unknown name, with similar names.
pub fn unknown_option(name: &str, known: &[&str]) -> Error {
    let meant = SYNONYMS
        .iter()
        .find(|(synonym, option)| *synonym == name && known.contains(option));
    let near = match meant {
        Some((_, option)) => vec![*option],
        None => near_names(name, known),
    };
    let hint = if let Some((_, instead)) = GONE.iter().find(|(gone, _)| *gone == name) {
        format!("it was removed, {instead}")
    } else if near.is_empty() {
        format!("known here: {}", known.join(", "))
    } else {
        format!("did you mean `{}`?", near.join("` or `"))
    };
    let shown = sanitize_label(name, 64);
    let message = format!("unknown option `{shown}`: {hint}");
    Error::new(ErrorKind::InvalidOption, "", message).under(name)
}

/// The error for a wrong value. `name` may be the path of a value in an option: the message then
/// calls `keep/turns` `keep.turns`.
pub fn invalid(name: &str, expected: &str, found: &str) -> Error {
    let shown = name.replace('/', ".");
    wrong(name, format!("{shown} must be {expected}, got `{found}`"))
}

/// A value as it appears in errors. Strings are quoted, so that `"5"` does not look like a number.
pub fn show(value: &Item<'_>) -> String {
    match value.kind() {
        Kind::Number if value.number().is_nan() => "NaN".to_owned(),
        Kind::Number => ryu_js::Buffer::new().format(value.number()).to_owned(),
        Kind::Bool => (value.number() != 0.0).to_string(),
        Kind::String => format!("\"{}\"", sanitize_label(&value.to_text(), 64)),
        other => kind_name(other).to_owned(),
    }
}

impl Domain {
    /// Reads a number of this domain. If a value looks like a percentage where a fraction is
    /// expected, the error suggests the fraction.
    pub fn number(self, value: &Item<'_>, name: &str) -> Result<f64> {
        let found = number_or_nan(value);
        let (expected, fits) = match self {
            // 2^53: up to this number, JavaScript represents every integer exactly.
            Self::Whole(low) => (
                format!("an integer of at least {low}"),
                found.trunc() == found && found >= low as f64 && found <= 9_007_199_254_740_992.0,
            ),
            Self::Fraction => (
                "a fraction above 0 and below 1".to_owned(),
                found > 0.0 && found < 1.0,
            ),
            Self::FractionOrAll => (
                "a fraction above 0 and at most 1".to_owned(),
                found > 0.0 && found <= 1.0,
            ),
            Self::Share => (
                "a fraction of at least 0 and below 1".to_owned(),
                (0.0..1.0).contains(&found),
            ),
            Self::Number(low, high) if low.is_finite() => (
                format!("a number from {low} to {high}"),
                (low..=high).contains(&found),
            ),
            _ => ("a number".to_owned(), !found.is_nan()),
        };
        if fits {
            return Ok(found);
        }
        let error = invalid(name, &expected, &show(value));
        let is_percentage = found > 1.0 && found < 100.0;
        if !is_percentage || !matches!(self, Self::Fraction | Self::FractionOrAll | Self::Share) {
            return Err(error);
        }
        let mut hint = ryu_js::Buffer::new();
        let hint = hint.format(found / 100.0);
        let message = format!("{}: did you mean {hint}?", error.message());
        Err(Error::new(error.kind(), error.path(), message))
    }
}

/// Reads a whole number of at least `low`.
pub fn whole(value: &Item<'_>, name: &str, low: u64) -> Result<u64> {
    Ok(Domain::Whole(low).number(value, name)? as u64)
}

/// The number; NaN if it is something else.
pub fn number_or_nan(value: &Item<'_>) -> f64 {
    match value.kind() {
        Kind::Number => value.number(),
        _ => f64::NAN,
    }
}

/// Reads a flag.
pub fn flag(value: &Item<'_>, name: &str) -> Result<bool> {
    if value.kind() == Kind::Bool {
        Ok(value.number() != 0.0)
    } else {
        Err(invalid(name, "true or false", &show(value)))
    }
}

/// Reads a text.
pub fn string_option(value: &Item<'_>, name: &str) -> Result<String> {
    value
        .as_string()
        .ok_or_else(|| invalid(name, "a string", &show(value)))
}

/// Reads one of the words of a type.
pub fn choice<T: Named>(value: &Item<'_>, name: &str) -> Result<T> {
    let given = string_option(value, name)?;
    T::VALUES
        .iter()
        .copied()
        .find(|known| known.word() == given)
        .ok_or_else(|| {
            // A host gives a function, and its binding says `host`.
            let names = T::names();
            let words: Vec<&str> = names
                .iter()
                .copied()
                .filter(|name| *name != "host")
                .collect();
            let behind = if words.len() < names.len() {
                "; or a function"
            } else {
                ""
            };
            let expected = format!("one of {}{behind}", words.join(", "));
            invalid(name, &expected, &show(value))
        })
}

/// Reads a list of texts.
pub fn strings(value: &Item<'_>, name: &str) -> Result<Vec<String>> {
    if value.kind() != Kind::Array {
        return Err(invalid(name, "a list of strings", &show(value)));
    }
    items(value, |index, item| {
        string_option(&item, &format!("{name}/{index}"))
    })
}

/// Reads each item of a list. The first error is the result.
pub fn items<'v, T>(
    list: &Item<'v>,
    mut read: impl FnMut(usize, Item<'v>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    list.each_item(|index, item| found.push(read(index, item)));
    found.into_iter().collect()
}

/// Reads each field of an object, up to the first error.
pub fn each<'v>(
    object: &Item<'v>,
    mut read: impl FnMut(&str, &Item<'v>) -> Result<()>,
) -> Result<()> {
    let mut failure = None;
    object.for_each(&mut |key, value| {
        if let (Some(key), None) = (key, &failure) {
            failure = read(key.name, &value).err();
        }
    });
    failure.map_or(Ok(()), Err)
}

/// An error about the option or argument `name`.
pub fn wrong(name: &str, message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidOption, format!("/{name}"), message)
}
