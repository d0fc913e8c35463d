//! Building block: what a window leaves for messages, and what of it a summary may take.

use crate::compactor::AwaitingSummary;
use crate::notes::memory::OwnMessages;
use crate::{Amount, CompactArgs, Config, ConfiguredHistory, Estimator, Summarizer};

/// What the window leaves for messages: the window less what surrounds them and less what is kept
/// free for the answer.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// System text and tool schemas.
    pub overhead: u64,
    /// What is left for messages.
    pub tokens: u64,
    /// What of it is left below the prompt from which prices are higher.
    cheap: u64,
    /// What of it must stay free: for the answer where no reserve was given, else for what an
    /// estimate may miss.
    pub free: u64,
}

impl Room {
    /// `None` without a window.
    pub fn of(config: &Config, overhead: u64) -> Option<Self> {
        let window = config.context_window?;
        let left = |window: u64| {
            window
                .saturating_sub(config.reserve())
                .saturating_sub(overhead)
        };
        let tokens = left(window);
        let free = match config.reserve_tokens {
            // The margin is that of the smaller prompt.
            Some(_) => {
                let missed = margin_tokens(config, tokens + overhead, overhead);
                (missed as f64 / (1.0 + ESTIMATE_MARGIN)) as u64 + 1
            }
            None => config.answer_tokens(window),
        };
        Some(Self {
            overhead,
            tokens,
            cheap: left(config.cheap_window()?),
            free,
        })
    }

    /// The prompt at which compaction starts.
    pub fn trigger(self, config: &Config) -> u64 {
        (self.overhead + self.amount(config.trigger).ceil() as u64).min(self.limit())
    }

    /// The prompt that a compaction aims at.
    pub fn target(self, config: &Config) -> u64 {
        self.overhead + self.amount(config.target_amount()) as u64
    }

    /// An amount in tokens, at most the whole room. One that is given in tokens is of the prompt; a
    /// fraction is of what is cheap.
    fn amount(self, amount: Amount) -> f64 {
        match amount {
            Amount::Fraction(share) => self.cheap as f64 * share,
            Amount::Tokens(tokens) => tokens.saturating_sub(self.overhead).min(self.tokens) as f64,
        }
    }

    /// The largest prompt that may be sent.
    pub fn limit(self) -> u64 {
        self.overhead + self.most()
    }

    /// The most that messages may take in it.
    pub fn most(self) -> u64 {
        self.tokens.saturating_sub(self.free)
    }
}

/// What an estimated prompt may take more, as a share. Chosen here, as in the law
/// `what_may_be_sent_fits`.
const ESTIMATE_MARGIN: f64 = 0.06;
/// A further margin for tool schemas, which are many short texts. Measured: 240 of 11,700 tokens.
const SCHEMA_MARGIN: f64 = 0.03;

/// The tokens by which a prompt may exceed its estimate. `estimated` are the tokens of the prompt,
/// `around` those of them outside the messages.
pub fn margin_tokens(config: &Config, estimated: u64, around: u64) -> u64 {
    // What is kept free by default is more than the error of an estimate.
    if config.reserve_tokens.is_none()
        || matches!(config.estimator(), Estimator::Exact | Estimator::Host)
    {
        return 0;
    }
    (estimated as f64 * ESTIMATE_MARGIN + around as f64 * SCHEMA_MARGIN) as u64
}

/// The least tokens that a summary should have. Chosen here: the shortest extractive summary takes
/// 150 to 450, by script.
pub const SUMMARY_TOKENS_MIN: u64 = 480;

/// What the messages may have at most after a compaction: the target's share of the room.
/// `None` without a window.
pub fn goal_tokens(config: &Config, overhead_tokens: u64) -> Option<u64> {
    let room = Room::of(config, overhead_tokens)?;
    Some(room.target(config) - overhead_tokens)
}

/// A summary may take this part of what the messages may have after a compaction. Chosen here: the
/// rest is for what is kept as it is.
const GOAL_PARTS: u64 = 4;

/// The most tokens of a summary: one number for choosing a cut, for the request to a model, and for
/// installing the summary. It is the option `max_summary_tokens`, or less if the target, the
/// summarizer's window or the model's output limit is small.
pub fn summary_budget(config: &Config, goal: Option<u64>) -> u64 {
    let most = config.max_summary_tokens;
    let model = output_limit(config);
    let own_window = config
        .summarizer_window
        .map_or(u64::MAX, |window| window / GOAL_PARTS);
    let share = goal
        .map_or(u64::MAX, |goal| goal / GOAL_PARTS)
        .max(SUMMARY_TOKENS_MIN);
    most.min(share).min(own_window).min(model).max(1)
}

/// The output budget of a run, for
/// [`SummaryPolicy::output_budget`](crate::compactor::step::SummaryPolicy::output_budget).
pub fn output_budget(pending: &AwaitingSummary) -> u64 {
    let config = pending.config();
    let goal = goal_tokens(config, pending.turn.overhead_tokens);
    model_tokens(config, goal, pending.floor_tokens)
}

/// The most tokens that a model may write: half of the notes if records are added to them.
/// Otherwise it is the full budget, or the `floor` if that is more.
pub fn model_tokens(config: &Config, goal: Option<u64>, floor: u64) -> u64 {
    let most = summary_budget(config, goal);
    if !config.check_summary.judges() {
        return most.max(model_floor(config, floor));
    }
    let half = notes_tokens(config, goal) / MODEL_PARTS;
    most.min(half.max(SUMMARY_TOKENS_MIN))
}

/// The divisor of the notes' budget for the part of a model. Measured: with half of the tokens, the
/// records contain as much of what is done next as with all of them.
pub const MODEL_PARTS: u64 = 2;

/// The most tokens of the records that are added to a model summary.
pub fn records_tokens(pending: &AwaitingSummary) -> u64 {
    let config = pending.config();
    if !pending.preset.spec().guards_summary || !config.check_summary.judges() {
        return 0;
    }
    let goal = goal_tokens(config, pending.turn.overhead_tokens);
    let notes = notes_tokens(config, goal);
    notes - notes / MODEL_PARTS
}

/// The most tokens of notes, whoever writes them.
pub fn notes_tokens(config: &Config, goal: Option<u64>) -> u64 {
    let most = config.max_summary_tokens;
    goal.map_or(most, |goal| memory_tokens(goal).min(most))
}

/// The budget of which the user's words take their part. The notes before do not raise it: tools and
/// models say how large these are.
pub fn said_tokens(pending: &AwaitingSummary) -> u64 {
    let config = pending.config();
    summary_budget(config, goal_tokens(config, pending.turn.overhead_tokens))
}

/// The least tokens of a summary, whoever writes it and whatever is kept: the size of the earlier
/// notes, so that a summary never shrinks, plus the minimum for new facts, at most half of the
/// target. 0 without earlier notes.
pub fn floor_tokens(
    history: &ConfiguredHistory,
    turn: &CompactArgs,
    ours: &OwnMessages,
    (start, end): (usize, usize),
) -> u64 {
    let config = history.config();
    let carried = carried_tokens(history, ours, start, end);
    let span = history.tokens_unrounded(start, end);
    if carried == 0 {
        return 0;
    }
    let new = (span - carried as f64).max(0.0) as u64;
    let facts = new.min(SUMMARY_TOKENS_MIN);
    let half = goal_tokens(config, turn.overhead_tokens).map_or(u64::MAX, memory_tokens);
    (carried + facts).min(half).min(config.max_summary_tokens)
}

/// The tokens of the notes in messages `start..end`, which the next summary carries.
pub fn carried_tokens(
    history: &ConfiguredHistory,
    ours: &OwnMessages,
    start: usize,
    end: usize,
) -> u64 {
    ours.previous(start, end)
        .map_or(0, |notes| history.message_tokens(notes.message))
}

/// The most tokens that the model writes.
fn output_limit(config: &Config) -> u64 {
    match config.tuning.max_output_tokens {
        0 => u64::MAX,
        most => most,
    }
}

/// The floor where a model writes: it reads as much as it writes, and writes no more than it can.
fn model_floor(config: &Config, floor: u64) -> u64 {
    let readable = config.summarizer_window.map_or(u64::MAX, |own| own / 2);
    let writable = output_limit(config);
    floor.min(readable).min(writable)
}

/// A summary is truncated if it exceeds this multiple of its budget. Chosen here: the summarizer
/// counts with another tokenizer than we do.
const OVER_BUDGET: f64 = 1.25;

/// The most tokens that a summary with this budget may have where it is installed.
pub fn most_tokens(budget: f64) -> f64 {
    budget * OVER_BUDGET
}

/// The share of the target that a summary without a model may take. Measured: it holds more of what
/// is needed later than old messages of the same size.
const MEMORY_SHARE: f64 = 0.5;

/// The tokens that a summary without a model may take: its share of the target, but enough for the
/// shortest one.
pub fn memory_tokens(goal: u64) -> u64 {
    ((goal as f64 * MEMORY_SHARE) as u64).max(SUMMARY_TOKENS_MIN)
}

/// The least target for which an extractive summary may take `tokens` tokens: the inverse of
/// [`memory_tokens`].
pub(crate) fn goal_of_memory(tokens: u64) -> u64 {
    (tokens as f64 / MEMORY_SHARE).ceil() as u64
}

/// The part of what is free below the trigger that a summary without a model may take though what
/// stays fills the target. Chosen here: notes of many rounds would shrink to the least of them for
/// one large result, and nothing would bring back what they knew; a third leaves room for the next
/// results.
const FREE_PARTS: f64 = 3.0;

/// The least tokens of an extractive summary, given the tokens of the messages that `stays` counts:
/// a part of the free tokens below the trigger, or below the window if those messages exceed the
/// trigger. It is never more than a model summary may have.
pub fn least_tokens(config: &Config, overhead_tokens: u64, stays: f64) -> f64 {
    let least = SUMMARY_TOKENS_MIN as f64;
    let Some(room) = Room::of(config, overhead_tokens) else {
        return least;
    };
    let free = |limit: u64| (limit - room.overhead) as f64 - stays;
    let below_trigger = free(room.trigger(config));
    let free = if below_trigger > least {
        below_trigger
    } else {
        free(room.limit())
    };
    let most = goal_tokens(config, overhead_tokens)
        .map_or(least, |goal| summary_budget(config, Some(goal)) as f64);
    (free / FREE_PARTS).min(most).max(least)
}

/// How much of the `least` an extractive summary may take although less is `left` to the target. If
/// even the smallest summary exceeds the target, it may take all of it. Otherwise it may take at
/// most the tokens of earlier notes (`carried`) and of the smallest summary.
pub fn beyond_target(left: f64, least: f64, (carried, around): (u64, f64)) -> f64 {
    let smallest = (SUMMARY_TOKENS_MIN as f64 - around).max(0.0);
    match left < smallest {
        true => least,
        false => least.min(carried as f64 + smallest),
    }
}

/// The tokens reserved for a summary if the result may have `goal` tokens. If the caller sets
/// `keep`, an extractive summary only gets the tokens that the kept messages leave.
pub fn summary_room(config: &Config, goal: u64, floor: u64) -> u64 {
    if config.summarize == Summarizer::Host && !config.check_summary.judges() {
        return model_tokens(config, Some(goal), floor);
    }
    if config.keep.is_some() {
        return summary_budget(config, Some(goal)).max(floor);
    }
    notes_tokens(config, Some(goal))
}
