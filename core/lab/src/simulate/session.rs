//! A session as far as a simulation needs it: tokens of messages and of results, the calls, and the
//! names that the agent writes again.

use conspectus::{CachePrices, History, Item, Role};
use conspectus_history::history::{PartKind, freed_tokens};
use conspectus_history::reduce::value_text;
use conspectus_summary::minutes::{each_term, shape};
use conspectus_summary::notes::memory::{OwnMessages, Trust};
use conspectus_summary::notes::words::of_user;
use std::collections::BTreeMap;

/// A name counts as reused only if more than this number of calls have passed since its last use.
/// Chosen as in the measurements of docs/evidence/economics.md.
const RECENT_CALLS: usize = 3;
/// Fewest characters of a name.
const NAME_MIN: u32 = 4;
/// The largest factor of an estimate, relative to the usual one. Chosen here: estimates of one session
/// differ by less.
const MOST_SCALED: f64 = 2.0;
/// If less of the last prompt is left, the agent compacted it. Chosen here: compactions in recorded
/// sessions left 20 to 57 %, other changes at least 75 %.
const LEAST_SHRUNK: f64 = 0.7;
const DAY_MS: f64 = 86_400_000.0;

/// A part: whether it is a result, and where its names are, each once.
#[derive(Debug, Clone)]
pub struct SimulatedPiece {
    pub is_result: bool,
    names: (u32, u32),
}

/// A result that may be cleared.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Old {
    pub piece: usize,
    pub message: usize,
    /// Tokens that clearing it frees.
    pub freed: u64,
}

/// One call of the agent.
#[derive(Debug, Clone, Copy)]
pub struct SimulatedCall {
    /// How many messages the prompt held.
    pub end: usize,
    pub answer_tokens: u64,
    /// The names in the answer that were seen long before.
    names: (u32, u32),
}

/// A provider's token counts for a request and its answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecordedUsage {
    /// Tokens of the prompt.
    pub prompt: u64,
    /// Tokens read from the cache, if reported.
    pub cached: Option<u64>,
    /// Tokens written to the cache, if reported.
    pub written: Option<u64>,
    /// Written tokens with a lifetime of an hour.
    pub hour: u64,
    /// Tokens of the answer, if reported.
    pub output: Option<u64>,
}

/// Recorded facts about the prompt of a call.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seen {
    pub found: Found,
    /// Tokens of its messages that a provider or the user had removed.
    pub less: u64,
}

/// The part of the cache that a call found.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Found {
    /// Everything.
    #[default]
    All,
    /// The recorded part.
    Share(f64),
    /// This number of tokens, written by earlier sessions.
    Tokens(u64),
    /// No cache: the usage doesn't mention one.
    Off,
}

#[derive(Debug, Default)]
pub struct Session {
    pub pieces: Vec<SimulatedPiece>,
    /// The results that may be cleared, in order.
    pub(crate) results: Vec<Old>,
    /// What the results before each of them free together.
    pub(crate) freed_before: Vec<u64>,
    /// The number of clearable results before each message.
    pub(crate) results_before: Vec<usize>,
    /// The agent's last message before each place, or 0.
    pub(crate) last_agent: Vec<usize>,
    /// The first piece of each message, and one more.
    pub first_piece: Vec<usize>,
    /// Tokens of each message.
    pub tokens: Vec<u64>,
    /// Tokens before each message.
    pub(crate) tokens_before: Vec<u64>,
    /// Parts before each message.
    pub blocks_before: Vec<u64>,
    pub is_agent: Vec<bool>,
    /// Whether a cut before each message is safe, see [`History::is_closed_boundary`].
    pub(crate) is_closed: Vec<bool>,
    pub calls: Vec<SimulatedCall>,
    /// The system messages at the beginning, which stay.
    pub(crate) head: usize,
    pub names_total: usize,
    /// The pauses before the calls.
    pub pauses_ms: Vec<u64>,
    /// The day of each answer since 1970, if known.
    pub(crate) days: Vec<Option<i64>>,
    /// The user's words in each message, with single spaces.
    pub requests: Vec<Option<String>>,
    /// The recorded usage of each call.
    pub(crate) recorded: Vec<Vec<RecordedUsage>>,
    /// How many times the agent compacted it, as its usage shows.
    pub(crate) compactions: u64,
    seen: Vec<Seen>,
    /// A factor for the estimate of each message, and tokens that the file doesn't show.
    pub scales: Vec<(f64, u64)>,
    /// The factor for any other message.
    pub usual_scale: f64,
    of_pieces: Vec<u32>,
    of_calls: Vec<u32>,
    /// The names by their text, if other texts are searched for them.
    by_text: BTreeMap<String, u32>,
}

impl Session {
    /// Reads a session. `looks_up` says whether other texts will be searched for its names.
    pub fn read(history: &History, messages: &Item<'_>, looks_up: bool) -> Self {
        let length = history.len();
        let mut texts: Vec<String> = Vec::with_capacity(history.parts().len());
        messages.each_item(|index, message| {
            texts.extend(
                history
                    .parts_of(index)
                    .iter()
                    .map(|part| value_text(part.path.resolve(&message)).into_owned()),
            );
        });
        let ours = OwnMessages::find(history, messages, Trust::default());
        let words = |index| Some(spaced(&of_user(history, messages, index, &ours)?));
        let mut session = Self {
            results_before: vec![0],
            last_agent: vec![0],
            first_piece: vec![0],
            tokens: (0..length)
                .map(|index| history.message_tokens(index))
                .collect(),
            blocks_before: summed((0..length).map(|index| history.parts_of(index).len() as u64)),
            is_agent: (0..length)
                .map(|index| history.role(index) == Some(Role::Assistant))
                .collect(),
            is_closed: (0..=length)
                .map(|index| history.is_closed_boundary(index))
                .collect(),
            head: history.leading_systems(),
            requests: (0..length).map(words).collect(),
            scales: vec![(1.0, 0); length],
            usual_scale: 1.0,
            ..Self::default()
        };
        session.tokens_before = summed(session.tokens.iter().copied());
        session.take_names(history, &texts, looks_up);
        session
    }

    /// Reads the messages in order. Records the names in each part, and for each call the names
    /// that were last seen more than [`RECENT_CALLS`] calls ago.
    fn take_names(&mut self, history: &History, texts: &[String], looks_up: bool) {
        let mut terms: BTreeMap<&str, usize> = BTreeMap::new();
        // For each term: whether it is a name, the last part that holds it, and the call in which
        // it was seen last.
        let mut known: Vec<(bool, usize, usize)> = Vec::new();
        let mut calls = 0;
        let mut clearable = history.clearable().iter().peekable();
        for message in 0..history.len() {
            if self.is_agent[message] && message > 0 && !self.is_agent[message - 1] {
                let at = self.of_calls.len() as u32;
                self.calls.push(SimulatedCall {
                    end: message,
                    answer_tokens: 0,
                    names: (at, at),
                });
                calls += 1;
            }
            let first = history.messages()[message].first_part as usize;
            for (offset, part) in history.parts_of(message).iter().enumerate() {
                let number = first + offset + 1;
                let start = self.of_pieces.len() as u32;
                each_term(&texts[first + offset], |text| {
                    let next = terms.len();
                    let term = *terms.entry(text).or_insert(next);
                    if term == known.len() {
                        let shape = shape(text);
                        let is_name = shape.chars >= NAME_MIN && shape.is_reference;
                        known.push((is_name, 0, 0));
                    }
                    let (is_name, part, seen) = &mut known[term];
                    if !*is_name || *part == number {
                        return;
                    }
                    let is_again = *part > 0 && calls > *seen + RECENT_CALLS;
                    *part = number;
                    if self.is_agent[message] && calls > 0 && is_again {
                        self.of_calls.push(term as u32);
                    }
                    *seen = calls;
                    self.of_pieces.push(term as u32);
                });
                // Each part is a piece, so a result of the ledger knows its own.
                if let Some(result) =
                    clearable.next_if(|result| result.part as usize == first + offset)
                {
                    self.results.push(Old {
                        piece: self.pieces.len(),
                        message,
                        freed: freed_tokens(std::slice::from_ref(result)) as u64,
                    });
                }
                let names = (start, self.of_pieces.len() as u32);
                self.pieces.push(SimulatedPiece {
                    is_result: part.kind == PartKind::ToolResult,
                    names,
                });
            }
            self.first_piece.push(self.pieces.len());
            self.results_before.push(self.results.len());
            self.last_agent.push(if self.is_agent[message] {
                message
            } else {
                self.last_agent[message]
            });
            if let (true, Some(call)) = (self.is_agent[message], self.calls.last_mut()) {
                call.answer_tokens += self.tokens[message];
                call.names.1 = self.of_calls.len() as u32;
            }
        }
        self.names_total = known.len();
        self.freed_before = summed(self.results.iter().map(|result| result.freed));
        if looks_up {
            let names = terms.into_iter().filter(|(_, number)| known[*number].0);
            self.by_text = names
                .map(|(text, number)| (text.to_owned(), number as u32))
                .collect();
        }
    }

    /// The session's names in another text.
    pub fn names_in(&self, text: &str) -> Vec<u32> {
        let mut found = Vec::new();
        each_term(text, |term| found.extend(self.by_text.get(term)));
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Notes when each message came, as far as that is known. A call is made when the newest
    /// message comes that it answers.
    pub fn take_times(&mut self, times_ms: &[Option<f64>]) {
        let known = |range: std::ops::Range<usize>| {
            times_ms
                .get(range)
                .unwrap_or_default()
                .iter()
                .rev()
                .find_map(|time| *time)
        };
        let mut before: Option<f64> = None;
        let mut start = 0;
        self.pauses_ms.clear();
        self.days.clear();
        for call in &self.calls {
            let made = known(start..call.end).or_else(|| known(call.end..call.end + 1));
            let pause = before.zip(made).map_or(0.0, |(before, made)| made - before);
            self.pauses_ms.push(pause.max(0.0) as u64);
            let answered = known(call.end..call.end + 1).or(made);
            self.days
                .push(answered.map(|ms| (ms / DAY_MS).floor() as i64));
            before = made.or(before);
            start = call.end + 1;
        }
    }

    /// Takes the sizes of prompts and answers and the cached tokens from recorded usage. Returns the
    /// tokens of system text and tools: the caller's, otherwise the rest of the first prompt.
    ///
    /// If a prompt is far smaller than the one before, the agent had compacted it. Without
    /// compaction, it would have grown at the usual rate.
    pub fn take_usage(&mut self, usage: &[Option<RecordedUsage>], overhead: u64) -> u64 {
        self.recorded = vec![Vec::new(); self.calls.len()];
        for (index, each) in usage.iter().enumerate() {
            let calls = self.calls.partition_point(|call| call.end <= index);
            if let (Some(call), Some(each)) = (calls.checked_sub(1), each) {
                self.recorded[call].push(*each);
            }
        }
        let first = |(call, all): (usize, &Vec<RecordedUsage>)| Some((call, *all.first()?));
        let known: Vec<(usize, RecordedUsage)> =
            self.recorded.iter().enumerate().filter_map(first).collect();
        let Some((first, usage)) = known.first().copied() else {
            self.recorded.clear();
            return overhead;
        };
        let estimates = self.tokens_before.clone();
        let ends: Vec<usize> = self.calls.iter().map(|call| call.end).collect();
        let grown = |pair: &[(usize, RecordedUsage)]| {
            let real = pair[1].1.prompt.checked_sub(pair[0].1.prompt)?;
            let ours = estimates[ends[pair[1].0]] - estimates[ends[pair[0].0]];
            (real > 0 && ours > 0).then_some((real, ours))
        };
        let sums = known.windows(2).filter_map(grown);
        let (real, ours) = sums.fold((0, 0), |all, it| (all.0 + it.0, all.1 + it.1));
        self.usual_scale = if ours > 0 {
            real as f64 / ours as f64
        } else {
            1.0
        };
        let start = estimates[ends[first]] as f64 * self.usual_scale;
        let overhead = match overhead {
            0 => usage.prompt.saturating_sub(start as u64),
            given => given.min(usage.prompt),
        };
        self.scales.fill((self.usual_scale, 0));
        self.scale(0..ends[first], usage.prompt - overhead);
        self.seen = vec![Seen::default(); ends.len()];
        self.seen[first].found = usage.cached.map_or(Found::Off, Found::Tokens);
        let mut less = 0;
        for pair in known.windows(2) {
            let ((before, last), (call, usage)) = (pair[0], pair[1]);
            let mut held = last.prompt;
            if let Some((real, _)) = grown(pair) {
                self.scale(ends[before]..ends[call], real);
            } else if usage.prompt as f64 >= last.prompt as f64 * LEAST_SHRUNK {
                let new = estimates[ends[call]] - estimates[ends[before]];
                let new = (new as f64 * self.usual_scale) as u64;
                let gone = (last.prompt + new).saturating_sub(usage.prompt);
                (less, held) = (less + gone, held.saturating_sub(gone));
            } else {
                // The agent compacted it.
                held = 0;
                self.compactions += 1;
            }
            for seen in &mut self.seen[before + 1..] {
                seen.less = less;
            }
            self.seen[call].found = match usage.cached {
                Some(_) if held == 0 => Found::All,
                Some(cached) => Found::Share((cached as f64 / held as f64).min(1.0)),
                None => Found::Off,
            };
        }
        for (call, all) in self.calls.iter_mut().zip(&self.recorded) {
            let outputs = all.iter().filter_map(|usage| usage.output);
            call.answer_tokens = outputs
                .reduce(|all, it| all + it)
                .unwrap_or(call.answer_tokens);
        }
        let scaled =
            |(tokens, (scale, more)): (&u64, &(f64, u64))| (*tokens as f64 * scale) as u64 + more;
        self.tokens = self.tokens.iter().zip(&self.scales).map(scaled).collect();
        self.tokens_before = summed(self.tokens.iter().copied());
        for result in &mut self.results {
            result.freed = (result.freed as f64 * self.scales[result.message].0) as u64;
        }
        self.freed_before = summed(self.results.iter().map(|result| result.freed));
        overhead
    }

    /// Scales these messages to their real size. An unusual excess is content that the file doesn't
    /// show.
    fn scale(&mut self, messages: std::ops::Range<usize>, real: u64) {
        let ours = self.tokens_before[messages.end] - self.tokens_before[messages.start];
        let scale = (real as f64 / ours.max(1) as f64).min(self.usual_scale * MOST_SCALED);
        let mut rest = real;
        for message in messages.clone() {
            self.scales[message] = (scale, 0);
            rest = rest.saturating_sub((self.tokens[message] as f64 * scale) as u64);
        }
        if let Some(last) = self.scales[messages].last_mut() {
            last.1 = rest;
        }
    }

    /// Whether a provider was called: if usage is recorded, the program itself wrote an answer
    /// without usage.
    pub fn is_sent(&self, call: usize) -> bool {
        self.recorded.get(call).is_none_or(|all| !all.is_empty())
    }

    /// Recorded facts about the prompt of a call.
    pub fn seen(&self, call: usize) -> Seen {
        self.seen.get(call).copied().unwrap_or_default()
    }

    /// The names that the agent wrote in an answer and had last seen long before.
    pub fn names(&self, call: usize) -> impl Iterator<Item = u32> + '_ {
        let (start, end) = self.calls[call].names;
        self.of_calls[start as usize..end as usize].iter().copied()
    }

    /// The pause before a call.
    pub fn pause_ms(&self, call: usize) -> u64 {
        self.pauses_ms
            .get(call)
            .or(self.pauses_ms.last())
            .copied()
            .unwrap_or(0)
    }

    /// Whether the cache has grown cold before a call.
    pub fn is_cold(&self, call: usize, prices: &CachePrices) -> bool {
        let is_known = self.seen(call).found != Found::All;
        !is_known && prices.ttl_ms > 0 && call > 0 && self.pause_ms(call) > prices.ttl_ms
    }

    /// The names of a piece.
    pub fn names_of(&self, piece: usize) -> &[u32] {
        let (start, end) = self.pieces[piece].names;
        &self.of_pieces[start as usize..end as usize]
    }
}

/// The sums before each of these sizes, and of all.
fn summed(sizes: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut before = vec![0];
    before.extend(sizes.scan(0, |sum, size| {
        *sum += size;
        Some(*sum)
    }));
    before
}

/// The text with one space between words.
pub fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
