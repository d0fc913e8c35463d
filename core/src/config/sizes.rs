//! The options whose value is more than a number or a word: sizes with their unit, prices, limits.

mod data;

pub use data::{each_field, kept};

use super::checks::Domain;
use super::fields::option_fields;
use crate::host::named::Named;
use crate::{Estimator, MediaRule, PriceSet};
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;

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
    /// A number of tokens.
    Tokens(u64),
}

impl Amount {
    /// How many tokens it is of `room` tokens.
    #[doc(hidden)]
    pub fn of(self, room: f64) -> f64 {
        match self {
            Self::Fraction(share) => room * share,
            Self::Tokens(tokens) => tokens as f64,
        }
    }

    /// Its share, for what is not counted in tokens; `otherwise` where it is a number of tokens.
    pub fn share(self, otherwise: f64) -> f64 {
        match self {
            Self::Fraction(share) => share,
            Self::Tokens(_) => otherwise,
        }
    }
}

option_fields! {
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
    pub struct PriceList as "Prices" (Some(<PriceSet as Named>::names)) {
        /// The known set to start from; the model's by default. If you only pass prices, nothing is
        /// cached unless `cache_read` is below `input`.
        like: Option<PriceSet>,
        /// The price of an uncached prompt token.
        input: Option<f64> = PRICE,
        /// The price of an output token; five times `input` by default.
        output: Option<f64> = PRICE,
        /// The price of a token read from the cache; the same as `input` by default.
        cache_read: Option<f64> = PRICE,
        /// The price of a token written to the cache; the same as `input` by default.
        cache_write: Option<f64> = PRICE,
        /// Minutes that a cached prefix lives after its last use. Once it has expired, old results are
        /// cleared.
        cache_ttl_minutes: Option<f64> = PRICE,
        /// The shortest prefix in tokens that is cached.
        min_cache_tokens: Option<u64>,
        /// The most cache breakpoints in a request; 0 if the provider finds any common prefix.
        max_cache_breakpoints: Option<u64>,
        /// How many blocks before a breakpoint the provider searches for a cached prefix.
        lookback_blocks: Option<u64>,
    }
}

const PRICE: Domain = Domain::Number(0.0, 1e6);

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
    pub fn has_price(&self) -> bool {
        [self.input, self.output, self.cache_read, self.cache_write]
            .iter()
            .any(Option::is_some)
    }
}

option_fields! {
    /// The limits of a request other than tokens.
    ///
    /// ```
    /// use conspectus::{Config, RequestLimits};
    ///
    /// let limits = RequestLimits { images: Some(100), ..RequestLimits::NONE };
    /// let config = Config::builder().request_limits(limits).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub struct RequestLimits as "RequestLimits" (None): Eq {
        /// The most bytes in a request.
        bytes: Option<u64> = Domain::Whole(1),
        /// The most images in a request.
        images: Option<u64> = Domain::Whole(1),
        /// The most pixels of all images in a request.
        pixels: Option<u64> = Domain::Whole(1),
    }
}

impl RequestLimits {
    /// No limit.
    pub const NONE: Self = Self {
        bytes: None,
        images: None,
        pixels: None,
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
    /// A number of tokens for any image.
    Tokens(u64),
    /// By its size, as a provider counts.
    Formula(MediaRule),
}

impl ImageTokens {
    /// The formulas. That of one number for all has no name: the number is given.
    pub fn names() -> Vec<&'static str> {
        let formulas = MediaRule::ALL
            .into_iter()
            .filter(|rule| !matches!(rule, MediaRule::Constant | MediaRule::Unknown));
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
    /// The words that users write. A counter of the host is a function, so it has no word.
    pub fn names() -> Vec<&'static str> {
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

    pub fn estimator(self) -> Estimator {
        match self {
            Self::Family(_) => Estimator::Instant,
            Self::Exact | Self::Encoding(_) => Estimator::Exact,
            Self::Host => Estimator::Host,
        }
    }
}
