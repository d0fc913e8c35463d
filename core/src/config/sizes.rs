//! The options whose value is more than a number or a word: sizes with their unit, prices, limits.

use super::builder::Given;
use super::checks::{choice, fraction_or_all, invalid, number, show, string_option, whole, Domain};
use super::checks::{Field, Fields, Named};
use super::values::{Check, FromOption, ToOption};
use crate::error::Result;
use crate::host::view::{Kind, View, ViewExt};
use crate::measure::Estimator;
use crate::provider::prices::PriceSet;
use crate::read::media::MediaRule;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;
use serde_json::{json, Map, Value};

/// A share of the room, or a number of tokens.
///
/// ```
/// use conspectus::{Amount, Config};
///
/// let config = Config::builder().trigger(Amount::Tokens(150_000)).target(0.4).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Amount {
    /// A share of the room, above 0 and at most 1.
    Fraction(f64),
    /// So many tokens.
    Tokens(u64),
}

impl Amount {
    /// How many tokens it is of `room` tokens.
    pub(crate) fn of(self, room: f64) -> f64 {
        match self {
            Self::Fraction(share) => room * share,
            Self::Tokens(tokens) => tokens as f64,
        }
    }

    /// Its share, for what is not counted in tokens; `otherwise` where it is a number of tokens.
    pub(crate) fn share(self, otherwise: f64) -> f64 {
        match self {
            Self::Fraction(share) => share,
            Self::Tokens(_) => otherwise,
        }
    }
}

/// How much of the newest conversation stays.
///
/// ```
/// use conspectus::{Config, Keep};
///
/// let config = Config::builder().keep(Keep::Messages(20)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Keep {
    /// The newest messages that together have so many tokens.
    Tokens(u64),
    /// So many messages.
    Messages(u64),
    /// So many turns. A turn goes from one request of the user to the next.
    Turns(u64),
    /// The newest messages that together have this share of the room.
    Fraction(f64),
}

impl Keep {
    /// The units, as they are spelled.
    pub(crate) const UNITS: [&'static str; 4] = ["tokens", "messages", "turns", "fraction"];

    /// Reads one. `path` stands in errors.
    pub(crate) fn of<V: View>(value: &V, path: &str) -> Result<Self> {
        const KEEP: &str =
            "one of {\"tokens\": ...}, {\"messages\": ...}, {\"turns\": ...}, {\"fraction\": ...}";
        if value.kind() != Kind::Object {
            return Err(invalid(path, KEEP, &show(value)));
        }
        let mut kept = Vec::new();
        each_field(value, path, &Self::UNITS, |unit, given, path| {
            kept.extend(Self::of_unit(unit, given, path)?);
            Ok(())
        })?;
        match kept.as_slice() {
            [one] => Ok(*one),
            [] => Err(invalid(path, KEEP, "an empty object")),
            _ => Err(invalid(path, KEEP, "several units")),
        }
    }

    fn of_unit<V: View>(unit: &str, value: &V, path: &str) -> Result<Option<Self>> {
        Ok(Some(match unit {
            "tokens" => Self::Tokens(whole(value, path, 1)?),
            "messages" => Self::Messages(whole(value, path, 1)?),
            "turns" => Self::Turns(whole(value, path, 1)?),
            "fraction" => Self::Fraction(super::checks::fraction(value, path)?),
            _ => return Ok(None),
        }))
    }
}

/// What a token costs, and the rules of the prompt cache. What is not given follows from `like`,
/// else from the model.
///
/// ```
/// use conspectus::{Config, PriceList, PriceSet};
///
/// let prices = PriceList { input: Some(2.0), ..PriceList::like(PriceSet::Openai) };
/// let config = Config::builder().prices(prices).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct PriceList {
    /// The known set to begin with.
    pub like: Option<PriceSet>,
    /// The price of a token of the prompt that is not cached.
    pub input: Option<f64>,
    /// The price of a token of an answer.
    pub output: Option<f64>,
    /// The price of a token that is read from the cache.
    pub cache_read: Option<f64>,
    /// The price of a token that is written to the cache.
    pub cache_write: Option<f64>,
    /// How long an entry of the cache lives after it was last read, in minutes.
    pub cache_ttl_minutes: Option<f64>,
    /// A shorter prefix is not cached.
    pub min_cache_tokens: Option<u64>,
    /// How many places of a request may be marked as the end of a cached prefix.
    pub max_cache_marks: Option<u64>,
    /// How many blocks before a mark the provider looks for an entry.
    pub lookback_blocks: Option<u64>,
}

impl PriceList {
    /// The prices of a known set.
    #[must_use]
    pub fn like(set: PriceSet) -> Self {
        Self {
            like: Some(set),
            ..Self::default()
        }
    }

    /// Whether it gives a single price.
    pub(crate) fn has_price(&self) -> bool {
        [self.input, self.output, self.cache_read, self.cache_write]
            .iter()
            .any(Option::is_some)
    }

    pub(crate) const FIELDS: Fields = Fields {
        name: "Prices",
        words: Some(<PriceSet as Named>::names),
        fields: &[
            Field {
                name: "like",
                domain: Domain::Words(<PriceSet as Named>::names),
                meaning: "The known set to begin with. Unless given, that of `model`. If only prices are given, there is no \
                          cache unless `cache_read` is below `input`.",
            },
            Field {
                name: "input",
                domain: Domain::Number(0.0, 1e6),
                meaning: "The price of a token of the prompt that is not cached.",
            },
            Field {
                name: "output",
                domain: Domain::Number(0.0, 1e6),
                meaning: "The price of a token of an answer. Unless given, five times that of input.",
            },
            Field {
                name: "cache_read",
                domain: Domain::Number(0.0, 1e6),
                meaning: "The price of a token that is read from the cache. Unless given, that of input.",
            },
            Field {
                name: "cache_write",
                domain: Domain::Number(0.0, 1e6),
                meaning: "The price of a token that is written to the cache. Unless given, that of input.",
            },
            Field {
                name: "cache_ttl_minutes",
                domain: Domain::Number(0.0, 1e6),
                meaning: "How long an entry of the cache lives after it was last read. Old results are cleared when it is \
                          over.",
            },
            Field {
                name: "min_cache_tokens",
                domain: Domain::Whole(0),
                meaning: "A shorter prefix is not cached.",
            },
            Field {
                name: "max_cache_marks",
                domain: Domain::Whole(0),
                meaning: "How many places of a request may be marked as the end of a cached prefix; 0 where the provider \
                          finds any common prefix by itself.",
            },
            Field {
                name: "lookback_blocks",
                domain: Domain::Whole(0),
                meaning: "How many blocks before a mark the provider looks for an entry. Where a turn adds more, one \
                          more mark is named, if one is left.",
            },
        ],
    };
}

/// What a request may hold beside tokens.
///
/// ```
/// use conspectus::{Config, RequestLimits};
///
/// let limits = RequestLimits { images: Some(100), ..RequestLimits::NONE };
/// let config = Config::builder().request_limits(limits).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestLimits {
    /// The most bytes of a request.
    pub bytes: Option<u64>,
    /// The most images in it.
    pub images: Option<u64>,
    /// The most pixels that all its images may have together.
    pub pixels: Option<u64>,
}

impl RequestLimits {
    /// No limit.
    pub const NONE: Self = Self {
        bytes: None,
        images: None,
        pixels: None,
    };

    pub(crate) const FIELDS: Fields = Fields {
        name: "RequestLimits",
        words: None,
        fields: &[
            Field {
                name: "bytes",
                domain: Domain::Whole(1),
                meaning: "The most bytes that a request may have.",
            },
            Field {
                name: "images",
                domain: Domain::Whole(1),
                meaning: "The most images that a request may hold.",
            },
            Field {
                name: "pixels",
                domain: Domain::Whole(1),
                meaning: "The most pixels that all images of a request may have together.",
            },
        ],
    };
}

/// What an image costs: a number of tokens, or the formula of a provider.
///
/// ```
/// use conspectus::{Config, ImageTokens, MediaRule};
///
/// let config = Config::builder().image_tokens(ImageTokens::Formula(MediaRule::Anthropic)).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImageTokens {
    /// So many tokens, whatever its size.
    Tokens(u64),
    /// By its size, as a provider counts.
    Formula(MediaRule),
}

impl ImageTokens {
    /// The formulas. That of one number for all has no name: the number is given.
    pub(crate) fn names() -> Vec<&'static str> {
        let formulas = MediaRule::ALL
            .into_iter()
            .filter(|rule| *rule != MediaRule::Constant);
        formulas.map(MediaRule::name).collect()
    }
}

/// How the tokens of a text are counted.
///
/// ```
/// use conspectus::{Config, Tokenizer};
///
/// let config = Config::builder().tokenizer(Tokenizer::Exact).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tokenizer {
    /// As a family of models does: an estimate.
    Family(Family),
    /// Exactly, by the encoding of the model.
    Exact,
    /// Exactly, by this encoding.
    Encoding(Encoding),
    /// By a counter of the host.
    Host,
}

impl Tokenizer {
    /// The words that people write. A counter of the host is a function, so it is no word.
    pub(crate) fn names() -> Vec<&'static str> {
        let encodings = Encoding::ALL.map(Encoding::name);
        let families = Family::ALL.into_iter().map(Family::name);
        // A family that has the name of an encoding is counted exactly.
        let families = families.filter(|name| !encodings.contains(name));
        ["exact"]
            .into_iter()
            .chain(encodings)
            .chain(families)
            .collect()
    }

    fn word(self) -> &'static str {
        match self {
            Self::Family(family) => family.name(),
            Self::Exact => "exact",
            Self::Encoding(encoding) => encoding.name(),
            Self::Host => "host",
        }
    }

    pub(crate) fn estimator(self) -> Estimator {
        match self {
            Self::Family(_) => Estimator::Instant,
            Self::Exact | Self::Encoding(_) => Estimator::Exact,
            Self::Host => Estimator::Host,
        }
    }
}

// --- how they are read ---------------------------------------------------------------------------

impl FromOption for Amount {
    fn read<V: View>(value: &V, check: &Check<'_>) -> Result<Self> {
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
        fraction_or_all(value, check.path).map(Self::Fraction)
    }
}

const AMOUNT: &str = "a fraction above 0 and at most 1, or {\"tokens\": ...}";

impl FromOption for Keep {
    fn read<V: View>(value: &V, check: &Check<'_>) -> Result<Self> {
        Self::of(value, check.path)
    }
}

impl FromOption for PriceList {
    fn read<V: View>(value: &V, check: &Check<'_>) -> Result<Self> {
        if value.kind() == Kind::String {
            return choice(value, check.path).map(Self::like);
        }
        if value.kind() != Kind::Object {
            return Err(invalid(check.path, "a name or an object", &show(value)));
        }
        let mut read = Self::default();
        each_field(
            value,
            check.path,
            &Self::FIELDS.names(),
            |name, given, path| {
                let price = || number(given, path, 0.0, 1e6).map(Some);
                let count = || whole(given, path, 0).map(Some);
                match name {
                    "like" => read.like = Some(choice(given, path)?),
                    "input" => read.input = price()?,
                    "output" => read.output = price()?,
                    "cache_read" => read.cache_read = price()?,
                    "cache_write" => read.cache_write = price()?,
                    "cache_ttl_minutes" => read.cache_ttl_minutes = price()?,
                    "min_cache_tokens" => read.min_cache_tokens = count()?,
                    "max_cache_marks" => read.max_cache_marks = count()?,
                    _ => read.lookback_blocks = count()?,
                }
                Ok(())
            },
        )?;
        Ok(read)
    }
}

impl FromOption for RequestLimits {
    fn read<V: View>(value: &V, check: &Check<'_>) -> Result<Self> {
        let mut read = Self::default();
        each_field(
            value,
            check.path,
            &Self::FIELDS.names(),
            |name, given, path| {
                let limit = Some(whole(given, path, 1)?);
                match name {
                    "bytes" => read.bytes = limit,
                    "images" => read.images = limit,
                    _ => read.pixels = limit,
                }
                Ok(())
            },
        )?;
        Ok(read)
    }
}

impl FromOption for ImageTokens {
    fn read<V: View>(value: &V, check: &Check<'_>) -> Result<Self> {
        if value.kind() != Kind::String {
            return whole(value, check.path, 1).map(Self::Tokens);
        }
        let given = value.to_text();
        let rule = MediaRule::ALL
            .into_iter()
            .find(|rule| rule.name() == given && *rule != MediaRule::Constant);
        rule.map(Self::Formula).ok_or_else(|| {
            let expected = format!("a number of tokens, or one of {}", Self::names().join(", "));
            invalid(check.path, &expected, &show(value))
        })
    }
}

impl FromOption for Tokenizer {
    fn read<V: View>(value: &V, check: &Check<'_>) -> Result<Self> {
        let given = string_option(value, check.path)?;
        let all = [Self::Exact, Self::Host]
            .into_iter()
            .chain(Encoding::ALL.into_iter().map(Self::Encoding))
            .chain(Family::ALL.into_iter().map(Self::Family));
        let found = all.into_iter().find(|known| known.word() == given);
        found.ok_or_else(|| {
            let expected = format!(
                "one of {}; or, where messages are counted, a function",
                Self::names().join(", ")
            );
            invalid(check.path, &expected, &show(value))
        })
    }
}

/// Reads an object name by name. A name that is none of `names` is an error.
fn each_field<V: View>(
    object: &V,
    path: &str,
    names: &[&'static str],
    mut read: impl FnMut(&'static str, &V, &str) -> Result<()>,
) -> Result<()> {
    if object.kind() != Kind::Object {
        return Err(invalid(path, "an object", &show(object)));
    }
    super::each(object, |given, value| {
        let Some(name) = names.iter().copied().find(|name| *name == given) else {
            return Err(super::checks::unknown_option(given, names).under(path));
        };
        if value.kind() == Kind::Null {
            return Ok(());
        }
        read(name, value, &format!("{path}/{name}"))
    })
}

// --- how they are written ------------------------------------------------------------------------

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

/// An object of the fields that are given.
fn given_fields<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let given = fields.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(
        given
            .map(|(name, value)| (name.to_owned(), value))
            .collect::<Map<_, _>>(),
    )
}

impl ToOption for PriceList {
    fn data(&self) -> Value {
        given_fields([
            ("like", json!(self.like.map(PriceSet::name))),
            ("input", json!(self.input)),
            ("output", json!(self.output)),
            ("cache_read", json!(self.cache_read)),
            ("cache_write", json!(self.cache_write)),
            ("cache_ttl_minutes", json!(self.cache_ttl_minutes)),
            ("min_cache_tokens", json!(self.min_cache_tokens)),
            ("max_cache_marks", json!(self.max_cache_marks)),
            ("lookback_blocks", json!(self.lookback_blocks)),
        ])
    }
}

impl ToOption for RequestLimits {
    fn data(&self) -> Value {
        given_fields([
            ("bytes", json!(self.bytes)),
            ("images", json!(self.images)),
            ("pixels", json!(self.pixels)),
        ])
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

macro_rules! given_as_data {
    ($($type:ty),+) => { $(
        impl Given<Self> for $type {
            fn given(self) -> Value {
                self.data()
            }
        }
    )+ };
}
given_as_data!(
    Amount,
    Keep,
    PriceList,
    RequestLimits,
    ImageTokens,
    Tokenizer
);

impl Given<Amount> for f64 {
    fn given(self) -> Value {
        json!(self)
    }
}

impl Given<PriceList> for PriceSet {
    fn given(self) -> Value {
        json!(self.name())
    }
}

impl Given<ImageTokens> for u64 {
    fn given(self) -> Value {
        json!(self)
    }
}

impl Given<Tokenizer> for Family {
    fn given(self) -> Value {
        json!(self.name())
    }
}

impl Given<Tokenizer> for Encoding {
    fn given(self) -> Value {
        json!(self.name())
    }
}
