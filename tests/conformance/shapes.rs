//! What in a result is not as its row says.

use conspectus::Removed;
use conspectus_api::{Gives, Row, Type, Typed};
use serde_json::Value;

/// A raw result of an operation.
pub fn check(gives: &Gives, raw: &Value) -> Result<(), String> {
    match gives {
        Gives::Plain(ty) => typed(ty, raw, ""),
        Gives::Field(field, ty) => match raw.get(field) {
            Some(value) => typed(ty, value, &format!("/{field}")),
            None => Err(format!("/{field} is missing")),
        },
        Gives::Edited(ty) => {
            for (field, ty) in [
                ("removed", <Vec<Removed>>::TYPE),
                ("tokens_before", u64::TYPE),
                ("tokens_after", u64::TYPE),
                ("details", *ty),
            ] {
                let value = raw.get(field).ok_or(format!("/{field} is missing"))?;
                typed(ty, value, &format!("/{field}"))?;
            }
            Ok(())
        }
    }
}

/// The place of what is not as the type says, and what was expected.
pub fn typed(ty: &Type, value: &Value, at: &str) -> Result<(), String> {
    let wrong = |expected: &str| Err(format!("{at} must be {expected}, is {value}"));
    match ty {
        Type::Whole if value.is_u64() || value.is_i64() => Ok(()),
        Type::Whole => wrong("a whole number"),
        Type::Number if value.is_number() => Ok(()),
        Type::Number => wrong("a number"),
        Type::Flag if value.is_boolean() => Ok(()),
        Type::Flag => wrong("true or false"),
        Type::Text if value.is_string() => Ok(()),
        Type::Text => wrong("a text"),
        Type::Data(..) => Ok(()),
        Type::Maybe(_) if value.is_null() => Ok(()),
        Type::Maybe(of) => typed(of, value, at),
        Type::List(of) => match value.as_array() {
            Some(items) => items
                .iter()
                .enumerate()
                .try_for_each(|(index, item)| typed(of, item, &format!("{at}/{index}"))),
            None => wrong("a list"),
        },
        Type::Pair(a, b) => match value.as_array().map(Vec::as_slice) {
            Some([first, second]) => {
                typed(a, first, &format!("{at}/0"))?;
                typed(b, second, &format!("{at}/1"))
            }
            _ => wrong("a list of two"),
        },
        Type::Map(of) => match value.as_object() {
            Some(fields) => fields
                .iter()
                .try_for_each(|(key, value)| typed(of, value, &format!("{at}/{key}"))),
            None => wrong("an object"),
        },
        Type::Word(words) => match value.as_str() {
            Some(word) if words.words.iter().any(|known| known.0 == word) => Ok(()),
            _ => wrong(&format!("a word of {}", words.name)),
        },
        Type::Shape(row) => shaped(row, value, at),
    }
}

/// All fields are there, no others, and each has its type.
fn shaped(row: &Row, value: &Value, at: &str) -> Result<(), String> {
    let Some(fields) = value.as_object() else {
        return Err(format!("{at} must be {}, is {value}", row.name));
    };
    if let Some(name) = fields
        .keys()
        .find(|name| !row.fields.iter().any(|field| field.name() == *name))
    {
        return Err(format!("{at}/{name} is no field of {}", row.name));
    }
    row.fields
        .iter()
        .try_for_each(|field| match fields.get(field.name()) {
            Some(value) => typed(field.kind, value, &format!("{at}/{}", field.name())),
            None => Err(format!("{at}/{} of {} is missing", field.name(), row.name)),
        })
}
