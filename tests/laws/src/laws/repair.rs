//! A repair makes any damaged history valid. A second repair changes nothing, and a valid history
//! is left unchanged.

use super::anything::broken;
use crate::host::{apply, call};
use crate::random::Random;
use crate::render::{conversation, user_text};
use crate::story::Limits;
use crate::validate::{Session, check};
use crate::{Outcome, Shape, ensure};
use serde_json::{Value, json};

/// A repair changes nothing if the independent validator finds nothing.
///
/// Two things may still be repaired: repeated ids, which some providers reject, and Gemini's
/// responses of one batch in several contents, which the validator reads as one turn and `validate`
/// wants in one content.
pub fn a_sound_history_is_left_alone(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 8,
            text_chars: 500,
        },
    );
    let found = errors(&messages, shape)?;
    let (patch, repairs) = repair(&messages, shape)?;
    let may_be = |code: &str| {
        code == "duplicate_call_id" || (code == "misplaced_result" && shape == Shape::Gemini)
    };
    ensure!(
        found.iter().all(|code| may_be(code)),
        "{found:?} in a sound history\n{messages}"
    );
    ensure!(
        is_empty(&patch) || !found.is_empty(),
        "a sound history was changed: {repairs}\n{messages}"
    );
    Ok(())
}

/// Messages lost, doubled or moved, parts lost, doubled or emptied, the front cut off: the
/// validator accepts what the repair makes of it.
pub fn a_damaged_history_becomes_valid(random: &mut Random, shape: Shape) -> Outcome {
    let mut messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 500,
        },
    );
    damage(random, &mut messages);
    // The user speaks again, so that no call waits any more.
    if let Some(list) = messages.as_array_mut() {
        list.push(user_text(shape, "Go on."));
    }
    let after = settle(&messages, shape)?;
    match check(shape, &after, Session::default()) {
        Err(problem) if !is_left(shape, &problem) => Err(format!("{problem}\n{messages}\n{after}")),
        _ => Ok(()),
    }
}

/// Problems that `repair` and `validate` do not detect yet, though the provider rejects them. Each
/// line is a known bug; remove it with the bug.
const LEFT: [(Shape, &str); 13] = [
    (Shape::OpenaiChat, "misplaced or empty tool_calls"),
    (Shape::OpenaiChat, "content [] at"),
    (Shape::Anthropic, "ends in a thought"),
    (Shape::Anthropic, "does not answer"),
    (Shape::OpenaiResponses, "an item without its reasoning"),
    (Shape::OpenaiResponses, "a message before the outputs of"),
    (Shape::OpenaiResponses, "have no output at"),
    (Shape::OpenaiResponses, "without a call_id"),
    (Shape::OpenaiResponses, "` answers no "),
    (Shape::AiSdk, "are not answered before"),
    (Shape::AiSdk, "an answer to no question"),
    (Shape::Bedrock, "are not answered at"),
    (Shape::UiMessage, "is not answered at"),
];

pub(super) fn is_left(shape: Shape, problem: &str) -> bool {
    LEFT.iter()
        .any(|(of, words)| *of == shape && problem.contains(words))
}

/// Whatever the JSON is, if a repair is made of it, the repair settles.
pub fn a_repair_of_any_json_settles(random: &mut Random, shape: Shape) -> Outcome {
    let messages = broken(random, shape);
    if call("repair", &messages, &json!({ "dialect": shape.name() })).is_ok() {
        settle(&messages, shape)?;
    }
    Ok(())
}

/// Repairs a list. Gives an error if the same repair gives another patch, if problems are left, if
/// a second repair finds more, or if a list without problems was changed.
fn settle(messages: &Value, shape: Shape) -> Result<Value, String> {
    let (patch, repairs) = repair(messages, shape)?;
    let same = repair(messages, shape)?.0;
    if patch != same {
        return Err(format!(
            "two repairs of the same list differ: {patch} and {same}\n{messages}"
        ));
    }
    let after = apply(&patch, messages)?.messages;
    // What cannot be read is told, and left as it is: any repair would be a guess.
    let left: Vec<String> = errors(&after, shape)?
        .into_iter()
        .filter(|code| code != "unreadable_message")
        .collect();
    if !left.is_empty() {
        return Err(format!(
            "{left:?} are left after {repairs}\n{messages}\n{after}"
        ));
    }
    let (again, second) = repair(&after, shape)?;
    if !is_empty(&again) || second != json!([]) {
        return Err(format!(
            "a second repair does {second}\n{messages}\n{after}"
        ));
    }
    if !is_empty(&patch) && errors(messages, shape)?.is_empty() {
        return Err(format!(
            "a list without problems was changed: {repairs}\n{messages}"
        ));
    }
    Ok(after)
}

/// The patch, and what it says it did.
fn repair(messages: &Value, shape: Shape) -> Result<(Value, Value), String> {
    let result = call("repair", messages, &json!({ "dialect": shape.name() }))?;
    Ok((result["patch"].clone(), result["details"].clone()))
}

/// The codes of all problems that a provider would refuse.
pub(super) fn errors(messages: &Value, shape: Shape) -> Result<Vec<String>, String> {
    let result = call("validate", messages, &json!({ "dialect": shape.name() }))?;
    let problems = result["problems"]
        .as_array()
        .ok_or("no problems")?
        .iter()
        .filter(|problem| problem["severity"] == "error");
    Ok(problems
        .map(|problem| problem["code"].as_str().unwrap_or_default().to_owned())
        .collect())
}

fn is_empty(patch: &Value) -> bool {
    ["ops", "splices"]
        .iter()
        .all(|key| patch[*key].as_array().is_some_and(Vec::is_empty))
}

/// One to four accidents.
pub(super) fn damage(random: &mut Random, messages: &mut Value) {
    let Some(list) = messages.as_array_mut() else {
        return;
    };
    for _ in 0..random.within(1, 4) {
        if list.len() < 2 {
            return;
        }
        let at = random.below(list.len());
        match random.below(7) {
            0 => drop(list.remove(at)),
            1 => list.insert(random.below(list.len()), list[at].clone()),
            2 => {
                let message = list.remove(at);
                list.insert(random.below(list.len() + 1), message);
            }
            3 => drop(list.drain(..at)),
            kind => {
                let Some(parts) = parts_of(&mut list[at]).filter(|parts| !parts.is_empty()) else {
                    continue;
                };
                let part = random.below(parts.len());
                match kind {
                    4 => drop(parts.remove(part)),
                    5 => parts.push(parts[part].clone()),
                    _ => parts.clear(),
                }
            }
        }
    }
}

/// The list inside a message that holds its parts or its calls.
fn parts_of(message: &mut Value) -> Option<&mut Vec<Value>> {
    let place = ["/parts", "/content", "/tool_calls", "/data/tool_calls"]
        .into_iter()
        .find(|place| message.pointer(place).is_some_and(Value::is_array))?;
    message.pointer_mut(place)?.as_array_mut()
}
