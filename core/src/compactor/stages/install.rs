//! Building block: from a summary to a patch. A patch is made only if the result measures smaller
//! than before.

use super::edits::ready;
use super::unread::unread_results;
use crate::compactor::{Ask, AwaitingSummary, Ending, Report};
use crate::history::PartKind;
use crate::host::patch::Splice;
use crate::notes::accept::Refusal;
use crate::notes::memory::{self, Sealed};
use crate::notes::snapshot::Snapshot;
use crate::notes::words::{BRIDGE, MEDIA_LEFT_OUT};
use crate::reduce::plan::replace_messages;
use crate::{
    Breakdown, ConfiguredHistory, Patch, Reason, ReasonCode, Result, Role, Warning, WarningCode,
};
use serde_json::Value;

/// The tokens that `snapshot` would take in the new history, with the messages around it.
pub fn summary_tokens(pending: &AwaitingSummary, snapshot: &Snapshot) -> Result<f64> {
    tokens_of(pending, &placed(pending, snapshot, Vec::new()))
}

fn tokens_of(pending: &AwaitingSummary, messages: &[Value]) -> Result<f64> {
    let list = Value::Array(messages.to_vec());
    let history = ConfiguredHistory::of(pending.history.config_as_read(), &list)?;
    Ok(history.tokens_unrounded(0, messages.len()))
}

/// What a summary puts into the history, and what it weighs.
struct Put {
    /// The messages in place of the span. The instruction to continue, if any, is the last one.
    messages: Vec<Value>,
    /// The number of messages before the instruction to continue.
    place: usize,
    /// The messages inserted after each pinned message.
    joints: Vec<Vec<Value>>,
    tokens: f64,
}

impl Put {
    fn of(pending: &AwaitingSummary, snapshot: &Snapshot, attachments: Vec<Value>) -> Result<Self> {
        let mut messages = placed(pending, snapshot, attachments);
        let place = messages.len();
        let said = continuation(pending);
        messages.extend(said.map(|text| pending.history.text_message(Role::User, &text)));
        let joints = joints(pending);
        let all: Vec<Value> = messages
            .iter()
            .chain(joints.iter().flatten())
            .cloned()
            .collect();
        Ok(Self {
            tokens: tokens_of(pending, &all)?,
            messages,
            place,
            joints,
        })
    }

    fn count(&self) -> usize {
        self.messages.len() + self.joints.iter().map(Vec::len).sum::<usize>()
    }

    fn continues(&self) -> bool {
        self.messages.len() > self.place
    }
}

/// Makes the patch that puts the summary into the history, followed by `attachments`; or refuses it
/// if it does not save enough.
pub fn assemble(
    pending: &mut AwaitingSummary,
    snapshot: &Snapshot,
    attachments: Vec<Value>,
) -> Ask {
    let mark = sealed(pending, snapshot).mark;
    let put = match Put::of(pending, snapshot, attachments) {
        Ok(put) => put,
        Err(error) => {
            let (ending, code) = (Ending::FailedTokenCountError, ReasonCode::CountingFailed);
            return refused(pending, ending, code, error.to_string());
        }
    };
    // Added up before rounding, so that a new measurement of the result gives the same number.
    let after = (pending.kept_tokens() + put.tokens).max(0.0).ceil() as u64;
    let AwaitingSummary {
        history, report, ..
    } = &mut *pending;
    let before = history.tokens();
    let summary_tokens = put.tokens.ceil() as u64;
    report.memory.tokens = summary_tokens;
    report.memory.text = Some(snapshot.render());
    report.memory.mark = Some(mark);
    report.size.planned = after;
    report.size.used_after = used_after(report, before, after, summary_tokens);
    if let Some(reason) = refused_because(history, report, before, after) {
        let ending = Ending::FailedInflatedTokenCount;
        return refused(pending, ending, ReasonCode::NotSmaller, reason);
    }
    report.size.after = after;
    report_summary(pending, &put);
    let patch = Patch {
        ops: pending.kept_patch.ops.clone(),
        splices: splices(pending, put),
    };
    Ask::Commit(Box::new(ready(
        &pending.history,
        (patch, pending.kept_edits.clone()),
        Ending::Compressed,
        pending.report.clone(),
    )))
}

/// Records the removed messages and their replacement in the report.
fn report_summary(pending: &mut AwaitingSummary, put: &Put) {
    let (gone, tokens) = pending.summarized();
    let AwaitingSummary {
        history,
        head,
        split,
        pinned,
        report,
        ..
    } = pending;
    report.cut.messages = gone;
    report.size.messages_after =
        history.len() - gone + put.count() - pending.kept_patch.splices.len();
    report.memory.continued = put.continues();
    report.reason = Reason::new(
        ReasonCode::Summarized,
        "older messages were replaced by a summary",
    );
    let unread = unread_results(history, *split);
    report.warnings.extend((unread > 0).then(|| Warning {
        code: WarningCode::UnreadLost,
        text: format!(
            "tool results that the agent has not read became part of the summary ({unread}), as in the original"
        ),
        path: None,
    }));
    report.add_summarized(gone, tokens);
    let kept = Breakdown::of(history, 0, *head).plus(Breakdown::of(history, *split, history.len()));
    let kept = pinned.iter().fold(kept, |kept, index| {
        kept.plus(Breakdown::of(history, *index, *index + 1))
    });
    report.parts.after = kept.less(&pending.kept_saving);
    report.parts.after.summary += report.memory.tokens;
}

/// The places of the patch at which messages go and come, the last place first.
fn splices(pending: &AwaitingSummary, mut put: Put) -> Vec<Splice> {
    let (split, length) = (pending.split, pending.history.len());
    let mut splices = pending.kept_patch.splices.clone();
    let at_the_end = split == length && pending.pinned.is_empty();
    if put.continues() && !at_the_end {
        // This one goes after the kept messages. In a patch later places come first.
        let said = put.messages.split_off(put.place);
        splices.push(replace_messages(length, length, said));
    }
    // What is pinned stays where it is, between what goes. Later places come first.
    let mut end = split;
    for (index, joint) in pending.pinned.iter().copied().zip(put.joints).rev() {
        if index + 1 < end || !joint.is_empty() {
            splices.push(replace_messages(index + 1, end, joint));
        }
        end = index;
    }
    splices.push(replace_messages(pending.head, end, put.messages));
    // At one place, what drops a message comes before what inserts there.
    splices.sort_by_key(|splice| std::cmp::Reverse(splice.start));
    splices
}

/// Why the result is refused, if it is. The estimate before is compared with the estimate after. If
/// the provider reported the tokens of the summary call, the prompt must not grow by its count
/// either.
fn refused_because(
    history: &ConfiguredHistory,
    report: &Report,
    before: u64,
    after: u64,
) -> Option<String> {
    let least = history.config().min_saving;
    let saving = before.saturating_sub(after) as f64 / before.max(1) as f64;
    if after > before || (after == before && least > 0.0) {
        return Some(format!(
            "the result would not be smaller: {before} tokens before, {after} after"
        ));
    }
    if saving < least {
        return Some(format!(
            "the result would save {:.1} % of the tokens, less than the {:.1} % asked for",
            saving * 100.0,
            least * 100.0
        ));
    }
    if report.memory.call_tokens.is_some() && report.size.used_after > report.size.used {
        return Some(format!(
            "by the provider's count the prompt would grow from {} to {} tokens",
            report.size.used, report.size.used_after
        ));
    }
    // A run that began at the hard limit must get below it; else the old history stays.
    match report.size.hard {
        Some(hard) if report.system.rescue && report.size.used_after >= hard => Some(format!(
            "the prompt would still take {} tokens, at or above the hard limit of {hard}",
            report.size.used_after
        )),
        _ => None,
    }
}

/// The tokens of the whole prompt after the run. If the provider reported the tokens of the summary
/// call, its input without the instructions leaves the prompt and its output comes in. Otherwise
/// the estimated saving is subtracted.
fn used_after(report: &Report, before: u64, after: u64, summary_tokens: u64) -> u64 {
    /// Tokens of the instructions in a request for a summary. Source: qwen-code.
    const INSTRUCTION_TOKENS: u64 = 1_000;
    match report.memory.call_tokens {
        Some((input, output)) => {
            let gone = input
                .saturating_sub(INSTRUCTION_TOKENS)
                .saturating_sub(report.memory.tokens_pending);
            report
                .size
                .used
                .saturating_sub(gone)
                .saturating_add(output)
                .saturating_add(report.memory.attachment_tokens)
        }
        // The estimate may exceed the provider's count. The prompt then still holds at least the
        // summary.
        None => report
            .used_less(before as f64 - after as f64)
            .max(summary_tokens.min(after)),
    }
}

/// Ends the run without installing a summary.
pub fn refused(pending: &AwaitingSummary, ending: Ending, code: ReasonCode, text: String) -> Ask {
    let mut report = pending.report.clone();
    report.reason = Reason::new(code, text);
    Ask::Nothing(ending, Box::new(report))
}

/// Ends the run without a summary because the answer was rejected.
pub fn refuse(pending: &AwaitingSummary, refusal: Refusal) -> Ask {
    let status = match refusal.code {
        ReasonCode::SummaryEmpty => Ending::FailedEmptySummary,
        ReasonCode::SummaryCutOff => Ending::FailedOutputTruncated,
        ReasonCode::SummaryTooLong => Ending::FailedInflatedTokenCount,
        _ => Ending::FailedInvalidSummary,
    };
    refused(pending, status, refusal.code, refusal.text)
}

/// The instruction to the agent to continue, if any. If a request was too large to be sent and
/// everything was summarized, the message also says that media were left out.
fn continuation(pending: &AwaitingSummary) -> Option<String> {
    let AwaitingSummary {
        history,
        turn,
        split,
        head,
        ..
    } = pending;
    let (config, length) = (history.config(), history.len());
    let is_automatic = turn.payload_overflow || !turn.force;
    let waits = !history.is_closed_boundary(length)
        || (*split < length && history.is_user_turn(length - 1));
    let fits = !history.dialect().rules().alternate;
    if config.tuning.continue_message.is_empty() || !is_automatic || waits || !fits {
        return None;
    }
    let summarized = (*head..*split).flat_map(|index| history.parts_of(index));
    let lost_media = turn.payload_overflow
        && *split == length
        && summarized
            .into_iter()
            .any(|part| matches!(part.kind, PartKind::Media | PartKind::NestedMedia));
    Some(if lost_media {
        format!("{MEDIA_LEFT_OUT} {}", config.tuning.continue_message)
    } else {
        config.tuning.continue_message.clone()
    })
}

/// Whether a message of the agent comes right after the summary: the first one that is kept, or the
/// answer that is still to come.
pub fn agent_follows(history: &ConfiguredHistory, split: usize) -> bool {
    match history.role(split) {
        Some(role) => role == Role::Assistant,
        None => matches!(
            history.role(history.len().wrapping_sub(1)),
            Some(Role::User | Role::Tool)
        ),
    }
}

/// The messages inserted after each pinned message, if roles must alternate and the next message is
/// of the same side.
fn joints(pending: &AwaitingSummary) -> Vec<Vec<Value>> {
    let AwaitingSummary {
        history,
        pinned,
        split,
        ..
    } = pending;
    let dialect = history.dialect();
    let is_agent = |index: usize| history.role(index).map(|role| role == Role::Assistant);
    let next = pinned.iter().skip(1).chain([split]);
    let joint = |(index, next): (&usize, &usize)| match (is_agent(*index), is_agent(*next)) {
        (Some(true), Some(true)) if dialect.rules().alternate => {
            vec![history.text_message(Role::User, BRIDGE)]
        }
        (Some(false), Some(false)) if dialect.rules().alternate => {
            vec![history.text_message(Role::Assistant, &history.config().tuning.acknowledgement)]
        }
        _ => Vec::new(),
    };
    pinned.iter().zip(next).map(joint).collect()
}

/// Our own message for this summary: its text with its mark.
pub fn sealed(pending: &AwaitingSummary, snapshot: &Snapshot) -> Sealed {
    memory::seal(
        snapshot,
        pending.turn.record_place.as_deref(),
        pending.latest_request.as_deref(),
        pending.older,
        pending.history.signing_key(),
    )
}

/// `text` as a message of the user, with the media of the request that it restates, and with the
/// parts in `beside`.
pub fn memory_message(pending: &AwaitingSummary, text: &str, beside: &[Value]) -> Value {
    let dialect = pending.history.dialect();
    if pending.request_media.is_empty() && beside.is_empty() {
        return pending.history.text_message(Role::User, text);
    }
    let parts = std::iter::once(dialect.text_part(text))
        .chain(pending.request_media.iter().cloned())
        .chain(beside.iter().cloned());
    dialect.parts_message(parts.collect())
}

/// The messages that replace the summarized ones, as the preset places them.
fn placed(pending: &AwaitingSummary, snapshot: &Snapshot, attachments: Vec<Value>) -> Vec<Value> {
    let own = pending.preset.summary_messages(pending, snapshot);
    own.unwrap_or_else(|| summary_messages(pending, snapshot, attachments))
}

/// The default placement: the environment if one is set, the summary as a message of the user, the
/// acknowledgement, and the attachments. The acknowledgement is left out if a message of the agent
/// comes next, so that roles alternate.
fn summary_messages(
    pending: &AwaitingSummary,
    snapshot: &Snapshot,
    attachments: Vec<Value>,
) -> Vec<Value> {
    let (history, config) = (&pending.history, pending.config());
    let dialect = history.dialect();
    let mut messages = Vec::new();
    if let Some(environment) = pending
        .turn
        .preamble
        .as_deref()
        .filter(|text| !text.is_empty())
    {
        messages.push(history.text_message(Role::User, environment));
        if config.tuning.acknowledge_environment {
            messages.push(history.text_message(Role::Assistant, &config.tuning.acknowledgement));
        }
    }
    let text = sealed(pending, snapshot).text;
    // If the agent is told to go on right after the summary, the acknowledgement stands between the
    // two messages of the user.
    let next = pending.pinned.first().copied().unwrap_or(pending.split);
    let is_last = next == history.len() && continuation(pending).is_some();
    let agent_follows = agent_follows(history, next) && !is_last;
    let bridged = agent_follows && next < history.len() && pending.preset.spec().bridges;
    // Attachments are a message of their own after the acknowledgement, unless the provider would
    // refuse two messages of the user in a row.
    let apart = !attachments.is_empty() && (agent_follows || dialect.joins_turns());
    let beside: &[Value] = if apart { &[] } else { &attachments };
    messages.push(memory_message(pending, &text, beside));
    if !agent_follows || bridged || apart {
        messages.push(history.text_message(Role::Assistant, &config.tuning.acknowledgement));
    }
    // Attachments are a message of the user too, so no bridge is needed after them.
    if apart {
        messages.push(dialect.parts_message(attachments));
    } else if bridged {
        messages.push(history.text_message(Role::User, BRIDGE));
    }
    messages
}
