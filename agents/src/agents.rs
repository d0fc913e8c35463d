//! The agents: the events and answers of their hooks, and the paths of their settings.

mod claude_code;
mod codex;
mod copilot_cli;
mod opencode;
mod pi;
mod tail;

use crate::install::{Edits, Place};
use conspectus_files::error::Result;
use serde_json::{Value, json};

/// All agents with hooks, in the order in which they are listed.
static AGENTS: [&dyn Agent; 3] = [
    &claude_code::ClaudeCode,
    &codex::Codex,
    &copilot_cli::CopilotCli,
];

/// The agents in which the compactor runs as an extension.
static EXTENSIONS: [&dyn Extension; 2] = [&pi::Pi, &opencode::Opencode];

/// The names of all agents.
pub const NAMES: [&str; 5] = ["claude-code", "codex", "copilot-cli", "pi", "opencode"];

/// The agent with hooks of that name.
pub(crate) fn agent(name: &str) -> Option<&'static dyn Agent> {
    AGENTS.into_iter().find(|agent| agent.name() == name)
}

/// The edits of an agent's settings; `None` if the agent is unknown.
pub(crate) fn edits(name: &str, place: &Place<'_>) -> Option<Result<Vec<Edits>>> {
    let extension = || EXTENSIONS.into_iter().find(|agent| agent.name() == name);
    match agent(name) {
        Some(agent) => Some(agent.edits(place)),
        None => extension().map(|agent| agent.edits(place)),
    }
}

/// An agent that loads an extension.
pub trait Extension: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The file that loads the extension, and the edits of settings.
    ///
    /// # Errors
    /// If the path of the settings is unknown.
    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>>;
}

/// An agent that runs hooks.
pub trait Agent: Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The variables that name the folder of its project, for its hooks. Without one it is `cwd`.
    fn project_variables(&self) -> &'static [&'static str] {
        &[]
    }

    /// The id of the conversation, which has one prompt. A subagent may have the session of its parent,
    /// and an id of its own.
    fn conversation(&self, input: &Value) -> Option<String> {
        let session = input["session_id"].as_str()?;
        let agent = input["agent_id"].as_str().unwrap_or_default();
        Some(format!("{session}\0{agent}"))
    }

    /// The meaning of an event; `None` if it needs no work.
    fn event(&self, name: &str, input: &Value) -> Option<Event>;

    /// Whether the agent sends [`Event::Shown`]. Otherwise each result is noted when its hook answers.
    fn reports_what_it_showed(&self) -> bool {
        false
    }

    /// Other calls whose results aren't noted yet: the calls of the same answer, and calls that had no
    /// hook. `None` if they're unknown. `is_noted` takes the id of a call.
    fn unnoted(&self, _input: &Value, _is_noted: &dyn Fn(&str) -> bool) -> Option<Vec<ToolResult>> {
        None
    }

    /// The answer that replaces the text of a result; `None` if the agent can't show that text.
    fn replace(&self, input: &Value, result: &ToolResult, text: &str) -> Option<Value>;

    /// The answer that adds text to the prompt.
    fn context(&self, event: &str, text: &str) -> Value {
        json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } })
    }

    /// The edits of its settings.
    ///
    /// # Errors
    /// If the path of the settings is unknown.
    fn edits(&self, place: &Place<'_>) -> Result<Vec<Edits>>;
}

/// What happened in an agent.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// A tool has returned something. The model has not seen it yet.
    Result(ToolResult),
    /// The model sees these results, in this order.
    Shown(Vec<ToolResult>),
    /// The prompt no longer contains earlier results.
    Forgotten,
    /// The prompt no longer contains earlier results, and the hook can add text to it.
    Compacted,
    /// A session starts or continues.
    Started,
}

impl Event {
    /// The start of a session, by its source. Claude Code and Codex use equal words.
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
    /// The id of its call, if the agent sends it.
    pub id: String,
    pub tool: String,
    pub input: Value,
    /// The text that the model sees; `None` if its format is unknown, or if it must not change.
    pub text: Option<String>,
    /// Whether a long text may lose its middle.
    pub may_be_cut: bool,
}
