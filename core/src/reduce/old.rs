//! Old results: which of them the ledger alone says may go, and what that would free. No text is read and no placeholder is made, so that
//! it can be asked at every turn.

use super::microcompact::clearable;
use super::plan::nested_media;
use crate::history::{History, PartKind};
use crate::read::message::Role;

/// What is taken for a placeholder, in tokens. Chosen here: most take 15 to 35.
const PLACEHOLDER_TOKENS: f64 = 30.0;

/// How many of the newest results stay.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Newest {
    /// So many in any case.
    pub least: usize,
    /// At most so many.
    pub most: usize,
    /// And beyond the least only while they take no more than this together.
    pub tokens: f64,
}

/// The results from a message on that may go.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OldResults {
    /// Their parts, in order.
    pub parts: Vec<usize>,
    /// What is freed if all of them go.
    pub tokens: f64,
    /// The first message with a result that is whole and may ever go; the number of messages if there is none.
    pub first_whole: usize,
    /// The same once all of them are gone.
    pub first_kept: usize,
}

/// The results from message `from` on that the agent has read, behind the newest. What failed, was cleared or must not be cleared is none of them.
pub(crate) fn old_results(history: &History, from: usize, newest: Newest) -> OldResults {
    let length = history.len();
    let last_read = history.messages().iter().rposition(|entry| entry.role == Role::Assistant).unwrap_or(0);
    let mut found: Vec<(usize, usize, f64)> = Vec::new();
    let mut unread = length;
    for message in from.min(length)..length {
        let first = history.messages()[message].first_part as usize;
        for (offset, part) in history.parts_of(message).iter().enumerate() {
            if part.kind != PartKind::ToolResult || part.is_error || part.is_cleared || !clearable(history, part) {
                continue;
            }
            let media: u64 = part.media_tokens + nested_media(history, first + offset).map(|medium| medium.media_tokens).sum::<u64>();
            let freed = part.tokens + media as f64 - PLACEHOLDER_TOKENS;
            if freed > 0.0 && message < last_read {
                found.push((first + offset, message, freed));
            } else if freed > 0.0 {
                unread = unread.min(message);
            }
        }
    }
    let mut kept = 0.0;
    let mut stays = |(age, (_, _, freed)): (usize, &(usize, usize, f64))| {
        kept += freed;
        age < newest.least || (age < newest.most && kept <= newest.tokens)
    };
    let count = found.len() - found.iter().rev().enumerate().take_while(|result| stays(*result)).count();
    let message = |place: usize| found.get(place).map_or(unread, |(_, message, _)| *message);
    OldResults {
        parts: found[..count].iter().map(|(part, ..)| *part).collect(),
        tokens: found[..count].iter().map(|(_, _, freed)| freed).sum(),
        first_whole: message(0),
        first_kept: message(count),
    }
}
