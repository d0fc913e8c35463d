//! Lists of tasks that an agent keeps by calling a tool. They are known by their shape: a list of
//! objects with a text and a status. Tools that change one task at a time
//! are known by their names.

use super::calls::held;
use crate::host::clip::one_line;
use crate::listed;
use crate::notes::reader::key;
use crate::shape::{shapes, words};
use serde_json::Value;

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

/// Written before a task, according to its status.
const MARKS: [(&str, TodoStatus); 4] = [
    ("[ ] ", TodoStatus::Pending),
    ("[>] ", TodoStatus::InProgress),
    ("[x] ", TodoStatus::Completed),
    ("[-] ", TodoStatus::Cancelled),
];
/// Names of the text of a task, the best first.
const TEXTS: [&str; 9] = listed("content step subject title description task text name goal");
const STATUSES: [&str; 3] = listed("status state completed");
/// Names under which an empty list means that no tasks are left.
const LISTS: [&str; 6] = listed("todos plan steps tasks items todo_list");
const TEXT_CHARS: usize = 300;

/// The list of tasks that the arguments of a call hold. An empty list counts only under a name of
/// such lists.
pub fn todos(args: &Value, message: usize) -> Option<Vec<Todo>> {
    let lists = args.as_object()?.iter().filter_map(|(name, value)| {
        let items = value.as_array()?;
        if items.is_empty() {
            return LISTS.contains(&name.as_str()).then(Vec::new);
        }
        items.iter().map(|item| todo(item, message)).collect()
    });
    // One list with tasks is worth more than an empty one beside it.
    lists.max_by_key(|list: &Vec<Todo>| !list.is_empty())
}

impl Todo {
    /// The task with the mark of its state.
    pub(crate) fn told(&self) -> String {
        let mark = MARKS.iter().find(|(_, status)| *status == self.status);
        let mark = mark.map_or("[ ] ", |(mark, _)| mark);
        format!("{mark}{}", self.text)
    }

    /// Parses a task that [`told`](Self::told) wrote.
    pub(crate) fn read(told: &str, message: usize) -> Self {
        let read = |(mark, status): &(&str, TodoStatus)| Some((told.strip_prefix(mark)?, *status));
        let (text, status) = MARKS
            .iter()
            .find_map(read)
            .unwrap_or((told, TodoStatus::Pending));
        Self {
            text: text.to_owned(),
            status,
            open: is_open(status),
            message,
        }
    }
}

fn todo(item: &Value, message: usize) -> Option<Todo> {
    let status = status_of(item)?;
    Some(Todo {
        text: one_line(text_of(item)?, TEXT_CHARS),
        status,
        open: is_open(status),
        message,
    })
}

fn text_of(item: &Value) -> Option<&str> {
    let texts = held(item, &TEXTS).filter_map(Value::as_str);
    texts.map(str::trim).find(|text| !text.is_empty())
}

fn status_of(item: &Value) -> Option<TodoStatus> {
    held(item, &STATUSES).find_map(status)
}

fn is_open(status: TodoStatus) -> bool {
    matches!(status, TodoStatus::Pending | TodoStatus::InProgress)
}

/// Names of tools that make one task or say how far one is, without marks, in small letters. The
/// first are Claude Code's.
const ONE: [&str; 6] = listed("taskcreate taskupdate createtask updatetask addtodo updatetodo");
/// Names of the number of one task.
const NUMBERS: [&str; 4] = listed("taskId task_id todo_id id");

/// A task as one call makes it, or what a call changes of it.
pub struct OneTask {
    number: Option<String>,
    text: String,
    status: Option<TodoStatus>,
}

impl OneTask {
    pub fn of(tool: &str, args: &Value) -> Option<Self> {
        if !ONE.contains(&&*key(tool)) {
            return None;
        }
        let number = held(args, &NUMBERS).find_map(|number| match number {
            Value::String(text) => Some(text.clone()),
            number => Some(number.as_u64()?.to_string()),
        });
        let one = Self {
            number,
            text: one_line(text_of(args).unwrap_or_default(), TEXT_CHARS),
            status: status_of(args),
        };
        (one.number.is_some() || !one.text.is_empty()).then_some(one)
    }

    /// Updates a list. The result contains the number of a new task: `Task #3 created`.
    pub fn change(&self, list: &mut Vec<Todo>, came: &str, message: usize) {
        let line = came.lines().next().unwrap_or_default();
        let told = line.split('#').nth(1).unwrap_or_default();
        let told = told.split(|char: char| !char.is_ascii_digit()).next();
        let number = self.number.as_deref().or(told).unwrap_or_default();
        let mark = if number.is_empty() {
            String::new()
        } else {
            format!("#{number}")
        };
        let known = list
            .iter()
            .position(|todo| numbered(&todo.text) == Some(&mark));
        let place = known.unwrap_or_else(|| {
            list.push(Todo::read(&mark, message));
            list.len() - 1
        });
        let todo = &mut list[place];
        if !self.text.is_empty() {
            todo.text = format!("{mark} {}", self.text).trim_start().to_owned();
        }
        todo.status = self.status.unwrap_or(todo.status);
        (todo.open, todo.message) = (is_open(todo.status), message);
    }
}

/// Returns the number of a task that is managed individually: `#3` of `#3 Read the log`.
pub fn numbered(text: &str) -> Option<&str> {
    let mark = text.split(' ').next()?;
    mark.starts_with('#').then_some(mark)
}

fn status(value: &Value) -> Option<TodoStatus> {
    let word = match value {
        Value::Bool(true) => return Some(TodoStatus::Completed),
        Value::Bool(false) => return Some(TodoStatus::Pending),
        value => value.as_str()?.to_lowercase().replace(['-', ' '], "_"),
    };
    Some(match word.as_str() {
        "pending" | "todo" | "open" | "not_started" | "blocked" => TodoStatus::Pending,
        "in_progress" | "active" | "doing" => TodoStatus::InProgress,
        "completed" | "complete" | "done" | "finished" => TodoStatus::Completed,
        "cancelled" | "canceled" | "skipped" | "deleted" | "failed" => TodoStatus::Cancelled,
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
