//! What follows from the options once all are read: limits of the model, prices, and whether sizes
//! agree.

use super::checks::invalid;
use super::models::model_info;
use super::values::ToOption;
use super::{Amount, Config, Keep};
use crate::read::media::sanitize_label;
use crate::{Error, ErrorKind, Estimator, ModelLimits, Result};
use serde_json::{Value, json};

/// The part of the window that is kept for the answer where the host gives no reserve, at most.
/// Chosen here: answers of agents are far shorter; a model's limit on output may be all of the window.
const ANSWER_PART: u64 = 10;
/// The least that is kept for it, in tokens and as a part of a small window. Chosen here: a call with
/// its arguments; with more, small windows would be left to answers.
const ANSWER_TOKENS_MIN: u64 = 300;
const ANSWER_PART_MAX: u64 = 5;
/// The share of the room that a compaction leaves at most, unless `target` or `trigger` say less.
/// Chosen here: a third below the trigger, so that the next turns do not trigger again.
const TARGET: f64 = 0.5;
/// The default target as a part of the trigger.
const TARGET_OF_TRIGGER: f64 = 2.0 / 3.0;
/// What stays at most of the target. Chosen here: a summary has the rest at least.
const KEEP_OF_TARGET: f64 = 0.75;
/// How many of the newest results are kept, or as many as this share of the window holds, up to a
/// limit. Measured in a window of a million tokens (`make bench-cost`): of the names that an agent
/// uses again, only ten lose 2.6%, and these lose 1.9%; a larger share or limit costs more and keeps
/// hardly more.
const NEWEST_RESULTS: u64 = 10;
const NEWEST_SHARE: f64 = 0.02;
pub const NEWEST_RESULTS_MAX: usize = 30;

impl Config {
    /// What is known of a model.
    pub fn limits_of(&self, model: &str) -> Option<ModelLimits> {
        Some(model_info(model, &self.models)).filter(|known| known.model.is_some())
    }

    /// Takes what is not given from the table of models, works out the prices, and looks whether the
    /// sizes agree.
    ///
    /// # Errors
    /// `InvalidOption` at `/target` or `/keep`; `WindowUnknown` at `/model`.
    pub fn derive(&mut self) -> Result<()> {
        if self.system.derives_from_model {
            self.derive_limits()?;
            self.check_sizes()?;
            self.derive_prices();
        }
        Ok(())
    }

    /// Takes the limits that are not set from the table of models. If the provider limits prompts
    /// separately, that limit is the window.
    fn derive_limits(&mut self) -> Result<()> {
        let Some(model) = self.model.as_deref() else {
            return Ok(());
        };
        let Some(known) = self.limits_of(model) else {
            let shown = sanitize_label(model, 64);
            let message = format!("the model `{shown}` is unknown: pass context_window");
            let error = Error::new(ErrorKind::WindowUnknown, "/model", message);
            return self.context_window.map(drop).ok_or(error);
        };
        if self.context_window.is_none() {
            self.context_window = Some(known.input_tokens);
            self.window_of_model = Some(known.window_source);
            self.price_tier = known.tiers.first().map(|tier| tier.above_tokens);
        }
        self.tuning.max_output_tokens = known.output_tokens;
        Ok(())
    }

    /// What is kept free for the answer, as it was given.
    pub fn reserve(&self) -> u64 {
        self.reserve_tokens.unwrap_or(0)
    }

    /// What the answer must find free in a window before a prompt may be sent.
    pub fn answer_tokens(&self, window: u64) -> u64 {
        let most = match self.tuning.max_output_tokens {
            0 => window / ANSWER_PART,
            output => output.min(window / ANSWER_PART),
        };
        let usual = most.max(ANSWER_TOKENS_MIN.min(window / ANSWER_PART_MAX));
        self.reserve_tokens.unwrap_or(usual)
    }

    /// The options for another model: values that were not set follow from it.
    ///
    /// # Errors
    /// As [`derive`](Self::derive), and where the model has no encoding that was asked for.
    pub fn for_model(&self, model: &str) -> Result<Self> {
        let mut config = self.clone();
        config.model = Some(model.to_owned());
        if config.window_of_model.take().is_some() {
            (config.context_window, config.price_tier) = (None, None);
        }
        if config.estimator() == Estimator::Exact {
            config.encoding_or_error()?;
        }
        if config.system.derives_from_model {
            config.tuning.max_output_tokens = 0;
        }
        config.derive()?;
        Ok(config)
    }

    /// The model and the tokenizer that counted a report. Facts from one pair do not apply to
    /// another.
    pub fn counted_by(&self) -> String {
        let tokenizer = self.tokenizer.map_or(Value::Null, |it| it.data());
        json!([self.model, tokenizer]).to_string()
    }

    /// The options with sizes in tokens of which each is that many of the window's.
    pub fn less_by(mut self, factor: f64) -> Self {
        let less = |tokens: u64| ((tokens as f64 / factor) as u64).max(1);
        let amount = |amount: Amount| match amount {
            Amount::Tokens(tokens) => Amount::Tokens(less(tokens)),
            share => share,
        };
        let answer = self.context_window.map(|window| self.answer_tokens(window));
        // What is reserved by default is no part of the room.
        if self.reserve_tokens.is_some() {
            self.reserve_tokens = answer.map(less);
        }
        self.context_window = self.context_window.map(less);
        self.price_tier = self.price_tier.map(less);
        self.trigger = amount(self.trigger);
        self.target = self.target.map(amount);
        self
    }

    /// The context window of a run: the option `context_window`, or the window that the preset
    /// assumes for the model.
    ///
    /// # Errors
    /// `InvalidOption` if the option is missing and the preset knows no window for the model.
    pub fn window(&self) -> Result<Option<u64>> {
        match self.context_window {
            Some(window) => Ok(Some(window)),
            None => (self.system.assumed_window)(self.model.as_deref())
                .map_err(|error| error.under("context_window")),
        }
    }

    /// The window, `None` if it cannot be known.
    pub fn known_window(&self) -> Option<u64> {
        self.window().ok().flatten()
    }

    /// The window up to the size above which prices are higher. Fractions of the trigger and the
    /// target refer to it.
    pub fn cheap_window(&self) -> Option<u64> {
        let window = self.context_window?;
        Some(self.price_tier.map_or(window, |tier| tier.min(window)))
    }

    /// How many of the newest results are kept at least.
    pub fn newest_results(&self) -> u64 {
        self.keep_tool_results.unwrap_or(NEWEST_RESULTS)
    }

    /// The tokens up to which further ones are kept.
    pub fn newest_result_tokens(&self) -> f64 {
        let window = self.cheap_window().unwrap_or(0) as f64;
        let is_default = self.keep_tool_results.is_none() && self.system.derives_from_model;
        if is_default {
            window * NEWEST_SHARE
        } else {
            0.0
        }
    }

    /// The room as far as it is known before any message is: the window less the reserve.
    fn usable(&self) -> Option<f64> {
        let window = self.cheap_window()?;
        Some(window.saturating_sub(self.reserve()) as f64)
    }

    /// The tokens of an amount. If no window is known, a fraction is returned unchanged, and an
    /// amount in tokens is `None`: then only fractions can be compared.
    fn tokens_of(&self, amount: Amount) -> Option<f64> {
        match (amount, self.usable()) {
            (amount, Some(room)) => Some(amount.of(room)),
            (Amount::Fraction(share), None) => Some(share),
            (Amount::Tokens(_), None) => None,
        }
    }

    fn check_sizes(&self) -> Result<()> {
        if let (Some(reserve), Some(window)) = (self.reserve_tokens, self.context_window)
            && reserve >= window
        {
            let expected = format!("less than the window of {window} tokens");
            return Err(invalid("reserve_tokens", &expected, &reserve.to_string()));
        }
        if let (Some(target), Some(trigger)) = (
            self.target.and_then(|it| self.tokens_of(it)),
            self.tokens_of(self.trigger),
        ) && target >= trigger
        {
            let found = spelled(self.target.unwrap_or(self.trigger));
            return Err(invalid("target", "below `trigger`", &found));
        }
        let kept = match self.keep {
            Some(Keep::Tokens(tokens)) => Amount::Tokens(tokens),
            Some(Keep::Fraction(share)) => Amount::Fraction(share),
            _ => return Ok(()),
        };
        let target = self.target_amount();
        if let (Some(keep), Some(target)) = (self.tokens_of(kept), self.tokens_of(target))
            && keep > target * KEEP_OF_TARGET
        {
            let most = match self.usable() {
                Some(_) => format!(" ({} tokens)", (target * KEEP_OF_TARGET) as u64),
                None => String::new(),
            };
            let expected = format!(
                "at most three quarters of `target`{most}: a summary takes a quarter of it at least"
            );
            return Err(invalid("keep", &expected, &spelled(kept)));
        }
        Ok(())
    }

    /// The target as it was given, else as it follows from the trigger.
    #[doc(hidden)]
    pub fn target_amount(&self) -> Amount {
        self.target.unwrap_or_else(|| match self.trigger {
            _ if !self.system.derives_from_model => Amount::Fraction(TARGET),
            Amount::Fraction(share) => Amount::Fraction(TARGET.min(share * TARGET_OF_TRIGGER)),
            Amount::Tokens(tokens) => {
                let most = (tokens as f64 * TARGET_OF_TRIGGER) as u64;
                match self.usable() {
                    Some(room) if room * TARGET < most as f64 => Amount::Fraction(TARGET),
                    _ => Amount::Tokens(most),
                }
            }
        })
    }
}

fn spelled(amount: Amount) -> String {
    match amount {
        Amount::Fraction(share) => ryu_js::Buffer::new().format(share).to_owned(),
        Amount::Tokens(tokens) => format!("{tokens} tokens"),
    }
}
