//! A machine of its own for each test: its variables, and what is kept on it.

use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub struct Machine {
    folder: TempDir,
}

impl Machine {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("app")).expect("a project");
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn variable(&self, name: &str) -> Option<OsString> {
        match name {
            "HOME" => Some(self.folder.path().into()),
            "CLAUDE_PROJECT_DIR" => Some(self.path("app").into()),
            _ => None,
        }
    }

    /// The answer to an event.
    pub fn hook(&self, agent: &str, event: &str, input: &Value) -> Value {
        let variable = |name: &str| self.variable(name);
        let answer = conspectus_agents::hook(agent, event, input.to_string().as_bytes(), &variable);
        serde_json::from_str(&answer).expect("JSON")
    }

    /// What is kept, with the names of the files.
    pub fn kept(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        gather(&self.path(".local"), &mut files);
        files
    }
}

fn gather(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            gather(&entry.path(), files);
        } else {
            let content = fs::read(entry.path()).expect("a file");
            files.push((entry.path(), content));
        }
    }
}

/// An event as the agent wrote it.
pub fn fixture(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(name);
    let text = fs::read_to_string(&path).expect("a fixture");
    serde_json::from_str(&text).expect("JSON")
}

/// All of them: agent, event and content.
pub fn fixtures() -> Vec<(String, String, Value)> {
    let events = [
        ("claude-code", "read", "PostToolUse"),
        ("claude-code", "read_image", "PostToolUse"),
        ("claude-code", "bash", "PostToolUse"),
        ("claude-code", "bash_persisted", "PostToolUse"),
        ("claude-code", "mcp", "PostToolUse"),
        ("claude-code", "edit", "PostToolUse"),
        ("claude-code", "batch", "PostToolBatch"),
        ("claude-code", "start", "SessionStart"),
        ("claude-code", "compacted", "SessionStart"),
        ("claude-code", "post_compact", "PostCompact"),
        ("codex", "command", "PostToolUse"),
        ("codex", "compacted", "SessionStart"),
        ("copilot-cli", "bash", "postToolUse"),
        ("copilot-cli", "view", "postToolUse"),
        ("copilot-cli", "start", "sessionStart"),
        ("copilot-cli", "pre_compact", "preCompact"),
    ];
    let read = |(agent, name, event): (&str, &str, &str)| {
        (
            agent.to_owned(),
            event.to_owned(),
            fixture(&format!("{agent}/{name}.json")),
        )
    };
    events.into_iter().map(read).collect()
}

/// So many lines of code, of which each is another one.
pub fn code(lines: std::ops::RangeInclusive<u32>) -> String {
    lines
        .map(|line| format!("let value_{line} = compute({line});\n"))
        .collect()
}
