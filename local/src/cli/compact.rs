//! The command `conspectus compact`.

use super::args::CompactArgs;
use super::output::{write_messages, Form};
use super::style::{bar, count, grouped, left, percent, right, Style};
use super::{load, note, Done, Result, Streams, NOTHING, OK};
use crate::error::{Error, ErrorKind};
use crate::files;
use crate::sessions::{self, Conversation, Extent, Format, SessionFile};
use conspectus::host::patch::Patch;
use conspectus::host::view::json_text::JsonText;
use conspectus::Config;
use conspectus::{Action, Breakdown, Compactor, Removed, RemovedKind, RunResult, Turn};
use serde_json::json;
use std::io::Write;

/// Width of a bar in columns.
const BAR: usize = 24;

/// How a run ended.
struct Outcome {
    result: RunResult,
    /// The patch for the list; empty if nothing was applied.
    patch: Patch,
    dialect: &'static str,
}

pub(super) fn compact(args: &CompactArgs, streams: &mut Streams<'_>) -> Done {
    let config = args.config()?;
    let text = load::text(&args.file, args.common.max_unpacked_mb, streams)?;
    let name = load::name(&args.file);
    let extent = if args.common.whole_session {
        Extent::Whole
    } else {
        Extent::SinceCompaction
    };
    let file = sessions::read(&text, extent).map_err(|error| error.about(&name))?;
    let conversation = file.one(args.select).map_err(|error| error.about(&name))?;
    if args
        .output
        .as_deref()
        .is_some_and(|output| load::is_same_file(&args.file, output))
    {
        whole_or_not(&file).map_err(|error| error.about(&name))?;
    }
    remarks(&file, streams);
    let outcome = run(args, config, conversation).map_err(|error| error.about(&name))?;
    let form = if args.list { Form::List } else { Form::AsFound };
    let to_stdout = args.output.as_deref().is_some_and(load::is_standard);
    match args.output.as_deref() {
        Some(_) if to_stdout => write_messages(conversation, &outcome.patch, form, streams.stdout)?,
        Some(path) => files::write_whole(path, args.overwrite, &mut |out| {
            write_messages(conversation, &outcome.patch, form, out)
        })?,
        None => {}
    }
    // If the messages go to standard output, the report goes to standard error.
    let (out, colour): (&mut dyn Write, bool) = if to_stdout {
        (&mut *streams.stderr, streams.colour_errors)
    } else {
        (&mut *streams.stdout, streams.colour)
    };
    if args.json {
        let document = json!({
            "file": name, "format": file.format, "conversation": args.select.unwrap_or(1), "dialect": outcome.dialect, "applied": outcome.result.changed,
            "output": args.output.as_deref().map(|path| path.display().to_string()), "result": outcome.result.data(), "skipped_lines": file.skipped, "left_out": file.left_out,
        });
        writeln!(out, "{document:#}")?;
    } else {
        out.write_all(show(&name, &outcome, Style::new(colour)).as_bytes())?;
        if args.output.is_none() && outcome.result.changed {
            note(
                "a trial run: nothing was written; give -o OUT to write the messages",
                streams,
            );
        }
    }
    Ok(if outcome.result.changed { OK } else { NOTHING })
}

/// Whether a file may be written over by what was read of it. The output holds one list of messages
/// and nothing else.
///
/// # Errors
/// `WOULD_OVERWRITE_MORE` if the file holds more than that.
fn whole_or_not(file: &SessionFile<'_>) -> Result<()> {
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
        "record that is no part of the conversation",
        "records that are no part of the conversation",
    );
    if lost.is_empty() && file.format != Format::ClaudeCode {
        return Ok(());
    }
    let lost = if lost.is_empty() {
        "the session's records".to_owned()
    } else {
        lost.join(", ")
    };
    Err(Error::new(
        ErrorKind::WouldLose,
        format!("writing over the file would lose {lost}: choose another name with -o"),
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
    if let Some(before) = file.left_out.get("messages before the last compaction") {
        note(&format!("left out {before} messages before the agent's own last compaction; --whole-session takes them"), streams);
    }
}

fn run(args: &CompactArgs, config: Config, conversation: &Conversation<'_>) -> Result<Outcome> {
    let dialect = config.dialect().or(conversation.dialect);
    let config = config.with_dialect(dialect);
    let mut overhead_tokens = 0;
    for text in [conversation.system, conversation.tools]
        .into_iter()
        .flatten()
    {
        overhead_tokens += config.overhead_tokens(&JsonText::Text(text))?;
    }
    let messages = conversation.messages.view();
    let dialect = dialect
        .map_or_else(|| conspectus::Dialect::of_messages(&messages), Ok)?
        .name();
    let mut compactor = Compactor::new(config);
    compactor.handle_messages(
        &messages,
        Turn::new()
            .force(!args.if_needed)
            .overhead_tokens(overhead_tokens),
    )?;
    let mut patch = Patch::default();
    loop {
        let mut awaited = None;
        while let Some(action) = compactor.poll_action() {
            match action {
                Action::Apply { patch: found } => {
                    patch = found;
                    awaited = Some(Awaited::Current);
                }
                Action::Done {
                    applied, result, ..
                } => {
                    let patch = if applied { patch } else { Patch::default() };
                    return Ok(Outcome {
                        result: *result,
                        patch,
                        dialect,
                    });
                }
                Action::Offload { .. } => awaited = Some(Awaited::Store),
                Action::Restore { .. } => awaited = Some(Awaited::Files),
                Action::Summarize { .. } => awaited = Some(Awaited::Summary),
                Action::Hook { .. } => {}
            }
        }
        match awaited {
            Some(Awaited::Current) => compactor.handle_current(&messages)?,
            // The command line stores nothing, so such an output stays in the history.
            Some(Awaited::Store) => {
                compactor.handle_store_failed("the command line stores nothing")?
            }
            // A session file does not say where its workspace is now, so no files are put back.
            Some(Awaited::Files) => compactor.handle_restored(&[])?,
            // The extractive summary never asks for a summary. If it did, the run would end with
            // this error.
            Some(Awaited::Summary) | None => {
                compactor.handle_failure("the command line calls no model")?
            }
        }
    }
}

/// What the compactor waits for.
#[derive(Clone, Copy)]
enum Awaited {
    Current,
    Store,
    Files,
    Summary,
}

fn show(name: &str, outcome: &Outcome, style: Style) -> String {
    let Outcome {
        result, dialect, ..
    } = outcome;
    let details = result.details();
    let mut text = format!("{}  {}\n", style.bold(name), style.dim(dialect));
    let rows = |breakdown: &Breakdown| {
        let Breakdown {
            system,
            user,
            assistant,
            reasoning,
            tool_calls,
            tool_results,
            media,
            other,
            summary,
            ..
        } = *breakdown;
        [
            ("system", system),
            ("user", user),
            ("assistant", assistant),
            ("reasoning", reasoning),
            ("tool calls", tool_calls),
            ("tool results", tool_results),
            ("media", media),
            ("other", other),
            ("summary", summary),
        ]
    };
    let (before, after) = (
        rows(&details.sizes.by_kind_before),
        rows(&details.sizes.by_kind_after),
    );
    let most = before
        .iter()
        .chain(&after)
        .map(|(_, tokens)| *tokens)
        .max()
        .unwrap_or(0);
    text.push_str(
        &style.dim(
            &format!(
                "  {}{}{}",
                left("tokens", 14),
                left("before", BAR + 12),
                "after"
            )
            .to_string(),
        ),
    );
    text.push('\n');
    for ((category, old), (_, new)) in before
        .iter()
        .zip(&after)
        .filter(|((_, old), (_, new))| old + new > 0)
    {
        let cell = |tokens: u64| {
            format!(
                "{} {}",
                right(&grouped(tokens), 9),
                style.bar(&left(&bar(tokens, most, BAR), BAR))
            )
        };
        let line = format!("  {}{}  {}", left(category, 14), cell(*old), cell(*new));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let sizes = |tokens: u64, messages: usize| {
        format!(
            "{} in {}",
            count(tokens, "token", "tokens"),
            count(messages as u64, "message", "messages")
        )
    };
    let total = format!(
        "{} -> {}",
        sizes(result.tokens_before, details.sizes.messages_before),
        sizes(result.tokens_after, details.sizes.messages_after)
    );
    let share = percent(result.tokens_after, result.tokens_before);
    text.push_str(&format!(
        "  {} {}\n",
        style.bold(&total),
        style.dim(&format!("({share} left)"))
    ));
    let went: Vec<String> = result.removed.iter().map(describe).collect();
    let verdict = if went.is_empty() {
        style.warn(&format!("nothing changed: {}", result.reason))
    } else {
        style.good(&format!("went: {}", went.join("; ")))
    };
    text.push_str(&format!("  {verdict}\n"));
    if result.summary.is_some() {
        let merged = if details.summary.previous.is_some() {
            ", an earlier one merged into it"
        } else {
            ""
        };
        text.push_str(&format!(
            "  came: a summary of {}{merged}\n",
            count(details.summary.tokens, "token", "tokens")
        ));
    }
    if let Some(first) = details.cache.first_changed {
        text.push_str(&format!(
            "  first change: message {first}; a cached prompt has {} to read again\n",
            count(result.cache_tokens_lost, "token", "tokens")
        ));
    }
    text
}

/// One line on what was removed, such as `summarized 78 messages 33,487 tokens`.
fn describe(went: &Removed) -> String {
    let tokens = count(went.tokens, "token", "tokens");
    match went.kind {
        RemovedKind::SummarizedMessages => format!(
            "summarized {} {tokens}",
            count(went.count, "message", "messages")
        ),
        RemovedKind::ClearedToolResults => format!(
            "cleared {} {tokens}",
            count(went.count, "tool result", "tool results")
        ),
        RemovedKind::ClearedMedia => {
            format!("cleared {} {tokens}", count(went.count, "medium", "media"))
        }
        kind => format!(
            "{} {} {tokens}",
            kind.name().replace('_', " "),
            grouped(went.count)
        ),
    }
}
