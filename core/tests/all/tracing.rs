//! With the feature `tracing`, the records of a run are events of that crate.

use conspectus::{CompactArgs, Compactor, Config};
use serde_json::json;
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// The events of one thread: the other tests of this process run beside this one.
#[derive(Clone)]
struct Heard {
    lines: Arc<Mutex<Vec<String>>>,
    thread: ThreadId,
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {}={value:?}", field.name()).expect("a string takes all");
    }
}

impl Subscriber for Heard {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "conspectus"
    }

    fn new_span(&self, _span: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _span: &Id, _values: &Record<'_>) {}

    fn record_follows_from(&self, _span: &Id, _follows: &Id) {}

    fn event(&self, event: &Event<'_>) {
        if thread::current().id() != self.thread {
            return;
        }
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        self.lines.lock().expect("one thread").push(line.0);
    }

    fn enter(&self, _span: &Id) {}

    fn exit(&self, _span: &Id) {}
}

#[test]
fn a_run_is_told() {
    let heard = Heard {
        lines: Arc::default(),
        thread: thread::current().id(),
    };
    // For the whole process: while a subscriber is one thread's alone, another thread that reaches an event first has it
    // cached as switched off.
    tracing::subscriber::set_global_default(heard.clone()).expect("the first one");
    let mut compactor = Compactor::new(
        Config::builder()
            .context_window(200_000)
            .build()
            .expect("a configuration"),
    );
    compactor
        .handle_messages(
            &json!([{ "role": "user", "content": "Hi" }]),
            CompactArgs::new(),
        )
        .expect("a run");
    while compactor.poll_action().is_some() {}
    let lines = heard.lines.lock().expect("one thread").clone();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(
        lines[0].starts_with("DEBUG")
            && lines[0].contains("finished")
            && lines[0].contains("below_trigger"),
        "{lines:?}"
    );
    assert!(
        lines[0].contains(r#""conspectus.status":"unchanged""#),
        "{lines:?}"
    );
}
