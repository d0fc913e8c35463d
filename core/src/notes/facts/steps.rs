//! Calls with their results, as [`retire`](crate::reduce::retire) asks for them: what each read, changed and wrote, and how it ended.

use super::calls::{self, Called};
use super::files::{reads, FileUse};
use super::outcome::{self, Outcome};
use crate::history::{argument_rank, History, PartKind, PATH_RANKS};
use crate::host::view::View;
use crate::notes::transcript::{call_args, result_text};
use crate::reduce::{Asked, Ended, Step};
use serde_json::Value;
use std::collections::BTreeMap;

/// All calls that have a result, in the order of the results.
pub(crate) fn steps<V: View>(history: &History, messages: &V) -> Vec<Step> {
    let mut open: BTreeMap<u32, (Called, Value)> = BTreeMap::new();
    // Failed steps that did not succeed since, by what they tried.
    let mut broken: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut index = 0;
    messages.for_each(&mut |_, message| {
        let first = history.messages().get(index).map_or(0, |entry| entry.first_part as usize);
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            match part.kind {
                PartKind::ToolCall => {
                    let args = call_args(history, &message, part).map(|args| calls::arguments(&args)).unwrap_or_default();
                    open.insert((first + offset) as u32, (calls::read(history.symbol(part.name), &args, index), args));
                }
                PartKind::ToolResult => {
                    let Some((call, (called, args))) = part.partner.and_then(|call| Some((call, open.remove(&call)?))) else { continue };
                    let text = if part.is_cleared { None } else { Some(result_text(history, &message, part)) };
                    let step = step(called, &args, (call as usize, first + offset), text.map(|text| (text, part.is_error)));
                    match step.1.ended {
                        Ended::Done => {
                            for failed in broken.remove(&step.0).unwrap_or_default() {
                                steps[failed].ended = Ended::Mended;
                            }
                        }
                        Ended::Failed => broken.entry(step.0).or_default().push(steps.len()),
                        Ended::Mended | Ended::Unknown => {}
                    }
                    steps.push(step.1);
                }
                _ => {}
            }
        }
        index += 1;
    });
    steps
}

/// The step, and what it tried.
fn step(called: Called, args: &Value, (call, result): (usize, usize), output: Option<(String, bool)>) -> (String, Step) {
    let judged = output.map(|(text, is_error)| match called.command {
        Some(_) => outcome::of_command(&text, is_error, &called.script),
        None => outcome::of_tool(&text, is_error),
    });
    let ended = match judged.as_ref().map(|judged| judged.outcome) {
        Some(Outcome::Ok) => Ended::Done,
        Some(Outcome::Failed | Outcome::Refused) => Ended::Failed,
        Some(Outcome::Unknown) | None => Ended::Unknown,
    };
    let tried = called.command.as_deref().map_or_else(|| format!("{}\n{}", called.tool, called.detail), calls::key);
    let shows = match called.command {
        Some(_) => called.script.only_shows() && called.script.outputs.is_empty(),
        None => reads(&called.tool) || word_reads(args),
    };
    let only_read = !called.files.is_empty() && called.files.iter().all(|(_, done)| *done == FileUse::Read);
    let read: Vec<String> = if shows && only_read { called.files.iter().map(|(path, _)| plain(path)).collect() } else { Vec::new() };
    // What is added at the end leaves the rest as it was read.
    let changes = |done: FileUse| !matches!(done, FileUse::Read | FileUse::Appended);
    let all = called.files.iter().chain(&called.script.outputs);
    let changed: Vec<String> = all.filter(|(_, done)| ended == Ended::Done && changes(*done)).map(|(path, _)| plain(path)).collect();
    let writes = called.command.is_none() && !called.files.is_empty() && called.files.iter().all(|(_, done)| *done != FileUse::Read);
    let asked = match (&called.command, &read[..]) {
        (Some(command), [_, ..]) => Some(Asked { place: format!("$ {command}"), first: 1 }),
        (None, [path]) => asked(path, args),
        _ => None,
    };
    let line = judged.map(|judged| judged.line).unwrap_or_default();
    (tried, Step { call, result, detail: called.detail, ended, line, read, asked, changed, writes })
}

/// A path as it is compared.
fn plain(path: &str) -> String {
    path.trim_start_matches("./").to_owned()
}

/// Whether an argument of the call says that it reads.
fn word_reads(args: &Value) -> bool {
    let word = ["command", "action", "operation", "mode"].iter().find_map(|name| args.get(*name)?.as_str());
    word.is_some_and(|word| matches!(word, "view" | "read" | "open"))
}

/// Names of arguments that say where a read begins, and those that say where it ends. Case, `_` and `-` do not matter.
const FIRST: [&str; 6] = ["offset", "startline", "linestart", "start", "fromline", "from"];
const LAST: [&str; 7] = ["limit", "endline", "lineend", "end", "toline", "to", "numlines"];

/// What a call that reads one file asks for; `None` if its first line is not known.
fn asked(path: &str, args: &Value) -> Option<Asked> {
    let mut asked = Asked { place: path.to_owned(), first: 1 };
    for (name, value) in args.as_object().into_iter().flatten() {
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        let first = if letters == "viewrange" { value.get(0) } else { Some(value).filter(|_| FIRST.contains(&letters.as_str())) };
        match first {
            Some(Value::Null) => {}
            // Some tools count lines from 0, so both spellings of the first line are one.
            Some(first) => asked.first = first.as_u64()?.max(1),
            None if LAST.contains(&letters.as_str()) || argument_rank(name).is_some_and(|rank| rank < PATH_RANKS) => {}
            // Anything else may change how the file is shown.
            None => asked.place.push_str(&format!("\n{name} {value}")),
        }
    }
    Some(asked)
}
