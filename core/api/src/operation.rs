//! The rows of the tables of operations: what a row says about an operation, its arguments and its
//! result.

use super::argument;
use super::exact::Caller;
use conspectus::inner::{
    Domain, Kind, choice, flag, items, kept, kind_name, string_option, strings, whole, wrong,
};
use conspectus::{
    Condense, Config, ConfiguredHistory, Detail, Error, ErrorKind, Item, Keep, Result,
};
use conspectus_history::shape::Type;
use conspectus_presets::gemini_cli::limits::OverflowRule;
use conspectus_toolkit::intake::imports::ImportFormat;
use serde_json::{Value, json};

/// The options that decide how messages are measured. Every operation that measures takes all of
/// them.
pub const MEASURING: [&str; 4] = ["dialect", "model", "tokenizer", "image_tokens"];

/// What an operation is run on.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// A list of messages.
    Messages,
    /// Something else. The strings are its name, its type in Python and its type in TypeScript.
    Other(&'static str, &'static str, &'static str),
    /// Nothing. The arguments hold everything.
    Nothing,
}

/// What a binding returns.
#[derive(Debug, Clone, Copy)]
pub enum Gives {
    /// The whole result.
    Plain(Ty),
    /// One field of the result: its name and its type.
    Field(&'static str, Ty),
    /// The input with the patch of the result applied, what was removed, and the sizes before and
    /// after. The type is that of its details.
    Edited(Ty),
}

/// A type of a result.
pub type Ty = &'static Type;

impl Gives {
    /// The type of what it gives; of an edited list, that of the details.
    #[must_use]
    pub fn ty(&self) -> Ty {
        match self {
            Self::Plain(ty) | Self::Field(_, ty) | Self::Edited(ty) => ty,
        }
    }
}

/// An argument of one operation.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// The name of the argument.
    pub name: &'static str,
    /// Which values are allowed.
    pub domain: Domain,
    /// What the argument means, in one or two sentences.
    pub meaning: &'static str,
    /// Whether the argument must be given.
    pub needed: bool,
}

/// A type that an argument is read as.
pub trait ReadArgument: Sized {
    /// What may be given, unless its row says more closely.
    const DOMAIN: Domain;
    /// Whether it must be given.
    const NEEDED: bool = true;

    fn read(value: &Item<'_>, row: &Argument) -> Result<Self>;

    /// What it is where nothing is given.
    fn absent(row: &Argument) -> Result<Self> {
        let message = format!("{} is needed:{}", row.name, row.meaning);
        Err(wrong(row.name, message))
    }
}

/// An argument that its operation reads itself, as the host's own value.
pub struct Viewed;

impl<T: ReadArgument> ReadArgument for Option<T> {
    const DOMAIN: Domain = T::DOMAIN;
    const NEEDED: bool = false;

    fn read(value: &Item<'_>, row: &Argument) -> Result<Self> {
        T::read(value, row).map(Some)
    }

    fn absent(_: &Argument) -> Result<Self> {
        Ok(None)
    }
}

macro_rules! given {
    ($($type:ty: $domain:expr, |$value:ident, $row:ident| $read:expr;)+) => { $(
        impl ReadArgument for $type {
            const DOMAIN: Domain = $domain;

            fn read($value: &Item<'_>, $row: &Argument) -> Result<Self> {
                $read
            }
        }
    )+ };
}
given! {
    u64: Domain::Whole(0), |value, row| Ok(row.domain.number(value, row.name)? as Self);
    usize: Domain::Whole(0), |value, row| {
        u64::read(value, row).map(in_memory)
    };
    f64: Domain::Number(f64::NEG_INFINITY, f64::INFINITY), |value, row| row.domain.number(value, row.name);
    bool: Domain::Flag, |value, row| flag(value, row.name);
    String: Domain::Text, |value, row| string_option(value, row.name);
    Vec<String>: Domain::Texts, |value, row| strings(value, row.name);
    Keep: Domain::Keep, |value, row| kept(value, row.name);
    Value: Domain::Data("Any", "unknown"), |value, row| {
        value.to_value().map_err(|error| error.under(row.name))
    };
    Viewed: Domain::Data("Any", "unknown"), |_value, _row| Ok(Self);
    Condense: Domain::words::<Self>(), |value, row| choice(value, row.name);
    Detail: Domain::words::<Self>(), |value, row| choice(value, row.name);
    ImportFormat: Domain::words::<Self>(), |value, row| choice(value, row.name);
    OverflowRule: Domain::words::<Self>(), |value, row| choice(value, row.name);
}

impl Argument {
    /// Reads the argument; if it is absent or null, returns `otherwise()` if that is set.
    pub(crate) fn read<T: ReadArgument>(
        &self,
        options: &Item<'_>,
        otherwise: Option<fn() -> T>,
    ) -> Result<T> {
        match (argument(options, self.name), otherwise) {
            (Some(value), _) => T::read(&value, self),
            (None, Some(otherwise)) => Ok(otherwise()),
            (None, None) => T::absent(self),
        }
    }
}

/// Expands to the first of several expressions: a value, or else its default.
macro_rules! first {
    ($first:expr $(, $other:expr)*) => {
        $first
    };
}
pub(crate) use first;

/// Declares arguments, each once: a struct, its rows, and how it is read. The docs are the
/// meanings. A field may have its domain in brackets, and its default after a `=`.
macro_rules! arguments {
    ($(#[doc = $about:literal])* $vis:vis struct $type:ident {
        $($(#[doc = $doc:literal])+ $field:ident: $kind:ty $([$domain:expr])? $(= $otherwise:expr)?,)+
    }) => {
        $(#[doc = $about])*
        #[allow(dead_code, reason = "a test shows that each matters")]
        $vis struct $type {
            $($vis $field: $kind,)+
        }

        #[allow(dead_code, reason = "some hold only what is read as the host's own value")]
        impl $type {
            $vis const ROWS: [$crate::Argument; [$(stringify!($field)),+].len()] = [$($crate::Argument {
                name: stringify!($field),
                domain: $crate::operation::first!($($domain,)? <$kind as $crate::operation::ReadArgument>::DOMAIN),
                meaning: concat!($($doc),+),
                needed: $crate::operation::first!($($crate::operation::first!(false, $otherwise),)? <$kind as $crate::operation::ReadArgument>::NEEDED),
            }),+];

            $vis fn read(options: &Item<'_>) -> Result<Self> {
                let [$($field),+] = &Self::ROWS;
                Ok(Self {
                    $($field: $field.read(options, $crate::operation::first!($(Some(|| $otherwise),)? None))?,)+
                })
            }
        }
    };
}
pub(crate) use arguments;

/// An operation: one row of a table.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The name of the operation.
    pub name: &'static str,
    /// The modules in which Python and Node have it; an empty name means the top level.
    pub rooms: &'static [&'static str],
    /// What it does, in one to three sentences.
    pub about: &'static str,
    /// What it is run on.
    pub input: Input,
    /// Whether it takes all options that decide how messages are measured.
    pub measures: bool,
    /// The other options that it takes, by their flat names.
    pub options: &'static [&'static str],
    /// The arguments that only this operation has.
    pub arguments: &'static [&'static [Argument]],
    /// What a binding returns.
    pub gives: Gives,
    /// An example: the input and the options of a call, each as JSON.
    pub example: (&'static str, &'static str),
}

impl Operation {
    /// The flat names of all options that it takes.
    #[must_use]
    pub fn option_names(&self) -> Vec<&'static str> {
        let measuring: &[&'static str] = if self.measures { &MEASURING } else { &[] };
        measuring.iter().chain(self.options).copied().collect()
    }

    /// Its arguments, in order.
    pub fn arguments(&self) -> impl Iterator<Item = Argument> {
        self.arguments.iter().copied().flatten().copied()
    }

    /// The names of its arguments.
    pub(super) fn argument_names(&self) -> Vec<&'static str> {
        self.arguments().map(|argument| argument.name).collect()
    }

    /// Returns true if it is in a module that doesn't belong to a preset.
    #[must_use]
    pub fn is_public(&self) -> bool {
        let names = conspectus_presets::names();
        let of_preset = |room: &&str| names.contains(&room.replace('_', "-").as_str());
        !self.rooms.iter().all(of_preset)
    }

    /// Checks that options hold nothing but the options and arguments of this operation.
    ///
    /// # Errors
    /// `InvalidOption` for any other key and for a wrong option, `UnknownPreset`, `UnknownDialect`.
    pub fn check<'o>(&self, options: impl Into<Item<'o>>) -> Result<()> {
        super::config(self, None, &options.into()).map(drop)
    }

    /// The row as data, as [`names`](super::names) lists it.
    #[must_use]
    pub fn data(&self) -> Value {
        let arguments: Vec<Value> = self.arguments().map(|row| row.data()).collect();
        let input = match self.input {
            Input::Messages => {
                json!({ "name": "messages", "python": "Sequence[Any]", "typescript": "readonly unknown[]" })
            }
            Input::Other(name, python, typescript) => {
                json!({ "name": name, "python": python, "typescript": typescript })
            }
            Input::Nothing => Value::Null,
        };
        let (kind, field) = match self.gives {
            Gives::Plain(_) => ("plain", None),
            Gives::Field(field, _) => ("field", Some(field)),
            Gives::Edited(_) => ("edited", None),
        };
        let gives = json!({ "kind": kind, "field": field, "type": self.gives.ty().data() });
        json!({
            "name": self.name,
            "rooms": self.rooms,
            "public": self.is_public(),
            "about": self.about.trim(),
            "input": input,
            "measures": self.measures,
            "options": self.option_names(),
            "arguments": arguments,
            "gives": gives,
            "example": { "input": self.example.0, "options": self.example.1 },
        })
    }
}

impl Argument {
    pub(super) fn data(&self) -> Value {
        json!({ "name": self.name, "domain": super::domain_data(self.domain), "meaning": self.meaning.trim(), "needed": self.needed })
    }
}

/// An operation with what runs it.
pub type Entry = (&'static Operation, fn(Call<'_>) -> Result<Value>);

/// One call of an operation.
pub struct Call<'a> {
    /// The operation.
    pub name: &'static str,
    /// The checked options.
    pub config: Config,
    /// What the operation is run on: mostly a list of messages.
    pub input: &'a Item<'a>,
    /// The object that holds the arguments.
    pub options: &'a Item<'a>,
    /// The counters that earlier calls of the same thread have filled.
    pub caller: Option<&'a mut Caller>,
}

/// A number of things in memory.
fn in_memory(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// An index, or a number of things in memory, in the argument `name`.
pub fn index(value: &Item<'_>, name: &str) -> Result<usize> {
    whole(value, name, 0).map(in_memory)
}

impl Call<'_> {
    /// The input, read as messages.
    pub fn history(&self) -> Result<ConfiguredHistory> {
        ConfiguredHistory::of(self.config.clone(), self.input)
    }
}

/// An input that must be a text.
pub fn text_of(input: &Item<'_>) -> Result<String> {
    input
        .as_string()
        .ok_or_else(|| unfit("", "the text must be a string", input))
}

/// The error for an input that is something else.
pub fn unfit(path: &str, expected: &str, found: &Item<'_>) -> Error {
    let found = kind_name(found.kind());
    let message = format!("{expected}, found {found}");
    Error::new(ErrorKind::InvalidMessages, path, message)
}

/// The items of an input that must be a list of what `read` reads.
pub fn list_of<'v, T>(
    input: &Item<'v>,
    expected: &str,
    mut read: impl FnMut(&Item<'v>) -> Option<T>,
) -> Result<Vec<T>> {
    if input.kind() != Kind::Array {
        return Err(unfit("", expected, input));
    }
    items(input, |index, item| {
        read(&item).ok_or_else(|| unfit(&format!("/{index}"), expected, &item))
    })
}

/// The modules of all presets.
pub const PRESETS: [&str; 4] = ["gemini_cli", "qwen_code", "gencode", "opencode"];

/// What is run on messages, on a text, and on nothing.
pub const MESSAGES: Input = Input::Messages;
pub const TEXT: Input = Input::Other("text", "str", "string");
pub const NOTHING: Input = Input::Nothing;

/// Whether an operation `measures` or only `takes` the options that follow.
macro_rules! measures {
    (measures) => {
        true
    };
    (takes) => {
        false
    };
}
pub(crate) use measures;

/// The operations of a file. The docs are what users read. Then come the rooms, the input, the
/// options, what it gives, the example, the function, its arguments, and rows that it reads itself.
macro_rules! operations {
    ($(
        $(#[doc = $about:literal])+
        $name:ident($rooms:expr, $input:expr, $how:ident $options:expr) -> $gives:ident($($field:literal,)? $type:ty),
            $example:expr, $with:expr =>
            $function:ident $(($args:ident { $($fields:tt)+ }))? $(with $($more:expr),+)?;
    )+) => {
        $($($crate::operation::arguments! { struct $args { $($fields)+ } })?)+

        pub(crate) const ROWS: &[$crate::operation::Entry] = &[$((&$crate::Operation {
            name: stringify!($name),
            rooms: &$rooms,
            about: concat!($($about),+),
            input: $input,
            measures: $crate::operation::measures!($how),
            options: &$options,
            arguments: &[$(&$args::ROWS,)? $($($more),+)?],
            gives: $crate::Gives::$gives($($field,)? <$type as conspectus_history::shape::Typed>::TYPE),
            example: ($example, $with),
        }, |call| {
            $(let args = $args::read(call.options)?;)?
            $function(call $(, $crate::operation::first!(args, $args::ROWS))?)
        })),+];
    };
}
pub(crate) use operations;
