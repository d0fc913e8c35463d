//! What a driver tells a compactor of the functions of its host.

use conspectus_api::{CompactorApi, Listing, Reply};
use serde_json::{Value, json};

/// What comes of a question about a whole list or another value, with all that it left to do.
fn asked(
    machine: &mut CompactorApi,
    event: &str,
    given: &Value,
    beside: &Value,
) -> conspectus::Result<Value> {
    match machine.ask(event, Listing::whole(given), beside)? {
        Reply::Told(answer) => Ok(answer),
        Reply::Work(work) => machine.work(*work),
        Reply::Whole => panic!("{event} was given all of it"),
    }
}

fn messages() -> Value {
    let step = |turn: usize| json!({ "role": if turn.is_multiple_of(2) { "user" } else { "assistant" }, "content": format!("Step {turn}. {}", "I read a file. ".repeat(60)) });
    (0..40).map(step).collect()
}

/// A compactor whose run waits for what this function gives, and the action that asks it.
fn waiting_for(function: &str) -> (CompactorApi, Value) {
    let options =
        json!({ "context_window": 8_000, "summarize": "host", "host_functions": ["store"] });
    let mut machine = CompactorApi::new(&options).expect("a compactor");
    let turn = json!({ "force": true });
    asked(&mut machine, "handle_messages", &messages(), &turn).expect("a run");
    while let Some(action) = machine.poll_lean(true) {
        if action["asks"]["function"] == function {
            return (machine, action);
        }
        let given = if action["kind"] == "store_output" {
            json!("a.txt")
        } else {
            Value::Null
        };
        asked(&mut machine, "answer", &given, &Value::Null).expect("an answer");
    }
    panic!("{function} was never asked");
}

#[test]
fn an_action_says_what_an_error_of_its_function_means() {
    for (function, on_error) in [
        ("before_compact", "raise"),
        ("summarize", "fail"),
        ("store", "skip"),
    ] {
        let (_, action) = waiting_for(function);
        assert_eq!(action["asks"]["on_error"], on_error, "{function}");
    }
    let (mut machine, _) = waiting_for("before_compact");
    machine.cancel();
    let done = machine.poll_lean(true).expect("an end");
    assert_eq!(
        (&done["asks"]["on_error"], &done["asks"]["raises"]),
        (&json!("keep"), &json!(false))
    );
    // Who drives by hand reads the kind.
    let (mut machine, _) = waiting_for("before_compact");
    assert!(
        machine
            .poll_action()
            .expect("an action")
            .get("asks")
            .is_none()
    );
}

#[test]
fn a_wrong_answer_of_a_hook_is_an_error_and_changes_nothing() {
    for wrong in [
        json!({ "cancel": "yes" }),
        json!({ "context": 7 }),
        json!({ "cansel": true }),
    ] {
        let (mut machine, _) = waiting_for("before_compact");
        let before = machine.state();
        let error = asked(&mut machine, "answer", &wrong, &Value::Null).expect_err("an error");
        assert_eq!(
            (error.code(), machine.state()),
            ("UNSUPPORTED_TYPE", before),
            "{wrong}"
        );
    }
    let (mut machine, _) = waiting_for("before_compact");
    asked(
        &mut machine,
        "answer",
        &json!({ "cancel": true }),
        &Value::Null,
    )
    .expect("an answer");
    assert_eq!(machine.state(), "done");
}

#[test]
fn what_the_host_says_before_reaches_the_summariser() {
    let (mut machine, _) = waiting_for("before_compact");
    asked(
        &mut machine,
        "answer",
        &json!({ "context": "The branch is `fix`." }),
        &Value::Null,
    )
    .expect("an answer");
    while let Some(action) = machine.poll_lean(true) {
        if action["kind"] == "summarize" {
            assert!(
                action["request"]["messages"]
                    .to_string()
                    .contains("The branch is `fix`.")
            );
            return;
        }
        asked(&mut machine, "answer", &json!("a.txt"), &Value::Null).expect("an answer");
    }
    panic!("model not called");
}

#[test]
fn an_answer_after_the_end_is_let_go() {
    for event in ["answer", "failure"] {
        let (mut machine, _) = waiting_for("summarize");
        let (given, usage) = (json!("too late"), json!({ "input_tokens": 9 }));
        let Reply::Work(work) = machine
            .ask(event, Listing::whole(&given), &usage)
            .expect("an answer")
        else {
            panic!("{event} takes long");
        };
        machine.cancel();
        assert_eq!(machine.work(*work).expect("nothing"), Value::Null);
        // Now it is known that nobody waits.
        assert_eq!(
            asked(&mut machine, "awaits", &Value::Null, &Value::Null).expect("a name"),
            ""
        );
        assert_eq!(
            asked(&mut machine, event, &given, &Value::Null).expect("nothing"),
            Value::Null
        );
    }
}

#[test]
fn a_store_that_fails_or_is_not_there_stores_nothing() {
    for (event, given) in [
        ("answer", Value::Null),
        ("failure", Value::Null),
        ("failure", json!("the disk is full")),
    ] {
        let (mut machine, _) = waiting_for("store");
        asked(&mut machine, event, &given, &Value::Null).expect("an answer");
        assert_ne!(machine.state(), "storing", "{event} {given}");
    }
}

#[test]
fn the_end_of_a_list_is_enough_or_the_whole_list_is_asked_for() {
    let mut machine =
        CompactorApi::new(&json!({ "context_window": 200_000 })).expect("a compactor");
    let turn = json!({});
    let list = messages();
    let list = list.as_array().expect("a list");
    let some = json!(list[..20]);
    asked(&mut machine, "handle_messages", &some, &turn).expect("a run");
    while machine.poll_lean(true).is_some() {}
    let known = asked(&mut machine, "known_of", &Value::Null, &Value::Null).expect("a number");
    assert_eq!(known, 0);
    let (same, tail) = (19, &list[19..]);
    let told = machine
        .ask("handle_messages", Listing::behind(same, tail), &turn)
        .expect("a run");
    assert!(matches!(told, Reply::Told(Value::Null)), "{told:?}");
    machine.cancel();
    while machine.poll_lean(true).is_some() {}
    // What is forced looks at all of it.
    let force = json!({ "force": true });
    let whole = machine
        .ask("handle_messages", Listing::behind(39, &list[39..]), &force)
        .expect("a reply");
    assert!(matches!(whole, Reply::Whole), "{whole:?}");
}

#[test]
fn an_unknown_event_is_an_error() {
    let mut machine = CompactorApi::new(&json!({})).expect("a compactor");
    let error =
        asked(&mut machine, "handle_mesages", &json!([]), &Value::Null).expect_err("an error");
    assert_eq!(error.code(), "UNKNOWN_OPERATION");
    assert!(error.message().contains("`handle_messages`"), "{error}");
}

#[test]
fn a_run_with_nothing_to_do_asks_nothing_and_tells_only_who_listens() {
    let ended = |heard| {
        let mut machine =
            CompactorApi::new(&json!({ "context_window": 200_000 })).expect("options");
        let messages = json!([{ "role": "user", "content": "Hi" }]);
        asked(&mut machine, "handle_messages", &messages, &json!({})).expect("a run");
        machine.poll_lean(heard).expect("an end")
    };
    let (all, quiet) = (ended(true), ended(false));
    assert_eq!(all["log"][0]["event"], "finished");
    assert!(quiet.get("log").is_none() && quiet.get("asks").is_none());
    assert_eq!(all["result"], quiet["result"]);
}
