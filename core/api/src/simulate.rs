//! What policies would have cost in a recorded session: `simulate`.

use super::argument;
use super::operation::{Call, MESSAGES, Viewed, operations};
use conspectus::inner::{Domain, Kind, invalid, items, kind_name, shapes, whole, wrong};
use conspectus::{
    CachePrices, Config, ConfiguredHistory, Item, PriceSet, Result, Summarizer, model_info,
    read_usage, systems,
};
use conspectus_lab::{Candidate, Policy, RecordedUsage, Setting, SimulatedRow, Simulation};
use serde_json::{Value, json};

shapes! {
    /// The simulated costs of a recorded session.
    pub struct Simulated as "Simulation" {
        /// A row for each policy, window and price set.
        pub rows: Vec<SimulatedRow>,
    }
}

operations! {
    /// Replays a recorded session and returns a row with the cost of each policy, window and price
    /// set.
    simulate([""], MESSAGES, measures ["context_window", "max_output_tokens", "trigger", "target", "keep_tool_results", "clear_when", "summarize", "prices"]) -> Plain(Simulated),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"context_window": 200000, "price_sets": ["anthropic-5m", "openai"]}"# =>
        simulated(SimulateArgs {
            /// Policies by name, all by default, or presets, whose compactors replay the session.
            policies: Option<Vec<String>> [Domain::Data("Sequence[Policy | Preset]", "readonly (Policy | Preset)[]")],
            /// Windows in tokens, instead of `context_window`.
            windows: Option<Viewed> [Domain::Data("Sequence[int]", "readonly number[]")],
            /// Price sets or models, instead of the option `prices`.
            price_sets: Option<Vec<String>>,
            /// Tokens of the system prompt and the tool schemas; by default from `usage`, or 0.
            overhead_tokens: u64 = 0,
            /// The pause before each call in milliseconds; the last one repeats. In a longer pause
            /// than its lifetime, the cache expires.
            pauses_ms: Option<Viewed> [Domain::Data("Sequence[int]", "readonly number[]")],
            /// The time of each message in milliseconds, or null. Pauses follow from it, unless you
            /// pass `pauses_ms`.
            times_ms: Option<Viewed> [Domain::Data("Sequence[float | None]", "readonly (number | null)[]")],
            /// For each message, the provider's recorded usage if it's a response, or null.
            usage: Option<Viewed> [Domain::Data("Sequence[Any]", "readonly unknown[]")],
            /// Tokens of a summary; 2,000 by default.
            summary_tokens: u64 [Domain::Whole(1)] = SUMMARY_TOKENS,
        });
}

/// Tokens of a summary. Chosen here: what good summaries of recorded sessions take.
const SUMMARY_TOKENS: u64 = 2_000;

fn simulated(call: Call<'_>, args: SimulateArgs) -> Result<Value> {
    let mut simulation = SimulationApi {
        simulation: of(call, args)?,
        rows: Vec::new(),
    };
    while simulation.step()? {}
    Ok(simulation.rows())
}

/// The operation `simulate`, row by row, so that a host can report its progress.
///
/// ```
/// use conspectus_api::SimulationApi;
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]);
/// let mut simulation = SimulationApi::new(&messages, &json!({ "windows": [8_000], "price_sets": ["openai"], "policies": ["never", "break_even"] }))?;
/// assert!(simulation.step()? && simulation.step()? && !simulation.step()?);
/// assert_eq!((simulation.done(), simulation.rows()["rows"][1]["policy"].as_str()), (2, Some("break_even")));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[derive(Debug)]
pub struct SimulationApi {
    simulation: Simulation,
    rows: Vec<Value>,
}

impl SimulationApi {
    /// What [`simulate`](crate::call) is given.
    ///
    /// # Errors
    /// Those of the operation, except those of a preset's compactor.
    pub fn new<'v, 'o>(
        messages: impl Into<Item<'v>>,
        options: impl Into<Item<'o>>,
    ) -> Result<Self> {
        conspectus_presets::register();
        let (input, options) = (&messages.into(), &options.into());
        let config = super::config_for("simulate", options)?;
        let call = Call {
            name: "simulate",
            config,
            input,
            options,
            caller: None,
        };
        Ok(Self {
            simulation: of(call, SimulateArgs::read(options)?)?,
            rows: Vec::new(),
        })
    }

    /// Makes one more row; `false` once there are all of them.
    ///
    /// # Errors
    /// Any error of the compactor of a preset.
    pub fn step(&mut self) -> Result<bool> {
        let row = self.simulation.step()?;
        self.rows.extend(row.iter().map(|row| json!(row)));
        Ok(row.is_some())
    }

    /// How many rows there are.
    #[must_use]
    pub fn done(&self) -> usize {
        self.simulation.done()
    }

    /// How many rows there will be.
    #[must_use]
    pub fn total(&self) -> usize {
        self.simulation.total()
    }

    /// The rows so far, as the operation gives them.
    #[must_use]
    pub fn rows(&self) -> Value {
        json!({ "rows": self.rows })
    }

    /// Calls a method by name: `step` makes one more row and returns the progress, `rows` returns
    /// the rows.
    ///
    /// # Errors
    /// As [`step`](Self::step); `UnknownOperation` for any other name.
    pub fn ask(&mut self, name: &str) -> Result<Value> {
        match name {
            "step" => {
                let more = self.step()?;
                Ok(json!({ "more": more, "done": self.done(), "total": self.total() }))
            }
            "rows" => Ok(self.rows()),
            _ => Err(super::unknown_method(name, &["step", "rows"])),
        }
    }
}

fn of(call: Call<'_>, args: SimulateArgs) -> Result<Simulation> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let mut candidates = candidates(args.policies, &config)?;
    let SimulateArgs {
        overhead_tokens,
        summary_tokens,
        ..
    } = args;
    let prices = price_sets(args.price_sets, &config)?;
    let setting = |window: u64, name: &str, prices: CachePrices| {
        let known = model_info(name, &config.models);
        let setting = Setting {
            window,
            overhead_tokens,
            summary_tokens,
            prices,
            is_own_window: known.model.is_some() && known.input_tokens == window,
            tiers: known.tiers,
        };
        (name.to_owned(), setting)
    };
    let settings: Vec<(String, Setting)> = windows(options, &config)?
        .into_iter()
        .flat_map(|window| {
            let of_window = |(name, prices): &(String, CachePrices)| setting(window, name, *prices);
            prices.iter().map(of_window).collect::<Vec<_>>()
        })
        .collect();
    let history = ConfiguredHistory::of(config.clone(), input)?;
    let times = argument(options, "times_ms")
        .map(|given| times(&given, history.len()))
        .transpose()?;
    let pauses = argument(options, "pauses_ms")
        .map(|given| numbers(&given, "pauses_ms", 0))
        .transpose()?;
    let usage = argument(options, "usage")
        .map(|given| usage(&given, history.len()))
        .transpose()?;
    if usage.is_none() {
        candidates.retain(|it| it.name() != Policy::Recorded.name());
    }
    let mut simulation = Simulation::of(&history, input, candidates, settings)?;
    if let Some(times) = times {
        simulation = simulation.times(&times);
    }
    if let Some(pauses) = pauses {
        simulation = simulation.pauses(&pauses);
    }
    Ok(match usage {
        Some(usage) => simulation.usage(&usage),
        None => simulation,
    })
}

fn candidates(given: Option<Vec<String>>, config: &Config) -> Result<Vec<Candidate>> {
    let Some(given) = given else {
        return Ok(Policy::ALL.map(Candidate::Policy).to_vec());
    };
    let names: Vec<&str> = Policy::ALL
        .iter()
        .map(|policy| policy.name())
        .chain(systems::names())
        .collect();
    let named = |(index, name): (usize, &String)| {
        let policy = Policy::ALL
            .into_iter()
            .find(|policy| policy.name() == name)
            .map(Candidate::Policy);
        policy.or_else(|| preset(name, config)).ok_or_else(|| {
            invalid(
                &format!("policies/{index}"),
                &format!("one of {}", names.join(", ")),
                name,
            )
        })
    };
    given.iter().enumerate().map(named).collect()
}

/// A preset as it is, with its summaries by a model; of the preset of the call with the options
/// that are given.
fn preset(name: &str, config: &Config) -> Option<Candidate> {
    if config.system.name == name {
        return Some(Candidate::Preset(Box::new(config.clone())));
    }
    let mut preset = systems::preset(name).ok()?;
    preset.summarize = Summarizer::Host;
    if config.tuning.max_output_tokens > 0 {
        preset.tuning.max_output_tokens = config.tuning.max_output_tokens;
    }
    Some(Candidate::Preset(Box::new(preset)))
}

/// The time of each message, if known.
fn times(given: &Item<'_>, messages: usize) -> Result<Vec<Option<f64>>> {
    each(
        given,
        "times_ms",
        messages,
        &|time, path| match time.kind() {
            Kind::Null => Ok(None),
            Kind::Number if time.number().is_finite() => Ok(Some(time.number())),
            other => Err(invalid(
                path,
                "a number of milliseconds, or null",
                kind_name(other),
            )),
        },
    )
}

/// The recorded usage of each message, if known.
fn usage(given: &Item<'_>, messages: usize) -> Result<Vec<Option<RecordedUsage>>> {
    each(given, "usage", messages, &|usage, path| {
        let what = "a provider's usage, or null";
        let wrong = |_| invalid(path, what, kind_name(usage.kind()));
        let read = read_usage(usage).map_err(wrong)?;
        let first = |names: &[&str]| {
            let found = names.iter().find_map(|name| usage.get(name))?;
            Some(found.number()).filter(|number| *number >= 0.0)
        };
        let hour = usage.get("cache_creation");
        let hour = hour.and_then(|it| Some(it.get("ephemeral_1h_input_tokens")?.number()));
        Ok(read.map(|read| RecordedUsage {
            prompt: read.prompt_tokens,
            cached: read.cached_tokens,
            written: first(&WRITTEN).map(|tokens| tokens as u64),
            hour: hour.unwrap_or(0.0) as u64,
            output: read.output_tokens,
        }))
    })
}

/// The names of the tokens that were written to the cache. Source: as in the table of `read_usage`.
const WRITTEN: [&str; 3] = [
    "cache_creation_input_tokens",
    "cacheWriteInputTokens",
    "cacheWrite",
];

/// A value for each message.
fn each<'v, T>(
    given: &Item<'v>,
    name: &str,
    messages: usize,
    read: &dyn Fn(&Item<'v>, &str) -> Result<Option<T>>,
) -> Result<Vec<Option<T>>> {
    if given.kind() != Kind::Array || given.len() != messages {
        let text = format!("{name} must be a list of {messages} values or nulls, one per message");
        return Err(wrong(name, text));
    }
    items(given, |index, value| {
        read(&value, &format!("{name}/{index}"))
    })
}

fn windows(options: &Item<'_>, config: &Config) -> Result<Vec<u64>> {
    let Some(given) = argument(options, "windows") else {
        let missing = "context_window (in tokens) or a list of windows is required";
        let window = config.context_window;
        return window
            .map(|window| vec![window])
            .ok_or_else(|| wrong("context_window", missing));
    };
    let found = numbers(&given, "windows", 1)?;
    if found.is_empty() {
        let message = "windows must be a list of at least one number of tokens";
        return Err(wrong("windows", message));
    }
    Ok(found)
}

fn numbers(given: &Item<'_>, name: &str, least: u64) -> Result<Vec<u64>> {
    if given.kind() != Kind::Array {
        return Err(wrong(name, format!("{name} must be a list of integers")));
    }
    items(given, |index, number| {
        whole(&number, &format!("{name}/{index}"), least)
    })
}

/// The prices by their names: those of the argument, else those of the options.
fn price_sets(given: Option<Vec<String>>, config: &Config) -> Result<Vec<(String, CachePrices)>> {
    let Some(given) = given else {
        let prices = config.cache_prices.ok_or_else(|| {
            let message =
                "it needs prices: pass `price_sets`, `prices`, or a model with known prices";
            wrong("price_sets", message)
        })?;
        let name = config
            .prices
            .and_then(|prices| prices.like)
            .map(|set| set.name().to_owned())
            .or_else(|| config.model.clone());
        return Ok(vec![(name.unwrap_or_else(|| "own".to_owned()), prices)]);
    };
    let named = |(index, name): (usize, &String)| {
        let set = PriceSet::ALL
            .into_iter()
            .find(|set| set.name() == name)
            .map(PriceSet::prices);
        let names: Vec<&str> = PriceSet::ALL.iter().map(|set| set.name()).collect();
        let known = set.or_else(|| model_info(name, &config.models).cache);
        let wrong = || {
            invalid(
                &format!("price_sets/{index}"),
                &format!("one of {}, or a model with known prices", names.join(", ")),
                name,
            )
        };
        known.map(|prices| (name.clone(), prices)).ok_or_else(wrong)
    };
    given.iter().enumerate().map(named).collect()
}
