//! The prices that apply to a conversation: the host's prices on top of a named set, or of the
//! model's prices.

use super::{ClearWhen, Config, PriceList, model_info};
use crate::{CachePrices, PriceSet, PriceSource};

/// What an answer costs where only other prices are given, in prices of input. Chosen here: most
/// models of the table cost four to eight times.
const OUTPUT_RATIO: f64 = 5.0;
const MINUTE_MS: f64 = 60_000.0;

impl PriceList {
    /// These prices, and of what is not given those of the named set, else of the model.
    pub fn over(&self, of_model: Option<CachePrices>) -> Option<CachePrices> {
        let is_given = self.has_price();
        let base = self.like.map(PriceSet::prices).or(of_model);
        let input = self.input.or(base.map(|base| base.input)).unwrap_or(1.0);
        let mut prices = match base {
            Some(base) => base,
            None if is_given => {
                let mut alone = PriceSet::None.prices();
                (alone.read, alone.write) = (input, input);
                alone.output = input * OUTPUT_RATIO;
                alone
            }
            None => return None,
        };
        let ttl_ms = self
            .cache_ttl_minutes
            .map(|minutes| (minutes * MINUTE_MS) as u64);
        let set = |price: &mut f64, given: Option<f64>| *price = given.unwrap_or(*price);
        prices.input = input;
        set(&mut prices.read, self.cache_read);
        set(&mut prices.write, self.cache_write);
        set(&mut prices.output, self.output);
        let set = |number: &mut u64, given: Option<u64>| *number = given.unwrap_or(*number);
        set(&mut prices.ttl_ms, ttl_ms);
        set(&mut prices.min_prefix_tokens, self.min_cache_tokens);
        set(&mut prices.breakpoints, self.max_cache_breakpoints);
        set(&mut prices.lookback_blocks, self.lookback_blocks);
        if is_given {
            prices.known_from = PriceSource::Declared;
        }
        Some(prices)
    }
}

impl Config {
    /// Works out the prices.
    pub fn derive_prices(&mut self) {
        self.cache_prices = self.known_prices();
    }

    fn known_prices(&self) -> Option<CachePrices> {
        let model = self.model.as_deref();
        let of_model = model.and_then(|it| model_info(it, &self.models).cache);
        self.prices.unwrap_or_default().over(of_model)
    }

    /// When old results are cleared, as it was asked for or as it follows from the prices.
    pub fn clears_when(&self) -> ClearWhen {
        match self.clear_when {
            ClearWhen::Auto if self.cache_prices.is_some() => ClearWhen::BreakEven,
            ClearWhen::Auto => ClearWhen::Trigger,
            given => given,
        }
    }
}
