//! A media item costs its estimate, never the length of its base64. Base64 reaches neither a
//! summarizer nor its notes.

use crate::host::{apply, call, compact, compact_embedded, compactor_options, summary};
use crate::random::Random;
use crate::render::{agent_text, conversation, render, round, user_text};
use crate::story::{Limits, Medium, Piece, Step, story};
use crate::text::{PAYLOAD, base64, data_url, leaks, plain};
use crate::{Outcome, Shape, ensure};

use conspectus_presets as systems;
use serde_json::{Value, json};

/// Every payload of a medium (a string of its own, or in a data URL) stretched or shrunk to about
/// `chars` chars. Base64 that nothing marks as a medium is text.
fn with_payloads_of(value: &Value, chars: usize) -> Value {
    match value {
        Value::String(text) if text.contains(PAYLOAD) => {
            let new = base64(chars);
            let mut rest = text.as_str();
            let mut made = String::new();
            while let Some(start) = rest.find(PAYLOAD) {
                let tail = rest[start..].trim_start_matches(PAYLOAD);
                let is_medium =
                    rest[..start].ends_with(";base64,") || (made.is_empty() && start == 0);
                made.push_str(&rest[..start]);
                made.push_str(if is_medium {
                    &new
                } else {
                    &rest[start..rest.len() - tail.len()]
                });
                rest = tail;
            }
            Value::String(made + rest)
        }
        Value::Array(items) => Value::Array(
            items
                .iter()
                .map(|item| with_payloads_of(item, chars))
                .collect(),
        ),
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .map(|(key, child)| (key.clone(), with_payloads_of(child, chars)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// Larger media change neither the tokens of a conversation, nor its cut by tokens, nor its number
/// of media.
pub fn base64_length_costs_nothing(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 5_000,
        },
    );
    let preset = random.pick(&systems::names());
    let options = json!({ "dialect": shape.name(), "preset": preset });
    // Both above what an image counts for in any preset: below that, a data URL in a text is text.
    let both = [13_000, 29_000].map(|chars| {
        call(
            "estimate_tokens",
            &with_payloads_of(&messages, chars),
            &options,
        )
    });
    let [small, large] = both;
    let (small, large) = (small?, large?);
    for key in ["tokens", "media", "per_message"] {
        ensure!(
            small[key] == large[key],
            "{options} {key}: {} and {}\n{}",
            small[key],
            large[key],
            with_payloads_of(&messages, 24)
        );
    }
    let by_content = ["default", "qwen-code"].contains(&preset);
    ensure!(
        !by_content || small["chars"] == large["chars"],
        "{options} chars: {} and {}\n{}",
        small["chars"],
        large["chars"],
        with_payloads_of(&messages, 24)
    );
    Ok(())
}

/// A medium in a part of its own costs the same, however short its base64 is.
pub fn media_in_parts_cost_the_same_at_any_length(random: &mut Random, shape: Shape) -> Outcome {
    let options = json!({ "dialect": shape.name(), "preset": random.pick(&systems::names()) });
    let mime = random.pick(&["image/png", "image/jpeg", "application/pdf"]);
    let mut told = story(
        random,
        Limits {
            rounds: 3,
            text_chars: 500,
        },
    );
    let before_it = random.below(
        told.steps
            .iter()
            .take_while(|step| matches!(step, Step::User(_)))
            .count(),
    );
    let lengths = [random.within(8, 400), random.within(400, 13_000), 29_000];
    let mut costs = Vec::new();
    let medium_of = |chars| {
        Piece::Media(Medium {
            mime: mime.to_owned(),
            data: Some(base64(chars)),
        })
    };
    for chars in lengths {
        if let Some(Step::User(pieces)) = told.steps.get_mut(before_it) {
            *pieces = vec![Piece::Text("look".to_owned()), medium_of(chars)];
        }
        let messages = render(&told, shape, &mut random.clone());
        let found = call("estimate_tokens", &messages, &options)?;
        costs.push(json!([found["tokens"], found["media"]]));
    }
    ensure!(
        costs[0] == costs[1] && costs[1] == costs[2],
        "{options} {mime}: {costs:?} tokens and media with {lengths:?} chars of base64"
    );
    Ok(())
}

/// Requests, built-in snapshots and extractive summaries, for any cost of an image.
pub fn no_base64_reaches_a_summariser(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 5_000,
        },
    );
    let mut options = compactor_options(random, shape, "host");
    options["image_tokens"] = json!(random.pick(&[1, 85, 1_600, 3_000, 100_000]));
    // Images that a preset brings back whole are for the agent.
    options["keep_images"] = json!(0);
    let text = summary(random);
    let run = compact(&messages, &options, &json!({ "force": true }), &mut |_| {
        Some(text.clone())
    })?;
    for request in &run.requests {
        ensure!(
            !leaks(&request.to_string()),
            "{options}: base64 in the request\n{messages}"
        );
    }
    let warnings = run.done["result"]["warnings"].to_string();
    ensure!(
        // What is repaired is inserted whole, with the media that stay.
        !leaks_in_inserts(&run.patch) || warnings.contains("invalid_history"),
        "{options}: base64 beside the summary\n{messages}"
    );
    options["summarize"] = json!("extractive");
    let run = compact_embedded(&messages, &options)?;
    let warnings = run.done["result"]["warnings"].to_string();
    ensure!(
        // What is repaired is inserted whole, with the media that stay.
        !leaks_in_inserts(&run.patch) || warnings.contains("invalid_history"),
        "{options}: base64 in the snapshot\n{messages}"
    );
    let extract = call(
        "summarize_extractive",
        &messages,
        &json!({ "dialect": shape.name() }),
    )?;
    ensure!(
        !leaks(&extract.to_string()),
        "base64 in the extract\n{messages}"
    );
    Ok(())
}

fn leaks_in_inserts(patch: &Option<Value>) -> bool {
    let splices = patch
        .iter()
        .filter_map(|patch| patch["splices"].as_array())
        .flatten();
    splices
        .into_iter()
        .any(|splice| leaks_in_texts(&splice["insert"]))
}

/// Returns true if a text contains base64. A media item of the open request is repeated in full,
/// because it is for the agent.
fn leaks_in_texts(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(leaks_in_texts),
        Value::Object(fields) => fields.iter().any(|(key, child)| match child {
            Value::String(text) => ["text", "content"].contains(&key.as_str()) && leaks(text),
            child => leaks_in_texts(child),
        }),
        _ => false,
    }
}

/// After `slim`, no payload is left anywhere, and the cost of an image does not affect the result.
///
/// Two rules of providers are exceptions: a call that carries a signature is not rewritten, so an
/// image among its arguments is kept; content that the provider does not read is left unchanged.
pub fn slim_leaves_no_base64(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 6,
            text_chars: 5_000,
        },
    );
    let options =
        json!({ "dialect": shape.name(), "image_tokens": random.pick(&[85, 1_600, 3_000]) });
    let result = call("slim", &messages, &options)?;
    let after = apply(&result["patch"], &messages)?.messages;
    let list = after.as_array().ok_or("not a list")?;
    let after = json!(&list[crate::host::read_from(list)..]);
    let signed = crate::validate::signed_parts(shape, &after);
    let text = signed.iter().fold(after.to_string(), |text, part| {
        text.replace(part.as_str(), "")
    });
    ensure!(
        !leaks(&text),
        "{options}: base64 is left: {}\n{messages}",
        leaking_message(&after)
    );
    Ok(())
}

fn leaking_message(messages: &Value) -> String {
    messages
        .as_array()
        .into_iter()
        .flatten()
        .find(|message| leaks(&message.to_string()))
        .map(|message| with_payloads_of(message, 24).to_string())
        .unwrap_or_default()
}

/// A medium in an unusual place: a data URL inside a sentence, inside JSON in a string, in a call's
/// arguments, in structured data, in an MCP block. It counts as one medium, and its payload as
/// nothing.
pub fn buried_media_count_as_media(random: &mut Random, shape: Shape) -> Outcome {
    let chars = random.within(13_000, 40_000);
    let url = data_url("image/png", chars);
    let words = plain(random.below(200));
    let in_json = json!({ "a": [{ "shot": url }], "note": words }).to_string();
    let [call_message, mut result] = round(shape, 1, "screenshot", "ok");
    let place = random.below(5);
    match (place, shape) {
        (0, _) => {
            result = round(shape, 1, "screenshot", &format!("{words} {url} {words}"))[1].clone()
        }
        (1, _) => result = round(shape, 1, "screenshot", &in_json)[1].clone(),
        (2, Shape::Gemini) => {
            result["parts"][0]["functionResponse"]["response"] =
                json!({ "deep": [{ "list": [url] }], "note": words })
        }
        (2, Shape::OpenaiChat) => {
            result["content"] = json!([{ "type": "text", "text": words }, { "type": "image_url", "image_url": { "url": url } }])
        }
        (2, Shape::Anthropic) => {
            result["content"][0]["content"] = json!([{ "type": "text", "text": words }, { "type": "image", "source": { "type": "base64", "media_type": "image/png", "data": base64(chars) } }]);
        }
        (2, Shape::OpenaiResponses) => {
            result["output"] = json!([{ "type": "input_text", "text": words }, { "type": "input_image", "image_url": url }])
        }
        (2, Shape::AiSdk) => {
            let blocks = json!([{ "type": "text", "text": words }, { "type": "file-data", "data": base64(chars), "mediaType": "image/png" }]);
            result["content"][0]["output"] = json!({ "type": "content", "value": blocks });
        }
        (2, Shape::Bedrock) => {
            result["content"][0]["toolResult"]["content"] = json!([{ "text": words }, { "image": { "format": "png", "source": { "bytes": base64(chars) } } }]);
        }
        (2, Shape::Langchain) => {
            result["data"]["content"] = json!([{ "type": "text", "text": words }, { "type": "image_url", "image_url": { "url": url } }])
        }
        (2, Shape::UiMessage) => {
            result["parts"][0]["output"] = json!({ "content": [{ "type": "text", "text": words }, { "type": "image", "data": base64(chars), "mimeType": "image/png" }] });
        }
        (2, Shape::PydanticAi) => {
            result["parts"][0]["content"] = json!([words, { "kind": "binary", "data": base64(chars), "media_type": "image/png" }]);
        }
        (2, Shape::Pi) => {
            result["content"] = json!([{ "type": "text", "text": words }, { "type": "image", "data": base64(chars), "mimeType": "image/png" }]);
        }
        (3, Shape::Gemini) => {
            result["parts"][0]["functionResponse"]["response"] = json!({ "content": [{ "type": "text", "text": words }, { "type": "image", "mimeType": "image/png", "data": base64(chars) }] });
        }
        _ => {
            result = round(
                shape,
                1,
                "screenshot",
                &format!("{words}{}", json!({ "inner": in_json })),
            )[1]
            .clone()
        }
    }
    let said = if random.chance(50) {
        user_text(shape, &format!("look: {url}"))
    } else {
        user_text(shape, "look")
    };
    let expected = 1 + u64::from(leaks(&said.to_string()));
    let messages = json!([said, call_message, result, agent_text(shape, "done")]);
    for preset in ["default", "gemini-cli", "qwen-code"] {
        let options = json!({ "dialect": shape.name(), "preset": preset });
        let found = call("estimate_tokens", &messages, &options)?;
        ensure!(
            found["media"] == expected,
            "{preset}, place {place}: {} media instead of {expected}",
            found["media"]
        );
        let most = expected * 3_000 + 1_000;
        ensure!(
            found["tokens"]
                .as_u64()
                .is_some_and(|tokens| tokens <= most),
            "{preset}, place {place}: {} tokens",
            found["tokens"]
        );
    }
    Ok(())
}
