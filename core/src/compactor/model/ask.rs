//! Building block: the complete requests to a model.

use crate::compactor::AwaitingSummary;
use crate::host::clip::{clip, head_of};
use crate::notes::prompt;
use crate::notes::snapshot::Snapshot;
use crate::notes::transcript::{Entries, TranscriptDetail, fitted, transcript};
use crate::{
    CompactArgs, Config, ConfiguredHistory, Item, Purpose, RequestForm, Role, SummaryRequest,
};
use serde_json::Value;

/// Longest instructions of one turn, in chars: of the user, and of the host's
/// `before_compact`. Source: qwen-code.
const USER_CHARS: usize = 2_000;
const CONTEXT_CHARS: usize = 4_000;

/// The most tokens that the answer to a request of `input_tokens` may have.
pub fn output_budget(pending: &AwaitingSummary, input_tokens: u64) -> u64 {
    let window = window_of_summariser(pending);
    let own = pending.preset.output_budget(pending, window, input_tokens);
    own.unwrap_or_else(|| quarter_of_window(pending))
}

/// The output budget of most presets: the option `max_summary_tokens`, but at most a quarter of the
/// window.
fn quarter_of_window(pending: &AwaitingSummary) -> u64 {
    let most = pending.config().max_summary_tokens;
    most.min(window_of_summariser(pending) / 4).max(1)
}

/// The window of the model that writes the summary: `summarizer_window`, by default the
/// conversation's window.
fn window_of_summariser(pending: &AwaitingSummary) -> u64 {
    let config = pending.config();
    let own = config.summarizer_window;
    own.or_else(|| config.known_window()).unwrap_or(u64::MAX)
}

/// Returns the request for a summary of a transcript, or of its first chunk, and the transcript
/// text that it shows. The other chunks wait. `end` is the end of the transcript: the cut, or a
/// later index if the summarizer should read kept messages too.
pub fn summary_request(
    pending: &mut AwaitingSummary,
    messages: &Item<'_>,
    end: usize,
    detail: TranscriptDetail,
) -> (SummaryRequest, String) {
    let own = known_notes(pending);
    let found = pending.ours.previous(pending.head, pending.split);
    let previous = own.as_ref().zip(found.map(|found| found.is_proven()));
    let mut pieces = entries(pending, messages, end, detail, own.as_ref());
    let whole: f64 = pieces.iter().map(|piece| piece.shown_of().1).sum();
    let mut sum = 0.0;
    pending.report.memory.shown = pieces
        .iter()
        .map(|piece| {
            sum += piece.shown_of().0;
            if whole > 0.0 {
                (sum / whole * 1_000.0).floor() / 1_000.0
            } else {
                1.0
            }
        })
        .collect();
    pending.rest = pieces.split_off(1).into_iter();
    let (request, record) = piece_request(pending, &pieces[0], previous);
    let is_native = pending.config().tuning.request == RequestForm::Native;
    let native = is_native
        .then(|| native_request(pending, messages, end))
        .flatten();
    (native.unwrap_or(request), record)
}

/// Returns the request for a summary of one chunk of a transcript and of the earlier summary, and
/// the transcript text that it shows.
pub fn piece_request(
    pending: &AwaitingSummary,
    piece: &Entries,
    previous: Option<(&Snapshot, bool)>,
) -> (SummaryRequest, String) {
    let purpose = match pending.rest.len() {
        0 => Purpose::Summary,
        _ => Purpose::Piece,
    };
    let notes = previous.map_or_else(String::new, |(notes, _)| notes.render());
    let text = piece.framed(
        &pending.known,
        &[
            &notes,
            pending.instructions.as_deref().unwrap_or_default(),
            pending.turn.plan_path.as_deref().unwrap_or_default(),
        ],
    );
    let question = prompt::request(&text, previous, wishes(pending));
    (request(pending, purpose, &[(Role::User, &question)]), text)
}

/// The request that contains the summarized messages themselves, in the host's format, and a
/// question.
fn native_request(
    pending: &AwaitingSummary,
    messages: &Item<'_>,
    end: usize,
) -> Option<SummaryRequest> {
    let told: Option<Vec<Value>> = (pending.head..end)
        .map(|index| messages.at(index)?.to_value().ok())
        .collect();
    let question = prompt::question(wishes(pending));
    let mut request = request(pending, Purpose::Summary, &[(Role::User, &question)]);
    request.messages.splice(0..0, told?);
    request.input_tokens += pending.history.tokens_between(pending.head, end);
    request.max_output_tokens = output_budget(pending, request.input_tokens);
    Some(request)
}

/// The earlier summary, as it is shown to the model and used to judge its answer: only the model's
/// own words, if records come with them.
pub fn known_notes(pending: &AwaitingSummary) -> Option<Snapshot> {
    let found = &pending.ours.previous(pending.head, pending.split)?.snapshot;
    Some(match &*found.words {
        "" => found.clone(),
        words => Snapshot::of_words(words),
    })
}

/// The settings of a prompt: the instructions, the plan file, whether records come with the summary,
/// and the token limit to state.
fn wishes(pending: &AwaitingSummary) -> prompt::SummaryInstructions<'_> {
    let plan = pending.turn.plan_path.as_deref();
    prompt::SummaryInstructions {
        instructions: pending.instructions.as_deref(),
        plan_path: plan.filter(|path| !path.is_empty()),
        records: pending
            .claims
            .as_ref()
            .is_some_and(|claims| claims.records.is_some()),
        tokens: pending
            .preset
            .spec()
            .guards_summary
            .then(|| (output_budget(pending, 0) as f64 * ASKED / 10.0) as u64 * 10),
    }
}

/// The share of its output budget that the prompt states to a model. Chosen here: models count
/// tokens badly, and a longer summary loses its end.
const ASKED: f64 = 0.8;

/// The transcript: one chunk, or several if it does not fit one request.
fn entries(
    pending: &AwaitingSummary,
    messages: &Item<'_>,
    end: usize,
    detail: TranscriptDetail,
    previous: Option<&Snapshot>,
) -> Vec<Entries> {
    let (history, ours) = (&pending.history, &pending.ours);
    let span = (pending.head, end);
    let chars_in = |tokens: f64| {
        let chars = tokens * chars_per_token(history, span);
        chars.min(usize::MAX as f64 / 2.0) as usize
    };
    if detail != TranscriptDetail::Fitted {
        let room = room_tokens(pending, previous, quarter_of_window(pending)) * MARGIN_CAPPED;
        let max_chars = chars_in(room);
        return vec![transcript(history, messages, span, ours, max_chars, detail)];
    }
    let notes = output_budget(pending, 0);
    let room = room_tokens(pending, previous, notes) * MARGIN_FITTED;
    let fit = |room: f64| {
        let mut max_chars = chars_in(room);
        let mut pieces = fitted(history, messages, span, ours, max_chars);
        for _ in 0..ROUNDS {
            let tokens = pieces.iter().map(|piece| piece.tokens(&history.scale()));
            let tokens = tokens.max().unwrap_or(0) as f64;
            if tokens <= room {
                break;
            }
            max_chars = (max_chars as f64 * room / tokens * 0.98) as usize;
            pieces = fitted(history, messages, span, ours, max_chars);
        }
        pieces
    };
    let pieces = fit(room);
    if pieces.len() == 1 {
        return pieces;
    }
    // Each piece but the first comes with the notes on those before it.
    fit((room - notes as f64).max(room / 4.0))
}

/// How many times a transcript is rendered again if it has more tokens than its chars suggest.
const ROUNDS: usize = 4;
/// The share of the available tokens to fill if the tokens of the transcript are not counted
/// afterwards: chars per token is an estimate.
const MARGIN_CAPPED: f64 = 0.75;
/// The share to fill if they are counted. Chosen here: estimates err by a few percent, and the
/// summarizer may be another model.
const MARGIN_FITTED: f64 = 0.9;

/// The tokens that the summarizer's window leaves for the transcript after `answer` tokens of
/// output, the instructions and the earlier summary.
fn room_tokens(pending: &AwaitingSummary, previous: Option<&Snapshot>, answer: u64) -> f64 {
    let previous = previous.map(|notes| (notes, true));
    let question = prompt::request("", previous, wishes(pending));
    let system = prompt::system(pending.config().tuning.template);
    let scale = pending.history.scale();
    window_of_summariser(pending)
        .saturating_sub(answer)
        .saturating_sub(scale.tokens_of_texts(&[&system, &question])) as f64
}

/// Chars per token of the messages `head..end`. It is measured if the estimator reads text, so that
/// a transcript in another script, or one full of dense output, does not exceed the window.
fn chars_per_token(history: &ConfiguredHistory, (head, end): (usize, usize)) -> f64 {
    let configured = history.config().tuning.chars_per_token;
    if !history.config().estimator().reads_text() {
        return configured;
    }
    let chars = history.chars_before(end) - history.chars_before(head.min(end));
    // None of our estimators gives less than half a char per token.
    (chars as f64 / history.tokens_between(head, end).max(1) as f64).clamp(0.5, configured.max(0.5))
}

/// Returns the request of the second call: the transcript that the first call read, its answer, and
/// the question what is missing from it. The question after the transcript is not repeated.
pub fn verify_request(
    pending: &AwaitingSummary,
    last: &SummaryRequest,
    first: &str,
) -> SummaryRequest {
    let config = pending.config();
    let mut talk = vec![(Role::User, prompt::CRITIQUE)];
    if !first.trim().is_empty() {
        talk.insert(0, (Role::Assistant, first));
    }
    if config.tuning.request == RequestForm::Native {
        return behind(pending, last, Purpose::Check, &talk);
    }
    let shown = prompt::record(&pending.asked.record);
    talk.insert(0, (Role::User, &shown));
    request(pending, Purpose::Check, &talk)
}

/// A request that is sent after the conversation as it was last sent. It holds only the question.
pub fn shared_request(pending: &AwaitingSummary) -> SummaryRequest {
    let system = prompt::system(pending.config().tuning.template);
    let asked = prompt::question(prompt::SummaryInstructions {
        plan_path: None,
        ..wishes(pending)
    });
    let question = format!("{system}\n\n{asked}");
    let shared = SummaryRequest {
        follows_conversation: true,
        ..empty(pending, Purpose::Summary, String::new())
    };
    shared.asking(pending, &[(Role::User, &question)])
}

/// Longest answer that is quoted in the same talk, in chars: a refused one may be of any length.
const QUOTED_CHARS: usize = 20_000;

/// Returns a request that continues `last` with its answer and a new question. `None` if it would
/// not fit the window.
pub fn follow_up(
    pending: &AwaitingSummary,
    last: &SummaryRequest,
    answer: &str,
    question: &str,
) -> Option<SummaryRequest> {
    let answer = clip(answer.trim(), QUOTED_CHARS, 0.7);
    let mut talk = vec![(Role::User, question)];
    if !answer.is_empty() {
        talk.insert(0, (Role::Assistant, &*answer));
    }
    let request = behind(pending, last, Purpose::Retry, &talk);
    let whole = request
        .input_tokens
        .saturating_add(request.max_output_tokens);
    (whole <= window_of_summariser(pending)).then_some(request)
}

/// Returns the request `last` with the messages of `talk` appended.
fn behind(
    pending: &AwaitingSummary,
    last: &SummaryRequest,
    purpose: Purpose,
    talk: &[(Role, &str)],
) -> SummaryRequest {
    let history = &pending.history;
    let said = talk
        .iter()
        .map(|(role, text)| last.message(history, *role, text));
    let texts: Vec<&str> = talk.iter().map(|(_, text)| *text).collect();
    let input_tokens = last
        .input_tokens
        .saturating_add(history.scale().tokens_of_texts(&texts));
    SummaryRequest {
        purpose,
        messages: last.messages.iter().cloned().chain(said).collect(),
        max_output_tokens: output_budget(pending, input_tokens),
        input_tokens,
        ..last.clone()
    }
}

impl SummaryRequest {
    /// Builds a message of this request. After the conversation, it has the shape of the
    /// conversation's messages. Otherwise the request is standalone, and its messages contain plain
    /// text.
    fn message(&self, history: &ConfiguredHistory, role: Role, text: &str) -> Value {
        let listed = self.follows_conversation && history.is_listed();
        history.dialect().shaped_message(listed, role, text)
    }

    /// This request with the messages of `talk`, and its sizes.
    pub fn asking(mut self, pending: &AwaitingSummary, talk: &[(Role, &str)]) -> Self {
        let history = &pending.history;
        let texts = talk.iter().map(|(_, text)| *text);
        let texts: Vec<&str> = std::iter::once(self.system.as_str()).chain(texts).collect();
        self.input_tokens = history.scale().tokens_of_texts(&texts);
        self.max_output_tokens = output_budget(pending, self.input_tokens);
        let messages = talk.iter();
        self.messages = messages
            .map(|(role, text)| self.message(history, *role, text))
            .collect();
        self
    }
}

fn request(pending: &AwaitingSummary, purpose: Purpose, talk: &[(Role, &str)]) -> SummaryRequest {
    let system = prompt::system(pending.config().tuning.template);
    empty(pending, purpose, system).asking(pending, talk)
}

/// A request without messages.
fn empty(pending: &AwaitingSummary, purpose: Purpose, system: String) -> SummaryRequest {
    SummaryRequest {
        purpose,
        system,
        messages: Vec::new(),
        max_output_tokens: 0,
        input_tokens: 0,
        model: (pending.preset.spec().asked_model)(pending.config().model.as_deref()),
        follows_conversation: false,
        timeout_s: Some(pending.config().summarize_timeout_s).filter(|limit| *limit > 0.0),
    }
}

/// The instructions for the summary: the option `instructions`, then the user's instructions for
/// this run, then the text from `before_compact`. `None` if all are empty.
pub fn summary_instructions(config: &Config, turn: &CompactArgs) -> Option<String> {
    let texts = [
        (&config.instructions, usize::MAX),
        (&turn.instructions, USER_CHARS),
        (&turn.context, CONTEXT_CHARS),
    ];
    let texts = texts.into_iter().filter_map(|(text, most)| {
        let text = head_of(text.as_deref()?.trim(), most);
        (!text.is_empty()).then_some(text)
    });
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}
