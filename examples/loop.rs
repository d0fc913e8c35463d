//! The loop: a session arrives message by message, and is compacted whenever it is time to.
//!
//!     cargo run --release -p conspectus-cli --example loop -- examples/sessions/coding.anthropic.json
//!
//! The model is scripted, so that this runs offline. Put your own call in its place; if it is `async`,
//! call `compact_async`.

use conspectus::{CompactArgs, Compactor, Config, History, Summarizer, SummaryRequest};
use serde_json::Value;
use std::error::Error;

/// Your model call. The request holds all that it needs. This one names the paths that it was shown.
fn summary(request: &SummaryRequest) -> Result<String, Box<dyn Error>> {
    let shown = serde_json::to_string(&request.messages)?;
    let words = shown.split([' ', '"', '\\']);
    let paths: Vec<&str> = words.filter(|word| word.contains('/')).take(60).collect();
    Ok(format!("## State and dead ends\n{}", paths.join("\n")))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: loop SESSION.json")?;
    let session: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let config = Config::builder()
        .context_window(24_000)
        .summarize(Summarizer::Host)
        .build()?;
    let mut compactor = Compactor::new(config.clone());
    let mut messages = Vec::new();
    for message in &session {
        messages.push(message.clone());
        let result = compactor.compact(&mut messages, CompactArgs::new(), summary)?;
        if result.changed {
            println!("{result}");
        }
    }
    let history = History::of(config, &messages)?;
    let (left, tokens) = (history.len(), history.tokens());
    println!(
        "{} messages came, {left} are left, {tokens} tokens",
        session.len()
    );
    Ok(())
}
