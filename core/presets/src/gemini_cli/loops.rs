//! How gemini-cli reads a piece of streamed text before it looks for loops in it (G-152).
//!
//! What a piece is depends on how the provider cuts its stream, and so does what is found. The
//! preset reads the same from the same pieces.

use conspectus_toolkit::loops::LoopPiece;

const FENCE: [u16; 3] = [b'`' as u16; 3];

/// Reads one chunk of streamed text.
pub(crate) fn piece(units: &[u16]) -> LoopPiece {
    // What ends a line is a blank behind its last char.
    let mut lines = units.split_inclusive(|unit| *unit == u16::from(b'\n'));
    let begins = lines.any(begins);
    LoopPiece {
        fences: fences(units),
        begins,
        is_divider: !units.is_empty() && units.iter().all(|unit| is_divider(*unit)),
    }
}

/// The number of non-overlapping runs of three backticks.
fn fences(units: &[u16]) -> usize {
    let (mut count, mut at) = (0, 0);
    while at + FENCE.len() <= units.len() {
        let is_fence = units[at..].starts_with(&FENCE);
        count += usize::from(is_fence);
        at += if is_fence { FENCE.len() } else { 1 };
    }
    count
}

/// Whether a line, or its first part, is of a table, a list, a heading or a quote. Its list knows
/// `*` and `+` and no `-`.
fn begins(line: &[u16]) -> bool {
    let at = |index: usize| line.get(index).copied().unwrap_or(0);
    let is = |index: usize, char: u8| at(index) == u16::from(char);
    if is(0, b'>') && is_space(at(1)) {
        return true;
    }
    let hashes = line
        .iter()
        .take_while(|unit| **unit == u16::from(b'#'))
        .count();
    if hashes > 0 && is_space(at(hashes)) {
        return true;
    }
    let start = line.iter().take_while(|unit| is_space(**unit)).count();
    let rest = line.get(start..).unwrap_or_default();
    let digits = rest
        .iter()
        .take_while(|unit| (u16::from(b'0')..=u16::from(b'9')).contains(*unit))
        .count();
    let is_border = |unit: &u16| {
        [b'|', b'+', b'-']
            .iter()
            .any(|mark| *unit == u16::from(*mark))
    };
    let ends_line = |unit: &u16| [0x0D, 0x2028, 0x2029].contains(unit);
    let bars = || {
        rest[1..]
            .split(ends_line)
            .next()
            .unwrap_or_default()
            .contains(&u16::from(b'|'))
    };
    (is(start, b'|') && bars())
        || (rest.len() >= 3 && rest[..3].iter().all(is_border))
        || ((is(start, b'*') || is(start, b'+')) && is_space(at(start + 1)))
        || (digits > 0 && is(start + digits, b'.') && is_space(at(start + digits + 1)))
}

/// What its expression for dividers takes: all from `+` to `_`, capitals and digits among them,
/// `*`, and lines drawn as such.
fn is_divider(unit: u16) -> bool {
    (u16::from(b'+')..=u16::from(b'_')).contains(&unit)
        || unit == u16::from(b'*')
        || (0x2500..=0x257F).contains(&unit)
        || unit == u16::from(b'=')
}

/// What `\s` takes in JavaScript.
fn is_space(unit: u16) -> bool {
    matches!(unit, 0x09..=0x0D | 0x20 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000 | 0xFEFF)
}
