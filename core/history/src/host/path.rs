//! [`Path`]: a location inside one message, as a short list of keys and indices. A path takes 36
//! bytes and is cheap to copy.

use crate::host::item::Item;
use serde_json::Value;
use std::fmt;

/// The keys that dialects use in paths. A path stores the position of a key in this table, not the
/// string.
macro_rules! keys {
    ($($name:literal = $position:literal),+ $(,)?) => {
        const KEYS: &[&str] = &[$($name),+];

        /// A `match` with every key written out: where the compiler knows the key, it needs no
        /// search.
        #[inline]
        fn position(key: &str) -> Option<u32> {
            match key {
                $($name => Some($position),)+
                _ => None,
            }
        }
    };
}

keys! {
    "parts" = 0,
    "content" = 1,
    "text" = 2,
    "inlineData" = 3,
    "inline_data" = 4,
    "fileData" = 5,
    "file_data" = 6,
    "functionCall" = 7,
    "function_call" = 8,
    "functionResponse" = 9,
    "function_response" = 10,
    "response" = 11,
    "output" = 12,
    "result" = 13,
    "tool_calls" = 14,
    "function" = 15,
    "arguments" = 16,
    "args" = 17,
    "input" = 18,
    "reasoning_content" = 19,
    "error" = 20,
    "refusal" = 21,
    "value" = 22,
    "data" = 23,
    "toolResult" = 24,
    "toolUse" = 25,
    "tools" = 26,
    "action" = 27,
    "actions" = 28,
    "operation" = 29,
    "kwargs" = 30,
    "errorText" = 31,
    "thinking_blocks" = 32,
    "reasoning_details" = 33,
    "reasoning" = 34,
    "audio" = 35,
    "transcript" = 36,
    "blocks" = 37,
    "additional_kwargs" = 38,
    "tool_kwargs" = 39,
    "thought" = 40,
    "state" = 41,
    "attachments" = 42,
    "revised_prompt" = 43,
    "invalid_tool_calls" = 44,
    "toolInvocation" = 45,
    "toolInvocations" = 46,
    "experimental_attachments" = 47,
    "thoughtSignature" = 48,
    "thought_signature" = 49,
    "images" = 50,
}

const KEY_FLAG: u32 = 1 << 31;

/// A path inside one message, at most eight steps deep. Prints as a JSON Pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Path {
    steps: [u32; 8],
    len: u8,
}

impl Path {
    /// The path of the message itself.
    pub const ROOT: Self = Self {
        steps: [0; 8],
        len: 0,
    };

    /// Returns this path with one more key. A path that already has eight steps is returned
    /// unchanged. It then names the container: an edit there is coarser, but still right. A key
    /// that is not in the table is also left out. Debug builds panic at such a key, since a dialect
    /// with a new key must add it to the table.
    #[must_use]
    #[inline]
    pub fn key(self, key: &'static str) -> Self {
        let position = position(key);
        debug_assert!(
            position.is_some(),
            "the key \"{key}\" isn't in any path yet; add it at the end of `keys!` in core/history/src/host/path.rs"
        );
        match position {
            Some(position) => self.push(KEY_FLAG | position),
            None => self,
        }
    }

    /// This path with one more step, an index into a list. A path of eight steps stays as it is.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        self.push(u32::try_from(index).unwrap_or(KEY_FLAG - 1) & !KEY_FLAG)
    }

    /// Whether the path has no room for another step. What is read further down may then lie deeper
    /// than its path says.
    #[must_use]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == self.steps.len()
    }

    /// This path without its last step; `None` for the root.
    #[must_use]
    pub fn parent(mut self) -> Option<Self> {
        self.len = self.len.checked_sub(1)?;
        self.steps[usize::from(self.len)] = 0;
        Some(self)
    }

    /// The last step, if it is an index.
    #[must_use]
    pub fn last_index(&self) -> Option<usize> {
        let step = *self.steps().last()?;
        (step & KEY_FLAG == 0).then_some(step as usize)
    }

    /// Whether this path is `other` or lies under it.
    #[must_use]
    pub fn is_under(&self, other: &Self) -> bool {
        self.steps().starts_with(other.steps())
    }

    /// Returns true if an index follows the first occurrence of `key` in this path; `None` if `key`
    /// does not occur.
    pub fn is_listed(&self, key: &str) -> Option<bool> {
        let step = KEY_FLAG | position(key)?;
        let mut rest = self.steps().iter().skip_while(|other| **other != step);
        rest.next()?;
        Some(rest.next().is_some_and(|next| next & KEY_FLAG == 0))
    }

    /// The steps that follow `base` in this path. `None` if this path does not lie under `base`.
    #[must_use]
    pub fn relative_to(&self, base: &Self) -> Option<Self> {
        self.is_under(base).then(|| {
            self.steps()[base.steps().len()..]
                .iter()
                .fold(Self::ROOT, |path, step| path.push(*step))
        })
    }

    /// The value at this path inside a JSON value, to be changed in place.
    pub fn resolve_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        self.steps()
            .iter()
            .try_fold(value, |value, step| match step & KEY_FLAG {
                0 => value.get_mut(*step as usize),
                _ => value.get_mut(KEYS[(step & !KEY_FLAG) as usize]),
            })
    }

    /// Returns the value at this path inside `message`; `None` if the path does not exist there.
    pub fn resolve<'v>(&self, message: &Item<'v>) -> Option<Item<'v>> {
        self.steps()
            .iter()
            .try_fold(*message, |value, step| match step & KEY_FLAG {
                0 => value.at(*step as usize),
                _ => value.get(KEYS[(step & !KEY_FLAG) as usize]),
            })
    }

    fn push(mut self, step: u32) -> Self {
        if let Some(slot) = self.steps.get_mut(usize::from(self.len)) {
            *slot = step;
            self.len += 1;
        }
        self
    }

    fn steps(&self) -> &[u32] {
        &self.steps[..usize::from(self.len)]
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps() {
            match step & KEY_FLAG {
                0 => write!(f, "/{step}")?,
                _ => write!(f, "/{}", KEYS[(step & !KEY_FLAG) as usize])?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_stands_at_its_position() {
        for (index, name) in KEYS.iter().enumerate() {
            assert_eq!(position(name), Some(index as u32), "{name}");
            assert_eq!(Path::ROOT.key(name).to_string(), format!("/{name}"));
        }
        assert_eq!(position("elsewhere"), None);
    }

    #[test]
    #[should_panic(expected = "add it at the end of `keys!`")]
    fn a_key_that_is_in_no_table_stops_a_test() {
        let _ = Path::ROOT.key("elsewhere");
    }
}
