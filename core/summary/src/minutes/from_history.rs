//! Plain turns of the messages of a host. The only file of the minutes that knows a history.

use super::read::arguments;
use super::turn::{Kind, Turn};
use crate::history::{History, PartKind};
use crate::host::view::{View, ViewExt};
use crate::notes::memory::Ours;
use crate::notes::observation::is_observation;
use crate::notes::reader::without_drafts;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::{call_args, given_text, plain};
use crate::notes::words;
use crate::read::message::Role;
use crate::read::tools::ToolHints;
use crate::reduce::plan::without_embedded_media;
use crate::reduce::{drop_payloads, value_text};
use serde_json::Value;

/// What is to be remembered.
pub struct Span<'a> {
    /// The first message that goes.
    pub start: usize,
    /// The first message that stays after it.
    pub end: usize,
    /// What is ours in the messages: the earlier notes above all.
    pub ours: &'a Ours,
    /// Parts of the messages that stay whose content goes nevertheless.
    pub cleared: &'a [usize],
    /// Messages of the span that stay nevertheless, in order.
    pub pinned: &'a [usize],
    /// What the definitions of the tools say of their calls.
    pub hints: &'a ToolHints,
    /// The tokens of which the user's words may take their part. It depends on nothing that anybody
    /// else wrote.
    pub said_tokens: f64,
    /// The request of the user that is told again beside the memory.
    pub beside: Option<&'a str>,
}

/// All turns from the start of the span to the end of the conversation, and the notes in the span.
pub fn turns<'a, V: View>(
    history: &History,
    messages: &V,
    span: &Span<'a>,
) -> (Vec<Turn>, Option<&'a Snapshot>) {
    let found = span.ours.previous(span.start, span.end);
    // What stands behind the notes and is older than their request was told by them.
    let known = words::older(history, messages, history.len(), span.ours);
    let mut turns = Vec::new();
    // A request that the notes tell again is the newest of what they hold.
    if let Some(request) = found.and_then(|found| found.request.as_deref()) {
        turns.push(Turn {
            text: clean(request),
            ..Turn::default()
        });
    }
    messages.each_item(|index, message| {
        let role = history.role(index);
        if index < span.start || index >= history.len() || role == Some(Role::System) {
            return;
        }
        let first = history.messages()[index].first_part as usize;
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            let place = first + offset;
            let is_kept = index >= span.end || span.pinned.binary_search(&index).is_ok();
            let turn = |kind, text| Turn {
                kind,
                text,
                message: index,
                stays: is_kept && !span.cleared.contains(&place),
                ..Turn::default()
            };
            let text = || value_text(part.path.resolve(&message));
            match part.kind {
                PartKind::Text if role == Some(Role::User) && !known.contains(&index) => {
                    let text = text();
                    if is_observation(history, index, &text) {
                        turns.push(turn(Kind::Result, clean(&text)));
                        continue;
                    }
                    let (framed, said) = words::apart(history, (index, offset), &text, span.ours);
                    turns.push(turn(Kind::Attached, clean(&framed)));
                    turns.push(turn(Kind::User, clean(&said)));
                }
                PartKind::Text if role == Some(Role::Assistant) => {
                    turns.push(turn(Kind::Agent, clean(&without_drafts(&text()))));
                }
                PartKind::ToolCall => {
                    let args = call_args(history, &message, part);
                    let mut args = args.map_or(Value::Null, |args| arguments(&args));
                    drop_payloads(&mut args);
                    let tool = history.symbol(part.name).to_owned();
                    turns.push(Turn {
                        call: Some(place),
                        args,
                        changes: span.hints.changes(&tool),
                        tool,
                        ..turn(Kind::Call, String::new())
                    });
                }
                PartKind::ToolResult => {
                    let text = without_embedded_media(&given_text(history, &message, part));
                    turns.push(Turn {
                        call: part.partner.map(|call| call as usize),
                        is_error: part.is_error,
                        is_cleared: part.is_cleared,
                        ..turn(Kind::Result, plain(&text))
                    });
                }
                _ => {}
            }
        }
    });
    turns.retain(|turn| {
        turn.kind == Kind::Call || turn.kind == Kind::Result || !turn.text.is_empty()
    });
    (turns, found.map(|found| &found.snapshot))
}

/// A text without media, and without the blanks around it.
fn clean(text: &str) -> String {
    plain(without_embedded_media(text.trim()).trim())
}
