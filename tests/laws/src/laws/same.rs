//! Equal input gives equal bytes. The numbers do not depend on how the input is written or handed
//! over.

use crate::host::{Transform, call, compact_embedded, compactor_options, preset};
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::{Outcome, Shape, ensure};
use conspectus_api::HistoryApi;
use conspectus_files::json_text::JsonTree;
use serde_json::{Value, json};

/// Two equal calls return equal results, as text.
pub fn same_input_same_bytes(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let copy: Value =
        serde_json::from_str(&messages.to_string()).map_err(|error| error.to_string())?;
    let transform = Transform::random(random, shape);
    let twice = [&messages, &copy].map(|list| {
        call(transform.operation, list, &transform.options).map(|result| result.to_string())
    });
    ensure!(
        twice[0] == twice[1],
        "{} {}",
        transform.operation,
        transform.options
    );
    let options = compactor_options(random, shape, "extractive");
    let twice = [&messages, &copy].map(|list| {
        compact_embedded(list, &options).map(|run| format!("{}{:?}", run.done, run.patch))
    });
    ensure!(twice[0] == twice[1], "compact {options}");
    Ok(())
}

/// The order in which a host writes keys decides nothing: numbers, cuts and edits are the same.
pub fn key_order_decides_nothing(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 8,
            text_chars: 20_000,
        },
    );
    let reversed = reverse_keys(&messages);
    // Among readers of text, what stands beside what changes a count, as it does with the
    // tokenizers that they stand for.
    let by_chars = |preset: &Value| {
        // Our own preset knows no such estimator.
        let name = Some(preset).filter(|name| *name != "default" && !name.is_null());
        json!({ "name": name.unwrap_or(&json!("qwen-code")), "estimator": "chars" })
    };
    let options = json!({ "dialect": shape.name(), "preset": by_chars(&json!(preset(random))) });
    for operation in ["estimate_tokens", "find_split_point"] {
        let both = [
            call(operation, &messages, &options)?,
            call(operation, &reversed, &options)?,
        ];
        ensure!(
            both[0] == both[1],
            "{operation} {options}: {} and {}\n{messages}",
            both[0],
            both[1]
        );
    }
    let mut transform = Transform::random(random, shape);
    transform.options["preset"] = by_chars(&transform.options["preset"]);
    let what = |list: &Value| -> Result<Vec<String>, String> {
        let result = call(transform.operation, list, &transform.options)?;
        let edits = result["edits"].as_array().into_iter().flatten();
        let mut lines: Vec<String> = edits
            .map(|edit| {
                format!(
                    "{} {} {} {}",
                    edit["message"], edit["path"], edit["action"], edit["tokens_saved"]
                )
            })
            .collect();
        lines.sort();
        Ok(lines)
    };
    let both = [what(&messages)?, what(&reversed)?];
    ensure!(
        both[0] == both[1],
        "{} {}: {:?} and {:?}\n{messages}",
        transform.operation,
        transform.options,
        both[0],
        both[1]
    );
    Ok(())
}

fn reverse_keys(value: &Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(reverse_keys).collect()),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .rev()
                .map(|(key, child)| (key.clone(), reverse_keys(child)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// Reading message by message, in chunks, cut back and read again equals reading all at once.
pub fn the_incremental_ledger_equals_the_whole(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 12,
            text_chars: 5_000,
        },
    );
    let options = json!({ "dialect": shape.name(), "preset": preset(random), "fraction": random.pick(&[0.3, 0.7]) });
    let list = messages.as_array().ok_or("not a list")?;
    let config = conspectus::Config::from_options(&crate::host::placed(&options))
        .map_err(|error| error.to_string())?;
    let mut ledger = conspectus::History::new(config.clone());
    let mut steps = Vec::new();
    while ledger.len() < list.len() {
        if ledger.len() > 1 && random.chance(15) && steps.len() < 100 {
            let length = random.below(ledger.len());
            ledger.truncate(length);
            steps.push(format!("truncate {length}"));
            continue;
        }
        let end = (ledger.len() + random.within(1, 4)).min(list.len());
        let chunk = Value::Array(list[ledger.len()..end].to_vec());
        ledger.extend(&chunk).map_err(|error| error.to_string())?;
        steps.push(format!("to {end}"));
    }
    let whole = conspectus::History::of(config, &messages).map_err(|error| error.to_string())?;
    let describe = |history: &conspectus::History| {
        let cuts: Vec<usize> = (0..=history.len())
            .filter(|index| history.is_closed_boundary(*index))
            .collect();
        let turns: Vec<usize> = (0..history.len())
            .filter(|index| history.is_user_turn(*index))
            .collect();
        let waits = (
            history.pairs().open().len(),
            history.pairs().orphans().len(),
            history.media(),
        );
        let point = conspectus::find_split_point(history);
        let parts: Vec<_> = history
            .parts()
            .iter()
            .map(|part| {
                (
                    part.kind,
                    part.is_error,
                    part.chars,
                    part.media,
                    part.output_chars,
                    part.id,
                )
            })
            .collect();
        format!(
            "{} {} {cuts:?} {turns:?} {waits:?} {point:?} {:?} {parts:?}",
            history.tokens(),
            history.chars(),
            history.totals()
        )
    };
    ensure!(
        describe(&ledger) == describe(&whole),
        "{options} {steps:?}:\n{}\n{}\n{messages}",
        describe(&ledger),
        describe(&whole)
    );
    let mut synced =
        HistoryApi::new(&crate::host::placed(&options)).map_err(|error| error.to_string())?;
    for message in list {
        synced.append(message).map_err(|error| error.to_string())?;
    }
    ensure!(
        synced.tokens() == whole.tokens(),
        "the plain-data ledger: {} tokens, not {}",
        synced.tokens(),
        whole.tokens()
    );
    Ok(())
}

/// JSON text and values have equal numbers and equal edits.
pub fn text_and_value_are_measured_alike(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 20_000,
        },
    );
    let text = messages.to_string();
    let tree = JsonTree::parse(&text).map_err(|error| error.to_string())?;
    let transform = Transform::random(random, shape);
    // Both calls take the same options.
    crate::host::think_freely(false);
    let options = &transform.options;
    let whole = &json!({ "unit": "json_chars", "dialect": shape.name() });
    for (operation, options) in [
        ("estimate_tokens", &crate::host::measuring(options)),
        (transform.operation, options),
        ("estimate_tokens", whole),
    ] {
        let by_text = conspectus_api::call(operation, &tree.view().copied(), options)
            .map_err(|error| error.to_string())?;
        let by_value = call(operation, &messages, options)?;
        ensure!(
            by_text == by_value,
            "{operation} {options}:\n{by_text}\n{by_value}\n{messages}"
        );
    }
    let list = messages.as_array().ok_or("not a list")?;
    let read = &list[crate::host::read_from(list)..];
    let text = json!(read).to_string();
    // The list itself has brackets, and commas between the messages.
    let length = text.encode_utf16().count() - 2 - read.len().saturating_sub(1);
    let chars = call("estimate_tokens", &messages, whole)?["chars"].clone();
    // Rust writes 1.5e300 and 1e16 otherwise than JavaScript; the generator makes no such numbers
    // but whole ones with a fraction.
    let whole =
        text.matches(".0,").count() + text.matches(".0]").count() + text.matches(".0}").count();
    ensure!(
        chars
            .as_u64()
            .is_some_and(|chars| length.abs_diff(chars as usize) <= 2 * whole),
        "{chars} chars, the text has {length}\n{text}"
    );
    Ok(())
}
