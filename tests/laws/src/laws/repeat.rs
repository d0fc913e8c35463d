//! A second run over the result finds nothing more to do.

use super::valid::still_valid;
use crate::host::{Transform, apply, call, compact, compact_embedded, compactor_options, tokens};
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::{Outcome, Shape, ensure};
use serde_json::json;

/// `slim`, `microcompact` and `prune` over their own result: an empty patch, the very same list.
pub fn a_second_run_changes_nothing(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let transform = Transform::random(random, shape);
    let once = apply(&transform.patch(&messages)?, &messages)?.messages;
    let again = call(transform.operation, &once, &transform.options)?;
    let patch = &again["patch"];
    let empty = patch["ops"].as_array().is_some_and(Vec::is_empty)
        && patch["splices"].as_array().is_some_and(Vec::is_empty);
    ensure!(
        empty,
        "{} {} finds more: {}\n{once}\nbefore: {messages}",
        transform.operation,
        transform.options,
        again["edits"]
    );
    Ok(())
}

/// A compacted history that is below the trigger stays as it is.
pub fn below_the_trigger_nothing_is_done(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let mut options = compactor_options(random, shape, "extractive");
    let first = compact_embedded(&messages, &options)?;
    if first.done["result"]["can_send"] == false {
        // It is not to be sent, so nothing of it is repaired yet.
        return Ok(());
    }
    let after = first.result(&messages)?.messages;
    // A window in which the result lies just below the trigger.
    let trigger = random.pick(&[0.3, 0.5, 0.75]);
    options["trigger"] = json!(trigger);
    options["target"] = json!(0.1);
    options["context_window"] = json!((tokens(&after, &options)? as f64 / trigger) as u64 + 4);
    // Other ladders have other triggers, and images may be one of their own.
    options["ladder"] = json!("fraction");
    options["trigger_images"] = json!(0);
    // New results are condensed at any size, and the first run has not condensed its own.
    options["condense"] = json!("off");
    let second = compact(&after, &options, &json!({}), &mut |_| None)?;
    ensure!(
        second.done["result"]["status"] == "unchanged" && second.patch.is_none(),
        "{options}: {}\n{after}",
        second.done
    );
    Ok(())
}

/// Forced again and again with nothing new: each result is valid and no larger, and it comes to
/// rest.
pub fn a_second_compaction_is_valid_and_not_larger(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let options = compactor_options(random, shape, "extractive");
    let mut now = messages.clone();
    let mut size = tokens(&now, &options)?;
    for run in 0..6 {
        let result = compact_embedded(&now, &options)?.result(&now)?;
        still_valid(shape, &messages, &result.messages)
            .map_err(|problem| format!("run {run} {options}: {problem}\n{messages}"))?;
        let next = tokens(&result.messages, &options)?;
        ensure!(
            next <= size,
            "run {run} {options}: {size} -> {next} tokens\n{now}\n{}",
            result.messages
        );
        let preambles = result
            .messages
            .to_string()
            .matches(conspectus_api::PREAMBLE)
            .count();
        ensure!(
            preambles
                <= 1 + now
                    .to_string()
                    .matches(conspectus_api::PREAMBLE)
                    .count()
                    .saturating_sub(1),
            "run {run}: {preambles} summaries at once"
        );
        if result.messages == now {
            return Ok(());
        }
        (now, size) = (result.messages, next);
    }
    Ok(())
}
