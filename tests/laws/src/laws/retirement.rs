//! Only stale content is cleared: the list remains valid, unread content is unchanged, and a second
//! run changes nothing.

use super::admission::{apply as operate, called, message, reads, wire};
use super::valid::still_valid;
use crate::host::{apply, call, think_freely};
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::validate::check_signatures;
use crate::{Outcome, Shape, ensure};
use serde_json::{Value, json};

/// In any conversation, the list remains valid with its signatures, and only results and calls
/// before the agent's last message change.
pub fn only_what_is_needless_goes(random: &mut Random, shape: Shape) -> Outcome {
    // Bound thinking goes with what changes, wherever it stands.
    think_freely(true);
    let messages = conversation(random, shape, Limits::default());
    let options = json!({ "dialect": shape.name(), "keep_tool_results": random.within(1, 3) });
    let found = call("clear_stale", &messages, &options)?;
    let after = apply(&found["patch"], &messages)?;
    still_valid(shape, &messages, &after.messages)
        .map_err(|problem| format!("{problem}\n{messages}"))?;
    check_signatures(shape, &messages, &after.messages)?;
    untouched(&messages, &after.messages)?;
    again(&after.messages, &options)
}

/// In any conversation, limits of media leave the list valid with its signatures. They clear only
/// media before the agent's last message, and change nothing when they are applied again.
pub fn media_within_limits_stay_valid(random: &mut Random, shape: Shape) -> Outcome {
    // Bound thinking goes with what changes, wherever it stands.
    think_freely(true);
    let messages = conversation(random, shape, Limits::default());
    let options = json!({
        "dialect": shape.name(),
        "keep_media": random.within(1, 4),
        "max_bytes": if random.chance(30) { json!(random.below(3_000)) } else { Value::Null },
    });
    let cleared =
        |messages: &Value| apply(&call("clear_media", messages, &options)?["patch"], messages);
    let after = cleared(&messages)?.messages;
    still_valid(shape, &messages, &after)
        .map_err(|problem| format!("{options}: {problem}\n{messages}"))?;
    check_signatures(shape, &messages, &after)?;
    untouched(&messages, &after)?;
    let twice = cleared(&after)?.messages;
    ensure!(twice == after, "{options}: {after} became {twice}");
    Ok(())
}

/// With an agent that reads and edits, with or without pointers, down to a target or to the end:
/// the kept messages can be read as before, no pointer points at nothing, and another run changes
/// nothing.
pub fn a_second_time_changes_nothing(random: &mut Random, shape: Shape) -> Outcome {
    let mut messages = Vec::new();
    for (index, pair) in reads(random, shape)
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        // Calls stand at odd places, so an edit never parts a call from its result.
        if index % 2 == 1 && random.chance(40) {
            let text = random.pick(&["Edited.", "Error: not found", ""]);
            messages.extend(called(
                shape,
                &format!("edit_{index}"),
                "edit",
                &format!("src/{}.rs", random.below(2)),
                text,
            ));
        }
        messages.push(pair.clone());
    }
    messages.push(message(
        shape,
        if shape.name() == "gemini" {
            "model"
        } else {
            "assistant"
        },
        "So far.",
    ));
    let mut messages = Value::Array(messages);
    if random.chance(60) {
        messages = operate(&messages, "condense", &json!({ "level": "groups" }))?;
    }
    let mut options =
        json!({ "dialect": wire(shape).name(), "keep_tool_results": random.within(1, 3) });
    if random.chance(40) {
        options["target_tokens"] = json!(random.below(6_000));
    }
    let after = apply(
        &call("clear_stale", &messages, &options)?["patch"],
        &messages,
    )?
    .messages;
    again(&after, &options).map_err(|problem| format!("{problem}\n{messages}"))?;
    let read = |list: &Value| operate(list, "expand", &json!({ "dialect": wire(shape).name() }));
    let (whole, left) = (read(&messages)?, read(&after)?);
    for (before, now) in whole
        .as_array()
        .into_iter()
        .flatten()
        .zip(left.as_array().into_iter().flatten())
    {
        let went = now.to_string().contains("[Old tool result cleared: ");
        ensure!(went || before == now, "{before} became {now}\n{messages}");
    }
    ensure!(
        whole.as_array().map(Vec::len) == left.as_array().map(Vec::len),
        "{left}"
    );
    Ok(())
}

/// Checks that the last message of the agent and all later messages are unchanged.
fn untouched(before: &Value, after: &Value) -> Outcome {
    let (Value::Array(before), Value::Array(after)) = (before, after) else {
        return Err("no list".to_owned());
    };
    let word = |message: &Value, key: &str, words: &[&str]| {
        message[key]
            .as_str()
            .is_some_and(|word| words.contains(&word))
    };
    // Built-in tools have calls of their own types.
    let is_call = |message: &Value| {
        message["type"]
            .as_str()
            .is_some_and(|kind| kind.ends_with("_call"))
    };
    let is_agent = |message: &Value| {
        word(message, "role", &["assistant", "model"])
            || word(message, "type", &["ai", "reasoning"])
            || word(message, "kind", &["response"])
            || is_call(message)
    };
    // Of a list in which the agent says nothing, nothing was read, so nothing may change.
    let last = before.iter().rposition(is_agent).unwrap_or(0);
    ensure!(
        before.len() == after.len() && before[last..] == after[last..],
        "behind the last message of the agent: {after:?}"
    );
    Ok(())
}

fn again(messages: &Value, options: &Value) -> Outcome {
    let found = call("clear_stale", messages, options)?;
    ensure!(
        found["patch"]["ops"] == json!([]),
        "a second time {options}: {}\n{messages}",
        found["edits"]
    );
    Ok(())
}
