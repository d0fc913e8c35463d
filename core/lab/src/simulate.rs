//! What policies would have cost in a recorded session: the session is gone through call by call,
//! once for each policy. Sizes and names are reckoned once. Nothing is compacted for it, and no
//! model is asked.
//!
//! It is a replay: the agent does not react to what is gone, and a summary counts by its size
//! alone. So a name that only a summary would hold counts as gone. Where pauses between calls are
//! given, entries of the cache grow cold in them.

mod cache;
mod policy;
mod prompt;
mod session;

pub use cache::{Cache, Laid};
pub use policy::Policy;
pub use session::Session;

use conspectus::CachePrices;
use conspectus::inner::shapes;
use conspectus_history::shape::Type;
use policy::PolicyRules;
use prompt::SimulatedPrompt;

/// What holds for all policies of a simulation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// The model's context window, in tokens.
    pub window: u64,
    /// Tokens of the system text and the tool schemas.
    pub overhead_tokens: u64,
    /// Tokens of a summary.
    pub summary_tokens: u64,
    /// Whether our own policies have a model write their summaries. Those of others always do.
    pub asks_model: bool,
    /// The share of the room at which room is made.
    pub trigger: f64,
    /// The share of the room that is left then.
    pub target: f64,
    /// How many of the newest results stay in any case.
    pub keep_results: usize,
    /// What tokens cost.
    pub prices: CachePrices,
}

shapes! {
    /// The simulated cost of one policy.
    pub struct SimulatedRow {
        /// The policy.
        pub policy: &'static str = &Type::Data("Policy | Preset", "Policy | Preset"),
        /// The price set.
        pub prices: String,
        /// The context window.
        pub window: u64,
        /// The agent's calls.
        pub calls: usize,
        /// The cost of all calls, in the price of an input token.
        pub cost: f64,
        /// The cost in percent of never compacting.
        pub percent_of_never: f64,
        /// Names, paths and numbers that the agent reused after more than three calls.
        pub names: u64,
        /// How many of them were still in its prompt.
        pub names_present: u64,
        /// That share in percent.
        pub hit_percent: f64,
        /// Prompts above the window.
        pub over_window: u64,
        /// Results removed before the agent had read them.
        pub unread_lost: u64,
        /// How many times old results were cleared.
        pub clearings: u64,
        /// How many times messages were summarized.
        pub summaries: u64,
    }
}

/// The sums of one policy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    pub micros: u128,
    /// Names that stood in the prompt.
    pub present: u64,
    pub over: u64,
    pub unread: u64,
    pub clearings: u64,
    pub summaries: u64,
}

/// The sums of a policy.
pub fn replayed(session: &Session, policy: Policy, setting: &Setting) -> Sums {
    match policy {
        Policy::BestBatch => best(session, setting),
        other => run(session, PolicyRules::of(other), setting),
    }
}

/// The batch that would have been cheapest: what no rule can know.
fn best(session: &Session, setting: &Setting) -> Sums {
    /// Batches in tokens, each half as large again as the one before, nearly.
    const BATCHES: [u64; 16] = [
        1_000,
        2_000,
        3_000,
        4_000,
        6_000,
        9_000,
        13_000,
        20_000,
        30_000,
        45_000,
        68_000,
        100_000,
        150_000,
        225_000,
        340_000,
        u64::MAX,
    ];
    let all = BATCHES
        .iter()
        .map(|batch| run(session, PolicyRules::of_batch(*batch), setting));
    all.min_by_key(|sums| sums.micros).unwrap_or_default()
}

fn run(session: &Session, rules: PolicyRules, setting: &Setting) -> Sums {
    let mut prompt = SimulatedPrompt::of(session);
    let mut cache = Cache::of(&setting.prices, setting.overhead_tokens);
    let mut state = policy::State::default();
    let mut sums = Sums::default();
    for (number, call) in session.calls.iter().enumerate() {
        prompt.grow(call.end);
        let cold = session.is_cold(number, &setting.prices);
        if cold {
            cache.cool();
        }
        let act = policy::decide(&rules, &mut state, &prompt, &cache, cold, setting);
        if act.clears > 0 {
            cache.changed(prompt.frontier());
            sums.clearings += 1;
            sums.unread += prompt.clear(act.clears);
        }
        if let Some((start, cut)) = act.summary {
            let asked = (prompt.tokens(cut) - prompt.tokens(start)).min(rules.reads_at_most);
            if rules.asks_model || setting.asks_model {
                sums.micros += cache.asked(asked, setting.summary_tokens);
            }
            cache.changed(start);
            sums.summaries += 1;
            sums.unread += prompt.summarize(start, cut, setting.summary_tokens);
        }
        let tokens = prompt.tokens(call.end) + setting.overhead_tokens;
        sums.over += u64::from(tokens > setting.window);
        sums.micros += cache.call(
            &prompt,
            call.end,
            rules.marks_frontier.then_some(prompt.frontier()),
        ) + cache.answer(call.answer_tokens);
        sums.present += session
            .names(number)
            .filter(|name| prompt.holds(*name))
            .count() as u64;
    }
    sums
}

/// The row of a policy of this name.
pub fn row(
    session: &Session,
    policy: &'static str,
    prices: &str,
    setting: &Setting,
    sums: Sums,
    never: u128,
) -> SimulatedRow {
    let names: u64 = (0..session.calls.len())
        .map(|call| session.names(call).count() as u64)
        .sum();
    let share = |part: f64, whole: f64| {
        if whole > 0.0 {
            (part / whole * 10_000.0).round() / 100.0
        } else {
            100.0
        }
    };
    let input = conspectus_history::provider::prices::micros(setting.prices.input).max(1);
    SimulatedRow {
        policy,
        prices: prices.to_owned(),
        window: setting.window,
        calls: session.calls.len(),
        cost: (sums.micros as f64 / input as f64).round(),
        percent_of_never: share(sums.micros as f64, never as f64),
        names,
        names_present: sums.present,
        hit_percent: share(sums.present as f64, names as f64),
        over_window: sums.over,
        unread_lost: sums.unread,
        clearings: sums.clearings,
        summaries: sums.summaries,
    }
}
