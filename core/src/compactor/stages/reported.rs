//! Building block: the size of the next prompt, by all known facts: the provider's report of the
//! last one, the messages since, and our estimate. It is one measure for all presets; the triggers
//! are the presets'.
//!
//! A report belongs to the list that it is of, and to the model that counted it. One that cannot be
//! of this list does not count; one of another model is dropped with everything learned from it.

use super::budget::{self, Room};
use crate::compactor::{Ending, Memory, ONE, Report, SizeReport, grouped};
use crate::{CompactArgs, Config, ConfiguredHistory, RunResult, Warning, WarningCode};
use std::borrow::Cow;

/// A report of less than this share of our own estimate of the same prompt is not believed. From
/// there up it counts as it is. Chosen here: our estimates err by a few percent on what they were
/// fitted to, by a third on scripts and models that they were not; a report that leaves out what
/// was cached, or that is of another list, is far lower.
const PLAUSIBLE_SHARE: f64 = 0.5;

/// A report is far above our estimate if it is more than twice as much and at least this number of
/// tokens more. Chosen here: system prompts and tool schemas of agents take up to 40,000 tokens,
/// and a host need not pass them.
pub const FAR_TOKENS: u64 = 50_000;

/// A report that exceeds the expected size by more than this factor is believed only if the next
/// one confirms it. The first factor applies after a report that was believed, the second to the
/// first report if the host passes everything outside the messages. Chosen here: the error of an
/// estimate that was compared with a report, and of one for content that it was not fitted to.
const FAR_SHARE: f64 = 1.15;
const FAR_SHARE_AT_FIRST: f64 = 1.5;

/// What providers add to a prompt that no host sees, at most, in tokens and as a part of the window.
/// Chosen here: Anthropic adds about 350 for tools and 750 for a computer, and says so; other tools
/// that run at the provider bring their schemas along.
const ADDED_TOKENS: u64 = 2_000;
const ADDED_PART: u64 = 16;

/// How far an estimate may be off, as a share. Chosen here: three times what was measured on
/// recorded sessions.
const ESTIMATE_ERROR: f64 = 0.15;

/// The tokens that reports count in addition to the messages take at most this share of the window.
/// Chosen here: more leaves no tokens for a conversation, so the messages themselves have more
/// tokens than we see.
const AROUND_SHARE: f64 = 0.75;

/// Whether a report of a prompt may be true.
pub fn is_plausible(reported: u64, estimated: u64) -> bool {
    reported as f64 >= estimated as f64 * PLAUSIBLE_SHARE
}

/// How large the next prompt is, as far as that is known before anything is done.
#[derive(Debug, Clone, Default)]
pub struct Fit {
    /// Its tokens, as the provider counts.
    pub used: u64,
    /// What of it surrounds the messages.
    pub around: u64,
    /// The provider's tokens per token of our estimate, in thousandths.
    pub scale: u64,
    /// What surrounds the messages by reports, for the next run.
    pub unlisted: Option<u64>,
    /// By how much the report alone exceeds what is believed to surround the messages.
    pub beyond: u64,
    /// Whether the report was believed.
    pub is_believed: bool,
    /// How many of its tokens no provider has counted.
    pub estimated: u64,
    /// By what factor the report is above what was expected of it, in thousandths, if it was doubted
    /// for that.
    pub doubted: Option<u64>,
    /// What the host should know of the report.
    pub warning: Option<Warning>,
    /// The measure by the provider's count, if a reproduced system measures otherwise.
    pub counted: Option<Box<Counted>>,
}

/// What decides whether the prompt fits, where a reproduced system measures otherwise.
#[derive(Debug, Clone, Default)]
pub struct Counted {
    /// How large the next prompt is.
    pub fit: Fit,
    /// Our tokens of the messages before the run.
    pub before: u64,
    /// Our tokens of the messages after the run, if they were measured.
    pub after: Option<u64>,
}

/// What is known of the next prompt. `history` measures as its provider does.
pub fn measure(history: &ConfiguredHistory, turn: &CompactArgs, memory: &Memory) -> Fit {
    let config = history.config();
    let told = memory.learned_of(config);
    let (report, warning, doubted) = weighed(history, turn, memory);
    let given = turn.overhead_counted.unwrap_or(turn.overhead_tokens);
    // Where all that surrounds the messages was given, nothing else takes much.
    let told = told.map(|(unlisted, scale)| match turn.around_known {
        true => (unlisted.min(given + most_added(config)), scale),
        false => (unlisted, scale),
    });
    let Some(reported) = report else {
        return Fit {
            doubted,
            ..without_report(history, given, told, warning)
        };
    };
    let covered = turn.reported_messages(history);
    if covered > history.len() {
        return Fit {
            used: reported,
            is_believed: true,
            estimated: 0,
            ..without_report(history, given, told, warning)
        };
    }
    let estimated = history.tokens_between(0, covered);
    let since = history.tokens_between(covered, history.len());
    let excess = reported.saturating_sub(estimated);
    let known = told.map(|(unlisted, _)| unlisted);
    let whole = (estimated + given).max(1);
    let most = most_around(config);
    let mut beyond = excess.saturating_sub(most);
    let (unlisted, around, scale) = if turn.refused_tokens {
        // The provider counted this very prompt. Whatever it counts beyond our estimate must go too.
        let unlisted = known.unwrap_or(0).max(excess.min(most));
        (unlisted, given.max(unlisted), ONE)
    } else if turn.around_known && reported > whole {
        beyond = 0;
        let added = (reported - whole).min(most_added(config));
        let scale = thousandths(reported - added, whole).max(ONE);
        (given + added, scaled(given, scale) + added, scale)
    } else {
        let error = (estimated as f64 * ESTIMATE_ERROR) as u64;
        let most = excess.min(most);
        // It replaces what was known only as far as the error of an estimate cannot explain the
        // difference.
        let unlisted = known.map_or(most, |known| {
            known.clamp(most.saturating_sub(error), most + error)
        });
        let scale = thousandths(reported, whole).min(ONE);
        (unlisted, given.max(unlisted), scale)
    };
    Fit {
        used: reported.saturating_add(scaled(since, scale.max(ONE))),
        around,
        scale,
        unlisted: Some(unlisted),
        beyond,
        is_believed: true,
        estimated: since,
        warning,
        ..Fit::default()
    }
}

/// The measure by our estimate and by earlier reports.
fn without_report(
    history: &ConfiguredHistory,
    given: u64,
    told: Option<(u64, u64)>,
    warning: Option<Warning>,
) -> Fit {
    let (unlisted, scale) = told.map_or((0, ONE), |(unlisted, scale)| (unlisted, scale.max(ONE)));
    let added = unlisted.saturating_sub(given);
    let around = scaled(given, scale) + added;
    let used = scaled(history.tokens(), scale) + around;
    Fit {
        used,
        estimated: used,
        around,
        scale,
        unlisted: told.map(|(unlisted, _)| unlisted),
        warning,
        ..Fit::default()
    }
}

fn scaled(tokens: u64, scale: u64) -> u64 {
    match scale {
        ONE => tokens,
        _ => (tokens as f64 * scale as f64 / ONE as f64).ceil() as u64,
    }
}

fn thousandths(tokens: u64, of: u64) -> u64 {
    (tokens as f64 * ONE as f64 / of as f64).round() as u64
}

/// The report of this turn, if it counts, what is to be said of it, and by what factor it is above
/// what was expected, if it is doubted for that. One that is of a prompt from before the last
/// compaction, or from before the provider's own, or that cannot be true, does not count.
fn weighed(
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    memory: &Memory,
) -> (Option<u64>, Option<Warning>, Option<u64>) {
    let covered = turn.reported_messages(history);
    let Some(reported) = turn.prompt_tokens else {
        return (None, turn.usage_odd.as_deref().map(unreadable), None);
    };
    if Some(reported) == memory.acted_on || turn.is_outdated(history) {
        return (None, None, None);
    }
    if covered > history.len() || turn.refused_tokens {
        return (Some(reported), None, None);
    }
    // What earlier reports told is left out: it would vouch for them.
    let around = turn.overhead_counted.unwrap_or(turn.overhead_tokens);
    let estimated = history.tokens_between(0, covered) + around;
    // How large an item is in which the provider compacted, only a report tells.
    let told = memory.learned_of(history.config());
    let expected = match told.filter(|_| history.first_read() == 0) {
        Some((unlisted, scale)) => {
            let expected = scaled(estimated, scale.max(ONE));
            let expected = expected.saturating_add(unlisted.saturating_sub(around));
            Some((expected, FAR_SHARE))
        }
        None => turn.around_known.then_some((estimated, FAR_SHARE_AT_FIRST)),
    };
    let doubted = expected
        .filter(|expected| is_far(reported, *expected, history.config()))
        .map(|(expected, _)| thousandths(reported, expected.max(1)))
        .filter(|far| !memory.doubted.is_some_and(|before| is_like(*far, before)));
    let (believed, code, what) = if !is_plausible(reported, estimated) {
        (
            None,
            WarningCode::UsageBelowEstimate,
            "that is less than half, so the estimate is used. Does the usage omit cached tokens?",
        )
    } else if is_over(reported, history.config()) && !is_over(estimated, history.config()) {
        (
            None,
            WarningCode::UsageAboveEstimate,
            "that exceeds the window, so the estimate is used. Is the usage from this model, and the window right?",
        )
    } else if doubted.is_some() {
        (
            None,
            WarningCode::UsageAboveEstimate,
            "that is far more than expected, so the estimate is used until the next usage confirms it. Is the usage from this list and this model?",
        )
    } else if is_plausible(estimated, reported) || reported - estimated < FAR_TOKENS {
        return (Some(reported), None, None);
    } else {
        (
            Some(reported),
            WarningCode::UsageAboveEstimate,
            "that is more than twice as much. The usage counts, but messages may contain unreadable content, or `system` and `tools` are missing.",
        )
    };
    let (reported, estimated) = (grouped(reported), grouped(estimated));
    let warning = Warning {
        code,
        text: format!(
            "the provider reported {reported} tokens for a prompt estimated at {estimated}: {what}"
        ),
        path: Some("/usage".to_owned()),
    };
    (believed, Some(warning), doubted)
}

/// Whether two reports are above what was expected by the same factor, as far as estimates err.
fn is_like(one: u64, other: u64) -> bool {
    one.abs_diff(other) as f64 <= other as f64 * ESTIMATE_ERROR
}

fn unreadable(found: &str) -> Warning {
    Warning {
        code: WarningCode::UsageUnparsed,
        text: format!("`usage` has no token count, found {found}: the estimate is used"),
        path: Some("/usage".to_owned()),
    }
}

/// Whether a report counts more than the error of an estimate and the provider's own words explain,
/// or more than the window holds: no prompt of this model did.
fn is_far(reported: u64, (estimated, share): (u64, f64), config: &Config) -> bool {
    let added = most_added(config);
    reported > estimated + added
        && (is_over(reported, config) || (reported - added) as f64 > estimated as f64 * share)
}

/// Whether a prompt of this size exceeds the window. The provider accepted no such prompt.
fn is_over(tokens: u64, config: &Config) -> bool {
    config.context_window.is_some_and(|window| tokens > window)
}

fn most_added(config: &Config) -> u64 {
    let part = config.context_window.map(|window| window / ADDED_PART);
    part.map_or(ADDED_TOKENS, |part| part.min(ADDED_TOKENS))
}

/// The most that is believed to surround the messages: a share of the window, so that an estimate
/// that is too low does not make everything unreachable.
fn most_around(config: &Config) -> u64 {
    config.context_window.map_or(u64::MAX, |window| {
        (window.saturating_sub(config.reserve()) as f64 * AROUND_SHARE) as u64
    })
}

impl Fit {
    /// The options with sizes in our tokens, if the provider counts more.
    pub fn in_ours<'a>(&self, config: &'a Config) -> Cow<'a, Config> {
        if self.scale <= ONE {
            return Cow::Borrowed(config);
        }
        Cow::Owned(config.clone().less_by(self.scale as f64 / ONE as f64))
    }

    /// The overhead in our tokens, with the tokens that the provider counted in addition to it and to
    /// `messages`, because no compaction frees them.
    pub fn around_in_ours(&self, messages: u64) -> u64 {
        let beyond = self
            .used
            .saturating_sub(self.beyond + self.around + scaled(messages, self.scale.max(ONE)));
        let around = (self.around + beyond) as f64 * ONE as f64;
        (around / self.scale.max(ONE) as f64).ceil() as u64
    }

    /// The tokens of the prompt after the messages shrink from `before` to `after` of our tokens.
    fn after(&self, before: u64, after: u64) -> u64 {
        let saved = before as f64 - after as f64;
        let left = self.used as f64 - saved * self.scale as f64 / ONE as f64;
        // What went need not be what was counted low: our own estimate of what is left is enough.
        let most = match self.scale < ONE {
            true => (after + self.around) as f64,
            false => f64::MAX,
        };
        left.min(most).max(0.0).round() as u64
    }

    /// The measure by the tokens of the provider.
    pub fn of_provider(&self) -> &Self {
        self.counted.as_ref().map_or(self, |counted| &counted.fit)
    }

    /// The result of a run that waits for an answer, as it would end.
    pub fn result(&self, ending: Ending, mut report: Report, config: &Config) -> RunResult {
        self.report_size(&mut report, config);
        RunResult::of(ending, report, config)
    }

    /// Reports the size of the prompt after the run, and whether it may be sent: it and the
    /// response must fit the window.
    pub fn report_size(&self, report: &mut Report, config: &Config) {
        let size = &mut report.size;
        // A reproduced system that finds nothing, or has the provider's count of its call, says so.
        let is_its_own = !config.system.derives_from_model
            && ((size.used == 0 && self.used > 0) || report.memory.call_tokens.is_some());
        if !is_its_own {
            size.used_after = self.after(size.before, size.after);
        }
        let (counted, estimated) = self.sizes_after(size);
        report.warnings.extend(self.of_provider().warning.clone());
        let is_news = !report.blocks_send && self.is_over((counted, estimated), config);
        report.blocks_send |= is_news;
        let Some(window) = config.known_window().filter(|_| is_news) else {
            return;
        };
        let most = counted + budget::margin_tokens(config, estimated, self.around);
        let why = match report.overflow.take() {
            Some(why) => why.text,
            None => format!(
                "the next prompt may take {} tokens, and the response {}: more than the window of {}. Don't send it",
                grouped(most),
                grouped(config.answer_tokens(window)),
                grouped(window)
            ),
        };
        report.reason.text = format!("{}, but {why}", report.reason.text);
    }

    /// The tokens of the prompt after the run, and how many of them no provider has counted.
    fn sizes_after(&self, size: &SizeReport) -> (u64, u64) {
        let counted = match &self.counted {
            Some(counted) => counted.tokens(size.before, size.after),
            None => self.after(size.before, size.after).max(size.used_after),
        };
        // What is left after a change is what we estimate of it.
        match size.after == size.before {
            true => (counted, self.estimated),
            false => (counted, counted),
        }
    }

    /// Whether the prompt that a run leaves may not be sent.
    pub fn is_over_after(&self, report: &Report, config: &Config) -> bool {
        self.is_over(self.sizes_after(&report.size), config)
    }

    /// Whether a prompt of `counted` tokens and its response exceed the window. `estimated` is the
    /// part of these tokens that no provider has counted.
    fn is_over(&self, (counted, estimated): (u64, u64), config: &Config) -> bool {
        let margin = budget::margin_tokens(config, estimated, self.around);
        let counted = counted.saturating_sub(self.of_provider().beyond) + margin;
        config
            .known_window()
            .is_some_and(|window| counted.saturating_add(config.answer_tokens(window)) > window)
    }

    /// Whether the prompt may not be sent as it came.
    pub fn is_over_as_it_is(&self, report: &Report, config: &Config) -> bool {
        let sizes = match &self.counted {
            Some(counted) => (counted.fit.used, counted.fit.estimated),
            None => (self.used.max(report.size.used), self.estimated),
        };
        self.is_over(sizes, config)
    }

    /// What the window leaves for messages as the provider counts.
    pub fn room(&self, config: &Config) -> Option<Room> {
        Room::of(config, self.around)
    }
}

impl Counted {
    /// The tokens of the prompt after the messages shrink from `before` to `after`, as the
    /// reproduced system measures. While only a plan is known, all messages are assumed to shrink
    /// by the same share.
    fn tokens(&self, before: u64, after: u64) -> u64 {
        let share = (after as f64 / before.max(1) as f64).min(1.0);
        let planned = (self.before as f64 * share).ceil() as u64;
        self.fit.after(self.before, self.after.unwrap_or(planned))
    }
}
