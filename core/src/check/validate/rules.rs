//! What each provider demands of a list of messages, and how it words its errors.

use crate::read::dialect::Dialect;
use crate::read::message::Role;

/// Where the result of a call must stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placement {
    /// In the message right after the call.
    NextMessage,
    /// Among the tool messages right after the call.
    FollowingRun,
    /// Anywhere after the answer that holds the call.
    Later,
}

/// When a message or a text is refused as empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Emptiness {
    /// A text must hold more than white space; a message must hold at least one part.
    Blank,
    /// A text must hold at least one char; a message must hold at least one part.
    Parts,
    /// A message must have a content, which may be an empty text.
    Content,
    /// Nothing is refused as empty.
    Anything,
}

/// The rules of one dialect.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    pub dialect: Dialect,
    pub results: Placement,
    /// Results must stand before everything else in their message.
    pub results_first: bool,
    /// The first message must be the user's.
    pub first_user: bool,
    /// Roles must alternate.
    pub alternate: bool,
    /// Calls and results need ids.
    pub needs_ids: bool,
    /// No two calls of a list may share an id.
    pub unique_ids: bool,
    /// Every message needs a `role` of its own.
    pub needs_role: bool,
    /// System texts travel beside the list, not in it.
    pub system_beside: bool,
    pub empty: Emptiness,
}

impl Rules {
    pub fn of(dialect: Dialect) -> Self {
        let base = Self {
            dialect,
            results: Placement::FollowingRun,
            results_first: false,
            first_user: false,
            alternate: false,
            needs_ids: true,
            unique_ids: false,
            needs_role: true,
            system_beside: false,
            empty: Emptiness::Content,
        };
        match dialect {
            Dialect::OpenaiChat | Dialect::AiSdk => base,
            Dialect::OpenaiResponses => Self { results: Placement::Later, ..base },
            Dialect::Langchain => Self { needs_ids: false, needs_role: false, empty: Emptiness::Anything, ..base },
            Dialect::Anthropic => Self {
                results: Placement::NextMessage,
                results_first: true,
                first_user: true,
                unique_ids: true,
                system_beside: true,
                empty: Emptiness::Blank,
                ..base
            },
            Dialect::Bedrock => Self {
                results: Placement::NextMessage,
                first_user: true,
                alternate: true,
                unique_ids: true,
                system_beside: true,
                empty: Emptiness::Blank,
                ..base
            },
            Dialect::Gemini => Self {
                results: Placement::NextMessage,
                first_user: true,
                needs_ids: false,
                needs_role: false,
                system_beside: true,
                empty: Emptiness::Parts,
                ..base
            },
        }
    }

    /// Whether a message may have this role. System messages have a check of their own.
    pub fn allows(&self, role: Role) -> bool {
        match (self.dialect, role) {
            (_, Role::User | Role::Assistant | Role::System) => true,
            (Dialect::Anthropic | Dialect::Bedrock, Role::Tool) => false,
            (_, Role::Tool) => true,
            // These dialects have items and messages without a role.
            (dialect, Role::Other) => matches!(dialect, Dialect::OpenaiResponses | Dialect::Langchain),
        }
    }

    pub fn dangling(&self, id: &str, name: &str) -> String {
        match self.dialect {
            Dialect::Anthropic => format!("`tool_use` ids were found without `tool_result` blocks immediately after: {id}"),
            Dialect::Bedrock => format!("Expected toolResult blocks for the following Ids: {id}"),
            Dialect::OpenaiResponses => format!("No tool output found for function call {id}."),
            Dialect::Gemini => format!(
                "the number of function response parts must equal the number of function call parts of the function call turn: no response to `{name}`"
            ),
            Dialect::AiSdk => format!("Tool result is missing for tool call {id}."),
            Dialect::OpenaiChat | Dialect::Langchain => format!(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id': no response to {id}"
            ),
        }
    }

    pub fn orphan(&self, id: &str) -> String {
        match self.dialect {
            Dialect::Anthropic => {
                format!("unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message")
            }
            Dialect::Bedrock => format!("The number of toolResult blocks exceeds the number of toolUse blocks of previous turn: {id}"),
            Dialect::OpenaiResponses => format!("No tool call found for function call output with call_id {id}."),
            Dialect::Gemini => "function response turn must come immediately after a function call turn".to_owned(),
            Dialect::AiSdk => format!("tool result {id} has no tool call"),
            Dialect::OpenaiChat | Dialect::Langchain => {
                format!("messages with role 'tool' must be a response to a preceding message with 'tool_calls': {id}")
            }
        }
    }
}
