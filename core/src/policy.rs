//! Policies: each reads the ledger and returns edits with a reason and sizes; none changes anything.

mod microcompact;
mod prune;
mod saving;
mod slim;

pub use microcompact::{microcompact, Activity, MicrocompactReport, Trigger};
pub use prune::{messages_tokens, prune, quarter_tokens, PruneReport};
pub use slim::{slim, SlimStats};
