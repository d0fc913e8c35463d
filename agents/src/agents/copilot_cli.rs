//! GitHub Copilot CLI. Source of every field: version 1.0.102 in scripted sessions (`tests/agents`),
//! and `copilot help config`.

use super::{Agent, Event, ToolResult};
use crate::install::{Edits, Item, Place, TIMEOUT_SECONDS};
use conspectus_files::error::{Error, ErrorKind, Result};
use serde_json::{Value, json};

pub struct CopilotCli;

const EVENTS: [&str; 3] = ["postToolUse", "preCompact", "sessionStart"];
/// Tools whose long output may lose its middle: commands and searches.
const PRINTING: [&str; 3] = ["bash", "grep", "glob"];
/// The end of the last line if a command succeeded.
const SUCCEEDED: &str = " completed with exit code 0>";

impl Agent for CopilotCli {
    fn name(&self) -> &'static str {
        "copilot-cli"
    }

    fn project_variables(&self) -> &'static [&'static str] {
        &["COPILOT_PROJECT_DIR"]
    }

    /// A subagent has its own session.
    fn conversation(&self, input: &Value) -> Option<String> {
        input["sessionId"].as_str().map(str::to_owned)
    }

    fn event(&self, name: &str, input: &Value) -> Option<Event> {
        match name {
            "postToolUse" => {
                let tool = input["toolName"].as_str()?;
                Some(Event::Result(ToolResult {
                    id: String::new(),
                    tool: tool.to_owned(),
                    input: input["toolArgs"].clone(),
                    text: text_of(input).map(|(text, _)| text.to_owned()),
                    may_be_cut: PRINTING.contains(&tool),
                }))
            }
            // What it compacts is in the prompt no longer.
            "preCompact" => Some(Event::Forgotten),
            "sessionStart" => Some(Event::Started),
            _ => None,
        }
    }

    fn replace(&self, input: &Value, _: &ToolResult, text: &str) -> Option<Value> {
        let (_, end) = text_of(input)?;
        let mut result = input["toolResult"].clone();
        result["textResultForLlm"] = format!("{text}{end}").into();
        Some(json!({ "modifiedResult": result }))
    }

    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>> {
        if place.is_project {
            let message = "copilot-cli shares the settings of a project with everybody who works on it, and hooks name a program of this machine: install without --project";
            return Err(Error::new(ErrorKind::Settings, message));
        }
        let folder = match place.variable("COPILOT_HOME") {
            Some(folder) => folder,
            None => place.home()?.join(".copilot"),
        };
        let hooks = EVENTS.iter().map(|event| {
            let command = place.hook_command(self.name(), event);
            let shell = if cfg!(windows) { "powershell" } else { "bash" };
            let hook = json!({ "type": "command", shell: command, "timeoutSec": TIMEOUT_SECONDS });
            Item::hook(&["hooks", event], self.name(), event, hook)
        });
        let version = Item::key(&[], "version", json!(1));
        let server =
            json!({ "type": "local", "command": place.program(), "args": ["mcp"], "tools": ["*"] });
        Ok(vec![
            Edits::json(
                folder.join("hooks/conspectus.json"),
                std::iter::once(version).chain(hooks).collect(),
            ),
            Edits::json(
                folder.join("mcp-config.json"),
                vec![Item::server(&["mcpServers"], server)],
            ),
        ])
    }
}

/// The text of a result, and the line after it with the exit code of a command. `None` if it failed.
fn text_of(input: &Value) -> Option<(&str, &str)> {
    let result = &input["toolResult"];
    let text = result["textResultForLlm"].as_str()?;
    (result["resultType"] == "success").then_some(())?;
    if input["toolName"] != "bash" {
        return Some((text, ""));
    }
    let end = text.rfind("\n<").filter(|_| text.ends_with(SUCCEEDED))?;
    Some(text.split_at(end))
}
