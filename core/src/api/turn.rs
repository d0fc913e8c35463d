//! What a host gives with the messages of a turn, read from plain data.

use super::measure::AROUND;
use super::operation::{may, Argument};
use super::reduce::{activity, ACTIVITY};
use super::{argument, only_arguments};
use crate::compactor::{Pin, RunningAgent, Turn};
use crate::config::{flag, invalid, string_option, whole, Domain};
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::read::dialect::kind_name;
use crate::read::media::sanitize_label;
use crate::read::usage::read_usage;

/// What `handle_messages` takes beside the messages.
pub(super) const ARGUMENTS: [Argument; 20] = [
    ACTIVITY[2],
    ACTIVITY[0],
    ACTIVITY[1],
    may(
        "usage",
        Domain::Data("Any", "unknown"),
        "What the provider reported with the agent's last message: the usage object of any provider, as it is. Cached tokens are counted.",
    ),
    may("prompt_tokens", Domain::Whole(0), "Prompt tokens that the provider reported for the last request, cached ones included."),
    may("prompt_messages", Domain::Whole(0), "How many of the messages that request held. Later messages are estimated and added."),
    AROUND[0],
    AROUND[1],
    may("environment", Domain::Text, "A text about the environment that goes in front of the new history, as a message of the user."),
    may("plan_path", Domain::Text, "The file of an approved plan, which the summary has to name."),
    may("instructions", Domain::Text, "What the user asks this summary to keep in mind."),
    may("hook_instructions", Domain::Text, "What your own hooks ask this summary to keep in mind."),
    may("pruned_at", Domain::Data("Any", "unknown"), "Any value, for example a time. Cleared results get it as `prunedAt`, with `pruned: true`."),
    may("plan_mode", Domain::Flag, "Whether the agent is in a mode in which it may change nothing. It is reminded of this after a summary."),
    may(
        "running_agents",
        Domain::Data("Sequence[Mapping[str, str]]", "readonly { id: string; status?: string; description: string }[]"),
        "The tasks of other agents for this conversation, oldest first. The agent is reminded of them after a summary.",
    ),
    may(
        "pinned",
        Domain::Data("Sequence[int | str] | Callable[[Any], bool]", "readonly (number | string)[] | ((message: any) => boolean)"),
        "Messages and parts that survive: indexes of messages, JSON Pointers to parts (`/5/content/1`), or a function that is asked of each message.",
    ),
    may("payload_overflow", Domain::Flag, "Whether the provider refused the last request because it had too many bytes."),
    may("remaining_calls", Domain::Whole(0), "How many calls the agent will still make, if you know. It decides whether clearing old results pays."),
    may("prefix_cached", Domain::Flag, "Whether the conversation's own model writes the summary and its provider caches prompts."),
    may(
        "unchanged_messages",
        Domain::Whole(0),
        "How many of the first messages you have not changed since the last call, if you know: the length that its list had, for an agent that only appends. A turn with nothing to do does not look at them then.",
    ),
];

/// Checks that an object holds no other keys than the arguments of a turn.
///
/// # Errors
/// `InvalidOption` with the key.
pub(super) fn check<O: View>(turn: &O) -> Result<()> {
    only_arguments(turn, &ARGUMENTS.map(|argument| argument.name))
}

/// Checks that a host with a list of `messages` does not say of more of them that they are
/// unchanged.
///
/// # Errors
/// `InvalidOption` at `/unchanged_messages`.
pub(super) fn check_unchanged<O: View>(turn: &O, messages: usize) -> Result<()> {
    let Some(given) = argument(turn, "unchanged_messages") else {
        return Ok(());
    };
    let unchanged = whole(&given, "unchanged_messages", 0)?;
    if unchanged > messages as u64 {
        let message = format!("unchanged_messages must be at most {messages}, the number of messages, got `{unchanged}`");
        return Err(Error::new(
            ErrorKind::InvalidOption,
            "/unchanged_messages",
            message,
        ));
    }
    Ok(())
}

/// The turn that an object tells. `overhead_tokens` is what surrounds the messages.
///
/// # Errors
/// `InvalidOption` with the place of what is wrong.
pub(super) fn read<O: View>(turn: &O, overhead_tokens: u64) -> Result<Turn> {
    let prompt_tokens = argument(turn, "prompt_tokens")
        .map(|value| whole(&value, "prompt_tokens", 0))
        .transpose()?;
    let prompt_messages = argument(turn, "prompt_messages")
        .map(|value| whole(&value, "prompt_messages", 0))
        .transpose()?;
    let prompt_messages =
        prompt_messages.map(|messages| usize::try_from(messages).unwrap_or(usize::MAX));
    let text = |name: &str| {
        argument(turn, name)
            .map(|value| string_option(&value, name))
            .transpose()
    };
    let switch = |name: &str| argument(turn, name).map_or(Ok(false), |value| flag(&value, name));
    let usage = argument(turn, "usage")
        .map(|usage| read_usage(&usage).map_err(as_argument))
        .transpose()?;
    if usage.is_some() && prompt_tokens.is_some() {
        let message = "usage and prompt_tokens tell the same: give one of them";
        return Err(Error::new(
            ErrorKind::InvalidOption,
            "/prompt_tokens",
            message,
        ));
    }
    Ok(Turn {
        activity: activity(turn)?,
        prompt_tokens: usage.map(|usage| usage.prompt_tokens).or(prompt_tokens),
        covers_last_request: usage.is_some(),
        cached_tokens: usage.and_then(|usage| usage.cached_tokens),
        remaining_calls: argument(turn, "remaining_calls")
            .map(|value| whole(&value, "remaining_calls", 0))
            .transpose()?,
        prompt_messages,
        overhead_tokens,
        environment: text("environment")?,
        plan_path: text("plan_path")?,
        instructions: text("instructions")?,
        hook_instructions: text("hook_instructions")?,
        pruned_at: argument(turn, "pruned_at")
            .map(|mark| mark.to_value())
            .transpose()
            .map_err(|error| error.under("pruned_at"))?,
        plan_mode: switch("plan_mode")?,
        running_agents: running_agents(turn)?,
        pinned: pinned(turn)?,
        payload_overflow: switch("payload_overflow")?,
        prefix_cached: switch("prefix_cached")?,
        ..Turn::default()
    })
}

/// The error of a usage object that was handed over as the argument `usage`.
fn as_argument(error: Error) -> Error {
    Error::new(ErrorKind::InvalidOption, error.path(), error.message()).under("usage")
}

fn pinned<O: View>(turn: &O) -> Result<Vec<Pin>> {
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
    let mut found = Vec::new();
    let mut failure = None;
    let mut index = 0usize;
    given.for_each(&mut |_, pin| {
        match pin_of(&pin, &format!("pinned/{index}")) {
            Ok(pin) => found.push(pin),
            Err(error) => _ = failure.get_or_insert(error),
        }
        index += 1;
    });
    failure.map_or(Ok(found), Err)
}

/// An index, or a pointer whose first segment is one.
fn pin_of<O: View>(pin: &O, name: &str) -> Result<Pin> {
    let Some(pointer) = pin.as_string() else {
        let message = whole(pin, name, 0)?;
        return Ok(Pin::message(usize::try_from(message).unwrap_or(usize::MAX)));
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

fn running_agents<O: View>(turn: &O) -> Result<Vec<RunningAgent>> {
    let mut found = Vec::new();
    let Some(agents) = argument(turn, "running_agents") else {
        return Ok(found);
    };
    let expected = "a list of {id, status, description}";
    if agents.kind() != Kind::Array {
        return Err(invalid(
            "running_agents",
            expected,
            kind_name(agents.kind()),
        ));
    }
    let mut failure = None;
    let mut index = 0usize;
    agents.for_each(&mut |_, agent| {
        match (
            agent.string_at("id"),
            agent.string_at("status"),
            agent.string_at("description"),
        ) {
            (Some(id), status, Some(description)) => {
                found.push(RunningAgent {
                    id,
                    status: status.unwrap_or_else(|| "running".to_owned()),
                    description,
                });
            }
            _ => {
                let wrong = || {
                    invalid(
                        &format!("running_agents/{index}"),
                        "{id, status, description}",
                        kind_name(agent.kind()),
                    )
                };
                failure.get_or_insert_with(wrong);
            }
        }
        index += 1;
    });
    failure.map_or(Ok(found), Err)
}
