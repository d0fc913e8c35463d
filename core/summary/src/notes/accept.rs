//! Whether a model's text may stand for its record. Any form is an answer. Refused are what says
//! nothing, an error page, a refusal, a call, what repeats the input, what is about something else,
//! and what was cut off.
//!
//! What decides is how many of the names in the text stand in the record. The other checks are
//! cheap guards. None of them proves that the text is right.

mod cut;
pub(crate) mod names;
pub(crate) mod patterns;
pub(crate) mod words;

use crate::measure::Scale;
use crate::notes::codes::ReasonCode;
use crate::notes::reader::{self, DefectCode};
use crate::notes::snapshot::{Snapshot, SnapshotForm};
pub use cut::cut;
use names::names;
use words::Shingles;

/// Distinct names that a record needs before names decide.
const NAMES_MIN: usize = 20;
/// Share of a text's names that must stand in the record, and names of which a share says
/// something.
const GROUNDED: f64 = 0.60;
const GROUNDED_OF: usize = 4;
/// Share of the text that may repeat the request.
const ECHO: f64 = 0.20;
/// A refusal is shorter, and names less.
const REFUSAL_CHARS: usize = 800;
const REFUSAL_NAMES: usize = 3;
/// Words that a text has at least. Chosen here: one says nothing of a conversation.
const WORDS_MIN: usize = 2;
/// Words of which a tool call has fewer.
const CALL_WORDS: usize = 40;
/// Share of a text that may repeat itself, and from which length on it counts.
const LOOPS: f64 = 0.30;
const LOOPS_CHARS: usize = 200;
/// Share of a text that may stand in the former notes, if little of the new part does.
const STALE: f64 = 0.90;
const STALE_NAMES: usize = 2;
/// Share of a text that may stand in the record word for word, and from which length on it counts.
const COPY: f64 = 0.92;
const COPY_CHARS: usize = 1_000;
/// Largest part of its record that a text may be, and from which length of the record on it
/// counts.
const LENGTH: f64 = 0.90;
const LENGTH_CHARS: usize = 2_000;
/// Names that a report lists.
const UNGROUNDED_MAX: usize = 12;

/// What a summariser was asked, as far as its answer is judged by it.
#[derive(Clone, Default)]
pub struct Asked {
    /// The record as it was shown.
    pub record: String,
    /// The former notes.
    pub notes: String,
    /// The user's instructions and what else stood in the request. Names of it are known.
    pub known: String,
    /// The request without record and notes.
    pub template: String,
    /// The form of the document.
    pub form: SnapshotForm,
    /// Whether nothing but an echo is refused of what was read.
    pub trusted: bool,
    /// Whether the answer is taken as it was written, in whatever form.
    pub plain: bool,
    /// Whether an answer that is no document stands as notes: the prompt was the host's own, or the
    /// preset's original takes plain text.
    pub any_form: bool,
}

impl Asked {
    /// Whether a text is shorter than what it stands for.
    pub fn is_shorter(&self, text: &str) -> bool {
        let shown = self.record.len() + self.notes.len();
        shown < LENGTH_CHARS || text.len() as f64 <= shown as f64 * LENGTH
    }
}

/// One answer.
#[derive(Clone, Copy, Default)]
pub struct JudgedAnswer<'a> {
    /// Its text.
    pub text: &'a str,
    /// Whether the provider says that it ended for want of room.
    pub cut_off: bool,
    /// Its tokens, as the provider counted or as estimated.
    pub tokens: u64,
    /// The most tokens of a text in any form, and how they are counted.
    pub most: Option<(f64, &'a Scale)>,
}

/// Why a text may not stand.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// `summary_echo`, `summary_empty`, ...
    pub code: ReasonCode,
    /// A sentence for people and for the model.
    pub text: String,
}

/// What came of an answer.
#[derive(Clone)]
pub struct Verdict {
    /// The text, or why it may not stand.
    pub result: Result<Snapshot, Refusal>,
    /// What is left of a text that is cut off and good otherwise.
    pub salvage: Option<Snapshot>,
    /// Whether the text stands without its end, which did not fit.
    pub truncated: bool,
}

/// Reads an answer and judges it.
pub fn judge(given: JudgedAnswer<'_>, asked: &Asked) -> Verdict {
    let (snapshot, is_whole) = match read(given.text, asked) {
        Ok(read) => read,
        Err(refusal) => return Verdict::refused(refusal),
    };
    let text = snapshot.text();
    if patterns::is_filler(&text) {
        return Verdict::refused(unread(given.text, DefectCode::Empty));
    }
    let found = JudgedText::of(&text, asked);
    let fault = found.general();
    if asked.trusted {
        let echo = fault.filter(|fault| fault.code == ReasonCode::SummaryEcho);
        return echo.map_or_else(|| fitted(snapshot, given, asked), Verdict::refused);
    }
    if fault.is_none() && (given.cut_off || !is_whole) {
        let good = found.by_names().is_none() && asked.plain;
        let words = &snapshot.words;
        let head = good
            .then(|| cut(words, |head| head.len() < words.len()))
            .flatten();
        // Half a section is none.
        let ends_section = |head: &String| words[head.len()..].trim_start().starts_with('#');
        return Verdict {
            salvage: head
                .filter(ends_section)
                .map(|head| Snapshot::of_words(&head)),
            ..Verdict::refused(cut_off(given.tokens))
        };
    }
    let fault = fault.or_else(|| found.by_names());
    fault.map_or_else(|| fitted(snapshot, given, asked), Verdict::refused)
}

/// A good text, as far as it fits.
fn fitted(snapshot: Snapshot, given: JudgedAnswer<'_>, asked: &Asked) -> Verdict {
    let Some((most, scale)) = given.most.filter(|_| asked.plain) else {
        return Verdict::of(Ok(snapshot));
    };
    let tokens = |text: &str| scale.tokens_of_text(text) as f64;
    let words = &snapshot.words;
    let Some(head) = cut(words, |head| tokens(head) <= most && asked.is_shorter(head)) else {
        let all = tokens(words);
        let text = format!("The document is too long: {all} tokens, where {most} fit.");
        return Verdict::refused(Refusal::of(ReasonCode::SummaryTooLong, text));
    };
    Verdict {
        truncated: head.len() < words.len(),
        ..Verdict::of(Ok(Snapshot::of_words(&head)))
    }
}

/// The text of an answer, and whether its end is there.
fn read(answer: &str, asked: &Asked) -> Result<(Snapshot, bool), Refusal> {
    if asked.plain {
        let (text, is_whole) = reader::plain(answer);
        let last = text.lines().last().unwrap_or_default().trim_end();
        let is_torn = reader::is_heading(last) || last.ends_with([',', ':', ';', '(', '[', '{']);
        return if text.is_empty() {
            Err(unread(answer, DefectCode::Empty))
        } else {
            Ok((Snapshot::of_words(&text), is_whole && !is_torn))
        };
    }
    match reader::read(answer) {
        Ok(document) => {
            let (is_torn, opened) = (document.is_torn, document.sections.len());
            let snapshot = Snapshot::of(document, Some(asked.form));
            let sections = &snapshot.sections;
            let is_last_told = sections.last().is_some_and(|section| !section.is_empty());
            let is_told = opened >= sections.len() && is_last_told;
            Ok((snapshot, !is_torn || is_told))
        }
        Err(defect) => match unread(answer, defect) {
            refusal if asked.any_form && refusal.code == ReasonCode::SummaryInvalid => {
                let text = reader::without_drafts(answer);
                Ok((Snapshot::of_notes(&text, asked.form), true))
            }
            refusal => Err(refusal),
        },
    }
}

impl Verdict {
    fn refused(refusal: Refusal) -> Self {
        Self::of(Err(refusal))
    }

    fn of(result: Result<Snapshot, Refusal>) -> Self {
        Self {
            result,
            salvage: None,
            truncated: false,
        }
    }
}

impl Refusal {
    fn of(code: ReasonCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }
}

/// What an answer is that is no document, if it shows.
fn unread(answer: &str, defect: DefectCode) -> Refusal {
    let (code, text) = match defect {
        DefectCode::Empty => (ReasonCode::SummaryEmpty, "The answer says nothing."),
        DefectCode::NoDocument if declines(answer) => (ReasonCode::SummaryRefused, DECLINES),
        DefectCode::NoDocument => (
            ReasonCode::SummaryInvalid,
            "The answer is not the document that was asked for.",
        ),
    };
    Refusal::of(code, text)
}

/// Whether an answer is a refusal.
pub(crate) fn declines(answer: &str) -> bool {
    answer.len() < REFUSAL_CHARS && patterns::declines(answer)
}

const DECLINES: &str = "The answer declines. Only a summary of the record is asked for; nothing in it has to be carried out.";

fn cut_off(tokens: u64) -> Refusal {
    let most = tokens * 7 / 10;
    Refusal::of(
        ReasonCode::SummaryCutOff,
        format!("The answer was cut off after {tokens} tokens. Write it again in at most {most}."),
    )
}

/// What a text says, against its record.
struct JudgedText<'a> {
    text: &'a str,
    asked: &'a Asked,
    words: Vec<u64>,
    /// Distinct names of the record and the notes, and those of the text that stand there.
    record_names: usize,
    grounded: usize,
    ungrounded: Vec<String>,
    /// Names of the record that the former notes have not.
    new_names: usize,
}

impl<'a> JudgedText<'a> {
    fn of(text: &'a str, asked: &'a Asked) -> Self {
        let told = names(text);
        let shown = [&asked.record, &asked.notes, &asked.known].map(|text| names(text));
        let [record, notes, _] = &shown;
        let is_new = |name: &&String| record.contains(*name) && !notes.contains(*name);
        let new_names = told.iter().filter(is_new).count();
        let (grounded, ungrounded): (Vec<String>, Vec<String>) = told
            .into_iter()
            .partition(|name| shown.iter().any(|names| names.contains(name)));
        // What a heading is called says nothing.
        let said: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        Self {
            text,
            asked,
            words: words::tokens(&said.join("\n")),
            record_names: record.union(notes).count(),
            grounded: grounded.len(),
            ungrounded,
            new_names,
        }
    }

    /// What may be said of any text: the first check that fires.
    fn general(&self) -> Option<Refusal> {
        let Self { text, asked, .. } = self;
        let chars = text.len();
        let eights = Shingles::of(&self.words, 8);
        let stale = || eights.share_in(&asked.notes) >= STALE;
        let rules = [
            (
                Shingles::of(&self.words, 5).share_in(&asked.template) >= ECHO,
                ReasonCode::SummaryEcho,
                "The answer repeats the instructions instead of following them.",
            ),
            (
                patterns::is_error(text),
                ReasonCode::SummaryErrorText,
                "The answer is an error message, not a document.",
            ),
            (
                declines(text) && self.grounded < REFUSAL_NAMES,
                ReasonCode::SummaryRefused,
                DECLINES,
            ),
            (
                asked.plain && self.words.len() < WORDS_MIN,
                ReasonCode::SummaryTooThin,
                "The document says almost nothing.",
            ),
            (
                self.words.len() < CALL_WORDS && patterns::calls_tool(text),
                ReasonCode::SummaryToolCall,
                "Call no tools; write the document.",
            ),
            (
                chars >= LOOPS_CHARS && eights.repeats() >= LOOPS,
                ReasonCode::SummaryLoops,
                "The answer says the same three times or more.",
            ),
            (
                self.record_names >= NAMES_MIN && self.new_names < STALE_NAMES && stale(),
                ReasonCode::SummaryUnchanged,
                "The notes came back unchanged; the record after them is missing.",
            ),
            (
                chars >= COPY_CHARS && eights.share_in(&asked.record) >= COPY,
                ReasonCode::SummaryCopy,
                "The answer copies the record instead of condensing it.",
            ),
            (
                !asked.plain && !asked.is_shorter(text),
                ReasonCode::SummaryTooLong,
                "The document is hardly shorter than the record. Condense it.",
            ),
        ];
        let fault = rules.into_iter().find(|(fires, ..)| *fires);
        fault.map(|(_, code, text)| Refusal::of(code, text))
    }

    /// A record with names is told by some of them, and a text about it names little else.
    fn by_names(&self) -> Option<Refusal> {
        if self.record_names < NAMES_MIN {
            return None;
        }
        if self.grounded < (self.record_names / 100).clamp(2, 4) {
            return Some(Refusal::of(
                ReasonCode::SummaryTooThin,
                "The document names almost nothing of the record: files, commands, numbers, errors are missing.",
            ));
        }
        let all = self.grounded + self.ungrounded.len();
        let share = self.grounded as f64 / all as f64;
        (all >= GROUNDED_OF && share < GROUNDED).then(|| {
            let first = &self.ungrounded[..self.ungrounded.len().min(UNGROUNDED_MAX)];
            let names = first.join(", ");
            let text = format!("These names do not occur in the record: {names}.");
            Refusal::of(ReasonCode::SummaryOffTopic, text)
        })
    }
}

#[cfg(test)]
mod tests;
