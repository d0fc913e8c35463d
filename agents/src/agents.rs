//! The agents: what their hooks say and are answered, and where their settings are.

mod claude_code;
mod codex;
mod copilot_cli;
mod tail;

use crate::install::{Edits, Place};
use conspectus_files::error::Result;
use serde_json::{Value, json};

/// All agents, in the order in which they are listed.
static AGENTS: [&dyn Agent; 3] = [
    &claude_code::ClaudeCode,
    &codex::Codex,
    &copilot_cli::CopilotCli,
];

/// The names of all agents.
pub const NAMES: [&str; 3] = ["claude-code", "codex", "copilot-cli"];

/// The agent of that name.
#[must_use]
pub(crate) fn agent(name: &str) -> Option<&'static dyn Agent> {
    AGENTS.into_iter().find(|agent| agent.name() == name)
}

/// An agent that runs hooks.
pub trait Agent: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The variables that name the folder of its project, for its hooks. Without one it is `cwd`.
    fn project_variables(&self) -> &'static [&'static str] {
        &[]
    }

    /// Which conversation a hook is about: what one prompt never shares with another one. A subagent
    /// may have the session of its parent, and a name of its own.
    fn conversation(&self, input: &Value) -> Option<String> {
        let session = input["session_id"].as_str()?;
        let agent = input["agent_id"].as_str().unwrap_or_default();
        Some(format!("{session}\0{agent}"))
    }

    /// What an event means; `None` if nothing follows from it.
    fn event(&self, name: &str, input: &Value) -> Option<Event>;

    /// Whether [`Event::Shown`] says what the model saw. Otherwise each result is noted as it was
    /// answered.
    fn reports_what_it_showed(&self) -> bool {
        false
    }

    /// The other calls whose results are not noted yet: those of the same answer, and those that no
    /// hook was told of. `None` if that is not known. `is_noted` takes the id of a call.
    fn unnoted(&self, _input: &Value, _is_noted: &dyn Fn(&str) -> bool) -> Option<Vec<ToolResult>> {
        None
    }

    /// The answer that puts a text in place of a result; `None` if it would not fit.
    fn replace(&self, input: &Value, result: &ToolResult, text: &str) -> Option<Value>;

    /// The answer that adds a text to the prompt.
    fn context(&self, event: &str, text: &str) -> Value {
        json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } })
    }

    /// What its settings need.
    ///
    /// # Errors
    /// If there is no place for settings.
    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>>;
}

/// What happened in an agent.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A tool has returned something. The model has not seen it yet.
    Result(ToolResult),
    /// The model sees these results, in this order.
    Shown(Vec<ToolResult>),
    /// What was shown is not in the prompt any more.
    Forgotten,
    /// The same, and the agent takes a text for the new prompt.
    Compacted,
    /// A session begins or goes on.
    Started,
}

impl Event {
    /// The start of a session, by the word for why it begins. Claude Code and Codex have the same.
    fn of_start(source: &str) -> Option<Self> {
        Some(match source {
            "compact" => Self::Compacted,
            "clear" => Self::Forgotten,
            _ => Self::Started,
        })
    }
}

/// A result of a tool.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolResult {
    /// The id of its call, where the agent says it.
    pub id: String,
    pub tool: String,
    pub input: Value,
    /// Its text as the model sees it; `None` if its form is unknown, or it must stay as it is.
    pub text: Option<String>,
    /// Whether a long text may lose its middle.
    pub may_be_cut: bool,
}
