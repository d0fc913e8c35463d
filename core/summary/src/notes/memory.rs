//! Our own message: how it is marked, found again whatever a host did around it, and how far it may
//! be believed.
//!
//! A plain marker shows that a message is intact, not who wrote it: a tool may compute one.
//! Messages therefore have ranks. A message that this compactor installed itself, or whose marker
//! was made with the host's key, is accepted at any position. A message that is only intact must be
//! where we put it, before everything that the user said. Anything else that resembles our messages
//! is the user's text.

mod text;

pub use text::{Older, PREAMBLE, Sealed, seal, steady, with_request};

use super::observation::{is_observation, says_nothing, unmarked};
use super::words::texts;
use crate::cut::split::protected_head;
use crate::history::{History, PartKind};
use crate::notes::snapshot::{Snapshot, append};
use crate::read::frames;
use crate::reduce::value_text;
use crate::seal::{ENDS_MAX, MessageEnd, Proof, ends, proof};
use crate::shape::words;
use crate::{Item, Role};
use std::ops::Range;
use text::{FORMER_PREAMBLE, carried};

words! {
    /// The degree to which one of our messages can be trusted.
    pub enum Rank as "Previous" {
        /// This compactor installed it, or its marker was made with the host's key.
        Own => "own",
        /// It is intact and where we put it. Its author is not proven.
        Intact => "whole",
    }
}

/// By what our own messages are known.
#[derive(Clone, Copy, Default)]
pub struct Trust<'a> {
    /// The marks of messages that this compactor installed.
    pub remembered: &'a [String],
    /// The host's key.
    pub key: Option<&'a str>,
    /// The host's message that precedes our messages.
    pub environment: Option<&'a str>,
}

/// One of our messages in a history.
#[derive(Clone, Default)]
pub struct OwnMessage {
    /// The index of the message that contains it, and of the part in that message. The text around
    /// it in the part belongs to the host.
    pub message: usize,
    pub part: usize,
    /// Its position in the text of the part, in bytes.
    pub range: Range<usize>,
    /// `None` if it was changed: then it proves nothing.
    pub rank: Option<Rank>,
    pub snapshot: Snapshot,
    pub request: Option<String>,
    pub older: Older,
}

/// Content under the user's role that the user didn't write: our own messages, and the host's.
#[derive(Clone, Default)]
pub struct OwnMessages {
    found: Vec<OwnMessage>,
    /// The host's message that precedes our messages.
    pub(super) environment: String,
}

impl OwnMessages {
    /// Searches all user messages, and system messages because some hosts put summaries there.
    pub fn find(history: &History, messages: &Item<'_>, trust: Trust<'_>) -> Self {
        let mut ours = Self {
            found: Vec::new(),
            environment: trust.environment.unwrap_or_default().trim().to_owned(),
        };
        messages.each_item(|index, message| {
            if !matches!(history.role(index), Some(Role::User | Role::System)) {
                return;
            }
            for (part, text) in texts(history, &message, index) {
                if !is_observation(history, index, &text) {
                    let place = UserPart {
                        history,
                        messages,
                        index,
                        part,
                    };
                    ours.look_at(&text, &place, trust);
                }
            }
        });
        // Whoever has no key may write what is only whole: it brings nothing.
        if trust.key.is_some() {
            let forged = ours.found.iter_mut().filter(|found| !found.is_proven());
            forged.for_each(|found| {
                (found.snapshot, found.request) = (Snapshot::default(), None);
            });
        }
        ours
    }

    fn look_at(&mut self, text: &str, place: &UserPart<'_>, trust: Trust<'_>) {
        let bare = unmarked(text, "\u{feff}");
        if bare.starts_with(FORMER_PREAMBLE) && place.leads("", &self.environment) {
            self.push(place, 0..text.len(), Some(Rank::Intact), bare);
            return;
        }
        let all = ends(text);
        let mut behind = 0;
        for (open, close) in opened(&all) {
            if open.start < behind {
                continue;
            }
            let (body, end) = close.map_or((open.end..text.len(), text.len()), |close| {
                (open.end..close.start, close.end)
            });
            let remembered = trust.remembered.contains(&open.mark);
            let whole = close.and_then(|_| proof(&text[body.clone()], &open.mark, trust.key));
            let rank = match whole {
                Some(Proof::Keyed) => Some(Rank::Own),
                Some(Proof::Plain) if remembered && trust.key.is_none() => Some(Rank::Own),
                // It stands where we put nothing: a text like any other.
                _ if !remembered && !place.leads(&text[..open.start], &self.environment) => {
                    continue;
                }
                _ => whole.map(|_| Rank::Intact),
            };
            self.push(place, open.start..end, rank, &text[body]);
            behind = end;
        }
        // The front of a message of ours may be cut off: then what stands before its end is no word
        // of the user.
        let is_known = |end: &MessageEnd| {
            self.in_part(place.index, place.part)
                .any(|found| found.range.end == end.end)
        };
        let lone = all
            .iter()
            .take(ENDS_MAX)
            .find(|end| end.closes && trust.remembered.contains(&end.mark) && !is_known(end));
        if let Some(end) = lone {
            self.push(place, 0..end.end, None, &text[..end.start]);
        }
    }

    fn push(&mut self, place: &UserPart<'_>, range: Range<usize>, rank: Option<Rank>, body: &str) {
        self.found.push(OwnMessage {
            message: place.index,
            part: place.part,
            range,
            rank,
            ..carried(body)
        });
    }

    /// The newest notes that may be believed in messages `start..end`.
    pub fn previous(&self, start: usize, end: usize) -> Option<&OwnMessage> {
        self.found
            .iter()
            .rev()
            .find(|found| (start..end).contains(&found.message) && found.rank.is_some())
    }

    /// Returns true if one of our messages before `end` was changed.
    pub fn is_damaged(&self, end: usize) -> bool {
        self.found
            .iter()
            .any(|found| found.message < end && found.rank.is_none())
    }

    /// What is found in one part, in order.
    pub fn in_part(&self, message: usize, part: usize) -> impl Iterator<Item = &OwnMessage> {
        self.found
            .iter()
            .filter(move |found| (found.message, found.part) == (message, part))
    }

    /// Returns true if a message contains one of our messages.
    pub fn is_in(&self, message: usize) -> bool {
        self.found.iter().any(|found| found.message == message)
    }

    /// Returns the newest of our messages before `end` that repeats a request, and the user
    /// messages after it that are older than the request.
    pub fn older(&self, end: usize) -> Option<(usize, Older)> {
        self.found
            .iter()
            .rev()
            .find(|found| found.message < end && found.rank.is_some() && found.request.is_some())
            .filter(|found| found.older.messages > 0)
            .map(|found| (found.message, found.older))
    }

    /// Returns the text of a part without our messages.
    pub(crate) fn around(&self, message: usize, part: usize, text: &str) -> String {
        let (mut around, mut from) = (String::new(), 0);
        for found in self.in_part(message, part) {
            around += text.get(from..found.range.start).unwrap_or_default();
            from = found.range.end;
        }
        around += text.get(from..).unwrap_or_default();
        around
    }
}

impl OwnMessage {
    /// Whether it is known that we wrote it.
    pub fn is_proven(&self) -> bool {
        self.rank == Some(Rank::Own)
    }
}

/// The ends that open a message, each with the one that closes it.
pub(super) fn opened(
    all: &[MessageEnd],
) -> impl Iterator<Item = (&MessageEnd, Option<&MessageEnd>)> {
    let ends = all.iter().enumerate().take(ENDS_MAX);
    ends.filter(|(_, open)| !open.closes).map(|(number, open)| {
        let mut behind = all[number + 1..].iter();
        let close = behind.find(|end| end.closes && end.mark == open.mark);
        (open, close)
    })
}

/// A part of a message of the user.
struct UserPart<'a> {
    history: &'a History,
    messages: &'a Item<'a>,
    index: usize,
    part: usize,
}

impl UserPart<'_> {
    /// Returns true if the part is where we put our messages: before everything that the user said,
    /// or directly after a single user message, which is taken for the host's environment message.
    /// The agent's acknowledgement may be between them. The environment message may also precede it
    /// in the same message.
    fn leads(&self, before: &str, environment: &str) -> bool {
        let Self {
            history,
            messages,
            index,
            part,
        } = *self;
        let said = |text: &str| {
            let text = frames::outside(text);
            let text = text.trim().trim_start_matches('\u{feff}');
            !says_nothing(text) && text != environment
        };
        let mut before_it = history.parts_of(index).iter().take(part);
        let Some(message) = messages.at(index) else {
            return false;
        };
        if said(before)
            || before_it.any(|entry| {
                entry.kind != PartKind::Text || said(&value_text(entry.path.resolve(&message)))
            })
        {
            return false;
        }
        let users: Vec<usize> = (protected_head(history)..index)
            .filter(|index| history.role(*index) == Some(Role::User))
            .collect();
        match users.as_slice() {
            [] => true,
            // The environment, with or without the agent's answer to it.
            [other] => index - other == 1 || (index - other == 2 && self.acknowledges(index - 1)),
            _ => false,
        }
    }

    fn acknowledges(&self, index: usize) -> bool {
        let Some(message) = self.messages.at(index) else {
            return false;
        };
        let mut said = String::new();
        texts(self.history, &message, index).for_each(|(_, text)| append(&mut said, &text));
        said.trim() == self.history.options().hosts.acknowledgement.trim()
    }
}
