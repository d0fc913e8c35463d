//! The sections of a snapshot, in three forms, with what each is for; names from the systems, wording our own.

use super::Snapshot;
use crate::config::SnapshotForm;

/// The seven sections, in order. Source of the names: gemini-cli (statement 1.4).
pub const SECTIONS: [(&str, &str); 7] = [
    ("overall_goal", "What the user wants, in one sentence."),
    ("active_constraints", "Every rule, preference or prohibition the user stated, word for word where short."),
    ("key_knowledge", "Facts that later steps need: commands that work, versions, ports, names, numbers, findings."),
    ("artifact_trail", "For each file or object changed: its path, what changed, and why."),
    ("file_system_state", "Working directory; files read, created, changed, deleted."),
    ("recent_actions", "The last tool calls and what came of them, errors included, verbatim where short."),
    ("task_state", "The plan as a list with [DONE], [IN PROGRESS], [TODO]; then the very next step."),
];

/// The five that gemini-cli began with. Source of the names: the seed documents.
const FIVE: [(&str, &str); 5] = [
    ("overall_goal", "What the user wants, in one sentence."),
    ("key_knowledge", "The user's rules, and facts that later steps need: commands, versions, names, numbers, findings."),
    ("file_system_state", "Working directory; files read, created, changed, deleted, with what changed and why."),
    ("recent_actions", "The last tool calls and what came of them, errors included, verbatim where short."),
    ("current_plan", "The plan as a list with [DONE], [IN PROGRESS], [TODO]; then the very next step."),
];

/// qwen-code's nine. Source of the names: Q-52.
const NINE: [(&str, &str); 9] = [
    ("primary_request_and_intent", "All that the user asked for, and what it is for."),
    ("key_technical_concepts", "Technologies, frameworks and notions that matter here."),
    ("files_and_code_sections", "Files read, created or changed: why each matters, and the code that later steps need."),
    ("errors_and_fixes", "Errors that came up and how they were settled; what the user said about them."),
    ("problem_solving", "Problems solved, and searches still going on."),
    ("all_user_messages", "Every message of the user that is no tool result, word for word where short."),
    ("pending_tasks", "What was asked for and is not done."),
    ("current_work", "What was being done at the end, with file names and code."),
    ("next_step", "The very next step, if it follows from what the user asked."),
];

/// The sections of a form: names and purposes, in order.
#[must_use]
pub fn sections(form: SnapshotForm) -> &'static [(&'static str, &'static str)] {
    match form {
        SnapshotForm::Seven => &SECTIONS,
        SnapshotForm::Five => &FIVE,
        SnapshotForm::Nine => &NINE,
    }
}

impl Snapshot {
    /// The same in seven sections: what other forms call otherwise goes where it belongs, and nothing is lost.
    #[must_use]
    pub fn in_seven(&self) -> Self {
        let mut seven = vec![String::new(); SECTIONS.len()];
        for (text, (name, _)) in self.sections.iter().zip(sections(self.form)).filter(|(text, _)| !text.is_empty()) {
            let home = match *name {
                "primary_request_and_intent" => "overall_goal",
                "key_technical_concepts" | "errors_and_fixes" | "problem_solving" => "key_knowledge",
                "files_and_code_sections" => "artifact_trail",
                "current_work" => "recent_actions",
                "all_user_messages" => "active_constraints",
                "pending_tasks" | "next_step" | "current_plan" => "task_state",
                own => own,
            };
            if let Some(slot) = SECTIONS.iter().position(|(name, _)| *name == home) {
                if !seven[slot].is_empty() {
                    seven[slot].push('\n');
                }
                seven[slot].push_str(text);
            }
        }
        Self { form: SnapshotForm::Seven, sections: seven }
    }
}
