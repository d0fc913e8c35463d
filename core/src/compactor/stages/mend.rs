//! Building block: repairs a list that the provider would reject. The run uses the list as it will
//! be sent, and its patch includes the repair.

use crate::check::repair::NO_RESULT;
use crate::check::validate::{Finding, broken};
use crate::compactor::state::full_list::OriginalList;
use crate::compactor::{Ask, Ending, Prepared, Report, grouped};
use crate::history::{Copied, PartKind, id_hash};
use crate::host::path::Path;
use crate::{
    Breakdown, CompactArgs, ConfiguredHistory, Item, Patch, Pin, ProblemCode, Reason, ReasonCode,
    Repair, RepairHistory, Result, Warning, WarningCode, repair,
};
use serde_json::Value;

/// The outcome of checking a broken list.
pub struct Mended {
    /// The warnings, and the repair.
    pub mend: Mend,
    /// The repaired list, which the run uses; `None` if the list is not repaired.
    pub list: Option<(ConfiguredHistory, Copied, CompactArgs)>,
}

/// The warnings about a broken list, and the repair.
#[derive(Debug, Clone, Default)]
pub struct Mend {
    pub warnings: Vec<Warning>,
    /// Whether what would be sent is still broken although it was to be repaired.
    pub blocks_send: bool,
    /// The failure of the run after the repair, if it failed.
    pub failed: Option<Ending>,
    repaired: Option<MendedList>,
}

#[derive(Debug, Clone)]
struct MendedList {
    /// The repaired list, in terms of the host's.
    list: OriginalList,
    /// Messages, tokens and what they were spent on before the repair.
    length: usize,
    tokens: u64,
    parts: Breakdown,
    /// Tokens of the messages at and after the first change.
    tokens_to_read_again: u64,
    count: usize,
    action: &'static str,
}

/// Checks a list that may be broken. `None` if it is not.
pub fn look(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    turn: &CompactArgs,
) -> Result<Option<Mended>> {
    let config = history.config();
    let mut findings = broken(history, messages)?;
    findings.retain(|finding| !is_unread(history, messages, finding));
    if findings.is_empty() {
        return Ok(None);
    }
    let told = |mend| Ok(Some(Mended { mend, list: None }));
    // A field of ours goes whatever the host repairs by itself, unless more is wrong than that.
    let is_own = |finding: &Finding| finding.code == ProblemCode::OwnField;
    if config.repair_history != RepairHistory::Always && !findings.iter().all(is_own) {
        return told(Mend {
            warnings: warnings(&findings, Fate::Stays),
            ..Mend::default()
        });
    }
    let Ok(found) = repair(history.config_as_read().of_chars(), messages) else {
        return told(Mend {
            warnings: warnings(&findings, Fate::Unrepairable),
            blocks_send: true,
            ..Mend::default()
        });
    };
    let messages_now = found.patch.messages(messages)?;
    let view = Item::from(&messages_now);
    let changed = found.patch.first_changed_message();
    let mut after = history.clone();
    after.read_again(&view, changed.unwrap_or(0))?;
    findings.retain(|finding| !is_own(finding));
    let first = changed.filter(|_| !findings.is_empty());
    let list = OriginalList::default().after(&|_| None, history.len(), &found.patch);
    let list = list.unwrap_or_default();
    let mut warnings = warnings(&findings, Fate::Repaired);
    warnings.extend(thinking(history, first, &found.repairs));
    let turn = moved(turn, &list.places());
    let repaired = MendedList {
        length: history.len(),
        tokens: history.tokens(),
        parts: Breakdown::of_history(history),
        tokens_to_read_again: first.map_or(0, |first| {
            history.tokens_between(first.min(history.len()), history.len())
        }),
        count: found.repairs.len(),
        action: found.repairs.first().map_or("", |repair| repair.action),
        list,
    };
    Ok(Some(Mended {
        mend: Mend {
            warnings,
            repaired: Some(repaired),
            ..Mend::default()
        },
        list: Some((after, Copied::of(view), turn)),
    }))
}

/// Whether a finding is about unread content: a message of no known shape, or a call that may have
/// a result, since an unread part in its message or the next one contains its id.
fn is_unread(history: &ConfiguredHistory, messages: &Item<'_>, finding: &Finding) -> bool {
    let parts = history.parts_of(finding.message);
    if parts
        .iter()
        .any(|part| part.is_unread && part.path == Path::ROOT)
    {
        return true;
    }
    let Some(part) = finding.part else {
        return false;
    };
    let call = &parts[part];
    let behind = finding.message..history.len().min(finding.message + 2);
    finding.code == ProblemCode::DanglingCall
        && behind.into_iter().any(|index| {
            let unread = history.parts_of(index).iter().filter(|part| part.is_unread);
            let message = messages.at(index);
            unread
                .filter_map(|part| part.path.resolve(message.as_ref()?))
                .filter_map(|part| part.to_value().ok())
                .any(|part| holds_id(&part, call.id))
        })
}

fn holds_id(value: &Value, id: u64) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(fields) => open.extend(fields.values()),
            Value::Array(items) => open.extend(items),
            Value::String(_) if id_hash(&Item::from(&value)) == id => return true,
            _ => {}
        }
    }
    false
}

/// The handling of a broken list.
#[derive(Clone, Copy)]
enum Fate {
    Stays,
    Repaired,
    Unrepairable,
}

/// One warning for calls without results, one for all else.
fn warnings(findings: &[Finding], fate: Fate) -> Vec<Warning> {
    let is_open = |finding: &&Finding| finding.code == ProblemCode::DanglingCall;
    let (open, other): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(is_open);
    let told = |code, of: &[&Finding], text: String| {
        of.first().map(|first| Warning {
            code,
            text,
            path: Some(first.path.clone()),
        })
    };
    let count = |of: &[&Finding], one: &str, more: &str| {
        let number = grouped(of.len() as u64);
        format!("{number} {}", if of.len() == 1 { one } else { more })
    };
    let calls = count(&open, "tool call has", "tool calls have");
    let unrepairable = "; it couldn't be repaired: don't send it".to_owned();
    let (answer, what_now) = match fate {
        Fate::Stays => (String::new(), String::new()),
        Fate::Repaired => (
            format!(": \"{NO_RESULT}\" is sent in its place until it comes"),
            "; repaired in the request".to_owned(),
        ),
        Fate::Unrepairable => (unrepairable.clone(), unrepairable),
    };
    let problems = count(&other, "problem", "problems");
    let first = other.first().map_or("", |finding| finding.text.as_str());
    [
        told(
            WarningCode::DanglingCall,
            &open,
            format!("{calls} no result{answer}"),
        ),
        told(
            WarningCode::InvalidHistory,
            &other,
            format!(
                "the provider would reject the messages, {problems}, the first: {first}{what_now}"
            ),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What is said of thinking that was dropped because it was bound to what was repaired.
fn thinking(
    history: &ConfiguredHistory,
    first: Option<usize>,
    repairs: &[Repair],
) -> Option<Warning> {
    let is_bound = |repair: &&Repair| repair.code == ProblemCode::ThinkingBound;
    let count = repairs.iter().filter(is_bound).count();
    let from = first.unwrap_or(history.len());
    let parts = (from..history.len()).flat_map(|index| history.parts_of(index));
    let bound = parts.filter(|part| part.kind == PartKind::Thought && part.signed);
    let tokens: f64 = bound.map(|part| part.tokens).sum();
    (count > 0).then(|| super::edits::thinking_warning(count, tokens as u64))
}

/// The turn with its indexes moved to the repaired list. `places` has the former index of each
/// message.
fn moved(turn: &CompactArgs, places: &[Option<usize>]) -> CompactArgs {
    let from = |index: usize| {
        let is_behind = |place: &Option<usize>| place.is_some_and(|place| place >= index);
        places.iter().position(is_behind).unwrap_or(places.len())
    };
    let pin = |pin: &Pin| match places.iter().position(|place| *place == Some(pin.message)) {
        Some(message) => Some(Pin {
            message,
            ..pin.clone()
        }),
        // It was rewritten, and its parts may stand elsewhere in it.
        None => from(pin.message)
            .checked_sub(1)
            .filter(|message| places[*message].is_none())
            .map(Pin::message),
    };
    CompactArgs {
        pinned: turn.pinned.iter().filter_map(pin).collect(),
        prompt_messages: turn.prompt_messages.map(from),
        understood: Default::default(),
        ..turn.clone()
    }
}

impl Mend {
    /// Whether a repair is to be made.
    pub fn repairs(&self) -> bool {
        self.repaired.is_some()
    }

    /// The ask with the repair in its patch. What would change nothing makes the repair alone.
    pub fn over(&mut self, ask: Ask) -> Ask {
        let Some(repaired) = &self.repaired else {
            return ask;
        };
        match ask {
            Ask::Nothing(ending, report) if ending == Ending::Noop || ending.failed() => {
                self.failed = ending.failed().then_some(ending);
                repaired.alone(*report)
            }
            Ask::Commit(prepared) => repaired.joined(*prepared),
            ask => ask,
        }
    }
}

impl MendedList {
    fn alone(&self, mut report: Report) -> Ask {
        report.unchanged();
        let why = report.reason.text;
        let (count, action) = (self.count, self.action);
        let mut text =
            format!("the provider would reject the history; repairs: {count}; the first: {action}");
        if report.reason.code != ReasonCode::BelowTrigger {
            text.push_str(&format!("; nothing else changed: {why}"));
        }
        report.reason = Reason::new(ReasonCode::Repaired, text);
        (report.cut.index, report.cut.reason) = (None, None);
        self.joined(Prepared {
            status: Ending::Repaired,
            report,
            patch: Patch::default(),
        })
    }

    /// The repair, then the patch of the run.
    fn joined(&self, mut prepared: Prepared) -> Ask {
        let places = self.list.places();
        let both = self.list.after(&|_| None, places.len(), &prepared.patch);
        // The patch was made of this very list.
        let patch = both.map(|list| list.patch()).unwrap_or_default();
        let place = |index: usize| places.get(index).copied().flatten();
        let moved = |index: usize| (index..places.len()).find_map(place);
        let report = &mut prepared.report;
        report.size.before = self.tokens;
        report.size.messages_before = self.length;
        report.parts.before = self.parts;
        report.cut.index = report
            .cut
            .index
            .map(|index| moved(index).unwrap_or(self.length));
        report.cache.tokens_to_read_again = report
            .cache
            .tokens_to_read_again
            .max(self.tokens_to_read_again);
        report.cache.first_changed_message = patch.first_changed_message();
        // What was rewritten is told of as repaired.
        report.edits.retain(|edit| place(edit.message).is_some());
        for edit in &mut report.edits {
            edit.message = place(edit.message).unwrap_or(edit.message);
        }
        prepared.patch = patch;
        Ask::Commit(Box::new(prepared))
    }
}
