//! One question for all that a binding asks of an object: an event by its name, with a list of the
//! host's or another value.
//!
//! What takes long is not done at once. It comes back as [`Work`], which holds copies alone: so any
//! thread may do it, and a run is built for one kind of values.

use super::measure::counted;
use super::reduce::{activity, cleared_by_time};
use super::{CompactorApi, HistoryApi, argument, unknown_method};
use conspectus::inner::{Kind, each, number_or_nan, plan_rows};
use conspectus::{Error, ErrorKind, Item, Result};
use conspectus_history::history::Copied;
use serde_json::{Value, json};
use std::ops::DerefMut;

/// A list of the host whose first `same` messages the object already knows; `tail` contains the
/// others. Any other value is a tail with `same` = 0.
#[derive(Debug)]
pub struct Listing {
    /// How many messages are known.
    pub same: usize,
    /// The messages after them.
    pub tail: Copied,
}

impl Listing {
    /// Creates a listing of a complete list, or of any other value.
    pub fn whole<'a>(value: impl Into<Item<'a>>) -> Self {
        Self::behind(0, value)
    }

    /// Creates a listing of the messages after the first `same`, which are known.
    pub fn behind<'a>(same: usize, tail: impl Into<Item<'a>>) -> Self {
        Self {
            same,
            tail: Copied::of(tail),
        }
    }
}

/// The reply to a question.
#[derive(Debug)]
pub enum Reply {
    /// The answer; null where there is nothing to say.
    Told(Value),
    /// The whole list is needed: ask again.
    Whole,
    /// The rest of it, for [`CompactorApi::work`].
    Work(Box<Work>),
}

impl From<Work> for Reply {
    fn from(work: Work) -> Self {
        Self::Work(Box::new(work))
    }
}

/// What is left to do, by copies of what the host gave.
#[derive(Debug, Default)]
pub struct Work {
    event: &'static str,
    text: String,
    list: Copied,
    beside: Copied,
    /// Whether it comes from a driver, which may not know yet that the run is over.
    is_answer: bool,
}

impl Work {
    fn of(event: &'static str, text: String) -> Self {
        Self {
            event,
            text,
            ..Self::default()
        }
    }

    fn summary(text: &Item<'_>, usage: &Item<'_>) -> Self {
        Self {
            beside: Copied::of(usage),
            ..Self::of("handle_summary", text.to_text())
        }
    }

    /// Returns the work as an answer to the action that was polled last.
    fn answers(self) -> Reply {
        Reply::from(Self {
            is_answer: true,
            ..self
        })
    }
}

/// The events that only take a text.
const OF_TEXT: [&str; 4] = [
    "handle_stored",
    "handle_store_failed",
    "handle_failure",
    "handle_before_compact",
];

/// All others.
const EVENTS: [&str; 22] = [
    "awaits",
    "answer",
    "failure",
    "handle_messages",
    "plan",
    "plan_rows",
    "wanted_texts",
    "provide_counts",
    "handle_current",
    "handle_provider_error",
    "handle_summary",
    "handle_restored",
    "cancel",
    "state",
    "save",
    "load",
    "known_of",
    "view_known",
    "view_goes_on",
    "view_join",
    "view_starts",
    "view_patch",
];

const NO_STORE: &str = "the compactor has no `store`: the output is kept in the history";
const NO_PLACE: &str = "`store` must return a locator for the output";
const MAY_RETURN: &str = "`before_compact` may return `{\"cancel\": true}`, which ends the run, \
                          `{\"context\": \"...\"}`, which the summarizer reads, or nothing";

impl CompactorApi {
    /// Asks by the name of a method of [`Compactor`](conspectus::Compactor). `given` is the list or the
    /// value that it takes, `beside` what it takes in addition: the arguments of a turn, a plan,
    /// what was reported about a summary. What takes a list takes the end of it too, if the host
    /// knows that the messages before are as they were; it may then want the whole list.
    ///
    /// ```
    /// use conspectus_api::{CompactorApi, Listing, Reply};
    /// use serde_json::json;
    ///
    /// let mut compactor = CompactorApi::new(&json!({ "context_window": 200_000 }))?;
    /// let messages = json!([{ "role": "user", "content": "Hi" }]);
    /// if let Reply::Work(work) = compactor.ask("handle_messages", Listing::whole(&messages), &json!({ "usage": 900 }))? {
    ///     compactor.work(*work)?;
    /// }
    /// assert_eq!(compactor.state(), "done");
    /// # Ok::<(), conspectus::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the method; `UnknownOperation` if no method has that name.
    pub fn ask<'v, 'o>(
        &mut self,
        event: &str,
        given: Listing,
        beside: impl Into<Item<'o>>,
    ) -> Result<Reply> {
        let Listing { same, tail } = given;
        let beside = &beside.into();
        if let "handle_messages" | "plan" | "wanted_texts" | "handle_current" = event {
            return self.ask_of_list(event, same, tail, beside);
        }
        let value = &Item::from(&tail);
        if let Some(event) = OF_TEXT.into_iter().find(|name| *name == event) {
            return Ok(Work::of(event, value.to_text()).into());
        }
        let told = match event {
            "answer" => return self.answered(value, beside),
            "failure" => return self.failed(value),
            "handle_summary" => {
                return Ok(Work::summary(value, beside).into());
            }
            "plan_rows" => {
                let config = self.config().clone();
                json!(plan_rows(config, value, &beside.to_value()?)?)
            }
            "provide_counts" => json!(self.provide_counts(&numbers(value))?),
            "handle_provider_error" => self.handle_provider_error(value)?,
            "handle_restored" => json!(self.handle_restored(value)?),
            "cancel" => json!(self.cancel()),
            "state" => json!(self.state()),
            "awaits" => json!(self.awaits()),
            "save" => self.save(),
            "load" => json!(self.load(value)?),
            "known_of" => json!(self.known_of(same)),
            "view_known" => json!(self.view_known(same).is_some()),
            "view_goes_on" => json!(self.view_goes_on(value)?),
            "view_join" => json!(self.view(value, same)?.is_some()),
            // The list is one that begins so if these messages are as many as were replaced.
            "view_starts" => json!(
                self.view_starts(value)?
                    && (value.len() < self.view_covers() || self.view_known(value.len()).is_some())
            ),
            "view_patch" => json!(self.view_patch()),
            _ => return Err(unknown_method(event, &[&OF_TEXT[..], &EVENTS].concat())),
        };
        Ok(Reply::Told(told))
    }

    /// Calls a method that takes a list, or its messages starting at `same`.
    fn ask_of_list(
        &mut self,
        event: &str,
        same: usize,
        tail: Copied,
        beside: &Item<'_>,
    ) -> Result<Reply> {
        let list = &Item::from(&tail);
        Ok(match (event, same) {
            ("handle_messages", _) if self.handle_less(same, list, beside)? => {
                Reply::Told(Value::Null)
            }
            ("handle_messages", 0) => Self::later("handle_messages", tail, beside).into(),
            ("plan", 0) => Self::later("plan", tail, beside).into(),
            ("plan", _) => {
                let turn = self.clone().turn(beside)?;
                match self.plan_of_news(same, list, turn)? {
                    Some(plan) => Reply::Told(json!(plan)),
                    None => Reply::Whole,
                }
            }
            ("wanted_texts", _) => Reply::Told(self.wanted(same, list, beside)?),
            ("handle_current", _) => Reply::Told(json!(self.handle_current_news(same, list)?)),
            _ => Reply::Whole,
        })
    }

    /// Handles the return value of the host function that was called last. It is ignored if the run
    /// isn't waiting for it, because the run was ended meanwhile.
    fn answered(&mut self, value: &Item<'_>, beside: &Item<'_>) -> Result<Reply> {
        Ok(match self.awaits() {
            "summarize" => Work::summary(value, beside).answers(),
            "store" if value.kind() == Kind::Null => {
                Work::of("handle_store_failed", NO_PLACE.to_owned()).answers()
            }
            "store" => Work::of("handle_stored", value.to_text()).answers(),
            "restore" => Reply::Told(json!(self.handle_restored(value)?)),
            "before_compact" if value.kind() == Kind::Object => {
                each(value, |key, field| match (key, field.kind()) {
                    ("cancel", Kind::Bool) | ("context", Kind::String) => Ok(()),
                    _ => Err(Error::new(ErrorKind::UnsupportedType, "", MAY_RETURN)),
                })?;
                if argument(value, "cancel").is_some_and(|cancel| cancel.is_truthy()) {
                    self.cancel();
                } else if let Some(context) = value.string_at("context") {
                    self.handle_before_compact(&context)?;
                }
                Reply::Told(Value::Null)
            }
            _ => Reply::Told(Value::Null),
        })
    }

    /// That function raised an error, whose text is given; null if the host has no such function.
    fn failed(&mut self, reason: &Item<'_>) -> Result<Reply> {
        let reason = reason.as_string();
        Ok(match self.awaits() {
            "summarize" => Work::of("handle_failure", reason.unwrap_or_default()).answers(),
            "store" => {
                let reason = reason.unwrap_or_else(|| NO_STORE.to_owned());
                Work::of("handle_store_failed", reason).answers()
            }
            "restore" => Reply::Told(json!(self.deref_mut().handle_restored(&[])?)),
            _ => Reply::Told(Value::Null),
        })
    }

    fn later(event: &'static str, list: Copied, beside: &Item<'_>) -> Work {
        Work {
            event,
            list,
            beside: Copied::of(beside),
            ..Work::default()
        }
    }

    /// Does the work that a question left. An answer that arrives after the run was ended is
    /// ignored.
    ///
    /// # Errors
    /// Those of the method.
    pub fn work(&mut self, work: Work) -> Result<Value> {
        let Work {
            event,
            text,
            list,
            beside,
            is_answer,
        } = work;
        let done = self.worked(event, &text, &list, &beside);
        match done {
            Err(error)
                if is_answer && error.kind() == ErrorKind::WrongOrder && self.state() == "done" =>
            {
                Ok(Value::Null)
            }
            done => done,
        }
    }

    fn worked(&mut self, event: &str, text: &str, list: &Copied, beside: &Copied) -> Result<Value> {
        Ok(match event {
            "handle_messages" => json!(self.handle_messages(list, beside)?),
            "plan" => self.plan(list, beside)?,
            "handle_summary" => json!(self.handle_answer(text, beside)?),
            "handle_stored" => json!(self.handle_stored(text)?),
            "handle_store_failed" => json!(self.handle_store_failed(text)?),
            "handle_failure" => json!(self.handle_failure(text)?),
            _ => json!(self.handle_before_compact(text)?),
        })
    }
}

/// Returns the numbers of a list; any other value becomes NaN.
fn numbers(list: &Item<'_>) -> Vec<f64> {
    let mut found = Vec::with_capacity(list.len());
    list.for_each(&mut |_, item| found.push(number_or_nan(&item)));
    found
}

/// What a history can be asked.
const OF_HISTORY: [&str; 12] = [
    "append",
    "extend",
    "condense",
    "truncate",
    "report_usage",
    "wanted_texts",
    "provide_counts",
    "known_prefix",
    "verifies_content",
    "split_point",
    "estimate",
    "microcompact",
];

impl HistoryApi {
    /// Asks by the name of a method. `value` is what it takes, `beside` what it takes in addition,
    /// and `same` the index or length.
    ///
    /// # Errors
    /// Those of the method; `UnknownOperation` if no method has that name.
    pub fn ask<'v, 'o>(
        &mut self,
        name: &str,
        same: usize,
        value: impl Into<Item<'v>>,
        beside: impl Into<Item<'o>>,
    ) -> Result<Value> {
        let (value, beside) = (&value.into(), &beside.into());
        Ok(match name {
            "append" => json!(self.append(value)?),
            "extend" => json!(self.extend(value)?),
            "condense" => self.condense(value)?,
            "truncate" => json!(self.truncate(same)),
            "report_usage" => json!(self.report_usage(value, beside)?),
            "wanted_texts" => self.history.wanted_texts().into(),
            "provide_counts" => json!(self.history.provide_counts(&numbers(value))?),
            "known_prefix" => self.known_prefix(value, same).into(),
            "verifies_content" => self.verifies_content().into(),
            "split_point" => json!(self.split_point()),
            // The texts of `system` and `tools` may then be among the texts to count.
            "estimate" => counted(&mut self.history, value)?,
            "microcompact" => cleared_by_time(&self.history, value, activity(beside)?),
            _ => return Err(unknown_method(name, &OF_HISTORY)),
        })
    }
}
