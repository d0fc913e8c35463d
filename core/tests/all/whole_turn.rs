//! `compact` and `compact_async`: a whole turn in one call.

use conspectus::{CompactArgs, Compactor, Config, Error, Status, Summarizer, SummaryRequest};
use serde_json::{Value, json};
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

const ANSWER: &str =
    "## State and dead ends\nSteps 10, 11, 12 and 13 ran cargo test.\n\n## Next step\nGo on.";

fn compactor() -> Compactor {
    let config = Config::builder()
        .context_window(4_000)
        .summarize(Summarizer::Host);
    Compactor::new(config.build().expect("valid options"))
}

fn session(turns: usize) -> Vec<Value> {
    let mut messages = vec![json!({ "role": "user", "content": "Fix tests/a_test.rs." })];
    for turn in 0..turns {
        let text = format!("Step {turn}. {}", "I ran cargo test in tests. ".repeat(30));
        messages.push(json!({ "role": "assistant", "content": text }));
        messages.push(json!({ "role": "user", "content": "Go on." }));
    }
    messages
}

fn answer(_: &SummaryRequest) -> Result<String, Error> {
    Ok(ANSWER.to_owned())
}

/// Polls until it is done. Every future here wakes at once.
fn finished<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        let context = &mut Context::from_waker(Waker::noop());
        if let Poll::Ready(done) = future.as_mut().poll(context) {
            return done;
        }
    }
}

#[test]
fn a_loop_of_whole_turns_stays_below_its_window() {
    let (mut compactor, mut messages, mut summaries) = (compactor(), Vec::new(), 0);
    for message in session(60) {
        messages.push(message);
        let result = compactor
            .compact(&mut messages, CompactArgs::new(), answer)
            .expect("readable messages");
        assert!(result.can_send && result.prompt_tokens <= 4_000, "{result}");
        summaries += usize::from(result.status == Status::Summarized);
    }
    assert!(summaries > 2, "{summaries}");
    assert!(messages.len() < 60);
}

#[test]
fn a_model_that_is_awaited_gives_the_same() {
    let (mut now, mut later) = (session(30), session(30));
    let result = compactor()
        .compact(&mut now, CompactArgs::new(), answer)
        .expect("readable messages");
    assert_eq!(result.status, Status::Summarized);
    let mut waits = 0;
    let awaited =
        finished(
            compactor().compact_async(&mut later, CompactArgs::new(), async |request| {
                let mut is_first = true;
                poll_fn(|_| match std::mem::take(&mut is_first) {
                    true => Poll::Pending,
                    false => Poll::Ready(()),
                })
                .await;
                waits += 1;
                answer(request)
            }),
        );
    assert_eq!(awaited.expect("readable messages").status, result.status);
    assert!(now == later && waits > 0, "{waits} requests");
    assert!(result.fallback.is_none());
}

#[test]
fn a_model_that_fails_costs_nothing() {
    let mut messages = session(30);
    let result = compactor()
        .compact(&mut messages, CompactArgs::new(), |_| Err("503"))
        .expect("readable messages");
    assert_eq!(result.status, Status::Summarized);
    assert!(result.fallback.is_some_and(|why| why.text.contains("503")));
    assert!(messages.len() < 61);
}

#[test]
fn a_list_that_cannot_be_read_stays_as_it_is() {
    let mut messages = vec![json!({ "role": "user", "content": "Hi" }), json!(7)];
    let before = messages.clone();
    let result = compactor().compact(&mut messages, CompactArgs::new(), answer);
    assert!(result.is_err());
    assert_eq!(messages, before);
}
