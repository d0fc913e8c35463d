//! Signed thinking is bound to the content that preceded it when it was made: `system`, `tools`,
//! and the messages without thinking and without cache breakpoints. A provider rejects a block
//! after a changed prefix ("The block is bound to a different conversation"), and a block whose
//! preceding neighbor was removed ("if a thinking block between others was left out").
//!
//! The oracle notes the prefix of each signed block when it is made, and asks of each that is left.
//! Source: platform.claude.com, "preserved-thinking" and "prefix-checks", November 2026.

use crate::host::{self, apply, compact, compactor_options, placed, summary, taken, think_freely};
use crate::random::Random;
use crate::render::{agent_text, conversation, round, user_text};
use crate::story::Limits;
use crate::text::plain;
use crate::{Outcome, Shape, ensure};
use conspectus_api::{self, CompactorApi};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

/// Operations whose result is not sent to the model that signed, but to a summarizer or a router.
const FOR_OTHERS: [&str; 2] = ["slim", "routing_window"];

/// One operation, one compaction, or a loop of turns in which the compactor acts.
pub fn signed_thinking_keeps_its_prefix(random: &mut Random, shape: Shape) -> Outcome {
    // The two that carry signed blocks which the provider binds.
    let shape = match shape {
        Shape::Anthropic | Shape::Bedrock => shape,
        _ => random.pick(&[Shape::Anthropic, Shape::Bedrock]),
    };
    think_freely(false);
    match random.below(3) {
        0 => an_operation(random, shape),
        1 => a_compaction(random, shape),
        _ => a_loop(random, shape),
    }
}

fn an_operation(random: &mut Random, shape: Shape) -> Outcome {
    let messages = signed(random, shape);
    let made = Made::of(&messages);
    let options = json!({
        "dialect": shape.name(), "force": true, "keep_tool_results": random.within(1, 4),
        "clear_min_tokens": random.below(200), "clear_protect_tokens": random.below(2_000),
        "max_images": random.within(1, 4), "keep_images": random.below(3),
    });
    for operation in conspectus_api::operations().map(|row| row.name) {
        if FOR_OTHERS.contains(&operation) {
            continue;
        }
        let Ok(result) = conspectus_api::call(operation, &messages, &taken(operation, &options))
        else {
            continue;
        };
        let Some(patch) = result.get("patch") else {
            continue;
        };
        let after = apply(patch, &messages)?.messages;
        made.check(&after)
            .map_err(|problem| format!("{operation} {options}: {problem}\n{messages}"))?;
    }
    Ok(())
}

fn a_compaction(random: &mut Random, shape: Shape) -> Outcome {
    let messages = signed(random, shape);
    let made = Made::of(&messages);
    let summarizer = random.pick(&["extractive", "host"]);
    let options = compactor_options(random, shape, summarizer);
    let text = summary(random);
    let turn = json!({ "force": true });
    let after = compact(&messages, &options, &turn, &mut |_| Some(text.clone()))?
        .result(&messages)?
        .messages;
    made.check(&after)
        .map_err(|problem| format!("{options}: {problem}\n{messages}"))
}

/// An agent thinks before each step, reads something, and is compacted where that is due. What it
/// thinks next is bound to the list as it then is.
fn a_loop(random: &mut Random, shape: Shape) -> Outcome {
    let mut options = json!({
        "dialect": shape.name(), "context_window": random.pick(&[2_000, 6_000, 20_000]),
        "summarize": random.pick(&["extractive", "host"]),
    });
    if random.chance(30) {
        options["clear_when"] = json!("never");
    }
    let new = || CompactorApi::new(&placed(&options)).map_err(|error| error.to_string());
    let mut machine = new()?;
    let mut made = Made::default();
    let mut list = vec![user_text(shape, "Go through all files.")];
    let most = random.pick(&[200, 1_500, 6_000]);
    for number in 0..random.within(4, 24) {
        let output = plain(random.within(20, most));
        let [mut call, result] = round(shape, number, "read_file", &output);
        let thought = thought(shape, &format!("made_{number}"));
        if let Some(blocks) = call["content"].as_array_mut() {
            blocks.insert(0, thought);
        }
        list.push(call);
        made.add(&list);
        list.push(result);
        if random.chance(20) {
            list.extend([agent_text(shape, "Read."), user_text(shape, "Go on.")]);
        }
        if random.chance(10) {
            machine = new()?;
        }
        let messages = Value::Array(list);
        let turn = json!({ "force": random.chance(10) });
        let text = summary(random);
        let run = host::run(&mut machine, &messages, &turn, &mut |_| Some(text.clone()))?;
        let after = run.result(&messages)?.messages;
        made.check(&after)
            .map_err(|problem| format!("{options} turn {number}: {problem}\n{messages}"))?;
        list = after.as_array().cloned().unwrap_or_default();
    }
    Ok(())
}

/// Returns a conversation in which each signature occurs once. A conversation without signed
/// thinking is generated again.
fn signed(random: &mut Random, shape: Shape) -> Value {
    for _ in 0..20 {
        let limits = Limits {
            rounds: 8,
            text_chars: 4_000,
        };
        let mut messages = conversation(random, shape, limits);
        let mut number = 0;
        for block in messages
            .as_array_mut()
            .into_iter()
            .flatten()
            .filter_map(|message| message["content"].as_array_mut())
            .flatten()
        {
            if signature(block).is_some() {
                let place = SIGNATURES
                    .iter()
                    .find(|place| block.pointer(place).is_some());
                if let Some(text) = place.and_then(|place| block.pointer_mut(place)) {
                    *text = json!(format!("made_{number}"));
                }
                number += 1;
            }
        }
        if number > 0 {
            return messages;
        }
    }
    json!([user_text(shape, "Go on.")])
}

/// Paths of a block's signature, or of the field that replaces it.
const SIGNATURES: [&str; 4] = [
    "/signature",
    "/data",
    "/reasoningContent/reasoningText/signature",
    "/reasoningContent/redactedContent",
];

fn thought(shape: Shape, signature: &str) -> Value {
    if shape == Shape::Bedrock {
        json!({ "reasoningContent": { "reasoningText": { "text": "I read the next one.", "signature": signature } } })
    } else {
        json!({ "type": "thinking", "thinking": "I read the next one.", "signature": signature })
    }
}

fn is_thinking(block: &Value) -> bool {
    block["type"] == "thinking"
        || block["type"] == "redacted_thinking"
        || block.get("reasoningContent").is_some()
}

/// The signature of a block of thinking that has one.
fn signature(block: &Value) -> Option<&str> {
    if !is_thinking(block) {
        return None;
    }
    SIGNATURES
        .iter()
        .find_map(|place| block.pointer(place)?.as_str())
        .filter(|signature| !signature.is_empty())
}

/// What is before a signed block: a hash of everything that is compared, and the signed block
/// before it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Prefix {
    hash: u64,
    before: Option<String>,
}

/// The signed blocks that were made, by their signatures.
#[derive(Debug, Default)]
struct Made(BTreeMap<String, Prefix>);

impl Made {
    fn of(messages: &Value) -> Self {
        let mut made = Self::default();
        made.add(messages.as_array().map(Vec::as_slice).unwrap_or_default());
        made
    }

    /// Notes those blocks of a list that are new.
    fn add(&mut self, list: &[Value]) {
        for (signature, prefix) in prefixes(list) {
            self.0.entry(signature).or_insert(prefix);
        }
    }

    /// Each signed block of the list has the prefix with which it was made, and those that are kept
    /// follow each other as they did.
    fn check(&self, messages: &Value) -> Outcome {
        let list = messages.as_array().map(Vec::as_slice).unwrap_or_default();
        let found = prefixes(list);
        let moved: Vec<&str> = found
            .iter()
            .filter(|(signature, prefix)| {
                self.0
                    .get(signature)
                    .is_none_or(|made| made.hash != prefix.hash)
            })
            .map(|(signature, _)| signature.as_str())
            .collect();
        ensure!(
            moved.is_empty(),
            "{} of {} blocks are bound to a different conversation: {moved:?} in {messages}",
            moved.len(),
            found.len()
        );
        // The first that is kept may have lost those before it.
        for (signature, prefix) in found.iter().skip(1) {
            ensure!(
                self.0
                    .get(signature)
                    .is_some_and(|made| made.before == prefix.before),
                "the block before {signature} was left out of {messages}"
            );
        }
        Ok(())
    }
}

fn prefixes(list: &[Value]) -> Vec<(String, Prefix)> {
    let mut found: Vec<(String, Prefix)> = Vec::new();
    let mut hasher = DefaultHasher::new();
    for message in list {
        let text = [json!({ "type": "text", "text": message["content"] })];
        let blocks = match &message["content"] {
            Value::Array(blocks) => blocks.as_slice(),
            _ => &text,
        };
        for block in blocks {
            if let Some(signature) = signature(block) {
                let prefix = Prefix {
                    hash: hasher.finish(),
                    before: found.last().map(|(signature, _)| signature.clone()),
                };
                found.push((signature.to_owned(), prefix));
            } else if !is_thinking(block) && block.get("cachePoint").is_none() {
                message["role"].as_str().hash(&mut hasher);
                bare(block).to_string().hash(&mut hasher);
            }
        }
    }
    found
}

/// A block without the marks of the cache.
fn bare(value: &Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .filter(|(key, _)| *key != "cache_control")
                .map(|(key, value)| (key.clone(), bare(value)))
                .collect::<Map<String, Value>>(),
        ),
        Value::Array(items) => items.iter().map(bare).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loop_of_two() -> Vec<Value> {
        let step = |number: usize| {
            let [mut call, result] = round(Shape::Anthropic, number, "read", "out");
            if let Some(blocks) = call["content"].as_array_mut() {
                blocks.insert(0, thought(Shape::Anthropic, &format!("made_{number}")));
            }
            [call, result]
        };
        let mut list = vec![user_text(Shape::Anthropic, "Go on.")];
        (0..3).for_each(|number| list.extend(step(number)));
        list
    }

    /// The oracle sees each way in which a prefix can change, and nothing else.
    #[test]
    fn a_changed_prefix_is_seen() {
        let made = Made::of(&Value::Array(loop_of_two()));
        let after = |edit: &dyn Fn(&mut Vec<Value>)| {
            let mut list = loop_of_two();
            edit(&mut list);
            made.check(&Value::Array(list))
        };
        let drop_thought = |list: &mut Vec<Value>, at: usize| {
            if let Some(blocks) = list[at]["content"].as_array_mut() {
                blocks.remove(0);
            }
        };
        assert_eq!(after(&|_| {}), Ok(()));
        // A mark of the cache, the newest message, and the oldest thinking decide nothing.
        assert_eq!(
            after(&|list| list[2]["content"][0]["cache_control"] = json!({ "type": "ephemeral" })),
            Ok(())
        );
        assert_eq!(after(&|list| list[6]["content"] = json!("else")), Ok(()));
        assert_eq!(after(&|list| drop_thought(list, 1)), Ok(()));
        // A cleared result, a message less, and thinking that is missing between others.
        assert!(after(&|list| list[2]["content"][0]["content"] = json!("cleared")).is_err());
        assert!(after(&|list| drop(list.remove(0))).is_err());
        assert!(after(&|list| drop_thought(list, 3)).is_err());
        // A result that was cleared, with all the thinking behind it.
        let stripped = after(&|list| {
            list[2]["content"][0]["content"] = json!("cleared");
            [5, 3].into_iter().for_each(|at| drop_thought(list, at));
        });
        assert_eq!(stripped, Ok(()));
    }
}
