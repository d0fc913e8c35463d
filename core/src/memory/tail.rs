//! The newest messages as they are, within their share: the end of a conversation says most of
//! where it stands.

use super::carry::guarded;
use super::source::{Kind, Source};
use crate::host::clip::{head_of, tail_of};

/// Head and end of a long result, in chars, for each step of room. Chosen by measurement.
const RESULT_CHARS: (usize, usize) = (400, 200);
/// Head of a long argument, in chars.
const ARGUMENT_CHARS: usize = 300;
/// A step of room, in bytes, and the most steps.
const STEP_BYTES: usize = 10_000;
const STEPS_MAX: usize = 6;
/// Between the head and the end of a result.
const LEFT_OUT: &str = "[...]";

/// The newest places behind `from` that fit into `share`, as text, and the first of them.
pub(super) fn tail(source: &Source, from: usize, room: usize, share: usize) -> (usize, String) {
    let steps = (room / STEP_BYTES).clamp(1, STEPS_MAX);
    let mut texts: Vec<String> = Vec::new();
    let (mut first, mut left) = (source.places.len(), share);
    let mut pieces = source.pieces.len();
    while first > from {
        let place = first - 1;
        let start = source.pieces[..pieces].partition_point(|piece| (piece.place as usize) < place);
        let mut text = source.places[place].header.clone();
        for piece in &source.pieces[start..pieces] {
            text.push('\n');
            text.push_str(&shown(&piece.text, piece.kind, steps));
        }
        if text.len() + 1 > left {
            break;
        }
        left -= text.len() + 1;
        (first, pieces) = (place, start);
        // A place of which nothing is known, for example a picture alone, needs no header.
        if text.len() > source.places[place].header.len() {
            texts.push(text);
        }
    }
    texts.reverse();
    (first, texts.join("\n"))
}

fn shown(text: &str, kind: Kind, steps: usize) -> String {
    let (head, end) = match kind {
        Kind::Result => (RESULT_CHARS.0 * steps, RESULT_CHARS.1 * steps),
        Kind::Argument | Kind::Body => (ARGUMENT_CHARS, 0),
        Kind::Said | Kind::User => (usize::MAX, 0),
    };
    let is_long = text.len() > head.saturating_add(end).saturating_mul(4) / 3;
    let cut = if is_long {
        format!(
            "{}\n{LEFT_OUT}\n{}",
            head_of(text, head),
            tail_of(text, end)
        )
    } else {
        text.to_owned()
    };
    let lines = cut
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty());
    lines
        .map(guarded)
        .map(|(mark, line)| format!("{mark}{line}"))
        .collect::<Vec<_>>()
        .join("\n")
}
