//! Simulates the cost of policies in a recorded session, call by call. Sizes and names are computed
//! once, and no model is called. The policies `break_even` and `trigger` run the compactor; the others
//! are replayed over sizes.
//!
//! The agent does not react to removed content, and a summary counts by its size only. So a name
//! that only a summary would contain counts as removed. If pauses between calls are known, cache
//! entries expire during them.

mod cache;
mod policy;
mod prompt;
mod session;

pub use cache::{Cache, Laid};
pub use policy::Policy;
pub use session::{RecordedUsage, Session, spaced};

use conspectus::inner::shapes;
use conspectus::{CachePrices, PriceSet, PriceSource, PriceTier};
use conspectus_history::provider::prices::micros;
use conspectus_history::shape::Type;
use prompt::SimulatedPrompt;
use std::collections::BTreeMap;

/// What holds for all policies of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// The model's context window, in tokens.
    pub window: u64,
    /// Tokens of the system text and the tool schemas.
    pub overhead_tokens: u64,
    /// Tokens of a summary by a model.
    pub summary_tokens: u64,
    /// What tokens cost.
    pub prices: CachePrices,
    /// Prices of longer prompts, the shortest first.
    pub tiers: Vec<PriceTier>,
    /// Whether it's the window of the model. If so, our compactor uses it up to the first tier.
    pub is_own_window: bool,
}

impl Setting {
    /// Whether the prices are dollars for a million tokens.
    fn is_in_dollars(&self) -> bool {
        self.prices.known_from == PriceSource::Table
    }

    /// The price of writing a token with a lifetime of an hour.
    fn hour(&self, input: f64) -> f64 {
        input * PriceSet::Anthropic1h.prices().write
    }

    /// Sets the prices of cache entries with a lifetime of an hour, if the model has them.
    pub(crate) fn of_an_hour(&mut self) {
        if self.is_in_dollars() && self.prices.breakpoints > 0 {
            self.prices.write = self.hour(self.prices.input);
            self.prices.ttl_ms = PriceSet::Anthropic1h.prices().ttl_ms;
            for at in 0..self.tiers.len() {
                self.tiers[at].prices.cache_write = self.hour(self.tiers[at].prices.input);
            }
        }
    }

    fn dollars(&self, micros: u128) -> Option<f64> {
        // Millionths of dollars for a million tokens.
        let dollars = micros as f64 / 1e12;
        self.is_in_dollars().then(|| (dollars * 1e6).round() / 1e6)
    }
}

shapes! {
    /// The calls of one day.
    pub struct DayCost {
        /// The day in UTC, e.g. 2026-11-30.
        pub day: String,
        /// The agent's calls.
        pub calls: u64,
        /// Their cost in input tokens.
        pub cost: f64,
        /// Their cost in US dollars, or null.
        pub cost_usd: Option<f64>,
    }

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
        /// The cost in US dollars, if `prices` is a known model.
        pub cost_usd: Option<f64>,
        /// The cost in percent of never compacting.
        pub relative_cost_percent: f64,
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
        /// User requests that aren't in the prompt in full.
        pub requests_lost: u64,
        /// How many times old results were cleared.
        pub clearings: u64,
        /// How many times messages were summarized.
        pub summaries: u64,
        /// The cost of each day, if times are known.
        pub days: Vec<DayCost>,
        /// The source of the prices.
        pub prices_source: &'static str,
        /// Its year and month.
        pub prices_date: &'static str,
    }
}

/// The sums of one policy.
#[derive(Debug, Clone, Default)]
pub struct Sums {
    pub micros: u128,
    /// Names that were in the prompt.
    pub present: u64,
    pub over: u64,
    pub unread: u64,
    pub requests: u64,
    pub clearings: u64,
    pub summaries: u64,
    /// The calls of each day, and their cost.
    days: BTreeMap<i64, (u64, u128)>,
}

impl Sums {
    /// Adds the cost of a call and of the changes before it.
    pub fn call(&mut self, session: &Session, call: usize, micros: u128) {
        self.micros += micros;
        if let Some(Some(day)) = session.days.get(call) {
            let of_day = self.days.entry(*day).or_default();
            *of_day = (of_day.0 + 1, of_day.1 + micros);
        }
    }
}

/// The sums of a policy.
pub fn replayed(session: &Session, policy: Policy, setting: &Setting) -> Sums {
    if policy == Policy::Recorded {
        return recorded(session, setting);
    }
    let mut prompt = SimulatedPrompt::of(session);
    let mut cache = Cache::of(setting);
    let mut sums = Sums::default();
    for (number, call) in session.calls.iter().enumerate() {
        prompt.grow(call.end);
        if !session.is_sent(number) {
            continue;
        }
        if session.is_cold(number, &setting.prices) {
            cache.cool();
        }
        let mut micros = 0;
        let act = policy::decide(policy, &prompt, setting);
        if act.clears > 0 {
            let (first, unread) = prompt.clear(act.clears);
            cache.changed(first);
            sums.clearings += 1;
            sums.unread += unread;
        }
        if let Some((start, cut)) = act.summary {
            let asked = (prompt.tokens(cut) - prompt.tokens(start)).min(policy.reads_at_most());
            micros += cache.asked(asked, setting.summary_tokens);
            cache.changed(start);
            let [unread, requests] = prompt.summarize(start, cut, setting.summary_tokens);
            sums.summaries += 1;
            sums.unread += unread;
            sums.requests += requests;
        }
        let is_never = policy == Policy::Never;
        micros += cache.call(&prompt, call.end, is_never, session.seen(number));
        micros += cache.answer(call.answer_tokens);
        sums.over += u64::from(cache.size > setting.window);
        sums.call(session, number, micros);
        let names = session.names(number);
        sums.present += names.filter(|name| prompt.holds(*name)).count() as u64;
    }
    sums
}

/// The cost of the recorded calls.
fn recorded(session: &Session, setting: &Setting) -> Sums {
    let mut sums = Sums {
        summaries: session.compactions,
        ..Sums::default()
    };
    for (number, all) in session.recorded.iter().enumerate() {
        let costs = all.iter().map(|usage| {
            let [input, read, write, output] = setting.micros_at(usage.prompt);
            let cached = usage.cached.unwrap_or(0).min(usage.prompt);
            let new = usage.prompt - cached;
            // A provider that reports cached tokens caches the others.
            let usual = if usage.cached.is_some() { new } else { 0 };
            let written = usage.written.unwrap_or(usual).min(new);
            let hour = usage.hour.min(written);
            let of_an_hour = if setting.is_in_dollars() {
                u128::from(micros(setting.hour(1.0))) * input / 1_000_000
            } else {
                write
            };
            // If the prices are those of an hour, a shorter lifetime costs a quarter more than input.
            let of_minutes = write.min(input * 5 / 4);
            let parts = [
                (cached, read),
                (new - written, input),
                (written - hour, of_minutes),
                (hour, of_an_hour),
                (usage.output.unwrap_or(0), output),
            ];
            parts
                .into_iter()
                .map(|(tokens, price)| u128::from(tokens) * price)
                .sum::<u128>()
        });
        sums.call(session, number, costs.sum());
    }
    sums
}

/// A day since 1970 as a date. Source: "chrono-Compatible Low-Level Date Algorithms", Howard
/// Hinnant, `civil_from_days`.
fn date(day: i64) -> String {
    let day = day.saturating_add(719_468);
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{of_month:02}")
}

/// The row of a policy of this name.
pub fn row(
    session: &Session,
    policy: &'static str,
    prices: &str,
    setting: &Setting,
    sums: &Sums,
    never: u128,
) -> SimulatedRow {
    let is_recorded = policy == Policy::Recorded.name();
    let sent = || (0..session.calls.len()).filter(|call| session.is_sent(*call));
    let names: u64 = sent()
        .filter(|_| !is_recorded)
        .map(|call| session.names(call).count() as u64)
        .sum();
    let share = |part: f64, whole: f64| {
        if whole > 0.0 {
            (part / whole * 10_000.0).round() / 100.0
        } else {
            100.0
        }
    };
    let input = micros(setting.prices.input).max(1) as f64;
    let cost = |micros: u128| (micros as f64 / input).round();
    let days = sums.days.iter().map(|(day, (calls, micros))| DayCost {
        day: date(*day),
        calls: *calls,
        cost: cost(*micros),
        cost_usd: setting.dollars(*micros),
    });
    SimulatedRow {
        policy,
        prices: prices.to_owned(),
        window: setting.window,
        calls: sent().count(),
        cost: cost(sums.micros),
        cost_usd: setting.dollars(sums.micros),
        relative_cost_percent: share(sums.micros as f64, never as f64),
        names,
        names_present: sums.present,
        hit_percent: share(sums.present as f64, names as f64),
        over_window: sums.over,
        unread_lost: sums.unread,
        requests_lost: sums.requests,
        clearings: sums.clearings,
        summaries: sums.summaries,
        days: days.collect(),
        prices_source: setting.prices.source,
        prices_date: setting.prices.date,
    }
}
