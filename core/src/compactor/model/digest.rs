//! Building block: a new tool result over its budget is told shorter by the model that writes
//! summaries, before the agent sees it.
//!
//! It comes where admission comes: in a turn in which nothing else is to be done, and only for what
//! stands behind the agent's last message. So the provider's cache stays good. A store keeps the
//! whole output first. Errors and warnings stand in the new text word for word. Whatever fails, the
//! result is what it would be without a model, and no model is asked for it again.

use crate::compactor::contract::action::{Action, Answer, SummaryRequest};
use crate::compactor::contract::report::{OutputReport, Report};
use crate::compactor::contract::turn::Pin;
use crate::compactor::contract::words::Purpose;
use crate::compactor::stages::live;
use crate::compactor::stages::pins::Pins;
use crate::compactor::store;
use crate::config::{Config, Summarizer};
use crate::configured::ConfiguredHistory;
use crate::history::{PartKind, list_hash};
use crate::host::clip::one_line;
use crate::host::view::{AsView, View, ViewExt};
use crate::notes::codes::OutputDefect;
use crate::notes::facts::reads;
use crate::notes::memory::{Ours, Trust};
use crate::notes::output::{OutputAsk, checked, question};
use crate::notes::words;
use crate::read::message::Role;
use crate::reduce::plan::{Edit, EditAction, EditReason, in_order};
use crate::reduce::{Admission, AdmitReport, Arrivals, ResultText, replace, text_result};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// What the question holds beside the output, in tokens. Chosen here: the system text and a long
/// request of the user.
const FRAME_TOKENS: u64 = 2_000;
/// An output is shown so much of at least: of the model's window. Chosen here.
const SHOWN_PART: u64 = 4;

/// What is known beside the messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    /// What the host pinned.
    pub pinned: &'a [Pin],
    /// Hashes of the outputs for which a model was asked before.
    pub asked: &'a [String],
    /// The window of the model.
    pub window: Option<u64>,
}

/// What follows from an answer.
pub(crate) enum Next {
    /// The host is asked for more.
    Asks(Box<Digest>),
    /// All is told.
    Told(Box<Digested>),
}

/// New results, told shorter.
pub(crate) struct Digested {
    pub history: ConfiguredHistory,
    pub report: Report,
    /// What is told shorter, by a model and by admission.
    pub edits: Vec<Edit>,
    pub admission: AdmitReport,
    /// The hash of the messages from the first edit on.
    pub hash: u64,
}

/// A run that has new results told shorter.
#[derive(Clone)]
pub struct Digest {
    history: ConfiguredHistory,
    /// The messages behind the agent's last one, and the index of the first.
    tail: Value,
    start: usize,
    /// What the results in front of them have shown, and how new ones are told shorter without a
    /// model.
    arrivals: Arrivals,
    rules: Option<Admission>,
    report: Report,
    /// The user's open request.
    request: Option<String>,
    window: Option<u64>,
    to_store: VecDeque<ResultText>,
    /// Outputs to be told, each with its place in the store.
    to_tell: VecDeque<(ResultText, Option<String>)>,
    told: Vec<(ResultText, String)>,
}

/// Whether a model may tell new results shorter.
pub(crate) fn is_asked_for(config: &Config) -> bool {
    config.max_tool_result_tokens.is_some() && config.summarize == Summarizer::Host
}

/// The most tokens that a new result may have.
fn budget_of(history: &ConfiguredHistory) -> u64 {
    history.config().max_tool_result_tokens.unwrap_or(u64::MAX)
}

/// The first message that the agent has not seen.
pub(crate) fn first_new(history: &ConfiguredHistory) -> usize {
    history
        .messages()
        .iter()
        .rposition(|entry| entry.role == Role::Assistant)
        .map_or(0, |last| last + 1)
}

/// Whether a new result may be over the budget. Its text is not looked at.
pub(crate) fn may_be_due(history: &ConfiguredHistory) -> bool {
    let budget = budget_of(history) as f64;
    let holds_result = |index: usize| {
        history
            .parts_of(index)
            .iter()
            .any(|part| part.kind == PartKind::ToolResult)
    };
    (first_new(history)..history.len())
        .any(|index| holds_result(index) && history.tokens_unrounded(index, index + 1) > budget)
}

/// The new results that are over the budget. Files that were read stay whole, since edits quote
/// them; what is pinned stays too, and what a model was asked for before.
fn due<V: View>(
    history: &ConfiguredHistory,
    messages: &V,
    ours: &Ours,
    known: Known<'_>,
) -> Vec<ResultText> {
    let pins = Pins::find(history, messages, known.pinned, ours).unwrap_or_default();
    let mut found = Vec::new();
    for index in first_new(history)..history.len() {
        let Some(message) = messages.at(index) else {
            continue;
        };
        let first = history.messages()[index].first_part as usize;
        for (offset, entry) in history.parts_of(index).iter().enumerate() {
            let part = first + offset;
            let stays = pins.holds(part)
                || pins.spares(part)
                || pins.holds_message(index)
                || reads(history.symbol(entry.name));
            if entry.kind != PartKind::ToolResult || stays {
                continue;
            }
            found.extend(text_result(history, &message, index, part));
        }
    }
    let scale = history.scale();
    found.retain(|result| {
        scale.tokens_of_text(&result.text) > budget_of(history)
            && !known.asked.contains(&text_hash(&result.text))
    });
    found
}

fn text_hash(text: &str) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}

impl Digest {
    /// The run that has the new results of a list told shorter; `None` if none is over its budget.
    /// `arrivals` know the messages in front of them.
    pub(crate) fn of<V: View>(
        history: ConfiguredHistory,
        messages: &V,
        (arrivals, rules): (Arrivals, Option<Admission>),
        known: Known<'_>,
        report: &Report,
    ) -> Option<Self> {
        let ours = Ours::find(&history, messages, Trust::default());
        let results = due(&history, messages, &ours, known);
        if results.is_empty() {
            return None;
        }
        let config = history.config();
        let request = words::last_of_user(&history, messages, history.len(), &ours)
            .map(|(_, words)| live::told_again(config, &words));
        let start = first_new(&history);
        let tail: Option<Vec<Value>> = (start..history.len())
            .map(|index| messages.at(index)?.to_value().ok())
            .collect();
        let mut report = report.clone();
        report.asked_outputs = results
            .iter()
            .map(|result| text_hash(&result.text))
            .collect();
        let (to_store, to_tell) = if config.stores {
            (results.into(), VecDeque::new())
        } else {
            (
                VecDeque::new(),
                results.into_iter().map(|result| (result, None)).collect(),
            )
        };
        Some(Self {
            tail: tail?.into(),
            start,
            arrivals,
            rules,
            report,
            request,
            window: known.window,
            to_store,
            to_tell,
            told: Vec::new(),
            history,
        })
    }

    /// What the host is asked for: to store an output, or to ask a model.
    pub(crate) fn action(&self) -> Option<Action> {
        if let Some(output) = self.to_store.front() {
            return Some(store::asks(&self.history, output));
        }
        let (output, _) = self.to_tell.front()?;
        self.question(output)
            .map(|request| Action::Summarize { request })
    }

    /// Whether the host is asked to store an output.
    pub(crate) fn is_storing(&self) -> bool {
        !self.to_store.is_empty()
    }

    /// The report as it is so far.
    #[must_use]
    pub fn into_report(self) -> Report {
        self.report
    }

    /// The outputs that a model is asked to tell shorter, and what they take.
    pub(crate) fn outputs(&self) -> (usize, u64) {
        (
            self.to_tell.len(),
            self.to_tell
                .iter()
                .map(|(output, _)| output.tokens(&self.history) as u64)
                .sum(),
        )
    }

    pub(crate) fn budget(&self) -> u64 {
        budget_of(&self.history)
    }

    fn question(&self, output: &ResultText) -> Option<SummaryRequest> {
        let (history, budget) = (&self.history, self.budget());
        let (config, scale) = (history.config(), history.scale());
        let entry = &history.parts()[output.part];
        // Errors and warnings are copied beside the summary.
        let max_output_tokens = budget.saturating_mul(2);
        let window = config.summarizer_window.or(self.window);
        let room = window.map(|window| {
            window
                .saturating_sub(max_output_tokens + FRAME_TOKENS)
                .max(window / SHOWN_PART)
        });
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let ask = OutputAsk {
            max_tokens: budget,
            tool: given(history.symbol(entry.name)),
            call: given(history.symbol(entry.detail)),
            request: self.request.clone(),
            shown_tokens: room,
        };
        let (system, question) = question(&output.text, &ask, &scale).texts?;
        let input_tokens = scale.tokens_of_texts(&[&system, &question]);
        let message = history.dialect().text_message(Role::User, &question);
        Some(SummaryRequest {
            purpose: Purpose::Output,
            system,
            messages: vec![message],
            max_output_tokens,
            input_tokens,
            model: None,
            follows_conversation: false,
        })
    }

    /// What follows from the store's answer: a place, or why there is none. An output that cannot
    /// be stored stays as it is.
    pub(crate) fn stored(mut self, answer: Result<&str, &str>) -> Next {
        let Some(output) = self.to_store.pop_front() else {
            return self.settled();
        };
        if let Some(place) = self.report.stored.place(answer) {
            let stored = store::stored(&self.history, &output, place.clone());
            self.report.stored.outputs.push(stored);
            self.to_tell.push_back((output, Some(place)));
        }
        self.next()
    }

    /// What follows from the model's answer, or from its failure. After a failure no other output
    /// is asked for: it would fail too.
    pub(crate) fn answered(mut self, answer: Result<Answer<'_>, &str>) -> Next {
        let Some((output, locator)) = self.to_tell.pop_front() else {
            return self.settled();
        };
        match answer {
            Ok(answer) => self.judge(output, answer, locator.as_deref()),
            Err(message) => {
                self.report.outputs.error = Some(one_line(message, 300));
                self.to_tell.clear();
            }
        }
        self.next()
    }

    fn judge(&mut self, output: ResultText, answer: Answer<'_>, locator: Option<&str>) {
        let found = checked(
            &output.text,
            answer.text,
            self.budget(),
            locator,
            &self.history.scale(),
        );
        let defect = if answer.is_cut_off() {
            Some(OutputDefect::CutOff)
        } else {
            found.defect
        };
        let told = &mut self.report.outputs;
        if let Some(defect) = defect {
            told.refused.push(defect);
            return;
        }
        told.errors_put_in += found.errors_put_in;
        told.warnings_put_in += found.warnings_put_in;
        told.left_out += found.left_out;
        self.told.push((output, found.text));
    }

    fn next(self) -> Next {
        if self.to_store.is_empty() && self.to_tell.is_empty() {
            return self.settled();
        }
        Next::Asks(Box::new(self))
    }

    /// All that is told shorter.
    fn settled(mut self) -> Next {
        let tail = &self.tail.as_view();
        let mut told = OutputReport {
            results: 0,
            tokens_saved: 0,
            ..std::mem::take(&mut self.report.outputs)
        };
        let mut edits: Vec<Edit> = Vec::new();
        for (output, text) in &self.told {
            let message = tail.at(output.message - self.start);
            let edit = message
                .and_then(|message| replace(&self.history, &message, output, text.clone()))
                .filter(|edit| edit.tokens > 0.0);
            let Some(mut edit) = edit else { continue };
            told.results += 1;
            told.tokens_saved += edit.tokens_saved;
            self.report.asked_outputs.push(text_hash(text));
            edit.action = EditAction::ShortenResult;
            edits.push(edit.because(EditReason::Summarized));
        }
        // Lines of an output that is told shorter are not there to be pointed at.
        let texts: BTreeMap<usize, &str> = edits
            .iter()
            .map(|edit| (edit.part, edit.text.as_str()))
            .collect();
        let (others, admission) = self
            .rules
            .map(|rules| {
                self.arrivals
                    .take_beside(&self.history, tail, self.start, rules, &texts)
            })
            .unwrap_or_default();
        edits.extend(others);
        in_order(&mut edits);
        self.report.outputs = told;
        let first = edits
            .first()
            .map_or(self.history.len(), |edit| edit.message);
        let hash = list_hash(tail, first - self.start..self.history.len() - self.start);
        Next::Told(Box::new(Digested {
            history: self.history,
            report: self.report,
            edits,
            admission,
            hash,
        }))
    }
}
