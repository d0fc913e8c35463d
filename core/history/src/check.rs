//! Whether a provider would accept a list of messages, and how a broken list becomes valid.

pub mod repair;
pub mod sound;
pub mod validate;
