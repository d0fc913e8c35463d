//! The laws of `conspectus`: properties that must hold for every conversation, checked on random
//! ones.
//!
//! Three modules share no code with the core, so that a bug in the core cannot hide in the tests:
//!
//! - [`story`] and [`render`] make a random conversation and write it in a provider's shape. The
//!   same seed always gives the same conversation.
//! - [`validate`] knows what the providers accept. It reads plain JSON.
//! - [`host`] plays the host: it calls the core through the boundary for bindings and applies
//!   patches with its own code.
//!
//! [`laws`] holds the laws. Each is a function of a stream of random numbers ([`random::Random`])
//! and of a dialect ([`Shape`]). The tests call each law by its name; the program `conspectus-laws`
//! runs as many cases as you ask for.
//!
//! [`peers`] gives conversations to other programs, and judges what they make of them.

#![allow(
    clippy::nonminimal_bool,
    clippy::neg_cmp_op_on_partial_ord,
    reason = "a rule reads as the provider states it"
)]
#![deny(missing_docs)]

pub mod host;
pub mod laws;
pub mod peers;
pub mod random;
pub mod render;
pub mod story;
pub mod text;
pub mod validate;

/// The dialects that are tested. They have the same names in the core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Gemini `Content[]`.
    Gemini,
    /// OpenAI chat completions.
    OpenaiChat,
    /// Anthropic messages.
    Anthropic,
    /// OpenAI Responses items.
    OpenaiResponses,
    /// The AI SDK's model messages.
    AiSdk,
    /// Bedrock Converse.
    Bedrock,
    /// LangChain's dict form.
    Langchain,
    /// The AI SDK's messages of a chat interface.
    UiMessage,
    /// pydantic-ai's requests and responses.
    PydanticAi,
    /// pi's agent messages.
    Pi,
}

impl Shape {
    /// All dialects.
    pub const ALL: [Self; 10] = [
        Self::Gemini,
        Self::OpenaiChat,
        Self::Anthropic,
        Self::OpenaiResponses,
        Self::AiSdk,
        Self::Bedrock,
        Self::Langchain,
        Self::UiMessage,
        Self::PydanticAi,
        Self::Pi,
    ];

    /// The name of the dialect in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gemini => "gemini",
            Self::OpenaiChat => "openai_chat",
            Self::Anthropic => "anthropic",
            Self::OpenaiResponses => "openai_responses",
            Self::AiSdk => "ai_sdk",
            Self::Bedrock => "bedrock",
            Self::Langchain => "langchain",
            Self::UiMessage => "ui_message",
            Self::PydanticAi => "pydantic_ai",
            Self::Pi => "pi",
        }
    }
}

/// The result of a law: nothing if it holds, else a sentence that says what is wrong.
pub type Outcome = Result<(), String>;

/// Ends a law with a message unless the condition is true.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
