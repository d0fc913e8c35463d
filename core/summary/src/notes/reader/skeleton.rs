//! What a text looks like: small letters, no blanks, nothing invisible, look-alikes as the letters
//! that they look like.

use crate::seal::is_invisible;
use unicode_normalization::UnicodeNormalization;

/// Cyrillic and Greek letters that look like Latin ones, and these in the same order. Source:
/// acceptance.md, the commonest of them.
const ALIKE: &str = "авсԁеһіјкӏмнорѕтухԛԝαεικορνχ";
const LATIN: &str = "abcdehijklmhopstyxqwaeikopvx";

/// Adds what a text looks like.
pub fn add(text: &str, skeleton: &mut String) {
    for char in text.chars() {
        if char.is_ascii() {
            if !char.is_ascii_whitespace() {
                skeleton.push(char.to_ascii_lowercase());
            }
        } else if !is_invisible(char) {
            add_other(char, skeleton);
        }
    }
}

fn add_other(char: char, skeleton: &mut String) {
    for plain in std::iter::once(char)
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter(|char| !char.is_whitespace())
    {
        let letter = ALIKE
            .chars()
            .zip(LATIN.chars())
            .find(|(alike, _)| *alike == plain);
        skeleton.push(letter.map_or(plain, |(_, letter)| letter));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_letter_that_looks_alike_has_its_latin_one() {
        assert_eq!(ALIKE.chars().count(), LATIN.len());
        let mut skeleton = String::new();
        add("ѕтаtе χ", &mut skeleton);
        assert_eq!(skeleton, "statex");
    }
}
