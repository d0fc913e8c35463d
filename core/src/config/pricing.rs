//! The prices that hold for a conversation: those that the host gives, on top of a named set or of
//! what the model's name tells.

use super::{Accepted, ClearWhen, Config};
use crate::provider::prices::{cache_prices, CachePrices, PriceSet, PricesFrom};

/// What an answer costs where only other prices are given, in prices of input. Chosen here: most
/// models of the table cost four to eight times.
const OUTPUT_RATIO: f64 = 5.0;

impl Config {
    /// Works out the prices, where the system uses them.
    pub(super) fn settle_prices(&mut self, accepted: &Accepted<'_>) {
        if accepted.options.contains(&"price_preset") {
            self.cache_prices = self.known_prices();
        }
    }

    fn known_prices(&self) -> Option<CachePrices> {
        let given = [
            self.price_input,
            self.price_read,
            self.price_write,
            self.price_output,
        ];
        let is_given = given.iter().any(Option::is_some);
        let base = self
            .price_preset
            .map(PriceSet::prices)
            .or_else(|| cache_prices(self.model.as_deref()?));
        let input = self
            .price_input
            .or(base.map(|base| base.input))
            .unwrap_or(1.0);
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
        Some(CachePrices {
            input,
            read: self.price_read.unwrap_or(base.read),
            write: self.price_write.unwrap_or(base.write),
            output: self.price_output.unwrap_or(base.output),
            ttl_ms: self.cache_ttl_ms.unwrap_or(base.ttl_ms),
            min_prefix_tokens: self
                .cache_min_prefix_tokens
                .unwrap_or(base.min_prefix_tokens),
            breakpoints: self.cache_breakpoints.unwrap_or(base.breakpoints),
            lookback_blocks: self.cache_lookback_blocks.unwrap_or(base.lookback_blocks),
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
        self.clear_when.unwrap_or(if self.cache_prices.is_some() {
            ClearWhen::Pays
        } else {
            ClearWhen::Trigger
        })
    }
}
