//! The loop: a session arrives message by message, and is compacted whenever it is time to.
//!
//!     cargo run --release -p conspectus-cli --example loop -- examples/sessions/coding.anthropic.json
//!
//! The model is scripted, so that this runs offline. Put your own call in its place.

use conspectus::{Action, CompactArgs, Compactor, Config, History, SummaryRequest};
use serde_json::Value;
use std::error::Error;

/// Your model call. The request holds all that it needs.
fn ask(request: &SummaryRequest) -> Result<String, Box<dyn Error>> {
    Ok(format!(
        "<state_snapshot><overall_goal>Carry on after {} message</overall_goal></state_snapshot>",
        request.messages.len()
    ))
}

/// The messages to send next: the same, or fewer.
fn compact(compactor: &mut Compactor, messages: Vec<Value>) -> Result<Vec<Value>, Box<dyn Error>> {
    compactor.handle_messages(&messages, CompactArgs::default())?;
    let mut ready = None;
    while let Some(action) = compactor.poll_action() {
        match action {
            Action::Summarize { request } => match ask(&request) {
                Ok(summary) => compactor.handle_summary(&summary)?,
                Err(error) => compactor.handle_failure(&error.to_string())?,
            },
            Action::Apply { patch } => {
                ready = Some(patch);
                compactor.handle_current(&messages)?;
            }
            Action::Done {
                applied: true,
                result,
                ..
            } => {
                println!("{result}");
                return Ok(ready.unwrap_or_default().apply_to(&messages)?);
            }
            Action::Done { .. } | Action::BeforeCompact { .. } => {}
            // The default preset stores no output and reads no file.
            Action::Offload { .. } => compactor.handle_store_failed("no store")?,
            Action::Restore { .. } => compactor.handle_restored(&[])?,
        }
    }
    Ok(messages)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: loop SESSION.json")?;
    let session: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let config = Config::builder().context_window(24_000).build()?;
    let mut compactor = Compactor::new(config.clone());
    let mut messages = Vec::new();
    for message in &session {
        messages.push(message.clone());
        messages = compact(&mut compactor, messages)?;
    }
    let history = History::of(config, &messages)?;
    println!(
        "{} messages came, {} are left, {} tokens",
        session.len(),
        history.len(),
        history.tokens()
    );
    Ok(())
}
