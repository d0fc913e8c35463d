//! The rows of the tables of operations: what a row says about an operation, its arguments and its
//! result.

use super::argument;
use super::exact::Caller;
use crate::compactor::Removed;
use crate::config::{Config, Domain, Named, choice, flag, number, string_option, whole};
use crate::error::Result;
use crate::host::view::{AsView, View};
use crate::shape::{Type, Typed};
use serde_json::{Value, json};

/// The options that decide how messages are measured. Every operation that measures takes all of
/// them.
pub(crate) const MEASURING: [&str; 4] = ["dialect", "model", "tokenizer", "image_tokens"];

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
pub(crate) type Ty = &'static Type;

impl Gives {
    /// The type of what it gives; of an edited list, that of the details.
    #[must_use]
    pub fn ty(&self) -> Ty {
        match self {
            Self::Plain(ty) | Self::Field(_, ty) | Self::Edited(ty) => ty,
        }
    }

    /// What in a raw result is not as the row says.
    ///
    /// # Errors
    /// The first place that differs.
    pub fn check(&self, raw: &Value) -> std::result::Result<(), String> {
        match self {
            Self::Plain(ty) => ty.check(raw, ""),
            Self::Field(field, ty) => match raw.get(field) {
                Some(value) => ty.check(value, &format!("/{field}")),
                None => Err(format!("/{field} is missing")),
            },
            Self::Edited(ty) => {
                for (field, ty) in [
                    ("removed", <Vec<Removed>>::TYPE),
                    ("tokens_before", u64::TYPE),
                    ("tokens_after", u64::TYPE),
                    ("details", ty),
                ] {
                    let value = raw.get(field).ok_or(format!("/{field} is missing"))?;
                    ty.check(value, &format!("/{field}"))?;
                }
                Ok(())
            }
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

/// An argument that may be left out.
pub(crate) const fn may(name: &'static str, domain: Domain, meaning: &'static str) -> Argument {
    Argument {
        name,
        domain,
        meaning,
        needed: false,
    }
}

/// An argument that must be given.
pub(crate) const fn must(name: &'static str, domain: Domain, meaning: &'static str) -> Argument {
    Argument {
        name,
        domain,
        meaning,
        needed: true,
    }
}

/// Reads arguments as their rows type them; `None` where one is absent or null.
pub(crate) trait Rows {
    /// What a row allows.
    fn domain(&self, name: &str) -> Option<Domain>;

    fn whole<O: View>(&self, options: &O, name: &str) -> Result<Option<u64>> {
        let low = match self.domain(name) {
            Some(Domain::Whole(low)) => low,
            _ => 0,
        };
        read(options, name, |value| whole(value, name, low))
    }

    fn number<O: View>(&self, options: &O, name: &str) -> Result<Option<f64>> {
        let (low, high) = match self.domain(name) {
            Some(Domain::Number(low, high)) => (low, high),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        };
        read(options, name, |value| number(value, name, low, high))
    }

    fn flag<O: View>(&self, options: &O, name: &str, otherwise: bool) -> Result<bool> {
        Ok(read(options, name, |value| flag(value, name))?.unwrap_or(otherwise))
    }

    fn text<O: View>(&self, options: &O, name: &str) -> Result<Option<String>> {
        read(options, name, |value| string_option(value, name))
    }

    fn word<T: Named, O: View>(&self, options: &O, name: &str) -> Result<Option<T>> {
        read(options, name, |value| choice(value, name))
    }
}

impl Rows for [Argument] {
    fn domain(&self, name: &str) -> Option<Domain> {
        Some(self.iter().find(|row| row.name == name)?.domain)
    }
}

fn read<O: View, T>(
    options: &O,
    name: &str,
    read: impl FnOnce(&O) -> Result<T>,
) -> Result<Option<T>> {
    argument(options, name).as_ref().map(read).transpose()
}

/// An operation: one row of a table.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// The name of the operation.
    pub name: &'static str,
    /// The modules in which Python and Node have it; an empty name stands for the top level.
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
    pub arguments: &'static [Argument],
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

    /// Whether it stands in a module that is no preset's.
    #[must_use]
    pub fn is_public(&self) -> bool {
        let names = crate::systems::names();
        let of_preset = |room: &&str| names.contains(&room.replace('_', "-").as_str());
        !self.rooms.iter().all(of_preset)
    }

    /// Checks that options hold nothing but the options and arguments of this operation.
    ///
    /// # Errors
    /// `InvalidOption` for any other key and for a wrong option, `UnknownPreset`, `UnknownDialect`.
    pub fn check<O: AsView + ?Sized>(&self, options: &O) -> Result<()> {
        super::config(self, None, &options.as_view()).map(drop)
    }

    /// The row as data, as [`names`](super::names) lists it.
    #[must_use]
    pub fn data(&self) -> Value {
        let arguments: Vec<Value> = self.arguments.iter().map(Argument::data).collect();
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
            "about": self.about,
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
        let words = match self.domain {
            Domain::Words(names) => Some(names()),
            _ => None,
        };
        json!({ "name": self.name, "domain": super::domain_data(self.domain, words), "meaning": self.meaning, "needed": self.needed })
    }
}

/// One call of an operation.
pub(crate) struct Call<'a, V, O> {
    /// The checked options.
    pub config: Config,
    /// What the operation is run on: mostly a list of messages.
    pub input: &'a V,
    /// The object that holds the arguments.
    pub options: &'a O,
    /// The counters that earlier calls of the same thread have filled.
    pub caller: Option<&'a mut Caller>,
}

/// Connects the rows of a file with their functions.
macro_rules! operations {
    ($($row:ident => $function:path),+ $(,)?) => {
        pub(in crate::api) const ROWS: &[&Operation] = &[$(&$row),+];

        pub(in crate::api) fn run<V: View, O: View>(name: &str, call: Call<'_, V, O>) -> Result<Value> {
            $(if name == $row.name {
                return $function(call);
            })+
            Err($crate::api::unknown(name))
        }
    };
}
pub(crate) use operations;
