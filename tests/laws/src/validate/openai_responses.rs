//! OpenAI's rules for `input` items of the Responses interface.

use super::counts;
use serde_json::Value;

/// Calls, with the type of the item that answers each.
const ANSWERED_BY: [(&str, &str); 6] = [
    ("function_call", "function_call_output"),
    ("custom_tool_call", "custom_tool_call_output"),
    ("shell_call", "shell_call_output"),
    ("local_shell_call", "local_shell_call_output"),
    ("computer_call", "computer_call_output"),
    ("apply_patch_call", "apply_patch_call_output"),
];

/// Returns true if an item belongs to a response of the model.
fn is_models(item: &Value) -> bool {
    let kind = item["type"].as_str().unwrap_or_default();
    item["role"] == "assistant"
        || [
            "reasoning",
            "web_search_call",
            "mcp_call",
            "image_generation_call",
        ]
        .contains(&kind)
        || ANSWERED_BY.iter().any(|(call, _)| *call == kind)
}

/// - An item is a message of a known role, or of a known type. Blocks of an assistant message are
///   `output_text` or `refusal`, of all others `input_*`.
/// - "No tool output found for function call": every call is followed by an output of its own type,
///   as often as its id occurs; only calls of the last answer may still run. "No tool call found
///   for function call output with call_id": no output without a call before it.
/// - "Item 'rs_' of type 'reasoning' was provided without its required following item": reasoning
///   that the provider knows comes right before an item of the same answer. "Item was provided
///   without its required 'reasoning' item": the other way round (our generator writes into an id
///   which reasoning it needs).
/// - Each type of output has its shape: a screenshot is an image, a shell's output a list of
///   chunks.
pub(super) fn check(list: &[Value]) -> Result<(), String> {
    let mut open: Vec<(&str, String)> = Vec::new();
    let mut reasoning: Vec<&str> = Vec::new();
    for (index, item) in list.iter().enumerate() {
        let at = |problem: String| format!("{problem} at {index}");
        check_shape(item).map_err(at)?;
        let kind = item["type"].as_str().unwrap_or("message");
        if let Some((call, _)) = ANSWERED_BY.iter().find(|(_, output)| *output == kind) {
            let id = item["call_id"].as_str().unwrap_or_default();
            let position = open
                .iter()
                .position(|(kind, known)| kind == call && known == id);
            open.remove(position.ok_or_else(|| at(format!("`{id}` answers no {call}")))?);
            continue;
        }
        if is_models(item) {
            if !open.is_empty() && !list[..index].last().is_some_and(is_models) {
                return Err(at(format!(
                    "the model goes on, but {open:?} have no output"
                )));
            }
            if let Some(needed) = item["id"]
                .as_str()
                .and_then(|id| id.split_once("_needs_"))
                .map(|(_, needed)| needed)
                && !reasoning.contains(&needed)
            {
                return Err(at(format!("an item without its reasoning {needed}")));
            }
            if kind == "reasoning" && item["id"].is_string() {
                reasoning.push(item["id"].as_str().unwrap_or_default());
                if list.get(index + 1).is_some_and(|next| !is_models(next)) {
                    return Err(at("reasoning without its following item".to_owned()));
                }
            }
            if ANSWERED_BY.iter().any(|(call, _)| *call == kind) {
                open.push((
                    kind,
                    item["call_id"].as_str().unwrap_or_default().to_owned(),
                ));
            }
        } else if !open.is_empty() && kind == "message" {
            return Err(at(format!("a message before the outputs of {open:?}")));
        } else {
            reasoning.clear();
        }
    }
    Ok(())
}

fn check_shape(item: &Value) -> Result<(), String> {
    let kind = item["type"].as_str().unwrap_or("message");
    match kind {
        "message" => check_message(item),
        "reasoning" if !item["summary"].is_array() => Err("reasoning without a summary".to_owned()),
        "reasoning" | "web_search_call" | "mcp_call" | "image_generation_call" | "compaction" => {
            Ok(())
        }
        _ if ANSWERED_BY
            .iter()
            .any(|(call, output)| *call == kind || *output == kind) =>
        {
            if item["call_id"].as_str().is_none() {
                return Err(format!("{kind} without a call_id"));
            }
            check_tool_item(item, kind)
        }
        _ => Err(format!("an item of type `{kind}`")),
    }
}

fn check_tool_item(item: &Value, kind: &str) -> Result<(), String> {
    let fits = match kind {
        "function_call" => item["name"].is_string() && item["arguments"].is_string(),
        "custom_tool_call" => item["name"].is_string() && item["input"].is_string(),
        "shell_call" | "local_shell_call" | "computer_call" => item["action"].is_object(),
        "apply_patch_call" => item["operation"].is_object(),
        "computer_call_output" => {
            item["output"]["type"] == "computer_screenshot"
                && item["output"]["image_url"].is_string()
        }
        "shell_call_output" => item["output"].as_array().is_some_and(|chunks| {
            chunks.iter().all(|chunk| {
                chunk["stdout"].is_string()
                    && chunk["stderr"].is_string()
                    && chunk["outcome"].is_object()
            })
        }),
        "local_shell_call_output" => item["output"].is_string(),
        "apply_patch_call_output" => {
            item["output"].is_string()
                && ["completed", "failed"]
                    .iter()
                    .any(|status| item["status"] == *status)
        }
        _ => match &item["output"] {
            Value::String(_) => true,
            Value::Array(blocks) => blocks.iter().all(|block| {
                ["input_text", "input_image", "input_file"]
                    .iter()
                    .any(|kind| block["type"] == *kind)
            }),
            _ => false,
        },
    };
    if fits {
        Ok(())
    } else {
        Err(format!("a {kind} of the wrong shape: {item:.200}"))
    }
}

fn check_message(item: &Value) -> Result<(), String> {
    let role = item["role"].as_str().unwrap_or_default();
    if !["system", "developer", "user", "assistant"].contains(&role) {
        return Err(format!("role `{role}`"));
    }
    match &item["content"] {
        Value::String(_) => Ok(()),
        Value::Array(blocks) if !blocks.is_empty() => {
            let allowed: &[&str] = if role == "assistant" {
                &["output_text", "refusal", "x_future"]
            } else {
                &["input_text", "input_image", "input_file", "x_future"]
            };
            match blocks
                .iter()
                .find(|block| !allowed.contains(&block["type"].as_str().unwrap_or_default()))
            {
                Some(block) => Err(format!("the {role} says {block:.80}")),
                None => Ok(()),
            }
        }
        other => Err(format!("content {other:.80}")),
    }
}

pub(super) fn waiting(list: &[Value]) -> Vec<(String, String)> {
    let key = |item: &Value, kind: &str| {
        format!("{kind} {}", item["call_id"].as_str().unwrap_or_default())
    };
    let is_output = |item: &&Value| {
        ANSWERED_BY
            .iter()
            .any(|(_, output)| item["type"] == *output)
    };
    let mut outputs = counts(
        list.iter()
            .filter(is_output)
            .map(|item| key(item, item["type"].as_str().unwrap_or_default())),
    );
    let mut left = Vec::new();
    // Ids may be used again: outputs answer the oldest call, so that what waits is what is over at
    // the end.
    for item in list {
        let Some((_, output)) = ANSWERED_BY.iter().find(|(call, _)| item["type"] == *call) else {
            continue;
        };
        match outputs.get_mut(&key(item, output)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => left.push((
                item["call_id"].as_str().unwrap_or_default().to_owned(),
                (*output).to_owned(),
            )),
        }
    }
    left
}

/// The item that answers a call which waits; its type is kept where other shapes keep the name of
/// the tool.
pub(super) fn late(id: &str, kind: &str) -> Value {
    let output = match kind {
        "computer_call_output" => {
            serde_json::json!({ "type": "computer_screenshot", "image_url": "https://example.com/a.png" })
        }
        "shell_call_output" => {
            serde_json::json!([{ "stdout": "late", "stderr": "", "outcome": { "type": "exit", "exit_code": 0 } }])
        }
        _ => serde_json::json!("late"),
    };
    serde_json::json!({ "type": kind, "call_id": id, "status": "completed", "output": output })
}
