//! Building block: long tool results are cut to a budget, newest first, and their originals handed to the host's store
//! (G-11..G-21). A result is cut only once its original is stored; if storing fails it stays (G-16).

use super::action::{Action, Turn};
use super::report::{Report, Stored};
use crate::dialect::Dialect;
use crate::estimate::{json_chars, Measure};
use crate::history::{History, PartKind};
use crate::media::sanitize_label;
use crate::path::Path;
use crate::plan::{nested_media, Edit, EditAction, EditReason};
use crate::transcript::value_text;
use crate::truncate::{Rule, Truncation};
use crate::units::utf16_len;
use crate::view::{Kind, View, ViewExt};
use serde_json::Value;
use std::collections::VecDeque;

/// What a run carries while results are stored.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub history: History,
    pub turn: Turn,
    pub report: Report,
    pub window: u64,
    /// An earlier attempt failed, so no model is asked (G-27).
    pub gave_up: bool,
}

/// A result, and what it would cost to keep it.
#[derive(Debug, Clone)]
struct Candidate {
    message: usize,
    part: usize,
    at: Path,
    /// Whether the cut text goes back as `{output: ...}` in place of the whole response.
    wraps: bool,
    text: String,
    tokens: f64,
}

/// Results on their way, newest first.
#[derive(Debug, Clone)]
pub(super) struct Offloading {
    job: Job,
    messages: Value,
    queue: VecDeque<Candidate>,
    running_tokens: u64,
    max_chars: usize,
    waiting: Option<Candidate>,
    cuts: Vec<Edit>,
}

/// The store is needed, or all is decided.
pub(super) enum Next {
    Store(Box<Offloading>),
    Ready(Box<Job>, Value, Vec<Edit>),
}

/// Starts if the results exceed their budget; else the job comes back.
///
/// # Errors
/// What copying the messages gives, with the place.
pub(super) fn start<V: View>(job: Job, messages: &V) -> crate::Result<Result<Next, Box<Job>>> {
    let config = job.history.config();
    let queue = if config.result_budget_tokens > 0 { candidates(&job.history, messages) } else { VecDeque::new() };
    let total: u64 = queue.iter().map(|candidate| candidate.tokens as u64).sum();
    if total <= config.result_budget_tokens {
        return Ok(Err(Box::new(job)));
    }
    // G-20: four chars for each token that is left, made safe: never below nothing (B-3).
    let left_chars = job.window.saturating_sub(job.report.tokens_used).saturating_mul(4);
    let max_chars = left_chars.min(config.result_max_chars) as usize;
    let copy = messages.to_value()?;
    Ok(Ok(Offloading { job, messages: copy, queue, running_tokens: 0, max_chars, waiting: None, cuts: Vec::new() }.advance()))
}

/// The store answered.
pub(super) fn answered(mut offloading: Offloading, locator: Option<&str>) -> Next {
    if let Some(candidate) = offloading.waiting.take() {
        offloading.settle(&candidate, locator);
    }
    offloading.advance()
}

impl Offloading {
    /// What the host is asked to store.
    pub fn action(&self) -> Option<Action> {
        let candidate = self.waiting.as_ref()?;
        let name = self.job.history.symbol(self.job.history.parts()[candidate.part].name);
        Some(Action::Offload { key: content_key(name, &candidate.text), text: candidate.text.clone(), mime: "text/plain" })
    }

    pub fn into_report(self) -> Report {
        self.job.report
    }

    fn advance(mut self) -> Next {
        let budget = self.job.history.config().result_budget_tokens;
        while let Some(candidate) = self.queue.pop_front() {
            // No latch: after a large result that was cut, an older one that still fits is kept (G-14).
            let fits = self.running_tokens + candidate.tokens as u64 <= budget;
            if fits || self.cut(&candidate, None).is_none() {
                self.running_tokens += candidate.tokens as u64;
                continue;
            }
            self.waiting = Some(candidate);
            return Next::Store(Box::new(self));
        }
        Next::Ready(Box::new(self.job), self.messages, self.cuts)
    }

    /// The edit, if it makes anything smaller.
    fn cut(&self, candidate: &Candidate, locator: Option<&str>) -> Option<Edit> {
        let locator = locator.map(str::to_owned);
        let cut = Truncation { max_chars: Some(self.max_chars), locator, ..Truncation::new(Rule::GeminiToolOutput) }.apply(&candidate.text);
        let edit = cut.truncated.then(|| edit(&self.job.history, &(&self.messages), candidate, cut.text));
        edit.filter(|edit| edit.tokens > 0.0 && edit.chars_after < edit.chars_before)
    }

    fn settle(&mut self, candidate: &Candidate, locator: Option<&str>) {
        let Some((locator, edit)) = locator.and_then(|locator| Some((locator, self.cut(candidate, Some(locator))?))) else {
            self.job.report.store_failures += u64::from(locator.is_none());
            self.running_tokens += candidate.tokens as u64;
            return;
        };
        // G-15: what stands in its place takes room too.
        self.running_tokens += (candidate.tokens - edit.tokens_saved as f64).max(0.0) as u64;
        self.job.report.stored.push(Stored {
            message: edit.message,
            path: edit.path.clone(),
            key: content_key(self.job.history.symbol(self.job.history.parts()[candidate.part].name), &candidate.text),
            locator: sanitize_label(locator, 1_024),
            chars: utf16_len(&candidate.text) as u64,
        });
        self.cuts.push(edit);
    }
}

/// All results with a text, newest message first, last part first (G-11, G-12).
fn candidates<V: View>(history: &History, messages: &V) -> VecDeque<Candidate> {
    let mut found = VecDeque::new();
    let mut index = 0;
    messages.for_each(&mut |_, message| {
        let first = history.messages().get(index).map_or(0, |entry| entry.first_part as usize);
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            // A medium inside the output would go with it; beside the output it stays (G-12).
            let holds_media = || nested_media(history, first + offset).any(|medium| medium.in_output);
            if part.kind == PartKind::ToolResult && !part.is_cleared && !holds_media() {
                found.extend(candidate(history, &message, index, first + offset));
            }
        }
        index += 1;
    });
    found.make_contiguous().reverse();
    found
}

fn candidate<V: View>(history: &History, message: &V, index: usize, part: usize) -> Option<Candidate> {
    let dialect = history.dialect();
    let output_at = dialect.output_path_in(message, history.parts()[part].path);
    let output = output_at.resolve(message)?;
    let is_string = |value: &V| value.kind() == Kind::String;
    let field = |key: &str| output.get(key).filter(is_string).map(|text| (output_at.key(key), text));
    let (at, wraps, text) = if is_string(&output) {
        (output_at, true, output.to_text())
    } else if let Some((at, text)) = field("output").or_else(|| field("content")) {
        // Unlike G-15, fields beside the text stay: they are short, and not in the file.
        (at, false, text.to_text())
    } else if dialect == Dialect::Gemini {
        (output_at, true, serde_json::to_string_pretty(&output.to_value().ok()?).ok()?)
    } else {
        (output_at, true, value_text(Some(output)))
    };
    let scale = history.scale();
    // By the history's own yardstick, which has no cliff at 100,000 chars (B-4); floored, as G-13's.
    let tokens = scale.tokens(scale.string(&&Value::String(text.clone()))).floor();
    Some(Candidate { message: index, part, at, wraps, text, tokens })
}

fn edit<V: View>(history: &History, messages: &V, candidate: &Candidate, text: String) -> Edit {
    let entry = &history.parts()[candidate.part];
    let message = messages.at(candidate.message);
    let (at, value) = match &message {
        Some(message) if candidate.wraps => history.dialect().cleared_output(message, entry.path, &text),
        _ => (candidate.at, Value::String(text.clone())),
    };
    let scale = history.scale();
    let before = message.and_then(|message| at.resolve(&message));
    // As the ledger measures a result: by its content, or by its output string alone.
    let content = |value: &dyn Fn() -> Option<f64>| value().unwrap_or(0.0);
    let tokens = match history.config().measure {
        Measure::OutputChars if candidate.wraps && !matches!(before, Some(ref value) if value.kind() == Kind::String) => 0.0,
        Measure::OutputChars => candidate.tokens - scale.tokens(scale.string(&&Value::String(text.clone()))),
        _ => {
            content(&|| before.as_ref().and_then(|before| scale.content(before).ok()).map(|size| scale.tokens(size)))
                - content(&|| scale.content(&&value).ok().map(|size| scale.tokens(size)))
        }
    }
    .max(0.0);
    // The cut is weighed as the split weighs its message.
    let weigh = |value: &dyn Fn() -> Option<u64>, text: &str| match history.config().measure {
        Measure::JsonChars | Measure::ContentJsonChars => value().unwrap_or(0),
        _ => utf16_len(text) as u64,
    };
    Edit {
        message: candidate.message,
        path: entry.path.to_string(),
        action: EditAction::CutResult,
        reason: EditReason::Budget,
        chars_before: weigh(&|| before.as_ref().and_then(|before| json_chars(before).ok()), &candidate.text),
        chars_after: weigh(&|| json_chars(&&value).ok(), &text),
        media: 0,
        media_tokens: 0,
        tokens_saved: tokens as u64,
        tokens,
        tool: sanitize_label(history.symbol(entry.name), 80),
        detail: history.symbol(entry.detail).to_owned(),
        text,
        part: candidate.part,
        at,
        value: Some(value),
    }
}

/// A key for content: the tool, and a hash of the text, so that no process overwrites what another stored (unlike G-18's
/// counter, which starts anew in each).
pub(crate) fn content_key(tool: &str, text: &str) -> String {
    output_key(tool, &format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes())), None)
}

/// G-18: `tool-outputs[/session-<id>]/<tool>_<id>.txt`, each piece of safe chars in lower case; a tool's name that the id
/// begins with is not repeated.
#[must_use]
pub fn output_key(tool: &str, id: &str, session: Option<&str>) -> String {
    let (tool, id) = (safe(tool), safe(id));
    let name = if id.starts_with(&tool) || tool.is_empty() { id } else { format!("{tool}_{id}") };
    let folder = session.map(|session| format!("/session-{}", safe_session(session))).unwrap_or_default();
    format!("tool-outputs{folder}/{name}.txt")
}

/// Everything outside `[A-Za-z0-9_-]` becomes `_`, in lower case; long names are cut, as file systems do not take them.
fn safe(name: &str) -> String {
    safe_session(name).to_lowercase()
}

fn safe_session(name: &str) -> String {
    name.chars().take(120).map(|char| if char.is_ascii_alphanumeric() || char == '_' || char == '-' { char } else { '_' }).collect()
}

/// What the results saved and where, as (message, chars): the split weighs the history without it.
pub(super) fn saved_chars(cuts: &[Edit]) -> Vec<(usize, u64)> {
    cuts.iter().map(|cut| (cut.message, cut.chars_before.saturating_sub(cut.chars_after))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_made_of_safe_chars() {
        assert_eq!(output_key("Read File", "call/1", None), "tool-outputs/read_file_call_1.txt");
        assert_eq!(output_key("shell", "shell-7", Some("a:b")), "tool-outputs/session-a_b/shell-7.txt");
        assert!(!content_key("../../etc", "x").contains(".."));
    }
}
