//! Dialects: how each provider writes a message.
//!
//! A dialect reads a host message into a [`Role`] and [`Part`]s, and writes the few values that go
//! back into the list. Each dialect has a file, which says all that the dialect does its own way.
//! To add one, add its file, and name it here: as a module, in `dialects!` and in `BY_ORDER`.

mod blocks;
mod evidence;
mod prelude;
mod traits;
mod wire;

// The formatter finds the files by these lines.
mod ai_sdk;
mod anthropic;
mod autogen;
mod bedrock;
mod gemini;
mod langchain;
mod llama_index;
mod mastra;
mod openai_chat;
mod openai_responses;
mod opencode;
mod pi;
mod pydantic_ai;
mod ui_message;

pub use blocks::acts;
pub use evidence::{Votes, any_understood, is_plain, unknown, vote};
pub use openai_responses::BLANK_SCREENSHOT;
pub use traits::{Emptiness, Placement, ResultForm, Rules};
pub use wire::Call;

use crate::error::{Error, ErrorKind, Result};
use crate::host::item::{Item, Kind};
use crate::host::listed::listed;
use crate::host::path::Path;
use crate::read::message::{Body, Emit, Part, Role};
use crate::shape::{Type, Typed, Words};
use traits::Traits;
use wire::MessageFormat;

/// Makes the enum of the dialects, and `ask!`, which calls a function of the dialect's file.
/// `$dollar` is a `$`: a macro that makes a macro cannot write one.
macro_rules! dialects {
    ($dollar:tt $($(#[doc = $about:literal])+ $variant:ident => $file:ident $name:literal),+ $(,)?) => {
        /// The message shapes of one provider.
        ///
        /// ```
        /// use conspectus::Dialect;
        /// use serde_json::json;
        ///
        /// let messages = json!([{ "role": "model", "parts": [{ "text": "Hello" }] }]);
        /// assert_eq!(Dialect::of_messages(&messages)?, Dialect::Gemini);
        /// assert_eq!(Dialect::from_name("bedrock")?, Dialect::Bedrock);
        /// # Ok::<(), conspectus::Error>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Dialect {
            $($(#[doc = $about])+ $variant,)+
        }

        impl Typed for Dialect {
            const TYPE: &'static Type = &Type::Word(&Words {
                name: "Dialect",
                about: &["The message format."],
                words: &[$(($name, &[$($about),+])),+],
            });
        }

        impl Dialect {
            /// Every dialect.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$variant),+];

            /// The name used in options and reports.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// The plain facts about the dialect.
            pub const fn traits(self) -> &'static Traits {
                match self {
                    $(Self::$variant => &<$file::$variant as MessageFormat>::TRAITS,)+
                }
            }
        }

        macro_rules! ask {
            ($dollar dialect:expr, $dollar function:ident($dollar($dollar argument:expr),*)) => {
                match $dollar dialect {
                    $($crate::read::dialect::Dialect::$variant => {
                        <$crate::read::dialect::$file::$variant as MessageFormat>::$dollar function($dollar($dollar argument),*)
                    })+
                }
            };
        }
    };
}

dialects! { $
    /// Gemini: `{role, parts: [{text}|{functionCall}|{functionResponse}|{inlineData}|...]}`,
    /// camelCase or snake_case.
    Gemini => gemini "gemini",
    /// OpenAI Chat Completions: `{role, content, tool_calls}`, and a message of role `tool` for
    /// each result.
    OpenaiChat => openai_chat "openai_chat",
    /// Anthropic: `{role, content: str | [blocks]}` with `tool_use` and `tool_result` blocks.
    Anthropic => anthropic "anthropic",
    /// OpenAI Responses: a flat list of items.
    OpenaiResponses => openai_responses "openai_responses",
    /// The AI SDK's `ModelMessage`.
    AiSdk => ai_sdk "ai_sdk",
    /// Bedrock Converse and Strands: a block's key is its type.
    Bedrock => bedrock "bedrock",
    /// LangChain's message objects and their dumps.
    Langchain => langchain "langchain",
    /// The AI SDK's `UIMessage`. A part of the type `tool-...` is a call and its result.
    UiMessage => ui_message "ui_message",
    /// pydantic-ai: `{kind: "request"|"response", parts: [{part_kind, ...}]}`.
    PydanticAi => pydantic_ai "pydantic_ai",
    /// pi: `toolCall` blocks, and a message of role `toolResult` for each result.
    Pi => pi "pi",
    /// LlamaIndex: `{role, blocks: [{block_type, ...}]}`, objects or dumps.
    LlamaIndex => llama_index "llama_index",
    /// AutoGen: `{type: "UserMessage"|"AssistantMessage"|"FunctionExecutionResultMessage"|...,
    /// content}`.
    Autogen => autogen "autogen",
    /// opencode: `{info: {role}, parts}`. A part of the type `tool` is a call and its result.
    Opencode => opencode "opencode",
    /// Mastra: `{id, role, createdAt, content: {format: 2, parts}}`. A part of the type
    /// `tool-invocation` is a call and its result.
    Mastra => mastra "mastra",
}

crate::host::named::named!(Dialect);

// Here, because it uses `ask!`.
mod write;

/// The order in which the dialects are asked whether a message is their own: the most specific shapes
/// first, and last the dialects that go by roles, which others share.
const BY_ORDER: [Dialect; Dialect::ALL.len()] = [
    Dialect::PydanticAi,
    Dialect::LlamaIndex,
    Dialect::Autogen,
    Dialect::Opencode,
    Dialect::UiMessage,
    Dialect::Pi,
    Dialect::Mastra,
    Dialect::Gemini,
    Dialect::Langchain,
    Dialect::AiSdk,
    Dialect::Anthropic,
    Dialect::OpenaiResponses,
    Dialect::Bedrock,
    Dialect::OpenaiChat,
];

impl serde::Serialize for Dialect {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Dialect {
    /// The dialect of a list of plain texts. `{role, content: "..."}` reads the same in
    /// `openai_chat` and `anthropic`.
    pub const PLAIN: Self = Self::OpenaiChat;

    /// The dialect of that name.
    ///
    /// # Errors
    /// `UnknownDialect` for any other name; the message lists the names.
    pub fn from_name(name: &str) -> Result<Self> {
        Self::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
            .ok_or_else(|| {
                let names = Self::ALL.map(Self::name).join("`, `");
                Error::new(
                    ErrorKind::UnknownDialect,
                    "/dialect",
                    format!(
                        "unknown dialect `{}`: use one of `{names}`",
                        crate::read::media::sanitize_label(name, 64)
                    ),
                )
            })
    }

    /// The dialect that one message is written in. `None` if the message looks the same in several
    /// dialects, as plain text does.
    pub fn of_message<'v>(message: impl Into<Item<'v>>) -> Option<Self> {
        let message = &message.into();
        BY_ORDER
            .into_iter()
            .find(|dialect| ask!(*dialect, recognises(message)))
    }

    /// Whether each part of an answer is a message of its own. This is so in OpenAI Responses.
    #[must_use]
    pub fn is_flat(self) -> bool {
        self.traits().is_flat
    }

    /// Whether the provider reads consecutive messages of one role as one turn.
    #[must_use]
    pub fn joins_turns(self) -> bool {
        self.traits().joins_turns
    }

    /// Returns true if a tool loop that begins with a signed thinking block must keep that block
    /// while the loop is open. Anthropic's models reject a request without it, whatever API they
    /// are called through. Gemini signs each step of a loop separately. In Responses, reasoning is
    /// bound only to the item after it.
    #[must_use]
    pub fn binds_thoughts(self) -> bool {
        self.traits().binds_thoughts
    }

    /// Reads one message and returns its role. Calls `part` for every part in order; media inside a
    /// tool result follow that result.
    ///
    /// # Errors
    /// `InvalidMessages` if the message is not an object or its role is not a string. `TooDeep` if
    /// results are nested deeper than the limit. Paths in errors are relative to the message.
    pub fn read<'v>(self, message: &Item<'v>, part: Emit<'_, 'v>) -> Result<Role> {
        if !message.is_object() {
            return Err(Error::new(
                ErrorKind::InvalidMessages,
                "",
                format!(
                    "a message must be an object, found {}",
                    kind_name(message.kind())
                ),
            ));
        }
        let role = ask!(self, role(message)).map_or_else(|| read_role(message), Ok)?;
        let mut is_read = false;
        ask!(
            self,
            read(message, role, &mut |found| {
                // A result without an output may stand in a message whose output is not found.
                is_read |= !matches!(found.body, Body::ToolResult { output: None, .. })
                    || !holds_foreign(message);
                part(match found.body {
                    Body::Opaque(whole) if !self.is_known(&found.path, &whole) => {
                        Part::new(found.path, Body::Unread(whole))
                    }
                    _ => found,
                });
            })
        )?;
        // What cannot be read still costs its length: it is one part of unknown shape. In a list of
        // parts of which none was emitted, there is nothing that is sent.
        let is_listed = || message.list(self.traits().list_key).is_some();
        if !is_read && is_unread(message) && !is_listed() {
            part(Part::new(Path::ROOT, Body::Unread(*message)));
        }
        Ok(role)
    }

    /// Whether an opaque part is one that providers and libraries are known for.
    fn is_known(self, path: &Path, whole: &Item<'_>) -> bool {
        if *path == Path::ROOT {
            return self.is_item(whole);
        }
        match whole.first_string(&["type", "block_type", "part_kind"]) {
            Some(kind) => {
                let kind = kind.to_text();
                kind.starts_with("data-") || OPAQUE_TYPES.binary_search(&kind.as_str()).is_ok()
            }
            None => whole.is_empty() || whole.has_any(&OPAQUE_KEYS),
        }
    }

    /// Returns true if other dialects write such a message too, so that it is weak evidence.
    pub fn is_shared(self, message: &Item<'_>) -> bool {
        ask!(self, is_shared(message))
    }

    /// What the provider demands of a list.
    pub fn rules(self) -> &'static Rules {
        &self.traits().rules
    }

    /// Whether this is an item whose type says what it is, so that it needs neither a role nor
    /// content.
    pub fn is_item(self, message: &Item<'_>) -> bool {
        ask!(self, is_item(message))
    }

    /// Whether the provider runs this call itself. It then writes the result too. `whole` is the
    /// part or item that is the call.
    pub fn is_server_call(self, whole: &Item<'_>) -> bool {
        ask!(self, is_server_call(whole))
    }

    /// Returns true for a part in which the provider itself compacted everything before it.
    pub fn is_compaction(self, part: &Item<'_>) -> bool {
        ask!(self, is_compaction(part))
    }

    /// Emits the ids of calls for which a message asks a person's approval.
    pub fn approvals<'v>(self, message: &Item<'v>, emit: &mut dyn FnMut(Item<'v>)) {
        ask!(self, approvals(message, emit));
    }

    /// Returns true if a message has content that is not read, because the list of parts that this
    /// dialect needs is missing.
    pub fn lacks_list(self, message: &Item<'_>) -> bool {
        let traits = self.traits();
        traits.needs_list
            && message.list(traits.list_key).is_none()
            && (holds_content(message)
                || Self::of_message(message).is_some_and(|dialect| dialect != self))
    }
}

fn read_role(message: &Item<'_>) -> Result<Role> {
    // What is not set is null in what some SDKs dump.
    let Some(role) = message.known("role") else {
        return Ok(Role::User);
    };
    if !role.is_string() {
        return Err(Error::new(
            ErrorKind::InvalidMessages,
            "/role",
            format!("`role` must be a string, found {}", kind_name(role.kind())),
        ));
    }
    Ok(match &*role.text().to_str() {
        "system" | "developer" => Role::System,
        "user" => Role::User,
        "assistant" | "model" => Role::Assistant,
        "tool" | "function" => Role::Tool,
        _ => Role::Other,
    })
}

/// The keys under which messages of any known dialect, or of one like it, keep their content.
const CONTENT_KEYS: [&str; 11] = listed(
    "content parts tool_calls function_call text input arguments output result summary \
     encrypted_content",
);
/// The keys under which a wrapper object keeps the message.
const WRAPPERS: [&str; 3] = ["data", "kwargs", "message"];

/// The types of parts that are known and not read further, in order. Sources: the types of the SDKs
/// of Anthropic, OpenAI, LangChain and the AI SDK, November 2026.
const OPAQUE_TYPES: [&str; 37] = listed(
    "agent cache cache_point citable citation code_interpreter_call compaction \
     compaction_summary container_upload custom error fallback file image invalid_tool_call \
     item_reference mcp_tool_listing non_standard patch reasoning refusal retry search_result \
     server_tool_call server_tool_call_chunk server_tool_result snapshot source source-document \
     source-url step-finish step-start subtask text tool-approval-request \
     tool-approval-response tool_reference",
);
/// The keys that identify other parts that are known and not read further: Gemini's and Bedrock's.
const OPAQUE_KEYS: [&str; 12] = listed(
    "executableCode executable_code codeExecutionResult code_execution_result toolCall \
     tool_call toolResponse tool_response cachePoint guardContent citationsContent searchResult",
);

/// Fields that say what a message is and never hold its content.
const LABELS: [&str; 6] = ["role", "id", "name", "type", "kind", "author"];

/// Returns true if a message in which no dialect finds content still contains some: a non-empty
/// list, object, string or bytes under a key that may hold content. The other fields of a message
/// with `content` or `parts` belong to the host.
fn is_unread(message: &Item<'_>) -> bool {
    if holds_content(message) {
        return true;
    }
    if message.has_any(&["content", "parts"]) {
        return false;
    }
    message.any_field(|key, value| !LABELS.contains(&key) && !value.is_empty())
}

/// Whether a message without content holds a list or an object under a key that no dialect has.
fn holds_foreign(message: &Item<'_>) -> bool {
    !holds_content(message)
        && is_unread(message)
        && message.any_field(|_, value| value.is_container() && !value.is_empty())
}

/// Returns true if a message has a role, and either its content is under a key that no dialect
/// uses, or it has text blocks together with blocks of a new kind, as providers add them.
pub fn has_foreign_content(message: &Item<'_>) -> bool {
    let is_new = || {
        let blocks = message.get("content");
        blocks.is_some_and(|blocks| evidence::are_texts_and_new_blocks(&blocks))
    };
    message.string("role").is_some()
        && ((!holds_content(message) && is_unread(message)) || is_new())
}

/// Whether a message has content, in any shape. A dialect that finds no parts in such a message is
/// the wrong one.
pub fn holds_content<'v>(message: &Item<'v>) -> bool {
    let says = |object: &Item<'v>| {
        let filled = |key: &&str| {
            let value = object.get(key);
            value.is_some_and(|value| value.kind() != Kind::Bytes && !value.is_empty())
        };
        CONTENT_KEYS.iter().any(filled)
    };
    says(message)
        || WRAPPERS
            .iter()
            .any(|key| message.object(key).is_some_and(|inner| says(&inner)))
}

/// The dialect of the first message that is written in a dialect other than `asked`.
pub fn other_dialect(messages: &Item<'_>, asked: Dialect) -> Option<Dialect> {
    messages
        .items()
        .filter_map(Dialect::of_message)
        .find(|dialect| *dialect != asked)
}

/// Describes a message that does not fit the dialect `asked`. The description names the message's
/// own dialect if its shape indicates one, else the dialect of the list `around` it.
pub fn looks_like(message: &Item<'_>, asked: Dialect, around: Option<Dialect>) -> String {
    let found = Dialect::of_message(message)
        .filter(|dialect| *dialect != asked)
        .or(around);
    let has_text = || message.string("content").is_some() && message.get("role").is_some();
    match found {
        Some(dialect) => format!("the message looks like `{}`", dialect.name()),
        None if has_text() => {
            "the message has `role` and `content`, as in `openai_chat` and `anthropic`".to_owned()
        }
        None => "the message matches no known dialect".to_owned(),
    }
}

/// The word for a kind in error messages.
#[must_use]
pub fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Bytes => "bytes",
        Kind::Array => "a list",
        Kind::Object => "an object",
    }
}
