//! Shows that every option does something where it is accepted, and is refused where it would not.

use crate::common::compactor::{Answers, Scenario, options_for, play, scenarios};
use crate::common::histories::{Dialect, End, call, picture, prose, result, round, talk, user};
use crate::common::values::values;

use conspectus_api::{CompactorApi, FUNCTIONS, OPTIONS, OptionRow, SETTINGS, page};
use conspectus_presets as systems;
use serde_json::{Value, json};

/// What a host sees of each scenario under its own options.
type Played<'a> = Vec<(&'a Scenario, Value, Vec<Value>)>;

fn played<'a>(scenarios: &'a [Scenario], options: impl Fn(&Scenario) -> Value) -> Played<'a> {
    let seen = |scenario: &'a Scenario| {
        let options = options(scenario);
        let seen = play(scenario, &options)
            .unwrap_or_else(|| panic!("refused: {options} {:?}", scenario.turns));
        (scenario, options, seen)
    };
    scenarios.iter().map(seen).collect()
}

/// Whether a value of the option, put in by `with`, changes what a host sees in one of the scenarios.
fn matters(row: &OptionRow, played: &Played<'_>, with: impl Fn(&Value, &Value) -> Value) -> bool {
    let values = values(row.name, row.domain, systems::words_of(row.domain));
    let differs = |(scenario, options, seen): &(&Scenario, Value, Vec<Value>)| {
        values.iter().any(|value| {
            let changed = with(options, value);
            changed != *options && play(scenario, &changed).is_some_and(|other| other != *seen)
        })
    };
    // First where the option is set: there it is likely to matter.
    let (set, others): (Vec<_>, Vec<_>) = played
        .iter()
        .partition(|(scenario, ..)| scenario.options.get(row.name).is_some());
    set.into_iter().chain(others).any(differs)
}

// --- the options of the page ---------------------------------------------------------------------

/// Windows that are small, middle and large, each with a conversation that fills most of it. Those in which the most options matter come first.
fn plain_scenarios() -> Vec<Scenario> {
    let mut all = Vec::new();
    // Old results with signed thinking behind them.
    let mut messages = talk(Dialect::Anthropic, 9, 80, End::User);
    for (index, message) in messages.iter_mut().enumerate() {
        if let (true, Some(blocks)) = (
            message["role"] == "assistant",
            message["content"].as_array_mut(),
        ) {
            blocks.insert(0, thought(index));
        }
    }
    all.push(Scenario {
        dialect: Dialect::Anthropic,
        messages,
        options: json!({ "context_window": 8_000 }),
        turns: vec![json!({})],
        answers: Answers::Good,
        stores: true,
    });
    // A result that an earlier one shows.
    let dialect = Dialect::Anthropic;
    let mut messages = vec![user(dialect, "Test it.", None)];
    messages.extend(round(dialect, 1, 300, None));
    messages.push(crate::common::histories::agent(dialect, "Once more."));
    let (tool, args) = ("run_shell_command", json!({ "command": "make test-1" }));
    messages.push(call(dialect, 2, tool, &args));
    messages.push(result(dialect, 2, tool, &prose(300, 1), None));
    all.push(Scenario {
        dialect,
        messages,
        options: json!({ "context_window": 400_000 }),
        turns: vec![json!({})],
        answers: Answers::Good,
        stores: true,
    });
    // A call that nobody answered.
    let mut messages = vec![user(dialect, "Test it.", None)];
    messages.push(call(dialect, 1, tool, &args));
    messages.push(user(dialect, "Stop.", None));
    all.push(Scenario {
        dialect,
        messages,
        options: json!({ "context_window": 400_000 }),
        turns: vec![json!({})],
        answers: Answers::Good,
        stores: true,
    });
    // A secret that a summary would carry on.
    let mut messages = vec![
        user(dialect, "Deploy it.", None),
        crate::common::histories::agent(dialect, "The file .env says DB_PASSWORD=hunter2hunter2."),
    ];
    messages.extend(talk(dialect, 9, 80, End::User));
    all.push(Scenario {
        dialect,
        messages,
        options: json!({ "context_window": 8_000 }),
        turns: vec![json!({ "force": true })],
        answers: Answers::Good,
        stores: true,
    });
    let turns = |turn: Value| vec![turn.clone(), turn.clone(), turn];
    for (window, rounds, words) in [(40_000, 14, 320), (8_000, 9, 80), (400_000, 22, 900)] {
        for pictures in [false, true] {
            let dialect = Dialect::Anthropic;
            let mut messages = talk(dialect, rounds, words, End::User);
            messages.extend(pictures.then(|| pictured(dialect)).into_iter().flatten());
            let scenario = |options: Value, turn: Value, answers: Answers| Scenario {
                dialect,
                messages: messages.clone(),
                options,
                turns: turns(turn),
                answers,
                stores: true,
            };
            let model = json!({ "context_window": window, "summarize": "host" });
            let none = json!({ "context_window": window });
            let priced = json!({ "context_window": window, "prices": "anthropic-5m" });
            let stored = json!({ "context_window": window, "host_functions": ["store"] });
            let named = json!({ "model": "my-model", "models": { "my-model": { "window_tokens": window } } });
            all.extend([
                scenario(priced.clone(), json!({}), Answers::Good),
                scenario(priced, json!({ "idle_minutes": 7 }), Answers::Good),
                scenario(model.clone(), json!({}), Answers::Good),
                scenario(model.clone(), json!({ "force": true }), Answers::Checked),
                scenario(model.clone(), json!({ "force": true }), Answers::Long),
                scenario(model.clone(), json!({ "force": true }), Answers::Refusal),
                scenario(model, json!({}), Answers::Fails),
                scenario(none.clone(), json!({}), Answers::Good),
                scenario(none, json!({ "force": true }), Answers::Good),
                scenario(stored, json!({}), Answers::Good),
                scenario(named, json!({}), Answers::Good),
            ]);
        }
    }
    all
}

fn thought(index: usize) -> Value {
    json!({ "type": "thinking", "thinking": prose(30, index), "signature": format!("signed {index}") })
}

/// Pictures that the user and a tool showed.
fn pictured(dialect: Dialect) -> Vec<Value> {
    let mut list = Vec::new();
    for id in 30..34 {
        let image = picture(500 + id as u32, 400);
        list.push(user(dialect, &format!("See picture {id}."), Some(&image)));
        list.extend(round(dialect, id, 60, Some(&image)));
        list.push(crate::common::histories::agent(dialect, &prose(20, id)));
    }
    list
}

/// Each option alone, all else as it is by default, changes a result or a request somewhere.
#[test]
fn options_act() {
    let scenarios = plain_scenarios();
    let played = played(&scenarios, |scenario| scenario.options.clone());
    let idle: Vec<&str> = std::thread::scope(|scope| {
        let threads: Vec<_> = OPTIONS
            .iter()
            .map(|row| {
                let played = &played;
                scope.spawn(move || {
                    let with = |options: &Value, value: &Value| {
                        let mut options = options.clone();
                        options[row.name] = value.clone();
                        options
                    };
                    (row.name, matters(row, played, with))
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a thread"))
            .filter_map(|(name, matters)| (!matters).then_some(name))
            .collect()
    });
    assert!(idle.is_empty(), "accepted, and nothing changes: {idle:?}");
}

/// The options that are functions are called, and a preset acts.
#[test]
fn functions_are_called() {
    let scenarios = plain_scenarios();
    let seen: Vec<Value> = scenarios
        .iter()
        .filter_map(|scenario| play(scenario, &scenario.options))
        .flatten()
        .collect();
    let called = |name: &str| match name {
        "store" => seen.iter().any(|action| action["kind"] == "store_output"),
        "before_compact" => seen.iter().any(|action| action["kind"] == "before_compact"),
        "on_compact" => seen
            .iter()
            .any(|action| action["kind"] == "done" && action["applied"] == true),
        "preset" => scenarios.iter().any(|scenario| {
            let mut options = scenario.options.clone();
            options["preset"] = json!("opencode");
            play(scenario, &options).is_some_and(|other| {
                play(scenario, &scenario.options).is_some_and(|seen| seen != other)
            })
        }),
        other => panic!("nothing is known of {other}"),
    };
    for row in FUNCTIONS {
        assert!(called(row.name), "{} is never called", row.name);
    }
    assert_eq!(page().len(), OPTIONS.len() + FUNCTIONS.len());
}

// --- what presets take ---------------------------------------------------------------------------

/// The settings of a preset that change nothing anywhere, and the options beside it.
fn idle_settings(system: &'static str, scenarios: &[Scenario]) -> Vec<String> {
    let spec = systems::all()
        .iter()
        .find(|known| known.name == system)
        .expect("a system");
    let played = played(scenarios, |scenario| options_for(&scenario.options, system));
    let mut idle = Vec::new();
    for setting in spec.settings() {
        let row = OptionRow::named(setting.field).expect("a field");
        let with = |options: &Value, value: &Value| {
            let mut options = options.clone();
            options["preset"][setting.name] = value.clone();
            options
        };
        if !matters(row, &played, with) {
            idle.push(format!("{system}: {}", setting.name));
        }
    }
    for name in spec.options().into_iter().filter(|_| system != "default") {
        let row = OptionRow::named(name).expect("an option");
        let with = |options: &Value, value: &Value| {
            let mut options = options.clone();
            options[name] = value.clone();
            options
        };
        if !matters(row, &played, with) {
            idle.push(format!("{system}, beside it: {name}"));
        }
    }
    idle
}

#[test]
#[ignore = "nightly: a minute and more"]
fn a_setting_of_a_preset_matters() {
    let scenarios = scenarios();
    // One thread for each system: this is the longest test of all.
    let idle: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = systems::all()
            .iter()
            .map(|system| scope.spawn(|| idle_settings(system.name, &scenarios)))
            .collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread"))
            .collect()
    });
    assert!(
        idle.is_empty(),
        "{} accepted settings change nothing:\n{}",
        idle.len(),
        idle.join("\n")
    );
}

#[test]
fn an_option_that_a_preset_does_not_have_is_refused_with_its_path() {
    let mut refused = 0;
    for system in systems::all() {
        let preset = system.name;
        for row in OPTIONS {
            let example: Value = serde_json::from_str(row.example)
                .unwrap_or_else(|error| panic!("{}: {error}", row.name));
            let options = json!({ "preset": preset, (row.name): example });
            let made = CompactorApi::new(&options);
            if system.options().contains(&row.name) {
                made.unwrap_or_else(|error| {
                    panic!("{preset} refuses the example of {}: {error}", row.name)
                });
                continue;
            }
            let error = made
                .err()
                .unwrap_or_else(|| panic!("{preset} takes {}", row.name));
            assert_eq!(
                (error.code(), error.path()),
                ("INVALID_OPTION", format!("/{}", row.name).as_str()),
                "{preset}: {error}"
            );
            let own = system
                .settings()
                .into_iter()
                .find(|own| own.field == row.name);
            if let Some(own) = own {
                assert!(error.message().contains(own.name), "{error}");
            }
            refused += 1;
        }
        for setting in system.settings() {
            let example: Value = OptionRow::named(setting.field)
                .and_then(|row| serde_json::from_str(row.example).ok())
                .unwrap_or_else(|| panic!("{} has no example", setting.field));
            let options = json!({ "preset": { "name": preset, (setting.name): example } });
            CompactorApi::new(&options).unwrap_or_else(|error| panic!("{options}: {error}"));
        }
    }
    assert!(refused > 0);
}

/// A name of the tables that no preset and no page has is one of a function alone.
#[test]
fn no_option_has_two_spellings() {
    let mut names = page();
    names.extend(SETTINGS.iter().map(|row| row.name));
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
