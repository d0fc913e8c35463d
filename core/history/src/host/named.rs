//! Types whose values are words.

/// A type whose values options select by a word.
pub trait Named: Copy + Sized + 'static {
    /// Every value, in the order in which errors list the words.
    const VALUES: &'static [Self];

    /// The word for a value, the same in all languages.
    fn word(self) -> &'static str;

    /// The words for all values.
    fn names() -> Vec<&'static str> {
        Self::VALUES.iter().map(|value| value.word()).collect()
    }
}

/// Gives a type the words of its values: `ALL`, `name()` and [`Named`].
#[doc(hidden)]
#[macro_export]
macro_rules! __named {
    // It has `ALL` and `name()` already.
    ($($type:ty),+) => { $(
        impl $crate::host::named::Named for $type {
            const VALUES: &'static [Self] = &Self::ALL;

            fn word(self) -> &'static str {
                self.name()
            }
        }
    )+ };
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in the order of the reference.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name used in options and reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        $crate::host::named::named!($type);
    };
}
pub use crate::__named as named;
