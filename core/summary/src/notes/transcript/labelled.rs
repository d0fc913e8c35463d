//! The labelled transcript. Each line names who spoke; reasoning, calls, results and attachments
//! have labels of their own.

use super::Piece;
use crate::host::units::utf16_len;
use crate::notes::turns::{Kind, Turn};
use crate::read::media::sanitize_label;
use crate::reduce::truncate::head_units;

/// Returns the line of one turn. It names the speaker after the header's number and boundary, and
/// has no content below it.
pub fn line(piece: &Piece<'_>, max_chars: usize) -> String {
    let Turn {
        kind,
        who,
        text,
        args,
        ..
    } = &piece.turn;
    let tool = sanitize_label(&piece.turn.tool, 80);
    let text = capped(text, max_chars);
    let speaker = match (kind, *who) {
        (Kind::Media, _) => {
            let name = sanitize_label(args.as_str().unwrap_or("file"), 120);
            return format!("[Attached {tool}: {name}]");
        }
        (Kind::Thought, _) => "Reasoning",
        (Kind::Call, _) => return format!("Tool call {tool}: {text}"),
        (_, "result") => "Tool result",
        (Kind::Result, _) if piece.turn.is_error => return format!("Tool error {tool}: {text}"),
        (Kind::Result, _) => return format!("Tool result {tool}: {text}"),
        (Kind::User, _) => "User",
        (Kind::Agent, _) => "Assistant",
        (_, "notes of unproven origin") => who,
        _ => "System",
    };
    format!("{speaker}: {text}")
}

/// The start of a text, and a mark that the rest is missing. A text that this would not shorten
/// stays whole.
fn capped(text: &str, max_chars: usize) -> String {
    let capped = format!("{}\n[truncated]", head_units(text, max_chars));
    if utf16_len(&capped) < utf16_len(text) {
        capped
    } else {
        text.to_owned()
    }
}
