//! What a summary of a span must hold, and what of it is worth most: by this a model's summary is
//! looked through.
//!
//! It is found once, while the messages are at hand, and is small: what the user bound the agent
//! to, the names of highest value, and a hash of every word, so that a name which a summary makes
//! up is told from one that it was shown.

use super::MemorySpan;
use super::carry::FinishedCall;
use super::keep::{MustKeep, REQUEST_CHARS_READ, call_of};
use super::reading::{Reading, Valued};
use super::terms::shape;
use crate::history::{History, PartKind};
use crate::host::clip::one_line;
use crate::host::view::{View, ViewExt};
use crate::notes::accept::names::{pieces, runs};
use crate::notes::accept::patterns::is_filler;
use crate::notes::facts::{self, Facts, FileUse};
use crate::notes::snapshot::Snapshot;
use crate::read::message::Role;
use crate::reduce::value_text;
use std::collections::{BTreeMap, BTreeSet};
use xxhash_rust::xxh3::xxh3_64;

/// Names of highest value that a summary is looked through for. As many as the check of an answer
/// takes.
const NAMES: usize = 40;
/// Most files that a summary must hold, the newest of them. Chosen here: what a list can be read
/// for.
const FILES_MAX: usize = 200;
/// Most rules and tasks likewise.
const LINES_MAX: usize = 100;

/// One thing that no summary may lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Required {
    /// What the user asks for.
    Request(String),
    /// What the user bound the agent to.
    Rule(String),
    /// The last call that failed and was not mended.
    Failure(FinishedCall),
    /// A task that is not done.
    Task(String),
    /// A file that was changed.
    File { path: String, alone: bool },
}

/// What a summary is looked through for.
#[derive(Debug, Clone, Default)]
pub struct RequiredItems {
    /// What counts most first.
    pub(super) musts: Vec<Required>,
    /// Names of highest value, with their value in 1 / 2^30.
    pub(super) names: Vec<(String, u64)>,
    /// The sentences of the user that may bear out what a model gives as theirs.
    pub(super) said: Vec<String>,
    /// Hashes of all words that the conversation and earlier notes hold, in order.
    pub(super) known: Vec<u64>,
    /// What stands beside the model's own words.
    pub records: Option<Snapshot>,
}

impl RequiredItems {
    /// What of a span a summary must hold. What stays visible behind the span needs no telling;
    /// what is said there is newer.
    pub fn of<V: View>(
        history: &History,
        messages: &V,
        span: &MemorySpan<'_>,
        valued: &Valued<'_>,
    ) -> Self {
        let Reading {
            notes,
            former,
            source,
            facts,
            later,
            ..
        } = valued.reading;
        let keep = MustKeep::of(valued.reading);
        let mut words = WordHashes::default();
        messages.each_item(|index, message| {
            // The engine reads no system text, and no text in front of the span.
            if index < span.start || history.role(index) == Some(Role::System) {
                for part in history
                    .parts_of(index)
                    .iter()
                    .filter(|part| part.kind == PartKind::Text)
                {
                    words.read(&value_text(part.path.resolve(&message)));
                }
            }
        });
        for part in history.parts() {
            words.read(history.symbol(part.name));
        }
        source
            .pieces
            .iter()
            .for_each(|piece| words.read(&piece.text));
        source
            .records
            .iter()
            .for_each(|record| words.read(&record.header));
        words.read(&notes.as_ref().map(Snapshot::text).unwrap_or_default());
        let binding = [&former.goal].into_iter().chain(&former.rules);
        let said = binding
            .chain(&former.earlier_rules)
            .chain(facts.asked.iter().map(|said| &said.text));
        let said = said.flat_map(|text| facts::sentences(text)).collect();
        Self {
            said,
            musts: musts(keep, facts, later),
            names: names(valued, history),
            known: words.sorted(),
            records: None,
        }
    }

    /// Whether the conversation holds a word.
    pub(super) fn knows(&self, piece: &str) -> bool {
        self.known.binary_search(&hash(piece)).is_ok()
    }
}

/// What must not be lost, what counts most first.
fn musts(keep: MustKeep<'_>, facts: &Facts, later: &Facts) -> Vec<Required> {
    let mut musts = Vec::new();
    let asked = facts
        .goal
        .as_ref()
        .map(|said| one_line(&said.text, REQUEST_CHARS_READ))
        .or_else(|| keep.requests.last().cloned());
    // A newer request stands where it was said.
    musts.extend(
        asked
            .filter(|text| !text.is_empty() && later.goal.is_none())
            .map(Required::Request),
    );
    let gone = facts::superseded(&keep.rules, &later.asked);
    let mut rules: Vec<&String> = keep
        .rules
        .iter()
        .filter(|rule| !gone.contains(rule) && !is_filler(rule))
        .collect();
    rules.sort_by_cached_key(|rule| !facts::demands(rule));
    let rules = rules.into_iter().take(LINES_MAX).cloned();
    musts.extend(rules.map(Required::Rule));
    // A file that could not be read says little; a command says what is broken.
    let reads: Vec<String> = facts
        .actions
        .iter()
        .filter(|action| action.command.is_empty())
        .map(call_of)
        .collect();
    let failure = keep
        .failures
        .iter()
        .rev()
        .find(|failure| !reads.contains(&failure.call));
    // A newer one stands where it failed.
    let failure = failure.filter(|_| !later.commands().any(|command| command.failed));
    musts.extend(failure.cloned().map(Required::Failure));
    let open = keep.tasks.into_iter().map(|(_, text)| text);
    let open = open.filter(|text| !is_filler(text)).take(LINES_MAX);
    musts.extend(open.map(Required::Task));
    musts.extend(changed(&keep.files));
    musts
}

/// The newest files that were changed.
fn changed(files: &[(String, FileUse)]) -> Vec<Required> {
    let base = |path: &str| {
        path.rsplit(['/', '\\'])
            .next()
            .unwrap_or(path)
            .to_lowercase()
    };
    let mut named: BTreeMap<String, usize> = BTreeMap::new();
    for (path, _) in files {
        *named.entry(base(path)).or_default() += 1;
    }
    let changed = files
        .iter()
        .rev()
        .filter(|(_, found)| *found != FileUse::Read);
    let must = |(path, _): &(String, FileUse)| Required::File {
        path: path.clone(),
        alone: named.get(&base(path)) == Some(&1),
    };
    changed.take(FILES_MAX).map(must).collect()
}

/// The names of highest value that do not stay in view.
fn names(
    Valued {
        reading,
        units,
        values,
        ..
    }: &Valued<'_>,
    history: &History,
) -> Vec<(String, u64)> {
    let source = &reading.source;
    // The agent is shown its tools in any case.
    let tools: BTreeSet<&str> = history
        .parts()
        .iter()
        .filter(|part| part.kind == PartKind::ToolCall)
        .map(|part| history.symbol(part.name))
        .collect();
    // Whether each term stands in what goes, and in what stays.
    let mut stands = vec![[false; 2]; values.len()];
    for seen in &units.seen {
        let stays = source.places[seen.place as usize].visible;
        for term in units.terms_of(seen.unit) {
            stands[*term as usize][usize::from(stays)] = true;
        }
    }
    let mut all: Vec<(u64, &str)> = units
        .terms
        .texts()
        .iter()
        .enumerate()
        .filter(|(term, text)| {
            let shape = shape(text);
            let is_name = shape.digit || shape.dot || shape.camel || text.contains("://");
            is_name && stands[*term] == [true, false] && !tools.contains(**text)
        })
        .map(|(term, text)| (values[term], *text))
        .collect();
    all.sort_by(|(one, name), (other, second)| other.cmp(one).then_with(|| name.cmp(second)));
    all.into_iter()
        .take(NAMES)
        .map(|(value, text)| (text.to_owned(), value))
        .collect()
}

/// Every word of a conversation, as a hash.
#[derive(Debug, Default)]
struct WordHashes {
    hashes: Vec<u64>,
    /// How many were left when repeats were last dropped.
    distinct: usize,
}

/// Repeats are dropped whenever so many more hashes have come together than there were distinct
/// ones, so that they take little room.
const BATCH: usize = 1 << 18;

impl WordHashes {
    fn read(&mut self, text: &str) {
        for piece in runs(text).flat_map(pieces) {
            self.hashes.push(hash(piece));
            // A dotted name may be told by its parts.
            if piece.contains('.') {
                self.hashes
                    .extend(piece.split('.').filter(|part| !part.is_empty()).map(hash));
            }
        }
        if self.hashes.len() >= BATCH.max(2 * self.distinct) {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        self.distinct = self.hashes.len();
    }

    fn sorted(mut self) -> Vec<u64> {
        self.shrink();
        self.hashes.shrink_to_fit();
        self.hashes
    }
}

/// Without case.
fn hash(piece: &str) -> u64 {
    let is_small = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if piece.bytes().all(is_small) {
        xxh3_64(piece.as_bytes())
    } else {
        xxh3_64(piece.to_lowercase().as_bytes())
    }
}
