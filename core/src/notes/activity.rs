//! What happened in a span of messages, for a summary's record: files changed, tools used, decisions taken. No model.
//!
//! gencode looks at plain string messages and two tools only (C-5); this reads texts and calls in every shape, and knows
//! a tool that changes files by its name.

use crate::history::{History, PartKind};
use crate::host::clip::one_line;
use crate::host::view::View;
use crate::notes::facts::{self, FileUse};
use crate::notes::transcript::value_text;
use crate::read::message::Role;
use serde::Serialize;

/// What a span of messages did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Activity {
    /// Sentences in which something was decided, newest last.
    pub key_decisions: Vec<String>,
    /// Paths that were written, edited or deleted, in order of last use.
    pub files_modified: Vec<String>,
    /// Tools by first use.
    pub tools_used: Vec<ToolUse>,
}

/// How a tool was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToolUse {
    /// Its name.
    pub tool: String,
    /// How many calls.
    pub count: u64,
    /// The first distinct ones, each on one line.
    pub notable_uses: Vec<String>,
}

/// How much is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Most decisions; the newest are kept. Chosen here: 20. The code of C-5 takes 5.
    pub max_decisions: usize,
    /// Most uses of each tool. Source of 3: C-5.
    pub max_uses: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_decisions: 20, max_uses: 3 }
    }
}

/// Words by which a sentence tells a decision. Source: the document of gencode 0.4.0; without regard to case here.
const DECIDING: [&str; 3] = ["decided", "chose", "will use"];
/// Decisions remembered while reading. Chosen here.
const DECISIONS_READ: usize = 500;
/// Longest decision, in chars. Chosen here: a sentence.
const DECISION_CHARS: usize = 240;

/// Reads messages `start..end`.
pub fn activity<V: View>(history: &History, messages: &V, start: usize, end: usize, limits: Limits) -> Activity {
    let facts = facts::extract(history, messages, start, end, None);
    let files_modified = facts.files.iter().filter(|(_, found)| *found != FileUse::Read).map(|(path, _)| path.clone()).collect::<Vec<_>>();
    let mut tools_used: Vec<ToolUse> = Vec::new();
    for action in &facts.actions {
        let found = tools_used.iter().position(|tool| tool.tool == action.tool).unwrap_or_else(|| {
            tools_used.push(ToolUse { tool: action.tool.clone(), count: 0, notable_uses: Vec::new() });
            tools_used.len() - 1
        });
        let tool = &mut tools_used[found];
        tool.count += 1;
        let use_ = if files_modified.contains(&action.detail) && facts::changes_files(&action.tool) {
            format!("Modified {}", action.detail)
        } else {
            action.detail.clone()
        };
        if tool.notable_uses.len() < limits.max_uses && !use_.is_empty() && !tool.notable_uses.contains(&use_) {
            tool.notable_uses.push(use_);
        }
    }
    let mut key_decisions = decisions(history, messages, start, end);
    key_decisions.drain(..key_decisions.len().saturating_sub(limits.max_decisions));
    Activity { key_decisions, files_modified, tools_used }
}

fn decisions<V: View>(history: &History, messages: &V, start: usize, end: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for index in start..end.min(history.len()) {
        if !matches!(history.role(index), Some(Role::User | Role::Assistant)) {
            continue;
        }
        let Some(message) = messages.at(index) else { continue };
        for part in history.parts_of(index).iter().filter(|part| part.kind == PartKind::Text) {
            let text = value_text(part.path.resolve(&message));
            for sentence in text.split_inclusive(['.', '!', '?', '\n']).map(str::trim) {
                let lower = sentence.to_lowercase();
                if DECIDING.iter().any(|word| lower.contains(word)) {
                    let decision = one_line(sentence, DECISION_CHARS);
                    found.retain(|known| *known != decision);
                    found.push(decision);
                    // Far more than is kept; keeps the search for repeats from growing with the history.
                    found.drain(..found.len().saturating_sub(DECISIONS_READ));
                }
            }
        }
    }
    found
}
