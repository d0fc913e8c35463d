//! What the user wrote: texts of the user's messages, without reminders that applications put there, and without our own notes.

use super::snapshot;
use crate::history::{History, PartKind};
use crate::host::view::View;
use crate::read::message::Role;
use crate::reduce::value_text;

/// Tags around texts that applications put into a user's message. The user did not write what stands in them.
const REMINDERS: [&str; 10] = [
    "system-reminder",
    "system_reminder",
    "environment_context",
    "environment_details",
    "ide_selection",
    "ide_opened_file",
    "local-command-stdout",
    "local-command-caveat",
    "command-message",
    "task-notification",
];

/// The texts that the user wrote in message `index`; none for messages of others, or that hold nothing but reminders.
///
/// Our own notes are not the user's words, but the request that is told again after them is.
pub(crate) fn of_user<V: View>(history: &History, messages: &V, index: usize) -> Option<String> {
    if history.role(index) != Some(Role::User) {
        return None;
    }
    let message = messages.at(index)?;
    let texts = history.parts_of(index).iter().filter(|part| part.kind == PartKind::Text).map(|part| value_text(part.path.resolve(&message)));
    let text = without_reminders(&texts.collect::<Vec<_>>().join("\n"));
    let text = if text.trim_start().starts_with(snapshot::PREAMBLE) { snapshot::restated_request(&text)? } else { text };
    (!text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// The newest message before `end` in which the user wrote something, with the words.
pub(crate) fn last_of_user<V: View>(history: &History, messages: &V, end: usize) -> Option<(usize, String)> {
    (0..end.min(history.len())).rev().find_map(|index| Some((index, of_user(history, messages, index)?)))
}

/// The text with every reminder taken out. One that is not closed ends with the text.
pub(crate) fn without_reminders(text: &str) -> String {
    let mut text = text.to_owned();
    for name in REMINDERS {
        let (open, close) = (format!("<{name}"), format!("</{name}>"));
        while let Some(start) = text.find(&open) {
            let end = text[start..].find(&close).map_or(text.len(), |offset| start + offset + close.len());
            text.replace_range(start..end, "");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reminders_are_no_words_of_the_user() {
        assert_eq!(without_reminders("Fix it.<system-reminder>Be brief.</system-reminder> Now."), "Fix it. Now.");
        assert_eq!(without_reminders("Fix it.\n<environment_context cwd=\"/\">never closed"), "Fix it.\n");
        assert_eq!(without_reminders("a < b and <system> stay"), "a < b and <system> stay");
    }
}
