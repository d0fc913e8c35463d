//! Policies: each reads the ledger and returns edits with a reason and sizes; none changes anything.

mod microcompact;
mod slim;

pub use microcompact::{microcompact, Activity, MicrocompactReport, Trigger};
pub use slim::{slim, SlimStats};
