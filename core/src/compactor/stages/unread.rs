//! Building block: the live messages, which no summary may replace.

use crate::cut::split::closed_at_or_before;
use crate::history::{PartEntry, PartKind};
use crate::host::clip::clip;
use crate::notes::memory::{OwnMessages, Trust};
use crate::notes::words;
use crate::reduce::value_text;
use crate::{CompactArgs, Config, ConfiguredHistory, Edit, Item, Role, SplitPoint, SplitReason};

/// The first live message: the first one that the agent has not answered, or the call whose results
/// it has not read.
///
/// Results after the agent's last message are unread, and so are those at its end in formats that
/// keep them there. Their call is kept with them, so the agent's last message is live too.
pub fn first_live(history: &ConfiguredHistory) -> usize {
    let Some(last) = last_of_agent(history) else {
        return 0;
    };
    let unread = unread_results(history, history.len()) > 0;
    let waiting = history.pairs().waiting_since().unwrap_or(usize::MAX);
    let first = if unread { last } else { last + 1 };
    first.min(waiting)
}

pub fn last_of_agent(history: &ConfiguredHistory) -> Option<usize> {
    let messages = history.messages();
    messages
        .iter()
        .rposition(|entry| entry.role == Role::Assistant)
}

/// How many results in messages `..end` the agent has not read yet.
pub fn unread_results(history: &ConfiguredHistory, end: usize) -> usize {
    let first = last_of_agent(history).map_or(0, |last| {
        // A result may bring media along.
        let mut parts = history.parts_of(last).iter().rev();
        let told = parts.find(|part| part.kind != PartKind::NestedMedia);
        last + usize::from(last + 1 < end || !told.is_some_and(is_result))
    });
    (first..end)
        .flat_map(|index| history.parts_of(index))
        .filter(|part| is_result(part))
        .count()
}

fn is_result(part: &PartEntry) -> bool {
    part.kind == PartKind::ToolResult
}

/// `cut`, or an earlier one that keeps all live messages.
pub fn keep_unread(history: &ConfiguredHistory, cut: SplitPoint) -> SplitPoint {
    // Where the agent has said nothing yet, the newest request stays; the ones before it may go.
    let first = match last_of_agent(history) {
        Some(_) => first_live(history),
        None => history.len() - 1,
    };
    if cut.index <= first {
        return cut;
    }
    let index = closed_at_or_before(history, first);
    cut.moved(history, index, SplitReason::BoundaryBeforeLive)
}

/// The user's open request.
#[derive(Debug, Clone, Copy)]
pub struct OpenRequest {
    /// Index of the message that holds it.
    pub message: usize,
    /// Its tokens when it is restated, with its media.
    pub tokens: u64,
}

/// Finds conspectus's own messages in the list of a run.
pub fn ours(history: &ConfiguredHistory, messages: &Item<'_>, turn: &CompactArgs) -> OwnMessages {
    let trust = Trust {
        remembered: &turn.remembered,
        key: history.signing_key(),
        environment: turn.preamble.as_deref(),
    };
    OwnMessages::find(history, messages, trust)
}

/// The last words of the user, also if they are next to results or in our own message.
pub fn open_request(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    ours: &OwnMessages,
) -> Option<OpenRequest> {
    let (message, words) = words::last_of_user(history, messages, history.len(), ours)?;
    let media: u64 = media_of(history, message)
        .map(|part| part.media_tokens)
        .sum();
    Some(OpenRequest {
        message,
        tokens: history
            .scale()
            .tokens_of_text(&restated_text(history.config(), &words))
            + media,
    })
}

/// Whether messages `start..end` contain nothing but our notes, the answer to them, and pinned
/// messages. Another summary would only shorten the notes.
pub fn is_only_summary(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    span: (usize, usize, &[usize]),
    ours: &OwnMessages,
) -> bool {
    let (start, end, pinned) = span;
    let is_ours = |index: usize| match history.role(index) {
        Some(Role::User) => {
            let parts = history.parts_of(index).iter().enumerate();
            let says = messages
                .at(index)
                .and_then(|message| words::of_message(history, &message, index, ours));
            let mut texts = parts.filter(|(_, part)| part.kind == PartKind::Text);
            says.is_none() && texts.any(|(part, _)| ours.in_part(index, part).next().is_some())
        }
        Some(Role::Assistant) => messages.at(index).is_some_and(|message| {
            let answer = history.config().tuning.acknowledgement.trim();
            history
                .parts_of(index)
                .iter()
                .all(|part| value_text(part.path.resolve(&message)).trim() == answer)
        }),
        _ => false,
    };
    start < end
        && (start..end)
            .filter(|index| pinned.binary_search(index).is_err())
            .all(is_ours)
}

/// Longest restated request, in chars: half as many as the window has tokens, within these bounds.
/// Chosen here: a typed request stays whole, a long paste is clipped in the middle.
const REQUEST_CHARS: (usize, usize) = (4_000, 16_000);

/// The user's words as they are restated after a summary.
pub fn restated_text(config: &Config, words: &str) -> String {
    // A char of a request is at most about a token, and the rest of the window is for what was
    // found and done.
    let window = config
        .context_window
        .map_or(REQUEST_CHARS.1, |window| (window / 2) as usize);
    clip(words, window.clamp(REQUEST_CHARS.0, REQUEST_CHARS.1), 0.7).into_owned()
}

/// The edits without those that would clear media in the message of the open request: these are
/// restated with it.
pub fn keep_request(
    mut edits: Vec<Edit>,
    history: &ConfiguredHistory,
    request: Option<OpenRequest>,
) -> Vec<Edit> {
    let beside = request.map(|request| request.message);
    edits.retain(|edit| {
        beside != Some(edit.message) || history.parts()[edit.part].kind != PartKind::Media
    });
    edits
}

fn media_of(history: &ConfiguredHistory, message: usize) -> impl Iterator<Item = &PartEntry> {
    history
        .parts_of(message)
        .iter()
        .filter(|part| part.kind == PartKind::Media)
}
