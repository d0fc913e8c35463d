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
mod form;
mod from_history;
mod ledger;
mod log;
mod need;
pub mod read;
mod reading;
mod rows;
mod said;
mod seen;
mod text;
mod turn;
mod write;

pub use crate::notes::terms::{each_term, shape};
pub use facts::{Command, FactRequest, Facts};
pub use from_history::Span;
pub use reading::Minutes;
pub use turn::{Kind, Turn};

use crate::notes::accept;
use crate::notes::snapshot::Snapshot;

impl Minutes {
    /// A memory of at most about `budget` tokens as `tokens_of` measures it. What a model wrote in
    /// earlier notes stands beside it, in at most half of the room.
    pub fn remember(&self, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let fits = |head: &str| tokens_of(&beside(head, String::new())) * 2.0 <= budget;
        let words = accept::cut(&self.words, fits).unwrap_or_default();
        self.within(&words, budget, tokens_of)
    }

    /// The record alone.
    pub fn record(&self, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        self.within("", budget, tokens_of)
    }

    /// The user's words in their part of a budget.
    fn request(&self, all: f64, share: f64, made: impl Fn(String) -> (Snapshot, f64)) -> String {
        let around = made(String::new()).1;
        let own = if self.said_tokens > 0.0 {
            self.said_tokens
        } else {
            all
        };
        let budget = (own * share).min((all - around).max(0.0));
        let told = |text: String| {
            let tokens = match text.is_empty() {
                true => 0.0,
                false => (made(write::headed(&text)).1 - around).max(0.0),
            };
            (text, tokens)
        };
        let left_out = self.former.said_left_out;
        filled(budget, |room| said::write(&self.said, left_out, room), told).0
    }

    /// Fills the budget. The user's words get unused space, unless their size must not depend on other
    /// text.
    fn within(&self, words: &str, budget: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let made = |record| {
            let snapshot = beside(words, record);
            let tokens = tokens_of(&snapshot);
            (snapshot, tokens)
        };
        let said = self.request(budget, REQUEST, made);
        let (snapshot, tokens) = filled(budget, |room| write::write(self, &said, room), made);
        if self.said_tokens > 0.0 || tokens * FILLED > budget {
            return snapshot;
        }
        let free = (budget - tokens) / budget;
        let more = if budget < SMALL { MORE_OF_SMALL } else { MORE };
        let share = REQUEST + free + (1.0 - REQUEST - free) * more;
        let said = self.request(budget, share, made);
        filled(budget, |room| write::write(self, &said, room), made).0
    }
}

/// Writes with less or more room until the text fills its budget.
fn filled<T>(
    budget: f64,
    write: impl Fn(usize) -> String,
    made: impl Fn(String) -> (T, f64),
) -> (T, f64) {
    let mut room = (budget * BYTES_PER_TOKEN).clamp(0.0, ROOM_MAX) as usize;
    let mut best: Option<(T, f64)> = None;
    for _ in 0..STEPS {
        let text = write(room);
        let written = text.len();
        let (made, tokens) = made(text);
        let ratio = budget / tokens.max(1.0);
        if tokens > budget {
            if room == 0 {
                return best.unwrap_or((made, tokens));
            }
            room = (room.min(written) as f64 * ratio * 0.97) as usize;
            continue;
        }
        let before = best.as_ref().map_or(-1.0, |(_, before)| *before);
        if tokens > before {
            best = Some((made, tokens));
        }
        // It fills the room, or there is no more to tell.
        if tokens <= before || ratio < FILLED || written < room * 4 / 5 {
            break;
        }
        room = (room as f64 * ratio.min(1.5)).min(ROOM_MAX) as usize;
    }
    best.unwrap_or_else(|| made(write(0)))
}

fn beside(words: &str, record: String) -> Snapshot {
    Snapshot {
        words: words.to_owned(),
        record,
        ..Snapshot::default()
    }
}

/// What of the budget the user's words may take.
const REQUEST: f64 = 0.5;
/// What of the rest they take besides, where something of it is free.
const MORE: f64 = 0.5;
/// The same in less room than so many tokens, where the other sections have a line each.
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
