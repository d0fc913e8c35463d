//! The state as a snapshot with four lists, and back; and how a delta is read from a model's
//! answer.

use super::{State, Task};
use crate::config::{Config, SnapshotForm};
use crate::notes::reader::without_drafts;
use crate::notes::snapshot::Snapshot;
use crate::reduce::plan::without_embedded_media;
use serde_json::{json, Value};

/// An answer is a delta if it has at least one of these fields. Source: gemini-cli.
const FIELDS: [&str; 7] = [
    "new_facts",
    "new_constraints",
    "new_tasks",
    "resolved_task_ids",
    "obsolete_fact_indices",
    "obsolete_constraint_indices",
    "chronology",
];
/// Marks a task as done in a snapshot with other sections. Such a line becomes a fact, not a task.
const DONE: &str = "[DONE]";
/// The id of the task that takes the goal from a snapshot with other sections.
const GOAL: &str = "goal";

impl State {
    /// Estimated tokens of the state as JSON.
    #[must_use]
    pub fn tokens(&self, config: &Config) -> u64 {
        config.scale().tokens_of_text(&json!(self).to_string())
    }

    /// Whether all lists are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.active_tasks.is_empty()
            && self.discovered_facts.is_empty()
            && self.constraints_and_preferences.is_empty()
            && self.recent_arc.is_empty()
    }

    /// The state that a snapshot holds. If the snapshot has other sections, each of its lines goes
    /// to the list where it belongs.
    #[must_use]
    pub fn of(snapshot: &Snapshot) -> Self {
        if snapshot.form == SnapshotForm::Lists {
            let list = |section: usize| {
                snapshot
                    .sections
                    .get(section)
                    .map_or_else(Vec::new, |text| entries(text))
            };
            let mut tasks: Vec<Task> = Vec::new();
            for line in list(0) {
                let id = (1..)
                    .map(|number| format!("t{number}"))
                    .find(|id| tasks.iter().all(|task| task.id != *id))
                    .unwrap_or_default();
                tasks.push(task(&line, &id));
            }
            return Self {
                active_tasks: tasks,
                discovered_facts: [list(1), entries(&snapshot.notes)].concat(),
                constraints_and_preferences: list(2),
                recent_arc: list(3),
            };
        }
        let seven = snapshot.in_seven();
        let list = |section: usize| {
            seven
                .sections
                .get(section)
                .map_or_else(Vec::new, |text| entries(text))
        };
        let (done, open): (Vec<String>, Vec<String>) =
            list(6).into_iter().partition(|line| line.contains(DONE));
        let goal = list(0).join(" ");
        let goal = (!goal.is_empty()).then(|| Task {
            id: GOAL.to_owned(),
            description: goal,
        });
        let open = open
            .into_iter()
            .enumerate()
            .map(|(index, description)| Task {
                id: format!("t{}", index + 1),
                description,
            });
        let actions = list(5).join("; ");
        Self {
            active_tasks: goal.into_iter().chain(open).collect(),
            discovered_facts: [list(2), list(3), list(4), done, entries(&snapshot.notes)].concat(),
            constraints_and_preferences: list(1),
            recent_arc: (!actions.is_empty())
                .then_some(actions)
                .into_iter()
                .collect(),
        }
    }

    /// The snapshot that holds this state, with one line for each entry.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let tasks = self.active_tasks.iter().map(|task| {
            format!(
                "- [{}] {}\n",
                line(&task.id).replace(['[', ']'], ""),
                line(&task.description)
            )
        });
        let list = |texts: &[String]| {
            texts
                .iter()
                .map(|text| format!("- {}\n", line(text)))
                .collect::<String>()
        };
        let sections = [
            tasks.collect(),
            list(&self.discovered_facts),
            list(&self.constraints_and_preferences),
            list(&self.recent_arc),
        ];
        Snapshot {
            form: SnapshotForm::Lists,
            sections: sections
                .iter()
                .map(|text| text.trim_end().to_owned())
                .collect(),
            notes: String::new(),
            is_brief: false,
        }
    }
}

/// The delta in a model's answer. It is the JSON object in it; scratchpads, code fences and text
/// around the object are skipped.
///
/// # Errors
/// A sentence that says why the answer holds no delta.
pub fn read_delta(answer: &str) -> Result<Value, &'static str> {
    let text = without_embedded_media(&without_drafts(answer));
    let object = text
        .find('{')
        .zip(text.rfind('}'))
        .filter(|(start, end)| start < end)
        .map(|(start, end)| &text[start..=end]);
    let value: Value = object
        .and_then(|object| serde_json::from_str(object).ok())
        .ok_or("no JSON object in the answer")?;
    if FIELDS.iter().any(|field| value.get(field).is_some()) {
        Ok(value)
    } else {
        Err("none of a delta's fields in the answer")
    }
}

/// An entry on one line: line breaks become blanks.
fn line(text: &str) -> String {
    let breaks = |char: char| matches!(char, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    text.split(breaks)
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The entries of a section: its lines, without the dash.
fn entries(section: &str) -> Vec<String> {
    let lines = section
        .lines()
        .map(str::trim)
        .map(|line| line.strip_prefix("- ").unwrap_or(line).trim().to_owned());
    lines
        .filter(|line| !line.is_empty() && line != "-")
        .collect()
}

/// The task in a line `[id] what`. A line without an id gets the id `otherwise`.
fn task(line: &str, otherwise: &str) -> Task {
    let named = line
        .strip_prefix('[')
        .and_then(|rest| rest.split_once(']'))
        .map(|(id, what)| (id.trim(), what.trim()));
    let (id, description) = named
        .filter(|(id, what)| !id.is_empty() && !what.is_empty())
        .unwrap_or((otherwise, line));
    Task {
        id: id.to_owned(),
        description: description.to_owned(),
    }
}
