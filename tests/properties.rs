//! The laws of the design as properties of random valid conversations in every dialect.
//!
//! `CONSPECTUS_LAWS_CASES` sets how many conversations each property sees; a failure prints the seed.

#![allow(clippy::disallowed_methods, reason = "the number of cases comes from the environment")]
#![allow(clippy::print_stdout, reason = "a failure says which conversation it was")]

#[path = "properties/generate.rs"]
mod generate;
#[path = "properties/validate.rs"]
mod validate;

use conspectus::api::{call, CompactorApi};
use conspectus::patch::Patch;
use generate::{conversation, text, Random, Shape};
use serde_json::{json, Value};
use std::collections::BTreeSet;

const SNAPSHOT: &str = "## Objective\nCarry on\n## Next move\nIt builds\n## Done so far\nCarry on\n## Next steps\nIt builds\n<state_snapshot><overall_goal>Carry on</overall_goal><key_knowledge>It builds</key_knowledge></state_snapshot>";

fn cases() -> u64 {
    std::env::var("CONSPECTUS_LAWS_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(12)
}

/// Runs `law` on many conversations of every dialect. The seed is in the message of a failure.
fn for_all(law: impl Fn(Shape, &Value, &mut Random)) {
    for seed in 0..cases() {
        for shape in Shape::ALL {
            let mut random = Random(seed * 3 + shape as u64);
            let messages = conversation(&mut random, shape, 12);
            assert_eq!(validate::problem(shape, &messages), None, "the generator made an invalid conversation, seed {seed} {}", shape.name());
            let guard = Guard(format!("seed {seed}, {}", shape.name()));
            law(shape, &messages, &mut random);
            std::mem::forget(guard);
        }
    }
}

/// Says which conversation it was when a law fails.
struct Guard(String);
impl Drop for Guard {
    fn drop(&mut self) {
        println!("law broken at {}", self.0);
    }
}

/// Every way to change a history, with the patch it gives.
fn transforms(shape: Shape, messages: &Value, random: &mut Random) -> Vec<(String, Patch)> {
    let mut patches = Vec::new();
    let dialect = shape.name();
    for (name, options) in [
        ("slim", json!({ "dialect": dialect })),
        ("slim", json!({ "dialect": dialect, "preset": "qwen-code" })),
        ("microcompact", json!({ "dialect": dialect, "force": true, "keep_recent": 1 })),
        ("microcompact", json!({ "dialect": dialect, "force": true, "keep_recent": 1, "preset": "qwen-code" })),
        ("microcompact", json!({ "dialect": dialect, "max_total_chars": 5_000, "keep_recent": 1 })),
        ("prune", json!({ "dialect": dialect, "min_tokens": 100, "protect_tokens": 300 })),
        ("prune", json!({ "dialect": dialect, "min_tokens": 100, "protect_tokens": 300, "preset": "gencode" })),
        ("prune", json!({ "dialect": dialect, "min_tokens": 100, "protect_tokens": 300, "preset": "opencode" })),
    ] {
        let result = call(name, &messages, &&options).expect("a valid history is accepted");
        patches.push((format!("{name} {options}"), patch_of(&result["patch"])));
    }
    for preset in ["default", "gemini-cli", "qwen-code", "qwen-code-seed", "gencode", "opencode"] {
        let fraction = [0.2, 0.5, 0.7, 0.95][random.below(4)];
        for (summarizer, prune) in [("embedded", true), ("host", false)] {
            let options = json!({ "dialect": dialect, "preset": preset, "fraction": fraction, "summarizer": summarizer, "prune": prune, "keep_recent": 1, "context_window": 4000 });
            if let Some(patch) = compact(messages, &options).1 {
                patches.push((format!("compact {options}"), patch));
            }
        }
    }
    patches
}

fn patch_of(value: &Value) -> Patch {
    serde_json::from_value(value.clone()).expect("a patch is a patch")
}

/// A forced run with a scripted summary: the done action, and the patch if it is to be applied.
fn compact(messages: &Value, options: &Value) -> (Value, Option<Patch>) {
    let mut machine = CompactorApi::new(&options).expect("options are right");
    machine.handle_messages(&messages, &&json!({ "force": true })).expect("a valid history is accepted");
    let (mut patch, mut done) = (None, Value::Null);
    while let Some(action) = machine.poll_action() {
        match action["kind"].as_str() {
            Some("summarize") => {
                no_base64(&action["request"].to_string());
                machine.handle_summary(SNAPSHOT).expect("a summary is awaited");
            }
            Some("offload") => machine.handle_stored("file").expect("a store's answer is awaited"),
            Some("restore") => machine.handle_restored(&&json!([])).expect("files are awaited"),
            Some("apply") => {
                patch = Some(patch_of(&action["patch"]));
                machine.handle_current(&messages).expect("a check is awaited");
            }
            Some("done") => done = action,
            _ => {}
        }
    }
    let applied = done["applied"] == true;
    (done, patch.filter(|_| applied))
}

fn no_base64(text: &str) {
    assert!(!text.contains(&"QUJDRA+/".repeat(25)), "base64 reached the summariser");
}

fn tokens(shape: Shape, messages: &Value) -> u64 {
    tokens_by(shape, "default", messages)
}

/// By the yardstick of a preset: each compares like with like.
fn tokens_by(shape: Shape, preset: &str, messages: &Value) -> u64 {
    call("estimate_tokens", &messages, &&json!({ "dialect": shape.name(), "preset": preset })).expect("it is measured")["tokens"]
        .as_u64()
        .expect("a number")
}

#[test]
fn law_1_valid_in_valid_out() {
    for_all(|shape, messages, random| {
        for (name, patch) in transforms(shape, messages, random) {
            let after = patch.apply(messages).expect("the patch fits");
            assert_eq!(validate::problem(shape, &after), None, "{name}");
        }
    });
}

#[test]
fn law_2_never_larger() {
    for_all(|shape, messages, random| {
        for (name, patch) in transforms(shape, messages, random) {
            let preset = ["gemini-cli", "qwen-code", "gencode", "opencode"].into_iter().find(|preset| name.contains(preset)).unwrap_or("default");
            let before = tokens_by(shape, preset, messages);
            let after = tokens_by(shape, preset, &patch.apply(messages).expect("the patch fits"));
            assert!(after <= before, "{name}: {before} -> {after}");
        }
    });
}

#[test]
fn law_3_second_run_yields_empty_plan() {
    for_all(|shape, messages, random| {
        for (name, patch) in transforms(shape, messages, random).into_iter().filter(|(name, _)| !name.starts_with("compact")) {
            let after = patch.apply(messages).expect("the patch fits");
            let (operation, options) = name.split_once(' ').expect("a name and options");
            let options: Value = serde_json::from_str(options).expect("options are JSON");
            let again = call(operation, &&after, &&options).expect("the result is accepted");
            assert!(patch_of(&again["patch"]).is_empty(), "{name}: {}", again["edits"]);
        }
    });
}

#[test]
fn law_4_untouched_messages_are_identical() {
    for_all(|shape, messages, random| {
        for (name, patch) in transforms(shape, messages, random) {
            let after = patch.apply(messages).expect("the patch fits");
            let touched: BTreeSet<usize> = patch.ops.iter().filter_map(|op| op.path.split('/').nth(1)?.parse().ok()).collect();
            let dropped = |index: usize| patch.splices.iter().any(|splice| (splice.start..splice.start + splice.delete_count).contains(&index));
            let kept = messages.as_array().into_iter().flatten().enumerate().filter(|(index, _)| !touched.contains(index) && !dropped(*index));
            let texts: BTreeSet<String> = after.as_array().into_iter().flatten().map(Value::to_string).collect();
            for (index, message) in kept {
                assert!(texts.contains(&message.to_string()), "{name}: message {index} changed");
            }
        }
    });
}

#[test]
fn law_5_nothing_changes_unless_done_says_so() {
    for_all(|shape, messages, _| {
        for answer in [
            "",
            "I refuse",
            "<state_snapshot>",
            "<scratchpad>x</scratchpad>",
            &"<state_snapshot><task_state>x</task_state></state_snapshot>".repeat(2),
        ] {
            let mut machine = CompactorApi::new(&&json!({ "dialect": shape.name(), "prune": false })).expect("options are right");
            machine.handle_messages(&messages, &&json!({ "force": true })).expect("it is accepted");
            let mut done = Value::Null;
            for _ in 0..20 {
                let Some(action) = machine.poll_action() else { break };
                match action["kind"].as_str() {
                    Some("summarize") => machine.handle_summary(answer).expect("awaited"),
                    Some("apply") => machine.handle_current(&&json!([])).expect("awaited"),
                    Some("done") => done = action,
                    _ => {}
                }
            }
            assert_eq!(done["applied"], false, "{done}");
            assert_eq!(done["report"]["tokens_before"], done["report"]["tokens_after"]);
        }
    });
}

#[test]
fn law_7_same_input_same_bytes() {
    for_all(|shape, messages, random| {
        let mut other = Random(random.0);
        let first = transforms(shape, messages, random);
        let second = transforms(shape, messages, &mut other);
        assert_eq!(format!("{first:?}"), format!("{second:?}"));
    });
}

#[test]
fn law_8_adding_never_lowers() {
    for_all(|shape, messages, random| {
        let all = messages.as_array().expect("a list");
        let mut before = 0;
        for end in 0..=all.len() {
            let now = tokens(shape, &json!(all[..end]));
            assert!(now >= before, "{end}: {before} -> {now}");
            before = now;
        }
        let mut grown = String::new();
        let mut last = 0;
        for _ in 0..30 {
            grown.push_str(&text(random, 600));
            let now = tokens(shape, &json!([{ "role": "user", "content": grown, "parts": [{ "text": grown }] }]));
            assert!(now >= last);
            last = now;
        }
    });
}

#[test]
fn law_9_media_cost_their_estimate() {
    for_all(|shape, messages, _| {
        let larger: Value = serde_json::from_str(&messages.to_string().replace("QUJDRA+/", "QUJDRA+/QUJDRA+/")).expect("still JSON");
        // Data URLs below an image's chars are text; double length turns some of them into media.
        let difference = tokens(shape, &larger).abs_diff(tokens(shape, messages));
        let short_urls = messages.to_string().matches(";base64,").count() as u64;
        assert!(difference <= 1_600 * short_urls, "{difference} tokens for longer base64");
        let slimmed = call("slim", &messages, &&json!({ "dialect": shape.name() })).expect("it is accepted");
        let after = patch_of(&slimmed["patch"]).apply(messages).expect("the patch fits");
        let left = after.to_string().matches(&"QUJDRA+/".repeat(800)).count();
        assert_eq!(left, 0, "base64 of an image's length is left");
        no_base64(&call("summarize_extractive", &messages, &&json!({ "dialect": shape.name() })).expect("it is accepted")["text"].to_string());
    });
}

#[test]
fn closed_boundaries_leave_both_sides_valid() {
    for_all(|shape, messages, _| {
        let config =
            conspectus::Config { dialect: Some(conspectus::Dialect::from_name(shape.name()).expect("known")), ..conspectus::Config::default() };
        let history = conspectus::History::of(config, &messages).expect("it is accepted");
        let all = messages.as_array().expect("a list");
        for index in (1..all.len()).filter(|index| history.is_closed_boundary(*index)) {
            assert_eq!(validate::problem(shape, &json!(all[..index])), None, "before {index}");
            let head = match shape {
                Shape::Gemini => json!({ "role": "user", "parts": [{ "text": "notes" }] }),
                Shape::OpenaiChat | Shape::Anthropic => json!({ "role": "user", "content": "notes" }),
            };
            let kept: Vec<Value> = std::iter::once(head).chain(all[index..].iter().cloned()).collect();
            assert_eq!(validate::problem(shape, &json!(kept)), None, "from {index}");
        }
    });
}

#[test]
fn any_json_is_answered_and_never_panics() {
    for seed in 0..cases() * 20 {
        let mut random = Random(seed);
        let (messages, options) = (junk(&mut random, 0), junk(&mut random, 3));
        let names = conspectus::api::names();
        for name in names["operations"].as_object().expect("names").keys() {
            for options in [&Value::Null, &options] {
                if let Ok(result) = call(name, &&messages, &options) {
                    if let Some(patch) = result.get("patch") {
                        patch_of(patch).apply(&messages).expect("the patch fits");
                    }
                }
            }
        }
        if let Ok(mut machine) = CompactorApi::new(&&json!({ "summarizer": "embedded" })) {
            if machine.handle_messages(&&messages, &&json!({ "force": true })).is_ok() {
                while machine.poll_action().is_some() {}
            }
        }
    }
}

/// JSON that looks like messages here and there.
fn junk(random: &mut Random, depth: usize) -> Value {
    const KEYS: [&str; 22] = [
        "role",
        "parts",
        "content",
        "text",
        "type",
        "functionCall",
        "functionResponse",
        "inlineData",
        "data",
        "mimeType",
        "response",
        "output",
        "tool_calls",
        "tool_call_id",
        "function",
        "arguments",
        "source",
        "tool_use_id",
        "id",
        "name",
        "image_url",
        "url",
    ];
    const WORDS: [&str; 12] =
        ["user", "model", "assistant", "tool", "system", "text", "tool_use", "tool_result", "image", "image/png", "", "data:image/png;base64,AAAA"];
    match random.below(if depth > 5 { 5 } else { 9 }) {
        0 => Value::Null,
        1 => json!(random.chance(50)),
        2 => json!(random.next() as i64),
        3 | 4 => json!(WORDS[random.below(WORDS.len())]),
        5 | 6 => Value::Array((0..random.below(4)).map(|_| junk(random, depth + 1)).collect()),
        _ => Value::Object((0..random.below(6)).map(|_| (KEYS[random.below(KEYS.len())].to_owned(), junk(random, depth + 1))).collect()),
    }
}
