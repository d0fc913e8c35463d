//! Lists of words in the source, as running text.

/// The items of a list that is written as one text: divided by `|`, or by blanks if it has none. The
/// list is made by the compiler, which refuses a wrong length.
pub const fn listed<const N: usize>(text: &'static str) -> [&'static str; N] {
    let bytes = text.as_bytes();
    let divider = if holds(bytes, b'|') { b'|' } else { b' ' };
    let mut items = [""; N];
    let (mut from, mut at, mut count) = (0, 0, 0);
    while at <= bytes.len() {
        if at == bytes.len() || bytes[at] == divider {
            let item = bytes.split_at(at).0.split_at(from).1.trim_ascii();
            if !item.is_empty() {
                assert!(count < N, "the list has more items than its type says");
                items[count] = match std::str::from_utf8(item) {
                    Ok(item) => item,
                    Err(_) => panic!("a divider is an ASCII char"),
                };
                count += 1;
            }
            from = at + 1;
        }
        at += 1;
    }
    assert!(count == N, "the list has fewer items than its type says");
    items
}

const fn holds(bytes: &[u8], wanted: u8) -> bool {
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == wanted {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn words_stand_between_blanks_and_phrases_between_strokes() {
        const WORDS: [&str; 3] = listed(
            "one two \
             three",
        );
        const PHRASES: [&str; 2] = listed("one more | désolé");
        assert_eq!(WORDS, ["one", "two", "three"]);
        assert_eq!(PHRASES, ["one more", "désolé"]);
    }
}
