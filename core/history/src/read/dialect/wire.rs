//! What each dialect must be able to do: read a message, write the few values that go back into a
//! list, and word the provider's errors.
//!
//! A function that is missing in a dialect's file does what most dialects do.

use super::prelude::*;

/// A call to which an answer is written.
#[derive(Debug, Clone)]
pub struct Call<'a> {
    pub id: Option<String>,
    pub name: String,
    /// The path of the call in its message.
    pub path: Path,
    /// The part or item that is the call.
    pub whole: &'a Item<'a>,
    /// The message that holds the call.
    pub message: &'a Item<'a>,
}

impl Call<'_> {
    /// Returns the id; empty if absent.
    pub fn id(&self) -> &str {
        self.id.as_deref().unwrap_or_default()
    }

    /// Returns the `type` of the call's part or item; empty if absent.
    pub fn kind(&self) -> String {
        self.whole.string_at("type").unwrap_or_default()
    }
}

/// One dialect. Its file says what it does.
pub trait MessageFormat {
    /// The plain facts.
    const TRAITS: Traits;

    /// Whether a message is clearly written in this dialect.
    fn recognises(message: &Item<'_>) -> bool;

    /// Returns true if other dialects write such a message too, so that it is weak evidence. Called
    /// only for messages that [`recognises`](Self::recognises) accepts.
    fn is_shared(_message: &Item<'_>) -> bool {
        false
    }

    /// Returns the role if another field than `role` determines it, such as the type of an item.
    fn role(_message: &Item<'_>) -> Option<Role> {
        None
    }

    /// Whether this is an item whose type says what it is, so that it needs neither a role nor
    /// content.
    fn is_item(_message: &Item<'_>) -> bool {
        false
    }

    /// Emits the parts of a message, in order.
    ///
    /// # Errors
    /// `TooDeep` if results are nested deeper than the limit.
    fn read<'v>(message: &Item<'v>, _role: Role, emit: Emit<'_, 'v>) -> Result<()> {
        let Traits {
            list_key,
            needs_list,
            ..
        } = Self::TRAITS;
        let path = Path::ROOT.key(list_key);
        let read = if needs_list { read_list } else { read_content };
        read(message.get(list_key), path, emit, Self::read_part);
        Ok(())
    }

    /// Emits a part of a message, with the media inside. Used by [`read`](Self::read).
    fn read_part<'v>(part: Item<'v>, path: Path, emit: Emit<'_, 'v>) {
        emit(Part::opaque(path, part));
    }

    /// Whether the provider runs this call itself. It then writes the result too. `whole` is the
    /// part or item that is the call.
    fn is_server_call(_whole: &Item<'_>) -> bool {
        false
    }

    /// Returns true for a part in which the provider itself compacted everything before it (a
    /// Responses item or an Anthropic block). An Anthropic block without content reports that this
    /// failed, and changes nothing. Source: its SDK, `BetaCompactionBlockParam`, 2026.
    fn is_compaction(part: &Item<'_>) -> bool {
        let is_null = |key: &str| part.get(key).is_some_and(|value| value.is_null());
        part.says_one("type", &["compaction", "compaction_summary"]) && !is_null("content")
    }

    /// Emits the ids of calls for which a message asks a person's approval. Such calls may wait for
    /// their results.
    fn approvals<'v>(_message: &Item<'v>, _emit: &mut dyn FnMut(Item<'v>)) {}

    /// A message that holds one plain text.
    fn text_message(role: Role, text: &str) -> Value {
        json!({ "role": role.name(), "content": text })
    }

    /// A message that was written here in the form of its `neighbour`, where messages have several.
    fn in_form_of(message: Value, _neighbour: &Item<'_>) -> Value {
        message
    }

    /// As [`text_message`](Self::text_message), with its text in a list of parts. If the content is
    /// never a string, or never a list, both messages are equal.
    fn listed_message(role: Role, text: &str) -> Value {
        let mut message = Self::text_message(role, text);
        if let Some(content) = message
            .get_mut("content")
            .filter(|content| content.is_string())
        {
            *content = json!([Self::text_part(text)]);
        }
        message
    }

    /// A text part of a user message.
    fn text_part(text: &str) -> Value {
        json!({ "type": "text", "text": text })
    }

    /// A text part of an answer.
    fn answer_text_part(text: &str) -> Value {
        Self::text_part(text)
    }

    /// A user message that holds `parts`.
    fn parts_message(parts: Vec<Value>) -> Value {
        json!({ "role": "user", (Self::TRAITS.list_key): parts })
    }

    /// The text block that takes the place of the medium at `path` of `message`.
    fn media_text(_message: &Item<'_>, _path: Path, _in_output: bool, text: &str) -> Value {
        Self::text_part(text)
    }

    /// A part of a user message that holds a medium as base64. `None` if the provider takes no such
    /// medium.
    fn media_part(mime: &str, data: &str, name: &str) -> Option<Value>;

    /// The edit that clears the output of the result at `path` of `message`: where, and the new
    /// value.
    fn cleared_output(message: &Item<'_>, path: Path, text: &str) -> (Path, Value) {
        (
            Self::TRAITS.output_path_in(message, path),
            Self::cleared_value("", text),
        )
    }

    /// What the model reads of a cleared output. `tool` is the name of the tool that was called.
    fn cleared_value(_tool: &str, text: &str) -> Value {
        Value::String(text.to_owned())
    }

    /// A result for `call` that says `text`. It is a part where results are parts of the user's
    /// message, else a message.
    fn answer(call: &Call<'_>, text: &str) -> Value;

    /// Gives an id to `part`, which is a call or a result.
    fn set_id(part: &mut Map<String, Value>, id: &str) {
        let traits = Self::TRAITS;
        let holder = traits
            .id_holders
            .iter()
            .find(|key| part.contains_key(**key));
        // What is wrapped is no object in a broken message, which stays as it is.
        let holder = match holder {
            Some(key) => part.get_mut(*key).and_then(Value::as_object_mut),
            None => Some(part),
        };
        if let Some(holder) = holder {
            let other = traits.other_ids.iter();
            let other = other.copied().find(|(mark, _)| holder.contains_key(*mark));
            let key = other.map_or(traits.id_key, |(_, key)| key);
            holder.insert(key.to_owned(), json!(id));
        }
    }

    /// Whether a block of a message is a tool result.
    fn is_result_block(block: &Value) -> bool {
        let kind = block.get("type").and_then(Value::as_str);
        let has = |key: &&str| block.get(key).is_some();
        kind.is_some_and(|kind| kind.ends_with("tool_result") || kind == "tool-result")
            || Self::TRAITS.result_keys.iter().any(has)
    }
}
