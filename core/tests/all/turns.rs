//! Shows that every argument of a turn does something where it is accepted, and is refused where it
//! would not.
//!
//! For each argument and each preset, conversations are compacted twice: as they are, and with the
//! argument. Something that a host sees must differ: an action, a request, the patch or the report.

use crate::common::compactor::{Scenario, options_for, play, scenarios};

use conspectus_api::{CompactorApi, names};
use conspectus_presets as systems;
use serde_json::{Value, json};

/// What every host may hand over under every preset: when, and how much. A preset that looks at no
/// clock takes the times nevertheless. What is said of the messages decides how much of them is
/// looked at: `tests/vectors/compactor/unchanged.json` shows it, and `switches.json` shows the model.
const OF_EVERY_HOST: [&str; 7] = [
    "force",
    "usage",
    "model",
    "system",
    "tools",
    "idle_minutes",
    "unchanged_messages",
];

/// Values of the other arguments that should change something.
fn value_of(name: &str) -> Option<Value> {
    Some(match name {
        "preamble" => json!("You work on Linux."),
        "plan_path" => json!("plans/retry.md"),
        "instructions" => json!("Mind T-77."),
        "pruned_at" => json!(7),
        "remaining_calls" => json!(1_000),
        "plan_mode" | "prefix_cached" | "failed_before" => json!(true),
        "running_agents" => json!([{ "id": "a1", "description": "looks for tests" }]),
        "pinned" => json!([3]),
        _ => return None,
    })
}

/// The arguments that the table lists, each with its value here.
fn arguments() -> Vec<(String, Value)> {
    let rows = names()["turn"].as_array().cloned().unwrap_or_default();
    let known = rows
        .iter()
        .filter_map(|row| row["name"].as_str())
        .filter(|name| !OF_EVERY_HOST.contains(name));
    known
        .map(|name| {
            (
                name.to_owned(),
                value_of(name).unwrap_or_else(|| panic!("no value for {name}")),
            )
        })
        .collect()
}

/// The error of a preset for an argument; `None` if it takes it.
fn refusal(preset: &str, name: &str, value: &Value) -> Option<conspectus::Error> {
    let mut machine = CompactorApi::new(&json!({ "preset": preset, "context_window": 200_000 }))
        .expect("a compactor");
    let messages: Vec<Value> = (0..6).map(|turn| json!({ "role": if turn % 2 == 0 { "user" } else { "assistant" }, "content": "Go on." })).collect();
    machine
        .handle_messages(&messages, &json!({ name: value }))
        .err()
}

fn with_argument(scenario: &Scenario, name: &str, value: &Value) -> Scenario {
    let mut other = scenario.clone();
    for turn in &mut other.turns {
        turn[name] = value.clone();
    }
    other
}

/// The scenario without the arguments that are looked at here.
fn bare(scenario: &Scenario) -> Scenario {
    let mut bare = scenario.clone();
    for turn in bare.turns.iter_mut().filter_map(Value::as_object_mut) {
        turn.retain(|name, _| OF_EVERY_HOST.contains(&name.as_str()));
    }
    bare
}

/// The arguments that a preset takes and that change nothing anywhere.
fn idle_arguments(preset: &'static str, scenarios: &[Scenario]) -> Vec<String> {
    let mut left: Vec<(String, Value)> = arguments()
        .into_iter()
        .filter(|(name, value)| refusal(preset, name, value).is_none())
        .collect();
    for scenario in scenarios {
        let options = options_for(&scenario.options, preset);
        let scenario = bare(scenario);
        let Some(seen) = play(&scenario, &options) else {
            continue;
        };
        left.retain(|(name, value)| {
            play(&with_argument(&scenario, name, value), &options).is_none_or(|other| other == seen)
        });
    }
    left.into_iter()
        .map(|(name, _)| format!("{preset}: {name}"))
        .collect()
}

#[test]
fn an_accepted_argument_matters() {
    let scenarios = scenarios();
    let idle: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = systems::all()
            .iter()
            .map(|system| scope.spawn(|| idle_arguments(system.name, &scenarios)))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread"))
            .collect()
    });
    assert!(
        idle.is_empty(),
        "{} accepted arguments change nothing:\n{}",
        idle.len(),
        idle.join("\n")
    );
}

#[test]
fn an_argument_without_effect_is_refused_with_its_path() {
    let mut refused = 0;
    for (name, value) in arguments() {
        let (users, others): (Vec<_>, Vec<_>) = systems::all()
            .iter()
            .map(|system| system.name)
            .partition(|preset| refusal(preset, &name, &value).is_none());
        assert!(!users.is_empty(), "no preset takes {name}");
        for preset in others {
            let error = refusal(preset, &name, &value).expect("an error");
            assert_eq!(
                (error.code(), error.path()),
                ("INVALID_OPTION", format!("/{name}").as_str()),
                "{preset}: {error}"
            );
            users.iter().for_each(|user| {
                assert!(
                    error.message().contains(&format!("`{user}`")),
                    "{preset}, {name}: {error} does not name {user}"
                )
            });
            refused += 1;
        }
    }
    assert!(refused > 0);
}

#[test]
fn an_argument_that_says_nothing_is_taken() {
    for system in systems::all() {
        for (name, value) in [
            ("plan_mode", json!(false)),
            ("prefix_cached", json!(false)),
            ("running_agents", json!([])),
            ("preamble", json!("")),
        ] {
            assert!(
                refusal(system.name, name, &value).is_none(),
                "{}: {name}",
                system.name
            );
        }
    }
}
