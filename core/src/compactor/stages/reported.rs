//! Building block: what a provider's report of the last prompt is worth, and what it tells of what
//! surrounds the messages.

use crate::compactor::contract::result::{Warning, grouped};
use crate::compactor::contract::turn::CompactArgs;
use crate::compactor::contract::words::WarningCode;
use crate::configured::ConfiguredHistory;

/// A report of less than this share of our own estimate of the same prompt is not believed. From
/// there up it counts as it is. Chosen here: our estimates err by a few percent on what they were
/// fitted to, by a third on scripts and models that they were not; a report that leaves out what
/// was cached, or that is of another list, is far lower.
const PLAUSIBLE_SHARE: f64 = 0.5;

/// A report is far above our estimate if it counts more than the same factor and so many tokens
/// more. Chosen here: system texts and tool schemas of agents take up to 40,000 tokens, and a host
/// need not tell them.
pub(crate) const FAR_TOKENS: u64 = 50_000;

/// How far an estimate may be off, as a share. Chosen here: three times what was measured on
/// recorded sessions.
const ESTIMATE_ERROR: f64 = 0.15;

/// What reports count beside the messages takes at most this share of the window. Chosen here: more
/// leaves no room for a conversation, so the messages themselves have more tokens than we see.
const AROUND_SHARE: f64 = 0.75;

/// Whether a report of a prompt may be true.
pub(crate) fn is_plausible(reported: u64, estimated: u64) -> bool {
    reported as f64 >= estimated as f64 * PLAUSIBLE_SHARE
}

/// Looks at the report of this turn. One that is of a prompt from before the last compaction
/// (`acted_on`), or from before the provider's own, or that cannot be true, is taken out of the turn.
pub(crate) fn weigh(
    history: &ConfiguredHistory,
    turn: &mut CompactArgs,
    acted_on: Option<u64>,
) -> Option<Warning> {
    let covered = turn.reported_messages(history);
    let reported = turn.prompt_tokens?;
    if Some(reported) == acted_on || turn.is_outdated(history) {
        turn.prompt_tokens = None;
        return None;
    }
    if covered > history.len() {
        return None;
    }
    // What earlier reports told is left out: it would vouch for them.
    let estimated = history.tokens_between(0, covered) + turn.overhead_tokens;
    let (code, what) = if !is_plausible(reported, estimated) {
        turn.prompt_tokens = None;
        (
            WarningCode::UsageImplausible,
            "that is less than half, so the estimate decides. Does the report leave out what was cached?",
        )
    } else if is_plausible(estimated, reported) || reported - estimated < FAR_TOKENS {
        return None;
    } else {
        (
            WarningCode::UsageFar,
            "that is more than twice as much. The report decides, but messages may hold what is not read here, or `system` and `tools` were not given.",
        )
    };
    let (reported, estimated) = (grouped(reported), grouped(estimated));
    Some(Warning {
        code,
        text: format!(
            "the provider reported {reported} tokens for a prompt that we estimate at {estimated}: {what}"
        ),
        path: Some("/usage".to_owned()),
    })
}

/// What surrounds the messages, after the report of this turn; `known` is what was known before. It
/// replaces that only as far as the error of an estimate cannot explain the difference.
pub(crate) fn unlisted_tokens(
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    known: Option<u64>,
) -> Option<u64> {
    let messages = turn.reported_messages(history);
    let Some(reported) = turn.prompt_tokens.filter(|_| messages <= history.len()) else {
        return known;
    };
    let estimated = history.tokens_between(0, messages);
    let error = (estimated as f64 * ESTIMATE_ERROR) as u64;
    let excess = reported
        .saturating_sub(estimated)
        .min(most_around(history, estimated));
    if turn.refused_tokens {
        // The provider counted this very prompt. Whatever it counts beyond our estimate must go too.
        return Some(known.unwrap_or(0).max(excess));
    }
    Some(known.map_or(excess, |known| {
        known.clamp(excess.saturating_sub(error), excess + error)
    }))
}

/// A conversation of at most this share of the window is no reason for a report that fills it: then
/// the tools do. Chosen here: a first message and little more.
const BEGINNING_SHARE: f64 = 0.02;

/// The most that is believed to surround the messages: a share of the window, so that an estimate
/// that is too low does not make everything unreachable.
fn most_around(history: &ConfiguredHistory, estimated: u64) -> u64 {
    let config = history.config();
    let Some(window) = config.context_window else {
        return u64::MAX;
    };
    let window = window.saturating_sub(config.reserve_tokens) as f64;
    if estimated as f64 <= window * BEGINNING_SHARE {
        return u64::MAX;
    }
    (window * AROUND_SHARE) as u64
}
