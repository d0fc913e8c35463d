//! The command `conspectus simulate`.

use super::args::SimulateArgs;
use super::inspect::named;
use super::style::{Style, Table, count, grouped};
use super::{Done, OK, Result, Streams, compact, load, note, tell, worse};
use conspectus::Config;
use conspectus_api::SimulationApi;
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::sessions;
use conspectus_files::text_file;
use conspectus_lab::Policy;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long it works before it tells how far it is, and between two lines. Chosen here: most
/// sessions are done before.
const TELL_EVERY: Duration = Duration::from_secs(2);

/// The sums of one policy over all sessions.
#[derive(Default)]
struct Sum {
    cost: f64,
    names: [u64; 2],
    counts: [u64; 4],
    /// The dearest session: percent of never, and its name.
    worst: (f64, String),
}

/// The rows of one conversation.
struct Session {
    name: String,
    rows: Vec<Value>,
}

/// The windows of which one is taken where none is given, and the part of one from which on
/// something is compacted: the trigger of the default.
const USUAL: [u64; 6] = [200_000, 128_000, 64_000, 32_000, 16_000, 8_000];
const TRIGGER: f64 = 0.75;

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
        let Ok(file) = sessions::read(&text, args.reading.extent(), &built) else {
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

/// The largest usual window that so many tokens fill to the trigger.
pub(super) fn usual(tokens: u64) -> u64 {
    let window = USUAL.iter().find(|window| fills(tokens, **window));
    *window.unwrap_or(&USUAL[0])
}

/// Whether so many tokens reach the trigger.
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
const UNBOUND: [&str; 2] = ["every_turn", "best_batch"];

/// Says in which windows no session came to the trigger.
fn tell_idle(windows: &[u64], sessions: &[Session], streams: &mut Streams<'_>) {
    for window in windows {
        let rows = || {
            let all = sessions.iter().flat_map(|session| &session.rows);
            all.filter(|row| {
                number(row, "window") == *window
                    && !UNBOUND.contains(&word(row, "policy"))
                    && word(row, "policy") != "never"
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
        serde_json::to_writer_pretty(&mut *streams.stdout, &json!({ "sessions": document() }))
            .map_err(std::io::Error::from)?;
        writeln!(streams.stdout)?;
    } else if !sessions.is_empty() {
        write!(
            streams.stdout,
            "{}",
            show(&sessions, Style::new(streams.colour))
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
    options.insert("price_sets".to_owned(), json!(args.prices));
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
    let file = sessions::read(text, args.reading.extent(), &built)?;
    let many = file.conversations.len() > 1;
    let mut found = Vec::new();
    for (index, conversation) in file.conversations.iter().enumerate() {
        let mut options = options.clone();
        if let (None, Some(dialect)) = (&args.dialect, conversation.dialect) {
            options["dialect"] = json!(dialect.name());
        }
        if args.pause_minutes.is_none() && !conversation.times_ms.is_empty() {
            options["times_ms"] = json!(conversation.times_ms);
        }
        let name = if many {
            format!("{name} {}", index + 1)
        } else {
            name.to_owned()
        };
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

/// How far a session is: a bar on a terminal, else lines; neither while little time has passed.
struct Told {
    quiet: bool,
    every: Duration,
    last: Instant,
    bar: Option<ProgressBar>,
}

impl Told {
    fn new(quiet: bool, every: Duration) -> Self {
        Self {
            quiet,
            every,
            last: Instant::now(),
            bar: None,
        }
    }

    fn tell(&mut self, (done, total): (usize, usize), name: &str, streams: &mut Streams<'_>) {
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

    fn end(self) {
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

/// A table for each window and each set of prices.
fn show(sessions: &[Session], style: Style) -> String {
    let first = sessions.first().map_or(&[][..], |session| &session.rows);
    let calls: u64 = sessions
        .iter()
        .map(|session| session.rows.first().map_or(0, |row| number(row, "calls")))
        .sum();
    let mut text = format!(
        "{}, {}\n",
        count(sessions.len() as u64, "session", "sessions"),
        count(calls, "call", "calls")
    );
    let mut shown: Vec<(u64, &str)> = Vec::new();
    for row in first {
        let group = (number(row, "window"), word(row, "prices"));
        if shown.contains(&group) {
            continue;
        }
        shown.push(group);
        text.push_str(&format!(
            "\n{}\n",
            style.bold(&format!("window {}, {}", grouped(group.0), group.1))
        ));
        let mut table = Table::new(
            &[
                "policy",
                "of never",
                "names",
                "over",
                "unread",
                "clearings",
                "summaries",
                "dearest",
                "",
            ][..if sessions.len() > 1 { 9 } else { 7 }],
            1,
        );
        for policy in first
            .iter()
            .filter(|row| (number(row, "window"), word(row, "prices")) == group)
            .map(|row| word(row, "policy"))
        {
            let mut row = cells(policy, &sum(sessions, group, policy));
            row.truncate(if sessions.len() > 1 { 9 } else { 7 });
            table.row(row);
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
    let [over, unread, clearings, summaries] = sum.counts;
    let mut cells = vec![
        policy.to_owned(),
        share(sum.cost, *never),
        share(sum.names[1] as f64, sum.names[0] as f64),
    ];
    cells.extend([over, unread, clearings, summaries].map(grouped));
    cells.extend([format!("{:.1} %", sum.worst.0), sum.worst.1.clone()]);
    cells
}

/// The sums of a policy, and what never compacting would have cost.
fn sum(sessions: &[Session], group: (u64, &str), policy: &str) -> (Sum, f64) {
    let (mut sum, mut never) = (Sum::default(), 0.0);
    for session in sessions {
        let of_group = |row: &&Value| {
            (number(row, "window"), word(row, "prices")) == group && word(row, "policy") == policy
        };
        let Some(row) = session.rows.iter().find(of_group) else {
            continue;
        };
        let (cost, percent) = (real(row, "cost"), real(row, "percent_of_never"));
        sum.cost += cost;
        never += if percent > 0.0 {
            cost * 100.0 / percent
        } else {
            0.0
        };
        for (total, name) in sum.names.iter_mut().zip(["names", "names_present"]) {
            *total += number(row, name);
        }
        for (total, name) in
            sum.counts
                .iter_mut()
                .zip(["over_window", "unread_lost", "clearings", "summaries"])
        {
            *total += number(row, name);
        }
        if percent > sum.worst.0 {
            sum.worst = (percent, session.name.clone());
        }
    }
    (sum, never)
}

fn number(row: &Value, name: &str) -> u64 {
    row[name].as_u64().unwrap_or_default()
}

fn real(row: &Value, name: &str) -> f64 {
    row[name].as_f64().unwrap_or_default()
}

fn word<'a>(row: &'a Value, name: &str) -> &'a str {
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
