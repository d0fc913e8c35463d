//! A flat look at everything in and under one value, in order: for sums over plain data, where a view for each value would
//! cost more than what is read from it.

use super::{Key, Kind, Text, View};

/// What a [`Scan`] wants of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Its length was enough.
    Nothing,
    /// At least so many of its chars, by [`Scan::text`], before anything else is told.
    Text(usize),
    /// How many more chars JSON needs for it, by [`Scan::escapes`]; at any time, and for several strings at once if that is easier.
    Escapes,
}

/// What [`View::scan`] tells of the values it meets, depth first. `false` ends the scan.
pub trait Scan {
    /// A list or an object begins.
    fn enter(&mut self, is_list: bool) -> bool;

    /// The list or object that began last ends; it had so many children.
    fn leave(&mut self, is_list: bool, children: usize);

    /// The key of the value that comes next.
    fn key(&mut self, key: Key<'_>) -> bool;

    /// So many objects have these keys in this order and no other; they are told of before or after. Where that is enough to know, the
    /// answer, which depends on the keys alone, is `true`, and their keys are not told one by one.
    fn alike(&mut self, keys: &mut dyn Iterator<Item = Key<'_>>, objects: usize) -> bool {
        let _ = (keys, objects);
        false
    }

    /// A string of so many chars; the rest of what is to be told of it is wanted by the answer.
    fn string(&mut self, chars: usize) -> Wanted;

    /// The [`Wanted::Escapes`] of one or more strings.
    fn escapes(&mut self, chars: usize);

    /// The text of the last string: at least as much of it as asked for.
    fn text(&mut self, text: Text<'_>) -> bool;

    /// A number.
    fn number(&mut self, number: f64);

    /// `null`, `true` or `false`.
    fn literal(&mut self, text: &'static str);

    /// Raw bytes, by their number.
    fn bytes(&mut self, bytes: usize) -> bool;
}

/// A boolean as JSON.
pub(crate) fn bool_literal<V: View>(value: &V) -> &'static str {
    if value.number() == 0.0 {
        "false"
    } else {
        "true"
    }
}

/// [`View::scan`] by means of the other methods.
pub fn by_views<V: View, S: Scan>(value: &V, scan: &mut S) -> bool {
    match value.kind() {
        Kind::Null => scan.literal("null"),
        Kind::Bool => scan.literal(bool_literal(value)),
        Kind::Number => scan.number(value.number()),
        Kind::Bytes => return scan.bytes(value.len()),
        Kind::String => {
            return match scan.string(value.len()) {
                Wanted::Nothing => true,
                Wanted::Text(chars) => value.text(chars, |text| scan.text(text)),
                Wanted::Escapes => {
                    scan.escapes(value.text(usize::MAX, |text| text.json_escape_chars()));
                    true
                }
            };
        }
        kind @ (Kind::Array | Kind::Object) => {
            if !scan.enter(kind == Kind::Array) {
                return false;
            }
            let mut goes_on = true;
            let mut children = 0;
            value.for_each(&mut |key, child| {
                goes_on = goes_on && key.is_none_or(|key| scan.key(key)) && child.scan(scan);
                children += 1;
            });
            scan.leave(kind == Kind::Array, children);
            return goes_on;
        }
    }
    true
}
