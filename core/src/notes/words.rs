//! What the user wrote: texts of the user's messages, without reminders that applications put there, without tool output, and without our
//! own messages. Restating, the record and the facts all ask here.

use super::memory::Ours;
use super::observation::{is_observation, says_nothing, without_reminders};
use crate::history::{History, PartKind};
use crate::host::view::{Kind, View, ViewExt};
use crate::read::message::Role;
use crate::reduce::value_text;
use serde_json::Value;

/// A message of the user between the acknowledgement and a message of the agent, so that roles alternate. Source: qwen-code.
pub(crate) const BRIDGE: &str = "Continue with the prior task using the context above.";

/// Tells the agent that its media were left out. Source: one of the reproduced systems says this; the words are our own.
pub(crate) const MEDIA_LEFT_OUT: &str = "The files and pictures attached to this conversation were too large to be sent, so they are no longer part \
of it. If one of them is needed, ask for a smaller copy.";

/// What the agent is reminded of after a summary.
pub(crate) const PLAN_MODE: &str = "Plan mode is on, whatever the notes say: read, search and propose, but change nothing, and run nothing that \
changes anything, until the user ends it.";
pub(crate) const AGENTS: &str =
    "Other agents were at these tasks when the conversation was compacted. The notes do not say how far they are; do not take them for done:";

/// What stands around files and images that are put back after a summary.
pub(crate) const AS_IT_IS_NOW: &str = ", as it is now:";
pub(crate) const TOO_LONG: &str = "Files used lately, too long to be shown here; read them again if needed:";
pub(crate) const IMAGE_FROM: &str = "Image from ";

/// Whether we put this text into the user's name ourselves.
fn is_our_own(text: &str, history: &History) -> bool {
    let is_file = || text.starts_with("File ") && text.lines().next().is_some_and(|line| line.ends_with(AS_IT_IS_NOW));
    let is_image = || text.starts_with(IMAGE_FROM) && text.ends_with(':') && !text.contains('\n');
    text == BRIDGE
        || text == history.config().continue_message.trim()
        || [MEDIA_LEFT_OUT, PLAN_MODE, AGENTS, TOO_LONG].iter().any(|own| text.starts_with(own))
        || is_file()
        || is_image()
}

fn cleaned(text: &str, history: &History, ours: &Ours) -> String {
    let text = without_reminders(text);
    let text = text.trim().trim_matches('\u{feff}').trim();
    if says_nothing(text) || text == ours.environment() || is_our_own(text, history) {
        return String::new();
    }
    text.to_owned()
}

/// What the user wrote in one text of message `index`.
pub(crate) fn of_text(history: &History, (index, part): (usize, usize), text: &str, ours: &Ours) -> String {
    if is_observation(history, index, text) {
        return String::new();
    }
    cleaned(&ours.around(index, part, text), history, ours)
}

/// What the user wrote in message `index`; none for messages of others, or that hold nothing of the user's.
///
/// A request that our own message tells again is the user's. What a host joined behind it is newer.
pub(crate) fn of_user<V: View>(history: &History, messages: &V, index: usize, ours: &Ours) -> Option<String> {
    if history.role(index) != Some(Role::User) {
        return None;
    }
    let message = messages.at(index)?;
    let (mut said, mut request) = (Vec::new(), None);
    for (part, entry) in history.parts_of(index).iter().enumerate().filter(|(_, entry)| entry.kind == PartKind::Text) {
        let text = value_text(entry.path.resolve(&message));
        match ours.in_part(index, part).last() {
            Some(found) => {
                request = found.request.clone().or(request);
                // What stands before our message is older than the request in it.
                let before = text.get(..found.range.start).filter(|_| request.is_none()).unwrap_or_default();
                said = vec![cleaned(before, history, ours), cleaned(text.get(found.range.end..).unwrap_or_default(), history, ours)];
            }
            None => said.push(of_text(history, (index, part), &text, ours)),
        }
    }
    said.retain(|text| !text.is_empty());
    if said.is_empty() {
        return request;
    }
    Some(said.join("\n"))
}

/// The newest message before `end` in which the user wrote something, with the words.
pub(crate) fn last_of_user<V: View>(history: &History, messages: &V, end: usize, ours: &Ours) -> Option<(usize, String)> {
    (0..end.min(history.len())).rev().find_map(|index| Some((index, of_user(history, messages, index, ours)?)))
}

/// The media that the user put beside the words of message `index`, as parts that can stand in another message of the user. What holds raw
/// bytes, or is no part by itself, cannot.
pub(crate) fn media_of_user<V: View>(history: &History, messages: &V, index: usize) -> Vec<Value> {
    let Some(message) = messages.at(index) else { return Vec::new() };
    let parts = history.parts_of(index);
    let is_put_back = |part: usize| {
        let before = part.checked_sub(1).and_then(|before| parts[before].path.resolve(&message));
        before.is_some_and(|before| value_text(Some(before)).starts_with(IMAGE_FROM))
    };
    let media = parts.iter().enumerate().filter(|(part, entry)| entry.kind == PartKind::Media && !entry.beside_text && !is_put_back(*part));
    media
        .filter_map(|(_, entry)| entry.path.resolve(&message))
        .filter(|value| value.kind() == Kind::Object && !holds_bytes(value, 0))
        .filter_map(|value| value.to_value().ok())
        .collect()
}

/// Deeper than any part of a provider.
const DEPTH_MAX: usize = 8;

fn holds_bytes<V: View>(value: &V, depth: usize) -> bool {
    if value.kind() == Kind::Bytes || depth > DEPTH_MAX {
        return true;
    }
    let mut found = false;
    value.for_each(&mut |_, child| found = found || holds_bytes(&child, depth + 1));
    found
}
