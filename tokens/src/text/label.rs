//! Makes short untrusted texts safe to show in a line of text.

/// Makes untrusted text safe to show in one line, such as a placeholder or an error message. The
/// result has at most `max_chars` chars.
///
/// Control, format, bidirectional and private characters and the brackets `[`, `]`, `<`, `>` are
/// removed. A run of white space becomes one space; none stays at the start or the end.
#[must_use]
pub fn sanitize_label(text: &str, max_chars: usize) -> String {
    // Most labels are safe already: words of printable ASCII without brackets, with one space
    // between them.
    let mut before = b' ';
    let is_safe = |byte: u8| {
        let is_second = byte == b' ' && before == b' ';
        before = byte;
        (b' '..=b'~').contains(&byte) && !is_second && !matches!(byte, b'[' | b']' | b'<' | b'>')
    };
    if text.len() <= max_chars && !text.ends_with(' ') && text.bytes().all(is_safe) {
        return text.to_owned();
    }
    let mut label = String::new();
    let mut chars = 0;
    let mut pending_space = false;
    for character in text.chars() {
        if character.is_whitespace() {
            pending_space = true;
            continue;
        }
        if is_unsafe_in_label(character) {
            continue;
        }
        let space = usize::from(pending_space && !label.is_empty());
        if chars + space + character.len_utf16() > max_chars {
            break;
        }
        if space == 1 {
            label.push(' ');
        }
        pending_space = false;
        label.push(character);
        chars += space + character.len_utf16();
    }
    label
}

/// Like [`sanitize_label`], for text that identifies an item by name: brackets become others, and a
/// truncated label ends with `…`.
#[must_use]
pub fn clip_label(text: &str, max_chars: usize) -> String {
    let text = text.replace('[', "(").replace(']', ")");
    let text = text.replace('<', "‹").replace('>', "›");
    // A char takes two units at most.
    let mut label = sanitize_label(&text, max_chars.saturating_add(2));
    let units = |label: &str| label.encode_utf16().count();
    if units(&label) > max_chars {
        while units(&label) >= max_chars && label.pop().is_some() {}
        label.push('…');
    }
    label
}

/// Whether a character is removed: control, format, bidirectional, private and separator
/// characters, and the brackets around placeholders and tags.
fn is_unsafe_in_label(character: char) -> bool {
    character.is_control()
        || matches!(character, '[' | ']' | '<' | '>' | '\u{FFFD}')
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
            | '\u{E000}'..='\u{F8FF}' | '\u{E0000}'..='\u{E0FFF}' | '\u{F0000}'..='\u{10FFFD}')
}
