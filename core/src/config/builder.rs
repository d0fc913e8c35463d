//! The builder of [`Config`](super::Config). Rust programs set options with it.
//!
//! A setter only stores its value. [`ConfigBuilder::build`] checks all values, by the same rules as
//! the options of other languages.

use super::{Amount, ImageTokens, PriceList, Tokenizer};
use crate::PriceSet;
use crate::seal::Secret;
use conspectus_tokens::exact::Encoding;
use conspectus_tokens::instant::Family;
use serde_json::{Map, Value};

/// Collects options for a [`Config`](super::Config). Options that are not set keep the values of
/// the preset.
///
/// ```
/// use conspectus::{Config, Keep};
///
/// let config = Config::builder()
///     .context_window(200_000)
///     .trigger(0.8)
///     .keep(Keep::Messages(20))
///     .build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ConfigBuilder {
    pub given: Map<String, Value>,
}

/// A value that the setter of an option of type `T` takes.
pub trait Given<T> {
    /// The value as JSON.
    fn given(self) -> Value;
}

macro_rules! given {
    ($($type:ty => $option:ty = $data:expr;)+) => { $(
        impl Given<$option> for $type {
            fn given(self) -> Value {
                Value::from($data(self))
            }
        }
    )+ };
}
given! {
    &str => String = Value::from;
    &str => Secret = Value::from;
    String => Secret = Value::from;
    f64 => Amount = Value::from;
    u64 => ImageTokens = Value::from;
    PriceSet => PriceList = PriceSet::name;
    Family => Tokenizer = Family::name;
    Encoding => Tokenizer = Encoding::name;
}

impl<const N: usize> Given<Vec<String>> for [&str; N] {
    fn given(self) -> Value {
        Value::from(self.to_vec())
    }
}

impl ConfigBuilder {
    /// Starts from the values of another preset than `default`, such as `gemini-cli` or `qwen-code`.
    /// `build` rejects an unknown name.
    #[must_use]
    pub fn preset(self, name: &str) -> Self {
        self.setting("name", name)
    }

    /// Sets an option of the preset's own. `build` rejects one that the preset does not have.
    ///
    /// ```
    /// use conspectus::Config;
    ///
    /// conspectus_presets::register();
    /// let config = Config::builder().preset("gencode").setting("prune_protect", 60_000).build()?;
    /// assert!(Config::builder().preset("gencode").setting("protect", 1).build().is_err());
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    #[must_use]
    pub fn setting(mut self, name: &str, value: impl Into<Value>) -> Self {
        let preset = self
            .given
            .entry("preset")
            .or_insert_with(|| Map::new().into());
        preset[name] = value.into();
        self
    }
}

macro_rules! setters {
    ($type:ident { $($(#[doc = $doc:literal])+ $leaf:ident($arg:ty);)* }) => {
        impl $type {
            $(
                $(#[doc = $doc])+
                #[must_use]
                pub fn $leaf(mut self, value: impl $crate::config::builder::Given<$arg>) -> Self {
                    self.given.insert(stringify!($leaf).to_owned(), $crate::config::builder::Given::<$arg>::given(value));
                    self
                }
            )*
        }
    };
}
pub(crate) use setters;
