//! The prompt of one policy: which part of the session is in it, and its size. Messages keep their
//! numbers; removed content has no tokens.

use super::cache::Laid;
use super::session::{Old, Session};

pub(super) struct SimulatedPrompt<'a> {
    pub session: &'a Session,
    /// How many messages it holds so far.
    end: usize,
    /// Tokens before each message.
    before: Vec<u64>,
    /// Tokens of each message as they are now.
    tokens: Vec<u64>,
    /// Whether each piece is there and whole.
    whole: Vec<bool>,
    /// How many whole pieces hold each name.
    holders: Vec<u32>,
    /// The first result that may still be cleared.
    first: usize,
}

impl Laid for SimulatedPrompt<'_> {
    fn tokens(&self, end: usize) -> u64 {
        self.before[end]
    }

    fn blocks(&self, end: usize) -> u64 {
        self.session.blocks_before[end]
    }
}

impl<'a> SimulatedPrompt<'a> {
    pub fn of(session: &'a Session) -> Self {
        Self {
            session,
            end: 0,
            before: vec![0; session.tokens.len() + 1],
            tokens: session.tokens.clone(),
            whole: vec![true; session.pieces.len()],
            holders: vec![0; session.names_total],
            first: 0,
        }
    }

    /// The messages up to `end` are in it.
    pub fn grow(&mut self, end: usize) {
        let start = self.end;
        self.end = end;
        self.sum(start);
        for piece in self.session.first_piece[start]..self.session.first_piece[end] {
            for name in self.session.names_of(piece) {
                self.holders[*name as usize] += 1;
            }
        }
    }

    fn sum(&mut self, from: usize) {
        for message in from..self.end {
            self.before[message + 1] = self.before[message] + self.tokens[message];
        }
    }

    pub fn end(&self) -> usize {
        self.end
    }

    /// The message of the first result that can be cleared.
    fn frontier(&self) -> usize {
        let first = self.session.results.get(self.first);
        first.map_or(self.end, |result| result.message.min(self.end))
    }

    /// The complete results in messages before `end` that may be cleared. The oldest are always
    /// cleared first, so the remaining ones are consecutive.
    pub fn results(&self, end: usize) -> &'a [Old] {
        let last = self.session.results_before[end].max(self.first);
        &self.session.results[self.first..last]
    }

    /// The tokens that clearing the oldest `count` of them frees.
    pub fn freed(&self, count: usize) -> u64 {
        self.session.freed_before[self.first + count] - self.session.freed_before[self.first]
    }

    /// The agent's last message. The results after it are unread.
    fn last_read(&self) -> usize {
        self.session.last_agent[self.end]
    }

    pub fn holds(&self, name: u32) -> bool {
        self.holders[name as usize] > 0
    }

    /// Clears the oldest `count` results. Returns the message of the first one, and the number of
    /// unread ones.
    pub fn clear(&mut self, count: usize) -> (usize, u64) {
        let (first, read) = (self.frontier(), self.last_read());
        let gone = &self.session.results[self.first..self.first + count];
        for result in gone {
            let tokens = &mut self.tokens[result.message];
            *tokens = tokens.saturating_sub(result.freed);
            self.drop_names(result.piece);
        }
        self.first += count;
        self.sum(gone.first().map_or(self.end, |result| result.message));
        let unread = gone.iter().filter(|result| result.message > read);
        (first, unread.count() as u64)
    }

    /// Replaces messages `start..cut` with a summary. Returns the numbers of unread results and
    /// requests among them.
    pub fn summarize(&mut self, start: usize, cut: usize, summary_tokens: u64) -> [u64; 2] {
        let read = self.last_read();
        let (mut unread, mut requests) = (0, 0);
        for message in start..cut {
            let first = self.session.first_piece[message];
            let is_whole = self.whole.get(first).copied().unwrap_or(false);
            requests += u64::from(is_whole && self.session.requests[message].is_some());
            for piece in self.session.first_piece[message]..self.session.first_piece[message + 1] {
                if self.whole[piece] {
                    unread += u64::from(self.session.pieces[piece].is_result && message > read);
                    self.drop_names(piece);
                }
            }
        }
        self.tokens[start..cut].fill(0);
        self.tokens[start] = summary_tokens;
        self.first = self.first.max(self.session.results_before[cut]);
        self.sum(start);
        [unread, requests]
    }

    fn drop_names(&mut self, piece: usize) {
        self.whole[piece] = false;
        for name in self.session.names_of(piece) {
            self.holders[*name as usize] -= 1;
        }
    }
}
