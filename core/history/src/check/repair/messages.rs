//! Repairs of whole messages: missing content, and the order of roles.

use super::slots::Slots;
use crate::error::Result;
use crate::read::dialect::ResultForm;
use crate::read::message::Role;
use serde_json::Value;

/// The text added before a conversation that begins with the model.
const BRIDGE: &str = "[The conversation continues here; what came before is not recorded.]";

pub fn add_bridge(slots: &mut Slots<'_>, index: usize) {
    slots.insert_text(index, BRIDGE);
}

/// Gives a tool message without content an empty text.
pub fn set_content(slots: &mut Slots<'_>, index: usize) -> Result<()> {
    let dialect = slots.dialect;
    let is_content = dialect.traits().results == ResultForm::Message;
    let value = is_content.then(|| Value::String(String::new()));
    match (value, slots.own(index)?.as_object_mut()) {
        (Some(value), Some(fields)) => drop(fields.insert("content".to_owned(), value)),
        // In these dialects a tool message is a list of results; without one it says nothing.
        _ => slots.remove(index),
    }
    Ok(())
}

/// Moves the parts of a message to the end of the message before it.
pub fn merge_with_previous(slots: &mut Slots<'_>, index: usize) -> Result<()> {
    // System messages between the two do not count for the alternation of roles.
    let mut before = (0..index).rev();
    let Some(before) = before.find(|at| slots.role(*at) != Some(Role::System)) else {
        return Ok(());
    };
    let parts = std::mem::take(slots.parts(index)?);
    slots.parts(before)?.extend(parts);
    slots.remove(index);
    Ok(())
}
