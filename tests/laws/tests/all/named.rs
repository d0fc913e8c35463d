//! Shows that inputs on which other systems, or an earlier version of this one, failed are handled.
//! Each name says what must hold.

use conspectus_laws::Shape;
use conspectus_laws::host::{call, compact_embedded, tokens};
use conspectus_laws::laws::cuts::check_cut;
use conspectus_laws::render::{agent_text, round, user_text};
use conspectus_laws::text::plain;
use conspectus_laws::validate::{Session, answer_waiting, check, waiting};
use conspectus_presets as systems;
use serde_json::{Value, json};

fn cut(shape: Shape, messages: &Value, options: &Value) -> usize {
    let mut options = options.clone();
    options["dialect"] = json!(shape.name());
    let point = call("find_split_point", messages, &options).expect("a split point");
    point["index"].as_u64().expect("an index") as usize
}

fn rounds(shape: Shape, prompt: &str, count: usize, chars: usize) -> Value {
    let mut list = vec![user_text(shape, prompt)];
    for number in 0..count {
        list.extend(round(shape, number, "run_shell_command", &plain(chars)));
    }
    Value::Array(list)
}

/// B-1: one prompt, ten rounds of 50,000 chars, the last message a result.
#[test]
fn b1_one_prompt_and_ten_large_results_can_be_cut_and_compacted() {
    for shape in Shape::ALL {
        let messages = rounds(shape, "Do it all.", 10, 50_000);
        let index = cut(shape, &messages, &json!({}));
        assert!(index > 1, "{} cuts at {index}", shape.name());
        check_cut(shape, &messages, index).unwrap_or_else(|problem| panic!("{problem}"));
        let options = json!({ "dialect": shape.name(), "context_window": 200_000, "clear": false });
        let run = compact_embedded(
            &messages,
            &json!({ "dialect": shape.name(), "summarize": "extractive", "clear": false }),
        )
        .expect("it runs");
        let after = run.result(&messages).expect("it fits").messages;
        assert!(
            tokens(&after, &options).expect("measured") * 2
                < tokens(&messages, &options).expect("measured"),
            "{}",
            run.done
        );
        assert!(
            after.to_string().contains("Do it all."),
            "the request is restated"
        );
    }
}

/// B-6: a result, then the next task, both the user's: the place between them is a boundary.
#[test]
fn b6_a_new_task_right_after_a_result_is_a_boundary() {
    for shape in Shape::ALL {
        let mut list = rounds(shape, "First task.", 1, 40_000)
            .as_array()
            .cloned()
            .expect("a list");
        list.push(user_text(shape, "Next task."));
        let messages = Value::Array(list);
        for preset in ["default", "gemini-cli", "qwen-code"] {
            let index = cut(
                shape,
                &messages,
                &json!({ "preset": preset, "fraction": 0.5 }),
            );
            assert_eq!(index, 3, "{} {preset}", shape.name());
        }
        check_cut(shape, &messages, 3).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

/// B-17: parallel calls of one tool without ids, one answer: the others still wait, and stay.
#[test]
fn b17_parallel_calls_without_ids_are_not_answered_by_one_result() {
    let call = json!({ "functionCall": { "name": "grep", "args": {} } });
    let mut list = rounds(Shape::Gemini, "Go.", 3, 20_000)
        .as_array()
        .cloned()
        .expect("a list");
    list.push(json!({ "role": "model", "parts": [call, call, call] }));
    list.push(json!({ "role": "user", "parts": [{ "functionResponse": { "name": "grep", "response": { "output": "one" } } }] }));
    let messages = Value::Array(list);
    assert_eq!(waiting(Shape::Gemini, &messages).len(), 2);
    for preset in ["default", "qwen-code", "gemini-cli"] {
        let options = json!({ "dialect": "gemini", "preset": preset, "summarize": "extractive", "clear": false });
        let after = compact_embedded(&messages, &options)
            .expect("it runs")
            .result(&messages)
            .expect("it fits")
            .messages;
        assert_eq!(waiting(Shape::Gemini, &after).len(), 2, "{preset}: {after}");
    }
}

/// B-21: parallel calls a and b, only a is answered, and the history ends: b's batch is kept whole.
#[test]
fn b21_a_batch_that_is_half_answered_is_kept_whole() {
    for shape in Shape::ALL {
        let mut list = rounds(shape, "Go.", 4, 20_000)
            .as_array()
            .cloned()
            .expect("a list");
        let [mut calls, _] = round(shape, 8, "a", "");
        let [other, result] = round(shape, 9, "b", "answered");
        // The calls of one answer: parts of one message, but for Responses, where each is an item.
        let calls_at = match shape {
            Shape::OpenaiResponses => None,
            Shape::Gemini => Some("/parts"),
            Shape::OpenaiChat => Some("/tool_calls"),
            Shape::Langchain => Some("/data/tool_calls"),
            Shape::Anthropic | Shape::AiSdk | Shape::Bedrock | Shape::Pi => Some("/content"),
            Shape::PydanticAi => Some("/parts"),
            // A call and its result are one part.
            Shape::UiMessage => continue,
        };
        match calls_at {
            Some(place) => {
                let second = other.pointer(place).expect("a list")[0].clone();
                calls
                    .pointer_mut(place)
                    .and_then(Value::as_array_mut)
                    .expect("a list")
                    .push(second);
                list.extend([calls, result]);
            }
            None => list.extend([calls, other, result]),
        }
        let messages = Value::Array(list);
        for preset in systems::names() {
            let index = cut(
                shape,
                &messages,
                &json!({ "preset": preset, "fraction": 0.95 }),
            );
            assert!(index <= 9, "{} {preset} cuts at {index}", shape.name());
            check_cut(shape, &messages, index)
                .unwrap_or_else(|problem| panic!("{} {preset}: {problem}", shape.name()));
        }
    }
}

/// B-25: the boundary that a tail of ten messages would have falls between a call and its result.
#[test]
fn b25_no_fraction_cuts_between_a_call_and_its_result() {
    for shape in Shape::ALL {
        let messages = rounds(shape, "Go.", 12, 3_000);
        for percent in 1..100 {
            let index = cut(
                shape,
                &messages,
                &json!({ "preset": "gencode", "fraction": f64::from(percent) / 100.0 }),
            );
            assert!(index > 0, "{} {percent} %", shape.name());
            check_cut(shape, &messages, index)
                .unwrap_or_else(|problem| panic!("{percent} %: {problem}"));
        }
    }
}

/// Found by the laws: the very end is no closed boundary while calls wait there.
#[test]
fn the_end_is_not_closed_while_calls_wait() {
    for shape in Shape::ALL {
        if shape == Shape::UiMessage {
            // `round` gives no call without its result there.
            continue;
        }
        let list = rounds(shape, "Go.", 2, 10);
        let all = list.as_array().expect("a list");
        let open = Value::Array(all[..4].to_vec());
        let config = conspectus::Config::default().with_dialect(Some(
            conspectus::Dialect::from_name(shape.name()).expect("known"),
        ));
        let closed = |messages: &Value| {
            let history = conspectus::History::of(config.clone(), messages).expect("it is read");
            history.is_closed_boundary(history.len())
        };
        assert!(closed(&list) && !closed(&open), "{}", shape.name());
    }
}

/// Found by the laws: calls of one answer, each in a message of its own, are one batch for every
/// rule of cutting.
#[test]
fn a_batch_in_several_messages_is_never_parted() {
    for shape in [Shape::Gemini, Shape::Anthropic] {
        let mut list = rounds(shape, "Go.", 3, 9_000)
            .as_array()
            .cloned()
            .expect("a list");
        let [first, first_result] = round(shape, 7, "a", "x");
        let [second, _] = round(shape, 8, "b", "y");
        list.extend([first, second, first_result]);
        let messages = Value::Array(list);
        let waits = waiting(shape, &messages);
        assert_eq!(waits.len(), 1);
        for preset in ["default", "qwen-code", "gemini-cli"] {
            for fraction in [0.05, 0.5, 0.95] {
                let options = json!({ "dialect": shape.name(), "preset": preset, "fraction": fraction, "summarize": "extractive", "clear": false });
                let after = compact_embedded(&messages, &options)
                    .expect("it runs")
                    .result(&messages)
                    .expect("it fits")
                    .messages;
                let answered = answer_waiting(shape, &after, &waits);
                check(shape, &answered, Session::default())
                    .unwrap_or_else(|problem| panic!("{options}: {problem}: {answered}"));
            }
        }
        // All results in one message after two messages of calls.
        let whole = answer_waiting(shape, &messages, &waits);
        let after = compact_embedded(
            &whole,
            &json!({ "dialect": shape.name(), "preset": "qwen-code", "summarize": "extractive", "fraction": 0.95 }),
        );
        let after = after
            .expect("it runs")
            .result(&whole)
            .expect("it fits")
            .messages;
        check(shape, &after, Session::default())
            .unwrap_or_else(|problem| panic!("{problem}: {after}"));
    }
}

/// Found by the laws: a tool loop that a signed thought opened goes whole or stays whole, as long
/// as it is open.
#[test]
fn an_open_loop_with_a_signed_thought_stays_whole() {
    let shape = Shape::Anthropic;
    let mut list = vec![
        user_text(shape, "Old task."),
        agent_text(shape, &plain(4_000)),
        user_text(shape, "New task."),
    ];
    for number in 0..8 {
        let [mut call, result] = round(shape, number, "read_file", &plain(6_000));
        if number == 0 {
            call["content"].as_array_mut().expect("a list").insert(
                0,
                json!({ "type": "thinking", "thinking": "hm", "signature": "c2ln" }),
            );
        }
        list.extend([call, result]);
    }
    let open = Value::Array(list.clone());
    for preset in systems::names() {
        let index = cut(shape, &open, &json!({ "preset": preset }));
        check_cut(shape, &open, index).unwrap_or_else(|problem| panic!("{preset}: {problem}"));
        assert!(index > 0, "{preset} finds the boundary before the loop");
    }
    // Once the user speaks again, the loop may be cut as any other.
    list.push(agent_text(shape, "Done."));
    list.push(user_text(shape, "Thanks, next."));
    let closed = Value::Array(list);
    let index = cut(shape, &closed, &json!({ "fraction": 0.5 }));
    assert!((4..19).contains(&index), "cuts at {index}");
    check_cut(shape, &closed, index).unwrap_or_else(|problem| panic!("{problem}"));
}
