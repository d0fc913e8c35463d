//! What is kept of messages that are removed: facts, transcripts, snapshots and their updates.

pub mod accept;
pub mod codes;
pub mod memory;
pub(crate) mod observation;
pub mod output;
pub mod prompt;
pub mod reader;
pub mod snapshot;
pub mod terms;
pub mod transcript;
pub mod turns;
pub mod words;
