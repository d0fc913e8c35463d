//! `condense`: shortens a new tool result when it arrives, without loss.
//!
//! Two things are removed: spaces before line numbers, and lines that an earlier result already
//! shows. A run of such lines becomes a pointer. Optionally, JSON loses its spaces, a list of
//! similar objects becomes a table, and the parts that the lines of a list share are written once.
//! Each result is processed once, using only the results before it. So earlier messages never
//! change, and the provider's prompt cache remains valid.
//!
//! Failed results, short results, media, and the messages of the user and the agent are left
//! unchanged.

mod arrivals;
mod groups;
mod json;
mod lines;
mod pointer;
mod restore_pointers;
mod shown;
mod tables;

use super::plan::{Edit, EditAction, EditReason};
use super::results::{ResultText, plain_result, replace};
use crate::history::History;
use crate::host::item::Item;
use crate::host::units::utf16_len;
use crate::read::media::sanitize_label;
use crate::shape::shapes;
pub use arrivals::{Condense, CondenseRules};
pub use arrivals::{CondenseState, first_unseen};
use lines::Lines;
use pointer::{Pointer, check};
pub use restore_pointers::restore_pointers;
use shown::LineIndex;

/// A shorter result stays as it is, in chars. Chosen here: a pointer takes about a hundred.
const RESULT_CHARS_MIN: usize = 400;
/// An edit must save at least this share of the result, and at least `SAVING_TOKENS_MIN` tokens.
/// Chosen here: less is not worth an edit.
const SAVING_MIN: f64 = 0.03;
const SAVING_TOKENS_MIN: f64 = 20.0;
/// Longest name of a result in a pointer, in chars. Chosen here: a path stays whole.
const LABEL_CHARS: usize = 80;
/// Fewest lines that an earlier result shows for a pointer. Chosen here, by the edits of recorded
/// sessions: an edit quotes lines of a result, and of 302 such quotes runs of 31 to 34 lines leave
/// 4 whole nowhere, of 28 lines 6, of 20 lines 14, of 6 lines 46.
const RUN_LINES: usize = 32;

shapes! {
    /// Counts of condensed content.
    pub struct CondenseStats as "CondenseDetails": Default {
        /// Condensed results.
        pub results: u64,
        /// Results that lost the spaces before line numbers.
        pub line_numbers: u64,
        /// Results whose JSON was shortened or became a table.
        pub tables: u64,
        /// Results in which shared parts of lines are written once.
        pub groups: u64,
        /// Pointers to lines of earlier results.
        pub pointers: u64,
        /// Lines replaced by pointers.
        pub lines: u64,
        /// Estimated tokens saved.
        pub tokens_saved: u64,
    }
}

/// Returns the edits that condense the results of messages `start..`. The results before `start`
/// are read but not changed.
///
/// The edits of a message do not depend on later messages: condensing a list at once yields the
/// same edits as condensing it message by message.
///
/// ```
/// use conspectus::{condense, lower, CondenseRules, Config, History};
/// use serde_json::json;
///
/// let file: String = (1..=60).map(|line| format!("{line:>6}\tlet value_{line} = compute({line});\n")).collect();
/// let call = |id: &str| json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": "read", "input": { "path": "a.rs" } }] });
/// let result = |id: &str| json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": file }] });
/// let messages = json!([call("1"), result("1"), call("2"), result("2")]);
/// let history = History::of(Config::default(), &messages)?;
/// let (edits, report) = condense(&history, &messages, 0, CondenseRules::default());
/// assert_eq!((report.results, report.line_numbers, report.pointers), (2, 2, 1));
/// let shorter = lower(&history, &edits, &messages).apply(&messages)?;
/// assert!(shorter[3].to_string().contains("[lines 1-60 are lines 1-60 of the last read a.rs above; "));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn condense<'v>(
    history: &History,
    messages: impl Into<Item<'v>>,
    start: usize,
    rules: CondenseRules,
) -> (Vec<Edit>, CondenseStats) {
    CondenseState::default().take(history, &messages.into(), start, rules)
}

/// Returns the edits that restore the lines replaced by pointers, and JSON and lists in their
/// original form. It is the inverse of [`condense`], except for the spaces before line numbers.
///
/// ```
/// use conspectus::{condense, expand, lower, CondenseRules, Config, History};
/// use serde_json::json;
///
/// let log: String = (1..=60).map(|line| format!("step {line} of the build took a while\n")).collect();
/// let call = |id: &str| json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": "bash", "input": { "command": "make" } }] });
/// let result = |id: &str| json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": log }] });
/// let messages = json!([call("1"), result("1"), call("2"), result("2")]);
/// let change = |messages: &serde_json::Value, expands: bool| {
///     let history = History::of(Config::default(), messages)?;
///     let edits = if expands { expand(&history, messages) } else { condense(&history, messages, 0, CondenseRules::default()).0 };
///     lower(&history, &edits, messages).apply(messages)
/// };
/// let shorter = change(&messages, false)?;
/// assert_ne!(shorter, messages);
/// assert_eq!(change(&shorter, true)?, messages);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn expand<'v>(history: &History, messages: impl Into<Item<'v>>) -> Vec<Edit> {
    let messages = &messages.into();
    let mut shown: Vec<ShownResult> = Vec::new();
    let mut edits = Vec::new();
    for_each_result(history, messages, 0, |found| {
        if let Some(result) = &found.result
            && let Some(whole) = expanded(&shown, &result.text)
        {
            edits.extend(cut_to(history, &found.host, result, whole));
        }
        shown.push((found.label, found.result.map(|result| result.text)));
    });
    edits
}

/// What a result is called in pointers, and its text.
type ShownResult = (String, Option<String>);

/// A result with the data needed to condense it.
struct CondensableResult<'v> {
    /// What it is called in pointers.
    label: String,
    /// The index of its message.
    message: usize,
    /// Its text, if it has one that may change.
    result: Option<ResultText>,
    /// Its message.
    host: Item<'v>,
}

/// Calls `each` with every result in order. `messages` are the messages of the history starting at
/// index `first`.
fn for_each_result<'v>(
    history: &History,
    messages: &Item<'v>,
    first: usize,
    mut each: impl FnMut(CondensableResult<'v>),
) {
    messages.each_item(|offset, host| {
        let message = first + offset;
        for part in history.results_in(message) {
            let entry = &history.parts()[part];
            let label = format!(
                "{} {}",
                history.symbol(entry.name),
                history.symbol(entry.detail)
            );
            let result = plain_result(history, &host, message, part);
            each(CondensableResult {
                label: sanitize_label(label.trim(), LABEL_CHARS),
                message,
                result,
                host,
            });
        }
    });
}

/// Returns whether a line is a pointer to lines of another result. It has no content of its own.
pub fn is_pointer(line: &str) -> bool {
    line.starts_with(pointer::OPENING) && Pointer::parse(line).is_some()
}

/// Returns whether `text` may contain pointers.
pub fn holds_pointer(text: &str) -> bool {
    text.contains(pointer::OPENING)
}

struct Admitted {
    text: String,
    gutter: bool,
    table: bool,
    groups: bool,
    pointers: u64,
    lines: u64,
}

impl Admitted {
    /// Returns whether its lines are those of the result, except for the spaces before their
    /// numbers.
    fn has_the_same_lines(&self) -> bool {
        self.pointers == 0 && !self.table && !self.groups
    }
}

/// Returns the condensed text of a result, based on the results shown before it; `None` if it is
/// not shortened. `lines` are the lines of `text`.
fn shorter(
    index: &LineIndex,
    text: &str,
    lines: &Lines<'_>,
    rules: CondenseRules,
) -> Option<Admitted> {
    if utf16_len(text) < RESULT_CHARS_MIN {
        return None;
    }
    let bare = lines.without_padding();
    let gutter = bare.is_some();
    // A text with pointers was told shorter before: what is left of it was not to be told as a
    // table or in groups.
    let is_new = lines.all.iter().all(|line| line.pointer.is_none());
    let may = |rule: bool| rule && !gutter && is_new;
    let table = may(rules.tables).then(|| tables::condensed(text)).flatten();
    let may_group = may(rules.groups) && table.is_none();
    let grouped = may_group.then(|| groups::condensed(text)).flatten();
    let mut admitted = Admitted {
        text: String::new(),
        gutter,
        table: table.is_some(),
        groups: grouped.is_some(),
        pointers: 0,
        lines: 0,
    };
    let rewritten = table.or(grouped);
    let own = rewritten.as_deref().map(Lines::of);
    let lines = own.as_ref().unwrap_or(lines);
    let whole = rewritten.as_deref().or(bare.as_deref()).unwrap_or(text);
    let mut condensed: Vec<String> = Vec::new();
    let mut at = 0;
    for run in index.runs(whole, lines, RUN_LINES) {
        let Some(pointer) = index.pointer(lines, run) else {
            continue;
        };
        condensed.extend((at < run.start).then(|| lines::joined(&lines.all[at..run.start])));
        condensed.push(pointer.render());
        at = run.start + run.length;
        admitted.pointers += 1;
        admitted.lines += run.length as u64;
    }
    if condensed.is_empty() {
        admitted.text = rewritten.or(bare)?;
        return Some(admitted);
    }
    condensed.extend((at < lines.all.len()).then(|| lines::joined(&lines.all[at..])));
    admitted.text = condensed.join("\n");
    (admitted.text != text).then_some(admitted)
}

/// The edit, if it saves enough.
fn edit(
    history: &History,
    message: &Item<'_>,
    result: &ResultText,
    admitted: &Admitted,
) -> Option<Edit> {
    let reason = match admitted {
        Admitted { pointers: 1.., .. } => EditReason::ShownBefore,
        Admitted { table: true, .. } => EditReason::Json,
        Admitted { groups: true, .. } => EditReason::Grouped,
        _ => EditReason::Padding,
    };
    let edit = Edit {
        reason,
        ..cut_to(history, message, result, admitted.text.clone())?
    };
    (edit.tokens >= SAVING_TOKENS_MIN && edit.tokens >= result.tokens(history) * SAVING_MIN)
        .then_some(edit)
}

/// Returns the text with its pointers replaced by lines, and JSON and lists in their original form;
/// `None` if nothing changes.
fn expanded(shown: &[ShownResult], text: &str) -> Option<String> {
    let written = with_other(text, |pointer| followed(shown, pointer));
    as_written(written.as_deref().unwrap_or(text)).or(written)
}

/// The text of a result with its JSON or list as it came; `None` if it came like this.
#[must_use]
pub fn as_written(text: &str) -> Option<String> {
    tables::whole(text).or_else(|| groups::whole(text))
}

/// The text with what `by` gives in place of its pointers; `None` if that is nothing.
fn with_other(text: &str, by: impl Fn(&Pointer) -> Option<String>) -> Option<String> {
    if !holds_pointer(text) {
        return None;
    }
    let mut changed = false;
    let lines = Lines::of(text);
    let lines = lines.all.iter().map(|line| {
        let other = line.pointer.as_ref().and_then(&by);
        changed |= other.is_some();
        other.unwrap_or_else(|| line.text().to_owned())
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    changed.then_some(text)
}

/// Returns the lines that a pointer refers to, with the line numbers of the result that contains
/// the pointer.
fn followed(shown: &[ShownResult], pointer: &Pointer) -> Option<String> {
    let (_, source) = shown
        .iter()
        .rev()
        .filter(|(label, _)| *label == pointer.label)
        .nth(pointer.back.checked_sub(1)?)?;
    let source = Lines::of(source.as_deref()?);
    let found = source.numbered(pointer.there)?;
    let same = check(found.iter().map(|line| line.content)) == pointer.check
        && found.len() == pointer.len();
    let lines: Vec<String> = found
        .iter()
        .zip(pointer.here.0..)
        .map(|(line, number)| line.under(number))
        .collect();
    same.then(|| lines.join("\n"))
}

fn cut_to(
    history: &History,
    message: &Item<'_>,
    result: &ResultText,
    text: String,
) -> Option<Edit> {
    replace(history, message, result, text).map(|edit| Edit {
        action: EditAction::ShortenResult,
        reason: EditReason::ShownBefore,
        ..edit
    })
}
