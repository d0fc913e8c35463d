//! A valid history stays valid. No call is separated from its result, calls that wait are kept, and
//! signed parts stay as they are.

use crate::host::{Run, Transform, apply, compact, compact_embedded, compactor_options, summary};
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::validate::{Session, answer_waiting, check, check_signatures, waiting};
use crate::{Outcome, Shape};
use serde_json::{Value, json};

/// The premise of all the others: what is generated is valid, and stays so once waiting calls are
/// answered.
pub fn the_generator_is_valid(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let session = Session::of(shape, &messages);
    check(shape, &messages, session).map_err(|problem| format!("{problem}: {messages}"))?;
    let waits = waiting(shape, &messages);
    let answered = answer_waiting(shape, &messages, &waits);
    check(shape, &answered, session)
        .map_err(|problem| format!("answered: {problem}: {answered}"))?;
    let left = waiting(shape, &answered);
    crate::ensure!(
        left.is_empty(),
        "{left:?} wait after all was answered: {answered}"
    );
    Ok(())
}

/// `slim`, `microcompact` and `prune`, by every preset and trigger.
pub fn transforms_give_a_valid_history(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let transform = Transform::random(random, shape);
    let after = apply(&transform.patch(&messages)?, &messages)?.messages;
    still_valid(shape, &messages, &after).map_err(|problem| {
        format!(
            "{} {}: {problem}\n{messages}",
            transform.operation, transform.options
        )
    })?;
    // `slim` is for a copy that a summariser reads: there a medium goes with its signature.
    if transform.operation == "slim" {
        return Ok(());
    }
    check_signatures(shape, &messages, &after)
}

/// A forced compaction that needs no model.
pub fn embedded_compaction_gives_a_valid_history(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let options = compactor_options(random, shape, "extractive");
    let run = compact_embedded(&messages, &options)?;
    compacted_is_valid(shape, &messages, &run)
        .map_err(|problem| format!("{options}: {problem}\n{messages}"))
}

/// A compaction with a summary from the host.
pub fn scripted_compaction_gives_a_valid_history(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let options = compactor_options(random, shape, "host");
    let text = summary(random);
    // Asked for, or since the provider counted so much or refused the bytes; with all that a host
    // may have told again.
    let forced = options.get("context_window").is_none() || random.chance(50);
    let mut turn = json!({ "force": forced, "payload_overflow": random.chance(30), "plan_mode": random.chance(20) });
    if !forced {
        turn["prompt_tokens"] = json!(2_000_000);
    }
    if random.chance(20) {
        turn["running_agents"] = json!([{ "id": "a1", "description": "x" }]);
    }
    let run = compact(&messages, &options, &turn, &mut |_| Some(text.clone()))?;
    compacted_is_valid(shape, &messages, &run)
        .map_err(|problem| format!("{options}: {problem}\n{messages}"))
}

/// Calls that run while the history is compacted: their results fit afterwards.
pub fn waiting_calls_can_still_be_answered(random: &mut Random, shape: Shape) -> Outcome {
    for _ in 0..40 {
        let messages = conversation(
            random,
            shape,
            Limits {
                rounds: 5,
                text_chars: 2_000,
            },
        );
        let waits = waiting(shape, &messages);
        if waits.is_empty() {
            continue;
        }
        let options = compactor_options(random, shape, "extractive");
        let after = compact_embedded(&messages, &options)?
            .result(&messages)?
            .messages;
        let answered = answer_waiting(shape, &after, &waits);
        let checked = check(shape, &answered, Session::of(shape, &messages)).and_then(|()| {
            match waiting(shape, &answered) {
                left if left.is_empty() => Ok(()),
                left => Err(format!("{left:?} still wait")),
            }
        });
        return checked.map_err(|problem| format!("{options}: {problem}\n{messages}\n{answered}"));
    }
    Ok(())
}

fn compacted_is_valid(shape: Shape, messages: &Value, run: &Run) -> Outcome {
    let after = run.result(messages)?.messages;
    still_valid(shape, messages, &after)?;
    check_signatures(shape, messages, &after)
}

/// Valid in the same session, and with the same calls waiting.
pub(super) fn still_valid(shape: Shape, before: &Value, after: &Value) -> Outcome {
    check(shape, after, Session::of(shape, before))
        .map_err(|problem| format!("{problem}: {after:.1500}"))?;
    let (old, new) = (waiting(shape, before), waiting(shape, after));
    crate::ensure!(
        old == new,
        "calls {old:?} waited before, {new:?} after: {after:.1500}"
    );
    Ok(())
}
