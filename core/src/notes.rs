//! What is kept of messages that go: facts, transcripts, snapshots and their updates, the summary without a model.

pub mod accept;
pub mod activity;
pub mod delta;
pub mod embedded;
pub mod facts;
pub mod prompt;
pub mod reader;
pub mod snapshot;
pub mod transcript;
