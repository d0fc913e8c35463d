//! What a host gives with the messages of a turn, read from plain data.

use super::measure::AroundArgs;
use super::operation::{Argument, Viewed, arguments, index};
use super::{argument, only_arguments};
use conspectus::inner::{
    Domain, Kind, PresetSpec, invalid, items, kind_name, sanitize_label, show, whole, wrong,
};
use conspectus::{CompactArgs, Error, ErrorKind, Item, Pin, Result, RunningAgent, ToolHints};
use conspectus_history::read::usage::{call_tokens, read_usage_by};
use serde_json::{Value, json};

arguments! {
    /// The arguments of `handle_messages` in addition to the messages, under every preset.
    struct TurnArgs {
        /// Whether to compact now, regardless of size.
        force: bool = false,
        /// The `usage` of the last response, from any provider, or the last prompt's size in
        /// tokens. Later messages are added. Pass `{"tokens", "messages"}` to state how many
        /// messages that prompt had.
        usage: Option<Viewed>,
        /// The model for this request and later ones. Window, tokenizer and prices follow from it,
        /// unless you passed them. Earlier usage no longer counts.
        model: Option<String>,
        /// Messages and parts to keep: indexes, JSON Pointers to parts (`/5/content/1`), or a
        /// function called with each message.
        pinned: Option<Viewed> [Domain::Data("Sequence[int | str] | Callable[[Any], bool]", "readonly (number | string)[] | ((message: any) => boolean)")],
        /// The user's instructions for this summary.
        instructions: Option<String>,
        /// Text for the start of the history, e.g. an instruction file. It's never summarized.
        preamble: Option<String>,
        /// How many calls the agent will still make, if you know. It decides whether clearing saves
        /// money.
        remaining_calls: Option<u64>,
        /// Minutes since the last response, if you know. After a long pause, the cache has expired.
        idle_minutes: Option<f64> [Domain::Number(0.0, 1e9)],
        /// How many of the first messages haven't changed since the last call. A turn without work
        /// then skips them.
        unchanged_messages: Option<u64>,
    }
}

arguments! {
    /// The additional arguments under some presets.
    struct PresetArgs {
        /// The file of an approved plan, which the summary has to name.
        plan_path: Option<String>,
        /// Whether an earlier attempt failed. No model is then called until a forced run.
        failed_before: bool = false,
        /// Whether the agent is in a read-only mode. It's reminded of this after a summary.
        plan_mode: bool = false,
        /// The tasks of other agents in this conversation, oldest first. The agent is reminded of
        /// them after a summary.
        running_agents: Option<Viewed> [Domain::Data("Sequence[Mapping[str, str]]", "readonly { id: string; status?: string; description: string }[]")],
        /// Whether the conversation's own model writes the summary and its provider caches
        /// prompts.
        prefix_cached: bool = false,
        /// Any value, e.g. a time. Cleared results get it as `prunedAt`, with `pruned: true`.
        pruned_at: Option<Value>,
    }
}

/// What it takes under every preset.
fn of_all() -> impl Iterator<Item = &'static Argument> {
    AroundArgs::ROWS.iter().chain(&TurnArgs::ROWS)
}

/// The names of all of them.
pub fn names() -> Vec<&'static str> {
    of_all()
        .chain(&PresetArgs::ROWS)
        .map(|row| row.name)
        .collect()
}

/// The arguments as data. Those of presets name the presets that use them.
pub fn rows() -> Vec<Value> {
    let users = |name: &str| -> Vec<&str> {
        conspectus_presets::all()
            .iter()
            .filter(|preset| preset.turn.contains(&name))
            .map(|preset| preset.name)
            .collect()
    };
    let of_presets = PresetArgs::ROWS.iter().map(|argument| {
        let mut row = argument.data();
        row["presets"] = json!(users(argument.name));
        row
    });
    of_all().map(Argument::data).chain(of_presets).collect()
}

/// Checks that an object holds no other keys than the arguments of a turn.
///
/// # Errors
/// `InvalidOption` with the key.
pub fn check(turn: &Item<'_>) -> Result<()> {
    let elsewhere = |name: &str| {
        conspectus::inner::page()
            .contains(&name)
            .then(|| format!("`{name}` is an option of the compactor: pass it to the constructor"))
    };
    only_arguments(turn, &names(), &elsewhere)
}

/// Checks that a host with a list of `messages` does not say of more of them that they are
/// unchanged.
///
/// # Errors
/// `InvalidOption` at `/unchanged_messages`.
pub fn check_unchanged(turn: &Item<'_>, messages: usize) -> Result<()> {
    let Some(given) = argument(turn, "unchanged_messages") else {
        return Ok(());
    };
    let unchanged = whole(&given, "unchanged_messages", 0)?;
    if unchanged > messages as u64 {
        let message = format!(
            "unchanged_messages must be at most {messages}, the number of messages, got `{unchanged}`"
        );
        return Err(wrong("unchanged_messages", message));
    }
    Ok(())
}

/// Reads the arguments of a turn from an object, without the tokens around the messages. `preset` adds
/// up the tokens that are reported by kind.
///
/// # Errors
/// `InvalidOption` with the place of what is wrong.
pub fn read(turn: &Item<'_>, preset: &PresetSpec) -> Result<CompactArgs> {
    let mut told = usage(turn, preset)?;
    let (args, of_presets) = (TurnArgs::read(turn)?, PresetArgs::read(turn)?);
    told.force = args.force;
    told.idle_minutes = args.idle_minutes;
    told.model = args.model;
    told.remaining_calls = args.remaining_calls;
    told.around_known = AroundArgs::ROWS
        .iter()
        .all(|row| argument(turn, row.name).is_some());
    told.preamble = args.preamble;
    told.plan_path = of_presets.plan_path;
    told.failed_before = of_presets.failed_before;
    told.instructions = args.instructions;
    told.pruned_at = of_presets.pruned_at;
    told.plan_mode = of_presets.plan_mode;
    told.running_agents = running_agents(turn)?;
    told.pinned = pinned(turn)?;
    told.prefix_cached = of_presets.prefix_cached;
    Ok(told)
}

/// The hints of the tools in `turn`. They are read where a summary may be written, not in a turn
/// that changes nothing.
pub fn hints(turn: &Item<'_>) -> ToolHints {
    let tools = argument(turn, "tools");
    tools.map_or_else(ToolHints::default, ToolHints::of)
}

/// Reads the argument `usage`: a provider's report, or the tokens of the last prompt. A report
/// without prompt tokens is ignored; an entire response without usage is an error.
fn usage(turn: &Item<'_>, preset: &PresetSpec) -> Result<CompactArgs> {
    let mut told = CompactArgs::default();
    let Some(given) = argument(turn, "usage") else {
        return Ok(told);
    };
    if given.kind() == Kind::Number {
        told.prompt_tokens = counted(&given, &mut told.usage_odd);
        (told.covers_last_request, told.is_bare) = (true, true);
        return Ok(told);
    }
    if let Some(tokens) = argument(&given, "tokens").filter(|it| it.kind() != Kind::Object) {
        told.prompt_tokens = counted(&tokens, &mut told.usage_odd);
        told.prompt_messages = argument(&given, "messages")
            .map(|messages| index(&messages, "usage/messages"))
            .transpose()?;
        return Ok(told);
    }
    if !matches!(given.kind(), Kind::Object) {
        told.usage_odd = Some(show(&given));
        return Ok(told);
    }
    let usage = match read_usage_by(&given, preset.prompt_tokens) {
        Ok(Some(usage)) => usage,
        Ok(None) if is_reply(&given) => return Err(no_usage(&given)),
        Ok(None) => return Ok(told),
        Err(error) => {
            let is_odd = error.kind() == ErrorKind::InvalidMessages;
            // A count that is no count is no report. The rest of a report is read with its names.
            if is_reply(&given) && (!is_odd || error.path().is_empty()) {
                return Err(no_usage(&given));
            }
            if !is_odd {
                return Err(as_argument(error));
            }
            told.usage_odd = Some(sanitize_label(error.message(), 80));
            return Ok(told);
        }
    };
    told.prompt_tokens = Some(usage.prompt_tokens);
    told.call_tokens = call_tokens(&given, preset.usage_tokens).ok().flatten();
    told.covers_last_request = true;
    told.cached_tokens = usage.cached_tokens;
    Ok(told)
}

/// A count, or what was found in its place.
fn counted(value: &Item<'_>, odd: &mut Option<String>) -> Option<u64> {
    let count = whole(value, "usage", 0).ok();
    if count.is_none() {
        *odd = Some(show(value));
    }
    count
}

/// Fields of replies, and of messages, that no report has.
const OF_REPLIES: [&str; 7] = [
    "choices",
    "content",
    "output",
    "candidates",
    "messages",
    "then",
    "role",
];

/// Returns true if a value without prompt tokens is an entire response.
fn is_reply(value: &Item<'_>) -> bool {
    OF_REPLIES.iter().any(|name| {
        value
            .get(name)
            .is_some_and(|field| !matches!(field.kind(), Kind::Number | Kind::Null))
    })
}

fn no_usage(value: &Item<'_>) -> Error {
    let found = if value.get("then").is_some() {
        "a promise: await the reply, and"
    } else {
        "a complete response without usage:"
    };
    let message = format!(
        "usage must be the provider's usage, found {found} pass its field `usage` (`usageMetadata` of Gemini, `usage_metadata` of LangChain)"
    );
    wrong("usage", message)
}

/// The error of a usage object that was handed over as the argument `usage`.
fn as_argument(error: Error) -> Error {
    Error::new(ErrorKind::InvalidOption, error.path(), error.message()).under("usage")
}

fn pinned(turn: &Item<'_>) -> Result<Vec<Pin>> {
    let Some(given) = argument(turn, "pinned") else {
        return Ok(Vec::new());
    };
    if given.kind() != Kind::Array {
        return Err(invalid(
            "pinned",
            "a list of indexes and JSON Pointers",
            kind_name(given.kind()),
        ));
    }
    items(&given, |index, pin| {
        pin_of(&pin, &format!("pinned/{index}"))
    })
}

/// An index, or a pointer whose first segment is one.
fn pin_of(pin: &Item<'_>, name: &str) -> Result<Pin> {
    let Some(pointer) = pin.as_string() else {
        return index(pin, name).map(Pin::message);
    };
    let rest = pointer.strip_prefix('/');
    let (message, path) = rest.map_or((None, ""), |rest| {
        let (index, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        (index.parse::<usize>().ok(), path)
    });
    let message = message.ok_or_else(|| {
        invalid(
            name,
            "a JSON Pointer that begins with the index of a message",
            &sanitize_label(&pointer, 80),
        )
    })?;
    Ok(Pin::part(message, path))
}

fn running_agents(turn: &Item<'_>) -> Result<Vec<RunningAgent>> {
    let Some(agents) = argument(turn, "running_agents") else {
        return Ok(Vec::new());
    };
    let expected = "{id, status, description}";
    if agents.kind() != Kind::Array {
        return Err(invalid(
            "running_agents",
            &format!("a list of {expected}"),
            kind_name(agents.kind()),
        ));
    }
    items(&agents, |index, agent| {
        let text = |name: &str| agent.string_at(name);
        let Some((id, description)) = text("id").zip(text("description")) else {
            let place = format!("running_agents/{index}");
            return Err(invalid(&place, expected, kind_name(agent.kind())));
        };
        Ok(RunningAgent {
            id,
            status: text("status").unwrap_or_else(|| "running".to_owned()),
            description,
        })
    })
}
