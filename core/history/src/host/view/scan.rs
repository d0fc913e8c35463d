//! One pass over a value and everything in it, in order. It is for sums over plain data, where
//! making a view for each value would cost more than reading it.

use super::{Key, Kind, Text, View};

/// What a [`Scan`] wants to know about a string, beside its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Nothing more: the length was enough.
    Nothing,
    /// Its text, at least this many chars of it. The host calls [`Scan::text`] before it reports
    /// anything else.
    Text(usize),
    /// How many chars JSON escapes add to it. The host calls [`Scan::escapes`] at any later time,
    /// and may add up several strings first.
    Escapes,
}

/// What [`View::scan`] calls for the values that it meets, depth first. A method that returns
/// `false` ends the scan.
pub trait Scan {
    /// A list or an object begins.
    fn enter(&mut self, is_list: bool) -> bool;

    /// The innermost open list or object ends. It had `children` children.
    fn leave(&mut self, is_list: bool, children: usize);

    /// The key of the value that comes next.
    fn key(&mut self, key: Key<'_>) -> bool;

    /// Announces that `objects` objects have exactly these keys, in this order. The objects
    /// themselves are reported before or after this call. Return `true` if this call tells enough
    /// about their keys: then [`Scan::key`] is not called for them. The answer must depend on the
    /// keys alone.
    fn alike(&mut self, keys: &mut dyn Iterator<Item = Key<'_>>, objects: usize) -> bool {
        let _ = (keys, objects);
        false
    }

    /// A string of `chars` chars. The return value says what else to report about it.
    fn string(&mut self, chars: usize) -> Wanted;

    /// The chars that JSON escapes add to one or more strings for which [`Wanted::Escapes`] was
    /// returned.
    fn escapes(&mut self, chars: usize);

    /// The text of the last string, or at least as many chars of it as [`Wanted::Text`] asked for.
    fn text(&mut self, text: Text<'_>) -> bool;

    /// A number, as an IEEE double.
    fn number(&mut self, number: f64);

    /// `null`, `true` or `false`.
    fn literal(&mut self, text: &'static str);

    /// Raw bytes: how many there are.
    fn bytes(&mut self, bytes: usize) -> bool;
}

/// A boolean as JSON: `true` or `false`.
pub fn bool_literal<V: View>(value: &V) -> &'static str {
    if value.number() == 0.0 {
        "false"
    } else {
        "true"
    }
}

/// The default of [`View::scan`]: a scan that uses only the other methods of [`View`].
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
        Kind::Array | Kind::Object if value.is_endless() => return false,
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
