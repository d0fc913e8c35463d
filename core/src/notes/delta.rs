//! Snapshots by deltas: a small state of four lists, which a model updates by naming only what has
//! changed.
//!
//! The lists are `active_tasks` (each `{id, description}`), `discovered_facts`,
//! `constraints_and_preferences` and `recent_arc` (texts). A delta adds entries and removes others.
//! The merge keeps the state within a budget of tokens, so it does not grow with the conversation.
//!
//! An update never loses what it does not name. Without a delta the state stays as it is. An entry
//! of the wrong shape is left out by itself, and the report names it; in gemini-cli one wrong entry
//! discards the whole list.

mod lists;

pub use lists::read_delta;

use crate::config::Config;
use crate::error::{Error, ErrorKind, Result};
use crate::host::view::{Kind, View, ViewExt};
use crate::notes::snapshot::escape_tags;
use serde::Serialize;
use serde_json::json;

/// Largest state by default, in tokens. Source: gemini-cli.
pub const BUDGET_TOKENS: u64 = 4_000;
/// Most entries of `recent_arc`; the newest stay. Source: gemini-cli.
const ARC_LENGTH: usize = 5;
/// The model is told to be brief if the state fills more than this share of the budget. Source:
/// gemini-cli.
const PRESSURE: f64 = 0.8;

/// The four lists that a snapshot by deltas holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct State {
    /// What is still to be done.
    pub active_tasks: Vec<Task>,
    /// What was found out.
    pub discovered_facts: Vec<String>,
    /// What the user wants done or not done.
    pub constraints_and_preferences: Vec<String>,
    /// What happened lately, oldest first; one or two sentences for each update.
    pub recent_arc: Vec<String>,
}

/// Something to be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Task {
    /// The name by which a delta says that the task is done.
    pub id: String,
    /// What has to be done.
    pub description: String,
}

/// A state after a delta.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Merged {
    /// The state after the update.
    pub state: State,
    /// Estimated tokens of the state as JSON.
    pub tokens: u64,
    /// Whether the state nearly fills its budget, so that the next delta should be brief.
    pub pressure: bool,
    /// Entries that were dropped because the budget was full, oldest first.
    pub dropped: Vec<Dropped>,
    /// Entries that were left out because their shape was wrong.
    pub problems: Vec<Problem>,
    /// How many entries the delta added. A delta that adds none cannot replace the messages it was
    /// made from.
    #[serde(skip)]
    pub(crate) added: usize,
}

/// An entry that was dropped because the budget was full.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// The list it stood in.
    pub section: &'static str,
    /// The text of the entry.
    pub text: String,
}

/// An entry that was left out because its shape was wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// JSON Pointer to the entry, below `/state` or `/delta`.
    pub path: String,
    /// What the entry must be.
    pub message: &'static str,
}

/// Merges `delta` into `state`. If the result takes more than `max_tokens`, the oldest entries are
/// dropped. `config` says how tokens are estimated. A `state` that is null is empty; without a
/// `delta` nothing changes.
///
/// # Errors
/// `InvalidMessages` if `state` or `delta` is neither an object nor null.
pub fn merge<V: View, D: View>(
    state: &V,
    delta: Option<&D>,
    max_tokens: u64,
    config: &Config,
) -> Result<Merged> {
    let mut problems = Vec::new();
    let mut state = read_state(state, &mut problems)?;
    let added = match delta {
        Some(delta) => update(&mut state, delta, &mut problems)?,
        None => 0,
    };
    let mut dropped = Vec::new();
    let scale = config.scale();
    let mut tokens = state.tokens(config);
    while tokens > max_tokens {
        // The state is measured again only when enough may be gone. Each entry is rounded up, so
        // this never drops too much.
        let mut excess = tokens - max_tokens;
        while excess > 0 {
            let Some((entry, json)) = drop_oldest(&mut state) else {
                break;
            };
            excess = excess.saturating_sub(scale.tokens_of_text(&json));
            dropped.push(entry);
        }
        let left = state.tokens(config);
        if left == tokens {
            break;
        }
        tokens = left;
    }
    Ok(Merged {
        pressure: is_pressed(tokens, max_tokens),
        state,
        tokens,
        dropped,
        problems,
        added,
    })
}

/// Whether a state of `tokens` nearly fills its budget, so that the next delta should be brief.
#[must_use]
pub fn is_pressed(tokens: u64, max_tokens: u64) -> bool {
    tokens as f64 > max_tokens as f64 * PRESSURE
}

fn read_state<V: View>(state: &V, problems: &mut Vec<Problem>) -> Result<State> {
    expect_object(state, "/state", "the state")?;
    Ok(State {
        active_tasks: tasks(state, "active_tasks", "/state", problems),
        discovered_facts: texts(state, "discovered_facts", "/state", problems),
        constraints_and_preferences: texts(
            state,
            "constraints_and_preferences",
            "/state",
            problems,
        ),
        recent_arc: texts(state, "recent_arc", "/state", problems),
    })
}

/// Applies a delta: first the deletions, since their indices count in the old lists, then the
/// additions. Returns how many were added.
fn update<D: View>(state: &mut State, delta: &D, problems: &mut Vec<Problem>) -> Result<usize> {
    expect_object(delta, "/delta", "the delta")?;
    remove(
        &mut state.discovered_facts,
        delta,
        "obsolete_fact_indices",
        problems,
    );
    remove(
        &mut state.constraints_and_preferences,
        delta,
        "obsolete_constraint_indices",
        problems,
    );
    let resolved = texts(delta, "resolved_task_ids", "/delta", problems);
    state
        .active_tasks
        .retain(|task| !resolved.contains(&task.id));
    let mut added = 0;
    for task in tasks(delta, "new_tasks", "/delta", problems) {
        added += 1;
        state.active_tasks.retain(|known| known.id != task.id);
        state.active_tasks.push(task);
    }
    added += add(
        &mut state.discovered_facts,
        texts(delta, "new_facts", "/delta", problems),
    );
    added += add(
        &mut state.constraints_and_preferences,
        texts(delta, "new_constraints", "/delta", problems),
    );
    if let Some(chronology) = delta
        .get("chronology")
        .filter(|chronology| chronology.kind() != Kind::Null)
    {
        match chronology.as_string().map(|text| escape_tags(text.trim())) {
            Some(text) if !text.is_empty() => {
                state.recent_arc.push(text);
                added += 1;
            }
            Some(_) => {}
            None => problems.push(Problem {
                path: "/delta/chronology".to_owned(),
                message: "must be a text",
            }),
        }
    }
    state
        .recent_arc
        .drain(..state.recent_arc.len().saturating_sub(ARC_LENGTH));
    Ok(added)
}

/// Adds texts to a list. A text that is in the list already moves to the end. Returns how many
/// texts were given.
fn add(list: &mut Vec<String>, new: Vec<String>) -> usize {
    let count = new.len();
    for text in new {
        list.retain(|known| *known != text);
        list.push(text);
    }
    count
}

fn remove<D: View>(list: &mut Vec<String>, delta: &D, name: &str, problems: &mut Vec<Problem>) {
    let length = list.len();
    let mut gone = vec![false; length];
    each(
        delta,
        name,
        "/delta",
        problems,
        &mut |path, item, problems| {
            let number = if item.kind() == Kind::Number {
                item.number()
            } else {
                f64::NAN
            };
            match gone
                .get_mut(number as usize)
                .filter(|_| number.trunc() == number && number >= 0.0)
            {
                Some(gone) => *gone = true,
                None => problems.push(Problem {
                    path,
                    message: "must be the index of an entry",
                }),
            }
        },
    );
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        !gone[index - 1]
    });
}

fn texts<V: View>(holder: &V, name: &str, at: &str, problems: &mut Vec<Problem>) -> Vec<String> {
    let mut found = Vec::new();
    each(
        holder,
        name,
        at,
        problems,
        &mut |path, item, problems| match item.as_string() {
            Some(text) if !text.trim().is_empty() => found.push(escape_tags(text.trim())),
            Some(_) => {}
            None => problems.push(Problem {
                path,
                message: "must be a text",
            }),
        },
    );
    found
}

fn tasks<V: View>(holder: &V, name: &str, at: &str, problems: &mut Vec<Problem>) -> Vec<Task> {
    let mut found: Vec<Task> = Vec::new();
    each(
        holder,
        name,
        at,
        problems,
        &mut |path, item, problems| match item.string_at("id").zip(item.string_at("description")) {
            Some((id, description)) => found.push(Task {
                id: escape_tags(&id),
                description: escape_tags(description.trim()),
            }),
            None => problems.push(Problem {
                path,
                message: "must have an id and a description",
            }),
        },
    );
    found
}

type Visit<'a, V> = &'a mut dyn FnMut(String, &V, &mut Vec<Problem>);

fn each<V: View>(
    holder: &V,
    name: &str,
    at: &str,
    problems: &mut Vec<Problem>,
    visit: Visit<'_, V>,
) {
    let Some(list) = holder.get(name).filter(|list| list.kind() != Kind::Null) else {
        return;
    };
    if list.kind() != Kind::Array {
        problems.push(Problem {
            path: format!("{at}/{name}"),
            message: "must be a list",
        });
        return;
    }
    let mut index = 0;
    list.for_each(&mut |_, item| {
        visit(format!("{at}/{name}/{index}"), &item, problems);
        index += 1;
    });
}

fn expect_object<V: View>(value: &V, path: &str, what: &str) -> Result<()> {
    match value.kind() {
        Kind::Object | Kind::Null => Ok(()),
        _ => Err(Error::new(
            ErrorKind::InvalidMessages,
            path,
            format!("{what} must be an object"),
        )),
    }
}

/// Drops the oldest entry: facts go first, then constraints, then the chronology, then tasks. Also
/// returns the JSON that the entry took.
fn drop_oldest(state: &mut State) -> Option<(Dropped, String)> {
    let lists: [(&'static str, &mut Vec<String>); 3] = [
        ("discovered_facts", &mut state.discovered_facts),
        (
            "constraints_and_preferences",
            &mut state.constraints_and_preferences,
        ),
        ("recent_arc", &mut state.recent_arc),
    ];
    for (section, list) in lists {
        if !list.is_empty() {
            let text = list.remove(0);
            let json = format!("{},", json!(text));
            return Some((Dropped { section, text }, json));
        }
    }
    if state.active_tasks.is_empty() {
        return None;
    }
    let task = state.active_tasks.remove(0);
    let json = format!("{},", json!(task));
    Some((
        Dropped {
            section: "active_tasks",
            text: task.description,
        },
        json,
    ))
}
