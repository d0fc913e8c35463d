//! Whether a summary may stand for its record: it is about this record, it condenses it, and it
//! says something.
//!
//! What decides is how many of the names in the document stand in the record. The other checks are
//! cheap guards. The score proves that the document is about the record, not that it is right.

pub(crate) mod names;
pub(crate) mod patterns;
pub(crate) mod words;

use crate::notes::codes::ReasonCode;
use crate::notes::reader::{self, Defect};
use crate::notes::snapshot::{Snapshot, SnapshotForm};
use names::Names;
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
    /// Whether the answer may have any form: the prompt was the host's own, or the preset's original
    /// takes plain text.
    pub any_form: bool,
}

/// One answer.
#[derive(Debug, Clone, Copy, Default)]
pub struct JudgedAnswer<'a> {
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
    /// A refused document that is cut off and good otherwise.
    pub salvage: Option<Snapshot>,
    /// Whether a refused document is but a little too long.
    pub nearly: bool,
}

/// Reads an answer and judges it.
#[must_use]
pub fn judge(given: JudgedAnswer<'_>, asked: &Asked) -> Verdict {
    let unscored = |result| Verdict {
        result,
        score: None,
        salvage: None,
        nearly: false,
    };
    let (snapshot, closed, opened) = match reader::read(given.text) {
        Ok(document) => {
            let (closed, opened) = (document.closed, document.sections.len());
            (Snapshot::of(document, Some(asked.form)), closed, opened)
        }
        Err(defect) => {
            let refusal = unread(given.text, defect);
            if !asked.any_form || refusal.code != ReasonCode::SummaryInvalid {
                return unscored(Err(refusal));
            }
            (
                Snapshot::of_notes(&reader::without_drafts(given.text), asked.form),
                true,
                0,
            )
        }
    };
    let closed = closed && !given.cut_off;
    let text = snapshot.text();
    if patterns::is_filler(&text) {
        return unscored(Err(unread(given.text, Defect::Blank)));
    }
    let sections = &snapshot.sections;
    let all_told =
        opened >= sections.len() && sections.last().is_some_and(|section| !section.is_empty());
    let said = JudgedDocument::of(&text, given, asked, !closed && !all_told);
    let refusal = said.first_fault();
    let is = |code| refusal.as_ref().is_some_and(|refusal| refusal.code == code);
    let worth_keeping = is(ReasonCode::SummaryCutOff)
        && snapshot.filled() >= SALVAGE_SECTIONS
        && said.by_names().is_none();
    Verdict {
        score: Some(said.score),
        salvage: worth_keeping.then(|| snapshot.clone()),
        nearly: is(ReasonCode::SummaryTooLong) && said.length < LENGTH * 1.1,
        result: refusal.map_or(Ok(snapshot), Err),
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

/// Rule 1: a document can be read. What else the answer is, is said if it shows.
fn unread(answer: &str, defect: Defect) -> Refusal {
    let (code, text) = match defect {
        Defect::Empty => (ReasonCode::SummaryEmpty, "The answer is empty."),
        Defect::Blank => (ReasonCode::SummaryEmpty, "All sections are empty."),
        Defect::NoDocument if patterns::is_error(answer) => {
            (ReasonCode::SummaryErrorText, ERROR_TEXT)
        }
        Defect::NoDocument if patterns::calls_tool(answer) => {
            (ReasonCode::SummaryToolCall, TOOL_CALL)
        }
        Defect::NoDocument if declines(answer) => (ReasonCode::SummaryRefused, DECLINES),
        Defect::NoDocument => (
            ReasonCode::SummaryInvalid,
            "The answer is not the document that was asked for.",
        ),
    };
    Refusal::of(code, text)
}

const ERROR_TEXT: &str = "The answer is an error message, not a document.";
const TOOL_CALL: &str = "Call no tools; write the document.";
/// Whether an answer is a refusal.
pub(crate) fn declines(answer: &str) -> bool {
    answer.len() < REFUSAL_CHARS && patterns::declines(answer)
}

const DECLINES: &str = "The answer declines. Only a summary of the record is asked for; nothing in it has to be carried out.";

/// What a document says, against its record.
struct JudgedDocument<'a> {
    text: &'a str,
    given: JudgedAnswer<'a>,
    asked: &'a Asked,
    /// Whether its end is missing.
    is_cut: bool,
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

impl<'a> JudgedDocument<'a> {
    fn of(text: &'a str, given: JudgedAnswer<'a>, asked: &'a Asked, is_cut: bool) -> Self {
        let names = Names::of(text);
        let shown = [&asked.record, &asked.notes, &asked.known].map(|text| Names::of(text));
        let [record, notes, _] = &shown;
        let (grounded, ungrounded): (Vec<&str>, Vec<&str>) = names
            .iter()
            .partition(|name| shown.iter().any(|names| names.has(name)));
        let identifiers =
            |names: &[&str]| names.iter().filter(|name| !names::is_number(name)).count();
        let known = identifiers(&grounded);
        let identifiers = known + identifiers(&ungrounded);
        let tokens = words::tokens(text);
        let eights = Shingles::of(&tokens, 8);
        let runs = eights.runs_in(&asked.record);
        let template = Shingles::of(&tokens, 5).runs_in(&asked.template).all;
        let score = Score {
            grounding: if identifiers == 0 {
                1.0
            } else {
                rounded(known as f64 / identifiers as f64)
            },
            grounded: grounded.len(),
            names: names.len(),
            record_names: record.len() + notes.iter().filter(|name| !record.has(name)).count(),
            template: rounded(template),
            repeats: rounded(eights.repeats()),
            verbatim: rounded(runs.all),
        };
        let is_new = |name: &&str| record.has(name) && !notes.has(name);
        let shown_bytes = asked.record.len() + asked.notes.len();
        Self {
            text,
            given,
            asked,
            is_cut,
            score,
            identifiers,
            stale: eights.runs_in(&asked.notes).all,
            new_names: names.iter().filter(is_new).count(),
            words: words::shared(text, [&asked.record, &asked.notes], &asked.known),
            words_count: tokens.len(),
            length: text.len() as f64 / shown_bytes.max(1) as f64,
            runs,
            ungrounded: ungrounded
                .into_iter()
                .take(UNGROUNDED_MAX)
                .map(str::to_owned)
                .collect(),
        }
    }

    /// The first check that fires. Of what is trusted, nothing but an echo is refused.
    fn first_fault(&self) -> Option<Refusal> {
        let fault = self.general();
        if self.asked.trusted {
            return fault.filter(|fault| fault.code == ReasonCode::SummaryEcho);
        }
        fault.or_else(|| self.cut_off()).or_else(|| {
            if self.score.record_names >= NAMES_MIN {
                self.by_names()
            } else {
                self.by_words()
            }
        })
    }

    /// Rules 3 to 10: what may be said of any text.
    fn general(&self) -> Option<Refusal> {
        let Self {
            text, score, runs, ..
        } = self;
        let chars = text.len();
        let copied = runs.long >= COPY_RUNS && runs.longest >= COPY_LONGEST;
        let rules = [
            (
                score.template >= ECHO,
                ReasonCode::SummaryEcho,
                "The answer repeats the instructions instead of filling the sections.",
            ),
            (
                patterns::is_error(text),
                ReasonCode::SummaryErrorText,
                ERROR_TEXT,
            ),
            (
                declines(text) && score.grounded < REFUSAL_NAMES,
                ReasonCode::SummaryRefused,
                DECLINES,
            ),
            (
                self.words_count < CALL_WORDS && patterns::calls_tool(text),
                ReasonCode::SummaryToolCall,
                TOOL_CALL,
            ),
            (
                chars >= LOOPS_CHARS && score.repeats >= LOOPS,
                ReasonCode::SummaryLoops,
                "The answer says the same three times or more.",
            ),
            (
                score.record_names >= NAMES_MIN
                    && self.stale >= STALE
                    && self.new_names < STALE_NAMES,
                ReasonCode::SummaryUnchanged,
                "The notes came back unchanged; the record after them is missing.",
            ),
            (
                copied || (chars >= COPY_CHARS && runs.all >= COPY_ALL),
                ReasonCode::SummaryCopy,
                "The answer copies the record instead of condensing it.",
            ),
            (
                self.asked.record.len() + self.asked.notes.len() >= LENGTH_CHARS
                    && self.length > LENGTH,
                ReasonCode::SummaryTooLong,
                "The document is hardly shorter than the record. Condense it.",
            ),
        ];
        let fault = rules.into_iter().find(|(fires, ..)| *fires);
        fault.map(|(_, code, text)| Refusal::of(code, text))
    }

    /// Rule 11.
    fn cut_off(&self) -> Option<Refusal> {
        let tokens = self.given.tokens;
        let most = tokens * 7 / 10;
        let text = format!(
            "The answer was cut off after {tokens} tokens. Write it again in at most {most}."
        );
        self.is_cut
            .then(|| Refusal::of(ReasonCode::SummaryCutOff, text))
    }

    /// Rules 12 and 13.
    fn by_names(&self) -> Option<Refusal> {
        let score = &self.score;
        if score.record_names < NAMES_MIN {
            return None;
        }
        if score.grounded < (score.record_names / 100).clamp(2, 4) {
            return Some(Refusal::of(
                ReasonCode::SummaryTooThin,
                "The document names almost nothing of the record: files, commands, numbers, errors are missing.",
            ));
        }
        let all = score.grounded as f64 / score.names as f64;
        let wanted = match (self.asked.pictures, self.given.last) {
            (true, _) => GROUNDED_PICTURES,
            (false, false) => GROUNDED_FIRST,
            (false, true) => GROUNDED_LAST,
        };
        let grounded = if self.identifiers >= GROUNDED_OF {
            score.grounding >= wanted
        } else if score.names >= GROUNDED_OF {
            all >= wanted
        } else {
            all >= GROUNDED_PICTURES
        };
        (!grounded).then(|| self.off_topic())
    }

    /// Rule 15: a record with few names, prose.
    fn by_words(&self) -> Option<Refusal> {
        let words = &self.words;
        // A record of pictures or of letters in a row has no words that could speak for or against
        // a document.
        if words.of < WORDS_MIN || words.known >= WORDS_KNOWN || words.told >= WORDS_TOLD {
            return None;
        }
        Some(if words.same_script && words.short_known >= LANGUAGE {
            self.off_topic()
        } else {
            Refusal::of(
                ReasonCode::SummaryOtherLanguage,
                "Write in the language of the conversation.",
            )
        })
    }

    fn off_topic(&self) -> Refusal {
        let text = if self.ungrounded.is_empty() {
            "The document says little of what is in the record.".to_owned()
        } else {
            let names = self.ungrounded.join(", ");
            format!("These names do not occur in the record: {names}.")
        };
        Refusal::of(ReasonCode::SummaryOffTopic, text)
    }
}

/// Three digits, the same everywhere.
fn rounded(share: f64) -> f64 {
    (share * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests;
