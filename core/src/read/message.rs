//! What a dialect reads out of one host message: a role and its parts, as views into the host's own values.

use crate::host::path::Path;

/// Who speaks, in the words of all dialects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// `system`, `developer`: instructions kept in front of the conversation.
    System,
    /// `user`. In Gemini and Anthropic shapes it also carries tool results.
    User,
    /// `assistant`, `model`.
    Assistant,
    /// `tool`, `function`: one tool result a message (OpenAI chat).
    Tool,
    /// Any other role: kept, measured, never edited.
    Other,
}

impl Role {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
            Self::Other => "other",
        }
    }
}

/// One part of a message.
#[derive(Debug, Clone)]
pub struct Part<V> {
    /// Where the part sits in its message; edits address it.
    pub path: Path,
    /// What it is.
    pub body: Body<V>,
}

/// What a part is.
#[derive(Debug, Clone)]
pub enum Body<V> {
    /// Text that the model reads. The view is a string.
    Text(V),
    /// Reasoning; `signed` if it carries a provider's signature and must stay byte-identical or go as a whole.
    Thought {
        /// The whole thought: a string or a block.
        content: V,
        /// Whether a signature is attached.
        signed: bool,
    },
    /// An image, document, sound or film.
    Media(Media<V>),
    /// A request to run a tool.
    ToolCall {
        /// The call's id, if the dialect gave one.
        id: Option<V>,
        /// The tool's name.
        name: Option<V>,
        /// Arguments: an object, or JSON text (OpenAI).
        args: Option<V>,
        /// The whole part, for exact sizes.
        whole: V,
    },
    /// The answer to a call. Media nested in it follow as parts of their own with a [`MediaPlace`] other than `TopLevel`.
    ToolResult {
        /// The id of the call answered, if given.
        id: Option<V>,
        /// The tool's name, if given.
        name: Option<V>,
        /// What the tool said; the value that clearing replaces.
        output: Option<V>,
        /// Whether the dialect marks it as an error.
        is_error: bool,
        /// The whole part, for exact sizes.
        whole: V,
    },
    /// A part of a type this crate does not know: kept as it is, atomic.
    Opaque(V),
}

/// Where media sits with respect to tool results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaPlace {
    /// A part of the message itself.
    TopLevel,
    /// Inside the output of a tool result: clearing the output clears it too.
    InOutput,
    /// Attached to a tool result, beside its output (Gemini `functionResponse.parts`).
    BesideOutput,
}

/// An image, document, sound or film, wherever it sits.
#[derive(Debug, Clone)]
pub struct Media<V> {
    /// The MIME type as the host gave it: untrusted, at most 256 chars. `None` if absent.
    pub mime: Option<String>,
    /// The base64 text or data URL, if the bytes are inline.
    pub data: Option<V>,
    /// Where it sits.
    pub place: MediaPlace,
    /// Whether a text stands in the same host part, so that replacing the whole part would lose it (B-19).
    pub beside_text: bool,
    /// The whole host part or block.
    pub whole: V,
}
