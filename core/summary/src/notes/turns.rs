//! The plain input: what was said, called and returned, one turn each. Memory and transcript are made
//! from it; only `from_history` knows a host.

mod from_history;

pub use from_history::{Reader, arguments, given_text};

use crate::listed;
use crate::notes::terms::begins;
use serde_json::Value;
use std::borrow::Cow;

/// What a turn is.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Kind {
    /// Words of the user.
    #[default]
    User,
    /// What a host or a paste put under the user's role.
    Attached,
    /// Words of the agent.
    Agent,
    Call,
    Result,
    /// A text of the system, changed notes, what only its provider can read. As the next two, only
    /// transcripts show it.
    Other,
    Media,
    /// Reasoning of the agent.
    Thought,
}

/// One thing that was said, called or returned.
#[derive(Clone, Default)]
pub struct Turn<'m> {
    pub kind: Kind,
    /// The index of its message.
    pub message: usize,
    /// The number of its part.
    pub part: usize,
    /// Of a call the number of its result's part, of a result that of its call's.
    pub partner: Option<usize>,
    /// Who speaks, as a transcript names it.
    pub who: &'static str,
    /// Of a call in a transcript, its arguments.
    pub text: Cow<'m, str>,
    /// The tool, or the type of a medium.
    pub tool: String,
    /// The arguments of a call; in a transcript the name of a medium.
    pub args: Value,
    /// Whether the host marks a result as an error.
    pub is_error: bool,
    /// Whether a result was cleared before.
    pub is_cleared: bool,
    /// Whether the tool's definition says that it changes something.
    pub changes: Option<bool>,
    /// Whether it stays in the conversation.
    pub stays: bool,
}

/// Returns true if a text is a host's notice about itself, which isn't worth remembering.
pub fn is_notice(text: &str) -> bool {
    const HEADS: [&str; 6] =
        listed("<system <environment <command- <local-command <ide_ <user-prompt");
    begins(text, &HEADS)
}
