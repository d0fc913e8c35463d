//! The newest part of a history: `recent_turns`, `routing_window`.

use super::edited::by_patch;
use super::operation::{Call, MESSAGES, operations};
use conspectus::{Item, Result};
use conspectus_history::reduce::drop_invalid_thinking;
use conspectus_history::reduce::plan::lowered;
use conspectus_toolkit::intake::recent::{self, Selection, recent_turns, routing_window};
use serde_json::Value;

const ROOM: [&str; 1] = ["gemini_cli"];
const HELLO: &str =
    r#"[{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]"#;

operations! {
    /// Returns the newest turns, each starting at its prompt. No call is separated from its result.
    recent_turns(ROOM, MESSAGES, measures ["thinking"]) -> Edited(Selection),
        HELLO,
        r#"{"turns": 1}"# =>
        turns(RecentTurnsArgs {
            /// How many turns; 2 by default.
            turns: usize = recent::TURNS,
            /// Whether to keep messages with calls or results; true by default.
            calls: bool = true,
        });

    /// Returns the newest messages without calls or results, for a router: 4 of the last 20.
    routing_window(ROOM, MESSAGES, measures []) -> Edited(Selection),
        HELLO,
        "{}" =>
        window(RoutingWindowArgs {
            /// How many of the newest messages to check; 20 by default.
            window: usize = recent::WINDOW,
            /// How many messages to keep; 4 by default.
            shown: usize = recent::SHOWN,
        });
}

fn turns(call: Call<'_>, args: RecentTurnsArgs) -> Result<Value> {
    let (history, input) = (call.history()?, call.input);
    let found = recent_turns(&history, args.turns, args.calls);
    let mut patch = found.patch(history.len());
    // Thinking does not stay behind a message that goes, where it is bound to it.
    if let Some(first) = (0..history.len()).find(|index| !found.kept.contains(index)) {
        let edits = drop_invalid_thinking(&history, Vec::new(), first..history.len(), &found.kept);
        patch.ops = lowered(&history, &edits, input).ops;
    }
    by_patch(history.config(), input, &patch, &found)
}

fn window(call: Call<'_>, args: RoutingWindowArgs) -> Result<Value> {
    let (history, input) = (call.history()?, call.input);
    let keeps = conspectus_presets::of(history.config()).routes_calls_with_text;
    let found = routing_window(&history, args.window, args.shown, keeps);
    by_patch(history.config(), input, &found.patch(history.len()), &found)
}
