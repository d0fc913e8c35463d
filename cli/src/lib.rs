//! The command line `conspectus`, which the cargo binary and the pip and npm packages share.
//!
//! It calls no model: its summaries are extractive.

#![deny(missing_docs)]

mod agents;
mod args;
mod batch;
mod compact;
mod demo;
mod flags;
mod inspect;
mod load;
mod mcp;
mod output;
mod picture;
mod recommend;
mod repair;
mod report;
mod sessions;
mod simulate;
mod style;

use args::{Command, CommandLine, CompletionsArgs};
use clap::{CommandFactory, Parser};
use conspectus_files::error::{Error, ErrorKind, Result};
use conspectus_files::text::{visible_lines, visible_name};
use conspectus_files::text_file;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::Path;

/// Exit code: the command did what was asked.
pub const OK: i32 = 0;
/// Exit code: the command ran but no work was needed, or a check failed.
pub const NOTHING: i32 = 1;
/// Exit code: wrong usage, or input that cannot be read.
pub const USAGE: i32 = 2;
/// Exit code: a file can be read, but contains no conversation.
pub const NO_CONVERSATION: i32 = 3;
/// Exit code: the program that reads the output has ended (128 + SIGPIPE, as a shell reports it).
pub const PIPE_CLOSED: i32 = 141;

/// Columns if no terminal reports its width, and the fewest and most that are drawn for. Chosen
/// here.
const COLUMNS: usize = 80;
const COLUMNS_LEAST: usize = 60;
const COLUMNS_MOST: usize = 120;

/// The streams that a run reads and writes, and what they can show.
pub struct Streams<'a> {
    /// The input for the file name `-`.
    pub stdin: &'a mut dyn Read,
    /// Takes the results.
    pub stdout: &'a mut dyn Write,
    /// Takes errors and notes.
    pub stderr: &'a mut dyn Write,
    /// True if results may be colored.
    pub colour: bool,
    /// True if errors and notes may be colored.
    pub colour_errors: bool,
    /// Whether the progress of reading a large file may be drawn on the process's standard error.
    pub progress: bool,
    /// How many columns a line of the results may take.
    pub width: usize,
}

impl std::fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams")
            .field("colour", &self.colour)
            .field("colour_errors", &self.colour_errors)
            .field("progress", &self.progress)
            .field("width", &self.width)
            .finish_non_exhaustive()
    }
}

/// Runs the command line on this process's own streams and returns the exit code. `args` does not
/// hold the program's name.
///
/// It does not end the process, and it never panics. To use streams of your own, see [`run_with`].
#[must_use]
pub fn run(args: Vec<String>) -> i32 {
    run_on_terminal(args.into_iter().map(Into::into).collect())
}

/// As [`run`], with arguments that need not be Unicode.
#[must_use]
pub fn run_on_terminal(args: Vec<OsString>) -> i32 {
    // https://no-color.org: any value that is not empty turns colours off.
    let may_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let mut streams = Streams {
        colour: may_colour && stdout.is_terminal(),
        colour_errors: may_colour && stderr.is_terminal(),
        progress: stderr.is_terminal(),
        width: width(),
        stdin: &mut io::stdin(),
        stdout: &mut BufWriter::with_capacity(1 << 16, stdout.lock()),
        stderr: &mut stderr.lock(),
    };
    run_with(args, &mut streams)
}

/// The columns of the terminal, within what is drawn well; elsewhere those of a usual one.
fn width() -> usize {
    let columns = terminal_size::terminal_size().map_or(COLUMNS, |(width, _)| usize::from(width.0));
    columns.clamp(COLUMNS_LEAST, COLUMNS_MOST)
}

/// Runs the command line on the given streams and returns the exit code. `args` does not hold the
/// program's name. It never panics.
#[must_use]
pub fn run_with(args: Vec<OsString>, streams: &mut Streams<'_>) -> i32 {
    conspectus_presets::register();
    let args = match first(args) {
        Ok(args) => args,
        Err(text) => {
            let _ = writeln!(
                streams.stderr,
                "{}",
                style::Style::new(streams.colour_errors).wrong_usage(&text)
            );
            return USAGE;
        }
    };
    let line = CommandLine::try_parse_from(&args);
    let done = match line {
        Ok(line) => match line.command {
            Command::Inspect(args) => inspect::inspect(&args, streams),
            Command::Compact(args) => compact::compact(&args, streams),
            Command::Batch(args) => batch::batch(&args, streams),
            Command::Demo(args) => demo::demo(&args, streams),
            Command::Repair(args) => repair::repair(&args, streams),
            Command::Sessions(args) => sessions::sessions(&args, streams),
            Command::Simulate(args) => simulate::simulate(&args, streams),
            Command::Recommend(args) => recommend::recommend(&args, streams),
            Command::Report(args) => report::report(&args, streams),
            Command::Mcp(args) => mcp::mcp(&args, streams),
            Command::Install(args) => agents::install(&args, streams),
            Command::Uninstall(args) => agents::uninstall(&args, streams),
            Command::Hook(args) => agents::hook(&args, streams),
            Command::Completions(args) => completions(&args, streams),
        },
        Err(error) => usage(&error, &args, streams),
    };
    let code = done.unwrap_or_else(|failure| report(&failure, streams));
    match streams.stdout.flush() {
        Ok(()) => code,
        Err(error) => report(&Failure::Output(error), streams),
    }
}

/// Hints for a first argument that is not a command.
const OTHER_WORDS: [(&str, &str); 9] = [
    ("list", "sessions lists the agent sessions on this machine"),
    ("ls", "sessions lists the agent sessions on this machine"),
    ("count", "inspect counts tokens"),
    ("tokens", "inspect counts tokens"),
    (
        "validate",
        "inspect --check lists what a provider would reject",
    ),
    (
        "check",
        "inspect --check lists what a provider would reject",
    ),
    ("compress", "compact shortens a conversation"),
    ("summarize", "compact shortens a conversation"),
    ("version", "--version tells it"),
];

/// Returns the arguments with the program's name, and with `inspect` before a file.
///
/// # Errors
/// A message about a word that is neither a command nor a file.
fn first(args: Vec<OsString>) -> std::result::Result<Vec<OsString>, String> {
    let mut line = vec![OsString::from("conspectus")];
    if let Some(word) = args.first() {
        let text = word.to_string_lossy();
        let is_command = CommandLine::command()
            .get_subcommands()
            .any(|command| command.get_name() == text);
        if word == text_file::STANDARD || (!text.starts_with('-') && !is_command) {
            let known = OTHER_WORDS.iter().find(|(other, _)| *other == text);
            // What looks like a file is one for `inspect`, which tells if there is none.
            let is_file = word == text_file::STANDARD || Path::new(word).is_file();
            if is_file || (known.is_none() && text.contains(['.', '/', '\\'])) {
                line.push(OsString::from("inspect"));
            } else if let Some((_, hint)) = known {
                return Err(format!("unknown command {text}: {hint}"));
            }
        }
    }
    line.extend(args);
    Ok(line)
}

fn completions(args: &CompletionsArgs, streams: &mut Streams<'_>) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut CommandLine::command(),
        "conspectus",
        &mut script,
    );
    streams.stdout.write_all(&script)?;
    Ok(OK)
}

/// Why a command ended early.
#[derive(Debug)]
enum Failure {
    /// An error to show to the user.
    Reported(Error),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Reported(error)
    }
}

impl From<conspectus::Error> for Failure {
    fn from(error: conspectus::Error) -> Self {
        Self::Reported(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

type Done = std::result::Result<i32, Failure>;

fn report(failure: &Failure, streams: &mut Streams<'_>) -> i32 {
    let error = match failure {
        Failure::Reported(error) => error.clone(),
        Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return PIPE_CLOSED,
        Failure::Output(error) => Error::io(ErrorKind::Unwritable, "standard output", error),
    };
    tell(&error, streams);
    code_of(error.kind())
}

/// The exit code after one more file that was not read. A file without a conversation weighs less
/// than any other error.
fn worse(code: i32, kind: ErrorKind) -> i32 {
    if code == USAGE { USAGE } else { code_of(kind) }
}

/// The exit code of an error.
fn code_of(kind: ErrorKind) -> i32 {
    match kind {
        ErrorKind::NotAConversation => NO_CONVERSATION,
        _ => USAGE,
    }
}

/// Writes an error. If even that fails, only the exit code shows the error.
fn tell(error: &Error, streams: &mut Streams<'_>) {
    let _ = writeln!(
        streams.stderr,
        "{}",
        style::Style::new(streams.colour_errors).error(error)
    );
}

/// Writes a remark that is not an error.
fn note(text: &str, streams: &mut Streams<'_>) {
    let _ = writeln!(
        streams.stderr,
        "{}",
        style::Style::new(streams.colour_errors).note(text)
    );
}

/// Writes what the argument parser has to say. Help and version are results; everything else is an
/// error of usage.
fn usage(error: &clap::Error, args: &[OsString], streams: &mut Streams<'_>) -> Done {
    // What the user typed stands in it too, and the parser takes its escapes for colours of its own.
    // Escaped beforehand they are letters, and what is wrong stays wrong.
    let shown: Vec<String> = args.iter().map(|word| visible_name(word)).collect();
    let again = args
        .iter()
        .zip(&shown)
        .any(|(word, shown)| word != shown.as_str())
        .then(|| CommandLine::try_parse_from(&shown).err())
        .flatten();
    let steers = args
        .iter()
        .zip(&shown)
        .any(|(word, shown)| word != shown.as_str());
    let text = again.as_ref().unwrap_or(error).render();
    let plain = visible_lines(&text.to_string());
    let show = |colour: bool| {
        if colour && !(steers && again.is_none()) && plain == text.to_string() {
            text.ansi().to_string()
        } else {
            plain.clone()
        }
    };
    if error.use_stderr() {
        let _ = write!(streams.stderr, "{}", show(streams.colour_errors));
        return Ok(USAGE);
    }
    write!(streams.stdout, "{}", show(streams.colour))?;
    Ok(OK)
}
