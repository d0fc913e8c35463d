//! How sizes, prices and limits are read from what a host gives, and written as data.

use super::super::Keep;
use super::{Amount, ImageTokens, PriceList, RequestLimits, Tokenizer};
use crate::config::checks::{Domain, choice, invalid, show, string_option, unknown_option, whole};
use crate::config::values::{Check, FromOption, ToOption};
use crate::host::item::Kind;
use crate::{Error, ErrorKind, Item, MediaRule, Result};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;
use serde_json::{Value, json};

impl FromOption for Amount {
    const DOMAIN: Domain = Domain::Amount;

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        if value.kind() == Kind::Object {
            let mut tokens = None;
            each_field(value, check.path, &["tokens"], |_, given, path| {
                tokens = Some(whole(given, path, 1)?);
                Ok(())
            })?;
            return tokens
                .map(Self::Tokens)
                .ok_or_else(|| invalid(check.path, AMOUNT, "an object without tokens"));
        }
        if value.kind() != Kind::Number {
            return Err(invalid(check.path, AMOUNT, &show(value)));
        }
        Domain::FractionOrAll
            .number(value, check.path)
            .map(Self::Fraction)
    }
}

const AMOUNT: &str = "a fraction above 0 and at most 1, or {\"tokens\": ...}";

/// The units of what is kept, as they are spelled.
pub const KEPT_UNITS: [&str; 4] = ["tokens", "messages", "turns", "fraction"];

/// Reads the option `keep`. `path` is its path in errors.
pub fn kept(value: &Item<'_>, path: &str) -> Result<Keep> {
    const KEEP: &str =
        "one of {\"tokens\": ...}, {\"messages\": ...}, {\"turns\": ...}, {\"fraction\": ...}";
    if value.kind() != Kind::Object {
        return Err(invalid(path, KEEP, &show(value)));
    }
    let mut kept = Vec::new();
    each_field(value, path, &KEPT_UNITS, |unit, given, path| {
        kept.push(match unit {
            "tokens" => Keep::Tokens(whole(given, path, 1)?),
            "messages" => Keep::Messages(whole(given, path, 1)?),
            "turns" => Keep::Turns(whole(given, path, 1)?),
            _ => Keep::Fraction(Domain::Fraction.number(given, path)?),
        });
        Ok(())
    })?;
    match kept.as_slice() {
        [one] => Ok(*one),
        [] => Err(invalid(path, KEEP, "an empty object")),
        _ => Err(invalid(path, KEEP, "several units")),
    }
}

impl FromOption for Keep {
    const DOMAIN: Domain = Domain::Keep;

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        kept(value, check.path)
    }
}

impl FromOption for PriceList {
    const DOMAIN: Domain = Domain::Fields(&Self::FIELDS);

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        if value.kind() == Kind::String {
            return choice(value, check.path).map(Self::like);
        }
        if value.kind() != Kind::Object {
            return Err(invalid(check.path, "a name or an object", &show(value)));
        }
        Self::read_fields(value, check)
    }
}

impl FromOption for RequestLimits {
    const DOMAIN: Domain = Domain::Fields(&Self::FIELDS);

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        Self::read_fields(value, check)
    }
}

impl FromOption for ImageTokens {
    const DOMAIN: Domain = Domain::WholeOrWord(1, Self::names);

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        if value.kind() != Kind::String {
            return whole(value, check.path, 1).map(Self::Tokens);
        }
        let given = value.to_text();
        let rule = MediaRule::ALL.into_iter().find(|rule| {
            rule.name() == given && !matches!(rule, MediaRule::Constant | MediaRule::Unknown)
        });
        rule.map(Self::Formula).ok_or_else(|| {
            let expected = format!("a number of tokens, or one of {}", Self::names().join(", "));
            invalid(check.path, &expected, &show(value))
        })
    }
}

impl FromOption for Tokenizer {
    const DOMAIN: Domain = Domain::Words(Self::names);

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        let given = string_option(value, check.path)?;
        let all = [Self::Exact, Self::Host]
            .into_iter()
            .chain(Encoding::ALL.into_iter().map(Self::Encoding))
            .chain(Family::ALL.into_iter().map(Self::Family));
        let found = all.into_iter().find(|known| known.word() == given);
        found.ok_or_else(|| {
            let expected = format!(
                "one of {}; or, for counting messages, a function",
                Self::names().join(", ")
            );
            invalid(check.path, &expected, &show(value))
        })
    }
}

/// Reads an object name by name. A name that is not in `names` is an error.
pub fn each_field<'v>(
    object: &Item<'v>,
    path: &str,
    names: &[&'static str],
    mut read: impl FnMut(&'static str, &Item<'v>, &str) -> Result<()>,
) -> Result<()> {
    if object.kind() != Kind::Object {
        return Err(invalid(path, "an object", &show(object)));
    }
    crate::config::each(object, |given, value| {
        let Some(name) = names.iter().copied().find(|name| *name == given) else {
            let error = unknown_option(given, names);
            let at = format!("/{path}{}", error.path());
            return Err(Error::new(ErrorKind::InvalidOption, at, error.message()));
        };
        if value.kind() == Kind::Null {
            return Ok(());
        }
        read(name, value, &format!("{path}/{name}"))
    })
}

impl ToOption for Amount {
    fn data(&self) -> Value {
        match self {
            Self::Fraction(share) => json!(share),
            Self::Tokens(tokens) => json!({ "tokens": tokens }),
        }
    }
}

impl ToOption for Keep {
    fn data(&self) -> Value {
        match self {
            Self::Tokens(tokens) => json!({ "tokens": tokens }),
            Self::Messages(messages) => json!({ "messages": messages }),
            Self::Turns(turns) => json!({ "turns": turns }),
            Self::Fraction(share) => json!({ "fraction": share }),
        }
    }
}

impl ToOption for ImageTokens {
    fn data(&self) -> Value {
        match self {
            Self::Tokens(tokens) => json!(tokens),
            Self::Formula(rule) => json!(rule.name()),
        }
    }
}

impl ToOption for Tokenizer {
    fn data(&self) -> Value {
        json!(self.word())
    }
}
