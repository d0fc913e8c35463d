//! Stores short strings (tool names, MIME types, key arguments) once each, and gives each a number.

use crate::host::item::Item;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number 0 is the empty string and means "none".
#[derive(Debug, Clone, Default)]
pub struct Symbols {
    /// The string at index `n` has the number `n + 1`.
    texts: Vec<Arc<str>>,
    numbers: BTreeMap<Arc<str>, u32>,
}

impl Symbols {
    pub fn intern(&mut self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let text: Arc<str> = text.into();
        self.texts.push(text.clone());
        let number = self.texts.len() as u32;
        self.numbers.insert(text, number);
        number
    }

    /// The number of a string from a host, cut at 128 characters.
    pub fn intern_view(&mut self, view: &Item<'_>) -> u32 {
        let text = view.text().to_str();
        let end = text
            .char_indices()
            .nth(128)
            .map_or(text.len(), |(end, _)| end);
        self.intern(&text[..end])
    }

    pub fn text(&self, number: u32) -> &str {
        let index = (number as usize).checked_sub(1);
        index
            .and_then(|index| self.texts.get(index))
            .map_or("", |text| text)
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Forgets all strings but the first `length`.
    pub fn truncate(&mut self, length: usize) {
        for text in self.texts.drain(length.min(self.texts.len())..) {
            self.numbers.remove(&text);
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
