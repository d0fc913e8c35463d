//! Whether a summary may stand for its record: it is about this record, it condenses it, and it
//! says something.
//!
//! What decides is how many of the names in the document stand in the record. The other checks are
//! cheap guards. The score proves that the document is about the record, not that it is right.

pub(crate) mod names;
pub(crate) mod patterns;
mod record;
pub(crate) mod words;

use crate::notes::codes::ReasonCode;
use crate::notes::reader::{self, Defect};
use crate::notes::snapshot::Snapshot;
use crate::notes::snapshot::SnapshotForm;
use names::Names;
use record::Record;
use serde::Serialize;
use words::{Runs, Shingles};

/// Distinct names that a record needs before names decide. Below it, words do.
const NAMES_MIN: usize = 20;
/// Share of a document's identifiers that must stand in the record: where another answer may be
/// asked for, of the last one, and where names may come from pictures.
const GROUNDED_FIRST: f64 = 0.80;
const GROUNDED_LAST: f64 = 0.60;
const GROUNDED_PICTURES: f64 = 0.50;
/// Names of which a share says something.
const GROUNDED_OF: usize = 8;
/// Share of the document that may repeat the request.
const ECHO: f64 = 0.20;
/// A refusal is shorter, and names less.
const REFUSAL_CHARS: usize = 800;
const REFUSAL_NAMES: usize = 3;
/// Words of which a tool call has fewer.
const CALL_WORDS: usize = 40;
/// Share of a document that may repeat itself, and from which length on it counts.
const LOOPS: f64 = 0.30;
const LOOPS_CHARS: usize = 200;
/// Share of a document that may stand in the former notes, if little of the new part does.
const STALE: f64 = 0.90;
const STALE_NAMES: usize = 2;
/// How much of a document may be copied from the record: in long runs, and at all.
const COPY_RUNS: f64 = 0.60;
const COPY_LONGEST: usize = 100;
const COPY_ALL: f64 = 0.92;
const COPY_CHARS: usize = 1_500;
/// Largest part of its record that a document may be, and from which length of the record on it
/// counts.
const LENGTH: f64 = 0.90;
const LENGTH_CHARS: usize = 2_000;
/// Share of a document's words that a record without names must have, or share of its words that
/// the document must have.
const WORDS_KNOWN: f64 = 0.35;
const WORDS_TOLD: f64 = 0.30;
/// Distinct words of a record by which a document can be judged.
const WORDS_MIN: usize = 9;
/// Short words of which a language is known.
const LANGUAGE: f64 = 0.30;
/// Names that a report lists.
const UNGROUNDED_MAX: usize = 12;
/// Sections that make a document worth keeping though its end is missing.
const SALVAGE_SECTIONS: usize = 5;

/// What a summariser was asked, as far as its answer is judged by it.
#[derive(Debug, Clone, Default, PartialEq)]
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
    /// Whether the summariser saw pictures.
    pub pictures: bool,
    /// Whether nothing but an echo is refused of what was read.
    pub trusted: bool,
    /// Whether the prompt was the host's own: then the answer may have any form.
    pub any_form: bool,
}

/// One answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Given<'a> {
    /// Its text.
    pub text: &'a str,
    /// Whether no other answer will be asked for: a doubt then costs the summary, not a call.
    pub last: bool,
    /// Whether the provider says that it ended for want of room.
    pub cut_off: bool,
    /// Its tokens, as the provider counted or as estimated.
    pub tokens: u64,
}

/// How far a document is about its record. Shares are 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Score {
    /// Share of its identifiers that stand in the record; 1 if it has none.
    pub grounding: f64,
    /// Distinct names that stand in the record.
    pub grounded: usize,
    /// Distinct names.
    pub names: usize,
    /// Distinct names of the record.
    pub record_names: usize,
    /// Share that repeats the request.
    pub template: f64,
    /// Share that says the same for the third time or more.
    pub repeats: f64,
    /// Share that stands word for word in the record.
    pub verbatim: f64,
}

/// Why a document may not stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `summary_echo`, `summary_empty`, ...
    pub code: ReasonCode,
    /// A sentence for people and for the model.
    pub text: String,
}

/// What came of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The document, or why it may not stand.
    pub result: Result<Snapshot, Refusal>,
    /// None where no document was read.
    pub score: Option<Score>,
    /// Names that do not stand in the record, in order; at most 12.
    pub ungrounded: Vec<String>,
    /// A refused document that is cut off and good otherwise.
    pub salvage: Option<Snapshot>,
    /// Whether a refused document is but a little too long.
    pub nearly: bool,
}

/// Reads an answer and judges it.
#[must_use]
pub fn judge(given: Given<'_>, asked: &Asked) -> Verdict {
    let refused = |refusal: Refusal| Verdict {
        result: Err(refusal),
        score: None,
        ungrounded: Vec::new(),
        salvage: None,
        nearly: false,
    };
    let document = match reader::read(given.text) {
        Ok(document) => document,
        Err(defect) => {
            let refusal = unread(given.text, defect);
            return if asked.any_form && refusal.code == ReasonCode::SummaryInvalid {
                Verdict {
                    result: Ok(Snapshot::of_notes(given.text)),
                    ..refused(refusal)
                }
            } else {
                refused(refusal)
            };
        }
    };
    let closed = document.closed;
    let open = document.sections.len();
    let snapshot = Snapshot::of(document, Some(asked.form));
    let text = snapshot.text();
    if patterns::is_filler(&text) {
        return refused(Refusal::of(
            ReasonCode::SummaryEmpty,
            "All sections are empty.",
        ));
    }
    let said = Said::of(&text, asked);
    let faults = Faults {
        given,
        asked,
        snapshot: &snapshot,
        text: &text,
        said: &said,
        closed,
        open,
    };
    let refusal = faults.first();
    let cut = refusal
        .as_ref()
        .is_some_and(|refusal| refusal.code == CUT_OFF);
    let salvage = (cut && snapshot.filled() >= SALVAGE_SECTIONS && faults.by_names().is_none())
        .then(|| snapshot.clone());
    let nearly = refusal
        .as_ref()
        .is_some_and(|refusal| refusal.code == TOO_LONG)
        && said.length < LENGTH * 1.1;
    Verdict {
        score: Some(said.score),
        ungrounded: said.ungrounded.clone(),
        salvage,
        nearly,
        result: refusal.map_or(Ok(snapshot), Err),
    }
}

const CUT_OFF: ReasonCode = ReasonCode::SummaryCutOff;
const TOO_LONG: ReasonCode = ReasonCode::SummaryTooLong;

impl Refusal {
    fn of(code: ReasonCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }
}

/// Rule 1: a document can be read. What else the answer is, is said if it shows.
fn unread(answer: &str, defect: Defect) -> Refusal {
    if defect != Defect::NoDocument {
        return Refusal::of(
            ReasonCode::SummaryEmpty,
            if defect == Defect::Empty {
                "The answer is empty."
            } else {
                "All sections are empty."
            },
        );
    }
    if patterns::is_error(answer) {
        return Refusal::of(ReasonCode::SummaryErrorText, ERROR_TEXT);
    }
    if patterns::calls_tool(answer) {
        return Refusal::of(ReasonCode::SummaryToolCall, TOOL_CALL);
    }
    if declines(answer) {
        return Refusal::of(ReasonCode::SummaryRefused, DECLINES);
    }
    Refusal::of(
        ReasonCode::SummaryInvalid,
        "The answer is not the document that was asked for.",
    )
}

const ERROR_TEXT: &str = "The answer is an error message, not a document.";
const TOOL_CALL: &str = "Call no tools; write the document.";
/// Whether an answer is a refusal.
pub(crate) fn declines(answer: &str) -> bool {
    answer.len() < REFUSAL_CHARS && patterns::declines(answer)
}

const DECLINES: &str = "The answer declines. Only a summary of the record is asked for; nothing in it has to be carried out.";
const TOO_LITTLE: &str = "The document names almost nothing of the record: files, commands, numbers, errors are missing.";

/// What a document says, against its record.
struct Said {
    score: Score,
    ungrounded: Vec<String>,
    identifiers: usize,
    runs: Runs,
    stale: f64,
    /// Names of the record that the former notes have not.
    new_names: usize,
    words: words::Shared,
    words_count: usize,
    length: f64,
}

impl Said {
    fn of(text: &str, asked: &Asked) -> Self {
        let names = Names::of(text);
        let record = Record::read([&asked.record, &asked.notes, &asked.known]);
        let tokens = words::tokens(text);
        let eights = Shingles::of(&tokens, 8);
        let fives = Shingles::of(&tokens, 5);
        let runs = eights.runs_in(&asked.record);
        let grounded = names.iter().filter(|name| record.has(name)).count();
        let identifiers: Vec<&str> = names.identifiers().collect();
        let known = identifiers.iter().filter(|name| record.has(name)).count();
        let share = |part: usize, of: usize| {
            if of == 0 {
                1.0
            } else {
                rounded(part as f64 / of as f64)
            }
        };
        let score = Score {
            grounding: share(known, identifiers.len()),
            grounded,
            names: names.len(),
            record_names: record.len(),
            template: rounded(fives.share_in(&asked.template)),
            repeats: rounded(eights.repeats()),
            verbatim: rounded(runs.all),
        };
        Self {
            score,
            ungrounded: names
                .iter()
                .filter(|name| !record.has(name))
                .take(UNGROUNDED_MAX)
                .map(str::to_owned)
                .collect(),
            identifiers: identifiers.len(),
            stale: eights.share_in(&asked.notes),
            new_names: names.iter().filter(|name| record.is_new(name)).count(),
            words: words::shared(text, [&asked.record, &asked.notes], &asked.known),
            words_count: tokens.len(),
            length: text.len() as f64 / (asked.record.len() + asked.notes.len()).max(1) as f64,
            runs,
        }
    }
}

/// Three digits, the same everywhere.
fn rounded(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

struct Faults<'a> {
    given: Given<'a>,
    asked: &'a Asked,
    snapshot: &'a Snapshot,
    text: &'a str,
    said: &'a Said,
    closed: bool,
    open: usize,
}

impl Faults<'_> {
    /// The first check that fires.
    fn first(&self) -> Option<Refusal> {
        if self.asked.trusted {
            return self.echo();
        }
        self.general().or_else(|| self.size()).or_else(|| {
            if self.said.score.record_names >= NAMES_MIN {
                self.by_names()
            } else {
                self.by_words()
            }
        })
    }

    /// Rule 3: it repeats the request.
    fn echo(&self) -> Option<Refusal> {
        (self.said.score.template >= ECHO).then(|| {
            Refusal::of(
                ReasonCode::SummaryEcho,
                "The answer repeats the instructions instead of filling the sections.",
            )
        })
    }

    /// Rules 3 to 9: what may be said of any text.
    fn general(&self) -> Option<Refusal> {
        let Said { score, runs, .. } = self.said;
        let chars = self.text.len();
        if let Some(echo) = self.echo() {
            return Some(echo);
        }
        if patterns::is_error(self.text) {
            return Some(Refusal::of(ReasonCode::SummaryErrorText, ERROR_TEXT));
        }
        if chars < REFUSAL_CHARS && score.grounded < REFUSAL_NAMES && patterns::declines(self.text)
        {
            return Some(Refusal::of(ReasonCode::SummaryRefused, DECLINES));
        }
        if self.said.words_count < CALL_WORDS && patterns::calls_tool(self.text) {
            return Some(Refusal::of(ReasonCode::SummaryToolCall, TOOL_CALL));
        }
        if chars >= LOOPS_CHARS && score.repeats >= LOOPS {
            return Some(Refusal::of(
                ReasonCode::SummaryLoops,
                "The answer says the same three times or more.",
            ));
        }
        if score.record_names >= NAMES_MIN
            && self.said.stale >= STALE
            && self.said.new_names < STALE_NAMES
        {
            return Some(Refusal::of(
                ReasonCode::SummaryUnchanged,
                "The notes came back unchanged; the record after them is missing.",
            ));
        }
        let copied = runs.long >= COPY_RUNS && runs.longest >= COPY_LONGEST;
        if copied || (chars >= COPY_CHARS && runs.all >= COPY_ALL) {
            return Some(Refusal::of(
                ReasonCode::SummaryCopy,
                "The answer copies the record instead of condensing it.",
            ));
        }
        None
    }

    /// Rules 10 and 11.
    fn size(&self) -> Option<Refusal> {
        if self.asked.record.len() + self.asked.notes.len() >= LENGTH_CHARS
            && self.said.length > LENGTH
        {
            return Some(Refusal::of(
                TOO_LONG,
                "The document is hardly shorter than the record. Condense it.",
            ));
        }
        if !self.closed || self.given.cut_off {
            let last = self
                .snapshot
                .sections
                .last()
                .is_some_and(|section| !section.is_empty());
            if !(self.open >= self.snapshot.sections.len() && last) {
                let tokens = self.given.tokens;
                let most = tokens * 7 / 10;
                return Some(Refusal::of(CUT_OFF, format!("The answer was cut off after {tokens} tokens. Write it again in at most {most}.")));
            }
        }
        None
    }

    /// Rules 12 and 13.
    fn by_names(&self) -> Option<Refusal> {
        let score = &self.said.score;
        if score.record_names < NAMES_MIN {
            return None;
        }
        if score.grounded < (score.record_names / 100).clamp(2, 4) {
            return Some(Refusal::of(ReasonCode::SummaryTooThin, TOO_LITTLE));
        }
        self.ungrounded()
    }

    /// Rule 13.
    fn ungrounded(&self) -> Option<Refusal> {
        let score = &self.said.score;
        if score.names == 0 {
            return None;
        }
        let all = score.grounded as f64 / score.names as f64;
        let wanted = match (self.asked.pictures, self.given.last) {
            (true, _) => GROUNDED_PICTURES,
            (false, false) => GROUNDED_FIRST,
            (false, true) => GROUNDED_LAST,
        };
        let grounded = if self.said.identifiers >= GROUNDED_OF {
            score.grounding >= wanted
        } else if score.names >= GROUNDED_OF {
            all >= wanted
        } else {
            all >= GROUNDED_PICTURES
        };
        let names = self.said.ungrounded.join(", ");
        (!grounded).then(|| {
            Refusal::of(
                ReasonCode::SummaryOffTopic,
                format!("These names do not occur in the record: {names}."),
            )
        })
    }

    /// Rule 15: a record with few names, prose.
    fn by_words(&self) -> Option<Refusal> {
        let words = &self.said.words;
        // A record of pictures or of letters in a row has no words that could speak for or against
        // a document.
        if words.of < WORDS_MIN || words.known >= WORDS_KNOWN || words.told >= WORDS_TOLD {
            return None;
        }
        Some(if words.same_script && words.short_known >= LANGUAGE {
            let names = self.said.ungrounded.join(", ");
            let text = if names.is_empty() {
                "The document says little of what is in the record.".to_owned()
            } else {
                format!("These names do not occur in the record: {names}.")
            };
            Refusal::of(ReasonCode::SummaryOffTopic, text)
        } else {
            Refusal::of(
                ReasonCode::SummaryOtherLanguage,
                "Write in the language of the conversation.",
            )
        })
    }
}

#[cfg(test)]
mod tests;
