//! Repairs of whole messages: missing content, and the order of roles.

use super::slots::{Slots, blocks};
use crate::error::{Error, ErrorKind, Result};
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
pub fn merge_with_previous<'v>(slots: &mut Slots<'v>, index: usize) -> Result<()> {
    let dialect = slots.dialect;
    // System messages between the two do not count for the alternation of roles.
    let speaks = |slots: &Slots<'v>, at: usize| {
        slots
            .message(at)
            .is_some_and(|message| !matches!(dialect.read(&message, &mut |_| {}), Ok(Role::System)))
    };
    let Some(before) = (0..index).rev().find(|at| speaks(slots, *at)) else {
        return Ok(());
    };
    let stuck = |at: usize| {
        Error::new(
            ErrorKind::Unrepairable,
            format!("/{at}"),
            "the message's content is not a list of parts",
        )
    };
    let parts = blocks(dialect, slots.own(index)?)
        .map(std::mem::take)
        .ok_or_else(|| stuck(index))?;
    blocks(dialect, slots.own(before)?)
        .ok_or_else(|| stuck(before))?
        .extend(parts);
    slots.remove(index);
    Ok(())
}
