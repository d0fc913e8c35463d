//! The command `conspectus simulate`.

use super::args::{By, SimulateArgs};
use super::inspect::named;
use super::style::{Style, Table, count, grouped};
use super::{Done, OK, Result, Streams, compact, load, note, tell, worse};
use conspectus::{Config, ModelRows, model_info};
use conspectus_api::SimulationApi;
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::sessions::{self, Conversation, Extent};
use conspectus_files::text_file;
use conspectus_lab::Policy;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time before the first progress report, and between two reports. Chosen here: most sessions
/// finish earlier.
pub(super) const TELL_EVERY: Duration = Duration::from_secs(2);

/// The sums of one policy over all sessions.
#[derive(Default)]
struct Sum {
    cost: f64,
    /// `None` once the cost of a session is not known in dollars.
    dollars: Option<f64>,
    names: [u64; 2],
    counts: [u64; 5],
    /// The most expensive session: percent of never compacting, and its name.
    worst: (f64, String),
}

/// The rows of one conversation.
struct Session {
    name: String,
    rows: Vec<Value>,
}

/// The windows to choose from if the user sets none, and the part of a window at which compaction
/// starts: the default trigger.
const USUAL: [u64; 6] = [200_000, 128_000, 64_000, 32_000, 16_000, 8_000];
const TRIGGER: f64 = 0.75;

/// The prices of a file that names no known model.
const USUAL_PRICES: &str = "anthropic-5m";

/// The text of standard input, which can be read once.
type Read = Option<String>;

/// The windows: those that are given, or the largest usual one that the longest conversation fills to
/// the trigger.
fn windows(args: &SimulateArgs, stdin: &mut Read, streams: &mut Streams<'_>) -> Vec<u64> {
    if !args.context_window.is_empty() {
        return args.context_window.clone();
    }
    let mut longest = 0;
    for path in &args.files {
        // What cannot be read is told when it is gone through.
        let Ok(text) = text(args, path, stdin, streams) else {
            continue;
        };
        let built = sessions::Built::default();
        let Ok(file) = sessions::read(&text, Extent::Whole, &built) else {
            continue;
        };
        let tokens = |conversation| compact::tokens(Config::default(), conversation);
        let most = file.conversations.iter().filter_map(tokens).max();
        longest = longest.max(most.unwrap_or_default() + args.overhead_tokens);
    }
    let window = usual(longest);
    if longest > 0 && !args.reading.quiet.quiet {
        let told = format!(
            "window: {}, because the longest conversation has {}; set others with --context-window",
            grouped(window),
            count(longest, "token", "tokens")
        );
        note(&told, streams);
    }
    vec![window]
}

/// Returns the largest usual window that `tokens` tokens fill to the trigger, or the largest of all
/// if they fill none.
pub(super) fn usual(tokens: u64) -> u64 {
    let window = USUAL.iter().find(|window| fills(tokens, **window));
    *window.unwrap_or(&USUAL[0])
}

/// Returns true if `tokens` tokens reach the trigger.
pub(super) fn fills(tokens: u64, window: u64) -> bool {
    tokens as f64 >= window as f64 * TRIGGER
}

fn text(
    args: &SimulateArgs,
    path: &Path,
    stdin: &mut Read,
    streams: &mut Streams<'_>,
) -> Result<String> {
    if !load::is_standard(path) {
        return load::text(path, args.reading.max_unpacked_mb, streams);
    }
    if let Some(text) = stdin {
        return Ok(text.clone());
    }
    let text = load::text(path, args.reading.max_unpacked_mb, streams)?;
    *stdin = Some(text.clone());
    Ok(text)
}

/// Policies that do not wait for a full window.
const UNBOUND: [&str; 3] = ["recorded", "never", "every_turn"];

/// Says in which windows no session came to the trigger.
fn tell_idle(windows: &[u64], sessions: &[Session], streams: &mut Streams<'_>) {
    for window in windows {
        let rows = || {
            let all = sessions.iter().flat_map(|session| &session.rows);
            all.filter(|row| {
                number(row, "window") == *window && !UNBOUND.contains(&word(row, "policy"))
            })
        };
        let acts = |row: &Value| number(row, "clearings") + number(row, "summaries") > 0;
        if rows().next().is_some() && !rows().any(acts) {
            let told = format!(
                "in a window of {} no session reaches the trigger, so nothing is compacted: try smaller ones",
                grouped(*window)
            );
            note(&told, streams);
        }
    }
}

pub(super) fn simulate(args: &SimulateArgs, streams: &mut Streams<'_>) -> Done {
    let mut stdin = None;
    let windows = windows(args, &mut stdin, streams);
    let options = options(args, &windows);
    // A wrong option is told once, before any file is read.
    SimulationApi::new(&[], &options).map_err(|error| named_policy(args, error))?;
    let mut sessions = Vec::new();
    let mut code = OK;
    for (number, path) in args.files.iter().enumerate() {
        let name = load::name(path);
        if args.files.len() > 1 && !args.reading.quiet.quiet {
            note(
                &format!("{} of {}: {name}", number + 1, args.files.len()),
                streams,
            );
        }
        let read = text(args, path, &mut stdin, streams);
        match read.and_then(|text| of_file(args, &options, (&name, &text), streams)) {
            Ok(found) => sessions.extend(found),
            Err(error) => {
                code = worse(code, error.kind());
                tell(&named(&error, &name), streams);
            }
        }
    }
    let document = || -> Vec<Value> {
        let all = sessions.iter();
        all.map(|session| json!({ "session": session.name, "rows": session.rows }))
            .collect()
    };
    if let Some(path) = args.html.as_deref().filter(|_| !sessions.is_empty()) {
        let page = conspectus_page::simulations(&Value::Array(document()));
        text_file::write_whole(path, args.overwrite, &mut |out| {
            out.write_all(page.as_bytes())
        })?;
        if !args.reading.quiet.quiet {
            note(&format!("wrote {}", load::name(path)), streams);
        }
    }
    if args.json {
        let mut whole = json!({ "sessions": document() });
        if let Some(by) = args.by {
            whole["by"] = periods(&sessions, by)
                .into_iter()
                .map(|(key, sum)| key.json(&sum))
                .collect();
        }
        serde_json::to_writer_pretty(&mut *streams.stdout, &whole).map_err(std::io::Error::from)?;
        writeln!(streams.stdout)?;
    } else if !sessions.is_empty() {
        write!(
            streams.stdout,
            "{}",
            show(&sessions, args.by, Style::new(streams.colour))
        )?;
    }
    if !args.reading.quiet.quiet {
        tell_idle(&windows, &sessions, streams);
    }
    Ok(code)
}

fn options(args: &SimulateArgs, windows: &[u64]) -> Value {
    let mut options = Map::new();
    options.insert("windows".to_owned(), json!(windows));
    // The model in a file overrides them.
    let prices = if args.prices.is_empty() {
        vec![USUAL_PRICES.to_owned()]
    } else {
        args.prices.clone()
    };
    options.insert("price_sets".to_owned(), json!(prices));
    options.insert("overhead_tokens".to_owned(), json!(args.overhead_tokens));
    if let Some(minutes) = args.pause_minutes {
        let pause_ms = u64::from(minutes) * 60_000;
        options.insert("pauses_ms".to_owned(), json!([pause_ms]));
    }
    if !args.policies.is_empty() {
        options.insert("policies".to_owned(), json!(args.policies));
    }
    if let Some(dialect) = &args.dialect {
        options.insert("dialect".to_owned(), json!(dialect));
    }
    Value::Object(options)
}

/// The error with the names that there are, where a policy is unknown.
fn named_policy(args: &SimulateArgs, error: conspectus::Error) -> Error {
    let place = error.path().strip_prefix("/policies/");
    let given = place.and_then(|place| args.policies.get(place.parse::<usize>().ok()?));
    let Some(given) = given else {
        return error.into();
    };
    let policies: Vec<&str> = Policy::ALL.iter().map(|policy| policy.name()).collect();
    Error::new(
        ErrorKind::Core(error.kind()),
        format!(
            "unknown policy {given}; policies: {}; presets: {}",
            policies.join(", "),
            conspectus::systems::names().join(", ")
        ),
    )
}

fn of_file(
    args: &SimulateArgs,
    options: &Value,
    (name, text): (&str, &str),
    streams: &mut Streams<'_>,
) -> Result<Vec<Session>> {
    let built = sessions::Built::default();
    let file = sessions::read(text, Extent::Whole, &built)?;
    let many = file.conversations.len() > 1;
    let mut found = Vec::new();
    for (index, conversation) in file.conversations.iter().enumerate() {
        let mut options = options.clone();
        if let (None, Some(dialect)) = (&args.dialect, conversation.dialect) {
            options["dialect"] = json!(dialect.name());
        }
        let name = if many {
            format!("{name} {}", index + 1)
        } else {
            name.to_owned()
        };
        recorded(conversation, &mut options);
        if args.prices.is_empty()
            && let Some(model) = priced_model(conversation)
        {
            options["price_sets"] = json!([model]);
        }
        if conversation.compactions > 0 && !args.reading.quiet.quiet {
            let times = count(conversation.compactions as u64, "time", "times");
            note(
                &format!(
                    "{name}: the agent compacted it {times}; the replay starts from the first message"
                ),
                streams,
            );
        }
        let mut simulation = SimulationApi::new(&conversation.messages.view().copied(), &options)?;
        let mut told = Told::new(args.reading.quiet.quiet, TELL_EVERY);
        while simulation.step()? {
            told.tell((simulation.done(), simulation.total()), &name, streams);
        }
        told.end();
        found.push(Session {
            name,
            rows: simulation.rows()["rows"]
                .as_array()
                .cloned()
                .unwrap_or_default(),
        });
    }
    Ok(found)
}

/// Adds the times and the usage in a file.
pub(super) fn recorded(conversation: &Conversation<'_>, options: &mut Value) {
    if !conversation.times_ms.is_empty() {
        options["times_ms"] = json!(conversation.times_ms);
    }
    if !conversation.usage.is_empty() {
        options["usage"] = json!(conversation.usage);
    }
}

/// The model that a file names, if its prices are known.
pub(super) fn priced_model(conversation: &Conversation<'_>) -> Option<String> {
    let info = model_info(conversation.model.as_deref()?, &ModelRows::default());
    info.model.filter(|_| info.prices.is_some())
}

/// How far a session is: a bar on a terminal, else lines; neither while little time has passed.
pub(super) struct Told {
    quiet: bool,
    every: Duration,
    last: Instant,
    bar: Option<ProgressBar>,
}

impl Told {
    pub(super) fn new(quiet: bool, every: Duration) -> Self {
        Self {
            quiet,
            every,
            last: Instant::now(),
            bar: None,
        }
    }

    pub(super) fn tell(
        &mut self,
        (done, total): (usize, usize),
        name: &str,
        streams: &mut Streams<'_>,
    ) {
        if self.quiet || self.last.elapsed() < self.every {
            return;
        }
        if streams.progress {
            self.bar
                .get_or_insert_with(|| bar(total as u64))
                .set_position(done as u64);
            return;
        }
        note(&format!("{name}: {done} of {total} rows"), streams);
        self.last = Instant::now();
    }

    pub(super) fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("simulating {bar:40} {pos}/{len} rows {eta}") {
        bar.set_style(style);
    }
    bar
}

/// A table for each window and each set of prices, and one for the periods.
fn show(sessions: &[Session], by: Option<By>, style: Style) -> String {
    let first = sessions.first().map_or(&[][..], |session| &session.rows);
    let all = || sessions.iter().flat_map(|session| &session.rows);
    let calls = sessions.iter().filter_map(|session| session.rows.first());
    let calls = calls.map(|row| number(row, "calls")).sum();
    let mut text = format!(
        "{}, {}\n",
        count(sessions.len() as u64, "session", "sessions"),
        count(calls, "call", "calls")
    );
    let mut shown: Vec<(u64, &str)> = Vec::new();
    for row in all() {
        let group = (number(row, "window"), word(row, "prices"));
        if shown.contains(&group) {
            continue;
        }
        shown.push(group);
        let mut title = format!("window {}, {}", grouped(group.0), group.1);
        if !row["cost_usd"].is_null() {
            title = format!("{title}, prices of {}", word(row, "prices_date"));
        }
        text.push_str(&format!("\n{}\n", style.bold(&title)));
        let many = sessions.len() > 1;
        let mut table = Table::new(&COLUMNS[..if many { 11 } else { 9 }], 1);
        let names = policies(sessions);
        for policy in names {
            if let Some(found) = sum(sessions, group, policy) {
                let mut row = cells(policy, &found);
                row.truncate(if many { 11 } else { 9 });
                table.row(row);
            }
        }
        text.push_str(&table.render(style));
    }
    if let Some(by) = by.filter(|_| !first.is_empty()) {
        text.push_str(&by_period(sessions, by, style));
    }
    let sources: BTreeMap<&str, &str> = all()
        .filter(|row| !row["cost_usd"].is_null())
        .map(|row| (word(row, "prices_source"), word(row, "prices_date")))
        .collect();
    for (source, date) in sources {
        text.push_str(&format!("\nprices: {source}, {date}"));
    }
    text.trim_end().to_owned() + "\n"
}

const COLUMNS: [&str; 11] = [
    "policy",
    "of never",
    "cost",
    "names",
    "over",
    "unread",
    "requests",
    "clearings",
    "summaries",
    "dearest",
    "",
];

/// The policies of all sessions, in order.
fn policies(sessions: &[Session]) -> Vec<&str> {
    let mut found = Vec::new();
    for session in sessions {
        for (place, row) in session.rows.iter().enumerate() {
            let policy = word(row, "policy");
            if !found.contains(&policy) {
                found.insert(place.min(found.len()), policy);
            }
        }
    }
    found
}

/// An amount in dollars.
pub(super) fn dollars(amount: f64) -> String {
    let cents = (amount * 100.0).round();
    if amount >= 1.0 || amount == 0.0 {
        format!(
            "${}.{:02}",
            grouped((cents / 100.0) as u64),
            cents as u64 % 100
        )
    } else {
        format!("${amount:.4}")
    }
}

/// Costs of one policy in one period.
#[derive(Default, Clone)]
struct PeriodSum {
    calls: u64,
    cost: f64,
    dollars: Option<f64>,
}

/// The group that a cost belongs to.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone)]
struct PeriodKey {
    window: u64,
    prices: String,
    period: String,
    policy: String,
}

impl PeriodKey {
    fn json(&self, sum: &PeriodSum) -> Value {
        json!({
            "window": self.window, "prices": self.prices, "period": self.period, "policy": self.policy,
            "calls": sum.calls, "cost": sum.cost, "cost_usd": sum.dollars,
        })
    }
}

/// The costs of each session, day or month. A session without times has no day.
fn periods(sessions: &[Session], by: By) -> Vec<(PeriodKey, PeriodSum)> {
    let mut sums: BTreeMap<PeriodKey, PeriodSum> = BTreeMap::new();
    let mut add = |row: &Value, of: &Value, period: &str| {
        let key = PeriodKey {
            window: number(row, "window"),
            prices: word(row, "prices").to_owned(),
            period: period.to_owned(),
            policy: word(row, "policy").to_owned(),
        };
        let cost = of["cost_usd"].as_f64();
        let sum = sums.entry(key).or_insert(PeriodSum {
            dollars: cost.map(|_| 0.0),
            ..PeriodSum::default()
        });
        sum.calls += number(of, "calls");
        sum.cost += real(of, "cost");
        sum.dollars = sum.dollars.zip(cost).map(|(sum, cost)| sum + cost);
    };
    for session in sessions {
        for row in &session.rows {
            let days = row["days"].as_array().map_or(&[][..], Vec::as_slice);
            match by {
                By::Session => add(row, row, &session.name),
                _ if days.is_empty() => add(row, row, "unknown"),
                By::Day => days.iter().for_each(|day| add(row, day, word(day, "day"))),
                By::Month => days.iter().for_each(|day| {
                    let month = word(day, "day").get(..7).unwrap_or_default();
                    add(row, day, month);
                }),
            }
        }
    }
    sums.into_iter().collect()
}

/// A table for each window and each set of prices: a row a period, a column a policy.
fn by_period(sessions: &[Session], by: By, style: Style) -> String {
    let all = periods(sessions, by);
    let names = policies(sessions);
    let mut groups: Vec<(u64, &str)> = all
        .iter()
        .map(|(key, _)| (key.window, key.prices.as_str()))
        .collect();
    groups.dedup();
    let mut text = String::new();
    let name = match by {
        By::Session => "session",
        By::Day => "day",
        By::Month => "month",
    };
    for (window, prices) in groups {
        let of_group = |key: &PeriodKey| key.window == window && key.prices == prices;
        let mut rows: BTreeMap<&str, BTreeMap<&str, &PeriodSum>> = BTreeMap::new();
        for (key, sum) in all.iter().filter(|(key, _)| of_group(key)) {
            let row = rows.entry(&key.period).or_default();
            row.insert(&key.policy, sum);
        }
        let title = format!("by {name}, window {}, {prices}", grouped(window));
        text.push_str(&format!("\n{}\n", style.bold(&title)));
        let heading = [&[name, "calls"][..], &names].concat();
        let mut table = Table::new(&heading, 1);
        let cell = |sum: Option<&PeriodSum>| match sum {
            Some(sum) => sum
                .dollars
                .map_or_else(|| grouped(sum.cost as u64), dollars),
            None => "-".to_owned(),
        };
        let mut sums: BTreeMap<&str, PeriodSum> = BTreeMap::new();
        for (period, of_policies) in &rows {
            let calls = of_policies.values().map(|sum| sum.calls).max();
            let mut cells = vec![(*period).to_owned(), grouped(calls.unwrap_or(0))];
            cells.extend(
                names
                    .iter()
                    .map(|policy| cell(of_policies.get(policy).copied())),
            );
            table.row(cells);
            for (policy, sum) in of_policies {
                let all = sums.entry(policy).or_insert(PeriodSum {
                    dollars: sum.dollars.map(|_| 0.0),
                    ..PeriodSum::default()
                });
                all.calls += sum.calls;
                all.cost += sum.cost;
                all.dollars = all.dollars.zip(sum.dollars).map(|(all, it)| all + it);
            }
        }
        if rows.len() > 1 {
            let calls = sums.values().map(|sum| sum.calls).max();
            let mut cells = vec!["in all".to_owned(), grouped(calls.unwrap_or(0))];
            cells.extend(names.iter().map(|policy| cell(sums.get(policy))));
            table.row(cells);
        }
        text.push_str(&table.render(style));
    }
    text
}

fn cells(policy: &str, (sum, never): &(Sum, f64)) -> Vec<String> {
    let share = |part: f64, whole: f64| {
        if whole > 0.0 {
            format!("{:.1} %", part * 100.0 / whole)
        } else {
            "-".to_owned()
        }
    };
    let mut cells = vec![
        policy.to_owned(),
        share(sum.cost, *never),
        sum.dollars.map_or("-".to_owned(), dollars),
        share(sum.names[1] as f64, sum.names[0] as f64),
    ];
    cells.extend(sum.counts.map(grouped));
    cells.extend([format!("{:.1} %", sum.worst.0), sum.worst.1.clone()]);
    cells
}

/// The sums of a policy, and what never compacting would have cost. `None` if no session has it.
fn sum(sessions: &[Session], group: (u64, &str), policy: &str) -> Option<(Sum, f64)> {
    let (mut sum, mut never) = (Sum::default(), 0.0);
    let mut is_first = true;
    for session in sessions {
        let of_group = |row: &&Value| {
            (number(row, "window"), word(row, "prices")) == group && word(row, "policy") == policy
        };
        let Some(row) = session.rows.iter().find(of_group) else {
            continue;
        };
        let (cost, percent) = (real(row, "cost"), real(row, "relative_cost_percent"));
        sum.cost += cost;
        let before = if is_first { Some(0.0) } else { sum.dollars };
        sum.dollars = before
            .zip(row["cost_usd"].as_f64())
            .map(|(sum, it)| sum + it);
        is_first = false;
        never += if percent > 0.0 {
            cost * 100.0 / percent
        } else {
            0.0
        };
        for (total, name) in sum.names.iter_mut().zip(["names", "names_present"]) {
            *total += number(row, name);
        }
        for (total, name) in sum.counts.iter_mut().zip([
            "over_window",
            "unread_lost",
            "requests_lost",
            "clearings",
            "summaries",
        ]) {
            *total += number(row, name);
        }
        if percent > sum.worst.0 {
            sum.worst = (percent, session.name.clone());
        }
    }
    (!is_first).then_some((sum, never))
}

pub(super) fn number(row: &Value, name: &str) -> u64 {
    row[name].as_u64().unwrap_or_default()
}

pub(super) fn real(row: &Value, name: &str) -> f64 {
    row[name].as_f64().unwrap_or_default()
}

pub(super) fn word<'a>(row: &'a Value, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Told;
    use crate::Streams;
    use std::time::Duration;

    fn told(quiet: bool, every: Duration) -> String {
        let (mut stdin, mut stdout, mut stderr) = (std::io::empty(), Vec::new(), Vec::new());
        let mut streams = Streams {
            stdin: &mut stdin,
            stdout: &mut stdout,
            stderr: &mut stderr,
            colour: false,
            colour_errors: false,
            progress: false,
            width: 80,
        };
        let mut told = Told::new(quiet, every);
        told.tell((3, 8), "a.json", &mut streams);
        told.end();
        String::from_utf8(stderr).unwrap_or_default()
    }

    #[test]
    fn what_takes_long_tells_how_far_it_is() {
        assert!(told(false, Duration::ZERO).contains("a.json: 3 of 8 rows"));
        assert_eq!(told(false, Duration::MAX), "");
        assert_eq!(told(true, Duration::ZERO), "");
    }
}
