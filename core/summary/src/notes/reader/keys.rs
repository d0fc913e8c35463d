//! What tags and headings are called, without case and marks.

use super::tags::Class;
use crate::host::listed::listed;
use crate::notes::snapshot::sections;
use crate::notes::snapshot::SnapshotForm;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What may stand around a document.
const ROOTS: [&str; 9] = listed(
    "statesnapshot summary snapshot contextsummary conversationsummary conversationstate \
     handoff memory document",
);

/// What models think in before they answer.
pub(crate) const DRAFTS: [&str; 14] = listed(
    "think thinking thought thoughts reasoning analysis scratchpad reflection draft planning \
     antthinking internalmonologue innermonologue chainofthought",
);

/// What models put around an answer.
const WRAPS: [&str; 7] = [
    "output",
    "answer",
    "response",
    "result",
    "final",
    "finalanswer",
    "xml",
];

/// What belongs to none of the seven sections.
const NOTES: &str = "notes";

/// Other names of what a form asks for, by the seven sections.
const ALIASES: [&[&str]; 7] = [
    &[
        "goal",
        "goals",
        "objectives",
        "usergoal",
        "maingoal",
        "overallobjective",
        "userrequest",
        "primaryrequest",
        "intent",
        "userintent",
        "purpose",
        "task",
    ],
    &[
        "constraints",
        "rules",
        "userrules",
        "preferences",
        "userpreferences",
        "requirements",
        "userconstraints",
        "activerules",
    ],
    &[
        "knowledge",
        "facts",
        "keyfacts",
        "findings",
        "keyfindings",
        "keydetails",
        "context",
        "importantcontext",
        "criticalcontext",
        "decisions",
        "keydecisions",
        "technicaldetails",
        "technicalcontext",
        "learnings",
        "discoveries",
        "keyinformation",
        "errors",
        "keypoints",
    ],
    &[
        "artifacts",
        "changedfiles",
        "modifiedfiles",
        "filesmodified",
        "changes",
        "codechanges",
        "changesmade",
        "files",
        "keyfiles",
        "filesandcode",
    ],
    &[
        "filesystem",
        "filestate",
        "workingdirectory",
        "filesread",
        "readfiles",
        "read",
    ],
    &[
        "actions",
        "recentwork",
        "progress",
        "whatwasdone",
        "workdone",
        "completed",
        "completedwork",
        "accomplished",
        "accomplishments",
        "whathappened",
        "recentsteps",
    ],
    &[
        "plan",
        "nextsteps",
        "nextstep",
        "todo",
        "todos",
        "remainingwork",
        "remainingtasks",
        "opentasks",
        "tasks",
        "status",
        "currentstatus",
        "currentstate",
        "taskstatus",
        "tasklist",
        "openquestions",
        "blockers",
        "inprogress",
        "outstanding",
    ],
];

/// Small letters and digits of a name. Names of other scripts stay as they are, in small letters.
#[must_use]
pub(crate) fn key(name: &str) -> String {
    let short: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|char| char.to_ascii_lowercase())
        .collect();
    if short.is_empty() {
        name.trim().to_lowercase()
    } else {
        short
    }
}

/// Where a section belongs, by its key: the index among the seven. What is a note has none.
pub(crate) fn home(key: &str) -> Option<usize> {
    homes().get(key).copied()
}

fn homes() -> &'static BTreeMap<String, usize> {
    static HOMES: OnceLock<BTreeMap<String, usize>> = OnceLock::new();
    HOMES.get_or_init(|| {
        let mut homes = BTreeMap::new();
        for (name, index) in SnapshotForm::ALL
            .into_iter()
            .flat_map(sections)
            .map(|(name, _)| (*name, home_of(name)))
        {
            homes.insert(key(name), index);
        }
        for (index, names) in ALIASES.iter().enumerate() {
            names.iter().for_each(|name| {
                homes.entry((*name).to_owned()).or_insert(index);
            });
        }
        homes
    })
}

/// Where the section of a form belongs among the seven.
fn home_of(name: &str) -> usize {
    match name {
        "overall_goal" | "primary_request_and_intent" | "Objective" => 0,
        "active_constraints" | "all_user_messages" => 1,
        "artifact_trail" | "files_and_code_sections" | "Files changed" | "Relevant files" => 3,
        "file_system_state" => 4,
        "recent_actions" | "current_work" | "Done so far" | "Current work" => 5,
        "task_state" | "pending_tasks" | "next_step" | "current_plan" | "Work state"
        | "Next move" | "Next steps" => 6,
        // What is known: concepts, errors, problems, facts, details, decisions.
        _ => 2,
    }
}

/// What a tag of that key is.
pub(crate) fn class(key: &str) -> Class {
    if let Some(home) = home(key) {
        Class::Section(Some(home))
    } else if key == NOTES {
        Class::Section(None)
    } else if ROOTS.contains(&key) {
        Class::Root
    } else if DRAFTS.contains(&key) {
        Class::Draft
    } else if WRAPS.contains(&key) {
        Class::Wrap
    } else {
        Class::Unknown
    }
}
