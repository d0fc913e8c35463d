//! Codex. Source of every field: version 0.171.0 in scripted sessions (`tests/agents`), and the hook
//! schemas in its program.

use super::tail::tail;
use super::{Agent, Event, ToolResult};
use crate::install::{Edits, Item, Place};
use conspectus_files::error::Result;
use serde_json::{Value, json};

pub struct Codex;

const EVENTS: [&str; 3] = ["PostToolUse", "PostCompact", "SessionStart"];

impl Agent for Codex {
    fn name(&self) -> &'static str {
        "codex"
    }

    fn event(&self, name: &str, input: &Value) -> Option<Event> {
        match name {
            "PostToolUse" => Some(Event::Result(ToolResult {
                id: String::new(),
                tool: input["tool_name"].as_str()?.to_owned(),
                input: input["tool_input"].clone(),
                text: input["tool_response"]
                    .as_str()
                    .filter(|_| input["tool_name"] == "Bash" && succeeded(input).is_some())
                    .map(str::to_owned),
                may_be_cut: true,
            })),
            "PostCompact" => Some(Event::Forgotten),
            "SessionStart" => Event::of_start(input["source"].as_str()?),
            _ => None,
        }
    }

    /// Codex can replace a result only by blocking it: the model then sees only the reason. The reason
    /// starts like the result of a command.
    fn replace(&self, _: &Value, _: &ToolResult, text: &str) -> Option<Value> {
        let reason = format!("Process exited with code 0\nOutput:\n{text}");
        Some(json!({ "decision": "block", "reason": reason }))
    }

    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>> {
        let folder = match (place.project(), place.variable("CODEX_HOME")) {
            (Some(project), _) => project.join(".codex"),
            (None, Some(folder)) => folder,
            (None, None) => place.home()?.join(".codex"),
        };
        let hooks = Item::groups(&EVENTS, self.name(), place);
        let server = json!({ "command": place.program(), "args": ["mcp"] });
        Ok(vec![
            Edits::json(folder.join("hooks.json"), hooks),
            Edits::toml(
                folder.join("config.toml"),
                vec![Item::server(&["mcp_servers"], server)],
            ),
        ])
    }
}

/// Whether the command succeeded. The input of the hook doesn't contain the exit code, but Codex
/// writes it to the rollout file before it runs the hook.
fn succeeded(input: &Value) -> Option<()> {
    let id = input["tool_use_id"].as_str()?;
    let (tail, _) = tail(input["transcript_path"].as_str()?)?;
    let ended = tail
        .lines()
        .rev()
        .filter(|line| line.contains(id) && line.contains("CommandExecution"))
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|line| line["payload"]["item"]["id"] == id)?;
    (ended["payload"]["item"]["exit_code"] == 0).then_some(())
}
