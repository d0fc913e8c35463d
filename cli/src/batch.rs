//! The command `conspectus batch`.

mod inputs;
mod rows;

use super::args::BatchArgs;
use super::style::{count, grouped, percent};
use super::{Done, Failure, NOTHING, OK, Streams, load, note};
use conspectus_files::batch::{Job, Row};
use conspectus_files::error::{Error, ErrorKind};
use conspectus_files::text::visible;
use conspectus_files::text_file::{MEGABYTE, write_copy};
use indicatif::{ProgressBar, ProgressStyle};
use inputs::{Inputs, Item, SMALL, Source};
use rows::{Existing, RowFile};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How many conversations are in memory for each worker: one that it works on, and others that wait
/// for it or to be written in their order. Chosen here: with fewer, a long conversation stops the rest.
const FOR_EACH_WORKER: usize = 4;

/// The document that `--json` prints.
#[derive(Debug, Default, Serialize)]
struct Report {
    /// Conversations of this run.
    conversations: u64,
    /// Conversations that were done before an interruption.
    resumed: u64,
    changed: u64,
    errors: u64,
    tokens_before: u64,
    tokens_after: u64,
    output: Option<String>,
}

/// The destination of the rows.
enum Output {
    /// Nowhere, or each to its own file already.
    None,
    Stdout,
    File(RowFile),
}

pub(super) fn batch(args: &BatchArgs, streams: &mut Streams<'_>) -> Done {
    let options = args.options()?;
    let reading = &args.common.reading;
    let turn = json!({ "force": args.force });
    let job = Job::compact(&options, turn)?
        .key(args.key.clone())
        .extent(reading.extent())
        .most_unpacked(reading.max_unpacked_mb.saturating_mul(MEGABYTE));
    let mut inputs = Inputs::new(
        &args.paths,
        args.output.as_deref(),
        streams.stdin,
        args.key.as_deref(),
        reading.max_unpacked_mb,
    )?;
    let mut report = Report::default();
    let shown = args.output.as_deref().map(load::name);
    let mut output = match args.output.as_deref() {
        None => Output::None,
        Some(path) if load::is_standard(path) => Output::Stdout,
        Some(path) => {
            let about = json!({
                "conspectus": env!("CARGO_PKG_VERSION"), "paths": args.paths, "options": options, "force": args.force,
                "key": args.key, "whole_session": reading.whole_session, "inputs": inputs.extent(),
            });
            match RowFile::open(path, &about, args.existing())? {
                Some((file, done)) => {
                    report.resumed = done;
                    Output::File(file)
                }
                None => {
                    drop(inputs);
                    note("nothing to resume: the output is complete", streams);
                    return Ok(OK);
                }
            }
        }
    };
    let bar = (streams.progress && !reading.quiet.quiet).then(|| new_bar(inputs.known_count()));
    // What was done before only has to be read past.
    for _ in 0..report.resumed {
        inputs.next();
    }
    let work = Work { job, args };
    let mut first_error = None;
    let stdout = &mut *streams.stdout;
    work.each(&mut inputs, args.workers(), &mut |item, row| {
        report.add(&row);
        if let (None, Some(error)) = (&first_error, &row.error) {
            first_error = Some(format!("{item}: {}", error.message()));
        }
        if let Some(bar) = &bar {
            bar.inc(1);
        }
        let id = Value::from(item);
        match &mut output {
            Output::None => Ok(()),
            Output::Stdout => Ok(row.write(&id, stdout)?),
            Output::File(file) => Ok(file.add(|out| row.write(&id, out))?),
        }
    })?;
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let to_stdout = matches!(output, Output::Stdout);
    if let Output::File(file) = output {
        file.finish()?;
        report.output = shown;
    }
    let text = if args.json {
        format!("{:#}\n", json!(report))
    } else {
        report.text(first_error.as_deref(), args)
    };
    if to_stdout {
        streams.stderr.write_all(text.as_bytes())?;
    } else {
        streams.stdout.write_all(text.as_bytes())?;
    }
    Ok(if report.errors > 0 { NOTHING } else { OK })
}

struct Work<'a> {
    job: Job,
    args: &'a BatchArgs,
}

impl Work<'_> {
    /// Calls `visit` with the id and the row of each item, in order, while `workers` threads make
    /// rows.
    ///
    /// # Errors
    /// Those of `visit`.
    fn each(
        &self,
        inputs: &mut Inputs<'_>,
        workers: usize,
        visit: &mut dyn FnMut(String, Row) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (items, waiting) = channel::<(u64, Item)>();
        let (done, rows) = channel();
        let waiting = Mutex::new(waiting);
        thread::scope(|scope| {
            // Workers end once it is dropped, also after an error.
            let items = items;
            for _ in 0..workers {
                let (waiting, done) = (&waiting, done.clone());
                scope.spawn(move || self.make_rows(waiting, &done));
            }
            drop(done);
            let mut early = BTreeMap::new();
            let (mut read, mut written) = (0, 0);
            loop {
                while read - written < (workers * FOR_EACH_WORKER) as u64
                    && let Some(item) = inputs.next()
                {
                    if items.send((read, item)).is_err() {
                        break;
                    }
                    read += 1;
                }
                if read == written {
                    return Ok(());
                }
                let Ok((place, id, row)) = rows.recv() else {
                    return Ok(());
                };
                early.insert(place, (id, row));
                while let Some((id, row)) = early.remove(&written) {
                    visit(id, row)?;
                    written += 1;
                }
            }
        })
    }

    fn make_rows(&self, items: &Mutex<Receiver<(u64, Item)>>, done: &Sender<(u64, String, Row)>) {
        loop {
            let next = items.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((place, Item { id, source })) = next else {
                return;
            };
            // Without a row the others would wait for it.
            let row = catch_unwind(AssertUnwindSafe(|| self.row(source))).unwrap_or_else(|_| {
                let kind = ErrorKind::Core(conspectus::ErrorKind::Internal);
                Row::failed(Error::new(
                    kind,
                    "a fault of this program: please report it",
                ))
            });
            if done.send((place, id, row)).is_err() {
                return;
            }
        }
    }

    fn row(&self, source: Source) -> Row {
        match source {
            Source::Failed(error) => Row::failed(error),
            Source::Text(_) if self.args.per_file => Row::failed(Error::new(
                ErrorKind::Unwritable,
                "one of several conversations in its file: pass -o ROWS.jsonl instead of --per-file",
            )),
            Source::Text(text) => self.job.of_text(&text),
            Source::File(path) if self.args.per_file => self.per_file(&path),
            Source::File(path) => self.job.of_file(&path),
        }
    }

    /// Writes the messages next to their file. A file that exists is complete: it was moved there.
    fn per_file(&self, path: &Path) -> Row {
        let mut name = path.as_os_str().to_owned();
        name.push(SMALL);
        let target = PathBuf::from(name);
        if self.args.resume && target.exists() {
            return Row::default();
        }
        let mut row = self.job.of_file(path);
        let Some(messages) = row.messages.take() else {
            return row;
        };
        let written = write_copy(&target, path, self.args.overwrite, &mut |out| {
            writeln!(out, "{messages}")
        });
        match written {
            Ok(()) => row,
            Err(error) => Row::failed(error),
        }
    }
}

impl Report {
    fn add(&mut self, row: &Row) {
        if row.status.is_empty() {
            self.resumed += 1;
            return;
        }
        self.conversations += 1;
        self.changed += u64::from(row.changed);
        self.errors += u64::from(row.error.is_some());
        self.tokens_before += row.tokens_before.unwrap_or(0);
        self.tokens_after += row.tokens_after.unwrap_or(0);
    }

    fn text(&self, first_error: Option<&str>, args: &BatchArgs) -> String {
        let mut text = format!(
            "{}: {} changed, {}\n",
            count(self.conversations, "conversation", "conversations"),
            grouped(self.changed),
            count(self.errors, "error", "errors"),
        );
        if self.resumed > 0 {
            text += &format!("  {} done before\n", grouped(self.resumed));
        }
        text += &format!(
            "  {} tokens -> {} tokens ({} left)\n",
            grouped(self.tokens_before),
            grouped(self.tokens_after),
            percent(self.tokens_after, self.tokens_before),
        );
        if let Some(error) = first_error {
            text += &format!("  first error: {}\n", visible(error));
        }
        match &self.output {
            Some(output) => text += &format!("  rows: {output}\n"),
            None if args.output.is_none() && !args.per_file => {
                text += "  dry run: nothing was written; pass -o ROWS.jsonl or --per-file\n";
            }
            None => {}
        }
        text
    }
}

impl BatchArgs {
    fn existing(&self) -> Existing {
        match (self.resume, self.overwrite) {
            (true, _) => Existing::Resume,
            (_, true) => Existing::Overwrite,
            _ => Existing::Refuse,
        }
    }

    /// A thread for each core by default.
    fn workers(&self) -> usize {
        self.workers
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, NonZero::get)
    }
}

fn new_bar(count: Option<u64>) -> ProgressBar {
    let (bar, template) = match count {
        Some(count) => (
            ProgressBar::new(count),
            "{bar:40} {pos}/{len} conversations {per_sec} {eta}",
        ),
        None => (
            ProgressBar::no_length(),
            "{spinner} {pos} conversations {per_sec} {elapsed}",
        ),
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
