//! The plain input: one thing that was said, called or returned.

use crate::host::listed::listed;
use crate::notes::terms::begins;
use serde_json::Value;

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
}

/// One thing that was said, called or returned.
#[derive(Clone, Default)]
pub struct Turn {
    pub kind: Kind,
    /// The index of its message.
    pub message: usize,
    pub text: String,
    /// The number that a call and its result share.
    pub call: Option<usize>,
    pub tool: String,
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

/// What hosts say about themselves is no material.
pub fn is_notice(text: &str) -> bool {
    const HEADS: [&str; 6] =
        listed("<system <environment <command- <local-command <ide_ <user-prompt");
    begins(text, &HEADS)
}
