//! The command `conspectus repair`.

use super::args::RepairArgs;
use super::output::{Form, write_messages};
use super::style::{Style, count};
use super::{Done, NOTHING, OK, Streams, compact, load, note};
use conspectus::Config;
use conspectus_files::sessions;
use serde_json::{Map, Value, json};
use std::io::Write;

pub(super) fn repair(args: &RepairArgs, streams: &mut Streams<'_>) -> Done {
    let mut options = Map::new();
    if let Some(dialect) = &args.dialect {
        options.insert("dialect".to_owned(), json!(dialect));
    }
    let config = Config::from_options(&Value::Object(options))?;
    let text = load::text(&args.file, args.reading.max_unpacked_mb, streams)?;
    let name = load::name(&args.file);
    let built = sessions::Built::default();
    let file =
        sessions::read(&text, args.reading.extent(), &built).map_err(|error| error.about(&name))?;
    let conversation = file
        .one(args.conversation)
        .map_err(|error| error.about(&name))?;
    if args
        .output
        .as_deref()
        .is_some_and(|output| load::is_same_file(&args.file, output))
    {
        compact::whole_or_not(&file, &args.file).map_err(|error| error.about(&name))?;
    }
    let dialect = config.dialect().or(conversation.dialect);
    let repaired = conspectus::repair(
        config.with_dialect(dialect),
        &conversation.messages.view().copied(),
    )
    .map_err(|error| conspectus_files::Error::from(error).about(&name))?;
    let form = if args.messages_only {
        Form::List
    } else {
        Form::AsFound
    };
    let to_stdout = args.output.as_deref().is_some_and(load::is_standard);
    match args.output.as_deref() {
        Some(_) if to_stdout => {
            write_messages(conversation, &repaired.patch, form, streams.stdout)?
        }
        Some(path) => conspectus_files::text_file::write_whole(path, args.overwrite, &mut |out| {
            write_messages(conversation, &repaired.patch, form, out)
        })?,
        None => {}
    }
    let (out, colour): (&mut dyn Write, bool) = if to_stdout {
        (&mut *streams.stderr, streams.colour_errors)
    } else {
        (&mut *streams.stdout, streams.colour)
    };
    if !(to_stdout && args.reading.quiet.quiet) {
        let style = Style::new(colour);
        writeln!(
            out,
            "{}  {}",
            style.bold(&name),
            count(repaired.repairs.len() as u64, "repair", "repairs")
        )?;
        for repair in &repaired.repairs {
            writeln!(
                out,
                "  {}: {} {}",
                conspectus_files::text::visible(&repair.path),
                conspectus_files::text::visible(repair.action),
                style.dim(repair.code.name())
            )?;
        }
    }
    if args.output.is_none() && !repaired.repairs.is_empty() && !args.reading.quiet.quiet {
        note(
            "dry run: nothing was written; pass -o OUT to write the messages",
            streams,
        );
    }
    Ok(if args.exit_code && repaired.repairs.is_empty() {
        NOTHING
    } else {
        OK
    })
}
