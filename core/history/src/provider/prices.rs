//! What a prompt costs where its beginning is cached: prices, how long a cache entry lives, and
//! where entries begin.
//!
//! Only the ratios of the prices decide when something pays, so the sets hold them with the price
//! of input as 1. A model of the table of models brings its own prices, in dollars for a million
//! tokens.

use super::models::{Prices, named};
use crate::shape::{shapes, words};

shapes! {
    /// Token prices in any unit, and the rules of the prompt cache.
    pub struct CachePrices: Copy {
        /// An uncached prompt token.
        pub input: f64,
        /// A token read from the cache.
        pub read: f64,
        /// A token written to the cache.
        pub write: f64,
        /// An output token.
        pub output: f64,
        /// The lifetime of a cached prefix after its last use; 0 if unknown.
        pub ttl_ms: u64,
        /// The shortest cached prefix in tokens.
        pub min_prefix_tokens: u64,
        /// The most cache breakpoints in a request; 0 if the provider finds any common prefix.
        pub breakpoints: u64,
        /// How many blocks before a breakpoint are searched; 0 if any prefix is found.
        pub lookback_blocks: u64,
        /// The source of the prices.
        pub known_from: PriceSource,
        /// The source of the facts.
        pub source: &'static str,
        /// The year and month of the source.
        pub date: &'static str,
    }
}

words! {
    /// The source of prices.
    pub enum PriceSource {
        /// You passed them, or the name of a set.
        Declared => "declared",
        /// The table of models.
        Table => "table",
        /// The model's name reveals its vendor, whose usual ratios are used.
        Name => "name",
    }
}

words! {
    /// A set of prices and cache rules that a host may name.
    ///
    /// ```
    /// use conspectus::{Config, PriceList, PriceSet};
    ///
    /// assert_eq!(PriceSet::Anthropic1h.prices().write, 2.0);
    /// let config = Config::builder().prices(PriceList::like(PriceSet::Openai)).build()?;
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    pub enum PriceSet {
        /// Anthropic, entries of five minutes.
        Anthropic5m => "anthropic-5m",
        /// Anthropic, entries of an hour.
        Anthropic1h => "anthropic-1h",
        /// OpenAI.
        Openai => "openai",
        /// Google.
        Gemini => "gemini",
        /// A provider without a cache.
        None => "none",
    }
}

crate::host::named::named!(PriceSet);

/// A row of the table.
struct PriceRow {
    set: PriceSet,
    /// How names of its models begin, for the set that is taken for them.
    models: &'static [&'static str],
    prices: CachePrices,
}

const MINUTE_MS: u64 = 60_000;

const ANTHROPIC: CachePrices = CachePrices {
    input: 1.0,
    read: 0.1,
    write: 1.25,
    output: 5.0,
    ttl_ms: 5 * MINUTE_MS,
    min_prefix_tokens: 1_024,
    breakpoints: 4,
    lookback_blocks: 20,
    known_from: PriceSource::Declared,
    source: "platform.claude.com, prompt caching",
    date: "2026-11",
};

/// A provider that finds any common prefix, and charges no more for writing it.
const ANY_PREFIX: CachePrices = CachePrices {
    write: 1.0,
    breakpoints: 0,
    lookback_blocks: 0,
    ..ANTHROPIC
};

/// The sets, in the order of [`PriceSet::ALL`].
static SETS: [PriceRow; 5] = [
    PriceRow {
        set: PriceSet::Anthropic5m,
        models: &["claude"],
        prices: ANTHROPIC,
    },
    PriceRow {
        set: PriceSet::Anthropic1h,
        models: &[],
        prices: CachePrices {
            write: 2.0,
            ttl_ms: 60 * MINUTE_MS,
            ..ANTHROPIC
        },
    },
    PriceRow {
        set: PriceSet::Openai,
        models: &["gpt", "o1", "o3", "o4", "codex", "chatgpt"],
        // The ratios are those of the newest rows of the table of models. How long entries live is
        // stated as five to ten minutes.
        prices: CachePrices {
            output: 8.0,
            source: "developers.openai.com, prompt caching and model pages",
            ..ANY_PREFIX
        },
    },
    PriceRow {
        set: PriceSet::Gemini,
        models: &["gemini"],
        // How long an implicit entry lives is not stated: nothing is taken for cold.
        prices: CachePrices {
            output: 6.0,
            ttl_ms: 0,
            min_prefix_tokens: 2_048,
            source: "ai.google.dev, context caching and model pages",
            ..ANY_PREFIX
        },
    },
    PriceRow {
        set: PriceSet::None,
        models: &[],
        prices: CachePrices {
            read: 1.0,
            ttl_ms: 0,
            min_prefix_tokens: 0,
            source: "every token is new at each call",
            ..ANY_PREFIX
        },
    },
];

impl PriceSet {
    fn row(self) -> &'static PriceRow {
        &SETS[self as usize]
    }

    /// Its prices, with the price of input as 1.
    #[must_use]
    pub fn prices(self) -> CachePrices {
        self.row().prices
    }
}

/// Returns the prices of a model, by its name: those of the table of models with the cache rules of
/// its vendor, else the usual ratios of the vendor. `None` if neither the model nor the vendor is
/// known.
///
/// ```
/// use conspectus::{cache_prices, PriceSource};
///
/// let known = cache_prices("claude-sonnet-4-5").expect("it stands in the table");
/// assert_eq!((known.known_from, known.read, known.breakpoints), (PriceSource::Table, 0.3, 4));
/// assert_eq!(cache_prices("claude-not-yet").expect("its name begins like others").known_from, PriceSource::Name);
/// assert!(cache_prices("my-own").is_none());
/// ```
#[must_use]
pub fn cache_prices(model: &str) -> Option<CachePrices> {
    let (bare, known) = named(model);
    let vendor = SETS
        .iter()
        .find(|row| row.models.iter().any(|start| bare.starts_with(start)));
    match (
        known.and_then(|limits| Some((limits.prices?, limits.source?, limits.date?))),
        vendor,
    ) {
        (Some((prices, source, date)), vendor) => {
            // What is known of no vendor's cache is what most do: any prefix is found, and nothing
            // says how long.
            let rules = vendor.map_or(PriceSet::Gemini, |row| row.set).prices();
            Some(CachePrices {
                input: prices.input,
                read: prices.cached_read,
                write: prices.cache_write,
                output: prices.output,
                known_from: PriceSource::Table,
                source,
                date,
                ..rules
            })
        }
        (None, Some(row)) => Some(CachePrices {
            known_from: PriceSource::Name,
            ..row.prices
        }),
        (None, None) => None,
    }
}

/// The prices of tokens in whole millionths.
#[derive(Debug, Clone, Copy)]
pub struct Micros {
    pub read: u64,
    /// What writing costs more than reading.
    pub more_to_write: u64,
    pub output: u64,
}

impl CachePrices {
    /// The prices alone.
    pub fn of_tokens(&self) -> Prices {
        Prices {
            input: self.input,
            cached_read: self.read,
            cache_write: self.write,
            output: self.output,
        }
    }

    pub fn in_micros(&self) -> Micros {
        let read = micros(self.read);
        Micros {
            read,
            more_to_write: micros(self.write).saturating_sub(read),
            output: micros(self.output),
        }
    }
}

impl Micros {
    /// Returns the loss if old results are cleared before a call and no other call follows.
    /// `behind` is the number of tokens of the last prompt after the nearest cache entry, `freed`
    /// the number of them that are cleared.
    pub fn lost_at_the_end(&self, behind: u64, freed: u64) -> u64 {
        behind
            .saturating_sub(freed)
            .saturating_mul(self.more_to_write)
            .saturating_sub(freed.saturating_mul(self.read))
    }

    /// What calls cost: the tokens that their prompts read, those of them that are new, and those
    /// of the answers.
    pub fn spent(&self, read: u64, new: u64, answered: u64) -> u64 {
        let sums = [
            read.saturating_mul(self.read),
            new.saturating_mul(self.more_to_write),
            answered.saturating_mul(self.output),
        ];
        sums.into_iter().fold(0, u64::saturating_add)
    }
}

/// Returns a price in millionths, as an integer: sums are then equal in all languages and on all
/// platforms.
#[must_use]
pub fn micros(price: f64) -> u64 {
    (price * 1e6).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_stands_in_its_row_and_makes_sense() {
        for set in PriceSet::ALL {
            assert_eq!(set.row().set, set);
            let prices = set.prices();
            assert!(
                0.0 < prices.read && prices.read <= prices.input && prices.input <= prices.write,
                "{}",
                set.name()
            );
            assert_eq!(
                prices.breakpoints == 0,
                prices.lookback_blocks == 0,
                "{}",
                set.name()
            );
        }
    }
}
