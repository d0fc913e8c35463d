//! The policies: ours, and those of others as they are when nobody changes their settings.

use super::Setting;
use super::cache::{Cache, Laid};
use super::prompt::SimulatedPrompt;
use conspectus_history::provider::context_edits::{TOOL_USES_KEEP, TOOL_USES_TRIGGER_TOKENS};
use conspectus_history::reduce::{MAX_LOSS_PERCENT, MIN_FREED_SHARE};
use conspectus_history::shape::words;

words! {
    /// When to clear and when to summarize.
    pub enum Policy {
        /// Clears nothing.
        Never => "never",
        /// The default with known prices.
        Pays => "pays",
        /// The default without prices.
        Trigger => "trigger",
        /// Keeps the newest ten results at every turn.
        EveryTurn => "every_turn",
        /// Clears all but three results while the full history exceeds 100,000 tokens, like a
        /// provider's context editing.
        ContextEditing => "context_editing",
        /// Summarizes at 85% of the window and keeps 20 messages.
        Summarize85 => "summarize_85",
        /// Summarizes at 85% of the window and keeps a tenth of it.
        Summarize85Tenth => "summarize_85_keep_tenth",
        /// Clears once a fixed number of tokens is old. The number is the best for the session, in
        /// hindsight.
        BestBatch => "best_batch",
    }
}

/// A policy as the simulation follows it.
pub(crate) struct PolicyRules {
    clears: Clears,
    /// Whether room is made at the trigger as our default does.
    has_backstop: bool,
    /// Whether summaries are written by a model in any case.
    pub asks_model: bool,
    /// The most tokens that this model reads of what it summarises.
    pub reads_at_most: u64,
    /// Whether the host marks the end of what stands before the first whole result.
    pub marks_frontier: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Clears {
    Never,
    Pays,
    Batch(u64),
    EveryTurn,
    Above,
    /// What a summary keeps: so many messages, or a share of the window.
    Summarize(usize, f64),
}

impl PolicyRules {
    pub fn of(policy: Policy) -> Self {
        let (clears, ours) = match policy {
            Policy::Pays => (Clears::Pays, true),
            Policy::Trigger => (Clears::Never, true),
            Policy::BestBatch => (Clears::Batch(u64::MAX), true),
            Policy::EveryTurn => (Clears::EveryTurn, false),
            Policy::ContextEditing => (Clears::Above, false),
            Policy::Summarize85 => (Clears::Summarize(SUMMARIZE_KEEP, 0.0), false),
            Policy::Summarize85Tenth => (Clears::Summarize(1, SUMMARIZE_KEEP_SHARE), false),
            Policy::Never => (Clears::Never, false),
        };
        Self {
            clears,
            has_backstop: ours,
            asks_model: matches!(policy, Policy::Summarize85 | Policy::Summarize85Tenth),
            reads_at_most: if policy == Policy::Summarize85 {
                SUMMARIZE_READS
            } else {
                u64::MAX
            },
            marks_frontier: ours || policy == Policy::Never,
        }
    }

    pub fn of_batch(tokens: u64) -> Self {
        Self {
            clears: Clears::Batch(tokens),
            ..Self::of(Policy::BestBatch)
        }
    }
}

/// What a policy remembers between calls.
#[derive(Default)]
pub(crate) struct State {
    debt: u64,
    /// What the calls so far have cost.
    spent: u64,
    /// How many messages the last prompt held.
    last: usize,
}

/// What is done before a call.
#[derive(Default)]
pub(crate) struct Act {
    /// So many of the oldest results go.
    pub clears: usize,
    pub summary: Option<(usize, usize)>,
}

/// Of the study: so many results stay. Source: "The Complexity Trap" (arXiv 2508.21433), which
/// masks observations behind the newest ten.
const STUDY_KEEP: usize = 10;
/// Of the framework: so many messages stay, and its model is shown so many of the newest tokens
/// before them. It acts only where a trigger is given. Source: the defaults of its summarisation
/// middleware, `_DEFAULT_MESSAGES_TO_KEEP` and `_DEFAULT_TRIM_TOKEN_LIMIT`, read 2026-11-23.
const SUMMARIZE_KEEP: usize = 20;
const SUMMARIZE_READS: u64 = 4_000;
/// Of the framework for agents: at this share of the window it acts, and this share stays, where
/// the model's window is known. Source: its `compute_summarization_defaults`, read 2026-11-23. The
/// other framework is given the same trigger.
const SUMMARIZE_SHARE: f64 = 0.85;
const SUMMARIZE_KEEP_SHARE: f64 = 0.1;

pub(super) fn decide(
    rules: &PolicyRules,
    state: &mut State,
    prompt: &SimulatedPrompt<'_>,
    cache: &Cache,
    cold: bool,
    setting: &Setting,
) -> Act {
    let used = prompt.tokens(prompt.end()) + setting.overhead_tokens;
    let room = setting.window.saturating_sub(setting.overhead_tokens);
    let keeping = |stay| Act {
        clears: old(prompt, prompt.end(), stay),
        summary: None,
    };
    match rules.clears {
        Clears::EveryTurn => return keeping(STUDY_KEEP),
        // What the host keeps stays whole, and is counted whole at each call.
        Clears::Above
            if prompt.session.tokens_before[prompt.end()] + setting.overhead_tokens
                > TOOL_USES_TRIGGER_TOKENS =>
        {
            return keeping(TOOL_USES_KEEP);
        }
        Clears::Summarize(messages, share)
            if used as f64 >= setting.window as f64 * SUMMARIZE_SHARE =>
        {
            let most = (setting.window as f64 * share) as u64;
            return Act {
                clears: 0,
                summary: behind_the_newest(prompt, messages, most),
            };
        }
        Clears::Above | Clears::Summarize(..) => return Act::default(),
        Clears::Never | Clears::Pays | Clears::Batch(_) => {}
    }
    let share = |share: f64| (room as f64 * share) as u64;
    state.pay(prompt, setting);
    if rules.has_backstop && used >= setting.overhead_tokens + share(setting.trigger) {
        state.debt = 0;
        return make_room(
            prompt,
            used,
            setting,
            setting.overhead_tokens + share(setting.target),
        );
    }
    if rules.clears == Clears::Never {
        return Act::default();
    }
    let clears = old(prompt, prompt.last_read(), setting.keep_results);
    let freed = prompt.freed(clears);
    let acts = match rules.clears {
        Clears::Batch(least) => freed >= least && freed > 0,
        Clears::Pays => {
            clears > 0
                && is_due(
                    state,
                    prompt,
                    cache,
                    cold,
                    setting,
                    freed,
                    share(MIN_FREED_SHARE),
                )
        }
        _ => false,
    };
    if !acts {
        return Act::default();
    }
    state.debt = 0;
    Act {
        clears,
        summary: None,
    }
}

/// What stands between the head and the newest messages: so many of them stay, or so many tokens,
/// whichever keeps more.
fn behind_the_newest(
    prompt: &SimulatedPrompt<'_>,
    messages: usize,
    tokens: u64,
) -> Option<(usize, usize)> {
    let (head, end) = (prompt.session.head, prompt.end());
    let from = (0..end)
        .rev()
        .find(|cut| prompt.tokens(end) - prompt.tokens(*cut) > tokens)
        .map_or(0, |cut| cut + 1);
    let from = from.min(end.saturating_sub(messages));
    let cut = (0..=from).rev().find(|cut| prompt.session.is_closed[*cut]);
    cut.filter(|cut| *cut > head + 1).map(|cut| (head, cut))
}

impl State {
    fn pay(&mut self, prompt: &SimulatedPrompt<'_>, setting: &Setting) {
        let new = prompt.tokens(prompt.end()) - prompt.tokens(self.last);
        let answers = (self.last..prompt.end()).filter(|message| prompt.session.is_agent[*message]);
        let answered = answers
            .map(|message| prompt.tokens(message + 1) - prompt.tokens(message))
            .sum();
        let spent = setting.prices.in_micros().spent(
            prompt.tokens(prompt.end()) + setting.overhead_tokens,
            new,
            answered,
        );
        self.spent = self.spent.saturating_add(spent);
        self.last = prompt.end();
    }
}

/// Whether keeping what is old has cost as much as clearing it costs.
fn is_due(
    state: &mut State,
    prompt: &SimulatedPrompt<'_>,
    cache: &Cache,
    cold: bool,
    setting: &Setting,
    freed: u64,
    least: u64,
) -> bool {
    let prices = setting.prices.in_micros();
    state.debt = state.debt.saturating_add(freed.saturating_mul(prices.read));
    let behind = prompt
        .tokens(prompt.last_read())
        .saturating_sub(prompt.tokens(cache.entry_before(prompt.frontier())));
    let is_paid = state.debt >= behind.saturating_mul(prices.more_to_write);
    let is_small = prices.lost_at_the_end(behind, freed).saturating_mul(100)
        <= state.spent.saturating_mul(MAX_LOSS_PERCENT);
    freed >= least && (cold || is_paid && is_small)
}

/// Old results go; if that is not enough, what stands before the newest messages is summarised.
fn make_room(prompt: &SimulatedPrompt<'_>, used: u64, setting: &Setting, target: u64) -> Act {
    let read = prompt.last_read();
    let clears = old(prompt, read, setting.keep_results);
    if used.saturating_sub(prompt.freed(clears)) <= target {
        return Act {
            clears,
            summary: None,
        };
    }
    let end = prompt.end();
    let kept = |cut: usize| {
        setting.overhead_tokens + setting.summary_tokens + prompt.tokens(end) - prompt.tokens(cut)
    };
    let head = prompt.session.head;
    let mut cuts = (head + 2..=read).filter(|cut| prompt.session.is_closed[*cut]);
    let cut = cuts
        .clone()
        .find(|cut| kept(*cut) <= target)
        .or_else(|| cuts.next_back());
    Act {
        clears: 0,
        summary: cut.map(|cut| (head, cut)),
    }
}

/// How many of the oldest results in messages before `end` are behind the newest `stay`.
fn old(prompt: &SimulatedPrompt<'_>, end: usize, stay: usize) -> usize {
    prompt.results(end).len().saturating_sub(stay)
}
