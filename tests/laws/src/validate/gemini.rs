//! Gemini's rules for `contents`.

use super::{Session, missing, turns};
use serde_json::Value;

/// - "Please use a valid role: user, model."
/// - A content has at least one part, and a part sets a field ("must include at least one parts
///   field", "must have one initialized field").
/// - The conversation starts with a user turn ("ensure that function call turn comes immediately
///   after a user turn or after a function response turn" rules out a call at the start).
/// - "The number of function response parts is equal to the number of function call parts of the
///   function call turn": the user turn right after holds one response for each call, of the same
///   name; no other turn holds any. Within it, contents with responses come before contents
///   without.
/// - A model that signs rejects a current turn in which the first call of a step has no signature
///   ("function call is missing a thought_signature"). The current turn begins after the last user
///   content that is not a response.
pub(super) fn check(list: &[Value], session: Session) -> Result<(), String> {
    for (index, content) in list.iter().enumerate() {
        let role = content["role"].as_str().unwrap_or_default();
        if !["user", "model"].contains(&role) {
            return Err(format!("role `{role}` at {index}"));
        }
        let parts = content["parts"]
            .as_array()
            .ok_or_else(|| format!("no list of parts at {index}"))?;
        if parts.is_empty()
            || parts
                .iter()
                .any(|part| part.as_object().is_none_or(serde_json::Map::is_empty))
        {
            return Err(format!("an empty list or an empty part at {index}"));
        }
        if role == "user" && parts.iter().any(|part| call(part).is_some()) {
            return Err(format!("the user calls a function at {index}"));
        }
        if role == "model" && parts.iter().any(|part| response(part).is_some()) {
            return Err(format!("the model answers a function at {index}"));
        }
    }
    let turns = turns(list);
    if turns.first().is_some_and(|(role, _)| *role != "user") {
        return Err("the first turn is the model's".to_owned());
    }
    let mut calls: Vec<String> = Vec::new();
    for (number, (role, turn)) in turns.iter().enumerate() {
        if *role == "model" {
            calls = names(turn, call);
            continue;
        }
        let left = missing(std::mem::take(&mut calls), names(turn, response))
            .map_err(|name| format!("turn {number} answers `{name}`, which was not called"))?;
        let ends_here = number + 1 == turns.len() && turn.iter().all(answers);
        if !left.is_empty() && !ends_here {
            return Err(format!("turn {number} does not answer {left:?}"));
        }
        if turn
            .windows(2)
            .any(|pair| !answers(&pair[0]) && answers(&pair[1]))
        {
            return Err(format!("turn {number} says something before its responses"));
        }
    }
    if session.signs {
        check_signatures(list)?;
    }
    Ok(())
}

fn check_signatures(list: &[Value]) -> Result<(), String> {
    let start = list
        .iter()
        .rposition(|content| content["role"] == "user" && !answers(content))
        .map_or(0, |index| index + 1);
    for (_, turn) in turns(&list[start..])
        .into_iter()
        .filter(|(role, _)| *role == "model")
    {
        let first = turn
            .iter()
            .filter_map(|content| content["parts"].as_array())
            .flatten()
            .find(|part| call(part).is_some());
        if first.is_some_and(|part| {
            part.get("thoughtSignature")
                .or_else(|| part.get("thought_signature"))
                .is_none()
        }) {
            return Err(
                "the first call of a step of the current turn lacks its signature".to_owned(),
            );
        }
    }
    Ok(())
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let turns = turns(list);
    let (calls, answered) = match turns.as_slice() {
        [.., ("model", turn)] => (ids(turn, call), Vec::new()),
        [.., ("model", turn), ("user", last)] if last.iter().all(answers) => {
            (ids(turn, call), ids(last, response))
        }
        _ => return Vec::new(),
    };
    let mut left = calls;
    for found in answered {
        if let Some(position) = left.iter().position(|call| *call == found) {
            left.remove(position);
        }
    }
    left
}

fn call(part: &Value) -> Option<&Value> {
    part.get("functionCall")
        .or_else(|| part.get("function_call"))
}

fn response(part: &Value) -> Option<&Value> {
    part.get("functionResponse")
        .or_else(|| part.get("function_response"))
}

/// Whether a content holds a response.
fn answers(content: &Value) -> bool {
    content["parts"]
        .as_array()
        .into_iter()
        .flatten()
        .any(|part| response(part).is_some())
}

fn ids(turn: &[Value], field: fn(&Value) -> Option<&Value>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let found = turn
        .iter()
        .filter_map(|content| content["parts"].as_array())
        .flatten()
        .filter_map(field);
    found
        .map(|inner| (text(&inner["id"]), text(&inner["name"])))
        .collect()
}

/// Id and name of each, as one word: a response answers a call of the same name, and of the same id
/// if there are ids.
fn names(turn: &[Value], field: fn(&Value) -> Option<&Value>) -> Vec<String> {
    ids(turn, field)
        .into_iter()
        .map(|(id, name)| format!("{id} {name}"))
        .collect()
}
