//! Which system's order of steps a run takes. A course answers "what next" to each event; the machine keeps the state, the
//! building blocks (asking, cutting results, installing a summary) are shared.

use super::action::{Answer, RestoredFile, Status, SummaryRequest, Turn, WantedFile};
use super::install::{self, Outcome, Saved};
use super::offload::{self, Offloading};
use super::report::Report;
use super::{ask, default, gemini_cli, gencode, opencode, qwen_code, update};
use crate::adapt::Calibration;
use crate::config::{Config, Course};
use crate::delta::State;
use crate::error::{Error, ErrorKind, Result};
use crate::estimate::gemini_cli::token_limit;
use crate::estimate::Counts;
use crate::history::History;
use crate::patch::Op;
use crate::snapshot::{Defect, Snapshot};
use crate::view::View;
use serde_json::Value;

/// What a machine remembers from run to run.
#[derive(Debug, Clone, Default)]
pub(super) struct Memory {
    /// Failed runs since the last that succeeded.
    pub failures: u32,
    /// gemini-cli's `hasFailedCompressionAttempt` (G-27).
    pub failed_attempt: bool,
    /// qwen-code's forced runs in the hard tier that did not get below it.
    pub rescues: u32,
    /// The excess that was last acted on (G-74).
    pub last_deficit: u64,
    /// What the provider's reports say of the estimates (G-79).
    pub calibration: Calibration,
}

/// What comes next.
pub(super) enum Step {
    Finish(Status, Box<Report>),
    Offload(Box<Offloading>),
    Summarize(Box<Pending>, Box<SummaryRequest>),
    Restore(Box<Pending>, Box<Snapshot>, Vec<WantedFile>),
    Settle(Box<Outcome>),
}

/// The first step of a run, and what its hook says if it has one.
pub(super) struct Begun {
    pub trigger: Option<&'static str>,
    pub step: Step,
}

/// What waits for a summary.
#[derive(Debug, Clone)]
pub(super) struct Pending {
    pub history: History,
    pub head: usize,
    pub split: usize,
    pub previous: bool,
    pub latest_request: Option<String>,
    /// What becomes of the part that is kept, and what that saves.
    pub kept_ops: Vec<Op>,
    pub kept_saving: Saved,
    pub report: Report,
    pub turn: Turn,
    pub phase: Phase,
    /// Files to bring back, newest first, and parts with images, oldest first (qwen-code).
    pub files: Vec<WantedFile>,
    pub images: Vec<Value>,
}

/// Which of the calls is awaited.
#[derive(Debug, Clone)]
pub(super) enum Phase {
    /// The summary. The record is kept for the call that checks it.
    Summary { record: Option<String> },
    /// The check of this answer.
    Verify { first: String },
    /// What changed in this state; if the answer is no delta, this request for a whole snapshot is made (G-76).
    Delta { state: State, whole: Box<SummaryRequest>, record: Option<String> },
    /// A summary that follows the cached conversation; if it is not good, this request is made.
    Shared { cold: Box<SummaryRequest> },
}

pub(super) fn begin<V: View>(config: &Config, messages: &V, turn: Turn, memory: &Memory, counts: &mut Counts) -> Result<Begun> {
    let history = History::counted(config.clone(), messages, counts)?;
    if config.course == Course::GeminiCli && config.context_window.is_none() {
        // Its cut reckons with the window, forced or not.
        token_limit(config.model.as_deref()).map_err(|error| error.under("context_window"))?;
    }
    if window(config).is_none() && !turn.activity.force {
        let message = "context_window (in tokens) is needed to decide when to compact; give it, or force";
        return Err(Error::new(ErrorKind::InvalidConfig, "/context_window", message));
    }
    match config.course {
        Course::Default => Ok(default::begin(history, messages, turn, memory)),
        Course::GeminiCli => gemini_cli::begin(history, messages, turn, memory),
        Course::QwenCode => Ok(qwen_code::begin(history, messages, turn, memory)),
        Course::QwenCodeSeed => Ok(qwen_code::begin_seed(history, messages, turn, memory)),
        Course::Gencode => Ok(gencode::begin(history, messages, turn, memory)),
        Course::Opencode => Ok(opencode::begin(history, messages, turn, memory)),
    }
}

/// The window that a run reckons with: given, or what gemini-cli assumes for the model (G-57).
pub(super) fn window(config: &Config) -> Option<u64> {
    let assumed = || (config.course == Course::GeminiCli).then(|| token_limit(config.model.as_deref()).ok()).flatten();
    config.context_window.or_else(assumed)
}

/// Whether the request may follow the cached conversation.
pub(super) fn shares_prefix(pending: &Pending, cold: &SummaryRequest) -> bool {
    let directive = crate::units::tokens_from_chars(crate::units::utf16_len(&cold.system) as u64, 4.0);
    pending.history.config().course == Course::QwenCode && qwen_code::shares_prefix(pending, directive)
}

/// A store's answer: where the output is, or why it could not be stored.
pub(super) fn stored(offloading: Offloading, answer: std::result::Result<&str, &str>) -> Step {
    match offload::answered(offloading, answer) {
        offload::Next::Store(offloading) => Step::Offload(offloading),
        offload::Next::Ready(job, messages, cuts) => gemini_cli::after_results(*job, &&messages, &cuts),
    }
}

pub(super) fn answered(mut pending: Pending, answer: Answer<'_>) -> Step {
    let form = pending.history.config().snapshot_form;
    match std::mem::replace(&mut pending.phase, Phase::Summary { record: None }) {
        Phase::Shared { cold } => match Snapshot::read(answer.text, form) {
            Ok(snapshot) => install(pending, snapshot, answer),
            Err(_) => ask_cold(pending, cold),
        },
        Phase::Delta { state, whole, record } => update::answered(pending, &state, whole, record, answer),
        Phase::Summary { record: Some(record) } => {
            let request = ask::verify_request(&pending, &record, answer.text);
            pending.phase = Phase::Verify { first: answer.text.to_owned() };
            Step::Summarize(Box::new(pending), Box::new(request))
        }
        Phase::Summary { record: None } => {
            let limit = ask::output_budget(pending.history.config(), pending.report.summary_input_tokens);
            // Q-45, O-10.
            let is_limited = matches!(pending.history.config().course, Course::QwenCode | Course::Opencode);
            if is_limited && answer.output_tokens.is_some_and(|tokens| tokens >= limit) {
                let mut report = pending.report;
                report.reason = format!("the summary filled its output budget of {limit} tokens");
                return Step::Settle(Box::new(Outcome::Refused(Status::FailedOutputTruncated, Box::new(report))));
            }
            conclude(pending, Snapshot::read(answer.text, form), answer)
        }
        // The check's answer counts if it is a snapshot; a good first answer is never lost to a bad check (G-32, B-12).
        Phase::Verify { first } => match (Snapshot::read(answer.text, form), Snapshot::read(&first, form)) {
            (Ok(checked), _) => {
                pending.report.verification = Some("accepted");
                install(pending, checked, answer)
            }
            (Err(_), Ok(first)) => {
                pending.report.verification = Some("kept_first");
                install(pending, first, Answer::default())
            }
            (Err(Defect::Empty), Err(defect)) | (Err(defect), Err(_)) => conclude(pending, Err(defect), answer),
        },
    }
}

pub(super) fn failed(mut pending: Pending, message: &str) -> Step {
    let form = pending.history.config().snapshot_form;
    let message = crate::clip::one_line(message, 300);
    match std::mem::replace(&mut pending.phase, Phase::Summary { record: None }) {
        Phase::Shared { cold } => return ask_cold(pending, cold),
        // B-12: what the first call gave is not thrown away.
        Phase::Verify { first } => {
            if let Ok(snapshot) = Snapshot::read(&first, form) {
                pending.report.verification = Some("failed");
                return install(pending, snapshot, Answer::default());
            }
        }
        // B-13: the state and the messages stay as they are.
        Phase::Summary { .. } | Phase::Delta { .. } => {}
    }
    let mut report = pending.report;
    report.reason = format!("the summariser failed: {message}");
    Step::Settle(Box::new(Outcome::Refused(Status::FailedSummarizer, Box::new(report))))
}

pub(super) fn restored(mut pending: Pending, snapshot: &Snapshot, files: &[RestoredFile]) -> Step {
    let mut attachments = qwen_code::reminders(&mut pending);
    attachments.extend(qwen_code::attachments(&mut pending, files));
    Step::Settle(Box::new(install::assemble(pending, snapshot, attachments)))
}

/// What the end of a run means for later ones.
pub(super) fn learn(config: &Config, memory: &mut Memory, status: Status, forced: bool, rescue: bool) {
    match config.course {
        Course::GeminiCli => return gemini_cli::learn(config, memory, status, forced),
        Course::QwenCode if status.applied() => memory.rescues = 0,
        Course::QwenCode if rescue && status.failed() => memory.rescues = memory.rescues.saturating_add(1),
        _ => {}
    }
    // in qwen-code a forced run that fails is not held against later ones.
    let counts = config.course == Course::Default || !forced;
    if status.applied() {
        memory.failures = 0;
    } else if status.failed() && counts {
        memory.failures = memory.failures.saturating_add(1);
    }
}

fn ask_cold(mut pending: Pending, cold: Box<SummaryRequest>) -> Step {
    pending.report.cold_request = true;
    pending.phase = Phase::Summary { record: None };
    Step::Summarize(Box::new(pending), cold)
}

fn conclude(pending: Pending, parsed: std::result::Result<Snapshot, Defect>, answer: Answer<'_>) -> Step {
    match parsed {
        Ok(snapshot) => install(pending, snapshot, answer),
        Err(defect) => Step::Settle(Box::new(install::refuse(pending, defect))),
    }
}

/// A good snapshot of a model or of ours; lists are brought within their budget.
pub(super) fn install(pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    if update::by_deltas(pending.history.config()) {
        return update::settle(pending, &snapshot, answer);
    }
    settle(pending, snapshot, answer)
}

/// The snapshot as it is to stand: files are asked for if any are to come back.
pub(super) fn settle(mut pending: Pending, snapshot: Snapshot, answer: Answer<'_>) -> Step {
    pending.report.summarizer_tokens = answer.input_tokens.zip(answer.output_tokens);
    if !pending.files.is_empty() {
        let files = pending.files.clone();
        return Step::Restore(Box::new(pending), Box::new(snapshot), files);
    }
    restored(pending, &snapshot, &[])
}
