//! What an agent needs beside compaction: loops of its calls, and files' content.
//!
//! It decides nothing about a compaction, and knows no options of one. It stands below
//! [`conspectus`](https://docs.rs/conspectus), which shows what programs need of it. What else is
//! public here may change with every version.

pub mod intake;
pub mod loops;

pub(crate) use conspectus_history::{cut, error, history, host, read, shape};
