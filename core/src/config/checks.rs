//! Checks of single option values. Each error says what is allowed and what was given.

use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::{kind_name, Dialect};
use crate::read::media::sanitize_label;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::text::near_names;

/// The media kinds that the option `modalities` may name.
pub(crate) const MODALITIES: [&str; 4] = ["image", "pdf", "audio", "video"];

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
    /// Any data; the function that takes it checks it. The texts are its type in Python and in
    /// TypeScript.
    Data(&'static str, &'static str),
}

impl Domain {
    /// The domain that holds the words of a type.
    pub const fn words<T: Named>() -> Self {
        Self::Words(T::names)
    }
}

/// A type whose values options select by a word.
pub trait Named: Copy + Sized + 'static {
    /// Every value, in the order in which errors list the words.
    const VALUES: &'static [Self];

    /// The word for a value, the same in all languages.
    fn word(self) -> &'static str;

    /// The words for all values.
    fn names() -> Vec<&'static str> {
        Self::VALUES.iter().map(|value| value.word()).collect()
    }
}

macro_rules! named_elsewhere {
    ($($type:ty),+) => { $(
        impl Named for $type {
            const VALUES: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.name()
            }
        }
    )+ };
}
named_elsewhere!(
    Dialect,
    Encoding,
    conspectus_tokens::instant::Family,
    crate::provider::prices::PriceSet
);
pub(crate) fn unknown_option(name: &str, allowed: &[&str], also: &[&str]) -> Error {
    let known: Vec<&str> = allowed.iter().chain(also).copied().collect();
    let near = near_names(name, &known);
    let hint = if near.is_empty() {
        format!("known here: {}", known.join(", "))
    } else {
        format!("did you mean `{}`?", near.join("` or `"))
    };
    let shown = sanitize_label(name, 64);
    Error::new(
        ErrorKind::InvalidOption,
        "",
        format!("unknown option `{shown}`: {hint}"),
    )
    .under(name)
}

/// The error for a wrong value. `name` may be the path of an option in a group: the message then
/// calls `when/trigger` `when.trigger`.
pub(crate) fn invalid(name: &str, expected: &str, found: &str) -> Error {
    Error::new(
        ErrorKind::InvalidOption,
        format!("/{name}"),
        format!(
            "{} must be {expected}, got `{found}`",
            name.replace('/', ".")
        ),
    )
}

fn show<V: View>(value: &V) -> String {
    match value.kind() {
        Kind::Number if value.number().is_nan() => "NaN".to_owned(),
        Kind::Number => ryu_js::Buffer::new().format(value.number()).to_owned(),
        Kind::Bool => (value.number() != 0.0).to_string(),
        Kind::String => sanitize_label(&value.to_text(), 64),
        other => kind_name(other).to_owned(),
    }
}

/// Reads a fraction above 0 and below 1. If the value looks like a percentage, the error suggests
/// the fraction.
pub(crate) fn fraction<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction above 0 and below 1", |found| {
        found > 0.0 && found < 1.0
    })
}

/// Reads a fraction above 0 and at most 1. If the value looks like a percentage, the error suggests
/// the fraction.
pub(crate) fn fraction_or_all<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction above 0 and at most 1", |found| {
        found > 0.0 && found <= 1.0
    })
}

/// Reads a fraction of at least 0 and below 1.
pub(crate) fn fraction_or_zero<V: View>(value: &V, name: &str) -> Result<f64> {
    between(
        value,
        name,
        "a fraction of at least 0 and below 1",
        |found| (0.0..1.0).contains(&found),
    )
}

fn between<V: View>(
    value: &V,
    name: &str,
    expected: &str,
    accept: impl Fn(f64) -> bool,
) -> Result<f64> {
    if value.kind() != Kind::Number {
        return Err(invalid(name, expected, &show(value)));
    }
    let found = value.number();
    if accept(found) {
        return Ok(found);
    }
    let mut error = invalid(name, expected, &show(value));
    if (1.0..100.0).contains(&found) && found != 1.0 {
        let hint = ryu_js::Buffer::new().format(found / 100.0).to_owned();
        error = Error::new(
            ErrorKind::InvalidOption,
            error.path(),
            format!("{}: did you mean {hint}?", error.message()),
        );
    }
    Err(error)
}

pub(crate) fn number<V: View>(value: &V, name: &str, low: f64, high: f64) -> Result<f64> {
    let found = if value.kind() == Kind::Number {
        value.number()
    } else {
        f64::NAN
    };
    if found.is_nan() || found < low || found > high {
        let expected = if low == f64::NEG_INFINITY {
            "a number".to_owned()
        } else {
            format!("a number from {low} to {high}")
        };
        return Err(invalid(name, &expected, &show(value)));
    }
    Ok(found)
}

pub(crate) fn whole<V: View>(value: &V, name: &str, low: u64) -> Result<u64> {
    let found = if value.kind() == Kind::Number {
        value.number()
    } else {
        f64::NAN
    };
    // 2^53: up to this number, JavaScript represents every integer exactly.
    if found.trunc() == found && found >= low as f64 && found <= 9_007_199_254_740_992.0 {
        Ok(found as u64)
    } else {
        Err(invalid(
            name,
            &format!("a whole number of at least {low}"),
            &show(value),
        ))
    }
}

pub(crate) fn flag<V: View>(value: &V, name: &str) -> Result<bool> {
    if value.kind() == Kind::Bool {
        Ok(value.number() != 0.0)
    } else {
        Err(invalid(name, "true or false", &show(value)))
    }
}

pub(crate) fn string_option<V: View>(value: &V, name: &str) -> Result<String> {
    value
        .as_string()
        .ok_or_else(|| invalid(name, "a string", &show(value)))
}

/// Reads one of the words of a type.
pub(crate) fn choice<V: View, T: Named>(value: &V, name: &str) -> Result<T> {
    let given = string_option(value, name)?;
    T::VALUES
        .iter()
        .copied()
        .find(|known| known.word() == given)
        .ok_or_else(|| {
            invalid(
                name,
                &format!("one of {}", T::names().join(", ")),
                &sanitize_label(&given, 64),
            )
        })
}

pub(crate) fn strings<V: View>(value: &V, name: &str) -> Result<Vec<String>> {
    if value.kind() != Kind::Array {
        return Err(invalid(name, "a list of strings", &show(value)));
    }
    let mut items = Vec::with_capacity(value.len());
    let mut failure = None;
    value.for_each(&mut |_, item| match item.as_string() {
        Some(text) => items.push(text),
        None => {
            failure = failure.take().or_else(|| {
                Some(invalid(
                    &format!("{name}/{}", items.len()),
                    "a string",
                    &show(&item),
                ))
            })
        }
    });
    failure.map_or(Ok(items), Err)
}
