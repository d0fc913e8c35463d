//! What a conversation says: its facts, how they are remembered without a model, and how a model's
//! summary is asked for, read, checked and completed.
//!
//! It builds on `conspectus-history` and is used by [`conspectus`](https://docs.rs/conspectus),
//! which exposes the parts that programs need. Anything else that is public here may change with
//! every version.

pub mod claims;
pub mod minutes;
pub mod notes;

pub(crate) use conspectus_history::{cut, history, host, measure, read, reduce, seal, shape};
pub(crate) use history::History;
pub(crate) use host::{item::Item, listed::listed};
pub(crate) use read::message::Role;
