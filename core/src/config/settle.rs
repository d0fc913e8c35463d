//! What follows from the options once all are read: limits of the model, prices, and whether sizes
//! agree.

use super::checks::invalid;
use super::{Amount, Config, Keep};
use crate::error::{Error, ErrorKind, Result};
use crate::provider::models::known_limits;
use crate::read::media::sanitize_label;

/// The share of the room that a compaction leaves at most, unless `target` or `trigger` say less.
/// Chosen here: a third below the trigger, so that the next turns do not trigger again.
const TARGET: f64 = 0.5;
/// The same as a part of the trigger.
const TARGET_OF_TRIGGER: f64 = 2.0 / 3.0;
/// What stays at most of the target. Chosen here: a summary has the rest at least.
const KEEP_OF_TARGET: f64 = 0.75;

impl Config {
    /// Takes what is not given from the table of models, works out the prices, and looks whether the
    /// sizes agree.
    ///
    /// # Errors
    /// `InvalidOption` at `/target` or `/keep`; `WindowUnknown` at `/model`.
    pub(super) fn settle(&mut self) -> Result<()> {
        if self.system.infers() {
            self.settle_limits()?;
            self.settle_sizes()?;
            self.settle_prices();
        }
        Ok(())
    }

    /// Takes the limits that are not given from the table of models. Where the provider limits
    /// prompts apart, that is the window for us.
    fn settle_limits(&mut self) -> Result<()> {
        let Some(model) = self.model.as_deref() else {
            return Ok(());
        };
        let Some(known) = known_limits(model) else {
            let shown = sanitize_label(model, 64);
            let message =
                format!("the model `{shown}` is unknown: give its window, context_window=...");
            let error = Error::new(ErrorKind::WindowUnknown, "/model", message);
            return self.context_window.map(drop).ok_or(error);
        };
        if self.context_window.is_none() {
            self.context_window = Some(known.input_tokens);
            self.window_of_model = true;
        }
        self.max_output_tokens = known.output_tokens;
        Ok(())
    }

    /// The room as far as it is known before any message is: the window less the reserve.
    fn usable(&self) -> Option<f64> {
        let window = self.context_window?;
        Some(window.saturating_sub(self.reserve_tokens) as f64)
    }

    /// How many tokens an amount is; a fraction is told as a part of 1 where no window is known, and
    /// then only fractions can be compared.
    fn told(&self, amount: Amount) -> Option<f64> {
        match (amount, self.usable()) {
            (amount, Some(room)) => Some(amount.of(room)),
            (Amount::Fraction(share), None) => Some(share),
            (Amount::Tokens(_), None) => None,
        }
    }

    fn settle_sizes(&self) -> Result<()> {
        if let (Some(target), Some(trigger)) = (
            self.target.and_then(|it| self.told(it)),
            self.told(self.trigger),
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
        if let (Some(keep), Some(target)) = (self.told(kept), self.told(target))
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
    pub(crate) fn target_amount(&self) -> Amount {
        self.target.unwrap_or_else(|| match self.trigger {
            _ if !self.system.infers() => Amount::Fraction(TARGET),
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
