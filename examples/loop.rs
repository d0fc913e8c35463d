//! The loop: a session arrives message by message, and is compacted whenever it is time to.
//!
//!     cargo run --release -p conspectus-local --example loop -- examples/sessions/coding.anthropic.json
//!
//! After each `handle_*`, drain `poll_action` until it gives `None`. The model is scripted, so that this runs offline; put your own
//! call in its place.

use conspectus::{Action, SummaryRequest, Turn};
use conspectus::{Compactor, Config, History};
use serde_json::Value;
use std::error::Error;

/// Tokens.
const WINDOW: u64 = 24_000;

/// Your model call: `system`, `messages` and `max_output_tokens` are all it needs.
fn model(request: &SummaryRequest) -> Result<String, Box<dyn Error>> {
    Ok(format!("<state_snapshot><overall_goal>Carry on after {} message</overall_goal></state_snapshot>", request.messages.len()))
}

fn compact(compactor: &mut Compactor, messages: Value) -> Result<Value, Box<dyn Error>> {
    compactor.handle_messages(&&messages, Turn::default())?;
    let mut patch = None;
    while let Some(action) = compactor.poll_action() {
        match action {
            // Work is certain to be done: back up the history, tell the user.
            Action::Hook { .. } => {}
            Action::Summarize { request } => match model(&request) {
                Ok(summary) => compactor.handle_summary(&summary)?,
                // Whatever the client gives: nothing is changed.
                Err(error) => compactor.handle_failure(&error.to_string())?,
            },
            Action::Apply { patch: ready } => {
                patch = Some(ready);
                // The list as it is now: others may have added to it.
                compactor.handle_current(&&messages)?;
            }
            Action::Done { status, applied, report, .. } => {
                if let Some(patch) = patch.take().filter(|_| applied) {
                    let status = serde_json::to_value(status)?;
                    let (before, after) = (report.messages_before, report.messages_after);
                    let status = status.as_str().unwrap_or_default();
                    println!("{status}: {before} -> {after} messages, {} -> {} tokens", report.tokens_before, report.tokens_after);
                    return Ok(patch.apply(&messages)?);
                }
            }
            // Under the default options nothing is stored and no file is read.
            Action::Offload { .. } => compactor.handle_store_failed("no store")?,
            Action::Restore { .. } => compactor.handle_restored(&[])?,
        }
    }
    Ok(messages)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: loop SESSION.json")?;
    let session: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let mut compactor = Compactor::new(Config { context_window: Some(WINDOW), ..Config::default() });
    let mut messages = Value::Array(Vec::new());
    for message in &session {
        messages.as_array_mut().ok_or("a list")?.push(message.clone());
        messages = compact(&mut compactor, messages)?;
    }
    let history = History::of(Config::default(), &&messages)?;
    println!("{} messages came, {} are left, {} tokens", session.len(), history.len(), history.tokens());
    Ok(())
}
