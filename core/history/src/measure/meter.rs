//! [`Meter`]: a scale that remembers its counts. A history measures with it.

use super::counts::Counts;
use super::scale::{Escapes, Scale, Size};
use super::walk::Walk;
use crate::error::Result;
use crate::host::item::{Item, Kind};

/// A scale together with the counts made so far. A history measures with it.
pub struct Meter<'m> {
    pub scale: &'m Scale,
    pub counts: &'m mut Counts,
}

impl Meter<'_> {
    /// As [`Scale::string`], with counts looked up and kept.
    pub fn string(&mut self, string: &Item<'_>) -> Size {
        Walk::new(self.scale, Escapes::Ignored, Some(self.counts)).of_string(string)
    }

    /// As [`Scale::content`], with counts looked up and kept. What lies too deep is not counted, and
    /// the size says so: a message with such a value must not end a run.
    pub fn content(&mut self, value: &Item<'_>) -> Size {
        match value.kind() {
            Kind::String => self.string(value),
            _ => self.json(value, Escapes::Ignored),
        }
    }

    /// Tokens of what surrounds the messages (a system text, tool schemas), rounded up.
    pub fn overhead_tokens(&mut self, value: &Item<'_>) -> Result<u64> {
        let size = if value.is_string() {
            self.string(value)
        } else {
            Walk::new(self.scale, Escapes::Ignored, Some(self.counts)).of_json(value)?
        };
        Ok(self.scale.all_tokens(size).ceil() as u64)
    }

    /// The size of a value as JSON, with media priced as media. `escapes` says whether JSON escapes
    /// count.
    pub fn json(&mut self, value: &Item<'_>, escapes: Escapes) -> Size {
        Walk::new(self.scale, escapes, Some(self.counts)).down_to_a_depth(value)
    }
}
