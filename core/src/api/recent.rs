//! The newest part of a history: `recent_turns`, `routing_window`.

use super::edited::by_patch;
use super::intake::size;
use super::operation::{Call, Gives, Input, Operation, Rows, may, operations};
use crate::config::Domain;
use crate::configured::ConfiguredHistory;
use crate::error::Result;
use crate::host::view::View;
use crate::intake::recent::{self, Selection, recent_turns, routing_window};
use crate::reduce::plan::lowered;
use crate::reduce::unbound;
use crate::shape::Typed;
use serde_json::Value;

const ROOM: &[&str] = &["gemini_cli"];
const HELLO: &str =
    r#"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]"#;

const RECENT_TURNS: Operation = Operation {
    name: "recent_turns",
    rooms: ROOM,
    about: "Gives the newest turns, each from its prompt on. No call is separated from its result.",
    input: Input::Messages,
    measures: true,
    options: &["thinking"],
    arguments: &[
        may("turns", Domain::Whole(0), "How many turns; 2 unless given."),
        may(
            "calls",
            Domain::Flag,
            "Whether messages that hold calls or results stay; true unless given.",
        ),
    ],
    gives: Gives::Edited(Selection::TYPE),
    example: (HELLO, r#"{"turns": 1}"#),
};

const ROUTING_WINDOW: Operation = Operation {
    name: "routing_window",
    rooms: ROOM,
    about: "Gives what a router needs to see: of the newest 20 messages, the newest 4 that hold neither calls nor results.",
    input: Input::Messages,
    measures: true,
    options: &[],
    arguments: &[
        may(
            "window",
            Domain::Whole(0),
            "How many of the newest messages are looked at; 20 unless given.",
        ),
        may(
            "shown",
            Domain::Whole(0),
            "How many messages stay; 4 unless given.",
        ),
    ],
    gives: Gives::Edited(Selection::TYPE),
    example: (HELLO, "{}"),
};

operations! {
    RECENT_TURNS => turns,
    ROUTING_WINDOW => window,
}

fn turns<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let calls = RECENT_TURNS.arguments.flag(options, "calls", true)?;
    let history = ConfiguredHistory::of(config, input)?;
    let found = recent_turns(&history, size(options, "turns", recent::TURNS)?, calls);
    let mut patch = found.patch(history.len());
    // Thinking does not stay behind a message that goes, where it is bound to it.
    if let Some(first) = (0..history.len()).find(|index| !found.kept.contains(index)) {
        let edits = unbound(&history, Vec::new(), first..history.len(), &found.kept);
        patch.ops = lowered(&history, &edits, input).ops;
    }
    by_patch(history.config(), input, &patch, &found)
}

fn window<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input,
        options,
        ..
    } = call;
    let history = ConfiguredHistory::of(config, input)?;
    let keeps = crate::systems::of(history.config()).routes_calls_with_text();
    let found = routing_window(
        &history,
        size(options, "window", recent::WINDOW)?,
        size(options, "shown", recent::SHOWN)?,
        keeps,
    );
    by_patch(history.config(), input, &found.patch(history.len()), &found)
}
