//! The compactor as a state machine: every event in every state has a defined result, every run
//! ends, and only a smaller result is applied.

use crate::host::{apply, compact, compactor_options, placed, tokens};
use crate::random::Random;
use crate::render::{agent_text, conversation, user_text};
use crate::story::Limits;
use crate::validate::{Session, answer_waiting, check, waiting};
use crate::{Outcome, Shape, ensure};
use conspectus_api::CompactorApi;
use serde_json::{Value, json};

/// Answers that no summarizer should return.
const GARBAGE: [&str; 10] = [
    "",
    " \n",
    "I refuse.",
    "<state_snapshot>",
    "</state_snapshot><state_snapshot>",
    "<state_snapshot></state_snapshot>",
    "<scratchpad>only thoughts",
    "<scratchpad>only thoughts</scratchpad>",
    "<state_snapshot><unknown>x</unknown></state_snapshot>",
    "<overall_goal>x</overall_goal>",
];

const GOOD: &str = "<state_snapshot><overall_goal>Carry on.</overall_goal></state_snapshot>";

/// Random events in random order: errors are typed and change nothing, each run ends exactly once.
pub fn any_order_of_events_is_defined(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 5,
            text_chars: 2_000,
        },
    );
    let summarizer = random.pick(&["extractive", "host", "host"]);
    let options = compactor_options(random, shape, summarizer);
    let mut machine =
        CompactorApi::new(&placed(&options)).map_err(|error| format!("{options}: {error}"))?;
    let (mut started, mut ended) = (0, 0);
    // Whether actions are left: unknown once one was taken.
    let mut left = Some(false);
    // Whether `before_compact` is the action that was polled last.
    let mut answerable = false;
    let mut log = Vec::new();
    for _ in 0..random.within(3, 40) {
        let before = machine.state();
        let event = random.below(13);
        let (name, allowed, result) = match event {
            0 | 1 => {
                let force = random.chance(80);
                let turn = json!({ "force": force });
                // gemini-cli knows a window for every model.
                let refused = !force
                    && options.get("context_window").is_none()
                    && options["preset"] != "gemini-cli";
                let result = machine.handle_messages(&messages, &turn);
                (
                    "messages",
                    ["idle", "done"].contains(&before) && !refused,
                    Some(result),
                )
            }
            2 => ("garbage", false, {
                // What is no response of pydantic-ai is read as a request, whatever its role.
                let role = if shape == Shape::PydanticAi {
                    json!([7])
                } else {
                    json!([{ "role": 7 }])
                };
                let broken = [json!({}), json!([1]), role];
                Some(machine.handle_messages(&broken[random.below(3)], &json!({ "force": true })))
            }),
            3 => (
                "summary",
                before == "summarizing",
                Some(machine.handle_summary(if random.chance(50) {
                    GOOD
                } else {
                    random.pick(&GARBAGE)
                })),
            ),
            4 => (
                "failure",
                before == "summarizing",
                Some(machine.handle_failure("no")),
            ),
            5 => {
                let other = json!([{ "role": "user", "content": "x" }]);
                let current = if random.chance(70) { &messages } else { &other };
                (
                    "current",
                    before == "committing",
                    Some(machine.handle_current(current)),
                )
            }
            9 => (
                "stored",
                before == "storing",
                Some(machine.handle_stored("file")),
            ),
            10 => (
                "store failed",
                before == "storing",
                Some(machine.handle_store_failed("full")),
            ),
            11 => (
                "restored",
                before == "restoring",
                Some(machine.handle_restored(&json!([]))),
            ),
            12 => {
                let result = machine.handle_before_compact("Mind the tests.");
                ensure!(
                    result.is_ok() == answerable,
                    "{options}: {log:?}: {result:?}, `before_compact` was polled last: {answerable}"
                );
                answerable = false;
                ("before_compact", true, None)
            }
            6 if random.chance(30) => {
                machine.cancel();
                answerable = answerable && ["idle", "done"].contains(&before);
                ("cancel", true, None)
            }
            _ => {
                let action = machine.poll_action();
                ended += usize::from(
                    action
                        .as_ref()
                        .is_some_and(|action| action["kind"] == "done"),
                );
                left = if action.is_some() { None } else { Some(false) };
                answerable = action.is_some_and(|action| action["kind"] == "before_compact");
                ("poll", true, None)
            }
        };
        log.push(format!("{name} in {before}"));
        if let Some(result) = result {
            let allowed = allowed && left != Some(true);
            let unknown = allowed && left.is_none();
            ensure!(
                unknown || result.is_ok() == allowed,
                "{options}: {log:?}: {result:?}, allowed: {allowed}"
            );
            let typed = result.as_ref().map_or_else(
                |error| {
                    [
                        "WRONG_ORDER",
                        "BUSY",
                        "INVALID_OPTION",
                        "INVALID_MESSAGES",
                        "WINDOW_UNKNOWN",
                    ]
                    .contains(&error.code())
                },
                |()| true,
            );
            ensure!(typed, "{log:?}: {result:?}");
            ensure!(
                result.is_ok() || machine.state() == before,
                "{log:?}: a refused event moved the machine to {}",
                machine.state()
            );
            started += usize::from(result.is_ok() && name == "messages");
            left = if result.is_ok() { Some(true) } else { left };
        }
        if name == "cancel"
            && ["storing", "summarizing", "restoring", "committing"].contains(&before)
        {
            left = Some(true);
        }
    }
    // Whatever came before, a host that cancels and drains gets to the end.
    machine.cancel();
    for _ in 0..8 {
        ended += usize::from(
            machine
                .poll_action()
                .is_some_and(|action| action["kind"] == "done"),
        );
    }
    ensure!(
        ended == started,
        "{options}: {started} runs, {ended} ends: {log:?}"
    );
    ensure!(
        machine.state() == if started > 0 { "done" } else { "idle" },
        "{log:?}: it ends in {}",
        machine.state()
    );
    ensure!(
        machine.poll_action().is_none(),
        "{log:?}: it goes on after the end"
    );
    Ok(())
}

/// A summary of any size, or garbage: the result is smaller by what was asked for, or nothing
/// changed and the report says why.
pub fn only_what_is_smaller_is_applied(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 8_000,
        },
    );
    let mut options = compactor_options(random, shape, "host");
    options["clear"] = json!(false);
    // Nothing stands in for a summary, so that its failure shows.
    options["fallback"] = json!("none");
    let garbage = random.chance(40);
    let answer = match random.below(3) {
        _ if garbage => random.pick(&GARBAGE).to_owned(),
        0 => GOOD.to_owned(),
        _ => GOOD.replace("Carry on.", &crate::text::plain(random.below(60_000))),
    };
    let run = compact(&messages, &options, &json!({ "force": true }), &mut |_| {
        Some(answer.clone())
    })?;
    let (done, report) = (&run.done, &run.done["result"]);
    if done["applied"] != true {
        ensure!(
            report["tokens_before"] == report["tokens_after"] && report["removed"] == json!([]),
            "{options}: nothing was applied, yet {report}"
        );
        ensure!(
            !report["reason"].as_str().unwrap_or_default().is_empty(),
            "{options}: no reason given: {done}"
        );
        return Ok(());
    }
    ensure!(
        // gencode takes any text, as its original does.
        !garbage || report["status"] != "summarized" || options["preset"] == "gencode",
        "{options}: garbage was applied: {answer:?}"
    );
    let after = run.result(&messages)?.messages;
    let (before, now) = (tokens(&messages, &options)?, tokens(&after, &options)?);
    // The estimate of the parts and the estimate of the whole round on their own.
    ensure!(
        now <= before + 1,
        "{options}: {before} -> {now}: {done}\n{messages}\n{after}"
    );
    Ok(())
}

/// The model fails, the host cancels, or the list has changed when the patch arrives: no summary is
/// applied, and the report says why.
pub fn a_run_that_fails_changes_nothing(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 3_000,
        },
    );
    let mut options = compactor_options(random, shape, "host");
    options["clear"] = json!(false);
    // Nothing stands in for a summary, so that its failure shows.
    options["fallback"] = json!("none");
    // Ids that come again are repaired whatever becomes of the summary.
    if options["preset"] == "default" {
        options["repair_history"] = json!("never");
    }
    let failure = random.pick(&["model", "cancel", "gone"]);
    let mut machine =
        CompactorApi::new(&placed(&options)).map_err(|error| format!("{options}: {error}"))?;
    machine
        .handle_messages(&messages, &json!({ "force": true }))
        .map_err(|error| error.to_string())?;
    let (mut failed, mut done) = (false, Value::Null);
    while let Some(action) = machine.poll_action() {
        let asked = action["kind"].as_str().unwrap_or_default();
        failed |= matches!(
            (asked, failure),
            ("summarize", "model" | "cancel") | ("apply", "gone")
        );
        let answer = match (asked, failure) {
            ("summarize", "model") => machine.handle_failure("no model"),
            ("summarize", "cancel") => {
                machine.cancel();
                Ok(())
            }
            ("summarize", _) => machine.handle_summary(GOOD),
            ("store_output", _) => machine.handle_stored("file"),
            ("read_files", _) => machine.handle_restored(&json!([])),
            ("apply", _) => machine.handle_current(&if failure == "gone" {
                json!([])
            } else {
                messages.clone()
            }),
            _ => Ok(()),
        };
        answer.map_err(|error| format!("{options} {failure}: {error}"))?;
        if asked == "done" {
            done = action;
        }
    }
    if !failed {
        return Ok(());
    }
    let report = &done["result"];
    if failure == "model" && report["status"] == "reduced" {
        // What has to stay was too large for the window, and was cut: that needs no model.
        ensure!(
            report["summary"].is_null()
                && report["tokens_after"].as_u64() < report["tokens_before"].as_u64(),
            "{options} {failure}: {done}"
        );
        return Ok(());
    }
    ensure!(
        done["applied"] == false,
        "{options} {failure}: applied: {done}\n{messages}"
    );
    ensure!(
        report["tokens_before"] == report["tokens_after"],
        "{options} {failure}: another size: {report}"
    );
    ensure!(
        !report["reason"].as_str().unwrap_or_default().is_empty(),
        "{options} {failure}: no reason given: {done}"
    );
    Ok(())
}

/// Messages that arrived meanwhile follow the patched ones; any other change makes the run stale.
pub fn a_history_that_moved_is_noticed(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 3_000,
        },
    );
    let summarizer = random.pick(&["extractive", "host"]);
    let options = compactor_options(random, shape, summarizer);
    let mut machine =
        CompactorApi::new(&placed(&options)).map_err(|error| format!("{options}: {error}"))?;
    machine
        .handle_messages(&messages, &json!({ "force": true }))
        .map_err(|error| error.to_string())?;
    let (current, same) = moved(random, shape, &messages);
    let mut patch = None;
    while let Some(action) = machine.poll_action() {
        match action["kind"].as_str() {
            Some("summarize") => machine
                .handle_summary(GOOD)
                .map_err(|error| error.to_string())?,
            Some("store_output") => machine
                .handle_stored("file")
                .map_err(|error| error.to_string())?,
            Some("read_files") => machine
                .handle_restored(&json!([]))
                .map_err(|error| error.to_string())?,
            Some("apply") => {
                patch = Some(action["patch"].clone());
                machine
                    .handle_current(&current)
                    .map_err(|error| error.to_string())?;
            }
            Some("done") if patch.is_some() => {
                let status = if same {
                    action["applied"] == true
                } else {
                    action["result"]["status"] == "conflict"
                };
                ensure!(
                    status,
                    "{options}: {} with {}\n{messages}\n{current}",
                    action["result"]["status"],
                    if same {
                        "more messages"
                    } else {
                        "another history"
                    }
                );
            }
            _ => {}
        }
    }
    if let (Some(patch), true) = (patch, same) {
        let after = apply(&patch, &current)?.messages;
        check(shape, &after, Session::of(shape, &messages))
            .map_err(|problem| format!("{options}: {problem}\n{messages}\n{after}"))?;
    }
    Ok(())
}

/// The list some time later: longer, or changed in a way that the plan must not survive.
fn moved(random: &mut Random, shape: Shape, messages: &Value) -> (Value, bool) {
    let waits = waiting(shape, messages);
    let mut list = answer_waiting(shape, messages, &waits)
        .as_array()
        .cloned()
        .unwrap_or_default();
    let place = random.below(messages.as_array().map_or(0, Vec::len));
    match random.below(5) {
        0 => {
            drop(list.remove(place));
        }
        1 => {
            let text = format!("{} and more", list[place]);
            list[place] = user_text(shape, &text);
        }
        2 => list.insert(place, user_text(shape, "in between")),
        3 => {}
        _ => {
            // Where roles alternate, the agent answers first.
            if shape == Shape::Bedrock && list.last().is_some_and(|last| last["role"] == "user") {
                list.push(agent_text(shape, "done"));
            }
            list.push(user_text(shape, "next task"));
        }
    }
    // What was taken out or put in may, by chance, leave the same list as before.
    let length = messages.as_array().map_or(0, Vec::len);
    let same = list.len() >= length
        && list[..length] == *messages.as_array().map(Vec::as_slice).unwrap_or_default();
    (Value::Array(list), same)
}
