//! Lists of tasks that an agent keeps by calling a tool. They are known by their shape: a list of
//! objects with a text and a status.

use crate::host::clip::one_line;
use crate::host::listed::listed;
use crate::shape::shapes;
use crate::shape::words;
use serde_json::{Map, Value};

words! {
    /// How far a task is.
    pub enum TodoStatus {
        /// Not begun.
        Pending => "pending",
        /// Begun.
        InProgress => "in_progress",
        /// Done.
        Completed => "completed",
        /// Given up.
        Cancelled => "cancelled",
    }
}

shapes! {
    /// One task of the newest list.
    pub struct Todo: Eq {
        /// What is to be done, on one line.
        pub text: String,
        /// How far it is.
        pub status: TodoStatus,
        /// Whether it is still to be done.
        pub open: bool,
        /// The index of the message with the call that wrote the list.
        pub message: usize,
    }
}

/// Names of the text of a task, the best first.
const TEXTS: [&str; 9] = listed("content step description title task text name subject goal");
const STATUSES: [&str; 3] = ["status", "state", "completed"];
/// Names of a list that may be empty: then all tasks are gone.
const LISTS: [&str; 6] = ["todos", "plan", "steps", "tasks", "items", "todo_list"];
const TEXT_CHARS: usize = 300;

/// The list of tasks that the arguments of a call hold. An empty list counts only under a name of
/// such lists.
pub(crate) fn todos(args: &Value, message: usize) -> Option<Vec<Todo>> {
    let lists = args.as_object()?.iter().filter_map(|(name, value)| {
        let items = match value {
            Value::Array(items) => items.clone(),
            // Some tools take the list as a JSON text.
            Value::String(text) if LISTS.contains(&name.as_str()) => {
                serde_json::from_str(text).ok()?
            }
            _ => return None,
        };
        if items.is_empty() {
            return LISTS.contains(&name.as_str()).then(Vec::new);
        }
        items
            .iter()
            .map(|item| todo(item.as_object()?, message))
            .collect()
    });
    // One list with tasks is worth more than an empty one beside it.
    lists.max_by_key(|list: &Vec<Todo>| !list.is_empty())
}

fn todo(item: &Map<String, Value>, message: usize) -> Option<Todo> {
    let status = STATUSES.iter().find_map(|name| status(item.get(*name)?))?;
    let text = TEXTS.iter().find_map(|name| {
        item.get(*name)?
            .as_str()
            .filter(|text| !text.trim().is_empty())
    })?;
    let open = matches!(status, TodoStatus::Pending | TodoStatus::InProgress);
    Some(Todo {
        text: one_line(text, TEXT_CHARS),
        status,
        open,
        message,
    })
}

fn status(value: &Value) -> Option<TodoStatus> {
    let word = match value {
        Value::Bool(true) => return Some(TodoStatus::Completed),
        Value::Bool(false) => return Some(TodoStatus::Pending),
        value => value.as_str()?.to_lowercase().replace(['-', ' '], "_"),
    };
    Some(match word.as_str() {
        "pending" | "todo" | "to_do" | "open" | "queued" | "not_started" | "new" | "blocked"
        | "waiting" => TodoStatus::Pending,
        "in_progress" | "inprogress" | "active" | "doing" | "started" | "running" | "current" => {
            TodoStatus::InProgress
        }
        "completed" | "complete" | "done" | "finished" | "closed" | "resolved" => {
            TodoStatus::Completed
        }
        "cancelled" | "canceled" | "skipped" | "dropped" | "deleted" | "abandoned" | "failed" => {
            TodoStatus::Cancelled
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_list_is_known_by_its_shape() {
        let plan = json!({ "explanation": "x", "plan": [{ "step": "Read", "status": "completed" }, { "step": "Write", "status": "in_progress" }] });
        let found = todos(&plan, 4).expect("a plan is a list of tasks");
        assert_eq!(
            found
                .iter()
                .map(|todo| (todo.text.as_str(), todo.open))
                .collect::<Vec<_>>(),
            [("Read", false), ("Write", true)]
        );
        assert_eq!(todos(&json!({ "todos": [] }), 0), Some(Vec::new()));
        assert_eq!(todos(&json!({ "edits": [{ "content": "x" }] }), 0), None);
        assert_eq!(todos(&json!({ "edits": [] }), 0), None);
        assert_eq!(
            todos(&json!({ "jobs": [{ "name": "x", "status": "green" }] }), 0),
            None
        );
    }
}
