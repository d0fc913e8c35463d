//! A host that plays scenarios: several runs of one compactor over a conversation that grows.

use super::histories::{Dialect, End, agent, picture, prose, round, talk, user};
use conspectus::Patch;
use conspectus_api::CompactorApi;
use conspectus_presets as systems;
use serde_json::{Value, json};

/// What the summariser does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    Good,
    /// A document of about a fifth of the conversation.
    Long,
    Refusal,
    /// Longer than all that it stands for.
    Inflated,
    /// It fills its output budget.
    Full,
    Fails,
    /// The second call says something else.
    Checked,
}

/// One scenario.
#[derive(Debug, Clone)]
pub struct Scenario {
    pub dialect: Dialect,
    pub messages: Vec<Value>,
    /// Options beside the one that is looked at; those that a preset does not use are left out.
    pub options: Value,
    /// One run each. The conversation grows between them.
    pub turns: Vec<Value>,
    pub answers: Answers,
    /// Whether storing an output works.
    pub stores: bool,
}

/// Every scenario.
#[must_use]
pub fn scenarios() -> Vec<Scenario> {
    type Make = (fn(Dialect) -> Vec<Value>, u64);
    let histories: [Make; 5] = [
        (|dialect| talk(dialect, 12, 80, End::User), 6_000),
        (|dialect| talk(dialect, 7, 300, End::Result), 5_000),
        (|dialect| talk(dialect, 9, 60, End::Waiting), 4_000),
        (many_pictures, 20_000),
        (closed_calls, 6_000),
    ];
    let mut all = Vec::new();
    for (place, (make, window)) in histories.into_iter().enumerate() {
        for (number, (options, turns, answers)) in settings(window).into_iter().enumerate() {
            // Each history in each dialect, but not with every setting: that would take minutes.
            let dialect = Dialect::ALL[(place + number) % 3];
            let stores = answers != Answers::Long;
            let mut options = options;
            options
                .as_object_mut()
                .expect("an object")
                .entry("summarize")
                .or_insert_with(|| json!("host"));
            all.push(Scenario {
                dialect,
                messages: make(dialect),
                options,
                turns,
                answers,
                stores,
            });
        }
    }
    // Far more to keep than the summary holds.
    let options = json!({ "context_window": 16_000, "summarize": "host", "clear": false, "clear_when": "never" });
    let turns = vec![json!({ "force": true })];
    all.push(Scenario {
        dialect: Dialect::Anthropic,
        messages: many_names(Dialect::Anthropic),
        options,
        turns,
        answers: Answers::Good,
        stores: true,
    });
    // A new result, and a window that is nearly empty.
    let dialect = Dialect::Anthropic;
    let messages = std::iter::once(user(dialect, "Test it.", None))
        .chain(round(dialect, 1, 300, None))
        .collect();
    let options = json!({ "context_window": 200_000, "summarize": "host" });
    all.push(Scenario {
        dialect,
        messages,
        options,
        turns: vec![json!({})],
        answers: Answers::Good,
        stores: true,
    });
    all
}

/// Rules and changed files, many of them.
fn many_names(dialect: Dialect) -> Vec<Value> {
    let mut list = Vec::new();
    for id in 0..24 {
        list.push(user(
            dialect,
            &format!("Never touch the lock file of crate_{id} while ledger_{id} is open."),
            None,
        ));
        let path = json!({ "file_path": format!("src/unit_{id}.rs"), "content": prose(40, id) });
        list.push(super::histories::call(dialect, id, "write_file", &path));
        list.push(super::histories::result(
            dialect,
            id,
            "write_file",
            &format!("wrote {}", 4_711 + 37 * id),
            None,
        ));
        list.push(agent(
            dialect,
            &format!(
                "I changed src/unit_{id}.rs for ledger_{id}. {}",
                prose(20, id)
            ),
        ));
    }
    list
}

/// One request, then nothing but calls: no turn of the user's to cut at.
fn closed_calls(dialect: Dialect) -> Vec<Value> {
    let mut list = vec![user(dialect, "Look everything up.", None)];
    for id in 0..8 {
        list.extend(round(dialect, id * 3, 100, None));
    }
    list.push(super::histories::call(
        dialect,
        99,
        "read_file",
        &json!({ "path": "src/last.rs" }),
    ));
    list
}

fn many_pictures(dialect: Dialect) -> Vec<Value> {
    let mut list = talk(dialect, 3, 40, End::Agent);
    for id in 20..28 {
        let image = picture(500 + id as u32, 400);
        list.push(user(dialect, &format!("See picture {id}."), Some(&image)));
        list.extend(round(dialect, id, 60, Some(&image)));
        list.push(agent(dialect, &prose(20, id)));
    }
    list
}

fn settings(window: u64) -> Vec<(Value, Vec<Value>, Answers)> {
    let forced = || vec![json!({ "force": true })];
    let three = |turn: Value| vec![turn.clone(), turn.clone(), turn];
    let wide = || json!({ "context_window": 200_000 });
    let with = |more: Value| {
        let mut options = json!({ "context_window": window });
        options
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().cloned().unwrap_or_default());
        options
    };
    let all_around = json!({
        "force": true, "preamble": "You work on Linux.", "plan_path": "plans/retry.md", "instructions": "Mind T-77.", "plan_mode": true,
        "system": prose(80, 3), "tools": [{ "name": "read_file", "description": prose(30, 4) }], "pruned_at": 7,
        "running_agents": [{ "id": "a1", "description": "looks for tests" }],
    });
    vec![
        (wide(), forced(), Answers::Good),
        (with(json!({})), three(json!({})), Answers::Good),
        (with(json!({})), three(json!({})), Answers::Refusal),
        (
            with(json!({ "min_saving": 0.0 })),
            three(json!({})),
            Answers::Long,
        ),
        (
            with(json!({ "min_saving": 0.5, "min_span": 0.3 })),
            forced(),
            Answers::Long,
        ),
        (with(json!({})), three(json!({})), Answers::Fails),
        (
            with(json!({})),
            vec![json!({ "force": true }), json!({}), json!({})],
            Answers::Inflated,
        ),
        (
            with(json!({ "application": "agent" })),
            vec![json!({ "force": true }), json!({}), json!({})],
            Answers::Inflated,
        ),
        (with(json!({})), forced(), Answers::Full),
        (
            with(json!({ "check_summary": "always" })),
            forced(),
            Answers::Checked,
        ),
        (
            with(json!({ "summarize": "extractive" })),
            three(json!({})),
            Answers::Good,
        ),
        (
            with(json!({ "summarize": "extractive", "max_summary_tokens": 60 })),
            forced(),
            Answers::Good,
        ),
        (
            with(json!({ "summarize": "extractive", "target": 0.2 })),
            forced(),
            Answers::Good,
        ),
        (wide(), vec![all_around], Answers::Good),
        // A pause, far below the trigger; and limits of a request beside tokens.
        (
            json!({ "context_window": window * 4 }),
            vec![json!({ "idle_minutes": 120 })],
            Answers::Good,
        ),
        // What a prompt costs, and a pause that is shorter than most entries of a cache live.
        (
            json!({ "context_window": window * 4, "prices": "anthropic-5m" }),
            three(json!({})),
            Answers::Good,
        ),
        (
            json!({ "context_window": window * 4, "prices": "anthropic-5m" }),
            vec![json!({ "idle_minutes": 3.5 })],
            Answers::Good,
        ),
        (
            json!({ "context_window": window * 4, "request_limits": { "images": 3 } }),
            vec![json!({})],
            Answers::Good,
        ),
        (
            with(json!({ "continue_message": "Go on." })),
            vec![json!({ "refused": true })],
            Answers::Good,
        ),
        (
            wide(),
            vec![json!({ "force": true, "prefix_cached": true, "usage": window })],
            Answers::Full,
        ),
        (
            with(json!({ "clear": true, "clear_min_tokens": 0, "clear_protect_tokens": 0 })),
            three(json!({ "pruned_at": 5 })),
            Answers::Good,
        ),
        (
            with(
                json!({ "clear": true, "clear_rule": "behind_two_turns", "clear_min_tokens": 60 }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            json!({ "context_window": 60_000, "target": 0.74, "clear": true, "clear_min_tokens": 0, "clear_protect_tokens": 100, "keep_tool_results": 2 }),
            // What clearing brings suffices, once each preset's trigger is reached.
            [28_100, 45_100, 56_000]
                .map(|tokens| json!({ "usage": tokens }))
                .to_vec(),
            Answers::Good,
        ),
        // The limit of a result counts where the window has room; else what is left counts.
        (
            json!({ "context_window": 100_000, "clear": false, "clear_when": "never", "clip_budget_tokens": 300, "clip_max_chars": 400 }),
            forced(),
            Answers::Good,
        ),
        (
            with(
                json!({ "split_rule": "tail_budget", "tail_tokens": 900, "clear": false, "clear_when": "never" }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            with(
                json!({ "split_rule": "tail_budget", "tail_turns": 2, "clear": false, "clear_when": "never" }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            with(
                json!({ "split_rule": "tail_budget", "clear": false, "clear_when": "never", "context_window": 40_000, "max_output_tokens": 32_000, "reserved_output_tokens": 20_000, "ladder": "gencode" }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            with(
                json!({ "split_rule": "tail_budget", "clear": false, "clear_when": "never", "max_output_tokens": 9_000, "max_input_tokens": 24_000, "reserved_tokens": 8_000, "ladder": "opencode" }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            with(
                json!({ "split_rule": "newest_messages", "keep_messages": 4, "clear": false, "clear_when": "never" }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            with(
                json!({ "split_rule": "user_turn_or_trailing_call", "keep_pairs": 3, "clear": false, "clear_when": "never", "min_span": 0.0 }),
            ),
            forced(),
            Answers::Good,
        ),
        (
            with(json!({ "ladder": "gencode", "max_output_tokens": 1_000, "trigger": 0.9 })),
            three(json!({ "usage": window })),
            Answers::Good,
        ),
        (
            with(
                json!({ "ladder": "opencode", "max_input_tokens": 8_000, "reserved_tokens": 500 }),
            ),
            three(json!({ "usage": 6_000 })),
            Answers::Good,
        ),
        (
            with(
                json!({ "ladder": "opencode-next", "max_input_tokens": 40_000, "context_window": 60_000 }),
            ),
            three(json!({ "usage": 21_000 })),
            Answers::Good,
        ),
        (
            with(json!({ "ladder": "qwen-code", "context_window": 60_000 })),
            three(json!({ "usage": 40_000 })),
            Answers::Good,
        ),
        (
            with(json!({ "template": "continuation" })),
            three(json!({ "force": true })),
            Answers::Good,
        ),
        (
            with(json!({ "estimator": "chars" })),
            three(json!({})),
            Answers::Good,
        ),
        (
            with(json!({ "tokenizer": "exact" })),
            three(json!({})),
            Answers::Good,
        ),
        (
            with(json!({ "tokenizer": "qwen3" })),
            three(json!({})),
            Answers::Good,
        ),
        (
            with(json!({ "estimator": "script" })),
            three(json!({})),
            Answers::Good,
        ),
        (
            with(json!({ "modalities": ["image"], "clear": false, "clear_when": "never" })),
            vec![json!({ "refused": true })],
            Answers::Good,
        ),
    ]
}

const FACT: &str = "Fix the parser, ticket T-77; tabs; src/part0.rs was changed; the next step is the documentation.";

/// A summary in the form that the request asks for. Nothing stands in it twice: a text that repeats
/// itself would be refused.
fn document(request: &str, body: &str) -> String {
    if request.contains("<state_snapshot>") {
        return format!(
            "<state_snapshot>\n<overall_goal>Fix the parser</overall_goal>\n<key_knowledge>{body}</key_knowledge>\n<task_state>Half of it works</task_state>\n\
             <active_tasks>- [t1] write the documentation</active_tasks>\n<next_step>Run every test again</next_step>\n</state_snapshot>"
        );
    }
    format!(
        "## Objective\nFix the parser\n## Important details\n{body}\n## Context and decisions\nTabs stay\n## Next steps\nRun every test again\n"
    )
}

/// Paths that the conversation names: a summary without them would be refused.
fn paths(list: &[Value]) -> String {
    let text = Value::from(list.to_vec()).to_string();
    let mut found: Vec<&str> = Vec::new();
    for word in text.split(|char: char| !(char.is_ascii_alphanumeric() || "/._".contains(char))) {
        let word = word.trim_matches('.');
        if word.len() <= 30
            && word.contains('/')
            && word.contains('.')
            && !found.contains(&word)
            && found.len() < 12
        {
            found.push(word);
        }
    }
    found.join(", ")
}

/// Plain words that do not repeat: letters alone, so that they name nothing.
fn babble(words: usize) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ke", "lo", "mi", "nu", "pa", "re", "so", "ti", "vu", "wa", "ze", "do", "fi", "gu",
        "ha",
    ];
    let word = |index: usize| -> String {
        (0..4)
            .map(|place| SYLLABLES[(index >> (4 * place)) % 16])
            .collect()
    };
    (0..words)
        .map(|index| word(index) + if index % 9 == 8 { "\n" } else { " " })
        .collect()
}

fn answer(answers: Answers, request: &Value, list: &[Value], chars: usize) -> Option<String> {
    let purpose = request["purpose"].as_str().unwrap_or_default();
    let asked = request.to_string();
    let paths = paths(list);
    let told = |text: &str| document(&asked, &format!("{text} It is about {paths}."));
    Some(match answers {
        Answers::Fails => return None,
        Answers::Refusal => "I cannot help with that.".to_owned(),
        Answers::Inflated => document(&asked, &babble(8_000)),
        Answers::Long => told(&babble(chars / 400)),
        Answers::Checked if purpose == "verify" => {
            told("Fix the parser; tabs; found by the check.")
        }
        Answers::Good | Answers::Full | Answers::Checked => told(FACT),
    })
}

/// The options for a system, of fields of its configuration: those of every preset beside `preset`,
/// its own in its object, and none that it does not have.
#[must_use]
pub fn options_for(fields: &Value, system: &'static str) -> Value {
    let spec = systems::all()
        .iter()
        .find(|known| known.name == system)
        .expect("a system");
    let beside = spec.options();
    let mut preset = json!({ "name": system });
    let mut options = json!({});
    for (name, value) in fields.as_object().into_iter().flatten() {
        let own = spec.settings().into_iter().find(|own| own.field == name);
        if let Some(own) = own {
            preset[own.name] = value.clone();
        } else if beside.contains(&name.as_str()) || name == "host_functions" {
            options[name] = value.clone();
        }
    }
    options["preset"] = preset;
    options
}

/// Everything that a host sees of a scenario under these options; `None` if they are refused.
#[must_use]
pub fn play(scenario: &Scenario, options: &Value) -> Option<Vec<Value>> {
    let mut machine = CompactorApi::new(options).ok()?;
    let mut list = scenario.messages.clone();
    let chars = Value::Array(list.clone()).to_string().len();
    let mut seen = Vec::new();
    for (number, turn) in scenario.turns.iter().enumerate() {
        // Without what the preset does not use.
        let mut turn = turn.clone();
        if turn.as_object_mut()?.remove("refused").is_some() {
            let error = json!({ "status": 413, "message": "Request Entity Too Large" });
            machine.handle_provider_error(&error).ok()?;
        }
        while let Err(error) = machine.handle_messages(&list, &turn) {
            turn.as_object_mut()?
                .remove(error.path().trim_start_matches('/'))?;
        }
        let mut patch = Patch::default();
        while let Some(action) = machine.poll_action() {
            match action["kind"].as_str().unwrap_or_default() {
                "summarize" => {
                    let request = &action["request"];
                    match answer(scenario.answers, request, &list, chars) {
                        None => machine.handle_failure("no model").ok()?,
                        Some(text) => {
                            let budget = &request["max_output_tokens"];
                            let spent = if scenario.answers == Answers::Full {
                                budget.clone()
                            } else {
                                json!(60)
                            };
                            machine
                                .handle_answer(
                                    &text,
                                    &json!({ "input_tokens": 900, "output_tokens": spent }),
                                )
                                .ok()?;
                        }
                    }
                }
                "store_output" if scenario.stores => machine
                    .handle_stored(action["key"].as_str().unwrap_or_default())
                    .ok()?,
                "store_output" => machine.handle_store_failed("disk full").ok()?,
                "read_files" => {
                    let files = action["files"].as_array().into_iter().flatten();
                    let files: Vec<Value> = files
                        .map(|file| json!({ "path": file["path"], "text": "fn main() {}" }))
                        .collect();
                    machine.handle_restored(&files).ok()?;
                }
                "apply" => {
                    patch = serde_json::from_value(action["patch"].clone()).ok()?;
                    machine.handle_current(&list).ok()?;
                }
                "done" if action["applied"] == true => {
                    list = patch.apply_to(&list).expect("the patch fits")
                }
                _ => {}
            }
            seen.push(action);
        }
        let waits = scenario
            .messages
            .last()
            .is_some_and(|last| last.to_string().contains("src/last.rs"));
        if !waits {
            list.push(agent(scenario.dialect, &prose(60, number)));
            list.push(user(scenario.dialect, &prose(60, number + 3), None));
            list.extend(round(scenario.dialect, 40 + number, 300, None));
        }
    }
    Some(seen)
}
