//! What can be removed without a summary: `slim`, `microcompact`, `clear_stale`, and results told
//! shorter.

use super::argument;
use super::edited::{by_edits, condensed};
use super::operation::{Call, MESSAGES, Viewed, arguments, operations};
use conspectus::inner::{
    Domain, Kind, MediaKind, choice, invalid, kind_name, sanitize_label, shapes, string_option,
    strings,
};
use conspectus::{
    Activity, ClearStaleOptions, ClearStaleStats, Condense, CondenseRules, CondenseStats,
    ConfiguredHistory, Error, MediaLimits, MediaReport, MicrocompactReport, Result, StaleReason,
    View,
};
use conspectus_history::reduce;
use conspectus_history::reduce::slim::SlimStats;
use serde_json::Value;
use std::collections::BTreeMap;

arguments! {
    pub(crate) struct WhenArgs {
        /// The time now, by your clock, in milliseconds.
        now_ms: Option<f64>,
        /// When the conversation was last active, by the same clock.
        last_activity_ms: Option<f64>,
        /// Whether to act now, regardless of time and size.
        force: bool = false,
    }
}

shapes! {
    /// What [`expand`](reduce::expand) put back.
    pub struct ExpandDetails: Copy, Eq {
        /// How many results have their lines again.
        pub results: u64,
    }
}

operations! {
    /// Clears old tool results, and the media in them, and keeps the newest. Each becomes a line
    /// that names the tool, what the call was about and how long the result was.
    clear_tool_results([""], MESSAGES, measures ["keep_tool_results", "exclude_tools", "thinking"]) -> Edited(MicrocompactReport),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_tool_results": 3}"# =>
        clear_tool_results;

    /// Takes old media out of the messages, so that the newest stay within the limits. The media of
    /// one tool result stay or go together. What the agent has not looked at yet and what is pinned
    /// by its field `conspectus` stays, and counts.
    clear_media([""], MESSAGES, measures ["thinking"]) -> Edited(MediaReport),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_media": 3, "max_bytes": 5000000}"# =>
        cleared_media(ClearMediaArgs {
            /// How many of the newest media stay; 5 unless given, and 0 lets all go.
            keep_media: u64 = KEEP_MEDIA,
            /// The kinds that may go: `image`, `pdf`, `audio`, `video`, `other`. Without it: all.
            kinds: Option<Vec<String>> [Domain::Data("Sequence[MediaKind]", "readonly MediaKind[]")],
            /// The most bytes of all media that stay, as they stand in the messages. Without it:
            /// any number.
            max_bytes: Option<u64>,
            /// The most pixels of all images that stay. Without it: any number.
            max_pixels: Option<u64>,
        });

    /// Takes away what later messages made needless and the agent can get back: reads of files that
    /// were changed or read again later, results that a later one repeats, and what calls wrote
    /// into files. What is not read yet, the newest `keep_tool_results` results, what failed for
    /// good, what is signed or pinned by its field `conspectus` stay. Run it where the provider's
    /// cache is lost anyway.
    clear_stale([""], MESSAGES, measures ["keep_tool_results", "exclude_tools", "thinking"]) -> Edited(ClearStaleStats),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"target_tokens": 50000}"# =>
        clear_stale(ClearStaleArgs {
            /// It stops once the messages hold no more estimated tokens. What frees most and is
            /// least likely needed again goes first. Without it: all goes.
            target_tokens: Option<u64>,
            /// What may go: some of `changed_later`, `read_again`, `repeated`, `written`. Without
            /// it: all four.
            classes: Option<Viewed> [Domain::Data(r#"Sequence[Literal["changed_later", "read_again", "repeated", "written"]]"#, "readonly ('changed_later' | 'read_again' | 'repeated' | 'written')[]")],
        });

    /// Replaces media by a line of text each, unless their kind is in `modalities`. The report
    /// counts `images`, `documents`, `texts` and `tokens_saved`.
    slim(["qwen_code"], MESSAGES, measures ["modalities", "thinking"]) -> Edited(SlimStats),
        r#"[{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}]}]"#,
        r#"{"modalities": ["pdf"]}"# =>
        slim;

    /// Clears old tool results and media, and keeps the newest `keep_tool_results` of each kind. It
    /// acts after `idle_minutes` without activity, when tool results hold more than
    /// `max_result_chars`, or with `force`.
    microcompact(["qwen_code"], MESSAGES, measures ["keep_tool_results", "idle_minutes", "clearable_tools", "exclude_tools", "max_result_chars", "placeholder", "thinking"]) -> Edited(MicrocompactReport),
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_tool_results": 3, "force": true}"# =>
        microcompact with &WhenArgs::ROWS;

    /// Writes new tool results shorter without losing anything: spaces in front of line numbers go,
    /// and lines that an earlier result shows become a pointer; more at further levels. A message
    /// does not change once it was condensed, so the provider's cache stays good.
    condense([""], MESSAGES, takes ["dialect", "model", "tokenizer", "thinking"]) -> Edited(CondenseStats),
        r#"[{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "read", "input": {"path": "a.rs"}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "     1\tfn main() {}"}]}]"#,
        r#"{"start": 1}"# =>
        condense(CondenseArgs {
            /// The first message that may change. The ones before it were condensed earlier.
            /// Without it: all.
            start: usize = 0,
            /// How far it goes, as the option `condense`. Without it: `safe`.
            level: Condense = Condense::default(),
        });

    /// Puts the lines back for which the pointers of `condense` stand.
    expand([""], MESSAGES, takes ["dialect", "model", "thinking"]) -> Edited(ExpandDetails),
        r#"[{"role": "user", "content": "Hi"}]"#,
        "{}" =>
        expand;
}

fn condense(call: Call<'_, impl View, impl View>, args: CondenseArgs) -> Result<Value> {
    let rules = CondenseRules::of(args.level);
    let history = ConfiguredHistory::of_parts(call.config, call.input)?;
    let admitted = rules.map(|rules| reduce::condense(&history, call.input, args.start, rules));
    let (edits, report) = admitted.unwrap_or_default();
    Ok(condensed(&history, call.input, edits, &report))
}

fn expand(call: Call<'_, impl View, impl View>) -> Result<Value> {
    let history = ConfiguredHistory::of_parts(call.config, call.input)?;
    let edits = reduce::expand(&history, call.input);
    let report = ExpandDetails {
        results: edits.len() as u64,
    };
    Ok(by_edits(&history, call.input, edits, &report))
}

fn clear_stale(call: Call<'_, impl View, impl View>, args: ClearStaleArgs) -> Result<Value> {
    let usual = ClearStaleOptions::default();
    let classes =
        argument(call.options, "classes").map_or(Ok(usual.classes), |value| classes(&value))?;
    let history = ConfiguredHistory::of(call.config, call.input)?;
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
/// `InvalidOption` if they are no object of texts.
pub fn locators<O: View>(options: &O) -> Result<Option<BTreeMap<String, String>>> {
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
    let mut failure = None;
    given.for_each(&mut |key, place| {
        let Some(key) = key else { return };
        match string_option(&place, "locators") {
            Ok(place) => drop(found.insert(key.name.to_owned(), place)),
            Err(error) => {
                failure = failure.take().or(Some(
                    Error::new(error.kind(), "", error.message())
                        .under(key.name)
                        .under("locators"),
                ))
            }
        }
    });
    failure.map_or(Ok(Some(found)), Err)
}

/// How many of the newest media stay unless it is given. As many as of tool results.
const KEEP_MEDIA: u64 = 5;

/// The kinds of media that may go; `None` for all.
fn kinds(given: Option<Vec<String>>) -> Result<Option<Vec<String>>> {
    let Some(found) = given else {
        return Ok(None);
    };
    match found
        .iter()
        .position(|kind| !MediaKind::ALL.iter().any(|known| known.name() == *kind))
    {
        Some(index) => Err(invalid(
            &format!("kinds/{index}"),
            &format!(
                "one of `{}`",
                MediaKind::ALL.map(MediaKind::name).join("`, `")
            ),
            &sanitize_label(&found[index], 64),
        )),
        None => Ok(Some(found)),
    }
}

fn cleared_media(call: Call<'_, impl View, impl View>, args: ClearMediaArgs) -> Result<Value> {
    let limits = MediaLimits {
        keep: Some(args.keep_media),
        kinds: kinds(args.kinds)?,
        max_bytes: args.max_bytes,
        max_pixels: args.max_pixels,
    };
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (edits, report) = conspectus::clear_media(&history, call.input, limits);
    Ok(by_edits(&history, call.input, edits, &report))
}

fn classes<V: View>(given: &V) -> Result<Vec<StaleReason>> {
    strings(given, "classes")?;
    let mut found = Vec::new();
    given.for_each(&mut |_, name| found.push(choice(&name, &format!("classes/{}", found.len()))));
    found.into_iter().collect()
}

fn slim(call: Call<'_, impl View, impl View>) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (edits, stats) = reduce::slim(&history, call.input, history.len());
    let edits = reduce::hold(&history, call.input, edits, 0..0);
    Ok(by_edits(&history, call.input, edits, &stats))
}

fn clear_tool_results(call: Call<'_, impl View, impl View>) -> Result<Value> {
    let now = Activity {
        force: true,
        ..Activity::default()
    };
    cleared_old(call, now)
}

fn microcompact(call: Call<'_, impl View, impl View>) -> Result<Value> {
    let activity = activity(call.options)?;
    cleared_old(call, activity)
}

fn cleared_old(call: Call<'_, impl View, impl View>, activity: Activity) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (edits, report) = conspectus::inner::clear_by_time(&history, call.input, activity);
    let edits = reduce::hold(&history, call.input, edits, 0..0);
    Ok(by_edits(&history, call.input, edits, &report))
}

/// The times and the switch `force`, from an operation's arguments.
///
/// # Errors
/// `InvalidOption` if a time is not a number, or `force` not a boolean.
pub fn activity<O: View>(options: &O) -> Result<Activity> {
    let args = WhenArgs::read(options)?;
    Ok(Activity {
        now_ms: args.now_ms,
        last_activity_ms: args.last_activity_ms,
        force: args.force,
    })
}
