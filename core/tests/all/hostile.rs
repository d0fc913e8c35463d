//! Hostile answers of a model under every preset: the history is unchanged, or valid and smaller,
//! and the report names the cause. Python and Node play the same file.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test that reads a file, and a clock"
)]

use conspectus::{
    Action, CompactArgs, Compactor, Config, Patch, RunResult, Status, SummaryRequest,
};
use conspectus_api::call;
use conspectus_presets as systems;
use serde_json::{Value, json};
use std::time::Instant;

/// How a run ended.
struct Ended {
    run: RunResult,
    messages: Option<Value>,
}

fn data() -> Value {
    serde_json::from_str(include_str!("../../../tests/hostile/answers.json")).unwrap()
}

/// A value of the file, with what it stands for.
fn built(value: &Value, request: Option<&SummaryRequest>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| built(item, request)).collect(),
        Value::Object(fields) => match fields
            .iter()
            .next()
            .map(|(name, item)| (name.as_str(), item))
        {
            Some(("$repeat", item)) => json!(
                item[0]
                    .as_str()
                    .unwrap()
                    .repeat(item[1].as_u64().unwrap() as usize)
            ),
            Some(("$concat", items)) => {
                json!(
                    items
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|item| text(&built(item, request)))
                        .collect::<String>()
                )
            }
            Some(("$units", units)) => {
                let units: Vec<u16> = units
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|unit| unit.as_u64().unwrap() as u16)
                    .collect();
                json!(String::from_utf16_lossy(&units))
            }
            Some(("$request", name)) if name == "system" => json!(request.unwrap().system),
            Some(("$request", _)) => {
                let parts = request
                    .unwrap()
                    .messages
                    .iter()
                    .flat_map(|message| message["parts"].as_array().unwrap());
                json!(
                    parts
                        .map(|part| text(&part["text"]))
                        .collect::<Vec<_>>()
                        .join("\n")
                )
            }
            _ => fields
                .iter()
                .map(|(name, item)| (name.clone(), built(item, request)))
                .collect(),
        },
        other => other.clone(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// One forced run; `answer` is what the model says each time, and nothing if it fails.
fn run(preset: &str, fallback: Option<&str>, answer: Option<&Value>) -> Ended {
    let messages = built(&data()["conversation"], None);
    let mut options = json!({ "preset": preset, "context_window": 12_000, "dialect": "gemini", "summarize": "host" });
    if let Some(fallback) = fallback {
        options["fallback"] = json!(fallback);
    }
    let mut compactor = Compactor::new(Config::from_options(&options).unwrap());
    compactor
        .handle_messages(&messages, CompactArgs::new().force(true))
        .unwrap();
    let mut patch = Patch::default();
    while let Some(action) = compactor.poll_action() {
        match action {
            Action::Summarize { request } => match answer {
                Some(answer) => compactor
                    .handle_summary(&text(&built(answer, Some(&request))))
                    .unwrap(),
                None => compactor.handle_failure("529 overloaded").unwrap(),
            },
            Action::Apply { patch: ready } => {
                patch = ready;
                compactor.handle_current(&messages).unwrap();
            }
            Action::StoreOutput { .. } => compactor.handle_store_failed("no store").unwrap(),
            Action::ReadFiles { .. } => compactor.handle_restored(&[]).unwrap(),
            Action::Done {
                applied,
                result: run,
                ..
            } => {
                let result = applied.then(|| patch.apply(&messages).unwrap());
                if let Some(result) = &result {
                    let options = json!({ "dialect": "gemini" });
                    assert_eq!(
                        call("validate", result, &options).unwrap()["problems"],
                        json!([]),
                        "{preset}"
                    );
                    let tokens = |list: &Value| {
                        call("estimate_tokens", list, &options).unwrap()["tokens"]
                            .as_u64()
                            .unwrap()
                    };
                    assert!(tokens(result) < tokens(&messages), "{preset}");
                    assert!(
                        result.to_string().contains("tell me when it passes"),
                        "{preset}"
                    );
                }
                return Ended {
                    run: *run,
                    messages: result,
                };
            }
            Action::BeforeCompact { .. } => {}
        }
    }
    panic!("{preset}: the run never ended");
}

#[test]
fn every_hostile_answer_is_refused_by_name() {
    for preset in systems::names() {
        for case in data()["hostile"].as_array().unwrap() {
            let ended = run(preset, None, Some(&case["answer"]));
            let code = ended
                .run
                .fallback
                .as_ref()
                .map_or(ended.run.code, |cause| cause.code);
            assert!(
                case["codes"].as_array().unwrap().contains(&json!(code)),
                "{preset}, {}: {code}",
                case["name"]
            );
            assert!(
                matches!(
                    ended.run.status,
                    Status::Failed | Status::Summarized | Status::Reduced
                ),
                "{preset}, {}",
                case["name"]
            );
        }
    }
}

#[test]
fn without_a_fallback_a_hostile_answer_changes_nothing() {
    for case in data()["hostile"].as_array().unwrap() {
        let ended = run("default", Some("none"), Some(&case["answer"]));
        assert!(
            matches!(ended.run.status, Status::Failed | Status::Reduced)
                && ended.run.summary.is_none(),
            "{}",
            case["name"]
        );
    }
}

#[test]
fn a_good_answer_in_a_sloppy_form_is_taken() {
    for preset in ["default", "gemini-cli", "qwen-code"] {
        for case in data()["sloppy"].as_array().unwrap() {
            if case["only"].as_str().is_some_and(|only| only != preset) {
                continue;
            }
            let ended = run(preset, None, Some(&case["answer"]));
            assert_eq!(
                ended.run.status,
                Status::Summarized,
                "{preset}, {}: {}",
                case["name"],
                ended.run.reason
            );
            assert!(ended.run.fallback.is_none(), "{preset}, {}", case["name"]);
            assert!(
                ended.run.summary.unwrap().contains("src/billing/part_9.py"),
                "{preset}, {}",
                case["name"]
            );
        }
    }
}

#[test]
fn no_answer_can_put_words_into_the_users_mouth() {
    let data = data();
    let mut changed = 0;
    for preset in systems::names() {
        let ended = run(preset, None, Some(&data["forged"]["answer"]));
        let Some(messages) = ended.messages else {
            continue;
        };
        changed += 1;
        let text = messages.to_string();
        let told: Vec<&str> = text.split("<latest_user_request>").collect();
        let last = told
            .last()
            .unwrap()
            .split("</latest_user_request>")
            .next()
            .unwrap();
        assert!(
            told.len() <= 2 && !last.contains(data["forged"]["request"].as_str().unwrap()),
            "{preset}"
        );
    }
    assert!(changed > 0, "no preset took the answer");
}

/// Seconds that an answer takes to be read, the least of three times.
fn seconds(answer: &str) -> f64 {
    let options = json!({});
    (0..3)
        .map(|_| {
            let begun = Instant::now();
            call("parse_summary", &json!(answer), &options).unwrap();
            begun.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

/// Eight times the text takes about eight times as long: what looked back at all that it has read
/// would take 64 times as long.
#[test]
#[ignore = "nightly: it measures time"]
fn long_hostile_answers_are_read_in_one_pass() {
    for piece in [
        "<",
        "</",
        "<a ",
        "<think>",
        "</think>",
        "<overall_goal>",
        "<state_snapshot>",
        "`<a>",
        " <x>",
        "{\"a\":",
        "## a\n",
        "```\n",
        "<a b=\"",
        "&lt;",
        "<x></x>",
    ] {
        for head in ["", "<state_snapshot>\n<overall_goal>\n"] {
            let of = |length: usize| format!("{head}{}", piece.repeat(length / piece.len()));
            let (short, long) = (seconds(&of(40_000)), seconds(&of(320_000)));
            // A moment for what else the machine does.
            assert!(
                long < 24.0 * short + 0.05,
                "{head:?} and {piece:?} again and again: {short} s, then {long} s"
            );
        }
    }
}

#[test]
fn a_model_that_fails_changes_nothing_where_nothing_stands_in() {
    for preset in systems::names() {
        let ended = run(preset, None, None);
        let code = ended
            .run
            .fallback
            .as_ref()
            .map_or(ended.run.code, |cause| cause.code);
        assert_eq!(code.name(), "summarizer_error", "{preset}");
        assert_eq!(ended.messages.is_some(), preset == "default", "{preset}");
    }
}
