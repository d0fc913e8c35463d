//! The command `conspectus demo`: a recorded session that comes with the program, compacted.

use super::args::DemoArgs;
use super::style::{Style, count, grouped};
use super::{Done, OK, Result, Streams, compact, load, note, picture};
use conspectus::Config;
use conspectus_files::sessions::{self, Extent};
use conspectus_files::text_file;
use flate2::read::GzDecoder;
use serde_json::json;
use std::io::Read;

/// `examples/sessions/coding.anthropic.json`, packed with `gzip -9n`.
const SESSION: &[u8] = include_bytes!("demo/session.json.gz");

/// The two windows that are shown unless one is given. Chosen here, for this session: in the first
/// clearing old tool results is enough, in the second it is not.
const WINDOWS: [u64; 2] = [80_000, 48_000];

/// What to try next.
const NEXT: &str = "\
next:
  conspectus demo -o session.json        the session itself
  conspectus inspect session.json        what fills it
  conspectus demo --context-window 32k   another window";

pub(super) fn demo(args: &DemoArgs, streams: &mut Streams<'_>) -> Done {
    let mut session = String::new();
    GzDecoder::new(SESSION).read_to_string(&mut session)?;
    match args.output.as_deref() {
        Some(path) if load::is_standard(path) => {
            streams.stdout.write_all(session.as_bytes())?;
            return Ok(OK);
        }
        Some(path) => {
            text_file::write_whole(path, args.overwrite, &mut |out| {
                out.write_all(session.as_bytes())
            })?;
            if !args.quiet.quiet {
                note(&format!("wrote {}", load::name(path)), streams);
            }
            return Ok(OK);
        }
        None => {}
    }
    let text = show(
        &session,
        args.context_window.as_slice(),
        Style::wide(streams.colour, streams.width),
    )?;
    streams.stdout.write_all(text.as_bytes())?;
    if !args.quiet.quiet {
        writeln!(streams.stdout, "\n{NEXT}")?;
    }
    Ok(OK)
}

/// The pictures. The last one is drawn whole.
fn show(session: &str, windows: &[u64], style: Style) -> Result<String> {
    let built = sessions::Built::default();
    let file = sessions::read(session, Extent::Whole, &built)?;
    let conversation = file.one(None)?;
    let windows = if windows.is_empty() {
        &WINDOWS
    } else {
        windows
    };
    let mut text = String::new();
    for (place, window) in windows.iter().enumerate() {
        let config = Config::from_options(&json!({ "context_window": window }))?;
        let outcome = compact::run(config, conversation, false)?;
        let rows = outcome.rows(conversation)?;
        if place == 0 {
            let heading = format!(
                "a recorded session: {}, {}; no model",
                count(rows.len() as u64, "message", "messages"),
                count(outcome.result.tokens_before, "token", "tokens")
            );
            text.push_str(&style.wrapped(&heading, 0, Style::bold));
        }
        let heading = format!(
            "a window of {}: {}",
            grouped(*window),
            outcome.result.reason
        );
        text.push('\n');
        text.push_str(&style.wrapped(&heading, 0, Style::bold));
        text.push_str(&if place + 1 == windows.len() {
            picture::whole(&outcome.result, &rows, style)
        } else {
            picture::short(&outcome.result, &rows, style)
        });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{GzDecoder, Read, SESSION};

    #[test]
    fn the_session_is_that_of_the_examples() {
        let mut session = String::new();
        GzDecoder::new(SESSION)
            .read_to_string(&mut session)
            .expect("it unpacks");
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../examples/sessions/coding.anthropic.json"
        );
        let example = std::fs::read_to_string(path).expect("the example");
        assert!(session == example, "pack it again: gzip -9n");
    }
}
