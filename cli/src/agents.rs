//! The commands `conspectus hook`, `install` and `uninstall`.

use super::args::{HookArgs, InstallArgs};
use super::style::Style;
use super::{Done, Error, OK, Streams};
use conspectus_agents::{Change, Place};
use conspectus_files::error::ErrorKind;
use conspectus_files::text::visible;
use std::env;
use std::ffi::OsString;
use std::io::Read;
use std::path::PathBuf;

/// The most bytes of an event. Chosen here: agents truncate outputs first.
const EVENT_BYTES: u64 = 64 << 20;
/// How many chars of an item are shown.
const SHOWN_CHARS: usize = 160;

fn variable(name: &str) -> Option<OsString> {
    env::var_os(name)
}

/// After any error, the answer is `{}` and the exit code 0, so the agent continues.
pub(super) fn hook(args: &HookArgs, streams: &mut Streams<'_>) -> Done {
    let mut input = Vec::new();
    let read = streams.stdin.take(EVENT_BYTES).read_to_end(&mut input);
    let answer = match (args.words.as_slice(), read) {
        ([agent, event, ..], Ok(_)) => conspectus_agents::hook(agent, event, &input, &variable),
        _ => "{}".to_owned(),
    };
    let _ = writeln!(streams.stdout, "{answer}");
    Ok(OK)
}

/// `install` or `uninstall` of `conspectus_agents`.
type Edit = fn(&str, &Place<'_>, bool) -> conspectus_files::Result<Vec<Change>>;

pub(super) fn install(args: &InstallArgs, streams: &mut Streams<'_>) -> Done {
    edit(
        args,
        conspectus_agents::install,
        ["added", "would add", "made", "would make"],
        streams,
    )
}

pub(super) fn uninstall(args: &InstallArgs, streams: &mut Streams<'_>) -> Done {
    let words = ["removed", "would remove", "removed", "would remove"];
    edit(args, conspectus_agents::uninstall, words, streams)
}

fn edit(args: &InstallArgs, edit: Edit, words: [&str; 4], streams: &mut Streams<'_>) -> Done {
    let place = Place {
        folder: here()?,
        is_project: args.project,
        program: program()?,
        variable: &variable,
    };
    let changes = edit(&args.agent, &place, args.dry_run)?;
    let style = Style::new(streams.colour);
    let [item, file] = if args.dry_run {
        [words[1], words[3]]
    } else {
        [words[0], words[2]]
    };
    for change in changes.iter().filter(|_| !args.quiet.quiet) {
        let path = visible(&change.path.to_string_lossy());
        if change.items.is_empty() {
            writeln!(streams.stdout, "{path}: nothing to change")?;
            continue;
        }
        let whole = if change.whole_file {
            format!(" ({file} the file)")
        } else {
            String::new()
        };
        writeln!(streams.stdout, "{}{whole}", style.bold(&path))?;
        for text in &change.items {
            let shown: String = text.chars().take(SHOWN_CHARS).collect();
            writeln!(streams.stdout, "  {item} {}", visible(&shown))?;
        }
    }
    Ok(OK)
}

fn here() -> Result<PathBuf, Error> {
    env::current_dir().map_err(|error| Error::io(ErrorKind::Unreadable, "this folder", &error))
}

/// The program that hooks run: this one. Within Python or Node it would be the interpreter.
fn program() -> Result<PathBuf, Error> {
    let program = env::current_exe()
        .map_err(|error| Error::io(ErrorKind::Unreadable, "this program", &error))?;
    let is_native = program.file_stem().is_some_and(|name| name == "conspectus");
    is_native.then_some(program).ok_or_else(|| {
        let message = "hooks need the native program: run `cargo install conspectus-cli`, then `conspectus install` with it";
        Error::new(ErrorKind::Unreadable, message)
    })
}
