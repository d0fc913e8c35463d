//! The minutes of a conversation: a memory that needs no model.
//!
//! 1. `from_history` makes plain turns of the host's messages; nothing else here knows a host.
//! 2. `calls` pairs calls with their results: what each was, and what came of it.
//! 3. `said` keeps the user's words, `ledger` what was changed, checked and what failed, `log` what
//!    happened, `seen` the lines of results that are most likely needed again.
//! 4. `write` gives each its room and writes one text of plain headings, at any size.
//! 5. `carry` reads that text back, so that the next memory goes on from it.
//!
//! Nothing is rephrased, and nothing is called done or passed that no evidence shows. The same
//! conversation gives the same bytes everywhere.

pub mod activity;
mod calls;
mod carry;
mod facts;
mod from_history;
mod ledger;
mod log;
mod need;
pub mod read;
mod rows;
mod said;
mod seen;
mod terms;
mod text;
mod write;

pub use facts::{Command, FactRequest, Facts};
pub use from_history::Span;
pub use terms::{Terms, each_term, shape};

use crate::history::History;
use crate::host::view::View;
use crate::notes::accept;
use crate::notes::snapshot::Snapshot;
use calls::Calls;
use carry::Former;
use ledger::Ledger;
use need::Need;
use said::Said;
use seen::Seen;
use serde_json::Value;

/// What a turn is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// Words of the user.
    #[default]
    User,
    /// What a host or a paste put under the user's role.
    Attached,
    /// Words of the agent.
    Agent,
    Call,
    Result,
}

/// One thing that was said, called or returned.
#[derive(Debug, Clone, Default)]
pub struct Turn {
    pub kind: Kind,
    /// The index of its message.
    pub message: usize,
    pub text: String,
    /// The number that a call and its result share.
    pub call: Option<usize>,
    pub tool: String,
    pub args: Value,
    /// Whether the host marks a result as an error.
    pub is_error: bool,
    /// Whether a result was cleared before.
    pub is_cleared: bool,
    /// Whether the tool's definition says that it changes something.
    pub changes: Option<bool>,
    /// Whether it stays in the conversation.
    pub stays: bool,
}

/// A conversation that was read, of which memories of several sizes can be written.
#[derive(Debug)]
pub struct Minutes {
    turns: Vec<Turn>,
    calls: Calls,
    former: Former,
    /// What a model wrote in earlier notes, and their record.
    words: String,
    notes: String,
    said: Vec<Said>,
    ledger: Ledger,
    need: Need,
    seen: Seen,
    said_tokens: f64,
}

impl Minutes {
    /// Reads a span of a history, with the earlier notes in it.
    #[must_use]
    pub fn of<V: View>(history: &History, messages: &V, span: &Span<'_>) -> Self {
        let (turns, notes) = from_history::turns(history, messages, span);
        let words = notes.map(Snapshot::own_words).unwrap_or_default();
        let record = notes.map_or("", |notes| notes.record.as_str());
        let mut minutes = Self::of_turns(turns, record, words);
        minutes.said_tokens = span.said_tokens;
        if let Some(beside) = span.beside {
            said::point(&mut minutes.said, beside);
        }
        minutes
    }

    /// The same of plain turns, behind what earlier notes hold.
    #[must_use]
    pub fn of_turns(turns: Vec<Turn>, record: &str, words: String) -> Self {
        let calls = Calls::of(&turns);
        let former = Former::of(record);
        let ledger = Ledger::of(&turns, &calls, &former);
        let need = Need::of(&turns, &former);
        Self {
            seen: Seen::of(&turns, &calls, &former, &need),
            said: said::said(&turns, &former),
            turns,
            calls,
            former,
            words,
            notes: record.to_owned(),
            said_tokens: 0.0,
            ledger,
            need,
        }
    }

    /// Calls `found` with every text that was read.
    pub(crate) fn each_text(&self, found: &mut impl FnMut(&str)) {
        for turn in &self.turns {
            found(&turn.text);
            found(&turn.args.to_string());
            need::each_text(&turn.args, found);
        }
        found(&self.words);
        found(&self.notes);
    }

    /// Commands whose newest run failed, without the sign in front.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &str> {
        self.ledger.failed.iter().filter_map(|entry| entry.call.strip_prefix("$ "))
    }

    /// A memory of at most about `budget` tokens as `tokens_of` measures it. What a model wrote in
    /// earlier notes stands beside it, in at most half of the room.
    pub fn remember(&self, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let beside = |words: &str, record: String| Snapshot {
            words: words.to_owned(),
            record,
            ..Snapshot::default()
        };
        let fits = |head: &str| tokens_of(&beside(head, String::new())) * 2.0 <= budget;
        let words = accept::cut(&self.words, fits).unwrap_or_default();
        self.within(budget, |record| {
            let snapshot = beside(&words, record);
            let tokens = tokens_of(&snapshot);
            (snapshot, tokens)
        })
    }

    /// The record alone.
    pub fn record(&self, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        self.within(budget, |record| {
            let snapshot = Snapshot {
                record,
                ..Snapshot::default()
            };
            let tokens = tokens_of(&snapshot);
            (snapshot, tokens)
        })
    }

    /// The user's words in their part of a budget.
    fn request(&self, all: f64, made: impl Fn(String) -> (Snapshot, f64)) -> String {
        let around = made(String::new()).1;
        let own = if self.said_tokens > 0.0 { self.said_tokens } else { all };
        let budget = (own * REQUEST).min((all - around).max(0.0));
        let mut room = (budget * BYTES_PER_TOKEN).clamp(0.0, ROOM_MAX) as usize;
        loop {
            let text = said::write(&self.said, room);
            if text.is_empty() || room < 8 {
                return text;
            }
            let bytes = text.len();
            let tokens = made(write::headed(&text)).1 - around;
            if tokens <= budget {
                return text;
            }
            room = (bytes.min(room) as f64 * (budget / tokens).min(0.95)) as usize;
        }
    }

    /// Writes with less or more room until the result fills its budget.
    fn within(&self, budget: f64, made: impl Fn(String) -> (Snapshot, f64)) -> Snapshot {
        let mut room = (budget * BYTES_PER_TOKEN).clamp(0.0, ROOM_MAX) as usize;
        let said = self.request(budget, &made);
        let mut best: Option<(Snapshot, f64)> = None;
        for _ in 0..STEPS {
            let text = write::write(self, &said, room);
            let written = text.len();
            let (snapshot, tokens) = made(text);
            let ratio = budget / tokens.max(1.0);
            if tokens > budget {
                if room == 0 {
                    return best.map_or(snapshot, |(best, _)| best);
                }
                room = (room.min(written) as f64 * ratio * 0.97) as usize;
                continue;
            }
            let before = best.as_ref().map_or(-1.0, |(_, before)| *before);
            if tokens > before {
                best = Some((snapshot, tokens));
            }
            // It fills the room, or there is no more to tell.
            if tokens <= before || ratio < FILLED || written < room * 4 / 5 {
                break;
            }
            room = (room as f64 * ratio.min(1.5)).min(ROOM_MAX) as usize;
        }
        best.map_or_else(|| made(write::write(self, &said, 0)).0, |(best, _)| best)
    }
}

/// What of the budget the user's words may take.
const REQUEST: f64 = 0.5;
/// What a token of English holds, for the first attempt.
const BYTES_PER_TOKEN: f64 = 3.6;
/// The longest memory, in bytes.
const ROOM_MAX: f64 = (1 << 22) as f64;
/// How often a memory is written until it meets its budget.
const STEPS: usize = 7;
/// A memory that could be larger by less than this is full.
const FILLED: f64 = 1.05;
