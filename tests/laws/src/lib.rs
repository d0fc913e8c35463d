//! The laws of `conspectus`, checked on generated conversations.
//!
//! Three independent pieces, none of which uses the core's readers:
//!
//! - [`story`] and [`render`]: a random conversation, neutral at first, then written in a provider's shape. The same seed
//!   gives the same conversation everywhere.
//! - [`validate`]: what the providers accept, from their own rules, over plain JSON.
//! - [`host`]: what a host does: it calls the core through its plain-data boundary and applies patches by its own few lines.
//!
//! [`peers`] hands conversations to other programs and judges what they make of them.
//!
//! [`laws`] puts them together: each law is a function of a [`random::Random`] and a [`Shape`]. Tests call each by name; the
//! program runs as many cases as asked for.

#![allow(clippy::nonminimal_bool, clippy::neg_cmp_op_on_partial_ord, reason = "a rule reads as the provider states it")]
#![deny(missing_docs)]

pub mod host;
pub mod laws;
pub mod peers;
pub mod random;
pub mod render;
pub mod story;
pub mod text;
pub mod validate;

/// The dialects under test.
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
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::Gemini, Self::OpenaiChat, Self::Anthropic, Self::OpenaiResponses, Self::AiSdk, Self::Bedrock, Self::Langchain];

    /// The name the core knows it by.
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
        }
    }
}

/// What a law gives: nothing, or what is wrong in words.
pub type Outcome = Result<(), String>;

/// Fails a law with a message unless the condition holds.
#[macro_export]
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
