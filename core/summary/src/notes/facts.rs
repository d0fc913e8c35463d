//! Facts of a conversation, found without a model: what the user asked, what the tools did, what
//! went wrong.
//!
//! One pass over the messages. Each look-up takes logarithmic time, so a long history takes time in
//! proportion to its text.

mod calls;
mod exit;
mod files;
pub use files::reads;
mod lexer;
mod matter_words;
mod matters;
mod outcome;
mod pasted;
mod phrases;
mod rules;
mod runners;
mod said;
mod sayings;
mod shell;
mod steps;
mod todos;
mod updates;

pub use calls::{arguments, file_argument};
pub(crate) use calls::{changes_files, read};
pub use files::{FileFact, FileUse};
pub use outcome::Outcome;
pub(crate) use pasted::typed;
pub use rules::Rule;
pub(crate) use rules::demands;
pub use said::FactRequest;
pub(crate) use said::{sentence_end, sentences};
pub(crate) use sayings::has_substance;
pub use steps::{Understood, steps};
pub(crate) use todos::numbered;
pub use todos::{Todo, TodoStatus};
pub(crate) use updates::{Updates, may_change, updates};

use crate::history::{History, PartEntry, PartKind};
use crate::host::clip::clip;
use crate::host::view::{View, ViewExt};
use crate::notes::memory::Ours;
use crate::notes::transcript::{call_args, given_text};
use crate::notes::words;
use calls::Called;
use std::collections::BTreeMap;
use std::ops::Range;

/// One tool call and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallTrace {
    /// The tool's name.
    pub tool: String,
    /// What the call was about, on one line: a path, a command.
    pub detail: String,
    /// The whole command line, if the call runs one.
    pub command: String,
    /// The index of the message with the call.
    pub message: usize,
    /// The index of the message with the result.
    pub result: Option<usize>,
    /// Whether the call has a result.
    pub answered: bool,
    /// What came of it.
    pub status: Outcome,
    /// Whether it did not succeed: it failed, or it was refused.
    pub failed: bool,
    /// The line that names the error, else the first line of the result.
    pub outcome: String,
    /// Of a failed command: the index of the message with the result in which the same command
    /// succeeded later.
    pub fixed: Option<usize>,
    /// Chars of the result.
    pub result_chars: u64,
}

/// Facts of a span of messages, each list in the order of the conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// What the user asks for now: the last request with substance, word for word.
    pub goal: Option<FactRequest>,
    /// The user's own texts.
    pub asked: Vec<FactRequest>,
    /// Files with everything that was done to them. Each path stands once, in order of last use.
    pub files: Vec<FileFact>,
    /// The calls of all tools.
    pub actions: Vec<CallTrace>,
    /// Sentences of the user that demand or forbid something, with those that no longer hold.
    pub rules: Vec<Rule>,
    /// The newest list of tasks.
    pub todos: Vec<Todo>,
    /// Whether it holds the tasks that were made or changed one at a time: others may be older.
    pub todos_change: bool,
}

impl Facts {
    /// The calls that ran a command line.
    pub fn commands(&self) -> impl Iterator<Item = &CallTrace> {
        let actions = self.actions.iter();
        actions.filter(|action| !action.command.is_empty())
    }
}

/// Longest text of one request, in chars; a longer one is clipped. Chosen here.
const TEXT_CHARS: usize = 2_000;

/// The facts of messages `start..end`. What is `ours` in the user's messages is left out.
pub fn extract<V: View>(
    history: &History,
    messages: &V,
    start: usize,
    end: usize,
    ours: &Ours,
) -> Facts {
    read_all(history, messages, start..end, ours, &[])
}

/// The same without what stands in front of earlier notes.
pub(crate) fn for_notes<V: View>(
    history: &History,
    messages: &V,
    start: usize,
    end: usize,
    ours: &Ours,
) -> Facts {
    let older = words::older(history, messages, history.len(), ours);
    read_all(history, messages, start..end, ours, &older)
}

/// The rules in a text of the user.
pub(crate) fn rules_in(text: &str) -> Vec<String> {
    let mut rules = rules::StandingRules::default();
    rules.read(text, 0);
    let holding = rules
        .into_list()
        .into_iter()
        .filter(|rule| !rule.superseded);
    holding.map(|rule| rule.text).collect()
}

/// Which rules of earlier notes no longer hold, by what the user said since.
pub(crate) fn superseded(former: &[String], asked: &[FactRequest]) -> Vec<String> {
    let mut rules = rules::StandingRules::default();
    former.iter().for_each(|rule| rules.read(rule, 0));
    for said in asked {
        rules.read(&said.text, said.message + 1);
    }
    let is_gone = |rule: &Rule| rule.superseded && rule.message == 0;
    let gone = rules.into_list().into_iter().filter(is_gone);
    gone.map(|rule| rule.text).collect()
}

/// Reads the messages of `span` but for those of `known`.
fn read_all<V: View>(
    history: &History,
    messages: &V,
    span: Range<usize>,
    ours: &Ours,
    known: &[usize],
) -> Facts {
    let mut reader = FactReader {
        history,
        ours,
        facts: Facts::default(),
        calls: Vec::new(),
        waiting: BTreeMap::new(),
        broken: BTreeMap::new(),
        files: files::Files::default(),
        rules: rules::StandingRules::default(),
        todos_of: None,
    };
    messages.each_item(|index, message| {
        if span.contains(&index) && !known.contains(&index) {
            reader.read(&message, index);
        }
    });
    reader.finish()
}

/// Reads messages one after the other.
struct FactReader<'a> {
    history: &'a History,
    ours: &'a Ours,
    facts: Facts,
    calls: Vec<Called>,
    /// Calls without a result so far: the part of the call, and the number of its action.
    waiting: BTreeMap<u32, usize>,
    /// Failed commands that did not succeed since, by their keys.
    broken: BTreeMap<String, Vec<usize>>,
    files: files::Files,
    rules: rules::StandingRules,
    /// The tool that wrote the newest list of tasks, and the number of the call.
    todos_of: Option<usize>,
}

impl FactReader<'_> {
    fn read<V: View>(&mut self, message: &V, index: usize) {
        let history = self.history;
        // A request that our own message tells again is the user's, and so are the rules in it.
        // Later messages may have moved on from it.
        let told = self.ours.told_again(index).map(str::to_owned);
        let said = words::of_message(history, message, index, self.ours);
        for text in told.into_iter().chain(said) {
            self.rules.read(&text, index);
            self.facts.asked.push(FactRequest {
                text: clipped(&text),
                message: index,
            });
        }
        let first = history.messages()[index].first_part;
        for (offset, part) in history.parts_of(index).iter().enumerate() {
            match part.kind {
                PartKind::ToolCall => {
                    let args = call_args(history, message, part)
                        .map(|args| arguments(&args))
                        .unwrap_or_default();
                    self.call(
                        history.symbol(part.name),
                        &args,
                        index,
                        first + offset as u32,
                    );
                }
                PartKind::ToolResult => self.result(message, part, index),
                _ => {}
            }
        }
    }

    fn call(&mut self, tool: &str, args: &serde_json::Value, index: usize, part: u32) {
        let called = read(tool, args, index);
        self.waiting.insert(part, self.calls.len());
        self.facts.actions.push(CallTrace {
            tool: called.tool.clone(),
            detail: called.detail.clone(),
            command: called.command.clone().unwrap_or_default(),
            message: index,
            result: None,
            answered: false,
            status: Outcome::Unknown,
            failed: false,
            outcome: String::new(),
            fixed: None,
            result_chars: 0,
        });
        self.calls.push(called);
    }

    fn result<V: View>(&mut self, message: &V, part: &PartEntry, index: usize) {
        let Some(call) = part.partner.and_then(|call| self.waiting.remove(&call)) else {
            return;
        };
        let text = given_text(self.history, message, part);
        let called = &self.calls[call];
        let judged = outcome::of_call(called, part, &text);
        let action = &mut self.facts.actions[call];
        action.answered = true;
        action.result = Some(index);
        action.status = judged.outcome;
        action.failed = matches!(judged.outcome, Outcome::Failed | Outcome::Refused);
        action.outcome = judged.line;
        action.result_chars = part.output_chars;
        if let Some(command) = called.command.as_deref() {
            let key = calls::key(command);
            match judged.outcome {
                Outcome::Ok => {
                    for broken in self.broken.remove(&key).unwrap_or_default() {
                        self.facts.actions[broken].fixed = Some(index);
                    }
                }
                Outcome::Failed => self.broken.entry(key).or_default().push(call),
                Outcome::Refused | Outcome::Unknown => {}
            }
        }
        let one = self.calls[call].one_task.take();
        if let Some(one) = one.filter(|_| !self.facts.actions[call].failed) {
            one.change(
                &mut self.facts.todos,
                &text,
                self.facts.actions[call].message,
            );
            self.facts.todos_change = self.todos_of.is_none();
        }
        self.settle(call);
    }

    /// Notes what a call did, now that its outcome is known.
    fn settle(&mut self, call: usize) {
        let (called, action) = (&mut self.calls[call], &self.facts.actions[call]);
        let outputs = std::mem::take(&mut called.script.outputs);
        let files = std::mem::take(&mut called.files);
        // A command that fails has written its output; a call that was refused did nothing.
        let done = files.into_iter().filter(|_| !action.failed);
        let is_refused = action.status == Outcome::Refused;
        let written = outputs.into_iter().filter(|_| !is_refused);
        for (path, found) in done.chain(written) {
            self.files.note(path, found, call, action.message);
        }
        if let Some(todos) = called.todos.take().filter(|_| !action.failed)
            && self.todos_of.is_none_or(|before| before <= call)
        {
            self.todos_of = Some(call);
            self.facts.todos = todos;
            self.facts.todos_change = false;
        }
    }

    fn finish(mut self) -> Facts {
        // Calls without a result may well have done what they were for.
        for call in std::mem::take(&mut self.waiting).into_values() {
            self.settle(call);
        }
        let mut facts = self.facts;
        facts.files = self.files.into_list();
        facts.rules = self.rules.into_list();
        let goal = facts
            .asked
            .iter()
            .rev()
            .find(|said| has_substance(&said.text));
        facts.goal = goal.or(facts.asked.last()).cloned();
        facts
    }
}

fn clipped(text: &str) -> String {
    clip(text.trim(), TEXT_CHARS, 0.7).into_owned()
}
