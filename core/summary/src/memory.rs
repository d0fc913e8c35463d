//! A memory of a conversation without a model: one engine, filled by its budget.
//!
//! 1. The conversation is cut into records: a file, a command, another call, what the agent said,
//!    what the user said. A record has a header and lines: long lines are cut at sentence ends, JSON
//!    becomes rows of `id path: key=value`.
//! 2. Every term of them gets a value: how likely the agent will need it again.
//! 3. Requests and rules of the user, files, what was done, failures, open tasks and the newest turns
//!    take fixed shares of the room.
//! 4. The rest is filled with the lines that add most value for their room, under the headers of
//!    their records.
//!
//! Nothing is rephrased. What earlier notes hold is carried: rules, requests, files and tasks by
//! their key, quotes by their value again. All arithmetic is in whole numbers, so that the same
//! conversation gives the same bytes everywhere.

mod also;
mod bind;
mod carry;
mod choose;
mod held;
mod keep;
mod lines;
mod names;
mod reading;
mod retention;
mod rows;
mod source;
mod tail;
mod terms;
mod units;
mod value;

use crate::history::History;
use crate::host::clip::one_line;
use crate::notes::snapshot::{Snapshot, SnapshotForm, append, escape_tags};
pub use carry::own_words;
use carry::{AGAIN, ASKED_BRIEF, STANDS_FOR, guarded};
use choose::{AGAIN_BYTES, COVERED, Choice, Chosen, FRESH, KEPT};
pub use held::RequiredItems;
pub(crate) use keep::Bound;
use keep::{
    BYTES_PER_TOKEN, KeptSections, MustKeep, REQUEST_CHARS_READ, ROOM_BYTES_MAX, SMALL_BYTES,
};
use lines::each_sentence;
pub use reading::{Reading, Valued};
pub use retention::{Looked, LookedFor, Retention, Things};
pub use source::MemorySpan;
use source::{Form, SourceTexts, TextKind};
use std::collections::{BTreeMap, BTreeSet};
use tail::Tail;
pub use terms::{TermShape, Terms, each_term, shape};
use units::Unit;

/// A conversation that was read and valued, so that memories of several sizes can be written of it.
#[derive(Debug)]
struct ReadConversation<'a> {
    valued: &'a Valued<'a>,
    keep: MustKeep<'a>,
    bound: Bound,
    /// What the notes stand for: messages and tokens.
    stands_for: (u64, u64),
}

/// Old text of edits counts from so many thousandths of the conversation, for each of them so much
/// of a percent, in hundredths, up to so many percent. Chosen by measurement: a smaller memory is for
/// names.
const EDITS: (u64, u64, u64) = (50, 24, 50);
/// Percent of the room beside the sections for the newest turns. Chosen by measurement.
const TAIL_PERCENT: usize = 40;
/// Below so many bytes every line counts: half of what a memory should have. Above it the notes say
/// that they are ours, so that the next round reads them as such.
const LEAST_BYTES: usize = 1_200;
/// Below so many bytes, 600 tokens, a brief memory is a bare one. Chosen here.
const BARE_BYTES: usize = 2_400;
/// The part of its budget up to which a small memory that holds everything has the usual tags.
/// Above it, the next round would need the short ones. Chosen here.
const ROOMY: f64 = 0.65;
/// How often a memory is written again so that it meets its budget, and how far below the ratio
/// each correction goes. Two or three converge where the memory shrinks with its room; what is kept
/// in any case does not, so later steps are larger.
const STEPS: [f64; 6] = [0.985, 0.985, 0.985, 0.9, 0.75, 0.6];
/// A memory that takes less than this of its budget is written once more.
const FILLED: f64 = 0.95;

/// What stands around the facts of a memory. The smaller it is, the less.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MemoryFrame {
    /// The usual tags, and notes on what the memory stands for.
    Whole,
    /// Short tags, and no notes.
    Brief,
    /// No headers of what was said either, and no newest turns: they are quoted as any other lines,
    /// by what they say.
    Bare,
}

/// The memory of a span, at most `budget_tokens` as `tokens_of` measures it. If that is less than
/// the frame takes, the smallest one.
pub fn remember(
    history: &History,
    valued: &Valued<'_>,
    span: &MemorySpan<'_>,
    budget_tokens: f64,
    tokens_of: impl Fn(&Snapshot) -> f64,
) -> Snapshot {
    record(history, valued, span).within(budget_tokens, tokens_of)
}

fn record<'a>(
    history: &History,
    valued: &'a Valued<'_>,
    span: &MemorySpan<'_>,
) -> ReadConversation<'a> {
    let former = &valued.reading.former;
    let keep = MustKeep::of(valued.reading);
    let skip = span.ours.previous(span.start, span.end);
    let skip = skip.map(|found| found.message);
    let went = span
        .end
        .saturating_sub(span.start)
        .saturating_sub(usize::from(skip.is_some())) as u64;
    let tokens = history
        .tokens_between(span.start, span.end)
        .saturating_sub(skip.map_or(0, |index| history.message_tokens(index)));
    ReadConversation {
        valued,
        bound: keep.bind(history, span.binding_tokens),
        keep,
        stands_for: (former.messages + went, former.tokens + tokens),
    }
}

impl ReadConversation<'_> {
    /// Writes memories until one fills the budget, or nothing is left out.
    fn within(&self, budget_tokens: f64, tokens_of: impl Fn(&Snapshot) -> f64) -> Snapshot {
        let mut bytes =
            (budget_tokens * BYTES_PER_TOKEN).clamp(0.0, ROOM_BYTES_MAX as f64) as usize;
        let mut best: Option<(f64, Snapshot)> = None;
        let is_brief = bytes < SMALL_BYTES && {
            let (snapshot, is_whole) = self.write(bytes, MemoryFrame::Whole);
            !is_whole || tokens_of(&snapshot) > budget_tokens * ROOMY
        };
        let frame = match is_brief {
            true if bytes < BARE_BYTES => MemoryFrame::Bare,
            true => MemoryFrame::Brief,
            false => MemoryFrame::Whole,
        };
        for step in STEPS {
            let (snapshot, is_whole) = self.write(bytes, frame);
            let (tokens, written) = (tokens_of(&snapshot), snapshot.render().len());
            let ratio = budget_tokens / tokens.max(1.0);
            if tokens > budget_tokens {
                if bytes == 0 || best.is_some() {
                    break;
                }
                bytes = (bytes.min(written) as f64 * ratio * step) as usize;
                continue;
            }
            let before = best.as_ref().map_or(0.0, |(before, _)| *before);
            if tokens > before {
                best = Some((tokens, snapshot));
            }
            if is_whole || tokens <= before || tokens >= budget_tokens * FILLED {
                break;
            }
            bytes = ((bytes as f64 * ratio * 0.99) as usize).min(ROOM_BYTES_MAX);
        }
        best.map_or_else(|| self.write(0, frame).0, |(_, snapshot)| snapshot)
    }

    /// A memory of about so many bytes, and whether it holds everything.
    fn write(&self, bytes: usize, frame: MemoryFrame) -> (Snapshot, bool) {
        let notes = if frame == MemoryFrame::Whole {
            self.notes(bytes)
        } else {
            String::new()
        };
        let is_bare = frame == MemoryFrame::Bare;
        let mut snapshot = Snapshot {
            form: SnapshotForm::Sections,
            sections: vec![String::new(); 7],
            notes,
            is_brief: frame != MemoryFrame::Whole,
            ..Snapshot::default()
        };
        let room = bytes.saturating_sub(snapshot.render().len());
        let mut kept = self.keep.write(room, is_bare, &self.bound);
        let left = room.saturating_sub(kept.bytes());
        let places = self.valued.reading.source.places.iter();
        let all: u64 = places.map(|place| place.bytes).sum();
        let permille = bytes as u64 * 1_000 / all.max(1);
        let share = if is_bare {
            0
        } else {
            left * TAIL_PERCENT / 100
        };
        let tail = Tail::of(self.valued, share, self.told(&kept));
        let left = left.saturating_sub(tail.text.len());
        let choice = Choice {
            valued: self.valued,
            edits: (permille.saturating_sub(EDITS.0) * EDITS.1 / 100).min(EDITS.2),
            is_bare,
            told: &tail.told,
        };
        let chosen = choice.choose(self.cover(&kept, &tail.text), left);
        let mut quotes = self.quotes(&chosen, is_bare);
        if is_bare && kept.tasks.lines().all(|line| line.starts_with(ASKED_BRIEF)) {
            // A section of their own would cost more than it says.
            append(&mut quotes, &std::mem::take(&mut kept.tasks));
        }
        append(&mut kept.failures, &escape_tags(&tail.text));
        snapshot.sections = vec![
            kept.goal,
            kept.rules,
            quotes,
            kept.changed,
            kept.read,
            kept.failures,
            kept.tasks,
        ];
        (snapshot, chosen.is_whole)
    }

    /// The lines of the user that the sections tell.
    fn told(&self, kept: &KeptSections) -> BTreeSet<&str> {
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let rules = kept.rules.lines();
        let rules = rules.filter_map(|rule| rule.strip_prefix("- "));
        let rules: BTreeSet<&str> = rules.collect();
        let pieces = self.valued.reading.source.pieces.iter();
        for piece in pieces.filter(|piece| piece.kind == TextKind::User) {
            let said = kept.said.get(&one_line(&piece.text, REQUEST_CHARS_READ));
            each_sentence(&piece.text, |line| {
                let plain = escape_tags(&one_line(line, line.len()));
                let is_told = said.is_some_and(|said| said.contains(&plain));
                if is_told || rules.contains(plain.as_str()) {
                    told.insert(line);
                }
            });
        }
        told
    }

    /// What is left of each term beside what is told anyway and what stays.
    fn cover(&self, kept: &KeptSections, tail: &str) -> Vec<u64> {
        let Valued { reading, units, .. } = self.valued;
        let mut cover = vec![FRESH; units.terms.texts().len()];
        let mut lower = |text: &str, to: u64| {
            each_term(text, |term| {
                if let Some(term) = units.terms.known(term) {
                    cover[term as usize] = cover[term as usize].min(to);
                }
            });
        };
        kept.texts().for_each(|text| lower(text, KEPT));
        lower(tail, COVERED);
        for seen in &units.seen {
            if reading.source.places[seen.place as usize].visible {
                for term in units.terms_of(seen.unit) {
                    cover[*term as usize] = COVERED;
                }
            }
        }
        cover
    }

    /// The chosen units under the headers of their records, which stand in the order of their newest
    /// events. In a bare memory what somebody said stands in front and needs no header.
    fn quotes(&self, chosen: &Chosen, is_bare: bool) -> String {
        let line = |text: &str| {
            let (mark, text) = guarded(text);
            format!("{mark}{}", escape_tags(text))
        };
        let Valued { reading, units, .. } = self.valued;
        let SourceTexts {
            places, records, ..
        } = &reading.source;
        let mut last = vec![0; records.len()];
        for (index, place) in places.iter().enumerate() {
            last[place.record as usize] = index;
        }
        let is_open = |record: usize| is_bare && records[record].is_said();
        let mut told: BTreeMap<(bool, usize, usize), Vec<&Unit<'_>>> = BTreeMap::new();
        let named = chosen.named.keys().map(|record| (*record, None));
        let quoted = chosen.units.iter().map(|unit| {
            let unit = &units.units[*unit as usize];
            (places[unit.place as usize].record as usize, Some(unit))
        });
        for (record, unit) in named.chain(quoted) {
            let place = (!is_open(record), last[record], record);
            told.entry(place).or_default().extend(unit);
        }
        let mut lines: Vec<String> = Vec::new();
        for ((has_header, _, number), units) in told {
            let source::Record { header, name } = &records[number];
            lines.extend(has_header.then(|| escape_tags(header)));
            let names = chosen.named.get(&number);
            lines.extend(names.map(|list| also::line(list.values().copied())));
            let mut run = 0;
            for unit in units.iter().filter(|unit| unit.form != Form::Head) {
                run += unit.text.len() as u64;
                if let Some(name) = name.as_ref().filter(|_| run > AGAIN_BYTES) {
                    lines.push(format!("{AGAIN}{}", escape_tags(name)));
                    run = unit.text.len() as u64;
                }
                lines.push(line(unit.text));
            }
        }
        lines.join("\n")
    }

    /// What the notes stand for, and how to read them. The smallest ones have no room for it.
    fn notes(&self, bytes: usize) -> String {
        if bytes < LEAST_BYTES || self.stands_for.0 == 0 {
            return String::new();
        }
        let (messages, tokens) = self.stands_for;
        let how = if bytes >= SMALL_BYTES {
            "; `> ` opens a file, a command or a call, `A:` the agent, `U:` the user, `= ` tells what came back"
        } else {
            ""
        };
        format!("{STANDS_FOR}{messages} messages, about {tokens} tokens{how}.")
    }
}
