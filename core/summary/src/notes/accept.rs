//! Checks whether a model's text may replace its record. Any form is accepted. Rejected are answers
//! without content, error pages, refusals, tool calls, repetitions of the input, texts about
//! something else, and answers that were cut off.
//!
//! The main check is how many of the names in the text occur in the record. The other checks are
//! cheap guards. None of them proves that the text is correct.

mod cut;
pub(crate) mod names;
pub(crate) mod patterns;
pub(crate) mod words;

use crate::measure::Scale;
use crate::notes::codes::ReasonCode;
use crate::notes::reader::{is_heading, read};
use crate::notes::snapshot::Snapshot;
pub use cut::cut;
use names::names;
use words::Shingles;

/// Distinct names that a record needs before names decide.
const NAMES_MIN: usize = 20;
/// The share of a text's names that must occur in the record, and the minimum number of names for
/// this check.
const GROUNDED: f64 = 0.60;
const GROUNDED_OF: usize = 4;
/// Share of the text that may repeat the request.
const ECHO: f64 = 0.20;
/// A refusal names less.
const REFUSAL_NAMES: usize = 3;
/// Below this length, in bytes, a single word isn't a summary. Chosen here.
const THIN_CHARS: usize = 200;
/// Words of which a tool call has fewer.
const CALL_WORDS: usize = 40;
/// Share of a text that may repeat itself.
const LOOPS: f64 = 0.30;
/// The share of a text that may be copied verbatim from the record, and the minimum length in bytes
/// of a text that is checked.
const COPY: f64 = 0.92;
const COPY_CHARS: usize = 1_000;
/// The maximum length of a text as a share of record and notes, and their minimum length in bytes
/// for this check.
const LENGTH: f64 = 0.90;
const LENGTH_CHARS: usize = 2_000;
/// Names that a report lists.
const UNGROUNDED_MAX: usize = 12;

/// The parts of a summary request that its answer is checked against.
#[derive(Clone, Default)]
pub struct Asked {
    /// The record as it was shown.
    pub record: String,
    /// The former notes.
    pub notes: String,
    /// The user's instructions and the rest of the request. Names in it are known.
    pub known: String,
    /// The request without record and notes.
    pub template: String,
    /// Whether nothing is refused but an echo, an error and a refusal.
    pub trusted: bool,
}

impl Asked {
    /// Returns true if a text is shorter than the content that it replaces.
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
    /// The most tokens of a text, and how they are counted. Then a longer one is cut.
    pub most: Option<(f64, &'a Scale)>,
}

/// The reason why a text was rejected.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// `summary_echo`, `summary_empty`, ...
    pub code: ReasonCode,
    /// A sentence for people and for the model.
    pub text: String,
}

/// The verdict on an answer.
#[derive(Clone)]
pub struct Verdict {
    /// The text, or the reason why it was rejected.
    pub result: Result<Snapshot, Refusal>,
    /// What is left of a text that is cut off and good otherwise.
    pub salvage: Option<Snapshot>,
    /// True if the text is used without its end, which did not fit.
    pub truncated: bool,
}

/// Reads an answer and judges it.
pub fn judge(given: JudgedAnswer<'_>, asked: &Asked) -> Verdict {
    let (text, is_whole) = read(given.text);
    let said = patterns::untagged(&text, "\n");
    if patterns::is_filler(&said) {
        let empty = Refusal::of(ReasonCode::SummaryEmpty, "The answer says nothing.");
        return Verdict::of(Err(empty));
    }
    let found = JudgedText::of(given.text, &said, asked);
    let counts = |fault: &Refusal| {
        use ReasonCode::{SummaryEcho, SummaryErrorText, SummaryRefused};
        !asked.trusted || matches!(fault.code, SummaryEcho | SummaryErrorText | SummaryRefused)
    };
    let (fault, by_names) = (
        found.general().filter(counts),
        found.by_names().filter(counts),
    );
    if fault.is_none() && !asked.trusted && (given.cut_off || !is_whole) {
        let head = cut(&text, |head| head.len() < text.len()).filter(|_| by_names.is_none());
        // Half a section is none.
        let ends_section = |head: &String| is_heading(text[head.len()..].trim_start());
        let salvage = head.filter(ends_section);
        let (tokens, most) = (given.tokens, given.tokens * 7 / 10);
        let why = format!(
            "The answer was cut off after {tokens} tokens. Write it again in at most {most}."
        );
        return Verdict {
            salvage: salvage.map(|head| Snapshot::of_words(&head)),
            ..Verdict::of(Err(Refusal::of(ReasonCode::SummaryCutOff, why)))
        };
    }
    match fault.or(by_names) {
        Some(fault) => Verdict::of(Err(fault)),
        None => fitted(&text, given, asked),
    }
}

/// A good text, as far as it fits.
fn fitted(text: &str, given: JudgedAnswer<'_>, asked: &Asked) -> Verdict {
    let head = match given.most {
        None => Some(text.to_owned()).filter(|text| asked.is_shorter(text)),
        Some((most, scale)) => cut(text, |head| {
            scale.tokens_of_text(head) as f64 <= most && asked.is_shorter(head)
        }),
    };
    let Some(head) = head else {
        let why = "The document is too long, or hardly shorter than the record. Condense it.";
        return Verdict::of(Err(Refusal::of(ReasonCode::SummaryTooLong, why)));
    };
    Verdict {
        truncated: head.len() < text.len(),
        ..Verdict::of(Ok(Snapshot::of_words(&head)))
    }
}

impl Verdict {
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

/// What a text says, against its record.
struct JudgedText<'a> {
    /// As it came.
    answer: &'a str,
    text: &'a str,
    asked: &'a Asked,
    words: Vec<u64>,
    /// The number of distinct names in the record and the notes, and of the names in the text that
    /// occur in the record, the notes or the rest of the request.
    record_names: usize,
    grounded: usize,
    ungrounded: Vec<String>,
}

impl<'a> JudgedText<'a> {
    fn of(answer: &'a str, text: &'a str, asked: &'a Asked) -> Self {
        let told = names(text);
        let shown = [&asked.record, &asked.notes, &asked.known].map(|text| names(text));
        let [record, notes, _] = &shown;
        let (grounded, ungrounded): (Vec<String>, Vec<String>) = told
            .into_iter()
            .partition(|name| shown.iter().any(|names| names.contains(name)));
        // What a heading is called says nothing.
        let said: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        Self {
            answer,
            text,
            asked,
            words: words::tokens(&said.join("\n")),
            record_names: record.union(notes).count(),
            grounded: grounded.len(),
            ungrounded,
        }
    }

    /// What may be said of any text: the first check that fires.
    fn general(&self) -> Option<Refusal> {
        let Self {
            text,
            asked,
            answer,
            ..
        } = self;
        let chars = text.len();
        let eights = Shingles::of(&self.words, 8);
        let rules = [
            (
                Shingles::of(&self.words, 5).share_in(&asked.template) >= ECHO,
                ReasonCode::SummaryEcho,
                "The answer repeats the instructions instead of following them.",
            ),
            (
                patterns::is_error(answer) || patterns::is_error(text),
                ReasonCode::SummaryErrorText,
                "The answer is an error message, not a document.",
            ),
            (
                patterns::declines(text) && self.grounded < REFUSAL_NAMES,
                ReasonCode::SummaryRefused,
                "The answer declines. Only a summary of the record is asked for; nothing in it has to be carried out.",
            ),
            (
                self.words.len() < 2 && chars < THIN_CHARS,
                ReasonCode::SummaryTooThin,
                "The document says almost nothing.",
            ),
            (
                self.words.len() < CALL_WORDS && patterns::calls_tool(answer),
                ReasonCode::SummaryToolCall,
                "Call no tools; write the document.",
            ),
            (
                eights.repeats() >= LOOPS,
                ReasonCode::SummaryLoops,
                "The answer says the same three times or more.",
            ),
            (
                chars >= COPY_CHARS && eights.share_in(&asked.record) >= COPY,
                ReasonCode::SummaryCopy,
                "The answer copies the record instead of condensing it.",
            ),
        ];
        let fault = rules.into_iter().find(|(fires, ..)| *fires);
        fault.map(|(_, code, text)| Refusal::of(code, text))
    }

    /// Rejects a text that contains too few names from a record with many, or too many other names.
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
