//! The builder of [`Config`](super::Config), and one builder for each group of options. Rust
//! programs set options with them.
//!
//! A setter only stores its value. [`ConfigBuilder::build`] checks all values, by the same rules as
//! the options of other languages.

use super::secret::Secret;
use serde_json::{Map, Value};

/// Collects options for a [`Config`](super::Config). Options that are not set keep the values of
/// the preset.
///
/// ```
/// use conspectus::{Config, Keep, When};
///
/// let config = Config::builder()
///     .context_window(200_000)
///     .when(When::new().trigger(0.8))
///     .keep(Keep::new().results(3))
///     .build()?;
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ConfigBuilder {
    pub(crate) given: Map<String, Value>,
}

/// A value that the setter of an option of type `T` takes.
pub trait Given<T> {
    /// The value as JSON.
    fn given(self) -> Value;
}

macro_rules! given {
    ($($type:ty => $option:ty),+ $(,)?) => { $(
        impl Given<$option> for $type {
            fn given(self) -> Value {
                Value::from(self)
            }
        }
    )+ };
}
given!(u64 => u64, f64 => f64, bool => bool, &str => String, String => String, &str => Secret, String => Secret, Vec<String> => Vec<String>);

impl<const N: usize> Given<Vec<String>> for [&str; N] {
    fn given(self) -> Value {
        Value::from(self.to_vec())
    }
}

impl<T: super::checks::Named> Given<T> for T {
    fn given(self) -> Value {
        Value::from(self.word())
    }
}

impl ConfigBuilder {
    /// Starts from the values of another preset than `default`, such as `gemini-cli` or
    /// `qwen-code`. `build` rejects an unknown name.
    #[must_use]
    pub fn preset(mut self, name: &str) -> Self {
        self.given.insert("preset".to_owned(), name.into());
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
pub(super) use setters;

macro_rules! group {
    (Top $method:ident $about:literal { $($(#[doc = $doc:literal])+ $leaf:ident($arg:ty);)* }) => {
        $crate::config::builder::setters!(ConfigBuilder { $($(#[doc = $doc])+ $leaf($arg);)* });
    };
    ($group:ident $method:ident $about:literal { $($(#[doc = $doc:literal])+ $leaf:ident($arg:ty);)* }) => {
        #[doc = concat!($about, " A group of options for [`Config::builder`].")]
        ///
        /// ```
        #[doc = concat!("let group = conspectus::", stringify!($group), "::new();")]
        #[doc = concat!("let config = conspectus::Config::builder().", stringify!($method), "(group).build()?;")]
        /// # Ok::<(), conspectus::Error>(())
        /// ```
        #[derive(Debug, Clone, Default)]
        pub struct $group {
            given: serde_json::Map<String, serde_json::Value>,
        }

        impl $group {
            /// A group in which no option is set yet.
            #[must_use]
            pub fn new() -> Self {
                Self::default()
            }
        }

        $crate::config::builder::setters!($group { $($(#[doc = $doc])+ $leaf($arg);)* });

        impl ConfigBuilder {
            #[doc = $about]
            #[must_use]
            pub fn $method(mut self, group: $group) -> Self {
                self.given.insert(stringify!($method).to_owned(), group.given.into());
                self
            }
        }
    };
}
pub(super) use group;
