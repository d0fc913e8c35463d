//! Claude Code. Source of every field: version 2.1.332 in scripted sessions (`tests/agents`), and
//! `sdk-tools.d.ts` of its package.

use super::tail::tail;
use super::{Agent, Event, ToolResult};
use crate::install::{Edits, Item, Place};
use crate::numbered::{with_numbers, without_numbers};
use conspectus_files::error::Result;
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::Duration;

pub struct ClaudeCode;

const EVENTS: [&str; 4] = [
    "PostToolUse",
    "PostToolBatch",
    "PostCompact",
    "SessionStart",
];
/// How often the transcript is read, and the pause between two reads. Chosen here: the agent writes it
/// within a tenth of a second.
const LOOKS: u32 = 15;
const PAUSE: Duration = Duration::from_millis(20);

impl Agent for ClaudeCode {
    fn name(&self) -> &'static str {
        "claude-code"
    }

    fn project_variables(&self) -> &'static [&'static str] {
        &["CLAUDE_PROJECT_DIR"]
    }

    fn event(&self, name: &str, input: &Value) -> Option<Event> {
        match name {
            "PostToolUse" => Some(Event::Result(ToolResult {
                id: input["tool_use_id"].as_str().unwrap_or_default().to_owned(),
                tool: input["tool_name"].as_str()?.to_owned(),
                input: input["tool_input"].clone(),
                text: text_of(&input["tool_name"], &input["tool_response"]),
                // A file is its own store, and the agent asked for these lines.
                may_be_cut: input["tool_name"] != "Read",
            })),
            "PostToolBatch" => Some(Event::Shown(
                input["tool_calls"]
                    .as_array()?
                    .iter()
                    .filter_map(seen)
                    .collect(),
            )),
            "PostCompact" => Some(Event::Forgotten),
            "SessionStart" => Event::of_start(input["source"].as_str()?),
            _ => None,
        }
    }

    fn reports_what_it_showed(&self) -> bool {
        true
    }

    /// The transcript contains the calls of an answer. The agent writes it while they run.
    fn unnoted(&self, input: &Value, is_noted: &dyn Fn(&str) -> bool) -> Option<Vec<ToolResult>> {
        let own = input["tool_use_id"].as_str()?;
        let path = transcript(input)?;
        let (tail, is_all) = (0..LOOKS).find_map(|look| {
            if look > 0 {
                sleep(PAUSE);
            }
            tail(&path).filter(|(tail, _)| tail.contains(own))
        })?;
        let mut unnoted: Vec<ToolResult> = Vec::new();
        let mut has_own = false;
        let calls = |line: &&str| line.contains("\"tool_use\"");
        for line in tail.lines().rev().filter(calls) {
            let Ok(line) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let blocks = line["message"]["content"].as_array().into_iter().flatten();
            for block in blocks.filter(|block| block["type"] == "tool_use") {
                let id = block["id"].as_str()?;
                if id == own {
                    has_own = true;
                } else if is_noted(id) {
                    return has_own.then_some(unnoted);
                } else {
                    unnoted.push(ToolResult {
                        id: id.to_owned(),
                        tool: block["name"].as_str()?.to_owned(),
                        input: block["input"].clone(),
                        text: None,
                        may_be_cut: false,
                    });
                }
            }
        }
        (has_own && is_all).then_some(unnoted)
    }

    fn replace(&self, input: &Value, result: &ToolResult, text: &str) -> Option<Value> {
        let mut output = input["tool_response"].clone();
        match result.tool.as_str() {
            "Read" => {
                let file = &mut output["file"];
                let (content, first) =
                    without_numbers(text, file["content"].as_str()?, file["startLine"].as_u64()?)?;
                if content.len() >= file["content"].as_str()?.len() {
                    return None;
                }
                (file["content"], file["startLine"]) = (content.into(), first.into());
            }
            "Bash" => output["stdout"] = text.into(),
            _ => output[0]["text"] = text.into(),
        }
        Some(
            json!({ "hookSpecificOutput": { "hookEventName": "PostToolUse", "updatedToolOutput": output } }),
        )
    }

    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>> {
        let moved = place.variable("CLAUDE_CONFIG_DIR");
        let folder = match &moved {
            Some(folder) => folder.clone(),
            None => place.home()?.join(".claude"),
        };
        // The command names a place on this machine, so it goes where nothing is shared.
        let settings = match place.project() {
            Some(project) => project.join(".claude/settings.local.json"),
            None => folder.join("settings.json"),
        };
        let hooks = Item::groups(&EVENTS, self.name(), place);
        let server = json!({ "type": "stdio", "command": place.program(), "args": ["mcp"], "alwaysLoad": true });
        let servers = moved.map_or_else(|| place.home(), Ok)?.join(".claude.json");
        let key = match place.project() {
            Some(project) => Item::server(
                &["projects", &project.to_string_lossy(), "mcpServers"],
                server,
            ),
            None => Item::server(&["mcpServers"], server),
        };
        Ok(vec![
            Edits::json(settings, hooks),
            Edits::json(servers, vec![key]),
        ])
    }
}

/// The path of the transcript. A subagent has its own.
fn transcript(input: &Value) -> Option<String> {
    let path = input["transcript_path"].as_str()?;
    Some(match input["agent_id"].as_str() {
        Some(agent) => format!(
            "{}/subagents/agent-{agent}.jsonl",
            path.strip_suffix(".jsonl")?
        ),
        None => path.to_owned(),
    })
}

/// The text of a result as the model will see it, if its format is known.
fn text_of(tool: &Value, response: &Value) -> Option<String> {
    match tool.as_str()? {
        "Read" => {
            let file = &response["file"];
            (response["type"] == "text").then_some(())?;
            Some(with_numbers(
                file["content"].as_str()?,
                file["startLine"].as_u64()?,
            ))
        }
        "Bash" => {
            let is = |name: &str| response[name] == true;
            // What is in a file of the agent is shown as a preview, and what runs on has no end.
            let is_special = [
                "persistedOutputPath",
                "backgroundTaskId",
                "structuredContent",
            ]
            .iter()
            .any(|name| !response[*name].is_null());
            let fails = is("isImage") || is("interrupted") || response["stderr"] != "";
            (!is_special && !fails).then_some(())?;
            response["stdout"].as_str().map(str::to_owned)
        }
        name if name.starts_with("mcp__") => {
            let blocks = response.as_array().filter(|blocks| blocks.len() == 1)?;
            (blocks[0]["type"] == "text").then_some(())?;
            blocks[0]["text"].as_str().map(str::to_owned)
        }
        _ => None,
    }
}

/// A result of a batch, as the model sees it.
fn seen(call: &Value) -> Option<ToolResult> {
    let text = match &call["tool_response"] {
        Value::String(text) => Some(text.clone()),
        Value::Array(blocks) if blocks.len() == 1 => blocks[0]["text"].as_str().map(str::to_owned),
        _ => None,
    };
    Some(ToolResult {
        id: call["tool_use_id"].as_str().unwrap_or_default().to_owned(),
        tool: call["tool_name"].as_str()?.to_owned(),
        input: call["tool_input"].clone(),
        text,
        may_be_cut: false,
    })
}
