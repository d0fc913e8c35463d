//! The newest messages, for a model that only has to see what the conversation is about: a router,
//! a classifier, a title.

use crate::cut::split::closed_at_or_before;
use crate::history::{History, PartKind};
use crate::host::patch::{Patch, Splice};
use crate::read::message::Role;
use crate::shape::shapes;

/// How many of the newest messages a router's window is taken from. Source: gemini-cli's
/// `HISTORY_SEARCH_WINDOW`.
pub const WINDOW: usize = 20;
/// How many messages the window shows. Source: gemini-cli's `HISTORY_TURNS_FOR_CONTEXT`.
pub const SHOWN: usize = 4;
/// How many turns are recent. Chosen here: the request at hand and the one before it.
pub const TURNS: usize = 2;

shapes! {
    /// The kept messages.
    pub struct Selection: Eq {
        /// Indexes of the kept messages.
        pub kept: Vec<usize>,
        /// How many messages were omitted because they're older.
        pub older: usize,
        /// How many messages were omitted because of calls or results.
        pub tools: usize,
        /// Estimated tokens of the kept messages.
        pub tokens: u64,
    }
}

/// Selects, from the newest `window` messages, the newest `shown` without calls or results. With
/// `calls_with_text`, messages that contain a call and other content are selected too. System
/// messages are ignored.
///
/// ```
/// use conspectus::{Config, ConfiguredHistory};
/// use conspectus_toolkit::routing_window;
/// use serde_json::json;
///
/// let messages = json!([
///     { "role": "user", "content": "Fix it." },
///     { "role": "assistant", "content": "Done." },
///     { "role": "user", "content": "Thanks." },
/// ]);
/// let history = ConfiguredHistory::of(Config::default(), &messages)?;
/// assert_eq!(routing_window(&history, 20, 4, false).kept.len(), 3);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn routing_window(
    history: &History,
    window: usize,
    shown: usize,
    calls_with_text: bool,
) -> Selection {
    let spoken: Vec<usize> = (0..history.len())
        .filter(|index| history.role(*index) != Some(Role::System))
        .collect();
    let recent = &spoken[spoken.len().saturating_sub(window)..];
    let plain: Vec<usize> = recent
        .iter()
        .copied()
        .filter(|index| !is_of_tools(history, *index, calls_with_text))
        .collect();
    let kept = plain[plain.len().saturating_sub(shown)..].to_vec();
    let tools = recent.len() - plain.len();
    selection(history, kept, tools)
}

/// The newest `turns` turns: from the prompt of the user that begins the first of them. Without
/// `calls`, messages that hold a call or a result go. With them, the start moves back to where no
/// call is separated from its result.
///
/// ```
/// use conspectus::{Config, ConfiguredHistory};
/// use conspectus_toolkit::recent_turns;
/// use serde_json::json;
///
/// let messages = json!([
///     { "role": "user", "content": "Fix it." },
///     { "role": "assistant", "content": "Done." },
///     { "role": "user", "content": "Thanks." },
/// ]);
/// let history = ConfiguredHistory::of(Config::default(), &messages)?;
/// assert_eq!(recent_turns(&history, 1, true).kept.len(), 1);
/// # Ok::<(), conspectus::Error>(())
/// ```
#[must_use]
pub fn recent_turns(history: &History, turns: usize, calls: bool) -> Selection {
    let starts: Vec<usize> = (0..history.len())
        .filter(|index| history.is_user_turn(*index))
        .collect();
    let first = match turns {
        0 => history.len(),
        _ => starts.iter().rev().nth(turns - 1).copied().unwrap_or(0),
    };
    let first = if calls && turns > 0 {
        closed_at_or_before(history, first)
    } else {
        first
    };
    let of_tools = |index: &usize| !calls && is_of_tools(history, *index, false);
    let (tools, kept): (Vec<usize>, _) = (first..history.len()).partition(of_tools);
    selection(history, kept, tools.len())
}

fn is_of_tools(history: &History, index: usize, calls_with_text: bool) -> bool {
    let parts = history.parts_of(index);
    let has = |kind: PartKind| parts.iter().any(|part| part.kind == kind);
    has(PartKind::ToolResult)
        || (has(PartKind::ToolCall)
            && !(calls_with_text && parts.iter().any(|part| part.kind != PartKind::ToolCall)))
}

fn selection(history: &History, kept: Vec<usize>, tools: usize) -> Selection {
    let tokens = kept
        .iter()
        .map(|index| history.message_tokens(*index))
        .sum();
    Selection {
        older: history.len() - kept.len() - tools,
        tokens,
        kept,
        tools,
    }
}

impl Selection {
    /// The patch that leaves only what stays of a list of `length` messages.
    #[must_use]
    pub fn patch(&self, length: usize) -> Patch {
        let mut splices = Vec::new();
        let mut drop_between = |start: usize, end: usize| {
            if start < end {
                splices.push(Splice {
                    start,
                    delete_count: end - start,
                    insert: Vec::new(),
                });
            }
        };
        let mut end = length;
        for index in self.kept.iter().rev() {
            drop_between(index + 1, end);
            end = *index;
        }
        drop_between(0, end);
        Patch {
            ops: Vec::new(),
            splices,
        }
    }
}
