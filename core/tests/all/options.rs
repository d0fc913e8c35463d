//! Shows that every option does something where it is accepted, and is refused where it would not.
//!
//! For each option of the table and each preset, conversations in several dialects are compacted
//! twice: as they are, and with another value of the option. Something that a host sees must
//! differ: an action, a request, the patch or the report.

use crate::common::compactor::{grouped, play, scenarios, Scenario};
use crate::common::values::values;
use conspectus::api::{CompactorApi, OptionRow, OPTIONS};
use conspectus::systems;
use serde_json::{json, Value};

fn options_of(scenario: &Scenario, preset: &str, used: &[&str]) -> Value {
    let mut flat = scenario.options.clone();
    flat["preset"] = json!(preset);
    grouped(&flat, used)
}

fn with_option(options: &Value, row: &OptionRow, value: &Value) -> Value {
    let mut options = options.clone();
    if row.group.is_empty() {
        options[row.leaf] = value.clone();
    } else {
        options[row.group][row.leaf] = value.clone();
    }
    options
}

/// Whether another value of the option changes what a host sees in one of the scenarios.
fn matters(row: &OptionRow, played: &[(&Scenario, Value, Vec<Value>)]) -> bool {
    let values = values(row.name, row.domain, systems::words_of(row));
    let differs = |(scenario, options, seen): &(&Scenario, Value, Vec<Value>)| {
        values.iter().any(|value| {
            let changed = with_option(options, row, value);
            changed != *options && play(scenario, &changed).is_some_and(|other| other != *seen)
        })
    };
    // First where the option is set: there it is likely to matter.
    let (set, others): (Vec<_>, Vec<_>) = played
        .iter()
        .partition(|(scenario, ..)| scenario.options.get(row.name).is_some());
    set.into_iter().chain(others).any(differs)
}

/// The options that a preset accepts and that change nothing anywhere.
fn idle_options(preset: &str, used: &[&str], scenarios: &[Scenario]) -> Vec<String> {
    let played: Vec<(&Scenario, Value, Vec<Value>)> = scenarios
        .iter()
        .map(|scenario| {
            let options = options_of(scenario, preset, used);
            let seen = play(scenario, &options)
                .unwrap_or_else(|| panic!("{preset}: {options} {:?}", scenario.turns));
            (scenario, options, seen)
        })
        .collect();
    let idle = OPTIONS
        .iter()
        .filter(|row| used.contains(&row.name) && !matters(row, &played));
    idle.map(|row| format!("{preset}: {}", row.name)).collect()
}

#[test]
fn an_accepted_option_matters() {
    let scenarios = scenarios();
    // One thread for each system: this is the longest test of all.
    let idle: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = systems::all()
            .map(|system| {
                scope.spawn(|| idle_options(system.habits.name, system.habits.options, &scenarios))
            })
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread"))
            .collect()
    });
    assert!(
        idle.is_empty(),
        "{} accepted options change nothing:\n{}",
        idle.len(),
        idle.join("\n")
    );
}

#[test]
fn an_option_without_effect_is_refused_with_its_path() {
    let known = CompactorApi::new(&json!({ "preset": "default" }));
    assert!(known.is_ok());
    let mut refused = 0;
    for system in systems::all() {
        let preset = system.habits.name;
        for row in OPTIONS {
            let example: Value = serde_json::from_str(row.example)
                .unwrap_or_else(|error| panic!("{}: {error}", row.name));
            let options = with_option(&json!({ "preset": preset }), row, &example);
            let made = CompactorApi::new(&options);
            if system.habits.options.contains(&row.name) {
                made.unwrap_or_else(|error| {
                    panic!("{preset} refuses the example of {}: {error}", row.name)
                });
                continue;
            }
            let error = made
                .err()
                .unwrap_or_else(|| panic!("{preset} takes {}", row.name));
            let path = if row.group.is_empty() {
                format!("/{}", row.leaf)
            } else {
                format!("/{}/{}", row.group, row.leaf)
            };
            assert_eq!(
                (error.code(), error.path()),
                ("INVALID_OPTION", path.as_str()),
                "{preset}: {error}"
            );
            let users = systems::all()
                .filter(|other| other.habits.options.contains(&row.name))
                .map(|other| other.habits.name);
            for user in users {
                assert!(
                    error.message().contains(&format!("`{user}`")),
                    "{preset}, {}: {error} does not name {user}",
                    row.name
                );
            }
            refused += 1;
        }
    }
    assert!(refused > 0);
}
