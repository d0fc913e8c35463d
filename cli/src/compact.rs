//! The command `conspectus compact`.

use super::args::CompactArgs;
use super::output::{Form, write_messages};
use super::style::{Style, count};
use super::{Done, NOTHING, OK, Result, Streams, load, note, picture};
use conspectus::Config;
use conspectus::host::patch::Patch;
use conspectus::{Compactor, RunResult};
use conspectus::{History, ModelRows, ResultRow, model_info};
use conspectus_files::batch::driven;
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::json_text::JsonText;
use conspectus_files::sessions::{
    self, Compacted, Conversation, Format, SessionFile, WrittenBack, each_left,
};
use conspectus_files::text_file;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// How a run ended.
pub(super) struct Outcome {
    pub result: RunResult,
    /// The patch for the list; empty if nothing was applied.
    patch: Patch,
    dialect: &'static str,
}

impl Outcome {
    /// Returns a row for each message of the conversation.
    pub fn rows(&self, conversation: &Conversation<'_>) -> Result<Vec<ResultRow>> {
        Ok(self.result.rows(
            &conspectus::Item::from(&conversation.messages.view().copied()),
            &self.patch,
        )?)
    }
}

pub(super) fn compact(args: &CompactArgs, streams: &mut Streams<'_>) -> Done {
    // A wrong option is told before the file is read.
    args.config(Map::new)?;
    let reading = &args.common.reading;
    let quiet = reading.quiet.quiet;
    let load = if args.write_back {
        load::whole
    } else {
        load::text
    };
    let text = load(&args.file, reading.max_unpacked_mb, streams)?;
    let name = load::name(&args.file);
    let built = sessions::Built::default();
    let file =
        sessions::read(&text, reading.extent(), &built).map_err(|error| error.about(&name))?;
    let conversation = file
        .one(args.conversation)
        .map_err(|error| error.about(&name))?;
    let config = args.config(|| window(conversation))?;
    if args
        .output
        .as_deref()
        .is_some_and(|output| load::is_same_file(&args.file, output))
    {
        whole_or_not(&file, &args.file).map_err(|error| error.about(&name))?;
    }
    if !quiet {
        remarks(&file, streams);
    }
    let outcome = run(config, conversation, !args.if_needed).map_err(|error| error.about(&name))?;
    let form = if args.messages_only {
        Form::List
    } else {
        Form::AsFound
    };
    let to_stdout = args.output.as_deref().is_some_and(load::is_standard);
    let session = if args.write_back && outcome.result.changed {
        let session = written_back(&text, args, conversation, &outcome);
        Some(session.map_err(|error| error.about(&name))?)
    } else {
        None
    };
    let output = match &session {
        Some(session) => Some(session.path.as_path()),
        None => args.output.as_deref().filter(|_| !args.write_back),
    };
    let mut write = |out: &mut dyn Write| match &session {
        Some(session) => out.write_all(session.text.as_bytes()),
        None => write_messages(conversation, &outcome.patch, form, out),
    };
    match output {
        Some(_) if to_stdout => write(streams.stdout)?,
        Some(path) if session.is_some() => {
            text_file::write_copy(path, &args.file, args.overwrite, &mut write)?;
        }
        Some(path) => text_file::write_whole(path, args.overwrite, &mut write)?,
        None => {}
    }
    // If the messages go to standard output, the report goes to standard error.
    let (out, colour): (&mut dyn Write, bool) = if to_stdout {
        (&mut *streams.stderr, streams.colour_errors)
    } else {
        (&mut *streams.stdout, streams.colour)
    };
    if args.json {
        let mut document = json!({
            "file": name, "format": file.format, "conversation": args.conversation.unwrap_or(1), "dialect": outcome.dialect, "applied": outcome.result.changed,
            "output": output.map(|path| path.display().to_string()), "result": outcome.result, "skipped_lines": file.skipped, "left_out": file.left_out,
        });
        if let Some(session) = &session {
            document["session"] = json!({ "id": session.id, "resume": session.resume });
        }
        writeln!(out, "{document:#}")?;
    } else if !(quiet && to_stdout) {
        let rows = outcome.rows(conversation)?;
        let style = Style::wide(colour, streams.width);
        out.write_all(show(&name, &outcome, &rows, style).as_bytes())?;
        if let Some(session) = &session {
            let place = load::name(&session.path);
            writeln!(
                out,
                "  session {}: {place}\n  resume it with: {}",
                session.id, session.resume
            )?;
        }
        let remark = match (output, args.write_back) {
            (Some(_), _) => None,
            (None, true) => Some("nothing changed: no session was written"),
            (None, false) if !outcome.result.changed => None,
            (None, false) => {
                Some("dry run: nothing was written; pass -o OUT to write the messages")
            }
        };
        if let Some(remark) = remark.filter(|_| !quiet) {
            note(remark, streams);
        }
    }
    Ok(if args.exit_code && !outcome.result.changed {
        NOTHING
    } else {
        OK
    })
}

/// The session for the agent, and its path: `-o` names a file or a folder.
///
/// # Errors
/// As [`sessions::write_back`]. `UNWRITABLE_FILE` if it has no path.
fn written_back(
    text: &str,
    args: &CompactArgs,
    conversation: &Conversation<'_>,
    outcome: &Outcome,
) -> Result<WrittenBack> {
    if load::is_standard(&args.file) && args.output.is_none() {
        return Err(Error::new(
            ErrorKind::Unwritable,
            "the session came from standard input: pass -o FILE, or -o FOLDER",
        ));
    }
    let mut messages = Vec::new();
    each_left(conversation, &outcome.patch, &mut |message| {
        messages.push(message);
        Ok(())
    })
    .map_err(|error| Error::new(ErrorKind::Unwritable, error.to_string()))?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let compacted = Compacted {
        messages,
        tokens_before: outcome.result.tokens_before,
        tokens_after: outcome.result.tokens_after,
        now_ms: now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(0)),
    };
    let mut session = sessions::write_back(text, &args.file, &compacted)?;
    if let Some(output) = &args.output {
        session.path = match session.path.file_name() {
            Some(file_name) if output.is_dir() => output.join(file_name),
            _ => output.clone(),
        };
    }
    Ok(session)
}

/// The window where none is given: that of the model that the file names, if what is there fills
/// half of it; else one that what is there fills, so that the target is half of it.
fn window(conversation: &Conversation<'_>) -> Map<String, Value> {
    let none = ModelRows::default();
    let of_model = conversation
        .model
        .as_deref()
        .filter(|model| model_info(model, &none).model.is_some())
        .and_then(|model| {
            let config = Config::from_options(&json!({ "model": model })).ok()?;
            let tokens = tokens(config, conversation)?;
            let most = model_info(model, &none).input_tokens;
            (tokens >= most / 2).then(|| ("model".to_owned(), json!(model)))
        });
    let of_size = || {
        let tokens = tokens(Config::default(), conversation).filter(|tokens| *tokens > 0);
        tokens.map(|tokens| ("context_window".to_owned(), json!(tokens)))
    };
    of_model.or_else(of_size).into_iter().collect()
}

pub(super) fn tokens(config: Config, conversation: &Conversation<'_>) -> Option<u64> {
    let dialect = config.dialect().or(conversation.dialect);
    let config = config.with_dialect(dialect);
    let history = History::of(config, &conversation.messages.view().copied()).ok()?;
    Some(history.tokens())
}

/// Whether a file may be written over by what was read of it. The output holds one list of messages
/// and nothing else.
///
/// # Errors
/// `WOULD_OVERWRITE_MORE` if the file holds more than that.
pub(super) fn whole_or_not(file: &SessionFile<'_>, path: &Path) -> Result<()> {
    let mut lost = Vec::new();
    let mut add = |number: usize, one: &str, more: &str| {
        if number > 0 {
            lost.push(count(number as u64, one, more));
        }
    };
    add(
        file.conversations.len() - 1,
        "other conversation",
        "other conversations",
    );
    add(
        file.skipped.len(),
        "line that could not be read",
        "lines that could not be read",
    );
    add(
        file.left_out.values().sum(),
        "record that isn't part of the conversation",
        "records that aren't part of the conversation",
    );
    if lost.is_empty() && !matches!(file.format, Format::Session(_)) {
        return Ok(());
    }
    let lost = if lost.is_empty() {
        "the session's records".to_owned()
    } else {
        lost.join(", ")
    };
    Err(Error::new(
        ErrorKind::WouldLose,
        format!(
            "overwriting the file would lose {lost}: choose another name, e.g. -o {}.small.json",
            load::name(path)
        ),
    ))
}

/// Says which lines were skipped and which messages were left out while reading.
fn remarks(file: &SessionFile<'_>, streams: &mut Streams<'_>) {
    if let Some(first) = file.skipped.first() {
        let lines = count(file.skipped.len() as u64, "line", "lines");
        note(
            &format!(
                "skipped {lines} that could not be read, first line {}: [{}] {}",
                first.line, first.code, first.message
            ),
            streams,
        );
    }
    if let Some(others) = file.left_out.get("messages of subagents") {
        note(&format!("left out {others} messages of subagents"), streams);
    }
    if let Some(before) = file.left_out.get("messages before the last compaction") {
        note(
            &format!(
                "left out {before} messages before the agent's own last compaction; --whole-session includes them"
            ),
            streams,
        );
    }
}

/// Compacts a conversation; at any size if it is `forced`.
///
/// # Errors
/// Of the compactor.
pub(super) fn run(
    config: Config,
    conversation: &Conversation<'_>,
    forced: bool,
) -> Result<Outcome> {
    let dialect = config.dialect().or(conversation.dialect);
    let config = config.with_dialect(dialect);
    let mut overhead_tokens = 0;
    for text in [conversation.system, conversation.tools]
        .into_iter()
        .flatten()
    {
        overhead_tokens += config.overhead_tokens(&JsonText::Text(text).copied())?;
    }
    let messages = conversation.messages.view().copied();
    let dialect = dialect
        .map_or_else(|| conspectus::Dialect::of_messages(&messages), Ok)?
        .name();
    let mut compactor = Compactor::new(config);
    compactor.handle_messages(
        &messages,
        conspectus::CompactArgs::new()
            .force(forced)
            .overhead_tokens(overhead_tokens),
    )?;
    let (result, patch) = driven(&mut compactor, &messages)?;
    Ok(Outcome {
        result,
        patch,
        dialect,
    })
}

fn show(name: &str, outcome: &Outcome, rows: &[ResultRow], style: Style) -> String {
    format!(
        "{}  {}\n{}{}",
        style.bold(name),
        style.dim(outcome.dialect),
        picture::whole(&outcome.result, rows, style),
        change(&outcome.result)
    )
}

/// Returns the line about the first changed message and the invalidated part of the cached prompt.
fn change(result: &RunResult) -> String {
    let first = result.log.get("cache.first_changed");
    first.map_or_else(String::new, |first| {
        format!(
            "  first changed message: {first}; {} of the cached prompt invalidated\n",
            count(result.cache_tokens_lost, "token", "tokens")
        )
    })
}
