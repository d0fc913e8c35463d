//! What a compactor keeps between turns decides nothing: it does what one does that reads the whole
//! list again.

use crate::host::{apply, compactor_options, placed};
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::{Outcome, Shape, ensure};
use conspectus_api::CompactorApi;
use serde_json::{Value, json};

const STEPS: usize = 12;

/// Twelve turns with random edits between them: appended, cut back, replaced, removed, rewritten,
/// grown at the end, in one dialect or several.
pub fn a_compactor_that_remembers_equals_a_new_one(random: &mut Random, shape: Shape) -> Outcome {
    let mut options = compactor_options(random, shape, "extractive");
    options["context_window"] = json!(random.pick(&[600, 2_000, 8_000]));
    let is_mixed = random.chance(30);
    if is_mixed {
        options
            .as_object_mut()
            .ok_or("no options")?
            .remove("dialect");
    }
    let options = placed(&options);
    let mut kept = CompactorApi::new(&options).map_err(|error| error.to_string())?;
    let mut messages: Vec<Value> = Vec::new();
    for step in 0..STEPS {
        let news_shape = if is_mixed {
            random.pick(&Shape::ALL)
        } else {
            shape
        };
        messages = edited(random, messages, news_shape);
        let list = Value::Array(messages.clone());
        let mut turn = json!({});
        if random.once_in(12) {
            turn["force"] = json!(true);
        }
        if random.chance(33) {
            turn["prompt_tokens"] = json!(random.below(3_000));
        }
        let mut fresh = CompactorApi::new(&options).map_err(|error| error.to_string())?;
        fresh
            .load(&kept.save())
            .map_err(|error| error.to_string())?;
        let (expected, _) = ended(&mut fresh, &list, &turn)?;
        let (found, patch) = ended(&mut kept, &list, &turn)?;
        ensure!(
            found == expected,
            "step {step} {options} {turn}:\n{found:?}\n{expected:?}\n{list}"
        );
        if let Some(patch) = patch.filter(|_| random.chance(75)) {
            messages = match apply(&patch, &list)?.messages {
                Value::Array(after) => after,
                _ => return Err("not a list".to_owned()),
            };
        }
    }
    Ok(())
}

/// The list after one thing that a host may do to it.
fn edited(random: &mut Random, mut messages: Vec<Value>, shape: Shape) -> Vec<Value> {
    let news = match conversation(
        random,
        shape,
        Limits {
            rounds: 2,
            text_chars: 1_500,
        },
    ) {
        Value::Array(news) => news,
        _ => Vec::new(),
    };
    let place = random.below(messages.len() + 1);
    match random.below(9) {
        0 => messages.truncate(place),
        1 => drop(messages.splice(place..(place + 1).min(messages.len()), news)),
        2 if place < messages.len() => {
            // The same shape under another name: the sizes are the same.
            let text = messages[place]
                .to_string()
                .replace("read_file", "list_dirs");
            messages[place] = serde_json::from_str(&text).unwrap_or_default();
        }
        3 if place < messages.len() => drop(messages.remove(place)),
        4 => grow(messages.last_mut()),
        5 => return news,
        _ => messages.extend(news),
    }
    messages
}

/// The last text of a message grows, as it does while it is streamed.
fn grow(message: Option<&mut Value>) {
    fn last_text(value: &mut Value) -> Option<&mut String> {
        match value {
            Value::Array(items) => items.iter_mut().rev().find_map(last_text),
            Value::Object(fields) => {
                let key = ["text", "content", "parts"]
                    .into_iter()
                    .find(|key| fields.contains_key(*key))?;
                match fields.get_mut(key)? {
                    Value::String(text) => Some(text),
                    inner => last_text(inner),
                }
            }
            _ => None,
        }
    }
    if let Some(text) = message.and_then(last_text) {
        text.push_str(" and more");
    }
}

/// Returns the outcome of a run, and its patch if it is to be applied.
fn ended(
    machine: &mut CompactorApi,
    messages: &Value,
    turn: &Value,
) -> Result<(Vec<Value>, Option<Value>), String> {
    if let Err(error) = machine.handle_messages(messages, turn) {
        return Ok((vec![json!([error.code(), error.path()])], None));
    }
    let (mut actions, mut patch) = (Vec::new(), None);
    while let Some(action) = machine.poll_action() {
        ensure!(actions.len() < 1_000, "it does not end");
        match action["kind"].as_str() {
            Some("store_output") => machine
                .handle_store_failed("no store")
                .map_err(|error| error.to_string())?,
            Some("read_files") => machine
                .handle_restored(&json!([]))
                .map_err(|error| error.to_string())?,
            Some("apply") => {
                patch = Some(action["patch"].clone());
                machine
                    .handle_current(messages)
                    .map_err(|error| error.to_string())?;
            }
            _ => {}
        }
        actions.push(action);
    }
    let is_applied = actions
        .last()
        .is_some_and(|action| action["applied"] == true);
    Ok((actions, patch.filter(|_| is_applied)))
}
