//! Values that go back into a host's list: texts, placeholders, cleared outputs and results, each
//! in the shape of its dialect.

use super::Dialect;
use super::wire::{Call, MessageFormat};
use crate::host::item::Item;
use crate::host::path::Path;
use crate::read::message::Role;
use serde_json::{Map, Value};

impl Dialect {
    /// A message that holds one plain text.
    #[must_use]
    pub fn text_message(self, role: Role, text: &str) -> Value {
        ask!(self, text_message(role, text))
    }

    /// A message that holds one plain text; in a list of parts if it is to be `listed`.
    pub fn shaped_message(self, listed: bool, role: Role, text: &str) -> Value {
        if listed {
            ask!(self, listed_message(role, text))
        } else {
            self.text_message(role, text)
        }
    }

    /// A message that was written here in the form of its neighbour.
    #[must_use]
    pub fn in_form_of(self, message: Value, neighbour: &Item<'_>) -> Value {
        ask!(self, in_form_of(message, neighbour))
    }

    /// A text part of an answer.
    #[must_use]
    pub fn answer_text_part(self, text: &str) -> Value {
        ask!(self, answer_text_part(text))
    }

    /// A text part of a user message.
    #[must_use]
    pub fn text_part(self, text: &str) -> Value {
        ask!(self, text_part(text))
    }

    /// A part of a user message that holds a medium as base64. `None` if the provider takes no
    /// medium of that type.
    #[must_use]
    pub fn media_part(self, mime: &str, data: &str, name: &str) -> Option<Value> {
        ask!(self, media_part(mime, data, name))
    }

    /// A user message that holds `parts`, which are in the dialect's own shape.
    #[must_use]
    pub fn parts_message(self, parts: Vec<Value>) -> Value {
        ask!(self, parts_message(parts))
    }

    /// The text block that takes the place of the medium at `path` of `message`. Inside the output
    /// of a result it may have another shape.
    pub fn media_text(self, message: &Item<'_>, path: Path, in_output: bool, text: &str) -> Value {
        ask!(self, media_text(message, path, in_output, text))
    }

    /// The path of the output of the tool result at `path`: the value that the model reads, with the
    /// keys that `message` really uses.
    pub fn output_path_in(self, message: &Item<'_>, path: Path) -> Path {
        self.traits().output_path_in(message, path)
    }

    /// The edit that clears the output of the tool result at `path` of `message`: the path of the
    /// value to replace, and the new value, which holds `text`.
    pub fn cleared_output(self, message: &Item<'_>, path: Path, text: &str) -> (Path, Value) {
        ask!(self, cleared_output(message, path, text))
    }

    /// What the model reads of a cleared output, so that its size can be measured. `tool` is the
    /// name of the tool that was called.
    pub fn cleared_value(self, tool: &str, text: &str) -> Value {
        ask!(self, cleared_value(tool, text))
    }

    /// The output of the tool result at `path` of `message`.
    pub fn output_of<'v>(self, message: &Item<'v>, path: Path) -> Option<Item<'v>> {
        self.output_path_in(message, path).resolve(message)
    }

    /// The path of the arguments of the call at `path` of `message`. `None` if no path can name the
    /// place.
    pub fn call_args_path(self, message: &Item<'_>, path: Path) -> Option<Path> {
        let traits = self.traits();
        let under = |path: Path, key: &'static str| {
            Some(path.key(key)).filter(|child| *child != path && child.resolve(message).is_some())
        };
        let inner = traits
            .call_keys
            .iter()
            .find_map(|key| under(path, key))
            .unwrap_or(path);
        traits.args_keys.iter().find_map(|key| under(inner, key))
    }

    /// The arguments of the call at `path` of `message`.
    pub fn call_args<'v>(self, message: &Item<'v>, path: Path) -> Option<Item<'v>> {
        let traits = self.traits();
        let call = path.resolve(message)?;
        // The input of OpenAI's custom tools is one text. It can be read here, but `call_args_path`
        // does not offer it for edits.
        let inner = traits
            .call_keys
            .iter()
            .chain(&["custom"])
            .find_map(|key| call.get(key))
            .unwrap_or(call);
        traits.args_keys.iter().find_map(|key| inner.get(key))
    }

    /// A result for `call` that says `text`. It is a part where results are parts of the user's
    /// message, else a message.
    pub fn answer(self, call: &Call<'_>, text: &str) -> Value {
        ask!(self, answer(call, text))
    }

    /// Gives an id to `part`, which is a call or a result.
    pub fn set_id(self, part: &mut Map<String, Value>, id: &str) {
        ask!(self, set_id(part, id))
    }

    /// Whether a block of a message is a tool result.
    pub fn is_result_block(self, block: &Value) -> bool {
        ask!(self, is_result_block(block))
    }

    /// The provider's error about a call without a result.
    pub fn dangling(self, id: &str, name: &str) -> String {
        worded(self.traits().dangling, id, name)
    }

    /// The provider's error about a result without a call.
    pub fn orphan(self, id: &str) -> String {
        worded(self.traits().orphan, id, "")
    }
}

fn worded(text: &str, id: &str, name: &str) -> String {
    let texts: Vec<_> = text.split("{name}").collect();
    let texts = texts.iter().map(|text| text.replace("{id}", id));
    texts.collect::<Vec<_>>().join(name)
}
