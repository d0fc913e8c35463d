//! Nothing becomes larger. Every limit gives a defined result. No cut falls inside a grapheme
//! cluster.

use crate::host::{Transform, apply, call, compact, compactor_options, summary, tokens};
use crate::random::Random;
use crate::render::conversation;
use crate::story::Limits;
use crate::text::text;
use crate::{Outcome, Shape, ensure};
use conspectus::host::clip::{clip, head_of, tail_of};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use unicode_segmentation::UnicodeSegmentation;

/// A media item may be replaced by a line that is longer than a tiny payload or a short reference,
/// since it costs its estimate and not its base64. So each cleared media item may lengthen the JSON
/// by its placeholder (at most 128 chars of MIME type, escaped, and the words around it).
const MEDIUM_JSON_BYTES: usize = 300;

/// By the measure of the preset, and by the length of the JSON.
pub fn transforms_never_enlarge(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let transform = Transform::random(random, shape);
    let result = call(transform.operation, &messages, &transform.options)?;
    let after = apply(&result["patch"], &messages)?.messages;
    let media: u64 = result["edits"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|edit| edit["media"].as_u64())
        .sum();
    let told = || {
        format!(
            "{} {} {}\n{messages}",
            transform.operation, transform.options, result["edits"]
        )
    };
    let (before, now) = (
        tokens(&messages, &transform.options)?,
        tokens(&after, &transform.options)?,
    );
    ensure!(now <= before, "{before} -> {now} tokens: {}", told());
    let (length, length_now) = (messages.to_string().len(), after.to_string().len());
    ensure!(
        length_now <= length + media as usize * MEDIUM_JSON_BYTES,
        "{length} -> {length_now} bytes of JSON: {}",
        told()
    );
    for edit in result["edits"].as_array().into_iter().flatten() {
        ensure!(
            edit["chars_after"].as_u64() <= edit["chars_before"].as_u64(),
            "an edit that adds chars: {edit}"
        );
    }
    Ok(())
}

/// Applied only if smaller, by the core's own yardstick; the numbers of the report are true.
pub fn compaction_never_enlarges(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let summarizer = random.pick(&["extractive", "host"]);
    let options = compactor_options(random, shape, summarizer);
    let text = summary(random);
    let run = compact(&messages, &options, &json!({ "force": true }), &mut |_| {
        Some(text.clone())
    })?;
    let after = run.result(&messages)?.messages;
    let (before, now) = (tokens(&messages, &options)?, tokens(&after, &options)?);
    ensure!(
        now <= before,
        "{before} -> {now} tokens: {options} {}\n{messages}\n{after}",
        run.done
    );
    let report = &run.done["result"];
    ensure!(
        report["tokens_before"] == before,
        "{before} tokens before, the report says {}",
        report["tokens_before"]
    );
    let told = report["tokens_after"].as_u64().unwrap_or_default();
    // It never tells less than there is, beyond what each edit is rounded by, but for shell outputs
    // whose ids cannot say which call they answer (17 tokens of frame each by length, up to twice
    // that where text is read); and it may promise less than an edit saves, where a preset's
    // measure does not see what stays around a medium.
    let edits = run
        .patch
        .as_ref()
        .and_then(|patch| patch["ops"].as_array())
        .map_or(0, Vec::len) as u64;
    let frame = if shape == Shape::OpenaiResponses {
        40 * edits
    } else {
        0
    };
    ensure!(
        now <= told + 1 + edits + frame && told <= now + 1 + before / 10,
        "{now} tokens after, the report says {told}: {options} {}\n{messages}\n{after}",
        run.done
    );
    ensure!(
        report["log"]["sizes.messages_after"] == after.as_array().map_or(0, Vec::len),
        "the report counts {} messages",
        report["log"]["sizes.messages_after"]
    );
    Ok(())
}

/// At every limit, for texts of every script: the result is within the limit, it is cut between
/// clusters, and its marker is correct.
pub fn clip_keeps_limits_and_clusters(random: &mut Random, _: Shape) -> Outcome {
    let chars = random.below(400);
    let text = text(random, chars);
    let fraction = random.pick(&[0.0, 0.3, 0.5, 0.7, 1.0, -1.0, 2.0, f64::NAN]);
    let bounds: BTreeSet<usize> = text
        .grapheme_indices(true)
        .map(|(start, _)| start)
        .chain([text.len()])
        .collect();
    let length = text.encode_utf16().count();
    for limit in (0..length + 3).chain([usize::MAX]) {
        let clipped = clip(&text, limit, fraction);
        let told = || format!("clip({text:?}, {limit}, {fraction}) = {clipped:?}");
        ensure!(
            clipped.encode_utf16().count() <= limit.min(length),
            "too long: {}",
            told()
        );
        ensure!(
            limit < length || clipped == text,
            "cut although it fits: {}",
            told()
        );
        let (head, tail) = (head_of(&text, limit), tail_of(&text, limit));
        ensure!(
            bounds.contains(&head.len()) && text.starts_with(head),
            "a head inside a cluster: {head:?} of {text:?}"
        );
        ensure!(
            bounds.contains(&(text.len() - tail.len())) && text.ends_with(tail),
            "a tail inside a cluster: {tail:?} of {text:?}"
        );
        ensure!(
            kept_ends(&text, &clipped, &bounds),
            "not head, marker, tail between clusters: {}",
            told()
        );
    }
    Ok(())
}

/// Whether `clipped` is a start of `text` alone, or a start, a marker with the right number and an
/// end.
fn kept_ends(text: &str, clipped: &str, bounds: &BTreeSet<usize>) -> bool {
    if text.starts_with(clipped) && bounds.contains(&clipped.len()) {
        return true;
    }
    clipped.match_indices("\n[... ").any(|(start, _)| {
        let Some((number, tail)) = clipped[start + 6..].split_once(" chars left out ...]\n") else {
            return false;
        };
        let (head, missing) = (
            &clipped[..start],
            number.parse::<usize>().unwrap_or(usize::MAX),
        );
        let whole =
            text.starts_with(head) && text.ends_with(tail) && head.len() + tail.len() <= text.len();
        whole
            && bounds.contains(&head.len())
            && bounds.contains(&(text.len() - tail.len()))
            && text[head.len()..text.len() - tail.len()]
                .encode_utf16()
                .count()
                == missing
    })
}

/// Budgets of 0, 1, and beyond any history: an answer or a typed error, never a larger history.
pub fn limits_of_any_size_are_defined(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 4,
            text_chars: 3_000,
        },
    );
    let limits = [-1.0, 0.0, 1.0, 2.0, 77.0, 9e15, 1e300, 0.5, f64::MAX];
    let mut number = || json!(random.pick(&limits));
    let attempts = [
        (
            "microcompact",
            json!({ "keep_tool_results": number(), "max_result_chars": number() }),
        ),
        (
            "microcompact",
            json!({ "idle_minutes": number(), "now_ms": number(), "last_activity_ms": number() }),
        ),
        (
            "prune",
            json!({ "clear_min_tokens": number(), "clear_protect_tokens": number() }),
        ),
        ("summarize_extractive", json!({ "max_tokens": number() })),
        (
            "find_split_point",
            json!({ "fraction": number(), "keep_pairs": number() }),
        ),
        (
            "thresholds",
            json!({ "context_window": number(), "max_output_tokens": number(), "max_input_tokens": number() }),
        ),
    ];
    for (operation, mut options) in attempts {
        options["dialect"] = json!(shape.name());
        match conspectus_api::call(
            operation,
            &messages,
            &crate::host::taken(operation, &options),
        ) {
            Err(error) => ensure!(
                error.code() == "INVALID_OPTION",
                "{operation} {options}: {} {error}",
                error.code()
            ),
            Ok(result) if result.get("patch").is_some() => {
                let after = apply(&result["patch"], &messages)?.messages;
                ensure!(
                    tokens(&after, &options)? <= tokens(&messages, &options)?,
                    "{operation} {options} enlarges"
                );
            }
            Ok(result) if operation == "summarize_extractive" => {
                memory_is_read_back(&result, &options)?
            }
            Ok(result) => ensure!(!has_null_number(&result), "{operation} {options}: {result}"),
        }
    }
    Ok(())
}

/// What a memory says is read back as it was written, whatever it quotes, and it keeps to its
/// budget unless that is less than its frame.
fn memory_is_read_back(result: &Value, options: &Value) -> Outcome {
    let text = result["text"].as_str().unwrap_or_default();
    let again = json!([{ "role": "user", "content": result["message"] }]);
    let plain = json!({ "max_tokens": options["max_tokens"], "dialect": "openai_chat" });
    let read = conspectus_api::call("summarize_extractive", &again, &plain)
        .map_err(|error| error.to_string())?;
    let said = |of: &Value| -> Vec<String> {
        let request = of["sections"]["Request"].as_str().unwrap_or_default();
        let lines = request.lines().filter(|line| !line.ends_with("omitted)"));
        lines.map(str::to_owned).collect()
    };
    ensure!(
        said(&read) == said(result),
        "read as {:#?}, written as {:#?}: {}",
        said(&read),
        said(result),
        result["text"]
    );
    let tokens = conspectus_api::call(
        "estimate_tokens",
        &json!([{ "role": "user", "content": text }]),
        &json!({}),
    )
    .map_err(|error| error.to_string())?;
    let (tokens, budget) = (
        tokens["tokens"].as_f64().unwrap_or(f64::MAX),
        options["max_tokens"].as_f64().unwrap_or(0.0),
    );
    ensure!(
        tokens <= budget + 8.0 || tokens <= FRAME_TOKENS,
        "{tokens} tokens of {budget}: {text}"
    );
    Ok(())
}

/// The smallest memory: its frame and the first words of the goal, in any script.
const FRAME_TOKENS: f64 = 120.0;

/// Numbers that JSON cannot hold become null: an overflow shows as one.
fn has_null_number(result: &Value) -> bool {
    ["tokens", "chars", "index", "chars_before", "auto", "hard"]
        .iter()
        .any(|key| result.get(*key).is_some_and(Value::is_null))
}

/// A budget is met if a legal result meets it: a cut that the independent validator accepts, and
/// kept messages that fit with a short summary and the user's last request.
pub fn a_budget_is_met_where_a_legal_result_exists(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(
        random,
        shape,
        Limits {
            rounds: 10,
            text_chars: 8_000,
        },
    );
    let list = messages.as_array().ok_or("not a list")?;
    if list.iter().any(|message| message["type"] == "compaction") {
        return Ok(());
    }
    let mut options = json!({ "dialect": shape.name(), "summarize": "extractive", "clear": random.chance(50), "min_span": 0 });
    let before = tokens(&messages, &options)?;
    let target = (before as f64 * random.pick(&[0.05, 0.15, 0.3, 0.6])) as u64 + 1;
    options["target"] = json!(0.5);
    options["context_window"] = json!(target * 2);
    let run = compact(&messages, &options, &json!({ "force": true }), &mut |_| {
        None
    })?;
    let after = tokens(&run.result(&messages)?.messages, &options)?;
    let over = run.done["log"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|record| record["attributes"].get("conspectus.tokens.over_target"))
        .next_back()
        .cloned()
        .unwrap_or_default()
        .as_u64()
        .unwrap_or_default();
    ensure!(
        run.done["applied"] != true
            || over.abs_diff(after.saturating_sub(target)) <= 20 + before / 10,
        "{over} over the target told, {after} of {target}"
    );
    if after <= target {
        return Ok(());
    }
    // pydantic-ai keeps its prompt in a request, which stays for its sake.
    let system = |message: &Value| {
        message["parts"][0]["part_kind"] == "system-prompt"
            || ["system", "developer"]
                .iter()
                .any(|name| message["role"] == *name || message["type"] == *name)
    };
    let is_user = |message: &Value| {
        message["role"] == "user" || message["type"] == "human" || message["kind"] == "request"
    };
    let head = list.iter().take_while(|message| system(message)).count();
    // A note of a page, and what the user said last, wherever that was.
    let longest = list
        .iter()
        .filter(|message| is_user(message))
        .map(|message| tokens(&json!([message]), &options));
    let restated = longest
        .collect::<Result<Vec<u64>, String>>()?
        .into_iter()
        .max()
        .unwrap_or(0);
    // A request that nothing has answered yet has to stay.
    let live = list
        .iter()
        .rposition(|message| !is_user(message))
        .map_or(0, |index| index + 1);
    // Results behind the agent's last message have not been read: they stay, with their calls.
    let is_result = |message: &Value| {
        // A part that is a call too: nothing was said behind it.
        let last = message["parts"].as_array().and_then(|parts| parts.last());
        if last.is_some_and(|part| part.get("toolCallId").is_some()) {
            return true;
        }
        let text = message.to_string();
        [
            "tool_result",
            "functionResponse",
            "toolResult",
            "tool-result",
            "tool-return",
            "retry-prompt",
            "_output\"",
            "\"role\":\"tool\"",
            "\"type\":\"tool\"",
        ]
        .iter()
        .any(|mark| text.contains(mark))
    };
    let asked = list
        .iter()
        .rposition(|message| !is_user(message) || is_result(message))
        .map_or(0, |index| index + 1);
    let results = list[..asked]
        .iter()
        .rposition(|message| !is_result(message))
        .map_or(0, |index| index + 1);
    let live = if results == asked {
        live
    } else {
        list[..results]
            .iter()
            .rposition(|message| is_user(message) || is_result(message))
            .map_or(0, |index| index + 1)
    };
    for index in head + 1..=live {
        if crate::laws::cuts::check_cut(shape, &messages, index).is_err()
            || !crate::validate::waiting(shape, &json!(list[..index])).is_empty()
        {
            continue;
        }
        let kept: Vec<Value> = list[..head].iter().chain(&list[index..]).cloned().collect();
        let least = tokens(&Value::Array(kept), &options)? + restated + 500;
        ensure!(
            least > target,
            "{options}: {after} tokens, but a cut at {index} gives {least} of {target}: {}\n{messages}",
            run.done
        );
    }
    Ok(())
}
