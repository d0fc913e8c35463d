//! Unedited content is the same afterwards, byte for byte. Unknown fields survive. The input is
//! never changed.

#![allow(
    clippy::cmp_owned,
    reason = "the text is what must be the same, byte for byte"
)]

use crate::host::{
    Applied, Transform, apply, call, compact_embedded, compactor_options, think_freely,
};
use crate::random::Random;
use crate::render::{UNKNOWN_FIELD, conversation};
use crate::story::Limits;
use crate::{Outcome, Shape, ensure};
use conspectus::host::patch::Patch;
use conspectus_files::patch_text::apply_to_text;
use serde_json::{Value, json};

/// A random change of any kind, as its patch and a description.
fn change(random: &mut Random, shape: Shape, messages: &Value) -> Result<(Value, String), String> {
    if random.chance(50) {
        let transform = Transform::random(random, shape);
        return Ok((
            transform.patch(messages)?,
            format!("{} {}", transform.operation, transform.options),
        ));
    }
    let options = compactor_options(random, shape, "extractive");
    let run = compact_embedded(messages, &options)?;
    let applied = run.done["applied"] == true;
    Ok((
        run.patch
            .filter(|_| applied)
            .unwrap_or_else(|| json!({ "ops": [], "splices": [] })),
        format!("compact {options}"),
    ))
}

/// Every message that the patch does not name is in the result with the same text, in the same
/// order.
pub fn untouched_messages_are_the_same_bytes(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let text = messages.to_string();
    let (patch, name) = change(random, shape, &messages)?;
    ensure!(messages.to_string() == text, "{name}: the input changed");
    let Applied {
        messages: after,
        from,
        touched,
    } = apply(&patch, &messages)?;
    let mut last = None;
    for (index, source) in from.iter().enumerate() {
        let Some(source) = source else { continue };
        ensure!(
            last.is_none_or(|last| last < *source),
            "{name}: messages changed places"
        );
        last = Some(*source);
        if !touched.contains(source) {
            ensure!(
                after[index].to_string() == messages[*source].to_string(),
                "{name}: message {source} changed: {}",
                after[index]
            );
        }
    }
    // A patch that edits a message changes it: no edit is made for nothing.
    for source in &touched {
        let place = from
            .iter()
            .position(|from| *from == Some(*source))
            .ok_or_else(|| format!("{name}: edits message {source}, which it drops"))?;
        ensure!(
            after[place] != messages[*source],
            "{name}: message {source} is edited into itself"
        );
        for (key, value) in messages[*source].as_object().into_iter().flatten() {
            let may_change = [
                "parts",
                "content",
                "tool_calls",
                "data",
                "output",
                "arguments",
                "input",
                "action",
                "operation",
                "result",
            ]
            .contains(&key.as_str());
            ensure!(
                may_change || after[place].get(key) == Some(value),
                "{name}: `{key}` of message {source} changed"
            );
        }
    }
    Ok(())
}

/// Unknown fields, on messages and on results, are all kept after clearing.
pub fn unknown_fields_survive(random: &mut Random, shape: Shape) -> Outcome {
    // Bound thinking goes with what changes, wherever it stands.
    think_freely(true);
    let mut story = crate::story::story(
        random,
        Limits {
            rounds: 8,
            text_chars: 3_000,
        },
    );
    story.unknown_fields = true;
    let messages = crate::render::render(&story, shape, random);
    let mut transform = Transform::random(random, shape);
    while transform.operation == "slim" {
        transform = Transform::random(random, shape);
    }
    let result = call(transform.operation, &messages, &transform.options)?;
    let after = apply(&result["patch"], &messages)?.messages;
    let edits = result["edits"].as_array().ok_or("no edits")?;
    // A medium that goes takes its own part along, and with it the fields of that part.
    let media_parts = edits
        .iter()
        .filter(|edit| edit["action"] == "replace_media")
        .count();
    let count = |list: &Value| {
        list.to_string()
            .matches(&format!("\"{UNKNOWN_FIELD}\""))
            .count()
    };
    let (before, now) = (count(&messages), count(&after));
    ensure!(
        now + media_parts >= before,
        "{} {}: {before} unknown fields before, {now} after\n{messages}\n{after}",
        transform.operation,
        transform.options
    );
    Ok(())
}

/// A patch gives the same by this crate's few lines, by the core's on values, and by the core's on
/// JSON text.
pub fn three_appliers_agree(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let (patch, name) = change(random, shape, &messages)?;
    let ours = apply(&patch, &messages)?;
    let core: Patch =
        serde_json::from_value(patch.clone()).map_err(|error| format!("{name}: {error}"))?;
    let theirs = core
        .apply(&messages)
        .map_err(|error| format!("{name}: {error}"))?;
    ensure!(
        ours.messages.to_string() == theirs.to_string(),
        "{name}: the core's patch gives another list"
    );
    for (index, message) in messages.as_array().into_iter().flatten().enumerate() {
        let text = apply_to_text(&core, index, &message.to_string())
            .map_err(|error| format!("{name}: {error}"))?;
        ensure!(
            text.is_some() == ours.touched.contains(&index),
            "{name}: message {index} by text"
        );
        let Some((place, text)) = ours
            .from
            .iter()
            .position(|from| *from == Some(index))
            .zip(text)
        else {
            continue;
        };
        let parsed: Value =
            serde_json::from_str(&text).map_err(|error| format!("{name}: {error}"))?;
        ensure!(
            parsed == ours.messages[place],
            "{name}: message {index} by text: {text}"
        );
    }
    let first = core.first_changed_message();
    let expected = ours
        .touched
        .iter()
        .copied()
        .chain(core.splices.iter().map(|splice| splice.start))
        .min();
    ensure!(
        first == expected,
        "{name}: first changed message {first:?}, not {expected:?}"
    );
    Ok(())
}
