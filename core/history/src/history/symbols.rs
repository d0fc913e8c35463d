//! Stores short strings (tool names, MIME types, key arguments) once each, and gives each a number.

use crate::host::item::Item;
use xxhash_rust::xxh3::xxh3_64;

/// The strings are stored in one text, and a hash table finds them. Number 0 is the empty string
/// and means "none".
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    text: String,
    /// The end of each string in `text`. The string at index `n` has the number `n + 1`.
    ends: Vec<usize>,
    /// The hash table of numbers, with 0 for a free slot. Its length is a power of two and at least
    /// twice the number of strings.
    slots: Vec<u32>,
}

impl Symbols {
    pub fn intern(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if self.slots.len() <= 2 * self.ends.len() {
            self.grow();
        }
        let slot = self.slot(text);
        if self.slots[slot] == 0 {
            self.text.push_str(text);
            self.ends.push(self.text.len());
            self.slots[slot] = self.ends.len() as u32;
        }
        self.slots[slot]
    }

    /// The number of a string from a host, cut at 128 characters.
    pub fn intern_view(&mut self, view: &Item<'_>) -> u32 {
        {
            let text = view.text();
            let text = text.to_str();
            let end = if text.len() <= 128 {
                text.len()
            } else {
                text.char_indices()
                    .nth(128)
                    .map_or(text.len(), |(end, _)| end)
            };
            self.intern(&text[..end])
        }
    }

    pub fn text(&self, number: u32) -> &str {
        let Some(index) = (number as usize)
            .checked_sub(1)
            .filter(|index| *index < self.ends.len())
        else {
            return "";
        };
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[start..self.ends[index]]
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Forgets all strings but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        while self.ends.len() > length {
            // The string that came last lies on the way to no other one, so its slot may become
            // free.
            let number = self.ends.len() as u32;
            let slot = self.slot(self.text(number));
            self.slots[slot] = 0;
            self.ends.pop();
        }
        self.text.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// The slot of a string in the table, or a free slot if the table does not have it.
    fn slot(&self, text: &str) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = xxh3_64(text.as_bytes()) as usize & mask;
        while self.slots[slot] != 0 && self.text(self.slots[slot]) != text {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self) {
        self.slots = vec![0; (self.slots.len() * 2).max(16)];
        for number in 1..=self.ends.len() as u32 {
            let slot = self.slot(self.text(number));
            self.slots[slot] = number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Symbols;

    #[test]
    fn equal_strings_have_equal_numbers() {
        let mut symbols = Symbols::default();
        let words: Vec<String> = (0..1_000)
            .map(|index| format!("{}é{index}", "x".repeat(index % 7)))
            .collect();
        let numbers: Vec<u32> = words.iter().map(|word| symbols.intern(word)).collect();
        assert_eq!(numbers, (1..=1_000).collect::<Vec<u32>>());
        assert_eq!(
            words
                .iter()
                .map(|word| symbols.intern(word))
                .collect::<Vec<u32>>(),
            numbers
        );
        assert!(
            words
                .iter()
                .zip(&numbers)
                .all(|(word, number)| symbols.text(*number) == word)
        );
        assert_eq!(
            (symbols.intern(""), symbols.text(0), symbols.text(1_001)),
            (0, "", "")
        );
    }

    #[test]
    fn strings_that_are_forgotten_can_be_stored_again() {
        let words: Vec<String> = (0..1_000)
            .map(|index| format!("word {}", index * 7 % 1_000))
            .collect();
        for kept in [0, 1, 7, 500, 999, 1_000, 2_000] {
            let mut symbols = Symbols::default();
            for word in &words {
                symbols.intern(word);
            }
            symbols.truncate(kept);
            assert_eq!(symbols.len(), kept.min(1_000));
            let numbers: Vec<u32> = words
                .iter()
                .rev()
                .map(|word| symbols.intern(word))
                .collect();
            assert_eq!(symbols.len(), 1_000);
            assert!(
                words
                    .iter()
                    .rev()
                    .zip(&numbers)
                    .all(|(word, number)| symbols.text(*number) == word)
            );
            assert!(
                words[..kept.min(1_000)]
                    .iter()
                    .zip(1..)
                    .all(|(word, number)| symbols.intern(word) == number)
            );
        }
    }
}
