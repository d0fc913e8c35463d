//! What a conversation says: its facts, how they are remembered without a model, and how a model's
//! summary is asked for, read, checked and completed.
//!
//! It stands on `conspectus-history` and below [`conspectus`](https://docs.rs/conspectus), which
//! shows what programs need of it. What else is public here may change with every version.

pub mod claims;
pub mod minutes;
pub mod notes;

pub(crate) use conspectus_history::{cut, history, host, measure, read, reduce, seal, shape};
