//! The check by a model as a detector makes it: the question with the record of the last messages,
//! and what an answer changes.

use super::cycles::Cycle;
use super::{judge, LoopDetector, LoopKind};
use crate::error::{Error, ErrorKind, Result};
use crate::history::History;
use crate::host::clip::clip;
use crate::host::view::{AsView, Kind, View};
use crate::notes::memory::{Ours, Trust};
use crate::notes::transcript::{transcript, Detail};
use crate::notes::words as said;
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::read::message::Role;
use crate::shape::{shapes, words};
use serde_json::Value;

/// Messages that a model reads to judge. Source: gemini-cli.
const JUDGED_MESSAGES: usize = 20;
/// Chars of the record of them, of the request before it, and of the answer. Chosen here: some
/// 10,000 tokens in, a few sentences out.
const RECORD_CHARS: usize = 40_000;
const REQUEST_CHARS: usize = 4_000;
const ANSWER_TOKENS: u64 = 1_000;
const REASON_CHARS: usize = 400;

words! {
    /// What a detector of loops asks a model.
    pub enum Question {
        /// Whether the agent is stuck.
        CheckLoop => "check_loop",
    }
}

shapes! {
    /// The question to a model whether the agent is stuck.
    pub struct CheckLoop as "LoopCheck" {
        /// What is asked.
        pub kind: Question,
        /// The system text of the request.
        pub system: String,
        /// The messages of the request, in the dialect of the history: one of the user, plain text.
        pub messages: Vec<Value>,
        /// The JSON Schema of the answer, for providers that take one.
        pub schema: Value,
        /// The most tokens that the answer may have.
        pub max_output_tokens: u64,
        /// Whether a first model saw a loop. Ask a stronger one then.
        pub confirms: bool,
    }
}

shapes! {
    /// What came of a check by a model.
    pub struct Verdict as "LoopVerdict" {
        /// Whether it is a loop: the second model in a row says so.
        pub looping: bool,
        /// How sure the model is, from 0 to 1; `None` if the answer could not be read.
        pub confidence: Option<f64>,
        /// Why, in the model's words.
        pub reason: String,
        /// Whether a second model has to be asked: [`LoopDetector::check`] gives the question.
        pub confirms: bool,
        /// The turn from which on the next check is due.
        pub next_turn: u32,
    }
}

impl LoopDetector {
    /// Whether a model should be asked: after 30 turns, then every 5 to 15, the sooner the surer
    /// the last one was. A second one is asked at once where the first saw a loop.
    #[must_use]
    pub fn check_due(&self) -> bool {
        self.found.is_none() && self.schedule.is_due()
    }

    /// What to ask a model, if that is due: whether the agent that wrote the end of `messages` is
    /// stuck. [`handle_check`](Self::handle_check) takes the answer. Without an answer the next
    /// check comes as if there had been none.
    ///
    /// # Errors
    /// As [`History::extend`].
    pub fn check<V: AsView + ?Sized>(&mut self, messages: &V) -> Result<Option<CheckLoop>> {
        if !self.check_due() {
            return Ok(None);
        }
        let messages = &messages.as_view();
        let history = History::of(self.config.clone(), messages)?;
        let ours = Ours::find(&history, messages, Trust::default());
        let request = said::last_of_user(&history, messages, history.len(), &ours);
        let request = request.map(|(_, words)| clip(&words, REQUEST_CHARS, 0.7).into_owned());
        let span = (history.len().saturating_sub(JUDGED_MESSAGES), history.len());
        let entries = transcript(
            &history,
            messages,
            span,
            &ours,
            RECORD_CHARS,
            Detail::Capped,
        );
        let record = entries.framed("", &[request.as_deref().unwrap_or_default()]);
        let question = history
            .dialect()
            .text_message(Role::User, &judge::question(request.as_deref(), &record));
        let confirms = self.schedule.confirms;
        self.schedule.ask();
        Ok(Some(CheckLoop {
            kind: Question::CheckLoop,
            system: judge::system().to_owned(),
            messages: vec![question],
            schema: judge::schema(),
            max_output_tokens: ANSWER_TOKENS,
            confirms,
        }))
    }

    /// Takes a model's answer to [`check`](Self::check): JSON text, or the object itself. A loop
    /// needs two answers in a row that are at least 0.9 sure. An answer that cannot be read says
    /// nothing.
    ///
    /// # Errors
    /// `WrongOrder` if nothing was asked; `InvalidOption` if the answer is neither text nor an
    /// object.
    pub fn handle_check<V: AsView + ?Sized>(&mut self, answer: &V) -> Result<Verdict> {
        let answer = &answer.as_view();
        let Some(is_second) = self.schedule.awaited else {
            return Err(Error::new(
                ErrorKind::WrongOrder,
                "",
                "no check is awaited: ask a model what `check` gives first",
            ));
        };
        if !matches!(answer.kind(), Kind::String | Kind::Object | Kind::Null) {
            let message = format!(
                "the answer must be a text or an object, found {}",
                kind_name(answer.kind())
            );
            return Err(Error::new(ErrorKind::InvalidOption, "/answer", message));
        }
        let said = judge::read(answer);
        let confidence = said.as_ref().map(|(confidence, _)| *confidence);
        let reason = sanitize_label(
            &said.map(|(_, reason)| reason).unwrap_or_default(),
            REASON_CHARS,
        );
        let looping = self.schedule.answer(confidence, is_second);
        if looping {
            self.raise(
                LoopKind::Judged,
                Cycle {
                    items: 0,
                    repeats: 0,
                },
                reason.clone(),
            );
        }
        Ok(Verdict {
            looping,
            confidence,
            reason,
            confirms: self.schedule.confirms,
            next_turn: self.schedule.last_check + self.schedule.interval,
        })
    }
}
