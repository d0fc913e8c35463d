//! The minutes of a conversation: a memory that needs no model.
//!
//! 1. `span` takes the turns that are to be remembered.
//! 2. `calls` pairs calls with their results: what each call was, and its outcome.
//! 3. `user_text` keeps the user's words, `ledger` what was changed, checked and what failed, `log` what
//!    happened, `seen` the lines of results that are most likely needed again.
//! 4. `write` assigns a size to each section and writes one text with plain headings, at any size.
//! 5. `previous_summary` reads that text back, so that the next memory can continue from it.
//!
//! Nothing is rephrased, and nothing is called done or passed without evidence. Equal conversations
//! produce equal bytes on every platform.

pub mod activity;
mod calls;
mod facts;
mod form;
mod ledger;
mod log;
mod need;
mod previous_summary;
pub mod read;
mod rows;
mod seen;
mod span;
mod text;
mod user_text;
mod write;

pub use crate::notes::terms::{each_term, shape};
pub use facts::{Command, FactRequest, Facts};
pub use span::Span;

use crate::notes::accept;
use crate::notes::snapshot::Snapshot;
use crate::notes::turns::Turn;
use crate::{History, Item};
use calls::Calls;
use form::Said;
use ledger::Ledger;
use need::{Need, each_text};
use previous_summary::PreviousSummary;
use seen::Seen;

/// A conversation that was read, of which memories of several sizes can be written.
pub struct Minutes<'m> {
    turns: Vec<Turn<'m>>,
    calls: Calls,
    former: PreviousSummary,
    /// The earlier notes.
    notes: Snapshot,
    said: Vec<Said>,
    ledger: Ledger,
    need: Need,
    seen: Seen<'m>,
    said_tokens: f64,
}

impl<'m> Minutes<'m> {
    /// Reads a span of a history, with the earlier notes in it.
    pub fn of(history: &History, messages: &Item<'m>, span: &Span<'_>) -> Self {
        let (turns, notes) = span::turns(history, messages, span);
        let calls = Calls::of(&turns);
        let former = PreviousSummary::of(&notes.record);
        let mut said = user_text::said(&turns, &former);
        if let Some(beside) = span.beside {
            user_text::point(&mut said, beside);
        }
        let ledger = Ledger::of(&turns, &calls, &former.ledger);
        let need = Need::of(&turns, &former);
        Self {
            seen: Seen::of(&turns, &calls, &former, &need),
            turns,
            calls,
            former,
            notes,
            said,
            said_tokens: span.said_tokens,
            ledger,
            need,
        }
    }

    /// Calls `found` with every text that was read.
    pub(crate) fn each_text(&self, found: &mut impl FnMut(&str)) {
        for turn in &self.turns {
            found(&turn.text);
            found(&turn.args.to_string());
            each_text(&turn.args, found);
        }
        found(&self.notes.words);
        found(&self.notes.record);
    }

    /// Commands whose newest run failed, without the sign in front.
    pub(crate) fn failed(&self) -> impl Iterator<Item = &str> {
        self.ledger
            .failed
            .iter()
            .filter_map(|entry| entry.call.strip_prefix("$ "))
    }

    /// Returns a memory of at most about `budget` tokens, as measured by `tokens_of`. It includes
    /// the text that a model wrote in earlier notes, in at most half of the budget.
    pub fn remember(&self, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let fits = |head: &str| tokens_of(&beside(head, "")) * 2.0 <= budget;
        let words = accept::cut(&self.notes.words, fits).unwrap_or_default();
        self.within(&words, budget, tokens_of)
    }

    /// The record alone.
    pub fn record(&self, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        self.within("", budget, tokens_of)
    }

    /// Fills the budget. The user's words get unused space, unless their size must not depend on other
    /// text.
    fn within(&self, words: &str, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let tokens = |record: &str| tokens_of(&beside(words, record));
        let around = tokens("");
        let own = if self.said_tokens > 0.0 {
            self.said_tokens
        } else {
            budget
        };
        let request = |share: f64| {
            let most = (own * share).min((budget - around).max(0.0));
            let told = |text: &str| match text {
                "" => 0.0,
                text => tokens(&write::headed(text)) - around,
            };
            filled(most, |room| user_text::write(&self.said, room), told)
        };
        let record = |said: &str| filled(budget, |room| write::write(self, said, room), tokens);
        let text = record(&request(REQUEST));
        let used = tokens(&text);
        if self.said_tokens > 0.0 || used * FILLED > budget {
            return beside(words, &text);
        }
        let free = (budget - used) / budget;
        let more = if budget < SMALL { MORE_OF_SMALL } else { MORE };
        let share = REQUEST + free + (1.0 - REQUEST - free) * more;
        beside(words, &record(&request(share)))
    }
}

/// Writes with less or more room until the text fills its budget.
fn filled(budget: f64, write: impl Fn(usize) -> String, tokens_of: impl Fn(&str) -> f64) -> String {
    let mut room = (budget * BYTES_PER_TOKEN).clamp(0.0, ROOM_MAX) as usize;
    let mut best: Option<(String, f64)> = None;
    for _ in 0..STEPS {
        let text = write(room);
        let (written, tokens) = (text.len(), tokens_of(&text));
        let ratio = budget / tokens.max(1.0);
        if tokens > budget {
            if room == 0 {
                return best.map_or(text, |(best, _)| best);
            }
            room = (room.min(written) as f64 * ratio * 0.97) as usize;
            continue;
        }
        let is_better = best.as_ref().is_none_or(|(_, before)| tokens > *before);
        if is_better {
            best = Some((text, tokens));
        }
        // It fills the room, or there is no more to tell.
        if !is_better || ratio < FILLED || written < room * 4 / 5 {
            break;
        }
        room = (room as f64 * ratio.min(1.5)).min(ROOM_MAX) as usize;
    }
    best.map_or_else(|| write(0), |(text, _)| text)
}

fn beside(words: &str, record: &str) -> Snapshot {
    Snapshot {
        words: words.to_owned(),
        record: record.to_owned(),
    }
}

/// What of the budget the user's words may take.
const REQUEST: f64 = 0.5;
/// What of the rest they take besides, where something of it is free.
const MORE: f64 = 0.5;
/// The value of `MORE` for a budget of less than `SMALL` tokens, in which the other sections get
/// one line each.
const MORE_OF_SMALL: f64 = 0.9;
const SMALL: f64 = 600.0;
/// What a token of English holds, for the first attempt.
const BYTES_PER_TOKEN: f64 = 3.6;
/// The longest memory, in bytes.
const ROOM_MAX: f64 = (1 << 22) as f64;
/// The number of attempts to meet the budget.
const STEPS: usize = 7;
/// A memory that could be larger by less than this is full.
const FILLED: f64 = 1.05;
