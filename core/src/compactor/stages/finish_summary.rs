//! From a good snapshot to a patch. Files to restore are read first. Reminders follow the summary:
//! state of the application that no message shows, and that the host passes with the turn.

use super::install;
use super::reported::is_plausible;
use crate::compactor::{Ask, AwaitingSummary};
use crate::host::clip::{head_of, one_line};
use crate::host::units::{tokens_from_chars, utf16_len};
use crate::notes::memory::steady;
use crate::notes::snapshot::Snapshot;
use crate::notes::words::{AGENTS, PLAN_MODE};
use crate::read::media::sanitize_label;
use crate::{Claim, ClaimKind, RestoredFile, Warning, WarningCode};
use serde_json::Value;

/// Most tasks that are named; the newest are. Source: qwen-code 0.24.4.
const AGENTS_MAX: usize = 30;
/// Longest description of a task, in chars, and longest warning. Source: qwen-code 0.24.4.
const DESCRIPTION_CHARS: usize = 200;
/// Longest name and longest status, in chars. Chosen here.
const LABEL_CHARS: usize = 80;

/// Whether a report of the summarizer's input may be of the complete request. If not, the provider
/// left the cached tokens out of it.
fn is_whole(pending: &AwaitingSummary, input_tokens: u64) -> bool {
    // A request that follows the conversation holds all of it.
    let followed = if pending.report.memory.followed {
        pending.history.tokens() + pending.report.size.overhead
    } else {
        0
    };
    is_plausible(input_tokens, pending.report.memory.input_tokens + followed)
}

/// Asks for the files that should come back, if there are any; else makes the patch.
pub fn finish_summary(
    pending: &mut AwaitingSummary,
    snapshot: Snapshot,
    counted: Option<(u64, u64)>,
) -> Ask {
    // What stands in for a summary that is refused tells nothing of it.
    let untouched = pending.report.clone();
    let mut snapshot = completed(pending, snapshot);
    if pending.preset.spec().guards_summary {
        snapshot = steady(snapshot, pending.latest_request.as_deref());
    }
    for text in [&mut snapshot.words, &mut snapshot.record] {
        *text = pending.without_secrets(text).into_owned();
    }
    pending.report.memory.call_tokens = counted.filter(|(input, _)| is_whole(pending, *input));
    if !pending.files.is_empty() {
        return Ask::Files(Box::new(snapshot));
    }
    let ask = restored(pending, &snapshot, &[]);
    pending.report = untouched;
    ask
}

/// A model summary with its claims marked, and with the records that a program wrote.
fn completed(pending: &mut AwaitingSummary, snapshot: Snapshot) -> Snapshot {
    let Some(claims) = pending.claims.take() else {
        return snapshot;
    };
    let found = claims.check(&snapshot.words);
    let is_name = |claim: &&Claim| claim.kind != ClaimKind::Check;
    let known = &pending.asked.known;
    let names = found
        .unsupported
        .iter()
        .filter(is_name)
        .map(|claim| claim.text.as_str());
    let made_up: Vec<&str> = names.filter(|name| !known.contains(name)).take(3).collect();
    let names = format!(
        "the summary names something that no message mentions: {}",
        made_up.join(", ")
    );
    let (words, failed) = claims.marked(&found, known, &snapshot.words);
    let claim =
        |call| format!("the summary says that a check passed whose newest run failed: {call}");
    let told = (!made_up.is_empty()).then_some(names);
    let told = told.into_iter().chain(failed.map(claim));
    pending.report.warnings.extend(told.map(|text| Warning {
        code: WarningCode::SummaryUnsupported,
        text: sanitize_label(&text, DESCRIPTION_CHARS),
        path: None,
    }));
    pending.report.memory.claims = found;
    match &claims.records {
        Some(records) => records.clone().beside(words),
        None => Snapshot { words, ..snapshot },
    }
}

/// Makes the patch. `files` are those that were read again.
pub fn restored(pending: &mut AwaitingSummary, snapshot: &Snapshot, files: &[RestoredFile]) -> Ask {
    let own = pending.preset.attachments(pending, files);
    let attachments = own.unwrap_or_else(|| reminders(pending));
    install::assemble(pending, snapshot, attachments)
}

/// Tokens of a text that follows a summary: a quarter of its chars, rounded up. Source: qwen-code.
pub fn attachment_tokens(text: &str) -> u64 {
    tokens_from_chars(utf16_len(text) as u64, 4.0)
}

/// The reminders as parts of a user message. Their tokens are added to the report.
pub fn reminders(pending: &mut AwaitingSummary) -> Vec<Value> {
    let mut texts = Vec::new();
    if pending.turn.plan_mode {
        texts.push(PLAN_MODE.to_owned());
    }
    let agents = &pending.turn.running_agents;
    if !agents.is_empty() {
        let mut text = AGENTS.to_owned();
        let left_out = agents.len().saturating_sub(AGENTS_MAX);
        for agent in &agents[left_out..] {
            let [id, status] =
                [&agent.id, &agent.status].map(|label| sanitize_label(label, LABEL_CHARS));
            let description = sanitize_label(
                head_of(
                    &one_line(&agent.description, DESCRIPTION_CHARS * 2),
                    DESCRIPTION_CHARS,
                ),
                DESCRIPTION_CHARS,
            );
            text.push_str(&format!("\n- {status}, {id}: {description}"));
        }
        if left_out > 0 {
            text.push_str(&format!("\n- ({left_out} older tasks left out)"));
        }
        texts.push(text);
    }
    for text in &texts {
        pending.report.memory.attachment_tokens += attachment_tokens(text);
    }
    let dialect = pending.history.dialect();
    texts.iter().map(|text| dialect.text_part(text)).collect()
}
