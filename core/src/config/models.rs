//! A host's own facts about models. They take precedence over the built-in table.

mod data;

use super::PriceList;
use super::checks::Domain;
use super::fields::option_fields;
use crate::provider::models::{find, known_limits, spelled};
use crate::{LimitSource, ModelLimits, cache_prices};
use std::collections::BTreeMap;

option_fields! {
    /// What a host knows of a model. What is left out is as the table has it.
    pub struct ModelRow as "ModelRow" (None) {
        /// Required. The context window: prompt and response together.
        window_tokens: u64 = Domain::Whole(1),
        /// The largest response in tokens.
        output_tokens: Option<u64> = Domain::Whole(1),
        /// The model's prices, as in the option `prices`.
        prices: Option<PriceList>,
    }
}

/// Rows of a host, by the names of the models.
///
/// ```
/// use conspectus::{Config, ModelRow, ModelRows};
///
/// let row = ModelRow { window_tokens: 32_000, ..ModelRow::default() };
/// let models = ModelRows::from([("my-model".to_owned(), row)]);
/// let config = Config::builder().model("my-model").models(models).build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
pub type ModelRows = BTreeMap<String, ModelRow>;

/// The row of a model, with its name in the rows.
fn row_of<'a>(rows: &'a ModelRows, model: &str) -> Option<(&'a String, &'a ModelRow)> {
    let like = |spelling: &str| rows.iter().find(|(name, _)| spelled(name) == spelling);
    rows.get_key_value(model).or_else(|| find(model, like))
}

/// What a model holds and costs: by the rows of the host, then by the table. Prefixes of vendors and
/// regions, dates, versions with dots or dashes, `-latest`, tags and how weights are stored are
/// understood in the name.
///
/// ```
/// use conspectus::{model_info, LimitSource, ModelRow, ModelRows};
///
/// let none = ModelRows::default();
/// let limits = model_info("us.anthropic.claude-opus-4-7-20260416-v1:0", &none);
/// assert_eq!((limits.model.as_deref(), limits.window_tokens), (Some("claude-opus-4-7"), 1_000_000));
/// assert_eq!(model_info("my-own", &none).window_source, LimitSource::Fallback);
/// let row = ModelRow { window_tokens: 32_000, ..ModelRow::default() };
/// let own = ModelRows::from([("my-own".to_owned(), row)]);
/// assert_eq!(model_info("my-own", &own).window_tokens, 32_000);
/// ```
#[must_use]
pub fn model_info(name: &str, own: &ModelRows) -> ModelLimits {
    let mut limits = known_limits(name).unwrap_or_else(|| ModelLimits::guessed(name));
    let row = row_of(own, name);
    let given = row.and_then(|(_, row)| row.prices);
    limits.cache = given.unwrap_or_default().over(cache_prices(name));
    let Some((model, row)) = row else {
        return limits;
    };
    limits.model = Some(model.clone());
    limits.window_tokens = row.window_tokens;
    limits.input_tokens = row.window_tokens;
    limits.window_source = LimitSource::Declared;
    limits.output_tokens = limits.output_tokens.min(row.window_tokens);
    if let Some(output) = row.output_tokens {
        (limits.output_tokens, limits.output_source) = (output, LimitSource::Declared);
    }
    if given.is_some() {
        limits.prices = limits.cache.map(|it| it.of_tokens());
        limits.tiers.clear();
    }
    (limits.source, limits.date) = (Some("the option `models`"), None);
    limits
}
