//! Where something sits inside one message: a short list of keys and indices, 36 bytes, copied freely.

use crate::host::view::View;
use serde_json::Value;
use std::fmt;

/// The keys that dialects address. A path stores positions in this table instead of strings.
macro_rules! keys {
    ($($name:literal = $position:literal),+ $(,)?) => {
        const KEYS: &[&str] = &[$($name),+];

        /// Written out, so that nothing is searched where the key is known.
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
    pub const ROOT: Self = Self { steps: [0; 8], len: 0 };

    /// This path and one key more. A key outside the table, or a ninth step, leaves the path at its container:
    /// edits then address the container, which is coarser and still right.
    #[must_use]
    #[inline]
    pub fn key(self, key: &str) -> Self {
        match position(key) {
            Some(position) => self.push(KEY_FLAG | position),
            None => self,
        }
    }

    /// This path and one index more.
    #[must_use]
    pub fn index(self, index: usize) -> Self {
        self.push(u32::try_from(index).unwrap_or(KEY_FLAG - 1) & !KEY_FLAG)
    }

    /// Whether no step more fits: what is read below may lie deeper than this path says.
    #[must_use]
    pub(crate) fn is_full(&self) -> bool {
        usize::from(self.len) == self.steps.len()
    }

    /// Without the last step; `None` for the root.
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

    /// Whether this path lies at or under `other`.
    #[must_use]
    pub fn is_under(&self, other: &Self) -> bool {
        self.steps().starts_with(other.steps())
    }

    /// The steps after `base`, if this path lies under it.
    #[must_use]
    pub fn relative_to(&self, base: &Self) -> Option<Self> {
        self.is_under(base).then(|| self.steps()[base.steps().len()..].iter().fold(Self::ROOT, |path, step| path.push(*step)))
    }

    /// The place at this path inside a JSON value.
    pub(crate) fn resolve_mut<'v>(&self, value: &'v mut Value) -> Option<&'v mut Value> {
        self.steps().iter().try_fold(value, |value, step| match step & KEY_FLAG {
            0 => value.get_mut(*step as usize),
            _ => value.get_mut(KEYS[(step & !KEY_FLAG) as usize]),
        })
    }

    /// The value at this path inside `message`.
    pub fn resolve<V: View>(&self, message: &V) -> Option<V> {
        self.steps().iter().try_fold(message.clone(), |value, step| match step & KEY_FLAG {
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
}
