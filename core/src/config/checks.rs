//! Checks of single option values: each says what was allowed and what was found.

use crate::dialect::kind_name;
use crate::error::{Error, ErrorKind, Result};
use crate::media::sanitize_label;
use crate::view::{Kind, View, ViewExt};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::text::near_names;

pub(crate) fn unknown_option(name: &str, allowed: &[&str], also: &[&str]) -> Error {
    let known: Vec<&str> = allowed.iter().chain(also).copied().collect();
    let near = near_names(name, &known);
    let hint = if near.is_empty() { format!("known here: {}", known.join(", ")) } else { format!("did you mean `{}`?", near.join("` or `")) };
    let shown = sanitize_label(name, 64);
    Error::new(ErrorKind::InvalidConfig, "", format!("unknown option `{shown}`: {hint}")).under(name)
}

pub(crate) fn invalid(name: &str, expected: &str, found: &str) -> Error {
    Error::new(ErrorKind::InvalidConfig, format!("/{name}"), format!("{name} must be {expected}, got `{found}`"))
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

/// A fraction strictly between 0 and 1. A percentage gets a hint (B-32).
pub(super) fn fraction<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction above 0 and below 1", |found| found > 0.0 && found < 1.0)
}

/// A fraction above 0, or all of it. A percentage gets a hint (B-32).
pub(super) fn fraction_or_all<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction above 0 and at most 1", |found| found > 0.0 && found <= 1.0)
}

/// A fraction from 0, and below 1.
pub(super) fn share<V: View>(value: &V, name: &str) -> Result<f64> {
    between(value, name, "a fraction from 0 and below 1", |found| (0.0..1.0).contains(&found))
}

fn between<V: View>(value: &V, name: &str, expected: &str, accept: impl Fn(f64) -> bool) -> Result<f64> {
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
        error = Error::new(ErrorKind::InvalidConfig, error.path(), format!("{}: did you mean {hint}?", error.message()));
    }
    Err(error)
}

pub(crate) fn number<V: View>(value: &V, name: &str, low: f64, high: f64) -> Result<f64> {
    let found = if value.kind() == Kind::Number { value.number() } else { f64::NAN };
    if found.is_nan() || found < low || found > high {
        let expected = if low == f64::NEG_INFINITY { "a number".to_owned() } else { format!("a number from {low} to {high}") };
        return Err(invalid(name, &expected, &show(value)));
    }
    Ok(found)
}

pub(crate) fn whole<V: View>(value: &V, name: &str, low: u64) -> Result<u64> {
    let found = if value.kind() == Kind::Number { value.number() } else { f64::NAN };
    // 2^53: the largest range in which JavaScript numbers are exact integers.
    if found.trunc() == found && found >= low as f64 && found <= 9_007_199_254_740_992.0 {
        Ok(found as u64)
    } else {
        Err(invalid(name, &format!("a whole number of at least {low}"), &show(value)))
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
    value.as_string().ok_or_else(|| invalid(name, "a string", &show(value)))
}

pub(crate) fn choice<V: View, T: Copy>(value: &V, name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Result<T> {
    let given = string_option(value, name)?;
    all.iter().copied().find(|variant| name_of(*variant) == given).ok_or_else(|| {
        let names: Vec<&str> = all.iter().copied().map(name_of).collect();
        invalid(name, &format!("one of {}", names.join(", ")), &sanitize_label(&given, 64))
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
        None => failure = failure.take().or_else(|| Some(invalid(&format!("{name}/{}", items.len()), "a string", &show(&item)))),
    });
    failure.map_or(Ok(items), Err)
}

pub(super) fn encoding<V: View>(value: &V, name: &str) -> Result<Encoding> {
    let parsed = string_option(value, name)?.parse::<Encoding>();
    parsed.map_err(|error| Error::new(ErrorKind::InvalidConfig, format!("/{name}"), error.message().to_owned()))
}

pub(super) fn modalities<V: View>(value: &V) -> Result<Vec<String>> {
    const KNOWN: [&str; 4] = ["image", "pdf", "audio", "video"];
    let items = strings(value, "modalities")?;
    match items.iter().position(|item| !KNOWN.contains(&item.as_str())) {
        Some(index) => Err(invalid(&format!("modalities/{index}"), &format!("one of {}", KNOWN.join(", ")), &sanitize_label(&items[index], 64))),
        None => Ok(items),
    }
}
