//! What can be removed without a summary: `slim`, `microcompact`, `retire`, and results told
//! shorter.

use super::argument;
use super::edited::{by_edits, condensed};
use super::operation::{Argument, Call, Gives, Input, Operation, Rows, may, operations};
use crate::compactor::stages::payload::{MediaKind, MediaLimits, MediaReport};
use crate::config::{Condense, Domain, choice, invalid, string_option, strings};
use crate::configured::ConfiguredHistory;
use crate::error::{Error, Result};
use crate::host::view::{Kind, View};
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::reduce::slim::SlimStats;
use crate::reduce::{
    self, Activity, Admission, AdmitReport, MicrocompactReport, Needless, RetireReport, Retirement,
};
use crate::shape::{Typed, shapes};
use serde_json::Value;
use std::collections::BTreeMap;

/// The arguments for when the conversation was last active, and for acting at once.
pub(super) const ACTIVITY: [Argument; 3] = [
    may(
        "now_ms",
        Domain::Number(f64::NEG_INFINITY, f64::INFINITY),
        "The time now, by your clock, in milliseconds.",
    ),
    may(
        "last_activity_ms",
        Domain::Number(f64::NEG_INFINITY, f64::INFINITY),
        "When the conversation was last active, by the same clock.",
    ),
    may(
        "force",
        Domain::Flag,
        "Whether to act now, regardless of time and size.",
    ),
];

/// The argument for the places of stored outputs.
pub(super) const LOCATORS: Argument = may(
    "locators",
    Domain::Data("Mapping[str, str]", "Readonly<Record<string, string>>"),
    "The place of each stored output, by its key.",
);

const SLIM: Operation = Operation {
    name: "slim",
    rooms: &["qwen_code"],
    about: "Replaces media by a line of text each, unless their kind is in `modalities`. The report counts `images`, `documents`, `texts` and \
            `tokens_saved`.",
    input: Input::Messages,
    measures: true,
    options: &["modalities", "thinking"],
    arguments: &[],
    gives: Gives::Edited(SlimStats::TYPE),
    example: (
        r#"[{"role": "user", "content": [{"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}]}]"#,
        r#"{"modalities": ["pdf"]}"#,
    ),
};

const MICROCOMPACT: Operation = Operation {
    name: "microcompact",
    rooms: &["qwen_code"],
    about: "Clears old tool results and media, and keeps the newest `keep_tool_results` of each kind. It acts after `idle_minutes` without activity, \
            when tool results hold more than `max_result_chars`, or with `force`.",
    input: Input::Messages,
    measures: true,
    options: &[
        "keep_tool_results",
        "idle_minutes",
        "clearable_tools",
        "exclude_tools",
        "max_result_chars",
        "placeholder",
        "thinking",
    ],
    arguments: &ACTIVITY,
    gives: Gives::Edited(MicrocompactReport::TYPE),
    example: (
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_tool_results": 3, "force": true}"#,
    ),
};

const CLEAR_TOOL_RESULTS: Operation = Operation {
    name: "clear_tool_results",
    rooms: &[""],
    about: "Clears old tool results, and the media in them, and keeps the newest. Each becomes a line that names the tool, what the call was about and \
            how long the result was.",
    input: Input::Messages,
    measures: true,
    options: &["keep_tool_results", "exclude_tools", "thinking"],
    arguments: &[],
    gives: Gives::Edited(MicrocompactReport::TYPE),
    example: (
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_tool_results": 3}"#,
    ),
};

const CONDENSE: Operation = Operation {
    name: "condense",
    rooms: &[""],
    about: "Writes new tool results shorter without losing anything: spaces in front of line numbers go, and lines that an earlier result shows \
            become a pointer; more at further levels. A message does not change once it was condensed, so the provider's cache stays good.",
    input: Input::Messages,
    measures: false,
    options: &["dialect", "model", "tokenizer", "thinking"],
    arguments: &[
        may(
            "start",
            Domain::Whole(0),
            "The first message that may change. The ones before it were condensed earlier. Without it: all.",
        ),
        may(
            "level",
            Domain::words::<Condense>(),
            "How far it goes, as the option `condense`. Without it: `safe`.",
        ),
    ],
    gives: Gives::Edited(AdmitReport::TYPE),
    example: (
        r#"[{"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "read", "input": {"path": "a.rs"}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "content": "     1\tfn main() {}"}]}]"#,
        r#"{"start": 1}"#,
    ),
};

const EXPAND: Operation = Operation {
    name: "expand",
    rooms: &[""],
    about: "Puts the lines back for which the pointers of `condense` stand.",
    input: Input::Messages,
    measures: false,
    options: &["dialect", "model", "thinking"],
    arguments: &[],
    gives: Gives::Edited(Expanded::TYPE),
    example: (r#"[{"role": "user", "content": "Hi"}]"#, "{}"),
};

const CLEAR_STALE: Operation = Operation {
    name: "clear_stale",
    rooms: &[""],
    about: "Takes away what later messages made needless and the agent can get back: reads of files that were changed or read again later, results \
            that a later one repeats, and what calls wrote into files. What is not read yet, the newest `keep_tool_results` results, what failed for \
            good, what is signed or pinned by its field `conspectus` stay. Run it where the provider's cache is lost anyway.",
    input: Input::Messages,
    measures: true,
    options: &["keep_tool_results", "exclude_tools", "thinking"],
    arguments: &[
        may(
            "target_tokens",
            Domain::Whole(0),
            "It stops once the messages hold no more estimated tokens. What frees most and is least likely needed again goes first. Without it: all goes.",
        ),
        may(
            "classes",
            Domain::Data(
                r#"Sequence[Literal["changed_later", "read_again", "repeated", "written"]]"#,
                "readonly ('changed_later' | 'read_again' | 'repeated' | 'written')[]",
            ),
            "What may go: some of `changed_later`, `read_again`, `repeated`, `written`. Without it: all four.",
        ),
    ],
    gives: Gives::Edited(RetireReport::TYPE),
    example: (
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"target_tokens": 50000}"#,
    ),
};

const CLEAR_MEDIA: Operation = Operation {
    name: "clear_media",
    rooms: &[""],
    about: "Takes old media out of the messages, so that the newest stay within the limits. The media of one tool result stay or go together. What the \
            agent has not looked at yet and what is pinned by its field `conspectus` stays, and counts.",
    input: Input::Messages,
    measures: true,
    options: &["thinking"],
    arguments: &[
        may(
            "keep_media",
            Domain::Whole(0),
            "How many of the newest media stay; 5 unless given, and 0 lets all go.",
        ),
        may(
            "kinds",
            Domain::Data("Sequence[MediaKind]", "readonly MediaKind[]"),
            "The kinds that may go: `image`, `pdf`, `audio`, `video`, `other`. Without it: all.",
        ),
        may(
            "max_bytes",
            Domain::Whole(0),
            "The most bytes of all media that stay, as they stand in the messages. Without it: any number.",
        ),
        may(
            "max_pixels",
            Domain::Whole(0),
            "The most pixels of all images that stay. Without it: any number.",
        ),
    ],
    gives: Gives::Edited(MediaReport::TYPE),
    example: (
        r#"[{"role": "user", "content": "Hi"}]"#,
        r#"{"keep_media": 3, "max_bytes": 5000000}"#,
    ),
};

shapes! {
    /// What [`expand`](reduce::expand) put back.
    pub struct Expanded as "ExpandDetails": Copy, Eq {
        /// How many results have their lines again.
        pub results: u64,
    }
}

operations! {
    CLEAR_TOOL_RESULTS => clear_tool_results,
    CLEAR_MEDIA => cleared_media,
    CLEAR_STALE => clear_stale,
    SLIM => slim,
    MICROCOMPACT => microcompact,
    CONDENSE => condense,
    EXPAND => expand,
}

fn condense<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let start = CONDENSE
        .arguments
        .whole(call.options, "start")?
        .unwrap_or(0);
    let level = CONDENSE
        .arguments
        .word::<Condense, _>(call.options, "level")?;
    let rules = Admission::of(level.unwrap_or_default());
    let history = ConfiguredHistory::of_parts(call.config, call.input)?;
    let admitted = rules.map(|rules| {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        reduce::admit(&history, call.input, start, rules)
    });
    let (edits, report) = admitted.unwrap_or_default();
    Ok(condensed(&history, call.input, edits, &report))
}

fn expand<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = ConfiguredHistory::of_parts(call.config, call.input)?;
    let edits = reduce::expand(&history, call.input);
    let report = Expanded {
        results: edits.len() as u64,
    };
    Ok(by_edits(&history, call.input, edits, &report))
}

fn clear_stale<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let target_tokens = CLEAR_STALE.arguments.whole(call.options, "target_tokens")?;
    let usual = Retirement::default();
    let classes =
        argument(call.options, "classes").map_or(Ok(usual.classes), |value| classes(&value))?;
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let wanted = Retirement {
        target_tokens,
        classes,
    };
    let (edits, report) = crate::retire(&history, call.input, &wanted);
    Ok(by_edits(&history, call.input, edits, &report))
}

/// The places of stored outputs by their keys, if they are given.
///
/// # Errors
/// `InvalidOption` if they are no object of texts.
pub(super) fn locators<O: View>(options: &O) -> Result<Option<BTreeMap<String, String>>> {
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
fn kinds<O: View>(options: &O) -> Result<Option<Vec<String>>> {
    let Some(given) = argument(options, "kinds") else {
        return Ok(None);
    };
    let found = strings(&given, "kinds")?;
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

fn cleared_media<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let most = |name: &str| CLEAR_MEDIA.arguments.whole(call.options, name);
    let limits = MediaLimits {
        keep: Some(most("keep_media")?.unwrap_or(KEEP_MEDIA)),
        kinds: kinds(call.options)?,
        max_bytes: most("max_bytes")?,
        max_pixels: most("max_pixels")?,
    };
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (edits, report) = crate::clear_media(&history, call.input, limits);
    Ok(by_edits(&history, call.input, edits, &report))
}

fn classes<V: View>(given: &V) -> Result<Vec<Needless>> {
    strings(given, "classes")?;
    let mut found = Vec::new();
    given.for_each(&mut |_, name| found.push(choice(&name, &format!("classes/{}", found.len()))));
    found.into_iter().collect()
}

fn slim<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (edits, stats) = reduce::slim(&history, call.input, history.len());
    let edits = reduce::hold(&history, call.input, edits, 0..0);
    Ok(by_edits(&history, call.input, edits, &stats))
}

fn clear_tool_results<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let now = Activity {
        force: true,
        ..Activity::default()
    };
    cleared_old(call, now)
}

fn microcompact<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let activity = activity(call.options)?;
    cleared_old(call, activity)
}

fn cleared_old<V: View, O: View>(call: Call<'_, V, O>, activity: Activity) -> Result<Value> {
    let history = ConfiguredHistory::of(call.config, call.input)?;
    let (edits, report) =
        crate::compactor::stages::retire::microcompact(&history, call.input, activity);
    let edits = reduce::hold(&history, call.input, edits, 0..0);
    Ok(by_edits(&history, call.input, edits, &report))
}

/// The times and the switch `force`, from an operation's arguments.
///
/// # Errors
/// `InvalidOption` if a time is not a number, or `force` not a boolean.
pub(crate) fn activity<O: View>(options: &O) -> Result<Activity> {
    Ok(Activity {
        now_ms: ACTIVITY.number(options, "now_ms")?,
        last_activity_ms: ACTIVITY.number(options, "last_activity_ms")?,
        force: ACTIVITY.flag(options, "force", false)?,
    })
}
