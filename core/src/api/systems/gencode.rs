//! Operations of gencode, some of which opencode has too: clearing by tokens, the decision what to
//! do, sums of usage, the activity in messages, records of summaries, and saved sessions.

use super::settings_of;
use crate::api::argument;
use crate::api::edited::{by_lowered, by_patch};
use crate::api::measure::AROUND;
use crate::api::operation::{Argument, Call, Gives, Input, Operation, Rows, may, must, operations};
use crate::api::systems::Settings;
use crate::api::when::window;
use crate::compactor::stages::begin::{Known, Need, need};
use crate::config::{Domain, string_option, whole};
use crate::configured::ConfiguredHistory;
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::measure::rounded_tokens;
use crate::notes::activity::{Activity, Limits, activity};
use crate::read::usage::call_tokens;
use crate::reduce::plan::lower_marked;
use crate::reduce::prune::PruneReport;
use crate::reduce::{hold, prune};
use crate::shape::{Type, Typed, shapes};
use crate::systems::gencode::session::SessionStats;
use crate::systems::gencode::{session, settings};
use serde_json::{Value, json};

const ROOM: &[&str] = &["gencode"];
const BOTH: &[&str] = &["gencode", "opencode"];
const HELLO: &str = r#"[{"role": "user", "content": "Hi"}]"#;

const PRUNE: Operation = Operation {
    name: "prune",
    rooms: BOTH,
    about: "Clears old tool results and keeps the newest `clear_protect_tokens` tokens of them. It does nothing below `clear_min_tokens`; \
            `clear_rule` says what that counts.",
    input: Input::Messages,
    measures: true,
    options: &[
        "clear_rule",
        "clear_min_tokens",
        "clear_protect_tokens",
        "placeholder",
        "thinking",
    ],
    arguments: &[may(
        "pruned_at",
        Domain::Data("Any", "unknown"),
        "Any value, for example a time: each cleared result gets it as `prunedAt`, with `pruned: true`.",
    )],
    gives: Gives::Edited(PruneReport::TYPE),
    example: (HELLO, "{}"),
};

const NEEDS_COMPRESSION: Operation = Operation {
    name: "needs_compression",
    rooms: BOTH,
    about: "Says whether a conversation must be made smaller for a `context_window`, and how: `none`, `prune` (clear old tool results) or \
            `compact` (summarise).",
    input: Input::Messages,
    measures: true,
    options: &[
        "context_window",
        "trigger",
        "ladder",
        "max_output_tokens",
        "max_input_tokens",
        "reserved_tokens",
        "reserved_output_tokens",
        "clear",
        "clear_rule",
        "clear_min_tokens",
        "clear_protect_tokens",
        "placeholder",
    ],
    arguments: &[
        may(
            "usage",
            Domain::Data("Any", "unknown"),
            "The provider's usage report for the last call, in any spelling, or a list of reports, of which the last one counts.",
        ),
        AROUND[0],
        AROUND[1],
        may(
            "enabled",
            Domain::Flag,
            "Whether anything may be done at all; true unless given.",
        ),
    ],
    gives: Gives::Plain(Need::TYPE),
    example: (
        HELLO,
        r#"{"context_window": 200000, "usage": {"input_tokens": 190000, "output_tokens": 500}}"#,
    ),
};

const COMPRESSION_SETTINGS: Operation = Operation {
    name: "compression_settings",
    rooms: &["gencode"],
    about: "Reads gencode's settings file, as data or as its text. Gives `options` for the compactor, every value, where each came from, what could \
            not be used, and keys that there are not. `model` and `enabled` are the host's to follow.",
    input: Input::Other(
        "settings",
        "Mapping[str, Any] | str | None",
        "Readonly<Record<string, unknown>> | string | null",
    ),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain(Settings::TYPE),
    example: (
        r#"{"compression": {"pruneMinimum": 30000, "pruneProtect": 60000}}"#,
        "{}",
    ),
};

const USAGE_TOKENS: Operation = Operation {
    name: "usage_tokens",
    rooms: BOTH,
    about: "Adds up the tokens of a provider's usage report, as the preset's system adds them up.",
    input: Input::Other("usage", "Any", "unknown"),
    measures: false,
    options: &[],
    arguments: &[],
    gives: Gives::Plain(UsageTokens::TYPE),
    example: (r#"{"input_tokens": 120, "output_tokens": 30}"#, "{}"),
};

/// The arguments that limit the lists of an activity.
const MOST: [Argument; 2] = [
    may(
        "max_decisions",
        Domain::Whole(0),
        "The most decisions in the result; 20 unless given.",
    ),
    may(
        "max_uses",
        Domain::Whole(0),
        "The most uses of each tool in the result; 3 unless given.",
    ),
];

const EXTRACT_ACTIVITY: Operation = Operation {
    name: "extract_activity",
    rooms: ROOM,
    about: "Finds what happened in messages, without a model: the decisions, the files changed and the tools used.",
    input: Input::Messages,
    measures: false,
    options: &["dialect"],
    arguments: &[
        may(
            "start",
            Domain::Whole(0),
            "Index of the first message that is read; 0 unless given.",
        ),
        may(
            "end",
            Domain::Whole(0),
            "Index after the last message that is read; the number of messages unless given.",
        ),
        MOST[0],
        MOST[1],
    ],
    gives: Gives::Plain(Activity::TYPE),
    example: (HELLO, "{}"),
};

const CONVERSATION_SUMMARY: Operation = Operation {
    name: "conversation_summary",
    rooms: ROOM,
    about: "Makes the record of a summary as gencode's session files hold it, with the same keys.",
    input: Input::Messages,
    measures: false,
    options: &["dialect"],
    arguments: &[
        must("id", Domain::Text, "The id of the record."),
        must(
            "generated_at",
            Domain::Text,
            "The time at which the summary was made.",
        ),
        must("content", Domain::Text, "The text of the summary."),
        must(
            "covering_messages",
            Domain::Data("Sequence[int]", "readonly [number, number]"),
            "The indices of the first and the last message that the summary covers.",
        ),
        MOST[0],
        MOST[1],
    ],
    gives: Gives::Plain(&Type::Data("ConversationSummary", "ConversationSummary")),
    example: (
        HELLO,
        r#"{"id": "s1", "generated_at": "2026-01-01", "content": "Greeted.", "covering_messages": [0, 0]}"#,
    ),
};

const MESSAGES_FOR_MODEL: Operation = Operation {
    name: "messages_for_model",
    rooms: ROOM,
    about: "Gives the messages of a saved session that a model should read: those that it holds, and a summary of removed messages that got lost.",
    input: Input::Other("session", "Mapping[str, Any]", "SavedSession"),
    measures: false,
    options: &["dialect"],
    arguments: &[],
    gives: Gives::Edited(SessionStats::TYPE),
    example: (
        r#"{"messages": [{"role": "user", "content": "Hi"}], "summaries": []}"#,
        "{}",
    ),
};

shapes! {
    /// The tokens of a usage report.
    pub struct UsageTokens: Copy {
        /// Their sum, as the preset's system adds them up; null if the report has names without
        /// numbers.
        pub tokens: Option<u64>,
    }
}

operations! {
    COMPRESSION_SETTINGS => compression_settings,
    PRUNE => prune_results,
    NEEDS_COMPRESSION => needs_compression,
    USAGE_TOKENS => usage_tokens,
    EXTRACT_ACTIVITY => extract,
    CONVERSATION_SUMMARY => summary,
    MESSAGES_FOR_MODEL => messages_for_model,
}

fn compression_settings<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    Ok(settings::read(
        &settings_of(call.input)?.unwrap_or_else(|| json!({})),
    ))
}

fn prune_results<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let mark = argument(options, "pruned_at")
        .map(|mark| mark.to_value())
        .transpose()?;
    let history = ConfiguredHistory::of(config, messages)?;
    let (edits, report) = prune(&history);
    let edits = hold(&history, messages, edits, 0..0);
    let patch = lower_marked(&history, &edits, messages, mark.as_ref());
    Ok(by_lowered(&history, &patch, &edits, &report))
}

/// The result is a [`crate::compactor::stages::begin::Need`].
fn needs_compression<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let window = window(&config)?;
    let sum = crate::systems::of(&config).usage_tokens();
    let mut known = Known::default();
    for name in ["system", "tools"] {
        if let Some(value) = argument(options, name) {
            known.overhead_tokens += config
                .overhead_tokens(&value)
                .map_err(|error| error.under(name))?;
        }
    }
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
    if !NEEDS_COMPRESSION.arguments.flag(options, "enabled", true)? {
        // Everything is read all the same, so that a wrong option or message is an error here too.
        let found = need(&ConfiguredHistory::of(config, messages)?, window, known);
        return Ok(
            json!({ "needed": false, "strategy": "none", "warn": false, "tokens_used": found.tokens_used, "source": found.source,
            "tokens_usable": found.tokens_usable, "tokens_trigger": found.tokens_trigger, "tokens_prunable": found.tokens_prunable }),
        );
    }
    Ok(json!(need(
        &ConfiguredHistory::of(config, messages)?,
        window,
        known
    )))
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

fn usage_tokens<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let tokens = call_tokens(call.input, crate::systems::of(&call.config).usage_tokens())?;
    Ok(json!(UsageTokens { tokens }))
}

/// The result is `{key_decisions, files_modified, tools_used}`.
fn extract<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let history = ConfiguredHistory::of(config.of_chars(), messages)?;
    let place = |name: &str, otherwise: usize| -> Result<usize> {
        let given = EXTRACT_ACTIVITY.arguments.whole(options, name)?;
        Ok(given.map_or(otherwise, |index| index.min(history.len() as u64) as usize))
    };
    Ok(json!(activity(
        &history,
        messages,
        place("start", 0)?,
        place("end", history.len())?,
        limits(options)?
    )))
}

fn limits<O: View>(options: &O) -> Result<Limits> {
    let most = |name: &str, otherwise: usize| -> Result<usize> {
        let given = MOST.whole(options, name)?;
        Ok(given.map_or(otherwise, |most| {
            usize::try_from(most).unwrap_or(usize::MAX)
        }))
    };
    let limits = Limits::default();
    Ok(Limits {
        max_decisions: most("max_decisions", limits.max_decisions)?,
        max_uses: most("max_uses", limits.max_uses)?,
    })
}

/// The result has the keys of gencode's session files (C-7).
fn summary<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let Call {
        config,
        input: messages,
        options,
        ..
    } = call;
    let text = |name: &str| {
        let value = argument(options, name).ok_or_else(|| {
            Error::new(
                ErrorKind::InvalidOption,
                format!("/{name}"),
                format!("{name} (a string) is needed"),
            )
        })?;
        string_option(&value, name)
    };
    let (id, generated_at, content) = (text("id")?, text("generated_at")?, text("content")?);
    let history = ConfiguredHistory::of(config.of_chars(), messages)?;
    let (first, last) = covering(options, history.len())?;
    let found = activity(&history, messages, first, last + 1, limits(options)?);
    let tools: Vec<Value> =
        found.tools_used.iter().map(|tool| json!({ "tool": tool.tool, "count": tool.count, "notableUses": tool.notable_uses })).collect();
    Ok(json!({
        "id": id,
        "type": "compaction",
        "coveringMessages": [first, last],
        "estimatedTokens": rounded_tokens(crate::host::units::utf16_len(&content) as u64),
        "content": content,
        "keyDecisions": found.key_decisions,
        "filesModified": found.files_modified,
        "toolsUsed": tools,
        "generatedAt": generated_at,
    }))
}

fn covering<O: View>(options: &O, length: usize) -> Result<(usize, usize)> {
    let invalid = || {
        let message = format!(
            "covering_messages must be the indices of a first and a last message below {length}, the last included"
        );
        Error::new(ErrorKind::InvalidOption, "/covering_messages", message)
    };
    let list = argument(options, "covering_messages")
        .filter(|list| list.kind() == Kind::Array && list.len() == 2)
        .ok_or_else(invalid)?;
    let at = |place: usize| {
        list.at(place)
            .and_then(|value| whole(&value, "covering_messages", 0).ok())
            .and_then(|index| usize::try_from(index).ok())
    };
    at(0)
        .zip(at(1))
        .filter(|(first, last)| first <= last && *last < length)
        .ok_or_else(invalid)
}

/// The result is `{patch, stats}`. The patch is for the messages of the session.
fn messages_for_model<V: View, O: View>(call: Call<'_, V, O>) -> Result<Value> {
    let (patch, stats) = session::messages_for_model(call.config.clone(), call.input)?;
    let config = call.config.clone();
    let messages = call.input.get("messages");
    match messages {
        Some(messages) => by_patch(&config, &messages, &patch, &stats),
        None => by_patch(&config, call.input, &patch, &stats),
    }
}
