//! What leaves a run and may be sent is valid, also where what came was not: calls without results,
//! results without calls, either of them twice or in another place.

use super::repair::{damage, errors, is_left};
use crate::host::{compact, read_from, summary};
use crate::random::Random;
use crate::render::{conversation, user_text};
use crate::story::Limits;
use crate::validate::{Session, check};
use crate::{Outcome, Shape, ensure};
use serde_json::{Value, json};

/// Problems that are repaired only together with others: `validate` reports them, but a host's list
/// is not checked for them in each turn.
const BESIDE: [&str; 10] = [
    "missing_role",
    "unknown_role",
    "reasoning_without_item",
    "ends_in_thought",
    "empty_result",
    "empty_part",
    "empty_message",
    "first_message_not_user",
    "roles_do_not_alternate",
    "unreadable_message",
];

/// A damaged history, compacted by the default preset with a summary of a model, without one, or
/// not at all: the validator accepts what may be sent, and the result warns where it was changed.
pub fn what_may_be_sent_is_valid(random: &mut Random, shape: Shape) -> Outcome {
    let mut messages = conversation(
        random,
        shape,
        Limits {
            rounds: 8,
            text_chars: 800,
        },
    );
    damage(random, &mut messages);
    // The user speaks again, so that no call waits any more.
    if let Some(list) = messages.as_array_mut() {
        list.push(user_text(shape, "Go on."));
    }
    let options = json!({
        "dialect": shape.name(),
        "summarize": random.pick(&["extractive", "host"]),
        "context_window": random.pick(&[200, 2_000, 8_000, 1_000_000]),
        "keep_tool_results": random.within(1, 5),
    });
    let text = summary(random);
    let fails = random.chance(30);
    let turn = json!({ "force": random.chance(50) });
    let run = compact(&messages, &options, &turn, &mut |_| {
        (!fails).then(|| text.clone())
    })?;
    let result = &run.done["result"];
    if result["can_send"] != true {
        return Ok(());
    }
    let after = run.result(&messages)?.messages;
    let left = errors(&after, shape)?;
    let is_beside = |code: &String| BESIDE.contains(&code.as_str());
    ensure!(
        left.iter().all(is_beside),
        "{left:?} are left, {options} {turn}\n{messages}\n{after}"
    );
    // What stands before a provider's own summary is not read.
    let is_read = after.as_array().is_some_and(|list| read_from(list) == 0);
    match check(shape, &after, Session::default()) {
        Err(problem) if is_read && left.is_empty() && !is_left(shape, &problem) => Err(format!(
            "{problem}, {options} {turn} {result:.600}\n{messages}\n{after}"
        )),
        _ => warned(&messages, shape, result),
    }
}

/// Checks that a list gets a warning exactly if it was broken.
fn warned(messages: &Value, shape: Shape, result: &Value) -> Outcome {
    let before = errors(messages, shape)?;
    let is_broken = before.iter().any(|code| !BESIDE.contains(&code.as_str()));
    let warnings = result["warnings"].as_array().into_iter().flatten();
    let told = warnings
        .map(|warning| warning["code"].as_str().unwrap_or_default())
        .any(|code| code == "dangling_call" || code == "invalid_history");
    ensure!(
        is_broken == told,
        "{before:?} were found, and the warnings are {}\n{messages}",
        result["warnings"]
    );
    Ok(())
}
