//! The prices that hold for a conversation: those that the host gives, on top of a named set or of
//! what the model's name tells.

use super::{ClearWhen, Config};
use crate::provider::prices::{cache_prices, CachePrices, PriceSet, PricesFrom};

/// What an answer costs where only other prices are given, in prices of input. Chosen here: most
/// models of the table cost four to eight times.
const OUTPUT_RATIO: f64 = 5.0;
const MINUTE_MS: f64 = 60_000.0;

impl Config {
    /// Works out the prices.
    pub(super) fn settle_prices(&mut self) {
        self.cache_prices = self.known_prices();
    }

    fn known_prices(&self) -> Option<CachePrices> {
        let given = self.prices.unwrap_or_default();
        let is_given = given.has_price();
        let base = given
            .like
            .map(PriceSet::prices)
            .or_else(|| cache_prices(self.model.as_deref()?));
        let input = given.input.or(base.map(|base| base.input)).unwrap_or(1.0);
        let alone = || CachePrices {
            input,
            read: input,
            write: input,
            output: input * OUTPUT_RATIO,
            ..PriceSet::None.prices()
        };
        let base = match base {
            Some(base) => base,
            None if is_given => alone(),
            None => return None,
        };
        let ttl_ms = given
            .cache_ttl_minutes
            .map(|minutes| (minutes * MINUTE_MS) as u64);
        Some(CachePrices {
            input,
            read: given.cache_read.unwrap_or(base.read),
            write: given.cache_write.unwrap_or(base.write),
            output: given.output.unwrap_or(base.output),
            ttl_ms: ttl_ms.unwrap_or(base.ttl_ms),
            min_prefix_tokens: given.min_cache_tokens.unwrap_or(base.min_prefix_tokens),
            breakpoints: given.max_cache_marks.unwrap_or(base.breakpoints),
            lookback_blocks: given.lookback_blocks.unwrap_or(base.lookback_blocks),
            source: base.source,
            date: base.date,
            known_from: if is_given {
                PricesFrom::Declared
            } else {
                base.known_from
            },
        })
    }

    /// When old results are cleared, as it was asked for or as it follows from the prices.
    pub(crate) fn clears_when(&self) -> ClearWhen {
        match self.clear_when {
            ClearWhen::Auto if self.cache_prices.is_some() => ClearWhen::Pays,
            ClearWhen::Auto => ClearWhen::Trigger,
            given => given,
        }
    }
}
