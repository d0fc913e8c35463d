//! How the value of an option is read from what a host gives, and written as data.

use super::builder::Given;
use super::checks::{Domain, MODALITIES, choice, flag, invalid, string_option, strings, wrong};
use super::choices::{
    Application, CheckSummary, ClearWhen, Fallback, RepairHistory, RequestForm, Summarizer,
    Thinking,
};
use super::{Condense, ThresholdRule, ladders};
use crate::history::{PlaceholderStyle, PruneRule, SplitRule};
use crate::host::named::Named;
use crate::notes::snapshot::SnapshotForm;
use crate::read::media::sanitize_label;
use crate::seal::Secret;
use crate::{Dialect, Estimator, Item, Measure, PriceSet, Result};
use conspectus_tokens::exact::Encoding;
use serde_json::{Value, json};

/// How to check one value.
#[derive(Clone, Copy)]
pub struct Check<'a> {
    /// The path of the option in errors.
    pub path: &'a str,
    pub domain: Domain,
}

/// A value that can be read from an option.
pub trait FromOption: Sized {
    /// The allowed values, unless a row narrows them.
    const DOMAIN: Domain;

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self>;
}

/// A value that can be written as the value of an option.
pub trait ToOption {
    fn data(&self) -> Value;
}

/// The domain of an option: that of its row, or else that of its type.
macro_rules! domain_of {
    ($type:ty) => {
        <$type as $crate::config::values::FromOption>::DOMAIN
    };
    ($type:ty, $domain:expr) => {
        $domain
    };
}
pub(crate) use domain_of;

impl<T: ToOption> Given<T> for T {
    fn given(self) -> Value {
        self.data()
    }
}

impl FromOption for Secret {
    const DOMAIN: Domain = Domain::Text;

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        string_option(value, check.path).map(Self::new)
    }
}

impl ToOption for Option<Secret> {
    /// Whatever is written of the options, a secret is not.
    fn data(&self) -> Value {
        Value::Null
    }
}

macro_rules! plain_options {
    ($($type:ty: $domain:expr, |$value:ident, $check:ident| $read:expr;)*) => { $(
        impl FromOption for $type {
            const DOMAIN: Domain = $domain;

            fn read($value: &Item<'_>, $check: &Check<'_>) -> Result<Self> {
                $read
            }
        }

        impl ToOption for $type {
            fn data(&self) -> Value {
                json!(self)
            }
        }
    )* };
}
plain_options! {
    u64: Domain::Whole(0), |value, check| Ok(check.domain.number(value, check.path)? as Self);
    f64: Domain::Number(f64::NEG_INFINITY, f64::INFINITY), |value, check| check.domain.number(value, check.path);
    bool: Domain::Flag, |value, check| flag(value, check.path);
    String: Domain::Text, |value, check| string_option(value, check.path);
    Vec<String>: Domain::Texts, |value, check| {
        let items = strings(value, check.path)?;
        let unknown = match check.domain {
            Domain::Modalities => items.iter().position(|item| !MODALITIES.contains(&item.as_str())),
            _ => None,
        };
        match unknown {
            Some(index) => {
                Err(invalid(&format!("{}/{index}", check.path), &format!("one of {}", MODALITIES.join(", ")), &sanitize_label(&items[index], 64)))
            }
            None => Ok(items),
        }
    };
}

impl<T: FromOption> FromOption for Option<T> {
    const DOMAIN: Domain = T::DOMAIN;

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        T::read(value, check).map(Some)
    }
}

impl<T: ToOption> ToOption for Option<T> {
    fn data(&self) -> Value {
        self.as_ref().map_or(Value::Null, ToOption::data)
    }
}

impl FromOption for &'static dyn ThresholdRule {
    const DOMAIN: Domain = Domain::Ladders;

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        let given = string_option(value, check.path)?;
        let mut known = ladders();
        known.find(|ladder| ladder.name() == given).ok_or_else(|| {
            let names: Vec<&str> = ladders().map(|ladder| ladder.name()).collect();
            invalid(
                check.path,
                &format!("one of {}", names.join(", ")),
                &sanitize_label(&given, 64),
            )
        })
    }
}

impl ToOption for &'static dyn ThresholdRule {
    fn data(&self) -> Value {
        json!(self.name())
    }
}

macro_rules! words_as_options {
    ($($type:ty),+) => { $(
        impl FromOption for $type {
            const DOMAIN: Domain = Domain::words::<Self>();

            fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
                choice(value, check.path)
            }
        }

        impl ToOption for $type {
            fn data(&self) -> Value {
                json!(self.word())
            }
        }
    )+ };
}
words_as_options!(
    CheckSummary,
    Condense,
    ClearWhen,
    Thinking,
    RequestForm,
    Fallback,
    RepairHistory,
    SplitRule,
    PruneRule,
    SnapshotForm,
    Application,
    Summarizer,
    PlaceholderStyle,
    Measure,
    Estimator,
    PriceSet
);

impl FromOption for Dialect {
    const DOMAIN: Domain = Domain::words::<Self>();

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        Self::from_name(&string_option(value, check.path)?)
    }
}

impl ToOption for Dialect {
    fn data(&self) -> Value {
        json!(self.name())
    }
}

impl FromOption for Encoding {
    const DOMAIN: Domain = Domain::words::<Self>();

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        let parsed = string_option(value, check.path)?.parse::<Self>();
        parsed.map_err(|error| wrong(check.path, error.message()))
    }
}

impl ToOption for Encoding {
    fn data(&self) -> Value {
        json!(self.name())
    }
}
