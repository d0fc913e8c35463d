//! Calls and their outcomes. A call consists of its tool and all its arguments.

use super::read::calls::{self, Called};
use super::read::exit::code_in;
pub use super::read::outcome::Ended;
use super::read::outcome::{NOTHING, of_call};
use super::read::{FileUse, Todo};
use super::rows::rows;
use super::text::{line, without_gutter};
use crate::history::argument_rank;
use crate::notes::terms::sentences;
use crate::notes::turns::{Kind, Turn};
use crate::reduce::is_pointer;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A call with what came back.
#[derive(Default)]
pub struct Call {
    /// The turns of the call and of its result.
    pub turn: usize,
    pub result: Option<usize>,
    pub called: Called,
    pub ended: Ended,
    /// The line that describes the error, or the first line.
    pub line: String,
    /// The unwrapped output, if the result wraps it.
    output: Option<Cow<'static, str>>,
}

/// All calls, by the turn of each and of its result.
#[derive(Default)]
pub struct Calls {
    pub all: Vec<Call>,
    at: BTreeMap<usize, usize>,
}

const LINE_BYTES: usize = 200;

impl Calls {
    pub fn of(turns: &[Turn<'_>]) -> Self {
        let mut calls = Self::default();
        let mut open: BTreeMap<usize, usize> = BTreeMap::new();
        for (index, turn) in turns.iter().enumerate() {
            match turn.kind {
                Kind::Call => {
                    open.insert(turn.part, calls.all.len());
                    calls.at.insert(index, calls.all.len());
                    calls.all.push(Call {
                        turn: index,
                        called: calls::read(&turn.tool, &turn.args, turn.message),
                        ..Call::default()
                    });
                }
                Kind::Result => {
                    let call = turn.partner.and_then(|call| open.remove(&call));
                    if let Some(number) = call {
                        calls.at.insert(index, number);
                        calls.all[number].answer(index, turn);
                    }
                }
                _ => {}
            }
        }
        calls
    }

    /// Returns the call at a turn, or the call whose result is at that turn.
    pub fn at(&self, turn: usize) -> Option<&Call> {
        self.at.get(&turn).map(|number| &self.all[*number])
    }
}

impl Call {
    fn answer(&mut self, index: usize, turn: &Turn<'_>) {
        self.result = Some(index);
        let judged = of_call(&self.called, (turn.is_cleared, turn.is_error), &turn.text);
        self.ended = judged.ended;
        // What a check found stands at its end.
        let text = judged.output.as_deref().unwrap_or(&turn.text);
        let rows = rows(text);
        let told = match self.ended {
            Ended::Untold if self.called.checks() => lines(text).last(),
            Ended::Untold if judged.line != NOTHING => {
                lines(rows.as_deref().unwrap_or(text)).next()
            }
            _ => None,
        };
        let told = told.unwrap_or(&judged.line);
        // Why it was refused stands in the first sentence.
        let told = match self.ended {
            Ended::Refused => sentences(told).first().map_or(told, |first| first.trim()),
            _ => told,
        };
        self.line = line(without_gutter(told), LINE_BYTES);
        self.output = judged.output.map(Cow::Owned);
    }

    /// What came back.
    pub fn came<'a, 'm>(&'a self, turns: &'a [Turn<'m>]) -> &'a Cow<'m, str> {
        let text = self
            .result
            .map_or(&Cow::Borrowed(""), |result| &turns[result].text);
        self.output.as_ref().unwrap_or(text)
    }

    /// Calls `found` with what it did to files. A command that fails has written its output; a call
    /// that was refused did nothing.
    pub fn each_file(&self, mut found: impl FnMut(&str, FileUse)) {
        let Called { files, script, .. } = &self.called;
        let done = files.iter().filter(|_| !self.ended.failed());
        let written = script
            .outputs
            .iter()
            .filter(|_| self.ended != Ended::Refused);
        done.chain(written)
            .for_each(|(path, used)| found(path, *used));
    }

    /// Returns true if the call only reports or changes tasks.
    pub fn lists(&self) -> bool {
        self.called.todos.is_some() || self.called.one_task.is_some()
    }

    /// Brings a list of tasks up to date, if the call does.
    pub fn list_tasks(&self, turns: &[Turn<'_>], list: &mut Vec<Todo>) -> bool {
        if self.ended.failed() {
            return false;
        }
        match (&self.called.todos, &self.called.one_task) {
            (Some(todos), _) => list.clone_from(todos),
            (None, Some(one)) => {
                let came = self.came(turns);
                one.change(list, came, turns[self.turn].message);
            }
            (None, None) => return false,
        }
        true
    }

    /// The call in short, with its ids and numbers.
    pub fn shown_in(&self, turn: &Turn<'_>, room: usize) -> String {
        let Called {
            tool,
            command,
            detail,
            ..
        } = &self.called;
        let told = match command {
            Some(command) => return format!("$ {}", line(command, room)),
            None => calls::told(detail.clone(), &turn.args, room),
        };
        line(&format!("{tool} {told}"), room)
    }

    /// The only file that a call of a tool names.
    pub fn file(&self) -> Option<&str> {
        match &self.called.files[..] {
            [(path, _)] if self.called.command.is_none() => Some(path),
            _ => None,
        }
    }

    /// Above what is quoted of its result: the file that it showed, else the call.
    pub fn source(&self, turn: &Turn<'_>) -> String {
        let file = self.file().map(str::to_owned);
        file.unwrap_or_else(|| self.shown_in(turn, 100))
    }

    /// Returns true if the call only reads and changes nothing.
    pub fn is_look(&self, turn: &Turn<'_>) -> bool {
        let mut files = self.called.files.iter();
        let only_reads = files.all(|(_, used)| *used == FileUse::Read);
        only_reads && !self.called.checks() && !self.called.is_effect(turn.changes)
    }

    /// Returns how the call ended, as the log shows it.
    pub fn told(&self, text: &str) -> String {
        let told = match self.ended {
            Ended::Open => return "no result".to_owned(),
            Ended::Failed => "failed",
            Ended::Refused => "refused",
            Ended::Well => "ok",
            Ended::Untold if text.trim().is_empty() => return "(empty)".to_owned(),
            Ended::Untold => return self.line.clone(),
        };
        if self.line.is_empty() {
            told.to_owned()
        } else {
            format!("{told}: {}", self.line)
        }
    }
}

/// The error in a result whose call is not known.
pub fn failure(text: &str) -> Option<String> {
    let called = Called {
        command: Some(String::new()),
        ..Called::default()
    };
    let judged = of_call(&called, (false, false), text);
    (judged.ended == Ended::Failed).then_some(judged.line)
}

/// The lines of a result that say something.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text
        .lines()
        .filter(|line| line.contains(char::is_alphanumeric));
    lines.filter(|line| !is_pointer(line) && code_in(line).is_none())
}

/// Returns the long text arguments of a call, except the text that an edit replaces.
pub fn bodies(args: &Value) -> impl Iterator<Item = (&str, &str)> {
    const SHORT: usize = 60;
    let fields = args.as_object().into_iter().flatten();
    let texts = fields.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    texts.filter(|(name, text)| {
        let is_content = argument_rank(name).is_none() && !name.starts_with("old");
        text.len() > SHORT && is_content && !text.starts_with('/')
    })
}
