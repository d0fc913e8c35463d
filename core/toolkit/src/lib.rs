//! What an agent needs beside compaction: loops of its calls, files' content, and what a policy
//! would have cost.
//!
//! It decides nothing about a compaction, and knows no options of one. It stands below
//! [`conspectus`](https://docs.rs/conspectus), which shows what programs need of it. What else is
//! public here may change with every version.

pub mod intake;
pub mod loops;
pub mod simulate;

pub(crate) use conspectus_history::{cut, error, history, host, provider, read, reduce, shape};
pub(crate) use conspectus_summary::memory;
