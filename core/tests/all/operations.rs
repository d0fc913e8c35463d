//! Shows that every operation runs as its row of the table says, and that everything it takes does
//! something.
//!
//! For each option and argument of a row there is an input for which another value gives another
//! result.

use crate::common::histories::{Dialect, End, agent, picture, prose, result, round, talk, user};
use crate::common::values::values;

use conspectus_api::{Argument, Domain, OPTIONS, Operation, OptionRow, call, operations};
use conspectus_presets as systems;
use serde_json::{Value, json};
use std::cell::LazyCell;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_example_of_an_operation_runs() {
    for row in operations() {
        let (input, options) = (parsed(row.example.0), parsed(row.example.1));
        call(row.name, &input, &options)
            .unwrap_or_else(|error| panic!("{}: {} {error}", row.name, error.code()));
    }
}

#[test]
fn every_example_of_an_option_is_taken_by_the_operations_that_use_it() {
    for row in operations() {
        for option in row
            .option_names()
            .into_iter()
            .filter_map(|name| OPTIONS.iter().find(|option| option.name == name))
        {
            let mut options = parsed(row.example.1);
            options[option.name] = parsed(option.example);
            if let Err(error) = call(row.name, &parsed(row.example.0), &options) {
                // The windows of other vendors' models are told by nobody.
                let unknown_model =
                    option.name == "model" && error.message().contains("is unknown");
                assert!(
                    unknown_model || error.path() != format!("/{}", option.name),
                    "{}: {options}: {error}",
                    row.name
                );
            }
        }
    }
}

#[test]
fn an_option_that_an_operation_does_not_use_is_refused_by_name() {
    for row in operations() {
        let used = row.option_names();
        for option in OPTIONS.iter().filter(|option| !used.contains(&option.name)) {
            if row.arguments().any(|argument| argument.name == option.name) {
                continue;
            }
            let mut options = parsed(row.example.1);
            options[option.name] = parsed(option.example);
            let error = call(row.name, &parsed(row.example.0), &options).expect_err(row.name);
            assert_eq!(
                (error.code(), error.path()),
                ("INVALID_OPTION", format!("/{}", option.name).as_str()),
                "{}: {error}",
                row.name
            );
            if let Some(user) =
                operations().find(|other| other.option_names().contains(&option.name))
            {
                assert!(
                    error.message().contains(&format!("`{}`", user.name)),
                    "{}: {error} does not name {}",
                    row.name,
                    user.name
                );
            }
        }
    }
}

#[test]
fn everything_that_an_operation_takes_matters() {
    let mut idle = Vec::new();
    for row in operations() {
        // A result is made when it is needed: most of what a row takes matters for one of the first.
        let bases: Vec<_> = bases(row)
            .into_iter()
            .map(|(input, options)| {
                let result = LazyCell::new({
                    let (input, options) = (input.clone(), options.clone());
                    move || call(row.name, &input, &options).ok()
                });
                (input, options, result)
            })
            .collect();
        let mut look = |name: &str, values: &[Value]| {
            let differs =
                |(input, options, result): &(Value, Value, LazyCell<Option<Value>, _>)| {
                    values.iter().any(|value| {
                        let mut changed = options.clone();
                        changed[name] = value.clone();
                        changed != *options
                            && LazyCell::force(result).as_ref().is_some_and(|result| {
                                call(row.name, input, &changed).is_ok_and(|other| other != *result)
                            })
                    })
                };
            // First where it is set: there it is likely to matter.
            let (set, others): (Vec<_>, Vec<_>) = bases
                .iter()
                .partition(|(_, options, _)| options.get(name).is_some());
            if !set.into_iter().chain(others).any(differs) {
                idle.push(format!("{}: {name}", row.name));
            }
        };
        for option in row
            .option_names()
            .into_iter()
            .filter_map(|name| OPTIONS.iter().find(|option| option.name == name))
        {
            look(option.name, &option_values(option));
        }
        for argument in row.arguments() {
            look(argument.name, &argument_values(row, &argument));
        }
    }
    assert!(
        idle.is_empty(),
        "{} options and arguments change nothing:\n{}",
        idle.len(),
        idle.join("\n")
    );
}

fn option_values(option: &OptionRow) -> Vec<Value> {
    if option.name == "summarize" {
        return vec![json!("host")];
    }
    values(option.name, option.domain, systems::words_of(option.domain))
}

fn argument_values(row: &Operation, argument: &Argument) -> Vec<Value> {
    let words = match argument.domain {
        Domain::Words(names) => Some(names()),
        _ => None,
    };
    match (row.name, argument.name) {
        (_, "rule") if words.is_none() => [
            "config",
            "ends",
            "gemini-cli",
            "qwen-code",
            "qwen-code-report",
            "opencode",
        ]
        .map(Value::from)
        .to_vec(),
        (_, "system") => vec![
            json!("You are an agent."),
            json!([{ "type": "text", "text": "You are an agent." }]),
        ],
        (_, "tools") => vec![json!([{ "name": "read_file", "description": "Reads a file." }])],
        (_, "reports") => {
            vec![json!([{ "usage": { "input_tokens": 900, "output_tokens": 5 }, "messages": 1 }])]
        }
        (_, "char_counts") => vec![json!([1, 1, 1]), json!([900, 1, 1])],
        // The same messages, of which every other one is a response.
        ("simulate", "usage") => vec![
            (0..81)
                .map(|message| match message % 2 {
                    0 => Value::Null,
                    _ => json!({ "prompt_tokens": 5_000 + message * 400 }),
                })
                .collect(),
        ],
        (_, "usage") => vec![
            json!({ "input_tokens": 5_000, "output_tokens": 50 }),
            json!([{ "input_tokens": 9_000, "output_tokens": 50 }]),
        ],
        (_, "policies") => vec![json!(["never"])],
        (_, "message") => vec![user(Dialect::Gemini, "Go on.", None)],
        (_, "settings") => vec![
            json!({ "model": { "name": "qwen3-coder", "chatCompression": { "contextPercentageThreshold": 0.6 } }, "clearContextOnIdle": { "toolResultsNumToKeep": 2 } }),
        ],
        (_, "covering_messages") => vec![json!([0, 1]), json!([0, 2])],
        (_, "previous") => {
            let mut changed = thoughts();
            changed[2]["content"][0]["content"] = json!("cleared");
            vec![changed]
        }
        (_, "pruned_at") => vec![json!(7)],
        (_, "patch") => vec![
            json!({ "ops": [{ "op": "replace", "path": "/0/content", "value": "Hello" }], "splices": [] }),
        ],
        (_, "classes") => vec![json!([])],
        (_, "kinds") => vec![json!(["pdf"])],
        (_, "windows") => vec![json!([1_000, 50_000])],
        (_, "pauses_ms") => vec![json!([0, 3_600_000])],
        // One for each message of `simulate`, with a pause of an hour.
        (_, "times_ms") => vec![
            (0..81)
                .map(|message| message * 1_000 + if message > 60 { 3_600_000 } else { 0 })
                .collect(),
        ],
        (_, "mime") => vec![json!("image/png")],
        (_, "files") => vec![json!({})],
        (_, "path") => vec![json!("/srv/AGENTS.md")],
        (_, "roots") => vec![json!(["/srv"])],
        (_, "home") => vec![json!("/app/me")],
        (_, "last") => vec![json!([{ "path": "/app/c.py" }])],
        (_, "locators") => {
            let options =
                json!({ "min_tokens": 0, "protect_tokens": 0, "protect_latest_turn": false });
            let found = call(row.name, &inputs(row.name)[0], &options).expect("outputs to store");
            vec![
                json!({ found["offloads"][0]["key"].as_str().expect("a key"): "/outputs/first.txt" }),
            ]
        }
        _ => values(argument.name, argument.domain, words),
    }
}

/// Inputs and options to start from: those of the example, and what makes each argument matter.
fn bases(row: &Operation) -> Vec<(Value, Value)> {
    let mut bases = vec![(parsed(row.example.0), parsed(row.example.1))];
    let inputs = inputs(row.name);
    let inputs = if inputs.is_empty() {
        vec![parsed(row.example.0)]
    } else {
        inputs
    };
    for partners in partners(row) {
        bases.extend(inputs.iter().map(|input| {
            let mut options = parsed(row.example.1);
            for (name, value) in partners.as_object().into_iter().flatten() {
                let taken = name == "preset"
                    || row.option_names().contains(&name.as_str())
                    || row.arguments().any(|argument| argument.name == name);
                // The usage of `simulate` is a list.
                if taken && (row.name, name.as_str()) != ("simulate", "usage") {
                    options[name] = value.clone();
                }
            }
            (input.clone(), options)
        }));
    }
    if row.options.contains(&"thinking") {
        bases.extend(bound(row));
    }
    if row.name == "simulate" {
        for prices in ["anthropic-5m", "none"] {
            let options = json!({ "context_window": 24_000, "price_sets": [prices], "policies": ["default"] });
            bases.extend(inputs.iter().map(|input| (input.clone(), options.clone())));
        }
    }
    bases
}

/// A list with something to do for each operation that edits, and signed thinking behind it.
fn thoughts() -> Value {
    let thought = |id: usize| json!({ "type": "thinking", "thinking": prose(30, id), "signature": format!("signed {id}") });
    let image = json!({ "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": picture(400, 300) } });
    let ask = json!({ "role": "user", "content": [{ "type": "text", "text": "Look." }, image] });
    let round = |id: usize| {
        let call = json!({ "type": "tool_use", "id": id.to_string(), "name": "read_file", "input": { "path": "a.rs" } });
        let result = json!({ "type": "tool_result", "tool_use_id": id.to_string(), "content": format!("{}\n", prose(9, 1)).repeat(60) });
        [
            json!({ "role": "assistant", "content": [thought(id), call] }),
            json!({ "role": "user", "content": [result] }),
        ]
    };
    let rest = [
        json!({ "role": "assistant", "content": [thought(9), { "type": "text", "text": "Done." }] }),
        json!({ "role": "user", "content": "Go on." }),
    ];
    std::iter::once(ask)
        .chain((0..8).flat_map(round))
        .chain(rest)
        .collect()
}

fn bound(row: &Operation) -> Vec<(Value, Value)> {
    let mut options = parsed(row.example.1);
    let mut list = thoughts();
    match row.name {
        "validate" => {
            options = json!({ "previous": thoughts() });
            list[2]["content"][0]["content"] = json!("cleared");
        }
        "repair" => {
            options = json!({});
            list[0]["content"][0]["text"] = json!("");
        }
        "expand" => {
            let condensed =
                call("condense", &list, &json!({ "thinking": "free" })).expect("condensed");
            let patch: conspectus::Patch =
                serde_json::from_value(condensed["patch"].clone()).expect("a patch");
            list = patch.apply(&list).expect("applied");
        }
        "condense" => options = json!({}),
        "clear_media" => options = json!({ "keep_media": 0 }),
        "clear_stale" => options = json!({ "keep_tool_results": 1 }),
        "recent_turns" => {
            options = json!({});
            let all = list.as_array_mut().expect("a list");
            all.insert(0, json!({ "role": "user", "content": "Begin." }));
            all.insert(1, json!({ "role": "assistant", "content": "Yes." }));
        }
        "reference_images" => {
            let image = list[0]["content"][1].clone();
            let blocks = list[0]["content"].as_array_mut().expect("blocks");
            blocks.extend([image.clone(), image]);
            options = json!({ "preset": "qwen-code", "max_images": 1, "keep_images": 1 });
        }
        "prune" => {
            options =
                json!({ "preset": "gencode", "clear_min_tokens": 0, "clear_protect_tokens": 0 });
        }
        "mask_tool_outputs" => {
            options = json!({ "min_tokens": 0, "protect_tokens": 0 });
            let found = call(row.name, &list, &options).expect("candidates");
            for output in found["offloads"].as_array().expect("a list") {
                let key = output["key"].as_str().expect("a key");
                options["locators"][key] = json!("kept/it.txt");
            }
        }
        _ => {}
    }
    vec![(list, options)]
}

fn partners(row: &Operation) -> Vec<Value> {
    let mut all = vec![
        json!({}),
        json!({ "encoding": null, "model": null, "max_tokens": 40, "last_prompt_tokens": 0, "local": null, "usage": null }),
        json!({ "target_tokens": 0 }),
    ];
    all.push(json!({ "last_prompt_tokens": 1_048_000 }));
    all.push(json!({ "covering_messages": [0, 17] }));
    all.push(json!({ "context_window": 100, "last_prompt_tokens": 0 }));
    all.push(json!({ "split_rule": "tail_budget", "ladder": "gencode", "context_window": 40_000, "max_output_tokens": 32_000 }));
    if row.measures || row.options.contains(&"estimator") {
        all.extend(["chars", "exact", "instant", "script"].map(|name| json!({ "estimator": name, "clear_min_tokens": 0, "clear_protect_tokens": 0, "force": true, "usage": null, "last_prompt_tokens": 0, "max_images": 2, "keep_images": 1, "min_tokens": 0, "protect_tokens": 0 })));
        all.extend(
            systems::names()
                .iter()
                .map(|name| json!({ "preset": name })),
        );
    }
    // Imports two deep, one below the home, and text that estimators count differently.
    all.extend(["chars", "exact", "instant"].map(
        |name| json!({ "files": { "/app/style.md": prose(40, 1) + " @more.md", "/app/more.md": "語", "/app/me/x.md": "x" }, "estimator": name }),
    ));
    all.push(
        json!({ "last": [{ "path": "/app/d.py" }], "answer": "It failed.", "max_tokens": 40 }),
    );
    all.extend(["chars", "exact"].map(|name| json!({ "estimator": name, "keep_tool_results": 1 })));
    all.push(json!({ "tokenizer": "exact", "model": "gpt-5", "last_prompt_tokens": 0, "max_images": 2, "keep_images": 1 }));
    all.push(json!({ "turns": 3 }));
    all.push(
        json!({ "keep_media": 0, "keep_tool_results": 1, "target_tokens": 0, "max_bytes": null }),
    );
    all.push(
        json!({ "policies": ["opencode"], "context_window": 4_000, "max_output_tokens": 1_000 }),
    );
    all.push(json!({ "price_sets": null, "prices": "anthropic-5m", "context_window": 8_000 }));
    all.push(json!({ "price_sets": null, "prices": "anthropic-5m", "context_window": 200_000 }));
    all.extend([
        json!({ "rule": "config" }),
        json!({ "rule": "config", "estimator": "chars" }),
        json!({ "rule": "config", "estimator": "exact" }),
        json!({ "rule": "config", "estimator": "instant" }),
        json!({ "rule": "gemini-cli-proportional", "max_chars": 300, "max_lines": null }),
        json!({ "rule": "opencode", "max_lines": 5 }),
        json!({ "max_chars": 500, "max_lines": null }),
        json!({ "split_rule": "tail_budget", "tail_tokens": 300 }),
        json!({ "split_rule": "tail_budget", "tail_turns": 2, "context_window": 9_000, "max_output_tokens": 900, "preset": "opencode" }),
        json!({ "split_rule": "tail_budget", "estimator": "exact", "tail_tokens": 300 }),
        json!({ "split_rule": "tail_budget", "estimator": "instant", "tail_tokens": 300 }),
        json!({ "split_rule": "tail_budget", "estimator": "chars", "context_window": 12_000, "max_input_tokens": 11_000, "reserved_tokens": 2_000, "preset": "opencode" }),
        json!({ "split_rule": "newest_messages", "keep_messages": 3 }),
        json!({ "split_rule": "user_turn_or_trailing_call" }),
        json!({ "now_ms": 7_200_000, "last_activity_ms": 0, "keep_tool_results": 1, "force": false }),
        json!({ "max_result_chars": 500, "keep_tool_results": 1, "force": false, "now_ms": 7_200_000 }),
        json!({ "media_rule": "constant", "force": true }),
        json!({ "model": "claude-opus-4-7", "force": true }),
        json!({ "clear_min_tokens": 0, "clear_protect_tokens": 0 }),
        json!({ "clear_rule": "behind_two_turns", "clear_min_tokens": 0, "clear_protect_tokens": 200 }),
        json!({ "clear": true, "clear_min_tokens": 0, "clear_protect_tokens": 0, "context_window": 30_000, "preset": "opencode", "usage": { "input_tokens": 600 } }),
        json!({ "clear": true, "clear_min_tokens": 0, "clear_protect_tokens": 0, "context_window": 6_500, "preset": "gencode", "usage": null }),
        json!({ "ladder": "opencode", "context_window": 60_000, "max_input_tokens": 50_000, "max_output_tokens": 3_000 }),
        json!({ "ladder": "gencode", "context_window": 60_000, "max_output_tokens": 8_000 }),
        json!({ "min_tokens": 0, "protect_tokens": 0 }),
        json!({ "min_tokens": 0, "protect_tokens": 0, "protect_latest_turn": false }),
        json!({ "max_images": 2, "keep_images": 1 }),
        json!({ "modern": true }),
        json!({ "last_prompt_tokens": 1_000, "message": user(Dialect::Gemini, "Go on, please.", None) }),
        json!({ "message": user(Dialect::Gemini, "Go on, please.", None), "last_prompt_tokens": 0 }),
        json!({ "ratio": 0.2 }),
        json!({ "max_decisions": 1, "max_uses": 1 }),
    ]);
    all
}

fn call_of(tool: &str) -> Value {
    crate::common::histories::call(Dialect::Gemini, 30, tool, &json!({}))
}

fn lists() -> Vec<Value> {
    let mut all = Vec::new();
    for dialect in Dialect::ALL {
        all.push(Value::Array(talk(dialect, 9, 60, End::User)));
        all.push(Value::Array(talk(dialect, 6, 60, End::Waiting)));
    }
    let data = picture(1600, 1200);
    let mut list = vec![
        user(Dialect::Anthropic, "Look.", Some(&data)),
        agent(Dialect::Anthropic, "I see."),
    ];
    list.extend(round(Dialect::Anthropic, 3, 40, Some(&data)));
    all.push(Value::Array(list));
    all.push(json!([{ "role": "user", "content": format!("A picture of no known kind: data:image/x;base64,{}", "QUJD".repeat(60)) }]));
    all
}

/// An agent reads the same file three times: whole, whole again, and in part.
fn reads() -> Value {
    let file: Vec<String> = (1..=60)
        .map(|line| format!("{line:>6}\tlet value_{line} = compute({line});"))
        .collect();
    let read = |id: &str, lines: usize| {
        let arguments = json!({ "path": "a.rs" }).to_string();
        [
            json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id, "type": "function", "function": { "name": "read", "arguments": arguments } }] }),
            json!({ "role": "tool", "tool_call_id": id, "content": file[..lines].join("\n") }),
        ]
    };
    json!([read("1", 60), read("2", 60), read("3", 30)].concat())
}

fn inputs(name: &str) -> Vec<Value> {
    let text = json!(format!(
        "{}\nerror: no such file\n{}",
        prose(150, 1),
        prose(150, 2)
    ));
    let odd = json!([
        { "role": "user", "parts": [{ "text": "Hi" }] },
        { "role": "model", "parts": [{ "text": "because", "thought": true }, { "functionCall": { "name": "read_file", "args": {} }, "thoughtSignature": "c2ln" }] },
        { "role": "user", "parts": [{ "functionResponse": { "name": "read_file", "response": { "output": "x" } } }] },
        { "role": "user", "parts": [{ "text": "And?" }] },
        { "role": "model", "parts": [{ "text": "" }] },
        { "role": "model", "parts": [{ "functionCall": { "name": "read_file", "args": { "a": 1 } } }, { "functionCall": { "name": "grep", "args": {} } }] },
        { "role": "user", "parts": [{ "functionResponse": { "name": "grep", "response": { "output": "y" } } }] },
    ]);
    match name {
        "media_tokens" => vec![
            json!({ "width": 1600, "height": 1200 }),
            json!("AAAA"),
            json!({ "type": "image", "source": { "data": "AAAA" } }),
        ],
        "estimate_text_tokens" | "truncate_text" => {
            vec![
                text,
                json!(format!("see data:image/png;base64,{}", picture(900, 700))),
                json!("Hello, world!"),
            ]
        }
        "encode" | "truncate" | "summarize_output" => vec![text],
        "expand_imports" => vec![json!("Read @style.md and @~/x.md.")],
        "join_instructions" => vec![
            json!([{ "path": "/AGENTS.md", "text": prose(90, 1) }, { "path": "/app/AGENTS.md", "text": "語 Run the tests." }]),
        ],
        "page_text" => vec![json!(
            (0..2_100)
                .map(|line| format!("{line} {}\n", "x".repeat(line)))
                .collect::<String>()
        )],
        "condense" => vec![reads()],
        "simulate" => {
            let url = format!("data:image/png;base64,{}", picture(900, 700));
            let image = json!({ "type": "image_url", "image_url": { "url": url } });
            let ask = json!({ "role": "user", "content": [{ "type": "text", "text": "Read all parts." }, image] });
            let round = |id: usize| {
                let function = json!({ "name": "read_file", "arguments": json!({ "path": format!("src/part_{}.rs", id / 2) }).to_string() });
                let call = json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id.to_string(), "type": "function", "function": function }] });
                [
                    call,
                    json!({ "role": "tool", "tool_call_id": id.to_string(), "content": format!("part_{id} {}", prose(300, id)) }),
                ]
            };
            vec![Value::Array(
                std::iter::once(ask)
                    .chain((0..40).flat_map(round))
                    .collect(),
            )]
        }
        "clear_stale" => {
            let tools = [
                "read_file",
                "read_file",
                "read_skill",
                "read_file",
                "read",
                "read",
                "read",
                "read",
            ];
            let pair = |(id, tool): (usize, &&str)| {
                let function =
                    json!({ "name": tool, "arguments": json!({ "path": "a.rs" }).to_string() });
                let call = json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id.to_string(), "type": "function", "function": function }] });
                [
                    call,
                    json!({ "role": "tool", "tool_call_id": id.to_string(), "content": prose(150, 1) }),
                ]
            };
            let mut list: Vec<Value> = tools.iter().enumerate().flat_map(pair).collect();
            list.push(json!({ "role": "assistant", "content": "Done." }));
            // What an image costs shows in the size of the list.
            let url = format!("data:image/png;base64,{}", picture(900, 700));
            let image = json!({ "type": "image_url", "image_url": { "url": url } });
            list.insert(
                0,
                json!({ "role": "user", "content": [{ "type": "text", "text": "Look." }, image] }),
            );
            let [call, mut large] = pair((9, &"read"));
            large["content"] = json!(prose(900, 2));
            list.splice(1..1, [call, large]);
            vec![Value::Array(list)]
        }
        "expand" => {
            let admitted = call("condense", &reads(), &json!({})).expect("admitted");
            let patch: conspectus::Patch =
                serde_json::from_value(admitted["patch"].clone()).expect("a patch");
            vec![patch.apply(&reads()).expect("applied")]
        }
        "count_texts" => vec![json!([text])],
        "count_tokens" => lists(),
        "curate" | "harden" => {
            let mut open = odd.as_array().cloned().expect("a list");
            let pending = json!({ "role": "model", "parts": [{ "functionCall": { "name": "grep", "args": {} } }] });
            let extra = json!({ "role": "user", "parts": [{ "functionResponse": { "name": "grep", "response": { "output": "y" }, "extra": 1 } }, { "text": "t", "x": 1 }] });
            let last = [
                odd.clone(),
                json!([&open[..2], std::slice::from_ref(&pending)].concat()),
                json!([&open[..], &[extra, pending]].concat()),
            ];
            open.truncate(5);
            last.into_iter().chain([Value::Array(open)]).collect()
        }
        "normalize_response" => vec![
            json!([{ "functionResponse": { "name": "read_file", "response": { "output": prose(2_000, 1) } } }]),
        ],
        "estimate_parts_tokens" | "check_overflow" => vec![
            json!([{ "text": prose(900, 1) }]),
            json!([{ "text": "x".repeat(392) }]),
            json!([{ "functionCall": { "name": "read_file", "args": { "path": prose(80, 1) } } }]),
        ],
        "usage_tokens" => {
            vec![json!({ "input_tokens": 120, "output_tokens": 30, "total_tokens": 400 })]
        }
        "messages_for_model" => vec![
            json!({ "messages": talk(Dialect::Anthropic, 4, 30, End::Agent), "summaries": [{ "id": "s1", "type": "compaction", "coveringMessages": [0, 4], "content": "Notes." }] }),
        ],
        "mask_tool_outputs" | "reference_images" | "estimate_prompt_tokens" => {
            let mut latest = talk(Dialect::Gemini, 12, 600, End::Agent);
            let url = format!("data:image/png;base64,{}", picture(900, 700));
            latest.push(user(Dialect::Gemini, "Read it all.", None));
            latest.extend(round(Dialect::Gemini, 20, 900, None));
            latest.extend([
                call_of("shot"),
                result(
                    Dialect::Gemini,
                    30,
                    "shot",
                    &format!("{url} {}", prose(700, 3)),
                    None,
                ),
            ]);
            let mut all = vec![Value::Array(latest)];
            all.extend(lists());
            all
        }
        _ if matches!(
            operations()
                .find(|row| row.name == name)
                .map(|row| row.input),
            Some(conspectus_api::Input::Messages)
        ) =>
        {
            lists()
        }
        _ => Vec::new(),
    }
}
