//! The list of one run: its messages, how large each is by the measure of the simulation, and the
//! session's names in it.

use crate::simulate::{Laid, Session, spaced};
use conspectus::inner::moved;
use conspectus::{
    Config, ConfiguredHistory, Edit, EditAction, Item, Patch, Result, Role, RunResult,
};
use conspectus_history::history::PartKind;
use conspectus_history::reduce::value_text;
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) struct List<'a> {
    session: &'a Session,
    config: &'a Config,
    pub messages: Vec<Value>,
    items: Vec<ListItem>,
    tokens_before: Vec<u64>,
    blocks_before: Vec<u64>,
    /// How many messages hold each name.
    holders: Vec<u32>,
}

struct ListItem {
    tokens: u64,
    blocks: u64,
    results: u64,
    is_agent: bool,
    names: Vec<u32>,
    /// A factor for its estimate, and other tokens.
    scale: (f64, u64),
    /// The session's messages whose requests it quotes in full.
    requests: Vec<usize>,
}

/// A summary that a model would have written: its text, and the tokens that count in its place.
pub(super) struct Written<'a> {
    pub text: &'a str,
    pub tokens: u64,
}

/// The content that a patch removed from a list.
#[derive(Default)]
pub(super) struct Taken {
    /// Tokens of the messages that were removed.
    pub tokens: u64,
    /// Results that were removed or shortened before the agent had read them.
    pub unread: u64,
    /// User requests that are no longer in the list.
    pub requests: u64,
}

impl Laid for List<'_> {
    fn tokens(&self, end: usize) -> u64 {
        self.tokens_before[end]
    }

    fn blocks(&self, end: usize) -> u64 {
        self.blocks_before[end]
    }
}

impl<'a> List<'a> {
    pub fn of(session: &'a Session, config: &'a Config) -> Self {
        let holders = vec![0; session.names_total];
        Self {
            session,
            config,
            messages: Vec::new(),
            items: Vec::new(),
            tokens_before: vec![0],
            blocks_before: vec![0],
            holders,
        }
    }

    /// Appends messages of the session. `start` is the session's index of the first one.
    pub fn grow(&mut self, messages: &[Value], start: usize) {
        let session = self.session;
        let first = self.items.len();
        for number in start..start + messages.len() {
            let pieces = session.first_piece[number]..session.first_piece[number + 1];
            let item = ListItem {
                tokens: session.tokens[number],
                blocks: session.blocks_before[number + 1] - session.blocks_before[number],
                results: pieces
                    .clone()
                    .filter(|piece| session.pieces[*piece].is_result)
                    .count() as u64,
                is_agent: session.is_agent[number],
                scale: session.scales[number],
                requests: session.requests[number].iter().map(|_| number).collect(),
                names: pieces
                    .flat_map(|piece| session.names_of(piece))
                    .copied()
                    .collect(),
            };
            self.items.push(item);
        }
        self.messages.extend_from_slice(messages);
        self.hold(first..self.items.len());
        self.sum(first);
    }

    pub fn holds(&self, name: u32) -> bool {
        self.holders[name as usize] > 0
    }

    /// Applies the patch of a run. A summary counts as `written` says, and has no names.
    pub fn apply(
        &mut self,
        patch: &Patch,
        result: &RunResult,
        written: Option<&Written<'_>>,
    ) -> Result<Taken> {
        let first = patch.first_changed_message().unwrap_or(self.items.len());
        let read = self
            .items
            .iter()
            .rposition(|item| item.is_agent)
            .unwrap_or(0);
        let edited: BTreeSet<usize> = patch
            .ops
            .iter()
            .filter_map(|op| op.path.split('/').nth(1)?.parse().ok())
            .collect();
        let mut taken = Taken::default();
        let ops = Patch {
            ops: patch.ops.clone(),
            ..Patch::default()
        };
        if let Value::Array(list) = ops.applied(Value::Array(std::mem::take(&mut self.messages)))? {
            self.messages = list;
        }
        for index in edited {
            if let Some(message) = self.messages.get(index) {
                let mut item = self.measured(message, None, self.items[index].scale, &[])?;
                let old = &mut self.items[index];
                item.requests = std::mem::take(&mut old.requests);
                // A condensed result is complete: its pointers name lines that are in the prompt.
                let is_lossy =
                    |edit: &Edit| edit.message == index && edit.action != EditAction::ShortenResult;
                taken.unread += u64::from(
                    index > read && item.tokens < old.tokens && result.edits.iter().any(is_lossy),
                );
                *old = item;
            }
        }
        let mut gone = Vec::new();
        for splice in &patch.splices {
            let items = self.items.iter().enumerate().skip(splice.start);
            for (index, item) in items.take(splice.delete_count) {
                taken.tokens += item.tokens;
                let is_unread = index > read && item.results > 0;
                let is_moved = || {
                    let message = Item::from(&self.messages[index]);
                    moved(patch, result.report.dialect, &message).is_some()
                };
                if is_unread && !is_moved() {
                    taken.unread += item.results;
                }
                gone.extend(&item.requests);
            }
        }
        self.messages = patch.spliced(std::mem::take(&mut self.messages), Value::clone)?;
        let items = std::mem::take(&mut self.items).into_iter().map(Ok);
        let usual = (self.session.usual_scale, 0);
        let items = patch.spliced(items.collect(), |message| {
            self.measured(message, written, usual, &gone)
        })?;
        self.items = items.into_iter().collect::<Result<_>>()?;
        let held: BTreeSet<usize> = self
            .items
            .iter()
            .flat_map(|item| item.requests.clone())
            .collect();
        taken.requests = gone
            .iter()
            .filter(|request| !held.contains(request))
            .count() as u64;
        self.holders.fill(0);
        self.hold(0..self.items.len());
        self.sum(first.min(self.items.len()));
        Ok(taken)
    }

    /// A message as the simulation measures it. It may quote requests of these messages.
    fn measured(
        &self,
        message: &Value,
        written: Option<&Written<'_>>,
        scale: (f64, u64),
        quoted: &[usize],
    ) -> Result<ListItem> {
        let list = std::slice::from_ref(message);
        let history = ConfiguredHistory::of(self.config.clone(), list)?;
        let mut text = String::new();
        for part in history.parts_of(0) {
            text.push_str(&value_text(part.path.resolve(&Item::from(&message))));
            text.push('\n');
        }
        let mut tokens = history.message_tokens(0);
        if let Some(written) = written.filter(|written| text.contains(written.text)) {
            let own = self.config.scale().tokens_of_text(written.text);
            tokens = tokens.saturating_sub(own) + written.tokens;
            text = text.replacen(written.text, "", 1);
        }
        let bare = spaced(if quoted.is_empty() { "" } else { &text });
        let is_in = |request: &&usize| {
            let words = self.session.requests[**request].as_deref();
            words.is_some_and(|words| bare.contains(words))
        };
        Ok(ListItem {
            tokens: (tokens as f64 * scale.0) as u64 + scale.1,
            scale,
            requests: quoted.iter().filter(is_in).copied().collect(),
            blocks: history.parts().len() as u64,
            results: history
                .parts()
                .iter()
                .filter(|part| part.kind == PartKind::ToolResult)
                .count() as u64,
            is_agent: history.role(0) == Some(Role::Assistant),
            names: self.session.names_in(&text),
        })
    }

    fn hold(&mut self, range: std::ops::Range<usize>) {
        for item in &self.items[range] {
            item.names
                .iter()
                .for_each(|name| self.holders[*name as usize] += 1);
        }
    }

    fn sum(&mut self, from: usize) {
        self.tokens_before.truncate(from + 1);
        self.blocks_before.truncate(from + 1);
        for (index, item) in self.items.iter().enumerate().skip(from) {
            let tokens = self.tokens_before[index] + item.tokens;
            self.tokens_before.push(tokens);
            let blocks = self.blocks_before[index] + item.blocks;
            self.blocks_before.push(blocks);
        }
    }
}
