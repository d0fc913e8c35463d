//! The compactor for bindings: it takes plain data and gives plain data.

use super::measure::around_tokens;
use super::{argument, only_arguments, turn};
use conspectus::inner::{Kind, invalid, items, string_option, whole, wrong};
use conspectus::{
    Action, Answer, CompactArgs, Compactor, Estimator, Item, LogLevel, LogRecord, Measure, Patch,
    ReasonCode, RestoredFile, Result, RunResult, Status, log_records, systems,
};
use conspectus_history::measure::{Counts, Meter, Scale};
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::{Deref, DerefMut};

/// What `handle_answer` takes in addition to the text.
const USAGE: [&str; 3] = ["input_tokens", "output_tokens", "stop_reason"];

/// Returns a value that was read. If it is invalid, returns `None` and adds the reason to `wrong`.
fn valid_or_noted<T>(read: Option<Result<T>>, wrong: &mut Vec<String>) -> Option<T> {
    match read? {
        Ok(value) => Some(value),
        Err(error) => {
            wrong.push(error.message().to_owned());
            None
        }
    }
}

fn restored_files(files: &Item<'_>) -> Result<Vec<RestoredFile>> {
    match files.kind() {
        Kind::Null => return Ok(Vec::new()),
        Kind::Array => {}
        _ => return Err(wrong("files", "files must be a list of {path, text}")),
    }
    items(files, |index, file| {
        let Some(path) = file.string_at("path") else {
            let place = format!("files/{index}/path");
            return Err(wrong(&place, "path must be a string"));
        };
        let text = argument(&file, "text");
        if text.is_some_and(|text| text.kind() != Kind::String) {
            let place = format!("files/{index}/text");
            return Err(wrong(&place, "text must be a string or null"));
        }
        Ok(RestoredFile {
            path,
            text: text.map(|text| text.to_text()),
        })
    })
}

/// An action with its log records, and with instructions for a driver.
#[derive(Serialize)]
struct LoggedAction<'a> {
    #[serde(flatten)]
    action: &'a Action,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    log: Vec<LogRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    asks: Option<Asks>,
}

/// Which function of the host an action asks, and what an error of it means.
#[derive(Debug, Clone, Serialize)]
struct Asks {
    function: &'static str,
    /// `fail`: the error is passed to the compactor and is in the result; `skip`: it is passed to
    /// the compactor; `keep`: it is in the result; `raise`: it is raised in the code that began the
    /// run.
    on_error: &'static str,
    /// Of the end: whether an error that the result has is raised.
    raises: bool,
    /// For a summary: the error message if the answer doesn't arrive in time.
    timed_out: Option<String>,
}

impl Asks {
    fn of(action: &Action) -> Option<Self> {
        let asks = |function, on_error| Self {
            function,
            on_error,
            raises: false,
            timed_out: None,
        };
        match action {
            Action::Summarize { request } => Some(Self {
                timed_out: request
                    .timeout_s
                    .map(|limit| format!("`summarize` didn't answer within {limit} s")),
                ..asks("summarize", "fail")
            }),
            Action::StoreOutput { .. } => Some(asks("store", "skip")),
            Action::ReadFiles { .. } => Some(asks("restore", "skip")),
            Action::BeforeCompact { .. } => Some(asks("before_compact", "raise")),
            Action::Apply { .. } => None,
            Action::Done { tried, result, .. } => tried.then(|| Self {
                raises: result.status == Status::Failed
                    && result.code == ReasonCode::SummarizerError,
                ..asks("on_compact", "keep")
            }),
        }
    }
}

/// A [`Compactor`] that takes plain data and gives plain data.
///
/// ```
/// use conspectus_api::CompactorApi;
/// use serde_json::json;
///
/// let mut compactor = CompactorApi::new(&json!({ "context_window": 200_000, "keep_tool_results": 3 }))?;
/// compactor.handle_messages(&json!([{ "role": "user", "content": "Hi" }]), &json!({ "usage": 900 }))?;
/// let done = compactor.poll_action().expect("a run ends");
/// assert_eq!((&done["kind"], &done["result"]["status"]), (&json!("done"), &json!("unchanged")));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct CompactorApi {
    compactor: Compactor,
    /// Tokens of the system text and the tool schemas, which rarely change from turn to turn.
    around: Counts,
    /// How many of the texts that were last returned for counting are from messages.
    awaited: usize,
    /// The result that was polled last.
    ended: Option<ResultApi>,
    /// What was polled last asks this function of the host, in this state of the run.
    asked: (&'static str, &'static str),
}

/// The result of a run, of which a binding asks more later.
#[derive(Debug, Clone)]
pub struct ResultApi {
    result: Box<RunResult>,
}

impl ResultApi {
    /// As [`RunResult::by_kind`], as data.
    #[must_use]
    pub fn by_kind(&self) -> Value {
        json!(self.result.by_kind())
    }

    /// As [`RunResult::rows`], as data. `messages` is the list before the run.
    ///
    /// # Errors
    /// The same.
    pub fn rows<'v, 'p>(
        &self,
        messages: impl Into<Item<'v>>,
        patch: impl Into<Item<'p>>,
    ) -> Result<Value> {
        Ok(json!(
            self.result
                .rows(&messages.into(), &patch_of(&patch.into())?)?
        ))
    }
}

/// A patch that a binding hands back.
fn patch_of(patch: &Item<'_>) -> Result<Patch> {
    serde_json::from_value(patch.to_value()?)
        .map_err(|error| invalid("patch", "a patch of this package", &error.to_string()))
}

/// What takes no plain data is asked of the compactor itself.
impl Deref for CompactorApi {
    type Target = Compactor;

    fn deref(&self) -> &Compactor {
        &self.compactor
    }
}

impl DerefMut for CompactorApi {
    fn deref_mut(&mut self) -> &mut Compactor {
        &mut self.compactor
    }
}

impl CompactorApi {
    /// Creates a compactor with these options, which are grouped:
    /// `{"context_window": 200000, "keep": {"results": 3}}`. Under `host_functions` a binding lists
    /// which of `store` and `restore` it received; a function that the preset never calls is an
    /// error.
    ///
    /// # Errors
    /// `InvalidOption`, `UnknownPreset` or `UnknownDialect`, with the path of the option.
    pub fn new<'o>(options: impl Into<Item<'o>>) -> Result<Self> {
        conspectus_presets::register();
        let options = &options.into();
        let config = systems::read(
            options,
            &[conspectus::inner::HOST_FUNCTIONS],
            &turn::names(),
        )?;
        let config = systems::with_functions(config, options)?;
        Ok(Self {
            compactor: Compactor::new(config),
            around: Counts::default(),
            awaited: 0,
            ended: None,
            asked: ("", ""),
        })
    }

    /// As [`Compactor::handle_messages`]. `turn` is an object or null. It holds `force`, `now_ms`
    /// and `last_activity_ms`; `system` and `tools`, which are measured as overhead; and the other
    /// fields of [`CompactArgs`].
    ///
    /// # Errors
    /// The same; and `InvalidOption` for an unknown or wrong argument in `turn`.
    pub fn handle_messages<'v, 'o>(
        &mut self,
        messages: impl Into<Item<'v>>,
        turn: impl Into<Item<'o>>,
    ) -> Result<()> {
        let messages = &messages.into();
        let given = &turn.into();
        let mut turn = self.turn_of(given, messages.len())?;
        turn.tool_hints = turn::hints(given);
        self.compactor.handle_messages(messages, turn)
    }

    /// Begins a run if no change is needed, judging by the lengths of the messages or, with `same`
    /// above 0, by the messages after the first `same`.
    pub(super) fn handle_less(
        &mut self,
        same: usize,
        tail: &Item<'_>,
        turn: &Item<'_>,
    ) -> Result<bool> {
        let turn = self.turn_of(turn, same.saturating_add(tail.len()))?;
        match same {
            0 => self.compactor.handle_lengths(tail, &turn),
            // Another model counts all of it anew.
            _ if same > self.compactor.known_messages() => Ok(false),
            _ => self.compactor.handle_news(same, tail, turn),
        }
    }

    /// Whether it counts whole messages: then a copy of them must hold all fields.
    #[must_use]
    pub fn reads_all_fields(&self) -> bool {
        self.compactor.config().tuning.unit == Measure::JsonChars
    }

    /// As [`Compactor::plan`], with `turn` as in [`handle_messages`](Self::handle_messages). `text`
    /// in it is the plan for people.
    ///
    /// # Errors
    /// The same.
    pub fn plan<'v, 'o>(
        &self,
        messages: impl Into<Item<'v>>,
        turn: impl Into<Item<'o>>,
    ) -> Result<Value> {
        let given = &turn.into();
        let mut turn = self.clone().turn(given)?;
        turn.tool_hints = turn::hints(given);
        Ok(json!(self.compactor.plan(messages, turn)?))
    }

    /// As [`Compactor::handle_provider_error`].
    ///
    /// # Errors
    /// The same.
    pub fn handle_provider_error<'v>(&mut self, error: impl Into<Item<'v>>) -> Result<Value> {
        let error = &error.into();
        Ok(json!(self.compactor.handle_provider_error(error)?))
    }

    /// Takes what another compactor saved, as [`Compactor::load`]. The options stay.
    ///
    /// # Errors
    /// The same.
    pub fn load<'o>(&mut self, state: impl Into<Item<'o>>) -> Result<()> {
        let state = state.into().to_value()?;
        self.compactor = Compactor::load(self.compactor.config().clone(), &state)?;
        Ok(())
    }

    /// Returns the arguments of a turn with `listed` messages.
    fn turn_of(&mut self, given: &Item<'_>, listed: usize) -> Result<CompactArgs> {
        let turn = self.turn(given)?;
        turn::check_unchanged(given, self.compactor.of_host(listed))?;
        Ok(turn)
    }

    pub(super) fn turn(&mut self, given: &Item<'_>) -> Result<CompactArgs> {
        turn::check(given)?;
        let mut turn = turn::read(given, self.compactor.config().system)?;
        self.compactor
            .switch(turn.model.as_deref(), turn.prompt_tokens)?;
        let counted = self.compactor.config().of_provider();
        turn.overhead_tokens = self.overhead_tokens(given)?;
        turn.overhead_counted = counted
            .map(|config| overhead_of(given, &config.scale(), &mut Counts::default()))
            .transpose()?;
        Ok(turn)
    }

    fn overhead_tokens(&mut self, turn: &Item<'_>) -> Result<u64> {
        self.around.next_round();
        overhead_of(turn, &self.compactor.config().scale(), &mut self.around)
    }

    /// As [`Compactor::wanted_texts`], with the texts of `system` and `tools` in `turn`.
    pub(super) fn wanted(
        &mut self,
        same: usize,
        tail: &Item<'_>,
        turn: &Item<'_>,
    ) -> Result<Value> {
        let mut texts = match same {
            0 => self.compactor.wanted_texts(tail)?,
            _ => self.compactor.wanted_texts_of_news(same, tail)?,
        };
        self.awaited = texts.len();
        if self.compactor.config().estimator() == Estimator::Host {
            self.overhead_tokens(turn)?;
            texts.extend(self.around.take_uncounted());
        }
        Ok(texts.into())
    }

    /// As [`Compactor::provide_counts`].
    ///
    /// # Errors
    /// `InvalidOption` if the number of counts differs from the number of texts, or if a count
    /// isn't an integer of at least 0.
    pub(super) fn provide_counts(&mut self, counts: &[f64]) -> Result<()> {
        let awaited = self.awaited + self.around.awaits();
        if counts.len() != awaited {
            let message = format!(
                "{awaited} texts had to be counted, got {} counts",
                counts.len()
            );
            return Err(wrong("tokenizer", message));
        }
        let (messages, around) = counts.split_at(self.awaited);
        self.compactor.provide_counts(messages)?;
        self.around.provide(around)
    }

    /// Returns the next action as data, an object with the key `kind`; `None` if none is left
    /// before the next `handle_*`. If the action should be logged, the key `log` contains the
    /// records, each a `{level, event, text, attributes}`.
    pub fn poll_action(&mut self) -> Option<Value> {
        let mut action = self.poll_lean(true)?;
        action.as_object_mut()?.remove("asks");
        self.ended = None;
        Some(action)
    }

    /// As [`poll_action`](Self::poll_action), for a driver. The key `asks` says which host function
    /// to call and what an error in it means; the outcome is passed to [`ask`](Self::ask) as
    /// `answer` or `failure`. [`take_ended`](Self::take_ended) returns the result of a run that
    /// ended, for its rows. Records of the lowest level are only created if `heard` is true.
    pub fn poll_lean(&mut self, heard: bool) -> Option<Value> {
        self.polled(heard, |action| serde_json::to_value(action))
    }

    /// The result of the run whose end was polled last.
    pub fn take_ended(&mut self) -> Option<ResultApi> {
        self.ended.take()
    }

    fn polled<T>(
        &mut self,
        heard: bool,
        write: impl Fn(&LoggedAction<'_>) -> serde_json::Result<T>,
    ) -> Option<T> {
        let action = self.compactor.poll_action()?;
        let least = if heard {
            LogLevel::Debug
        } else {
            LogLevel::Info
        };
        let logged = LoggedAction {
            log: log_records(&action, least),
            asks: Asks::of(&action),
            action: &action,
        };
        let function = logged.asks.as_ref().map_or("", |asks| asks.function);
        self.asked = (function, self.compactor.state());
        let written = write(&logged).ok();
        if let Action::Done { result, .. } = action {
            self.ended = Some(ResultApi { result });
        }
        written
    }

    /// As [`poll_lean`](Self::poll_lean), as JSON text. It takes less time.
    pub fn poll_lean_text(&mut self, heard: bool) -> Option<String> {
        self.polled(heard, |action| serde_json::to_string(action))
    }

    /// As [`Compactor::handle_answer`]. `usage` is null or an object with `input_tokens` and
    /// `output_tokens` of the call, and with the provider's `stop_reason`. Invalid values are
    /// ignored and logged.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for a summary; `InvalidOption` for an unknown field of
    /// `usage`.
    pub fn handle_answer<'o>(&mut self, text: &str, usage: impl Into<Item<'o>>) -> Result<()> {
        let usage = &usage.into();
        only_arguments(usage, &USAGE, &|_| None)?;
        // The summary is paid for: what is wrong beside it is told, and never costs it.
        let mut wrong = Vec::new();
        let mut tokens = |name: &str| {
            valid_or_noted(
                argument(usage, name).map(|it| whole(&it, name, 0)),
                &mut wrong,
            )
        };
        let (input_tokens, output_tokens) = (tokens("input_tokens"), tokens("output_tokens"));
        let stop_reason =
            argument(usage, "stop_reason").map(|it| string_option(&it, "stop_reason"));
        let stop_reason = valid_or_noted(stop_reason, &mut wrong);
        let wrong = (!wrong.is_empty()).then(|| wrong.join("; "));
        let mut answer = Answer::new(text);
        (answer.input_tokens, answer.output_tokens) = (input_tokens, output_tokens);
        answer.stop_reason = stop_reason.as_deref();
        answer.wrong = wrong.as_deref();
        self.compactor.handle_answer(answer)
    }

    /// The function of the host for whose answer the run waits; none if it was ended meanwhile.
    pub(super) fn awaits(&self) -> &'static str {
        let (function, state) = self.asked;
        if state == self.compactor.state() {
            function
        } else {
            ""
        }
    }

    /// As [`Compactor::handle_restored`]. `files` is a list of `{path, text}`. A `text` that is
    /// null or absent means that the file cannot be read.
    ///
    /// # Errors
    /// `WrongOrder` unless the run waits for files; `InvalidOption` with the path of an entry
    /// that has another shape.
    pub fn handle_restored<'o>(&mut self, files: impl Into<Item<'o>>) -> Result<()> {
        let files = &files.into();
        self.compactor.handle_restored(&restored_files(files)?)
    }
}

/// What `system` and `tools` of a turn take.
fn overhead_of(turn: &Item<'_>, scale: &Scale, counts: &mut Counts) -> Result<u64> {
    let mut meter = Meter { scale, counts };
    let around = around_tokens(turn, |value| meter.overhead_tokens(value))?;
    Ok(around.iter().sum())
}
