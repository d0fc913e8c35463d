//! Removes content without a summary: `slim`, `microcompact`, `clear_stale`, and condensed results.

use super::argument;
use super::edited::{by_edits, condensed};
use super::operation::{Call, MESSAGES, Viewed, arguments, operations};
use conspectus::inner::{
    Domain, Kind, MediaKind, choice, each, invalid, items, kind_name, sanitize_label, shapes,
    string_option, strings,
};
use conspectus::{
    Activity, ClearStaleOptions, ClearStaleStats, Condense, CondenseRules, CondenseStats,
    ConfiguredHistory, Error, Item, MediaLimits, MediaReport, MicrocompactReport, Result,
    StaleReason,
};
use conspectus_history::reduce;
use conspectus_history::reduce::slim::SlimStats;
use serde_json::Value;
use std::collections::BTreeMap;

arguments! {
    pub(crate) struct WhenArgs {
        /// The current time by your clock, in milliseconds.
        now_ms: Option<f64>,
        /// The time of the last activity by your clock, in milliseconds.
        last_activity_ms: Option<f64>,
        /// Whether to clear now, regardless of time and size.
        force: bool = false,
    }
}

shapes! {
    /// Results restored by [`expand`](reduce::expand).
    pub struct ExpandDetails: Copy, Eq {
        /// Restored results.
        pub results: u64,
    }
}

operations! {
    /// Clears all but the newest tool results and the media in them. A placeholder names the tool,
    /// its subject and the size.
    clear_tool_results([""], MESSAGES, measures ["keep_tool_results", "exclude_tools", "thinking"]) -> Edited(MicrocompactReport),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_tool_results": 3}"# =>
        clear_tool_results;

    /// Clears old media until the rest is within the limits. Media in one result are kept or
    /// cleared together. Unseen and pinned media are kept.
    clear_media([""], MESSAGES, measures ["thinking"]) -> Edited(MediaReport),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_media": 3, "max_bytes": 5000000}"# =>
        cleared_media(ClearMediaArgs {
            /// How many of the newest media to keep; 5 by default.
            keep_media: u64 = KEEP_MEDIA,
            /// The kinds to clear: `image`, `pdf`, `audio`, `video`, `other`. All by default.
            kinds: Option<Vec<String>> [Domain::Data("Sequence[MediaKind]", "readonly MediaKind[]")],
            /// The most bytes of all kept media.
            max_bytes: Option<u64>,
            /// The most pixels of all kept images.
            max_pixels: Option<u64>,
        });

    /// Clears superseded content that the agent can get again: reads of files that were changed or
    /// read again later, repeated results, and long written arguments. Unread results, failures,
    /// pins and the newest `keep_tool_results` are kept.
    clear_stale([""], MESSAGES, measures ["keep_tool_results", "exclude_tools", "thinking"]) -> Edited(ClearStaleStats),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"target_tokens": 50000}"# =>
        clear_stale(ClearStaleArgs {
            /// Stop at this size in tokens. The content that frees the most is cleared first. By
            /// default, everything is.
            target_tokens: Option<u64>,
            /// What to clear: some of `changed_later`, `read_again`, `repeated`, `written`. All by
            /// default.
            classes: Option<Viewed> [Domain::Data(r#"Sequence[Literal["changed_later", "read_again", "repeated", "written"]]"#, "readonly ('changed_later' | 'read_again' | 'repeated' | 'written')[]")],
        });

    /// Replaces each media item with a line of text, unless its kind is in `modalities`.
    slim(["qwen_code"], MESSAGES, measures ["modalities", "thinking"]) -> Edited(SlimStats),
        r#"[{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}]}]"#,
        r#"{"modalities": ["pdf"]}"# =>
        slim;

    /// Clears all but the newest `keep_tool_results` results and media: after `idle_minutes`, above
    /// `max_result_chars`, or with `force`.
    microcompact(["qwen_code"], MESSAGES, measures ["keep_tool_results", "idle_minutes", "clearable_tools", "exclude_tools", "max_result_chars", "placeholder", "thinking"]) -> Edited(MicrocompactReport),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_tool_results": 3, "force": true}"# =>
        microcompact with &WhenArgs::ROWS;

    /// Shortens new tool results without loss: repeated lines become pointers, and more at higher
    /// levels. The cached prefix remains valid.
    condense([""], MESSAGES, takes ["dialect", "model", "tokenizer", "thinking"]) -> Edited(CondenseStats),
        r#"[{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "read", "input": {"path": "a.rs"}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "     1\tfn main() {}"}]}]"#,
        r#"{"start": 1}"# =>
        condense(CondenseArgs {
            /// The first message that may change, because those before it were condensed earlier.
            start: usize = 0,
            /// The level, as in the option `condense`; `safe` by default.
            level: Condense = Condense::default(),
        });

    /// Restores the lines that `condense` replaced with pointers.
    expand([""], MESSAGES, takes ["dialect", "model", "thinking"]) -> Edited(ExpandDetails),
        r#"[{"role": "user", "content": "Hi"}]"#,
        "{}" =>
        expand;
}

fn condense(call: Call<'_>, args: CondenseArgs) -> Result<Value> {
    let rules = CondenseRules::of(args.level);
    let history = ConfiguredHistory::of_parts(call.config, call.input)?;
    let admitted = rules.map(|rules| reduce::condense(&history, call.input, args.start, rules));
    let (edits, report) = admitted.unwrap_or_default();
    Ok(condensed(&history, call.input, edits, &report))
}

fn expand(call: Call<'_>) -> Result<Value> {
    let history = ConfiguredHistory::of_parts(call.config, call.input)?;
    let edits = reduce::expand(&history, call.input);
    let report = ExpandDetails {
        results: edits.len() as u64,
    };
    Ok(by_edits(&history, call.input, edits, &report))
}

fn clear_stale(call: Call<'_>, args: ClearStaleArgs) -> Result<Value> {
    let usual = ClearStaleOptions::default();
    let classes =
        argument(call.options, "classes").map_or(Ok(usual.classes), |value| classes(&value))?;
    let history = call.history()?;
    let wanted = ClearStaleOptions {
        target_tokens: args.target_tokens,
        classes,
    };
    let (edits, report) = conspectus::clear_stale(&history, call.input, &wanted);
    Ok(by_edits(&history, call.input, edits, &report))
}

/// The places of stored outputs by their keys, if they are given.
///
/// # Errors
/// `InvalidOption` if they aren't an object of strings.
pub fn locators(options: &Item<'_>) -> Result<Option<BTreeMap<String, String>>> {
    let mut found = BTreeMap::new();
    let Some(given) = argument(options, "locators") else {
        return Ok(None);
    };
    if given.kind() != Kind::Object {
        return Err(invalid(
            "locators",
            "an object of keys and places",
            kind_name(given.kind()),
        ));
    }
    each(&given, |key, place| {
        let place = string_option(place, "locators").map_err(|error| {
            Error::new(error.kind(), "", error.message())
                .under(key)
                .under("locators")
        })?;
        found.insert(key.to_owned(), place);
        Ok(())
    })?;
    Ok(Some(found))
}

/// The default number of media to keep, newest first.
const KEEP_MEDIA: u64 = 5;

/// Checks the kinds of media that may be cleared; `None` for all.
fn kinds(given: Option<Vec<String>>) -> Result<Option<Vec<String>>> {
    let known = MediaKind::ALL.map(MediaKind::name);
    let is_unknown = |(_, kind): &(usize, &String)| !known.contains(&kind.as_str());
    match given.iter().flatten().enumerate().find(is_unknown) {
        Some((index, kind)) => Err(invalid(
            &format!("kinds/{index}"),
            &format!("one of `{}`", known.join("`, `")),
            &sanitize_label(kind, 64),
        )),
        None => Ok(given),
    }
}

fn cleared_media(call: Call<'_>, args: ClearMediaArgs) -> Result<Value> {
    let limits = MediaLimits {
        keep: Some(args.keep_media),
        kinds: kinds(args.kinds)?,
        max_bytes: args.max_bytes,
        max_pixels: args.max_pixels,
    };
    let history = call.history()?;
    let (edits, report) = conspectus::clear_media(&history, call.input, limits);
    Ok(by_edits(&history, call.input, edits, &report))
}

fn classes(given: &Item<'_>) -> Result<Vec<StaleReason>> {
    strings(given, "classes")?;
    items(given, |index, name| {
        choice(&name, &format!("classes/{index}"))
    })
}

fn slim(call: Call<'_>) -> Result<Value> {
    let history = call.history()?;
    let (edits, stats) = reduce::slim(&history, call.input, history.len());
    let edits = reduce::restore_pointers(&history, call.input, edits, 0..0);
    Ok(by_edits(&history, call.input, edits, &stats))
}

fn clear_tool_results(call: Call<'_>) -> Result<Value> {
    let now = Activity {
        force: true,
        ..Activity::default()
    };
    Ok(cleared_by_time(&call.history()?, call.input, now))
}

fn microcompact(call: Call<'_>) -> Result<Value> {
    let activity = activity(call.options)?;
    Ok(cleared_by_time(&call.history()?, call.input, activity))
}

/// The result of `microcompact` for a history.
pub fn cleared_by_time(
    history: &ConfiguredHistory,
    messages: &Item<'_>,
    activity: Activity,
) -> Value {
    let (edits, report) = conspectus::inner::clear_by_time(history, messages, activity);
    let edits = reduce::restore_pointers(history, messages, edits, 0..0);
    by_edits(history, messages, edits, &report)
}

/// The times and the switch `force`, from an operation's arguments.
///
/// # Errors
/// `InvalidOption` if a time is not a number, or `force` not a boolean.
pub fn activity(options: &Item<'_>) -> Result<Activity> {
    let args = WhenArgs::read(options)?;
    Ok(Activity {
        now_ms: args.now_ms,
        last_activity_ms: args.last_activity_ms,
        force: args.force,
    })
}
