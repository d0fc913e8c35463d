//! The texts of a request for a delta: the model names only what has changed in the notes. The
//! wording is our own.

use super::rules::{DATA, LANGUAGE, LEGEND};
use crate::notes::delta::State;

/// The system text of a request for a delta.
#[must_use]
pub fn system() -> String {
    let task =
        "You keep the notes of an AI agent that works with tools for a user. The notes are four lists: tasks that are open, facts, rules of the \
user, and what happened lately. You are given the notes as they are, and the record of what happened since. The record is about to be removed \
from the agent's context: what of it you do not put into the notes has to be found out again. Say only what changes in the notes. What you do \
not name stays.";
    let form = "Answer with one JSON object, and nothing after it. All its fields may be left out but the last:\n\
- \"new_facts\": texts. Files with what changed and why, commands that work, versions, names, numbers, error messages, decisions with their \
reasons: exact, one fact a text.\n\
- \"obsolete_fact_indices\": numbers of the facts in the notes that no longer hold. A fact that changed is obsolete, and new in its new form.\n\
- \"new_constraints\": texts. What the user wants done or not done, word for word where short.\n\
- \"obsolete_constraint_indices\": numbers of the rules that the user took back.\n\
- \"new_tasks\": objects {\"id\", \"description\"}. An id that is in the notes replaces that task.\n\
- \"resolved_task_ids\": ids of the tasks that are done or were given up.\n\
- \"chronology\": one or two sentences on what happened in this record.\n\n\
If you need to think first, do so inside <scratchpad> ... </scratchpad> before the object; it is thrown away.";
    format!("{task}\n\n{DATA} {LEGEND}\n\n{LANGUAGE}\n\n{form}")
}

/// Asked where the notes nearly fill their budget.
pub(crate) const BREVITY: &str = "The notes have almost no room left: the oldest facts go first when it is full. Be brief, join facts that belong \
together, and name those that are no longer needed as obsolete.\n\n";

/// The notes as they are, with numbers.
#[must_use]
pub fn notes(state: &State) -> String {
    let mut text = String::new();
    let mut list = |title: &str, lines: Vec<String>| {
        text.push_str(&format!("{title}:\n"));
        text.push_str(if lines.is_empty() { "(none)\n" } else { "" });
        lines
            .iter()
            .for_each(|line| text.push_str(&format!("{line}\n")));
    };
    let numbered = |texts: &[String]| {
        texts
            .iter()
            .enumerate()
            .map(|(index, text)| format!("{index}: {text}"))
            .collect()
    };
    list(
        "Open tasks, by id",
        state
            .active_tasks
            .iter()
            .map(|task| format!("{}: {}", task.id, task.description))
            .collect(),
    );
    list("Facts, by number", numbered(&state.discovered_facts));
    list(
        "Rules of the user, by number",
        numbered(&state.constraints_and_preferences),
    );
    list(
        "What happened lately",
        state
            .recent_arc
            .iter()
            .map(|text| format!("- {text}"))
            .collect(),
    );
    text.truncate(text.trim_end().len());
    text
}
