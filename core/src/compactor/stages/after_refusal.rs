//! Building block: what a run does about a refusal of the provider.

use super::edits::clear_only;
use super::payload;
use super::pins::Pins;
use super::reported::{FAR_TOKENS, is_plausible, measure};
use crate::compactor::state::refusals::{Demand, limits_requests};
use crate::compactor::{Ask, Ending, Memory, Prepared, Report, Run};
use crate::reduce::all_thinking;
use crate::{
    CompactArgs, Config, ConfiguredHistory, Item, Patch, Reason, ReasonCode, RepairHistory, Role,
    Trigger, repair,
};

/// The demand of the rejection, adjusted to this list. If the provider counts more than twice our
/// tokens and the prompt contains media, the media explain the difference: some clients send those
/// of tool results as text. So media are cleared first. If none can be cleared, or the next prompt
/// is rejected too, the list is compacted. Without media, a count far above our own is of another
/// prompt, and is dropped once a run has measured the overhead.
pub fn suited(
    demand: Option<Demand>,
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    memory: &Memory,
) -> Option<Demand> {
    let Some(Demand::Compact {
        prompt_tokens: Some(told),
    }) = demand
    else {
        return demand;
    };
    let around = turn
        .overhead_tokens
        .max(memory.unlisted_tokens.unwrap_or(0));
    let counted = history.tokens() + around;
    if is_plausible(counted, told) {
        return demand;
    }
    // The agent's own media never go.
    let has_media = history
        .messages()
        .iter()
        .any(|entry| entry.media > 0 && entry.role != Role::Assistant);
    if has_media {
        return Some(Demand::Media { place: None });
    }
    // Before the first run nothing is known of what surrounds the messages.
    let most = history.config().context_window.unwrap_or(u64::MAX);
    let is_other = memory.last_used > 0 && told - counted >= FAR_TOKENS.min(most);
    Some(Demand::Compact {
        prompt_tokens: Some(told).filter(|_| !is_other),
    })
}

/// The turn, with what the refusal asks for.
pub fn pressed(mut turn: CompactArgs, demand: Option<&Demand>, config: &Config) -> CompactArgs {
    match demand {
        Some(Demand::Compact { prompt_tokens }) => {
            (turn.force, turn.refused_tokens) = (true, true);
            if let Some(tokens) = prompt_tokens {
                // The provider has counted this very prompt: nothing is newer.
                (
                    turn.prompt_tokens,
                    turn.prompt_messages,
                    turn.covers_last_request,
                ) = (Some(*tokens), None, false);
            }
        }
        Some(Demand::Bytes) => {
            turn.payload_overflow = true;
            // A system that knows no limit of bytes only knows how to compact.
            turn.force |= !config.system.relieves_bytes;
        }
        Some(Demand::Media { place }) => {
            turn.refused_media = Some(place.clone().unwrap_or_default())
        }
        Some(Demand::Repair | Demand::DropThinking) | None => {}
    }
    turn
}

/// The first step where the refusal is of another kind than those that compacting helps against;
/// `None` where the system decides.
pub fn begin(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    turn: &CompactArgs,
    demand: Option<&Demand>,
    memory: &Memory,
) -> Option<Run> {
    match demand {
        Some(Demand::Repair) if history.config().repair_history != RepairHistory::Never => {
            repaired(history, messages, turn, memory)
        }
        Some(Demand::DropThinking) => without_thinking(history, messages, turn, memory),
        Some(Demand::Media { .. }) if !limits_requests(history.config()) => {
            let relief = payload::relief(history, messages, turn, &Pins::default());
            let report = Report {
                trigger: Trigger::ImageOverflow,
                ..first_report(history, turn, memory)
            };
            let cleared = || clear_only(history, &relief.edits, messages, turn, report);
            (!relief.edits.is_empty()).then(|| committed(cleared()))
        }
        _ => None,
    }
}

fn committed(prepared: Prepared) -> Run {
    Run::of(
        Some(prepared.report.trigger),
        Ask::Commit(Box::new(prepared)),
    )
}

fn first_report(history: &ConfiguredHistory, turn: &CompactArgs, memory: &Memory) -> Report {
    let measured = measure(history, turn, memory);
    let mut report = Report::new(history, measured.used, 0, measured.around);
    report.size.scale = measured.scale;
    report
}

/// Removes all signed thinking: the list does not show which blocks are bound to removed content.
fn without_thinking(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    turn: &CompactArgs,
    memory: &Memory,
) -> Option<Run> {
    let edits = all_thinking(history, messages);
    if edits.is_empty() {
        return None;
    }
    let mut report = first_report(history, turn, memory);
    report.trigger = Trigger::Refusal;
    let mut prepared = clear_only(history, &edits, messages, turn, report);
    prepared.status = Ending::Repaired;
    prepared.report.reason = Reason::new(
        ReasonCode::Repaired,
        "the provider rejected signed thinking; all of it was removed",
    );
    Some(committed(prepared))
}

fn repaired(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    turn: &CompactArgs,
    memory: &Memory,
) -> Option<Run> {
    let config = history.config_as_read();
    // What no repair settles is left to the host: the next refusal says so.
    let found = repair(config.clone().of_chars(), messages).ok()?;
    if found.patch == Patch::default() {
        return None;
    }
    let list = found.patch.messages(messages).ok()?;
    let after = ConfiguredHistory::of(config, Item::from(&list)).ok()?;
    let mut report = first_report(history, turn, memory);
    let (before, now) = (history.tokens(), after.tokens());
    report.trigger = Trigger::Refusal;
    report.size.after = now;
    report.size.planned = now;
    report.size.used_after = report.used_less(before as f64 - now as f64);
    report.size.messages_after = after.len();
    let count = found.repairs.len();
    let first = found.repairs.first().map_or("", |repair| repair.action);
    report.reason = Reason::new(
        ReasonCode::Repaired,
        format!("the provider rejected the history; repairs: {count}; the first: {first}"),
    );
    Some(committed(Prepared {
        status: Ending::Repaired,
        report,
        patch: found.patch,
    }))
}
