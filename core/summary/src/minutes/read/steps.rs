//! Calls with their results, as [`clear_stale`](crate::reduce::clear_stale) asks for them: what each read,
//! changed and wrote, and how it ended.

use super::calls::{self, editor_words};
use super::files::{FileUse, by_word, reads};
use super::outcome::{Ended, of_call};
use crate::history::{History, PATH_RANKS, PartEntry, PartKind, argument_rank};
use crate::host::item::Item;
use crate::listed;
use crate::notes::reader::key;
use crate::notes::turns::{arguments, given_text};
use crate::reduce::{CallEnd, RequestedLines, Step};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use xxhash_rust::xxh3::xxh3_128;

/// What was understood of the messages of a list. What a call did does not change while its message
/// and its result are as they were, so a list that is asked about again is read from where it
/// changed.
///
/// A clone evolves independently, and shares the findings for messages that both contain.
#[derive(Debug, Clone, Default)]
pub struct Understood(Arc<Vec<Cell>>);

/// The steps with results in one message, once they have been read.
type Cell = Arc<OnceLock<Box<[Tried]>>>;

/// A step with its result. Later success of the same call isn't included.
#[derive(Debug, Clone)]
struct Tried {
    step: Step,
    /// A hash of what it tried. Two that differ have the same hash so rarely that they need not be
    /// compared.
    what: u128,
    /// True if its success shows that an earlier failure of the same call was fixed.
    mends: bool,
}

impl Understood {
    /// Adapts the cache to a list of `length` messages, of which the first `same` are unchanged.
    pub fn resize(&mut self, same: usize, length: usize) {
        if self.0.len() == length && same >= length {
            return;
        }
        let cells = Arc::make_mut(&mut self.0);
        cells.truncate(same);
        cells.resize_with(length, Cell::default);
    }
}

/// Any two compare as equal: what was found so far does not matter.
impl PartialEq for Understood {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// All calls that have a result, in the order of the results.
pub fn steps(history: &History, messages: &Item<'_>, understood: &Understood) -> Vec<Step> {
    // Failed steps that did not succeed since, by what they tried.
    let mut broken: BTreeMap<u128, Vec<usize>> = BTreeMap::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut take = |Tried { step, what, mends }: Tried| {
        match step.ended {
            CallEnd::Done if mends => {
                for failed in broken.remove(&what).unwrap_or_default() {
                    steps[failed].ended = CallEnd::Mended;
                }
            }
            CallEnd::Failed => broken.entry(what).or_default().push(steps.len()),
            _ => {}
        }
        steps.push(step);
    };
    for index in (0..history.len()).filter(|index| history.messages()[*index].has_result) {
        let read = || tried(history, messages, index);
        match understood.0.get(index) {
            Some(cell) => cell.get_or_init(read).iter().cloned().for_each(&mut take),
            None => read().into_iter().for_each(&mut take),
        }
    }
    steps
}

/// Returns the steps whose results are in a message.
fn tried(history: &History, messages: &Item<'_>, index: usize) -> Box<[Tried]> {
    let Some(message) = messages.at(index) else {
        return Box::default();
    };
    let first = history.messages()[index].first_part as usize;
    let parts = (first..).zip(history.parts_of(index));
    let results = parts.filter(|(_, part)| part.kind == PartKind::ToolResult);
    results
        .filter_map(|result| step_of(history, messages, &message, result))
        .collect()
}

fn step_of(
    history: &History,
    messages: &Item<'_>,
    message: &Item<'_>,
    (result, part): (usize, &PartEntry),
) -> Option<Tried> {
    let call = part.partner? as usize;
    let place = history.message_of(call);
    let asked = messages.at(place)?;
    let entry = &history.parts()[call];
    let args = arguments(history, &asked, entry);
    let called = calls::read(history.symbol(entry.name), &args, place);
    let judged = of_call(
        &called,
        (part.is_cleared, part.is_error),
        &given_text(history, message, part),
    );
    let ended = match judged.ended {
        Ended::Well | Ended::Untold => CallEnd::Done,
        Ended::Failed | Ended::Refused => CallEnd::Failed,
        Ended::Open => CallEnd::Unknown,
    };
    // A call is its tool and all that it was given.
    let what = xxh3_128(called.identity(&args).as_bytes());
    let shows = match called.command {
        Some(_) => called.script.only_shows() && called.script.outputs.is_empty(),
        None => {
            let word = editor_words(&args).next();
            reads(&called.tool) || word.and_then(by_word) == Some(FileUse::Read)
        }
    };
    let reads_it = |(_, done): &(String, FileUse)| *done == FileUse::Read;
    let is_read = shows && called.files.iter().all(reads_it);
    let read = called.files.iter().filter(|_| is_read);
    let read: Vec<String> = read.map(|(path, _)| plain(path)).collect();
    // What is added at the end leaves the rest as it was read.
    let changes = |done: FileUse| !matches!(done, FileUse::Read | FileUse::Appended);
    let all = called.files.iter().chain(&called.script.outputs);
    let changed: Vec<String> = all
        .filter(|(_, done)| ended == CallEnd::Done && changes(*done))
        .map(|(path, _)| plain(path))
        .collect();
    let writes =
        called.command.is_none() && !called.files.is_empty() && !called.files.iter().any(reads_it);
    let asked = match (&called.command, &read[..]) {
        (Some(command), [_, ..]) => Some(RequestedLines {
            place: format!("$ {command}"),
            first: 1,
        }),
        (None, [path]) => requested(path, &args),
        _ => None,
    };
    let step = Step {
        call,
        result,
        detail: match called.command {
            Some(_) => called.detail,
            None => calls::told(called.detail, &args, calls::TOLD_CHARS),
        },
        ended,
        line: judged.line,
        read,
        asked,
        changed,
        writes,
    };
    // How a command in a pipe ended, its output may not say.
    let mends = judged.ended == Ended::Well || !called.script.hides;
    Some(Tried { step, what, mends })
}

/// A path as it is compared.
fn plain(path: &str) -> String {
    path.trim_start_matches("./").to_owned()
}

/// Names of arguments that say where a read begins, and those that say where it ends. Case, `_` and
/// `-` do not matter.
const FIRST: [&str; 6] = listed("offset startline linestart start fromline from");
const LAST: [&str; 7] = listed("limit endline lineend end toline to numlines");

/// What a call that reads one file asks for; `None` if its first line is not known.
fn requested(path: &str, args: &Value) -> Option<RequestedLines> {
    let mut asked = RequestedLines {
        place: path.to_owned(),
        first: 1,
    };
    for (name, value) in args.as_object().into_iter().flatten() {
        let letters = &*key(name);
        let is_path = argument_rank(name).is_some_and(|rank| rank < PATH_RANKS);
        if FIRST.contains(&letters) {
            if !value.is_null() {
                // Some tools count lines from 0, so both spellings of the first line are one.
                asked.first = value.as_u64()?.max(1);
            }
        } else if !LAST.contains(&letters) && !is_path {
            // Anything else may change how the file is shown.
            asked.place += &format!("\n{name} {value}");
        }
    }
    Some(asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::item::Item;
    use serde_json::json;

    /// One command after the other, with these exit codes.
    fn runs(codes: &[u32]) -> Vec<Value> {
        let run = |(number, code): (usize, &u32)| {
            let call = json!({ "id": format!("c{number}"), "type": "function", "function": { "name": "bash", "arguments": "{\"command\": \"make\"}" } });
            [
                json!({ "role": "assistant", "content": null, "tool_calls": [call] }),
                json!({ "role": "tool", "tool_call_id": format!("c{number}"), "content": format!("output {number}\nExit code: {code}") }),
            ]
        };
        codes.iter().enumerate().flat_map(run).collect()
    }

    fn ended(messages: &[Value], shown: &[Value], understood: &Understood) -> Vec<CallEnd> {
        let history = History::of(conspectus::Config::default(), messages).expect("readable");
        steps(&history, &Item::from(shown), understood)
            .into_iter()
            .map(|step| step.ended)
            .collect()
    }

    #[test]
    fn what_is_understood_is_not_read_again() {
        let messages = runs(&[1, 0, 1]);
        let mut understood = Understood::default();
        understood.resize(0, messages.len());
        let found = ended(&messages, &messages, &understood);
        assert_eq!(found, [CallEnd::Mended, CallEnd::Done, CallEnd::Failed]);
        // Without the messages it still tells the same.
        let copy = understood.clone();
        assert_eq!(ended(&messages, &[], &copy), found);
        // From where the list changed it is read, and what was mended by a message that is gone is
        // not mended.
        let changed = runs(&[1, 2, 1]);
        understood.resize(2, changed.len());
        assert_eq!(ended(&changed, &changed, &understood), [CallEnd::Failed; 3]);
        assert_eq!(
            ended(&messages, &[], &copy),
            found,
            "the copy goes its own way"
        );
    }

    #[test]
    fn what_is_kept_does_not_grow() {
        let mut understood = Understood::default();
        for turn in 0..20_000 {
            understood.resize(understood.0.len(), understood.0.len() + 2);
            if understood.0.len() > 40 {
                understood.resize(turn % 40, turn % 40);
            }
            assert!(understood.0.len() <= 42);
        }
    }
}
