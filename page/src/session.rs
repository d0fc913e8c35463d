//! Replays a recorded session through the compactor: its runs, its prompts and their cost. The fields that [`report`](crate::report()) draws.

mod told;

use conspectus::host::patch::Op;

use conspectus::{
    Config, ConfiguredHistory, Error, ErrorKind, Item, ModelRows, Patch, PriceSet, ReasonCode,
    RemovedKind, Result, RowAction, RunResult, Status, model_info,
};
use conspectus_lab::{Candidate, Policy, Replayed, Setting, SimulatedRow, Simulation};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use told::{Messages, Place};

/// Tokens of a summary by a model, as in `simulate`. An extractive summary counts with its own tokens.
const SUMMARY_TOKENS: u64 = 2_000;
/// The most requests of a session on which other settings are tried. Chosen here: each is one more
/// replay, which takes seconds on longer ones.
const MOST_TRIED: usize = 400;
/// The longest text of a summary, in characters.
const MOST_SUMMARY: usize = 40_000;

/// The options that belong to the report; all others are those of a compactor.
const OWN: [&str; 5] = ["title", "system", "tools", "overhead_tokens", "times_ms"];

/// Replays a recorded session through the compactor, as it would have run before each request of the
/// agent, and returns the fields of a [`report`](crate::report()). No model is called: summaries are
/// extractive.
///
/// `options` are those of a compactor. A window is needed: `context_window` or `model`. If no prices
/// are known, those of `anthropic-5m` are used. Further options are `title`, `system` and `tools` (as
/// they are sent), `overhead_tokens` (instead of them), and `times_ms`, the time of each message in
/// milliseconds or null: the cache expires in long pauses.
///
/// # Errors
/// `InvalidOption` and `WindowUnknown` for options, and errors of reading messages, each with the
/// path.
///
/// ```
/// use serde_json::json;
///
/// let messages = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "Hello" }]);
/// let fields = conspectus_page::replay(&messages, &json!({ "context_window": 8_000 }))?;
/// assert_eq!((fields["requests"].as_array().map(Vec::len), fields["window"].as_u64()), (Some(1), Some(8_000)));
/// # Ok::<(), conspectus::Error>(())
/// ```
pub fn replay<'v>(messages: impl Into<Item<'v>>, options: &Value) -> Result<Value> {
    of_list(&messages.into().to_value()?, options)
}

fn of_list(list: &Value, options: &Value) -> Result<Value> {
    let Value::Object(given) = options else {
        return Err(wrong("", "the options must be an object"));
    };
    let mut rest = given.clone();
    let own: Map<String, Value> = OWN
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), rest.shift_remove(*name)?)))
        .filter(|(_, value)| !value.is_null())
        .collect();
    let config = Config::from_options(&Value::Object(rest.clone()))?;
    let history = ConfiguredHistory::of(config.clone(), list)?;
    let config = config.with_dialect(Some(history.dialect()));
    let setting = setting(&config, overhead(&config, &own)?)?;
    let texts = Messages::of(&history, list);
    let mut recorder = Recorder::new(&texts);
    let simulation = |candidate: Candidate| -> Result<Simulation> {
        let candidates = vec![candidate];
        let settings = vec![(String::new(), setting.clone())];
        let simulation = Simulation::of(&history, list, candidates, settings)?;
        Ok(match times(&own, history.len())? {
            Some(times) => simulation.times(&times),
            None => simulation,
        })
    };
    let preset = |config: &Config| simulation(Candidate::Preset(Box::new(config.clone())));
    let nothing = || wrong("", "nothing was replayed");
    let row = preset(&config)?.watched(&mut |step| recorder.take(step))?;
    let row = row.ok_or_else(nothing)?;
    let never = simulation(Candidate::Policy(Policy::Never))?.step()?;
    let never = never.ok_or_else(nothing)?.cost;
    if let Some(error) = recorder.failure {
        return Err(error);
    }
    let tried = if recorder.requests.len() <= MOST_TRIED && !recorder.runs.is_empty() {
        tried(&rest, &config, &row, &preset)?
    } else {
        Vec::new()
    };
    // Before the first request, its own compaction is the start of the session.
    let start = recorder.ends.first().copied().unwrap_or(0);
    let mut compacted = texts.own_compactions();
    compacted.retain(|message| *message >= start);
    let own_sizes = if compacted.is_empty() {
        Vec::new()
    } else {
        texts.own_sizes(&compacted, &recorder.ends, setting.overhead_tokens)
    };
    let model = config.model.as_deref();
    let known = model.map(|model| model_info(model, &ModelRows::default()));
    let dollars = known.and_then(|known| Some(known.prices?.input / 1e6));
    let (prices, is_assumed) = (setting.prices, config.cache_prices.is_none());
    Ok(json!({
        "title": own.get("title").and_then(Value::as_str).unwrap_or("session"),
        "messages": history.len(),
        "dialect": history.dialect().name(),
        "model": model,
        "window": setting.window,
        "limit": setting.window.saturating_sub(config.reserve_tokens.unwrap_or(0)),
        "trigger": recorder.trigger,
        "target": recorder.target,
        "overhead": setting.overhead_tokens,
        "preset": config.system.name,
        "options": rest,
        "requests": recorder.requests,
        "own": recorder.requests_after(&compacted),
        "own_sizes": own_sizes,
        "runs": recorder.runs,
        "condensed": { "results": recorder.condensed[0], "tokens": recorder.condensed[1] },
        "blocked": recorder.blocked,
        "fates": texts.fates(&recorder.fates),
        "user": texts.user(&recorder.user, recorder.ends.last().copied().unwrap_or(0)),
        "cost": row.cost,
        "never": never,
        "dollars": dollars,
        "prices": { "input": prices.input, "read": prices.read, "write": prices.write, "output": prices.output },
        "prices_assumed": is_assumed,
        "names": [row.names, row.names_present],
        "unread_lost": row.unread_lost,
        "tried": tried,
    }))
}

fn wrong(path: &str, text: &str) -> Error {
    Error::new(ErrorKind::InvalidOption, path, text)
}

/// Tokens of the system prompt and the tool schemas.
fn overhead(config: &Config, own: &Map<String, Value>) -> Result<u64> {
    if let Some(tokens) = own.get("overhead_tokens") {
        let wrong = || wrong("/overhead_tokens", "overhead_tokens must be a whole number");
        return tokens.as_u64().ok_or_else(wrong);
    }
    let around = ["system", "tools"].map(|name| own.get(name));
    let sizes = around.into_iter().flatten();
    sizes.map(|value| config.overhead_tokens(value)).sum()
}

fn times(own: &Map<String, Value>, messages: usize) -> Result<Option<Vec<Option<f64>>>> {
    let Some(given) = own.get("times_ms") else {
        return Ok(None);
    };
    let times = given.as_array().filter(|times| times.len() == messages);
    let text = format!("times_ms must be a list of {messages} numbers or nulls, one per message");
    let times = times.ok_or_else(|| wrong("/times_ms", &text))?;
    Ok(Some(times.iter().map(Value::as_f64).collect()))
}

fn setting(config: &Config, overhead_tokens: u64) -> Result<Setting> {
    let text = "context_window (in tokens) or a known model is required";
    let window = config
        .context_window
        .ok_or_else(|| wrong("/context_window", text))?;
    let model = config.model.as_deref();
    let known = model.map(|model| model_info(model, &config.models));
    Ok(Setting {
        window,
        overhead_tokens,
        summary_tokens: SUMMARY_TOKENS,
        prices: config
            .cache_prices
            .unwrap_or_else(|| PriceSet::Anthropic5m.prices()),
        is_own_window: config.window_of_model.is_some(),
        tiers: known.map_or_else(Vec::new, |known| known.tiers),
    })
}

/// Other settings and their cost. Options of the caller are not varied.
fn tried(
    given: &Map<String, Value>,
    config: &Config,
    row: &SimulatedRow,
    simulation: &dyn Fn(&Config) -> Result<Simulation>,
) -> Result<Vec<Value>> {
    let shown = |name: Value, row: &SimulatedRow| {
        json!({
            "options": name, "cost": row.cost, "percent": row.relative_cost_percent, "names": [row.names, row.names_present],
            "clearings": row.clearings, "summaries": row.summaries, "over": row.over_window, "unread": row.unread_lost,
        })
    };
    let mut found = vec![shown(json!({}), row)];
    if config.system.name != "default" {
        return Ok(found);
    }
    for other in [
        json!({ "keep_tool_results": 3 }),
        json!({ "keep_tool_results": 30 }),
        json!({ "clear_when": "trigger" }),
        json!({ "trigger": 0.6, "target": 0.4 }),
        json!({ "trigger": 0.9 }),
        json!({ "target": 0.3 }),
    ] {
        let Value::Object(fields) = &other else {
            continue;
        };
        let mut options = given.clone();
        if fields.keys().any(|name| options.contains_key(name)) {
            continue;
        }
        options.extend(fields.clone());
        // A combination that the options rule out is none to try.
        let Ok(tried) = Config::from_options(&Value::Object(options)) else {
            continue;
        };
        let tried = tried.with_dialect(config.dialect());
        if let Some(row) = simulation(&tried)?.step()? {
            found.push(shown(other, &row));
        }
    }
    Ok(found)
}

/// Records the runs and the prompts of a replay.
struct Recorder<'a> {
    texts: &'a Messages,
    /// The session's message at each place of the list; `None` for one that the compactor wrote.
    list: Vec<Option<usize>>,
    /// How many of the session's messages came so far.
    seen: usize,
    requests: Vec<Value>,
    /// How many of the session's messages came before each request.
    ends: Vec<usize>,
    /// The prompt before the run that is under way.
    before: Option<u64>,
    runs: Vec<Value>,
    condensed: [u64; 2],
    blocked: Vec<Value>,
    /// The latest change to each message.
    fates: Vec<Option<Value>>,
    user: Vec<Place>,
    trigger: u64,
    target: u64,
    /// Whether the words of the user may be elsewhere now.
    has_changed: bool,
    failure: Option<Error>,
}

impl<'a> Recorder<'a> {
    fn new(texts: &'a Messages) -> Self {
        Self {
            texts,
            list: Vec::new(),
            seen: 0,
            requests: Vec::new(),
            ends: Vec::new(),
            before: None,
            runs: Vec::new(),
            condensed: [0; 2],
            blocked: Vec::new(),
            fates: vec![None; texts.len()],
            user: vec![Place::default(); texts.len()],
            trigger: 0,
            target: 0,
            has_changed: false,
            failure: None,
        }
    }

    fn take(&mut self, step: Replayed<'_>) {
        match step {
            Replayed::Ran {
                messages,
                patch,
                result,
            } => {
                self.grow(messages.len());
                self.trigger = result.trigger_tokens;
                let log = |path: &str| result.log.get(path).and_then(Value::as_u64);
                self.target = log("sizes.target_tokens").unwrap_or(self.target);
                if !result.can_send {
                    let request = self.requests.len() + 1;
                    self.blocked
                        .push(json!({ "request": request, "reason": result.reason }));
                }
                if let Some(patch) = patch
                    && let Err(error) = self.ran(messages, patch, result)
                {
                    self.failure.get_or_insert(error);
                }
            }
            Replayed::Sent {
                messages,
                tokens: [sent, unmanaged],
                cached,
                micros: _,
            } => {
                self.grow(messages.len());
                self.ends.push(self.seen);
                let before = self.before.take();
                self.requests.push(json!([sent, unmanaged, cached, before]));
                if std::mem::take(&mut self.has_changed) {
                    self.look(messages);
                }
            }
        }
    }

    /// Updates the places of the user's words after a run.
    fn look(&mut self, messages: &[Value]) {
        let written = self.texts.written(&self.list, messages);
        let mut shown: Vec<Option<&Value>> = vec![None; self.seen];
        for (index, message) in self.list.iter().zip(messages) {
            if let Some(index) = index {
                shown[*index] = Some(message);
            }
        }
        let last = self.runs.len();
        for (index, place) in self.user[..self.seen].iter_mut().enumerate() {
            let is_unchanged = self.fates[index].is_none();
            let changed = shown[index].filter(|_| !is_unchanged);
            self.texts
                .look(index, (is_unchanged, changed), &written, last, place);
        }
    }

    /// The list has this length now: its last messages are new.
    fn grow(&mut self, length: usize) {
        while self.list.len() < length {
            self.list.push(Some(self.seen));
            self.seen += 1;
        }
    }

    fn ran(&mut self, messages: &[Value], patch: &Patch, result: &RunResult) -> Result<()> {
        let request = self.requests.len() + 1;
        if result.code == ReasonCode::Condensed {
            self.condensed(patch, result, request);
            return Ok(());
        }
        self.has_changed = true;
        let after = patch.apply_to(messages)?;
        let number = self.runs.len() + 1;
        let places = (0..messages.len()).map(Some).collect();
        let is_repair = result.status == Status::Repaired;
        let places = followed(patch, places, is_repair)?;
        let mut changes = Vec::new();
        for row in result.rows(&Item::from(messages), patch)? {
            if row.action == RowAction::Kept {
                continue;
            }
            let index = self.list[row.index];
            let now = places
                .iter()
                .position(|place| *place == Some(row.index))
                .and_then(|place| after.get(place));
            let tokens = match now {
                Some(now) if is_repair => self.texts.tokens(now),
                _ => row.tokens_after,
            };
            let change = json!({
                "message": index, "role": row.role, "tool": row.tool, "action": row.action, "reason": row.reason,
                "before": row.tokens_before, "after": tokens,
                "was": self.texts.text(&messages[row.index]), "is": now.map(|now| self.texts.text(now)),
            });
            if let Some(index) = index {
                self.fates[index] = Some(json!({
                    "action": row.action, "reason": row.reason, "after": tokens, "request": request, "run": number,
                }));
            }
            changes.push(change);
        }
        self.list = followed(patch, std::mem::take(&mut self.list), is_repair)?;
        let log = |path: &str| result.log.get(path).and_then(Value::as_u64);
        let prompt = log("sizes.prompt_tokens_before").unwrap_or(result.tokens_before);
        self.before = Some(prompt);
        self.runs.push(json!({
            "request": request, "cause": result.log.get("run.cause"), "status": result.status, "reason": result.reason,
            "before": prompt, "after": result.prompt_tokens, "is_summary": result.status == Status::Summarized,
            "removed": result.removed, "cache_lost": result.cache_tokens_lost, "breaks_even": result.break_even_calls,
            "summary": result.summary.as_deref().map(|text| told::clipped(text, MOST_SUMMARY)),
            "summary_tokens": log("summary.tokens"), "relaxed": result.relaxed_options, "warnings": result.warnings,
            "changes": changes, "by_kind": result.by_kind(),
        }));
        Ok(())
    }

    /// New results were condensed, without loss.
    fn condensed(&mut self, patch: &Patch, result: &RunResult, request: usize) {
        let index = |op: &Op| op.path.split('/').nth(1)?.parse().ok();
        let places: BTreeSet<usize> = patch.ops.iter().filter_map(index).collect();
        let all = result.removed.iter();
        for group in all.filter(|group| group.kind == RemovedKind::CondensedToolResults) {
            self.condensed[0] += group.count;
            self.condensed[1] += group.tokens;
        }
        for index in places
            .iter()
            .filter_map(|place| self.list.get(*place).copied()?)
        {
            let fate = json!({ "action": RowAction::Condensed, "reason": result.reason, "request": request });
            self.fates[index] = Some(fate);
        }
    }

    /// The first request that contained each of these messages, starting at 1.
    fn requests_after(&self, messages: &[usize]) -> Vec<usize> {
        let first = |message: &usize| self.ends.partition_point(|end| end <= message) + 1;
        messages.iter().map(first).collect()
    }
}

/// The session's messages at each place after a patch; `None` for one that the compactor wrote. A
/// repair rewrites a message, and adds missing ones before it.
fn followed(
    patch: &Patch,
    list: Vec<Option<usize>>,
    is_repair: bool,
) -> Result<Vec<Option<usize>>> {
    let mut after = patch.spliced(list.clone(), |_| None)?;
    let mut splices: Vec<_> = patch.splices.iter().filter(|_| is_repair).collect();
    splices.sort_by_key(|splice| splice.start);
    let (mut inserted, mut deleted) = (0, 0);
    for splice in splices {
        inserted += splice.insert.len();
        deleted += splice.delete_count;
        let end = splice.start + splice.delete_count;
        for back in 1..=splice.delete_count.min(splice.insert.len()) {
            let place = (end + inserted).checked_sub(deleted + back);
            if let Some(place) = place.and_then(|place| after.get_mut(place)) {
                *place = list.get(end - back).copied().flatten();
            }
        }
    }
    Ok(after)
}
