//! A flat look at everything in and under one value, in order: for sums over plain data, where a view for each value would
//! cost more than what is read from it.

use super::{Key, Kind, Text, View};

/// What [`View::scan`] tells of the values it meets, depth first. `false` ends the scan.
pub trait Scan {
    /// A list or an object begins.
    fn enter(&mut self) -> bool;

    /// The list or object that began last ends; it had so many children.
    fn leave(&mut self, children: usize);

    /// The key of the value that comes next.
    fn key(&mut self, key: Key<'_>) -> bool;

    /// A string of so many chars: how many of them [`text`](Self::text) is to get. 0 for none.
    fn string(&mut self, chars: usize) -> usize;

    /// The text of the last string: at least as much of it as asked for.
    fn text(&mut self, text: Text<'_>) -> bool;

    /// A number.
    fn number(&mut self, number: f64);

    /// `null`, `true` or `false`, by its length in chars.
    fn literal(&mut self, chars: usize);

    /// Raw bytes, by their number.
    fn bytes(&mut self, bytes: usize) -> bool;
}

/// [`View::scan`] by means of the other methods.
pub(super) fn by_views<V: View, S: Scan>(value: &V, scan: &mut S) -> bool {
    match value.kind() {
        Kind::Null => scan.literal(4),
        Kind::Bool => scan.literal(5 - value.number() as usize),
        Kind::Number => scan.number(value.number()),
        Kind::Bytes => return scan.bytes(value.len()),
        Kind::String => {
            let wanted = scan.string(value.len());
            return wanted == 0 || value.text(wanted, |text| scan.text(text));
        }
        Kind::Array | Kind::Object => {
            if !scan.enter() {
                return false;
            }
            let mut goes_on = true;
            let mut children = 0;
            value.for_each(&mut |key, child| {
                goes_on = goes_on && key.is_none_or(|key| scan.key(key)) && child.scan(scan);
                children += 1;
            });
            scan.leave(children);
            return goes_on;
        }
    }
    true
}
