//! Repair as a property: whatever happened to a conversation, its repair is valid, and a second one finds nothing.

#![allow(clippy::unwrap_used, reason = "a test")]

#[path = "../../tests/properties/generate.rs"]
#[allow(dead_code, reason = "other properties use the rest")]
mod generate;
#[path = "../../tests/properties/validate.rs"]
mod judge;

use conspectus::api::call;
use conspectus::patch::Patch;
use conspectus::Dialect;
use generate::{conversation, text, Random, Shape};
use proptest::prelude::*;
use serde_json::{json, Value};

#[test]
fn a_sound_conversation_is_left_alone() {
    for seed in 0..60 {
        for shape in Shape::ALL {
            let messages = conversation(&mut Random(seed), shape, 10);
            let (patch, _) = repair(&messages, shape.name()).unwrap();
            // Ids that come again are refused by some providers, and nothing else may be found.
            let reused = codes(&messages, shape.name()).iter().all(|code| code == "duplicate_call_id");
            assert!(patch.is_empty() || reused, "seed {seed}, {}: {:?}", shape.name(), codes(&messages, shape.name()));
        }
    }
}

#[test]
fn a_damaged_conversation_becomes_valid_in_the_eyes_of_an_independent_judge() {
    for seed in 0..300 {
        for shape in Shape::ALL {
            let mut random = Random(seed * 7 + shape as u64);
            let mut messages = conversation(&mut random, shape, 8);
            damage(&mut random, &mut messages);
            // The user speaks again, so no call is in flight any more.
            messages.as_array_mut().unwrap().push(said(&mut random, Dialect::from_name(shape.name()).unwrap(), "user"));
            let after = settle(&messages, shape.name()).unwrap_or_else(|problem| panic!("seed {seed}, {}: {problem}", shape.name()));
            let joined = if shape == Shape::OpenaiChat { after } else { join_turns(&after) };
            let verdict = judge::problem(shape, &joined);
            assert_eq!(verdict, None, "seed {seed}, {}", shape.name());
        }
    }
}

#[test]
fn a_damaged_conversation_of_any_dialect_settles() {
    for seed in 0..400 {
        for dialect in Dialect::ALL {
            let mut random = Random(seed * 11 + dialect as u64);
            let mut messages = any_conversation(&mut random, dialect);
            let sound = codes(&messages, dialect.name());
            assert!(sound.is_empty(), "seed {seed}, {}: {sound:?} in\n{messages}", dialect.name());
            damage(&mut random, &mut messages);
            if let Err(problem) = settle(&messages, dialect.name()) {
                panic!("seed {seed}, {}: {problem}\n{messages}", dialect.name());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_json_never_panics(value in any_json(), dialect in 0..Dialect::ALL.len()) {
        for operation in ["validate", "repair", "legal_cuts", "slim", "microcompact", "find_split_point", "estimate_tokens", "summarize_extractive"] {
            let _ = call(operation, &&value, &&json!({ "dialect": Dialect::ALL[dialect].name() }));
            let _ = call(operation, &&value, &&json!({}));
        }
        // Where a repair is made, it settles.
        if let Ok((patch, _)) = repair(&value, Dialect::ALL[dialect].name()) {
            let after = patch.apply(&value).unwrap();
            prop_assert!(repair(&after, Dialect::ALL[dialect].name()).unwrap().0.is_empty());
        }
    }
}

/// JSON that looks like messages: their keys, their types, and anything as their values.
fn any_json() -> impl Strategy<Value = Value> {
    const WORDS: [&str; 22] = [
        "user",
        "assistant",
        "model",
        "tool",
        "system",
        "text",
        "tool_use",
        "tool_result",
        "function_call",
        "function_call_output",
        "reasoning",
        "1",
        "tool-call",
        "tool-result",
        "human",
        "ai",
        "",
        "message",
        "compaction",
        "input_text",
        "mcp_call",
        "computer_call_output",
    ];
    const KEYS: [&str; 34] = [
        "role",
        "content",
        "type",
        "parts",
        "text",
        "id",
        "name",
        "input",
        "tool_use_id",
        "tool_calls",
        "tool_call_id",
        "function",
        "arguments",
        "call_id",
        "output",
        "summary",
        "toolCallId",
        "toolName",
        "functionCall",
        "functionResponse",
        "response",
        "args",
        "toolUse",
        "toolResult",
        "toolUseId",
        "data",
        "image_url",
        "thought",
        "value",
        "source",
        "function_response",
        "result",
        "callId",
        "encrypted_content",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        prop::sample::select(&WORDS[..]).prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(&KEYS[..]), inner), 0..7)
                .prop_map(|fields| Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())),
        ]
    })
}

fn run(name: &str, messages: &Value, dialect: &str) -> Result<Value, String> {
    call(name, &messages, &&json!({ "dialect": dialect })).map_err(|error| format!("{name}: {} {error}", error.code()))
}

fn repair(messages: &Value, dialect: &str) -> Result<(Patch, Value), String> {
    let result = run("repair", messages, dialect)?;
    Ok((serde_json::from_value(result["patch"].clone()).unwrap(), result["repairs"].clone()))
}

/// The codes of all errors.
fn codes(messages: &Value, dialect: &str) -> Vec<String> {
    let problems = run("validate", messages, dialect).unwrap()["problems"].clone();
    let errors = problems.as_array().unwrap().iter().filter(|problem| problem["severity"] == "error");
    errors.map(|problem| problem["code"].as_str().unwrap().to_owned()).collect()
}

/// Repairs; what comes out must be valid and stay as it is, and messages that the patch does not name must be the same.
fn settle(messages: &Value, dialect: &str) -> Result<Value, String> {
    let (patch, repairs) = repair(messages, dialect)?;
    if patch != repair(messages, dialect)?.0 {
        return Err("two repairs differ".to_owned());
    }
    let after = patch.apply(messages).map_err(|error| error.to_string())?;
    let left = codes(&after, dialect);
    if !left.is_empty() {
        return Err(format!("{left:?} are left after {repairs}:\n{after}"));
    }
    let (again, second) = repair(&after, dialect)?;
    if !again.is_empty() || second != json!([]) {
        return Err(format!("a second repair does {second}"));
    }
    if codes(messages, dialect).is_empty() && !patch.is_empty() {
        return Err(format!("a valid list was changed: {repairs}"));
    }
    Ok(after)
}

/// Messages of one role in a row as one, as providers that allow them read them.
fn join_turns(messages: &Value) -> Value {
    let mut joined: Vec<Value> = Vec::new();
    for message in messages.as_array().unwrap() {
        let key = if message.get("parts").is_some() { "parts" } else { "content" };
        let mut message = message.clone();
        if let Value::String(text) = &message[key] {
            message[key] = json!([{ "type": "text", "text": text }]);
        }
        match joined.last_mut() {
            Some(last) if last["role"] == message["role"] => {
                let more = message[key].as_array().cloned().unwrap_or_default();
                last[key].as_array_mut().unwrap().extend(more);
            }
            _ => joined.push(message),
        }
    }
    Value::Array(joined)
}

/// One to four accidents: messages lost, doubled, moved or emptied; parts lost or doubled; the list cut at its front.
fn damage(random: &mut Random, messages: &mut Value) {
    let list = messages.as_array_mut().unwrap();
    for _ in 0..=random.below(4) {
        if list.len() < 2 {
            return;
        }
        let at = random.below(list.len());
        match random.below(7) {
            0 => drop(list.remove(at)),
            1 => {
                let copy = list[at].clone();
                list.insert(random.below(list.len()), copy);
            }
            2 => {
                let message = list.remove(at);
                list.insert(random.below(list.len() + 1), message);
            }
            3 => drop(list.drain(..at.min(list.len() - 1))),
            kind => {
                let Some(key) = ["parts", "content", "tool_calls"].into_iter().find(|key| list[at].get(key).is_some_and(Value::is_array)) else {
                    continue;
                };
                let parts = list[at][key].as_array_mut().unwrap();
                match kind {
                    4 if !parts.is_empty() => drop(parts.remove(random.below(parts.len()))),
                    5 if !parts.is_empty() => {
                        let copy = parts[random.below(parts.len())].clone();
                        parts.push(copy);
                    }
                    _ => parts.clear(),
                }
            }
        }
    }
}

/// A small valid conversation in any dialect: texts, single and parallel calls, reasoning where there is such a thing.
fn any_conversation(random: &mut Random, dialect: Dialect) -> Value {
    let mut messages = vec![said(random, dialect, "user")];
    for round in 0..=random.below(6) {
        let ids: Vec<String> = (0..random.below(3)).map(|index| format!("c{round}_{index}")).collect();
        if ids.is_empty() {
            messages.push(said(random, dialect, "assistant"));
            messages.push(said(random, dialect, "user"));
            continue;
        }
        match dialect {
            Dialect::OpenaiResponses => {
                if random.chance(40) {
                    messages.push(json!({ "type": "reasoning", "id": format!("r{round}"), "summary": [], "encrypted_content": "gAAA" }));
                }
                messages.extend(ids.iter().map(|id| json!({ "type": "function_call", "call_id": id, "name": "ls", "arguments": "{}" })));
                messages.extend(ids.iter().map(|id| json!({ "type": "function_call_output", "call_id": id, "output": text(random, 60) })));
            }
            Dialect::AiSdk => {
                messages.push(json!({ "role": "assistant", "content": each(&ids, |id| json!({ "type": "tool-call", "toolCallId": id, "toolName": "ls", "input": {} })) }));
                let result =
                    |id: &String| json!({ "type": "tool-result", "toolCallId": id, "toolName": "ls", "output": { "type": "text", "value": "out" } });
                if random.chance(50) {
                    messages.push(json!({ "role": "tool", "content": each(&ids, result) }));
                } else {
                    messages.extend(ids.iter().map(|id| json!({ "role": "tool", "content": [result(id)] })));
                }
            }
            Dialect::Bedrock => {
                messages.push(
                    json!({ "role": "assistant", "content": each(&ids, |id| json!({ "toolUse": { "toolUseId": id, "name": "ls", "input": {} } })) }),
                );
                messages.push(json!({ "role": "user", "content": each(&ids, |id| json!({ "toolResult": { "toolUseId": id, "content": [{ "text": "out" }] } })) }));
                messages.push(said(random, dialect, "assistant"));
                messages.push(said(random, dialect, "user"));
            }
            Dialect::Langchain => {
                messages.push(
                    json!({ "type": "ai", "data": { "content": "", "tool_calls": each(&ids, |id| json!({ "name": "ls", "args": {}, "id": id })) } }),
                );
                messages.extend(ids.iter().map(|id| json!({ "type": "tool", "data": { "content": "out", "tool_call_id": id } })));
            }
            Dialect::Gemini => {
                messages
                    .push(json!({ "role": "model", "parts": each(&ids, |id| json!({ "functionCall": { "id": id, "name": "ls", "args": {} } })) }));
                messages.push(json!({ "role": "user", "parts": each(&ids, |id| json!({ "functionResponse": { "id": id, "name": "ls", "response": { "output": "out" } } })) }));
            }
            Dialect::Anthropic => {
                messages.push(
                    json!({ "role": "assistant", "content": each(&ids, |id| json!({ "type": "tool_use", "id": id, "name": "ls", "input": {} })) }),
                );
                messages.push(
                    json!({ "role": "user", "content": each(&ids, |id| json!({ "type": "tool_result", "tool_use_id": id, "content": "out" })) }),
                );
            }
            Dialect::OpenaiChat => {
                let calls = each(&ids, |id| json!({ "id": id, "type": "function", "function": { "name": "ls", "arguments": "{}" } }));
                messages.push(json!({ "role": "assistant", "content": null, "tool_calls": calls }));
                messages.extend(ids.iter().map(|id| json!({ "role": "tool", "tool_call_id": id, "content": "out" })));
            }
        }
    }
    Value::Array(messages)
}

fn each(ids: &[String], part: impl Fn(&String) -> Value) -> Vec<Value> {
    ids.iter().map(part).collect()
}

fn said(random: &mut Random, dialect: Dialect, role: &str) -> Value {
    let words = format!("say {}", text(random, 60));
    match dialect {
        Dialect::Gemini => json!({ "role": if role == "user" { "user" } else { "model" }, "parts": [{ "text": words }] }),
        Dialect::Bedrock => json!({ "role": role, "content": [{ "text": words }] }),
        Dialect::Langchain => json!({ "type": if role == "user" { "human" } else { "ai" }, "data": { "content": words } }),
        _ => json!({ "role": role, "content": words }),
    }
}
