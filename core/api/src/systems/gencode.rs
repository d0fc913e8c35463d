//! Operations of gencode, some of which opencode has too: clearing by tokens, the decision what to
//! do, sums of usage, the activity in messages, records of summaries, and saved sessions.

use super::settings_of;
use crate::argument;
use crate::edited::{by_lowered, by_patch};
use crate::measure::{AroundArgs, around_tokens};
use crate::operation::{Call, Input, MESSAGES, Viewed, arguments, index, operations};
use crate::systems::Settings;
use crate::when::window;
use conspectus::inner::{Domain, Kind, Known, Need, Strategy, need, shapes, wrong};
use conspectus::{ConfiguredHistory, Error, ErrorKind, Item, Result};
use conspectus_history::measure::rounded_tokens;
use conspectus_history::read::usage::call_tokens;
use conspectus_history::reduce::plan::lower_marked;
use conspectus_history::reduce::prune::PruneDetails;
use conspectus_history::reduce::{prune, restore_pointers};
use conspectus_history::shape::{Type, Typed};
use conspectus_presets::gencode::session::SessionStats;
use conspectus_presets::gencode::{session, settings};
use conspectus_summary::minutes::activity::{Limits, SessionActivity, activity};
use serde_json::{Value, json};

const ROOM: [&str; 1] = ["gencode"];
const BOTH: [&str; 2] = ["gencode", "opencode"];
const HELLO: &str = r#"[{"role": "user", "content": "Hi"}]"#;

/// The record of a summary, as session files hold it.
struct ConversationSummary;

impl Typed for ConversationSummary {
    const TYPE: &'static Type = &Type::Data("ConversationSummary", "ConversationSummary");
}

arguments! {
    struct MostArgs {
        /// The most decisions; 20 by default.
        max_decisions: usize = Limits::default().max_decisions,
        /// The most uses of each tool; 3 by default.
        max_uses: usize = Limits::default().max_uses,
    }
}

shapes! {
    /// The tokens of a usage report.
    pub struct UsageTokens: Copy {
        /// Their sum, as in the original, or null.
        pub tokens: Option<u64>,
    }
}

operations! {
    /// Converts gencode's settings file to `options` for a compactor. Your application handles
    /// `model` and `enabled`.
    compression_settings(["gencode"], Input::Other("settings", "Mapping[str, Any] | str | None", "Readonly<Record<string, unknown>> | string | null"), takes []) -> Plain(Settings),
        r#"{"compression": {"pruneMinimum": 30000, "pruneProtect": 60000}}"#,
        "{}" =>
        compression_settings;

    /// Clears old tool results except the newest `clear_protect_tokens` tokens. It does nothing
    /// below `clear_min_tokens`.
    prune(BOTH, MESSAGES, measures ["clear_rule", "clear_min_tokens", "clear_protect_tokens", "placeholder", "thinking"]) -> Edited(PruneDetails),
        HELLO,
        "{}" =>
        prune_results(PruneArgs {
            /// Any value, e.g. a time. Each cleared result gets it as `prunedAt`, with `pruned:
            /// true`.
            pruned_at: Option<Value>,
        });

    /// Returns whether a conversation should be compacted for a `context_window`, and how: `none`,
    /// `prune` (clear old results) or `compact` (summarize).
    needs_compression(BOTH, MESSAGES, measures ["context_window", "trigger", "ladder", "max_output_tokens", "max_input_tokens", "reserved_tokens", "reserved_output_tokens", "clear", "clear_rule", "clear_min_tokens", "clear_protect_tokens", "placeholder"]) -> Plain(Need),
        HELLO,
        r#"{"context_window": 200000, "usage": {"input_tokens": 190000, "output_tokens": 500}}"# =>
        needs_compression(NeedsCompressionArgs {
            /// The provider's usage of the last call, or a list whose last item counts.
            usage: Option<Viewed>,
            /// Whether anything may be done; true by default.
            enabled: bool = true,
        }) with &AroundArgs::ROWS;

    /// Adds up the tokens of a provider's usage like the original.
    usage_tokens(BOTH, Input::Other("usage", "Any", "unknown"), takes []) -> Plain(UsageTokens),
        r#"{"input_tokens": 120, "output_tokens": 30}"#,
        "{}" =>
        usage_tokens;

    /// Extracts decisions, changed files and used tools from messages.
    extract_activity(ROOM, MESSAGES, takes ["dialect"]) -> Plain(SessionActivity),
        HELLO,
        "{}" =>
        extract(ExtractActivityArgs {
            /// Index of the first message to read; 0 by default.
            start: usize = 0,
            /// Index after the last message to read; the end by default.
            end: usize = usize::MAX,
        }) with &MostArgs::ROWS;

    /// Builds the record of a summary in the format of gencode's session files.
    conversation_summary(ROOM, MESSAGES, takes ["dialect"]) -> Plain(ConversationSummary),
        HELLO,
        r#"{"id": "s1", "generated_at": "2026-01-01", "content": "Greeted.", "covering_messages": [0, 0]}"# =>
        summary(ConversationSummaryArgs {
            /// The id of the record.
            id: String,
            /// The time of the summary.
            generated_at: String,
            /// The text of the summary.
            content: String,
            /// The indexes of the first and last summarized message.
            covering_messages: Viewed [Domain::Data("Sequence[int]", "readonly [number, number]")],
        }) with &MostArgs::ROWS;

    /// Returns the messages of a saved session that a model should read, including a lost summary.
    messages_for_model(ROOM, Input::Other("session", "Mapping[str, Any]", "SavedSession"), takes ["dialect"]) -> Edited(SessionStats),
        r#"{"messages": [{"role": "user", "content": "Hi"}], "summaries": []}"#,
        "{}" =>
        messages_for_model;
}

fn compression_settings(call: Call<'_>) -> Result<Value> {
    Ok(settings::read(
        &settings_of(call.input)?.unwrap_or_else(|| json!({})),
    ))
}

fn prune_results(call: Call<'_>, args: PruneArgs) -> Result<Value> {
    let messages = call.input;
    let history = call.history()?;
    let (edits, report) = prune(&history);
    let edits = restore_pointers(&history, messages, edits, 0..0);
    let patch = lower_marked(&history, &edits, messages, args.pruned_at.as_ref());
    Ok(by_lowered(&history, &patch, &edits, &report))
}

/// The result is a [`conspectus::inner::Need`].
fn needs_compression(call: Call<'_>, args: NeedsCompressionArgs) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let window = window(&config)?;
    let sum = config.system.usage_tokens;
    let mut known = Known::default();
    let around = around_tokens(options, |value| config.overhead_tokens(value))?;
    known.overhead_tokens = around.iter().sum();
    known.usage_tokens = match argument(options, "usage") {
        Some(list) if list.kind() == Kind::Array => {
            match list.len().checked_sub(1).and_then(|last| list.at(last)) {
                Some(last) => call_tokens(&last, sum)
                    .map_err(|error| as_option(error.under(&(list.len() - 1).to_string())))?,
                None => None,
            }
        }
        Some(usage) => call_tokens(&usage, sum).map_err(as_option)?,
        None => None,
    };
    // Everything is read in any case, so that a wrong option or message is an error.
    let mut found = need(&ConfiguredHistory::of(config, messages)?, window, known);
    if !args.enabled {
        (found.needed, found.strategy, found.warn) = (false, Strategy::None, false);
    }
    Ok(json!(found))
}

/// An error in the argument `usage`, with a path below it.
fn as_option(error: Error) -> Error {
    let kind = if error.kind() == ErrorKind::InvalidMessages {
        ErrorKind::InvalidOption
    } else {
        error.kind()
    };
    Error::new(kind, error.path(), error.message()).under("usage")
}

fn usage_tokens(call: Call<'_>) -> Result<Value> {
    let tokens = call_tokens(call.input, call.config.system.usage_tokens)?;
    Ok(json!(UsageTokens { tokens }))
}

/// The result is `{key_decisions, files_modified, tools_used}`.
fn extract(call: Call<'_>, args: ExtractActivityArgs) -> Result<Value> {
    let (messages, limits) = (call.input, limits(call.options)?);
    let history = ConfiguredHistory::of(call.config.of_chars(), messages)?;
    let (start, end) = (args.start.min(history.len()), args.end.min(history.len()));
    Ok(json!(activity(&history, messages, start, end, limits)))
}

fn limits(options: &Item<'_>) -> Result<Limits> {
    let most = MostArgs::read(options)?;
    Ok(Limits {
        max_decisions: most.max_decisions,
        max_uses: most.max_uses,
    })
}

/// The result has the keys of gencode's session files (C-7).
fn summary(call: Call<'_>, args: ConversationSummaryArgs) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let history = ConfiguredHistory::of(config.of_chars(), messages)?;
    let (first, last) = covering(options, history.len())?;
    let found = activity(&history, messages, first, last + 1, limits(options)?);
    let tools: Vec<Value> =
        found.tools_used.iter().map(|tool| json!({ "tool": tool.tool, "count": tool.count, "notableUses": tool.notable_uses })).collect();
    Ok(json!({
        "id": args.id,
        "type": "compaction",
        "coveringMessages": [first, last],
        "estimatedTokens": rounded_tokens(conspectus_history::host::units::utf16_len(&args.content) as u64),
        "content": args.content,
        "keyDecisions": found.key_decisions,
        "filesModified": found.files_modified,
        "toolsUsed": tools,
        "generatedAt": args.generated_at,
    }))
}

fn covering(options: &Item<'_>, length: usize) -> Result<(usize, usize)> {
    let invalid = || {
        let message = format!(
            "covering_messages must be the indices of a first and a last message below {length}, the last included"
        );
        wrong("covering_messages", message)
    };
    let list = argument(options, "covering_messages")
        .filter(|list| list.kind() == Kind::Array && list.len() == 2)
        .ok_or_else(invalid)?;
    let at = |place: usize| {
        list.at(place)
            .and_then(|value| index(&value, "covering_messages").ok())
    };
    at(0)
        .zip(at(1))
        .filter(|(first, last)| first <= last && *last < length)
        .ok_or_else(invalid)
}

/// The result is `{patch, stats}`. The patch is for the messages of the session.
fn messages_for_model(call: Call<'_>) -> Result<Value> {
    let (patch, stats) = session::messages_for_model(call.config.clone(), call.input)?;
    let messages = call.input.get("messages");
    let listed = messages.as_ref().unwrap_or(call.input);
    by_patch(&call.config, listed, &patch, &stats)
}
