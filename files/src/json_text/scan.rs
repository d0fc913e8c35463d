//! Walking over JSON text: where values begin and end. It never fails; on text that is not valid
//! JSON it ends early.

use super::key_is;

/// The deepest nesting of lists and objects, found in one pass that builds nothing.
pub fn depth(bytes: &[u8]) -> usize {
    let mut deepest = 0;
    let mut depth = 0usize;
    let mut position = 0;
    while position < bytes.len() {
        match bytes[position] {
            b'"' => {
                position = string_end(bytes, position);
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        position += 1;
    }
    deepest
}

/// Returns the children of a list or object in order: the key (the text between its quotes) and the
/// value. Other kinds have no children.
pub fn children(text: &str) -> Children<'_> {
    let keyed = text.starts_with('{');
    let position = if keyed || text.starts_with('[') {
        1
    } else {
        text.len()
    };
    Children {
        text,
        position,
        keyed,
    }
}

/// The child of an object under `key`: the last one if the key is written several times.
pub fn last_child<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    children(text)
        .filter(|(name, _)| name.is_some_and(|name| key_is(name, key)))
        .last()
        .map(|(_, value)| value)
}

/// The iterator that [`children`] returns.
#[derive(Debug, Clone)]
pub struct Children<'a> {
    text: &'a str,
    position: usize,
    keyed: bool,
}

impl<'a> Iterator for Children<'a> {
    type Item = (Option<&'a str>, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let mut position = skip_separators(bytes, self.position);
        let mut key = None;
        if self.keyed {
            if bytes.get(position) != Some(&b'"') {
                self.position = bytes.len();
                return None;
            }
            let end = string_end(bytes, position);
            key = Some(self.text.get(position + 1..end.saturating_sub(1))?);
            position = skip_separators(bytes, end);
        }
        let end = value_end(bytes, position);
        if end == position {
            self.position = bytes.len();
            return None;
        }
        self.position = end;
        Some((key, self.text.get(position..end)?))
    }
}

/// The position after the value that begins at `start`; `start` itself if no value begins there.
fn value_end(bytes: &[u8], start: usize) -> usize {
    match bytes.get(start) {
        Some(b'"') => string_end(bytes, start),
        Some(b'{' | b'[') => container_end(bytes, start),
        Some(_) => {
            let is_end = |byte: &u8| {
                matches!(
                    byte,
                    b',' | b']' | b'}' | b':' | b' ' | b'\t' | b'\n' | b'\r'
                )
            };
            bytes[start..]
                .iter()
                .position(is_end)
                .map_or(bytes.len(), |length| start + length)
        }
        None => start,
    }
}

/// The first position from `start` that holds no white space.
pub fn skip_space(bytes: &[u8], mut start: usize) -> usize {
    while matches!(bytes.get(start), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        start += 1;
    }
    start
}

fn skip_separators(bytes: &[u8], mut start: usize) -> usize {
    while matches!(
        bytes.get(start),
        Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b':')
    ) {
        start += 1;
    }
    start
}

/// The position after the closing quote of the string that opens at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut position = start + 1;
    while let Some(found) = bytes
        .get(position..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        position += found + 1;
        if bytes[position - 1] == b'"' {
            return position;
        }
        position += 1;
    }
    bytes.len()
}

fn container_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0usize;
    let mut position = start;
    while position < bytes.len() {
        match bytes[position] {
            b'"' => {
                position = string_end(bytes, position);
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return position + 1;
                }
            }
            _ => {}
        }
        position += 1;
    }
    bytes.len()
}
