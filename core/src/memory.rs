//! A memory of a conversation without a model: one engine, filled by its budget.
//!
//! 1. Every text is cut into units: lines, long lines at sentence ends, JSON as rows of `path:
//!    key=value`.
//! 2. Every term of them gets a value: how likely the agent will need it again.
//! 3. Requests and rules of the user, files, failures and open tasks take fixed shares of the room.
//! 4. The rest is filled with the units that add most value for their room, under headers that say
//!    where they are from.
//!
//! Nothing is rephrased. What earlier notes hold is carried: rules, requests, files and tasks by
//! their key, quotes by their value again. All arithmetic is in whole numbers, so that the same
//! conversation gives the same bytes everywhere.

mod also;
mod bind;
mod carry;
mod choose;
mod fixed;
mod held;
mod keep;
mod labels;
mod lines;
mod mend;
mod names;
mod retention;
mod rows;
mod source;
mod tail;
mod terms;
mod units;
mod value;

use crate::config::SnapshotForm;
use crate::history::History;
use crate::host::view::View;
use crate::notes::facts::{self, Facts, Updates};
use crate::notes::memory::{Found, Ours};
use crate::notes::snapshot::{escape_tags, Snapshot};
use also::ELSEWHERE;
use carry::{guarded, Former, ASKED_BRIEF, STANDS_FOR};
use choose::{Choice, Chosen, COVERED, FRESH, KEPT};
pub(crate) use held::Held;
pub(crate) use keep::Bound;
use keep::{Keep, SMALL_BYTES};
pub use retention::{Looked, LookedFor, Retention, Things};
use source::Source;
use std::collections::BTreeMap;
pub(crate) use terms::{each_term, Terms};
use units::Units;

/// What is to be remembered.
pub struct Span<'a> {
    /// The first message that goes.
    pub start: usize,
    /// The first message that stays after it.
    pub end: usize,
    /// What is ours in the messages: the earlier notes above all.
    pub ours: &'a Ours,
    /// Parts of the messages that stay whose content goes nevertheless.
    pub cleared: &'a [usize],
    /// Messages of the span that stay nevertheless, in order.
    pub pinned: &'a [usize],
    /// The budget in tokens by which what binds has its room. It does not depend on what the
    /// conversation holds.
    pub binding_tokens: f64,
}

impl Span<'_> {
    /// Whether a part of a message stays in the conversation.
    fn shows(&self, message: usize, part: usize) -> bool {
        (message >= self.end || self.pinned.binary_search(&message).is_ok())
            && !self.cleared.contains(&part)
    }
}

/// A span that was read: a memory is written of it, and a model's summary is looked through for
/// what it holds.
#[derive(Debug)]
pub struct Reading {
    notes: Option<Snapshot>,
    former: Former,
    source: Source,
    facts: Facts,
    /// What the user brought up to date.
    updates: Updates,
    /// The same among what binds.
    own_updates: Updates,
}

impl Reading {
    /// What is kept in any case.
    fn keep(&self) -> Keep {
        Keep::of(&self.former, &self.facts, &self.updates, &self.own_updates)
    }
}

impl Reading {
    /// Reads a span, with what stays behind it.
    #[must_use]
    pub fn of<V: View>(history: &History, messages: &V, span: &Span<'_>) -> Self {
        let found = span.ours.previous(span.start, span.end);
        let notes = found.map(Found::told);
        let mut former = Former::of(notes.as_ref());
        let unproven = found.filter(|found| !found.is_proven());
        if let Some(request) = unproven.and_then(|found| found.request.as_deref()) {
            former.hear(request);
        }
        let mut source = Source::begun(&former);
        let mut index = 0;
        messages.for_each(&mut |_, message| {
            if index >= span.start && index < history.len() {
                source.read((history, span.ours), &message, index, &|part| {
                    span.shows(index, part)
                });
            }
            index += 1;
        });
        let facts = facts::for_notes(history, messages, span.start, span.end, span.ours);
        let updates = former.updates(&facts, false);
        let own_updates = former.updates(&facts, true);
        Self {
            notes,
            former,
            source,
            facts,
            updates,
            own_updates,
        }
    }
}

/// What was read, with the value of every term.
#[derive(Debug)]
pub struct Valued<'a> {
    reading: &'a Reading,
    units: Units<'a>,
    values: Vec<u64>,
}

impl<'a> Valued<'a> {
    /// Values what was read.
    #[must_use]
    pub fn of(reading: &'a Reading) -> Self {
        let units = Units::of(&reading.source, &reading.updates.gone);
        Self {
            values: value::values(&reading.source, &units),
            units,
            reading,
        }
    }
}

/// A conversation that was read and valued, so that memories of several sizes can be written of it.
#[derive(Debug)]
struct Record<'a> {
    source: &'a Source,
    units: &'a Units<'a>,
    values: &'a [u64],
    keep: Keep,
    bound: Bound,
    /// Units that a later one may have changed, with that later one.
    doubted: BTreeMap<u32, u32>,
    /// Where none of the messages stays, the newest are quoted as they are: the first place that
    /// may be.
    tail: Option<usize>,
    /// What the notes stand for: messages and tokens.
    stands_for: (u64, u64),
}

/// Percent of the room for the newest messages, where none of them stays. Chosen by measurement.
const TAIL_PERCENT: usize = 10;
/// Below so many bytes every line counts: half of what a memory should have. Above it the notes say
/// that they are ours, so that the next round reads them as such.
const LEAST_BYTES: usize = 1_200;
/// Below so many bytes, 600 tokens, a memory that cannot hold everything has short tags and no
/// words that could be left out. Chosen here.
const BRIEF_BYTES: usize = 2_400;
/// The part of its budget up to which a small memory that holds everything has the usual tags.
/// Above it, the next round would need the short ones. Chosen here.
const ROOMY: f64 = 0.65;
/// How often a memory is written again so that it meets its budget, and how far below the ratio
/// each correction goes. Two or three converge where the memory shrinks with its room; what is kept
/// in any case does not, so later steps are larger.
const STEPS: [f64; 6] = [0.985, 0.985, 0.985, 0.9, 0.75, 0.6];
/// The tokens of a memory that takes long to write.
const LARGE_TOKENS: f64 = 8_000.0;
/// How many times the bytes of a token of the conversation one of its memory takes, with what its
/// sections leave of their room: for any memory, and by how many tokens more. By measurement: 1.23
/// for 10,000 tokens, 1.04 for 300,000.
const DENSER: (f64, f64) = (1.03, 2_000.0);
/// A memory that takes less than this of its budget is written once more.
const FILLED: f64 = 0.95;

/// The memory of a span, at most `budget_tokens` as `tokens_of` measures it. If that is less than
/// the frame takes, the smallest one.
pub fn remember(
    history: &History,
    valued: &Valued<'_>,
    span: &Span<'_>,
    budget_tokens: f64,
    tokens_of: impl Fn(&Snapshot) -> f64,
) -> Snapshot {
    let Valued {
        reading,
        units,
        values,
    } = valued;
    let found = span.ours.previous(span.start, span.end);
    let former = &reading.former;
    let keep = reading.keep();
    let skip = found.map(|found| found.message);
    let carried = former.quotes.len();
    let went = span
        .end
        .saturating_sub(span.start)
        .saturating_sub(usize::from(skip.is_some())) as u64;
    let tokens = history
        .tokens_between(span.start, span.end)
        .saturating_sub(skip.map_or(0, |index| history.message_tokens(index)));
    let record = Record {
        values,
        units,
        bound: keep.bind(span.binding_tokens, |text| {
            history.scale().tokens_of_text(text)
        }),
        keep,
        doubted: reading
            .updates
            .doubted
            .iter()
            .filter_map(|(older, newer)| Some((units.find(older)?, units.find(newer)?)))
            .collect(),
        source: &reading.source,
        tail: (span.end >= history.len()).then_some(carried),
        stands_for: (former.messages + went, former.tokens + tokens),
    };
    record.within(budget_tokens, tokens_of)
}

impl Record<'_> {
    /// Writes memories until one fills the budget, or nothing is left out.
    fn within(&self, budget_tokens: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let mut bytes =
            (budget_tokens * self.bytes_per_token(budget_tokens)).clamp(0.0, 1e12) as usize;
        let mut best: Option<(f64, Snapshot)> = None;
        let mut fitted = 0;
        let is_brief = bytes < BRIEF_BYTES && {
            let (snapshot, is_whole) = self.write(bytes, false);
            !is_whole || tokens_of(&snapshot) > budget_tokens * ROOMY
        };
        for step in STEPS {
            let (snapshot, is_whole) = self.write(bytes, is_brief);
            let (tokens, written) = (tokens_of(&snapshot), snapshot.render().len());
            let ratio = budget_tokens / tokens.max(1.0);
            if tokens > budget_tokens {
                if bytes == 0 || best.is_some() && budget_tokens < LARGE_TOKENS {
                    break;
                }
                if best.is_some() {
                    // A step back went too far, and the one forward too. A line is small beside a
                    // large memory, so what lies between fills it.
                    bytes = usize::midpoint(fitted, bytes);
                    continue;
                }
                bytes = (bytes.min(written) as f64 * ratio * step) as usize;
                continue;
            }
            let before = best.as_ref().map_or(0.0, |(before, _)| *before);
            if tokens > before {
                best = Some((tokens, snapshot));
                fitted = bytes;
            }
            if is_whole || tokens <= before || tokens >= budget_tokens * FILLED {
                break;
            }
            bytes = (bytes as f64 * ratio * 0.99) as usize;
        }
        best.map_or_else(|| self.write(0, is_brief).0, |(_, snapshot)| snapshot)
    }

    /// Where the search for the size begins. A large memory takes long to write, so it begins with
    /// what a token of the conversation takes.
    fn bytes_per_token(&self, budget_tokens: f64) -> f64 {
        let tokens = self.stands_for.1;
        // What may hold everything has nothing to fill.
        if budget_tokens < LARGE_TOKENS || (tokens as f64) < budget_tokens * 2.0 {
            return 4.0;
        }
        let bytes: u64 = self.source.places.iter().map(|place| place.bytes).sum();
        (bytes as f64 / tokens as f64 * (DENSER.0 + DENSER.1 / budget_tokens)).clamp(2.0, 5.0)
    }

    /// A memory of about so many bytes, and whether it holds everything.
    fn write(&self, bytes: usize, is_brief: bool) -> (Snapshot, bool) {
        let notes = if is_brief {
            String::new()
        } else {
            self.notes(bytes, true)
        };
        let mut snapshot = Snapshot {
            form: SnapshotForm::Sections,
            sections: vec![String::new(); 7],
            notes,
            is_brief,
        };
        let room = bytes.saturating_sub(snapshot.render().len());
        let headers = room >= SMALL_BYTES;
        let mut kept = self.keep.write(room, is_brief, &self.bound);
        let (first, tail) = match self.tail {
            // A brief memory quotes the newest lines as any others, by what they say.
            Some(from) if !is_brief => {
                tail::tail(self.source, from, room, room * TAIL_PERCENT / 100)
            }
            _ => (usize::MAX, String::new()),
        };
        let left = room.saturating_sub(kept.bytes() + tail.len());
        let mut cover = vec![FRESH; self.units.terms.len()];
        let mut lower = |text: &str, to: u64| {
            each_term(text, |term| {
                if let Some(term) = self.units.terms.known(term) {
                    cover[term as usize] = cover[term as usize].min(to);
                }
            });
        };
        kept.texts().for_each(|text| lower(text, KEPT));
        lower(&tail, COVERED);
        for seen in self
            .units
            .seen
            .iter()
            .filter(|seen| self.source.places[seen.place as usize].visible)
        {
            for term in self.units.terms_of(seen.unit) {
                cover[*term as usize] = COVERED;
            }
        }
        let choice = Choice {
            source: self.source,
            units: self.units,
            values: self.values,
            headers,
            is_brief,
            doubted: &self.doubted,
            tail: first,
        };
        let chosen = choice.choose(cover, left);
        let is_whole = chosen.is_whole;
        let mut quotes = self.quotes(&chosen, headers, is_brief);
        if is_brief && kept.tasks.lines().all(|line| line.starts_with(ASKED_BRIEF)) {
            // A section of their own would cost more than it says.
            quotes = [quotes, std::mem::take(&mut kept.tasks)]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("\n");
        }
        let tail = escape_tags(&tail);
        let joined = |texts: [String; 2]| {
            texts
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect::<Vec<_>>()
                .join("\n")
        };
        // Where there is little room, another section would cost more than it says.
        let joins = |one: &String, other: &String| !headers && !one.is_empty() && !other.is_empty();
        let (quotes, actions) = match kept.failures.is_empty() && joins(&quotes, &tail) {
            true => (joined([quotes, tail]), String::new()),
            false => (quotes, joined([kept.failures, tail])),
        };
        let (changed, read) = match joins(&kept.changed, &kept.read) {
            true => (joined([kept.changed, kept.read]), String::new()),
            false => (kept.changed, kept.read),
        };
        if !is_brief && chosen.named.is_empty() {
            snapshot.notes = self.notes(bytes, false);
        }
        snapshot.sections = vec![
            kept.goal, kept.rules, quotes, changed, read, actions, kept.tasks,
        ];
        (snapshot, is_whole)
    }

    /// The chosen units under their headers.
    fn quotes(&self, chosen: &Chosen, headers: bool, is_brief: bool) -> String {
        let name = |term: &u32| self.units.terms.texts()[*term as usize];
        let also = |place: usize| {
            chosen
                .named
                .get(&place)
                .map(|list| also::line(place, headers, list.iter().map(name)))
        };
        let mut lines: Vec<String> = Vec::new();
        let mut open = "";
        let mut last = None;
        for unit in &chosen.units {
            let unit = &self.units.units[*unit as usize];
            let place = unit.place as usize;
            if headers && last.is_some_and(|last| last != place) {
                lines.extend(last.and_then(also));
            }
            last = Some(place);
            let header = self.source.places[place].header.as_str();
            if headers && header != open {
                lines.push(escape_tags(header));
                open = header;
            }
            let (mark, text) = guarded(unit.text);
            lines.push(format!("{mark}{}", escape_tags(text)));
        }
        if headers {
            lines.extend(last.and_then(also));
        }
        if is_brief {
            lines = labels::told_once(&lines);
        }
        lines.extend(also(ELSEWHERE));
        lines.join("\n")
    }

    /// What the notes stand for, and how to read them. The smallest ones have no room for it.
    fn notes(&self, bytes: usize, has_names: bool) -> String {
        if bytes < LEAST_BYTES || self.stands_for.0 == 0 {
            return String::new();
        }
        let (messages, tokens) = self.stands_for;
        let how = if bytes >= SMALL_BYTES {
            "; below `> name` is a tool's result, below `A:` the agent, below `U:` the user"
        } else {
            ""
        };
        let how = format!(
            "{how}{}",
            if bytes >= SMALL_BYTES && has_names {
                ", behind `also:` what else was named there"
            } else {
                ""
            }
        );
        format!("{STANDS_FOR}{messages} messages, about {tokens} tokens{how}.")
    }
}
