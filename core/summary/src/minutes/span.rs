//! What is to be remembered, as turns.

use crate::notes::memory::OwnMessages;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::plain;
use crate::notes::turns::{Kind, Reader, Turn};
use crate::notes::words;
use crate::read::tools::ToolHints;
use crate::reduce::drop_payloads;
use crate::{History, Item, Role};
use std::borrow::Cow;

/// What is to be remembered.
pub struct Span<'a> {
    /// The first message that is removed.
    pub start: usize,
    /// The first message that stays after it.
    pub end: usize,
    /// The messages that conspectus wrote, mainly the earlier notes.
    pub ours: &'a OwnMessages,
    /// Parts of kept messages whose content is cleared.
    pub cleared: &'a [usize],
    /// Messages of the span that are pinned and therefore kept, in order.
    pub pinned: &'a [usize],
    /// What the definitions of the tools say of their calls.
    pub hints: &'a ToolHints,
    /// The tokens from which the share of the user's words is computed. It doesn't depend on text
    /// from anyone else.
    pub said_tokens: f64,
    /// The user's request that is repeated after the memory.
    pub beside: Option<&'a str>,
}

/// All turns from the start of the span to the end of the conversation, and the notes in the span.
pub fn turns<'m>(
    history: &History,
    messages: &Item<'m>,
    span: &Span<'_>,
) -> (Vec<Turn<'m>>, Snapshot) {
    let found = span.ours.previous(span.start, span.end);
    // What stands behind the notes and is older than their request was told by them.
    let known = words::older(history, messages, history.len(), span.ours);
    let mut turns = Vec::new();
    // A request that the notes tell again is the newest of what they hold.
    if let Some(request) = found.and_then(|found| found.request.as_deref()) {
        turns.push(Turn {
            text: request.to_owned().into(),
            ..Turn::default()
        });
    }
    let reader = Reader {
        history,
        ours: span.ours,
        is_transcript: false,
    };
    messages.each_item(|index, message| {
        let is_system = history.role(index) == Some(Role::System);
        if index < span.start || index >= history.len() || is_system {
            return;
        }
        let (first, is_known) = (turns.len(), known.contains(&index));
        reader.read(index, &message, &mut turns);
        let is_kept = index >= span.end || span.pinned.binary_search(&index).is_ok();
        for turn in &mut turns[first..] {
            turn.stays = is_kept && !span.cleared.contains(&turn.part);
            if turn.kind == Kind::Call {
                turn.changes = span.hints.changes(&turn.tool);
                drop_payloads(&mut turn.args);
            }
            if is_known && matches!(turn.kind, Kind::User | Kind::Attached) {
                turn.kind = Kind::Other;
            }
        }
    });
    turns.retain_mut(|turn| {
        turn.text = plain(match std::mem::take(&mut turn.text) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_owned()),
        });
        match turn.kind {
            Kind::Other | Kind::Media | Kind::Thought => false,
            // Text of invisible chars says nothing.
            Kind::User | Kind::Agent => !turn.text.is_empty(),
            _ => true,
        }
    });
    let notes = found.map(|found| found.snapshot.clone());
    (turns, notes.unwrap_or_default())
}
