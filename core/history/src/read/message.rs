//! What a dialect reads from one host message: a role and the parts. The parts are views of the
//! host's own values.

use crate::host::item::Item;
use crate::host::path::Path;
use crate::shape::words;

words! {
    /// The sender of a message, with one name for all formats.
    pub enum Role {
        /// Instructions (`system`, `developer`), which remain at the start.
        System => "system",
        /// The person. In Gemini and Anthropic messages, also tool results.
        User => "user",
        /// The model's responses and tool calls (`assistant`, `model`).
        Assistant => "assistant",
        /// Tool results (`tool`, `function`).
        Tool => "tool",
        /// Any other role. Such messages are kept, counted and never edited.
        Other => "other",
    }
}

/// One part of a message.
#[derive(Debug, Clone)]
pub struct Part<'v> {
    /// The path of the part in its message. Edits use this path.
    pub path: Path,
    /// What the part is, with its values.
    pub body: Body<'v>,
}

/// Takes the parts of a message, one by one.
pub type Emit<'e, 'v> = &'e mut (dyn FnMut(Part<'v>) + 'e);

impl<'v> Part<'v> {
    pub fn new(path: Path, body: Body<'v>) -> Self {
        Self { path, body }
    }

    pub fn text(path: Path, text: Item<'v>) -> Self {
        Self::new(path, Body::Text(text))
    }

    pub fn opaque(path: Path, whole: Item<'v>) -> Self {
        Self::new(path, Body::Opaque(whole))
    }

    pub fn thought(path: Path, content: Item<'v>, signed: bool) -> Self {
        Self::new(path, Body::Thought { content, signed })
    }
}

impl<'v> Body<'v> {
    /// A call whose id, name and arguments are in `call` under these `keys`.
    pub fn call(call: &Item<'v>, [id, name, args]: [&str; 3], whole: Item<'v>) -> Self {
        Self::ToolCall {
            id: call.string(id),
            name: call.string(name),
            args: call.get(args),
            whole,
        }
    }

    /// A result whose id, name and output are in `result` under these `keys`.
    pub fn result(result: &Item<'v>, keys: [&str; 3], is_error: bool, whole: Item<'v>) -> Self {
        let [id, name, output] = keys;
        Self::ToolResult {
            id: result.string(id),
            name: result.string(name),
            output: result.get(output),
            is_error,
            whole,
        }
    }
}

/// What a part is, with views of its values.
#[derive(Debug, Clone)]
pub enum Body<'v> {
    /// Text that the model reads. The view is a string.
    Text(Item<'v>),
    /// Reasoning of the model. A signed thinking block must remain identical byte for byte, or be
    /// removed completely.
    Thought {
        /// The whole thought: a string or a block.
        content: Item<'v>,
        /// Whether it carries a provider's signature.
        signed: bool,
    },
    /// An image, document, sound or film.
    Media(Media<'v>),
    /// A request to run a tool.
    ToolCall {
        /// The call's id, if the dialect gave one.
        id: Option<Item<'v>>,
        /// The tool's name.
        name: Option<Item<'v>>,
        /// The arguments: an object, or JSON text (OpenAI).
        args: Option<Item<'v>>,
        /// The whole part. Its JSON gives exact sizes.
        whole: Item<'v>,
    },
    /// The answer to a tool call. Media inside it follow as parts of their own, with a
    /// [`MediaPlace`] other than `TopLevel`.
    ToolResult {
        /// The id of the call that it answers, if given.
        id: Option<Item<'v>>,
        /// The tool's name, if given.
        name: Option<Item<'v>>,
        /// What the tool returned. Clearing replaces this value.
        output: Option<Item<'v>>,
        /// Whether the dialect marks it as an error.
        is_error: bool,
        /// The whole part. Its JSON gives exact sizes.
        whole: Item<'v>,
    },
    /// A part that is known and not read further. It is kept unchanged and never split.
    Opaque(Item<'v>),
    /// A message or a part of a shape that is not known. It is kept as an opaque one, and measured
    /// by all that it holds.
    Unread(Item<'v>),
}

/// The place of a media item: in the message itself, inside the output of a tool result, or
/// attached to the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MediaPlace {
    /// The medium is a part of the message itself.
    TopLevel,
    /// The media item is a part of the message itself, and the model made it while thinking.
    Thought,
    /// The medium is inside the output of a tool result. Clearing the output clears it too.
    InOutput,
    /// The media item is attached to a tool result, next to its output (Gemini
    /// `functionResponse.parts`).
    BesideOutput,
}

impl MediaPlace {
    /// The place of a block of a message, which may be a result of a tool.
    pub fn of_block(is_result: bool) -> Self {
        if is_result {
            Self::InOutput
        } else {
            Self::TopLevel
        }
    }
}

/// An image, document, sound or film, in a message or in a tool result.
#[derive(Debug, Clone)]
pub struct Media<'v> {
    /// The MIME type as the host gave it, cut at 256 characters and not made safe. `None` if
    /// absent.
    pub mime: Option<String>,
    /// The base64 text or data URL, if the bytes are inline.
    pub data: Option<Item<'v>>,
    /// The place of the media item.
    pub place: MediaPlace,
    /// Whether the same host part also holds a text. Replacing the whole part would then lose that
    /// text.
    pub beside_text: bool,
    /// The whole host part or block that holds the medium.
    pub whole: Item<'v>,
}

impl<'v> Media<'v> {
    /// A media item that fills its part or block, `whole`.
    pub fn of(
        whole: Item<'v>,
        place: MediaPlace,
        data: Option<Item<'v>>,
        mime: Option<String>,
    ) -> Self {
        Self {
            mime,
            data,
            place,
            beside_text: false,
            whole,
        }
    }
}
