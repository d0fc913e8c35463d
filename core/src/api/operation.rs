//! What a row of the table of operations holds.

use super::exact::Caller;
use crate::config::{Config, Domain};
use serde_json::{json, Value};

/// The options that decide how things are measured. Operations that measure take them all.
pub(crate) const MEASURING: [&str; 9] =
    ["dialect", "unit", "estimator", "model", "family", "encoding", "chars_per_token", "media_rule", "image_tokens"];

/// What an operation is run on.
#[derive(Debug, Clone, Copy)]
pub enum Input {
    /// A list of messages.
    Messages,
    /// Something else: its name, its type in Python and in TypeScript.
    Other(&'static str, &'static str, &'static str),
    /// Nothing: everything stands in the arguments.
    Nothing,
}

/// What comes back from a binding.
#[derive(Debug, Clone, Copy)]
pub enum Gives {
    /// The result as it is: its type in Python and in TypeScript.
    Plain(&'static str, &'static str),
    /// One field of it.
    Field(&'static str, &'static str, &'static str),
    /// The input with the result's patch applied, as `messages`, and one field as the report.
    Patched(&'static str, &'static str, &'static str),
}

/// An argument of one operation.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What may be given.
    pub domain: Domain,
    /// What it means.
    pub meaning: &'static str,
    /// Whether it must be given.
    pub needed: bool,
}

/// An argument that may be left out.
pub(crate) const fn may(name: &'static str, domain: Domain, meaning: &'static str) -> Argument {
    Argument { name, domain, meaning, needed: false }
}

/// An argument that must be given.
pub(crate) const fn must(name: &'static str, domain: Domain, meaning: &'static str) -> Argument {
    Argument { name, domain, meaning, needed: true }
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// The modules under which hosts find it; empty for the top level.
    pub rooms: &'static [&'static str],
    /// What it does.
    pub about: &'static str,
    /// What it is run on.
    pub input: Input,
    /// Whether it takes the options of measuring.
    pub measures: bool,
    /// The other options that it takes, by their flat names.
    pub options: &'static [&'static str],
    /// Its own arguments.
    pub arguments: &'static [Argument],
    /// What comes back.
    pub gives: Gives,
    /// A call, as JSON: its input and its options.
    pub example: (&'static str, &'static str),
}

impl Operation {
    /// Every option that it takes.
    #[must_use]
    pub fn option_names(&self) -> Vec<&'static str> {
        let measuring: &[&'static str] = if self.measures { &MEASURING } else { &[] };
        measuring.iter().chain(self.options).copied().collect()
    }

    pub(super) fn data(&self) -> Value {
        let arguments: Vec<Value> = self.arguments.iter().map(Argument::data).collect();
        let input = match self.input {
            Input::Messages => json!({ "name": "messages", "python": "Sequence[Any]", "typescript": "readonly unknown[]" }),
            Input::Other(name, python, typescript) => json!({ "name": name, "python": python, "typescript": typescript }),
            Input::Nothing => Value::Null,
        };
        let gives = match self.gives {
            Gives::Plain(python, typescript) => json!({ "kind": "plain", "python": python, "typescript": typescript }),
            Gives::Field(field, python, typescript) => json!({ "kind": "field", "field": field, "python": python, "typescript": typescript }),
            Gives::Patched(field, python, typescript) => json!({ "kind": "patched", "field": field, "python": python, "typescript": typescript }),
        };
        json!({
            "name": self.name,
            "rooms": self.rooms,
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
    /// The options, checked.
    pub config: Config,
    /// The messages, or what else it is run on.
    pub input: &'a V,
    /// What holds the arguments.
    pub options: &'a O,
    /// What earlier calls of the same thread taught the counters.
    pub caller: Option<&'a mut Caller>,
}

/// Ties the rows of a file to their functions.
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
