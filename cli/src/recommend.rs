//! The command `conspectus recommend`: a sweep over settings, and the cheapest ones that lose no more
//! than the defaults.

use super::args::RecommendArgs;
use super::inspect::named;
use super::simulate::{TELL_EVERY, Told, dollars, number, real, recorded, word};
use super::style::{Style, Table, count, grouped};
use super::{Done, OK, Result, Streams, load, note, tell, worse};
use conspectus::{ModelRows, model_info};
use conspectus_api::SimulationApi;
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::sessions::{self, Conversation, Extent};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The values to try, in every combination, the default first. Chosen here: around the bends of
/// measured curves.
const KEEP: [u64; 4] = [10, 5, 20, 30];
const AMOUNTS: [(f64, f64); 4] = [(0.75, 0.5), (0.6, 0.4), (0.5, 0.3), (0.9, 0.5)];
/// Windows that are tried below the model's own.
const WINDOWS: [u64; 2] = [200_000, 400_000];

/// Settings on top of the defaults.
type Options = Map<String, Value>;

/// The cost and losses of one combination of settings in all sessions.
#[derive(Default, Clone)]
struct Sum {
    cost: f64,
    never: f64,
    names: [u64; 2],
    /// Requests, unread results, prompts over the window.
    lost: [u64; 3],
    runs: u64,
}

impl Sum {
    fn add(&mut self, row: &Value, never: f64) {
        self.cost += real(row, "cost_usd");
        self.never += never;
        for (sum, name) in self.names.iter_mut().zip(["names", "names_present"]) {
            *sum += number(row, name);
        }
        let lost = ["requests_lost", "unread_lost", "over_window"];
        for (sum, name) in self.lost.iter_mut().zip(lost) {
            *sum += number(row, name);
        }
        self.runs += number(row, "clearings") + number(row, "summaries");
    }

    /// Whether it loses more than another one.
    fn loses_more_than(&self, other: &Self) -> bool {
        let lost = self.lost.iter().zip(&other.lost);
        self.names[1] < other.names[1] || lost.into_iter().any(|(mine, its)| mine > its)
    }

    fn json(&self, options: &Options, base: &Self) -> Value {
        json!({
            "options": options, "cost_usd": self.cost, "relative_cost_percent": percent(self.cost, self.never),
            "names": self.names[0], "names_present": self.names[1], "requests_lost": self.lost[0],
            "unread_lost": self.lost[1], "over_window": self.lost[2], "loses_more": self.loses_more_than(base),
        })
    }
}

/// The sums of a sweep over all sessions.
#[derive(Default)]
struct Sweep {
    sessions: u64,
    calls: u64,
    /// The cost of never compacting.
    never: f64,
    /// The cost of the recorded usage, and the number of sessions with one.
    recorded: (f64, u64),
    tried: Vec<(Options, Sum)>,
    /// The models with their windows, and the sources of prices.
    models: BTreeMap<String, u64>,
    sources: BTreeMap<String, String>,
}

pub(super) fn recommend(args: &RecommendArgs, streams: &mut Streams<'_>) -> Done {
    if let Some(model) = &args.model
        && model_info(model, &ModelRows::default()).prices.is_none()
    {
        let text = format!("the prices of `{model}` are unknown: pass another model");
        let kind = ErrorKind::Core(conspectus::ErrorKind::InvalidOption);
        return Err(Error::new(kind, text).into());
    }
    let mut sweep = Sweep {
        tried: grid().into_iter().map(|it| (it, Sum::default())).collect(),
        ..Sweep::default()
    };
    let mut code = OK;
    for (place, path) in args.files.iter().enumerate() {
        let name = load::name(path);
        if args.files.len() > 1 && !args.quiet.quiet {
            let text = format!("{} of {}: {name}", place + 1, args.files.len());
            note(&text, streams);
        }
        let text = load::text(path, conspectus_files::text_file::MOST_UNPACKED_MB, streams);
        let done = text.and_then(|text| of_file(args, &mut sweep, (&name, &text), streams));
        if let Err(error) = done {
            code = worse(code, error.kind());
            tell(&named(&error, &name), streams);
        }
    }
    if sweep.sessions == 0 {
        return Ok(code);
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *streams.stdout, &sweep.json())
            .map_err(std::io::Error::from)?;
        writeln!(streams.stdout)?;
    } else {
        write!(streams.stdout, "{}", sweep.show(Style::new(streams.colour)))?;
    }
    Ok(code)
}

/// The combinations, the defaults first.
fn grid() -> Vec<Options> {
    let mut found = Vec::new();
    let mut add = |fields: Value| {
        if let Value::Object(options) = fields {
            found.push(options);
        }
    };
    for (trigger, target) in AMOUNTS {
        for keep in KEEP {
            let mut options = json!({});
            if keep != KEEP[0] {
                options["keep_tool_results"] = json!(keep);
            }
            if (trigger, target) != AMOUNTS[0] {
                options["trigger"] = json!(trigger);
                options["target"] = json!(target);
            }
            add(options);
        }
    }
    for window in WINDOWS {
        for keep in KEEP {
            let mut options = json!({ "context_window": window });
            if keep != KEEP[0] {
                options["keep_tool_results"] = json!(keep);
            }
            add(options);
        }
    }
    add(json!({ "clear_when": "trigger" }));
    found
}

fn of_file(
    args: &RecommendArgs,
    sweep: &mut Sweep,
    (name, text): (&str, &str),
    streams: &mut Streams<'_>,
) -> Result<()> {
    let built = sessions::Built::default();
    let file = sessions::read(text, Extent::Whole, &built)?;
    let many = file.conversations.len() > 1;
    for (index, conversation) in file.conversations.iter().enumerate() {
        let name = if many {
            format!("{name} {}", index + 1)
        } else {
            name.to_owned()
        };
        let model = args.model.as_deref().or(conversation.model.as_deref());
        let info = model.map(|model| model_info(model, &ModelRows::default()));
        let known = info.and_then(|info| Some((info.model?, info.input_tokens, info.prices?)));
        let Some((model, window, _)) = known else {
            let text = format!(
                "{name}: left out, because it names no model with known prices; pass --model"
            );
            note(&text, streams);
            continue;
        };
        let window = args.context_window.unwrap_or(window);
        let mut told = Told::new(args.quiet.quiet, TELL_EVERY);
        of_session(
            args,
            sweep,
            (conversation, &model, window),
            &mut |done, all| {
                told.tell((done, all), &name, streams);
            },
        )?;
        told.end();
    }
    Ok(())
}

/// Replays one session with each combination.
fn of_session(
    args: &RecommendArgs,
    sweep: &mut Sweep,
    (conversation, model, window): (&Conversation<'_>, &str, u64),
    told: &mut dyn FnMut(usize, usize),
) -> Result<()> {
    let mut options = json!({ "windows": [window], "price_sets": [model], "overhead_tokens": args.overhead_tokens });
    if let Some(dialect) = conversation.dialect {
        options["dialect"] = json!(dialect.name());
    }
    recorded(conversation, &mut options);
    let messages = conversation.messages.view().copied();
    let rows = |options: &Value| -> Result<Vec<Value>> {
        let mut simulation = SimulationApi::new(&messages, options)?;
        while simulation.step()? {}
        Ok(simulation.rows()["rows"]
            .as_array()
            .cloned()
            .unwrap_or_default())
    };
    options["policies"] = json!(["never", "recorded"]);
    let base = rows(&options)?;
    let Some(never) = base.iter().find(|row| word(row, "policy") == "never") else {
        return Ok(());
    };
    if number(never, "calls") == 0 {
        return Ok(());
    }
    let cost = real(never, "cost_usd");
    options["policies"] = json!(["default"]);
    let all = sweep.tried.len();
    for (place, (settings, sum)) in sweep.tried.iter_mut().enumerate() {
        let mut options = options.clone();
        for (name, value) in settings.iter() {
            match name.as_str() {
                // A window that is not below the model's is the model's.
                "context_window" => {
                    let lower = value.as_u64().map_or(window, |own| own.min(window));
                    options["windows"] = json!([lower]);
                }
                name => options[name] = value.clone(),
            }
        }
        for row in rows(&options)? {
            sum.add(&row, cost);
        }
        told(place + 1, all);
    }
    sweep.sessions += 1;
    sweep.calls += number(never, "calls");
    sweep.never += cost;
    if let Some(row) = base.iter().find(|row| word(row, "policy") == "recorded") {
        sweep.recorded.0 += real(row, "cost_usd");
        sweep.recorded.1 += 1;
    }
    sweep.models.insert(model.to_owned(), window);
    let (source, date) = (word(never, "prices_source"), word(never, "prices_date"));
    sweep.sources.insert(source.to_owned(), date.to_owned());
    Ok(())
}

fn percent(part: f64, all: f64) -> f64 {
    if all > 0.0 {
        (part * 1_000.0 / all).round() / 10.0
    } else {
        100.0
    }
}

impl Sweep {
    /// The cheapest combination that loses no more than the defaults.
    fn best(&self) -> &(Options, Sum) {
        let base = &self.tried[0];
        let sound = self
            .tried
            .iter()
            .filter(|(_, sum)| !sum.loses_more_than(&base.1));
        // Of equally cheap ones the first, so that nothing is set for nothing.
        sound.fold(
            base,
            |best, it| if it.1.cost < best.1.cost { it } else { best },
        )
    }

    /// The combinations by their cost; of those that cost and lose the same, the first.
    fn curve(&self) -> Vec<&(Options, Sum)> {
        let mut found: Vec<&(Options, Sum)> = Vec::new();
        for it in &self.tried {
            let is_same = |other: &&&(Options, Sum)| {
                let (mine, its) = (&it.1, &other.1);
                mine.cost == its.cost && mine.names == its.names && mine.lost == its.lost
            };
            if !found.iter().any(|other| is_same(&other)) {
                found.push(it);
            }
        }
        found.sort_by(|one, next| one.1.cost.total_cmp(&next.1.cost));
        found
    }

    fn json(&self) -> Value {
        let (base, best) = (&self.tried[0].1, self.best());
        let sources = self.sources.iter();
        json!({
            "sessions": self.sessions, "calls": self.calls, "models": self.models,
            "prices": sources.map(|(source, date)| json!({ "source": source, "date": date })).collect::<Vec<_>>(),
            "recommended": best.0,
            "cost_usd": {
                "recorded": (self.recorded.1 == self.sessions).then_some(self.recorded.0),
                "never": self.never, "default": base.cost, "recommended": best.1.cost,
            },
            "curve": self.curve().iter().map(|(options, sum)| sum.json(options, base)).collect::<Vec<_>>(),
        })
    }

    fn show(&self, style: Style) -> String {
        let (base, best) = (&self.tried[0].1, self.best());
        let models = self.models.iter();
        let models: Vec<String> = models
            .map(|(model, window)| format!("{model} with {}", grouped(*window)))
            .collect();
        let mut text = format!(
            "{}, {}; {}\n\n",
            count(self.sessions, "session", "sessions"),
            count(self.calls, "call", "calls"),
            models.join(", ")
        );
        let heading = [
            "settings", "cost", "of never", "names", "requests", "unread", "over", "",
        ];
        let mut table = Table::new(&heading, 1);
        for (options, sum) in self.curve() {
            let mark = if options == &best.0 {
                "recommended"
            } else if sum.loses_more_than(base) {
                "loses more"
            } else {
                ""
            };
            let names = percent(sum.names[1] as f64, sum.names[0] as f64);
            let mut cells = vec![
                shown(options),
                dollars(sum.cost),
                format!("{:.1} %", percent(sum.cost, sum.never)),
                format!("{names:.1} %"),
            ];
            cells.extend(sum.lost.map(grouped));
            cells.push(mark.to_owned());
            table.row(cells);
        }
        text.push_str(&table.render(style));
        text.push_str(&format!("\n{}\n", style.bold("Recommended")));
        if best.0.is_empty() {
            text.push_str("  the defaults: no other settings cost less without losing more\n");
        } else {
            let python: Vec<String> = best
                .0
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            text.push_str(&format!(
                "  Python  Compactor(model=MODEL, {})\n  JSON    {}\n",
                python.join(", "),
                Value::Object(best.0.clone())
            ));
        }
        let mut costs = vec![
            ("without compaction", self.never),
            ("with the defaults", base.cost),
            ("with these settings", best.1.cost),
        ];
        if self.recorded.1 == self.sessions {
            costs.insert(0, ("as recorded", self.recorded.0));
        }
        text.push_str(&format!("\n{}\n", style.bold("These sessions")));
        let mut table = Table::new(&["", "cost"], 1);
        for (what, cost) in costs {
            table.row(vec![what.to_owned(), dollars(cost)]);
        }
        text.push_str(&table.render(style));
        for (source, date) in &self.sources {
            text.push_str(&format!("\nprices: {source}, {date}"));
        }
        text + "\n"
    }
}

/// Settings in a line.
fn shown(options: &Options) -> String {
    if options.is_empty() {
        return "(defaults)".to_owned();
    }
    let all = options
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    all.collect::<Vec<_>>().join(" ").replace('"', "")
}
