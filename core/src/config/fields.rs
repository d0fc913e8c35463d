//! Options that are an object with named fields.

/// Declares such an object once: its struct, the rows of its fields, and how it is read and written.
/// The docs are the meanings. The words in parentheses can replace the object. A field may end with
/// its domain, if it is narrower than that of its type.
macro_rules! option_fields {
    (
        $(#[doc = $about:literal])+
        pub struct $type:ident as $name:literal ($words:expr) $(: $derive:ident)? {
            $($(#[doc = $doc:literal])+ $field:ident: $kind:ty $(= $domain:expr)?,)+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, Default, PartialEq $(, $derive)?)]
        pub struct $type {
            $($(#[doc = $doc])+ pub $field: $kind,)+
        }

        impl $type {
            pub const FIELDS: $crate::config::Fields = $crate::config::Fields {
                name: $name,
                words: $words,
                fields: &[$($crate::config::checks::OptionField {
                    name: stringify!($field),
                    domain: $crate::config::values::domain_of!($kind $(, $domain)?),
                    meaning: concat!($($doc),+),
                }),+],
            };

            pub fn read_fields(value: &$crate::Item<'_>, check: &$crate::config::values::Check<'_>) -> $crate::Result<Self> {
                let mut read = Self::default();
                $crate::config::sizes::each_field(value, check.path, &Self::FIELDS.names(), |name, given, path| {
                    match name {
                        $(stringify!($field) => {
                            let check = $crate::config::values::Check { path, domain: $crate::config::values::domain_of!($kind $(, $domain)?) };
                            read.$field = $crate::config::values::FromOption::read(given, &check)?;
                        })+
                        _ => {}
                    }
                    Ok(())
                })?;
                Ok(read)
            }
        }

        impl $crate::config::values::ToOption for $type {
            fn data(&self) -> serde_json::Value {
                let fields = [$((stringify!($field), $crate::config::values::ToOption::data(&self.$field))),+];
                fields.into_iter().filter(|(_, value)| !value.is_null()).collect()
            }
        }
    };
}
pub(crate) use option_fields;
