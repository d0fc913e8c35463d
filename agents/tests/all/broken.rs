//! Whatever goes wrong, the answer is `{}`.

use crate::common::{Machine, code, fixture, fixtures};
use serde_json::{Value, json};
use std::fs;

fn raw(machine: &Machine, agent: &str, event: &str, input: &[u8]) -> String {
    conspectus_agents::hook(agent, event, input, &|name| machine.variable(name))
}

#[test]
fn an_event_that_is_cut_off_changes_nothing() {
    let machine = Machine::new();
    for (agent, event, input) in fixtures() {
        let text = input.to_string();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert_eq!(raw(&machine, &agent, &event, &text.as_bytes()[..end]), "{}");
        }
    }
    assert!(machine.kept().is_empty());
}

#[test]
fn other_types_than_expected_change_nothing() {
    let machine = Machine::new();
    for (agent, event, input) in fixtures() {
        for other in [
            json!(null),
            json!(7),
            json!([]),
            json!({}),
            json!("\u{0}"),
            json!([[[]]]),
        ] {
            for place in places(&input, String::new()) {
                let mut broken = input.clone();
                *broken.pointer_mut(&place).expect("a place") = other.clone();
                let answer = raw(&machine, &agent, &event, broken.to_string().as_bytes());
                assert_eq!(answer, "{}", "{agent} {event} {place} {other}");
            }
        }
    }
}

fn places(value: &Value, at: String) -> Vec<String> {
    let mut found = match value {
        Value::Object(object) => object
            .iter()
            .flat_map(|(name, value)| places(value, format!("{at}/{name}")))
            .collect(),
        Value::Array(list) => (0..)
            .zip(list)
            .flat_map(|(index, value): (usize, _)| places(value, format!("{at}/{index}")))
            .collect(),
        _ => Vec::new(),
    };
    found.push(at);
    found
}

#[test]
fn unknown_agents_and_events_change_nothing() {
    let machine = Machine::new();
    let input = fixture("claude-code/read.json").to_string();
    for (agent, event) in [
        ("nobody", "PostToolUse"),
        ("claude-code", "Never"),
        ("", ""),
    ] {
        assert_eq!(raw(&machine, agent, event, input.as_bytes()), "{}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(
        raw(&machine, "claude-code", "PostToolUse", deep.as_bytes()),
        "{}"
    );
    assert_eq!(
        raw(&machine, "claude-code", "PostToolUse", b"\xff\xfe"),
        "{}"
    );
}

/// A result that was shown before would be shortened.
fn again(machine: &Machine) -> Value {
    let mut batch = fixture("claude-code/batch.json");
    let mut bash = fixture("claude-code/bash.json");
    bash["tool_response"]["stdout"] = code(1..=60).into();
    let transcript = machine.path("transcript.jsonl");
    let call = json!({ "type": "tool_use", "id": "toolu_04", "name": "Bash", "input": bash["tool_input"] });
    fs::write(
        &transcript,
        json!({ "message": { "content": [call] } }).to_string(),
    )
    .expect("a transcript");
    bash["transcript_path"] = transcript.to_string_lossy().into();
    bash["tool_use_id"] = "toolu_04".into();
    batch["tool_calls"] = json!([{ "tool_name": "Bash", "tool_input": bash["tool_input"], "tool_use_id": "toolu_03", "tool_response": code(1..=60) }]);
    machine.hook("claude-code", "PostToolBatch", &batch);
    machine.hook("claude-code", "PostToolUse", &bash)
}

#[test]
fn without_a_place_to_keep_things_nothing_changes() {
    let machine = Machine::new();
    assert_ne!(again(&machine), json!({}));
    let machine = Machine::new();
    fs::write(machine.path(".local"), "a file in the way").expect("a file");
    assert_eq!(again(&machine), json!({}));
}

#[test]
fn a_session_of_random_bytes_is_passed_over() {
    let machine = Machine::new();
    assert_ne!(again(&machine), json!({}));
    for (path, content) in machine.kept() {
        let noise: Vec<u8> = content
            .iter()
            .map(|byte| byte.wrapping_mul(37) ^ 0x5a)
            .collect();
        fs::write(path, noise).expect("a file");
    }
    assert_ne!(again(&machine), json!({}));
}
