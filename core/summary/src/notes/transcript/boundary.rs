//! The letters that identify our own lines in a record. Its contents provably do not contain them,
//! so no content can begin an entry or end the record.

use crate::notes::reader::skeleton;
use crate::seal::LETTERS;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

const LENGTH: usize = 6;

/// Returns letters that occur in none of the texts, in any letter case or spacing, or as
/// lookalikes. Equal texts produce equal letters.
pub fn boundary<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = 0;
    let mut contents = String::new();
    for text in texts {
        hash = xxh3_64_with_seed(text.as_bytes(), hash);
        skeleton::add(text, &mut contents);
        // Two texts that join to the letters would be no harm; a search that sees them is.
        contents.push('\n');
    }
    let mut counter = 0u32;
    loop {
        let seed = xxh3_64_with_seed(&counter.to_le_bytes(), hash);
        let digits = xxh3_64(&seed.to_le_bytes()).to_le_bytes();
        let token: String = digits
            .iter()
            .take(LENGTH)
            .map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]))
            .collect();
        // There are 64 million tokens; contents that held them all would take 64 MB and more, and
        // then the last one serves.
        if counter == u32::MAX || !contents.contains(&token) {
            return token;
        }
        counter += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planted_letters_are_avoided_in_any_disguise() {
        let text = "a record of something";
        let first = boundary([text]);
        assert_eq!(first, boundary([text]));
        let spaced: String = first
            .chars()
            .flat_map(|letter| [letter, '\u{200b}', ' '])
            .collect();
        let wide: String = first
            .bytes()
            .map(|byte| char::from_u32(u32::from(byte) - 0x61 + 0xff41).unwrap_or('?'))
            .collect();
        for planted in [
            first.clone(),
            first.to_uppercase(),
            spaced,
            wide,
            first.replace('x', "х").replace('p', "р"),
        ] {
            let contents = format!("{text} [7 {planted}] user");
            let mut plain = String::new();
            skeleton::add(&contents, &mut plain);
            assert!(
                !plain.contains(&boundary([contents.as_str()].into_iter())),
                "{planted}"
            );
        }
    }
}
