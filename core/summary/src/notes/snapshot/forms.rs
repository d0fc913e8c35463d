//! The sections of a snapshot, in six forms, with the purpose of each section. The names come from
//! the reproduced systems where a source is given; the purposes are in our own words.

use crate::host::named::named;

/// The sections of a summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotForm {
    /// Seven sections: goal, rules, facts, files, steps, open work, errors.
    #[default]
    Sections,
    /// Five sections, for a brief summary.
    Brief,
    /// Nine sections, one of them with the user's messages in order.
    Detailed,
    /// Headings of a prompt with which another agent can continue.
    Continuation,
    /// Headings of notes that each summary brings up to date.
    Anchored,
    /// Four headings, for information that only a model can provide.
    Handover,
}

named!(SnapshotForm { Sections => "sections", Brief => "brief", Detailed => "detailed", Continuation => "continuation", Anchored => "anchored", Handover => "handover" });

/// The seven sections: a line with the name and the purpose of each, in order. Source of the names:
/// gemini-cli.
const SEVEN: &str = "\
overall_goal: What the user wants, in one sentence.
active_constraints: Every rule, preference or prohibition the user stated, word for word where short.
key_knowledge: Facts that later steps need: commands that work, versions, ports, names, numbers, findings.
artifact_trail: For each file or object changed: its path, what changed, and why.
file_system_state: Working directory; files read, created, changed, deleted.
recent_actions: The last tool calls and what came of them, errors included, verbatim where short.
task_state: The plan as a list with [DONE], [IN PROGRESS], [TODO]; then the very next step.";

/// Five sections. Source of the names: an early version of gemini-cli.
const FIVE: &str = "\
overall_goal: What the user wants, in one sentence.
key_knowledge: The user's rules, and facts that later steps need: commands, versions, names, numbers, findings.
file_system_state: Working directory; files read, created, changed, deleted, with what changed and why.
recent_actions: The last tool calls and what came of them, errors included, verbatim where short.
current_plan: The plan as a list with [DONE], [IN PROGRESS], [TODO]; then the very next step.";

/// Nine sections. Source of the names: qwen-code.
const NINE: &str = "\
primary_request_and_intent: All that the user asked for, and what it is for.
key_technical_concepts: Technologies, frameworks and notions that matter here.
files_and_code_sections: Files read, created or changed: why each matters, and the code that later steps need.
errors_and_fixes: Errors that came up and how they were settled; what the user said about them.
problem_solving: Problems solved, and searches still going on.
all_user_messages: Every message of the user that is no tool result, word for word where short.
pending_tasks: What was asked for and is not done.
current_work: What was being done at the end, with file names and code.
next_step: The very next step, if it follows from what the user asked.";

/// A prompt to continue from: what comes next counts more than what was done. The headings are our
/// own.
const CONTINUATION: &str = "\
Done so far: What was achieved, as far as later steps build on it.
Current work: What is under way at this moment, and how far it is.
Files changed: Each path that was created or changed, with the change that matters.
Next steps: What is to be done next, in order.
Context and decisions: Rules of the user, decisions with their reasons, commands, names, numbers and errors that will be needed.";

/// Notes that each summary brings up to date. Source of the headings: one of the reproduced
/// systems.
const ANCHORED: &str = "\
Objective: What the user wants to reach.
Important details: Rules, decisions, findings and exact identifiers that must not be lost.
Work state: Three lists: Completed, Active, Blocked.
Next move: The very next step.
Relevant files: Paths, each with a word on why it matters.";

/// Information that only a model can provide: the rest is added verbatim. The headings are our own.
const HANDOVER: &str = "\
Intent and limits: What the user wants in the end, and what they allowed or ruled out.
Decisions and why: What was chosen and what was turned down, each with its reason.
State and dead ends: What is finished, what is half done, what was tried in vain and why it failed.
Next step: The very next thing to do. Quote the last words that it follows from.";

/// Returns true if the sections of a form have headings. Otherwise they are in tags.
pub fn is_headed(form: SnapshotForm) -> bool {
    matches!(
        form,
        SnapshotForm::Continuation | SnapshotForm::Anchored | SnapshotForm::Handover
    )
}

/// The sections of a form, in order: the name and the purpose of each.
pub fn sections(form: SnapshotForm) -> impl Iterator<Item = (&'static str, &'static str)> {
    let text = match form {
        SnapshotForm::Sections => SEVEN,
        SnapshotForm::Brief => FIVE,
        SnapshotForm::Detailed => NINE,
        SnapshotForm::Continuation => CONTINUATION,
        SnapshotForm::Anchored => ANCHORED,
        SnapshotForm::Handover => HANDOVER,
    };
    text.lines().filter_map(|line| line.split_once(": "))
}
