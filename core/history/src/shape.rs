//! What results look like: a row for each struct and each list of words that a result holds.
//!
//! A result is written once, as a struct inside [`shapes!`], and a list of words as an enum inside
//! [`words!`]. The types of Python and TypeScript, the reference, and the check of every result in
//! the vectors follow from these rows.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The type of a value in a result.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// A whole number.
    Whole,
    /// Any number.
    Number,
    /// True or false.
    Flag,
    /// A text.
    Text,
    /// Something that no row describes. The strings are its types in Python and in TypeScript.
    Data(&'static str, &'static str),
    /// The value, or null.
    Maybe(&'static Self),
    /// A list.
    List(&'static Self),
    /// A list of exactly two.
    Pair(&'static Self, &'static Self),
    /// An object whose keys are data, not field names.
    Map(&'static Self),
    /// One word of a list.
    Word(&'static Words),
    /// A struct.
    Shape(&'static Row),
}

/// A list of words.
#[derive(Debug)]
pub struct Words {
    /// The name of the type.
    pub name: &'static str,
    /// What the words say, as lines of a doc comment.
    pub about: &'static [&'static str],
    /// Each word, with what it says.
    pub words: &'static [(&'static str, &'static [&'static str])],
}

/// A struct that a result is made of.
#[derive(Debug)]
pub struct Row {
    /// The name of the type.
    pub name: &'static str,
    /// What it is, as lines of a doc comment.
    pub about: &'static [&'static str],
    /// Its fields, in order.
    pub fields: &'static [Field],
}

/// One field.
#[derive(Debug)]
pub struct Field {
    /// The name of the field, as Rust spells it.
    pub name: &'static str,
    /// What it says, as lines of a doc comment.
    pub meaning: &'static [&'static str],
    /// Its type.
    pub kind: &'static Type,
}

/// A Rust type that occurs in a result.
pub trait Typed {
    /// What it is in other languages.
    const TYPE: &'static Type;
}

/// A struct that a result is made of.
pub trait Shape {
    /// Its row.
    const ROW: &'static Row;
}

macro_rules! typed {
    ($($kind:expr => $($type:ty),+;)+) => {
        $($(impl Typed for $type { const TYPE: &'static Type = &$kind; })+)+
    };
}
typed! {
    Type::Whole => u8, u16, u32, u64, usize, i64;
    Type::Number => f64;
    Type::Flag => bool;
    Type::Text => String, &'static str;
    Type::Data("Any", "unknown") => Value;
    Type::Map(&Type::Data("Any", "unknown")) => Map<String, Value>;
}

impl<T: Typed> Typed for Option<T> {
    const TYPE: &'static Type = &Type::Maybe(T::TYPE);
}

impl<T: Typed> Typed for Vec<T> {
    const TYPE: &'static Type = &Type::List(T::TYPE);
}

impl<T: Typed> Typed for Box<T> {
    const TYPE: &'static Type = T::TYPE;
}

impl<A: Typed, B: Typed> Typed for (A, B) {
    const TYPE: &'static Type = &Type::Pair(A::TYPE, B::TYPE);
}

impl<T: Typed> Typed for BTreeMap<&'static str, T> {
    const TYPE: &'static Type = &Type::Map(T::TYPE);
}

impl<T: Typed> Typed for BTreeMap<String, T> {
    const TYPE: &'static Type = &Type::Map(T::TYPE);
}

/// Defines result structs. Each implements `Serialize` and has a row. Fields after a `;` are not
/// part of the result. `field: type = other` sets the field's type in other languages, if its Rust
/// type does not determine it.
#[doc(hidden)]
#[macro_export]
macro_rules! __shapes {
    ($(
        $(#[doc = $about:literal])+
        $vis:vis struct $type:ident $(as $name:literal)? $(: $($derive:ident),+)? {
            $($(#[doc = $doc:literal])+ $field_vis:vis $field:ident: $kind:ty $(= $other:expr)?,)*
            $(; $($(#[doc = $hidden_doc:literal])+ $hidden_vis:vis $hidden:ident: $hidden_kind:ty,)+)?
        }
    )+) => { $(
        $(#[doc = $about])+
        #[derive(Debug, Clone, PartialEq, serde::Serialize $($(, $derive)+)?)]
        #[non_exhaustive]
        $vis struct $type {
            $($(#[doc = $doc])+ $field_vis $field: $kind,)*
            $($($(#[doc = $hidden_doc])+ #[serde(skip)] $hidden_vis $hidden: $hidden_kind,)+)?
        }

        impl $crate::shape::Shape for $type {
            const ROW: &'static $crate::shape::Row = &$crate::shape::Row {
                name: $crate::shape::named!($type $($name)?),
                about: &[$($about),+],
                fields: &[$($crate::shape::Field {
                    name: stringify!($field),
                    meaning: &[$($doc),+],
                    kind: $crate::shape::kind_of!($kind $(, $other)?),
                }),*],
            };
        }

        impl $crate::shape::Typed for $type {
            const TYPE: &'static $crate::shape::Type =
                &$crate::shape::Type::Shape(<$type as $crate::shape::Shape>::ROW);
        }
    )+ };
}

/// The name of a type in other languages: its own, or the one that is given.
#[doc(hidden)]
#[macro_export]
macro_rules! __shape_named {
    ($type:ident) => {
        stringify!($type)
    };
    ($type:ident $name:literal) => {
        $name
    };
}

/// Defines enums of words: each variant has its word, the same in all languages, and each enum has
/// the list of its words.
#[doc(hidden)]
#[macro_export]
macro_rules! __words {
    ($(
        $(#[doc = $about:literal])+
        $vis:vis enum $type:ident $(as $name:literal)? {
            $($(#[doc = $doc:literal])+ $variant:ident => $word:literal,)+
        }
    )+) => { $(
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        $vis enum $type {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl $type {
            /// Every one of them, in order.
            #[allow(dead_code, reason = "not every list is iterated")]
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// The word, the same in all languages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl $crate::shape::Typed for $type {
            const TYPE: &'static $crate::shape::Type = &$crate::shape::Type::Word(&$crate::shape::Words {
                name: $crate::shape::named!($type $($name)?),
                about: &[$($about),+],
                words: &[$(($word, &[$($doc),+])),+],
            });
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )+ };
}

/// What a field is in other languages.
#[doc(hidden)]
#[macro_export]
macro_rules! __kind_of {
    ($type:ty) => {
        <$type as $crate::shape::Typed>::TYPE
    };
    ($type:ty, $other:expr) => {
        $other
    };
}

pub use crate::{
    __kind_of as kind_of, __shape_named as named, __shapes as shapes, __words as words,
};

/// The text of doc lines: without code, and without the brackets of links.
pub fn text(lines: &[&str]) -> String {
    let kept: Vec<&str> = lines
        .iter()
        .map(|line| line.trim())
        .take_while(|line| !line.starts_with("```"))
        .collect();
    let mut text = kept.join(" ");
    // A link `[`name`](path)` is its name.
    while let Some((from, to)) = text.find("](").and_then(|at| {
        let end = text[at..].find(')')? + at + 1;
        Some((at, end))
    }) {
        let start = text[..from].rfind('[').unwrap_or(from);
        text = format!(
            "{}{}{}",
            &text[..start],
            &text[start + 1..from],
            &text[to..]
        );
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Type {
    /// The type as data.
    #[must_use]
    pub fn data(&self) -> Value {
        match self {
            Self::Whole => json!({ "kind": "whole" }),
            Self::Number => json!({ "kind": "number" }),
            Self::Flag => json!({ "kind": "flag" }),
            Self::Text => json!({ "kind": "text" }),
            Self::Data(python, typescript) => {
                json!({ "kind": "data", "python": python, "typescript": typescript })
            }
            Self::Maybe(of) => json!({ "kind": "maybe", "of": of.data() }),
            Self::List(of) => json!({ "kind": "list", "of": of.data() }),
            Self::Pair(a, b) => json!({ "kind": "pair", "of": [a.data(), b.data()] }),
            Self::Map(of) => json!({ "kind": "map", "of": of.data() }),
            Self::Word(words) => json!({ "kind": "word", "name": words.name }),
            Self::Shape(row) => json!({ "kind": "shape", "name": row.name }),
        }
    }

    /// Adds the rows and lists of words that this type uses, dependencies first.
    pub fn collect(&self, rows: &mut Vec<&'static Row>, lists: &mut Vec<&'static Words>) {
        match self {
            Self::Maybe(of) | Self::List(of) | Self::Map(of) => of.collect(rows, lists),
            Self::Pair(a, b) => {
                a.collect(rows, lists);
                b.collect(rows, lists);
            }
            Self::Word(words) => {
                if !lists.iter().any(|known| known.name == words.name) {
                    lists.push(words);
                }
            }
            Self::Shape(row) => {
                if rows.iter().any(|known| known.name == row.name) {
                    return;
                }
                for field in row.fields {
                    field.kind.collect(rows, lists);
                }
                rows.push(row);
            }
            Self::Whole | Self::Number | Self::Flag | Self::Text | Self::Data(..) => {}
        }
    }
}

impl Field {
    /// The name of the field.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name.strip_prefix("r#").unwrap_or(self.name)
    }
}

impl Row {
    /// The row as data.
    #[must_use]
    pub fn data(&self) -> Value {
        let fields: Vec<Value> = self
            .fields
            .iter()
            .map(|field| {
                json!({ "name": field.name(), "meaning": text(field.meaning), "type": field.kind.data() })
            })
            .collect();
        json!({ "name": self.name, "about": text(self.about), "fields": fields })
    }
}

impl Words {
    /// The list as data.
    #[must_use]
    pub fn data(&self) -> Value {
        let words: Vec<Value> = self
            .words
            .iter()
            .map(|(word, meaning)| json!({ "word": word, "meaning": text(meaning) }))
            .collect();
        json!({ "name": self.name, "about": text(self.about), "words": words })
    }
}
