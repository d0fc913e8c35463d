//! `clear_stale`: clears content that later messages made stale, and keeps what is pinned.

use super::pins::Pins;
use crate::minutes::read::{Understood, steps};
use crate::{
    Activity, ClearStaleOptions, ClearStaleStats, ConfiguredHistory, Edit, Item,
    MicrocompactReport, reduce,
};

/// Returns the edits that clear stale content, and a report. Stale content is: reads of files that
/// were changed or read again later, results that a later one repeats, and texts that calls wrote
/// into files. `wanted` selects the kinds and the amount.
///
/// The edits change early messages and so invalidate the cached prefix after the first change. Use
/// them when it is lost anyway.
///
/// ```
/// use conspectus::{lower, clear_stale, Config, ConfiguredHistory, ClearStaleOptions};
/// use serde_json::json;
///
/// let file: String = (1..=60).map(|line| format!("{line}\tlet value_{line} = compute({line});\n")).collect();
/// let call = |id: &str, name: &str| {
///     json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": id, "name": name, "input": { "path": "a.rs" } }] })
/// };
/// let result = |id: &str, text: &str| json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": id, "content": text }] });
/// let messages = json!([
///     call("1", "read"), result("1", &file), call("2", "edit"), result("2", "Done."),
///     { "role": "assistant", "content": "It is changed." },
/// ]);
/// let config = Config::builder().keep_tool_results(1).build()?;
/// let history = ConfiguredHistory::of(config, &messages)?;
/// let (edits, report) = clear_stale(&history, &messages, &ClearStaleOptions::default());
/// assert_eq!(report.changed_later, 1);
/// let shorter = lower(&history, &edits, &messages).apply(&messages)?;
/// assert!(shorter[1].to_string().contains("the file was changed later"));
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn clear_stale<'v>(
    history: &ConfiguredHistory,
    messages: impl Into<Item<'v>>,
    wanted: &ClearStaleOptions,
) -> (Vec<Edit>, ClearStaleStats) {
    let messages = &messages.into();
    let pins = Pins::of_list(history, messages);
    stale_results(history, messages, (&pins, &Understood::default()), wanted)
}

/// As [`clear_stale`], with pins and calls that are already known.
pub fn stale_results(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    (pins, understood): (&Pins, &Understood),
    wanted: &ClearStaleOptions,
) -> (Vec<Edit>, ClearStaleStats) {
    let steps = steps(history, messages, understood);
    let stays = |part: usize| pins.keeps(history, part);
    reduce::clear_stale(history, messages, &steps, wanted, &stays)
}

/// As [`microcompact`](crate::microcompact), with placeholders that state how each call ended.
pub fn microcompact(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    activity: Activity,
) -> (Vec<Edit>, MicrocompactReport) {
    let (edits, mut report) = reduce::microcompact(history, activity);
    let steps = if edits.is_empty() {
        Vec::new()
    } else {
        steps(history, messages, &Understood::default())
    };
    let edits = reduce::fill_placeholders(history, edits, &steps, &reduce::Places::new());
    report.tokens_saved = edits.iter().map(|edit| edit.tokens_saved).sum();
    (edits, report)
}
