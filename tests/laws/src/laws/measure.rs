//! More content never lowers an estimate, and a single char never makes it jump.

use crate::host::{call, read_from};
use crate::random::Random;
use crate::render::{agent_text, conversation, round, user_text};
use crate::story::Limits;
use crate::text::text;
use crate::{Outcome, Shape, ensure};

use conspectus_presets as systems;
use serde_json::{Value, json};

/// Tokens and chars.
fn measure(messages: &Value, options: &Value) -> Result<(u64, u64), String> {
    let result = call("estimate_tokens", messages, options)?;
    Ok((
        result["tokens"].as_u64().unwrap_or_default(),
        result["chars"].as_u64().unwrap_or_default(),
    ))
}

/// Message by message, and part by part: neither tokens nor chars ever go down.
pub fn appending_never_lowers(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 20_000,
        },
    );
    let options = json!({ "dialect": shape.name(), "preset": random.pick(&systems::names()) });
    let list = messages.as_array().ok_or("not a list")?;
    let mut before = (0, 0);
    for (index, message) in list.iter().enumerate() {
        // In front of it, nothing counts any more.
        if read_from(&list[..=index]) == index {
            before = (0, 0);
        }
        let key = ["parts", "content", "tool_calls"]
            .into_iter()
            .find(|key| message[*key].is_array())
            .unwrap_or_default();
        let parts = message[key].as_array().map_or(0, Vec::len);
        let mut grown: Vec<Value> = list[..index].to_vec();
        for count in 0..parts {
            let mut partial = message.clone();
            partial[key] = json!(message[key].as_array().map(|parts| parts[..count].to_vec()));
            grown.push(partial);
            let now = measure(&Value::Array(grown.clone()), &options)?;
            ensure!(
                now.0 >= before.0 && now.1 >= before.1,
                "{options} message {index}, {count} parts: {before:?} -> {now:?}\n{message}"
            );
            before = now;
            grown.pop();
        }
        grown.push(message.clone());
        let now = measure(&Value::Array(grown), &options)?;
        ensure!(
            now.0 >= before.0 && now.1 >= before.1,
            "{options} message {index}: {before:?} -> {now:?}\n{message}"
        );
        before = now;
    }
    Ok(())
}

/// A text that grows char by char, in a user's message and in a result. Data URLs grow with it.
///
/// Images cost at least 85 tokens here, the least that providers take: were one cheaper than the
/// head of its data URL (about 200 chars), the estimate would have to fall when the head is
/// complete.
pub fn more_characters_never_cost_less(random: &mut Random, shape: Shape) -> Outcome {
    let options = json!({ "dialect": shape.name(), "preset": random.pick(&systems::names()), "image_tokens": random.pick(&[85, 120]) });
    let chars = random.within(20, 500);
    let mut whole = text(random, chars);
    if random.chance(60) {
        let url = crate::text::data_url("image/png", random.within(10, 900));
        let at = random.below(whole.chars().count() + 1);
        whole = whole
            .chars()
            .take(at)
            .chain(url.chars())
            .chain(whole.chars().skip(at))
            .collect();
    }
    let in_result = random.chance(50);
    let mut before = (0, 0);
    for (end, character) in whole.char_indices() {
        let text = &whole[..end + character.len_utf8()];
        let messages = if in_result {
            json!(round(shape, 1, "read_file", text))
        } else {
            json!([user_text(shape, text), agent_text(shape, "ok")])
        };
        let now = measure(&messages, &options)?;
        ensure!(
            now.0 >= before.0 && now.1 >= before.1,
            "{options} at {end} of {whole:?}: {before:?} -> {now:?}"
        );
        // Four bytes of UTF-8, at two tokens a byte at most.
        ensure!(
            end == 0 || now.0 - before.0 <= 8,
            "{options} at {end} of {whole:?}: a leap {before:?} -> {now:?}"
        );
        before = now;
    }
    Ok(())
}

/// A text of many scripts that grows by whole pieces, up to lengths that other laws do not reach
/// char by char.
pub fn a_longer_text_never_costs_less(random: &mut Random, shape: Shape) -> Outcome {
    let options = json!({ "dialect": shape.name(), "preset": random.pick(&systems::names()) });
    let in_result = random.chance(50);
    let (mut grown, mut before) = (String::new(), (0, 0));
    for _ in 0..30 {
        let chars = random.within(1, 800);
        grown.push_str(&text(random, chars));
        let messages = if in_result {
            json!(round(shape, 1, "read_file", &grown))
        } else {
            json!([user_text(shape, &grown)])
        };
        let now = measure(&messages, &options)?;
        ensure!(
            now.0 >= before.0 && now.1 >= before.1,
            "{options}: {before:?} -> {now:?} at {} bytes of {grown:?}",
            grown.len()
        );
        before = now;
    }
    Ok(())
}

/// Around the limits at which other systems jump, in every script: one more char costs at most its
/// own price.
pub fn no_cliff_at_any_length_or_script(random: &mut Random, shape: Shape) -> Outcome {
    let options = json!({ "dialect": shape.name(), "preset": random.pick(&systems::names()) });
    let unit = random.pick(&["a", "漢", "é", "я", "😀", "\"", "\u{1}", "क", "\n", "/"]);
    let near = random.pick(&[100_000, 6_400, 12_000, 65_536, 300, 150]);
    let start = near - 2;
    let mut text = unit.repeat(start);
    let in_result = random.chance(50);
    let list = |text: &str| {
        if in_result {
            json!(round(shape, 1, "read_file", text))
        } else {
            json!([user_text(shape, text)])
        }
    };
    let mut before = measure(&list(&text), &options)?;
    for length in start + 1..start + 5 {
        text.push_str(unit);
        let now = measure(&list(&text), &options)?;
        // The dearest char costs 1.5 tokens; an astral one is two. JSON escapes take up to six
        // chars.
        ensure!(
            now.0 >= before.0 && now.0 - before.0 <= 4,
            "{options} {unit:?} x {length}: {before:?} -> {now:?}"
        );
        ensure!(
            now.1 >= before.1 && now.1 - before.1 <= 6,
            "{options} {unit:?} x {length}: {before:?} -> {now:?}"
        );
        before = now;
    }
    Ok(())
}
