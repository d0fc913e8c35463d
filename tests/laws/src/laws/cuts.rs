//! A boundary that the core calls closed leaves two valid halves. A history that is long enough has
//! a cut.

use crate::host::{call, preset, thinks_freely};
use crate::random::Random;
use crate::render::{agent_text, conversation, render, user_text};
use crate::story::{Limits, Step, story};
use crate::validate::{Session, check, signed_parts, waiting};
use crate::{Outcome, Shape, ensure};
use conspectus::{Config, Dialect, History, Thinking};
use serde_json::{Value, json};

fn ledger(shape: Shape, messages: &Value) -> Result<History, String> {
    let dialect = Dialect::from_name(shape.name()).map_err(|error| error.to_string())?;
    let thinking = if thinks_freely() {
        Thinking::Free
    } else {
        Thinking::Auto
    };
    let config = Config::builder().dialect(dialect).thinking(thinking);
    config
        .build()
        .and_then(|config| History::of(config, messages))
        .map_err(|error| error.to_string())
}

/// Checks both sides of a cut before message `index`: the right side follows a summary, as after a
/// compaction.
pub fn check_cut(shape: Shape, messages: &Value, index: usize) -> Outcome {
    let list = messages.as_array().ok_or("not a list")?;
    let session = Session::of(shape, messages);
    let left = Value::Array(list[..index].to_vec());
    // The thinking rule is about what is sent; the left side is only summarised.
    check(shape, &left, Session::default())
        .map_err(|problem| format!("left of {index}: {problem}"))?;
    let lost = waiting(shape, &left);
    ensure!(
        lost.is_empty(),
        "left of {index}: {lost:?} would wait for ever"
    );
    if index == list.len() {
        return Ok(());
    }
    let mut right = vec![user_text(shape, "notes")];
    if !is_agents(&list[index]) {
        right.push(agent_text(shape, "Understood."));
    }
    right.extend(
        list[index..]
            .iter()
            .filter_map(|message| without_bound(shape, message)),
    );
    check(shape, &Value::Array(right), session)
        .map_err(|problem| format!("right of {index}: {problem}"))
}

/// Returns the message as it is kept after a cut, without thinking blocks that are bound to the
/// content before them.
fn without_bound(shape: Shape, message: &Value) -> Option<Value> {
    let mut message = message.clone();
    if matches!(shape, Shape::Anthropic | Shape::Bedrock)
        && !thinks_freely()
        && let Some(parts) = message["content"].as_array_mut()
    {
        parts.retain(|part| {
            let one = json!([{ "content": [part] }]);
            signed_parts(shape, &one).is_empty()
        });
        if parts.is_empty() {
            return None;
        }
    }
    Some(message)
}

/// Whether a message or item is the agent's.
fn is_agents(message: &Value) -> bool {
    let kind = message["type"].as_str().unwrap_or_default();
    let is_items = kind == "ai" || kind == "reasoning" || kind.ends_with("_call");
    is_items
        || message["role"] == "assistant"
        || message["role"] == "model"
        || message["kind"] == "response"
}

/// Every boundary that the history calls closed leaves two valid histories.
pub fn closed_boundaries_leave_both_sides_valid(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 10,
            text_chars: 500,
        },
    );
    let history = ledger(shape, &messages)?;
    for index in (1..=history.len()).filter(|index| history.is_closed_boundary(*index)) {
        check_cut(shape, &messages, index).map_err(|problem| format!("{problem}\n{messages}"))?;
    }
    Ok(())
}

/// With at least four rounds of the agent, the rule `closed` finds a cut that frees something and
/// separates no call from its result.
///
/// One provider's rule is an exception: an open tool loop of a model that signs its thinking only
/// at the start of a turn must be sent in full. Such conversations are left out.
pub fn a_long_history_has_a_useful_cut(random: &mut Random, shape: Shape) -> Outcome {
    let mut told = story(
        random,
        Limits {
            rounds: 14,
            text_chars: 5_000,
        },
    );
    while told
        .steps
        .iter()
        .filter(|step| matches!(step, Step::Agent { .. }))
        .count()
        < 5
    {
        told = story(
            random,
            Limits {
                rounds: 14,
                text_chars: 5_000,
            },
        );
    }
    let messages = render(&told, shape, random);
    if !matches!(shape, Shape::Gemini | Shape::OpenaiResponses)
        && Session::of(shape, &messages).signs
    {
        return Ok(());
    }
    // What the provider compacted itself has to stay, with all that follows.
    if messages
        .as_array()
        .into_iter()
        .flatten()
        .any(|message| message["type"] == "compaction")
    {
        return Ok(());
    }
    let any = preset(random);
    let preset = random.pick(&["default", "gencode", "opencode", any]);
    let fraction = random.pick(&[0.05, 0.3, 0.7, 0.99]);
    let options = json!({ "dialect": shape.name(), "preset": preset, "split_rule": "closed", "fraction": fraction });
    let point = call("find_split_point", &messages, &options)?;
    let index = point["index"].as_u64().unwrap_or_default() as usize;
    let head = messages
        .as_array()
        .into_iter()
        .flatten()
        .take_while(|message| {
            ["system", "developer"]
                .iter()
                .any(|name| message["role"] == *name || message["type"] == *name)
        })
        .count();
    ensure!(index > head, "{options}: {point}\n{messages}");
    check_cut(shape, &messages, index)
        .map_err(|problem| format!("{options}: {point}: {problem}\n{messages}"))
}
